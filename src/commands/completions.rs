//! `tamis completions SHELL`: a completion script that knows the names that flags take.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use tamis::accuracy::{datasets, scores};
use tamis::blocks::classify::CLASSIFIERS;
use tamis::eval::measure::{MEASURES, Measure, Score};
use tamis::{ANALYZERS, MODELS};

/// Returns the script for a shell.
pub fn script(shell: Shell, command: Command) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut suggesting(command), "tamis", &mut script);
    script
}

/// Adds the names and kinds of file that the flags take. Only for scripts: the command line itself
/// parses as before, and a name with an argument (`justext:de`) or a list of names is as good as a
/// listed one.
fn suggesting(command: Command) -> Command {
    command.mut_subcommands(|subcommand| {
        let name = subcommand.get_name().to_owned();
        subcommand.mut_args(|arg| suggested(&name, arg))
    })
}

fn suggested(command: &str, arg: Arg) -> Arg {
    let hint = arg.get_value_names().and_then(|names| hint(&names[0]));
    let values = arg.get_long().map_or(Vec::new(), |long| values(command, long));
    let value = |(name, help): Completion| match help {
        "" => PossibleValue::new(name),
        help => PossibleValue::new(name).help(help),
    };
    match hint {
        _ if !values.is_empty() => {
            arg.value_parser(PossibleValuesParser::new(values.into_iter().map(value)))
        }
        Some(hint) => arg.value_hint(hint),
        None => arg,
    }
}

/// The kind of file that a value is, by its name in the help.
fn hint(value_name: &str) -> Option<ValueHint> {
    match value_name {
        "INDEX" | "DIR" | "DATASET" | "DATASET|INDEX" => Some(ValueHint::DirPath),
        "FILE" | "RUN" | "QRELS" | "PAGE" => Some(ValueHint::FilePath),
        "COLLECTION" => Some(ValueHint::AnyPath),
        _ => None,
    }
}

/// A name, and what it means; empty if the name says it.
type Completion = (String, &'static str);

/// Returns the classifiers that need no argument, which nobody could suggest, and further names.
fn classifiers(more: &[&str]) -> Vec<Completion> {
    let plain = CLASSIFIERS.iter().filter(|entry| CLASSIFIERS.by_name(entry.name).is_ok());
    plain.map(|entry| (entry.name.to_owned(), entry.describe)).chain(names(more)).collect()
}

fn names(names: &[&str]) -> Vec<Completion> {
    names.iter().map(|&name| (name.to_owned(), "")).collect()
}

/// The names that a flag takes; empty if they are not known, or if clap knows them.
fn values(command: &str, long: &str) -> Vec<Completion> {
    match (long, command) {
        ("model", _) => MODELS.map(|(name, explanation, _)| (name.to_owned(), explanation)).into(),
        ("analyzer", _) => {
            ANALYZERS.iter().map(|entry| (entry.name.to_owned(), entry.explanation)).collect()
        }
        ("measure", _) => {
            MEASURES.iter().map(measure).chain(names(&["official", "all_trec"])).collect()
        }
        // An index has the labels of the classifiers that it was built with.
        ("classifier", "extract") | ("label", _) if command != "compare" => classifiers(&[]),
        ("classifier", _) => classifiers(&["default", "all"]),
        ("label" | "remove", _) => classifiers(&["all"]),
        ("score", _) => {
            let scorers = scores::SCORERS.iter().map(|scorer| scorer.name);
            names(&scorers.chain(["all"]).collect::<Vec<_>>())
        }
        ("format", "accuracy") => {
            names(&datasets::FORMATS.iter().map(|format| format.name).collect::<Vec<_>>())
        }
        ("title", _) => names(&["keep", "drop", "block"]),
        ("topic-field", _) => names(&["title", "desc", "narr", "title+desc", "title+desc+narr"]),
        _ => Vec::new(),
    }
}

/// A measure as it is requested: with a cut-off where it has one.
fn measure(measure: &Measure) -> Completion {
    let cut = matches!(
        measure.score,
        Score::AtRank(..) | Score::ByGainAtRank(..) | Score::OfSubtopicsAtRank(..)
    );
    let name = if cut { format!("{}.10", measure.name) } else { measure.name.to_owned() };
    (name, measure.explanation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis::TitleRule;
    use tamis::eval::measure::parse;

    fn names(command: &str, long: &str) -> Vec<String> {
        values(command, long).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn every_suggestion_is_accepted() {
        for name in names("sweep", "measure") {
            assert!(parse(&name).is_ok(), "{name}");
        }
        assert!(
            names("index", "classifier")
                .iter()
                .all(|name| CLASSIFIERS.expand(std::slice::from_ref(name)).is_ok())
        );
        assert!(scores::by_names(&names("accuracy", "score")).is_ok());
        assert!(names("search", "title").iter().all(|name| name.parse::<TitleRule>().is_ok()));
        assert!(
            names("search", "topic-field")
                .iter()
                .all(|name| name.parse::<tamis::eval::trec::TopicFields>().is_ok())
        );
    }
}
