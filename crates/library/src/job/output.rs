//! Where the files of a job's results go, and in which form. No result depends on it.

use super::Judged;
use crate::index::Index;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tamis_index::disk::results;
use tamis_index::disk::results::Identity;
use tamis_index::error::Result;
use tamis_report::{Form, results_folder};
use tamis_search::experiment::Origin;
use tamis_search::experiment::results::Site;

/// The files of results.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Output {
    /// The folder; none to write nothing. It is made, and no other file in it is replaced.
    pub folder: Option<PathBuf>,
    /// Whether the results of another experiment in the folder are removed first.
    pub force: bool,
    /// The form of figures and of tables for LaTeX.
    #[serde(skip)]
    pub form: Form,
    /// The command that repeats the job, as reports print it.
    pub command: Option<String>,
    /// The server that shows the points of a report in a browser.
    #[serde(skip)]
    pub site: Option<Site>,
}

/// The report's words on how to repeat an experiment that no command started.
pub(super) const COMMAND: &str = "(a program that uses the tamis library)";

impl Output {
    /// Opens the folder for results of this kind, if there is one. The same experiment may be
    /// repeated, if its identity is known.
    pub(super) fn open<I: Into<Option<Identity>>>(
        &self,
        kind: &str,
        identity: impl FnOnce() -> Result<I>,
    ) -> Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        results_folder(folder)?;
        results::open(folder, kind, identity()?.into(), self.force)
    }

    /// Writes results into the folder, if there is one, and returns their paths.
    pub(super) fn write(
        &self,
        write: impl FnOnce(&Path, &Form) -> Result<Vec<PathBuf>>,
    ) -> Result<Vec<PathBuf>> {
        self.folder.as_ref().map_or(Ok(Vec::new()), |folder| write(folder, &self.form))
    }

    /// Ends the experiment of the folder, if there is one.
    pub(super) fn close(&self) -> Result<()> {
        self.folder.as_deref().map_or(Ok(()), results::close)
    }

    /// What a report names besides its results. `command` is the line that repeats the job, if it
    /// can be written.
    pub(super) fn origin(&self, index: &Index, judged: &Judged, command: Option<String>) -> Origin {
        let command = self.command.as_deref().or(command.as_deref()).unwrap_or(COMMAND);
        let origin =
            Origin::new(index.corpus(), &judged.topics.name(), &judged.qrels.name(), command);
        Origin { site: self.site.clone(), ..origin }
    }

    /// The command that repeats the job.
    pub(super) fn command(&self) -> &str {
        self.command.as_deref().unwrap_or(COMMAND)
    }
}
