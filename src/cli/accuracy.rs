//! `tamis accuracy DATASET...`: scores classifiers against gold labels and writes tables, a figure and the worst pages.

use super::console::{Talk, to_stdout};
use super::options::{CutArg, OutputArgs, say_written};
use super::progress::narrow::target;
use super::results::{fingerprint, save};
use super::values;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;
use tamis::accuracy::data::Accuracy;
use tamis::accuracy::datasets::Dataset;
use tamis::accuracy::gold::Content;
use tamis::accuracy::judge::Judge;
use tamis::accuracy::scores;
use tamis::error::{Error, Result};
use tamis::index::recipe::check_encoding;
use tamis::report::{accuracy as report, json};
use tamis_blocks::classify;

const OUT_HELP: &str = "Write accuracy.tsv, per_page.tsv, unscored.tsv, accuracy.json, worst.tsv, accuracy.md and a figure per score to this folder";

/// Arguments of `tamis accuracy`.
#[derive(Debug, Clone, clap::Args)]
#[command(mut_arg("out", |arg| arg.help(OUT_HELP)))]
pub struct AccuracyArgs {
    /// Dataset folders with gold labels: L3S-GN1, CleanEval, or html/ and gold/ with files of the same names
    #[arg(value_name = "DATASET", required = true)]
    datasets: Vec<PathBuf>,
    /// Classifiers to score: default (the rules of the WSDM paper), all, or a list (see `tamis classifiers`)
    #[arg(
        long = "classifier",
        alias = "classifiers",
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "default"
    )]
    classifiers: Vec<String>,
    /// Scores to compute: all, or a list of blocks, words, cleaneval, cetr, rouge, shingles, characters
    #[arg(long = "score", alias = "scores", value_name = "NAMES", value_delimiter = ',', default_value = "all")]
    scores: Vec<String>,
    /// Text that counts as content, if the gold labels distinguish it
    #[arg(long, value_enum, default_value_t)]
    content: ContentArg,
    /// Text to score
    #[arg(long, value_enum, default_value_t)]
    text: TextArg,
    /// Method of cutting pages into blocks
    #[arg(long, value_enum, default_value_t)]
    cut: CutArg,
    /// Format of the datasets: l3s-gn1, cleaneval or folders [default: detected]
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// Encoding of all pages [default: UTF-8 if valid, then the dataset's encoding, then the page's]
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// Language of all pages by code or name (en, german), for classifiers that need it [default: each page's own]
    #[arg(long, value_name = "CODE", value_parser = values::language)]
    language: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Text that counts as content.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum ContentArg {
    /// Headline, text, captions and comments, but not links to related articles
    #[default]
    All,
    /// Only the main text
    Main,
}

/// Text to score.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum TextArg {
    /// The classifier's own output
    #[default]
    Own,
    /// The text of the blocks that it labels as content
    Blocks,
}

/// Scores classifiers, prints a table or JSON to `out` and writes the files; `line` is the command that repeats it.
pub fn run(args: &AccuracyArgs, line: &str, talk: Talk, out: &mut dyn Write) -> Result<()> {
    args.output.use_threads()?;
    let judge = args.judge()?;
    let content = match args.content {
        ContentArg::All => Content::All,
        ContentArg::Main => Content::Main,
    };
    let open = |path: &PathBuf| Dataset::open(path, args.format.as_deref(), content);
    // Opens all datasets before scoring the first, so that a wrong name is reported at once.
    let datasets: Vec<Dataset> = args.datasets.iter().map(open).collect::<Result<_>>()?;
    if let Some((number, twice)) =
        (1..).zip(&datasets[1..]).find(|(n, set)| datasets[..*n].iter().any(|d| d.name == set.name))
    {
        let (path, name) = (args.datasets[number].display(), &twice.name);
        return Err(Error::settings(format!(
            "{path}: found a second dataset named {name}, expected distinct names; rename its folder"
        )));
    }
    args.output.open_folder("accuracy", || {
        let pages = datasets.iter().flat_map(|dataset| &dataset.pages);
        let settings = AccuracyArgs { output: OutputArgs::default(), ..args.clone() };
        Ok(fingerprint(&settings, pages.flat_map(|page| [page.html.as_path(), &page.gold])))
    })?;
    let bar = bar(datasets.iter().map(|dataset| dataset.pages.len() as u64).sum(), talk);
    let judged = datasets.iter().map(|dataset| judge.judge(dataset, || bar.inc(1))).collect::<Result<_>>();
    bar.finish_and_clear();
    let scorers = || judge.scorers.iter();
    let accuracy = Accuracy {
        command: line.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        cut: judge.cut.name().to_owned(),
        content: content.name().to_owned(),
        text: if judge.blocks_text { "blocks" } else { "own" }.to_owned(),
        columns: scorers().flat_map(|scorer| scorer.columns).copied().collect(),
        figures: scorers().flat_map(|scorer| scorer.figures).copied().collect(),
        shown: scorers().flat_map(|scorer| scorer.shown).copied().collect(),
        datasets: judged?,
    };
    let written =
        save(args.output.out.as_deref(), |folder| report::write(&accuracy, folder, &args.output.figures.formats()))?;
    let text = if args.output.json { json::one_line(&accuracy) } else { report::table(&accuracy) };
    out.write_all(text.as_bytes()).map_err(to_stdout)?;
    say_written(written.as_deref(), talk);
    Ok(())
}

impl AccuracyArgs {
    fn judge(&self) -> Result<Judge> {
        if let Some(name) = &self.encoding {
            check_encoding(name)?;
        }
        let judge = Judge::new(&classify::expand(&self.classifiers)?, scores::by_names(&self.scores)?)?;
        Ok(Judge {
            cut: self.cut.into(),
            blocks_text: self.text == TextArg::Blocks,
            encoding: self.encoding.clone(),
            language: self.language.clone(),
            ..judge
        })
    }
}

/// Returns a progress bar, which shows only on a terminal.
fn bar(pages: u64, talk: Talk) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} pages ETA {eta}");
    let bar = ProgressBar::with_draw_target(Some(pages), target(talk));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
