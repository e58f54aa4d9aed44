//! The geometric mean of average precision, which gives hard topics more weight (Robertson, On
//! GMAP, CIKM 2006).

use super::map;
use crate::measure::definition::{Measure, Score};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "gm_map",
    ir_name: "gm_map",
    aliases: &["GMAP"],
    explanation: "geometric mean of average precision, with scores raised to at least 0.00001",
    score: Score::Whole(map::score),
    summary: Summary::GeometricMean,
    binary: true,
};
