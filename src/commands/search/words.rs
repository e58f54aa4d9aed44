//! `tamis search INDEX WORDS`: prints the best pages for words, as text or JSON.

use super::arguments::SearchArgs;
use super::result::write;
use crate::terminal::console::{print_json, to_stdout};
use crate::terminal::styles::Terminal;
use std::io::Write;
use tamis::Result;
use tamis::job::Found;

/// Prints the results.
pub(super) fn print(all: &[Found], args: &SearchArgs, out: &mut dyn Write) -> Result<()> {
    let terminal = Terminal::of_stdout();
    for found in all {
        match args.json {
            true => print_json(&found.hit, out)?,
            false => write(found, &terminal, out).map_err(to_stdout)?,
        }
    }
    Ok(())
}
