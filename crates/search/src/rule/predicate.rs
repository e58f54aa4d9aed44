//! Rules over the features of blocks: they define which blocks a search sees.

use super::decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use tamis_blocks::page::{Block, BlockKind};
use tamis_index::error::{Error, Result};
use tamis_index::index::columns::{KIND, LABELS, REPEATS, SCORES, SITE_PAGES, SITE_REPEATS};
use tamis_index::index::{BlockRepeats, BlockScores, Manifest, Score, StoredBlock, scores};

/// A number that the index has for every block, or the quotient of two. A comparison with a value
/// that a block does not have is false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// Tokens with a letter or digit.
    Words,
    /// Words inside anchors.
    AnchorWords,
    /// Words on full lines.
    WrappedWords,
    /// Full lines.
    WrappedLines,
    /// Depth of open elements.
    TagLevel,
    /// Tokens that the analyzer kept.
    Tokens,
    /// Words on full lines per full line.
    TextDensity,
    /// Words inside anchors per word; 0 if the block has no words.
    LinkDensity,
    /// Pages of the index with a block of the same tokens, each URL once; a block without tokens
    /// has none.
    Repeats,
    /// The same among the pages of the site; a page without URL has none.
    SiteRepeats,
    /// The share of the site's other pages with such a block; 0 for a site of one page.
    SiteShare,
    /// The probability that the block is content by a classifier, in hundredths; a title has none.
    Score(Score),
}

/// Every feature that all indexes have, with its name in rules.
pub const FEATURES: [(&str, Feature); 11] = [
    ("words", Feature::Words),
    ("anchor_words", Feature::AnchorWords),
    ("wrapped_words", Feature::WrappedWords),
    ("wrapped_lines", Feature::WrappedLines),
    ("tag_level", Feature::TagLevel),
    ("tokens", Feature::Tokens),
    ("text_density", Feature::TextDensity),
    ("link_density", Feature::LinkDensity),
    ("repeats", Feature::Repeats),
    ("site_repeats", Feature::SiteRepeats),
    ("site_share", Feature::SiteShare),
];

impl Feature {
    /// Returns the feature's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Score(score) => score.name(),
            plain => FEATURES[plain.number()].0,
        }
    }

    /// Returns the place of a feature that all indexes have in [`FEATURES`]; scores follow.
    #[inline]
    pub(crate) const fn number(self) -> usize {
        match self {
            Self::Words => 0,
            Self::AnchorWords => 1,
            Self::WrappedWords => 2,
            Self::WrappedLines => 3,
            Self::TagLevel => 4,
            Self::Tokens => 5,
            Self::TextDensity => 6,
            Self::LinkDensity => 7,
            Self::Repeats => 8,
            Self::SiteRepeats => 9,
            Self::SiteShare => 10,
            Self::Score(score) => FEATURES.len() + score.number(),
        }
    }

    /// Returns the feature with this name; the case of letters does not matter.
    ///
    /// # Errors
    /// [`Error::Setting`] for a score that the index does not have; none for a name that is no
    /// feature's.
    pub fn of_name(name: &str, manifest: &Manifest) -> Option<Result<Self>> {
        if let Some((_, feature)) =
            FEATURES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
        {
            return Some(Ok(*feature));
        }
        scores::is_name(name).then(|| manifest.score(name).map(Self::Score))
    }

    /// Returns the highest value that a block can have, if there is one.
    pub fn most(self) -> Option<u32> {
        matches!(self, Self::LinkDensity | Self::SiteShare | Self::Score(_)).then_some(1)
    }

    /// Whether it counts something; others are densities and shares.
    pub fn is_count(self) -> bool {
        !matches!(self, Self::TextDensity) && self.most().is_none()
    }

    /// Checks a value that blocks are compared with.
    ///
    /// # Errors
    /// A share above 1, with what to write instead: 33 probably means 33 %.
    pub fn check(self, value: Decimal) -> std::result::Result<(), String> {
        let Some(most) = self.most().filter(|most| value > Decimal::whole(*most)) else {
            return Ok(());
        };
        let percent = value <= Decimal::whole(100 * most);
        let remedy =
            if percent { format!("; {value} % is {}", value.percent()) } else { String::new() };
        Err(format!("found {value}, expected a share of 0 to {most}, such as 0.33{remedy}"))
    }

    /// Returns the numbers that the feature is computed from, as a set of bits in the order of
    /// [`RuleRow`].
    fn columns(self) -> u32 {
        let one = |number: usize| 1 << number;
        match self {
            Self::TextDensity => {
                one(Self::WrappedWords.number()) | one(Self::WrappedLines.number())
            }
            Self::LinkDensity => one(Self::AnchorWords.number()) | one(Self::Words.number()),
            Self::Repeats => one(REPEATS),
            Self::SiteRepeats => one(SITE_REPEATS),
            Self::SiteShare => one(SITE_REPEATS) | one(SITE_PAGES),
            Self::Score(score) => one(score.column()),
            plain => one(plain.number()),
        }
    }

    /// Returns the feature as a fraction; none if the block has no such value. If the denominator
    /// is 0, so is the fraction. `number` returns a number of the block, in the order of
    /// [`RuleRow`].
    #[inline]
    pub(crate) fn fraction(self, number: impl Fn(usize) -> u64) -> Option<(u64, u64)> {
        let of = |feature: Self| number(feature.number());
        let present = |pages: u64| (pages > 0).then_some(pages);
        match self {
            Self::TextDensity => Some((of(Self::WrappedWords), of(Self::WrappedLines).max(1))),
            Self::LinkDensity => Some((of(Self::AnchorWords), of(Self::Words))),
            Self::Repeats => Some((present(number(REPEATS))?, 1)),
            Self::SiteRepeats => Some((present(number(SITE_REPEATS))?, 1)),
            Self::SiteShare => {
                Some((present(number(SITE_REPEATS))? - 1, number(SITE_PAGES).saturating_sub(1)))
            }
            Self::Score(score) => Some((number(score.column()).checked_sub(1)?, 100)),
            plain => Some((of(plain), 1)),
        }
    }
}

