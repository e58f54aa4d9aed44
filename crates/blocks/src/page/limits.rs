//! Limits on nesting, blocks and time, and reports of the limits that a page met. A page that meets
//! a limit keeps everything read before.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::{Duration, Instant};

/// Limits for one page; 0 means no limit. The defaults are far above what real pages need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// Maximum number of nested elements; HTML, HEAD, BODY, SCRIPT and STYLE open at any depth.
    ///
    /// Use at least [`Limits::LEAST_DEPTH`], or a page may lose its title.
    pub depth: u32,
    /// Maximum number of blocks, not counting the title.
    pub blocks: u32,
    /// Maximum time from the page's bytes to its tokens, in milliseconds. It depends on the
    /// machine, so a page that meets it may be read differently the next time.
    pub milliseconds: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 4096, blocks: 100_000, milliseconds: 60_000 }
    }
}

impl Limits {
    /// The smallest safe depth: HTML, HEAD, TITLE, and one stray tag.
    pub const LEAST_DEPTH: u32 = 4;

    /// No limits.
    pub const NONE: Self = Self { depth: 0, blocks: 0, milliseconds: 0 };

    /// Starts the clock for one page.
    pub fn begin(self) -> Budget {
        Budget { limits: self, start: (self.milliseconds > 0).then(Instant::now) }
    }
}

/// A stage of processing a page. Each has a share of the page's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Bytes to elements.
    Parsing,
    /// Elements to blocks.
    Cutting,
    /// Elements to headings, lists and tables.
    Structuring,
    /// Blocks to tokens.
    Analyzing,
}

impl Stage {
    /// The deadline of the stage, in eighths of the page's time. If one stage could use all the
    /// time, the later stages would have none, and the page would be lost.
    fn eighths(self) -> u32 {
        match self {
            Self::Parsing => 4,
            Self::Cutting => 6,
            Self::Structuring => 7,
            Self::Analyzing => 8,
        }
    }
}

/// The limits of one page, with the clock running.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    limits: Limits,
    start: Option<Instant>,
}

impl Budget {
    /// No limits.
    pub const UNLIMITED: Self = Self { limits: Limits::NONE, start: None };

    /// Maximum number of nested elements.
    pub fn depth(&self) -> usize {
        most(self.limits.depth)
    }

    /// Maximum number of blocks, not counting the title.
    pub fn blocks(&self) -> usize {
        most(self.limits.blocks)
    }

    /// Whether a stage must end now. Reads the clock, so call it every few thousand steps only.
    pub fn is_over(&self, stage: Stage) -> bool {
        let time = Duration::from_millis(self.limits.milliseconds);
        self.start.is_some_and(|start| start.elapsed() >= time.saturating_mul(stage.eighths()) / 8)
    }

    /// Returns the report for a stage that ran out of time and left `bytes` bytes unread.
    pub fn time_hit(&self, stage: Stage, bytes: u64) -> LimitHit {
        LimitHit::Time { milliseconds: self.limits.milliseconds, stage, bytes }
    }
}

fn most(limit: u32) -> usize {
    if limit == 0 { usize::MAX } else { limit as usize }
}

/// A limit that a page met, and what was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitHit {
    /// Some elements were nested too deep. They were not opened; their text belongs to the element
    /// around them.
    Depth {
        /// [`Limits::depth`].
        limit: usize,
        /// Number of elements that were not opened.
        elements: u64,
    },
    /// The page has too many blocks. The first ones were kept.
    Blocks {
        /// [`Limits::blocks`].
        limit: usize,
        /// Number of blocks left out.
        blocks: u64,
        /// Bytes of text in them.
        bytes: u64,
    },
    /// A stage ran out of time.
    Time {
        /// [`Limits::milliseconds`].
        milliseconds: u64,
        /// The stage.
        stage: Stage,
        /// Bytes left out: of the decoded page when parsing, else of text; none of structure,
        /// for which the text stands.
        bytes: u64,
    },
    /// The addresses of links and images have too many bytes together, or one that each of the
    /// parts inside would repeat is long. These links are text.
    Addresses {
        /// The bytes that they may have.
        limit: usize,
        /// Number of addresses left out.
        addresses: u64,
    },
}

impl LimitHit {
    /// Number of bytes left out.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Depth { .. } | Self::Addresses { .. } => 0,
            Self::Blocks { bytes, .. } | Self::Time { bytes, .. } => *bytes,
        }
    }
}

/// What was left out, the limit, and the setting to raise.
impl fmt::Display for LimitHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth { limit, elements } => {
                write!(
                    f,
                    "elements nested deeper than {limit}: {elements}, not opened, text kept; raise \
                     max_depth to open them"
                )
            }
            Self::Blocks { limit, blocks, bytes } => {
                write!(
                    f,
                    "blocks after the first {limit}: {blocks}, left out with {bytes} bytes of \
                     text; raise max_blocks to keep them"
                )
            }
            Self::Addresses { limit, addresses } => {
                write!(
                    f,
                    "addresses of links and images: {addresses} left out, text kept; they have \
                     more than {limit} bytes together, or one around several parts is long"
                )
            }
            Self::Time { milliseconds, stage: Stage::Structuring, .. } => {
                write!(
                    f,
                    "finding headings, lists and tables exceeded its share of {milliseconds} ms, \
                     the text stands for them; raise max_ms to find them"
                )
            }
            Self::Time { milliseconds, stage, bytes } => {
                let (doing, what) = match stage {
                    Stage::Parsing => ("parsing", "bytes of the page"),
                    Stage::Cutting => ("cutting", "bytes of text"),
                    Stage::Structuring | Stage::Analyzing => ("analyzing", "bytes of text"),
                };
                write!(
                    f,
                    "{doing} exceeded its share of {milliseconds} ms, {what} left out: {bytes}; \
                     raise max_ms to keep them"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stage_has_its_share_of_the_time() {
        let limits = Limits { milliseconds: 100_000_000, ..Limits::default() };
        for (seconds, over) in [
            (0, [false, false, false, false]),
            (50_001, [true, false, false, false]),
            (75_001, [true, true, false, false]),
            (87_501, [true, true, true, false]),
            (100_001, [true, true, true, true]),
        ] {
            let start = Some(Instant::now() - Duration::from_secs(seconds));
            let budget = Budget { limits, start };
            let stages = [Stage::Parsing, Stage::Cutting, Stage::Structuring, Stage::Analyzing];
            assert_eq!(stages.map(|stage| budget.is_over(stage)), over, "{seconds} s");
        }
    }

    #[test]
    fn zero_is_no_limit() {
        let budget = Limits::NONE.begin();
        assert_eq!(
            (budget.depth(), budget.blocks(), budget.is_over(Stage::Parsing)),
            (usize::MAX, usize::MAX, false)
        );
        let most = Limits { depth: u32::MAX, blocks: 1, milliseconds: u64::MAX }.begin();
        assert_eq!(
            (most.depth(), most.blocks(), most.is_over(Stage::Parsing)),
            (u32::MAX as usize, 1, false)
        );
    }
}
