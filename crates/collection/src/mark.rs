//! Recognises the start of a record among other lines.

use memchr::{memchr_iter, memmem};

/// What a search for the start of a record stops at.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    /// How every record starts; empty if that is no fixed string.
    pub prefix: &'static [u8],
    /// Bytes that tell a record's start from another line, if there are so many.
    pub look_ahead: usize,
    /// Whether a line is a record's start. At the start of a member the prefix is enough if there is one.
    pub is: fn(&[u8]) -> bool,
}

impl Mark {
    /// Where, from `from` on but not at the first byte of `data`, a line starts that is a record's.
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

    /// Whether a member that starts so starts a record.
    pub(crate) fn starts_member(self, data: &[u8]) -> bool {
        if self.prefix.is_empty() { (self.is)(data) } else { data.starts_with(self.prefix) }
    }
}
