//! Explains the score of a page: every count that the model used, the blocks that it comes from,
//! and the steps from the terms' weights to the printed score.

use super::postings;
use crate::model::{Model, ModelSpec, Statistics, Step, TermStatistics};
use crate::query::Query;
use crate::view::{SegmentView, View};
use crate::with_model;
use serde::{Deserialize, Serialize};
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;

/// The explanation of a page's score.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// Permitted tokens of the page, in the unit of the view. If 0, the page is not in the view.
    pub length: u64,
    /// One per term of the query, in its order.
    pub terms: Vec<ExplainedTerm>,
    /// The sum of the terms' weights.
    pub sum: f64,
    /// The steps from the sum to the score.
    pub steps: Vec<Step>,
    /// The score as a run prints it; none if the page contains no term of the query, or is not in
    /// the view.
    pub score: Option<f32>,
}

/// A query term in the page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ExplainedTerm {
    /// df and cf in the view.
    pub statistics: TermStatistics,
    /// The permitted blocks of the page that contain it.
    pub blocks: Vec<ExplainedBlock>,
    /// Occurrences in blocks of the page that are not permitted.
    pub barred: u32,
    /// Its weight in the sum.
    pub weight: f64,
}

/// A permitted block that contains a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplainedBlock {
    /// Its number. Block 0 is the title, if there is one.
    pub number: u32,
    /// Occurrences of the term in it.
    pub occurrences: u32,
    /// What each of them counts: the block's weight, in the unit of the view.
    pub weight: u64,
}

impl ExplainedTerm {
    /// Returns tf: the permitted occurrences in the page, weighted, in the unit of the view.
    pub fn tf(&self) -> u64 {
        // Saturating: what another machine says of a page may be any numbers.
        let mut tf = 0u64;
        for block in &self.blocks {
            tf = tf.saturating_add(u64::from(block.occurrences).saturating_mul(block.weight));
        }
        tf
    }
}

/// Returns df and cf of the query's terms in a view, in the order of the query.
///
/// # Errors
/// If the index cannot be read.
pub fn terms(corpus: &Corpus, view: &View, query: &Query) -> Result<Vec<TermStatistics>> {
    Ok(counted(corpus, view, query, None)?.into_iter().map(|term| term.statistics).collect())
}

/// Explains the score of a document, which is given by its rank in the order of docnos.
///
/// # Errors
/// As [`crate::rank::search`].
pub fn page(
    corpus: &Corpus,
    view: &View,
    query: &Query,
    model: &ModelSpec,
    document: u32,
) -> Result<Explanation> {
    model.check_unit(view.statistics.unit)?;
    let (length, terms) = held(corpus, view, query, document)?;
    Ok(explanation(model, query, view.statistics, length, terms))
}

/// Returns the permitted tokens of a document, and what it holds of every term.
///
/// # Errors
/// If the index cannot be read.
pub(crate) fn held(
    corpus: &Corpus,
    view: &View,
    query: &Query,
    document: u32,
) -> Result<(u64, Vec<ExplainedTerm>)> {
    let (segment, doc) = corpus.order()?.page(document);
    let terms = counted(corpus, view, query, Some((segment, doc)))?;
    Ok((view.segments[segment].length(doc), terms))
}

/// Explains the score of a page by what it holds of the terms of a query.
pub(crate) fn explanation(
    model: &ModelSpec,
    query: &Query,
    statistics: Statistics,
    length: u64,
    terms: Vec<ExplainedTerm>,
) -> Explanation {
    let mut explanation = Explanation { length, terms, sum: 0.0, steps: Vec::new(), score: None };
    if explanation.terms.iter().any(|term| term.tf() > 0) {
        with_model!(model, model => score(model, query, statistics, &mut explanation));
    }
    explanation
}

/// Returns every term's counts in the view, and its blocks in the page (segment, doc).
fn counted(
    corpus: &Corpus,
    view: &View,
    query: &Query,
    page: Option<(usize, u32)>,
) -> Result<Vec<ExplainedTerm>> {
    let mut terms = Vec::with_capacity(query.terms.len());
    for (term, _) in &query.terms {
        let mut explained = ExplainedTerm::default();
        for (number, (segment, view)) in corpus.segments.iter().zip(&view.segments).enumerate() {
            postings::decode(corpus, segment, term, |doc, rows| {
                let tf = view.frequency(rows);
                explained.statistics.pages += u64::from(tf > 0);
                explained.statistics.occurrences += tf;
                if page == Some((number, doc)) {
                    let barred = rows.iter().filter(|&&row| !view.permits(row));
                    explained.barred = barred.count() as u32;
                    explained.blocks = blocks(view, segment.first_row[doc as usize], rows);
                }
            })?;
        }
        terms.push(explained);
    }
    Ok(terms)
}

/// Returns the permitted blocks of a page among these rows of a term's occurrences. `first` is the
/// first row of the page.
fn blocks(view: &SegmentView, first: u32, rows: &[u32]) -> Vec<ExplainedBlock> {
    let mut blocks = Vec::new();
    for rows in rows.chunk_by(|a, b| a == b) {
        if view.permits(rows[0]) {
            blocks.push(ExplainedBlock {
                number: rows[0] - first,
                occurrences: rows.len() as u32,
                weight: view.amount(rows[0]),
            });
        }
    }
    blocks
}

/// Scores a page as [`crate::rank::scores`] does, and keeps every step.
fn score<M: Model>(
    model: &M,
    query: &Query,
    statistics: Statistics,
    explanation: &mut Explanation,
) {
    let unit = statistics.unit;
    let norm = model.norm(&model.collection(statistics), unit.value(explanation.length));
    let counts: Vec<TermStatistics> =
        explanation.terms.iter().map(|term| term.statistics).collect();
    let mut matched = 0.0;
    for (term, (_, weight)) in
        explanation.terms.iter_mut().zip(&query.terms).filter(|(term, _)| term.tf() > 0)
    {
        term.weight = model.weight(
            &model.term(term.statistics, *weight, statistics),
            unit.value(term.tf()),
            norm,
        );
        explanation.sum += term.weight;
        matched += weight;
    }
    let whole = model.whole(query, &counts, statistics);
    let clauses = query.clauses();
    explanation.steps = model.steps(&whole, norm, matched, clauses);
    explanation.score = Some(model.finish(explanation.sum, &whole, norm, matched, clauses) as f32);
}
