//! The list of skipped records and defects: as in the index, with a column that says which of them
//! are damage.

use crate::terminal::console::{Verbosity, to_stdout};
use serde::Serialize;
use std::io::{self, Write};
use tamis_index::error::Result;
use tamis_index::index::Index;
use tamis_index::ingest::record_reports::{ReportFilter, ReportLine, each_committed};
use tamis_report::json::one_line;

const HEADER: &str = "archive\toffset\trecord\toutcome\treason\tdamaged\tbytes\tdetail";

/// A line as an object.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(flatten)]
    line: &'a ReportLine,
    damaged: bool,
}

/// Prints the lines, those of damage alone if `damaged`, as objects if `json`.
pub fn print(
    index: &Index,
    damaged: bool,
    json: bool,
    talk: Verbosity,
    out: &mut dyn Write,
) -> Result<()> {
    let filter = ReportFilter { damaged, limit: usize::MAX, ..ReportFilter::default() };
    let mut written = if json { Ok(()) } else { writeln!(out, "{HEADER}") };
    let found = each_committed(&index.path, &index.manifest, &filter, |line| {
        if written.is_ok() {
            written = write_line(&line, json, out);
        }
    })?;
    written.map_err(to_stdout)?;
    if let Some(damage) = found.damage {
        talk.say(format!("warning: {damage}"));
    }
    Ok(())
}

fn write_line(line: &ReportLine, json: bool, out: &mut dyn Write) -> io::Result<()> {
    let damaged = line.reason.is_damage();
    if json {
        return out.write_all(one_line(&Row { line, damaged }).as_bytes());
    }
    let ReportLine { archive, offset, record, outcome, reason, bytes, detail } = line;
    let outcome = outcome.name();
    let damaged = if damaged { "yes" } else { "no" };
    writeln!(
        out,
        "{archive}\t{offset}\t{record}\t{outcome}\t{reason}\t{damaged}\t{bytes}\t{detail}"
    )
}
