//! A rule about blocks as a request has it: an expression, and the parameter that set it. The
//! parameter decides what replaces what, where the rule stands in a report, and what errors name.

use super::bounds::{self, unknown_threshold};
use super::parameters::{parameter, place};
use crate::experiment::parameter::Value;
use crate::rule::expression::{
    Expression, Located, as_name, in_quotes, is_feature, plain_kind, quoted_name,
};
use crate::sweep::ThresholdAxis;
use crate::{Decimal, Predicate};
use std::fmt;
use std::str::FromStr;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;

/// The parameter of a rule in words.
const WHERE: &str = "where";
/// The parameter of a label.
const LABEL: &str = "label";
/// The parameter of the kind of blocks.
const KIND: &str = "kind";

/// A rule about blocks, with the parameter that set it: `min_words=11`, `label=bte`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    name: String,
    rule: Expression,
}

impl Clause {
    /// Reads the value of a threshold (`min_words`, `max_tag_level`, `min_score.victor`), of
    /// `where` or of `kind`, or takes the name of a label.
    ///
    /// # Errors
    /// [`Error::Setting`] for a value that is no number, no rule or no kind, and for a name that is
    /// no threshold's.
    pub fn new(name: &str, value: &str) -> Result<Self> {
        let rule = match name {
            WHERE => value.parse()?,
            LABEL => return Ok(Self::label(value)),
            KIND if plain_kind(value).is_some() => {
                Expression::Kind(Located::nowhere(value.to_owned()))
            }
            KIND => return Err(Error::unknown_name(KIND, value, ["title", "text"])),
            threshold => {
                let bound = ThresholdAxis::split_name(threshold);
                let known = bound.filter(|(feature, _)| is_feature(feature));
                let (feature, operator) = known.ok_or_else(|| unknown_threshold(threshold))?;
                let value = value.parse::<Decimal>();
                let value = value.map_err(|problem| bounds::error(threshold, problem))?;
                Expression::comparison(feature, operator, value)
            }
        };
        Ok(Self { name: name.to_owned(), rule })
    }

    /// The blocks that this label calls content.
    pub fn label(name: &str) -> Self {
        let rule = Expression::Label(Located::nowhere(name.to_owned()));
        Self { name: LABEL.to_owned(), rule }
    }

    /// The parameter that set it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rule as it was written.
    pub fn rule(&self) -> &Expression {
        &self.rule
    }

    /// The value that sets it.
    pub fn value(&self) -> String {
        match &self.rule {
            Expression::Feature(_, _, value) if self.is_threshold() => value.value.to_string(),
            Expression::Label(name) if self.name == LABEL => as_name(&name.value),
            Expression::Kind(name) if self.name == KIND => name.value.clone(),
            rule => rule.to_string(),
        }
    }

    /// Whether it stands in the place of another one: a value of the same threshold, another kind,
    /// the same label.
    pub(super) fn replaces(&self, other: &Self) -> bool {
        match &*self.name {
            WHERE => false,
            LABEL => self == other,
            name => name == other.name,
        }
    }

    /// Whether it names a label; a label that is named twice is so still.
    pub(super) fn is_label(&self) -> bool {
        self.name == LABEL
    }

    /// Whether it bounds a feature.
    pub(super) fn is_threshold(&self) -> bool {
        !matches!(&*self.name, WHERE | LABEL | KIND)
    }

    /// Its place in a report: thresholds in the order of the list, minimum scores, rules, labels,
    /// kind.
    pub(super) fn order(&self) -> (u8, usize) {
        match &*self.name {
            WHERE => (1, 0),
            LABEL => (2, 0),
            KIND => (3, 0),
            threshold => (0, place(threshold)),
        }
    }

    /// The setting at which a form shows what is wrong with it.
    pub(super) fn setting(&self) -> &'static str {
        parameter(&self.name).map_or("min_score", |spec| spec.name)
    }

    /// Returns the rule with the labels and scores of an index.
    ///
    /// # Errors
    /// [`Error::Setting`] for a value that no block can have, and for a label or score that the
    /// index does not have: with its column, if the user wrote the rule.
    pub(super) fn resolve(&self, manifest: &Manifest) -> Result<Predicate> {
        if let Some(axis) = self.axis(manifest)? {
            return Ok(axis.predicate(axis.values[0]));
        }
        match &self.rule {
            Expression::Label(name) if self.name == LABEL => {
                Predicate::label(manifest, &name.value)
            }
            rule => rule.resolve(manifest),
        }
    }

    /// Returns the axis of the one value of a threshold; none for other rules.
    ///
    /// # Errors
    /// As [`resolve`](Self::resolve).
    pub(super) fn axis(&self, manifest: &Manifest) -> Result<Option<ThresholdAxis>> {
        let Expression::Feature(_, _, value) = &self.rule else { return Ok(None) };
        if !self.is_threshold() {
            return Ok(None);
        }
        let bound = ThresholdAxis::from_name(&self.name, manifest);
        let bound = bound.unwrap_or_else(|| Err(unknown_threshold(&self.name)))?;
        bounds::axis(&self.name, bound, &[Value::Number(value.value)]).map(Some)
    }
}

/// `NAME=VALUE`; reading it gives the same clause.
impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", as_key(&self.name), self.value())
    }
}

impl FromStr for Clause {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, value) = split_key(text)?;
        // A name in quotes may be that of a label; a rule may begin with one.
        match quoted_name(value) {
            Some((label, "")) if name == LABEL => Ok(Self::label(&label)),
            _ => Self::new(&name, value),
        }
    }
}

/// Prints a name in front of an equals sign: a score may be called by a file whose name has one.
pub(super) fn as_key(name: &str) -> String {
    if name.contains(['=', '"']) { in_quotes(name) } else { name.to_owned() }
}

/// Splits `NAME=VALUE`.
///
/// # Errors
/// [`Error::Setting`] if there is no equals sign.
pub(super) fn split_key(text: &str) -> Result<(String, &str)> {
    let quoted = quoted_name(text);
    let quoted = quoted.and_then(|(name, rest)| Some((name, rest.strip_prefix('=')?)));
    let plain = || text.split_once('=').map(|(name, value)| (name.to_owned(), value));
    quoted.or_else(plain).ok_or_else(|| {
        let found = tamis_place::shown(text);
        Error::settings(format!("found {found}, expected a name, an equals sign and a value"))
    })
}
