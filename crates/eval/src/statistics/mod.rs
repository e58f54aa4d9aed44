//! Significance tests, confidence intervals, effect sizes and corrections over per-topic values of
//! two or more systems, and the choice of one setting among many, tested honestly. Values are plain
//! numbers: nothing here knows runs or qrels.
//!
//! Everything random takes a seed: the same values and the same seed give the same bits on every
//! machine.

mod agreement;
mod bootstrap;
mod correction;
mod effect;
mod equivalence;
mod fixed_sequence;
pub mod folds;
mod list;
mod mann_whitney;
mod margin;
mod max_statistic;
mod paired;
mod paired_t;
mod random;
mod randomization;
mod ranks;
mod spread;
mod tost_power;
mod wilcoxon;

pub use agreement::{Agreement, agreement};
pub use bootstrap::bootstrap_95;
pub use correction::{Correction, bonferroni, holm};
pub use effect::{WinTieLoss, cohens_dz, win_tie_loss};
pub use equivalence::{Equivalence, equivalence};
pub use fixed_sequence::fixed_sequence;
pub use list::{Exactness, TESTS, Test, TestResult};
pub use mann_whitney::{MannWhitney, mann_whitney};
pub use margin::Margin;
pub use max_statistic::{MaxStatistic, max_statistic};
pub(crate) use paired::differences;
pub use paired_t::{PairedT, interval_95, paired_t};
pub use random::{Random, SAMPLES, SEED, Sampling};
pub use randomization::{Randomization, randomization};
pub use spread::{NoSpread, no_spread, or_no_spread};
pub use tost_power::{ALPHA, FEWEST_TOPICS, POWER};
pub use wilcoxon::{SignedRank, Zeros, signed_rank, wilcoxon};
