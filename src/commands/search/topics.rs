//! `tamis search --topics`: searches every topic of a file and writes a TREC run.

use super::arguments::SearchArgs;
use crate::terminal::console::to_stdout;
use std::io::Write;
use tamis::job::TopicsJob;
use tamis::{Index, Result, Watch, save_packed};

/// Searches the topics and writes the run.
pub(super) fn write(
    job: &TopicsJob,
    index: &Index,
    watch: &dyn Watch,
    args: &SearchArgs,
    out: &mut dyn Write,
) -> Result<()> {
    let lines = job.lines(index, watch)?.result;
    match &args.out {
        Some(path) => save_packed(path, &lines),
        None => out.write_all(&lines).map_err(to_stdout),
    }
}
