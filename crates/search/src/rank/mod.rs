//! Searches one view: returns exactly the ranking of an index that contains only the permitted
//! blocks.

pub mod explain;
pub mod postings;
pub mod terms;
pub(crate) mod texts;
pub mod top;

use super::model::{Model, ModelSpec, TermStatistics};
use super::query::Query;
use super::view::{SegmentView, View};
use crate::rank::top::{Floor, Ranked, Top};
use crate::with_model;
use rayon::prelude::*;
use tamis_index::corpus::Corpus;
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
    model.check_unit(view.statistics.unit)?;
    if view.only_selects() {
        best_of::<u32>(corpus, view, query, model, hits, global)
    } else {
        best_of::<u64>(corpus, view, query, model, hits, global)
    }
}

/// Returns the number of pages that a search without a limit finds: those with a permitted
/// occurrence of a query term.
///
/// # Errors
/// If the index cannot be read.
pub fn matching(corpus: &Corpus, view: &View, query: &Query) -> Result<u64> {
    let segments = corpus.segments.par_iter().zip(&view.segments);
    let counts = segments.map(|(segment, view)| {
        let mut is_found = vec![false; view.documents()];
        for (term, _) in &query.terms {
            postings::permitted(corpus, segment, view, term, |doc, _| {
                is_found[doc as usize] = true;
            })?;
        }
        Ok(is_found.iter().filter(|found| **found).count() as u64)
    });
    counts.sum()
}

fn best_of<F: Frequency>(
    corpus: &Corpus,
    view: &View,
    query: &Query,
    model: &ModelSpec,
    hits: usize,
    global: Option<&[TermStatistics]>,
) -> Result<Vec<Ranked>> {
    let order = corpus.order()?;
    let decoded: DecodedPostings<F> = decode(corpus, view, query)?;
    if view.statistics.pages == 0 {
        return Ok(Vec::new());
    }
    let terms = statistics_of(&decoded, query, global);
    let floor = Floor::default();
    let top = with_model!(model, model => {
        let scoring = QueryScoring::new(model, view, query, &terms);
        decoded
            .par_iter()
            .enumerate()
            .fold(
                || (Top::new(hits), SumCells::default()),
                |(mut top, mut cells), (segment, decoded)| {
                    let ranks = order.ranks(segment);
                    scoring.segment(segment, decoded, floor.get(), &mut cells, |doc, score| {
                        let score = score as f32;
                        if top.accepts(score) {
                            top.push(score, ranks[doc as usize]);
                        }
                    });
                    top.raise(&floor);
                    (top, cells)
                },
            )
            .map(|(top, _)| top)
            .reduce(|| Top::new(hits), Top::merged)
    });
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
    mut sink: impl FnMut(usize, u32, f64),
) -> Result<()> {
    let decoded: DecodedPostings<F> = decode(corpus, view, query)?;
    if view.statistics.pages > 0 {
        let terms = statistics_of(&decoded, query, global);
        with_model!(model, model => {
            let scoring = QueryScoring::new(model, view, query, &terms);
            let mut cells = SumCells::default();
            for (segment, decoded) in decoded.iter().enumerate() {
                scoring.segment(segment, decoded, None, &mut cells, |doc, score| {
                    sink(segment, doc, score);
                });
            }
        });
    }
    Ok(())
}

/// A term frequency in the unit of the view. Where every token counts once, four bytes are enough:
/// tantivy counts in them.
trait Frequency: Copy + Send + Sync {
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
type DecodedPostings<F> = Vec<Vec<Vec<(u32, F)>>>;

fn decode<F: Frequency>(corpus: &Corpus, view: &View, query: &Query) -> Result<DecodedPostings<F>> {
    let segments = corpus.segments.par_iter().zip(&view.segments);
    let decoded = segments.map(|(segment, view)| {
        let mut of_segment = Vec::with_capacity(query.terms.len());
        for (term, _) in &query.terms {
            let mut pages = Vec::new();
            postings::permitted(corpus, segment, view, term, |doc, tf| {
                pages.push((doc, F::new(tf)));
            })?;
            of_segment.push(pages);
        }
        Ok(of_segment)
    });
    decoded.collect()
}

/// Returns df and cf of a term in the view.
pub(crate) fn counts(corpus: &Corpus, view: &View, term: &str) -> Result<TermStatistics> {
    let mut counts = TermStatistics::default();
    for (segment, view) in corpus.segments.iter().zip(&view.segments) {
        postings::permitted(corpus, segment, view, term, |_, tf| {
            counts.pages += 1;
            counts.occurrences += tf;
        })?;
    }
    Ok(counts)
}

fn term_statistics<F: Frequency>(decoded: &DecodedPostings<F>, term: usize) -> TermStatistics {
    let pages = || decoded.iter().flat_map(|segment| &segment[term]);
    TermStatistics {
        pages: pages().count() as u64,
        occurrences: pages().map(|(_, tf)| tf.get()).sum(),
    }
}

/// Returns df and cf of all terms: `global`, or those of the corpus.
fn statistics_of<F: Frequency>(
    decoded: &DecodedPostings<F>,
    query: &Query,
    global: Option<&[TermStatistics]>,
) -> Vec<TermStatistics> {
    match global {
        Some(global) => global.to_vec(),
        None => (0..query.terms.len()).map(|term| term_statistics(decoded, term)).collect(),
    }
}

/// A query with its constants in a view.
struct QueryScoring<'a, M: Model> {
    model: &'a M,
    view: &'a View,
    query: &'a Query,
    constants: Vec<M::Term>,
    collection: M::Collection,
    whole: M::Whole,
}

