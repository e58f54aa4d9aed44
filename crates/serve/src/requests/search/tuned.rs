//! The weights of the tuned rule in a form: each has a slider, and an address has a weight of the
//! same name in its place where the slider was moved.

use crate::requests::{Fields, Problem};
use tamis::request::{Slider, TUNED};
use tamis::{Error, Manifest, Weight, WeightClause};

/// How the form's name for a weight of the tuned rule begins; an address has `weight=NAME=RULE: W`
/// instead.
pub const TUNED_WEIGHT: &str = "tuned.";

/// A weight of the tuned rule that a request can replace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplaceableWeight {
    /// The rule with its name and the stored weight.
    pub stored: WeightClause,
    pub name: String,
}

impl ReplaceableWeight {
    /// The form's name for it.
    pub fn field(&self) -> String {
        format!("{TUNED_WEIGHT}{}", self.name)
    }

    /// The values of its slider: to 8 for titles and for what counts more than once, else to 1.
    pub fn slider(&self) -> Slider {
        let is_title = self.stored.rule.to_string() == "kind = title";
        if is_title || self.stored.weight > Weight::ONE {
            Slider::Even(0, 800, 25)
        } else {
            Slider::Even(0, 100, 5)
        }
    }

    /// The weight that an address gives to the same blocks under this name.
    pub fn given(&self, value: &str) -> Option<Weight> {
        let given = value.parse::<WeightClause>().ok()?;
        let is_same = given.name == self.stored.name && given.rule == self.stored.rule;
        is_same.then_some(given.weight)
    }
}

/// Returns the weights of the tuned rule that have names, if an address asks for the rule.
pub fn tuned_weights(fields: &Fields, manifest: &Manifest) -> Vec<ReplaceableWeight> {
    if fields.get("rule") != Some(TUNED) {
        return Vec::new();
    }
    named_weights(manifest)
}

/// Returns the weights of the tuned rule that have names.
pub fn named_weights(manifest: &Manifest) -> Vec<ReplaceableWeight> {
    let mut weights = Vec::new();
    for parameter in manifest.tuned.iter().flat_map(|rule| &rule.parameters) {
        let stored = parameter.value.parse::<WeightClause>();
        let Some(stored) = stored.ok().filter(|_| parameter.name == "weight") else { continue };
        if let Some(name) = stored.name.clone() {
            weights.push(ReplaceableWeight { stored, name });
        }
    }
    weights
}

/// Returns the fields with the sliders of the tuned rule as weights of an address: none where a
/// slider stands at the stored weight. A slider that is set wrongly is noted.
pub(super) fn with_tuned_weights(
    fields: &Fields,
    manifest: &Manifest,
    problems: &mut Vec<Problem>,
) -> Fields {
    let tuned = tuned_weights(fields, manifest);
    let mut pairs: Vec<(String, String)> = Vec::new();
    for (name, value) in fields.pairs() {
        if !name.starts_with(TUNED_WEIGHT) {
            pairs.push((name.to_owned(), value.to_owned()));
        }
    }
    for weight in &tuned {
        let Some(value) = fields.get(&weight.field()) else { continue };
        match value.parse::<Weight>() {
            Ok(set) => {
                let is_stored = set == weight.stored.weight;
                pairs.retain(|(name, value)| {
                    name != "weight" || !replaces(weight, value, is_stored)
                });
                if !is_stored {
                    let moved = WeightClause { weight: set, ..weight.stored.clone() };
                    pairs.push(("weight".to_owned(), moved.to_string()));
                }
            }
            Err(Error::Setting(error)) => {
                problems.push(Problem::new(&weight.field(), error.problem));
            }
            Err(error) => problems.push(Problem::new(&weight.field(), error.to_string())),
        }
    }
    Fields::from_pairs(pairs.iter().map(|(name, value)| (&**name, &**value)))
}

/// Whether a slider takes the place of a weight of the address: of one that it made itself, and
/// unless it stands at the stored weight, of any with its name.
fn replaces(weight: &ReplaceableWeight, value: &str, is_stored: bool) -> bool {
    if is_stored {
        return weight.given(value).is_some();
    }
    let given = value.parse::<WeightClause>();
    given.is_ok_and(|given| given.name == weight.stored.name)
}
