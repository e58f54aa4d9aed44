//! Topics, qrels and runs as the library's methods take them.

use crate::error::Result;
use std::ops::Deref;
use std::path::Path;
use tamis_eval::trec::{self, Topic, TopicField};

pub use tamis_eval::trec::Run;

/// Topics in the order of their file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topics(Vec<Topic>);

impl Topics {
    /// Reads topics: TREC's SGML or XML, lines of id and text, or lines of JSON. The title is the query.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds no topics.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        Ok(Self(trec::topics::read(path, TopicField::default())?))
    }
}

impl Deref for Topics {
    type Target = [Topic];

    fn deref(&self) -> &[Topic] {
        &self.0
    }
}

/// The judgements of topics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Qrels(trec::Qrels);

impl Qrels {
    /// Reads a qrels file: lines of topic, iteration, docno and grade.
    ///
    /// # Errors
    /// A file that cannot be read, or a line that is no judgement.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        Ok(Self(trec::qrels::read(path)?))
    }
}

impl Deref for Qrels {
    type Target = trec::Qrels;

    fn deref(&self) -> &trec::Qrels {
        &self.0
    }
}
