//! Whether several indexes can be searched as one: they must have the same recipe and the same
//! labels, and be of one deal if they are shards. That their docnos differ is checked when these
//! are ordered ([`crate::corpus::Corpus`]).

use super::added::{Added, AddedLabel};
use super::read::Index;
use super::shards::check_together;
use crate::error::{Error, Remedy, Result};
use std::collections::BTreeSet;

/// Checks that all these indexes have the recipe and the added labels of the first one, and that
/// shards fit together.
///
/// # Errors
/// [`Error::Index`] with the first index that differs, what differs, and the first index.
pub fn check_alike(indexes: &[Index]) -> Result<()> {
    let [first, others @ ..] = indexes else { return Ok(()) };
    let refuse = |other: &Index, difference: String, remedy: Remedy| {
        let message = format!("{difference} as in {}", first.path.display());
        Err(Error::index(&other.path, message).with_remedy(remedy))
    };
    check_places(indexes)?;
    for other in others {
        if let Some((difference, _)) = other.manifest.recipe.difference(&first.manifest.recipe) {
            return refuse(other, difference, Remedy::AlikeSettings);
        }
        let of_one = |label: &&AddedLabel| label.is_from_collection();
        if let Some(label) = first.added.labels.iter().chain(&other.added.labels).find(of_one) {
            let index = if first.added.labels.contains(label) { first } else { other };
            let message = format!(
                "the label {} was made from how often blocks repeat in one index",
                label.name
            );
            return Err(Error::index(&index.path, message).with_remedy(Remedy::RemoveLabel));
        }
        if let Some(difference) = labels(&other.added, &first.added) {
            return refuse(other, difference, Remedy::AlikeLabels);
        }
    }
    check_together(indexes.iter().map(|index| (index.path.as_path(), &index.manifest)))
}

/// Checks that every folder is given once, however it is spelled.
fn check_places(indexes: &[Index]) -> Result<()> {
    let mut known = BTreeSet::new();
    let place =
        |index: &Index| std::fs::canonicalize(&index.path).unwrap_or_else(|_| index.path.clone());
    match indexes.iter().find(|index| !known.insert(place(index))) {
        None => Ok(()),
        Some(index) => {
            Err(Error::index(&index.path, "is given twice, expected other indexes beside it"))
        }
    }
}

/// Returns how the added labels differ.
fn labels(found: &Added, expected: &Added) -> Option<String> {
    let names = |added: &Added| {
        let names: Vec<&str> = added.labels.iter().map(|label| label.name.as_str()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(",") }
    };
    if names(found) != names(expected) {
        return Some(format!("found added labels {}, expected {}", names(found), names(expected)));
    }
    let differs =
        |(found, expected): &(&AddedLabel, &AddedLabel)| made_by(found) != made_by(expected);
    let (found, expected) = found.labels.iter().zip(&expected.labels).find(differs)?;
    Some(format!(
        "found the label {} from {}, expected it from {}",
        found.name, found.origin, expected.origin
    ))
}

/// What made a label. Labels from lines have the name of their file as their origin, which differs
/// between indexes.
fn made_by(label: &AddedLabel) -> (Option<&str>, Option<&str>) {
    let of_program = label.is_from_classifier();
    (of_program.then_some(label.origin.as_str()), label.language.as_deref().filter(|_| of_program))
}
