//! The inputs and the result of a comparison of runs.

use super::changed::Changed;
use crate::error::Result;
use crate::measure::Checks;
use crate::statistics::{
    Correction, Equivalence, Exactness, Margin, NoSpread, SEED, TESTS, Test, or_no_spread,
};
use crate::trec::Run;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;

/// Number of resamples behind a bootstrap interval. Its ends then vary by about a hundredth of its
/// width between seeds.
pub const BOOTSTRAP_SAMPLES: u32 = 10_000;

/// A run to compare, with the name that tables show.
#[derive(Debug)]
pub struct ComparedRun {
    /// The name that tables show: the run's tag, or its file where tags are not unique.
    pub name: String,
    /// The run's file; may be empty.
    pub file: String,
    /// The run.
    pub run: Run,
}

impl ComparedRun {
    /// Reads the run file at `path`; its name is the run's tag.
    ///
    /// # Errors
    /// As [`Run::read`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let run = Run::read(path.as_ref())?;
        Ok(Self { name: run.tag().to_owned(), file: path.as_ref().display().to_string(), run })
    }
}

/// A run without a file; its name is its tag.
impl From<Run> for ComparedRun {
    fn from(run: Run) -> Self {
        Self { name: run.tag().to_owned(), file: String::new(), run }
    }
}

/// How differences are tested and what is reported.
#[derive(Debug, Clone, Copy)]
pub struct CompareSettings {
    /// The significance test.
    pub test: &'static Test,
    /// The correction of the p-values of one measure over the runs.
    pub correction: Correction,
    /// Random seed of the bootstrap and of a test that samples.
    pub seed: u64,
    /// Number of topics with the largest change to report for each run.
    pub changed: usize,
    /// The margin of the tests of equivalence with the baseline.
    pub margin: Margin,
}

/// Student's paired t-test, Holm's correction, the three topics that changed most, and a margin of
/// 5 %.
impl Default for CompareSettings {
    fn default() -> Self {
        Self {
            test: &TESTS[0],
            correction: Correction::Holm,
            seed: SEED,
            changed: 3,
            margin: Margin::default(),
        }
    }
}

/// The result of a comparison, without any layout.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct RunComparison {
    /// The file of the judgements.
    ///
    /// `compare` leaves it empty.
    pub qrels_file: String,
    /// The command that repeats the comparison.
    ///
    /// `compare` leaves it empty.
    pub command: String,
    /// The program's version.
    ///
    /// `compare` leaves it empty.
    pub version: String,
    /// The lowest relevant grade.
    pub level: i32,
    /// Whether topics without results in any run count.
    pub complete: bool,
    /// The name of the significance test.
    pub test: String,
    /// The name of the test's statistic.
    pub statistic: String,
    /// What the test asks, in a sentence.
    pub explanation: String,
    /// The name of the correction.
    pub correction: String,
    /// The margin of the tests of equivalence: per cent of the baseline's mean, or a difference.
    #[schemars(with = "String")]
    pub margin: Margin,
    /// Random seed of the bootstrap and of a test that samples.
    pub seed: u64,
    /// Number of resamples behind each bootstrap interval.
    pub bootstrap_samples: u32,
    /// trec_eval's names of the measures; the first one decides which topics changed most.
    pub measures: Vec<String>,
    /// The topics that count, in the order of their ids; the same for every run.
    pub topics: Vec<String>,
    /// Queries of the topics, in the same order; only with `--topics`.
    ///
    /// `compare` leaves it empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub queries: Vec<String>,
    /// Topics of the qrels for which no run has results, in order; in `topics` only if `complete`.
    pub unanswered: Vec<String>,
    /// The run to which the others are compared.
    pub baseline: System,
    /// The other runs, in the order given.
    pub runs: Vec<Contender>,
}

/// A run and its scores.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct System {
    /// The name that tables show.
    pub name: String,
    /// The run's file.
    pub file: String,
    /// The run's tag.
    pub tag: String,
    /// Means over the topics, one per measure.
    pub means: Vec<f64>,
    /// `per_topic[measure][topic]`; a topic for which the run has no results scores as an empty
    /// ranking.
    pub per_topic: Vec<Vec<f64>>,
    /// Topics that count although this run has no results for them, in order.
    pub without_results: Vec<String>,
    /// What to check before trusting its scores.
    pub checks: Checks,
}

/// A run compared to the baseline.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Contender {
    /// The run.
    #[serde(flatten)]
    pub system: System,
    /// How it differs from the baseline, one entry per measure.
    pub against: Vec<Against>,
    /// The topics that changed most in the first measure, the largest change first; only topics
    /// that changed.
    pub changed: Vec<Changed>,
}

impl Against {
    /// Returns the p-value, or why there is none.
    ///
    /// # Errors
    /// The differences have no spread.
    pub fn p(&self) -> std::result::Result<f64, NoSpread> {
        or_no_spread(self.p, self.no_spread)
    }

    /// Returns the corrected p-value, or why there is none.
    ///
    /// # Errors
    /// The differences have no spread.
    pub fn corrected_p(&self) -> std::result::Result<f64, NoSpread> {
        or_no_spread(self.corrected, self.no_spread)
    }
}

/// How a run differs from the baseline in one measure.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Against {
    /// The mean difference, run - baseline.
    pub difference: f64,
    /// The value of the test's statistic; none where the test does not apply.
    pub statistic: Option<f64>,
    /// Two-sided p-value; none if the test does not apply, for example if no topic differs.
    pub p: Option<f64>,
    /// How p was computed: by a distribution, exact over all permutations, or sampled; none
    /// without p.
    pub exactness: Option<Exactness>,
    /// The p-value corrected over all runs of this measure.
    pub corrected: Option<f64>,
    /// 95 % confidence interval of the mean difference by bootstrap (BCa); none for fewer than two
    /// topics.
    pub bootstrap: Option<(f64, f64)>,
    /// 95 % confidence interval by Student's distribution; none where the t-test does not apply.
    pub student: Option<(f64, f64)>,
    /// Cohen's d_z: the mean difference in standard deviations of the differences. None where the
    /// t-test does not apply.
    pub d_z: Option<f64>,
    /// Why there is no t-test, d_z, Student's interval or test of equivalence: the differences have
    /// no spread.
    pub no_spread: Option<NoSpread>,
    /// The test of equivalence with the baseline; none where there is nothing to test with:
    /// differences without spread, or a margin in per cent of a mean of 0.
    pub equivalence: Option<Equivalence>,
    /// The p-value of equivalence corrected over all runs of this measure.
    pub corrected_equivalent: Option<f64>,
    /// The p-value of non-inferiority corrected over all runs of this measure.
    pub corrected_noninferior: Option<f64>,
    /// Number of topics on which the run is better, by more than rounding.
    pub win: usize,
    /// Number of topics on which both are equal.
    pub tie: usize,
    /// Number of topics on which the run is worse.
    pub loss: usize,
}
