//! The features of blocks: the numbers that rules compare.

use super::columns::{BlockColumn, ColumnSet};
use super::manifest::Manifest;
use super::scores::{self, Score};
use crate::error::Result;

/// A number that the index has for every block, or the quotient of two. A comparison with a value
/// that a block does not have is false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// Tokens with a letter or digit.
    Words,
    AnchorWords,
    WrappedWords,
    WrappedLines,
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

/// Every feature that all indexes have.
pub const FEATURES: [Feature; 11] = [
    Feature::Words,
    Feature::AnchorWords,
    Feature::WrappedWords,
    Feature::WrappedLines,
    Feature::TagLevel,
    Feature::Tokens,
    Feature::TextDensity,
    Feature::LinkDensity,
    Feature::Repeats,
    Feature::SiteRepeats,
    Feature::SiteShare,
];

impl Feature {
    pub fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::AnchorWords => "anchor_words",
            Self::WrappedWords => "wrapped_words",
            Self::WrappedLines => "wrapped_lines",
            Self::TagLevel => "tag_level",
            Self::Tokens => "tokens",
            Self::TextDensity => "text_density",
            Self::LinkDensity => "link_density",
            Self::Repeats => "repeats",
            Self::SiteRepeats => "site_repeats",
            Self::SiteShare => "site_share",
            Self::Score(score) => score.name(),
        }
    }

    /// Returns the feature with this name; the case of letters does not matter.
    ///
    /// # Errors
    /// [`crate::Error::Setting`] for a score that the index does not have; none for a name that is
    /// no feature's.
    pub fn from_name(name: &str, manifest: &Manifest) -> Option<Result<Self>> {
        let known = FEATURES.iter().find(|feature| feature.name().eq_ignore_ascii_case(name));
        if let Some(feature) = known {
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

    /// Returns the columns that the feature is computed from.
    pub fn columns(self) -> ColumnSet {
        match self {
            Self::Words => BlockColumn::Words.into(),
            Self::AnchorWords => BlockColumn::AnchorWords.into(),
            Self::WrappedWords => BlockColumn::WrappedWords.into(),
            Self::WrappedLines => BlockColumn::WrappedLines.into(),
            Self::TagLevel => BlockColumn::TagLevel.into(),
            Self::Tokens => BlockColumn::Tokens.into(),
            Self::TextDensity => [BlockColumn::WrappedWords, BlockColumn::WrappedLines].into(),
            Self::LinkDensity => [BlockColumn::AnchorWords, BlockColumn::Words].into(),
            Self::Repeats => BlockColumn::Repeats.into(),
            Self::SiteRepeats => BlockColumn::SiteRepeats.into(),
            Self::SiteShare => [BlockColumn::SiteRepeats, BlockColumn::SitePages].into(),
            Self::Score(score) => score.column().into(),
        }
    }

    /// Returns the feature as a fraction; none if the block has no such value. If the denominator
    /// is 0, so is the fraction. `number` returns what a column has for the block.
    #[inline]
    pub fn fraction(self, number: impl Fn(BlockColumn) -> u64) -> Option<(u64, u64)> {
        // 0 pages: the block has no such number.
        let pages = |column: BlockColumn| Some(number(column)).filter(|&pages| pages > 0);
        match self {
            Self::Words => Some((number(BlockColumn::Words), 1)),
            Self::AnchorWords => Some((number(BlockColumn::AnchorWords), 1)),
            Self::WrappedWords => Some((number(BlockColumn::WrappedWords), 1)),
            Self::WrappedLines => Some((number(BlockColumn::WrappedLines), 1)),
            Self::TagLevel => Some((number(BlockColumn::TagLevel), 1)),
            Self::Tokens => Some((number(BlockColumn::Tokens), 1)),
            Self::TextDensity => {
                let lines = number(BlockColumn::WrappedLines).max(1);
                Some((number(BlockColumn::WrappedWords), lines))
            }
            Self::LinkDensity => {
                Some((number(BlockColumn::AnchorWords), number(BlockColumn::Words)))
            }
            Self::Repeats => Some((pages(BlockColumn::Repeats)?, 1)),
            Self::SiteRepeats => Some((pages(BlockColumn::SiteRepeats)?, 1)),
            Self::SiteShare => {
                let other_pages_with = pages(BlockColumn::SiteRepeats)? - 1;
                Some((other_pages_with, number(BlockColumn::SitePages).saturating_sub(1)))
            }
            Self::Score(score) => Some((number(score.column()).checked_sub(1)?, 100)),
        }
    }
}
