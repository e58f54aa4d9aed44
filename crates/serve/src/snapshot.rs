//! One commit of an index, opened for many requests, and what requests made of it: views by rule,
//! rankings of the unfiltered text, pages. Everything is made from the index alone, so it can be
//! forgotten at any time.

use super::cancel::Cancel;
use super::facts::collection::Collection;
use super::failure::{Failure, Problem};
use super::kept::Kept;
use super::search_request::SearchRequest;
use super::shared_value::SharedValue;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::{Corpus, PageFilter};
use tamis_index::error::{Error, Result};
use tamis_index::index::storage::Mapped;
use tamis_index::index::{Index, Manifest, StoredPage};
use tamis_search::experiment::results::{LabelComparison, Sweep};
use tamis_search::feedback::Ranking;
use tamis_search::rank::top::Ranked;
use tamis_search::typed::Analyzed;
use tamis_search::view::little_text::LittleText;
use tamis_search::{BlockRule, Predicate, Searcher, TitleRule, View};

/// The most results of the unfiltered text among which a page's rank is looked for.
pub const DEPTH: usize = 1000;

/// Bytes of views to keep; of a large index so many views of rules without weights, or a quarter of
/// them with weights in four bits a block.
const VIEW_BYTES: u64 = 128 << 20;
const VIEWS: u64 = 16;
/// Bytes of pages to keep.
const PAGE_BYTES: u64 = 64 << 20;
/// Bytes of rankings to keep.
const RANKING_BYTES: u64 = 16 << 20;

/// Filters of pages whose snapshots are kept, and their share of the bytes to keep: each has views
/// of its own.
const NARROWED: u64 = 4;
const NARROWED_SHARE: u64 = 8;

/// Bytes of curves to keep.
const CURVE_BYTES: u64 = 64 << 20;

/// Comparisons of labels to keep: one of 62 labels, 6 measures and 1,000 topics is 3 MB.
const LABEL_COMPARISONS: u64 = 4;

/// Rules to keep of what they leave.
const LITTLE_TEXTS: u64 = 256;

/// A sweep over one axis.
pub type Curve = Sweep;

/// The ranks of pages, from 1, by the rank of their docno.
pub type Ranks = HashMap<u32, u32>;

/// One commit of an index.
pub struct Snapshot {
    /// The index, to be searched.
    pub corpus: Corpus,
    /// Names the commit; another commit has another name.
    pub commit: String,
    analyzer: Analyzer,
    files: Mapped,
    views: Kept<String, Arc<View>>,
    ranks: Kept<String, Arc<Ranks>>,
    pages: Kept<u32, Arc<StoredPage>>,
    curves: Kept<String, Arc<Curve>>,
    label_comparisons: Kept<String, Arc<LabelComparison>>,
    /// What rules leave, if it is little.
    little_texts: Kept<String, Option<LittleText>>,
    collection: SharedValue<Collection>,
    /// The same commit with the pages that a filter leaves.
    narrowed: Kept<String, Arc<Snapshot>>,
}

/// The bytes that a value takes besides its own: an address may be long, and its value small.
fn of_key(key: &str) -> u64 {
    key.len() as u64 + 256
}

/// Returns why a filter of pages fails, with the parameter that is wrong if one is.
fn filter_failure(error: Error, request: &SearchRequest) -> Failure {
    match error {
        Error::Index { .. } => {
            // Each of them may ask for what the index does not know.
            let by = ["page_language", "published_from", "published_to"];
            let name = by.into_iter().find(|name| request.get(name).is_some()).unwrap_or("from");
            Failure::Problems(vec![Problem::new(name, error.to_string())])
        }
        Error::Setting(found) => {
            Failure::Problems(vec![Problem::from_setting(found.setting, &found)])
        }
        other => other.into(),
    }
}

impl Snapshot {
    /// Opens the last commit of the index in a folder, which the caller names.
    ///
    /// # Errors
    /// As [`Index::open`].
    pub fn open(path: &Path, commit: String) -> Result<Self> {
        let files = Mapped::new(path);
        let corpus = Corpus::new(vec![Index::open(path)?])?;
        Self::new(corpus, commit, files, 1)
    }

    /// Makes what requests share. What is kept takes a share of the usual bytes.
    fn new(corpus: Corpus, commit: String, files: Mapped, share: u64) -> Result<Self> {
        corpus.order()?;
        let analyzer = corpus.indexes[0].manifest.recipe.analyzer()?;
        let rows: usize = corpus.segments.iter().map(|segment| segment.rows()).sum();
        let pages: u64 = corpus.segments.iter().map(|segment| u64::from(segment.documents())).sum();
        let view_bytes = rows as u64 / 8 + 4 * pages;
        let all_views = VIEW_BYTES.max(VIEWS * view_bytes);
        Ok(Self {
            analyzer,
            files,
            commit,
            views: Kept::new(all_views / share),
            ranks: Kept::new(RANKING_BYTES / share),
            pages: Kept::new(PAGE_BYTES / share),
            curves: Kept::new(CURVE_BYTES / share),
            label_comparisons: Kept::new(LABEL_COMPARISONS),
            narrowed: Kept::new(NARROWED),
            little_texts: Kept::new(LITTLE_TEXTS),
            collection: SharedValue::default(),
            corpus,
        })
    }

