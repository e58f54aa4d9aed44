//! The sieve: weights to begin with, found on collections with judgements (docs/methodology.md, "How the sieve was found").
//! It drops nothing: on some pages the repeated text and the links are all that there is.

use super::weights::{WeightRule, Weights};
use crate::error::Result;
use crate::index::Manifest;

/// The rules of the sieve, each with its name. Their order matters: a title that repeats is still a title.
pub const SIEVE: [(&str, &str); 4] = [
    ("title", "kind = title: 4"),
    ("repeated", "repeats > 20: 0.05"),
    ("links", "link_density > 0.33: 0.2"),
    ("short", "words < 15: 0.5"),
];

/// Adds the sieve behind other weights, which come first. A rule with the name of one of its rules replaces that.
///
/// # Errors
/// As [`Weights::add`].
pub fn add_sieve(weights: &mut Weights, manifest: &Manifest) -> Result<()> {
    for (name, rule) in SIEVE {
        if weights.rules().iter().all(|rule| rule.name.as_deref() != Some(name)) {
            weights.add(WeightRule::parse(&format!("{name}={rule}"), manifest)?)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Recipe;

    #[test]
    fn the_sieve_follows_other_weights_and_gives_way_to_their_names() {
        let manifest = Manifest::new(Recipe::default());
        let mut weights = Weights::parse(["title=kind = title: 2", "words > 90: 3"], &manifest).unwrap();
        add_sieve(&mut weights, &manifest).unwrap();
        let expected = [
            "title=kind = title: 2",
            "words > 90: 3",
            "repeated=repeats > 20: 0.05",
            "links=link_density > 0.33: 0.2",
            "short=words < 15: 0.5",
        ];
        assert_eq!(weights.texts(), expected);
    }
}
