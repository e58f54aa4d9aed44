//! The rankings of a pool under weights, by BM25 with exact lengths.

use super::cells::{HEADING, Holds};
use super::pool::{Candidates, Pool};
use super::space::{Setting, TITLE};
use crate::model::bm25::Bm25;
use crate::model::{Model, Statistics, TermStatistics, Unit};
use rayon::prelude::*;

/// The weights of all cells, and what follows from them for all topics.
struct Weighed {
    model: Bm25<false>,
    statistics: Statistics,
    /// The weight of every cell, in hundredths.
    weights: Vec<u64>,
    /// The norm of every pooled page.
    norms: Vec<f64>,
}

impl Pool {
    /// Returns what `score` makes of the ranking of every topic under a setting: it gets the number
    /// of the topic and the grades of the pages, best first, none for a page that is not judged.
    pub fn values(
        &self,
        setting: &Setting,
        score: &(dyn Fn(usize, &[Option<i32>]) -> f64 + Sync),
    ) -> Vec<f64> {
        let weighed = self.weigh(setting);
        let topics = self.topics.par_iter().enumerate();
        topics.map(|(number, topic)| score(number, &weighed.ranking(topic))).collect()
    }

    /// Returns the tokens that count under a setting, in tokens, and all of them. Titles and
    /// headings do not count where bodies alone are searched.
    pub fn kept(&self, setting: &Setting) -> (f64, f64) {
        let mut kept = 0;
        let mut all = 0;
        for (tokens, &holds) in self.tokens.iter().zip(&self.holds) {
            if !self.is_title(holds) {
                kept += tokens * u64::from(setting.weight(holds));
                all += tokens;
            }
        }
        (kept as f64 / 100.0, all as f64)
    }

    /// Whether a cell is left out, because bodies alone are searched.
    fn is_title(&self, holds: Holds) -> bool {
        self.bodies && holds & (HEADING | 1 << TITLE) != 0
    }

    fn weigh(&self, setting: &Setting) -> Weighed {
        let mut weights = Vec::with_capacity(self.holds.len());
        let mut tokens = 0;
        for (of_cell, &holds) in self.tokens.iter().zip(&self.holds) {
            let weight = if self.is_title(holds) { 0 } else { u64::from(setting.weight(holds)) };
            tokens += of_cell * weight;
            weights.push(weight);
        }
        let model = Bm25::<false> { k1: setting.k1, b: setting.b };
        let statistics = Statistics { pages: self.pages, tokens, unit: Unit::Hundredths };
        let collection = model.collection(statistics);
        let norm = |cells: &Vec<(u32, u32)>| {
            let mut length = 0;
            for &(cell, tokens) in cells {
                length += u64::from(tokens) * weights[cell as usize];
            }
            model.norm(&collection, Unit::Hundredths.value(length))
        };
        let norms = self.lengths.par_iter().map(norm).collect();
        Weighed { model, statistics, weights, norms }
    }
}

impl Weighed {
    /// Ranks the pages of a topic: by score, then docno, both descending.
    fn ranking(&self, topic: &Candidates) -> Vec<Option<i32>> {
        let mut terms = Vec::with_capacity(topic.terms.len());
        for &(pages, weight) in &topic.terms {
            let counts = TermStatistics { pages, occurrences: 0 };
            terms.push(self.model.term(counts, weight, self.statistics));
        }
        let mut ranked: Vec<(f32, u32)> = Vec::with_capacity(topic.pages.len());
        for page in 0..topic.pages.len() {
            let score = self.score(topic, page, &terms) as f32;
            if score > 0.0 {
                ranked.push((score, page as u32));
            }
        }
        ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
        ranked.iter().map(|(_, page)| topic.grades[*page as usize]).collect()
    }

    fn score(&self, topic: &Candidates, page: usize, terms: &[f64]) -> f64 {
        let norm = self.norms[topic.pages[page] as usize];
        let mut sum = 0.0;
        for of_term in topic.entries(page).chunk_by(|a, b| a.term == b.term) {
            let mut tf = 0;
            for entry in of_term {
                tf += u64::from(entry.count) * self.weights[entry.cell as usize];
            }
            let constant = &terms[usize::from(of_term[0].term)];
            sum += self.model.weight(constant, Unit::Hundredths.value(tf), norm);
        }
        sum
    }
}

/// Returns 1 divided by the rank of the first relevant page, 0 if there is none (Voorhees, TREC-8
/// question answering track report, 1999).
pub fn reciprocal_rank(grades: &[Option<i32>]) -> f64 {
    let first = grades.iter().position(|grade| grade.is_some_and(|grade| grade > 0));
    first.map_or(0.0, |place| 1.0 / (place + 1) as f64)
}
