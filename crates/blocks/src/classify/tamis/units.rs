//! Units: the pieces of a page that the remover judges, and the elements around them.
//!
//! A unit is about a paragraph: text that no element but an inline one interrupts, up to two BR in
//! a row. Every boundary of a unit is one of a block, in both cuts, so a block takes the
//! probability of its unit and both cuts keep the same text.

mod data;
mod reader;
pub mod tags;

use crate::page::{Blocks, Event, Page, Tag};
use reader::UnitReader;
use tags::TagInfo;

pub use data::{NONE, PAGE_KINDS, Unit, UnitElement, Units};

impl Units {
    /// Cuts a page into units, in time linear in its size.
    pub fn new(page: &Page, blocks: &Blocks) -> Self {
        // Behind the last block of a page that was cut short there is nothing to judge. A row takes
        // a kilobyte or two.
        let cut_off = blocks.blocks.last().filter(|_| !blocks.hits.is_empty());
        let events =
            &page.events[..cut_off.map_or(page.events.len(), |last| last.events.end as usize)];
        let mut units = Self::read(page, events, None);
        // Some pages have their text only for browsers without scripts. Blocks have none of it.
        let noscript = TagInfo::tag("NOSCRIPT");
        if units.is_short() && events.contains(&Event::Start(noscript)) {
            let with_noscript = Self::read(page, events, Some(noscript));
            if with_noscript.text.len() > 2 * units.text.len() {
                units = with_noscript;
            }
        }
        units.of_block = units.of_blocks(blocks);
        units
    }

    fn read(page: &Page, events: &[Event], noscript: Option<Tag>) -> Self {
        let mut reader = UnitReader::new(page, noscript);
        reader.read(page, events);
        let text = String::from_utf8(reader.text);
        let text =
            text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        Self { text, ..reader.out }
    }

    /// Whether the page has fewer than 80 words or so.
    fn is_short(&self) -> bool {
        self.text.len() < SHORT && self.text.split_ascii_whitespace().count() < 80
    }

    /// Finds the unit of each block: the one that has its first event.
    fn of_blocks(&self, blocks: &Blocks) -> Vec<u32> {
        let mut next = 0;
        let mut of_block = Vec::with_capacity(blocks.blocks.len());
        for block in &blocks.blocks {
            let start = block.events.start;
            while self.all.get(next).is_some_and(|unit: &Unit| unit.events.end <= start) {
                next += 1;
            }
            let is_inside = self.all.get(next).is_some_and(|unit| unit.events.start <= start);
            of_block.push(if is_inside { next as u32 } else { NONE });
        }
        of_block
    }
}

/// Pages with at least so many bytes of text are not short; their words are not counted.
const SHORT: usize = 4096;

#[cfg(test)]
mod tests;
