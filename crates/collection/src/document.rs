//! What a reader gives: a document's bytes, its name, and where it came from.

use std::sync::Arc;

/// Where a document came from: the archive, and the offset at which its record starts there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The archive's path as the user named it, or as found below what the user named.
    pub archive: Arc<str>,
    /// Of the gzip member where members are records, else of the uncompressed stream. Bytes, from 0.
    pub offset: u64,
}

/// What a document's bytes are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// HTML in an encoding yet to be found.
    Html(Vec<u8>),
    /// HTML that is text already, for its archive's format says how it is encoded.
    Markup(String),
    /// Plain text; paragraphs stand between blank lines.
    Text {
        /// What the archive gives for a title beside it, which is no part of `text`; empty where it gives none.
        title: String,
        /// All but the title.
        text: String,
    },
}

impl Body {
    /// Plain text without a title.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { title: String::new(), text: text.into() }
    }

    /// The bytes that it keeps in memory, those of a title beside it among them.
    pub fn size(&self) -> usize {
        let title = if let Self::Text { title, .. } = self { title.len() } else { 0 };
        title + self.bytes().len()
    }

    /// The page's bytes, without a title beside it.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Html(bytes) => bytes,
            Self::Markup(text) | Self::Text { text, .. } => text.as_bytes(),
        }
    }
}

/// A document as its archive holds it: the HTTP coding undone, the character encoding not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawDocument {
    /// The document's name, without white space or control characters (these are percent-encoded).
    pub docno: String,
    /// Empty where the archive names none.
    pub url: String,
    /// The archive's date for it, as written there; empty where it has none.
    pub date: String,
    /// Where it came from.
    pub source: Source,
    /// The charset that the HTTP header names.
    pub charset: Option<String>,
    /// The bytes.
    pub body: Body,
}
