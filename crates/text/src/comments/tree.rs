//! Which comment answers which, and what of the page is whose.

use super::group;
use super::marks::{Mark, Marks};
use super::seen::Seen;
use super::words::{self, is_in};
use crate::metadata::class_words;
use std::ops::Range;

/// Answers to answers are at most so deep.
const DEEPEST: usize = 50;
/// Words of a line besides a name that nothing marks: `Posted by Ada`.
const BESIDE: usize = 2;
/// Nodes of a header in which a name without a mark is looked for.
const HEADER: u32 = 60;

#[derive(Debug)]
pub struct CommentPlace {
    /// Its nodes, with those of its answers inside.
    pub range: Range<u32>,
    /// The comment that it answers.
    pub parent: Option<usize>,
}

/// The comments of a page as they nest.
#[derive(Debug)]
pub struct CommentTree {
    pub items: Vec<CommentPlace>,
    /// The innermost comment around each node, from 1; 0 for none.
    owners: Vec<u32>,
    /// Whether each item has text of its own.
    has_text: Vec<bool>,
}

/// Who wrote a comment, and when.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommentByline {
    pub author: Option<String>,
    pub published: Option<String>,
    /// The nodes of a name that nothing marks, and of an element that is a date.
    pub nodes: Vec<Range<u32>>,
}

impl CommentTree {
    /// Nests ranges in page order.
    pub fn new(seen: &Seen, marks: &Marks, ranges: Vec<Range<u32>>) -> Self {
        let mut owners = vec![0; seen.outline.nodes().len()];
        group::own(&ranges, |at, pieces| {
            for piece in pieces {
                owners[piece.start as usize..piece.end as usize].fill(at as u32 + 1);
            }
        });
        let mut has_text = vec![false; ranges.len()];
        for placed in &seen.placed {
            if let Some(owner) = (owners[placed.node as usize] as usize).checked_sub(1) {
                has_text[owner] |= marks.body(placed.node, placed.node + 1) > 0;
            }
        }
        let items = ranges.into_iter().map(|range| CommentPlace { range, parent: None }).collect();
        let mut tree = Self { items, owners, has_text };
        tree.nest(seen);
        tree
    }

    /// The comment whose node this is.
    pub fn owner(&self, node: u32) -> Option<usize> {
        (self.owners[node as usize] as usize).checked_sub(1)
    }

    /// The first comment with text.
    pub fn first_with_text(&self) -> Option<usize> {
        self.has_text.iter().position(|has_text| *has_text)
    }

    /// Finds which comment each answers: the one around it, the one before the element around it
    /// that has answers, or the last with a smaller number for its depth.
    fn nest(&mut self, seen: &Seen) {
        let depths: Vec<Option<u32>> =
            self.items.iter().map(|item| depth(seen, item.range.start)).collect();
        let is_deep = depths.iter().flatten().any(|depth| Some(*depth) != depths[0]);
        let is_inside = |at: usize| self.around(at).is_some();
        let by_depth = is_deep && !(0..self.items.len()).any(is_inside);
        let mut levels: Vec<(u32, usize)> = Vec::new();
        let mut deep: Vec<usize> = Vec::new();
        for (at, depth) in depths.into_iter().enumerate() {
            let mut parent = self.around(at).or_else(|| self.before(seen, at));
            if let Some(depth) = depth.filter(|_| by_depth) {
                while levels.pop_if(|(level, _)| *level >= depth).is_some() {}
                parent = levels.last().map(|(_, parent)| *parent);
                levels.push((depth, at));
            }
            // One without text says nothing that could be answered.
            while let Some(of) = parent.filter(|of| !self.has_text[*of] || deep[*of] >= DEEPEST) {
                parent = self.items[of].parent;
            }
            deep.push(parent.map_or(0, |parent| deep[parent] + 1));
            self.items[at].parent = parent;
        }
    }

    fn around(&self, at: usize) -> Option<usize> {
        // The owner of the node before it may be inside one that has ended.
        let start = self.items[at].range.start;
        let mut before = self.owner(start.checked_sub(1)?)?;
        while self.items[before].range.end <= start {
            before = self.outer(before)?;
        }
        Some(before)
    }

    /// The comment whose element is around that of another.
    fn outer(&self, at: usize) -> Option<usize> {
        (0..at)
            .rev()
            .take(DEEPEST)
            .find(|outer| self.items[*outer].range.end >= self.items[at].range.end)
    }

    /// The comment that stands before an element around this one and beside it.
    fn before(&self, seen: &Seen, at: usize) -> Option<usize> {
        let outline = seen.outline;
        let start = self.items[at].range.start;
        let mut around = outline.parent(start);
        for _ in 0..4 {
            let before =
                std::iter::successors(outline.before(around), |node| outline.before(*node));
            for node in before.take(3) {
                if let Some(owner) = self.owner(node)
                    && self.items[owner].range.start == node
                    && self.items[owner].range.end == outline.end(node)
                {
                    return Some(owner);
                }
            }
            let parent = outline.parent(around);
            if parent == around {
                break;
            }
            around = parent;
        }
        None
    }

