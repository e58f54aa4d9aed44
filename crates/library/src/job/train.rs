//! A training: the model of a classifier from pages with gold, and its card.

use super::Outcome;
use super::datasets::Datasets;
use super::opening::on_threads;
use super::output::COMMAND;
use crate::notice::Notice;
use crate::watch::{Told, Watch};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use tamis_collection::date::today;
use tamis_index::blocks::classify::CLASSIFIERS;
use tamis_index::blocks::model::Model;
use tamis_index::disk;
use tamis_index::error::{Error, Result};
use tamis_lab::accuracy::datasets::Dataset;
use tamis_lab::accuracy::judge::AccuracyJudge;
use tamis_lab::accuracy::scores;
use tamis_lab::train::card::{Card, CardDataset, CardScores};
use tamis_lab::train::split::{self, By, Part};
use tamis_lab::train::{self, Example, FEW_PAGES, Step, Task, Trainer};

/// A training as it is wanted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainJob {
    /// The classifier that the model is for, or `kind`, the kind of a page.
    pub method: String,
    /// The pages, and how they are read.
    pub data: Datasets,
    /// The file of the model. Its card is beside it, with the ending `.md`.
    pub out: PathBuf,
    /// The share of the pages that decides when the training stops, of data without a file of
    /// parts.
    pub validation: f64,
    /// What stays together when pages are divided.
    pub by: By,
    /// The seed of all random choices.
    pub seed: u64,
    /// The most steps; for `tamis` the trees of its first stage. None for the method's own.
    pub iterations: Option<usize>,
    /// Text for the card, such as the licences of the data and known failures.
    pub note: Option<String>,
    /// The command that repeats the job, as the card prints it.
    pub command: Option<String>,
    /// The number of threads; none for those of the process.
    pub threads: Option<usize>,
}

impl Default for TrainJob {
    fn default() -> Self {
        Self {
            method: String::new(),
            data: Datasets::default(),
            out: PathBuf::new(),
            validation: 0.1,
            by: By::default(),
            seed: 1,
            iterations: None,
            note: None,
            command: None,
            threads: None,
        }
    }
}

