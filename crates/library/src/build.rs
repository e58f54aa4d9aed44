//! Builds an index from a collection.

use super::index::Index;
use crate::job::IndexJob;
use crate::recipe::RecipeSettings;
use crate::watch::Watch;
use std::ffi::OsString;
use std::path::Path;
use tamis_collection::StatusRule;
use tamis_index::blocks::page::{Cut, Limits};
use tamis_index::error::Result;
use tamis_index::index::recipe::{Dedup, Store};
use tamis_index::ingest::Share;

/// The settings of a build. Created by [`Index::build`]; [`run`](Self::run) starts it. Settings
/// that are not given are those of the index in the folder, else the defaults.
#[must_use = "nothing is built until `run`"]
pub struct IndexBuilder<'a> {
    job: IndexJob,
    watch: &'a dyn Watch,
}

impl Index {
    /// Starts to build an index in a folder, which is new, empty, or holds an index to continue.
    pub fn build<'a>(path: impl AsRef<Path>) -> IndexBuilder<'a> {
        let out = path.as_ref().to_path_buf();
        IndexBuilder { job: IndexJob { out, ..IndexJob::default() }, watch: &() }
    }
}

impl<'a> IndexBuilder<'a> {
    /// Returns the job.
    pub fn job(self) -> IndexJob {
        self.job
    }

    /// Changes settings, and checks them.
    fn checked(mut self, change: impl FnOnce(&mut RecipeSettings)) -> Result<Self> {
        change(&mut self.job.recipe);
        self.job.recipe.check()?;
        Ok(self)
    }

    fn with(mut self, change: impl FnOnce(&mut RecipeSettings)) -> Self {
        change(&mut self.job.recipe);
        self
    }

    /// Adds a file, a folder or a glob: WARC, ARC, WACZ, TREC web, BLOGS06, JSONL or HTML, plain or
    /// compressed.
    pub fn collection(mut self, path: impl AsRef<Path>) -> Self {
        self.job.collections.push(path.as_ref().to_owned());
        self
    }

