//! A result as text: title, date, URL, score, and the best permitted blocks around the words of the
//! query.

use crate::terminal::snippet::{Layout, lines};
use crate::terminal::styles::{BOLD, Terminal};
use std::io::{self, Write};
use tamis::job::Found;
use tamis::words::day;
use tamis::{Escaped, Hit};

/// Blocks shown of a page.
const BLOCKS: usize = 2;
/// Lines shown of a block.
const LINES: usize = 2;
/// The column in which text begins, behind `  1. `.
const INDENT: usize = 5;

/// Writes a result: a line with rank and title (or URL, or docno), one with score, date and docno,
/// the URL, the blocks.
pub(super) fn write(found: &Found, terminal: &Terminal, out: &mut dyn Write) -> io::Result<()> {
    let Found { hit, title_words } = found;
    let Hit { docno, url, date, title, revisited, .. } = hit;
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let width = terminal.width.saturating_sub(INDENT);
    let heading = [&title, url].into_iter().find(|text| !text.is_empty()).unwrap_or(docno);
    let headings = lines(heading, title_words, Layout { width, lines: LINES }, terminal, BOLD);
    for (number, line) in headings.iter().enumerate() {
        let before = if number == 0 { format!("{:3}. ", hit.rank) } else { " ".repeat(INDENT) };
        writeln!(out, "{before}{line}")?;
    }
    let revisited =
        if revisited.is_empty() { String::new() } else { format!("revisited {}", day(revisited)) };
    let date = day(date);
    let details = [&*date, &revisited, docno].into_iter();
    let details = details.filter(|text| !text.is_empty() && *text != heading.as_str());
    let details: String = details.map(|text| format!("  {}", Escaped(text))).collect();
    writeln!(out, "     score {}{details}", hit.score)?;
    if !url.is_empty() && url != heading {
        // Whole, so that it can be copied and clicked.
        writeln!(out, "     {}", Escaped(url))?;
    }
    for block in hit.shown_blocks().take(BLOCKS) {
        for line in lines(&block.text, &block.words, Layout { width, lines: LINES }, terminal, "") {
            writeln!(out, "     {line}")?;
        }
    }
    Ok(())
}
