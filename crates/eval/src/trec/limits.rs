//! How large an input may be. A collection is read piece by piece and may have any size. Any
//! other input is named by a person, and a wrong one (a device, an endless pipe, gzip that unpacks
//! to far more) must end in an error before it uses up the memory.

use std::fmt;

/// The maximum sizes of an input, after decompression. They are chosen so that no input within them
/// needs 700 MB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Number of bytes.
    pub bytes: u64,
    /// Number of lines, blank ones included.
    pub lines: u64,
    /// Number of bytes of one line, without its line break.
    pub line: u64,
    /// Number of groups of lines, such as topics: each takes more memory than a line.
    pub groups: usize,
    /// What to do with a larger input.
    pub remedy: &'static str,
    /// What its lines have, if it is never JSON.
    pub columns: Option<&'static str>,
}

impl Limits {
    /// Qrels and runs. A run of 1,000 documents for each of MS MARCO's 6,980 development queries
    /// has 6.98 million lines and 270 MiB; its training qrels have 502,939 topics.
    pub const RECORDS: Self = Self {
        bytes: 320 << 20,
        lines: 8_000_000,
        line: 64 << 10,
        groups: 600_000,
        remedy: "split it by topics, and read the parts one by one",
        columns: Some("lines of columns, which white space separates"),
    };

    /// Judgements of other kinds, and z-scores: files of a few thousand lines.
    pub const JUDGEMENTS: Self =
        Self { bytes: 64 << 20, lines: 2_000_000, groups: 300_000, ..Self::RECORDS };

    /// Topics: MS MARCO's 808,731 training queries have 40 MiB.
    pub const TOPICS: Self = Self {
        bytes: 64 << 20,
        lines: u64::MAX,
        line: 1 << 20,
        groups: 1_000_000,
        remedy: "split it into several files, or an array of JSON into lines (jq -c '.[]')",
        columns: None,
    };

    /// Lists of docnos, which are held as a set.
    pub const LIST: Self = Self {
        bytes: 192 << 20,
        lines: 4_000_000,
        line: 64 << 10,
        groups: 0,
        remedy: "filter in several steps, or by other conditions",
        columns: Some("one docno per line"),
    };

    /// Files of settings.
    pub const SETTINGS: Self = Self {
        bytes: 1 << 20,
        lines: u64::MAX,
        line: 1 << 20,
        groups: 0,
        remedy: "is it a file of settings?",
        columns: None,
    };

    /// Lines of which only a part is kept: what is kept has a limit of its own. The spam scores of
    /// ClueWeb09 are 504 million lines.
    pub const STREAM: Self = Self {
        bytes: 32 << 30,
        lines: 1_000_000_000,
        line: 64 << 10,
        groups: 0,
        remedy: "split it into several files",
        columns: None,
    };
}

/// A number of bytes, in the largest unit that divides it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
        match units.into_iter().find(|(_, unit)| self.0 > 0 && self.0.is_multiple_of(*unit)) {
            Some((name, unit)) => write!(f, "{} {name}", self.0 / unit),
            None => write!(f, "{} bytes", self.0),
        }
    }
}
