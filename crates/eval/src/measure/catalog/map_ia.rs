//! Intent-aware average precision: the mean over subtopics (Agrawal et al., Diversifying Search
//! Results, WSDM 2009; ndeval).

use crate::measure::definition::{Measure, Score};
use crate::measure::subtopics::Subtopics;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "map_ia",
    ir_name: "AP_IA",
    aliases: &["MAP_IA"],
    explanation: "mean over subtopics of average precision",
    score: Score::OfSubtopics(score, &[]),
    summary: Summary::Mean,
    binary: true,
};

fn score(subtopics: &Subtopics) -> f64 {
    subtopics.average_precision()
}
