//! Sweeps: many views for the price of one pass over the postings. Along an axis such as
//! `words >= 1..=100` every stricter view permits a part of what a looser one permits, so the
//! number of views that permit a block, its *level*, fits in one byte. Postings are decoded once
//! into pages and levels; suffix sums give df, cf, N and T of every view. Views that are not nested
//! (labels) are searched in the same pass, by masks.

mod bounds;
mod global_counts;
mod grid;
mod grids;
mod level_plane;
mod leveled;
mod levels;
mod masks;
mod outcome;
mod pages;
mod pass;
mod plane;
mod walk;
mod weighing;
mod weight_grid;

pub use global_counts::GlobalCounts;
pub use grid::{Grid, MAX_VALUES, RuleAxis, ThresholdAxis, check_points};
pub use grids::Grids;
pub use levels::row_batches;
pub use outcome::{SweepOutcome, check_text_left, compare, sweep};
pub use pass::Pass;
pub use weight_grid::{WeightAxis, WeightGrid};
