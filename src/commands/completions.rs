//! `tamis completions SHELL`: a completion script that knows the names that flags take.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use tamis_eval::measure::{MEASURES, Measure, Score};
use tamis_index::analyze::ANALYZERS;
use tamis_index::blocks::classify::CLASSIFIERS;
use tamis_lab::accuracy::{datasets, scores};
use tamis_search::model::MODELS;

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
    match hint {
        _ if !values.is_empty() => arg.value_parser(PossibleValuesParser::new(values)),
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

/// Returns values without a description.
fn plain(names: &[&'static str]) -> Vec<PossibleValue> {
    names.iter().map(|&name| PossibleValue::new(name)).collect::<Vec<_>>()
}

/// Returns the classifiers that need no argument, which nobody could suggest.
fn classifiers() -> Vec<PossibleValue> {
    CLASSIFIERS
        .iter()
        .filter(|entry| CLASSIFIERS.by_name(entry.name).is_ok())
        .map(|entry| PossibleValue::new(entry.name).help(entry.describe))
        .collect::<Vec<_>>()
}

/// The names that a flag takes; empty if they are not known, or if clap knows them.
fn values(command: &str, long: &str) -> Vec<PossibleValue> {
    match (long, command) {
        ("model", _) => {
            MODELS.map(|(name, explanation, _)| PossibleValue::new(name).help(explanation)).into()
        }
        ("analyzer", _) => ANALYZERS
            .iter()
            .map(|entry| PossibleValue::new(entry.name).help(entry.explanation))
            .collect(),
        ("measure", _) => {
            MEASURES.iter().map(measure).chain(plain(&["official", "all_trec"])).collect()
        }
        // An index has the labels of the classifiers that it was built with.
        ("classifier", "extract") | ("label", _) if command != "compare" => classifiers(),
        ("classifier", _) => [classifiers(), plain(&["default", "all"])].concat(),
        ("label" | "remove", _) => [classifiers(), plain(&["all"])].concat(),
        ("score", _) => [
            plain(&scores::SCORERS.iter().map(|scorer| scorer.name).collect::<Vec<_>>()),
            plain(&["all"]),
        ]
        .concat(),
        ("format", "accuracy" | "distribution") => {
            plain(&datasets::FORMATS.iter().map(|format| format.name).collect::<Vec<_>>())
        }
        ("title", _) => plain(&["keep", "drop", "block"]),
        ("topic-field", _) => plain(&["title", "desc", "narr", "title+desc", "title+desc+narr"]),
        _ => Vec::new(),
    }
}

/// A measure as it is requested: with a cut-off where it has one.
fn measure(measure: &Measure) -> PossibleValue {
    let cut = matches!(
        measure.score,
        Score::AtRank(..) | Score::ByGainAtRank(..) | Score::OfSubtopicsAtRank(..)
    );
    let name = if cut { format!("{}.10", measure.name) } else { measure.name.to_owned() };
    PossibleValue::new(name).help(measure.explanation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_eval::measure::parse;
    use tamis_search::TitleRule;

    fn names(command: &str, long: &str) -> Vec<String> {
        let values = values(command, long).into_iter().map(|value| value.get_name().to_owned());
        values.collect::<Vec<_>>()
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
                .all(|name| name.parse::<tamis_eval::trec::TopicFields>().is_ok())
        );
    }
}
