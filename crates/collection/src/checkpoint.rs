//! A position in an archive from which a later reader can continue.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A position from which reading can resume: no item before it is repeated, and none after it is
/// lost. It is valid for the same bytes read with the same settings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Checkpoint {
    /// Offset in the stored bytes at which reading resumes: 0, or the start of a gzip member, a
    /// zstd frame or an uncompressed record.
    pub stored: u64,
    /// Offset of the same byte in the uncompressed stream.
    pub position: u64,
    /// Number of records (JSONL: lines; folder: files) before that byte.
    pub records: u64,
    /// Number of items after that byte that were already returned; the new reader skips them.
    pub items: u64,
}
