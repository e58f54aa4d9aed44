//! Cross-validation: every page is judged by a model that was trained without it.

use super::split::{self, By, Part};
use super::{Example, Step, TRAINERS, Task, Trainer, train};
use crate::accuracy::data::CrossValidation;
use crate::accuracy::judge::OfPages;
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use tamis_blocks::classify::{Classifier, with_model};

/// The share of the pages of a training that decides when it stops.
pub const VALIDATION: f64 = 0.1;

/// How pages are divided and models trained.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The number of folds.
    pub folds: usize,
    /// What stays together.
    pub by: By,
    /// The seed of the folds and of the trainings.
    pub seed: u64,
    /// The number of steps of a training; if none, each method's own.
    pub iterations: Option<usize>,
}

/// The fold of every page, and a classifier for each fold.
pub struct Folds {
    fold_of: BTreeMap<String, usize>,
    classifiers: BTreeMap<String, Vec<Box<dyn Classifier>>>,
}

/// Progress of a cross-validation: the classifier, the fold from 1, and the step.
pub type Report<'a> = &'a (dyn Fn(&str, usize, Step) + Sync);

/// Trains, for each fold, a model of each of these classifiers that can be trained, on the pages of the other folds. Some of
/// those decide when a training stops.
///
/// # Errors
/// [`Error::Setting`] if none of the classifiers can be trained, or with fewer pages than folds; errors of the trainers.
pub fn folds(names: &[String], examples: &[Example], settings: &Settings, report: Report) -> Result<Folds> {
    let trainers: Vec<&Trainer> =
        TRAINERS.iter().filter(|trainer| names.iter().any(|name| name == trainer.name)).collect();
    if trainers.is_empty() {
        let known = TRAINERS.iter().map(|trainer| trainer.name).collect::<Vec<_>>().join(", ");
        return Err(Error::settings(format!("found no classifier that can be trained, expected one of {known}")));
    }
    let fold_of = split::folds(examples, settings.folds, settings.by, settings.seed)?;
    let mut classifiers: BTreeMap<String, Vec<Box<dyn Classifier>>> = BTreeMap::new();
    for fold in 0..settings.folds {
        let (train_on, validation) = without(examples, &fold_of, fold, settings);
        for trainer in &trainers {
            let report = |step| report(trainer.name, fold + 1, step);
            let (seed, iterations) = (settings.seed, settings.iterations);
            let task = Task { train: &train_on, validation: &validation, seed, iterations, report: &report };
            let classifier = with_model(trainer.name, &train(trainer, &task)?)?;
            classifiers.entry(trainer.name.to_owned()).or_default().push(classifier);
        }
    }
    let fold_of = examples.iter().map(Example::name).zip(fold_of).collect();
    Ok(Folds { fold_of, classifiers })
}

/// Returns the pages of all folds but this one, to train on and to validate with.
fn without<'a>(
    examples: &'a [Example],
    fold_of: &[usize],
    fold: usize,
    settings: &Settings,
) -> (Vec<&'a Example>, Vec<&'a Example>) {
    // A validation part must not need several data sets.
    let by = if settings.by == By::Dataset { By::Site } else { settings.by };
    let others: Vec<&Example> = examples.iter().zip(fold_of).filter(|(_, of)| **of != fold).map(|(e, _)| e).collect();
    let parts = split::parts(&others, VALIDATION, by, settings.seed);
    let of = |part: Part| others.iter().zip(&parts).filter(|(_, of)| **of == part).map(|(e, _)| *e).collect();
    (of(Part::Train), of(Part::Validation))
}

impl OfPages for Folds {
    fn classifier(&self, name: &str, dataset: &str, page: &str) -> Option<&dyn Classifier> {
        let fold = *self.fold_of.get(&format!("{dataset}/{page}"))?;
        Some(self.classifiers.get(name)?.get(fold)?.as_ref())
    }
}

impl Folds {
    /// Returns what results tell of it.
    pub fn told(&self, settings: &Settings) -> CrossValidation {
        let Settings { folds, by, seed, .. } = *settings;
        CrossValidation { folds, by: by.name(), seed, trained: self.classifiers.keys().cloned().collect() }
    }
}
