//! What requests are answered: plain values, the same for the pages and for JSON.

pub mod api;
pub mod assess;
pub mod command;
pub mod compared_labels;
pub mod download;
pub mod explanation;
pub mod found;
pub mod gold;
pub mod index;
pub mod losses;
pub mod measures;
pub mod original;
pub mod page;
pub mod pool;
pub mod progress;
pub mod topic;

use tamis::eval::statistics::NoSpread;
use tamis::table::statistics::Tested;

/// What is known of a difference of means: the p-value and the same after a correction, if there
/// is one. Differences without spread have none.
pub fn tested(difference: f64, p: [Option<Option<f64>>; 2]) -> Tested<'static> {
    let p = p.map(|p| p.map(|p| p.ok_or(NoSpread::NoDifference)));
    Tested { difference, p, ..Tested::default() }
}

/// The next of so many things that is open, from behind a place on and around: whoever skipped some
/// is not led back to them at once.
pub fn onward(count: usize, at: Option<usize>, is_open: impl Fn(usize) -> bool) -> Option<usize> {
    let from = at.map_or(0, |at| at + 1);
    (from..count).chain(0..from).find(|place| is_open(*place))
}
