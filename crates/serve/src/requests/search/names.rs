//! The names of a search's parameters, in the order of addresses, and its limits.

use super::tuned::TUNED_WEIGHT;
use crate::requests::{Answer, Failure, Fields, Problem};
use tamis::nearest;
use tamis::request::{PARAMETERS, ParameterSpec, Part, Role};

/// The form's name for the weight of titles; an address has `weight=kind = title: 3` instead.
pub const TITLE_WEIGHT: &str = "title_weight";
/// The rule of that weight, as it is typed before the weight itself.
pub(super) const TITLE_RULE: &str = "kind = title: ";

/// The most results of a search.
pub const MAX_HITS: usize = 100;
/// The most rules of weights.
pub const MAX_WEIGHTS: usize = 20;
/// The most comparisons of all rules: each is a pass over all blocks.
pub const MAX_COMPARISONS: usize = 200;

/// The parameter with the words to search for.
pub(super) const WORDS: &str = "q";
/// The parameter of a pinned rule; there may be several. Every address keeps them.
pub const PIN: &str = "pin";

/// Every parameter of a search but its words, in the order of addresses. A query always has
/// operators here, an expansion is a switch, and an address has no room for lists of docnos.
pub(super) fn specs() -> impl Iterator<Item = &'static ParameterSpec> {
    PARAMETERS.iter().filter(|spec| {
        !matches!(
            spec.role,
            Role::OtherThreshold
                | Role::Feedback
                | Role::QuerySyntax
                | Role::RemoveQuery
                | Role::Docnos
                | Role::NotDocnos
        )
    })
}

/// The parameter of this name in an address.
pub(super) fn spec(name: &str) -> Option<&'static ParameterSpec> {
    specs().find(|spec| spec.name == name)
}

/// The parameters of a part of a search, in the order of addresses.
pub fn of_part(part: Part) -> impl Iterator<Item = &'static ParameterSpec> {
    specs().filter(move |spec| spec.role.part() == part)
}

/// The place of a parameter in the list of problems: in the order of addresses, but a rule in words
/// comes before labels, and the model after its numbers.
pub(super) fn place(name: &str) -> usize {
    match name {
        "where" => doubled_place("label").saturating_sub(1),
        "model" => doubled_place("hits").saturating_sub(1),
        other => doubled_place(other),
    }
}

/// Twice the place in an address, so that there is room between two.
fn doubled_place(name: &str) -> usize {
    2 * names().position(|known| known == name).unwrap_or_default()
}

/// The names of all parameters of a search, in the order of addresses.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    [WORDS].into_iter().chain(specs().map(|spec| spec.name)).chain([PIN])
}

/// The first date of pages, and its name where the address has a `from` of its own.
const FROM: (&str, &str) = ("from", "from_date");

/// Which names the parameters of a search have in an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Search,
    /// The same, but in an address that lists something, `from` is the first line. The first date
    /// of pages is `from_date` there, and keeps its place in the address.
    List,
}

impl Scope {
    /// The name of a parameter here.
    pub fn name(self, name: &str) -> &str {
        if self == Self::List && name == FROM.0 { FROM.1 } else { name }
    }

    /// The parameters of a search, by the names of flags.
    pub fn read(self, fields: &Fields) -> Fields {
        match self {
            Self::Search => fields.clone(),
            Self::List => Fields::from_pairs(
                fields.pairs().filter(|(name, _)| *name != FROM.0).map(|(name, value)| {
                    let name = if name == FROM.1 { FROM.0 } else { name };
                    (name, value)
                }),
            ),
        }
    }

    /// The names of the parameters here, including the one that only the form has.
    pub fn parameters(self) -> impl Iterator<Item = &'static str> {
        names().chain([TITLE_WEIGHT]).map(move |name| self.name(name))
    }
}

/// Checks that every parameter is one of a search, or one of these.
///
/// # Errors
/// [`Failure::Problems`] with the names that are not known.
pub fn check_names(fields: &Fields, scope: Scope, others: &[&str]) -> Answer<()> {
    let mut known: Vec<&str> = scope.parameters().collect();
    known.extend(others);
    check_only(fields, &known)
}

/// Checks that every parameter is one of these.
///
/// # Errors
/// [`Failure::Problems`] with the names that are not known.
pub fn check_only(fields: &Fields, known: &[&str]) -> Answer<()> {
    let of_search = known.contains(&WORDS);
    let unknown = fields.pairs().map(|(name, _)| name).filter(|name| {
        // The form has a slider for each weight of the tuned rule.
        let is_slider = of_search && name.starts_with(TUNED_WEIGHT);
        !known.contains(name) && !is_slider
    });
    let problems: Vec<Problem> = unknown.map(|name| unknown_parameter(name, known)).collect();
    if problems.is_empty() { Ok(()) } else { Err(Failure::Problems(problems)) }
}

fn unknown_parameter(name: &str, known: &[&str]) -> Problem {
    match nearest(name, known.iter().copied()) {
        Some(near) => Problem::new(name, format!("is not a parameter; did you mean '{near}'?")),
        None => Problem::new(name, "is not a parameter"),
    }
}
