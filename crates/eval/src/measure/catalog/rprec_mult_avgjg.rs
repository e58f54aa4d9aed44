//! The mean of `Rprec_mult` over judgement groups.

use super::rprec_mult;
use crate::measure::definition::{Measure, Score};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "Rprec_mult_avgjg",
    ir_name: "Rprec_mult_avgjg",
    aliases: &[],
    explanation: "mean over judges of precision after x times R results",
    score: Score::PerGroup(&Score::AtMultiple(rprec_mult::score, rprec_mult::MULTIPLES)),
    summary: Summary::Mean,
    binary: true,
};
