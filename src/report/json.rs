//! A sweep as one JSON object: every field of [`Sweep`] under its own name, numbers in full precision.

use super::data::Sweep;

/// One object on one line, the keys in the order of [`Sweep`]. A number that is not finite becomes `null`, since JSON
/// has no word for it.
pub fn sweep(sweep: &Sweep) -> String {
    // Serialisation into a string fails only for maps whose keys are not strings; a sweep has no maps.
    let mut json = serde_json::to_string(sweep).expect("a sweep holds strings, numbers and lists");
    json.push('\n');
    json
}
