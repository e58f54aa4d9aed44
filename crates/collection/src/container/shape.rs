//! The differences between WARC and ARC: how a record's head is read, and where a record can start.

use super::segments::RecordSegment;
use crate::mark::RecordMark;
use crate::revisit::Revisit;
use crate::stream::Stream;

/// A container format. WARC and ARC differ in their heads; everything after the head is read alike.
pub(crate) struct ContainerFormat {
    /// The format's name in messages.
    pub name: &'static str,
    /// The name of the length field in messages.
    pub length: &'static str,
    /// Reads the head at the start of the window; `None` if there is none.
    pub head: fn(&mut Stream) -> Option<RecordHead>,
    /// Where a search stops when nothing is known about the bytes before.
    pub any: RecordMark,
    /// Where a search inside a block stops.
    pub sure: RecordMark,
    /// Number of bytes after a block that show whether the record ends there.
    pub behind: usize,
    /// Whether a record must start a line. If not, an empty line after a block is enough to end it.
    pub whole_lines: bool,
    /// Returns the size of the head at the start of these bytes, and the length of its block;
    /// `None` if a record may not start so.
    pub extent: fn(&[u8]) -> Option<(usize, u64)>,
    /// Returns whether a block may hold a record: a look that is quicker than a search.
    pub may_hold: fn(&[u8]) -> bool,
    /// Returns whether a line starts with what is left of the first line of a record that was cut
    /// off there.
    pub is_fragment: fn(&[u8]) -> bool,
}

/// The type of a record, as far as a reader of pages needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RecordKind {
    /// A server's response.
    Response,
    /// A resource, stored without an HTTP head.
    Resource,
    /// Another form of a page: its plain text, in Common Crawl's WET files.
    Conversion,
    /// Any other type, as written; empty if the record has none.
    Other(String),
}

impl RecordKind {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Response => "response",
            Self::Resource => "resource",
            Self::Conversion => "conversion",
            Self::Other(name) => name,
        }
    }
}

/// The head of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordHead {
    /// The record's type.
    pub kind: RecordKind,
    /// WARC-TREC-ID, otherwise WARC-Record-ID, as written.
    pub name: String,
    /// Whether it has a WARC-TREC-ID.
    pub trec: bool,
    /// WARC-Target-URI without the angle brackets that some writers put around it.
    pub url: String,
    /// WARC-Date as written.
    pub date: String,
    /// Content-Type as written.
    pub content_type: String,
    /// WARC-Truncated as written: why the crawler cut the record off; empty if it did not.
    /// At most 60 characters.
    pub truncated: String,
    /// WARC-Payload-Digest as written.
    pub payload_digest: String,
    /// What a revisit says; none for other records.
    pub revisit: Option<Box<Revisit>>,
    /// Of a record in segments: which one it is.
    pub segment: Option<Box<RecordSegment>>,
    /// Content-Length, if it is a number.
    pub length: Option<u64>,
    /// Whether the next record starts within the head, at its end: the record was cut off there.
    pub is_cut: bool,
    /// The size of the head in bytes, with the blank line that ends it.
    pub size: usize,
}

impl RecordHead {
    /// Returns whether a record of this type may hold a page.
    pub(crate) fn holds_page(&self) -> bool {
        match self.kind {
            RecordKind::Response => true,
            RecordKind::Resource => {
                self.content_type.trim_start().to_ascii_lowercase().contains("html")
            }
            RecordKind::Conversion => {
                self.content_type.trim_start().to_ascii_lowercase().starts_with("text/plain")
            }
            RecordKind::Other(_) => false,
        }
    }
}
