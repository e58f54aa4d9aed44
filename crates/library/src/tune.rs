//! Finds the rule that fits a collection, and stores it in the index.

use super::builder::Setup;
use super::index::Index;
use super::results::Tuned;
use crate::job::{Judged, TuneJob};
use crate::watch::Watch;
use std::path::PathBuf;
use tamis_eval::{Qrels, Topics};
use tamis_index::error::Result;
use tamis_index::index::store_tuned;
use tamis_search::tune::{Prior, TuneSettings};

/// A search for the rule that fits an index. Created by [`Index::tune`]; [`run`](Self::run) starts
/// it.
#[must_use = "nothing is tuned until `run`"]
pub struct TuneBuilder<'a> {
    setup: Setup<'a>,
    settings: TuneSettings,
    judged: Option<Judged>,
    measure: Option<String>,
}

impl Index {
    /// Finds the weights of blocks that fit the pages of the index: the titles of pages are queries
    /// whose page is known, so nobody needs to judge anything. The index must store its titles.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let folder = tempfile::tempdir()?;
    /// # let files = tamis::demo::generate(folder.path(), 200, 1)?;
    /// # let path = folder.path().join("INDEX");
    /// # let index = tamis::Index::build(&path).collection(&files.warc).run()?;
    /// let tuned = index.tune().run()?;
    /// println!("{:.4}, with the sieve {:.4}", tuned.chosen, tuned.sieve);
    /// index.store_tuned(&tuned)?;
    ///
    /// // What is stored is there when the index is opened again.
    /// let index = tamis::Index::open(index.path())?;
    /// let hits = index.search("march of the penguins").rule("tuned")?.run()?;
    /// # assert!(!hits.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub fn tune(&self) -> TuneBuilder<'_> {
        TuneBuilder {
            setup: Setup::new(self),
            settings: TuneSettings::default(),
            judged: None,
            measure: None,
        }
    }

    /// Stores a rule that was tuned for this index in it; of several, in each. It takes the place
    /// of the one before. This value stays as it was opened; an index that is opened later has the
    /// rule: [`tuned`](Self::tuned).
    ///
    /// # Errors
    /// An index that is being written, that is not finished, or that was built anew since it was
    /// opened.
    pub fn store_tuned(&self, tuned: &Tuned) -> Result<()> {
        tuned.store(self.corpus())
    }

    /// Removes the tuned rule from the index, of several from each, and returns the folders of
    /// those that had one.
    ///
    /// # Errors
    /// An index that is being written.
    pub fn forget_tuned(&self) -> Result<Vec<PathBuf>> {
        let mut forgotten = Vec::new();
        for index in self.corpus().indexes.iter().filter(|index| index.manifest.tuned.is_some()) {
            store_tuned(&index.path, None, &index.manifest)?;
            forgotten.push(index.path.clone());
        }
        Ok(forgotten)
    }
}

impl<'a> TuneBuilder<'a> {
    /// Also tunes on judged topics. A few are enough: what the titles say counts besides.
    pub fn topics(mut self, topics: &Topics, qrels: &Qrels) -> Self {
        self.judged = Some(Judged::in_memory(topics, qrels));
        self
    }

    /// Sets the measure of the judged topics, with a cut-off of at most 100. Default:
    /// `ndcg_cut_10`.
    pub fn measure(mut self, name: &str) -> Self {
        self.measure = Some(name.to_owned());
        self
    }

    /// Sets the most pseudo-topics: queries made of titles. Default: 1000.
    pub fn pseudo_topics(mut self, most: usize) -> Self {
        self.settings.topics = most;
        self
    }

    /// Sets the random seed of the pseudo-topics, the folds and the resamples.
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }

    /// Sets what the rule stays near to where the difference is small. Default: the sieve.
    pub fn prior(mut self, prior: Prior) -> Self {
        self.settings.prior = prior;
        self
    }

    /// Sets the number of threads. Default: one per core.
    pub fn threads(mut self, threads: usize) -> Self {
        self.setup.threads = Some(threads);
        self
    }

    /// Watches the job: hears its notices and its steps as they come, and may stop it.
    pub fn watch(mut self, watch: &'a dyn Watch) -> Self {
        self.setup.watch = watch;
        self
    }

    /// Finds the rule. Stores nothing: see [`Index::store_tuned`].
    ///
    /// # Errors
    /// An index that stores no titles, that does not know how often blocks repeat, or of which
    /// fewer than 30 titles can be queries; an unknown measure; qrels that judge none of the
    /// topics; an index that cannot be read.
    pub fn run(self) -> Result<Tuned> {
        Ok(self.job().run(self.setup.index, self.setup.watch)?.result)
    }

    /// Returns the tuning as a job.
    pub fn job(&self) -> TuneJob {
        let mut judged = self.judged.clone();
        if let Some(judged) = &mut judged {
            judged.measures.extend(self.measure.clone());
        }
        let threads = self.setup.threads;
        TuneJob { settings: self.settings, judged, threads, ..TuneJob::default() }
    }
}
