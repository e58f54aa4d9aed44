//! A page's blocks as boilerpipe's filters see them: filters mark, flag, fuse and remove them. A
//! text block does not own its text; it knows which blocks of the page it was made from.

use super::log::Log;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use tamis_blocks::classify::{RuleCounts, Subject};
use tamis_blocks::page::{Block, Blocks, Inside, Label};

/// Marks that one filter sets on a block for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct FilterMarks(u8);

impl FilterMarks {
    /// The block equals a part of the page's title.
    pub(super) const TITLE: Self = Self(1);
    /// The article ends before it.
    pub(super) const END_OF_TEXT: Self = Self(2);
    /// The block may be content, although it is not the largest.
    pub(super) const MIGHT_BE_CONTENT: Self = Self(4);
    /// The block is the largest.
    pub(super) const VERY_LIKELY_CONTENT: Self = Self(8);

    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// boilerpipe's `TextBlock`: one block of the page, or several that were fused.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TextBlock {
    /// The first of the page's blocks that it was made from (boilerpipe's `offsetBlocksStart`).
    pub first: u32,
    /// The last one (`offsetBlocksEnd`). Removed blocks between them are not part of it.
    pub last: u32,
    pub words: u32,
    pub anchor_words: u32,
    pub wrapped_words: u32,
    pub wrapped_lines: u32,
    pub text_density: f32,
    pub link_density: f32,
    pub tag_level: u32,
    pub inside: Inside,
    pub marks: FilterMarks,
    pub content: bool,
}

impl TextBlock {
    fn new(number: u32, block: &Block) -> Self {
        Self {
            first: number,
            last: number,
            words: block.words,
            anchor_words: block.anchor_words,
            wrapped_words: block.wrapped_words,
            wrapped_lines: block.wrapped_lines,
            text_density: block.text_density(),
            link_density: block.link_density(),
            tag_level: block.tag_level,
            inside: block.inside,
            marks: FilterMarks::default(),
            content: false,
        }
    }

    /// Returns a block without counts, with the flag and marks of `self` (`new TextBlock(text)`).
    pub(super) fn bare(self, number: u32) -> Self {
        let Self { content, marks, inside, .. } = self;
        Self {
            first: number,
            last: number,
            words: 0,
            anchor_words: 0,
            wrapped_words: 0,
            wrapped_lines: 1,
            text_density: 0.0,
            link_density: 0.0,
            tag_level: 0,
            inside,
            marks,
            content,
        }
    }

    /// Merges the next block into this one (`mergeNext`).
    pub(super) fn merge(&mut self, next: &Self) {
        self.first = self.first.min(next.first);
        self.last = self.last.max(next.last);
        self.words += next.words;
        self.anchor_words += next.anchor_words;
        self.wrapped_words += next.wrapped_words;
        self.wrapped_lines += next.wrapped_lines;
        if self.wrapped_words == 0 {
            self.wrapped_words = self.words;
            self.wrapped_lines = 1;
        }
        self.text_density = self.wrapped_words as f32 / self.wrapped_lines as f32;
        self.link_density =
            if self.words == 0 { 0.0 } else { self.anchor_words as f32 / self.words as f32 };
        self.tag_level = self.tag_level.min(next.tag_level);
        self.inside.0 |= next.inside.0;
        self.marks.0 |= next.marks.0;
        self.content |= next.content;
    }

    pub(super) fn mark(&mut self, marks: FilterMarks) {
        self.marks.0 |= marks.0;
    }
}

impl From<&TextBlock> for RuleCounts {
    fn from(block: &TextBlock) -> Self {
        Self {
            words: block.words,
            text_density: block.text_density.into(),
            link_density: block.link_density.into(),
        }
    }
}

/// The document that a chain of filters works on.
pub(super) struct Document<'a> {
    pub page: &'a Blocks,
    pub shared: Arc<Unfiltered>,
    pub list: Vec<TextBlock>,
    /// Which of the page's blocks were removed.
    removed: Vec<bool>,
    /// The decisions about the page's blocks, if requested.
    log: Option<Log>,
}

/// What the chains share of a page.
pub(super) struct Unfiltered {
    /// The text blocks before all filters: every chain begins with a copy.
    list: Vec<TextBlock>,
    /// The title and the parts of it that mark a block, in each version.
    pub titles: [OnceLock<Vec<String>>; 2],
}

impl<'a> Document<'a> {
    pub(super) fn new(subject: &Subject<'a>, log: bool) -> Self {
        let page = subject.blocks;
        let blocks = (0..).zip(&page.blocks).map(|(number, block)| TextBlock::new(number, block));
        let titles = Default::default();
        let shared = subject.shared(|| Unfiltered { list: blocks.collect(), titles });
        let list = shared.list.clone();
        let log = log.then(|| Log::new(page));
        Self { page, shared, list, removed: vec![false; page.blocks.len()], log }
    }

