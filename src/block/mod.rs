//! A page and a cut into blocks with their counts: boilerpipe's `BoilerpipeHTMLContentHandler`, and the finer cut of the
//! WSDM paper (Kohlschütter, Fankhauser, Nejdl 2010, section 4.1).

mod action;
mod build;
mod chars;
mod count;

use crate::page::{Blocks, Cut, Event, Page};

/// Cuts a page into blocks. Never fails; a page without text has none.
pub fn cut(page: &Page, cut: Cut) -> Blocks {
    let mut builder = build::Builder::new(page, cut);
    for (index, event) in page.events.iter().enumerate() {
        match event {
            Event::Start(tag) => builder.start(*tag),
            Event::End(tag) => builder.end(*tag),
            Event::Text(span) => builder.text(index as u32, &page.text[span.start as usize..span.end as usize]),
        }
    }
    builder.finish()
}

#[cfg(test)]
pub(crate) mod tests;
