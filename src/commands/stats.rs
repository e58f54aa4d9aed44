//! `tamis stats INDEX`: prints the contents of an index in numbers.

mod histogram;
mod words;

use crate::terminal::console::{Verbosity, to_stdout};
use crate::terminal::shown::Shown;
use std::io::{self, Write};
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
pub fn run(args: &StatsArgs, talk: Verbosity, out: &mut dyn Write) -> Result<()> {
    let watch = Shown::new(talk);
    if args.losses {
        return losses(args, &watch, out);
    }
    let contents = StatsJob { index: args.index.clone() }.run(&watch)?.result;
    let text = if args.json { json_line(&contents) } else { words::in_words(&contents) };
    out.write_all(text.as_bytes()).map_err(to_stdout)
}

/// The columns of the list of losses: those of the file in the index, and which lines are damage.
const HEADER: &str = "archive\toffset\trecord\toutcome\treason\tdamaged\tbytes\tdetail";

fn losses(args: &StatsArgs, watch: &Shown, out: &mut dyn Write) -> Result<()> {
    let mut written = if args.json { Ok(()) } else { writeln!(out, "{HEADER}") };
    let show = |loss| {
        if written.is_ok() {
            written = write_loss(&loss, args.json, out);
        }
    };
    let job = LossesJob { index: args.index.clone(), damaged: args.damaged };
    job.run(show, watch)?;
    written.map_err(to_stdout)
}

fn write_loss(loss: &Loss, json: bool, out: &mut dyn Write) -> io::Result<()> {
    if json {
        return out.write_all(json_line(loss).as_bytes());
    }
    let ReportLine { archive, offset, record, outcome, reason, bytes, detail } = &loss.line;
    let outcome = outcome.name();
    let damaged = if loss.damaged { "yes" } else { "no" };
    writeln!(
        out,
        "{archive}\t{offset}\t{record}\t{outcome}\t{reason}\t{damaged}\t{bytes}\t{detail}"
    )
}
