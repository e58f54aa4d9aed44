//! A page as it enters the index: cut into blocks, labelled and analyzed.

use super::scores::BlockScores;
use crate::analyze::TermId;
use tamis_blocks::classify::LabelSet;
use tamis_blocks::page::{Blocks, EncodingSource};
use tamis_collection::{RawDocument, RecordReport};

/// A page ready for the index: its blocks, their labels and their terms.
#[derive(Debug, Clone)]
pub struct AnalyzedPage {
    /// Name, source, URL and date. The body may already be empty.
    pub document: RawDocument,
    /// The WHATWG name of its encoding.
    pub encoding: &'static str,
    /// How the encoding was determined.
    pub encoding_source: EncodingSource,
    /// The language of its text: a code of [`crate::analyze::language`].
    pub language: &'static str,
    /// What the page says of itself, if the recipe keeps it.
    pub metadata: Option<KeptMetadata>,
    /// The page's structure as the index stores it; none if the recipe does not.
    pub structure: Option<Vec<u8>>,
    pub blocks: Blocks,
    /// One set per block of [`Blocks::all`]; the title has none.
    pub labels: Vec<LabelSet>,
    /// The labels that were added to the index, by their numbers among those, one set per block;
    /// empty if it has none. They are in a file of their own.
    pub added_labels: Vec<LabelSet>,
    /// The scores of the recipe in hundredths, one per block of [`Blocks::all`]; none for the
    /// title. Empty if it has none.
    pub scores: Vec<BlockScores>,
    /// The terms of all blocks, in order, by their numbers in the vocabulary of the batch.
    pub terms: Vec<TermId>,
    /// How many terms each block of [`Blocks::all`] has.
    pub block_terms: Vec<u32>,
    /// The hash that finds duplicates; none without deduplication, and none for a page without
    /// text.
    pub fingerprint: Option<Fingerprint>,
    /// The limits that the page reached, for the list of skipped records; the index does not store
    /// them.
    pub defects: Vec<RecordReport>,
}

/// What a page says of itself, as the index keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptMetadata {
    /// [`tamis_text::metadata::Metadata`] as JSON.
    pub json: String,
    /// When it was published, in seconds since 1970.
    pub published: Option<i64>,
}

/// A hash of a page's text: the two halves of a 128-bit hash, or one SimHash.
pub type Fingerprint = Vec<u64>;
