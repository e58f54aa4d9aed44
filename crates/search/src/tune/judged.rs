//! A few judged topics beside the pseudo-topics. What the pseudo-topics expect a setting to gain is
//! the prior, and the judged topics decide as far as there are enough of them: the posterior mean
//! of a normal distribution with known variances.

use super::choose::{Trials, mean};
use schemars::JsonSchema;
use serde::Serialize;
use tamis_eval::statistics::{Random, folds};
use tamis_index::error::Result;

/// How much of a gain on pseudo-topics, less its cost, real topics show: the slope over the
/// settings and collections of `eval/results/2026-11-25-tune`.
const SLOPE: f64 = 0.25;
/// The standard deviation of what a setting gains on real topics around that.
const PRIOR_DEVIATION: f64 = 0.01;
/// The least standard deviation of a topic's difference: a few equal topics prove nothing.
const LEAST_DEVIATION: f64 = 0.1;
/// The numbers of topics of the learning curve.
const SIZES: [usize; 5] = [2, 5, 10, 20, 50];
/// The draws of topics at each size.
const DRAWS: usize = 50;
/// The most folds.
const FOLDS: usize = 5;

/// The values of all settings on judged topics, with what pseudo-topics expect.
pub struct JudgedValues {
    /// `values[setting][topic]`.
    values: Vec<Vec<f64>>,
    /// The expected gain of every setting over the sieve.
    expected: Vec<f64>,
}

/// What judged topics chose, and what that is worth.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct JudgedChoice {
    /// The judged topics.
    pub topics: usize,
    /// The measure, as trec_eval has it.
    pub measure: String,
    /// The mean for the unfiltered text.
    pub unfiltered: f64,
    /// The mean for the sieve.
    pub sieve: f64,
    /// The mean for the setting that the pseudo-topics alone choose.
    pub pseudo: f64,
    /// The mean for the setting that judged topics and pseudo-topics choose.
    pub chosen: f64,
    /// Whether the setting that both choose is taken. It is not if its choice is worth less than
    /// that of the pseudo-topics, on topics that were left out: then theirs is taken.
    pub taken: bool,
    /// The mean on judged topics that were left out when choosing; none for one topic.
    pub held_out: Option<f64>,
    /// The best mean of any setting on these topics: what choosing could reach at most.
    pub best: f64,
    /// What so many topics are worth; empty for fewer than 3.
    pub curve: Vec<CurvePoint>,
    /// The smallest number of the curve from which the judged topics alone choose at least as well
    /// as the pseudo-topics alone.
    pub decide_from: Option<usize>,
}

/// What a number of judged topics is worth: the mean on the other topics, over draws.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CurvePoint {
    /// The number of judged topics that are drawn.
    pub topics: usize,
    /// The mean on the other topics if the drawn topics alone choose.
    pub judged: f64,
    /// The mean on the other topics if the pseudo-topics alone choose.
    pub pseudo: f64,
    /// The mean on the other topics if the drawn topics and the pseudo-topics choose.
    pub both: f64,
    /// The mean of the sieve on the other topics.
    pub sieve: f64,
}

/// What decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decider {
    Judged,
    Pseudo,
    Both,
}

impl JudgedValues {
    /// `pseudo` has the same settings. `same` says which of them is a setting that differs only in
    /// what pseudo-topics cannot judge.
    pub fn new(values: Vec<Vec<f64>>, pseudo: &Trials, same: &[usize]) -> Self {
        let mut expected = Vec::with_capacity(values.len());
        for &setting in same {
            let gain = pseudo.mean(setting) - pseudo.mean(0) - pseudo.costs[setting];
            expected.push(SLOPE * gain);
        }
        Self { values, expected }
    }

    /// Returns the setting that is best for these topics.
    fn best(&self, topics: &[usize], by: Decider) -> usize {
        let mut best = 0;
        let mut highest = f64::NEG_INFINITY;
        for setting in 0..self.values.len() {
            let value = match by {
                Decider::Pseudo => self.expected[setting],
                Decider::Judged => self.mean_gain(setting, topics).0,
                Decider::Both => self.posterior(setting, topics),
            };
            if value > highest {
                best = setting;
                highest = value;
            }
        }
        best
    }

    /// Returns the mean gain of a setting over the sieve on these topics, with its variance.
    fn mean_gain(&self, setting: usize, topics: &[usize]) -> (f64, f64) {
        let count = topics.len() as f64;
        let gain = |topic: &usize| self.values[setting][*topic] - self.values[0][*topic];
        let mean = topics.iter().map(gain).sum::<f64>() / count;
        let squares: f64 = topics.iter().map(|topic| (gain(topic) - mean).powi(2)).sum();
        let variance = (squares / (count - 1.0).max(1.0)).max(LEAST_DEVIATION.powi(2));
        (mean, variance / count)
    }

    fn posterior(&self, setting: usize, topics: &[usize]) -> f64 {
        let (gain, variance) = self.mean_gain(setting, topics);
        let prior = PRIOR_DEVIATION.powi(2);
        (self.expected[setting] * variance + gain * prior) / (variance + prior)
    }

