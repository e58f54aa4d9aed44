//! Where a query's words stand: postings decoded once into pages and rows, and per plane into pages and levels.

use crate::error::Result;
use crate::search::corpus::{Corpus, Segment};
use crate::search::model::TermStatistics;
use crate::search::postings;
use crate::search::query::Query;

/// The pages of one term in one segment with the rows of its occurrences.
#[derive(Default)]
pub(in crate::search) struct TermRows {
    pub docs: Vec<u32>,
    first: Vec<u32>,
    rows: Vec<u32>,
}

impl TermRows {
    /// The rows of the occurrences in the page at a place of `docs`, ascending.
    pub fn of_page(&self, page: usize) -> &[u32] {
        &self.rows[self.first[page] as usize..self.first[page + 1] as usize]
    }
}

/// `decoded[segment][term]`.
pub(super) fn decode(corpus: &Corpus, query: &Query) -> Result<Vec<Vec<TermRows>>> {
    let of_term = |segment: &Segment, term: &str| {
        let mut decoded = TermRows { first: vec![0], ..TermRows::default() };
        postings::decode(corpus, segment, term, |doc, rows| {
            decoded.docs.push(doc);
            decoded.rows.extend_from_slice(rows);
            decoded.first.push(decoded.rows.len() as u32);
        })?;
        Ok(decoded)
    };
    let of_segment = |segment| query.terms.iter().map(|(term, _)| of_term(segment, term)).collect();
    corpus.segments.iter().map(of_segment).collect()
}

/// The pages of one term in one segment of a plane, with the levels of its occurrences as falling steps.
#[derive(Default)]
pub(super) struct TermSteps {
    pub docs: Vec<u32>,
    first: Vec<u32>,
    /// (level, tf): views below `level`, down to the next step's, see `tf` occurrences. Levels fall, tf grows.
    steps: Vec<(u8, u32)>,
}

impl TermSteps {
    pub fn new(rows: &TermRows, levels: &[u8]) -> Self {
        let mut steps = Self { first: vec![0], ..Self::default() };
        let mut of_page: Vec<u8> = Vec::new();
        for (page, &doc) in rows.docs.iter().enumerate() {
            of_page.clear();
            of_page.extend(rows.of_page(page).iter().map(|&row| levels[row as usize]).filter(|&level| level > 0));
            if !of_page.is_empty() {
                of_page.sort_unstable_by(|a, b| b.cmp(a));
                steps.push(doc, &of_page);
            }
        }
        steps
    }

    /// Adds a page with the levels of its occurrences, falling.
    fn push(&mut self, doc: u32, levels: &[u8]) {
        let first = self.steps.len();
        for (before, &level) in levels.iter().enumerate() {
            match self.steps[first..].last_mut() {
                Some((last, tf)) if *last == level => *tf += 1,
                _ => self.steps.push((level, before as u32 + 1)),
            }
        }
        self.docs.push(doc);
        self.first.push(self.steps.len() as u32);
    }

    /// The steps of the page at a place of `docs`.
    pub fn of_page(&self, page: usize) -> &[(u8, u32)] {
        &self.steps[self.first[page] as usize..self.first[page + 1] as usize]
    }

    /// Adds this segment's df and cf to those of every view.
    fn count(&self, statistics: &mut [TermStatistics]) {
        for page in 0..self.docs.len() {
            let steps = self.of_page(page);
            statistics[usize::from(steps[0].0) - 1].pages += 1;
            let mut before = 0;
            for &(level, tf) in steps {
                statistics[usize::from(level) - 1].occurrences += u64::from(tf - before);
                before = tf;
            }
        }
    }
}

/// df and cf of a term in every view: what stands in a view stands in all looser ones.
pub(super) fn term_statistics(segments: &[Vec<TermSteps>], term: usize, views: usize) -> Vec<TermStatistics> {
    let mut statistics = vec![TermStatistics::default(); views];
    for segment in segments {
        segment[term].count(&mut statistics);
    }
    for view in (1..views).rev() {
        statistics[view - 1].pages += statistics[view].pages;
        statistics[view - 1].occurrences += statistics[view].occurrences;
    }
    statistics
}
