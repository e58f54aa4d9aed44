//! A document: its name, its bytes and its source.

use std::sync::Arc;

/// Where a document came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The archive's path as given, or as found below a given folder.
    pub archive: Arc<str>,
    /// Offset of the record in bytes, from 0: in the stored file if the record is a separate gzip
    /// member, otherwise in the uncompressed stream.
    pub offset: u64,
}

/// The content of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// HTML in an unknown encoding.
    Html(Vec<u8>),
    /// HTML decoded already, because the archive's format fixes the encoding.
    Markup(String),
    /// Plain text; blank lines separate paragraphs.
    Text {
        /// The title, if the archive stores it separately; it is not part of `text`.
        title: String,
        /// The text without the title.
        text: String,
    },
}

impl Body {
    /// Returns plain text without a title.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { title: String::new(), text: text.into() }
    }

    /// Returns the size in memory in bytes, including a separate title.
    pub fn size(&self) -> usize {
        let title = if let Self::Text { title, .. } = self { title.len() } else { 0 };
        title + self.bytes().len()
    }

    /// Returns the page's bytes, without a separate title.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Html(bytes) => bytes,
            Self::Markup(text) | Self::Text { text, .. } => text.as_bytes(),
        }
    }
}

/// A document as stored in its archive: with HTTP codings undone, but not decoded to characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawDocument {
    /// The document's name: never empty, at most [`docno::LONGEST`](crate::docno::LONGEST) bytes,
    /// without white space and control characters.
    pub docno: String,
    /// The URL; empty if the archive has none.
    pub url: String,
    /// The date as written in the archive; empty if there is none.
    /// [`date::seconds`](crate::date::seconds) parses it.
    pub date: String,
    /// The digest of the payload as the archive states it, such as `sha1:…`; empty if it states
    /// none.
    pub payload_digest: String,
    /// The archive and the offset.
    pub source: Source,
    /// The charset in the HTTP header.
    pub charset: Option<String>,
    /// The content.
    pub body: Body,
}

impl RawDocument {
    /// Returns a document of which nothing else is known.
    pub fn new(docno: impl Into<String>, source: Source, body: Body) -> Self {
        let (url, date, payload_digest, charset) = Default::default();
        Self { docno: docno.into(), url, date, payload_digest, source, charset, body }
    }
}
