//! One ingest from start to end: joins the stages and their threads.

use super::build::{BuiltBatch, SegmentBuilder};
use super::commit::Committer;
use super::in_work::{InWork, Suspects};
use super::labellers::Labellers;
use super::ledger::Ledger;
use super::open::{WritableIndex, open};
use super::options::{Options, thread_pool};
use super::plan::{PlannedArchive, plan};
use super::progress::Progress;
use super::read::start;
use super::sequence::{Sequence, Taken};
use super::trial::PageTrials;
use crate::blocks::classify::CLASSIFIERS;
use crate::error::{Error, Result};
use crate::index::rewrite::remove_uncommitted;
use crate::index::{Added, Manifest, Recipe};
use rayon::ThreadPool;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use tamis_collection::discover_with;

/// The result of an ingest.
#[derive(Debug, Clone)]
pub struct IngestSummary {
    /// The manifest of the index; not finished if [`Progress::stops`] returned true.
    pub manifest: Manifest,
    /// The manifest before this ingest.
    pub before: Manifest,
    /// The labels that no classifier can add to later pages, with the number of pages that lack
    /// them.
    pub lacking: Vec<(String, u64)>,
    /// Those of them that were made from scores and repeats, which have changed since.
    pub outdated: Vec<String>,
}

impl IngestSummary {
    /// Returns the number of damaged or lost records since the index was last finished: of this
    /// ingest and of the interrupted ones that it continues.
    pub fn damaged(&self) -> u64 {
        self.manifest.counts.damaged() - self.before.damaged_before
    }
}

/// Indexes the collections `inputs` into the folder `out`. An index that was built there with the
/// same recipe is continued: it skips the archives that it holds, reads the rest of a partly read
/// one, and adds the others.
///
/// # Errors
/// Fails if an input cannot be read or an archive has changed, if `out` holds something else or an
/// index of another recipe, on a full disk, and with more damaged records than
/// [`Options::max_damaged`]. Commits made before are kept, and the same call continues from there.
/// Other damaged records are counted, and listed in [`RECORD_REPORTS`].
///
/// [`RECORD_REPORTS`]: super::RECORD_REPORTS
pub fn ingest<S: AsRef<OsStr>>(
    inputs: &[S],
    out: &Path,
    options: &Options,
    progress: &dyn Progress,
) -> Result<IngestSummary> {
    options.check()?;
    options.recipe.analyzer()?;
    let classifiers = CLASSIFIERS.set(&options.recipe.classifiers)?;
    let scorers = CLASSIFIERS.scorers(&options.recipe.scores)?;
    let models = classifiers.models().into_iter().chain(scorers.models()).collect();
    let recipe = Recipe { models, ..options.recipe.clone() };
    let mut resolved = Options { recipe, ..options.clone() };
    let found = discover_with(inputs, |path, what| progress.passed_over(path, what))?;
    let (archives, shard) = resolved.share.select(found)?;
    let pool = thread_pool(resolved.threads)?;
    // An index that is replaced takes its files along.
    let suspects = Suspects::read(out);
    let opened = open(out, &resolved.recipe, shard, resolved.force).map_err(|error| match error {
        // Other errors name the folder already.
        Error::Tantivy { .. } => error.while_writing(out, 0),
        error => error,
    });
    let WritableIndex { writer, manifest, mut taken, seen } = opened?;
    resolved.recipe.composed = manifest.recipe.composed;
    let analyzer = resolved.recipe.analyzer()?;
    let before = manifest.clone();
    let planned = plan(&archives, &manifest, out, progress)?;
    let added = added_labels(out, &manifest)?;
    let labellers = Labellers::new(out, &added)?;
    progress.total(bytes_to_read(&planned));
    let ledger = open_ledger(out, &manifest, &mut taken)?;
    if suspects.len() > 0 {
        progress.suspects(suspects.len());
    }
    let in_work = InWork::new(out, resolved.threads, suspects)
        .map_err(|error| error.while_writing(out, manifest.counts.pages))?;
    let trials = PageTrials::new(&resolved, &added, &in_work, progress);
    let stop = AtomicBool::new(false);
    let mut committer =
        Committer::new(&writer, manifest, ledger, added, &planned, &resolved, progress);
    let builder = SegmentBuilder {
        stop: &stop,
        progress,
        writer: &writer,
        analyzer,
        classifiers,
        scorers,
        added: labellers,
        options: &resolved,
        seen,
        in_work: &in_work,
    };
    let done = index_archives(&planned, taken, &trials, builder, &pool, &mut committer);
    in_work.end(committer.manifest.finished);
    done.map_err(|error| {
        remove_uncommitted(out);
        error.while_writing(out, committer.committed)
    })?;
    Ok(summary(committer, before))
}

