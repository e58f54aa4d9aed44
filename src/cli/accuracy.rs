//! `tamis accuracy DATASET...`: classifiers against human gold, into tables, a figure and a list of pages to look at.

use super::extract::check_encoding;
use super::options::{CutArg, results_folder, say_written, use_threads};
use super::{Talk, to_stdout, values};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use tamis::accuracy::data::Accuracy;
use tamis::accuracy::datasets::Dataset;
use tamis::accuracy::gold::Content;
use tamis::accuracy::judge::Judge;
use tamis::accuracy::scores;
use tamis::error::{Error, Result};
use tamis::report::{accuracy as report, json};
use tamis_blocks::classify;

/// `tamis accuracy`, as typed.
#[derive(Debug, Clone, clap::Args)]
pub struct AccuracyArgs {
    /// Folders of pages with gold: L3S-GN1, CleanEval, or html/ and gold/ with files of the same names
    #[arg(value_name = "DATASET", required = true)]
    datasets: Vec<PathBuf>,
    /// Whom to judge: default (the WSDM paper's rules), all, or a list (see `tamis classifiers`)
    #[arg(long, value_delimiter = ',', default_value = "default", value_name = "NAMES")]
    classifiers: Vec<String>,
    /// By what: all, or a list of blocks, words, cleaneval, cetr, rouge, shingles, characters
    #[arg(long, value_delimiter = ',', default_value = "all", value_name = "NAMES")]
    scores: Vec<String>,
    /// What counts as content where the gold tells it apart
    #[arg(long, value_enum, default_value_t)]
    content: ContentArg,
    /// Whose text is scored
    #[arg(long, value_enum, default_value_t)]
    text: TextArg,
    /// How pages are cut into blocks
    #[arg(long, value_enum, default_value_t)]
    cut: CutArg,
    /// The format of the data sets: l3s-gn1, cleaneval or folders [default: told from the folder]
    #[arg(long, value_name = "NAME")]
    format: Option<String>,
    /// The encoding of all pages [default: UTF-8 where they are, else the data set's word, then the page's]
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// The language of all pages by code or name (en, german), for classifiers that ask for it [default: each page's own]
    #[arg(long, value_name = "CODE", value_parser = values::language)]
    language: Option<String>,
    /// A folder for accuracy.tsv, per_page.tsv, unscored.tsv, accuracy.json, worst.tsv, accuracy.md, accuracy.svg
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads that judge [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// All figures as one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// What counts as content, as typed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum ContentArg {
    /// Headline, text, captions and comments; not links to related articles
    #[default]
    All,
    /// The main text alone
    Main,
}

/// Whose text is scored, as typed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum TextArg {
    /// What the classifier itself prints
    #[default]
    Own,
    /// That of the blocks that it labels content
    Blocks,
}

/// Judges, prints a table (or JSON) to `out` and writes the files; `line` is the command that repeats it.
pub fn run(args: &AccuracyArgs, line: &str, talk: Talk, out: &mut dyn Write) -> Result<()> {
    use_threads(args.threads)?;
    let judge = args.judge()?;
    let content = match args.content {
        ContentArg::All => Content::All,
        ContentArg::Main => Content::Main,
    };
    let open = |path: &PathBuf| Dataset::open(path, args.format.as_deref(), content);
    // All are opened before the first is judged: a name typed wrongly is told at once.
    let datasets: Vec<Dataset> = args.datasets.iter().map(open).collect::<Result<_>>()?;
    if let Some((number, twice)) =
        (1..).zip(&datasets[1..]).find(|(n, set)| datasets[..*n].iter().any(|d| d.name == set.name))
    {
        let (path, name) = (args.datasets[number].display(), &twice.name);
        return Err(Error::settings(format!(
            "{path}: a second data set called {name}; rename its folder, rows bear its name"
        )));
    }
    if let Some(folder) = &args.out {
        results_folder(folder)?;
    }
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
    let written = args.out.as_ref().map(|folder| report::write(&accuracy, folder)).transpose()?;
    let text = if args.json { json::one_line(&accuracy) } else { report::table(&accuracy) };
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

/// A bar by pages on a terminal, else nothing.
fn bar(pages: u64, talk: Talk) -> ProgressBar {
    let shown = std::io::stderr().is_terminal() && talk > Talk::Quiet;
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} pages ETA {eta}");
    let bar = ProgressBar::with_draw_target(Some(pages), target);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
