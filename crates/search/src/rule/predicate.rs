//! Rules over the features of blocks: they define which blocks a search sees.

use super::decimal::Decimal;
use super::expression::{as_feature, as_word, chain};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use tamis_blocks::classify::{LabelSet, kind};
use tamis_blocks::page::BlockKind;
use tamis_index::error::{Error, Result};
use tamis_index::index::columns::{BlockColumn, ColumnSet};
pub use tamis_index::index::feature::{FEATURES, Feature};
use tamis_index::index::{BlockRepeats, BlockScores, Manifest, StoredBlock};

/// The numbers that the index has for one block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleRow {
    /// Tokens with a letter or digit.
    pub words: u64,
    pub anchor_words: u64,
    pub wrapped_words: u64,
    pub wrapped_lines: u64,
    pub tag_level: u64,
    /// Tokens that the analyzer kept.
    pub tokens: u64,
    /// Its labels, by their places in [`Manifest::classifiers`].
    pub labels: LabelSet,
    /// Whether it is the title.
    pub title: bool,
    pub repeats: BlockRepeats,
    /// The scores of the recipe.
    pub scores: BlockScores,
}

impl RuleRow {
    /// Returns the row of a block.
    pub fn from_stored(stored: &StoredBlock) -> Self {
        let StoredBlock { block, tokens, labels, repeats, scores, .. } = stored;
        Self {
            words: block.words.into(),
            anchor_words: block.anchor_words.into(),
            wrapped_words: block.wrapped_words.into(),
            wrapped_lines: block.wrapped_lines.into(),
            tag_level: block.tag_level.into(),
            tokens: (*tokens).into(),
            labels: labels.clone(),
            title: block.kind == BlockKind::Title,
            repeats: *repeats,
            scores: *scores,
        }
    }

    /// Returns what a column has for this block.
    pub fn number(&self, column: BlockColumn) -> u64 {
        match column {
            BlockColumn::Words => self.words,
            BlockColumn::AnchorWords => self.anchor_words,
            BlockColumn::WrappedWords => self.wrapped_words,
            BlockColumn::WrappedLines => self.wrapped_lines,
            BlockColumn::TagLevel => self.tag_level,
            BlockColumn::Tokens => self.tokens,
            BlockColumn::Kind => self.title.into(),
            BlockColumn::Repeats => self.repeats.pages.into(),
            BlockColumn::SiteRepeats => self.repeats.site_pages_with.into(),
            BlockColumn::SitePages => self.repeats.site_pages.into(),
            BlockColumn::Score(number) => self.scores.stored(number.into()),
        }
    }

    /// Compares a feature of this block with a decimal, exactly; none if the block has no such
    /// value.
    pub fn compare(&self, feature: Feature, value: Decimal) -> Option<Ordering> {
        let (numerator, denominator) = feature.fraction(|column| self.number(column))?;
        Some(value.compare_fraction(numerator, denominator))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    Less,
    AtMost,
    Equal,
    NotEqual,
    AtLeast,
    Greater,
}

impl Operator {
    /// Whether the operator holds for an ordering.
    pub fn holds(self, ordering: Ordering) -> bool {
        match self {
            Self::Less => ordering.is_lt(),
            Self::AtMost => ordering.is_le(),
            Self::Equal => ordering.is_eq(),
            Self::NotEqual => ordering.is_ne(),
            Self::AtLeast => ordering.is_ge(),
            Self::Greater => ordering.is_gt(),
        }
    }

    pub const ALL: [Self; 6] =
        [Self::Less, Self::AtMost, Self::Equal, Self::NotEqual, Self::AtLeast, Self::Greater];

    /// Returns the operator of a symbol; `==` is one for equality, too.
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        let symbol = if symbol == "==" { "=" } else { symbol };
        Self::ALL.into_iter().find(|operator| operator.symbol() == symbol)
    }

    /// Returns the symbol that rules use.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::AtLeast => ">=",
            Self::Greater => ">",
        }
    }
}

/// A rule that permits or excludes blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Predicate {
    All,
    /// A feature compared with a decimal.
    Feature(Feature, Operator, Decimal),
    /// The block has the label with this bit and name.
    Label(u32, String),
    /// The block is of this kind.
    Kind(BlockKind),
    Not(Box<Predicate>),
    /// All of these; at least one. A list, because a rule may be a chain of thousands: a tree of
    /// pairs would be as deep.
    And(Vec<Predicate>),
    /// One of these, or more; at least one.
    Or(Vec<Predicate>),
}

