//! `tamis accuracy DATASET...`: scores classifiers against gold labels and writes tables, a figure
//! and the worst pages.

use crate::flags::datasets::{DatasetArgs, only};
use crate::flags::options::{OutputArgs, say_written};
use crate::flags::results::{identity, save};
use crate::flags::values::{self, one_of};
use crate::terminal::console::{Verbosity, to_stdout};
use crate::terminal::progress::narrow::target;
use crate::terminal::progress::training::Training;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::Write;
use tamis_blocks::classify::measured;
use tamis_index::blocks::classify::CLASSIFIERS;
use tamis_index::disk::results::Identity;
use tamis_index::error::{Error, Result};
use tamis_lab::accuracy::data::{Accuracy, CrossValidation, means};
use tamis_lab::accuracy::datasets::Dataset;
use tamis_lab::accuracy::judge::Judge;
use tamis_lab::accuracy::scores;
use tamis_lab::train::cross;
use tamis_lab::train::split::{By, Part};
use tamis_report::words::joined;
use tamis_report::{accuracy as report, json};

const OUT_HELP: &str = "Write accuracy.tsv, per_page.tsv, unscored.tsv, accuracy.json, worst.tsv, \
                        accuracy.md and a figure per score to this folder";

/// Arguments of `tamis accuracy`.
#[derive(Debug, Clone, clap::Args, Serialize)]
#[command(mut_arg("out", |arg| arg.help(OUT_HELP)))]
pub struct AccuracyArgs {
    #[command(flatten)]
    data: DatasetArgs,
    /// Part of the pages to score, with --split
    #[arg(
        long,
        default_value = Part::default().name(),
        value_parser = one_of(&Part::NAMED),
        requires = "split"
    )]
    part: Part,
    /// Classifiers to score: default (the rules of the WSDM paper), all, or a list (see
    /// `tamis classifiers`)
    #[arg(
        long = "classifier",
        alias = "classifiers",
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "default"
    )]
    classifiers: Vec<String>,
    /// Scores to compute: all, or a list of blocks, words, tokens, cleaneval, cetr, rouge,
    /// shingles, characters, tables, code, web2text; tables and code need gold Markdown
    #[arg(
        long = "score",
        alias = "scores",
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "all"
    )]
    scores: Vec<String>,
    /// Text to score
    #[arg(long, value_enum, default_value_t)]
    text: TextArg,
    /// Language of all pages by code or name (en, german), for classifiers that need it [default:
    /// each page's own]
    #[arg(long, value_name = "CODE", value_parser = values::language)]
    language: Option<String>,
    #[command(flatten)]
    folds: FoldArgs,
    #[command(flatten)]
    #[serde(skip)]
    output: OutputArgs,
}

/// Cross-validation.
#[derive(Debug, Clone, clap::Args, Serialize)]
struct FoldArgs {
    /// Train the classifiers that can be trained (`tamis train`) in N folds: each page is scored by
    /// a model that was trained without its fold
    #[arg(long, value_name = "N", conflicts_with = "split")]
    cross_validate: Option<usize>,
    /// What stays together when pages are divided into folds
    #[arg(
        long,
        default_value = By::default().name(),
        value_parser = one_of(&By::NAMED),
        requires = "cross_validate"
    )]
    by: By,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1, requires = "cross_validate")]
    seed: u64,
    /// Maximum number of steps of a training [default: the method's own]
    #[arg(long, value_name = "N", requires = "cross_validate", value_parser = values::at_least_one)]
    iterations: Option<usize>,
}

/// Text to score.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum TextArg {
    /// The classifier's own output
    #[default]
    Own,
    /// The text of the blocks that it labels as content
    Blocks,
}

/// Scores classifiers, prints a table or JSON to `out` and writes the files; `line` is the command
/// that repeats it.
pub fn run(args: &AccuracyArgs, line: &str, talk: Verbosity, out: &mut dyn Write) -> Result<()> {
    args.output.use_threads()?;
    let form = args.output.figures.form()?;
    let mut judge = args.judge()?;
    // Opens all datasets before scoring the first, so that a wrong name is reported at once.
    let mut datasets = args.data.open()?;
    args.look_for_markdown(&mut judge, &datasets)?;
    if let Some(parts) = args.data.parts(&datasets, talk)? {
        datasets = only(datasets, &parts, args.part)?;
    }
    args.output.open_folder("accuracy", || Ok(args.identity(&datasets)))?;
    if args.folds.cross_validate.is_none() {
        say_what_was_learned_from(&judge, talk);
    }
    let cross_validation = args.cross_validate(&mut judge, &datasets, talk)?;
    let bar = bar(datasets.iter().map(|dataset| dataset.pages.len() as u64).sum(), talk);
    let judged = datasets
        .iter()
        .map(|dataset| judge.judge(dataset, || bar.inc(1)))
        .collect::<Result<Vec<_>>>();
    bar.finish_and_clear();
    let judged = judged?;
    let scorers = || judge.scorers.iter();
    let accuracy = Accuracy {
        command: line.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        cut: judge.cut.name().to_owned(),
        content: args.data.content.name().to_owned(),
        cross_validation,
        part: args.data.split.as_ref().map(|_| args.part.name()),
        text: if judge.blocks_text { "blocks" } else { "own" }.to_owned(),
        columns: scorers().flat_map(|scorer| scorer.columns).copied().collect(),
        figures: scorers().flat_map(|scorer| scorer.figures).copied().collect(),
        shown: scorers().flat_map(|scorer| scorer.shown).copied().collect(),
        means: means(&judged),
        datasets: judged,
    };
    let written =
        save(args.output.out.as_deref(), |folder| report::write(&accuracy, folder, &form))?;
    let text = if args.output.json { json::one_line(&accuracy) } else { report::table(&accuracy) };
    out.write_all(text.as_bytes()).map_err(to_stdout)?;
    say_written(written.as_deref().unwrap_or_default(), talk);
    Ok(())
}