/// The sums of a segment's pages, used again for the next segment: with hundreds of segments, their
/// memory would cost as much as the scores of a rare term.
#[derive(Default)]
struct SumCells {
    /// The sum of the weights and that of the query weights, by page; [`UNTOUCHED`] for others.
    sums: Vec<(f64, f64)>,
    /// The pages with a term, as they were met.
    touched: Vec<u32>,
}

/// The sums of a page without a term: a query weight may be 0, but never less.
const UNTOUCHED: (f64, f64) = (0.0, -1.0);

impl<'a, M: Model> QueryScoring<'a, M> {
    fn new(model: &'a M, view: &'a View, query: &'a Query, terms: &[TermStatistics]) -> Self {
        let statistics = view.statistics;
        let constants = terms.iter().zip(&query.terms);
        Self {
            model,
            view,
            query,
            constants: constants
                .map(|(term, (_, weight))| model.term(*term, *weight, statistics))
                .collect(),
            collection: model.collection(statistics),
            whole: model.whole(query, terms, statistics),
        }
    }

    fn norm(&self, segment: &SegmentView, doc: u32) -> f64 {
        let length = self.view.statistics.unit.value(segment.length(doc));
        self.model.norm(&self.collection, length)
    }

    /// Returns which terms a page must have one of to score at least `floor`, rounded as scores are
    /// (MaxScore of Turtle and Flood, IPM 1995); all of them without a floor, and for a model
    /// without bounds.
    ///
    /// *Invariant*: a page without such a term is strictly below the floor. Its score is a sum of
    /// weights of the other terms, in the query's order. Their bounds are added in another order,
    /// so what rounding may lose is added: less than a millionth for any query that is typed.
    fn essential<F: Frequency>(
        &self,
        segment: &SegmentView,
        decoded: &[Vec<(u32, F)>],
        floor: Option<f32>,
    ) -> Vec<bool> {
        let mut essential = vec![true; decoded.len()];
        let Some(floor) = floor else { return essential };
        let unit = self.view.statistics.unit;
        let norm = self.model.norm(&self.collection, unit.value(segment.shortest()));
        let mut bounds = Vec::with_capacity(decoded.len());
        for (term, pages) in decoded.iter().enumerate() {
            let tf = pages.iter().map(|(_, tf)| tf.get()).max().unwrap_or(0);
            let bound = self.model.bound(&self.constants[term], unit.value(tf), norm);
            let Some(bound) = bound else { return essential };
            bounds.push((if tf == 0 { 0.0 } else { bound }, term));
        }
        bounds.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut sum = 0.0;
        for (bound, term) in bounds {
            sum += bound;
            if (sum * (1.0 + 1e-6)) as f32 >= floor {
                break;
            }
            essential[term] = false;
        }
        essential
    }

    /// Calls `sink` with the score of every page of a segment that has a term, but for those that
    /// score less than `floor`. Weights are summed term by term, in the order of the query.
    fn segment<F: Frequency>(
        &self,
        number: usize,
        decoded: &[Vec<(u32, F)>],
        floor: Option<f32>,
        cells: &mut SumCells,
        mut sink: impl FnMut(u32, f64),
    ) {
        let segment = &self.view.segments[number];
        let unit = self.view.statistics.unit;
        if decoded.iter().all(Vec::is_empty) {
            return;
        }
        cells.sums.resize(cells.sums.len().max(segment.documents()), UNTOUCHED);
        let essential = self.essential(segment, decoded, floor);
        for (pages, _) in decoded.iter().zip(&essential).filter(|(_, essential)| **essential) {
            for &(doc, _) in pages {
                let (_, matched) = &mut cells.sums[doc as usize];
                if *matched < 0.0 {
                    cells.touched.push(doc);
                    *matched = 0.0;
                }
            }
        }
        for (term, pages) in decoded.iter().enumerate() {
            for &(doc, tf) in pages {
                let (sum, matched) = &mut cells.sums[doc as usize];
                if *matched < 0.0 {
                    continue;
                }
                let norm = self.norm(segment, doc);
                *sum += self.model.weight(&self.constants[term], unit.value(tf.get()), norm);
                *matched += self.query.terms[term].1;
            }
        }
        let clauses = self.query.clauses();
        for doc in cells.touched.drain(..) {
            let (sum, matched) = std::mem::replace(&mut cells.sums[doc as usize], UNTOUCHED);
            let norm = self.norm(segment, doc);
            sink(doc, self.model.finish(sum, &self.whole, norm, matched, clauses));
        }
    }
}
