//! Run + qrels -> scores. A measure is a row of [`MEASURES`] and a file of `catalog/`; run and judgements meet in
//! [`evaluate()`] only, and every measure sees nothing but the [`TopicRanking`] (or [`Preferences`], ...) it makes of them.

mod catalog;
mod checks;
mod evaluate;
mod gains;
mod instance;
mod ir_request;
mod judged;
mod layout;
mod preferences;
mod ranking;
mod request;
mod sampled;
mod settings;
mod subtopics;

pub use catalog::MEASURES;
pub use checks::Checks;
pub use evaluate::{Evaluation, Options, TopicScores, evaluate, evaluate_against};
pub use gains::Gains;
pub use instance::Instance;
pub use judged::{Judged, JudgementKind, Relevance};
pub use layout::{Layout, Parts};
pub use preferences::Preferences;
pub use ranking::{Compat, Judgements, Terms, TopicRanking};
pub use request::{in_list_order, parse, parse_all};
pub use sampled::Sampled;
pub use subtopics::{Reader, Subtopics};

use ranking::total;

/// A measure, as one row of [`MEASURES`].
#[derive(Debug)]
pub struct Measure {
    /// trec_eval's name, without a cut-off.
    pub name: &'static str,
    /// ir_measures' name, without a cut-off; [`Measure::name`] again where ir_measures has none.
    pub ir_name: &'static str,
    /// Further names by which people ask for it.
    pub aliases: &'static [&'static str],
    /// What it says, in a sentence, with its range where that is not 0 to 1.
    pub explanation: &'static str,
    /// How one topic is scored.
    pub score: Score,
    /// How the topics' scores become one.
    pub summary: Summary,
    /// Whether it asks "is this relevant?", so that the relevance level (`-l`) changes it.
    pub binary: bool,
}

/// How one topic is scored.
#[derive(Debug, Clone, Copy)]
pub enum Score {
    /// Not at all: the row prints the run's tag.
    Tag,
    /// As 1, whatever the judgements are: the row counts topics.
    One,
    /// As text: a character per result, for the first so many where no number is given.
    Grades(usize),
    /// From the whole ranking.
    Whole(fn(&TopicRanking) -> f64),
    /// From the first k results; with trec_eval's cut-offs for where none is given, ascending.
    AtRank(fn(&TopicRanking, usize) -> f64, &'static [usize]),
    /// At a level of recall from 0 to 1; with trec_eval's levels for where none is given, ascending.
    AtRecall(fn(&TopicRanking, f64) -> f64, &'static [f64]),
    /// After so many times as many results as there are relevant documents; with trec_eval's multiples, ascending.
    AtMultiple(fn(&TopicRanking, f64) -> f64, &'static [f64]),
    /// From the gain of each grade, which is the grade itself where the request says nothing else.
    ByGain(fn(&TopicRanking, &Gains) -> f64),
    /// The same from the first k results; with trec_eval's cut-offs.
    ByGainAtRank(fn(&TopicRanking, &Gains, usize) -> f64, &'static [usize]),
    /// With numbers that the request may replace.
    WithNumbers(fn(&TopicRanking, &[f64]) -> f64, Numbers),
    /// The mean over a topic's judgement groups of another measure's score.
    PerGroup(&'static Score),
    /// From preferences between documents.
    OfPreferences(fn(&Preferences) -> f64),
    /// From judgements per subtopic; with what ir_measures lets a request say of the [`Reader`].
    OfSubtopics(fn(&Subtopics) -> f64, &'static [&'static str]),
    /// From judgements per subtopic, of the first k results; with ndeval's cut-offs, and the same.
    OfSubtopicsAtRank(fn(&Subtopics, usize) -> f64, &'static [usize], &'static [&'static str]),
    /// From a sample of judgements.
    OfSample(fn(&Sampled) -> f64),
}

/// Which numbers a measure takes.
#[derive(Debug, Clone, Copy)]
pub struct Numbers {
    /// Those of trec_eval.
    pub default: &'static [f64],
    /// Whether there may be any count of them instead of as many as in `default`.
    pub any_count: bool,
    /// What ir_measures calls the only one, and its value there if none is given.
    pub ir: Option<(&'static str, f64)>,
    /// The least and the greatest that makes sense.
    pub range: (f64, f64),
}

/// How the topics' scores become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Summary {
    /// The arithmetic mean.
    Mean,
    /// The geometric mean, where a score under 0.00001 counts as that; shown in the summary only.
    GeometricMean,
    /// The sum; whole numbers.
    Sum,
    /// The sum, shown in the summary only; whole numbers.
    SumOnly,
    /// The run's tag instead of a number, shown in the summary only.
    Tag,
    /// None: text of single topics.
    Text,
}

impl Summary {
    /// trec_eval's floor under a geometric mean, without which one topic of 0 would make it 0.
    const GEOMETRIC_FLOOR: f64 = 0.00001;

    /// The logarithm of a score in a geometric mean.
    fn logarithm(score: f64) -> f64 {
        score.max(Self::GEOMETRIC_FLOOR).ln()
    }

    /// The summary of one score per topic. NaN where there is no topic, and where it is no number.
    pub fn of(self, scores: &[f64]) -> f64 {
        let topics = scores.len() as f64;
        match self {
            Self::Mean => total(scores.iter().copied()) / topics,
            Self::GeometricMean => (total(scores.iter().copied().map(Self::logarithm)) / topics).exp(),
            Self::Sum | Self::SumOnly => total(scores.iter().copied()),
            Self::Tag | Self::Text => f64::NAN,
        }
    }

    /// Whether single topics have a number of their own.
    pub fn per_topic(self) -> bool {
        matches!(self, Self::Mean | Self::Sum)
    }

    /// Whether the scores are whole numbers.
    pub fn whole(self) -> bool {
        matches!(self, Self::Sum | Self::SumOnly)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_geometric_mean_has_a_floor() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(close(Summary::GeometricMean.of(&[0.25, 1.0]), 0.5));
        assert!(close(Summary::GeometricMean.of(&[0.0, 0.1]), 0.001));
    }

    #[test]
    fn a_mean_over_no_topic_is_no_number() {
        assert!(Summary::Mean.of(&[]).is_nan());
        assert_eq!(Summary::Sum.of(&[]), 0.0);
    }
}
