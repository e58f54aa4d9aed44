//! Views of which none need be a part of another, for the price of one pass over the postings: every block has a word with a
//! bit per view, its *mask*, and what a page counts, it counts for all views whose bit is set.

use super::constants::Constants;
use super::corpus::{Corpus, Segment};
use super::model::{Model, Statistics, TermStatistics};
use super::predicate::Predicate;
use super::query::Query;
use super::sweep::TermRows;
use super::top::Top;
use super::view::BlockRun;
use rayon::prelude::*;

/// Views that one mask can tell apart.
pub(super) const MOST_VIEWS: usize = u64::BITS as usize;
/// Rows that are read together.
const RUN: u32 = 4096;

/// Up to [`MOST_VIEWS`] views of a corpus.
pub(super) struct MaskPlane {
    segments: Vec<MaskSegment>,
    /// One per view.
    pub statistics: Vec<Statistics>,
}

/// The masks of one segment's blocks, and what each view permits of its pages.
struct MaskSegment {
    masks: Vec<u64>,
    /// `lengths[doc * views + view]`: permitted tokens.
    lengths: Vec<u32>,
}

/// The numbers of the bits that are set.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < MOST_VIEWS).then_some(bit)
    })
}

impl MaskPlane {
    /// Evaluates the views over every block of the corpus.
    pub(super) fn new(corpus: &Corpus, views: &[Predicate]) -> Self {
        let segments: Vec<MaskSegment> =
            corpus.segments.par_iter().map(|segment| MaskSegment::new(segment, views)).collect();
        let mut statistics = vec![Statistics::default(); views.len()];
        for lengths in segments.iter().flat_map(|segment| segment.lengths.chunks_exact(views.len())) {
            for (statistics, &length) in statistics.iter_mut().zip(lengths) {
                statistics.pages += u64::from(length > 0);
                statistics.tokens += u64::from(length);
            }
        }
        Self { segments, statistics }
    }

    /// One query over all views: a ranking each, that of [`super::rank::search`], bit for bit.
    pub(super) fn search<M: Model>(
        &self,
        model: &M,
        corpus: &Corpus,
        query: &Query,
        decoded: &[Vec<TermRows>],
        hits: usize,
    ) -> Vec<Top> {
        let terms = |(rows, segment): (&Vec<TermRows>, &MaskSegment)| {
            rows.iter().map(|rows| TermMasks::new(rows, &segment.masks)).collect()
        };
        let segments: Vec<Vec<TermMasks>> = decoded.iter().zip(&self.segments).map(terms).collect();
        let mut search = MaskSearch::new(model, self, query, &segments, hits);
        let Ok(order) = corpus.order() else { return search.tops };
        for (number, terms) in segments.iter().enumerate() {
            search.segment(terms, &self.segments[number], &order.ranks[number]);
        }
        search.tops
    }
}

impl MaskSegment {
    fn new(segment: &Segment, views: &[Predicate]) -> Self {
        let mut masked = Self {
            masks: Vec::with_capacity(segment.rows()),
            lengths: Vec::with_capacity(segment.documents() as usize * views.len()),
        };
        let columns = views.iter().fold(0, |columns, view| columns | view.columns());
        let (mut run, mut permitted) = (BlockRun::new(columns), Vec::new());
        for documents in segment.runs(RUN) {
            run.read(segment, &documents);
            let mut masks = vec![0u64; run.rows];
            for (bit, view) in views.iter().enumerate() {
                run.evaluate(view, &mut permitted);
                masks.iter_mut().zip(&permitted).for_each(|(mask, &permitted)| *mask |= u64::from(permitted) << bit);
            }
            let first = segment.first_row[documents.start as usize];
            for doc in documents {
                let rows = segment.first_row[doc as usize] - first..segment.first_row[doc as usize + 1] - first;
                let rows = rows.start as usize..rows.end as usize;
                if !segment.is_alive(doc) {
                    masks[rows.clone()].fill(0);
                }
                let mut lengths = [0u64; MOST_VIEWS];
                for row in rows {
                    bits(masks[row]).for_each(|view| lengths[view] += run.tokens(row));
                }
                masked.lengths.extend(lengths[..views.len()].iter().map(|&length| length as u32));
            }
            masked.masks.append(&mut masks);
        }
        masked
    }

    fn lengths(&self, doc: u32, views: usize) -> &[u32] {
        &self.lengths[doc as usize * views..][..views]
    }
}

/// The pages of one term in one segment that some view permits, with the masks of its occurrences.
#[derive(Default)]
struct TermMasks {
    docs: Vec<u32>,
    first: Vec<u32>,
    /// Distinct masks of a page's occurrences, each with how many have it.
    masks: Vec<(u64, u32)>,
}

