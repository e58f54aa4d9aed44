//! The text of a footnote, without its number and the links back.

use super::context::Convert;
use super::notes::{Note, is_heading, mark};
use super::text::{flush, plain, tidy};
use super::{Inline, Part};
use tamis_blocks::html::Role;

impl Convert<'_> {
    /// The parts of a footnote.
    pub fn note(&self, note: &Note) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut line = Vec::new();
        let is_spared = self.is_spared.replace(true);
        for node in &note.nodes {
            let name = self.outline.name(*node);
            if self.outline.role(*node) != Role::Block {
                self.inline_alone(*node, &mut line);
                continue;
            }
            flush(&mut line, &mut parts);
            match name {
                // The number alone.
                name if is_heading(name) => {}
                "UL" | "OL" => self.list(*node, &mut parts),
                _ => self.flow(*node, &mut parts),
            }
        }
        flush(&mut line, &mut parts);
        self.is_spared.set(is_spared);
        let is_left = |part: &Part| !matches!(part, Part::Paragraph(line) if line.is_empty());
        if let Some(Part::Paragraph(line)) = parts.first_mut() {
            while drops_mark(line) {}
            tidy(line);
        }
        parts.retain(is_left);
        if let Some(Part::Paragraph(line)) = parts.last_mut() {
            drop_arrow(line);
            tidy(line);
        }
        parts.retain(is_left);
        parts
    }
}

/// Drops the number at the beginning of a footnote, and the dots and brackets after. Returns
/// whether there may be more.
fn drops_mark(line: &mut Vec<Inline>) -> bool {
    let is_dropped = match line.first_mut() {
        Some(Inline::Text(piece)) => {
            if let Some(rest) = after_mark(piece.text.trim_start()) {
                piece.text = rest.to_owned();
            }
            piece.text.trim().is_empty()
        }
        Some(Inline::Styled(_, inner) | Inline::Link(_, inner)) => {
            let text = plain(inner);
            mark(&text).is_some() || text.trim().is_empty()
        }
        _ => false,
    };
    if is_dropped {
        line.remove(0);
    }
    is_dropped
}

/// What is after the number of a footnote, or after the dots and brackets that follow it.
fn after_mark(text: &str) -> Option<&str> {
    const CLOSES: [char; 4] = [']', ')', '.', ':'];
    let opened = text.trim_start_matches(['[', '(', '^']);
    let is_mark = |c: char| c.is_ascii_digit() || matches!(c, '*' | '†' | '‡');
    let marked = opened.trim_start_matches(is_mark);
    if marked.len() < opened.len() {
        let rest = marked.trim_start_matches(CLOSES);
        let is_whole = rest.len() < marked.len() || rest.is_empty();
        return (is_whole || rest.starts_with(char::is_whitespace)).then(|| rest.trim_start());
    }
    // What stands beside a number that is a link.
    if text.trim().len() == 1 && text.trim().starts_with([']', ')', '.', ':', '[', '(', '^']) {
        return Some("");
    }
    let starts = [": ", ". ", "^ "];
    starts.iter().find_map(|start| text.strip_prefix(start))
}

/// Drops an arrow back at the end of a footnote.
fn drop_arrow(line: &mut [Inline]) {
    const ARROWS: [char; 7] = ['↩', '↵', '↑', '⤴', '\u{FE0E}', '\u{FE0F}', '^'];
    if let Some(Inline::Text(piece)) = line.last_mut() {
        let is_end = |c: char| c.is_whitespace() || ARROWS.contains(&c);
        piece.text.truncate(piece.text.trim_end_matches(is_end).len());
    }
}
