//! The significance tests by name, for programs that let a user choose one.

use super::mann_whitney::mann_whitney;
use super::paired_t::paired_t;
use super::random::Sampling;
use super::randomization::randomization;
use super::wilcoxon::{SignedRank, Zeros, wilcoxon};
use crate::error::Result;
use schemars::JsonSchema;
use serde::Serialize;
use tamis_place::SettingError;

/// A significance test for two systems' values on the same topics: one row of [`TESTS`].
#[derive(Debug)]
pub struct Test {
    /// The test's name.
    pub name: &'static str,
    /// The name of the test's statistic.
    pub statistic: &'static str,
    /// What the test asks, in a sentence.
    pub explanation: &'static str,
    run: Procedure,
}

/// Computes statistic and p-value from two systems' values.
type Procedure = fn(&[f64], &[f64], Sampling) -> Option<(f64, f64, Exactness)>;

/// How a p-value was computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Exactness {
    /// From Student's or the normal distribution.
    Distribution,
    /// By enumerating all permutations.
    Exact,
    /// From random permutations.
    Sampled(Sampling),
}

impl Exactness {
    fn exact_or(exact: bool, otherwise: Self) -> Self {
        if exact { Self::Exact } else { otherwise }
    }
}

/// The result of a [`Test`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TestResult {
    /// The statistic; [`Test::statistic`] is its name.
    pub statistic: f64,
    /// Two-sided p-value, 0 to 1.
    pub p: f64,
    /// How p was computed.
    pub exactness: Exactness,
}

/// All significance tests.
pub const TESTS: [Test; 5] = [
    Test {
        name: "t",
        statistic: "t",
        explanation: "Student's paired t-test: is the mean difference 0? Assumes a normal mean, \
                      which 50 topics nearly give",
        run: |a, b, _| paired_t(a, b).map(|test| (test.t, test.p, Exactness::Distribution)),
    },
    Test {
        name: "wilcoxon",
        statistic: "W",
        explanation: "Wilcoxon's signed-rank test: do gains and losses rank equally high? Drops \
                      topics without a difference",
        run: |a, b, _| wilcoxon(a, b, Zeros::Wilcox).map(signed_rank),
    },
    Test {
        name: "wilcoxon-pratt",
        statistic: "W",
        explanation: "Wilcoxon's signed-rank test after Pratt: topics without a difference take \
                      the lowest ranks, which are not counted",
        run: |a, b, _| wilcoxon(a, b, Zeros::Pratt).map(signed_rank),
    },
    Test {
        name: "randomization",
        statistic: "mean difference",
        explanation: "Fisher's randomization test: how often is the mean difference as large if \
                      each topic's sign is random? Exact up to 32 topics that differ, sampled \
                      above",
        run: |a, b, sampling| {
            let test = randomization(a, b, sampling.samples, sampling.seed)?;
            Some((test.mean, test.p, Exactness::exact_or(test.exact, Exactness::Sampled(sampling))))
        },
    },
    Test {
        name: "mann-whitney",
        statistic: "U",
        explanation: "Mann and Whitney's U test with continuity correction: treats paired values \
                      as independent, so it finds less; use it to compare with papers that do",
        run: |a, b, _| {
            mann_whitney(a, b, true).map(|test| (test.u, test.p, Exactness::Distribution))
        },
    },
];

fn signed_rank(test: SignedRank) -> (f64, f64, Exactness) {
    (test.w, test.p, Exactness::exact_or(test.exact, Exactness::Distribution))
}

impl Test {
    /// Returns the test with this name.
    ///
    /// # Errors
    /// [`crate::Error::Setting`] if the name is unknown, with the nearest known one.
    pub fn by_name(name: &str) -> Result<&'static Self> {
        let found = TESTS.iter().find(|test| test.name == name);
        found.ok_or_else(|| {
            SettingError::unknown_name("test", name, TESTS.iter().map(|test| test.name)).into()
        })
    }

    /// Tests `a` against `b`, one value per topic in the same order. Returns none where there is
    /// nothing to test.
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn run(&self, a: &[f64], b: &[f64], sampling: Sampling) -> Option<TestResult> {
        (self.run)(a, b, sampling).map(|(statistic, p, exactness)| TestResult {
            statistic,
            p,
            exactness,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How a test of this number of topics, which all differ, computes p.
    fn exactness(name: &str, topics: usize) -> Exactness {
        let a: Vec<f64> = (1..=topics).map(|topic| topic as f64).collect();
        let sampling = Sampling { samples: 500, seed: 7 };
        Test::by_name(name).unwrap().run(&a, &vec![0.0; topics], sampling).unwrap().exactness
    }

    #[test]
    fn the_result_says_how_p_was_computed() {
        assert_eq!(exactness("randomization", 32), Exactness::Exact);
        assert_eq!(
            exactness("randomization", 33),
            Exactness::Sampled(Sampling { samples: 500, seed: 7 })
        );
        assert_eq!(
            (exactness("wilcoxon", 50), exactness("wilcoxon", 51)),
            (Exactness::Exact, Exactness::Distribution)
        );
        assert_eq!(
            (exactness("t", 9), exactness("mann-whitney", 9)),
            (Exactness::Distribution, Exactness::Distribution)
        );
    }

    #[test]
    fn all_tests_are_found_by_their_names_and_agree_on_what_is_plain() {
        let better: Vec<f64> = (0..20).map(|topic| 0.5 + f64::from(topic) / 100.0).collect();
        for test in &TESTS {
            assert_eq!(Test::by_name(test.name).unwrap().name, test.name);
            let result = test.run(&better, &[0.1; 20], Sampling::default()).unwrap();
            assert!(result.p < 1e-3, "{}", test.name);
            let of_equals = test.run(&[0.1; 20], &[0.1; 20], Sampling::default());
            assert_eq!(of_equals, None, "{}", test.name);
        }
        let error = Test::by_name("wilcoxn").unwrap_err();
        assert_eq!(error.to_string(), "unknown test 'wilcoxn'; did you mean 'wilcoxon'?");
    }
}