impl TrainJob {
    /// Trains, and writes the model and its card, which is the result.
    ///
    /// # Errors
    /// An unknown method; a share out of range; a file that cannot be written; a folder that is no
    /// data set; too few pages, or pages without what the method learns from.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome<Card>> {
        let told = Told::new(watch);
        let card = on_threads(self.threads, || self.train(&told))?;
        let written = vec![self.out.clone(), Card::path(&self.out)];
        Ok(Outcome { written, ..Outcome::new(card, told) })
    }

    fn train(&self, told: &Told<'_>) -> Result<Card> {
        let trainer = train::by_name(&self.method)?;
        if !(0.0..1.0).contains(&self.validation) {
            let found = self.validation;
            let problem = format!("found {found}, expected 0 or more and below 1");
            return Err(Error::setting("validation", problem));
        }
        self.check_out()?;
        let pages = self.pages(trainer, told)?;
        let train_on = pages.of_part(Part::Train);
        // Number and loss of the last step.
        let last = Mutex::new((0, 0.0));
        let report = |step: Step| {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            *last = (last.0 + 1, step.loss);
            told.watch.training(trainer.name, &step);
        };
        let task = Task {
            train: &train_on,
            validation: &pages.of_part(Part::Validation),
            seed: self.seed,
            iterations: self.iterations,
            report: &report,
        };
        let model = train::train(trainer, &task)?;
        let kinds = trainer.folds.map(|folds| folds(&task)).transpose()?;
        told.watch.end();
        if train_on.len() < FEW_PAGES {
            told.tell(Notice::FewPages { pages: train_on.len() });
        }
        let (steps, loss) = last.into_inner().unwrap_or_else(PoisonError::into_inner);
        let scores = match kinds {
            Some(_) => Vec::new(),
            None => self.scores(&pages, trainer, &model)?,
        };
        let datasets = pages.counts();
        let card = Card { steps, loss, scores, kinds, datasets, ..self.card(trainer, &model) };
        // Together, at the end: a training that fails leaves the model that was there, and its
        // card.
        disk::save(&self.out, model.to_bytes())?;
        card.write(&self.out)?;
        Ok(card)
    }

    /// Refuses a file that could not be written when the training is over.
    fn check_out(&self) -> Result<()> {
        let out = &self.out;
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
        let problem = if Card::path(out) == *out {
            "found the ending .md, which is that of the card, expected another one, such as .model"
        } else if out.is_dir() {
            "found a folder, expected a file"
        } else if folder.is_some_and(|folder| !folder.is_dir()) {
            "found no such folder, expected one that exists"
        } else {
            return Ok(());
        };
        Err(Error::setting("out", format!("{problem}: {}", out.display())))
    }

    /// Reads the pages, and divides them by the file of parts or by chance.
    fn pages(&self, trainer: &Trainer, told: &Told<'_>) -> Result<TrainingPages> {
        let datasets = self.data.open()?;
        let parts = self.data.parts(&datasets, told)?;
        let mut examples = self.data.load(&datasets, told)?;
        examples.retain(|example| trainer.learns_from_all || example.has_gold());
        let part_of = match parts {
            Some(parts) => {
                examples.iter().map(|example| parts.part(&example.dataset, &example.id)).collect()
            }
            None => split::parts(&examples, self.validation, self.by, self.seed)
                .into_iter()
                .map(Some)
                .collect(),
        };
        Ok(TrainingPages { datasets, examples, part_of })
    }

    /// Returns the card without the data, the steps and the scores.
    fn card(&self, trainer: &Trainer, model: &Model) -> Card {
        let Self { validation, seed, .. } = *self;
        let split = match &self.data.split {
            Some(file) => format!("the file {}", file.display()),
            None => format!("by {}, {validation} for validation, seed {seed}", self.by.name()),
        };
        let file = self.out.file_name();
        Card {
            classifier: trainer.name.to_owned(),
            describe: trainer.describe.to_owned(),
            model: file.map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            bytes: model.to_bytes().len(),
            xxh3: format!("{:016x}", model.sum()),
            date: today(),
            command: self.command.as_deref().unwrap_or(COMMAND).to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            split,
            cut: self.data.cut.name().to_owned(),
            content: self.data.content.name().to_owned(),
            seed,
            note: self.note.clone(),
            ..Card::default()
        }
    }

    /// Scores the model on each part of each data set.
    fn scores(
        &self,
        pages: &TrainingPages,
        trainer: &Trainer,
        model: &Model,
    ) -> Result<Vec<CardScores>> {
        let scorers = scores::by_names(&["blocks", "words", "tokens"].map(str::to_owned))?;
        let classifier = CLASSIFIERS.with_model(trainer.name, model)?;
        let judge = AccuracyJudge {
            classifiers: vec![(trainer.name.to_owned(), classifier)],
            cut: self.data.cut,
            encoding: self.data.encoding.clone(),
            ..AccuracyJudge::new(&[], scorers)?
        };
        let mut all = Vec::new();
        for dataset in &pages.datasets {
            for (part, name, _) in Part::NAMED {
                let ids = pages.ids(dataset, part);
                if ids.is_empty() {
                    continue;
                }
                let judged =
                    judge.judge(&dataset.with_pages(|page| ids.contains(&*page.id)), || ())?;
                let figures = judge.scorers.iter().flat_map(|scorer| scorer.figures);
                let values = figures
                    .zip(&judged.classifiers[0].figures)
                    .filter(|(name, _)| is_shown(&judge, name));
                all.push(CardScores {
                    dataset: dataset.name.clone(),
                    part: name.to_owned(),
                    pages: judged.scored,
                    figures: values.map(|(name, value)| ((*name).to_owned(), *value)).collect(),
                });
            }
        }
        Ok(all)
    }
}

/// Whether a table shows the score of this name.
fn is_shown(judge: &AccuracyJudge, name: &str) -> bool {
    judge.scorers.iter().any(|scorer| scorer.shown.iter().any(|(shown, _)| *shown == name))
}

/// The pages of a training.
struct TrainingPages {
    datasets: Vec<Dataset>,
    examples: Vec<Example>,
    /// The part of each example; none if the file of parts does not name it.
    part_of: Vec<Option<Part>>,
}

impl TrainingPages {
    fn of_part(&self, part: Part) -> Vec<&Example> {
        let examples = self.examples.iter().zip(&self.part_of);
        examples.filter(|(_, of)| **of == Some(part)).map(|(example, _)| example).collect()
    }

    /// The names of the pages of a data set that are in a part.
    fn ids(&self, dataset: &Dataset, part: Part) -> BTreeSet<&str> {
        let of_part = self.of_part(part).into_iter();
        of_part.filter(|example| example.dataset == dataset.name).map(|page| &*page.id).collect()
    }

    /// Counts the pages of each data set by part.
    fn counts(&self) -> Vec<CardDataset> {
        let count = |dataset: &Dataset| {
            let [train, validation, test] =
                Part::NAMED.map(|(part, ..)| self.ids(dataset, part).len());
            let used = train + validation + test;
            let unused = dataset.pages.len() + dataset.unscored.len() - used;
            CardDataset { name: dataset.name.clone(), train, validation, test, unused }
        };
        self.datasets.iter().map(count).collect()
    }
}
