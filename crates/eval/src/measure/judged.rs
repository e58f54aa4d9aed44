//! The kinds of judgements, and what measures see of each for one topic.

use super::preferences::Preferences;
use super::ranking::{TopicJudgements, TopicRanking};
use super::sampled::Sampled;
use super::subtopics::Subtopics;
use crate::trec::{GroupedQrels, Prefs, Prels, Qrels, TopicQrels};
use std::fmt;

/// A kind of judgements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JudgementKind {
    /// A grade per document.
    Qrels,
    /// A grade per document and judge.
    Groups,
    /// Preferences between documents.
    Preferences,
    /// A grade per document and subtopic.
    Subtopics,
    /// A grade per sampled document, with the probability of drawing it.
    Sample,
}

impl fmt::Display for JudgementKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Qrels => "qrels",
            Self::Groups => "judgement groups (format qrels_jg)",
            Self::Preferences => "preferences (format prefs or qrels_prefs)",
            Self::Subtopics => "subtopics (format subtopics)",
            Self::Sample => "sampled judgements (format prels)",
        })
    }
}

/// The judgements of all topics, of any kind.
#[derive(Debug, Clone, Copy)]
pub enum Relevance<'a> {
    /// A grade per document.
    Qrels(&'a Qrels),
    /// A grade per document and judge.
    Groups(&'a GroupedQrels),
    /// Preferences between documents.
    Preferences(&'a Prefs),
    /// A grade per document and subtopic.
    Subtopics(&'a GroupedQrels),
    /// A grade per sampled document, with the probability of drawing it.
    Sample(&'a Prels),
}

impl<'a> From<&'a Qrels> for Relevance<'a> {
    fn from(qrels: &'a Qrels) -> Self {
        Self::Qrels(qrels)
    }
}

impl<'a> From<&'a Prefs> for Relevance<'a> {
    fn from(prefs: &'a Prefs) -> Self {
        Self::Preferences(prefs)
    }
}

impl<'a> From<&'a Prels> for Relevance<'a> {
    fn from(prels: &'a Prels) -> Self {
        Self::Sample(prels)
    }
}

impl<'a> Relevance<'a> {
    /// Returns their kind.
    pub fn kind(&self) -> JudgementKind {
        match self {
            Self::Qrels(_) => JudgementKind::Qrels,
            Self::Groups(_) => JudgementKind::Groups,
            Self::Preferences(_) => JudgementKind::Preferences,
            Self::Subtopics(_) => JudgementKind::Subtopics,
            Self::Sample(_) => JudgementKind::Sample,
        }
    }

    /// Returns the ids of all topics, in order.
    pub fn topics(&self) -> Vec<&'a str> {
        match self {
            Self::Qrels(qrels) => qrels.topics().map(|(id, _)| id).collect(),
            Self::Groups(groups) | Self::Subtopics(groups) => {
                groups.topics().map(|(id, _)| id).collect()
            }
            Self::Preferences(prefs) => prefs.topics().map(|(id, _)| id).collect(),
            Self::Sample(prels) => prels.topics().map(|(id, _)| id).collect(),
        }
    }

    /// Returns the docnos of all judgements; a document judged several times is there as often.
    pub fn docnos(&self) -> Vec<&'a str> {
        let listed = self.topics().into_iter().flat_map(|topic| self.listed_of(topic));
        listed.map(|(docno, _)| docno).collect()
    }

    /// Returns the documents that the judgements list for a topic, each with its grade; preferences
    /// have none.
    pub(super) fn listed_of(&self, topic: &str) -> Vec<(&'a str, Option<i32>)> {
        let graded = |(docno, grade): (&'a str, i32)| (docno, Some(grade));
        match self {
            Self::Qrels(qrels) => {
                let judged = qrels.topic(topic).into_iter().flat_map(TopicQrels::iter);
                judged.map(graded).collect()
            }
            Self::Groups(groups) | Self::Subtopics(groups) => {
                let groups = groups.topic(topic).into_iter().flat_map(|groups| groups.values());
                groups.flat_map(TopicQrels::iter).map(graded).collect()
            }
            Self::Preferences(prefs) => {
                let judges = prefs.topic(topic).into_iter().flatten();
                judges
                    .flat_map(|judge| judge.documents().iter())
                    .map(|(docno, _)| (docno.as_str(), None))
                    .collect()
            }
            Self::Sample(prels) => {
                let sample = prels.topic(topic).into_iter().flatten();
                sample.map(|(docno, (grade, _))| (docno.as_str(), Some(*grade))).collect()
            }
        }
    }

    /// Returns the grades of all judgements; empty for preferences.
    pub fn grades(&self) -> Vec<i32> {
        match self {
            Self::Qrels(qrels) => {
                let judged = qrels.topics().flat_map(|(_, topic)| topic.iter());
                judged.map(|(_, grade)| grade).collect()
            }
            Self::Groups(groups) | Self::Subtopics(groups) => {
                let groups = groups.topics().flat_map(|(_, groups)| groups.values());
                groups.flat_map(TopicQrels::iter).map(|(_, grade)| grade).collect()
            }
            Self::Preferences(_) => Vec::new(),
            Self::Sample(prels) => prels
                .topics()
                .flat_map(|(_, sample)| sample.values().map(|(grade, _)| *grade))
                .collect(),
        }
    }
}

/// One topic's ranking against one judgement group.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupRanking {
    pub(super) grades: Vec<Option<i32>>,
    pub(super) judgements: TopicJudgements,
}

impl GroupRanking {
    /// Returns the ranking as measures see it.
    pub fn ranking(&self) -> TopicRanking<'_> {
        TopicRanking { grades: &self.grades, judgements: &self.judgements }
    }
}

/// One topic's ranking against its judgements.
#[derive(Debug)]
pub enum JudgedRanking<'a> {
    /// Against a grade per document.
    Qrels(TopicRanking<'a>),
    /// Against each judge's grades; at least one.
    Groups(Vec<GroupRanking>),
    /// Against preferences.
    Preferences(Preferences<'a>),
    /// Against each subtopic's grades.
    Subtopics(Subtopics),
    /// Against sampled judgements.
    Sample(Sampled),
}
