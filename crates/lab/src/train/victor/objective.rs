//! What the training minimises: the negative log-likelihood of the labels of all pages, and a
//! penalty for large weights.

use argmin::core::{CostFunction, Gradient};
use rayon::prelude::*;
use std::sync::Mutex;
use tamis_originals::classify::victor::{LABELS, Lattice, PerLabel, VictorKind, add};

/// A page with the features of its blocks and their labels.
pub(super) struct TrainingPage {
    pub features: Vec<Vec<u32>>,
    pub kinds: Vec<VictorKind>,
}

/// Pages of which the gradient is summed together: a fixed number, so that sums do not depend on
/// the number of threads.
const CHUNK: usize = 16;

/// Weights, and their cost and gradient.
type Last = (Vec<f64>, f64, Vec<f64>);

/// The function to minimise, of the weights of all features and then those of all pairs of labels.
pub(super) struct Objective<'a> {
    pub pages: &'a [TrainingPage],
    pub features: usize,
    /// The weight of half the sum of the squared weights.
    pub penalty: f64,
    /// The last point: the solver requests cost and gradient one after the other.
    last: Mutex<Option<Last>>,
}

impl<'a> Objective<'a> {
    pub fn new(pages: &'a [TrainingPage], features: usize, penalty: f64) -> Self {
        Self { pages, features, penalty, last: Mutex::new(None) }
    }

    pub fn parameters(&self) -> usize {
        (self.features + LABELS) * LABELS
    }

    /// Returns the value and the gradient.
    pub fn value(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let chunks: Vec<(f64, Vec<f64>)> =
            self.pages.par_chunks(CHUNK).map(|pages| self.of_pages(pages, weights)).collect();
        let mut cost =
            0.5 * self.penalty * weights.iter().map(|weight| weight * weight).sum::<f64>();
        let mut gradient: Vec<f64> = weights.iter().map(|weight| self.penalty * weight).collect();
        for (cost_of_chunk, slopes) in chunks {
            cost += cost_of_chunk;
            add_to(&mut gradient, &slopes);
        }
        (cost, gradient)
    }

    fn of_pages(&self, pages: &[TrainingPage], weights: &[f64]) -> (f64, Vec<f64>) {
        let mut cost = 0.0;
        let mut gradient = vec![0.0; weights.len()];
        let transitions = transitions(weights, self.features);
        for page in pages.iter().filter(|page| !page.kinds.is_empty()) {
            let scores = scores(page, weights);
            let lattice = Lattice::new(&scores, &transitions);
            cost += lattice.log_sum;
            let mut before = None;
            for (block, (features, kind)) in page.features.iter().zip(&page.kinds).enumerate() {
                let label = *kind as usize;
                cost -= scores[block][label];
                let mut slopes = lattice.probabilities(block);
                slopes[label] -= 1.0;
                for &feature in features {
                    let at = feature as usize * LABELS;
                    add_to(&mut gradient[at..at + LABELS], &slopes);
                }
                if let Some(before) = before.replace(label) {
                    cost -= transitions[before][label];
                    let pairs = &mut gradient[self.features * LABELS..];
                    add_to(pairs, lattice.pairs(block).as_flattened());
                    pairs[before * LABELS + label] -= 1.0;
                }
            }
        }
        (cost, gradient)
    }

    /// Returns something of the cost and gradient at these weights, which are computed if they are
    /// not those of the last call.
    fn cached<T>(&self, weights: &Vec<f64>, of: impl Fn(&Last) -> T) -> T {
        let mut last = self.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match &*last {
            Some(known) if known.0 == *weights => of(known),
            _ => {
                let (cost, gradient) = self.value(weights);
                of(last.insert((weights.clone(), cost, gradient)))
            }
        }
    }
}

/// Returns each label's score at each block of a page.
pub(super) fn scores(page: &TrainingPage, weights: &[f64]) -> Vec<PerLabel> {
    page.features.iter().map(|features| block_scores(features, weights)).collect()
}

fn block_scores(features: &[u32], weights: &[f64]) -> PerLabel {
    let mut scores = [0.0; LABELS];
    for &feature in features {
        if let Some(of) = weights[feature as usize * LABELS..].first_chunk::<LABELS>() {
            add(&mut scores, of);
        }
    }
    scores
}

/// Adds each of these terms to a sum.
fn add_to(sums: &mut [f64], terms: &[f64]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}

/// Returns the weights of pairs of labels.
pub(super) fn transitions(weights: &[f64], features: usize) -> [PerLabel; LABELS] {
    std::array::from_fn(|from| std::array::from_fn(|to| weights[(features + from) * LABELS + to]))
}

impl CostFunction for &Objective<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, weights: &Vec<f64>) -> Result<f64, argmin::core::Error> {
        Ok(self.cached(weights, |known| known.1))
    }
}

impl Gradient for &Objective<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, weights: &Vec<f64>) -> Result<Vec<f64>, argmin::core::Error> {
        Ok(self.cached(weights, |known| known.2.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(kinds: &[VictorKind], features: &[&[u32]]) -> TrainingPage {
        TrainingPage {
            kinds: kinds.to_vec(),
            features: features.iter().map(|of| of.to_vec()).collect(),
        }
    }

    /// The value where the `i`-th weight is changed by a step.
    fn value_near(objective: &Objective, weights: &[f64], i: usize, step: f64) -> f64 {
        let mut moved = weights.to_vec();
        moved[i] += step;
        objective.value(&moved).0
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let pages = [
            page(
                &[VictorKind::Header, VictorKind::Paragraph, VictorKind::Continuation],
                &[&[0, 2], &[1], &[1, 2]],
            ),
            page(&[VictorKind::Other], &[&[0]]),
            page(&[], &[]),
        ];
        let objective = Objective::new(&pages, 3, 0.7);
        let weights: Vec<f64> =
            (0..objective.parameters()).map(|i| ((i * 37 % 11) as f64 - 5.0) / 4.0).collect();
        let (_, gradient) = objective.value(&weights);
        for (i, slope) in gradient.iter().enumerate() {
            let above = value_near(&objective, &weights, i, 1e-5);
            let below = value_near(&objective, &weights, i, -1e-5);
            let difference = (above - below) / 2e-5;
            assert!((slope - difference).abs() < 1e-7, "{i}: {slope} {difference}");
        }
    }
}
