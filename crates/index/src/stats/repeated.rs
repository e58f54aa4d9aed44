//! How often blocks repeat: words by the number of pages that hold their block, and the blocks that
//! most pages hold.

use super::histogram::{Bin, add, empty};
use crate::corpus::{Corpus, Segment};
use crate::error::Result;
use crate::index::columns::{BlockColumn, BlockNumbers};
use crate::index::repeats::{MostRepeated, Repeats};
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use tantivy::DocAddress;

/// The first number of pages of each bin; the last bin has no end.
const BINS: [u64; 10] = [1, 2, 3, 4, 6, 11, 21, 51, 101, 1001];

/// How often the blocks of an index repeat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WordsByRepeats {
    /// Words, by the pages that hold their block; without blocks that have no tokens.
    pub words: Vec<Bin>,
    /// Sites of the pages.
    pub sites: u64,
    /// Pages that have a site, because they have a URL; each URL once.
    pub pages_with_site: u64,
    /// The date of the public suffix list that defines the site of a page.
    pub public_suffix_list: String,
    /// The blocks that most pages hold, the most repeated first.
    pub most_repeated: Vec<RepeatedBlock>,
}

/// Number of pages that are read to find the commonest text of a block: as many to twice as many.
const SAMPLE: usize = 32;

/// A block that repeats, with the texts of the same tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RepeatedBlock {
    /// The pages that hold a block of the same tokens, each URL once.
    pub repeats: u32,
    /// The words of its text.
    pub words: u32,
    /// A page with this text.
    pub docno: String,
    /// Its commonest text, by a sample of the pages that hold a block of these tokens; empty if the
    /// index stores no texts.
    pub text: String,
}

impl WordsByRepeats {
    /// What the index counted when it was finished, with its most repeated blocks, and no words in
    /// the bins yet.
    pub(super) fn new(corpus: &Corpus, counts: &Repeats) -> Result<Self> {
        let Repeats { counted, .. } = counts;
        let mut most_repeated = Vec::with_capacity(counted.most.len());
        for &MostRepeated { repeats, segment, row } in &counted.most {
            let (docno, stored) = corpus.block(segment, row)?;
            let words = stored.block.words;
            most_repeated.push(RepeatedBlock { repeats, words, docno, text: stored.text });
        }
        Ok(Self {
            words: empty(&BINS, None),
            sites: counted.sites,
            pages_with_site: counted.pages_with_site,
            public_suffix_list: counted.list.clone(),
            most_repeated,
        })
    }

    /// Replaces the texts of the most repeated blocks, which are those of their first pages, by the
    /// commonest ones on the sampled pages.
    pub(super) fn show_commonest(&mut self, corpus: &Corpus, samples: &Samples) -> Result<()> {
        let index = &corpus.indexes[0];
        let mut analyzer = index.manifest.recipe.analyzer()?;
        let mut tokens_of = |text: &str| {
            let mut tokens = analyzer.terms(text);
            tokens.sort_unstable();
            tokens
        };
        let mut texts: HashMap<Vec<String>, HashMap<String, RepeatedText>> = HashMap::new();
        for block in self.most_repeated.iter().filter(|block| !block.text.is_empty()) {
            texts.insert(tokens_of(&block.text), HashMap::new());
        }
        if texts.is_empty() {
            return Ok(());
        }
        let ordinals = index.segments_in_order();
        for (place, (segment, doc)) in samples.pages().into_iter().enumerate() {
            let page = index.page_at(DocAddress::new(ordinals[segment], doc))?;
            for stored in page.blocks {
                if !samples.wants(stored.repeats.pages.into(), stored.tokens.into()) {
                    continue;
                }
                if let Some(known) = texts.get_mut(&tokens_of(&stored.text)) {
                    let words = stored.block.words;
                    let docno = &page.docno;
                    let new =
                        || RepeatedText { times: 0, first: place, words, docno: docno.clone() };
                    known.entry(stored.text).or_insert_with(new).times += 1;
                }
            }
        }
        for block in &mut self.most_repeated {
            let known = texts.remove(&tokens_of(&block.text)).unwrap_or_default();
            let order = |shown: &RepeatedText| (shown.times, Reverse(shown.first));
            let commonest = known.into_iter().max_by(|(one, shown), (other, also)| {
                order(shown).cmp(&order(also)).then_with(|| other.cmp(one))
            });
            if let Some((text, RepeatedText { words, docno, .. })) = commonest {
                (block.text, block.words, block.docno) = (text, words, docno);
            }
        }
        Ok(())
    }

