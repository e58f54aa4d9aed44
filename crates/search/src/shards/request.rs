//! What a job requests of every shard, in the words of a user: rules as text, thresholds by name.
//! Each shard reads them itself, because every index numbers its labels and scores by itself.

use crate::request::{Pages, Request, SweepRequest};
use serde::{Deserialize, Serialize};

/// A search or a sweep over shards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShardRequest {
    /// The topics: id and text.
    pub topics: Vec<(String, String)>,
    /// Which views are searched, and how they rank.
    pub question: Question,
    /// Results per topic and view.
    pub hits: usize,
    pub shards: usize,
    /// The docnos of captures that a capture in another shard replaces, in order.
    pub replaced: Vec<String>,
}

/// What is searched in the views of an index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// The best pages of one view.
    Search(Request),
    /// The best pages of every point, and of the unfiltered text.
    Sweep(SweepRequest),
}

impl ShardRequest {
    pub fn search_request(&self) -> &Request {
        match &self.question {
            Question::Search(request) => request,
            Question::Sweep(sweep) => &sweep.request,
        }
    }

    pub fn pages(&self) -> &Pages {
        &self.search_request().pages
    }

    /// Whether this is a sweep.
    pub fn is_sweep(&self) -> bool {
        matches!(self.question, Question::Sweep(_))
    }
}
