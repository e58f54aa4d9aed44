//! The mean of `P` over judgement groups.

use super::cutoffs::CUTOFFS;
use super::precision;
use crate::measure::definition::{Measure, Score};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "P_avgjg",
    ir_name: "P_avgjg",
    aliases: &[],
    explanation: "mean over judges of precision in the first k results",
    score: Score::PerGroup(&Score::AtRank(precision::score, CUTOFFS)),
    summary: Summary::Mean,
    binary: true,
};
