//! The terms of a segment, block after block, until they are sorted into postings. To note a term
//! takes four bytes at the end of a list, where tantivy's own writer looks up the term in a hash
//! table and appends to a list of its own: a cache miss or two for every token.
//!
//! *Invariants*: blocks are numbered through all pages, in the order of the segment. So the numbers
//! of the blocks of a term, which a counting sort leaves in that order, ascend by page and in the
//! page by block, as tantivy's serializer needs them.

use crate::analyze::TermId;

/// The terms of all blocks.
#[derive(Debug, Default)]
pub(super) struct TermLog {
    terms: Vec<TermId>,
    /// Where the terms of each block end.
    block_ends: Vec<u32>,
    /// The page of each block.
    page_of: Vec<u32>,
    /// The first block of each page.
    first_block: Vec<u32>,
}

/// The blocks of every term.
#[derive(Debug)]
pub(super) struct Postings {
    /// The blocks of all terms, in the order of the terms' numbers.
    blocks: Vec<u32>,
    /// Where the blocks of each term end.
    ends: Vec<u32>,
    page_of: Vec<u32>,
    first_block: Vec<u32>,
}

impl TermLog {
    /// Adds the next page: its terms, and how many of them each of its blocks has.
    pub fn add(&mut self, terms: &[TermId], of_blocks: &[u32]) {
        let page = self.first_block.len() as u32;
        let mut end = self.terms.len() as u32;
        self.first_block.push(self.block_ends.len() as u32);
        self.terms.extend_from_slice(terms);
        for terms in of_blocks {
            end += terms;
            self.block_ends.push(end);
            self.page_of.push(page);
        }
    }

    /// Returns the number of tokens.
    pub fn tokens(&self) -> u64 {
        self.terms.len() as u64
    }

    /// Sorts the blocks by term, for a vocabulary of this many terms.
    pub fn into_postings(self, vocabulary: usize) -> Postings {
        let mut ends = vec![0; vocabulary];
        for term in &self.terms {
            ends[term.index()] += 1;
        }
        let mut start = 0;
        for end in &mut ends {
            // For now where the next block of the term goes; that is its end when all are there.
            start += std::mem::replace(end, start);
        }
        let mut blocks = vec![0; self.terms.len()];
        let mut from = 0;
        for (block, &to) in (0..).zip(&self.block_ends) {
            for term in &self.terms[from..to as usize] {
                let next = &mut ends[term.index()];
                blocks[*next as usize] = block;
                *next += 1;
            }
            from = to as usize;
        }
        let Self { page_of, first_block, .. } = self;
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
    pub fn read(&self, term: TermId, of_term: &mut TermPages) {
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
pub(super) struct TermPages {
    /// Every page, and how often it has the term.
    pages: Vec<(u32, u32)>,
    /// The blocks of all these occurrences by their numbers in the page, each as the difference to
    /// the one before.
    deltas: Vec<u32>,
}

impl TermPages {
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