    /// Who wrote each comment, and when.
    pub fn said(&self, seen: &Seen, marks: &Marks) -> Vec<CommentByline> {
        let mut all = vec![CommentByline::default(); self.items.len()];
        let dates = self.choose(&marks.dates, self.is_last(marks));
        let authors = self.choose(&marks.authors, false);
        for (at, said) in all.iter_mut().enumerate() {
            if let Some(mark) = dates[at] {
                said.published.clone_from(&mark.value);
                if mark.tier < 2 && mark.value.is_some() {
                    said.nodes.push(mark.node..mark.end);
                }
            }
            match authors[at] {
                Some(mark) => {
                    said.author.clone_from(&mark.value);
                }
                None if dates[at].is_some() => {
                    if let Some((node, name)) = self.unmarked(seen, marks, at) {
                        said.author = Some(name);
                        said.nodes.push(node..node + 1);
                    }
                }
                None => {}
            }
        }
        all
    }

    /// Whether most comments have their date after the text.
    fn is_last(&self, marks: &Marks) -> bool {
        let mut count = [0; 2];
        for mark in &marks.dates {
            if let Some(owner) = self.owner(mark.node) {
                let start = self.items[owner].range.start;
                count[usize::from(marks.body(start, mark.node) > 0)] += 1;
            }
        }
        count[1] > count[0]
    }

    /// The best mark of each comment: of the smallest tier the first, or the last; of those with a
    /// value, if there are any.
    fn choose<'a>(&self, marks: &'a [Mark], is_last: bool) -> Vec<Option<&'a Mark>> {
        let mut best: Vec<Option<&Mark>> = vec![None; self.items.len()];
        for mark in marks {
            let Some(owner) = self.owner(mark.node) else { continue };
            let one = &mut best[owner];
            let key = |mark: &Mark| (mark.value.is_none(), mark.is_quoted, mark.tier);
            let is_better = one.is_none_or(|known| {
                let is_inside = mark.node < known.end;
                match key(mark).cmp(&key(known)) {
                    std::cmp::Ordering::Less => true,
                    std::cmp::Ordering::Equal => is_last || is_inside,
                    std::cmp::Ordering::Greater => false,
                }
            });
            // The element of the comment itself is not a name in it.
            if is_better && mark.node != self.items[owner].range.start {
                *one = Some(mark);
            }
        }
        best
    }

    /// A name that nothing marks: the first short link or bold text before the text, which no class
    /// calls the subject.
    fn unmarked(&self, seen: &Seen, marks: &Marks, at: usize) -> Option<(u32, String)> {
        let range = &self.items[at].range;
        let outline = seen.outline;
        let mut has_text = false;
        for node in range.start..range.end.min(range.start + HEADER) {
            if self.owner(node) != Some(at) || !outline.is_text(node) {
                continue;
            }
            let text = seen.span(node).trim();
            if text.is_empty() || marks.is_beside[node as usize] {
                continue;
            }
            let around = || outline.around(node).take(3).take_while(|n| *n > range.start);
            if around().any(|n| is_subject(seen, n)) {
                continue;
            }
            let is_marked = around().any(|n| {
                matches!(outline.name(n), "A" | "B" | "STRONG" | "H3" | "H4" | "H5" | "DT" | "TH")
            });
            let is_marked = is_marked || marks.is_before_date(node);
            let name = (is_marked && !has_text).then(|| super::marks::name_of(text)).flatten();
            // What a line has besides the name is lost: of a trackback the title of the page.
            let is_name = |name: &String| {
                let words = name.split(' ').count();
                let rest = text.strip_prefix(name.as_str()).unwrap_or_default().trim_start();
                let is_titled = rest.starts_with(['|', '»', '—']) && !name.contains('«');
                words < 5 && (is_titled || text.split_whitespace().count() <= words + BESIDE)
            };
            if let Some(name) = name.filter(is_name) {
                return Some((node, name));
            }
            has_text = true;
        }
        None
    }

    /// The comment of each block; none, if it has parts in several.
    pub fn blocks(&self, seen: &Seen, is_comment: &[bool]) -> Vec<Option<usize>> {
        let mut of: Vec<Option<usize>> = vec![None; is_comment.len()];
        let mut is_shared = vec![false; is_comment.len()];
        for placed in &seen.placed {
            let owner = self.owner(placed.node);
            let one = &mut of[placed.block as usize];
            is_shared[placed.block as usize] |= one.is_some() && *one != owner;
            *one = owner;
        }
        of.iter().zip(is_shared).map(|(of, is_shared)| of.filter(|_| !is_shared)).collect()
    }

    /// Whether each of so many blocks has text in no comment.
    pub fn unowned(&self, seen: &Seen, blocks: usize) -> Vec<bool> {
        let mut is_unowned = vec![false; blocks];
        for placed in &seen.placed {
            is_unowned[placed.block as usize] |= self.owner(placed.node).is_none();
        }
        is_unowned
    }
}

/// Whether a class calls an element the subject of a comment.
fn is_subject(seen: &Seen, node: u32) -> bool {
    let is_word = |class| class_words(class).any(|word| is_in(&word, &words::SUBJECTS));
    seen.classes(node).any(is_word)
}

/// How deep a comment is, by its class.
fn depth(seen: &Seen, node: u32) -> Option<u32> {
    let of_class = |class: &str| {
        let digits = class.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = class[digits.len()..].parse().ok()?;
        let is_depth = class_words(digits.trim_end_matches(['-', '_'])).any(|word| {
            is_in(&word, &["depth", "level", "indent", "nest", "nested", "offset", "lvl"])
        });
        is_depth.then_some(number)
    };
    seen.classes(node).find_map(of_class)
}
