//! Builds an index from a collection.

use super::index::Index;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tamis_collection::StatusRule;
use tamis_index::analyze::{Analyzer, language};
use tamis_index::blocks::classify::CLASSIFIERS;
use tamis_index::blocks::page::{Cut, Limits};
use tamis_index::error::{Error, Result};
use tamis_index::index::recipe::{Dedup, Store, byte_limit, check_encoding};
use tamis_index::ingest;
use tamis_index::ingest::{Options, Progress, Share};

/// The progress of a build.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BuildProgress {
    /// Bytes of archives to read; 0 if unknown.
    pub total_bytes: u64,
    /// Bytes of archives read.
    pub bytes: u64,
    /// Pages taken for the index.
    pub pages: u64,
}

/// Is told the path of what is no part of the collection, and what it is.
type PassedOver<'a> = dyn Fn(&Path, &str) + Sync + 'a;

/// The settings of a build. Created by [`Index::build`]; [`run`](Self::run) starts it.
#[must_use = "nothing is built until `run`"]
pub struct IndexBuilder<'a> {
    out: PathBuf,
    collections: Vec<OsString>,
    options: Options,
    progress: Option<Box<dyn Fn(BuildProgress) + Sync + 'a>>,
    passed_over: Option<Box<PassedOver<'a>>>,
    stop: Option<&'a AtomicBool>,
}

impl Index {
    /// Starts to build an index in a folder, which is new, empty, or holds an index to continue.
    pub fn build<'a>(path: impl AsRef<Path>) -> IndexBuilder<'a> {
        IndexBuilder::new(path.as_ref())
    }
}

impl<'a> IndexBuilder<'a> {
    fn new(out: &Path) -> Self {
        let out = out.to_path_buf();
        Self {
            out,
            collections: Vec::new(),
            options: Options::default(),
            progress: None,
            passed_over: None,
            stop: None,
        }
    }

    /// Adds a file, a folder or a glob: WARC, ARC, WACZ, TREC web, BLOGS06, JSONL or HTML, plain or
    /// compressed.
    pub fn collection(mut self, path: impl AsRef<OsStr>) -> Self {
        self.collections.push(path.as_ref().to_owned());
        self
    }

    /// Adds several files, folders or globs.
    pub fn collections<S: AsRef<OsStr>>(mut self, paths: impl IntoIterator<Item = S>) -> Self {
        self.collections.extend(paths.into_iter().map(|path| path.as_ref().to_owned()));
        self
    }

    /// Sets how text becomes tokens. Default: `english`.
    ///
    /// # Errors
    /// An unknown name.
    pub fn analyzer(mut self, name: &str) -> Result<Self> {
        Analyzer::by_name(name)?;
        name.clone_into(&mut self.options.recipe.analyzer);
        Ok(self)
    }

    /// Sets how pages are cut into blocks. Default: boilerpipe's way.
    pub fn cut(mut self, cut: Cut) -> Self {
        self.options.recipe.cut = cut;
        self
    }

