//! boilerpipe's extractors as lists of filters (boilerpipe 1.2.0 of 2011, and 2.0-SNAPSHOT of 2015 where it differs).

use super::canola;
use super::filter::{Filter, Proximity, Version};
use crate::classify::{density_tree, words_tree};

const NUM_WORDS: Filter = Filter::NumWordsRules(words_tree::RULE);
const DENSITY: Filter = Filter::DensityRules(density_tree::RULE);

/// Content joins what stands right before it.
const FUSE: Filter = fuse(false, false);

const fn fuse(content_only: bool, same_level: bool) -> Filter {
    Filter::ProximityFusion(Proximity { distance: 1, content_only, same_level })
}

const fn largest(version: Version, expand: Option<u32>) -> Filter {
    Filter::KeepLargest { version, expand }
}

/// `DefaultExtractor`. The fusion in its middle does nothing: no block is content yet.
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

/// What `ArticleSentencesExtractor` appends to an `ArticleExtractor`.
pub(super) const SENTENCES: &[Filter] = &[Filter::SplitParagraphs, Filter::MinClauseWords(5)];

/// `LargestContentExtractor`.
pub(super) const LARGEST_CONTENT: &[Filter] = &[NUM_WORDS, FUSE, largest(Version::Two, None)];

/// `CanolaExtractor`.
pub(super) const CANOLA: &[Filter] = &[Filter::CanolaRules(canola::RULE)];

/// `KeepEverythingExtractor`.
pub(super) const KEEP_EVERYTHING: &[Filter] = &[Filter::MarkEverything { content: true }];

/// `KeepEverythingWithMinKWordsExtractor`, without the `MinWordsFilter` at its end.
pub(super) const MIN_WORDS: &[Filter] = &[Filter::SimpleFusion, Filter::MarkEverything { content: true }];

/// `NumWordsRulesExtractor`.
pub(super) const NUM_WORDS_RULES: &[Filter] = &[NUM_WORDS];
