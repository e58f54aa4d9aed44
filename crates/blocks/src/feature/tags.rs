//! The headings, paragraphs, divisions and anchors around a block (section 3.2 of the paper).

use crate::html;
use crate::page::{Blocks, Event, Page};

pub(super) const TAGS: [&str; 9] = ["H1", "H2", "H3", "H4", "H5", "H6", "P", "DIV", "A"];

/// Returns for each block which of [`TAGS`] are open where its text begins.
pub(super) fn around(page: &Page, blocks: &Blocks) -> Vec<[bool; TAGS.len()]> {
    let tags = TAGS.map(|name| html::known_tag(name.as_bytes()));
    let mut open = [0u32; TAGS.len()];
    let mut events = page.events.iter().enumerate();
    let mut around = Vec::with_capacity(blocks.blocks.len());
    for block in &blocks.blocks {
        for (i, event) in events.by_ref() {
            match event {
                Event::Start(tag) => {
                    if let Some(place) = tags.iter().position(|known| *known == Some(*tag)) {
                        open[place] += 1;
                    }
                }
                Event::End(tag) => {
                    if let Some(place) = tags.iter().position(|known| *known == Some(*tag)) {
                        open[place] = open[place].saturating_sub(1);
                    }
                }
                Event::Text(_) if i as u32 == block.events.start => break,
                Event::Text(_) => {}
            }
        }
        around.push(open.map(|n| n > 0));
    }
    around
}
