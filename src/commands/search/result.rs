//! A result as text: title, date, URL, score, and the best permitted blocks around the words of the
//! query.

use crate::terminal::snippet::{SnippetLayout, lines};
use crate::terminal::styles::{BOLD, Terminal};
use tamis::job::Found;
use tamis::words::day;
use tamis::{Escaped, Hit};

/// Blocks shown of a page.
const BLOCKS: usize = 2;
/// Lines shown of a block.
const LINES: usize = 2;
/// The column in which text begins, behind `  1. `.
const INDENT: usize = 5;

/// Returns a result: a line with rank and title (or URL, or docno), one with score, date and docno,
/// the URL, the blocks.
pub(super) fn lines_of(found: &Found, terminal: &Terminal) -> String {
    let Found { hit, title_words } = found;
    let Hit { docno, url, date, title, revisited, .. } = hit;
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let layout = SnippetLayout { width: terminal.width.saturating_sub(INDENT), lines: LINES };
    let heading = [&title, url].into_iter().find(|text| !text.is_empty()).unwrap_or(docno);
    let mut shown = lines(heading, title_words, layout, terminal, BOLD);
    let revisited =
        if revisited.is_empty() { String::new() } else { format!("revisited {}", day(revisited)) };
    let date = day(date);
    let details = [&*date, &revisited, docno].into_iter();
    let details = details.filter(|text| !text.is_empty() && *text != heading.as_str());
    let details: String = details.map(|text| format!("  {}", Escaped(text))).collect();
    shown.push(format!("score {}{details}", hit.score));
    if !url.is_empty() && url != heading {
        // Whole, so that it can be copied and clicked.
        shown.push(Escaped(url).to_string());
    }
    for block in hit.shown_blocks().take(BLOCKS) {
        shown.extend(lines(&block.text, &block.words, layout, terminal, ""));
    }
    format!("{:3}. {}\n", hit.rank, shown.join(&format!("\n{:INDENT$}", "")))
}