/// Reads the archives, builds their segments and commits them, then finishes the index.
fn index_archives(
    plan: &[PlannedArchive<'_>],
    taken: Taken,
    trials: &PageTrials<'_>,
    builder: SegmentBuilder<'_>,
    pool: &ThreadPool,
    committer: &mut Committer<'_>,
) -> Result<()> {
    committer.settle()?;
    let progress = committer.progress;
    let Options { recipe, threads, .. } = builder.options;
    std::thread::scope(|scope| {
        let archives = start(scope, plan, &recipe.settings, *threads, progress);
        // The scope drops the sequence before it joins the readers: they end when nobody receives.
        let sequence = Sequence::new(plan, archives, taken, trials, recipe.commit_every, progress);
        build_all(pool, &builder, &Mutex::new(sequence), committer)
    })?;
    // Its memory is free before blocks are counted.
    drop(builder);
    committer.finish()
}

/// Returns the number of bytes that will be read. The size of standard input is unknown.
fn bytes_to_read(plan: &[PlannedArchive<'_>]) -> u64 {
    plan.iter().map(|planned| planned.archive.bytes.saturating_sub(planned.start.stored)).sum()
}

/// Opens the list of skipped records, and adds its docnos to those that are taken: those of pages
/// that were deleted, or skipped for their text, are in the list alone. The manifest has the
/// prefixes of deleted URLs.
fn open_ledger(out: &Path, manifest: &Manifest, taken: &mut Taken) -> Result<Ledger> {
    taken.deleted_prefixes = manifest.deleted_prefixes();
    let ledger = Ledger::open(out, manifest, |listed| {
        if let Some(docno) = listed.repeating() {
            taken.seen.insert(docno.as_bytes());
        }
        if let Some(docno) = listed.deleted() {
            taken.deleted.insert(docno.as_bytes());
        }
    });
    ledger.map_err(|error| error.while_writing(out, manifest.counts.pages))
}

/// Builds all segments on the threads of the pool, and commits them.
fn build_all(
    pool: &ThreadPool,
    builder: &SegmentBuilder<'_>,
    sequence: &Mutex<Sequence<'_>>,
    committer: &mut Committer<'_>,
) -> Result<()> {
    pool.in_place_scope(|workers| {
        let (sender, built) = channel();
        workers.spawn_broadcast(move |_, worker| builder.work(worker.index(), sequence, &sender));
        commit_all(committer, &built, builder.stop)
    })
}

fn summary(committer: Committer<'_>, before: Manifest) -> IngestSummary {
    let Committer { manifest, added, .. } = committer;
    let lacking = added.lacking(manifest.counts.pages);
    let lacking = lacking.map(|(label, pages)| (label.to_owned(), pages)).collect();
    let mut outdated = added.labels;
    outdated.retain(|label| label.is_from_collection() && label.pages.is_some());
    let outdated = outdated.into_iter().map(|label| label.name).collect();
    IngestSummary { manifest, before, lacking, outdated }
}

/// Returns the added labels of the index in `out`, in the order of the manifest's segments.
fn added_labels(out: &Path, manifest: &Manifest) -> Result<Added> {
    Added::open(out, manifest.labels.as_deref())?.checked()?.in_order_of(out, manifest)
}

/// Commits batches as they arrive, and stops the work at the first failure.
fn commit_all(
    committer: &mut Committer<'_>,
    built: &Receiver<Result<BuiltBatch>>,
    stop: &AtomicBool,
) -> Result<()> {
    let mut done = Ok(());
    for built in built {
        // Batches that arrive after a failure are dropped. A thread that gave up its batch because
        // of `stop` did not fail.
        if done.is_ok() && !matches!(built, Err(Error::Interrupted)) {
            done = built.and_then(|built| committer.take(built));
        }
        if done.is_err() || committer.progress.stops() {
            stop.store(true, Ordering::Relaxed);
        }
    }
    done
}

#[cfg(test)]
mod tests;