/// How a rule treats the title, which is the first block of its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TitleRule {
    #[default]
    Keep,
    /// Never permit the title, as in the paper.
    Drop,
    /// Treat the title as any other block.
    Block,
}

impl TitleRule {
    /// Returns the rule with the title treated this way.
    pub fn apply(self, predicate: Predicate) -> Predicate {
        match self {
            Self::Keep => predicate.or(Predicate::Kind(BlockKind::Title)),
            Self::Drop => Predicate::Kind(BlockKind::Text).and(predicate),
            Self::Block => predicate,
        }
    }

    /// Whether no block can meet a rule with the title treated this way, except for a title that is
    /// always permitted.
    pub fn is_contradiction(self, predicate: Predicate) -> bool {
        match self {
            Self::Keep => predicate.is_contradiction(),
            other => other.apply(predicate).is_contradiction(),
        }
    }

    pub const ALL: [Self; 3] = [Self::Keep, Self::Drop, Self::Block];

    /// Returns the name, which is part of result files and must not change.
    pub fn name(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Drop => "drop",
            Self::Block => "block",
        }
    }
}

impl FromStr for TitleRule {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let known = Self::ALL.into_iter().find(|rule| rule.name() == name);
        known.ok_or_else(|| Error::unknown_name("title rule", name, Self::ALL.map(Self::name)))
    }
}

impl fmt::Display for TitleRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Predicate {
    /// Returns the rule that permits the blocks which a label of the index calls content.
    ///
    /// # Errors
    /// [`Error::Setting`] for a label that the index does not have.
    pub fn label(manifest: &Manifest, name: &str) -> Result<Self> {
        let (bit, name) = manifest.label(name)?;
        Ok(Self::Label(bit, name.to_owned()))
    }

    /// Returns the conjunction of two rules; drops `All`.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::All, other) | (other, Self::All) => other,
            (a, b) => Self::And(vec![a, b]),
        }
    }

    /// Returns the disjunction of two rules; `All` if one of them is.
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::All, _) | (_, Self::All) => Self::All,
            (a, b) => Self::Or(vec![a, b]),
        }
    }

    /// Whether the rule permits a block.
    pub fn permits(&self, row: &RuleRow) -> bool {
        match self {
            Self::All => true,
            Self::Feature(feature, comparison, value) => {
                row.compare(*feature, *value).is_some_and(|ordering| comparison.holds(ordering))
            }
            Self::Label(bit, _) => row.labels.contains(*bit as usize),
            Self::Kind(kind) => row.title == (*kind == BlockKind::Title),
            Self::Not(inner) => !inner.permits(row),
            Self::And(parts) => parts.iter().all(|part| part.permits(row)),
            Self::Or(parts) => parts.iter().any(|part| part.permits(row)),
        }
    }

    /// Returns how deep its parentheses and `not`s are nested where it is printed.
    pub fn depth(&self) -> usize {
        match self {
            Self::All | Self::Feature(..) | Self::Label(..) | Self::Kind(_) => 0,
            Self::Not(inner) => 2 + inner.depth(),
            Self::And(parts) | Self::Or(parts) => {
                1 + parts.iter().map(Self::depth).max().unwrap_or(0)
            }
        }
    }

    /// Returns the columns that the rule needs.
    pub fn columns(&self) -> ColumnSet {
        match self {
            Self::All => ColumnSet::EMPTY,
            Self::Feature(feature, ..) => feature.columns(),
            Self::Label(..) => ColumnSet::EMPTY,
            Self::Kind(_) => BlockColumn::Kind.into(),
            Self::Not(inner) => inner.columns(),
            Self::And(parts) | Self::Or(parts) => parts.iter().map(Self::columns).collect(),
        }
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => write!(f, "all"),
            Self::Feature(feature, comparison, value) => {
                write!(f, "{} {} {value}", as_feature(feature.name()), comparison.symbol())
            }
            Self::Label(_, name) if kind(name).is_some() => write!(f, "kind = {name}"),
            Self::Label(_, name) => write!(f, "label = {}", as_word(name)),
            Self::Kind(BlockKind::Title) => write!(f, "kind = title"),
            Self::Kind(BlockKind::Text) => write!(f, "kind = text"),
            Self::Not(inner) => write!(f, "not ({inner})"),
            Self::And(parts) => chain(f, parts, " and "),
            Self::Or(parts) => chain(f, parts, " or "),
        }
    }
}
