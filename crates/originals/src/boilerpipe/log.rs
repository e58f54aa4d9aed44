//! The log of the filters' decisions, for
//! [`Classifier::explain`](tamis_blocks::classify::Classifier::explain).

use tamis_blocks::page::Blocks;

/// The history of every block: the decisions, each with its filter, in order.
pub(super) struct Log {
    filter: &'static str,
    /// Number of filters so far; a filter may occur in a chain twice.
    turn: u32,
    /// The displayed number of the page's first block; the title comes before it.
    shown_from: u32,
    /// For each block the turn of its last entry, and all entries.
    said: Vec<(u32, String)>,
}

impl Log {
    pub(super) fn new(page: &Blocks) -> Self {
        let said = vec![(0, String::new()); page.blocks.len()];
        Self { filter: "", turn: 0, shown_from: u32::from(page.title.is_some()), said }
    }

    pub(super) fn begin(&mut self, filter: &'static str) {
        self.filter = filter;
        self.turn += 1;
    }

    pub(super) fn add(&mut self, number: u32, what: &str) {
        let (turn, said) = &mut self.said[number as usize];
        if *turn != self.turn {
            *turn = self.turn;
            said.push_str(if said.is_empty() { "" } else { "; " });
            said.push_str(self.filter);
            said.push_str(": ");
        } else {
            said.push_str(", ");
        }
        said.push_str(what);
    }

    /// A block's number or numbers, as displayed.
    pub(super) fn name(&self, first: u32, last: u32) -> String {
        let first = first + self.shown_from;
        let last = last + self.shown_from;
        if first == last { format!("block {first}") } else { format!("blocks {first} to {last}") }
    }

    pub(super) fn entries(self) -> Vec<String> {
        self.said.into_iter().map(|(_, said)| said).collect()
    }
}
