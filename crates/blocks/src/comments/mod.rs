//! The comments of readers, one by one: who wrote each, when, what it says, and what answers it.
//!
//! Blocks decide what a comment is: those that a classifier keeps with comments and not without.
//! [`Apart::read`] groups them by the elements of the page, and reads names and dates of microdata,
//! JSON-LD, classes, links to people and words.

mod group;
mod header;
mod linked;
mod marks;
mod seen;
#[cfg(test)]
mod tests;
mod tree;
mod words;
mod written;

use crate::classify::Subject;
use crate::page::{Blocks, Label, Page};
use crate::structure::{Outline, Structure};
use marks::Marks;
use seen::Seen;
use serde::{Deserialize, Serialize};

/// A comment of a reader.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    /// Who wrote it.
    pub author: Option<String>,
    /// When: `2024-05-06`, or with the time as far as the page tells it.
    pub published: Option<String>,
    /// What it says.
    pub said: Structure,
    /// The comments that answer it.
    pub replies: Vec<Comment>,
}

/// A page's article and its comments apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Apart {
    /// Whether each block is of the article.
    pub is_article: Vec<bool>,
    /// The comments, in page order.
    pub comments: Vec<Comment>,
}

impl Apart {
    /// Reads the comments of a page: what the second labels keep and the first do not. On a thread
    /// of a forum, the first post of what the second labels keep is the article.
    pub fn read(
        subject: &Subject,
        outline: &Outline,
        address: Option<&str>,
        labels: [&[Label]; 2],
        is_thread: bool,
    ) -> Self {
        let [article, all] = labels.map(|labels| {
            labels.iter().map(|label| *label == Label::Content).collect::<Vec<bool>>()
        });
        let Subject { page, blocks, .. } = subject;
        if is_thread {
            return thread(page, blocks, outline, address, all);
        }
        let is_comment: Vec<bool> =
            all.iter().zip(&article).map(|(all, article)| *all && !article).collect();
        if !is_comment.contains(&true) {
            return Self { is_article: article, comments: Vec::new() };
        }
        let seen = Seen::new(page, blocks, outline, &is_comment, &article);
        let comments = Found::read(&seen).comments(&seen, blocks, address, &is_comment);
        Self { is_article: article, comments }
    }
}

/// A thread, whose first post is the article.
fn thread(
    page: &Page,
    blocks: &Blocks,
    outline: &Outline,
    address: Option<&str>,
    all: Vec<bool>,
) -> Apart {
    let seen = Seen::new(page, blocks, outline, &all, &[]);
    let found = Found::read(&seen);
    let Some(first) = found.tree.first_with_text() else {
        return Apart { is_article: all, comments: Vec::new() };
    };
    let mut is_article = vec![false; all.len()];
    for placed in &seen.placed {
        let owner = found.tree.owner(placed.node);
        let is_before = owner.is_none() && placed.node < found.tree.items[first].range.start;
        if is_before || owner == Some(first) {
            is_article[placed.block as usize] = true;
        }
    }
    let is_comment: Vec<bool> =
        all.iter().zip(&is_article).map(|(all, article)| *all && !article).collect();
    if !is_comment.contains(&true) {
        return Apart { is_article, comments: Vec::new() };
    }
    let comments = found.comments(&seen, blocks, address, &is_comment);
    Apart { is_article, comments }
}

/// What is found on a page.
struct Found {
    marks: Marks,
    tree: tree::Tree,
}

impl Found {
    fn read(seen: &Seen) -> Self {
        let marks = Marks::read(seen);
        let tree = tree::Tree::new(seen, &marks, group::items(seen, &marks));
        Self { marks, tree }
    }

    fn comments(
        &self,
        seen: &Seen,
        blocks: &Blocks,
        address: Option<&str>,
        is_comment: &[bool],
    ) -> Vec<Comment> {
        let Self { marks, tree } = self;
        let Seen { page, outline, .. } = *seen;
        let mut said = tree.said(seen, marks);
        linked::read(seen, tree, is_comment, &mut said);
        let of_block = tree.blocks(seen, is_comment);
        let is_header = header::find(seen, marks, tree, &said, is_comment);
        let kept = |block: usize| is_comment[block] && !is_header[block];
        let is_kept: Vec<bool> = (0..is_comment.len()).map(kept).collect();
        let ranges: Vec<_> = tree.items.iter().map(|item| item.range.clone()).collect();
        let mut made = Structure::of_ranges(page, blocks, outline, address, &ranges, &is_kept);
        for (at, made) in (0..).zip(&mut made) {
            made.keep(&|block| {
                let is_own = || of_block[block as usize].is_none_or(|item| item == at);
                is_kept.get(block as usize) == Some(&true) && is_own()
            });
        }
        let comments = said.into_iter().zip(made).map(|(said, made)| Comment {
            author: said.author,
            published: said.published,
            said: made,
            replies: Vec::new(),
        });
        let mut all = tree.nested(comments.collect());
        let is_rest: Vec<bool> =
            tree.unowned(seen, is_kept.len()).iter().zip(&is_kept).map(|(a, b)| *a && *b).collect();
        if is_rest.contains(&true) {
            let said = Structure::of_kept(page, blocks, outline, address, &is_rest);
            let first = tree.items.first().map_or(0, |item| item.range.start);
            let at = seen.placed.iter().find(|of| is_rest[of.block as usize]);
            let rest = Comment { said, ..Comment::default() };
            if !rest.said.parts.is_empty() {
                let is_before = at.is_some_and(|at| at.node < first);
                all.insert(if is_before { 0 } else { all.len() }, rest);
            }
        }
        all
    }
}
