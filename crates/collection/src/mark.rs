//! Recognises the start of a record among other lines.

use memchr::{memchr_iter, memmem};

/// Describes how a record starts, for searching.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    /// The bytes that start every record; empty if they vary.
    pub prefix: &'static [u8],
    /// Number of bytes needed to tell a record from another line.
    pub look_ahead: usize,
    /// Returns whether a line starts a record. At the start of a compressed member the prefix alone is enough, if
    /// there is one.
    pub is: fn(&[u8]) -> bool,
}

impl Mark {
    /// Returns the offset of the first line in `data` that starts a record: from `from` on, but not at offset 0.
    pub(crate) fn find(self, data: &[u8], from: usize) -> Option<usize> {
        let after_newline = |at: &usize| matches!(data[..*at].last(), Some(b'\n' | b'\r'));
        let is = |at: &usize| (self.is)(&data[*at..]);
        if self.prefix.is_empty() {
            let first = Some(from).filter(after_newline);
            let lines = memchr_iter(b'\n', &data[from..]).map(|newline| from + newline + 1);
            return first.into_iter().chain(lines).find(is);
        }
        let places = memmem::find_iter(&data[from..], self.prefix).map(|at| from + at);
        places.filter(after_newline).find(is)
    }

    /// Returns whether a compressed member with these bytes starts a record.
    pub(crate) fn starts_member(self, data: &[u8]) -> bool {
        if self.prefix.is_empty() { (self.is)(data) } else { data.starts_with(self.prefix) }
    }
}
