//! The geometric mean of binary preference; see `bpref` and `gm_map`.

use super::bpref;
use crate::measure::definition::{Measure, Score};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "gm_bpref",
    ir_name: "gm_bpref",
    aliases: &[],
    explanation: "geometric mean of bpref, with scores raised to at least 0.00001",
    score: Score::Whole(bpref::score),
    summary: Summary::GeometricMean,
    binary: true,
};
