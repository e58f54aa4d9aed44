//! Per-topic values of systems into what may be concluded from them: p-values, intervals, effect sizes, and a choice
//! among many settings that is honest about having been one. Values are plain numbers; where they come from is not known.
//!
//! Everything random is drawn from a seed: the same values and seed give the same bits on every machine.

mod bootstrap;
mod correction;
mod effect;
pub mod folds;
mod list;
mod mann_whitney;
mod max_statistic;
mod paired_t;
mod random;
mod randomization;
mod ranks;

mod wilcoxon;

pub use bootstrap::bootstrap_95;
pub use correction::{Correction, bonferroni, holm};
pub use effect::{WinTieLoss, cohens_dz, win_tie_loss};
pub use list::{Chance, Exactness, TESTS, Test, Tested};
pub use mann_whitney::{MannWhitney, mann_whitney};
pub use max_statistic::{MaxStatistic, max_statistic};
pub use paired_t::{PairedT, interval_95, paired_t};
pub use randomization::{Randomization, randomization};
pub use wilcoxon::{SignedRank, Zeros, signed_rank, wilcoxon};

/// How many samples are drawn where not everything is enumerated: the standard error of a p-value of 0.05 is then 0.0007.
pub const SAMPLES: u32 = 100_000;

/// The seed unless another is asked for.
pub const SEED: u64 = 1;

/// The differences a - b, topic by topic.
///
/// # Panics
/// If the slices differ in length: then they are not about the same topics.
fn differences(a: &[f64], b: &[f64]) -> Vec<f64> {
    assert_eq!(a.len(), b.len(), "paired values are of the same topics");
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// The mean of at least one value.
fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The chance that a standard normal variable is at least as far from 0 as `z`. By libm's erfc: statrs's is right to ten
/// digits only.
fn two_sided_normal(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}
