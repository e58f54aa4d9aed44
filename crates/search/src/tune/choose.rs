//! Which of the settings fits, and how sure that is.

use super::space::{Setting, Space};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use tamis_eval::statistics::{NoSpread, Random, folds, interval_95, no_spread};
use tamis_index::error::{Error, Result};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// What the choice stays near to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Prior {
    /// The sieve: another rule must be better by more than rules of its kind always are.
    #[default]
    Sieve,
    /// Nothing: the best rule is chosen, however small the difference.
    None,
}

impl FromStr for Prior {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        match name {
            "sieve" => Ok(Self::Sieve),
            "none" => Ok(Self::None),
            other => Err(Error::unknown_name("prior", other, ["sieve", "none"])),
        }
    }
}

/// The values of all settings on the same topics.
pub struct Trials {
    pub values: Vec<Vec<f64>>,
    /// How much better than the sieve each must be.
    pub costs: Vec<f64>,
}

/// A setting that was chosen from all.
pub struct ChosenSetting {
    pub setting: usize,
    /// Its mean minus that of the sieve, in 95 of 100 resamples of the topics.
    pub gain: (f64, f64),
    /// The share of the resamples in which it is better than the sieve.
    pub better: f64,
    /// The settings that resamples choose, each with its share, the most frequent one first.
    pub by_resamples: Vec<(usize, f64)>,
    /// The settings that the topics cannot tell from it: the 95 % interval of the difference holds
    /// 0. The best one first.
    pub alike: Vec<usize>,
    /// The mean on topics that were left out when choosing, and the sieve's on the same.
    pub held_out: (f64, f64),
    /// Of so many folds, those in which the others choose a setting that is at least as good as the
    /// sieve.
    pub folds: (usize, usize),
}

/// The resamples of the topics.
const RESAMPLES: usize = 1000;
/// The folds of the topics.
const FOLDS: usize = 5;

impl Trials {
    /// Puts the settings of a space with their costs together with their values.
    pub fn new(space: &Space, prior: Prior, values: Vec<Vec<f64>>) -> Self {
        let cost = |setting: &Setting| match prior {
            Prior::Sieve => space.cost(setting),
            Prior::None => 0.0,
        };
        Self { values, costs: space.settings.iter().map(cost).collect() }
    }

    /// Returns the mean of a setting.
    pub fn mean(&self, setting: usize) -> f64 {
        mean(&self.values[setting])
    }

    /// Returns the first setting with the highest mean less its cost, on these topics; a topic may
    /// be there several times.
    fn best(&self, topics: &[u32]) -> usize {
        let mut best = 0;
        let mut highest = f64::NEG_INFINITY;
        for (setting, values) in self.values.iter().enumerate() {
            let sum: f64 = topics.iter().map(|&topic| values[topic as usize]).sum();
            let value = sum / topics.len().max(1) as f64 - self.costs[setting];
            if value > highest {
                best = setting;
                highest = value;
            }
        }
        best
    }

    /// Chooses a setting; `ids` name the topics.
    ///
    /// # Errors
    /// For fewer topics than folds.
    pub fn choose(&self, ids: &[String], seed: u64) -> Result<ChosenSetting> {
        let all: Vec<u32> = (0..ids.len() as u32).collect();
        let setting = self.best(&all);
        let samples: Vec<(usize, f64)> = (0..RESAMPLES as u64)
            .into_par_iter()
            .map(|n| self.resample(setting, seed, n))
            .collect();
        let mut gains: Vec<f64> = samples.iter().map(|(_, gain)| *gain).collect();
        gains.sort_by(f64::total_cmp);
        let better = gains.iter().filter(|gain| **gain > 0.0).count() as f64 / RESAMPLES as f64;
        let (held_out, folds) = self.held_out(ids, seed)?;
        Ok(ChosenSetting {
            setting,
            gain: (gains[RESAMPLES / 40], gains[RESAMPLES - 1 - RESAMPLES / 40]),
            better,
            by_resamples: shares(&samples),
            alike: self.alike(setting),
            held_out,
            folds,
        })
    }

