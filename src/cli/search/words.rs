//! `tamis search INDEX WORDS`: prints the best pages for words, as text or JSON.

use super::analyze;
use super::arguments::SearchArgs;
use super::result::write;
use crate::cli::console::{Verbosity, print_json, to_stdout};
use crate::cli::terminal::Terminal;
use std::io::Write;
use tamis_index::error::Result;
use tamis_search::Prepared;
use tamis_search::experiment::measures::WORDS_HITS;
use tamis_search::typed::Analyzed;

/// Searches for the words and prints the results.
pub(super) fn run(
    args: &SearchArgs,
    mut prepared: Prepared<'_>,
    talk: Verbosity,
    out: &mut dyn Write,
) -> Result<()> {
    let analyzed = analyze(&mut prepared, &args.words.join(" "), None, true, talk);
    let hits = prepared.hits(&analyzed, args.hits.unwrap_or(WORDS_HITS))?;
    if hits.is_empty() {
        talk.say(nothing(&analyzed));
    }
    let terminal = Terminal::of_stdout();
    for hit in hits {
        match args.json {
            true => print_json(&hit, out)?,
            false => write(&hit, &analyzed.query, &mut prepared.analyzer, &terminal, out)
                .map_err(to_stdout)?,
        }
    }
    Ok(())
}

/// Says why there is no result, where the query shows it.
fn nothing(analyzed: &Analyzed) -> &'static str {
    match (analyzed.query.terms.is_empty(), analyzed.conditions.excluded.is_empty()) {
        (false, _) => "no result",
        (true, true) => "no result: no word to search for, or only stop words",
        (true, false) => "no result: only excluded words, and nothing to search for",
    }
}
