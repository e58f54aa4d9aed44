//! Why something of an archive did not arrive: one closed list of reasons, each with a stable name.

use crate::page::Source;
use std::fmt;

/// Why a record, or a part of one, is not among the documents. The names are stable: they stand in reports and tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// A WARC record that holds no page: a request, metadata, a revisit.
    NotResponse,
    /// A page of another type than HTML.
    NotHtml,
    /// An HTTP status that is not asked for.
    Status,
    /// A feed of BLOGS06.
    Feed,
    /// A blog's home page of BLOGS06.
    Homepage,
    /// A page without a byte that is not white space.
    Empty,
    /// A docno seen before; the first one stays.
    Duplicate,
    /// A content coding that this program does not undo, such as Brotli.
    UnknownCoding,
    /// A record above the size limit.
    TooLarge,
    /// Compressed bytes that do not inflate, or whose checksum differs.
    DamagedGzip,
    /// Bytes that are no record where a record should start.
    DamagedRecord,
    /// A record that says another length than it has.
    WrongLength,
    /// A record that the end of the file cuts off; what is there of a page arrives.
    Truncated,
    /// The operating system failed in the middle of the file.
    Unreadable,
}

impl Reason {
    /// All reasons, in the order in which reports list them.
    pub const ALL: [Self; 14] = [
        Self::NotResponse,
        Self::NotHtml,
        Self::Status,
        Self::Feed,
        Self::Homepage,
        Self::Empty,
        Self::Duplicate,
        Self::UnknownCoding,
        Self::TooLarge,
        Self::DamagedGzip,
        Self::DamagedRecord,
        Self::WrongLength,
        Self::Truncated,
        Self::Unreadable,
    ];

    /// The stable name, in snake case.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotResponse => "not_response",
            Self::NotHtml => "not_html",
            Self::Status => "status",
            Self::Feed => "feed",
            Self::Homepage => "homepage",
            Self::Empty => "empty",
            Self::Duplicate => "duplicate",
            Self::UnknownCoding => "unknown_coding",
            Self::TooLarge => "too_large",
            Self::DamagedGzip => "damaged_gzip",
            Self::DamagedRecord => "damaged_record",
            Self::WrongLength => "wrong_length",
            Self::Truncated => "truncated",
            Self::Unreadable => "unreadable",
        }
    }

    /// Whether the archive itself is at fault, or a limit cut it: such a run ends with exit status 3.
    pub fn is_damage(self) -> bool {
        matches!(
            self,
            Self::TooLarge
                | Self::DamagedGzip
                | Self::DamagedRecord
                | Self::WrongLength
                | Self::Truncated
                | Self::Unreadable
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What did not arrive, and why. For [`Reason::Truncated`], [`Reason::WrongLength`] and a checksum that differs, the
/// record before it may have arrived all the same: then this says what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skip {
    /// Where the record starts; its archive is the file it stands in.
    pub source: Source,
    /// The record's docno if it is known, else empty.
    pub record: String,
    /// Why.
    pub reason: Reason,
    /// What was found, for a person to read; may be empty.
    pub detail: String,
    /// Bytes that did not arrive: of the file for [`Reason::DamagedGzip`], else of the uncompressed stream. 0 if none
    /// are known to be missing.
    pub bytes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_closed_and_its_names_are_distinct_snake_case() {
        let mut names: Vec<_> = Reason::ALL.iter().map(|reason| reason.name()).collect();
        assert!(names.iter().all(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Reason::ALL.len());
    }

    #[test]
    fn what_an_archive_may_hold_by_right_is_no_damage() {
        let damage: Vec<_> = Reason::ALL.into_iter().filter(|r| r.is_damage()).map(Reason::name).collect();
        assert_eq!(damage, ["too_large", "damaged_gzip", "damaged_record", "wrong_length", "truncated", "unreadable"]);
    }
}
