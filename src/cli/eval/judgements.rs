//! Reads judgements in any format and applies the replacement of grades by `--grades`.

use super::arguments::{EvalArgs, RelevanceFormat};
use crate::cli::kind;
use std::path::Path;
use tamis_eval::measure::{Relevance, mismatch};
use tamis_eval::trec::{GroupedQrels, Prefs, Prels, Qrels, Run};
use tamis_index::error::{Error, Place, Result};

/// Judgements of any format.
pub(super) enum Judgements {
    Qrels(Qrels),
    Groups(GroupedQrels),
    Prefs(Prefs),
    Subtopics(GroupedQrels),
    Prels(Prels),
}

impl Judgements {
    pub(super) fn relevance(&self) -> Relevance<'_> {
        match self {
            Self::Qrels(qrels) => Relevance::Qrels(qrels),
            Self::Groups(groups) => Relevance::Groups(groups),
            Self::Prefs(prefs) => Relevance::Preferences(prefs),
            Self::Subtopics(groups) => Relevance::Subtopics(groups),
            Self::Prels(prels) => Relevance::Sample(prels),
        }
    }
}

impl EvalArgs {
    /// Reads judgements.
    pub(super) fn judgements(&self) -> Result<Judgements> {
        let new_grade =
            |grade| self.grades.as_ref().map_or(grade, |grades| grades.replacement(grade));
        Ok(match self.relevance {
            RelevanceFormat::Qrels => {
                let read = Qrels::read(&self.qrels);
                let mut read = read.map_err(|error| kind::explained(error, kind::of_judgements))?;
                read.map_grades(new_grade);
                Judgements::Qrels(read)
            }
            RelevanceFormat::Prefs if self.grades.is_some() => {
                let message = "--grades is about grades, but -R prefs reads levels of preference; \
                               change the file";
                return Err(Error::settings(message.to_owned()));
            }
            RelevanceFormat::Prefs => Judgements::Prefs(Prefs::read(&self.qrels)?),
            RelevanceFormat::Prels => {
                let mut read = Prels::read(&self.qrels)?;
                read.map_grades(new_grade);
                Judgements::Prels(read)
            }
            RelevanceFormat::QrelsJg => Judgements::Groups(self.groups(new_grade)?),
            RelevanceFormat::QrelsPrefs => {
                Judgements::Prefs(Prefs::from_grades(&self.groups(new_grade)?))
            }
            RelevanceFormat::Subtopics => Judgements::Subtopics(self.groups(new_grade)?),
        })
    }

    fn groups(&self, new_grade: impl Fn(i32) -> i32) -> Result<GroupedQrels> {
        let mut read = GroupedQrels::read(&self.qrels)?;
        read.map_grades(new_grade);
        Ok(read)
    }
}

/// Checks that the run in `file` belongs to the judgements.
///
/// # Errors
/// [`Error::Format`] for a run without a topic of them, or without a judged document.
pub(super) fn check_match(
    args: &EvalArgs,
    file: &Path,
    relevance: Relevance,
    run: &Run,
) -> Result<()> {
    match mismatch(relevance, run, &args.qrels.display().to_string()) {
        Some((found, expected)) => Err(Error::format(Place::file(file), found, expected)),
        None => Ok(()),
    }
}
