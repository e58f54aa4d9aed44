//! Whether several indexes can be searched as one: they must have the same recipe and the same
//! labels, and be of one assignment if they are shards. That their docnos differ is checked later,
//! when the docnos are ordered ([`crate::corpus::Corpus`]).

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
    check_places(indexes)?;
    for other in others {
        if let Some((difference, _)) = other.manifest.recipe.difference(&first.manifest.recipe) {
            return Err(differs(other, first, &difference, Remedy::AlikeSettings));
        }
        let mut labels = first.added.labels.iter().chain(&other.added.labels);
        if let Some(label) = labels.find(|label| label.is_from_collection()) {
            let index = if first.added.labels.contains(label) { first } else { other };
            let message = format!(
                "the label {} was made from how often blocks repeat in one index",
                label.name
            );
            return Err(Error::index(&index.path, message).with_remedy(Remedy::RemoveLabel));
        }
        if let Some(difference) = label_difference(&other.added, &first.added) {
            return Err(differs(other, first, &difference, Remedy::AlikeLabels));
        }
    }
    check_together(indexes.iter().map(|index| (index.path.as_path(), &index.manifest)))
}

/// Checks that every folder is given once, however it is spelled.
fn check_places(indexes: &[Index]) -> Result<()> {
    let mut known = BTreeSet::new();
    for index in indexes {
        let path = &index.path;
        if !known.insert(std::fs::canonicalize(path).unwrap_or_else(|_| path.clone())) {
            let message = "is given twice, expected other indexes beside it";
            return Err(Error::index(path, message));
        }
    }
    Ok(())
}

/// Returns the error of an index that differs from the first one.
fn differs(other: &Index, first: &Index, difference: &str, remedy: Remedy) -> Error {
    let message = format!("{difference} as in {}", first.path.display());
    Error::index(&other.path, message).with_remedy(remedy)
}

/// Returns how the added labels differ.
fn label_difference(found: &Added, expected: &Added) -> Option<String> {
    let found_names = names_or_none(found);
    let expected_names = names_or_none(expected);
    if found_names != expected_names {
        return Some(format!("found added labels {found_names}, expected {expected_names}"));
    }
    let mut pairs = found.labels.iter().zip(&expected.labels);
    let (found, expected) = pairs.find(|(found, expected)| made_by(found) != made_by(expected))?;
    Some(format!(
        "found the label {} from {}, expected it from {}",
        found.name, found.origin, expected.origin
    ))
}

fn names_or_none(added: &Added) -> String {
    if added.labels.is_empty() { "none".to_owned() } else { added.names() }
}

/// What made a label. Labels from lines have the name of their file as their origin, which differs
/// between indexes.
fn made_by(label: &AddedLabel) -> (Option<&str>, Option<&str>) {
    let of_program = label.is_from_classifier();
    (of_program.then_some(label.origin.as_str()), label.language.as_deref().filter(|_| of_program))
}
