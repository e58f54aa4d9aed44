//! Losses that are known before an archive is read: damage to the directory of a WACZ. Each counts
//! as a record.

use crate::checkpoint::Checkpoint;
use crate::item::{Item, RecordReport};
use crate::records::Items;

/// Returns the losses one by one.
pub(crate) struct Listed {
    losses: std::vec::IntoIter<RecordReport>,
    /// Number of losses before the first one of this reader.
    before: u64,
    given: u64,
}

impl Listed {
    /// The losses from `from` on.
    pub(crate) fn new(losses: &[RecordReport], from: Checkpoint) -> Self {
        let before = usize::try_from(from.records).unwrap_or(usize::MAX).min(losses.len());
        let left: Vec<RecordReport> = losses[before..].to_vec();
        Self { losses: left.into_iter(), before: before as u64, given: 0 }
    }
}

impl Iterator for Listed {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let loss = self.losses.next()?;
        self.given += 1;
        Some(Item::Skipped(loss))
    }
}

impl Items for Listed {
    fn records(&self) -> u64 {
        self.given
    }

    fn checkpoint(&self) -> Checkpoint {
        Checkpoint { records: self.before + self.given, ..Checkpoint::default() }
    }
}
