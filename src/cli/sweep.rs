//! `tamis sweep`: scores every threshold of a range against qrels in one pass and writes tables, a
//! figure and a page.

use super::axes::{AxisArgs, GridArgs};
use super::console::{Verbosity, to_stdout};
use super::figures::{TableArg, TableFormat};
use super::indexes::IndexArgs;
use super::judging::JudgingArgs;
use super::options::{
    MarginArg, OutputArgs, corpus, say_written, warn_of_contradiction, warn_of_margin,
    warn_of_weights,
};
use super::pages::PageArgs;
use super::parameters::{Flags, OfRanking, Rules, Swept, Typed};
use super::progress::narrow::target;
use super::signals::Watch;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis_eval::statistics;
use tamis_eval::trec::run as trec_run;
use tamis_index::corpus::Corpus;
use tamis_index::disk;
use tamis_index::error::{Error, Result};
use tamis_report as report;
use tamis_report::terminal;
use tamis_search::experiment::measures::RUN_HITS;
use tamis_search::experiment::results::{Point, Site, Sweep};
use tamis_search::experiment::{
    CHECKPOINT, Checkpoint, Experiment, Hooks, Origin, Rankings, Scored, Validation, measures,
    retrieved,
};
use tamis_search::rank::top::Ranked;
use tamis_search::request::Request;
use tamis_search::sweep::{Grid, Grids, Outcome};

const OUT_HELP: &str = "Write sweep.tsv, sweep.json, per_topic.tsv, report.html, report.tex (the \
                        table for LaTeX) and a figure per measure to this folder. Rerun the same \
                        command to resume an interrupted sweep (not with --runs)";

/// Arguments of `tamis sweep`.
#[derive(Debug, Clone, clap::Args)]
#[command(mut_arg("measures", |arg| arg.help("Measure (see `tamis measures`); may be repeated \
                                              [default: P_10, ndcg_cut_10]")))]
