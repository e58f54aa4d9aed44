//! A rule as it is written: `words >= 11 and link_density <= 0.33 or label = "my label"`. It is
//! read without an index, prints itself so that reading gives the same rule again, and is
//! [resolved](Expression::resolve) against the labels and scores of an index to a [`Predicate`].

pub(crate) mod conditions;
mod parser;
mod place;
mod words;

pub use words::Located;
pub(crate) use words::{as_feature, as_name, as_word, chain, in_quotes, quoted_name, split_names};

use self::place::RulePlace;
use super::decimal::Decimal;
use super::predicate::{FEATURES, Operator, Predicate};
use std::fmt;
use std::str::FromStr;
use tamis_blocks::page::BlockKind;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;
use tamis_index::index::scores;

/// A rule as it is written. Names are those of the text: what an index knows of them is found when
/// the rule is [resolved](Self::resolve).
///
/// Conditions over pages have room here: they are comparisons of other names with other values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    All,
    /// A feature, by its name, compared with a decimal.
    Feature(Located<String>, Operator, Located<Decimal>),
    /// The blocks that a label calls content.
    Label(Located<String>),
    /// The blocks of a kind: `title`, `text`, or one that a label marks, such as `h1`.
    Kind(Located<String>),
    Not(Box<Expression>),
    /// All of these; two or more.
    And(Vec<Expression>),
    /// One of these, or more; two or more.
    Or(Vec<Expression>),
}

/// The name of the setting in errors, unless another one has the rule.
const SETTING: &str = "where";

/// Parses a rule, and resolves it.
///
/// # Errors
/// [`Error::Setting`] with the column of the problem (in characters, from 1): also for more than
/// 10,000 comparisons, for parentheses and `not`s nested deeper than 100, and for more than a
/// million characters.
pub fn parse(text: &str, manifest: &Manifest) -> Result<Predicate> {
    parser::read(SETTING, text, 0, Some(manifest))?.resolve(manifest)
}

/// Whether a rule can test something of this name.
pub(crate) fn is_tested(name: &str) -> bool {
    let names = FEATURES.iter().map(|feature| feature.name()).chain(["kind", "label"]);
    names.into_iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether this is a name of a feature, which an index may have or not.
pub(crate) fn is_feature(name: &str) -> bool {
    let is_plain = FEATURES.iter().any(|feature| feature.name().eq_ignore_ascii_case(name));
    is_plain || scores::is_name(name)
}

impl Expression {
    /// Reads a rule that is part of a setting, behind this many characters. With a manifest, its
    /// names are those of the index, and messages list them.
    ///
    /// # Errors
    /// As [`parse`]; they name the setting, and count columns from its start.
    pub(crate) fn read(
        setting: &'static str,
        text: &str,
        before: u64,
        manifest: Option<&Manifest>,
    ) -> Result<Self> {
        parser::read(setting, text, before, manifest)
    }

    /// A comparison that is made, not read.
    pub(crate) fn comparison(feature: &str, operator: Operator, value: Decimal) -> Self {
        Self::Feature(Located::nowhere(feature.to_owned()), operator, Located::nowhere(value))
    }

    /// Returns the rule with the labels and scores of an index.
    ///
    /// # Errors
    /// [`Error::Setting`] with the column of what the index does not have, or of a value that no
    /// block can have.
    pub fn resolve(&self, manifest: &Manifest) -> Result<Predicate> {
        self.resolve_in(SETTING, manifest)
    }

    /// The same for a rule that is part of a setting.
    pub(crate) fn resolve_in(
        &self,
        setting: &'static str,
        manifest: &Manifest,
    ) -> Result<Predicate> {
        let place = |column, found| RulePlace { setting, column, found: Some(found) };
        match self {
            Self::All => Ok(Predicate::All),
            Self::Feature(name, operator, value) => {
                let feature = place(name.column, &name.value).feature(manifest)?;
                place(value.column, "").check(value.value, feature)?;
                Ok(Predicate::Feature(feature, *operator, value.value))
            }
            Self::Label(name) => place(name.column, &name.value).label("a label", manifest),
            Self::Kind(name) => match plain_kind(&name.value) {
                Some(kind) => Ok(Predicate::Kind(kind)),
                None => place(name.column, &name.value).label("a kind", manifest),
            },
            Self::Not(inner) => Ok(Predicate::Not(Box::new(inner.resolve_in(setting, manifest)?))),
            Self::And(parts) => Ok(Predicate::And(resolved(parts, setting, manifest)?)),
            Self::Or(parts) => Ok(Predicate::Or(resolved(parts, setting, manifest)?)),
        }
    }

    /// Whether all of its features have names that an index may know.
    pub(crate) fn has_known_names(&self) -> bool {
        match self {
            Self::All | Self::Label(_) | Self::Kind(_) => true,
            Self::Feature(name, ..) => is_feature(&name.value),
            Self::Not(inner) => inner.has_known_names(),
            Self::And(parts) | Self::Or(parts) => parts.iter().all(Self::has_known_names),
        }
    }

    /// Returns how deep its parentheses and `not`s are nested where it is printed.
    fn depth(&self) -> usize {
        match self {
            Self::All | Self::Feature(..) | Self::Label(_) | Self::Kind(_) => 0,
            Self::Not(inner) => 2 + inner.depth(),
            Self::And(parts) | Self::Or(parts) => {
                1 + parts.iter().map(Self::depth).max().unwrap_or(0)
            }
        }
    }
}

fn resolved(
    parts: &[Expression],
    setting: &'static str,
    manifest: &Manifest,
) -> Result<Vec<Predicate>> {
    parts.iter().map(|part| part.resolve_in(setting, manifest)).collect()
}

/// The kind of this name that needs no label.
pub(crate) fn plain_kind(name: &str) -> Option<BlockKind> {
    match name {
        "title" => Some(BlockKind::Title),
        "text" => Some(BlockKind::Text),
        _ => None,
    }
}

impl FromStr for Expression {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        parser::read(SETTING, text, 0, None)
    }
}

/// With all its parentheses; reading it gives the same rule.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => write!(f, "all"),
            Self::Feature(name, operator, value) => {
                write!(f, "{} {} {}", as_feature(&name.value), operator.symbol(), value.value)
            }
            Self::Label(name) => write!(f, "label = {}", as_word(&name.value)),
            Self::Kind(name) => write!(f, "kind = {}", name.value),
            Self::Not(inner) => write!(f, "not ({inner})"),
            Self::And(parts) => chain(f, parts, " and "),
            Self::Or(parts) => chain(f, parts, " or "),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
