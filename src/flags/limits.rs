//! Flags that limit the cost of a page.

use tamis::blocks::page::Limits;

/// Limits of a page; 0 for no limit.
#[derive(Debug, Clone, clap::Args)]
pub struct LimitArgs {
    /// Maximum nesting of elements in a page; deeper elements are flattened into their parent; no
    /// text is lost [default: 4096]
    #[arg(long, value_name = "N", value_parser = depth)]
    pub max_depth: Option<u32>,
    /// Maximum number of blocks in a page, not counting the title; further blocks are dropped
    /// [default: 100000]
    #[arg(long, value_name = "N")]
    pub max_blocks: Option<u32>,
    /// Time limit per page in milliseconds; text read before it is kept. Results may vary between
    /// runs [default: 60000]
    #[arg(long, value_name = "N")]
    pub max_ms: Option<u64>,
}

fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|&depth| depth == 0 || depth >= Limits::LEAST_DEPTH);
    depth.ok_or_else(|| format!("found '{text}', expected 0 or at least {}", Limits::LEAST_DEPTH))
}

impl LimitArgs {
    /// Returns the limits of a page.
    pub fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            depth: self.max_depth.unwrap_or(default.depth),
            blocks: self.max_blocks.unwrap_or(default.blocks),
            milliseconds: self.max_ms.unwrap_or(default.milliseconds),
        }
    }
}
