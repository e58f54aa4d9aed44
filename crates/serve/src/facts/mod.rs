//! Facts about an index, without a search: plain values, the same for the pages and for JSON.

pub mod collection;
pub mod record_reports;
