//! The blocks of a page as an index holds them.

use std::collections::BTreeMap;
use tamis_blocks::page::BlockKind;
use tamis_index::index::{Manifest, Score, StoredBlock, StoredPage};

/// A block of an indexed page, with its features and labels.
#[derive(Debug, Clone, PartialEq)]
pub struct IndexedBlock {
    /// Its text; empty if the index stores none.
    pub text: String,
    /// Whether it is the page's title.
    pub is_title: bool,
    /// Its words.
    pub words: u32,
    /// Words inside links.
    pub anchor_words: u32,
    /// Tokens that the analyzer kept.
    pub tokens: u32,
    /// Depth of open elements.
    pub tag_level: u32,
    /// Words per full line of 80 characters.
    pub text_density: f32,
    /// Share of words inside links, 0 to 1.
    pub link_density: f32,
    /// Pages of the index that hold a block of the same tokens, this one included, each URL once; none for a block without tokens.
    pub repeats: Option<u32>,
    /// The same among the pages of its site; none for a page without a site.
    pub site_repeats: Option<u32>,
    /// The share of the other pages of its site that hold it, 0 to 1; none for a page without a site.
    pub site_share: Option<f64>,
    /// The probabilities that it is content, 0 to 1 in hundredths, by the classifiers whose scores the index has; a title has
    /// none.
    pub scores: BTreeMap<String, f64>,
    /// The classifiers that label it as content.
    pub labels: Vec<String>,
}

impl IndexedBlock {
    fn of(stored: StoredBlock, names: &[String], scores: &[Score]) -> Self {
        let StoredBlock { text, block, tokens, labels, repeats, scores: of_block } = stored;
        let named = names.iter().enumerate().filter(|(bit, _)| labels >> bit & 1 == 1);
        let score = |score: &Score| Some((score.classifier().to_owned(), of_block.score(*score)?));
        Self {
            text,
            is_title: block.kind == BlockKind::Title,
            words: block.words,
            anchor_words: block.anchor_words,
            tokens,
            tag_level: block.tag_level,
            text_density: block.text_density(),
            link_density: block.link_density(),
            repeats: repeats.repeats(),
            site_repeats: repeats.site_repeats(),
            site_share: repeats.site_share(),
            scores: scores.iter().filter_map(score).collect(),
            labels: named.map(|(_, name)| name.clone()).collect(),
        }
    }

    pub(super) fn all(page: StoredPage, manifest: &Manifest) -> Vec<Self> {
        let scores = manifest.scores();
        page.blocks.into_iter().map(|block| Self::of(block, &manifest.classifiers, &scores)).collect()
    }
}
