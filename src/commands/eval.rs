//! `tamis eval QRELS RUN...`: prints trec_eval's lines for one run, or compares several. It scores
//! runs of any system and needs no index.

mod arguments;
mod several_args;
#[cfg(test)]
mod tests;

use crate::flags::options::say_written;
use crate::terminal::console::{Exit, Verbosity, to_stdout};
use crate::terminal::shown::Shown;
pub use arguments::EvalArgs;
use arguments::EvalFormat;
use std::io::{self, Write};
use tamis::eval::measure::{Layout, Parts};
use tamis::job::eval::{ComparedRuns, Evaluated};
use tamis::{Index, Result, Watch};

/// Scores the run and prints the values to `stdout`, or compares several runs. `line` is the
/// command that repeats it.
///
/// # Errors
/// [`tamis::Error::Setting`] for an unknown measure, for one that needs other judgements, and for
/// flags that do not fit the number of runs; [`tamis::Error::Io`] and [`tamis::Error::Format`] for
/// files that cannot be read, and if qrels and run have no topic or no document in common.
pub fn run(args: &EvalArgs, line: &str, talk: Verbosity, stdout: &mut dyn Write) -> Result<Exit> {
    match args.files().len() {
        1 => score(args, talk, &Shown::new(talk), stdout),
        _ => compare(args, line, talk, stdout),
    }
}

/// trec_eval prints nothing, without a warning.
const NOTHING_TO_PRINT: &str =
    "warning: -n without -q leaves nothing to print; add -q for the values of each topic";

fn score(
    args: &EvalArgs,
    talk: Verbosity,
    watch: &dyn Watch,
    stdout: &mut dyn Write,
) -> Result<Exit> {
    args.several.refuse_for_one()?;
    let layout = args.layout()?;
    let job = args.eval_job()?;
    let index = args.index.as_ref().map(Index::open).transpose()?;
    let evaluated = job.run(index.as_ref(), watch)?.result;
    if args.no_summary && !args.per_topic && !args.json {
        talk.say(NOTHING_TO_PRINT);
    }
    print_scores(args, layout, &evaluated, stdout).map_err(to_stdout)?;
    Ok(evaluated.stopped_at.map_or(Exit::Done, |topic| as_trec_eval(args, &topic)))
}

fn as_trec_eval(args: &EvalArgs, topic: &str) -> Exit {
    let message = "has no results, and trec_eval 10 stops there; -c counts it as 0, no --compat \
                   leaves it out";
    Exit::AsTrecEval(format!("topic {topic} of {} {message}", args.qrels.display()))
}

fn print_scores(
    args: &EvalArgs,
    layout: Layout,
    evaluated: &Evaluated,
    stdout: &mut dyn Write,
) -> io::Result<()> {
    let summary = !args.no_summary && evaluated.stopped_at.is_none();
    layout.write(&evaluated.evaluation, Parts { topics: args.per_topic, summary }, stdout)?;
    if args.json {
        stdout.write_all(evaluated.findings.json().as_bytes())?;
    }
    stdout.flush()
}

fn compare(args: &EvalArgs, line: &str, talk: Verbosity, stdout: &mut dyn Write) -> Result<Exit> {
    args.refuse_for_several()?;
    let job = args.comparison_job(line)?;
    let index = args.index.as_ref().map(Index::open).transpose()?;
    let outcome = job.run(index.as_ref(), &Shown::new(talk))?;
    let text = comparison_text(args, &outcome.result);
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(to_stdout)?;
    say_written(&outcome.written, talk);
    Ok(Exit::Done)
}

fn comparison_text(args: &EvalArgs, comparison: &ComparedRuns) -> String {
    match (args.json, args.format) {
        (true, _) => comparison.json(),
        (false, Some(EvalFormat::Tsv)) => comparison.rows(args.per_topic),
        (false, Some(EvalFormat::Latex)) => comparison.latex(),
        _ => comparison.table(args.per_topic),
    }
}
