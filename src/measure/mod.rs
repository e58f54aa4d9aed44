//! Run + qrels -> scores. A measure is a row of [`MEASURES`] and a file of `catalog/`; run and judgements meet in
//! [`evaluate()`] only, and every measure sees nothing but the [`TopicRanking`] it makes of them.

mod catalog;
mod evaluate;
mod instance;
mod layout;
mod ranking;

pub use catalog::MEASURES;
pub use evaluate::{Evaluation, Options, TopicScores, evaluate};
pub use instance::{Instance, in_list_order, parse};
pub use layout::{Layout, Parts};
pub use ranking::{Judgements, TopicRanking};

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
    /// Whether it belongs to trec_eval's default list, `official`.
    pub official: bool,
}

/// How one topic is scored.
#[derive(Debug, Clone, Copy)]
pub enum Score {
    /// Not at all: the row prints the run's tag.
    Tag,
    /// From the whole ranking.
    Whole(fn(&TopicRanking) -> f64),
    /// From the first k results; with trec_eval's cut-offs for where none is given, ascending.
    AtRank(fn(&TopicRanking, usize) -> f64, &'static [usize]),
    /// At a level of recall from 0 to 1; with trec_eval's levels for where none is given, ascending.
    AtRecall(fn(&TopicRanking, f64) -> f64, &'static [f64]),
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
}

impl Summary {
    /// trec_eval's floor under a geometric mean, without which one topic of 0 would make it 0.
    const GEOMETRIC_FLOOR: f64 = 0.00001;

    /// The summary of one score per topic. NaN where there is no topic, and for [`Summary::Tag`].
    pub fn of(self, scores: &[f64]) -> f64 {
        let topics = scores.len() as f64;
        match self {
            Self::Mean => total(scores.iter().copied()) / topics,
            Self::GeometricMean => {
                let logarithms = scores.iter().map(|score| score.max(Self::GEOMETRIC_FLOOR).ln());
                (total(logarithms) / topics).exp()
            }
            Self::Sum | Self::SumOnly => total(scores.iter().copied()),
            Self::Tag => f64::NAN,
        }
    }

    /// Whether the scores of single topics are shown as well.
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
