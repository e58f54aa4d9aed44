//! The terms of a segment, page after page, until they are sorted into postings. A page's list of
//! terms is taken as it is, where tantivy's own writer looks up every token in a hash table and
//! appends to a list of its own: a cache miss or two for each.
//!
//! *Invariants*: blocks are numbered through all pages, in the order of the segment. So the numbers
//! of the blocks of a term, which a counting sort leaves in that order, ascend by page and in the
//! page by block, as tantivy's serializer needs them.

use crate::analyze::TermId;

/// The terms of all pages.
#[derive(Debug, Default)]
pub(super) struct TermLog {
    pages: Vec<LoggedTerms>,
    tokens: usize,
}

/// The terms of a page, and how many of them each of its blocks has.
#[derive(Debug)]
struct LoggedTerms {
    terms: Vec<TermId>,
    of_blocks: Vec<u32>,
}

/// The blocks of every term.
#[derive(Debug)]
pub(super) struct Postings {
    /// The blocks of all terms, in the order of the terms' numbers.
    blocks: Vec<u32>,
    /// Where the blocks of each term end.
    ends: Vec<u32>,
    /// The page of each block.
    page_of: Vec<u32>,
    /// The first block of each page.
    first_block: Vec<u32>,
}

impl TermLog {
    /// Adds the next page: its terms, and how many of them each of its blocks has.
    pub fn add(&mut self, terms: Vec<TermId>, of_blocks: Vec<u32>) {
        self.tokens += terms.len();
        self.pages.push(LoggedTerms { terms, of_blocks });
    }

    /// Returns the number of tokens.
    pub fn tokens(&self) -> u64 {
        self.tokens as u64
    }

    /// Sorts the blocks by term, for a vocabulary of this many terms.
    pub fn into_postings(self, vocabulary: usize) -> Postings {
        let mut ends = vec![0; vocabulary];
        for term in self.pages.iter().flat_map(|page| &page.terms) {
            ends[term.index()] += 1;
        }
        let mut start = 0;
        for end in &mut ends {
            // For now where the next block of the term goes; that is its end when all are there.
            start += std::mem::replace(end, start);
        }
        let mut blocks = vec![0; self.tokens];
        let mut page_of = Vec::new();
        let mut first_block = Vec::with_capacity(self.pages.len());
        for (page, LoggedTerms { terms, of_blocks }) in (0..).zip(self.pages) {
            first_block.push(page_of.len() as u32);
            let mut rest = &*terms;
            for count in of_blocks {
                let block = page_of.len() as u32;
                page_of.push(page);
                let (of_block, others) = rest.split_at(count as usize);
                rest = others;
                for term in of_block {
                    let next = &mut ends[term.index()];
                    blocks[*next as usize] = block;
                    *next += 1;
                }
            }
        }
        Postings { blocks, ends, page_of, first_block }
    }
}

impl Postings {
    /// Returns the blocks of a term.
    fn blocks(&self, term: TermId) -> &[u32] {
        let start = term.index().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.blocks[start as usize..self.ends[term.index()] as usize]
    }

    /// Replaces `of_term` by the pages of a term.
    pub fn read(&self, term: TermId, of_term: &mut LoggedPages) {
        of_term.pages.clear();
        of_term.deltas.clear();
        // Where the blocks of the current page end; there is none at first.
        let mut end = 0;
        let mut before = 0;
        for &block in self.blocks(term) {
            if block >= end {
                let page = self.page_of[block as usize];
                before = self.first_block[page as usize];
                end = self.first_block.get(page as usize + 1).copied().unwrap_or(u32::MAX);
                of_term.pages.push((page, 0));
            }
            if let Some((_, count)) = of_term.pages.last_mut() {
                *count += 1;
            }
            of_term.deltas.push(block - before);
            before = block;
        }
    }
}

/// The pages of a term.
#[derive(Debug, Default)]
pub(super) struct LoggedPages {
    /// Every page, and how often it has the term.
    pages: Vec<(u32, u32)>,
    /// The blocks of all these occurrences by their numbers in the page, each as the difference to
    /// the one before.
    deltas: Vec<u32>,
}

impl LoggedPages {
    /// Returns the number of pages.
    pub fn len(&self) -> u32 {
        self.pages.len() as u32
    }

    /// Returns every page with its deltas.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let mut rest = &*self.deltas;
        self.pages.iter().map(move |(page, count)| {
            let (of_page, others) = rest.split_at(*count as usize);
            rest = others;
            (*page, of_page)
        })
    }
}
