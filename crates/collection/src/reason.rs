//! Why records are skipped or defective: a closed list of reasons with stable names.

use std::fmt;

/// Why a record was skipped, or what is wrong with it. The names are stable: reports and tests use
/// them. A few reasons are given only by programs that build on this crate, such as an indexer; its
/// readers never return them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// A WARC or ARC record that holds no page: a request, metadata, the description of the file.
    NotResponse,
    /// A WARC record that says that a page has not changed; it does not contain the page.
    Revisit,
    /// Not an HTML page.
    NotHtml,
    /// An HTTP status that the settings exclude.
    Status,
    /// A BLOGS06 feed, excluded by the settings.
    Feed,
    /// A BLOGS06 home page, excluded by the settings.
    Homepage,
    /// A page with no bytes but white space.
    Empty,
    /// A docno that an earlier document has. Given by an indexer.
    Duplicate,
    /// A page with exactly the text of an earlier page. Given by an indexer.
    DuplicateText,
    /// A page with nearly the text of an earlier page. Given by an indexer.
    NearDuplicate,
    /// A page that was deleted from an index, and records with its docno since then. Given by an
    /// indexer.
    Deleted,
    /// An unsupported content coding.
    UnknownCoding,
    /// A record above the size limit. The part of a page below the limit is kept.
    RecordLimit,
    /// A page that decodes to more than the limit. The part below the limit is kept.
    InflatedLimit,
    /// A page with elements nested deeper than the limit. Its whole text is kept, its structure
    /// only down to the limit. Given by an indexer.
    DepthLimit,
    /// A page whose stored structure lacks something: its links have addresses of more bytes than
    /// the limit, or the time was up. Its whole text is kept. Given by an indexer.
    StructureLimit,
    /// A page with more blocks than the limit. The first ones are kept. Given by an indexer.
    BlocksLimit,
    /// A page that took longer than the limit. The part read by then is kept. Given by an indexer.
    TimeLimit,
    /// A page that ended the process that analyzed it, and again the one in which it was tried
    /// alone: nothing of it is kept. Given by an indexer.
    Crashed,
    /// Compressed bytes (a gzip member, a zstd frame, a bzip2 stream) that do not decompress, or
    /// with a wrong checksum.
    DamagedMember,
    /// Bytes that are not a record where a record should start.
    DamagedRecord,
    /// A page whose HTTP message is broken: a coding or chunks that break off, fewer bytes than its
    /// Content-Length, a head without a blank line. What is there is kept.
    DamagedBody,
    /// A record that does not end where its length says.
    WrongLength,
    /// A record without a length, or with one that is no number.
    NoLength,
    /// A record cut off by the end of the file, or by the crawler. The existing part of a page is
    /// kept.
    Truncated,
    /// The operating system could not read on.
    Unreadable,
}

impl Reason {
    /// All reasons, in the order of reports.
    pub const ALL: [Self; 26] = [
        Self::NotResponse,
        Self::Revisit,
        Self::NotHtml,
        Self::Status,
        Self::Feed,
        Self::Homepage,
        Self::Empty,
        Self::Duplicate,
        Self::DuplicateText,
        Self::NearDuplicate,
        Self::Deleted,
        Self::UnknownCoding,
        Self::RecordLimit,
        Self::InflatedLimit,
        Self::DepthLimit,
        Self::StructureLimit,
        Self::BlocksLimit,
        Self::TimeLimit,
        Self::Crashed,
        Self::DamagedMember,
        Self::DamagedRecord,
        Self::DamagedBody,
        Self::WrongLength,
        Self::NoLength,
        Self::Truncated,
        Self::Unreadable,
    ];

    /// Returns the stable name, in snake case.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotResponse => "not_response",
            Self::Revisit => "revisit",
            Self::NotHtml => "not_html",
            Self::Status => "status",
            Self::Feed => "feed",
            Self::Homepage => "homepage",
            Self::Empty => "empty",
            Self::Duplicate => "duplicate",
            Self::DuplicateText => "duplicate_text",
            Self::NearDuplicate => "near_duplicate",
            Self::Deleted => "deleted",
            Self::UnknownCoding => "unknown_coding",
            Self::RecordLimit => "record_limit",
            Self::InflatedLimit => "inflated_limit",
            Self::DepthLimit => "depth_limit",
            Self::StructureLimit => "structure_limit",
            Self::BlocksLimit => "blocks_limit",
            Self::TimeLimit => "time_limit",
            Self::Crashed => "crashed",
            Self::DamagedMember => "damaged_member",
            Self::DamagedRecord => "damaged_record",
            Self::DamagedBody => "damaged_body",
            Self::WrongLength => "wrong_length",
            Self::NoLength => "no_length",
            Self::Truncated => "truncated",
            Self::Unreadable => "unreadable",
        }
    }

    /// Returns the reason with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Returns whether the archive is damaged or a limit cut something, so that content is missing.
    /// The other reasons are what archives normally contain.
    pub fn is_damage(self) -> bool {
        matches!(
            self,
            Self::RecordLimit
                | Self::InflatedLimit
                | Self::BlocksLimit
                | Self::TimeLimit
                | Self::Crashed
                | Self::DamagedMember
                | Self::DamagedRecord
                | Self::DamagedBody
                | Self::WrongLength
                | Self::NoLength
                | Self::Truncated
                | Self::Unreadable
        )
    }
}

/// A defect of a record whose page is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Defect {
    pub reason: Reason,
    /// What was found.
    pub detail: String,
    /// Number of missing bytes; 0 if unknown.
    pub bytes: u64,
}

impl Defect {
    pub(crate) fn new(reason: Reason, detail: impl Into<String>, bytes: u64) -> Self {
        Self { reason, detail: detail.into(), bytes }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
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
    fn a_reason_is_found_by_its_name() {
        assert!(Reason::ALL.iter().all(|reason| Reason::named(reason.name()) == Some(*reason)));
        assert_eq!(Reason::named("Empty"), None);
    }

    #[test]
    fn what_an_archive_may_hold_by_right_is_no_damage() {
        let damage: Vec<_> =
            Reason::ALL.into_iter().filter(|r| r.is_damage()).map(Reason::name).collect();
        assert_eq!(
            damage,
            [
                "record_limit",
                "inflated_limit",
                "blocks_limit",
                "time_limit",
                "crashed",
                "damaged_member",
                "damaged_record",
                "damaged_body",
                "wrong_length",
                "no_length",
                "truncated",
                "unreadable"
            ]
        );
    }
}
