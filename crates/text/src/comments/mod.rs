//! The comments of readers, one by one: who wrote each, when, what it says, and what answers it.
//!
//! Blocks decide what a comment is: those that a classifier keeps with comments and not without.
//! [`Removers::apart`] groups them by the elements of the page, and reads names and dates of
//! microdata, JSON-LD, classes, links to people and words.

mod evidence;
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

pub use written::CommentLine;

use crate::metadata::{Metadata, PageKind};
use crate::structure::text::Texts;
use crate::structure::{Is, Noscript, Structure};
use marks::Marks;
use seen::Seen;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tamis_blocks::Result;
use tamis_blocks::classify::{self, CLASSIFIERS, Classifier, Kept, Subject, content};
use tamis_blocks::html::composed;
use tamis_blocks::page::Label;
use tamis_place::SettingError;

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// The blocks of the article, and its text.
    pub article: Kept,
    /// The comments, in page order.
    pub comments: Vec<Comment>,
}

/// The removers that tell the comments of a page from its article.
pub struct Removers {
    main: Box<dyn Classifier>,
    article: Box<dyn Classifier>,
    comments: Box<dyn Classifier>,
}

impl Removers {
    /// `tamis`, `tamis-article` and `tamis-comments`, with a model from a file or their own.
    ///
    /// # Errors
    /// The model is damaged, or there is none.
    pub fn new(model: Option<&str>) -> Result<Self> {
        let model = model.map(|model| format!(":{model}")).unwrap_or_default();
        let named = |name: &str| CLASSIFIERS.by_name(&format!("{name}{model}"));
        Ok(Self {
            main: named("tamis")?,
            article: named("tamis-article")?,
            comments: named("tamis-comments")?,
        })
    }

    /// Those of a classifier by its name, with its model: `tamis` or `tamis-article`.
    ///
    /// # Errors
    /// It is another classifier, or its model is damaged.
    pub fn of(classifier: &str) -> Result<Self> {
        let (name, model) = match classifier.split_once(':') {
            Some((name, model)) => (name, Some(model)),
            None => (classifier, None),
        };
        if !matches!(name, "tamis" | "tamis-article") {
            let problem =
                format!("found the classifier {classifier}, expected tamis or tamis-article");
            return Err(SettingError::new("comments", problem).into());
        }
        Self::new(model)
    }

    /// Reads the article and the comments of a page, of which `address` is the URL, if it is known.
    ///
    /// The comments are of the blocks that `tamis-comments` keeps and `tamis-article` does not,
    /// those that the page calls so, or that have names and dates. On a page that `tamis` takes for
    /// a thread of a forum, or most of whose text schema.org calls comments, or that is of a forum
    /// by its kind and has no comments else, the first post is the article, and all others are
    /// comments. A page without an outline has no comments.
    pub fn apart(&self, subject: &Subject, address: Option<&str>) -> Apart {
        let Some(page) = ReadPage::new(subject, address) else {
            let article = classify::kept(&*self.main, subject);
            return Apart { article, comments: Vec::new() };
        };
        let all = page.kept(&*self.comments);
        let article = page.kept(&*self.article);
        let main = page.kept(&*self.main);
        let is_thread = article != all && main == all;
        if let Some(apart) = page.thread(&either(&all, &article), is_thread) {
            return apart;
        }
        // What the page itself calls comments are some, whatever the removers keep.
        let is_marked = page.marked(&either(&all, &article));
        let is_comment = either(&without(&all, &article), &is_marked);
        let own = without(&article, &is_marked);
        let comments = page.comments(&is_comment, &own);
        // What the removers do not part may be a thread by its kind.
        if comments.is_empty()
            && page.is_forum()
            && let Some(apart) = page.thread(&either(&all, &article), true)
        {
            return apart;
        }
        if own != article && !comments.is_empty() {
            return page.article(&own, comments);
        }
        // Without comments the article is all that is kept.
        let of = if comments.is_empty() { &self.main } else { &self.article };
        Apart { article: classify::kept(&**of, subject), comments }
    }
}

/// Letters of a question before answers.
const QUESTION: u32 = 100;

/// What the first keeps or the second.
fn either(one: &[bool], other: &[bool]) -> Vec<bool> {
    one.iter().zip(other).map(|(one, other)| *one || *other).collect()
}

/// What the first keeps and the second does not.
fn without(all: &[bool], others: &[bool]) -> Vec<bool> {
    all.iter().zip(others).map(|(all, other)| *all && !other).collect()
}

/// A page that is read.
struct ReadPage<'a> {
    subject: &'a Subject<'a>,
    address: Option<&'a str>,
    texts: Texts<'a>,
    noscript: Option<Noscript>,
}

