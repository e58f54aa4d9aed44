//! What somebody who waits for a job may see of it, and ask of it: steps, notices as they come, the
//! wish to stop.

use crate::notice::Notice;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use tamis_index::ingest::Progress;
use tamis_lab::train::Step as TrainingStep;

/// The work of a job that takes long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Steps {
    /// The number of steps.
    pub count: usize,
    /// What a step is, in the plural: `topics`.
    pub unit: &'static str,
    /// The file that keeps finished steps, from which the same job resumes; none if nothing is
    /// kept.
    pub checkpoint: Option<PathBuf>,
}

/// Watches a job. Every method may be called from several threads, and does nothing by default.
/// Those of [`Progress`] are about archives that are read; [`Progress::stops`] tells every job to
/// stop, with [`Error::Interrupted`](crate::Error::Interrupted), or what is done. It is asked
/// between steps.
pub trait Watch: Progress {
    /// Long work begins.
    fn begin(&self, _steps: &Steps) {}

    /// One of its steps is done.
    fn step(&self) {}

    /// The long work is done, and what it found is written: there is nothing left to resume.
    fn end(&self) {}

    /// A training of this name has done one of its steps.
    fn training(&self, _name: &str, _step: &TrainingStep) {}

    /// Something is worth knowing. The outcome has all notices again.
    fn notice(&self, _notice: &Notice) {}
}

impl Watch for () {}

/// Stops soon after it is set to true.
impl Watch for AtomicBool {}

/// Hands notices on as they come, and keeps them for the outcome.
pub(crate) struct Told<'w> {
    pub watch: &'w dyn Watch,
    notices: Mutex<Vec<Notice>>,
}

impl<'w> Told<'w> {
    pub fn new(watch: &'w dyn Watch) -> Self {
        Self { watch, notices: Mutex::new(Vec::new()) }
    }

    pub fn tell(&self, notice: Notice) {
        self.watch.notice(&notice);
        self.notices.lock().unwrap_or_else(PoisonError::into_inner).push(notice);
    }

    pub fn tell_all(&self, notices: impl IntoIterator<Item = Notice>) {
        notices.into_iter().for_each(|notice| self.tell(notice));
    }

    pub fn into_notices(self) -> Vec<Notice> {
        self.notices.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
