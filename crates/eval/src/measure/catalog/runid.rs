//! The run's tag, which trec_eval prints among the measures.

use crate::measure::{Measure, Score, Summary};

pub(super) const MEASURE: Measure = Measure {
    name: "runid",
    ir_name: "runid",
    aliases: &[],
    explanation: "the tag of the run's last line",
    score: Score::Tag,
    summary: Summary::Tag,
    binary: false,
};
