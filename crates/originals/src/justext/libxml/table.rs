//! Tables over element names.

use crate::justext::tags::Tags;
use tamis_blocks::html::KNOWN;
use tamis_blocks::page::Tag;

/// A row for each well-known element, and one row for all others.
pub(super) struct TagTable<T> {
    rows: Vec<T>,
    other: T,
}

impl<T: Clone> TagTable<T> {
    pub(super) fn new(other: T, rows: impl IntoIterator<Item = (&'static str, T)>) -> Self {
        let mut table = Self { rows: vec![other.clone(); KNOWN], other };
        for (name, row) in rows {
            table.rows[Tags::tag(name).0 as usize] = row;
        }
        table
    }

    pub(super) fn row(&self, tag: Tag) -> &T {
        self.rows.get(tag.0 as usize).unwrap_or(&self.other)
    }
}
