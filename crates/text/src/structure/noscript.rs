//! The texts in NOSCRIPT: forums show their threads by scripts, and have them there for who runs
//! none.

use super::text::Texts;
use super::unplaced::add_letters;
use super::{Is, Structure};
use rustc_hash::FxHashSet;
use tamis_blocks::page::{Blocks, Span};

/// The texts in NOSCRIPT of a page, as blocks after the others.
pub struct Noscript {
    /// The number of the first of these blocks.
    first: u32,
    count: usize,
}

impl Noscript {
    /// Adds those of a page to its texts; none, if there are none.
    pub fn add(texts: &mut Texts, blocks: &Blocks) -> Option<Self> {
        let first = blocks.blocks.len() as u32;
        let spans = noscript(texts);
        texts.add_blocks(first, &spans);
        (!spans.is_empty()).then_some(Self { first, count: spans.len() })
    }

    /// Returns which blocks a method keeps, those of NOSCRIPT too, by the text that it prints, and
    /// whether that is all of what it prints; if not, it keeps none of NOSCRIPT.
    pub fn kept(&self, texts: &Texts, mut is_kept: Vec<bool>, text: &str) -> (Vec<bool>, bool) {
        is_kept.resize(self.first as usize + self.count, false);
        let mut printed = String::with_capacity(text.len());
        add_letters(text, &mut printed);
        let mut walk = TextWalk::new(&printed);
        let mut letters = String::new();
        for (span, block) in texts.of_blocks() {
            let is_noscript = *block >= self.first;
            letters.clear();
            if is_noscript || is_kept[*block as usize] {
                add_letters(texts.text(span), &mut letters);
            }
            if !letters.is_empty() && !walk.takes(&letters, *block, is_noscript) {
                break;
            }
        }
        let taken = walk.all_taken();
        let is_all = taken.is_some();
        for block in taken.into_iter().flatten() {
            is_kept[block as usize] = true;
        }
        (is_kept, is_all)
    }
}

/// A text that is read as texts of blocks, one after the other, of which some may be left out.
struct TextWalk<'a> {
    text: &'a str,
    /// Ways to read it: how far, the block that was read last, and the way before that.
    ways: Vec<(usize, u32, usize)>,
    /// The ways that may go on, no two of them as far.
    open: Vec<usize>,
    ends: FxHashSet<usize>,
}

/// Ways that are followed at once, and in all.
const WAYS: [usize; 2] = [256, 1 << 18];

impl<'a> TextWalk<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, ways: vec![(0, 0, 0)], open: vec![0], ends: FxHashSet::from_iter([0]) }
    }

    /// Reads the text of a block, which may be left out or not. Returns whether there is a way on.
    fn takes(&mut self, letters: &str, block: u32, is_optional: bool) -> bool {
        let before = self.open.len();
        for at in 0..before {
            let way = self.open[at];
            let end = self.ways[way].0 + letters.len();
            let is_next = self.text.as_bytes()[self.ways[way].0..].starts_with(letters.as_bytes());
            // Of ways on that all go on none is as far as another.
            if is_next && (!is_optional || self.ends.insert(end)) {
                self.open.push(self.ways.len());
                self.ways.push((end, block, way));
            }
        }
        if !is_optional {
            self.open.drain(..before);
            self.ends = self.open.iter().map(|way| self.ways[*way].0).collect();
        }
        (1..=WAYS[0]).contains(&self.open.len()) && self.ways.len() <= WAYS[1]
    }

    /// The blocks of a way that has read all, from the last; none, if there is none.
    fn all_taken(&self) -> Option<Vec<u32>> {
        let is_whole = |way: &&usize| self.ways[**way].0 == self.text.len();
        let mut way = *self.open.iter().find(is_whole)?;
        let mut blocks = Vec::new();
        while way > 0 {
            let (_, block, before) = self.ways[way];
            blocks.push(block);
            way = before;
        }
        Some(blocks)
    }
}

impl Structure {
    /// Forgets the blocks of NOSCRIPT, which no other has: those from a number on.
    pub(crate) fn forget_from(&mut self, first: u32) {
        self.each_piece(&mut |piece| piece.block = piece.block.filter(|block| *block < first));
    }
}

/// The texts in NOSCRIPT that no block has.
fn noscript(texts: &Texts) -> Vec<Span> {
    let outline = texts.outline;
    let mut spans = Vec::new();
    let mut node = 0;
    while (node as usize) < outline.nodes().len() {
        if outline.name(node) != "NOSCRIPT" {
            node += 1;
            continue;
        }
        for inner in outline.inside(node) {
            if let Is::Text(span) = &outline.nodes()[inner as usize].is
                && texts.is_in_none(span)
            {
                spans.push(span.clone());
            }
        }
        node = outline.end(node);
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Outline};
    use super::*;
    use tamis_blocks::block;
    use tamis_blocks::classify::Kept;
    use tamis_blocks::classify::Subject;
    use tamis_blocks::page::{Budget, Cut, Label};

    #[test]
    fn text_in_noscript_has_its_structure() {
        let html = "<p>Loading</p><noscript><p>No. <p>One <a href=x>two</a> three four.</p><ul>\
                    <li>Five six seven eight.</ul><pre>a  b</pre></noscript>";
        let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject = Subject::new(&page, &blocks).with_outline(&outline);
        let written = |text: &str| {
            let labels = vec![Label::Boilerplate; blocks.blocks.len()];
            let made = Structure::of_kept(&subject, None, &Kept { labels, text: text.to_owned() });
            made.markdown(Options { links: true, images: true })
        };
        let whole = "One [two](x) three four.\n\n- Five six seven eight.\n\n```\na  b\n```\n";
        assert_eq!(written("One two three four.\nFive six seven eight.\na b\n"), whole);
        assert_eq!(
            written("One two three four.\nNine ten.\n"),
            "One two three four.\n\nNine ten.\n"
        );
    }
}
