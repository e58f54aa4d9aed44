//! The tests by their names, for whoever lets a user choose.

use super::{SignedRank, Zeros, mann_whitney, paired_t, randomization, wilcoxon};
use crate::error::Result;
use serde::Serialize;
use tamis_place::SettingError;

/// A test of two systems' values of the same topics, as one row of [`TESTS`].
#[derive(Debug)]
pub struct Test {
    /// Its name.
    pub name: &'static str,
    /// What its statistic is called.
    pub statistic: &'static str,
    /// What it asks, in a sentence.
    pub explanation: &'static str,
    run: Procedure,
}

/// Two systems' values to a statistic and p.
type Procedure = fn(&[f64], &[f64], Chance) -> Option<(f64, f64, Exactness)>;

/// What a p-value stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Exactness {
    /// Student's distribution or the normal one.
    Distribution,
    /// All ways that chance might have had were counted.
    Exact,
    /// Some of them, drawn.
    Sampled(Chance),
}

impl Exactness {
    fn of(exact: bool, otherwise: Self) -> Self {
        if exact { Self::Exact } else { otherwise }
    }
}

/// What a test that draws samples draws: how many, and from which seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Chance {
    /// How many samples.
    pub samples: u32,
    /// The seed.
    pub seed: u64,
}

impl Default for Chance {
    fn default() -> Self {
        Self { samples: super::SAMPLES, seed: super::SEED }
    }
}

/// What a test of the list found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tested {
    /// The statistic; what it is called, [`Test::statistic`] says.
    pub statistic: f64,
    /// Two-sided p-value, 0 to 1.
    pub p: f64,
    /// What p stands on.
    pub exactness: Exactness,
}

/// All tests.
pub const TESTS: [Test; 5] = [
    Test {
        name: "t",
        statistic: "t",
        explanation: "paired t: is the mean difference 0? Takes the differences for normal, which means of 50 nearly are",
        run: |a, b, _| paired_t(a, b).map(|test| (test.t, test.p, Exactness::Distribution)),
    },
    Test {
        name: "wilcoxon",
        statistic: "W",
        explanation: "Wilcoxon's signed ranks: are better topics as far up as worse ones? Without topics that do not differ",
        run: |a, b, _| wilcoxon(a, b, Zeros::Wilcox).map(signed_rank),
    },
    Test {
        name: "wilcoxon-pratt",
        statistic: "W",
        explanation: "Wilcoxon's signed ranks by Pratt: topics that do not differ take the lowest ranks, and count on neither side",
        run: |a, b, _| wilcoxon(a, b, Zeros::Pratt).map(signed_rank),
    },
    Test {
        name: "randomization",
        statistic: "mean difference",
        explanation: "Fisher's randomization: how often is a mean difference as large if each topic's sign is thrown? Exact \
                      up to 32 topics that differ, else sampled",
        run: |a, b, chance| {
            let test = randomization(a, b, chance.samples, chance.seed)?;
            Some((test.mean, test.p, Exactness::of(test.exact, Exactness::Sampled(chance))))
        },
    },
    Test {
        name: "mann-whitney",
        statistic: "U",
        explanation: "Mann-Whitney's U with continuity correction: takes the two systems' topics for different ones, which \
                      they are not; for comparison with papers that used it",
        run: |a, b, _| mann_whitney(a, b, true).map(|test| (test.u, test.p, Exactness::Distribution)),
    },
];

fn signed_rank(test: SignedRank) -> (f64, f64, Exactness) {
    (test.w, test.p, Exactness::of(test.exact, Exactness::Distribution))
}

impl Test {
    /// The test of that name.
    ///
    /// # Errors
    /// [`crate::Error::Setting`] with the nearest name.
    pub fn by_name(name: &str) -> Result<&'static Self> {
        let found = TESTS.iter().find(|test| test.name == name);
        found.ok_or_else(|| SettingError::unknown_name("test", name, TESTS.iter().map(|test| test.name)).into())
    }

    /// Tests `a` against `b`, one value per topic in the same order. None where there is nothing to test.
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn run(&self, a: &[f64], b: &[f64], chance: Chance) -> Option<Tested> {
        (self.run)(a, b, chance).map(|(statistic, p, exactness)| Tested { statistic, p, exactness })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_p_stands_on_is_told() {
        let stands_on = |name: &str, topics: usize| {
            let a: Vec<f64> = (1..=topics).map(|topic| topic as f64).collect();
            let chance = Chance { samples: 500, seed: 7 };
            Test::by_name(name).unwrap().run(&a, &vec![0.0; topics], chance).unwrap().exactness
        };
        assert_eq!(stands_on("randomization", 32), Exactness::Exact);
        assert_eq!(stands_on("randomization", 33), Exactness::Sampled(Chance { samples: 500, seed: 7 }));
        assert_eq!((stands_on("wilcoxon", 50), stands_on("wilcoxon", 51)), (Exactness::Exact, Exactness::Distribution));
        assert_eq!(
            (stands_on("t", 9), stands_on("mann-whitney", 9)),
            (Exactness::Distribution, Exactness::Distribution)
        );
    }

    #[test]
    fn all_tests_are_found_by_their_names_and_agree_on_what_is_plain() {
        let better: Vec<f64> = (0..20).map(|topic| 0.5 + f64::from(topic) / 100.0).collect();
        for test in &TESTS {
            assert_eq!(Test::by_name(test.name).unwrap().name, test.name);
            let run = |a: &[f64], b: &[f64]| test.run(a, b, Chance::default());
            assert!(run(&better, &[0.1; 20]).unwrap().p < 1e-3, "{}", test.name);
            assert_eq!(run(&[0.1; 20], &[0.1; 20]), None, "{}", test.name);
        }
        let error = Test::by_name("wilcoxn").unwrap_err();
        assert_eq!(error.to_string(), "unknown test 'wilcoxn'; did you mean 'wilcoxon'?");
    }
}
