//! boilerpipe's filters, one file each. A filter flags, marks, fuses or removes blocks.

mod above_title;
mod boilerplate_removal;
mod comments_section;
mod expand_title;
mod ignore_after_content;
mod keep_largest;
mod large_same_level;
mod list_at_end;
mod mark_everything;
mod min_clause_words;
mod min_words;
mod number;
mod proximity_fusion;
mod rules;
mod simple_fusion;
mod split_paragraphs;
mod terminating_blocks;
mod title_match;
mod trailing_headline;
mod version;

use super::document::Document;
pub(crate) use proximity_fusion::Proximity;
use tamis_blocks::classify::rule::Rule;
pub(crate) use version::Version;

/// A filter with its settings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Filter {
    MarkEverything { content: bool },
    NumWordsRules(Rule),
    DensityRules(Rule),
    CanolaRules(Rule),
    SimpleFusion,
    ProximityFusion(Proximity),
    TerminatingBlocks(Version),
    TitleMatch(Version),
    IgnoreAfterContent { words: u32 },
    TrailingHeadline,
    BoilerplateRemoval { keep_title: bool },
    KeepLargest { version: Version, expand: Option<u32> },
    ExpandTitle,
    LargeSameLevel,
    ListAtEnd,
    SplitParagraphs,
    MinClauseWords(usize),
    MinWords(u32),
    CommentsSection,
    AboveTitle,
}

impl Filter {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::MarkEverything { content: true } => "MarkEverythingContentFilter",
            Self::MarkEverything { content: false } => "MarkEverythingBoilerplateFilter",
            Self::NumWordsRules(_) => "NumWordsRulesClassifier",
            Self::DensityRules(_) => "DensityRulesClassifier",
            Self::CanolaRules(_) => "CanolaExtractor",
            Self::SimpleFusion => "SimpleBlockFusionProcessor",
            Self::ProximityFusion(_) => "BlockProximityFusion",
            Self::TerminatingBlocks(_) => "TerminatingBlocksFinder",
            Self::TitleMatch(_) => "DocumentTitleMatchClassifier",
            Self::IgnoreAfterContent { .. } => "IgnoreBlocksAfterContentFilter",
            Self::TrailingHeadline => "TrailingHeadlineToBoilerplateFilter",
            Self::BoilerplateRemoval { .. } => "BoilerplateBlockFilter",
            Self::KeepLargest { .. } => "KeepLargestBlockFilter",
            Self::ExpandTitle => "ExpandTitleToContentFilter",
            Self::LargeSameLevel => "LargeBlockSameTagLevelToContentFilter",
            Self::ListAtEnd => "ListAtEndFilter",
            Self::SplitParagraphs => "SplitParagraphBlocksFilter",
            Self::MinClauseWords(_) => "MinClauseWordsFilter",
            Self::MinWords(_) => "MinWordsFilter",
            Self::CommentsSection => "Main Content Filter (comments)",
            Self::AboveTitle => "Main Content Filter (title)",
        }
    }

    pub(super) fn apply(self, document: &mut Document) {
        document.begin(self.name());
        match self {
            Self::MarkEverything { content } => mark_everything::apply(document, content),
            Self::NumWordsRules(rule) | Self::DensityRules(rule) | Self::CanolaRules(rule) => {
                rules::apply(document, rule);
            }
            Self::SimpleFusion => simple_fusion::apply(document),
            Self::ProximityFusion(how) => proximity_fusion::apply(document, how),
            Self::TerminatingBlocks(version) => terminating_blocks::apply(document, version),
            Self::TitleMatch(version) => title_match::apply(document, version),
            Self::IgnoreAfterContent { words } => ignore_after_content::apply(document, words),
            Self::TrailingHeadline => trailing_headline::apply(document),
            Self::BoilerplateRemoval { keep_title } => {
                boilerplate_removal::apply(document, keep_title);
            }
            Self::KeepLargest { version, expand } => keep_largest::apply(document, version, expand),
            Self::ExpandTitle => expand_title::apply(document),
            Self::LargeSameLevel => large_same_level::apply(document),
            Self::ListAtEnd => list_at_end::apply(document),
            Self::SplitParagraphs => split_paragraphs::apply(document),
            Self::MinClauseWords(words) => min_clause_words::apply(document, words),
            Self::MinWords(words) => min_words::apply(document, words),
            Self::CommentsSection => comments_section::apply(document),
            Self::AboveTitle => above_title::apply(document),
        }
    }
}
