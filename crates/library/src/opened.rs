//! The pages that jobs search, and what jobs made of them: the next one with the same rule, or the
//! same filter of pages, finds it. All is made from one commit, so it can be forgotten at any time.

use crate::kept::WeightedCache;
use std::sync::Arc;
use tamis_index::corpus::Corpus;
use tamis_index::corpus::pages::Filtered;
use tamis_index::error::Result;
use tamis_index::index::StoredPage;
use tamis_search::request::Pages;
use tamis_search::view::little_text::LittleText;
use tamis_search::{BlockRule, Predicate, View};
use xxhash_rust::xxh3::xxh3_128;

/// Bytes of views to keep. Of a large index so many views of rules without weights, or a quarter of
/// them with weights in four bits a block.
const VIEW_BYTES: u64 = 128 << 20;
const VIEWS: u64 = 16;

/// Filters whose pages are kept, and their share of the bytes: each has views of its own.
const FILTERS: u64 = 4;
const FILTERED_SHARE: u64 = 8;

/// Bytes of pages to keep.
const PAGE_BYTES: u64 = 64 << 20;

/// Rules to keep of what they leave.
const LITTLE: u64 = 256;

/// Searched pages, with the views of rules.
pub struct Opened {
    /// The pages.
    pub corpus: Corpus,
    /// What the filter left out; none without one.
    pub filtered: Option<Filtered>,
    views: WeightedCache<String, Arc<View>>,
    /// What rules leave, if it is little.
    little: WeightedCache<String, Option<LittleText>>,
}

impl Opened {
    /// All pages of some indexes.
    pub fn new(corpus: Corpus) -> Self {
        Self::with_share(corpus, None, 1)
    }

    /// What is kept takes a share of the usual bytes.
    fn with_share(corpus: Corpus, filtered: Option<Filtered>, share: u64) -> Self {
        let rows: usize = corpus.segments.iter().map(|segment| segment.rows()).sum();
        let pages: u64 = corpus.segments.iter().map(|segment| u64::from(segment.documents())).sum();
        let view_bytes = rows as u64 / 8 + 4 * pages;
        let views = WeightedCache::new(VIEW_BYTES.max(VIEWS * view_bytes) / share);
        Self { corpus, filtered, views, little: WeightedCache::new(LITTLE) }
    }

    /// What a rule leaves of the pages.
    ///
    /// # Errors
    /// As [`View::new`].
    pub fn view(&self, rule: &BlockRule) -> Result<Arc<View>> {
        let key = key_of(rule);
        self.views.get_or_make(key.as_str(), || {
            let view = View::new(&self.corpus, rule)?;
            let bytes = view.bytes() + key.len() as u64;
            Ok((Arc::new(view), bytes))
        })
    }

    /// The view of all blocks.
    ///
    /// # Errors
    /// As [`View::new`].
    pub fn unfiltered(&self) -> Result<Arc<View>> {
        self.view(&Predicate::All.into())
    }

    /// What a rule leaves, if it is little, by its view.
    ///
    /// # Errors
    /// As [`LittleText::find`].
    pub fn little_text(&self, rule: &BlockRule, view: &View) -> Result<Option<LittleText>> {
        let find = || Ok((LittleText::find(&self.corpus, view, rule)?, 1));
        self.little.get_or_make(key_of(rule).as_str(), find)
    }
}

/// A name for a rule: equal for rules that permit and weigh the same in the same words.
fn key_of(rule: &BlockRule) -> String {
    format!("{rule:?}")
}

/// All pages of some indexes, and those that the last filters left.
pub struct AllOpened {
    /// All pages.
    pub all: Arc<Opened>,
    narrowed: WeightedCache<u128, Arc<Opened>>,
    /// The pages that were read last, by the ranks of their docnos.
    pages: WeightedCache<u32, Arc<StoredPage>>,
}

impl AllOpened {
    /// All pages of some indexes.
    pub fn new(corpus: Corpus) -> Self {
        let all = Arc::new(Opened::new(corpus));
        Self { all, narrowed: WeightedCache::new(FILTERS), pages: WeightedCache::new(PAGE_BYTES) }
    }

    /// The pages that pass a filter.
    ///
    /// # Errors
    /// A filter that is wrong, or that the index cannot answer; an index that cannot be read.
    pub fn narrowed(&self, pages: &Pages) -> Result<Arc<Opened>> {
        if pages.is_empty() {
            return Ok(self.all.clone());
        }
        // Lists of docnos may be long.
        let key = xxh3_128(format!("{pages:?}").as_bytes());
        self.narrowed.get_or_make(&key, || {
            let (corpus, filtered) = self.all.corpus.with_pages(&pages.filter()?)?;
            let opened = Opened::with_share(corpus, Some(filtered), FILTERED_SHARE);
            Ok((Arc::new(opened), 1))
        })
    }

    /// A page by the rank of its docno. A filter changes no rank.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn page(&self, document: u32) -> Result<Arc<StoredPage>> {
        self.pages.get_or_make(&document, || {
            let mut page = self.all.corpus.page(document)?;
            // It is most of a page, and no job looks at it.
            page.body = None;
            let bytes = page.blocks.iter().map(|block| block.text.len() as u64 + 160).sum::<u64>();
            Ok((Arc::new(page), bytes + 1024))
        })
    }
}
