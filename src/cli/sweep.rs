//! `tamis sweep`: every threshold of a range, scored against qrels in one pass, into tables, a figure and a page.

use super::grid::AxisArgs;
use super::judging::{self, RUN_HITS};
use super::model_axes::ModelAxesArgs;
use super::named::GridArgs;
use super::options::{RuleArgs, TopicArgs, corpus, results_folder, say_written, use_threads};
use super::pages::PageArgs;
use super::{Talk, to_stdout};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use tamis::error::{Error, Result};
use tamis::experiment::results::{Point, Sweep};
use tamis::experiment::{Beside, CHECKPOINT, Checkpoint, Choosing, Experiment, Rankings, Scored};
use tamis::experiment::{LEVEL_BYTES, judged_topics, retrieved};
use tamis::report::{self, terminal};
use tamis::search::Corpus;
use tamis::search::sweep::{Grid, Outcome};
use tamis::search::top::Hit;
use tamis_eval::measure::Instance;
use tamis_eval::statistics;
use tamis_eval::trec::{qrels, run as trec_run, topics};

/// `tamis sweep`, as typed.
#[derive(Debug, Clone, clap::Args)]
pub struct SweepArgs {
    /// The folder of the index
    #[arg(value_name = "INDEX")]
    pub index: PathBuf,
    /// Topics: TREC's SGML or XML, lines of id and text, lines of JSON
    #[arg(long, value_name = "FILE")]
    pub topics: PathBuf,
    /// Judgements of the topics
    #[arg(long, value_name = "FILE")]
    pub qrels: PathBuf,
    #[command(flatten)]
    topic: TopicArgs,
    #[command(flatten)]
    axes: AxisArgs,
    #[command(flatten)]
    named: GridArgs,
    #[command(flatten)]
    rule: RuleArgs,
    #[command(flatten)]
    model: ModelAxesArgs,
    #[command(flatten)]
    pages: PageArgs,
    /// What to measure (see `tamis measures`); may stand several times [default: P_10, ndcg_cut_10]
    #[arg(short, long = "measure", value_name = "MEASURE")]
    measures: Vec<String>,
    /// The least grade that is relevant
    #[arg(short, long, value_name = "GRADE", default_value_t = 1, allow_negative_numbers = true)]
    level: i32,
    /// Results per topic [default: as many as the measures look at; 1000 with --runs or a measure without a cut-off]
    #[arg(long, value_name = "K")]
    hits: Option<usize>,
    /// A folder for sweep.tsv, sweep.json, per_topic.tsv, sweep.svg and report.html; and for sweep.checkpoint, from which the
    /// same command goes on if it is killed (not with --runs)
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Choose the point on the topics of K - 1 folds and judge it on the other, K times: the honest figure beside the best
    /// on all topics
    #[arg(long, value_name = "K")]
    folds: Option<usize>,
    /// Ways of turning topics round in the test of whether any point is better than the unfiltered text; 0: no test
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    permutations: u32,
    /// What chance begins with, in folds and permutations
    #[arg(long, value_name = "N", default_value_t = statistics::SEED)]
    seed: u64,
    /// Every point's run as well, in DIR/runs
    #[arg(long, requires = "out")]
    runs: bool,
    /// Threads that search [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The whole sweep as one JSON object on standard output
    #[arg(long)]
    json: bool,
    /// A TOML file whose keys are these flags; flags given here win
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The measures of the paper's figure 7.
const MEASURES: [&str; 2] = ["P_10", "ndcg_cut_10"];

/// Sweeps, prints a table (or JSON) to `out` and writes the files; `line` is the command that repeats it.
pub fn run(args: &SweepArgs, line: &str, talk: Talk, out: &mut dyn Write) -> Result<()> {
    use_threads(args.threads)?;
    let corpus = corpus(&args.index, &args.pages, talk)?;
    let rule = args.rule.predicate(&corpus.indexes[0].manifest)?;
    let rankings = args.model.rankings(&args.named)?;
    let grid = args.axes.grid(&args.named, &corpus.indexes[0].manifest, rule, args.rule.title, rankings.all.len())?;
    let experiment = args.experiment(&corpus, rankings, talk)?;
    if let Some(folder) = &args.out {
        results_folder(folder)?;
    }
    let checkpoint = args.checkpoint(&experiment, &grid, talk)?;
    let bar = bar(&experiment, &grid, talk);
    let step = || bar.inc(1);
    let outcome = experiment.run_beside(&grid, Beside { checkpoint: checkpoint.as_ref(), step: Some(&step) })?;
    bar.finish_and_clear();
    let mut sweep = experiment.report(&grid, &outcome, args.named(&corpus, &grid, line));
    let choosing = Choosing { folds: args.folds, seed: args.seed, permutations: args.permutations };
    sweep.choices = experiment.choices(&sweep, choosing)?;
    let mut written = None;
    if let Some(folder) = &args.out {
        written = Some(report::write(&sweep, folder)?);
        if args.runs {
            write_runs(&corpus, &experiment, &sweep, &outcome, folder)?;
        }
    }
    checkpoint.map_or(Ok(()), Checkpoint::remove)?;
    let text = if args.json { report::json::sweep(&sweep) } else { terminal::table(&sweep) };
    out.write_all(text.as_bytes()).map_err(to_stdout)?;
    say_written(written.as_deref(), talk);
    Ok(())
}

/// A bar by topics on a terminal; elsewhere none.
fn bar(experiment: &Experiment<'_>, grid: &Grid, talk: Talk) -> ProgressBar {
    let shown = talk > Talk::Quiet && std::io::stderr().is_terminal();
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(experiment.steps(grid) as u64), target);
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} {msg}, ETA {eta}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_message(steps(experiment))
}

