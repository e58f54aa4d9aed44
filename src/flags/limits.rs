//! Flags that limit the cost of a page and of a record.

use crate::flags::values::Bytes;
use tamis_blocks::page::Limits;
use tamis_collection::{MAX_INFLATED, MAX_RECORD, ReadSettings};
use tamis_index::index::recipe::byte_limit;

/// Limits of a page; 0 for no limit.
#[derive(Debug, Clone, clap::Args)]
pub struct LimitArgs {
    /// Maximum nesting of elements in a page; deeper elements are flattened into their parent; no
    /// text is lost
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth, value_parser = depth)]
    max_depth: u32,
    /// Maximum number of blocks in a page, not counting the title; further blocks are dropped
    #[arg(long, value_name = "N", default_value_t = Limits::default().blocks)]
    max_blocks: u32,
    /// Time limit per page in milliseconds; text read before it is kept. Results may vary between
    /// runs
    #[arg(long, value_name = "N", default_value_t = Limits::default().milliseconds)]
    max_ms: u64,
}

/// Limits of a record; 0 for no limit.
#[derive(Debug, Clone, clap::Args)]
pub struct RecordArgs {
    /// Maximum size of a record, such as 500k, 10M or 64MiB. Longer records are truncated, longer
    /// lines of JSONL or TSV skipped
    #[arg(long, value_name = "BYTES", default_value_t = Bytes(MAX_RECORD))]
    max_record: Bytes,
    /// Maximum size of a page after HTTP decoding (gzip, deflate, ...); drops the rest
    #[arg(long, value_name = "BYTES", default_value_t = Bytes(MAX_INFLATED))]
    max_inflated: Bytes,
}

fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|&depth| depth == 0 || depth >= Limits::LEAST_DEPTH);
    depth.ok_or_else(|| format!("found '{text}', expected 0 or at least {}", Limits::LEAST_DEPTH))
}

impl LimitArgs {
    /// Returns the limits of a page.
    pub fn limits(&self) -> Limits {
        Limits { depth: self.max_depth, blocks: self.max_blocks, milliseconds: self.max_ms }
    }
}

impl RecordArgs {
    /// Returns settings with these limits and defaults for the rest.
    pub fn settings(&self) -> ReadSettings {
        let max_record = byte_limit(self.max_record.0);
        let max_inflated = byte_limit(self.max_inflated.0);
        ReadSettings { max_record, max_inflated, ..ReadSettings::default() }
    }
}
