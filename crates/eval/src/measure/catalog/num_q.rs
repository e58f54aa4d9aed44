//! The number of topics evaluated.

use crate::measure::definition::{Measure, Score};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "num_q",
    ir_name: "NumQ",
    aliases: &[],
    explanation: "number of topics evaluated",
    score: Score::One,
    summary: Summary::SumOnly,
    binary: false,
};
