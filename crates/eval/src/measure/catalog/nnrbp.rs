//! Novelty- and rank-biased precision over that of a greedily built ideal ranking; see `nrbp`.

use crate::measure::definition::{Measure, Score};
use crate::measure::subtopics::Subtopics;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "nnrbp",
    ir_name: "nNRBP",
    aliases: &[],
    explanation: "nrbp over that of the ideal ranking",
    score: Score::OfSubtopics(score, &["alpha", "beta"]),
    summary: Summary::Mean,
    binary: true,
};

fn score(subtopics: &Subtopics) -> f64 {
    subtopics.normalised_nrbp()
}
