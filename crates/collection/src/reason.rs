//! Why something of an archive did not arrive: one closed list of reasons, each with a stable name, and the line of the
//! ledger that states one.

use std::fmt;

/// Why a record, or a part of one, is not in the index. The names are stable: they stand in reports and tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// A WARC or ARC record that holds no page: a request, metadata, the file's own.
    NotResponse,
    /// A WARC record that says that a page has not changed, without the page.
    Revisit,
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
    /// A page whose text an earlier page has, word for word; only with `--dedup`.
    DuplicateText,
    /// A page whose text is nearly that of an earlier page; only with `--dedup near`.
    NearDuplicate,
    /// A content coding that this program does not undo.
    UnknownCoding,
    /// A record above the size limit; what of a page stands below the limit is kept.
    RecordLimit,
    /// A page that inflates to more than the limit; what stands below the limit is kept.
    InflatedLimit,
    /// A page whose elements nest deeper than the limit; its text is kept whole, its structure only down to the limit.
    DepthLimit,
    /// A page of more blocks than the limit; the first ones are kept.
    BlocksLimit,
    /// A page that took longer than the limit; what was read by then is kept.
    TimeLimit,
    /// Compressed bytes (a gzip member, a zstd frame, a bzip2 stream) that do not decompress, or whose checksum differs.
    DamagedMember,
    /// Bytes that are no record where a record should start.
    DamagedRecord,
    /// A page whose HTTP coding breaks off; what could be undone of it is kept.
    DamagedBody,
    /// A record that says another length than it has.
    WrongLength,
    /// A record that the end of the file cuts off; what is there of a page is kept.
    Truncated,
    /// The operating system failed in the middle of the file.
    Unreadable,
}

impl Reason {
    /// All reasons, in the order in which reports list them.
    pub const ALL: [Self; 22] = [
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
        Self::UnknownCoding,
        Self::RecordLimit,
        Self::InflatedLimit,
        Self::DepthLimit,
        Self::BlocksLimit,
        Self::TimeLimit,
        Self::DamagedMember,
        Self::DamagedRecord,
        Self::DamagedBody,
        Self::WrongLength,
        Self::Truncated,
        Self::Unreadable,
    ];

    /// The stable name, in snake case.
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
            Self::UnknownCoding => "unknown_coding",
            Self::RecordLimit => "record_limit",
            Self::InflatedLimit => "inflated_limit",
            Self::DepthLimit => "depth_limit",
            Self::BlocksLimit => "blocks_limit",
            Self::TimeLimit => "time_limit",
            Self::DamagedMember => "damaged_member",
            Self::DamagedRecord => "damaged_record",
            Self::DamagedBody => "damaged_body",
            Self::WrongLength => "wrong_length",
            Self::Truncated => "truncated",
            Self::Unreadable => "unreadable",
        }
    }

    /// Whether something that the archive should hold did not reach the index, because the archive is damaged or a limit
    /// cut it: a run with such a reason ends with exit status 3.
    pub fn is_damage(self) -> bool {
        matches!(
            self,
            Self::RecordLimit
                | Self::InflatedLimit
                | Self::BlocksLimit
                | Self::TimeLimit
                | Self::DamagedMember
                | Self::DamagedRecord
                | Self::DamagedBody
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
        assert_eq!(
            damage,
            [
                "record_limit",
                "inflated_limit",
                "blocks_limit",
                "time_limit",
                "damaged_member",
                "damaged_record",
                "damaged_body",
                "wrong_length",
                "truncated",
                "unreadable"
            ]
        );
    }
}
