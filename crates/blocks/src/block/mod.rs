//! Cuts a page into blocks and counts their words: like boilerpipe's
//! `BoilerpipeHTMLContentHandler`, or with the finer cut of the WSDM paper (Kohlschütter,
//! Fankhauser, Nejdl 2010, section 4.1).

mod action;
pub mod align;
mod build;
pub mod carry;
mod chars;
mod common;
mod count;

pub(crate) use common::differences;

use crate::page::{Blocks, Budget, Cut, Event, Page, Stage};

/// Returns the number of boilerpipe's tokens in a text, words or not (Table 1 of the paper counts
/// both).
pub fn tokens(text: &str) -> u32 {
    let mut counts = count::BlockCounts::new();
    counts.text(text, &mut String::new());
    counts.space();
    counts.tokens
}

/// How often the clock is read, in events.
const LOOK_EVERY: usize = 4096;

/// Cuts a page into blocks, without limits. Never fails; a page without text has none.
pub fn cut(page: &Page, cut: Cut) -> Blocks {
    cut_within(page, cut, &Budget::UNLIMITED)
}

/// Cuts a page into blocks within limits. Never fails; a page without text has none.
pub fn cut_within(page: &Page, cut: Cut, budget: &Budget) -> Blocks {
    let mut builder = build::BlockBuilder::new(page, cut, budget.blocks());
    let mut uncut: &[Event] = &[];
    for (index, event) in page.events.iter().enumerate() {
        if index % LOOK_EVERY == LOOK_EVERY - 1 && budget.is_over(Stage::Cutting) {
            uncut = &page.events[index..];
            break;
        }
        match event {
            Event::Start(tag) => builder.start(*tag),
            Event::End(tag) => builder.end(*tag),
            Event::Text(span) => {
                builder.text(index as u32, &page.text[span.start as usize..span.end as usize]);
            }
        }
    }
    let mut blocks = builder.finish();
    if !uncut.is_empty() {
        let mut bytes = 0;
        for event in uncut {
            if let Event::Text(span) = event {
                bytes += span.len() as u64;
            }
        }
        blocks.hits.push(budget.time_hit(Stage::Cutting, bytes));
    }
    blocks
}

#[cfg(test)]
pub(crate) mod tests;
