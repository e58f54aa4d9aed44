//! Scores of a pool under weights.

use super::cells::{HEADING, Holds};
use super::pool::{Candidates, Pool};
use crate::model::Parameters;
use rayon::prelude::*;

/// Weights over the rules of the cells: the first rule that holds decides.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The rules, by their bits, with their weights in hundredths.
    pub rules: Vec<(u8, u16)>,
    /// k1 of BM25.
    pub k1: f64,
    /// b of BM25.
    pub b: f64,
}

/// The bit of the rule `kind = title`, which is the first of all rules.
pub const TITLE: u8 = 0;

impl Trial {
    fn weight(&self, holds: Holds, bodies: bool) -> f64 {
        if bodies && holds & (HEADING | 1 << TITLE) != 0 {
            return 0.0;
        }
        let first = self.rules.iter().find(|(bit, _)| holds >> bit & 1 == 1);
        first.map_or(1.0, |(_, weight)| f64::from(*weight) / 100.0)
    }
}

/// A ranking's grades.
pub struct Ranking {
    /// The grades of the pages, best first; none for a page that is not judged.
    pub grades: Vec<Option<i32>>,
}

impl Pool {
    /// Returns a value of each topic's ranking under a trial: `score` gets the topic and the
    /// grades of its pages, best first.
    pub fn values<T: Send>(
        &self,
        trial: &Trial,
        score: impl Fn(&Candidates, &[Option<i32>]) -> T + Sync,
    ) -> Vec<T> {
        let weights: Vec<f64> =
            self.holds.iter().map(|&holds| trial.weight(holds, self.bodies)).collect();
        let mut total = 0.0;
        for (tokens, weight) in self.tokens.iter().zip(&weights) {
            total += *tokens as f64 * weight;
        }
        let average = total / self.pages as f64;
        let flat = trial.k1 * (1.0 - trial.b);
        let slope = trial.k1 * trial.b / average;
        let norms: Vec<f64> = self
            .lengths
            .par_iter()
            .map(|cells| {
                let mut length = 0.0;
                for (cell, tokens) in cells {
                    length += f64::from(*tokens) * weights[*cell as usize];
                }
                flat + slope * length
            })
            .collect();
        let n = self.pages as f64;
        self.topics
            .par_iter()
            .map(|topic| {
                let idf: Vec<f64> = topic
                    .terms
                    .iter()
                    .map(|(df, weight)| {
                        let df = *df as f64;
                        weight * (1.0 + (n - df + 0.5) / (df + 0.5)).ln()
                    })
                    .collect();
                let mut ranked: Vec<(f64, u32)> = Vec::with_capacity(topic.pages.len());
                for (page, number) in (0..).zip(&topic.pages) {
                    let norm = norms[*number as usize];
                    let entries = &topic.entries
                        [topic.first[page as usize] as usize..topic.first[page as usize + 1] as usize];
                    let mut score = 0.0;
                    let mut at = 0;
                    while at < entries.len() {
                        let term = entries[at].0;
                        let mut tf = 0.0;
                        while at < entries.len() && entries[at].0 == term {
                            tf += f64::from(entries[at].2) * weights[entries[at].1 as usize];
                            at += 1;
                        }
                        score += idf[usize::from(term)] * (tf / (tf + norm));
                    }
                    if score > 0.0 {
                        ranked.push((score, page));
                    }
                }
                ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
                let grades: Vec<Option<i32>> =
                    ranked.iter().map(|(_, page)| topic.grades[*page as usize]).collect();
                score(topic, &grades)
            })
            .collect()
    }
}

/// Returns 1 by the rank of the first relevant page; 0 if there is none.
pub fn reciprocal_rank(grades: &[Option<i32>]) -> f64 {
    let first = grades.iter().position(|grade| grade.is_some_and(|grade| grade > 0));
    first.map_or(0.0, |place| 1.0 / (place + 1) as f64)
}

/// The default parameters.
pub fn defaults() -> Parameters {
    Parameters { k1: Some(0.9), b: Some(0.4), ..Parameters::default() }
}
