//! Conditions of a typed query: words and phrases that a permitted block of a page must hold, or
//! must not hold. They choose among the pages of a ranking; scores and statistics stay those of the
//! view.
//!
//! The index knows in which blocks a word is, but not where in the block. So the postings give the
//! pages and blocks that can meet a condition, and phrases are looked for in the stored text of
//! these blocks: page by page, the best first, until there are enough results.

use crate::feedback::Searcher;
use crate::model::{ModelSpec, TermStatistics};
use crate::query::Query;
use crate::rank;
use crate::rank::postings;
use crate::rank::top::{Ranked, Top};
use crate::view::View;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::{Corpus, Segment};
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::StoredPage;
use tamis_index::index::recipe::Store;
use tantivy::DocAddress;

/// What a page must hold, and must not hold, in a permitted block: analyzed tokens that follow each
/// other, one or more. Words without a token (stop words) count neither in the condition nor in the
/// block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conditions {
    pub required: Vec<Vec<String>>,
    pub excluded: Vec<Vec<String>>,
}

/// Why a page does not meet a condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unmet {
    /// No permitted block holds these tokens.
    Lacks(Vec<String>),
    /// A permitted block holds these tokens.
    Holds(Vec<String>),
}

/// Tokens as they are typed: a word, or a phrase in quotes.
pub fn typed(tokens: &[String]) -> String {
    if let [word] = tokens { word.clone() } else { format!("\"{}\"", tokens.join(" ")) }
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lacks(tokens) => write!(f, "no permitted block holds {}", typed(tokens)),
            Self::Holds(tokens) => write!(f, "a permitted block holds {}", typed(tokens)),
        }
    }
}

impl Conditions {
    /// Whether every page meets them.
    pub fn is_empty(&self) -> bool {
        self.required.is_empty() && self.excluded.is_empty()
    }

    /// Checks that the indexes have the texts that the conditions need.
    ///
    /// # Errors
    /// [`Error::Index`] for a phrase, and for a word of several tokens, if an index does not store
    /// texts.
    pub fn check(&self, corpus: &Corpus) -> Result<()> {
        let Some(phrase) =
            self.required.iter().chain(&self.excluded).find(|tokens| tokens.len() > 1)
        else {
            return Ok(());
        };
        match corpus.indexes.iter().find(|index| index.manifest.recipe.store == Store::None) {
            None => Ok(()),
            Some(index) => {
                let message = format!(
                    "stores no texts, and the phrase {} is looked for in them",
                    typed(phrase)
                );
                Err(Error::index(&index.path, message).with_remedy(Remedy::StoreTexts))
            }
        }
    }
}

/// Whether the tokens of a block hold a sequence of one or more tokens.
pub(crate) fn holds(block: &[String], sequence: &[String]) -> bool {
    block.windows(sequence.len()).any(|window| window == sequence)
}

/// The permitted blocks that hold all tokens of a condition, in any order.
struct CandidateRows<'c> {
    tokens: &'c [String],
    rows: Vec<Vec<u32>>,
}

impl<'c> CandidateRows<'c> {
    fn find(corpus: &Corpus, view: &View, tokens: &'c [String]) -> Result<Self> {
        let distinct: BTreeSet<&String> = tokens.iter().collect();
        let mut rows = Vec::with_capacity(corpus.segments.len());
        for (segment, view) in corpus.segments.iter().zip(&view.segments) {
            let mut of_segment: Option<Vec<u32>> = None;
            for token in &distinct {
                let mut with = Vec::new();
                postings::decode(corpus, segment, token, |_, rows| {
                    let blocks = rows.chunk_by(|a, b| a == b).map(|rows| rows[0]);
                    with.extend(blocks.filter(|&row| view.permits(row)));
                })?;
                if let Some(before) = of_segment {
                    with.retain(|row| before.binary_search(row).is_ok());
                }
                of_segment = Some(with);
            }
            rows.push(of_segment.unwrap_or_default());
        }
        Ok(Self { tokens, rows })
    }

    fn all(corpus: &Corpus, view: &View, conditions: &'c [Vec<String>]) -> Result<Vec<Self>> {
        conditions.iter().map(|tokens| Self::find(corpus, view, tokens)).collect()
    }

    /// The candidates among the rows of a page.
    fn of_page(&self, number: usize, segment: &Segment, doc: u32) -> &[u32] {
        let rows = &self.rows[number];
        let [from, to] = [doc, doc + 1].map(|doc| segment.first_row[doc as usize]);
        &rows[rows.partition_point(|&row| row < from)..rows.partition_point(|&row| row < to)]
    }

    /// Whether a candidate need not be looked at.
    fn is_certain(&self) -> bool {
        self.tokens.len() == 1
    }
}

/// Conditions and a view, ready to be checked on pages.
struct ConditionCheck<'c> {
    corpus: &'c Corpus,
    required: Vec<CandidateRows<'c>>,
    excluded: Vec<CandidateRows<'c>>,
    analyzer: Analyzer,
}

impl<'c> ConditionCheck<'c> {
    fn new(corpus: &'c Corpus, view: &View, conditions: &'c Conditions) -> Result<Self> {
        conditions.check(corpus)?;
        let all = |conditions| CandidateRows::all(corpus, view, conditions);
        let analyzer = corpus.indexes[0].manifest.recipe.analyzer()?;
        Ok(Self {
            corpus,
            required: all(&conditions.required)?,
            excluded: all(&conditions.excluded)?,
            analyzer,
        })
    }

