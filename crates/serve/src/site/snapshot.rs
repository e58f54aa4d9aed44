//! One commit of an index, opened for many requests, and what requests made of it: rankings
//! and experiments. Everything is made from the index alone, so it can be forgotten at any time.

use super::cancel::Cancel;
use crate::excerpt::{LINE, start};
use crate::requests::{Answer, Failure, SearchRequest};
use serde::Serialize;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use tamis::job::{CompareJob, Outcome, SearchJob, SweepJob};
use tamis::{
    Comparison, Error, Index, Manifest, Overview, Progress, Result, Store, Sweep, Watch,
    WeightedCache,
};

/// The most results of the unfiltered text among which a page's rank is looked for.
pub const DEPTH: usize = 1000;

/// Bytes of rankings to keep.
const RANKING_BYTES: u64 = 16 << 20;
/// Bytes of sweeps to keep.
const SWEEP_BYTES: u64 = 64 << 20;
/// Comparisons of labels to keep: one of 62 labels, 6 measures and 1,000 topics is 3 MB.
const COMPARISONS: u64 = 4;

/// The first [`DEPTH`] pages for a query.
pub struct QueryRanks {
    pub docnos: Vec<String>,
    by_docno: HashMap<String, u32>,
}

impl QueryRanks {
    /// The rank of a page, from 1; none if it is not among the first.
    pub fn of(&self, docno: &str) -> Option<u32> {
        self.by_docno.get(docno).copied()
    }
}

/// One commit of an index.
pub struct Snapshot {
    pub index: Index,
    /// Names the commit; another commit has another name.
    pub commit: String,
    ranks: WeightedCache<String, Arc<QueryRanks>>,
    sweeps: WeightedCache<String, Arc<Outcome<Sweep>>>,
    comparisons: WeightedCache<String, Arc<Outcome<Comparison>>>,
    contents: WeightedCache<(), Arc<Overview>>,
}

/// Stops a job when nobody waits for it any more.
impl Watch for Cancel {}

impl Progress for Cancel {
    fn stops(&self) -> bool {
        self.check().is_err()
    }
}

/// Stops a job while there is time to say that there is no time.
struct UntilNearlyOver<'a>(&'a Cancel);

impl Watch for UntilNearlyOver<'_> {}

impl Progress for UntilNearlyOver<'_> {
    fn stops(&self) -> bool {
        self.0.is_nearly_over()
    }
}

/// A name for a job: equal for equal jobs.
fn key_of(job: &impl Serialize) -> Result<String> {
    serde_json::to_string(job).map_err(|error| Error::settings(error.to_string()))
}

/// The bytes that a value takes besides its own: a job may be long, and its value small.
fn of_key(key: &str) -> u64 {
    key.len() as u64 + 256
}

impl Snapshot {
    /// Opens the last commit of the index in a folder, which the caller names.
    ///
    /// # Errors
    /// As [`Index::open`].
    pub fn open(path: &Path, commit: String) -> Result<Self> {
        let index = Index::open(path)?;
        // Ranks of docnos are made once.
        index.document("")?;
        Ok(Self {
            index,
            commit,
            ranks: WeightedCache::new(RANKING_BYTES),
            sweeps: WeightedCache::new(SWEEP_BYTES),
            comparisons: WeightedCache::new(COMPARISONS),
            contents: WeightedCache::new(1),
        })
    }

    /// Checks that the index can answer the filters of pages of a search.
    ///
    /// # Errors
    /// [`Failure::Problems`] for one that it cannot answer, such as languages that it does not
    /// know.
    pub fn check_pages(&self, request: &SearchRequest) -> Answer<()> {
        self.index.check_pages(&request.request.pages).map_err(|error| match error {
            Error::Index { .. } => {
                // Each of them may ask for what the index does not know.
                let by = ["page_language", "published_from", "published_to"];
                let name = by.into_iter().find(|name| request.get(name).is_some());
                Failure::of(name.unwrap_or("from"), error.to_string())
            }
            other => other.into(),
        })
    }

    /// How the index was built and what it contains.
    pub fn manifest(&self) -> &Manifest {
        self.index.manifest()
    }

    /// Whether the index has the texts of its blocks.
    pub fn has_texts(&self) -> bool {
        self.manifest().recipe.store != Store::None
    }

    /// Whether the index has the pages themselves.
    pub fn has_originals(&self) -> bool {
        self.manifest().recipe.store == Store::All
    }

    /// The ranks of the first [`DEPTH`] pages that a search finds, made once for all requests that
    /// ask for them.
    ///
    /// # Errors
    /// As [`SearchJob::ranking`].
    pub fn ranks(&self, search: &SearchJob, cancel: &Cancel) -> Answer<Arc<QueryRanks>> {
        let mut job = search.clone();
        job.request.hits = Some(DEPTH);
        let key = key_of(&job)?;
        self.ranks.get_or_make(key.as_str(), || {
            cancel.check()?;
            let ranking = job.ranking(&self.index, cancel)?.result;
            let docnos: Vec<String> = ranking.into_iter().map(|(docno, _)| docno).collect();
            let bytes = docnos.iter().map(|docno| 2 * docno.len() as u64 + 96).sum::<u64>();
            let by_docno = docnos.iter().cloned().zip(1..).collect();
            Ok((Arc::new(QueryRanks { docnos, by_docno }), bytes + of_key(&key)))
        })
    }

    /// A sweep that several requests need: made once, then kept.
    ///
    /// # Errors
    /// As [`SweepJob::measured`].
    pub fn sweep(&self, job: &SweepJob, cancel: &Cancel) -> Answer<Arc<Outcome<Sweep>>> {
        let key = key_of(job)?;
        self.sweeps.get_or_make(key.as_str(), || {
            let outcome = job.measured(&self.index, cancel);
            // A deadline that has passed is reported as such, not as an interrupted job.
            cancel.check()?;
            let outcome = outcome?;
            let sweep = &outcome.result;
            let values = sweep.points.len() * sweep.topics.len().max(1) * sweep.measures.len();
            Ok((Arc::new(outcome), values as u64 * 8 + 4096 + of_key(&key)))
        })
    }

    /// A comparison of labels: made once, then kept. It stops while there is time to say so.
    ///
    /// # Errors
    /// As [`CompareJob::run`].
    pub fn comparison(
        &self,
        job: &CompareJob,
        cancel: &Cancel,
    ) -> Answer<Arc<Outcome<Comparison>>> {
        self.comparisons.get_or_make(key_of(job)?.as_str(), || {
            let outcome = job.run(&self.index, &UntilNearlyOver(cancel));
            cancel.check()?;
            Ok((Arc::new(outcome?), 1))
        })
    }

    /// What the index contains, counted once.
    ///
    /// # Errors
    /// As [`Index::contents`].
    pub fn contents(&self, cancel: &Cancel) -> Answer<Arc<Overview>> {
        self.contents.get_or_make(&(), || {
            cancel.check()?;
            let mut contents = self.index.overview()?;
            // A block may be as long as a page.
            for block in contents.repeats.iter_mut().flat_map(|all| &mut all.most_repeated) {
                block.text = start(&block.text, LINE);
            }
            Ok((Arc::new(contents), 1))
        })
    }

    /// The rank of a docno.
    ///
    /// # Errors
    /// [`Failure::Missing`] if no page has it.
    pub fn document(&self, docno: &str) -> Answer<u32> {
        self.index.document(docno)?.ok_or_else(|| Failure::no_page(docno))
    }
}