/// The numbers that the index has for one block.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RuleRow {
    /// The first six of [`FEATURES`], in that order.
    pub counts: [u64; 6],
    /// Label bits.
    pub labels: u64,
    /// Whether it is the title.
    pub title: bool,
    /// How often it repeats.
    pub repeats: BlockRepeats,
    /// The scores of the recipe.
    pub scores: BlockScores,
}

impl RuleRow {
    /// Returns the row of a block.
    pub fn from_stored(stored: &StoredBlock) -> Self {
        let StoredBlock { block, tokens, labels, repeats, scores, .. } = stored;
        let Block { words, anchor_words, wrapped_words, wrapped_lines, tag_level, .. } = *block;
        let counts =
            [words, anchor_words, wrapped_words, wrapped_lines, tag_level, *tokens].map(u64::from);
        let title = block.kind == BlockKind::Title;
        Self { counts, labels: *labels, title, repeats: *repeats, scores: *scores }
    }

    /// Compares a feature of this block with a decimal, exactly; none if the block has no such
    /// value.
    pub fn compare(&self, feature: Feature, value: Decimal) -> Option<Ordering> {
        let BlockRepeats { pages, site_pages_with, site_pages } = self.repeats;
        let number = |number: usize| match number {
            REPEATS => pages.into(),
            SITE_REPEATS => site_pages_with.into(),
            SITE_PAGES => site_pages.into(),
            score @ SCORES.. => self.scores.stored(score - SCORES),
            count => self.counts[count],
        };
        feature
            .fraction(number)
            .map(|(numerator, denominator)| value.compare_fraction(numerator, denominator))
    }
}

/// A comparison operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `>=`
    AtLeast,
    /// `>`
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
    /// Every block.
    All,
    /// A feature compared with a decimal.
    Feature(Feature, Operator, Decimal),
    /// The block has the label with this bit and name.
    Label(u32, String),
    /// The block is of this kind.
    Kind(BlockKind),
    /// Not.
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
    /// Always permit the title.
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

    /// Whether no block can meet a rule with the title treated this way, but a title that is always
    /// permitted.
    pub fn is_contradiction(self, predicate: Predicate) -> bool {
        match self {
            Self::Keep => predicate.is_contradiction(),
            other => other.apply(predicate).is_contradiction(),
        }
    }

    /// All of them.
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
            Self::Label(bit, _) => row.labels >> bit & 1 == 1,
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

    /// Returns the numbers that the rule needs, as a set of bits in the order of [`RuleRow`].
    pub fn columns(&self) -> u32 {
        match self {
            Self::All => 0,
            Self::Feature(feature, ..) => feature.columns(),
            Self::Label(..) => 1 << LABELS,
            Self::Kind(_) => 1 << KIND,
            Self::Not(inner) => inner.columns(),
            Self::And(parts) | Self::Or(parts) => {
                parts.iter().fold(0, |columns, part| columns | part.columns())
            }
        }
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => write!(f, "all"),
            Self::Feature(feature, comparison, value) => {
                write!(f, "{} {} {value}", feature.name(), comparison.symbol())
            }
            Self::Label(_, name) => write!(f, "label = {name}"),
            Self::Kind(BlockKind::Title) => write!(f, "kind = title"),
            Self::Kind(BlockKind::Text) => write!(f, "kind = text"),
            Self::Not(inner) => write!(f, "not ({inner})"),
            Self::And(parts) => chain(f, parts, " and "),
            Self::Or(parts) => chain(f, parts, " or "),
        }
    }
}

/// Prints the parts of a rule with a word between them, in parentheses.
fn chain(f: &mut fmt::Formatter<'_>, parts: &[Predicate], between: &str) -> fmt::Result {
    f.write_str("(")?;
    for (number, part) in parts.iter().enumerate() {
        f.write_str(if number == 0 { "" } else { between })?;
        fmt::Display::fmt(part, f)?;
    }
    f.write_str(")")
}
