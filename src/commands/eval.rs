//! `tamis eval QRELS RUN...`: prints trec_eval's lines for one run, or compares several. It scores
//! runs of any system and needs no index.

mod arguments;
#[cfg(test)]
mod tests;

use crate::terminal::console::to_stdout;
use crate::terminal::styles::table_width;
use crate::terminal::{Console, Exit, Shown};
pub use arguments::EvalArgs;
use arguments::EvalFormat;
use tamis::eval::measure::LayoutParts;
use tamis::{Index, Result, Watch};

/// Scores the run and prints the values, or compares several runs.
///
/// # Errors
/// [`tamis::Error::Setting`] for an unknown measure, for one that needs other judgements, and for
/// flags that do not fit the number of runs; [`tamis::Error::Io`] and [`tamis::Error::Format`] for
/// files that cannot be read, and if qrels and run have no topic or no document in common.
pub fn run(args: &EvalArgs, console: &mut Console) -> Result<Exit> {
    let watch = Shown::new(console.talk);
    match args.files().len() {
        1 => score(args, &watch, console),
        _ => compare(args, &watch, console),
    }
}

/// trec_eval prints nothing, without a warning.
const NOTHING_TO_PRINT: &str =
    "warning: -n without -q leaves nothing to print; add -q for the values of each topic";

fn score(args: &EvalArgs, watch: &dyn Watch, console: &mut Console) -> Result<Exit> {
    args.several.refuse_for_one()?;
    let layout = args.layout()?;
    let job = args.eval_job()?;
    let index = args.index.as_ref().map(Index::open).transpose()?;
    let evaluated = job.run(index.as_ref(), watch)?.result;
    if args.no_summary && !args.per_topic && !args.json {
        console.talk.say(NOTHING_TO_PRINT);
    }
    let summary = !args.no_summary && evaluated.stopped_at.is_none();
    let parts = LayoutParts { topics: args.per_topic, summary };
    layout.write(&evaluated.evaluation, parts, console.out).map_err(to_stdout)?;
    if args.json {
        console.print(evaluated.findings.json())?;
    }
    console.out.flush().map_err(to_stdout)?;
    Ok(evaluated.stopped_at.map_or(Exit::Done, |topic| as_trec_eval(args, &topic)))
}

fn as_trec_eval(args: &EvalArgs, topic: &str) -> Exit {
    let message = "has no results, and trec_eval 10 stops there; -c counts it as 0, no --compat \
                   leaves it out";
    Exit::AsTrecEval(format!("topic {topic} of {} {message}", args.qrels.display()))
}

fn compare(args: &EvalArgs, watch: &dyn Watch, console: &mut Console) -> Result<Exit> {
    args.refuse_for_several()?;
    let job = args.comparison_job(console.line)?;
    let index = args.index.as_ref().map(Index::open).transpose()?;
    let outcome = job.run(index.as_ref(), watch)?;
    let comparison = &outcome.result;
    let text = match args.format {
        _ if args.json => comparison.json(),
        Some(EvalFormat::Tsv) => comparison.rows(args.per_topic),
        Some(EvalFormat::Latex) => comparison.latex(),
        _ => comparison.table(args.per_topic, table_width()),
    };
    console.print(text)?;
    console.out.flush().map_err(to_stdout)?;
    console.report("", &outcome.written)
}
