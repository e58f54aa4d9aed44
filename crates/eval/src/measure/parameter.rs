//! A measure's parameter, and how it is parsed from a request.

use super::definition::Numbers;
use super::gains::Gains;

/// A measure's parameter. Its variant fits the row's [`Score`](super::Score), for only requests
/// make instances.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub(super) enum MeasureParameter {
    /// None given, or the row's default.
    Nothing,
    /// A cut-off.
    Rank(usize),
    /// A recall, or a multiple of R.
    Share(f64),
    /// Numbers, and their text in the request.
    Numbers(Vec<f64>, String),
    /// Gains, and their text in the request.
    Gains(Gains, String),
}

/// Parses a cut-off. trec_eval drops its fraction, and its own tests ask for ndcg_cut.23.4.
pub(super) fn rank(text: &str) -> Option<usize> {
    text.parse().ok().filter(|k| (1.0..1e15).contains(k)).map(|k: f64| k as usize)
}

/// Parses gains separated by commas, each after its grade and `sign`.
pub(super) fn gains_of(text: &str, sign: char) -> Option<Gains> {
    let mut gains = Vec::new();
    for pair in text.split(',') {
        let (grade, gain) = pair.split_once(sign)?;
        let gain = gain.trim().parse().ok().filter(|gain: &f64| gain.is_finite())?;
        gains.push((grade.trim().parse().ok()?, gain));
    }
    Some(Gains::new(gains))
}

/// Parses numbers. ir_measures' key may come first (trec_eval's `rbp.p=0.8`).
pub(super) fn read_numbers(text: &str, numbers: &Numbers) -> Option<Vec<f64>> {
    let text =
        numbers.ir.and_then(|(key, _)| text.strip_prefix(key)?.strip_prefix('=')).unwrap_or(text);
    let (least, most) = numbers.range;
    let mut read = Vec::new();
    for number in text.split(',') {
        read.push(number.parse().ok().filter(|number| (least..=most).contains(number))?);
    }
    (numbers.any_count || read.len() == numbers.default.len()).then_some(read)
}

/// Describes the numbers that a measure takes, for messages.
pub(super) fn expected_numbers(numbers: &Numbers) -> String {
    let count = match (numbers.any_count, numbers.default.len()) {
        (true, _) => "numbers".to_owned(),
        (false, 1) => "a number".to_owned(),
        (false, count) => format!("{count} numbers separated by commas"),
    };
    match numbers.range {
        (f64::MIN, _) => count,
        (least, f64::MAX) => format!("{count} from {least}"),
        (least, most) => format!("{count} from {least} to {most}"),
    }
}
