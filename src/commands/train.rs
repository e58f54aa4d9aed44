//! `tamis train METHOD DATASET... --out MODEL`: trains a model and writes its card beside it.

use crate::flags::datasets::DatasetArgs;
use crate::flags::options::use_threads;
use crate::flags::values::{self, one_of};
use crate::terminal::console::{Verbosity, to_stdout};
use crate::terminal::progress::training::Training;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tamis_blocks::model::Model;
use tamis_index::blocks::classify::CLASSIFIERS;
use tamis_index::disk;
use tamis_index::error::{Error, Result};
use tamis_lab::accuracy::datasets::{Dataset, PageFiles};
use tamis_lab::accuracy::judge::Judge;
use tamis_lab::accuracy::scores;
use tamis_lab::train;
use tamis_lab::train::card::{Card, CardDataset, CardScores};
use tamis_lab::train::split;
use tamis_lab::train::split::{By, Part, Parts};
use tamis_lab::train::{Example, Step, Task, Trainer};
use tamis_report::json;
use tamis_report::words::counted;

/// Arguments of `tamis train`.
#[derive(Debug, Clone, clap::Args)]
pub struct TrainArgs {
    /// Classifier to train a model for, or kind, the kind of a page; a wrong name lists all
    #[arg(value_name = "METHOD")]
    method: String,
    #[command(flatten)]
    data: DatasetArgs,
    /// Write the model to this file, and its card beside it with the ending .md
    #[arg(short, long, value_name = "MODEL")]
    out: PathBuf,
    /// Share of the pages that decides when the training stops
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, conflicts_with = "split")]
    validation: f64,
    /// What stays together when pages are divided
    #[arg(
        long,
        default_value = By::default().name(),
        value_parser = one_of(&By::NAMED),
        conflicts_with = "split"
    )]
    by: By,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Maximum number of steps; for tamis the trees of its first stage [default: the method's own]
    #[arg(long, value_name = "N", value_parser = values::at_least_one)]
    iterations: Option<usize>,
    /// Text for the card, such as the licences of the data and known failures
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print the card as JSON
    #[arg(long)]
    json: bool,
}

fn examples_of_part<'a>(
    examples: &'a [Example],
    part_of: &[Option<Part>],
    part: Part,
) -> Vec<&'a Example> {
    examples
        .iter()
        .zip(part_of)
        .filter(|(_, of)| **of == Some(part))
        .map(|(example, _)| example)
        .collect()
}

/// Trains, writes model and card, and prints the card to `out`; `line` is the command that repeats
/// it.
pub fn run(args: &TrainArgs, line: &str, talk: Verbosity, out: &mut dyn Write) -> Result<()> {
    use_threads(args.threads)?;
    let trainer = train::by_name(&args.method)?;
    if !(0.0..1.0).contains(&args.validation) {
        return Err(Error::settings(format!(
            "--validation: found {}, expected 0 or more and below 1",
            args.validation
        )));
    }
    check_out(&args.out)?;
    let datasets = args.data.open()?;
    let parts = args.data.parts(&datasets, talk)?;
    let progress = Training::new(talk);
    let mut examples = progress.load(&datasets, args.data.cut, args.data.encoding.as_deref())?;
    examples.retain(|example| trainer.learns_from_all || example.has_gold());
    let part_of = args.part_of(parts.as_ref(), &examples);
    let train_on = examples_of_part(&examples, &part_of, Part::Train);
    let validation = examples_of_part(&examples, &part_of, Part::Validation);
    // Number and loss of the last step.
    let last = Mutex::new((0, 0.0));
    let report = |step: Step| {
        if let Ok(mut last) = last.lock() {
            *last = (last.0 + 1, step.loss);
        }
        progress.step(trainer.name, step);
    };
    let seed = args.seed;
    let iterations = args.iterations;
    let task =
        Task { train: &train_on, validation: &validation, seed, iterations, report: &report };
    let model = train::train(trainer, &task)?;
    let kinds = trainer.folds.map(|folds| folds(&task)).transpose()?;
    progress.done();
    warn_of_few(train_on.len(), talk);
    disk::save(&args.out, model.to_bytes())?;
    let (steps, loss) = last.into_inner().unwrap_or_default();
    let card = Card {
        command: line.to_owned(),
        steps,
        loss,
        scores: match kinds {
            Some(_) => Vec::new(),
            None => args.scores(trainer, &model, &datasets, &examples, &part_of, &progress)?,
        },
        kinds,
        datasets: datasets.iter().map(|dataset| pages(dataset, &examples, &part_of)).collect(),
        ..args.card(trainer, &model)
    };
    card.write(&args.out)?;
    let text = if args.json { json::one_line(&card) } else { card.markdown() };
    out.write_all(text.as_bytes()).map_err(to_stdout)?;
    talk.say(format!("written: {} and {}", args.out.display(), Card::path(&args.out).display()));
    Ok(())
}

