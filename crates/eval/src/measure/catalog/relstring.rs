//! The grades of the first results as a string: a digit, `>` for a grade above 9, `-` for a
//! document that the qrels do not list, `.` for one that they list as not judged.

use crate::measure::definition::{Measure, Score};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "relstring",
    ir_name: "relstring",
    aliases: &[],
    explanation: "grades of the first 10 results, one character each",
    score: Score::Grades(10),
    summary: Summary::Text,
    binary: false,
};

/// Returns the character of one result.
pub(in crate::measure) fn character(grade: Option<i32>) -> char {
    match grade {
        None => '-',
        Some(grade) if grade < 0 => '.',
        Some(grade) => {
            u32::try_from(grade).ok().and_then(|grade| char::from_digit(grade, 10)).unwrap_or('>')
        }
    }
}
