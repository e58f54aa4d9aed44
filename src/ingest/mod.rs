//! Archives to an index: the one place that joins the stages. Archives are decompressed ahead, each by a thread of its
//! own (`read`); their documents are put into one order, docnos seen before dropped, and cut into runs (`sequence`);
//! every run becomes a segment, in parallel (`build`), and is committed in order (`commit`). The order and the runs
//! follow from the collection alone, so the index depends neither on the threads nor on interruptions.

mod analyze;
mod build;
pub(crate) mod commit;
mod dedup;
pub mod ledger;
mod open;
mod plan;
mod read;
mod sequence;

pub use analyze::analyze;
pub(crate) use analyze::{Labelled, label};
pub use ledger::LOSSES;

use crate::analyze::Analyzer;
use crate::error::{Error, Remedy, Result};
use crate::index::manifest::ArchiveEntry;
use crate::index::{Added, Manifest, Recipe};
use build::{Built, Workshop};
use commit::Committer;
use ledger::{Ledger, LossRow};
use open::Opened;
use sequence::Sequence;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use tamis_blocks::classify::Set;
use tamis_collection::{Archive, discover};

/// How a collection is indexed. The default uses all cores and stops at no number of damaged records.
#[derive(Debug, Clone)]
pub struct Options {
    /// The settings that decide the index's contents.
    pub recipe: Recipe,
    /// Threads that cut, analyze and index, 1 or more. Reader threads come on top.
    pub threads: usize,
    /// Whether to replace an index in the output folder.
    pub force: bool,
    /// The maximum number of damaged or lost records; one more and the ingest fails. None: no maximum.
    pub max_damaged: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { recipe: Recipe::default(), threads, force: false, max_damaged: None }
    }
}

impl Options {
    /// Refuses settings with which nothing would be read: without threads every archive would be committed as empty.
    fn check(&self) -> Result<()> {
        if self.threads == 0 {
            return Err(Error::setting("threads", "found 0, expected 1 or more"));
        }
        Ok(())
    }
}

/// Who wants to know how far it is. Called from several threads.
pub trait Progress: Sync {
    /// So many bytes of archives will be read; said once, before all else.
    fn total(&self, _bytes: u64) {}
    /// An archive is in the index already and is not read again.
    fn known(&self, _archive: &Archive) {}
    /// An archive is about to give its documents; archives come in order.
    fn archive(&self, _name: &str) {}
    /// So many more bytes of archives were read.
    fn read(&self, _bytes: u64) {}
    /// So many more pages were taken for the index.
    fn pages(&self, _pages: u64) {}
    /// A record was not taken, or has a flaw.
    fn lost(&self, _line: &LossRow) {}
    /// All of an archive is committed; archives come in order.
    fn ended(&self, _archive: &ArchiveEntry) {}
    /// Whether to end soon, with a commit of what is done. Asked often.
    fn stops(&self) -> bool {
        false
    }
}

/// Nobody wants to know.
pub struct Silent;

impl Progress for Silent {}

/// What came of it.
#[derive(Debug, Clone)]
pub struct Summary {
    /// What the index says of itself; not finished if [`Progress::stops`] said so.
    pub manifest: Manifest,
    /// What was in the index before.
    pub before: Manifest,
}

impl Summary {
    /// Damaged or lost records since the index was last finished, by this call and by those that it went on with.
    pub fn damaged(&self) -> u64 {
        self.manifest.counts.damaged() - self.before.damaged_before
    }
}

