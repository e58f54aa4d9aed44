//! `tamis accuracy DATASET...`: scores classifiers against gold labels and writes tables, a figure
//! and the worst pages.

use crate::flags::{ALL, DatasetArgs, OutputArgs, one_of, values};
use crate::terminal::{Console, Exit, Shown};
use tamis::job::{AccuracyJob, Outcome};
use tamis::{By, CrossSettings, Part, Result, ScoredText, json_line};

const OUT_HELP: &str = "Write accuracy.tsv, per_page.tsv, unscored.tsv, accuracy.json, worst.tsv, \
                        accuracy.md and a figure per score to this folder";

/// Arguments of `tamis accuracy`.
#[derive(Debug, Clone, clap::Args)]
#[command(mut_arg("out", |arg| arg.help(OUT_HELP)))]
pub struct AccuracyArgs {
    #[command(flatten)]
    data: DatasetArgs,
    /// Part of the pages to score, with --split
    #[arg(long, default_value = Part::default().name(), value_parser = one_of(&Part::NAMED),
        requires = "split")]
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
    #[arg(long = "score", alias = "scores", value_name = "NAMES", value_delimiter = ',',
        default_value = ALL)]
    scores: Vec<String>,
    /// Text to score
    #[arg(long, default_value = ScoredText::default().name(),
        value_parser = one_of(&ScoredText::NAMED))]
    text: ScoredText,
    /// Language of all pages by code or name (en, german), for classifiers that need it [default:
    /// each page's own]
    #[arg(long, value_name = "CODE", value_parser = values::language)]
    language: Option<String>,
    /// Train the classifiers that can be trained (`tamis train`) in N folds: each page is scored by
    /// a model that was trained without its fold
    #[arg(long, value_name = "N", conflicts_with = "split")]
    cross_validate: Option<usize>,
    /// What stays together when pages are divided into folds
    #[arg(long, default_value = By::default().name(), value_parser = one_of(&By::NAMED),
        requires = "cross_validate")]
    by: By,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1, requires = "cross_validate")]
    seed: u64,
    /// Maximum number of steps of a training [default: the method's own]
    #[arg(long, value_name = "N", requires = "cross_validate", value_parser = values::at_least_one)]
    iterations: Option<usize>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Scores classifiers, prints a table or JSON and writes the files.
pub fn run(args: &AccuracyArgs, console: &mut Console) -> Result<Exit> {
    args.output.use_threads()?;
    let Outcome { result, written, .. } = args.job(console.line)?.run(&Shown::new(console.talk))?;
    let text = if args.output.json { json_line(&result) } else { result.table() };
    console.report(text, &written)
}

impl AccuracyArgs {
    fn job(&self, line: &str) -> Result<AccuracyJob> {
        let Self { cross_validate, by, seed, iterations, .. } = *self;
        Ok(AccuracyJob {
            data: self.data.datasets(),
            part: self.part,
            classifiers: self.classifiers.clone(),
            scores: self.scores.clone(),
            text: self.text,
            language: self.language.clone(),
            cross_validation: cross_validate.map(|folds| CrossSettings {
                folds,
                by,
                seed,
                iterations,
            }),
            output: self.output.output(None, line)?,
            threads: None,
        })
    }
}
