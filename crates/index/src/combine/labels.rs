//! The added labels of several indexes as those of one. Their names and makers are the same: the
//! corpus has checked that.

use crate::error::{Error, Remedy, Result};
use crate::index::added::AddedLabel;
use crate::index::{Added, Index};
use std::sync::Arc;

/// Joins the added labels.
///
/// # Errors
/// [`Error::Index`] for a label that is missing on pages of an index before the last one: an index
/// can lack a label on its last pages alone.
pub(super) fn joined(indexes: &[Arc<Index>]) -> Result<Added> {
    let [first, others @ ..] = indexes else { return Ok(Added::default()) };
    let mut added = in_order(first)?;
    let mut before = first;
    let mut pages = first.manifest.counts.pages;
    for index in others {
        let next = in_order(index)?;
        let there = index.manifest.counts.pages;
        for (label, next) in added.labels.iter_mut().zip(next.labels) {
            check_complete(label, pages, there, before)?;
            append(label, next, pages, there);
        }
        added.segments.extend(next.segments);
        pages += there;
        if there > 0 {
            before = index;
        }
    }
    Ok(added)
}

/// The added labels of an index, with its segments in the order of its pages.
fn in_order(index: &Index) -> Result<Added> {
    (*index.added).clone().checked()?.in_order_of(&index.path, &index.manifest)
}

/// Refuses a label that some of the `pages` so far lack, if there are pages after them: `before` is
/// the index of the last ones.
fn check_complete(label: &AddedLabel, pages: u64, after: u64, before: &Index) -> Result<()> {
    let Some(made) = label.pages.filter(|made| *made < pages && after > 0) else { return Ok(()) };
    let name = &label.name;
    let missing = pages - made;
    let message = format!(
        "the label {name} is missing on {missing} pages, and only the last index may lack one"
    );
    Err(Error::index(&before.path, message).with_remedy(Remedy::ReplaceLabel))
}

/// Appends the blocks of the next index, which has `there` pages; `pages` are before it.
fn append(label: &mut AddedLabel, next: AddedLabel, pages: u64, there: u64) {
    if there > 0 {
        label.pages = next.pages.map(|made| pages + made);
    }
    // Labels from lines have the names of their files as origins.
    if label.origin != next.origin {
        label.origin = format!("{}, {}", label.origin, next.origin);
    }
    label.content.extend(next.content);
}
