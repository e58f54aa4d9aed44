//! Judgements of any kind, read from a file of any format.

use super::grades::GradeMap;
use crate::kind;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use tamis_eval::measure::{JudgementKind, Relevance};
use tamis_eval::trec::{GroupedQrels, Prefs, Prels, Qrels};
use tamis_index::error::{Error, Result};

/// Judgements of any kind.
#[derive(Debug, Clone, PartialEq)]
pub enum Judgements {
    /// A grade per document.
    Qrels(Arc<Qrels>),
    /// A grade per document and judge.
    Groups(GroupedQrels),
    /// Preferences between documents.
    Preferences(Prefs),
    /// A grade per document and subtopic.
    Subtopics(GroupedQrels),
    /// A grade per sampled document, with the probability of drawing it.
    Sample(Prels),
}

/// The format of a file of judgements.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JudgementFormat {
    /// Topic, iteration, docno, grade.
    #[default]
    Qrels,
    /// Topic, judge, docno, grade: the grades of several judges.
    QrelsJg,
    /// Topic, judge, docno, grade: the better grade is preferred.
    QrelsPrefs,
    /// Topic, judge, subgroup, docno, level: the higher level is preferred.
    Prefs,
    /// Topic, subtopic, docno, grade, as ndeval reads them.
    Subtopics,
    /// Topic, docno, grade, method, probability: a sample of judgements.
    Prels,
}

impl JudgementFormat {
    /// What is judged.
    pub fn kind(self) -> JudgementKind {
        match self {
            Self::Qrels => JudgementKind::Qrels,
            Self::QrelsJg => JudgementKind::Groups,
            Self::QrelsPrefs | Self::Prefs => JudgementKind::Preferences,
            Self::Subtopics => JudgementKind::Subtopics,
            Self::Prels => JudgementKind::Sample,
        }
    }
}

impl From<Arc<Qrels>> for Judgements {
    fn from(qrels: Arc<Qrels>) -> Self {
        Self::Qrels(qrels)
    }
}

impl Judgements {
    /// Reads a file, and replaces its grades.
    ///
    /// # Errors
    /// A file that cannot be read, or is not of this format; grades that shall be replaced in a
    /// format that has none.
    pub fn read(path: &Path, format: JudgementFormat, grades: Option<&GradeMap>) -> Result<Self> {
        let new_grade = |grade| grades.map_or(grade, |grades| grades.replacement(grade));
        let grouped = || -> Result<GroupedQrels> {
            let mut read = GroupedQrels::read(path)?;
            read.map_grades(new_grade);
            Ok(read)
        };
        Ok(match format {
            JudgementFormat::Qrels => {
                let read = Qrels::read(path);
                let mut read = read.map_err(|error| kind::explained(error, kind::of_judgements))?;
                read.map_grades(new_grade);
                Self::Qrels(Arc::new(read))
            }
            JudgementFormat::Prefs if grades.is_some() => {
                let problem = "found a replacement, but preferences (format prefs) have levels, \
                               not grades; change the file";
                return Err(Error::setting("grades", problem));
            }
            JudgementFormat::Prefs => Self::Preferences(Prefs::read(path)?),
            JudgementFormat::Prels => {
                let mut read = Prels::read(path)?;
                read.map_grades(new_grade);
                Self::Sample(read)
            }
            JudgementFormat::QrelsJg => Self::Groups(grouped()?),
            JudgementFormat::QrelsPrefs => Self::Preferences(Prefs::from_grades(&grouped()?)),
            JudgementFormat::Subtopics => Self::Subtopics(grouped()?),
        })
    }

    /// The same as measures see them.
    pub fn relevance(&self) -> Relevance<'_> {
        match self {
            Self::Qrels(qrels) => Relevance::Qrels(qrels),
            Self::Groups(groups) => Relevance::Groups(groups),
            Self::Preferences(prefs) => Relevance::Preferences(prefs),
            Self::Subtopics(groups) => Relevance::Subtopics(groups),
            Self::Sample(prels) => Relevance::Sample(prels),
        }
    }
}
