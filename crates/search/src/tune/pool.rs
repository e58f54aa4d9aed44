//! Pools: for each topic the pages that one of some weights ranks high, with the occurrences of the
//! query's terms by cell. Every weighting of the same rules ranks a pool without reading the index.

use super::cells::{Cells, HEADING, Holds, for_each_range_with_rules};
use super::titles::{folded, parts};
use crate::model::ModelSpec;
use crate::rank::{self, postings};
use crate::rule::predicate::{Predicate, TitleRule};
use crate::rule::weights::{BlockRule, Weights};
use crate::{Query, View};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;

/// The longest block that is compared with its page's title, in bytes.
const MAX_HEADING_BYTES: usize = 400;

pub struct PoolTopic {
    pub query: Query,
    /// Judged pages (their ranks in the order of docnos) with their grades.
    pub grades: Vec<(u32, i32)>,
}

pub struct PoolSettings<'a> {
    /// The rules that tell cells apart. The first one is `kind = title`.
    pub rules: &'a [Predicate],
    /// The weights whose best pages are pooled.
    pub probes: &'a [Weights],
    /// The number of best pages of each.
    pub depth: usize,
    /// Whether bodies alone are searched, without titles.
    pub bodies: bool,
    /// Whether a block that repeats the title of its page counts as the title.
    pub headings: bool,
    /// The model of the probes.
    pub model: ModelSpec,
}

pub struct Pool {
    /// The rules that hold in every cell.
    pub holds: Vec<Holds>,
    /// The tokens of all pages of the corpus, by cell.
    pub tokens: Vec<u64>,
    /// The pages of the corpus that have tokens.
    pub pages: u64,
    /// Whether bodies alone are searched.
    pub bodies: bool,
    /// The pooled pages, in the order of docnos: their ranks in it.
    pub documents: Vec<u32>,
    /// The tokens of each pooled page: (cell, tokens).
    pub(super) lengths: Vec<Vec<(u32, u32)>>,
    pub topics: Vec<Candidates>,
}

/// The pool of one topic.
pub struct Candidates {
    /// df of every term, and its weight in the query.
    pub(super) terms: Vec<(u64, f64)>,
    /// The pooled pages with a term of the query, in the order of docnos: their numbers in
    /// [`Pool::documents`].
    pub(super) pages: Vec<u32>,
    /// Their grades; none for a page that is not judged.
    pub(super) grades: Vec<Option<i32>>,
    entries: Vec<PoolEntry>,
    /// `entries[first[page]..first[page + 1]]` are those of `pages[page]`.
    first: Vec<u32>,
}

/// Occurrences of a term in blocks of one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PoolEntry {
    pub term: u16,
    pub cell: u32,
    pub count: u32,
}

/// The cell and the tokens of every row of a page.
type CellTokens = Vec<(u32, u32)>;

impl Candidates {
    /// The occurrences in a page, by term.
    pub(super) fn entries(&self, page: usize) -> &[PoolEntry] {
        &self.entries[self.first[page] as usize..self.first[page + 1] as usize]
    }
}

impl Pool {
    /// Makes the pools of topics.
    ///
    /// # Errors
    /// If the index cannot be read, or cannot tell what a rule needs.
    pub fn new(corpus: &Corpus, topics: &[PoolTopic], settings: &PoolSettings<'_>) -> Result<Self> {
        let title = if settings.bodies { TitleRule::Drop } else { TitleRule::Keep };
        let permits = title.apply(Predicate::All);
        let base = View::new(corpus, permits.clone())?;
        let pooled = pooled(corpus, topics, settings, &permits)?;
        let documents: BTreeSet<u32> = pooled.iter().flatten().copied().collect();
        let documents: Vec<u32> = documents.into_iter().collect();
        let headings: Vec<Vec<u32>> = if settings.headings {
            documents.par_iter().map(|&page| headings(corpus, page)).collect::<Result<_>>()?
        } else {
            vec![Vec::new(); documents.len()]
        };
        let mut scan = PoolScan {
            documents: &documents,
            headings: &headings,
            cells: Cells::default(),
            rows: vec![CellTokens::new(); documents.len()],
        };
        scan.read(corpus, settings.rules)?;
        let PoolScan { cells, rows, .. } = scan;
        let read = PoolReader { corpus, base: &base, documents: &documents, rows: &rows };
        let topics: Vec<Candidates> = topics
            .par_iter()
            .zip(&pooled)
            .map(|(topic, pages)| read.candidates(topic, pages))
            .collect::<Result<_>>()?;
        Ok(Self {
            holds: cells.holds,
            tokens: cells.tokens,
            pages: base.statistics.pages,
            bodies: settings.bodies,
            lengths: rows.into_iter().map(sum_by_cell).collect(),
            documents,
            topics,
        })
    }
}

/// Returns the pages of every topic: the relevant ones, and the best by each of the probes.
fn pooled(
    corpus: &Corpus,
    topics: &[PoolTopic],
    settings: &PoolSettings<'_>,
    permits: &Predicate,
) -> Result<Vec<BTreeSet<u32>>> {
    let mut pooled = Vec::with_capacity(topics.len());
    for topic in topics {
        let relevant = topic.grades.iter().filter(|(_, grade)| *grade > 0);
        pooled.push(relevant.map(|(document, _)| *document).collect::<BTreeSet<u32>>());
    }
    for weights in settings.probes {
        let rule = BlockRule { permits: permits.clone(), weights: weights.clone() };
        let view = View::new(corpus, rule)?;
        let search = |topic: &PoolTopic| {
            rank::search(corpus, &view, &topic.query, &settings.model, settings.depth)
        };
        let found: Vec<_> = topics.par_iter().map(search).collect::<Result<_>>()?;
        for (pages, hits) in pooled.iter_mut().zip(found) {
            pages.extend(hits.iter().map(|hit| hit.document));
        }
    }
    Ok(pooled)
}