impl<'a> ReadPage<'a> {
    fn new(subject: &'a Subject, address: Option<&'a str>) -> Option<Self> {
        let mut texts = Texts::seen(subject.page, subject.blocks, subject.outline?);
        let noscript = Noscript::add(&mut texts, subject.blocks);
        Some(Self { subject, address, texts, noscript })
    }

    /// Which blocks a remover keeps, those of NOSCRIPT too.
    fn kept(&self, remover: &dyn Classifier) -> Vec<bool> {
        let labels = remover.classify(self.subject);
        let is_kept: Vec<bool> = labels.iter().map(|label| *label == Label::Content).collect();
        let Some(noscript) = &self.noscript else { return is_kept };
        let text = classify::printed(remover, self.subject);
        noscript.kept(&self.texts, is_kept, &text).0
    }

    /// The comments in some blocks of a page that has an article.
    fn comments(&self, is_comment: &[bool], is_article: &[bool]) -> Vec<Comment> {
        if !is_comment.contains(&true) {
            return Vec::new();
        }
        let seen = |is: &[bool]| Seen::new(&self.texts, is, is_article);
        let of_all = seen(is_comment);
        let is_called = evidence::called(&of_all, is_comment.len());
        let (comments, is_some) = if is_called.contains(&true) {
            let seen = seen(&is_called);
            let comments = FoundComments::read(&seen).comments(self, &seen, &is_called);
            let is_some = evidence::is_more_than_scraps(&comments);
            (comments, is_some)
        } else {
            let comments = FoundComments::read(&of_all).comments(self, &of_all, is_comment);
            let is_some = evidence::is_signed(&comments);
            (comments, is_some)
        };
        if is_some { comments } else { Vec::new() }
    }

    /// Whether it is a page of a forum, as the model of kinds judges it.
    fn is_forum(&self) -> bool {
        let metadata = Metadata::read(self.subject, self.address);
        metadata.kind == Some(PageKind::Forum)
    }

    /// A thread, whose first post is the article; none, if it is no thread, or no posts are found.
    fn thread(&self, all: &[bool], is_thread: bool) -> Option<Apart> {
        let outline = self.texts.outline;
        let marked = group::marked(outline);
        if !is_thread && marked.is_empty() {
            return None;
        }
        let seen = Seen::new(&self.texts, all, &[]);
        let letters: u32 = marked.iter().map(|of| seen.letters(of.start, of.end)).sum();
        let whole = seen.letters(0, outline.nodes().len() as u32);
        if !is_thread && letters * 2 < whole {
            return None;
        }
        let found = FoundComments::read(&seen);
        let first = found.tree.first_with_text()?;
        let Range { start, end } = found.tree.items[first].range;
        // What was asked may be no comment by its marks.
        let before = found.marks.body(0, start);
        let is_asked = before > QUESTION && before > found.marks.body(start, end) / 4;
        let mut is_article = vec![false; all.len()];
        for placed in &seen.placed {
            let owner = found.tree.owner(placed.node);
            let is_before = owner.is_none() && placed.node < start;
            let is_first = owner == Some(first) && !is_asked;
            is_article[placed.block as usize] |= is_before || is_first;
        }
        let comments = found.comments(self, &seen, &without(all, &is_article));
        if !evidence::has_name_or_date(&comments) {
            return None;
        }
        Some(self.article(&is_article, comments))
    }

    /// An article of some blocks, beside its comments.
    fn article(&self, is_article: &[bool], comments: Vec<Comment>) -> Apart {
        let Self { subject, address, texts, .. } = self;
        let (placed, noscript) = is_article.split_at(subject.blocks.blocks.len());
        let label = |is: &bool| if *is { Label::Content } else { Label::Boilerplate };
        let labels: Vec<Label> = placed.iter().map(label).collect();
        let text = match noscript.contains(&true) {
            true => Structure::of_kept_texts(texts, *address, is_article).text(),
            false => content(subject.blocks, &labels),
        };
        Apart { article: Kept { labels, text }, comments }
    }

    /// Which blocks are in elements that schema.org or WordPress calls a comment, or in a list of
    /// comments of which each has a date. There what is kept, if anything is, tells the text of one
    /// from the links beside it.
    fn marked(&self, is_kept: &[bool]) -> Vec<bool> {
        let mut is_marked = vec![false; is_kept.len()];
        let outline = self.texts.outline;
        let said = group::marked(outline).into_iter().chain(group::numbered(outline));
        for block in said.flat_map(|of| self.blocks(of)) {
            is_marked[block as usize] = true;
        }
        for one in self.listed() {
            let blocks = self.blocks(one);
            let has_kept = blocks.iter().any(|block| is_kept[*block as usize]);
            for block in blocks {
                is_marked[block as usize] |= is_kept[block as usize] || !has_kept;
            }
        }
        is_marked
    }

