//! `tamis eval QRELS RUN...`: prints trec_eval's lines for one run, or compares several. It scores
//! runs of any system and needs no index.

mod against_index;
mod arguments;
mod findings;
mod grades;
mod judgements;
mod several;
mod several_args;
#[cfg(test)]
mod tests;
mod warnings;

use crate::cli::console::{Exit, Verbosity};
pub use arguments::EvalArgs;
use arguments::Version;
use findings::Findings;
use judgements::check_match;
use std::io::Write;
use std::path::Path;
use tamis_eval::measure::{Checks, Evaluation, Parts, check_grades, evaluate_against};
use tamis_eval::trec::Zscores;
use tamis_index::error::{Error, Result};

/// Scores the run and prints the values to `stdout`, or compares several runs; reports ignored
/// topics on `stderr`. `line` is the command that repeats it.
///
/// # Errors
/// [`Error::Setting`] for an unknown measure, for one that needs other judgements, and for flags
/// that do not fit the number of runs; [`Error::Io`] and [`Error::Format`] for files that cannot be
/// read, and if qrels and run have no topic or no document in common.
pub fn run(
    args: &EvalArgs,
    line: &str,
    talk: Verbosity,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> Result<Exit> {
    match args.files()[..] {
        [one] => run_one(args, one, talk, stdout, stderr),
        ref several => several::run(args, several, line, talk, stdout, stderr).map(|()| Exit::Done),
    }
}

/// trec_eval prints nothing, without a warning.
const NOTHING_TO_PRINT: &str =
    "-n without -q leaves nothing to print; add -q for the values of each topic";

fn run_one(
    args: &EvalArgs,
    file: &Path,
    talk: Verbosity,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> Result<Exit> {
    args.several.refuse_for_one()?;
    let layout = args.layout()?;
    let instances = args.instances()?;
    let (judgements, run) = rayon::join(|| args.judgements(), || args.read_run(file));
    let judgements = judgements?;
    let run = run?;
    let relevance = judgements.relevance();
    check_grades(relevance, &instances, &args.qrels)?;
    let mut evaluation = evaluate_against(relevance, &run, &instances, args.options());
    check_match(args, file, relevance, &run)?;
    if let Some(file) = &args.zscores {
        evaluation = evaluation.standardised(&Zscores::read(file)?);
    }
    let index = args
        .index
        .as_deref()
        .map(|path| against_index::look(against_index::open(path)?, args, talk, relevance, &[&run]))
        .transpose()?;
    let findings = Findings { checks: Checks::new(relevance, &run, &evaluation), index };
    // With -c they count; trec_eval 10 stops at them.
    let left_out = !args.complete && args.compat != Some(Version::Ten);
    findings.warn(left_out, talk, stderr).map_err(|e| Error::io("write", "(standard error)", e))?;
    if args.no_summary && !args.per_topic && !args.json {
        let warned = findings::write_warnings(&[NOTHING_TO_PRINT.to_owned()], stderr);
        warned.map_err(|e| Error::io("write", "(standard error)", e))?;
    }
    let stop = args.follow(&mut evaluation);
    let parts = Parts { topics: args.per_topic, summary: !args.no_summary && stop.is_none() };
    let found = |out: &mut dyn Write| if args.json { findings.write_json(out) } else { Ok(()) };
    let printed = layout.write(&evaluation, parts, stdout).and_then(|()| found(stdout));
    let printed = printed.and_then(|()| stdout.flush());
    printed.map_err(|e| Error::io("write", "(standard output)", e))?;
    Ok(stop.map_or(Exit::Done, Exit::AsTrecEval))
}

impl EvalArgs {
    /// Treats topics without results like the chosen version of trec_eval. 9 prints no lines for
    /// them, although they count with -c. 10 stops at the first one without -c, after printing the
    /// topics before it.
    fn follow(&self, evaluation: &mut Evaluation) -> Option<String> {
        let first = evaluation.absent.first()?.clone();
        match self.compat? {
            Version::Nine => {
                let absent = &evaluation.absent;
                evaluation.topics.retain(|topic| absent.binary_search(&topic.topic).is_err());
                None
            }
            Version::Ten if self.complete => None,
            Version::Ten => {
                evaluation.topics.retain(|topic| topic.topic < first);
                let message = "has no results, and trec_eval 10 stops there; -c counts it as 0, no \
                               --compat leaves it out";
                Some(format!("topic {first} of {} {message}", self.qrels.display()))
            }
        }
    }
}
