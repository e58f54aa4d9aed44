//! The kinds of archive that the readers know.

/// The format of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArchiveKind {
    /// WARC, ISO 28500, and its drafts from 0.17 on.
    Warc,
    /// ARC, versions 1 and 2: the format of crawlers before WARC.
    Arc,
    /// `<DOC>` records: TREC web (WT2g to GOV2) and BLOGS06.
    TrecWeb,
    /// One JSON object per line.
    Jsonl,
    /// One document per line: docno, tab, text; or docno, URL, title and body.
    Tsv,
    /// HTML files.
    Folder,
    /// A damaged WACZ: what is wrong with its directory, and no document. The archives in it are archives of their own.
    Wacz,
}

impl ArchiveKind {
    /// Returns the kind's stable name, in lower case: `warc`, `trecweb`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Warc => "warc",
            Self::Arc => "arc",
            Self::TrecWeb => "trecweb",
            Self::Jsonl => "jsonl",
            Self::Tsv => "tsv",
            Self::Folder => "folder",
            Self::Wacz => "wacz",
        }
    }
}
