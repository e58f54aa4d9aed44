//! What a page may cost, the clock that watches it, and what is told when a limit is met. A limit never loses the page:
//! what was read below it stays.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::{Duration, Instant};

/// What one page may cost; 0 stands for no limit. The defaults leave ample room: docs/architecture.md has them beside
/// what real pages need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Elements that may be open inside one another. HTML, HEAD, BODY, SCRIPT and STYLE open at any depth. At least
    /// [`Limits::LEAST_DEPTH`]: a title must fit.
    pub depth: u32,
    /// Blocks, the title apart.
    pub blocks: u32,
    /// Time from the page's bytes to its tokens. It is the one limit that depends on the machine, so an index in which a
    /// page met it may differ from the next one of the same collection.
    pub milliseconds: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 4096, blocks: 100_000, milliseconds: 60_000 }
    }
}

impl Limits {
    /// Below this depth (HTML, HEAD, TITLE, and room for a stray tag) a page may lose its title.
    pub const LEAST_DEPTH: u32 = 4;

    /// No limits.
    pub const NONE: Self = Self { depth: 0, blocks: 0, milliseconds: 0 };

    /// Starts a page's clock.
    pub fn begin(self) -> Budget {
        Budget { limits: self, start: (self.milliseconds > 0).then(Instant::now) }
    }
}

/// A stage of a page's way, with a share of its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Bytes to elements.
    Parsing,
    /// Elements to blocks.
    Cutting,
    /// Blocks to tokens.
    Analyzing,
}

impl Stage {
    /// When the stage must end, in quarters of the page's time. A stage that used up all of it would leave none to those
    /// behind it, and what was read would be lost.
    fn quarters(self) -> u32 {
        match self {
            Self::Parsing => 2,
            Self::Cutting => 3,
            Self::Analyzing => 4,
        }
    }
}

/// A page's limits with its clock running.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    limits: Limits,
    start: Option<Instant>,
}

impl Budget {
    /// A budget without limits.
    pub const UNLIMITED: Self = Self { limits: Limits::NONE, start: None };

    /// The most elements that may be open inside one another.
    pub fn depth(&self) -> usize {
        most(self.limits.depth)
    }

    /// The most blocks, the title apart.
    pub fn blocks(&self) -> usize {
        most(self.limits.blocks)
    }

    /// Whether a stage must end now. Looks at the clock, so it is for every few thousand steps.
    pub fn is_over(&self, stage: Stage) -> bool {
        let time = Duration::from_millis(self.limits.milliseconds);
        self.start.is_some_and(|start| start.elapsed() >= time.saturating_mul(stage.quarters()) / 4)
    }

    /// What is told of a stage that ended before its end, `bytes` of text before it.
    pub fn time_hit(&self, stage: Stage, bytes: u64) -> Hit {
        Hit::Time { milliseconds: self.limits.milliseconds, stage, bytes }
    }
}

fn most(limit: u32) -> usize {
    if limit == 0 { usize::MAX } else { limit as usize }
}

/// A limit that a page met, and what that cost it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hit {
    /// Tags of elements too deep to be opened. Their text stands in the element around them.
    Depth {
        /// [`Limits::depth`].
        limit: usize,
        /// Start tags that opened nothing.
        elements: u64,
    },
    /// Blocks behind the last that was permitted.
    Blocks {
        /// [`Limits::blocks`].
        limit: usize,
        /// Blocks that were left out.
        blocks: u64,
        /// Bytes of their text.
        bytes: u64,
    },
    /// The time was up.
    Time {
        /// [`Limits::milliseconds`].
        milliseconds: u64,
        /// Where it was up.
        stage: Stage,
        /// Bytes that were left out: of the decoded page when parsing, else of text.
        bytes: u64,
    },
}

impl Hit {
    /// Bytes that were left out.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Depth { .. } => 0,
            Self::Blocks { bytes, .. } | Self::Time { bytes, .. } => *bytes,
        }
    }
}

/// What was found, what is permitted, and the flag that permits more.
impl fmt::Display for Hit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth { limit, elements } => {
                write!(f, "elements nested deeper than {limit}: {elements}, not opened, their text kept (--max-depth)")
            }
            Self::Blocks { limit, blocks, bytes } => {
                write!(
                    f,
                    "blocks behind the first {limit}: {blocks}, left out with {bytes} bytes of text (--max-blocks)"
                )
            }
            Self::Time { milliseconds, stage, bytes } => {
                let (doing, what) = match stage {
                    Stage::Parsing => ("parsing", "bytes of the page"),
                    Stage::Cutting => ("cutting", "bytes of text"),
                    Stage::Analyzing => ("analyzing", "bytes of text"),
                };
                write!(f, "{doing} used up its share of {milliseconds} ms; {what} left out: {bytes} (--max-ms)")
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
        let started = |ago: u64| Budget { limits, start: Some(Instant::now() - Duration::from_secs(ago)) };
        let over = |ago| [Stage::Parsing, Stage::Cutting, Stage::Analyzing].map(|stage| started(ago).is_over(stage));
        assert_eq!(over(0), [false, false, false]);
        assert_eq!(over(50_001), [true, false, false]);
        assert_eq!(over(75_001), [true, true, false]);
        assert_eq!(over(100_001), [true, true, true]);
    }

    #[test]
    fn nought_is_no_limit() {
        let budget = Limits::NONE.begin();
        assert_eq!((budget.depth(), budget.blocks(), budget.is_over(Stage::Parsing)), (usize::MAX, usize::MAX, false));
        let most = Limits { depth: u32::MAX, blocks: 1, milliseconds: u64::MAX }.begin();
        assert_eq!((most.depth(), most.blocks(), most.is_over(Stage::Parsing)), (u32::MAX as usize, 1, false));
    }
}
