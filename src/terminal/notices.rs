//! Notices of the library in the words of the command line: flags and commands in the place of
//! settings.

use crate::terminal::console::{Verbosity, quoted};
use crate::terminal::message::with_command;
use crate::terminal::operators::instead_of_field;
use tamis::Notice;

/// Prints a notice on standard error, unless quiet.
pub fn say(notice: &Notice, talk: Verbosity) {
    talk.say(line(notice, talk));
}

pub fn say_all(notices: &[Notice], talk: Verbosity) {
    for notice in notices {
        say(notice, talk);
    }
}

/// The line of a notice.
pub fn line(notice: &Notice, talk: Verbosity) -> String {
    let warning = if notice.is_warning() { "warning: " } else { "" };
    format!("{warning}{}", text(notice, talk))
}

/// The text of a notice, without the word "warning".
fn text(notice: &Notice, talk: Verbosity) -> String {
    let plain = || notice.text(&|names| talk.names(names));
    match notice {
        Notice::OfRun { run, finding } => format!("{run}: {}", text(finding, talk)),
        Notice::AbsentTopics { .. } | Notice::UnansweredTopics { .. } => {
            plain().replace("(if complete, 0", "(with -c, 0")
        }
        Notice::Unfinished { index, writer: None } => {
            let index = index.display();
            format!("{index} is not finished; run the same `tamis index` command to resume")
        }
        Notice::RepeatsUnknown { index } => format!(
            "{} has no counts of repeats, so the table has no row for them; run the same `tamis \
             index` command to count them",
            index.display()
        ),
        Notice::SettingsOfIndex { index, settings } => {
            format!("settings as in {}: {}", index.display(), settings.flags())
        }
        Notice::LabelNotGrown { index, label, outdated, .. } => {
            let how = match outdated {
                true => format!("--classifier {label} --force"),
                false => format!("--from FILE --name {label} --force"),
            };
            format!("{} (`tamis label {} {how}`)", plain(), index.display())
        }
        Notice::OutdatedRule { index, remedy, .. } | Notice::NoPages { index, remedy, .. } => {
            with_command(&plain(), *remedy, index)
        }
        Notice::DocnosUnknown { .. } => plain().replace("of the list", "of --docnos"),
        Notice::SpamScoresOfOthers { .. } => plain().replace("the spam scores", "--spam-scores"),
        Notice::Contradiction { titles_left: true, .. } => {
            plain() + " (--title drop leaves them out)"
        }
        Notice::LearnedFrom { .. } => format!("note: {}", plain()),
        Notice::FewPages { .. } => {
            plain().replace("the built-in rules", "the rules that `tamis classifiers` lists")
        }
        Notice::IdleWeight { .. } => plain().replace("this weight", "this --weight"),
        Notice::UnsupportedOperator { field: Some(field), .. } => plain() + instead_of_field(field),
        Notice::MarginTooLarge { margin, .. } => plain()
            .replace("the margin", "--margin")
            .replace(&format!("write {margin}%"), &format!("write --margin {margin}%")),
        Notice::RemoversMissing { index, removers } => {
            let index = quoted(&index.display().to_string());
            format!(
                "{removers} removers have no label here: `tamis label {index} --classifier all` \
                 adds them"
            )
        }
        _ => plain(),
    }
}