    /// Adds several files, folders or globs.
    pub fn collections<P: AsRef<Path>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.job.collections.extend(paths.into_iter().map(|path| path.as_ref().to_owned()));
        self
    }

    /// Sets all settings, in the place of what was set before.
    ///
    /// # Errors
    /// An unknown name, or a number out of range.
    pub fn recipe(self, settings: RecipeSettings) -> Result<Self> {
        self.checked(|given| *given = settings)
    }

    /// Sets how text becomes tokens. Default: `english`.
    ///
    /// # Errors
    /// An unknown name.
    pub fn analyzer(self, name: &str) -> Result<Self> {
        self.checked(|given| given.analyzer = Some(name.to_owned()))
    }

    /// Sets how pages are cut into blocks. Default: boilerpipe's way.
    pub fn cut(self, cut: Cut) -> Self {
        self.with(|given| given.cut = Some(cut))
    }

    /// Sets the classifiers that label blocks; `default` and `all` are lists of them. Default: the
    /// WSDM paper's.
    ///
    /// # Errors
    /// An unknown name.
    pub fn classifiers<S: Into<String>>(self, names: impl IntoIterator<Item = S>) -> Result<Self> {
        let names = names.into_iter().map(Into::into).collect();
        self.checked(|given| given.classifiers = Some(names))
    }

    /// Keeps the probability of each block that it is content, by these classifiers, for rules
    /// (`score.victor >= 0.3`), axes and weights. Default: none.
    ///
    /// # Errors
    /// An unknown name, or a classifier that gives no probabilities.
    pub fn scores<S: Into<String>>(self, names: impl IntoIterator<Item = S>) -> Result<Self> {
        let names = names.into_iter().map(Into::into).collect();
        self.checked(|given| given.scores = Some(names))
    }

    /// Sets the language of all pages by its code or English name, for classifiers that depend on
    /// it. Default: each page's own.
    ///
    /// # Errors
    /// An unknown language.
    pub fn language(self, code: &str) -> Result<Self> {
        self.checked(|given| given.language = Some(code.to_owned()))
    }

    /// Detects the language of each page, so that searches can filter by it. Default: no.
    pub fn detect_language(self, detect: bool) -> Self {
        self.with(|given| given.detect_language = Some(detect))
    }

    /// Keeps what each page says of itself: its author, when it was published, and so on, so that
    /// searches can filter by the date of publication. Default: no.
    pub fn metadata(self, metadata: bool) -> Self {
        self.with(|given| given.metadata = Some(metadata))
    }

    /// Sets what to store besides the index: texts, the structure of pages, whole pages, or
    /// nothing. Default: texts.
    pub fn store(self, store: Store) -> Self {
        self.with(|given| given.store = Some(store))
    }

    /// Leaves out pages with the same or nearly the same text as an earlier page. Default: no.
    pub fn dedup(self, dedup: Dedup) -> Self {
        self.with(|given| given.dedup = Some(dedup))
    }

    /// Sets the encoding of all HTML without a byte order mark. Default: detected per page.
    ///
    /// # Errors
    /// A name that is not a label of the WHATWG Encoding Standard.
    pub fn encoding(self, name: &str) -> Result<Self> {
        self.checked(|given| given.encoding = Some(name.to_owned()))
    }

    /// Sets the HTTP statuses to keep. Default: any where documents have TREC ids, else 200 to 299.
    pub fn status(self, status: StatusRule) -> Self {
        self.with(|given| given.status = Some(status))
    }

    /// Reads the feeds of a BLOGS06 collection too. Default: no.
    pub fn include_feeds(self, include: bool) -> Self {
        self.with(|given| given.include_feeds = Some(include))
    }

    /// Reads the home pages of a BLOGS06 collection too. Default: no.
    pub fn include_homepages(self, include: bool) -> Self {
        self.with(|given| given.include_homepages = Some(include))
    }

    /// Sets what a page may cost: depth, blocks, milliseconds.
    pub fn limits(self, limits: Limits) -> Self {
        self.with(|given| {
            given.max_depth = Some(limits.depth);
            given.max_blocks = Some(limits.blocks);
            given.max_ms = Some(limits.milliseconds);
        })
    }

    /// Sets the maximum bytes of a record; 0: no limit. Default: 32 MiB.
    pub fn max_record(self, bytes: u64) -> Self {
        self.with(|given| given.max_record = Some(bytes))
    }

    /// Sets the maximum bytes that a page may inflate to; 0: no limit. Default: 32 MiB.
    pub fn max_inflated(self, bytes: u64) -> Self {
        self.with(|given| given.max_inflated = Some(bytes))
    }

    /// Sets the bytes of documents between commits: the most work that an interruption costs.
    /// At most 1 GiB; default 32 MiB.
    pub fn commit_every(self, bytes: u64) -> Self {
        self.with(|given| given.commit_every = Some(bytes))
    }

    /// Sets the number of threads that cut, analyze and index. Default: all cores.
    pub fn threads(mut self, threads: usize) -> Self {
        self.job.threads = Some(threads);
        self
    }

    /// Fails after more than this many damaged or lost records. Default: never.
    pub fn max_damaged(mut self, records: u64) -> Self {
        self.job.max_damaged = Some(records);
        self
    }

    /// Replaces an index that is in the folder. Default: it is continued; a setting that is given
    /// and differs from its own is an error.
    pub fn replace(mut self, replace: bool) -> Self {
        self.job.replace = replace;
        self
    }

    /// Sets a program and its arguments in which a page is tried that may have killed an earlier
    /// build ([`IndexJob::trial`]). Default: none.
    pub fn trial<S: Into<OsString>>(mut self, command: impl IntoIterator<Item = S>) -> Self {
        self.job.trial = command.into_iter().map(Into::into).collect();
        self
    }

    /// Watches the build, such as a flag that stops it. What is done by then is committed; the same
    /// build continues it.
    pub fn watch(mut self, watch: &'a dyn Watch) -> Self {
        self.watch = watch;
        self
    }

    /// Reads a part of the collection, for shards.
    pub fn share(mut self, share: Share) -> Self {
        self.job.share = Some(share);
        self
    }

    /// Reads the collection, writes the index and opens it. [`Index::stats`] counts what was
    /// skipped, by reason.
    ///
    /// # Errors
    /// A collection that cannot be read, a folder that holds something else or an index with
    /// another value of a setting that is given, a full disk, more damage than
    /// [`max_damaged`](Self::max_damaged). What was committed stays, and the same build continues
    /// it.
    pub fn run(self) -> Result<Index> {
        self.job.run(self.watch)?;
        Index::open(&self.job.out)
    }
}
