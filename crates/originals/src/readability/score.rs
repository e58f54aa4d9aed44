//! Scores of elements, by the text in the paragraphs below them, and the best of them.

use super::article::ArticleReader;
use super::html::{Id, NONE};
use super::sums::Count;
use super::words::{self, NEGATIVE, POSITIVE};
use crate::name::Name;

/// Number of elements of which one becomes the article.
const CANDIDATES: usize = 5;
/// Paragraphs with less text have no score.
const MIN_PARAGRAPH: u32 = 25;

impl ArticleReader<'_> {
    /// The weight of an element's class and identifier.
    pub fn weight(&self, id: Id) -> f64 {
        if !self.weighs_classes {
            return 0.0;
        }
        [self.page.class(id), self.page.id(id)].into_iter().map(weight).sum()
    }

    /// The score of an element, if it has one.
    pub fn score(&self, id: Id) -> Option<f64> {
        self.scores.get(id as usize).copied().filter(|score| !score.is_nan())
    }

    pub fn set_score(&mut self, id: Id, score: f64) {
        let place = id as usize;
        if self.scores.len() <= place {
            self.scores.resize(place.max(self.page.tree.nodes.len()) + 1, f64::NAN);
        }
        self.scores[place] = score;
    }

    /// The score of an element before any text is counted.
    pub fn initial_score(&self, id: Id) -> f64 {
        let by_tag = match self.page.tag(id) {
            Name::DIV => 5.0,
            Name::PRE | Name::TD | Name::BLOCKQUOTE => 3.0,
            Name::ADDRESS
            | Name::OL
            | Name::UL
            | Name::DL
            | Name::DD
            | Name::DT
            | Name::LI
            | Name::FORM => -3.0,
            Name::H1 | Name::H2 | Name::H3 | Name::H4 | Name::H5 | Name::H6 | Name::TH => -5.0,
            _ => 0.0,
        };
        by_tag + self.weight(id)
    }

    /// Scores the elements around these paragraphs, and returns the best, best first.
    pub fn candidates(&mut self, paragraphs: &[Id]) -> Vec<Id> {
        let mut candidates = Vec::new();
        for &paragraph in paragraphs {
            self.score_around(paragraph, &mut candidates);
        }
        let mut best: Vec<Id> = Vec::new();
        for candidate in candidates {
            let score = self.score(candidate).unwrap_or_default();
            let score = score * (1.0 - self.page.sums(candidate).link_density());
            self.set_score(candidate, score);
            let worse = |&other: &Id| self.score(other).is_some_and(|other| score > other);
            let place = best.iter().position(worse).unwrap_or(best.len());
            if place < CANDIDATES {
                best.insert(place, candidate);
                best.truncate(CANDIDATES);
            }
        }
        best
    }

    /// Adds the score of a paragraph to the elements around it.
    fn score_around(&mut self, paragraph: Id, candidates: &mut Vec<Id>) {
        if !self.is_inside_element(paragraph) {
            return;
        }
        let sums = self.page.sums(paragraph);
        let length = sums.inner_length();
        if length < MIN_PARAGRAPH {
            return;
        }
        let content = 2.0 + f64::from(sums.get(Count::Commas)) + f64::from((length / 100).min(3));
        let mut around = self.page.parent(paragraph);
        for level in 0..5 {
            if around == NONE {
                return;
            }
            if self.is_inside_element(around) {
                let score = match self.score(around) {
                    Some(score) => score,
                    None => {
                        candidates.push(around);
                        self.initial_score(around)
                    }
                };
                let divider = match level {
                    0 => 1.0,
                    1 => 2.0,
                    _ => f64::from(level) * 3.0,
                };
                self.set_score(around, score + content / divider);
            }
            around = self.page.parent(around);
        }
    }

    /// Whether an element is inside another one.
    fn is_inside_element(&self, id: Id) -> bool {
        let node = self.page.tree.node(id);
        node.is_element() && node.parent != NONE && self.page.tree.node(node.parent).is_element()
    }
}

fn weight(text: &str) -> f64 {
    let found = words::find(text);
    let sign = |words| if found & words != 0 { 25.0 } else { 0.0 };
    sign(POSITIVE) - sign(NEGATIVE)
}
