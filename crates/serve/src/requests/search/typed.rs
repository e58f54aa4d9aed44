//! The values of an address as they are typed: which parameters they are of, and which change
//! nothing.

use super::names::{PIN, TITLE_RULE, TITLE_WEIGHT, spec};
use crate::requests::{Fields, Pairs, Problem};
use tamis::measures::WORDS_HITS;
use tamis::request::{Role, SIEVE, Shape};
use tamis::{Error, Weight};

/// The comparisons of all rules that were typed, as far as they can be counted before they are
/// read.
pub(super) fn comparisons(fields: &Fields) -> usize {
    fields.all("where").chain(fields.all("weight")).map(signs).sum()
}

/// The signs of comparisons in a rule: `<`, `>=` and others.
fn signs(rule: &str) -> usize {
    rule.split(['<', '>', '=', '!']).filter(|part| !part.is_empty()).count().saturating_sub(1)
}

/// The values of a parameter as the address has them.
pub(super) fn values(name: &'static str, fields: &Fields) -> Pairs {
    if name == PIN {
        return fields.all(name).map(|value| (name, value.to_owned())).collect();
    }
    let Some(spec) = spec(name) else { return last_value(name, fields) };
    match (spec.role, spec.role.shape()) {
        (_, Shape::Names) => {
            let mut names: Vec<&str> = Vec::new();
            for one in fields.all(name).flat_map(|value| value.split(',')).map(str::trim) {
                if !one.is_empty() && !names.contains(&one) {
                    names.push(one);
                }
            }
            if names.is_empty() { Vec::new() } else { vec![(name, names.join(","))] }
        }
        (Role::Weight, _) => weight_values(fields).into_iter().map(|value| (name, value)).collect(),
        // A form has one field for a rule.
        (Role::Where, _) => last_value(name, fields),
        (_, Shape::Texts) => fields.all(name).map(|value| (name, value.to_owned())).collect(),
        // One search has one address: that of the switch, which is the older one.
        (Role::Sieve, _) if fields.get("rule") == Some(SIEVE) => {
            vec![(name, "true".to_owned())]
        }
        (Role::Rule, _) if fields.get(name) == Some(SIEVE) => Vec::new(),
        (_, Shape::Switch) if fields.is_on(name) => vec![(name, "true".to_owned())],
        (_, Shape::Switch) => Vec::new(),
        _ => last_value(name, fields),
    }
}

fn last_value(name: &'static str, fields: &Fields) -> Pairs {
    fields.get(name).map(|value| (name, value.to_owned())).into_iter().collect()
}

/// The rules of weights; the form's weight of titles takes the place of the one that is typed as
/// the form types it.
pub(super) fn weight_values(fields: &Fields) -> Vec<String> {
    let typed = fields.all("weight").map(str::to_owned);
    match fields.get(TITLE_WEIGHT) {
        None => typed.collect(),
        Some(weight) => {
            let of_form = (weight != "1").then(|| format!("{TITLE_RULE}{weight}"));
            of_form.into_iter().chain(typed.filter(|rule| title_weight(rule).is_none())).collect()
        }
    }
}

/// The weight of titles in a rule as the form types it.
pub fn title_weight(rule: &str) -> Option<&str> {
    rule.strip_prefix(TITLE_RULE)
        .filter(|weight| weight.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
}

/// Whether a rule is one that the form makes, whatever weight was typed.
pub(super) fn is_of_form(rule: &str) -> bool {
    rule.starts_with(TITLE_RULE)
}

/// What is wrong with the weight of titles in the form.
pub(super) fn wrong_title_weight(fields: &Fields) -> Option<Problem> {
    let error = fields.get(TITLE_WEIGHT)?.parse::<Weight>().err()?;
    let Error::Setting(error) = error else { return None };
    Some(Problem::new(TITLE_WEIGHT, error.problem))
}

/// Leaves out what changes nothing, so that the same search has one address.
pub(super) fn without_defaults(pairs: Pairs) -> Pairs {
    pairs.into_iter().filter(|(name, value)| !is_default(name, value)).collect()
}

fn is_default(name: &str, value: &str) -> bool {
    match spec(name) {
        Some(spec) if spec.role == Role::Hits => value == WORDS_HITS.to_string(),
        Some(spec) => spec.is_default(value),
        None => false,
    }
}
