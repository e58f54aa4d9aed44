//! The mean of `map` over judgement groups.

use super::map;
use crate::measure::definition::{Measure, Score};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "map_avgjg",
    ir_name: "map_avgjg",
    aliases: &[],
    explanation: "mean over judges of average precision",
    score: Score::PerGroup(&Score::Whole(map::score)),
    summary: Summary::Mean,
    binary: true,
};
