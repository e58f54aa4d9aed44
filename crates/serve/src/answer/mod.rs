//! What requests are answered: plain values, the same for the pages and for JSON.

pub mod assess;
pub mod axis;
pub mod compared_labels;
pub mod download;
pub mod examination;
pub mod explanation;
pub mod gold;
pub mod index;
pub mod original;
pub mod page;
pub mod pool;
pub mod progress;
pub mod topic;
