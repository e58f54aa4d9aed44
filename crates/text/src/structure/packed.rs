//! A structure as an index stores it. Its texts are spans of the texts of blocks, which the index
//! has already; addresses are what differs from the address before.

use super::walk::PartLeaf;
use super::{Inline, Structure};
use serde::{Deserialize, Serialize};
use tamis_blocks::html::floor;

/// A structure without the texts that blocks have.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packed {
    /// A piece without text is in the next of `spans`, as many blocks after the last such piece as
    /// its number says.
    structure: Structure,
    spans: Vec<PieceSpan>,
    /// How many bytes each address has in common with the one before.
    shared: Vec<u32>,
}

/// Where the text of a piece is in its block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct PieceSpan {
    /// How many bytes after the last piece of the block.
    skip: u32,
    /// How many bytes; none, if it goes to the end of the block.
    length: Option<u32>,
}

impl Packed {
    /// Packs a structure; `text_of` is the text of a block.
    pub fn new<'a>(mut structure: Structure, text_of: &dyn Fn(u32) -> &'a str) -> Self {
        let mut spans = Vec::new();
        let mut ends = TextEnds::default();
        structure.each_piece(&mut |piece| {
            let Some(block) = piece.block else { return };
            let from = ends.of(block);
            let rest = text_of(block).get(from..).unwrap_or_default();
            // Not far ahead, or a page would be searched again for each text that is not there.
            let near = &rest[..floor(rest, piece.text.len().saturating_add(NEAR))];
            let Some(skip) = near.find(&piece.text) else { return };
            let end = skip + piece.text.len();
            let length = (end < rest.len()).then_some(piece.text.len() as u32);
            spans.push(PieceSpan { skip: skip as u32, length });
            piece.block = Some(block.wrapping_sub(ends.last));
            piece.text = String::new();
            ends.set(block, from + end);
        });
        let mut shared = Vec::new();
        let mut before = String::new();
        structure.each_address(&mut |address| {
            let same = before.bytes().zip(address.bytes()).take_while(|(a, b)| a == b).count();
            let same = floor(address, same);
            shared.push(same as u32);
            before.truncate(same);
            before.push_str(&address[same..]);
            address.drain(..same);
        });
        Self { structure, spans, shared }
    }

    /// The structure, with the texts of its blocks. `None` if it is damaged, or if they are not the
    /// texts that it was packed with.
    pub fn unpack<'a>(self, text_of: &dyn Fn(u32) -> Option<&'a str>) -> Option<Structure> {
        let Self { mut structure, spans, shared } = self;
        let mut spans = spans.into_iter();
        let mut ends = TextEnds::default();
        let mut is_whole = true;
        structure.each_piece(&mut |piece| {
            let Some(after) = piece.block.filter(|_| piece.text.is_empty()) else { return };
            let block = ends.last.wrapping_add(after);
            let found = spans.next().and_then(|span| {
                let text = text_of(block)?;
                let start = ends.of(block) + span.skip as usize;
                let end = span.length.map_or(text.len(), |length| start + length as usize);
                ends.set(block, end);
                text.get(start..end)
            });
            is_whole &= found.is_some();
            piece.block = Some(block);
            piece.text.push_str(found.unwrap_or_default());
        });
        let mut shared = shared.into_iter();
        let mut before = String::new();
        structure.each_address(&mut |address| {
            let same = shared.next().and_then(|same| before.get(..same as usize));
            is_whole &= same.is_some();
            address.insert_str(0, same.unwrap_or_default());
            before.clone_from(address);
        });
        (is_whole && structure.has_its_notes()).then_some(structure)
    }
}

/// Bytes ahead in which a text is looked for.
const NEAR: usize = 256;

/// Where the last text of each block ends.
#[derive(Default)]
struct TextEnds {
    all: Vec<usize>,
    last: u32,
}

impl TextEnds {
    fn of(&self, block: u32) -> usize {
        self.all.get(block as usize).copied().unwrap_or_default()
    }

    fn set(&mut self, block: u32, end: usize) {
        if self.all.len() <= block as usize {
            self.all.resize(block as usize + 1, 0);
        }
        self.all[block as usize] = end;
        self.last = block;
    }
}

impl Structure {
    /// Calls `visit` with the address of every link and image.
    fn each_address(&mut self, visit: &mut dyn FnMut(&mut String)) {
        self.each_leaf(&mut |leaf| {
            if let PartLeaf::Line(line) = leaf {
                each_address(line, visit);
            }
        });
    }

    /// Whether all references lead to footnotes.
    fn has_its_notes(&mut self) -> bool {
        let count = self.notes.len();
        let mut has_all = true;
        self.each_leaf(&mut |leaf| {
            if let PartLeaf::Line(line) = leaf {
                has_all &= has_notes(line, count);
            }
        });
        has_all
    }
}

fn has_notes(line: &[Inline], count: usize) -> bool {
    line.iter().all(|inline| match inline {
        Inline::Note(number) => *number < count,
        Inline::Styled(_, inner) | Inline::Link(_, inner) => has_notes(inner, count),
        _ => true,
    })
}

fn each_address(line: &mut [Inline], visit: &mut dyn FnMut(&mut String)) {
    for inline in line {
        match inline {
            Inline::Link(address, inner) => {
                visit(address);
                each_address(inner, visit);
            }
            Inline::Image(image) => visit(&mut image.address),
            Inline::Styled(_, inner) => each_address(inner, visit),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Outline};
    use super::*;
    use tamis_blocks::block;
    use tamis_blocks::classify::Subject;
    use tamis_blocks::page::{Budget, Cut};

    const PAGE: &str = "<h1>Tea</h1><p>Boil <b>fresh</b> <a href=https://a.example/b>water</a> and \
        <img src=https://a.example/c alt=pot> wait<sup><a href=#n id=r>1</a></sup>.\
        <table><tr><th>Leaf<th>Minutes<tr><td rowspan=2>Green<td>2<tr><td>3</table>\
        <ol start=3><li>Warm it.<ul><li>Pour.</ul></ol><pre><code class=language-c>int \
        a;</code></pre>\
        <dl><dt>Pot<dd>Of clay.</dl><p>So \\(x^2\\) it is.<blockquote>Said.</blockquote>\
        <ol class=footnotes><li id=n>A note. <a href=#r>back</a></ol>";

    #[test]
    fn damaged_bytes_are_refused_or_are_another_structure() {
        let (page, outline) = Outline::parse(PAGE, &Budget::UNLIMITED);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let text_of = |number: u32| Some(blocks.text_of(blocks.blocks.get(number as usize)?));
        let whole = Structure::new(&Subject::new(&page, &blocks).with_outline(&outline), None);
        let packed = Packed::new(whole.clone(), &|number| text_of(number).unwrap());
        let bytes = postcard::to_allocvec(&packed).unwrap();
        let options = Options { links: true, images: true };
        let mut refused = 0;
        for at in 0..bytes.len() {
            for value in [0, 1, 2, 5, 9, 60, 0x7f, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                let read = postcard::from_bytes::<Packed>(&damaged).ok();
                let Some(mut read) = read.and_then(|packed| packed.unpack(&text_of)) else {
                    refused += 1;
                    continue;
                };
                assert!(read == whole || value != bytes[at]);
                read.html(options);
                read.keep(&|block| block % 2 == 0);
                read.markdown(options);
            }
        }
        assert!(refused > bytes.len(), "{refused} of {} bytes", bytes.len());
    }
}
