//! `tamis tune`: finds the rule that fits a collection, without judgements or with a few, and
//! stores it in the index.

use crate::flags::{ConfigArg, IndexChoice, OutputArgs, TopicArgs};
use crate::terminal::console::quoted;
use crate::terminal::{Console, Exit, Shown, Verbosity, notices};
use std::path::{Path, PathBuf};
use tamis::job::{Judged, Outcome, TuneJob};
use tamis::{Escaped, Index, Prior, Result, TUNE_MEASURE, TuneSettings};

const OUT_HELP: &str = "Write tune.json and report.html, with curves and sample pages, to this \
                        folder";

/// Arguments of `tamis tune`.
#[derive(Debug, Clone, clap::Args)]
#[command(mut_arg("out", |arg| arg.help(OUT_HELP)))]
pub struct TuneArgs {
    #[command(flatten)]
    index: IndexChoice,
    /// Also tune on these topics: TREC's SGML or XML, lines of id and text, or lines of JSON
    #[arg(long, value_name = "FILE", requires = "qrels")]
    topics: Option<PathBuf>,
    /// Relevance judgements of the topics. A few are enough: what the titles say counts besides
    #[arg(long, value_name = "FILE", requires = "topics")]
    qrels: Option<PathBuf>,
    #[command(flatten)]
    topic: TopicArgs,
    /// Measure of the judged topics (see `tamis measures`), with a cut-off of at most 100
    #[arg(short, long, value_name = "MEASURE", default_value = TUNE_MEASURE, requires = "topics")]
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
    config: ConfigArg,
    #[command(flatten)]
    output: OutputArgs,
}

/// Finds the rule, prints it, and stores it in every index.
pub fn run(args: &TuneArgs, console: &mut Console) -> Result<Exit> {
    let talk = console.talk;
    args.output.use_threads()?;
    let job = args.job(console.line)?;
    let paths = args.index.paths()?;
    let index = Index::open_all(&paths)?;
    if args.forget {
        return forget(&index, talk);
    }
    let Outcome { result, written, .. } = job.run(&index, &Shown::new(talk))?;
    let text = match args.output.json {
        true => result.json(),
        false => result.summary(&search_command(&paths)),
    };
    console.report(text, &written)?;
    if args.dry_run {
        return Ok(Exit::Done);
    }
    index.store_tuned(&result)?;
    for path in index.paths() {
        talk.say(format!("{}: stored; search by it with --rule tuned", Escaped(path.display())));
    }
    Ok(Exit::Done)
}

fn forget(index: &Index, talk: Verbosity) -> Result<Exit> {
    notices::say_all(index.notices(), talk);
    let forgotten = index.forget_tuned()?;
    for path in index.paths() {
        let shown = Escaped(path.display());
        talk.say(match forgotten.contains(&path.to_owned()) {
            true => format!("{shown}: the stored rule is removed"),
            false => format!("{shown}: no rule is stored"),
        });
    }
    Ok(Exit::Done)
}

/// Returns the command that the flags of the rule are pasted into.
fn search_command(paths: &[PathBuf]) -> String {
    let quoted = |path: &Path| Escaped(quoted(&path.display().to_string())).to_string();
    match paths {
        [path] => format!("tamis search {}", quoted(path)),
        several => several.iter().fold("tamis search".to_owned(), |command, path| {
            format!("{command} --index {}", quoted(path))
        }),
    }
}

impl TuneArgs {
    fn job(&self, line: &str) -> Result<TuneJob> {
        let settings =
            TuneSettings { topics: self.pseudo_topics, seed: self.seed, prior: self.prior };
        let output = self.output.output(None, line)?;
        let job = TuneJob { settings, judged: self.judged(), output, ..TuneJob::default() };
        job.check().map(|()| job)
    }

    /// Returns the judged topics, if there are any.
    fn judged(&self) -> Option<Judged> {
        let (topics, qrels) = self.topics.clone().zip(self.qrels.clone())?;
        Some(Judged {
            topic_field: self.topic.topic_field,
            measures: vec![self.measure.clone()],
            ..Judged::new(topics.into(), qrels.into())
        })
    }
}