    /// The same commit with the pages that a search sees; none if it sees all.
    ///
    /// # Errors
    /// [`Failure::Problems`] for a filter that the index cannot answer, such as languages that it
    /// does not know.
    pub fn narrowed(
        &self,
        request: &SearchRequest,
    ) -> std::result::Result<Option<Arc<Self>>, Failure> {
        if request.pages.is_empty() {
            return Ok(None);
        }
        let make = || Ok((self.with_pages(&request.pages)?, 1));
        let made = self.narrowed.get_or_make(request.pages_key().as_str(), make);
        made.map(Some).map_err(|error| filter_failure(error, request))
    }

    /// The same commit with the pages that a filter leaves.
    fn with_pages(&self, filter: &PageFilter) -> Result<Arc<Self>> {
        let (corpus, _) = self.corpus.with_pages(filter)?;
        let snapshot = Self::new(corpus, self.commit.clone(), self.files.clone(), NARROWED_SHARE)?;
        Ok(Arc::new(snapshot))
    }

    /// Checks that no file of the index was shortened in place.
    ///
    /// # Errors
    /// [`Failure::Error`] with the file.
    pub fn check_files(&self) -> std::result::Result<(), Failure> {
        Ok(self.files.check()?)
    }

    /// The index.
    pub fn index(&self) -> &Index {
        &self.corpus.indexes[0]
    }

    /// How the index was built and what it contains.
    pub fn manifest(&self) -> &Manifest {
        &self.index().manifest
    }

    /// Whether the index has the texts of its blocks.
    pub fn has_texts(&self) -> bool {
        self.manifest().recipe.store != tamis_index::index::recipe::Store::None
    }

    /// Whether the index has the pages themselves.
    pub fn has_originals(&self) -> bool {
        self.manifest().recipe.store == tamis_index::index::recipe::Store::All
    }

    /// An analyzer of its own for a request.
    pub fn analyzer(&self) -> Analyzer {
        self.analyzer.clone()
    }

    /// The view of a rule, made once for all requests that ask for it.
    ///
    /// # Errors
    /// As [`View::new`].
    pub fn view(&self, request: &SearchRequest) -> std::result::Result<Arc<View>, Failure> {
        self.view_of(&request.rule_key(), &request.rule)
    }

    /// What a rule leaves, if it is little, by its view.
    ///
    /// # Errors
    /// As [`LittleText::find`].
    pub fn little_text(&self, request: &SearchRequest, view: &View) -> Result<Option<LittleText>> {
        let find = || Ok((LittleText::find(&self.corpus, view, &request.rule)?, 1));
        self.little_texts.get_or_make(request.rule_key().as_str(), find)
    }

    /// The view of all blocks.
    ///
    /// # Errors
    /// As [`View::new`].
    pub fn unfiltered(&self) -> std::result::Result<Arc<View>, Failure> {
        self.view_of("", &Predicate::All.into())
    }

    /// The view of all blocks, titles treated in this way.
    ///
    /// # Errors
    /// As [`View::new`].
    pub fn unfiltered_with(&self, title: TitleRule) -> std::result::Result<Arc<View>, Failure> {
        match title {
            TitleRule::Drop => self.view_of("title=drop", &title.apply(Predicate::All).into()),
            TitleRule::Keep | TitleRule::Block => self.unfiltered(),
        }
    }

    fn view_of(&self, key: &str, rule: &BlockRule) -> std::result::Result<Arc<View>, Failure> {
        let made = self.views.get_or_make(key, || {
            let view = View::new(&self.corpus, rule)?;
            let bytes = view.bytes() + of_key(key);
            Ok::<_, Error>((Arc::new(view), bytes))
        });
        Ok(made?)
    }

    /// The best pages of a view for a query.
    ///
    /// # Errors
    /// As [`Searcher::search_where`].
    pub fn search(
        &self,
        view: &View,
        ranking: &Ranking,
        request: &Analyzed,
        hits: usize,
    ) -> Result<Vec<Ranked>> {
        let searcher = Searcher::new(&self.corpus, view, &ranking.model, ranking.feedback)?;
        searcher.search_where(&request.query, &request.conditions, hits)
    }

