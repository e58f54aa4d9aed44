//! What a reader returns: a document, or a report of a record that was skipped or is defective.

use crate::document::{RawDocument, Source};
use crate::reason::Reason;
use std::fmt;
use tamis_place::Escaped;

/// One item of an archive. Every record gives exactly one [`Item::Document`] or one
/// [`Item::Skipped`], then any number of [`Item::Defective`], so documents and skips add up to the
/// records read. Damaged bytes without a readable record head count as one skipped record.
#[derive(Debug)]
pub enum Item {
    /// A page.
    Document(RawDocument),
    /// A record that was skipped: it gave no document.
    Skipped(RecordReport),
    /// A defect in the record before it, whether that was a document or skipped. It does not count
    /// as a record itself.
    Defective(RecordReport),
}

impl Item {
    /// Returns the document; `None` for a skipped or defective record.
    pub fn document(self) -> Option<RawDocument> {
        match self {
            Self::Document(document) => Some(document),
            Self::Skipped(_) | Self::Defective(_) => None,
        }
    }

    /// Returns the report of a skipped or defective record; `None` for a document.
    pub fn report(&self) -> Option<&RecordReport> {
        match self {
            Self::Document(_) => None,
            Self::Skipped(report) | Self::Defective(report) => Some(report),
        }
    }
}

/// Reports a record that was skipped, or a defect in one that was kept: where, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordReport {
    /// The archive, and the offset of the record in it.
    pub source: Source,
    /// The record's docno; empty if unknown.
    pub record: String,
    /// Why it was skipped, or what is wrong with it.
    pub reason: Reason,
    /// What was found, for a person to read; may be empty.
    pub detail: String,
    /// Number of lost bytes: of the stored file for [`Reason::DamagedMember`], otherwise of the
    /// uncompressed stream. 0 if no bytes are known to be missing.
    pub bytes: u64,
}

/// `crawl.warc.gz:4096: truncated: 1000 bytes of 3000`.
impl fmt::Display for RecordReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", Escaped(&self.source.archive), self.source.offset, self.reason)?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", Escaped(&self.detail)) }
    }
}
