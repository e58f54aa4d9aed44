//! Searches one view: returns exactly the ranking of an index that contains only the permitted
//! blocks.

pub mod explain;
pub mod postings;
pub mod terms;
pub(crate) mod texts;
pub mod top;

use super::model::{Model, ModelSpec, Statistics, TermStatistics};
use super::query::Query;
use super::view::{SegmentView, View};
use crate::rank::top::{Ranked, Top};
use crate::with_model;
use tamis_index::corpus::{Corpus, Segment};
use tamis_index::error::Result;

/// Returns the best `hits` pages of a view for a query, ordered by score (as f32) descending, then
/// docno descending. An empty query and an empty view give no pages.
///
/// # Errors
/// If the index cannot be read, and if the model has no formula for the view's fractional weights.
pub fn search(
    corpus: &Corpus,
    view: &View,
    query: &Query,
    model: &ModelSpec,
    hits: usize,
) -> Result<Vec<Ranked>> {
    search_with_counts(corpus, view, query, model, hits, None)
}

/// Does the same with df and cf of the query's terms over more pages than the corpus has; then N
/// and T of the view must be theirs too.
///
/// # Errors
/// As [`search`].
pub(crate) fn search_with_counts(
    corpus: &Corpus,
    view: &View,
    query: &Query,
    model: &ModelSpec,
    hits: usize,
    global: Option<&[TermStatistics]>,
) -> Result<Vec<Ranked>> {
    let order = corpus.order()?;
    let mut top = Top::new(hits);
    scores_with_counts(corpus, view, query, model, global, |segment, doc, score| {
        let score = score as f32;
        if top.accepts(score) {
            top.push(score, order.ranks[segment][doc as usize]);
        }
    })?;
    Ok(top.into_hits())
}

/// Calls `sink` with the segment, the page and the unrounded score of every page with a permitted
/// occurrence of a query term.
///
/// # Errors
/// As [`search`].
pub fn scores(
    corpus: &Corpus,
    view: &View,
    query: &Query,
    model: &ModelSpec,
    sink: impl FnMut(usize, u32, f64),
) -> Result<()> {
    scores_with_counts(corpus, view, query, model, None, sink)
}

/// Does the same with df and cf of the query's terms over more pages, as [`search_with_counts`].
///
/// # Errors
/// As [`search`].
pub(crate) fn scores_with_counts(
    corpus: &Corpus,
    view: &View,
    query: &Query,
    model: &ModelSpec,
    global: Option<&[TermStatistics]>,
    sink: impl FnMut(usize, u32, f64),
) -> Result<()> {
    model.check_unit(view.statistics.unit)?;
    if view.only_selects() {
        scores_of::<u32>(corpus, view, query, model, global, sink)
    } else {
        scores_of::<u64>(corpus, view, query, model, global, sink)
    }
}

fn scores_of<F: Frequency>(
    corpus: &Corpus,
    view: &View,
    query: &Query,
    model: &ModelSpec,
    global: Option<&[TermStatistics]>,
    sink: impl FnMut(usize, u32, f64),
) -> Result<()> {
    let decoded: Decoded<F> = decode(corpus, view, query)?;
    if view.statistics.pages > 0 {
        let terms: Vec<TermStatistics> = match global {
            Some(global) => global.to_vec(),
            None => (0..query.terms.len()).map(|term| term_statistics(&decoded, term)).collect(),
        };
        with_model!(model, model => score(model, corpus, view, query, &terms, &decoded, sink));
    }
    Ok(())
}

/// A term frequency in the unit of the view. Where every token counts once, four bytes are enough:
/// tantivy counts in them.
trait Frequency: Copy {
    fn new(frequency: u64) -> Self;
    fn get(self) -> u64;
}

impl Frequency for u32 {
    fn new(frequency: u64) -> Self {
        frequency as Self
    }

    fn get(self) -> u64 {
        self.into()
    }
}

impl Frequency for u64 {
    fn new(frequency: u64) -> Self {
        frequency
    }

    fn get(self) -> u64 {
        self
    }
}

/// `decoded[segment][term]`: the pages with permitted occurrences of the term, in order, with the
/// term's frequency.
type Decoded<F> = Vec<Vec<Vec<(u32, F)>>>;

fn decode<F: Frequency>(corpus: &Corpus, view: &View, query: &Query) -> Result<Decoded<F>> {
    let mut decoded = Vec::with_capacity(corpus.segments.len());
    for (segment, view) in corpus.segments.iter().zip(&view.segments) {
        let mut of_segment = Vec::with_capacity(query.terms.len());
        for (term, _) in &query.terms {
            let mut pages = Vec::new();
            permitted(corpus, segment, view, term, |doc, tf| pages.push((doc, F::new(tf))))?;
            of_segment.push(pages);
        }
        decoded.push(of_segment);
    }
    Ok(decoded)
}

/// Calls `page` for every page of a segment with permitted occurrences of the term, with its
/// frequency.
fn permitted(
    corpus: &Corpus,
    segment: &Segment,
    view: &SegmentView,
    term: &str,
    mut page: impl FnMut(u32, u64),
) -> Result<()> {
    postings::decode(corpus, segment, term, |doc, rows| {
        let tf = view.frequency(rows);
        if tf > 0 {
            page(doc, tf);
        }
    })
}

/// Returns df and cf of a term in the view.
pub(crate) fn counts(corpus: &Corpus, view: &View, term: &str) -> Result<TermStatistics> {
    let mut counts = TermStatistics::default();
    for (segment, view) in corpus.segments.iter().zip(&view.segments) {
        permitted(corpus, segment, view, term, |_, tf| {
            counts.pages += 1;
            counts.occurrences += tf;
        })?;
    }
    Ok(counts)
}

fn term_statistics<F: Frequency>(decoded: &Decoded<F>, term: usize) -> TermStatistics {
    let pages = || decoded.iter().flat_map(|segment| &segment[term]);
    TermStatistics {
        pages: pages().count() as u64,
        occurrences: pages().map(|(_, tf)| tf.get()).sum(),
    }
}

/// Sums the weights term by term, in the order of the query, with one sum per page.
fn score<M: Model, F: Frequency>(
    model: &M,
    corpus: &Corpus,
    view: &View,
    query: &Query,
    terms: &[TermStatistics],
    decoded: &Decoded<F>,
    mut sink: impl FnMut(usize, u32, f64),
) {
    let statistics: Statistics = view.statistics;
    let constants: Vec<M::Term> = terms
        .iter()
        .zip(&query.terms)
        .map(|(term, (_, weight))| model.term(*term, *weight, statistics))
        .collect();
    let collection = model.collection(statistics);
    let unit = statistics.unit;
    let whole = model.whole(query, terms, statistics);
    let clauses = query.clauses();
    for (number, segment) in view.segments.iter().enumerate() {
        let mut cells = vec![(0.0f64, 0.0f64); corpus.segments[number].documents() as usize];
        let mut touched = Vec::new();
        for (term, pages) in decoded[number].iter().enumerate() {
            for &(doc, tf) in pages {
                let norm = model.norm(&collection, unit.value(segment.length(doc)));
                let (sum, matched) = &mut cells[doc as usize];
                if *matched == 0.0 {
                    touched.push(doc);
                }
                *sum += model.weight(&constants[term], unit.value(tf.get()), norm);
                *matched += query.terms[term].1;
            }
        }
        for doc in touched {
            let (sum, matched) = cells[doc as usize];
            let norm = model.norm(&collection, unit.value(segment.length(doc)));
            sink(number, doc, model.finish(sum, &whole, norm, matched, clauses));
        }
    }
}
