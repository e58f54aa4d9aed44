//! Formatting elements: reopened where the end of a block closed them.

use super::builder::{Builder, Formatting};
use super::tree::Id;
use crate::name::Name;

/// Maximum number of formatting elements that may be reopened. The oldest are forgotten.
const MAX_FORMATTING: usize = 128;

impl Builder<'_> {
    /// Notes a formatting element; the first of three alike is forgotten.
    pub fn push_formatting(&mut self, id: Id, name: Name, attributes: u64) {
        let mut alike = 0;
        for at in (0..self.formatting.len()).rev() {
            let Some(other) = self.formatting[at] else { break };
            alike += usize::from((other.name, other.attributes) == (name, attributes));
            if alike == 3 {
                self.formatting.remove(at);
                break;
            }
        }
        if self.formatting.len() >= MAX_FORMATTING {
            self.formatting.remove(0);
        }
        self.formatting.push(Some(Formatting { id, name, attributes }));
    }

    /// Opens the formatting elements again that were closed by others' ends.
    pub fn reconstruct(&mut self) {
        let Some(Some(last)) = self.formatting.last() else { return };
        if self.is_open(last.id) {
            return;
        }
        let not_closed = self
            .formatting
            .iter()
            .rposition(|entry| entry.is_none_or(|entry| self.is_open(entry.id)));
        let from = not_closed.map_or(0, |at| at + 1);
        for at in from..self.formatting.len() {
            let Some(entry) = self.formatting[at].filter(|_| self.reopenings > 0) else { return };
            self.reopenings -= 1;
            let id = self.insert_implied(entry.name);
            self.tree.node_mut(id).range = self.tree.node(entry.id).range;
            self.formatting[at] = Some(Formatting { id, ..entry });
        }
    }

    pub fn clear_formatting(&mut self) {
        while let Some(Some(_)) = self.formatting.pop() {}
    }

    pub fn forget_formatting(&mut self, id: Id) {
        if let Some(at) =
            self.formatting.iter().rposition(|entry| entry.is_some_and(|entry| entry.id == id))
        {
            self.formatting.remove(at);
        }
    }

    /// The last formatting element of a name, up to the last marker.
    pub fn find_formatting(&self, name: Name) -> Option<Formatting> {
        self.formatting.iter().rev().map_while(|entry| *entry).find(|entry| entry.name == name)
    }
}
