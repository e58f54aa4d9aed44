//! What filters say of a page's blocks, for `tamis extract --explain`.

use super::document::TextBlock;
use crate::page::Blocks;

/// Every block's history: what was decided of it, by which filter, in order.
pub(super) struct Log {
    filter: &'static str,
    /// The number under which the page's first block is shown: the title stands before it.
    shown_from: u32,
    /// Of each block, the filter that spoke last and all that was said.
    said: Vec<(&'static str, String)>,
}

impl Log {
    pub(super) fn new(page: &Blocks) -> Self {
        let said = vec![("", String::new()); page.blocks.len()];
        Self { filter: "", shown_from: u32::from(page.title.is_some()), said }
    }

    pub(super) fn begin(&mut self, filter: &'static str) {
        self.filter = filter;
    }

    pub(super) fn tell(&mut self, number: u32, what: &str) {
        let (filter, said) = &mut self.said[number as usize];
        if *filter != self.filter {
            *filter = self.filter;
            said.push_str(if said.is_empty() { "" } else { "; " });
            said.push_str(self.filter);
            said.push_str(": ");
        } else {
            said.push_str(", ");
        }
        said.push_str(what);
    }

    /// A block's number or numbers as they are shown.
    pub(super) fn name(&self, block: &TextBlock) -> String {
        let (first, last) = (block.first + self.shown_from, block.last + self.shown_from);
        if first == last { format!("block {first}") } else { format!("blocks {first} to {last}") }
    }

    pub(super) fn told(self) -> Vec<String> {
        self.said.into_iter().map(|(_, said)| said).collect()
    }
}
