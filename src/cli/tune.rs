//! `tamis tune`: finds the rule that fits a collection, without judgements or with a few, and
//! stores it in the index.

use super::console::{Verbosity, print_json, to_stdout};
use super::indexes::IndexArgs;
use super::judging::read_qrels;
use super::kind;
use super::options::{OutputArgs, TopicArgs, all_pages, say_written};
use super::progress::narrow::target;
use super::results::save;
use super::tuned::flag;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis_eval::Topics;
use tamis_eval::measure::check_grades;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_index::index::store_tuned;
use tamis_place::Escaped;
use tamis_report::tune as report;
use tamis_report::words::quoted;
use tamis_search::experiment::measures;
use tamis_search::experiment::{Experiment, Hooks, Rankings, identity_of_tuning, judged_topics};
use tamis_search::request::Request;
use tamis_search::tune::{MEASURE, Prior, TuneSettings, steps, tune};

const OUT_HELP: &str = "Write tune.json and report.html, with curves and sample pages, to this \
                        folder";

/// Arguments of `tamis tune`.
#[derive(Debug, Clone, clap::Args)]
#[command(mut_arg("out", |arg| arg.help(OUT_HELP)))]
pub struct TuneArgs {
    #[command(flatten)]
    index: IndexArgs,
    /// Also tune on these topics: TREC's SGML or XML, lines of id and text, or lines of JSON
    #[arg(long, value_name = "FILE", requires = "qrels")]
    topics: Option<PathBuf>,
    /// Relevance judgements of the topics. A few are enough: what the titles say counts besides
    #[arg(long, value_name = "FILE", requires = "topics")]
    qrels: Option<PathBuf>,
    #[command(flatten)]
    topic: TopicArgs,
    /// Measure of the judged topics (see `tamis measures`), with a cut-off of at most 100
    #[arg(short, long, value_name = "MEASURE", default_value = MEASURE, requires = "topics")]
    measure: String,
    /// Most pseudo-topics: queries made of titles
    #[arg(long, value_name = "N", default_value_t = TuneSettings::default().topics)]
    pseudo_topics: usize,
    /// What the rule stays near to where the difference is small: sieve or none
    #[arg(long, value_name = "PRIOR", default_value = "sieve")]
    prior: Prior,
    /// Random seed of the pseudo-topics, the folds and the resamples
    #[arg(long, value_name = "N", default_value_t = TuneSettings::default().seed)]
    seed: u64,
    /// Store nothing
    #[arg(long)]
    dry_run: bool,
    /// Remove the stored rule from the index, and do nothing else
    #[arg(long, conflicts_with_all = ["topics", "dry_run", "json", "out"])]
    forget: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// Finds the rule, prints it to `out`, and stores it in every index.
pub fn run(args: &TuneArgs, talk: Verbosity, out: &mut dyn Write) -> Result<()> {
    args.output.use_threads()?;
    let form = args.output.figures.form()?;
    let paths = args.index.paths()?;
    let corpus = all_pages(&paths, talk)?;
    if args.forget {
        return forget(&corpus, talk);
    }
    let judged = args.judged(&corpus, talk)?;
    args.output.open_folder("tune", || {
        identity_of_tuning(&corpus, &args.settings(), judged.as_ref()).map(Some)
    })?;
    let bar = bar(steps(&corpus, judged.is_some())?, talk);
    let step = || bar.inc(1);
    let hooks = Hooks { step: Some(&step), ..Hooks::default() };
    let tuned = tune(&corpus, args.settings(), judged.as_ref(), hooks)?;
    bar.finish_and_clear();
    let flags: Vec<String> = tuned.rule().parameters.iter().map(flag).collect();
    let written =
        save(args.output.out.as_deref(), |folder| report::write(&tuned, &flags, folder, &form))?;
    if args.output.json {
        print_json(&tuned, out)?;
    } else {
        let text = report::summary(&tuned, &flags, &search_command(&paths));
        out.write_all(text.as_bytes()).map_err(to_stdout)?;
    }
    say_written(written.as_deref(), talk);
    if args.dry_run {
        return Ok(());
    }
    tuned.store(&corpus)?;
    for index in &corpus.indexes {
        let path = Escaped(index.path.display());
        talk.say(format!("{path}: stored; search by it with --rule tuned"));
    }
    Ok(())
}

fn forget(corpus: &Corpus, talk: Verbosity) -> Result<()> {
    for index in &corpus.indexes {
        let path = Escaped(index.path.display());
        if index.manifest.tuned.is_none() {
            talk.say(format!("{path}: no rule is stored"));
            continue;
        }
        store_tuned(&index.path, None, &index.manifest)?;
        talk.say(format!("{path}: the stored rule is removed"));
    }
    Ok(())
}

/// Returns the command that the flags of the rule are pasted into.
fn search_command(paths: &[PathBuf]) -> String {
    let quoted = |path: &Path| Escaped(quoted(&path.display().to_string())).to_string();
    match paths {
        [path] => format!("tamis search {}", quoted(path)),
        several => {
            let flags: Vec<String> =
                several.iter().map(|path| format!("--index {}", quoted(path))).collect();
            format!("tamis search {}", flags.join(" "))
        }
    }
}

/// Returns a progress bar, which shows only on a terminal.
fn bar(steps: usize, talk: Verbosity) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:10} {pos} of {len} settings, ETA {eta}");
    ProgressBar::with_draw_target(Some(steps as u64), target(talk))
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

impl TuneArgs {
    fn settings(&self) -> TuneSettings {
        TuneSettings { topics: self.pseudo_topics, seed: self.seed, prior: self.prior }
    }

    /// Returns the judged topics, if there are any.
    fn judged<'a>(&self, corpus: &'a Corpus, talk: Verbosity) -> Result<Option<Experiment<'a>>> {
        let (Some(topics), Some(qrels_path)) = (&self.topics, &self.qrels) else { return Ok(None) };
        let topics = Topics::fields(self.topic.topic_field).read(topics);
        let topics = topics.map_err(|error| kind::explained(error, kind::of_experiment))?;
        let qrels = read_qrels(qrels_path, talk)?;
        let (topics, _) = judged_topics(corpus, &topics, &qrels, qrels_path, 1)?;
        let measures = measures::measures([self.measure.as_str()])?;
        check_grades(&qrels, &measures, qrels_path)?;
        let rankings = Rankings::single(Request::default().ranking()?);
        Experiment::new(corpus, topics, measures, rankings, None).map(Some)
    }
}
