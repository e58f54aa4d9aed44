//! The element that holds the article, and those beside it that belong to it.

use super::article::ArticleReader;
use super::html::{Id, NONE};
use crate::name::{Name, Set};
use std::collections::HashSet;

/// Number of candidates that a common parent must contain to take their place.
const MIN_TOGETHER: usize = 3;
/// Elements that stay what they are in the article.
const KEPT: Set = Set::from_names("div article section p ol ul");

/// The element that holds the article.
pub struct TopElement {
    pub id: Id,
    /// Whether it was made for all that the body contains.
    pub made: bool,
}

impl ArticleReader<'_> {
    /// Chooses the article's element. `None` where the original stops with an error: no candidate
    /// is in the body.
    pub fn top(&mut self, candidates: &[Id], body: Id) -> Option<TopElement> {
        let first = candidates.first().copied();
        let Some(first) = first.filter(|&first| self.page.tag(first) != Name::BODY) else {
            let id = self.page.make(Name::DIV);
            self.page.move_children(body, id);
            self.page.append(body, id);
            let score = self.initial_score(id);
            self.set_score(id, score);
            return Some(TopElement { id, made: true });
        };
        let mut top = self.common_parent(first, candidates)?;
        top = self.better_parent(top)?;
        let mut around = self.page.parent(top);
        while self.is_below_body(around)? && self.page.tree.elements(around).nth(1).is_none() {
            top = around;
            around = self.page.parent(top);
        }
        self.init(top);
        Some(TopElement { id: top, made: false })
    }

    fn init(&mut self, id: Id) -> f64 {
        let score = self.score(id).unwrap_or_else(|| self.initial_score(id));
        self.set_score(id, score);
        score
    }

    /// Whether an element is not the body. `None` if there is no element.
    fn is_below_body(&self, id: Id) -> Option<bool> {
        (id != NONE).then(|| self.page.tag(id) != Name::BODY)
    }

    /// The nearest parent that also contains at least three other good candidates.
    fn common_parent(&self, first: Id, candidates: &[Id]) -> Option<Id> {
        let best = self.score(first).unwrap_or_default();
        let others = candidates[1..]
            .iter()
            .filter(|&&other| self.score(other).unwrap_or_default() / best >= 0.75);
        let around: Vec<HashSet<Id>> =
            others.map(|&other| self.page.tree.ancestors(other).collect()).collect();
        if around.len() < MIN_TOGETHER {
            return Some(first);
        }
        let mut parent = self.page.parent(first);
        while self.is_below_body(parent)? {
            if around.iter().filter(|around| around.contains(&parent)).count() >= MIN_TOGETHER {
                return Some(parent);
            }
            parent = self.page.parent(parent);
        }
        Some(first)
    }

    /// A parent with a higher score, unless scores sink to a third on the way.
    fn better_parent(&mut self, top: Id) -> Option<Id> {
        let mut last = self.init(top);
        let threshold = last / 3.0;
        let mut parent = self.page.parent(top);
        while self.is_below_body(parent)? {
            if let Some(score) = self.score(parent) {
                if score < threshold {
                    break;
                }
                if score > last {
                    return Some(parent);
                }
                last = score;
            }
            parent = self.page.parent(parent);
        }
        Some(top)
    }

    /// Moves the article's element and those beside it that belong to it into a new DIV.
    pub fn gather(&mut self, top: Id) -> Id {
        let content = self.page.make(Name::DIV);
        let score = self.score(top).unwrap_or_default();
        let threshold = f64::max(10.0, score * 0.2);
        let siblings: Vec<Id> = self.page.tree.elements(self.page.parent(top)).collect();
        for sibling in siblings {
            if sibling != top && !self.belongs(sibling, top, score, threshold) {
                continue;
            }
            if !KEPT.has(self.page.tag(sibling)) {
                self.page.rename(sibling, Name::DIV);
            }
            self.page.append(content, sibling);
        }
        content
    }

    fn belongs(&mut self, sibling: Id, top: Id, top_score: f64, threshold: f64) -> bool {
        let class = self.page.class(top);
        let same_class = !class.is_empty() && self.page.class(sibling) == class;
        let bonus = if same_class { top_score * 0.2 } else { 0.0 };
        if self.score(sibling).is_some_and(|score| score + bonus >= threshold) {
            return true;
        }
        if self.page.tag(sibling) != Name::P {
            return false;
        }
        let sums = self.page.sums(sibling);
        let density = sums.link_density();
        let length = sums.inner_length();
        if length > 80 {
            return density < 0.25;
        }
        // The original forgets a length of 80.
        let is_short = length > 0 && length < 80;
        is_short && density == 0.0 && ends_sentence(&self.page.inner_text(sibling))
    }
}

/// Whether a text contains the end of a sentence.
fn ends_sentence(text: &str) -> bool {
    text.ends_with('.') || text.contains(". ")
}
