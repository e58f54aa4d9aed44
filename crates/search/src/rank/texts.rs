//! The terms of pages, from their stored text, for feedback. A page is read and analyzed once for
//! all views.

use crate::view::View;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;

/// The terms of the pages that were read so far.
pub(crate) struct ReadTerms {
    analyzer: Analyzer,
    /// By the rank of the docno.
    pages: Mutex<HashMap<u32, Arc<PageTerms>>>,
}

/// The terms of a page, block by block.
struct PageTerms {
    terms: Vec<String>,
    /// (block, position of the term in `terms`, occurrences).
    counts: Vec<(u32, u32, u32)>,
}

/// The permitted terms of a page in a view.
pub(crate) struct TermCounts {
    page: Arc<PageTerms>,
    /// (term number, frequency in the unit of the view), in the order of the terms.
    pub counts: Vec<(u32, u64)>,
}

impl TermCounts {
    /// Returns the counts of these terms of a page, which are distinct and in order.
    pub fn from_terms(terms: Vec<(String, u64)>) -> Self {
        let (terms, counts): (Vec<String>, Vec<u64>) = terms.into_iter().unzip();
        let page = PageTerms { terms, counts: Vec::new() };
        Self { page: Arc::new(page), counts: (0..).zip(counts).collect() }
    }

    /// Returns the terms with their counts, in order.
    pub fn into_terms(self) -> Vec<(String, u64)> {
        self.counts.iter().map(|&(number, count)| (self.term(number).to_owned(), count)).collect()
    }

    /// Returns the term with this number.
    pub fn term(&self, number: u32) -> &str {
        &self.page.terms[number as usize]
    }
}

impl ReadTerms {
    pub fn new(corpus: &Corpus) -> Result<Self> {
        let analyzer = corpus.indexes[0].manifest.recipe.analyzer()?;
        Ok(Self { analyzer, pages: Mutex::default() })
    }

    /// Counts the terms in the permitted blocks of a document.
    pub fn counts(&self, corpus: &Corpus, view: &View, document: u32) -> Result<TermCounts> {
        let page = self.page(corpus, document)?;
        let (number, doc) = corpus.order()?.page(document);
        let first = corpus.segments[number].first_row[doc as usize];
        let view = &view.segments[number];
        let mut counts = vec![0; page.terms.len()];
        for &(block, term, count) in &page.counts {
            counts[term as usize] += u64::from(count) * view.amount(first + block);
        }
        let counts = (0..).zip(counts).filter(|(_, count)| *count > 0).collect();
        Ok(TermCounts { page, counts })
    }

    fn page(&self, corpus: &Corpus, document: u32) -> Result<Arc<PageTerms>> {
        let lock = || self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(page) = lock().get(&document) {
            return Ok(page.clone());
        }
        // Read without holding the lock: two threads may read the same page, with the same result.
        let page = Arc::new(self.read(corpus, document)?);
        lock().insert(document, page.clone());
        Ok(page)
    }

    fn read(&self, corpus: &Corpus, document: u32) -> Result<PageTerms> {
        let stored = corpus.texts(document)?;
        let mut analyzer = self.analyzer.clone();
        let mut by_term = BTreeMap::<String, BTreeMap<u32, u32>>::new();
        for (number, text) in (0..).zip(stored.blocks()) {
            for term in analyzer.terms(text) {
                *by_term.entry(term).or_default().entry(number).or_insert(0) += 1;
            }
        }
        let mut counts = Vec::new();
        for (term, blocks) in (0..).zip(by_term.values()) {
            counts.extend(blocks.iter().map(|(block, count)| (*block, term, *count)));
        }
        Ok(PageTerms { terms: by_term.into_keys().collect(), counts })
    }
}
