//! The description of a format.

use crate::checkpoint::Checkpoint;
use crate::records::{Items, RecordStream};

/// A format: its names, its signs and its reader.
pub(crate) struct InputFormat {
    /// The stable name, in lower case.
    pub name: &'static str,
    /// What a file of the format is, such as "a WARC archive"; none for a page, which is no
    /// collection.
    pub noun: Option<&'static str>,
    /// Its part of the list of formats that a message about an unknown file gives.
    pub expected: &'static str,
    /// How a file of the format is distinguished from others.
    pub signs: Signs,
    /// Reads the records of a stream; the stream is at the checkpoint.
    pub read: fn(RecordStream, Checkpoint) -> Box<dyn Items>,
}

/// Returns the offset of a line, not the first one.
pub(crate) type FindLine = fn(&[u8]) -> Option<usize>;

/// How a file of a format is distinguished from others. The bytes decide where they can;
/// `detect.rs` says in which order signs count.
pub(crate) struct Signs {
    /// The extensions that promise the format, in lower case.
    pub extensions: &'static [&'static str],
    /// Returns whether a name, in lower case and without the extension of a compression, promises
    /// the format.
    pub is_name: fn(&str) -> bool,
    /// Returns whether a text starts with a record. White space and a byte order mark were taken
    /// off.
    pub starts: fn(&[u8]) -> bool,
    /// Finds the first line that starts a record, or 0 for what is left of the first record. It is
    /// there for formats whose records are recognised for certain behind damaged ones. If a member
    /// starts with such a record, its bytes are no part of a page.
    pub later: Option<FindLine>,
    /// Returns whether some line of a text shows the format, which no other sign of any format
    /// does.
    pub hidden: fn(&[u8]) -> bool,
    /// Of a format that only files given directly are read as, because other files of a folder may
    /// look like it: returns whether a text is one. The flag says whether the file's name promises
    /// the format.
    pub given: Option<fn(&[u8], bool) -> bool>,
}

impl Signs {
    /// A format without a sign.
    pub(crate) const NONE: Self = Self {
        extensions: &[],
        is_name: |_| false,
        starts: |_| false,
        later: None,
        hidden: |_| false,
        given: None,
    };
}

/// Returns the offset of the first line behind a newline of `text` that `is` accepts.
pub(crate) fn first_line(text: &[u8], is: impl Fn(&[u8]) -> bool) -> Option<usize> {
    memchr::memchr_iter(b'\n', text).map(|newline| newline + 1).find(|start| is(&text[*start..]))
}
