//! Notices of the library in the words of the command line: those about a flag name it, and lists
//! of names are as long as the user asked.

use super::console::Verbosity;
use super::message::message;
use tamis::{Error, Notice, Watch, counted};

/// The text of a notice.
pub fn text(notice: &Notice, talk: Verbosity) -> String {
    match notice {
        Notice::OfRun { run, finding } => format!("{run}: {}", text(finding, talk)),
        Notice::AbsentTopics { topics } => {
            let count = counted(topics.len() as u64, "topic");
            let names = talk.names(topics);
            format!(
                "the run lacks {count} of the qrels; left out (with -c, 0 in the means): {names}"
            )
        }
        Notice::UnansweredTopics { topics } => {
            let count = counted(topics.len() as u64, "topic");
            let names = talk.names(topics);
            format!(
                "no run answers {count} of the qrels; left out (with -c, 0 in the means): {names}"
            )
        }
        Notice::MarginTooLarge { margin, measure, mean } => format!(
            "--margin {margin} is no less than the mean of {measure}, {mean:.4}: losing everything \
             is within it; per cent are written --margin {margin}%"
        ),
        Notice::Contradiction { rule, titles_left: true } => {
            format!("no block can meet {rule}: only titles are left (--title drop leaves them out)")
        }
        Notice::IdleWeight { rule } => {
            format!("no block can meet {rule}: this rule of --weight weighs nothing")
        }
        Notice::DocnosUnknown { docnos } => {
            format!("the index lacks {} of --docnos", counted(*docnos, "docno"))
        }
        Notice::SpamScoresOfOthers { list } => format!(
            "the index has no docno of --spam-scores {}: is it of another collection?",
            list.display()
        ),
        Notice::Doubtful { index, problem, remedy } => message(&Error::Index {
            path: index.clone(),
            message: problem.clone(),
            remedy: *remedy,
        }),
        other => other.text(&|names| talk.names(names)),
    }
}

/// The line of a notice.
pub fn line(notice: &Notice, talk: Verbosity) -> String {
    let warning = if notice.is_warning() { "warning: " } else { "" };
    format!("{warning}{}", text(notice, talk))
}

/// Prints notices as they come.
pub struct Said(pub Verbosity);

impl Watch for Said {
    fn notice(&self, notice: &Notice) {
        self.0.say(line(notice, self.0));
    }
}
