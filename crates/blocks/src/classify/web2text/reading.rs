//! A page as Web2Text reads it: text nodes of jsoup's tree, with their features.

/// Number of features of a leaf.
pub const BLOCK_FEATURES: usize = 128;
/// Number of features of a pair of neighbouring leaves.
pub const EDGE_FEATURES: usize = 25;

/// A text node of the page that is not blank: Web2Text's block.
#[derive(Debug, Clone, PartialEq)]
pub struct Leaf {
    /// Its text, with entities decoded and white space folded, as a range of bytes of [`Reading::text`].
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
    /// The texts of all leaves.
    pub text: String,
    /// The leaves.
    pub leaves: Vec<Leaf>,
    block_features: Vec<[f32; BLOCK_FEATURES]>,
    edge_features: Vec<[f32; EDGE_FEATURES]>,
}

impl Reading {
    /// Reads a page.
    pub fn new(_markup: &str) -> Self {
        Self::default()
    }

    /// The features of every leaf.
    pub fn block_features(&self) -> &[[f32; BLOCK_FEATURES]] {
        &self.block_features
    }

    /// The features of every leaf and the next one.
    pub fn edge_features(&self) -> &[[f32; EDGE_FEATURES]] {
        &self.edge_features
    }

    /// Returns the text of the leaves that are kept, as the original program writes it.
    pub fn kept_text(&self, kept: &[bool]) -> String {
        let mut out = String::new();
        let mut after_text = false;
        for (leaf, &kept) in self.leaves.iter().zip(kept) {
            if kept {
                out.push_str(&self.text[leaf.text.clone()]);
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