/// Returns the numbers of a page's blocks that have the words of its title, or of a part of it.
fn headings(corpus: &Corpus, document: u32) -> Result<Vec<u32>> {
    let page = corpus.page(document)?;
    let mut of_title: Vec<String> = parts(&page.title).iter().map(|part| folded(part)).collect();
    of_title.push(folded(&page.title));
    let mut headings = Vec::new();
    for (number, block) in (0..).zip(&page.blocks) {
        let text = &block.text;
        if text.len() <= MAX_HEADING_BYTES && of_title.contains(&folded(text)) {
            headings.push(number);
        }
    }
    Ok(headings)
}

/// Sums the tokens of a page's rows by cell.
fn sum_by_cell(rows: CellTokens) -> CellTokens {
    let mut sums = CellTokens::new();
    for (cell, tokens) in rows {
        match sums.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, sum)) => *sum += tokens,
            None => sums.push((cell, tokens)),
        }
    }
    sums
}

/// One pass over the blocks of a corpus.
struct PoolScan<'a> {
    documents: &'a [u32],
    /// The blocks of each of these pages that repeat its title.
    headings: &'a [Vec<u32>],
    cells: Cells,
    /// The rows of each of these pages.
    rows: Vec<CellTokens>,
}

impl PoolScan<'_> {
    fn read(&mut self, corpus: &Corpus, rules: &[Predicate]) -> Result<()> {
        let order = corpus.order()?;
        corpus.check(rules.iter().map(Predicate::columns).collect())?;
        for (number, segment) in corpus.segments.iter().enumerate() {
            let ranks = order.ranks(number);
            for_each_range_with_rules(segment, rules, |range, holds| {
                let tokens = range.tokens()?;
                for doc in range.pages.clone().filter(|&doc| segment.is_alive(doc)) {
                    let page = self.documents.binary_search(&ranks[doc as usize]).ok();
                    for (block, row) in (0..).zip(range.rows_of(doc)) {
                        self.add(page, block, holds[row], tokens.get(row));
                    }
                }
                Ok(())
            })
            .map_err(|e| corpus.error(segment, e))?;
        }
        Ok(())
    }

    /// Adds a block; `page` is the number of its page if that is pooled.
    fn add(&mut self, page: Option<usize>, block: u32, holds: Holds, tokens: u64) {
        let Some(page) = page else {
            self.cells.add(holds, tokens);
            return;
        };
        let heading = if self.headings[page].contains(&block) { HEADING } else { 0 };
        let cell = self.cells.add(holds | heading, tokens);
        self.rows[page].push((cell, tokens as u32));
    }
}

/// Reads the postings of queries in pooled pages.
struct PoolReader<'a> {
    corpus: &'a Corpus,
    /// All text that is searched.
    base: &'a View,
    documents: &'a [u32],
    rows: &'a [CellTokens],
}

impl PoolReader<'_> {
    fn candidates(&self, topic: &PoolTopic, pages: &BTreeSet<u32>) -> Result<Candidates> {
        let grades: HashMap<u32, i32> = topic.grades.iter().copied().collect();
        let mut by_page: HashMap<u32, Vec<PoolEntry>> = HashMap::new();
        let mut terms = Vec::with_capacity(topic.query.terms.len());
        for (number, (term, weight)) in (0u16..).zip(&topic.query.terms) {
            terms.push((rank::counts(self.corpus, self.base, term)?.pages, *weight));
            self.add_term(number, term, pages, &mut by_page)?;
        }
        let mut candidates = Candidates {
            terms,
            pages: Vec::new(),
            grades: Vec::new(),
            entries: Vec::new(),
            first: vec![0],
        };
        for document in pages {
            let Ok(page) = self.documents.binary_search(document) else { continue };
            let Some(entries) = by_page.get(document) else { continue };
            candidates.pages.push(page as u32);
            candidates.grades.push(grades.get(document).copied());
            candidates.entries.extend(entries);
            candidates.first.push(candidates.entries.len() as u32);
        }
        Ok(candidates)
    }

    fn add_term(
        &self,
        number: u16,
        term: &str,
        pages: &BTreeSet<u32>,
        by_page: &mut HashMap<u32, Vec<PoolEntry>>,
    ) -> Result<()> {
        let order = self.corpus.order()?;
        for (number_of_segment, segment) in self.corpus.segments.iter().enumerate() {
            let ranks = order.ranks(number_of_segment);
            postings::decode(self.corpus, segment, term, |doc, rows| {
                let document = ranks[doc as usize];
                if !pages.contains(&document) {
                    return;
                }
                let Ok(page) = self.documents.binary_search(&document) else { return };
                let first_row = segment.first_row[doc as usize];
                let entries = by_page.entry(document).or_default();
                let first = entries.len();
                for row in rows {
                    let (cell, _) = self.rows[page][(row - first_row) as usize];
                    match entries[first..].iter_mut().find(|entry| entry.cell == cell) {
                        Some(entry) => entry.count += 1,
                        None => entries.push(PoolEntry { term: number, cell, count: 1 }),
                    }
                }
            })?;
        }
        Ok(())
    }
}
