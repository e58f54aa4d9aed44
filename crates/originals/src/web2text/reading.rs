//! A page as Web2Text reads it: text nodes of jsoup's tree, with their features.

use super::collapsed::Collapsed;
use super::features;
pub use super::features::{BLOCK_FEATURES, EDGE_FEATURES};
use super::jsoup;
use crate::line_end;
use std::borrow::Cow;

/// A text node of the page that is not blank: Web2Text's block.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaf {
    /// Its text, with entities decoded and white space folded, as a range of bytes of
    /// [`Reading::text`].
    pub text: std::ops::Range<usize>,
    /// Its first position in the page, in UTF-16 units; -1 if unknown.
    pub start: i32,
    /// The position after it, in UTF-16 units; -1 if unknown.
    pub end: i32,
    /// Length of its trimmed text in UTF-16 units, at least 1.
    pub n_characters: u32,
    /// Whether a block-level element begins or ends before it.
    pub break_before: bool,
    /// Whether a block-level element begins or ends after it.
    pub break_after: bool,
}

/// The leaves of a page, in page order.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The texts of all leaves, and of other text nodes.
    pub text: String,
    /// The leaves.
    pub leaves: Vec<Leaf>,
    block_features: Vec<[f32; BLOCK_FEATURES]>,
    edge_features: Vec<[f32; EDGE_FEATURES]>,
}

impl Reading {
    /// Reads a page. Positions are those in the page with every line end as `\n`.
    pub fn new(markup: &str) -> Self {
        let page = with_line_feeds(markup);
        let tree = jsoup::parse(&page);
        let collapsed = Collapsed::new(&tree);
        let (block_features, edge_features) = features::features(&tree, &collapsed);
        let mut leaves = Vec::with_capacity(collapsed.leaves.len());
        for &at in &collapsed.leaves {
            let node = &collapsed.nodes[at as usize];
            leaves.push(Leaf {
                text: tree.text_range(node.bottom),
                start: node.start,
                end: node.end,
                n_characters: node.counts.characters,
                break_before: node.break_before,
                break_after: node.break_after,
            });
        }
        Self { text: tree.pool, leaves, block_features, edge_features }
    }

    /// The features of every leaf.
    pub fn block_features(&self) -> &[[f32; BLOCK_FEATURES]] {
        &self.block_features
    }

    /// The features of every leaf and the next one.
    pub fn edge_features(&self) -> &[[f32; EDGE_FEATURES]] {
        &self.edge_features
    }

    /// The text of a leaf.
    pub fn text_of(&self, leaf: &Leaf) -> &str {
        &self.text[leaf.text.clone()]
    }

    /// Returns the text of the leaves that are kept, as the original program writes it.
    pub fn kept_text(&self, kept: &[bool]) -> String {
        let mut out = String::new();
        let mut after_text = false;
        for (leaf, &kept) in self.leaves.iter().zip(kept) {
            if kept {
                out.push_str(self.text_of(leaf));
            }
            if leaf.break_after && (kept || after_text) {
                out.push_str("\n\n");
                after_text = false;
            } else {
                after_text |= kept;
            }
        }
        out
    }
}

/// Returns a page as the original reads it, line by line: every line ends with a line feed, and the
/// last one does not end.
pub fn with_line_feeds(markup: &str) -> Cow<'_, str> {
    match line_end::with_line_feeds(markup) {
        Cow::Borrowed(page) => Cow::Borrowed(page.strip_suffix('\n').unwrap_or(page)),
        Cow::Owned(mut page) => {
            page.truncate(page.strip_suffix('\n').unwrap_or(&page).len());
            Cow::Owned(page)
        }
    }
}
