//! A page in Web2Text's blocks, the text nodes of its tree, and which of them a text keeps: as its
//! paper labels them from gold, and scores other systems (Vogels, Ganea, Eickhoff, ECIR 2018,
//! sections 4.1.1 and 4.4).

use tamis_blocks::block::align::{self, KeptUnits};
use tamis_originals::classify::web2text::reading::{Leaf, Reading, with_line_feeds};

/// Web2Text's blocks of a page, with the gold's labels.
pub struct Leaves<'a> {
    markup: &'a str,
    leaves: Vec<Leaf>,
    /// Whether each is content in the gold.
    pub gold: Vec<bool>,
}

impl<'a> Leaves<'a> {
    /// Reads a page and labels its blocks by the gold, in CleanEval's format or without tags.
    pub fn new(markup: &'a str, gold: &str) -> Self {
        let leaves = Reading::new(markup).leaves;
        let gold = kept(markup, &leaves, &align::normalised(gold));
        Self { markup, leaves, gold }
    }

    /// Returns whether a text keeps each block: more than two thirds of its characters.
    pub fn kept(&self, text: &str) -> Vec<bool> {
        kept(self.markup, &self.leaves, text.trim())
    }
}

/// Returns whether a text keeps each of these blocks of a page. Blocks without position are not
/// kept. Line ends of any system are those of [`Reading::new`], to which positions refer.
pub fn kept(markup: &str, leaves: &[Leaf], text: &str) -> Vec<bool> {
    let kept = align::align(&with_line_feeds(markup), &with_line_feeds(text));
    leaves.iter().map(|leaf| is_kept(leaf, &kept)).collect()
}

fn is_kept(leaf: &Leaf, kept: &KeptUnits) -> bool {
    match (usize::try_from(leaf.start), usize::try_from(leaf.end)) {
        (Ok(start), Ok(end)) => kept.is_content(start..end, leaf.n_characters as usize),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_any_system_move_no_block() {
        let page = "<p>Home</p>|<p>Two penguins|crossed the bay.</p>|<p>Away</p>";
        for end in ["\n", "\r\n", "\r"] {
            let markup = page.replace('|', end);
            let leaves = Leaves::new(&markup, "<p>Two penguins\ncrossed the bay.");
            assert_eq!(leaves.gold, [false, true, false]);
            assert_eq!(leaves.kept("Away"), [false, false, true]);
        }
    }
}
