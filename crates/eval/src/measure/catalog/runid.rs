//! The run's tag, which trec_eval prints among the measures.

use crate::measure::definition::{Measure, Score};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "runid",
    ir_name: "runid",
    aliases: &[],
    explanation: "tag of the run's last line",
    score: Score::Tag,
    summary: Summary::Tag,
    binary: false,
};