impl AccuracyArgs {
    /// Returns the identity of all that the scores depend on.
    fn identity(&self, datasets: &[Dataset]) -> Option<Identity> {
        let arguments = Self { output: OutputArgs::default(), ..self.clone() };
        let pages = datasets.iter().flat_map(|dataset| &dataset.pages);
        identity(&arguments, pages.flat_map(|page| [page.html.as_path(), &page.gold]))
    }

    fn judge(&self) -> Result<Judge> {
        let judge =
            Judge::new(&CLASSIFIERS.expand(&self.classifiers)?, scores::by_names(&self.scores)?)?;
        Ok(Judge {
            cut: self.data.cut,
            blocks_text: self.text == TextArg::Blocks,
            encoding: self.data.encoding.clone(),
            language: self.language.clone(),
            ..judge
        })
    }

    /// Leaves the scorers of Markdown out of all scorers, if no data set has gold for them.
    fn look_for_markdown(&self, judge: &mut Judge, datasets: &[Dataset]) -> Result<()> {
        if datasets.iter().any(Dataset::has_markdown) {
            return Ok(());
        }
        let problem =
            "found no gold Markdown, expected markdown/ with NAME.md beside html/ and gold/";
        let all = self.scores.iter().any(|name| name == "all");
        match judge.scorers.iter().find(|scorer| scorer.needs_markdown()) {
            Some(scorer) if !all => {
                Err(Error::settings(format!("scorer {}: {problem}", scorer.name)))
            }
            _ => {
                judge.scorers.retain(|scorer| !scorer.needs_markdown());
                Ok(())
            }
        }
    }

    /// Trains the classifiers for each fold, with --cross-validate.
    fn cross_validate(
        &self,
        judge: &mut Judge,
        datasets: &[Dataset],
        talk: Verbosity,
    ) -> Result<Option<CrossValidation>> {
        let FoldArgs { cross_validate: Some(folds), by, seed, iterations } = self.folds else {
            return Ok(None);
        };
        let settings = cross::CrossSettings { folds, by, seed, iterations };
        let progress = Training::new(talk);
        let examples = progress.load(datasets, judge.cut, judge.encoding.as_deref())?;
        let names: Vec<String> = judge.classifiers.iter().map(|(name, _)| name.clone()).collect();
        let report = |name: &str, fold: usize, step| {
            progress.step(&format!("{name}, fold {fold} of {folds}"), step);
        };
        let trained = cross::folds(&names, &examples, &settings, &report)?;
        progress.done();
        let summary = trained.summary(&settings);
        judge.of_pages = Some(Box::new(trained));
        Ok(Some(summary))
    }
}

/// Says which of the classifiers have a built-in model, and the data sets that it learned from: on
/// their pages it is better than on others.
fn say_what_was_learned_from(judge: &Judge, talk: Verbosity) {
    let mut by_sets: Vec<(&str, Vec<String>)> = Vec::new();
    // One with a model of the user's has another name, NAME:PATH.
    let scored = |name: &str| judge.classifiers.iter().any(|(scored, _)| scored == name);
    for row in measured().filter(|row| !row.learned_from.is_empty() && scored(row.name)) {
        match by_sets.iter_mut().find(|(sets, _)| *sets == row.learned_from) {
            Some((_, names)) => names.push(row.name.to_owned()),
            None => by_sets.push((row.learned_from, vec![row.name.to_owned()])),
        }
    }
    for (sets, names) in by_sets {
        let sets: Vec<String> = sets.split(',').map(str::to_owned).collect();
        talk.say(format!(
            "note: learned from {}: {}; on these pages expect more than on others",
            joined(&sets),
            names.join(", ")
        ));
    }
}

/// Returns a progress bar, which shows only on a terminal.
fn bar(pages: u64, talk: Verbosity) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} pages ETA {eta}");
    let bar = ProgressBar::with_draw_target(Some(pages), target(talk));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
