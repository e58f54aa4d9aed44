//! The definition of a measure: its names, its explanation, and how it scores a topic.

use super::gains::Gains;
use super::preferences::Preferences;
use super::ranking::TopicRanking;
use super::sampled::Sampled;
use super::subtopics::Subtopics;
use super::summary::Summary;
use crate::error::{Error, Result};
use schemars::JsonSchema;
use serde::Serialize;

/// A measure: one row of [`super::MEASURES`].
#[derive(Debug, Serialize, JsonSchema)]
pub struct Measure {
    /// trec_eval's name, without a cut-off.
    pub name: &'static str,
    /// ir_measures' name, without a cut-off; the same as [`Measure::name`] if ir_measures does not
    /// have the measure.
    pub ir_name: &'static str,
    /// Other names for it.
    #[serde(skip)]
    pub aliases: &'static [&'static str],
    /// What it measures, in a sentence, with its range if that is not 0 to 1.
    pub explanation: &'static str,
    /// How to score one topic.
    #[serde(skip)]
    pub score: Score,
    /// How to summarise the topics' scores.
    #[serde(skip)]
    pub summary: Summary,
    /// Whether it uses binary relevance, so that the relevance level (trec_eval's `-l`) matters.
    #[serde(skip)]
    pub binary: bool,
}

/// How to score one topic.
#[derive(Debug, Clone, Copy)]
pub enum Score {
    /// No score: the row prints the run's tag.
    Tag,
    /// Always 1: the row counts topics.
    One,
    /// Text, one character per result; with the default number of results.
    Grades(usize),
    /// From the whole ranking.
    Whole(fn(&TopicRanking) -> f64),
    /// From the first k results; with trec_eval's default cut-offs, ascending.
    AtRank(fn(&TopicRanking, usize) -> f64, &'static [usize]),
    /// At a recall from 0 to 1; with trec_eval's default levels, ascending.
    AtRecall(fn(&TopicRanking, f64) -> f64, &'static [f64]),
    /// After a multiple of R results, where R is the number of relevant documents; with trec_eval's
    /// default multiples, ascending.
    AtMultiple(fn(&TopicRanking, f64) -> f64, &'static [f64]),
    /// From the gain of each grade, by default the grade itself.
    ByGain(fn(&TopicRanking, &Gains) -> f64),
    /// From the gains of the first k results; with trec_eval's default cut-offs.
    ByGainAtRank(fn(&TopicRanking, &Gains, usize) -> f64, &'static [usize]),
    /// With numbers that a request can replace.
    WithNumbers(fn(&TopicRanking, &[f64]) -> f64, Numbers),
    /// The mean of another measure's score over a topic's judgement groups.
    PerGroup(&'static Score),
    /// From preferences between documents.
    OfPreferences(fn(&Preferences) -> f64),
    /// From judgements per subtopic; with ir_measures' keys for the
    /// [`UserModel`](super::UserModel).
    OfSubtopics(fn(&Subtopics) -> f64, &'static [&'static str]),
    /// From judgements per subtopic, for the first k results; with ndeval's default cut-offs and
    /// ir_measures' keys.
    OfSubtopicsAtRank(fn(&Subtopics, usize) -> f64, &'static [usize], &'static [&'static str]),
    /// From sampled judgements.
    OfSample(fn(&Sampled) -> f64),
}

/// The numbers that a measure takes.
#[derive(Debug, Clone, Copy)]
pub struct Numbers {
    /// trec_eval's defaults.
    pub default: &'static [f64],
    /// Whether a request can give any count of numbers, not only as many as in `default`.
    pub any_count: bool,
    /// ir_measures' key and default for the number, if there is only one.
    pub ir: Option<(&'static str, f64)>,
    /// The lowest and the highest valid number.
    pub range: (f64, f64),
}

impl Measure {
    /// Returns ir_measures' default for the number that the measure takes, if this is how
    /// ir_measures spells the name and trec_eval's default is another one. None if the measure's
    /// own default holds.
    ///
    /// # Errors
    /// [`crate::Error::Setting`] for a spelling of neither, such as `Rbp`: it could mean either
    /// default.
    pub(super) fn ir_default(&self, spelled: &str) -> Result<Option<f64>> {
        let Score::WithNumbers(_, Numbers { default, ir: Some((key, ir_default)), .. }) =
            self.score
        else {
            return Ok(None);
        };
        if default == [ir_default] || spelled == self.name {
            return Ok(None);
        }
        if spelled == self.ir_name {
            return Ok(Some(ir_default));
        }
        if self.ir_name == self.name {
            return Ok(None);
        }
        let trec = self.name;
        let ir = self.ir_name;
        let expected = format!(
            "'{trec}' (trec_eval's, {key}={:?}) or '{ir}' (ir_measures', {key}={ir_default:?})",
            default[0]
        );
        Err(Error::setting(format!(
            "measure '{spelled}' could mean two defaults; expected {expected}"
        )))
    }
}