#[command(mut_arg("hits", |arg| arg.help(HITS_HELP)))]
#[command(mut_arg("out", |arg| arg.help(OUT_HELP)))]
pub struct SweepArgs {
    #[command(flatten)]
    pub index: IndexArgs,
    #[command(flatten)]
    judging: JudgingArgs,
    #[command(flatten)]
    axes: AxisArgs,
    #[command(flatten)]
    named: GridArgs,
    #[command(flatten)]
    rules: Flags<Rules, Typed>,
    #[command(flatten)]
    ranking: Flags<OfRanking, Swept>,
    #[command(flatten)]
    pages: PageArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    table: TableArg,
    /// Cross-validate the choice of the best point over K folds of topics: choose on K - 1 folds,
    /// score on the remaining one
    #[arg(long, value_name = "K")]
    folds: Option<usize>,
    /// Number of permutations in the test of whether any point beats the unfiltered text; 0 for no
    /// test
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    permutations: u32,
    #[command(flatten)]
    margin: MarginArg,
    /// Random seed of folds and permutations
    #[arg(long, value_name = "N", default_value_t = statistics::SEED)]
    seed: u64,
    /// Also write the run of every point to DIR/runs
    #[arg(long, requires = "out")]
    runs: bool,
    /// Read flags from the keys of a TOML file; flags on the command line take precedence
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

const HITS_HELP: &str = "Number of results per topic [default: the largest cut-off among the \
                         measures; 1000 with --runs or for measures without a cut-off]";

/// Runs a sweep, prints a table or JSON to `out` and writes the files; `line` is the command that
/// repeats it.
pub fn run(args: &SweepArgs, line: &str, talk: Verbosity, out: &mut dyn Write) -> Result<()> {
    args.output.use_threads()?;
    let form = args.output.figures.form_with(args.table.top)?;
    let mut request = Request::default();
    args.rules.apply_to(&mut request)?;
    let corpus = corpus(&args.index.paths()?, &args.pages, &mut request, talk)?;
    let manifest = &corpus.indexes[0].manifest;
    let request = args.axes.request(request, &args.ranking, &args.named, manifest)?;
    let rankings = args.named.rankings(&request)?;
    let grids = args.named.grids(&request, manifest, rankings.all.len())?;
    if grids.iter().all(Grid::is_contradiction) {
        let title = request.request.with_named_rule(manifest)?.title;
        warn_of_contradiction(&grids.first().untitled(0), title, talk);
    }
    warn_of_weights(&grids.first().weights.base, talk);

    let experiment = args.experiment(&corpus, rankings, talk)?;
    experiment.check_size(&grids, 0)?;
    experiment.check_weights(&grids)?;
    experiment.check_folds(args.folds)?;

    let validation = args.validation();
    args.output
        .open_folder("sweep", || experiment.identity_of_sweep(&grids, validation).map(Some))?;
    let checkpoint = args.checkpoint(&experiment, &grids, talk)?;

    let bar = bar(&experiment, &grids, talk);
    let ending = Watch::ending(args.when_interrupted(&experiment, &grids, &bar, talk))?;
    let step = || bar.inc(1);
    let outcome = experiment.run_with_hooks(
        &grids,
        Hooks { checkpoint: checkpoint.as_ref(), step: Some(&step), stop: None },
    )?;
    bar.finish_and_clear();

    let origin = Origin { site: args.site()?, ..args.judging.origin(&corpus, line) };
    let mut sweep = experiment.report(&grids, &outcome, origin);
    experiment.check_choices(&mut sweep, validation)?;
    experiment.explain(&mut sweep, &grids)?;
    warn_of_margin(validation.margin, &sweep.measures, &sweep.baseline.means, talk);
    if sweep.points.iter().all(|point| point.pages == 0) {
        talk.say("warning: no page has a permitted token at any point");
    }

    let mut written = None;
    if let Some(folder) = &args.output.out {
        written = Some(report::write(&sweep, folder, &form)?);
        if args.runs {
            write_runs(&corpus, &experiment, &sweep, &outcome, folder)?;
        }
    }
    drop(ending);
    checkpoint.map_or(Ok(()), Checkpoint::remove)?;
    args.output.close_folder()?;

    let text = match args.table.format {
        _ if args.output.json => report::json::sweep(&sweep),
        TableFormat::Latex => terminal::latex(&sweep, &form),
        TableFormat::Table => terminal::table(&sweep),
    };
    out.write_all(text.as_bytes()).map_err(to_stdout)?;
    say_written(written.as_deref(), talk);
    Ok(())
}

/// Returns a progress bar, which shows only on a terminal.
fn bar(experiment: &Experiment<'_>, grids: &Grids, talk: Verbosity) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(experiment.steps(grids) as u64), target(talk));
    let style = ProgressStyle::with_template("{bar:10} {pos} of {len} {msg}, ETA {eta}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_message(steps(experiment))
}

/// Returns the unit of progress: topics, or topics per view if queries are expanded.
fn steps(experiment: &Experiment<'_>) -> &'static str {
    if experiment.expands() { "topics of views" } else { "topics" }
}

impl SweepArgs {
    fn validation(&self) -> Validation {
        Validation {
            folds: self.folds,
            seed: self.seed,
            permutations: self.permutations,
            margin: self.margin.margin,
        }
    }

    /// Returns the server that shows the points, if an address can name what they share: it has one
    /// index, and no lists of docnos.
    fn site(&self) -> Result<Option<Site>> {
        let paths = self.index.paths()?;
        let [index] = &paths[..] else { return Ok(None) };
        let Some(pages) = self.pages.pairs().filter(|_| !self.named.has_single()) else {
            return Ok(None);
        };
        let mut parameters: Vec<_> = self.rules.pairs().collect();
        parameters.extend(self.axes.shared(&self.ranking));
        parameters.extend(pages);
        Ok(Some(self.judging.site(index, parameters)))
    }

    /// Opens the checkpoint in the folder of results. Returns `None` with --runs, because a
    /// checkpoint holds no rankings.
    fn checkpoint(
        &self,
        experiment: &Experiment<'_>,
        grids: &Grids,
        talk: Verbosity,
    ) -> Result<Option<Checkpoint>> {
        let Some(folder) = self.output.out.as_ref().filter(|_| !self.runs) else { return Ok(None) };
        let checkpoint = Checkpoint::open(folder, experiment, grids)?;
        let path = folder.join(CHECKPOINT);
        let path = path.display();
        let known = checkpoint.known();
        let all = experiment.steps(grids);
        if checkpoint.other {
            talk.say(format!("{path} is damaged; starting over"));
        } else if known > 0 {
            talk.say(format!("{path} has {known} of {all} {}; resuming", steps(experiment)));
        }
        Ok(Some(checkpoint))
    }

    /// Returns what to say if a signal ends the sweep: how far it is, and what is kept.
    fn when_interrupted(
        &self,
        experiment: &Experiment<'_>,
        grids: &Grids,
        bar: &ProgressBar,
        talk: Verbosity,
    ) -> impl Fn() + Send + 'static {
        let path =
            self.output.out.as_ref().filter(|_| !self.runs).map(|folder| folder.join(CHECKPOINT));
        let bar = bar.clone();
        let all = experiment.steps(grids);
        let unit = steps(experiment);
        move || {
            let done = bar.position();
            bar.finish_and_clear();
            talk.say(match &path {
                Some(path) => {
                    let path = path.display();
                    format!(
                        "interrupted: {path} keeps {done} of {all} {unit}; the same command \
                         resumes from there"
                    )
                }
                None => format!(
                    "interrupted after {done} of {all} {unit}: nothing is kept; --out DIR, without \
                     --runs, keeps a checkpoint"
                ),
            });
        }
    }

    fn experiment<'a>(
        &self,
        corpus: &'a Corpus,
        rankings: Rankings,
        talk: Verbosity,
    ) -> Result<Experiment<'a>> {
        let experiment = self.judging.experiment(corpus, rankings, &measures::SWEEP, talk)?;
        let deep = self.runs && self.judging.hits.is_none();
        let hits = if deep { experiment.hits.max(RUN_HITS) } else { experiment.hits };
        Ok(Experiment { hits, keep_runs: self.runs, ..experiment })
    }
}