/// What is counted: topics, one by one in every view where queries are expanded.
fn steps(experiment: &Experiment<'_>) -> &'static str {
    if experiment.expands() { "topics of views" } else { "topics" }
}

impl SweepArgs {
    /// The checkpoint in the folder of results. It holds no rankings, so with --runs there is none.
    fn checkpoint(&self, experiment: &Experiment<'_>, grid: &Grid, talk: Talk) -> Result<Option<Checkpoint>> {
        let Some(folder) = self.out.as_ref().filter(|_| !self.runs) else { return Ok(None) };
        let checkpoint = Checkpoint::open(folder, experiment, grid)?;
        let path = folder.join(CHECKPOINT);
        let (path, known, all) = (path.display(), checkpoint.known(), experiment.steps(grid));
        if checkpoint.other {
            talk.say(format!("{path} is of another sweep, or of another index; begun anew"));
        } else if known > 0 {
            talk.say(format!("{path} has {known} of {all} {}; going on with the others", steps(experiment)));
        }
        Ok(Some(checkpoint))
    }

    fn experiment<'a>(&self, corpus: &'a Corpus, rankings: Rankings, talk: Talk) -> Result<Experiment<'a>> {
        let measures = judging::measures(&self.measures, &MEASURES)?;
        let topics = topics::read(&self.topics, self.topic.topic_field)?;
        let qrels = qrels::read(&self.qrels)?;
        let (topics, unjudged) = judged_topics(corpus, &topics, &qrels, &self.qrels, self.level)?;
        judging::warn(&topics, &unjudged, talk);
        let hits = self.hits(&measures)?;
        let judged = judging::judged()?;
        Ok(Experiment {
            corpus,
            topics,
            measures,
            judged,
            rankings,
            hits,
            keep_runs: self.runs,
            level_bytes: LEVEL_BYTES,
        })
    }

    /// Results that must be kept.
    fn hits(&self, measures: &[Instance]) -> Result<usize> {
        let hits = judging::hits(self.hits, measures)?;
        Ok(if self.runs && self.hits.is_none() { hits.max(RUN_HITS) } else { hits })
    }

    /// What the report says besides numbers.
    fn named(&self, corpus: &Corpus, grid: &Grid, line: &str) -> Sweep {
        let filter = match &grid.side {
            tamis::search::Predicate::All => String::new(),
            rule => rule.to_string(),
        };
        Sweep {
            index: self.index.display().to_string(),
            topics_file: self.topics.display().to_string(),
            qrels_file: self.qrels.display().to_string(),
            analyzer: corpus.indexes[0].manifest.recipe.analyzer.clone(),
            filter,
            command: line.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ..Sweep::default()
        }
    }
}

fn write_runs(
    corpus: &Corpus,
    experiment: &Experiment<'_>,
    sweep: &Sweep,
    outcome: &Outcome<Scored>,
    folder: &Path,
) -> Result<()> {
    let folder = folder.join("runs");
    results_folder(&folder)?;
    clear_runs(&folder)?;
    let named = |point: &Point| {
        let had = point.parameters.iter().filter(|parameter| !parameter.value.is_absent());
        had.map(|parameter| format!("{}-{}", parameter.name, parameter.value)).collect::<Vec<_>>().join("_")
    };
    write_run(corpus, experiment, &outcome.baseline, &folder, "baseline")?;
    for (point, scored) in sweep.points.iter().zip(&outcome.points) {
        write_run(corpus, experiment, scored, &folder, &named(point))?;
    }
    Ok(())
}

/// Removes the runs of an earlier sweep: another grid would leave points that are not of this one.
fn clear_runs(folder: &Path) -> Result<()> {
    let entries = std::fs::read_dir(folder).map_err(|e| Error::io("read the folder", folder, e))?;
    for entry in entries {
        let path = entry.map_err(|e| Error::io("read the folder", folder, e))?.path();
        if path.to_string_lossy().ends_with(".run.txt") {
            std::fs::remove_file(&path).map_err(|e| Error::io("remove", &path, e))?;
        }
    }
    Ok(())
}

fn write_run(corpus: &Corpus, experiment: &Experiment<'_>, scored: &[Scored], folder: &Path, name: &str) -> Result<()> {
    let (order, path) = (corpus.order()?, folder.join(format!("{name}.run.txt")));
    let mut text = Vec::new();
    for (topic, scored) in experiment.topics.iter().zip(scored) {
        let ranking: &[Hit] = &scored.ranking;
        trec_run::write(&mut text, &topic.id, retrieved(order, ranking), name)
            .map_err(|e| Error::io("write", &path, e))?;
    }
    std::fs::write(&path, text).map_err(|e| Error::io("write", &path, e))
}
