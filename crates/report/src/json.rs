//! Formats a result as one JSON object: every field under its own name, numbers in full precision.

use serde::Serialize;
use tamis_place::escaped_json;

/// Formats a result as one object on one line, the keys in the order of its fields. Infinite
/// numbers and NaN become `null`, because JSON cannot express them. Control characters of any kind
/// are escapes, so a terminal can show it.
pub fn one_line(result: &impl Serialize) -> String {
    // Serialisation into a string fails only for maps whose keys are not strings; a result has no
    // maps.
    let json = serde_json::to_string(result).expect("a result holds strings, numbers and lists");
    escaped_json(&json).into_owned() + "\n"
}
