//! Counts what an index contains, for whoever shows it: plain results, and no printing.

mod contents;
mod histogram;
mod pages;
mod repeated;
mod scored;
mod shape;
mod size;

pub use contents::{Contents, LabelCount};
pub use histogram::Bin;
pub use pages::{PagesBy, RevisitCounts};
pub use repeated::{RepeatedBlock, WordsByRepeats};
pub use scored::WordsByScore;
pub use size::Size;