/// Indexes everything that `inputs` name into the folder `out`. If an index of the same recipe is there, archives that
/// it holds are passed over, one that it holds in part is read on, and others are added.
///
/// # Errors
/// Whatever cannot be read, an output folder that holds something else, an index of another recipe, an archive that has
/// changed, a full disk, more damage than [`Options::max_damaged`]. What was committed before stays, and the same call
/// goes on from there. Damaged records are else no errors: they are counted, and listed in [`LOSSES`].
pub fn ingest<S: AsRef<OsStr>>(
    inputs: &[S],
    out: &Path,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Summary> {
    options.check()?;
    let analyzer = Analyzer::by_name(&options.recipe.analyzer)?;
    let classifiers = Set::new(&options.recipe.classifiers)?;
    let archives = discover(inputs)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.map_err(|e| Error::setting("threads", format!("found {}: {e}", options.threads)))?;
    let opened = open::open(out, &options.recipe, options.force).map_err(|error| match error {
        // What else it says it says of the folder.
        Error::Tantivy { .. } => error.while_writing(out, 0),
        error => error,
    });
    let Opened { writer, manifest, docnos, seen } = opened?;
    let before = manifest.clone();
    let plan = plan::plan(&archives, &manifest, out, progress)?;
    if !plan.is_empty() {
        refuse_added_labels(out)?;
    }
    // Of standard input no size is known.
    progress.total(plan.iter().map(|planned| planned.archive.bytes.saturating_sub(planned.start.stored)).sum());
    let ledger = Ledger::open(out, manifest.losses)?;
    let (writer, plan) = (&writer, plan.as_slice());
    let mut committer = Committer::new(writer, manifest, ledger, plan, options, progress);
    let stop = AtomicBool::new(false);
    let done = committer.settle();
    let done = done.and_then(|()| {
        std::thread::scope(|scope| {
            let batches = read::start(scope, plan, &options.recipe.settings, options.threads, progress);
            let sequence = Mutex::new(Sequence::new(plan, batches, docnos, options.recipe.commit_every, progress));
            let workshop = Workshop { sequence, stop: &stop, writer, analyzer, classifiers, options, seen };
            let workshop = &workshop;
            // The sequence goes before the readers are waited for: a reader with nobody to read for ends.
            pool.in_place_scope(|workers| {
                let (sender, built) = channel();
                workers.spawn_broadcast(move |_, _| workshop.work(&sender));
                commit_all(&mut committer, &built, &stop)
            })
        })
    });
    let done = done.and_then(|()| committer.finish());
    done.map_err(|error| error.while_writing(out, committer.committed))?;
    Ok(Summary { manifest: committer.manifest, before })
}

/// Refuses to add pages to an index to which labels were added: the new pages would have none, and merged segments lose
/// theirs.
fn refuse_added_labels(out: &Path) -> Result<()> {
    let added = Added::read(out)?;
    if added.labels.is_empty() {
        return Ok(());
    }
    let message = format!("has added labels ({}), which new pages would not have", added.names());
    Err(Error::index(out, message).with_remedy(Remedy::RemoveLabelsFirst))
}

/// Commits runs as they come, and ends the work at the first failure.
fn commit_all(committer: &mut Committer<'_>, built: &Receiver<Result<Built>>, stop: &AtomicBool) -> Result<()> {
    let mut done = Ok(());
    for built in built {
        // Runs that come after a failure are dropped. A thread that gave up its run because of `stop` did not fail.
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
mod tests {
    use super::*;

    /// Twelve pages in an archive, indexed with these threads.
    fn ingest_with(options: &Options) -> (Result<Summary>, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let files = crate::demo::generate(folder.path(), 12, 1).unwrap();
        (ingest(&[files.warc], &folder.path().join("index"), options, &Silent), folder)
    }

    #[test]
    fn the_default_options_read_every_page() {
        let (summary, _folder) = ingest_with(&Options::default());
        assert_eq!(summary.unwrap().manifest.counts.pages, 12);
    }

    #[test]
    fn no_threads_are_refused_before_anything_is_written() {
        let (summary, folder) = ingest_with(&Options { threads: 0, ..Options::default() });
        let said = summary.unwrap_err().to_string();
        assert!(said.contains("threads") && said.contains("found 0, expected 1 or more"), "{said}");
        assert!(!folder.path().join("index").exists());
    }
}