    fn mean_on(&self, setting: usize, topics: &[usize]) -> f64 {
        let values: Vec<f64> = topics.iter().map(|&topic| self.values[setting][topic]).collect();
        mean(&values)
    }

    /// Chooses a setting; returns it with what the choice is worth. `unfiltered` is the number of
    /// the setting that permits all text.
    ///
    /// # Errors
    /// Never: there are as many folds as topics, or fewer.
    pub fn choose(
        &self,
        ids: &[String],
        measure: &str,
        unfiltered: usize,
        seed: u64,
    ) -> Result<(usize, JudgedChoice)> {
        let all: Vec<usize> = (0..ids.len()).collect();
        let chosen = self.best(&all, Decider::Both);
        let pseudo = self.best(&all, Decider::Pseudo);
        let curve = self.curve(ids.len(), seed);
        let decide = |point: &&CurvePoint| point.judged >= point.pseudo;
        // Once below, a later crossing is what counts.
        let from = curve.iter().rev().take_while(decide).last();
        let held_out = self.held_out(ids, seed)?;
        let of_pseudo = self.mean_on(pseudo, &all);
        let taken = held_out.is_some_and(|held_out| held_out >= of_pseudo);
        let choice = JudgedChoice {
            topics: ids.len(),
            measure: measure.to_owned(),
            unfiltered: self.mean_on(unfiltered, &all),
            sieve: self.mean_on(0, &all),
            pseudo: of_pseudo,
            chosen: self.mean_on(chosen, &all),
            taken,
            held_out,
            best: self.mean_on(self.best(&all, Decider::Judged), &all),
            decide_from: from.map(|point| point.topics),
            curve,
        };
        Ok((if taken { chosen } else { pseudo }, choice))
    }

    /// Chooses on all folds but one, and scores on that one; none for a single topic.
    fn held_out(&self, ids: &[String], seed: u64) -> Result<Option<f64>> {
        let folds = FOLDS.min(ids.len());
        if folds < 2 {
            return Ok(None);
        }
        let fold_of = folds::assign(ids, folds, seed)?;
        let mut sum = 0.0;
        for fold in 0..folds {
            let (inside, outside): (Vec<usize>, Vec<usize>) =
                (0..ids.len()).partition(|&topic| fold_of[topic] == fold);
            let chosen = self.best(&outside, Decider::Both);
            sum += self.mean_on(chosen, &inside) * inside.len() as f64;
        }
        Ok(Some(sum / ids.len() as f64))
    }

    /// Draws topics, chooses by them and scores on the others.
    fn curve(&self, count: usize, seed: u64) -> Vec<CurvePoint> {
        let mut random = Random::new(seed);
        let mut curve = Vec::new();
        for topics in SIZES.into_iter().filter(|size| size * 5 <= count * 4) {
            let mut sums = [0.0; 4];
            for _ in 0..DRAWS {
                let mut order: Vec<usize> = (0..count).collect();
                random.shuffle(&mut order);
                let (drawn, others) = order.split_at(topics);
                let chosen = [Decider::Judged, Decider::Pseudo, Decider::Both]
                    .map(|by| self.best(drawn, by));
                for (sum, setting) in sums.iter_mut().zip(chosen.into_iter().chain([0])) {
                    *sum += self.mean_on(setting, others);
                }
            }
            let [judged, pseudo, both, sieve] = sums.map(|sum| sum / DRAWS as f64);
            curve.push(CurvePoint { topics, judged, pseudo, both, sieve });
        }
        curve
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(count: usize) -> Vec<String> {
        (0..count).map(|number| number.to_string()).collect()
    }

    /// Three settings: the sieve, one that pseudo-topics prefer, one that judged topics prefer.
    fn judged(topics: usize) -> JudgedValues {
        let values = vec![vec![0.4; topics], vec![0.4; topics], vec![0.5; topics]];
        let pseudo = Trials { values: vec![vec![0.5], vec![0.54], vec![0.5]], costs: vec![0.0; 3] };
        JudgedValues::new(values, &pseudo, &[0, 1, 2])
    }

    #[test]
    fn few_topics_follow_the_pseudo_topics_and_many_decide() {
        assert_eq!(judged(1).choose(&ids(1), "map", 0, 1).unwrap().0, 1);
        assert!(!judged(1).choose(&ids(1), "map", 0, 1).unwrap().1.taken);
        let (chosen, choice) = judged(60).choose(&ids(60), "map", 0, 1).unwrap();
        assert_eq!(chosen, 2);
        assert!((choice.chosen - 0.5).abs() < 1e-12 && (choice.pseudo - 0.4).abs() < 1e-12);
        assert!((choice.held_out.unwrap() - 0.5).abs() < 1e-12);
        let sizes: Vec<usize> = choice.curve.iter().map(|point| point.topics).collect();
        assert_eq!((sizes, choice.decide_from), (vec![2, 5, 10, 20], Some(2)));
    }
}
