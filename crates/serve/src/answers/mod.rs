//! What requests are answered: plain values, the same for the pages and for JSON.

pub mod api;
pub mod assess;
pub mod command;
pub mod compared_labels;
pub mod download;
pub mod examination;
pub mod explanation;
pub mod found;
pub mod gold;
pub mod index;
pub mod losses;
pub mod original;
pub mod page;
pub mod pool;
pub mod progress;
pub mod topic;
