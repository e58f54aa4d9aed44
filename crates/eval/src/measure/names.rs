//! Looks measures up by name.

use super::catalog::{MEASURES, NICKNAMES};
use super::definition::Measure;
use crate::error::Error;
use tamis_place::nearest;

/// Iterates over the rows with this name, trec_eval's or ir_measures', ignoring case.
pub(super) fn rows_named(name: &str) -> impl Iterator<Item = usize> {
    (0..MEASURES.len()).filter(move |row| has_name(&MEASURES[*row], name))
}

/// Returns whether a measure has this name, ignoring case.
fn has_name(measure: &Measure, name: &str) -> bool {
    let names = [measure.name, measure.ir_name].into_iter().chain(measure.aliases.iter().copied());
    names.into_iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Measures of ir_measures that are not in the list.
const FOREIGN: [&str; 10] =
    ["Accuracy", "BPM", "Compat", "INSQ", "INST", "NERR8", "NERR9", "NERR10", "NERR11", "SDCG"];

/// The error for an unknown name, with the nearest known one or where to look.
pub(super) fn unknown(name: &str) -> Error {
    const LIST: &str = "see the list of measures";
    if FOREIGN.iter().any(|foreign| foreign.eq_ignore_ascii_case(name)) {
        return Error::setting(format!(
            "measure '{name}' is a measure of ir_measures that tamis does not have; {LIST}"
        ));
    }
    // Each name once: if ir_measures does not have the measure, the row repeats trec_eval's name.
    let names = MEASURES
        .iter()
        .flat_map(|row| [Some(row.name), (row.ir_name != row.name).then_some(row.ir_name)]);
    let names = names.flatten().chain(NICKNAMES.iter().map(|(nickname, _)| *nickname));
    // The typing error is rarely in the cut-off.
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || "_.@,".contains(c));
    match nearest(stem, names) {
        Some(known) => Error::setting(format!("unknown measure '{name}'; did you mean '{known}'?")),
        None => Error::setting(format!("unknown measure '{name}'; {LIST}")),
    }
}