impl TermMasks {
    fn new(rows: &TermRows, masks: &[u64]) -> Self {
        let mut term = Self { first: vec![0], ..Self::default() };
        for (page, &doc) in rows.docs.iter().enumerate() {
            let first = term.masks.len();
            for mask in rows.of_page(page).iter().map(|&row| masks[row as usize]).filter(|&mask| mask != 0) {
                match term.masks[first..].iter_mut().find(|(known, _)| *known == mask) {
                    Some((_, count)) => *count += 1,
                    None => term.masks.push((mask, 1)),
                }
            }
            if term.masks.len() > first {
                term.docs.push(doc);
                term.first.push(term.masks.len() as u32);
            }
        }
        term
    }

    fn of_page(&self, page: usize) -> &[(u64, u32)] {
        &self.masks[self.first[page] as usize..self.first[page + 1] as usize]
    }

    /// Adds this segment's df and cf to those of every view.
    fn count(&self, statistics: &mut [TermStatistics]) {
        for page in 0..self.docs.len() {
            let masks = self.of_page(page);
            bits(any(masks)).for_each(|view| statistics[view].pages += 1);
            for &(mask, count) in masks {
                bits(mask).for_each(|view| statistics[view].occurrences += u64::from(count));
            }
        }
    }
}

/// The views in which one of these occurrences stands.
fn any(masks: &[(u64, u32)]) -> u64 {
    masks.iter().fold(0, |all, (mask, _)| all | mask)
}

/// A query with its constants in every view, and the results so far.
struct MaskSearch<'a, M: Model> {
    model: &'a M,
    query: &'a Query,
    constants: Constants<M>,
    tops: Vec<Top>,
    /// Of the page at hand: norm, sum and words of the query in every view.
    norms: [f64; MOST_VIEWS],
    sums: [f64; MOST_VIEWS],
    matched: [f64; MOST_VIEWS],
}

impl<'a, M: Model> MaskSearch<'a, M> {
    fn new(model: &'a M, plane: &MaskPlane, query: &'a Query, segments: &[Vec<TermMasks>], hits: usize) -> Self {
        let views = plane.statistics.len();
        let of_term = |term: usize| {
            let mut statistics = vec![TermStatistics::default(); views];
            segments.iter().for_each(|segment| segment[term].count(&mut statistics));
            statistics
        };
        let terms: Vec<Vec<TermStatistics>> = (0..query.terms.len()).map(of_term).collect();
        Self {
            model,
            query,
            constants: Constants::new(model, query, &terms, &plane.statistics),
            tops: vec![Top::new(hits); views],
            norms: [0.0; MOST_VIEWS],
            sums: [0.0; MOST_VIEWS],
            matched: [0.0; MOST_VIEWS],
        }
    }

    /// Walks the pages of a segment in order, all terms side by side.
    fn segment(&mut self, terms: &[TermMasks], plane: &MaskSegment, ranks: &[u32]) {
        let mut next = vec![0; terms.len()];
        loop {
            let heads = terms.iter().zip(&next).filter_map(|(term, &page)| term.docs.get(page));
            let Some(&doc) = heads.min() else { return };
            let masks_of = |term: usize, page: usize| {
                (terms[term].docs.get(page) == Some(&doc)).then(|| terms[term].of_page(page))
            };
            let views = (0..terms.len()).filter_map(|term| masks_of(term, next[term])).fold(0, |all, m| all | any(m));
            self.start(plane.lengths(doc, self.tops.len()), views);
            for (term, page) in next.iter_mut().enumerate() {
                if let Some(masks) = masks_of(term, *page) {
                    self.add(term, masks);
                    *page += 1;
                }
            }
            self.finish(views, ranks[doc as usize]);
        }
    }

    /// Norms of the page in these views; sums to 0.
    fn start(&mut self, lengths: &[u32], views: u64) {
        for view in bits(views) {
            self.norms[view] = self.model.norm(&self.constants.collections[view], lengths[view]);
            self.sums[view] = 0.0;
            self.matched[view] = 0.0;
        }
    }

    /// Adds the weights of a term in all views in which the page holds it.
    fn add(&mut self, term: usize, masks: &[(u64, u32)]) {
        let of_query = self.query.terms[term].1;
        for view in bits(any(masks)) {
            let tf = masks.iter().map(|(mask, count)| (mask >> view & 1) as u32 * count).sum();
            self.sums[view] += self.model.weight(&self.constants.terms[term][view], tf, self.norms[view]);
            self.matched[view] += of_query;
        }
    }

    /// Offers the page to every view in which a word of the query stands.
    fn finish(&mut self, views: u64, rank: u32) {
        for view in bits(views) {
            let (sum, whole) = (self.sums[view], &self.constants.wholes[view]);
            let score =
                self.model.finish(sum, whole, self.norms[view], self.matched[view], self.constants.clauses) as f32;
            if self.tops[view].accepts(score) {
                self.tops[view].push(score, rank);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_numbered_from_the_lowest() {
        assert_eq!(bits(0).count(), 0);
        assert_eq!(bits(0b10011).collect::<Vec<_>>(), [0, 1, 4]);
        assert_eq!(bits(u64::MAX).count(), 64);
        assert_eq!(bits(1 << 63).collect::<Vec<_>>(), [63]);
    }
}
