//! Trains Victor's conditional random field, with weights for pairs of neighbouring labels: maximum
//! likelihood with a penalty for squared weights, by L-BFGS.
//!
//! Marek, Pecina and Spousta 2007 train with CRF++ on pages that they labelled by hand; here the
//! labels come from gold text (`gold.rs`). The weights that are best on the validation pages are
//! kept: by the share of blocks whose label, content or not, is right.

mod gold;
mod objective;

use self::objective::{Objective, TrainingPage, scores, transitions};
use super::{Example, Step, Task};
use argmin::core::{IterState, Problem, Solver, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use rayon::prelude::*;
use tamis_blocks::model::Model;
use tamis_index::error::{Error, Result};
use tamis_originals::classify::victor::{
    FeatureNumbers, FeatureRow, LABELS, PerLabel, VictorKind, best_path, blocks, features,
};

/// The steps, if the task names no number.
const STEPS: usize = 100;
/// Features of fewer blocks get no weight.
const LEAST_BLOCKS: usize = 5;
/// The weight of half the sum of the squared weights.
const PENALTY: f64 = 3.0;
/// Features whose weights are all closer to 0 are left out of the model.
const LEAST_WEIGHT: f64 = 0.01;
/// Steps between two evaluations on the validation pages.
const LOOK_EVERY: usize = 5;
/// The training ends after so many steps without a better score on the validation pages.
const PATIENCE: usize = 25;
/// A gradient whose slopes are all smaller counts as zero.
const FLAT: f64 = 1e-3;
/// How many former steps L-BFGS remembers.
const MEMORY: usize = 8;

/// Trains the model.
///
/// # Errors
/// [`Error::Setting`] if no page has a block, or the search for better weights fails.
pub fn train(task: &Task) -> Result<Model> {
    let (rows, kinds) = read_all(task.train);
    let (validation_rows, validation_kinds) = read_all(task.validation);
    let vocabulary = FeatureNumbers::collect(&rows, LEAST_BLOCKS);
    if vocabulary.is_empty() {
        return Err(Error::settings(format!(
            "victor: found no feature that {LEAST_BLOCKS} blocks have"
        )));
    }
    let learned = pages(&vocabulary, &rows, kinds);
    let validation = pages(&vocabulary, &validation_rows, validation_kinds);
    let objective = Objective::new(&learned, vocabulary.len(), PENALTY);
    let best = minimise(&objective, &validation, task)?;
    let per_feature: Vec<_> = best.as_chunks().0[..vocabulary.len()].to_vec();
    Ok(vocabulary
        .model(&per_feature, transitions(&best, vocabulary.len()), LEAST_WEIGHT)
        .to_model())
}

/// Returns the features of a page's blocks, and their labels.
pub fn read(example: &Example) -> (Vec<FeatureRow>, Vec<VictorKind>) {
    let blocks = blocks(example.page.html());
    (features(&blocks), gold::kinds(&blocks, &example.gold))
}

fn read_all(examples: &[&Example]) -> (Vec<Vec<FeatureRow>>, Vec<Vec<VictorKind>>) {
    examples.par_iter().map(|example| read(example)).unzip()
}

fn pages(
    vocabulary: &FeatureNumbers,
    rows: &[Vec<FeatureRow>],
    kinds: Vec<Vec<VictorKind>>,
) -> Vec<TrainingPage> {
    let pages = rows.par_iter().zip(kinds).map(|(rows, kinds)| {
        let features = (0..rows.len()).map(|block| vocabulary.features_at(rows, block)).collect();
        TrainingPage { features, kinds }
    });
    pages.collect()
}

/// Minimises the objective, from weights of 0 on. Returns the weights that are best on the
/// validation pages, or the last without such pages.
fn minimise(objective: &Objective, validation: &[TrainingPage], task: &Task) -> Result<Vec<f64>> {
    let of = task.iterations.unwrap_or(STEPS);
    let mut solver = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY);
    let mut problem = Problem::new(objective);
    let state = IterState::new().param(vec![0.0; objective.parameters()]);
    let (mut state, _) = solver.init(&mut problem, state).map_err(failed)?;
    let mut best: Option<(f64, usize, Vec<f64>)> = None;
    for iteration in 1..=of {
        (state, _) = solver.next_iter(&mut problem, state).map_err(failed)?;
        let Some(weights) = state.get_param() else { break };
        let looks = !validation.is_empty() && (iteration % LOOK_EVERY == 0 || iteration == of);
        let score = looks.then(|| accuracy(objective, validation, weights));
        if let Some(score) = score.filter(|score| best.as_ref().is_none_or(|best| *score > best.0))
        {
            best = Some((score, iteration, weights.clone()));
        }
        (task.report)(Step { iteration, of, loss: state.get_cost(), validation: score });
        let is_out_of_patience = best.as_ref().is_some_and(|(_, at, _)| iteration >= at + PATIENCE);
        let is_flat = state
            .get_gradient()
            .is_some_and(|gradient| gradient.iter().all(|slope| slope.abs() < FLAT));
        if is_out_of_patience || is_flat {
            break;
        }
    }
    Ok(best.map(|(_, _, weights)| weights).or_else(|| state.take_param()).unwrap_or_default())
}

fn failed(error: argmin::core::Error) -> Error {
    Error::settings(format!("victor: the weights cannot be improved: {error}"))
}

/// The share of the blocks that are labelled rightly as content or not.
fn accuracy(objective: &Objective, pages: &[TrainingPage], weights: &[f64]) -> f64 {
    let transitions = transitions(weights, objective.features);
    let right: usize = pages.par_iter().map(|page| count_right(page, weights, &transitions)).sum();
    let all: usize = pages.iter().map(|page| page.kinds.len()).sum();
    right as f64 / all.max(1) as f64
}

fn count_right(page: &TrainingPage, weights: &[f64], transitions: &[PerLabel; LABELS]) -> usize {
    let kinds = best_path(&scores(page, weights), transitions);
    let pairs = kinds.iter().zip(&page.kinds);
    pairs.filter(|(one, other)| one.is_content() == other.is_content()).count()
}

#[cfg(test)]
mod tests;