    /// Returns what a resample of the topics chooses, and what the chosen setting gains in it.
    fn resample(&self, setting: usize, seed: u64, number: u64) -> (usize, f64) {
        let count = self.values[0].len();
        let mut random = Random::new(xxh3_64_with_seed(&number.to_le_bytes(), seed));
        let topics: Vec<u32> = (0..count).map(|_| random.below(count) as u32).collect();
        let gain = |topic: &u32| {
            let topic = *topic as usize;
            self.values[setting][topic] - self.values[0][topic]
        };
        let sum: f64 = topics.iter().map(gain).sum();
        (self.best(&topics), sum / count as f64)
    }

    /// Returns the settings that the topics cannot tell from this one, the best one first.
    fn alike(&self, setting: usize) -> Vec<usize> {
        let holds_zero = |other: &usize| {
            let (theirs, own) = (&self.values[*other], &self.values[setting]);
            // The same difference on every topic has no interval, and is one.
            let is_alike = || no_spread(theirs, own) != Some(NoSpread::SameDifference);
            let interval = interval_95(theirs, own);
            *other != setting
                && interval.map_or_else(is_alike, |(low, high)| low <= 0.0 && 0.0 <= high)
        };
        let mut alike: Vec<usize> = (0..self.values.len()).filter(holds_zero).collect();
        let value = |setting: usize| self.mean(setting) - self.costs[setting];
        alike.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
        alike
    }

    /// Chooses on all folds but one, and scores on that one.
    fn held_out(&self, ids: &[String], seed: u64) -> Result<((f64, f64), (usize, usize))> {
        let fold_of = folds::assign(ids, FOLDS, seed)?;
        let mut sums = (0.0, 0.0);
        let mut good = 0;
        for fold in 0..FOLDS {
            let (inside, outside): (Vec<u32>, Vec<u32>) =
                (0..ids.len() as u32).partition(|&topic| fold_of[topic as usize] == fold);
            let chosen = self.best(&outside);
            let sum = |setting: usize| -> f64 {
                inside.iter().map(|&topic| self.values[setting][topic as usize]).sum()
            };
            let of_fold = (sum(chosen), sum(0));
            good += usize::from(of_fold.0 >= of_fold.1);
            sums = (sums.0 + of_fold.0, sums.1 + of_fold.1);
        }
        let count = ids.len() as f64;
        Ok(((sums.0 / count, sums.1 / count), (good, FOLDS)))
    }
}

/// Returns the settings of samples with their shares, the most frequent one first.
fn shares(samples: &[(usize, f64)]) -> Vec<(usize, f64)> {
    let mut settings: Vec<usize> = samples.iter().map(|(setting, _)| *setting).collect();
    settings.sort_unstable();
    let mut shares = Vec::new();
    for same in settings.chunk_by(|a, b| a == b) {
        shares.push((same[0], same.len() as f64 / samples.len() as f64));
    }
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    shares
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(count: usize) -> Vec<String> {
        (0..count).map(|number| number.to_string()).collect()
    }

    #[test]
    fn a_setting_must_be_better_than_the_sieve_by_its_cost() {
        let sieve = vec![0.5; 40];
        let better = vec![0.55; 40];
        let values = vec![sieve, better.clone(), better];
        let choose = |costs: [f64; 3]| {
            Trials { values: values.clone(), costs: costs.into() }.choose(&ids(40), 1).unwrap()
        };
        assert_eq!(choose([0.0, 0.06, 0.06]).setting, 0);
        let choice = choose([0.0, 0.06, 0.01]);
        assert_eq!((choice.setting, choice.better, choice.folds), (2, 1.0, (5, 5)));
        assert!((choice.gain.0 - 0.05).abs() < 1e-12 && (choice.held_out.0 - 0.55).abs() < 1e-12);
        assert_eq!((choice.by_resamples, choice.alike), (vec![(2, 1.0)], vec![1]));
    }

    #[test]
    fn resamples_show_what_a_few_topics_decide() {
        let mut lucky = vec![0.5; 40];
        lucky[7] = 1.0;
        let trials = Trials { values: vec![vec![0.5; 40], lucky], costs: vec![0.0, 0.0] };
        let choice = trials.choose(&ids(40), 1).unwrap();
        assert_eq!(choice.setting, 1);
        assert!(choice.better > 0.5 && choice.better < 0.8 && choice.gain.0 == 0.0);
        assert_eq!(choice.by_resamples.len(), 2);
    }
}
