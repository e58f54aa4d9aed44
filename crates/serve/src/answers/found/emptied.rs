//! Why a search finds nothing: what it would find without each part of its rule.

use crate::requests::{Answer, Failure, SearchRequest, of_part};
use crate::site::{DEPTH, WebRequest};
use serde::Serialize;
use tamis::job::SearchJob;
use tamis::request::Part;

/// Why a search finds nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Emptied {
    /// Results without the rule and the filters of pages.
    pub results_without_rule: u64,
    /// Results without the words and phrases that a page must hold, or must not hold; none if the
    /// query asks for none.
    pub results_without_conditions: Option<u64>,
    /// The parts of the rule without which there are results, the most results first.
    pub parts: Vec<EmptyingPart>,
}

/// A part of a rule without which there are results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EmptyingPart {
    pub parameter: &'static str,
    pub value: String,
    pub results: u64,
    /// The query string of an address of the search without it.
    pub address: String,
}

/// Finds out what empties a search.
///
/// # Errors
/// If the index cannot be read, or the client is gone.
pub fn emptied(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<Emptied> {
    let WebRequest { snapshot, cancel, .. } = *web;
    let manifest = snapshot.manifest();
    let count = |job: &SearchJob| {
        cancel.check()?;
        Ok::<_, Failure>(job.count(DEPTH, &snapshot.index, cancel)?.result)
    };
    let mut parts = Vec::new();
    for spec in [Part::Blocks, Part::Pages].into_iter().flat_map(of_part) {
        let values: Vec<&str> = request.all(spec.name).collect();
        if values.is_empty() {
            continue;
        }
        // A part may need another one, such as the date to which captures are nearest.
        let Ok(others) = request.without(&[spec.name], manifest) else { continue };
        let results = count(&others.job())?.pages;
        if results > 0 {
            let (parameter, value) = (spec.name, values.join("; "));
            parts.push(EmptyingPart { parameter, value, results, address: others.address() });
        }
    }
    parts.sort_by_key(|part| std::cmp::Reverse(part.results));
    let names: Vec<&str> =
        [Part::Blocks, Part::Pages].into_iter().flat_map(of_part).map(|spec| spec.name).collect();
    let results_without_rule = count(&request.without(&names, manifest)?.job())?.pages;
    let results_without_conditions = count(&request.job())?.without_conditions;
    Ok(Emptied { results_without_rule, results_without_conditions, parts })
}
