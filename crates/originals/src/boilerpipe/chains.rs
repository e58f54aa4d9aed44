//! boilerpipe's extractors as lists of filters (boilerpipe 1.2.0 of 2011, and 2.0-SNAPSHOT of 2015
//! where it differs), and the two filters that the WSDM paper adds after its trees (section 4.3.2),
//! which were never released.
//!
//! Choices that the paper leaves open for these two:
//! - *What is "the content block with the highest number of words"?* A run of content, fused like
//!   in their successor `ArticleExtractor`. If it were a single block of the cut, the filter would
//!   keep one paragraph of an article: a mean token F1 of .26 on L3S-GN1, where the paper reports
//!   more than the .92 of the trees alone; fused it is .945.
//! - *Which 11 strings?* See `filter/comments_section.rs`.
//! - *Which title?* The parts of the page's title that `DocumentTitleMatchClassifier` of 2.0
//!   searches for.
//! - *Which of several comments sections and titles?* The first section below the largest block,
//!   the last title above it.
//! - *Is the title kept?* Text "above a clearly identifiable title" is removed, so the title and
//!   the text after it stay (`ExpandTitleToContentFilter`): a mean token F1 of .958 on L3S-GN1
//!   (headline, text and supplements as gold), where the paper reports .9593.

use super::canola;
use super::filter::{Filter, Proximity, Version};
use tamis_blocks::classify::rules;

/// Algorithm 2 of the WSDM paper.
pub(crate) const NUM_WORDS: Filter = Filter::NumWordsRules(rules::WORDS_TREE);
/// Algorithm 1 of the WSDM paper.
pub(crate) const DENSITY: Filter = Filter::DensityRules(rules::DENSITY_TREE);

/// Content joins the block right before it.
const FUSE: Filter = fuse(false, false);

const fn fuse(content_only: bool, same_level: bool) -> Filter {
    Filter::ProximityFusion(Proximity { distance: 1, content_only, same_level })
}

const fn largest(version: Version, expand: Option<u32>) -> Filter {
    Filter::KeepLargest { version, expand }
}

/// `DefaultExtractor`. The second fusion does nothing, because no block is content yet.
pub(super) const DEFAULT: &[Filter] = &[Filter::SimpleFusion, FUSE, DENSITY];

/// `ArticleExtractor` of 1.2.0.
pub(super) const ARTICLE: &[Filter] = &[
    Filter::TerminatingBlocks(Version::One),
    Filter::TitleMatch(Version::One),
    NUM_WORDS,
    Filter::IgnoreAfterContent { words: 60 },
    FUSE,
    Filter::BoilerplateRemoval { keep_title: false },
    fuse(true, false),
    largest(Version::One, None),
    Filter::ExpandTitle,
];

/// `ArticleExtractor` of 2.0.
pub(super) const ARTICLE_2: &[Filter] = &[
    Filter::TerminatingBlocks(Version::Two),
    Filter::TitleMatch(Version::Two),
    NUM_WORDS,
    Filter::IgnoreAfterContent { words: 60 },
    Filter::TrailingHeadline,
    FUSE,
    Filter::BoilerplateRemoval { keep_title: true },
    fuse(true, true),
    largest(Version::Two, Some(150)),
    Filter::ExpandTitle,
    Filter::LargeSameLevel,
    Filter::ListAtEnd,
];

/// The filters that `ArticleSentencesExtractor` appends to an `ArticleExtractor`.
pub(super) const SENTENCES: &[Filter] = &[Filter::SplitParagraphs, Filter::MinClauseWords(5)];

pub(super) const LARGEST_CONTENT: &[Filter] = &[NUM_WORDS, FUSE, largest(Version::Two, None)];

pub(super) const CANOLA: &[Filter] = &[Filter::CanolaRules(canola::RULE)];

pub(super) const KEEP_EVERYTHING: &[Filter] = &[Filter::MarkEverything { content: true }];

/// `KeepEverythingWithMinKWordsExtractor`, without the `MinWordsFilter` at its end.
pub(super) const MIN_WORDS: &[Filter] =
    &[Filter::SimpleFusion, Filter::MarkEverything { content: true }];

pub(super) const NUM_WORDS_RULES: &[Filter] = &[NUM_WORDS];

/// The Largest Content Filter, which follows the tree.
pub(super) const LARGEST_AFTER: &[Filter] = &[
    FUSE,
    Filter::BoilerplateRemoval { keep_title: false },
    fuse(true, false),
    largest(Version::Two, None),
];

/// The Main Content Filter's step before the tree.
pub(super) const MAIN_BEFORE: &[Filter] = &[Filter::TitleMatch(Version::Two)];

/// The Main Content Filter: the Largest Content Filter between the title and the comments.
pub(super) const MAIN_AFTER: &[Filter] = &[
    Filter::CommentsSection,
    Filter::AboveTitle,
    FUSE,
    Filter::BoilerplateRemoval { keep_title: true },
    fuse(true, false),
    largest(Version::Two, None),
    Filter::ExpandTitle,
];