    /// Adds the words of these blocks.
    pub(super) fn add(&mut self, numbers: &BlockNumbers) {
        let pages = &numbers[BlockColumn::Repeats];
        for (pages, words) in pages.iter().zip(&numbers[BlockColumn::Words]) {
            // No page holds a block without tokens.
            if *pages > 0 {
                add(&mut self.words, *pages, *words);
            }
        }
    }
}

/// A text of some tokens.
struct RepeatedText {
    /// How often it was found.
    times: usize,
    /// The first of the pages that have it.
    first: usize,
    words: u32,
    docno: String,
}

/// Pages that may hold the most repeated blocks, evenly over the collection.
#[derive(Default)]
pub(super) struct Samples(HashMap<(u64, u64), RepeatSample>);

/// Pages with a block that as many pages hold, and that has as many tokens.
#[derive(Default)]
struct RepeatSample {
    /// The places of segments in their order, and numbers of pages in them.
    pages: Vec<(usize, u32)>,
    /// Number of pages offered.
    offered: usize,
    /// One of so many is kept, as a power of 2.
    rarity: u32,
}

impl Samples {
    /// Pages with the most repeated blocks that were counted.
    pub(super) fn new(corpus: &Corpus, counts: &Repeats) -> Result<Self> {
        let mut samples = HashMap::new();
        for &MostRepeated { repeats, segment, row } in &counts.counted.most {
            let (_, stored) = corpus.block(segment, row)?;
            samples.insert((u64::from(repeats), u64::from(stored.tokens)), RepeatSample::default());
        }
        Ok(Self(samples))
    }

    /// Offers the pages `documents` of a segment, at its place in the order of all, with the
    /// numbers of their blocks.
    pub(super) fn offer(
        &mut self,
        place: usize,
        segment: &Segment,
        documents: Range<u32>,
        numbers: &BlockNumbers,
    ) {
        if self.0.is_empty() {
            return;
        }
        let first_row = segment.first_row[documents.start as usize];
        for doc in documents {
            let [from, to] =
                [doc, doc + 1].map(|doc| (segment.first_row[doc as usize] - first_row) as usize);
            let repeats = &numbers[BlockColumn::Repeats][from..to];
            let tokens = &numbers[BlockColumn::Tokens][from..to];
            for (repeats, tokens) in repeats.iter().zip(tokens) {
                if let Some(sample) = self.0.get_mut(&(*repeats, *tokens)) {
                    sample.offer((place, doc));
                }
            }
        }
    }

    fn wants(&self, repeats: u64, tokens: u64) -> bool {
        self.0.contains_key(&(repeats, tokens))
    }

    /// Returns the pages in their order, each once.
    fn pages(&self) -> BTreeSet<(usize, u32)> {
        self.0.values().flat_map(|sample| sample.pages.iter().copied()).collect()
    }
}

impl RepeatSample {
    fn offer(&mut self, page: (usize, u32)) {
        if self.pages.last() == Some(&page) {
            return;
        }
        if self.offered.is_multiple_of(1 << self.rarity) {
            self.pages.push(page);
        }
        self.offered += 1;
        if self.pages.len() == 2 * SAMPLE {
            let mut number = 0;
            self.pages.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.rarity += 1;
        }
    }
}
