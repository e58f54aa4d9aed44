//! Summaries of the topics' scores: mean, geometric mean, sum.

use super::ranking::total;

/// How to summarise the topics' scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Summary {
    /// The arithmetic mean.
    Mean,
    /// The geometric mean, with scores below 0.00001 raised to that; shown in the summary only.
    GeometricMean,
    /// The sum of whole numbers.
    Sum,
    /// The sum of whole numbers, shown in the summary only.
    SumOnly,
    /// The run's tag instead of a number, shown in the summary only.
    Tag,
    /// No summary: text for each topic.
    Text,
}

impl Summary {
    /// trec_eval's lower bound on scores in a geometric mean; otherwise one score of 0 would make
    /// it 0.
    const GEOMETRIC_FLOOR: f64 = 0.00001;

    /// Returns the logarithm of a score for the geometric mean.
    pub(super) fn logarithm(score: f64) -> f64 {
        score.max(Self::GEOMETRIC_FLOOR).ln()
    }

    /// Summarises one score per topic. NaN if there are no topics or if the summary is not a
    /// number.
    pub fn summarise(self, scores: &[f64]) -> f64 {
        let topics = scores.len() as f64;
        match self {
            Self::Mean => total(scores.iter().copied()) / topics,
            Self::GeometricMean => {
                (total(scores.iter().copied().map(Self::logarithm)) / topics).exp()
            }
            Self::Sum | Self::SumOnly => total(scores.iter().copied()),
            Self::Tag | Self::Text => f64::NAN,
        }
    }

    /// Returns whether each topic has a number.
    pub fn per_topic(self) -> bool {
        matches!(self, Self::Mean | Self::Sum)
    }

    /// Returns whether the scores are whole numbers.
    pub fn whole(self) -> bool {
        matches!(self, Self::Sum | Self::SumOnly)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_geometric_mean_has_a_floor() {
        for (scores, expected) in [([0.25, 1.0], 0.5), ([0.0, 0.1], 0.001)] {
            let mean = Summary::GeometricMean.summarise(&scores);
            assert!((mean - expected).abs() < 1e-12, "{mean}, not {expected}");
        }
    }

    #[test]
    fn a_mean_over_no_topic_is_not_a_number() {
        assert!(Summary::Mean.summarise(&[]).is_nan());
        assert_eq!(Summary::Sum.summarise(&[]), 0.0);
    }
}