    /// Whether a page can meet the conditions, as far as the postings tell.
    fn is_possible(&self, number: usize, doc: u32) -> bool {
        let segment = &self.corpus.segments[number];
        let has =
            |candidates: &CandidateRows<'_>| !candidates.of_page(number, segment, doc).is_empty();
        self.required.iter().all(has)
            && !self.excluded.iter().any(|excluded| excluded.is_certain() && has(excluded))
    }

    /// Returns the conditions that a page does not meet.
    fn unmet(&mut self, document: u32) -> Result<Vec<Unmet>> {
        let (number, doc) = self.corpus.order()?.page(document);
        let mut page = OnePage { corpus: self.corpus, number, doc, stored: None };
        let mut unmet = Vec::new();
        for required in &self.required {
            if !page.holds(required, &mut self.analyzer)? {
                unmet.push(Unmet::Lacks(required.tokens.to_vec()));
            }
        }
        for excluded in &self.excluded {
            if page.holds(excluded, &mut self.analyzer)? {
                unmet.push(Unmet::Holds(excluded.tokens.to_vec()));
            }
        }
        Ok(unmet)
    }
}

/// A page, whose text is read when it is needed.
struct OnePage<'c> {
    corpus: &'c Corpus,
    number: usize,
    doc: u32,
    stored: Option<StoredPage>,
}

impl OnePage<'_> {
    /// Whether a permitted block of the page holds these tokens.
    fn holds(&mut self, candidates: &CandidateRows<'_>, analyzer: &mut Analyzer) -> Result<bool> {
        let segment = &self.corpus.segments[self.number];
        let rows = candidates.of_page(self.number, segment, self.doc);
        if rows.is_empty() || candidates.is_certain() {
            return Ok(!rows.is_empty());
        }
        let stored = match &mut self.stored {
            Some(stored) => stored,
            none => {
                let address = DocAddress::new(segment.ordinal, self.doc);
                none.insert(self.corpus.indexes[segment.index].page_at(address)?)
            }
        };
        let first = segment.first_row[self.doc as usize];
        let tokens = candidates.tokens;
        Ok(rows.iter().any(|row| {
            let block = &stored.blocks[(row - first) as usize];
            holds(&analyzer.terms(&block.text), tokens)
        }))
    }
}

/// A search for pages of a view that meet conditions.
pub(crate) struct ConditionalSearch<'a> {
    pub corpus: &'a Corpus,
    pub view: &'a View,
    pub model: &'a ModelSpec,
    pub conditions: &'a Conditions,
}

impl ConditionalSearch<'_> {
    /// Returns the best pages that meet the conditions, as [`rank::search_with_counts`] finds them.
    ///
    /// # Errors
    /// As [`Conditions::check`], and if the index cannot be read.
    pub fn best(
        &self,
        query: &Query,
        hits: usize,
        global: Option<&[TermStatistics]>,
    ) -> Result<Vec<Ranked>> {
        let Self { corpus, view, model, conditions } = *self;
        if conditions.is_empty() {
            return rank::search_with_counts(corpus, view, query, model, hits, global);
        }
        let order = corpus.order()?;
        let mut check = ConditionCheck::new(corpus, view, conditions)?;
        let mut possible = Top::new(corpus.pages() as usize);
        rank::scores_with_counts(corpus, view, query, model, global, |segment, doc, score| {
            if check.is_possible(segment, doc) {
                possible.push(score as f32, order.ranks(segment)[doc as usize]);
            }
        })?;
        let mut found = Vec::new();
        for hit in possible.into_hits() {
            if found.len() == hits {
                break;
            }
            if check.unmet(hit.document)?.is_empty() {
                found.push(hit);
            }
        }
        Ok(found)
    }
}

impl Searcher<'_> {
    /// Returns the best `hits` pages that meet the conditions, with the scores and in the order of
    /// a search without conditions. With feedback, the query is expanded as without conditions.
    ///
    /// # Errors
    /// As [`Conditions::check`], and if the index cannot be read.
    pub fn search_where(
        &self,
        query: &Query,
        conditions: &Conditions,
        hits: usize,
    ) -> Result<Vec<Ranked>> {
        let Self { corpus, view, model, .. } = *self;
        ConditionalSearch { corpus, view, model, conditions }.best(&*self.query(query)?, hits, None)
    }

    /// Returns the number of pages that a search without a limit finds. With conditions, only the
    /// first `enough` of them are counted: whether a page meets a phrase is seen in its text.
    ///
    /// # Errors
    /// As [`search_where`](Self::search_where).
    pub fn count_where(
        &self,
        query: &Query,
        conditions: &Conditions,
        enough: usize,
    ) -> Result<u64> {
        if conditions.is_empty() {
            return rank::matching(self.corpus, self.view, &*self.query(query)?);
        }
        Ok(self.search_where(query, conditions, enough)?.len() as u64)
    }

    /// Returns the conditions that a document does not meet, given its rank in the order of docnos.
    ///
    /// # Errors
    /// As [`search_where`](Self::search_where).
    pub fn unmet(&self, conditions: &Conditions, document: u32) -> Result<Vec<Unmet>> {
        ConditionCheck::new(self.corpus, self.view, conditions)?.unmet(document)
    }
}