    /// The blocks of the texts among some nodes.
    fn blocks(&self, nodes: Range<u32>) -> Vec<u32> {
        let outline = self.texts.outline;
        let mut blocks = Vec::new();
        for node in nodes {
            if let Is::Text(span) = &outline.nodes()[node as usize].is
                && !outline.is_blank(node)
            {
                self.texts.blocks(span, |_, block| blocks.push(block));
            }
        }
        blocks
    }

    /// The elements in lists of comments of which each has a date, without those inside others.
    fn listed(&self) -> Vec<Range<u32>> {
        let mut lists = group::listed(self.texts.outline);
        if lists.is_empty() {
            return Vec::new();
        }
        let marks = Marks::read(&Seen::new(&self.texts, &[], &[]));
        lists.retain(|list| list.iter().all(|one| marks.has_date(one)));
        let mut listed: Vec<Range<u32>> = Vec::new();
        for list in lists {
            if listed.last().is_none_or(|last| last.end <= list[0].start) {
                listed.extend(list);
            }
        }
        listed
    }
}

/// What is found on a page.
struct FoundComments {
    marks: Marks,
    tree: tree::CommentTree,
}

impl FoundComments {
    fn read(seen: &Seen) -> Self {
        let marks = Marks::read(seen);
        let tree = tree::CommentTree::new(seen, &marks, group::items(seen, &marks));
        Self { marks, tree }
    }

    fn comments(&self, of: &ReadPage, seen: &Seen, is_comment: &[bool]) -> Vec<Comment> {
        let Self { marks, tree } = self;
        let &ReadPage { subject, address, ref texts, .. } = of;
        let mut said = tree.said(seen, marks);
        linked::read(seen, tree, is_comment, &mut said);
        let of_block = tree.blocks(seen, is_comment);
        let is_header = header::find(seen, marks, tree, &said, is_comment);
        let kept = |block: usize| is_comment[block] && !is_header[block];
        let is_kept: Vec<bool> = (0..is_comment.len()).map(kept).collect();
        let ranges: Vec<_> = tree.items.iter().map(|item| item.range.clone()).collect();
        let mut made = Structure::of_ranges(texts, address, &ranges, &is_kept);
        for (at, made) in (0..).zip(&mut made) {
            made.keep(&|block| {
                let is_own = || of_block[block as usize].is_none_or(|item| item == at);
                is_kept.get(block as usize) == Some(&true) && is_own()
            });
        }
        let name = |name: String| composed(&name).into_owned();
        let comments = said.into_iter().zip(made).map(|(said, made)| Comment {
            author: said.author.map(name),
            published: said.published,
            said: made,
            replies: Vec::new(),
        });
        let mut all = nested(tree, comments.collect());
        let is_rest: Vec<bool> =
            tree.unowned(seen, is_kept.len()).iter().zip(&is_kept).map(|(a, b)| *a && *b).collect();
        if is_rest.contains(&true) {
            let said = Structure::of_kept_texts(texts, address, &is_rest);
            let first = tree.items.first().map_or(0, |item| item.range.start);
            let at = seen.placed.iter().find(|of| is_rest[of.block as usize]);
            let rest = Comment { said, ..Comment::default() };
            if !rest.said.parts.is_empty() {
                let is_before = at.is_some_and(|at| at.node < first);
                all.insert(if is_before { 0 } else { all.len() }, rest);
            }
        }
        let first = subject.blocks.blocks.len() as u32;
        forget(&mut all, first);
        all
    }
}

/// Forgets the blocks of NOSCRIPT, which are those from a number on.
fn forget(comments: &mut [Comment], first: u32) {
    for comment in comments {
        comment.said.forget_from(first);
        forget(&mut comment.replies, first);
    }
}

/// Puts answers into what they answer; comments without text are left out.
fn nested(tree: &tree::CommentTree, comments: Vec<Comment>) -> Vec<Comment> {
    let mut all: Vec<Option<Comment>> = comments.into_iter().map(Some).collect();
    let mut roots = Vec::new();
    for at in (0..all.len()).rev() {
        let Some(mut comment) = all[at].take() else { continue };
        comment.replies.reverse();
        let parent = tree.items[at].parent;
        match parent.and_then(|parent| all[parent].as_mut()) {
            _ if comment.said.parts.is_empty() => roots.extend(comment.replies.into_iter().rev()),
            Some(parent) => parent.replies.push(comment),
            None => roots.push(comment),
        }
    }
    roots.reverse();
    roots
}
