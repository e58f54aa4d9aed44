//! Flags that bound what one page, and one record, may cost.

use super::values::Bytes;
use tamis_blocks::page::Limits;
use tamis_collection::{MAX_INFLATED, MAX_RECORD, Settings};

/// What a page may cost, as typed; 0 stands for no limit.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Limits (0: none)")]
pub struct LimitArgs {
    /// Elements inside one another; deeper ones are not opened, and their text stays in the one around them
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth, value_parser = depth)]
    max_depth: u32,
    /// Blocks of a page, the title apart; the first ones are kept
    #[arg(long, value_name = "N", default_value_t = Limits::default().blocks)]
    max_blocks: u32,
    /// Milliseconds for a page; what was read by then is kept. The only limit whose outcome depends on the machine, so
    /// that two runs may differ
    #[arg(long, value_name = "N", default_value_t = Limits::default().milliseconds)]
    max_ms: u64,
}

/// What a record may cost, as typed; 0 stands for no limit.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Limits (0: none)")]
pub struct RecordArgs {
    /// Bytes of a record, such as 500k, 10M or 64MiB; the page is kept up to there
    #[arg(long, value_name = "BYTES", default_value_t = Bytes(MAX_RECORD))]
    max_record: Bytes,
    /// Bytes that a page's HTTP coding (gzip, deflate ...) may inflate to; what stands behind is left out
    #[arg(long, value_name = "BYTES", default_value_t = Bytes(MAX_INFLATED))]
    max_inflated: Bytes,
}

fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|&depth| depth == 0 || depth >= Limits::LEAST_DEPTH);
    depth.ok_or_else(|| format!("found '{text}', expected 0 or at least {}", Limits::LEAST_DEPTH))
}

impl LimitArgs {
    /// The limits of a page.
    pub fn limits(&self) -> Limits {
        Limits { depth: self.max_depth, blocks: self.max_blocks, milliseconds: self.max_ms }
    }
}

impl RecordArgs {
    /// Settings with these limits, and all else by default.
    pub fn settings(&self) -> Settings {
        // No file is larger than its offsets can say, and a limit below u64::MAX can be counted past.
        let bytes = |typed: Bytes| if typed.0 == 0 { i64::MAX as u64 } else { typed.0 };
        Settings { max_record: bytes(self.max_record), max_inflated: bytes(self.max_inflated), ..Settings::default() }
    }
}