/// Returns the name of the run of a point: its parameters.
fn run_name(point: &Point) -> String {
    let had = point.parameters.iter().filter(|parameter| !parameter.value.is_absent());
    had.map(|parameter| format!("{}-{}", parameter.name, parameter.value))
        .collect::<Vec<_>>()
        .join("_")
}

fn write_runs(
    corpus: &Corpus,
    experiment: &Experiment<'_>,
    sweep: &Sweep,
    outcome: &Outcome<Scored>,
    folder: &Path,
) -> Result<()> {
    let runs = [("unfiltered".to_owned(), &outcome.baseline)].into_iter();
    let runs: Vec<_> = runs.chain(sweep.points.iter().map(run_name).zip(&outcome.points)).collect();
    let files: Vec<String> =
        runs.iter().map(|(name, _)| format!("{RUNS}/{}", run_file(name))).collect();
    disk::results::announce(folder, &files)?;
    let folder = folder.join(RUNS);
    tamis_report::results_folder(&folder)?;
    for (name, scored) in &runs {
        write_run(corpus, experiment, scored, &folder, name)?;
    }
    Ok(())
}

/// The folder of runs in the folder of results.
const RUNS: &str = "runs";

/// Returns the file name of a run.
fn run_file(name: &str) -> String {
    format!("{name}.run.txt")
}

fn write_run(
    corpus: &Corpus,
    experiment: &Experiment<'_>,
    scored: &[Scored],
    folder: &Path,
    name: &str,
) -> Result<()> {
    let order = corpus.order()?;
    let path = folder.join(run_file(name));
    let mut text = Vec::new();
    for (topic, scored) in experiment.topics.iter().zip(scored) {
        let ranking: &[Ranked] = &scored.ranking;
        trec_run::write(&mut text, &topic.id, retrieved(order, ranking)?, name)
            .map_err(|e| Error::io("write", &path, e))?;
    }
    disk::save(&path, text)
}
