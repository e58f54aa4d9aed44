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
    entries: Vec<(u32, String)>,
}

impl Log {
    pub(super) fn new(page: &Blocks) -> Self {
        let entries = vec![(0, String::new()); page.blocks.len()];
        Self { filter: "", turn: 0, shown_from: u32::from(page.title.is_some()), entries }
    }

    pub(super) fn begin(&mut self, filter: &'static str) {
        self.filter = filter;
        self.turn += 1;
    }

    /// Adds an entry of the current filter to the history of a block.
    pub(super) fn add(&mut self, number: u32, entry: &str) {
        let (turn, history) = &mut self.entries[number as usize];
        if *turn != self.turn {
            *turn = self.turn;
            history.push_str(if history.is_empty() { "" } else { "; " });
            history.push_str(self.filter);
            history.push_str(": ");
        } else {
            history.push_str(", ");
        }
        history.push_str(entry);
    }

    /// A block's number or numbers, as displayed.
    pub(super) fn name(&self, first: u32, last: u32) -> String {
        let first = first + self.shown_from;
        let last = last + self.shown_from;
        if first == last { format!("block {first}") } else { format!("blocks {first} to {last}") }
    }

    pub(super) fn entries(self) -> Vec<String> {
        self.entries.into_iter().map(|(_, history)| history).collect()
    }
}
