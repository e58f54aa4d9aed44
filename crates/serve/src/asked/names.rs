//! The names of a search's parameters, in the order of addresses, and its limits.

use super::super::failure::{Failure, Problem};
use super::super::fields::Fields;
use tamis_place::nearest;
use tamis_search::experiment::catalog::{PARAMETERS, ParameterSpec, Role};

/// The form's name for the weight of titles; an address has `weight=kind = title: 3` instead.
pub const TITLE_WEIGHT: &str = "title_weight";
/// The rule of that weight, as it is typed before the weight itself.
pub(super) const TITLE_RULE: &str = "kind = title: ";

/// The most results of a search.
pub const MOST_HITS: usize = 100;
/// Results, unless asked otherwise; as on the command line.
pub const HITS: usize = 10;
/// The most rules of weights.
pub const MOST_WEIGHTS: usize = 20;
/// The most comparisons of all rules: each is a pass over all blocks.
pub const MOST_COMPARISONS: usize = 200;

/// What a parameter decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Words,
    Rule,
    Ranking,
    Hits,
}

/// The parameters of rules that are not in the catalog.
pub(super) const OTHER_RULES: [&str; 7] = ["label", "kind", "where", "title", "weight", "weight_by", "sieve"];
/// Parameters that are on or off.
pub(super) const SWITCHES: [&str; 3] = ["sieve", "rm3", "rm1_mixture"];

/// The thresholds of the catalog.
pub fn thresholds() -> impl Iterator<Item = &'static ParameterSpec> {
    PARAMETERS.iter().filter(|spec| matches!(spec.role, Role::Threshold(..)))
}

/// Every parameter of a search in the order of addresses.
pub(super) fn names() -> impl Iterator<Item = (&'static str, Part)> {
    let rules = thresholds().map(|spec| spec.name).chain(OTHER_RULES).map(|name| (name, Part::Rule));
    let of = |belongs: fn(Role) -> bool| PARAMETERS.iter().filter(move |spec| belongs(spec.role)).map(|spec| spec.name);
    let ranking = ["model"].into_iter().chain(of(Role::is_of_model)).chain(["rm3", "rm1_mixture"]);
    let ranking = ranking.chain(of(Role::is_of_expansion)).map(|name| (name, Part::Ranking));
    [("q", Part::Words)].into_iter().chain(rules).chain(ranking).chain([("hits", Part::Hits)])
}

/// The names of all parameters of a search, that of the form's own field included.
pub fn parameters() -> impl Iterator<Item = &'static str> {
    names().map(|(name, _)| name).chain([TITLE_WEIGHT])
}

/// Checks that every parameter is one of a search, or one of these.
///
/// # Errors
/// [`Failure::Problems`] with the names that are not known.
pub fn check_names(fields: &Fields, others: &[&str]) -> std::result::Result<(), Failure> {
    let mut known: Vec<&str> = parameters().collect();
    known.extend(others);
    check_only(fields, &known)
}

/// Checks that every parameter is one of these.
///
/// # Errors
/// [`Failure::Problems`] with the names that are not known.
pub fn check_only(fields: &Fields, known: &[&str]) -> std::result::Result<(), Failure> {
    let unknown = fields.names().filter(|name| !known.contains(name));
    let problem = |name: &str| match nearest(name, known.iter().copied()) {
        Some(near) => Problem::new(name, format!("is not a parameter; did you mean '{near}'?")),
        None => Problem::new(name, "is not a parameter"),
    };
    let problems: Vec<Problem> = unknown.map(problem).collect();
    if problems.is_empty() { Ok(()) } else { Err(Failure::Problems(problems)) }
}