    pub(super) fn title(&self) -> Option<&'a str> {
        self.page.title.as_ref().map(|title| self.page.text_of(title))
    }

    /// The index in the list of the content block with the most words, the first if several have as
    /// many.
    pub(super) fn largest(&self) -> Option<usize> {
        let most = self.list.iter().filter(|block| block.content).map(|block| block.words).max()?;
        self.list.iter().position(|block| block.content && block.words == most)
    }

    /// Which of the page's blocks a block was made from.
    pub(super) fn members(&self, block: &TextBlock) -> impl Iterator<Item = u32> + Clone + '_ {
        (block.first..=block.last).filter(|&number| !self.removed[number as usize])
    }

    /// A block's text: the page's blocks that it was made from, one per line.
    pub(super) fn text(&self, block: &TextBlock) -> Cow<'a, str> {
        if block.first == block.last {
            return Cow::Borrowed(self.text_of(block.first));
        }
        let texts: Vec<&str> = self.members(block).map(|number| self.text_of(number)).collect();
        Cow::Owned(texts.join("\n"))
    }

    /// The text of one of the page's blocks.
    fn text_of(&self, number: u32) -> &'a str {
        self.page.text_of(&self.page.blocks[number as usize])
    }

    /// Returns one label for each block of the page.
    pub(super) fn labels(&self) -> Vec<Label> {
        let mut labels = vec![Label::Boilerplate; self.page.blocks.len()];
        for block in self.list.iter().filter(|block| block.content) {
            for number in self.members(block) {
                labels[number as usize] = Label::Content;
            }
        }
        labels
    }

    /// Sets the flag of a block; logs the reason if the flag changes.
    pub(super) fn set(&mut self, at: usize, content: bool, why: impl FnOnce(&TextBlock) -> String) {
        if self.list[at].content != content {
            self.decide(at, content, why);
        }
    }

    /// Sets the flag of a block and logs the reason, even if the flag does not change.
    pub(super) fn decide(
        &mut self,
        at: usize,
        content: bool,
        why: impl FnOnce(&TextBlock) -> String,
    ) {
        self.list[at].content = content;
        if self.log.is_some() {
            let verdict = if content { "content" } else { "boilerplate" };
            let entry = format!("{verdict} ({})", why(&self.list[at]));
            self.log(&self.list[at].clone(), &entry);
        }
    }

    /// Marks a block for later filters.
    pub(super) fn mark(&mut self, at: usize, marks: FilterMarks, why: impl FnOnce() -> String) {
        self.list[at].mark(marks);
        if self.log.is_some() {
            self.log(&self.list[at].clone(), &why());
        }
    }

    /// Removes the blocks for which `keep` is false, and logs the reason.
    pub(super) fn retain(&mut self, keep: impl Fn(&TextBlock) -> bool, why: &str) {
        let list = std::mem::take(&mut self.list);
        let (kept, refused): (Vec<_>, Vec<_>) = list.into_iter().partition(keep);
        for block in refused {
            self.log(&block, why);
            let members: Vec<u32> = self.members(&block).collect();
            for number in members {
                self.removed[number as usize] = true;
            }
        }
        self.list = kept;
    }

    /// Merges every block into the previous one if `joins` is true for the two; the merged block is
    /// the previous one of the next.
    pub(super) fn fuse(&mut self, joins: impl Fn(&TextBlock, &TextBlock) -> bool) {
        if self.list.is_empty() {
            return;
        }
        let before = if self.log.is_some() { self.list.clone() } else { Vec::new() };
        let mut last = 0;
        for at in 1..self.list.len() {
            let block = self.list[at];
            if joins(&self.list[last], &block) {
                self.list[last].merge(&block);
            } else {
                last += 1;
                self.list[last] = block;
            }
        }
        self.list.truncate(last + 1);
        self.log_fusion(&before);
    }

    /// Names the filter of the following log entries.
    pub(super) fn begin(&mut self, filter: &'static str) {
        if let Some(log) = &mut self.log {
            log.begin(filter);
        }
    }

    /// Returns the log of each of the page's blocks.
    pub(super) fn entries(self) -> Vec<String> {
        self.log.map(Log::entries).unwrap_or_default()
    }

    fn log(&mut self, block: &TextBlock, entry: &str) {
        let Some(mut log) = self.log.take() else { return };
        for number in self.members(block) {
            log.add(number, entry);
        }
        self.log = Some(log);
    }

    fn log_fusion(&mut self, before: &[TextBlock]) {
        let mut at = 0;
        for block in before {
            while self.list[at].last < block.first {
                at += 1;
            }
            let whole = self.list[at];
            let Some(log) = &self.log else { return };
            if (whole.first, whole.last) != (block.first, block.last) {
                let flip =
                    if whole.content && !block.content { ", which makes it content" } else { "" };
                let entry = format!(
                    "fused into {} ({} words){flip}",
                    log.name(whole.first, whole.last),
                    whole.words
                );
                self.log(block, &entry);
            }
        }
    }
}
