//! A topic: an id and a query.

/// A topic: an id and a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    /// The id in runs and qrels; without white space.
    pub id: String,
    /// The query, with single spaces between words and quotes and punctuation as in the file. May
    /// be empty.
    pub text: String,
}