    /// Sets the classifiers that label blocks; `default` and `all` are lists of them. Default: the
    /// WSDM paper's.
    ///
    /// # Errors
    /// An unknown name.
    pub fn classifiers<S: Into<String>>(
        mut self,
        names: impl IntoIterator<Item = S>,
    ) -> Result<Self> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        self.options.recipe.classifiers = CLASSIFIERS.expand(&names)?;
        Ok(self)
    }

    /// Keeps the probability of each block that it is content, by these classifiers, for rules
    /// (`score.victor >= 0.3`), axes and weights. Default: none.
    ///
    /// # Errors
    /// An unknown name, or a classifier that gives no probabilities.
    pub fn scores<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Result<Self> {
        self.options.recipe.scores =
            CLASSIFIERS.expand_scores(&names.into_iter().collect::<Vec<_>>())?;
        Ok(self)
    }

    /// Sets the language of all pages by its code or English name, for classifiers that depend on
    /// it. Default: each page's own.
    ///
    /// # Errors
    /// An unknown language.
    pub fn language(mut self, code: &str) -> Result<Self> {
        let known = language::code_of(code);
        let known =
            known.ok_or_else(|| Error::unknown_name("language", code, language::codes()))?;
        self.options.recipe.language = Some(known.to_owned());
        Ok(self)
    }

    /// Detects the language of each page, so that searches can filter by it. Default: no.
    pub fn detect_language(mut self, detect: bool) -> Self {
        self.options.recipe.detect_language = detect;
        self
    }

    /// Keeps what each page says of itself: its author, when it was published, and so on, so that
    /// searches can filter by the date of publication. Default: no.
    pub fn metadata(mut self, metadata: bool) -> Self {
        self.options.recipe.metadata = metadata;
        self
    }

    /// Sets what to store besides the index: texts, the structure of pages, whole pages, or
    /// nothing. Default: texts.
    pub fn store(mut self, store: Store) -> Self {
        self.options.recipe.store = store;
        self
    }

    /// Leaves out pages with the same or nearly the same text as an earlier page. Default: no.
    pub fn dedup(mut self, dedup: Dedup) -> Self {
        self.options.recipe.dedup = dedup;
        self
    }

    /// Sets the encoding of all HTML without a byte order mark. Default: detected per page.
    ///
    /// # Errors
    /// A name that is not a label of the WHATWG Encoding Standard.
    pub fn encoding(mut self, name: &str) -> Result<Self> {
        check_encoding(name)?;
        self.options.recipe.encoding = Some(name.to_owned());
        Ok(self)
    }

    /// Sets the HTTP statuses to keep. Default: any where documents have TREC ids, else 200 to 299.
    pub fn status(mut self, status: StatusRule) -> Self {
        self.options.recipe.settings.status = Some(status);
        self
    }

    /// Reads the feeds of a BLOGS06 collection too. Default: no.
    pub fn include_feeds(mut self, include: bool) -> Self {
        self.options.recipe.settings.include_feeds = include;
        self
    }

    /// Reads the home pages of a BLOGS06 collection too. Default: no.
    pub fn include_homepages(mut self, include: bool) -> Self {
        self.options.recipe.settings.include_homepages = include;
        self
    }

    /// Sets what a page may cost: depth, blocks, milliseconds.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.options.recipe.limits = limits;
        self
    }

    /// Sets the maximum bytes of a record; 0: no limit. Default: 32 MiB.
    pub fn max_record(mut self, bytes: u64) -> Self {
        self.options.recipe.settings.max_record = byte_limit(bytes);
        self
    }

    /// Sets the maximum bytes that a page may inflate to; 0: no limit. Default: 32 MiB.
    pub fn max_inflated(mut self, bytes: u64) -> Self {
        self.options.recipe.settings.max_inflated = byte_limit(bytes);
        self
    }

    /// Sets the bytes of documents between commits: the most work that an interruption costs.
    /// At most 1 GiB; default 32 MiB.
    pub fn commit_every(mut self, bytes: u64) -> Self {
        self.options.recipe.commit_every = bytes.max(1);
        self
    }

    /// Sets the number of threads that cut, analyze and index. Default: all cores.
    pub fn threads(mut self, threads: usize) -> Self {
        self.options.threads = threads;
        self
    }

    /// Fails after more than this many damaged or lost records. Default: never.
    pub fn max_damaged(mut self, records: u64) -> Self {
        self.options.max_damaged = Some(records);
        self
    }

    /// Replaces an index that is in the folder. Default: an index with the same settings is
    /// continued, one with other settings is an error.
    pub fn replace(mut self, replace: bool) -> Self {
        self.options.force = replace;
        self
    }

    /// Sets a program and its arguments in which a page is tried that may have killed an earlier
    /// build: it calls [`try_page`](crate::try_page) and ends with the status that it returns. A
    /// page that kills it is left out, and listed as `crashed`. Default: none; such a page is
    /// analyzed like all others, but alone.
    pub fn trial<S: Into<OsString>>(mut self, command: impl IntoIterator<Item = S>) -> Self {
        self.options.trial = command.into_iter().map(Into::into).collect();
        self
    }

    /// Calls a function whenever there is progress, from several threads.
    pub fn progress(mut self, progress: impl Fn(BuildProgress) + Sync + 'a) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// Calls a function with each path that is not read, and what it is instead of a collection:
    /// "is an index", "has queries of a data set".
    pub fn passed_over(mut self, told: impl Fn(&Path, &str) + Sync + 'a) -> Self {
        self.passed_over = Some(Box::new(told));
        self
    }

    /// Stops soon after this is set to true. What is done is committed; the same build continues
    /// it.
    pub fn stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Reads a part of the collection, for shards.
    pub fn share(mut self, share: Share) -> Self {
        self.options.share = share;
        self
    }

    /// Reads the collection, writes the index and opens it. [`Index::stats`] counts what was
    /// skipped, by reason.
    ///
    /// # Errors
    /// A collection that cannot be read, a folder that holds something else or an index with other
    /// settings, a full disk, more damage than [`max_damaged`](Self::max_damaged). What was
    /// committed stays, and the same build continues it.
    pub fn run(self) -> Result<Index> {
        if self.collections.is_empty() && matches!(self.options.share, Share::Whole) {
            return Err(Error::setting(
                "collection",
                "found none, expected a file, a folder or a glob",
            ));
        }
        let (bytes, total, pages) = Default::default();
        let watcher = Watcher { builder: &self, total, bytes, pages };
        ingest::ingest(&self.collections, &self.out, &self.options, &watcher)?;
        Index::open(&self.out)
    }
}

/// Adds up what an ingest reports.
struct Watcher<'a, 'b> {
    builder: &'a IndexBuilder<'b>,
    total: AtomicU64,
    bytes: AtomicU64,
    pages: AtomicU64,
}

impl Watcher<'_, '_> {
    fn report(&self) {
        if let Some(progress) = &self.builder.progress {
            let [total_bytes, bytes, pages] = [&self.total, &self.bytes, &self.pages]
                .map(|number| number.load(Ordering::Relaxed));
            progress(BuildProgress { total_bytes, bytes, pages });
        }
    }
}

impl Progress for Watcher<'_, '_> {
    fn total(&self, bytes: u64) {
        self.total.store(bytes, Ordering::Relaxed);
        self.report();
    }

    fn passed_over(&self, path: &Path, what: &str) {
        if let Some(told) = &self.builder.passed_over {
            told(path, what);
        }
    }

    fn read(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.report();
    }

    fn pages(&self, pages: u64) {
        self.pages.fetch_add(pages, Ordering::Relaxed);
        self.report();
    }

    fn stops(&self) -> bool {
        self.builder.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
