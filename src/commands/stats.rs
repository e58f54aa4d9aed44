//! `tamis stats INDEX`: prints the contents of an index in numbers.

mod words;

use crate::terminal::{Console, Exit, Shown};
use std::path::PathBuf;
use tamis::job::{Loss, LossesJob, StatsJob};
use tamis::{ReportLine, Result, json_line};

/// Arguments of `tamis stats`.
#[derive(Debug, Clone, clap::Args)]
pub struct StatsArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Print the list of skipped records and defects instead: one per line, with file, offset,
    /// reason, and whether content is missing
    #[arg(long)]
    losses: bool,
    /// Of this list, only records of which content is damaged or lost
    #[arg(long, requires = "losses")]
    damaged: bool,
    /// Print one JSON object; with --losses one per line
    #[arg(long)]
    json: bool,
}

/// Prints the statistics, or the list of losses.
pub fn run(args: &StatsArgs, console: &mut Console) -> Result<Exit> {
    let watch = Shown::new(console.talk);
    if args.losses {
        return losses(args, &watch, console);
    }
    let contents = StatsJob { index: args.index.clone() }.run(&watch)?.result;
    let text = if args.json { json_line(&contents) } else { words::in_words(&contents) };
    console.report(text, &[])
}

/// The columns of the list of losses: those of the file in the index, and which lines are damage.
const HEADER: &str = "archive\toffset\trecord\toutcome\treason\tdamaged\tbytes\tdetail\n";

fn losses(args: &StatsArgs, watch: &Shown, console: &mut Console) -> Result<Exit> {
    let mut written = if args.json { Ok(()) } else { console.print(HEADER) };
    let show = |loss| {
        if written.is_ok() {
            written = if args.json { console.json(&loss) } else { console.print(line(&loss)) };
        }
    };
    let job = LossesJob { index: args.index.clone(), damaged: args.damaged };
    job.run(show, watch)?;
    written.map(|()| Exit::Done)
}

fn line(loss: &Loss) -> String {
    let ReportLine { archive, offset, record, outcome, reason, bytes, detail } = &loss.line;
    let outcome = outcome.name();
    let damaged = if loss.damaged { "yes" } else { "no" };
    format!("{archive}\t{offset}\t{record}\t{outcome}\t{reason}\t{damaged}\t{bytes}\t{detail}\n")
}
