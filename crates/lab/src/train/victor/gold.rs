//! The labels of Victor's blocks, from gold text: with CleanEval's marks for headings, items and
//! paragraphs, or else line by line.

use crate::accuracy::gold::GoldPage;
use tamis_blocks::block::carry::{Alignment, BlockWords};
use tamis_originals::classify::victor::{VictorBlock, VictorKind};

/// Returns the kind of each block. A block is content if half of its words are in the gold text,
/// after alignment; the first one of a marked piece has the kind of the piece, the others continue
/// it. A block without words continues the piece that is on both of its sides.
pub(super) fn kinds(blocks: &[VictorBlock], gold: &GoldPage) -> Vec<VictorKind> {
    let pieces = match &gold.marked {
        Some(marked) => marked_pieces(marked),
        None => gold.text.lines().map(|line| (VictorKind::Paragraph, line)).collect(),
    };
    let aligned = Alignment::new(
        &BlockWords::from_texts(blocks.iter().map(|block| &*block.text)),
        pieces.iter().map(|(_, text)| *text),
    );
    let shares = aligned.shares(|_| true);
    let mut origins: Vec<Option<usize>> = aligned.origins();
    for (origin, share) in origins.iter_mut().zip(&shares) {
        *origin = origin.filter(|_| *share >= 0.5);
    }
    let has_word: Vec<bool> =
        blocks.iter().map(|block| block.text.contains(char::is_alphanumeric)).collect();
    let worded: Vec<usize> = (0..blocks.len()).filter(|&block| has_word[block]).collect();
    for between in worded.windows(2) {
        if origins[between[0]] == origins[between[1]] {
            let origin = origins[between[0]];
            origins[between[0] + 1..between[1]].fill(origin);
        }
    }
    let mut begun = None;
    let mut kinds = Vec::with_capacity(blocks.len());
    for origin in origins {
        kinds.push(match origin {
            None => VictorKind::Other,
            Some(piece) if begun.replace(piece) == Some(piece) => VictorKind::Continuation,
            Some(piece) => pieces[piece].0,
        });
    }
    kinds
}

/// Returns the pieces of a marked text. What stands before the first mark is a paragraph.
fn marked_pieces(marked: &str) -> Vec<(VictorKind, &str)> {
    let mut pieces = Vec::new();
    let mut kind = VictorKind::Paragraph;
    let mut from = 0;
    let mut at = 0;
    while let Some(tag) = memchr::memchr(b'<', &marked.as_bytes()[at..]).map(|tag| at + tag) {
        at = tag + 1;
        let next = match marked.as_bytes().get(tag..tag + 3) {
            Some([b'<', b'p' | b'P', b'>']) => VictorKind::Paragraph,
            Some([b'<', b'h' | b'H', b'>']) => VictorKind::Header,
            Some([b'<', b'l' | b'L', b'>']) => VictorKind::List,
            _ => continue,
        };
        pieces.push((kind, &marked[from..tag]));
        kind = next;
        from = tag + 3;
        at = tag + 3;
    }
    pieces.push((kind, &marked[from..]));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(texts: &[&str], gold: GoldPage) -> Vec<&'static str> {
        let blocks: Vec<VictorBlock> = texts.iter().map(|text| VictorBlock::new(text)).collect();
        kinds(&blocks, &gold).into_iter().map(VictorKind::name).collect()
    }

    #[test]
    fn blocks_begin_or_continue_pieces_of_the_gold() {
        let marked =
            Some("before\n<h>On the ice\n<p>we walk < and walk, far\n<l>1. to the sea".to_owned());
        let texts = [
            "home",
            "On the ice",
            "we",
            "walk",
            ", ",
            "and walk, far",
            "|",
            "1. to the sea",
            "about",
        ];
        let expected = [
            "other",
            "header",
            "paragraph",
            "continuation",
            "continuation",
            "continuation",
            "other",
            "list",
            "other",
        ];
        assert_eq!(names(&texts, GoldPage { marked, ..GoldPage::default() }), expected);
    }

    #[test]
    fn without_marks_lines_are_paragraphs() {
        let gold = GoldPage { text: "On the ice\nwe walk".to_owned(), ..GoldPage::default() };
        assert_eq!(
            names(&["On", "the ice", "we walk", "home"], gold),
            ["paragraph", "continuation", "paragraph", "other"]
        );
    }
}
