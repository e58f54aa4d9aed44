//! The grades of the first results as a string: a digit, `>` for more than 9, `-` for a document that the qrels do
//! not name, `.` for one that they name as not judged.

use crate::measure::definition::{Measure, Score};
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "relstring",
    ir_name: "relstring",
    aliases: &[],
    explanation: "the grades of the first 10 results, a character each",
    score: Score::Grades(10),
    summary: Summary::Text,
    binary: false,
};

/// The character of one result.
pub(in crate::measure) fn character(grade: Option<i32>) -> char {
    match grade {
        None => '-',
        Some(grade) if grade < 0 => '.',
        Some(grade) => u32::try_from(grade).ok().and_then(|grade| char::from_digit(grade, 10)).unwrap_or('>'),
    }
}
