//! Some pages of a collection, with what counts of them under weights.

use crate::Weights;
use crate::rule::predicate::RuleRow;
use schemars::JsonSchema;
use serde::Serialize;
use tamis_blocks::page::BlockKind;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_index::index::StoredPage;

/// The pages that are shown.
const PAGES: usize = 10;
/// The longest text that is shown of a block, in characters.
const MAX_CHARACTERS: usize = 300;

/// A page with its blocks.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SamplePage {
    /// Its name.
    pub docno: String,
    /// Its URL, or empty.
    pub url: String,
    /// Its title, or empty.
    pub title: String,
    /// The tokens of its text, without the title.
    pub tokens: u64,
    /// The tokens of its text that count, by weight.
    pub kept: f64,
    /// The blocks of its text that have tokens, in order.
    pub blocks: Vec<SampleBlock>,
}

/// A block of a page.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SampleBlock {
    /// The start of its text.
    pub text: String,
    /// Its tokens.
    pub tokens: u32,
    /// How many times a token counts.
    pub weight: f64,
}

/// Returns pages that are evenly spread over these documents.
///
/// # Errors
/// If the index cannot be read.
pub fn samples(corpus: &Corpus, documents: &[u32], weights: &Weights) -> Result<Vec<SamplePage>> {
    let count = PAGES.min(documents.len());
    let mut samples = Vec::with_capacity(count);
    for number in 0..count {
        let document = documents[(2 * number + 1) * documents.len() / (2 * count)];
        samples.push(sample(corpus.page(document)?, weights));
    }
    Ok(samples)
}

fn sample(page: StoredPage, weights: &Weights) -> SamplePage {
    let StoredPage { docno, url, title, blocks, .. } = page;
    let mut sample = SamplePage { docno, url, title, tokens: 0, kept: 0.0, blocks: Vec::new() };
    let of_text = blocks.iter().filter(|block| block.block.kind == BlockKind::Text);
    for block in of_text.filter(|block| block.tokens > 0) {
        let weight: f64 = weights.weight(&RuleRow::from_stored(block)).into();
        sample.tokens += u64::from(block.tokens);
        sample.kept += f64::from(block.tokens) * weight;
        let text = block.text.chars().take(MAX_CHARACTERS).collect();
        sample.blocks.push(SampleBlock { text, tokens: block.tokens, weight });
    }
    sample
}