/// Warns of too few pages to learn from.
fn warn_of_few(pages: usize, talk: Verbosity) {
    if pages < train::FEW_PAGES {
        let found = counted(pages as u64, "page");
        talk.say(format!(
            "warning: {found} to learn from: expect a model that is worse than the rules that \
             `tamis classifiers` lists; {} or more are a beginning",
            train::FEW_PAGES
        ));
    }
}

fn refuse_out(out: &Path, found: &str, expected: &str) -> Result<()> {
    Err(Error::settings(format!("--out {}: found {found}, expected {expected}", out.display())))
}

/// Refuses a file that could not be written when the training is over.
fn check_out(out: &Path) -> Result<()> {
    if Card::path(out) == out {
        return refuse_out(
            out,
            "the ending .md, which is that of the card",
            "another one, such as .model",
        );
    }
    if out.is_dir() {
        return refuse_out(out, "a folder", "a file");
    }
    match out.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) if !folder.is_dir() => refuse_out(out, "no such folder", "one that exists"),
        _ => Ok(()),
    }
}

impl TrainArgs {
    /// Returns the part of each page; none if the file of the split does not name it.
    fn part_of(&self, parts: Option<&Parts>, examples: &[Example]) -> Vec<Option<Part>> {
        match parts {
            Some(parts) => {
                examples.iter().map(|example| parts.part(&example.dataset, &example.id)).collect()
            }
            None => split::parts(examples, self.validation, self.by, self.seed)
                .into_iter()
                .map(Some)
                .collect(),
        }
    }

    /// Returns the card without the command, the data and the scores.
    fn card(&self, trainer: &Trainer, model: &Model) -> Card {
        let split = match &self.data.split {
            Some(file) => format!("the file {}", file.display()),
            None => format!(
                "by {}, {} for validation, seed {}",
                self.by.name(),
                self.validation,
                self.seed
            ),
        };
        Card {
            classifier: trainer.name.to_owned(),
            describe: trainer.describe.to_owned(),
            model: self
                .out
                .file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            bytes: model.to_bytes().len(),
            xxh3: format!("{:016x}", model.sum()),
            date: tamis_collection::date::today(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            split,
            cut: self.data.cut.name().to_owned(),
            content: self.data.content.name().to_owned(),
            seed: self.seed,
            note: self.note.clone(),
            ..Card::default()
        }
    }

    /// Scores the model on each part of each data set.
    fn scores(
        &self,
        trainer: &Trainer,
        model: &Model,
        datasets: &[Dataset],
        examples: &[Example],
        part_of: &[Option<Part>],
        progress: &Training,
    ) -> Result<Vec<CardScores>> {
        let scorers = scores::by_names(&["blocks", "words", "tokens"].map(str::to_owned))?;
        let judge = Judge {
            classifiers: vec![(
                trainer.name.to_owned(),
                CLASSIFIERS.with_model(trainer.name, model)?,
            )],
            cut: self.data.cut,
            encoding: self.data.encoding.clone(),
            ..Judge::new(&[], scorers)?
        };
        let mut all = Vec::new();
        for dataset in datasets {
            for (part, ..) in Part::NAMED {
                let ids: std::collections::BTreeSet<&str> =
                    examples_of_part(examples, part_of, part)
                        .into_iter()
                        .filter(|example| example.dataset == dataset.name)
                        .map(|example| &*example.id)
                        .collect();
                if ids.is_empty() {
                    continue;
                }
                let judged = judge.judge(
                    &dataset.with_pages(|page: &PageFiles| ids.contains(&*page.id)),
                    || progress.scored(),
                )?;
                let figures = judge.scorers.iter().flat_map(|scorer| scorer.figures);
                let values = figures
                    .zip(&judged.classifiers[0].figures)
                    .filter(|(name, _)| is_shown(&judge, name));
                all.push(CardScores {
                    dataset: dataset.name.clone(),
                    part: part.name().to_owned(),
                    pages: judged.scored,
                    figures: values.map(|(name, value)| ((*name).to_owned(), *value)).collect(),
                });
            }
        }
        progress.done();
        Ok(all)
    }
}

/// Whether a table shows the score of this name.
fn is_shown(judge: &Judge, name: &str) -> bool {
    judge.scorers.iter().any(|scorer| scorer.shown.iter().any(|(shown, _)| *shown == name))
}

/// Counts the pages of a data set by part.
fn pages(dataset: &Dataset, examples: &[Example], part_of: &[Option<Part>]) -> CardDataset {
    let [train, validation, test] = Part::NAMED.map(|(part, ..)| {
        let of = examples
            .iter()
            .zip(part_of)
            .filter(|(example, of)| example.dataset == dataset.name && **of == Some(part));
        of.count()
    });
    let unused = (dataset.pages.len() + dataset.unscored.len()) - train - validation - test;
    CardDataset { name: dataset.name.clone(), train, validation, test, unused }
}
