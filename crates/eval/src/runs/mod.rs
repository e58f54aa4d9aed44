//! Compares runs: scores them on the same topics and reports the differences from a baseline, with
//! a significance test, confidence intervals and effect sizes. The runs may come from any system;
//! no index is needed.

mod changed;
mod compare;
mod comparison;

pub use changed::{Changed, Moved, changed, moved, moved_between};
pub use compare::compare;
pub use comparison::{
    Against, BOOTSTRAP_SAMPLES, CompareSettings, ComparedRun, Contender, RunComparison, System,
};
