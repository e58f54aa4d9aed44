//! Recognises the start of a record: on a line of its own, or in mid-line behind a record that was
//! cut off.

use memchr::{memchr2_iter, memmem};

/// The most bytes of a scheme that a mark without a prefix looks for, with its colon.
pub(crate) const LONGEST_SCHEME: usize = 16;

/// Describes how a record starts, for searching.
#[derive(Clone, Copy)]
pub(crate) struct RecordMark {
    /// The bytes that start every record; empty if they vary.
    pub prefix: &'static [u8],
    /// Number of bytes needed to distinguish a record from other bytes.
    pub look_ahead: usize,
    /// Returns whether a line starts a record. At the start of a compressed member the prefix alone
    /// is enough, if there is one.
    pub is: fn(&[u8]) -> bool,
    /// Returns whether a record starts for certain, even in mid-line behind this byte.
    pub is_inside: fn(&[u8], u8) -> bool,
    /// Of a mark without a prefix: returns where the scheme starts that these bytes, up to a colon,
    /// end with.
    pub scheme: fn(&[u8]) -> Option<usize>,
}

impl RecordMark {
    /// Returns the offset of the first record in `data`: from `from` on, but not at offset 0.
    pub(crate) fn find(self, data: &[u8], from: usize) -> Option<usize> {
        let mut at = from.max(1);
        loop {
            let before = *data.get(at - 1)?;
            at = self.candidate(data, at, before)?;
            if self.starts(&data[at..], data[at - 1]) {
                return Some(at);
            }
            at += 1;
        }
    }

    /// Returns whether `data` starts with a record, behind the byte `before`.
    pub(crate) fn starts(self, data: &[u8], before: u8) -> bool {
        (is_newline(before) && (self.is)(data)) || (self.is_inside)(data, before)
    }

    /// Returns the first offset, at least `from`, where a record may start. `before`: the byte
    /// before `from`.
    pub(crate) fn candidate(self, data: &[u8], from: usize, before: u8) -> Option<usize> {
        let rest = data.get(from..).filter(|rest| !rest.is_empty())?;
        if !self.prefix.is_empty() {
            return memmem::find(rest, self.prefix).map(|at| from + at);
        }
        if is_newline(before) {
            return Some(from);
        }
        for at in memchr2_iter(b'\n', b':', rest) {
            if rest[at] == b':' {
                if let Some(start) = (self.scheme)(&rest[..at]) {
                    return Some(from + start);
                }
            } else if at + 1 < rest.len() {
                return Some(from + at + 1);
            }
        }
        None
    }

    /// Returns whether a compressed member with these bytes starts a record.
    pub(crate) fn starts_member(self, data: &[u8]) -> bool {
        if self.prefix.is_empty() { (self.is)(data) } else { data.starts_with(self.prefix) }
    }
}

fn is_newline(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}
