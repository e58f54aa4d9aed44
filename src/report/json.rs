//! A result as one JSON object: every field of it under its own name, numbers in full precision.

use crate::experiment::results::Sweep;
use serde::Serialize;

/// A sweep as one object on one line.
pub fn sweep(sweep: &Sweep) -> String {
    one_line(sweep)
}

/// A result as one object on one line, the keys in the order of its fields. A number that is not finite becomes `null`,
/// since JSON has no word for it.
pub fn one_line(result: &impl Serialize) -> String {
    // Serialisation into a string fails only for maps whose keys are not strings; a result has no maps.
    let mut json = serde_json::to_string(result).expect("a result holds strings, numbers and lists");
    json.push('\n');
    json
}
