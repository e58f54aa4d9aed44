//! Blocks that say no more than who wrote a comment and when, or how many comments there are.

use super::marks::{Marks, is_aside, is_filler};
use super::seen::Seen;
use super::tree::{CommentByline, CommentTree};
use super::words::{self, IS_FILLER, IS_OF_DATES, IS_SAYS, is_in};
use crate::metadata::{Lexeme, month, tokens};

/// Bytes of a text that says how many comments there are.
const COUNT: usize = 120;

/// Returns whether each block is left out of the text of its comment: its words are in the name and
/// the date, or say nothing of their own.
pub fn find(
    seen: &Seen,
    marks: &Marks,
    tree: &CommentTree,
    said: &[CommentByline],
    is_comment: &[bool],
) -> Vec<bool> {
    let mut is_header = vec![true; is_comment.len()];
    for placed in &seen.placed {
        let is_said = match tree.owner(placed.node) {
            Some(owner) => is_beside(seen, marks, placed.node, &said[owner]),
            None => is_heading(seen, tree, placed.node),
        };
        is_header[placed.block as usize] &= is_said;
    }
    is_header
}

/// Whether a text that is in no comment is the heading of all, or says how many there are.
fn is_heading(seen: &Seen, tree: &CommentTree, node: u32) -> bool {
    let Some(first) = tree.items.first() else { return false };
    let text = seen.span(node);
    let is_in_heading = || {
        let mut around = seen.outline.around(node).take(4).map(|around| seen.outline.name(around));
        around.any(|name| matches!(name, "H1" | "H2" | "H3" | "H4" | "H5" | "H6"))
    };
    let counts = || {
        let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
        let of = &words::COUNTED;
        text.len() <= COUNT && has_digit && text.to_lowercase().split(' ').any(|w| is_in(w, of))
    };
    is_filler(text) || counts() || node < first.range.start && is_in_heading()
}

/// Whether a text says no more than who wrote a comment and when.
fn is_beside(seen: &Seen, marks: &Marks, node: u32, said: &CommentByline) -> bool {
    let text = seen.span(node);
    if text.trim().is_empty() {
        return true;
    }
    if said.nodes.iter().any(|range| range.contains(&node)) {
        return true;
    }
    if !marks.is_beside[node as usize] {
        return false;
    }
    let name = said.author.as_deref().unwrap_or_default().to_lowercase();
    let is_name = |word: &str| !word.is_empty() && name.contains(word);
    let text = text.trim();
    let aside = text.rfind('(').filter(|at| is_aside(&text[*at..]));
    let mut has_date = false;
    for token in tokens(&text[..aside.unwrap_or(text.len())]) {
        match token {
            Lexeme::Number(value, _) => {
                has_date |= !name.contains(&value.to_string());
            }
            Lexeme::Word(word) if is_name(&word) => {}
            Lexeme::Word(word) if words::kinds(&word) & (IS_FILLER | IS_SAYS) > 0 => {}
            Lexeme::Word(word) if is_of_date(&word) => has_date = true,
            Lexeme::Word(_) => return false,
            Lexeme::Mark(_) => {}
        }
    }
    !has_date || said.published.is_some() || is_filler(text)
}

fn is_of_date(word: &str) -> bool {
    words::kinds(word) & IS_OF_DATES > 0
        || words::DAYS.iter().any(|day| word.starts_with(day))
        || month(word).is_some()
}
