//! The parts of some ranges of a page, each without the ranges inside it: its comments.

use super::context::Convert;
use super::notes::Notes;
use super::text::{Texts, flush};
use super::{Inline, Is, Part, Structure};
use std::ops::Range;
use tamis_blocks::html::Role;

impl Structure {
    /// Makes parts of ranges of nodes, each of which is one or more elements beside one another.
    /// What is left of each are its texts in blocks for which `is_kept`; footnotes stay where they
    /// are.
    pub(crate) fn of_ranges(
        texts: &Texts,
        address: Option<&str>,
        ranges: &[Range<u32>],
        is_kept: &[bool],
    ) -> Vec<Self> {
        let outline = texts.outline;
        let tops = ranges.iter().flat_map(|range| outline.outermost(range.clone()));
        let notes = Notes::leaving_out(tops.filter(|node| !outline.is_text(*node)));
        let convert = Convert::new(texts, &notes, address, Some(is_kept));
        let one = |range: &Range<u32>| {
            let mut parts = Vec::new();
            let mut line = Vec::new();
            for node in outline.outermost(range.clone()) {
                match outline.role(node) {
                    // What is inside alone: it may be an item of a list or a row of a table.
                    Role::Block if !is_whole(outline.name(node)) => {
                        flush(&mut line, &mut parts);
                        convert.flow(node, &mut parts);
                    }
                    Role::Block => {
                        flush(&mut line, &mut parts);
                        convert.block(node, None, &mut parts);
                    }
                    Role::Inline if outline.is_text(node) => convert.inline(node, &mut line),
                    Role::Inline if convert.is_blocky(node) => {
                        convert.flow(node, &mut parts);
                    }
                    Role::Inline => convert.inlines(node, &mut line),
                    Role::Hidden => {}
                }
            }
            flush(&mut line, &mut parts);
            unlisted(parts)
        };
        let all: Vec<Vec<Part>> = ranges.iter().map(one).collect();
        let hits = convert.hits();
        let made = all.into_iter().zip(ranges).map(|(parts, range)| match convert.is_over.get() {
            true => convert.flat(range),
            false => parts,
        });
        let made = made.map(|parts| Self { parts, ..Self::default() }.composed());
        let mut made: Vec<Self> = made.collect();
        if let Some(first) = made.first_mut() {
            first.hits = hits;
        }
        made
    }
}

impl Convert<'_> {
    /// A paragraph of the texts of a range that are in no other, if the time is up.
    fn flat(&self, range: &Range<u32>) -> Vec<Part> {
        let mut line = Vec::new();
        for outermost in self.outline.outermost(range.clone()) {
            let mut node = outermost;
            while node < self.outline.end(outermost) {
                let is_other = node > outermost && self.notes.is_left_out(node);
                if let Is::Text(span) = &self.outline.nodes()[node as usize].is
                    && !is_other
                {
                    self.texts.pieces(span, |piece| line.push(Inline::Text(piece)));
                }
                node = if is_other { self.outline.end(node) } else { node + 1 };
            }
        }
        let mut parts = Vec::new();
        flush(&mut line, &mut parts);
        parts
    }
}

/// Whether an element says by its name what its content is.
fn is_whole(name: &str) -> bool {
    matches!(name, "BLOCKQUOTE" | "PRE" | "UL" | "OL" | "FIGURE" | "H1" | "H2" | "H3" | "H4" | "H5")
}

/// What is in a list of one item, if there is nothing else.
fn unlisted(mut parts: Vec<Part>) -> Vec<Part> {
    match &mut parts[..] {
        [Part::List(list)] if list.items.len() == 1 => std::mem::take(&mut list.items[0].parts),
        _ => parts,
    }
}
