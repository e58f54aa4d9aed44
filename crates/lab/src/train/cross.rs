//! Cross-validation: every page is judged by a model that was trained without it.

use super::split::{self, By, Part};
use super::{Example, Step, TRAINERS, Task, Trainer, train};
use crate::accuracy::data::CrossValidation;
use crate::accuracy::judge::OfPages;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tamis_blocks::classify::Classifier;
use tamis_blocks::model::Model;
use tamis_index::blocks::classify::CLASSIFIERS;
use tamis_index::error::{Error, Result};

/// The share of the pages of a training that is held back to decide when it stops.
pub const VALIDATION: f64 = 0.1;

/// How pages are divided and models trained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CrossSettings {
    pub folds: usize,
    /// The unit that is never divided.
    pub by: By,
    /// The seed of the folds and of the trainings.
    pub seed: u64,
    /// The number of steps of a training; if none, each method's own.
    pub iterations: Option<usize>,
}

impl Default for CrossSettings {
    fn default() -> Self {
        Self { folds: 10, by: By::default(), seed: 1, iterations: None }
    }
}

/// The fold of every page, and a classifier for each fold.
pub struct Folds {
    fold_of: BTreeMap<String, usize>,
    classifiers: BTreeMap<String, Vec<Box<dyn Classifier>>>,
}

/// Progress of a cross-validation: the classifier, the fold from 1, and the step.
pub type Report<'a> = &'a (dyn Fn(&str, usize, Step) + Sync);

/// Trains, for each fold, a model of each of these classifiers that can be trained, on the pages of
/// the other folds. Some of those decide when a training stops.
///
/// # Errors
/// [`Error::Setting`] if none of the classifiers can be trained, or with fewer pages than folds;
/// errors of the trainers.
pub fn folds(
    names: &[String],
    examples: &[Example],
    settings: &CrossSettings,
    report: Report,
) -> Result<Folds> {
    let (trainers, fold_of) = check(names, examples, settings)?;
    let mut classifiers: BTreeMap<String, Vec<Box<dyn Classifier>>> = BTreeMap::new();
    for fold in 0..settings.folds {
        let trained = models(&trainers, examples, &fold_of, fold, settings, report)?;
        for (trainer, model) in trainers.iter().zip(trained) {
            let classifier = CLASSIFIERS.with_model(trainer.name, &model)?;
            classifiers.entry(trainer.name.to_owned()).or_default().push(classifier);
        }
    }
    let fold_of = examples.iter().map(Example::name).zip(fold_of).collect();
    Ok(Folds { fold_of, classifiers })
}

/// Checks a cross-validation before anything is trained or written: returns the trainers of these
/// classifiers, and the fold of each page.
///
/// # Errors
/// [`Error::Setting`] if none of the classifiers can be trained, or with fewer pages than folds.
pub fn check(
    names: &[String],
    examples: &[Example],
    settings: &CrossSettings,
) -> Result<(Vec<&'static Trainer>, Vec<usize>)> {
    let of_blocks = || TRAINERS.iter().filter(|trainer| trainer.folds.is_none());
    let trainers: Vec<&Trainer> =
        of_blocks().filter(|trainer| names.iter().any(|name| name == trainer.name)).collect();
    if trainers.is_empty() {
        let known = of_blocks().map(|trainer| trainer.name).collect::<Vec<_>>().join(", ");
        let problem = format!("found none that can be trained, expected one of {known}");
        return Err(Error::setting("classifier", problem));
    }
    Ok((trainers, split::folds(examples, settings.folds, settings.by, settings.seed)?))
}

/// Trains a model of each trainer without the pages of this fold.
fn models(
    trainers: &[&Trainer],
    examples: &[Example],
    fold_of: &[usize],
    fold: usize,
    settings: &CrossSettings,
    report: Report,
) -> Result<Vec<Model>> {
    let all: Vec<&Example> =
        examples.iter().zip(fold_of).filter(|(_, of)| **of != fold).map(|(e, _)| e).collect();
    let (learned, validation) = parted(&all, settings);
    let mut models = Vec::with_capacity(trainers.len());
    for trainer in trainers {
        let (train_on, validation) =
            if trainer.learns_from_all { (&all, &[][..]) } else { (&learned, &validation[..]) };
        let task = Task {
            train: train_on,
            validation,
            seed: settings.seed,
            iterations: settings.iterations,
            report: &|step| report(trainer.name, fold + 1, step),
        };
        models.push(train(trainer, &task)?);
    }
    Ok(models)
}

/// Returns the pages that have gold, to train on and to validate with.
fn parted<'a>(
    pages: &[&'a Example],
    settings: &CrossSettings,
) -> (Vec<&'a Example>, Vec<&'a Example>) {
    // A validation part must not need several data sets.
    let by = if settings.by == By::Dataset { By::Site } else { settings.by };
    let pages: Vec<&Example> = pages.iter().copied().filter(|page| page.has_gold()).collect();
    let parts = split::parts(&pages, VALIDATION, by, settings.seed);
    (in_part(&pages, &parts, Part::Train), in_part(&pages, &parts, Part::Validation))
}

