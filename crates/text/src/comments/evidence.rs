//! What tells that text is of comments: the classes, ids and types of the elements around it, or,
//! where none says so, names and dates. What two removers judge differently is otherwise no
//! comment, but a list of products, a table, footnotes.

use super::seen::Seen;
use super::words::{self, is_in};
use super::{Comment, group};
use crate::metadata::class_words;
use std::borrow::Cow;
use tamis_blocks::page::Attribute;

/// Comments with a name and a date that need no more to be some.
const SIGNED: usize = 3;
/// Words that each of these has, on average.
const LONG: usize = 15;
/// Words that are no comment without a name or a date.
const SCRAP: usize = 20;

/// Which of so many blocks are in elements that are called comments; elements with much of the
/// article are not asked.
pub fn called(seen: &Seen, blocks: usize) -> Vec<bool> {
    let outline = seen.outline;
    let mut is_marked = vec![false; outline.nodes().len()];
    for range in group::marked(outline) {
        is_marked[range.start as usize] = true;
    }
    let mut is_called = vec![false; outline.nodes().len()];
    for (node, of) in (0u32..).zip(outline.nodes()) {
        let end = of.end;
        let is_asked = seen.letters(node, end) > 0 && !seen.has_article(node, end);
        let is_said = || is_marked[node as usize] || says_comments(seen, node);
        is_called[node as usize] = is_asked && (is_called[of.parent as usize] || is_said());
    }
    let mut of_blocks = vec![false; blocks];
    for placed in &seen.placed {
        of_blocks[placed.block as usize] |= is_called[placed.node as usize];
    }
    of_blocks
}

fn says_comments(seen: &Seen, node: u32) -> bool {
    let id = seen.outline.attribute(node, Attribute::Id).unwrap_or_default();
    let is_word = |word: Cow<str>| {
        let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
        word.contains("comment") || is_in(word, &words::CALLED)
    };
    let says = |name: &str| class_words(name).any(is_word);
    seen.classes(node).any(says) || says(id)
}

/// Whether comments in elements that nothing calls so are some: several have a name and a date, and
/// they are longer than a line of a list.
pub fn is_signed(comments: &[Comment]) -> bool {
    let mut count = 0;
    let mut words = 0;
    each(comments, &mut |comment| {
        count += usize::from(comment.author.is_some() && comment.published.is_some());
        words += comment.text().split_whitespace().count();
    });
    count >= SIGNED && words >= count * LONG
}

/// Whether comments in elements that are called so are more than a line in which two removers
/// differ.
pub fn is_more_than_scraps(comments: &[Comment]) -> bool {
    let mut words = 0;
    each(comments, &mut |comment| words += comment.text().split_whitespace().count());
    words >= SCRAP || has_name_or_date(comments)
}

/// Whether any comment has a name or a date.
pub fn has_name_or_date(comments: &[Comment]) -> bool {
    let mut has_any = false;
    each(comments, &mut |of| has_any |= of.author.is_some() || of.published.is_some());
    has_any
}

/// Calls `visit` with every comment, and with those that answer it.
pub fn each(comments: &[Comment], visit: &mut dyn FnMut(&Comment)) {
    for comment in comments {
        visit(comment);
        each(&comment.replies, visit);
    }
}
