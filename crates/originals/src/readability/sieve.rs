//! The first pass over a page: removes what is hidden or looks like no part of the article, makes
//! paragraphs of DIVs that are used as such, and collects the elements to score.

use super::article::ArticleReader;
use super::html::{Flag, Id, NONE, Space};
use super::js;
use super::page::ReadabilityPage;
use super::prepare::trim_end;
use super::words::{self, MAYBE, UNLIKELY};
use crate::name::{Name, Set};

const SCORED: Set = Set::from_names("section h2 h3 h4 h5 h6 p td pre");
/// Elements that are removed when they are empty.
const EMPTY: Set = Set::from_names("div section header h1 h2 h3 h4 h5 h6");
/// Elements that keep a DIV around them from being a paragraph.
const BLOCKS: Set = Set::from_names("blockquote dl div img ol p pre table ul");

/// An author's line is shorter.
const MAX_BYLINE: usize = 100;

impl ArticleReader<'_> {
    /// Removes what is no part of the article, and returns the elements to score.
    pub fn sieve(&mut self, root: Option<Id>) -> Vec<Id> {
        let mut scored = Vec::new();
        let mut title_is_in = true;
        let mut next = root;
        while let Some(id) = next {
            if self.is_removed(id, &mut title_is_in) {
                next = self.page.remove_and_next(id);
                continue;
            }
            let tag = self.page.tag(id);
            if SCORED.has(tag) {
                scored.push(id);
            }
            let mut at = id;
            if tag == Name::DIV {
                at = self.divide(id, &mut scored);
            }
            next = self.page.next(at, true);
        }
        scored
    }

    fn is_removed(&mut self, id: Id, title_is_in: &mut bool) -> bool {
        let page = &self.page;
        if !is_visible(page, id) || (page.has(id, Flag::Modal) && page.has(id, Flag::Dialog)) {
            return true;
        }
        let found = page.words(id);
        if !self.has_byline && is_byline(page, id, found) {
            self.has_byline = has_name(page, id);
            return true;
        }
        let tag = page.tag(id);
        if *title_is_in && matches!(tag, Name::H1 | Name::H2) && self.is_title(id) {
            *title_is_in = false;
            return true;
        }
        let page = &self.page;
        let is_unlikely = || {
            found & (UNLIKELY | MAYBE) == UNLIKELY
                && !matches!(tag, Name::BODY | Name::A)
                && !page.has_ancestor(id, Name::TABLE)
                && !page.has_ancestor(id, Name::CODE)
        };
        if self.strips_unlikely && (is_unlikely() || page.has(id, Flag::UnlikelyRole)) {
            return true;
        }
        EMPTY.has(tag) && page.is_without_content(id)
    }

    /// Whether most words of a heading are in the title.
    fn is_title(&self, id: Id) -> bool {
        self.title.similarity(js::trim(&self.page.text(id))) > 0.75
    }

    /// Puts lines of text in a DIV into paragraphs. A DIV that is a paragraph itself becomes one.
    /// Returns the element from which the pass goes on.
    fn divide(&mut self, div: Id, scored: &mut Vec<Id>) -> Id {
        let page = &mut self.page;
        let mut paragraph = NONE;
        let mut child = page.tree.node(div).first;
        while child != NONE {
            let next = page.tree.node(child).next;
            if !page.is_phrasing(child) {
                if paragraph != NONE {
                    trim_end(page, paragraph);
                }
                paragraph = NONE;
            } else if paragraph != NONE {
                page.append(paragraph, child);
            } else if !page.is_whitespace(child) {
                paragraph = page.make(Name::P);
                page.replace(child, paragraph);
                page.append(paragraph, child);
            }
            child = next;
        }
        if let Some(only) = page.single_inside(div, Name::P)
            && page.sums(div).link_density() < 0.25
        {
            page.replace(div, only);
            scored.push(only);
            return only;
        }
        if !page.tree.below(div).any(|at| BLOCKS.has(page.tag(at))) {
            page.rename(div, Name::P);
            scored.push(div);
        }
        div
    }
}

fn is_visible(page: &ReadabilityPage, id: Id) -> bool {
    let space = page.tree.node(id).space;
    let styled = matches!(space, Space::Html | Space::Svg | Space::SvgPoint);
    let hidden = page.has(id, Flag::Hidden) || (styled && page.has(id, Flag::HiddenStyle));
    let aria_hidden = page.has(id, Flag::AriaHidden) && !page.class(id).contains("fallback-image");
    !hidden && !aria_hidden
}

fn is_byline(page: &ReadabilityPage, id: Id, found: words::WordFlags) -> bool {
    let named = page.has(id, Flag::Author) || found & words::BYLINE != 0;
    named && (1..MAX_BYLINE).contains(&trimmed_length(page, id))
}

/// The length of a text without white space at its ends, at most that of a line that is too long.
fn trimmed_length(page: &ReadabilityPage, id: Id) -> usize {
    let mut length = 0;
    let mut blank = 0;
    for at in page.tree.below(id) {
        let node = page.tree.node(at);
        if node.name != Name::TEXT {
            continue;
        }
        for c in page.tree.str(node.data).chars() {
            if !js::is_space(c) {
                length += blank + c.len_utf16();
                blank = 0;
            } else if length > 0 {
                blank += 1;
            }
            if length >= MAX_BYLINE {
                return length;
            }
        }
    }
    length
}

/// Whether an author's line has a name: that of the element that is marked as one, if there is any.
fn has_name(page: &ReadabilityPage, id: Id) -> bool {
    let mut below = page.tree.below(id);
    let name = below.find(|&at| page.tree.node(at).is_element() && page.has(at, Flag::ItemName));
    page.has_ink(name.unwrap_or(id))
}