fn in_part<'a>(examples: &[&'a Example], parts: &[Part], part: Part) -> Vec<&'a Example> {
    examples.iter().zip(parts).filter(|(_, of)| **of == part).map(|(page, _)| *page).collect()
}

impl OfPages for Folds {
    fn classifier(&self, name: &str, dataset: &str, page: &str) -> Option<&dyn Classifier> {
        let fold = *self.fold_of.get(&format!("{dataset}/{page}"))?;
        Some(self.classifiers.get(name)?.get(fold)?.as_ref())
    }
}

impl Folds {
    /// Describes it for the results.
    pub fn summary(&self, settings: &CrossSettings) -> CrossValidation {
        let CrossSettings { folds, by, seed, .. } = *settings;
        CrossValidation {
            folds,
            by: by.name(),
            seed,
            trained: self.classifiers.keys().cloned().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::example::tests::example;
    use serde_json::json;

    /// A trainer whose model is the names of the pages that it was given.
    const NAMES: Trainer = Trainer {
        name: "names",
        describe: "the names of pages",
        learns_from_all: false,
        train: |task| {
            let names = [task.train, task.validation]
                .map(|pages| pages.iter().map(|page| page.name()).collect::<Vec<_>>());
            Ok(Model::new("names", json!(names)))
        },
        folds: None,
    };

    /// The numbers of the pages with these names.
    fn numbers(examples: &[Example], names: &[String]) -> Vec<usize> {
        names
            .iter()
            .map(|name| examples.iter().position(|page| page.name() == *name).unwrap())
            .collect()
    }

    #[test]
    fn no_model_has_seen_the_pages_of_its_fold_or_their_sites() {
        let examples: Vec<Example> = (0..30)
            .map(|i| {
                let set = ["a", "b"][i % 2];
                example(set, &i.to_string(), &format!("{}.example", i % 7), "<p>a")
            })
            .collect();
        for (by, folds) in [(By::Page, 10), (By::Site, 3), (By::Dataset, 2)] {
            let settings = CrossSettings { folds, by, seed: 1, iterations: None };
            let fold_of = split::folds(&examples, folds, by, 1).unwrap();
            for fold in 0..folds {
                let models =
                    models(&[&NAMES], &examples, &fold_of, fold, &settings, &|_, _, _| ()).unwrap();
                let [learned, validation]: [Vec<String>; 2] = models[0].settings().unwrap();
                let learned = numbers(&examples, &learned);
                let validation = numbers(&examples, &validation);
                assert!(learned.iter().chain(&validation).all(|&page| fold_of[page] != fold));
                assert_eq!(
                    learned.len() + validation.len(),
                    fold_of.iter().filter(|of| **of != fold).count()
                );
                let eager = Trainer { learns_from_all: true, ..NAMES };
                let models =
                    super::models(&[&eager], &examples, &fold_of, fold, &settings, &|_, _, _| ())
                        .unwrap();
                let [all, none]: [Vec<String>; 2] = models[0].settings().unwrap();
                assert_eq!((all.len(), none.len()), (learned.len() + validation.len(), 0));
                if by != By::Page {
                    // Not between training and validation either.
                    assert!(learned.iter().all(|&a| {
                        validation.iter().all(|&b| examples[a].site != examples[b].site)
                    }));
                }
            }
        }
    }

    #[test]
    fn only_methods_that_learn_from_all_pages_learn_from_those_without_gold() {
        let markup = |i: usize| if i == 3 { "" } else { "<p>a" };
        let examples: Vec<Example> =
            (0..8).map(|i| example("a", &i.to_string(), &i.to_string(), markup(i))).collect();
        let settings = CrossSettings { folds: 2, by: By::Page, seed: 1, iterations: None };
        let eager = Trainer { learns_from_all: true, ..NAMES };
        let fold_of: Vec<usize> = (0..8).map(|page| page % 2).collect();
        let trained =
            models(&[&NAMES, &eager], &examples, &fold_of, 0, &settings, &|_, _, _| ()).unwrap();
        let learned = trained.iter().map(|model| {
            let [learned, validation]: [Vec<String>; 2] = model.settings().unwrap();
            let mut pages = numbers(&examples, &[learned, validation].concat());
            pages.sort_unstable();
            pages
        });
        assert_eq!(learned.collect::<Vec<_>>(), [vec![1, 5, 7], vec![1, 3, 5, 7]]);
    }

    #[test]
    fn classifiers_that_learn_nothing_are_refused_alone() {
        let settings = CrossSettings { folds: 2, by: By::Page, seed: 1, iterations: None };
        let error =
            folds(&["bte".to_owned()], &[], &settings, &|_, _, _| ()).err().unwrap().to_string();
        assert!(error.starts_with("classifier: found none that can be trained"), "{error}");
    }
}
