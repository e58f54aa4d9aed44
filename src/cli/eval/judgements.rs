//! Reads judgements in any format and applies the replacement of grades by `--grades`.

use super::arguments::{EvalArgs, RelevanceFormat};
use crate::cli::kind;
use std::path::Path;
use tamis_eval::measure::Relevance;
use tamis_eval::trec::ids::padded;
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

/// Returns the error for a run and qrels without common topics, with the first topics of both.
pub(super) fn nothing_in_common(
    args: &EvalArgs,
    file: &Path,
    relevance: Relevance,
    run: &Run,
) -> Error {
    fn first<'a>(ids: impl Iterator<Item = &'a str>) -> String {
        ids.take(3).collect::<Vec<_>>().join(", ")
    }
    let found = format!(
        "no topic of {} (the run's begin with {})",
        args.qrels.display(),
        first(run.topics().map(|t| t.0))
    );
    let judged = relevance.topics();
    let padded = padded(run.topics().map(|(id, _)| id), judged.iter().copied());
    let hint = padded
        .map_or_else(String::new, |(id, other)| format!("; {}", kind::padded(("run", id), other)));
    let begin = first(judged.into_iter());
    let expected = format!("topics of the qrels, which begin with {begin}{hint}");
    Error::format(Place::file(file), found, expected)
}
