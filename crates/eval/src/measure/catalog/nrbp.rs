//! Novelty- and rank-biased precision, by default with alpha = beta = 0.5 (Clarke, Kolla &
//! Vechtomova, An Effectiveness Measure for Ambiguous and Underspecified Queries, ICTIR 2009;
//! ndeval).

use crate::measure::definition::{Measure, Score};
use crate::measure::subtopics::Subtopics;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "nrbp",
    ir_name: "NRBP",
    aliases: &[],
    explanation: "novelty- and rank-biased precision",
    score: Score::OfSubtopics(score, &["alpha", "beta"]),
    summary: Summary::Mean,
    binary: true,
};

fn score(subtopics: &Subtopics) -> f64 {
    subtopics.nrbp()
}
