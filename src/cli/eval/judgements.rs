//! Reads judgements in any format and applies the replacement of grades by `--grades`.

use super::arguments::{EvalArgs, RelevanceFormat};
use tamis::error::{Error, Result};
use tamis_eval::measure::Relevance;
use tamis_eval::trec::{GroupedQrels, Prefs, Prels, Qrels};

/// A replacement of grades.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradeMap(Vec<(i32, i32)>);

impl GradeMap {
    fn of(&self, grade: i32) -> i32 {
        self.0.iter().find(|(old, _)| *old == grade).map_or(grade, |(_, new)| *new)
    }
}

pub(super) fn grade_map(text: &str) -> std::result::Result<GradeMap, String> {
    let pair = |pair: &str| {
        let numbers = pair.split_once('=').map(|(old, new)| (old.trim().parse::<i32>(), new.trim().parse::<i32>()));
        match numbers {
            Some((Ok(old), Ok(new))) => Ok((old, new)),
            _ => Err(format!("found '{pair}', expected two grades as 2=1")),
        }
    };
    let pairs: Vec<(i32, i32)> = text.split(',').map(pair).collect::<std::result::Result<_, _>>()?;
    match (1..pairs.len()).find(|&at| pairs[..at].iter().any(|(old, _)| *old == pairs[at].0)) {
        Some(twice) => Err(format!("found grade {} twice, expected each once", pairs[twice].0)),
        None => Ok(GradeMap(pairs)),
    }
}

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
        let new_grade = |grade| self.grades.as_ref().map_or(grade, |grades| grades.of(grade));
        Ok(match self.relevance {
            RelevanceFormat::Qrels => {
                let mut read = Qrels::read(&self.qrels)?;
                read.map_grades(new_grade);
                Judgements::Qrels(read)
            }
            RelevanceFormat::Prefs if self.grades.is_some() => {
                let message = "--grades is about grades, but -R prefs reads levels of preference; change the file";
                return Err(Error::settings(message.to_owned()));
            }
            RelevanceFormat::Prefs => Judgements::Prefs(Prefs::read(&self.qrels)?),
            RelevanceFormat::Prels => {
                let mut read = Prels::read(&self.qrels)?;
                read.map_grades(new_grade);
                Judgements::Prels(read)
            }
            RelevanceFormat::QrelsJg => Judgements::Groups(self.groups(new_grade)?),
            RelevanceFormat::QrelsPrefs => Judgements::Prefs(Prefs::of_grades(&self.groups(new_grade)?)),
            RelevanceFormat::Subtopics => Judgements::Subtopics(self.groups(new_grade)?),
        })
    }

    fn groups(&self, new_grade: impl Fn(i32) -> i32) -> Result<GroupedQrels> {
        let mut read = GroupedQrels::read(&self.qrels)?;
        read.map_grades(new_grade);
        Ok(read)
    }
}
