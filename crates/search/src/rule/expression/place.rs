//! A place in a rule: what is wrong there, in the words of messages.

use super::super::decimal::Decimal;
use super::super::predicate::{FEATURES, Feature, Predicate};
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;
use tamis_place::{nearest, shown};

/// What a comparison looks like, for messages.
pub(super) const EXAMPLE: &str = "such as words >= 11";

/// A place in the text of a setting.
#[derive(Clone, Copy)]
pub(super) struct RulePlace<'a> {
    /// The setting's name in errors.
    pub setting: &'static str,
    /// The column, from 1.
    pub column: u64,
    /// What stands there; none at the end.
    pub found: Option<&'a str>,
}

/// What a sign of other languages is here.
fn meant(sign: &str) -> Option<&'static str> {
    match sign {
        "&" | "," => Some("and"),
        "|" => Some("or"),
        "=>" | "≥" => Some(">="),
        ">>" => Some(">"),
        "<<" => Some("<"),
        "is" => Some("="),
        "=<" | "≤" => Some("<="),
        "<>" | "≠" => Some("!="),
        _ => None,
    }
}

impl RulePlace<'_> {
    pub fn problem(self, problem: &str) -> Error {
        Error::setting(self.setting, format!("column {}: {problem}", self.column))
    }

    pub fn wrong(self, found: &str, expected: &str) -> Error {
        self.problem(&format!("found {found}, expected {expected}"))
    }

    /// Returns the error for what stands here.
    pub fn expected(self, expected: &str) -> Error {
        let found = self.found.map_or("the end".to_owned(), shown);
        let meant = self.found.and_then(meant);
        match meant.filter(|meant| !expected.contains("did you mean") && expected.contains(meant)) {
            Some(meant) => self.wrong(&found, &format!("{expected}; did you mean {meant}?")),
            None => self.wrong(&found, expected),
        }
    }

    /// Returns the error for what is no label or no score; `error` says why.
    fn expected_name(self, what: &str, error: Error) -> Error {
        let here = self.expected(&format!("{what} ({error})"));
        match (error, here) {
            (Error::Setting(error), Error::Setting(here)) => {
                error.reworded(here.setting, here.problem).into()
            }
            (_, here) => here,
        }
    }

    /// Returns the error for what is no feature; with a manifest, its scores are known.
    pub fn unknown_feature(self, manifest: Option<&Manifest>) -> Error {
        let scores = manifest.map(Manifest::scores).unwrap_or_default();
        let mut names: Vec<&str> = FEATURES.iter().map(|feature| feature.name()).collect();
        names.extend(scores.iter().map(|score| score.name()));
        names.extend(["kind", "label", "not", "all"]);
        let hint = self.found.and_then(|found| {
            // A threshold's name, such as `min_words`, is that of a feature with a bound.
            let bounds = ["min_", "max_"].into_iter();
            let feature = bounds.filter_map(|bound| found.strip_prefix(bound)).next();
            nearest(feature.unwrap_or(found), names.iter().copied())
        });
        let expected = match hint {
            Some(name) => format!("a feature; did you mean '{name}'?"),
            None => format!("one of {}, {EXAMPLE}", names.join(", ")),
        };
        self.expected(&expected)
    }

    /// Returns the feature that is named here.
    pub fn feature(self, manifest: &Manifest) -> Result<Feature> {
        match self.found.and_then(|name| Feature::from_name(name, manifest)) {
            Some(known) => known.map_err(|error| self.expected_name("a score", error)),
            None => Err(self.unknown_feature(Some(manifest))),
        }
    }

    /// Returns the rule of the label that is named here; `what` is what a message calls it.
    pub fn label(self, what: &str, manifest: &Manifest) -> Result<Predicate> {
        let label = Predicate::label(manifest, self.found.unwrap_or_default());
        label.map_err(|error| self.expected_name(what, error))
    }

    /// Checks that a feature can have the value that stands here.
    pub fn check(self, value: Decimal, feature: Feature) -> Result<()> {
        value.check_for(feature).map_err(|problem| self.problem(&problem))
    }
}
