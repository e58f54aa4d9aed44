//! The sieve: weights to begin with, found on collections with judgements (docs/methodology.md,
//! "How the sieve was found"). It drops nothing: on some pages the repeated text and the links are
//! all that there is.

use super::weights::{WeightRule, Weights};
use tamis_index::error::Result;
use tamis_index::index::Manifest;

/// The rules of the sieve, each with its name. Their order matters: a title that repeats is still a
/// title.
pub const SIEVE: [(&str, &str); 4] = [
    ("title", "kind = title: 4"),
    ("repeated", "repeats > 20: 0.05"),
    ("links", "link_density > 0.33: 0.2"),
    ("short", "words < 15: 0.5"),
];

/// Adds the sieve behind other weights, which come first. A rule with the name of one of its rules
/// takes that one's place.
///
/// # Errors
/// As [`Weights::add`].
pub fn add_sieve(weights: &mut Weights, manifest: &Manifest) -> Result<()> {
    let (replaced, others): (Vec<WeightRule>, Vec<WeightRule>) =
        weights.rules().iter().cloned().partition(has_name_of_sieve);
    *weights = weights.without_rules();
    for rule in others {
        weights.add(rule)?;
    }
    for (name, rule) in SIEVE {
        match replaced.iter().find(|given| given.name.as_deref() == Some(name)) {
            Some(given) => weights.add(given.clone())?,
            None => weights.add(WeightRule::parse(&format!("{name}={rule}"), manifest)?)?,
        }
    }
    Ok(())
}

fn has_name_of_sieve(rule: &WeightRule) -> bool {
    SIEVE.iter().any(|(name, _)| rule.name.as_deref() == Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_index::index::Recipe;

    #[test]
    fn the_sieve_follows_other_weights_and_rules_of_its_names_take_its_places() {
        let manifest = Manifest::new(Recipe::default());
        let given = ["links=link_density > 0.5: 0.1", "words > 90: 3", "title=kind = title: 2"];
        let mut weights = Weights::parse(given, &manifest).unwrap();
        add_sieve(&mut weights, &manifest).unwrap();
        let expected = [
            "words > 90: 3",
            "title=kind = title: 2",
            "repeated=repeats > 20: 0.05",
            "links=link_density > 0.5: 0.1",
            "short=words < 15: 0.5",
        ];
        assert_eq!(weights.texts(), expected);
    }
}