    /// The number of pages of a view that hold a word of a query; of those that must meet
    /// conditions, at most `enough`.
    ///
    /// # Errors
    /// As [`Searcher::count_where`].
    pub fn count(
        &self,
        view: &View,
        ranking: &Ranking,
        request: &Analyzed,
        enough: usize,
    ) -> Result<u64> {
        let searcher = Searcher::new(&self.corpus, view, &ranking.model, ranking.feedback)?;
        searcher.count_where(&request.query, &request.conditions, enough)
    }

    /// The ranks of the first [`DEPTH`] pages without the rule, for the same query and the same
    /// ranking.
    ///
    /// # Errors
    /// As [`Snapshot::search`].
    pub fn ranks_without_rule(
        &self,
        request: &SearchRequest,
        analyzed: &Analyzed,
        cancel: &Cancel,
    ) -> std::result::Result<Arc<Ranks>, Failure> {
        self.ranks_by("", &Predicate::All.into(), request, analyzed, cancel)
    }

    /// The ranks of the first [`DEPTH`] pages for a query under the rule and the ranking of a
    /// search.
    ///
    /// # Errors
    /// As [`Snapshot::search`].
    pub fn ranks(
        &self,
        request: &SearchRequest,
        analyzed: &Analyzed,
        cancel: &Cancel,
    ) -> std::result::Result<Arc<Ranks>, Failure> {
        self.ranks_by(&request.rule_key(), &request.rule, request, analyzed, cancel)
    }

    fn ranks_by(
        &self,
        rule_key: &str,
        rule: &BlockRule,
        request: &SearchRequest,
        analyzed: &Analyzed,
        cancel: &Cancel,
    ) -> std::result::Result<Arc<Ranks>, Failure> {
        let words = super::fields::encode([("q", request.words())]);
        let key = format!("{words}&{rule_key}&{}", request.ranking_key());
        self.ranks.get_or_make(key.as_str(), || {
            let view = self.view_of(rule_key, rule)?;
            cancel.check()?;
            let hits = self.search(&view, &request.ranking, analyzed, DEPTH)?;
            let ranks: Ranks = hits.iter().map(|hit| hit.document).zip(1..).collect();
            let bytes = ranks.len() as u64 * 16 + of_key(&key);
            Ok((Arc::new(ranks), bytes))
        })
    }

    /// A sweep that several requests need: made once, then kept.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn curve(
        &self,
        key: &str,
        make: impl FnOnce() -> std::result::Result<Curve, Failure>,
    ) -> std::result::Result<Arc<Curve>, Failure> {
        self.curves.get_or_make(key, || {
            let curve = make()?;
            let values = curve.points.len() * curve.topics.len().max(1) * curve.measures.len();
            let bytes = values as u64 * 8 + 4096 + of_key(key);
            Ok((Arc::new(curve), bytes))
        })
    }

    /// A comparison of labels: made once, then kept.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn label_comparison(
        &self,
        key: &str,
        make: impl FnOnce() -> std::result::Result<LabelComparison, Failure>,
    ) -> std::result::Result<Arc<LabelComparison>, Failure> {
        self.label_comparisons.get_or_make(key, || Ok((Arc::new(make()?), 1)))
    }

    /// What the index contains, counted once.
    ///
    /// # Errors
    /// As [`Collection::count`] and [`SharedValue::get`].
    pub fn collection(&self, cancel: &Cancel) -> std::result::Result<Arc<Collection>, Failure> {
        self.collection.get(cancel, || Ok(Collection::count(&self.corpus)?))
    }

    /// A page by the rank of its docno.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn page(&self, document: u32) -> std::result::Result<Arc<StoredPage>, Failure> {
        Ok(self.pages.get_or_make(&document, || self.page_without_body(document))?)
    }

    /// Reads a page; returns its bytes with it.
    fn page_without_body(&self, document: u32) -> Result<(Arc<StoredPage>, u64)> {
        let mut page = self.whole_page(document)?;
        // Only the original of a page needs the body, and reads it apart.
        page.body = None;
        let bytes = page.blocks.iter().map(|block| block.text.len() as u64 + 160).sum::<u64>();
        Ok((Arc::new(page), bytes + 1024))
    }

    /// A page with its bytes, if the index has them; not kept.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn whole_page(&self, document: u32) -> Result<StoredPage> {
        self.corpus.page(document)
    }

    /// The rank of a docno.
    ///
    /// # Errors
    /// [`Failure::Missing`] if no page has it.
    pub fn document(&self, docno: &str) -> std::result::Result<u32, Failure> {
        let rank = self.corpus.order()?.rank(docno)?;
        rank.ok_or_else(|| {
            Failure::Missing(format!("no page '{docno}'; docnos are case-sensitive and whole"))
        })
    }
}
