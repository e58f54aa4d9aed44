//! Stores the tuned rule in the manifest of an index, or removes it: one commit that changes
//! nothing else.

use super::lock::WriterLock;
use super::manifest::{IndexCounts, Manifest};
use super::read::Index;
use super::storage::{self, Storage};
use super::tuned::TunedRule;
use crate::error::{Error, Remedy, Result};
use std::path::Path;
use tamis_collection::Reason;
use tantivy::TantivyError;

/// Stores the tuned rule of the index in `path`, or removes it. `chosen_on` is the manifest of the
/// index as it was when the rule was chosen: pages that were added or deleted since count as
/// changed. Nothing but the rule changes, in one atomic step.
///
/// # Errors
/// [`Error::Index`] if there is no index, if it is not finished or is being written, or if it was
/// built anew since; then what was stored stays. To remove a rule the index need not be finished.
pub fn store_tuned(path: &Path, rule: Option<TunedRule>, chosen_on: &Manifest) -> Result<()> {
    store_tuned_if(path, rule, chosen_on, |_| Ok(()))
}

/// As [`store_tuned`], if `check` has nothing against the index as it is now. Nobody else writes it
/// meanwhile.
///
/// # Errors
/// As [`store_tuned`], and those of `check`.
pub fn store_tuned_if(
    path: &Path,
    rule: Option<TunedRule>,
    chosen_on: &Manifest,
    check: impl FnOnce(&Index) -> Result<()>,
) -> Result<()> {
    // Before the lock file is created: a folder without an index must not change.
    Index::open_alone(path)?;
    let _lock = WriterLock::take(path)?;
    let failed = |source: TantivyError| storage::failure("write", path, source);
    let storage = Storage::writing(path).map_err(|e| failed(e.into()))?;
    let mut meta = storage.meta_json().map_err(failed)?;
    let mut manifest = Manifest::from_payload(path, meta["payload"].as_str())?;
    if rule.is_some() {
        check_state(path, &manifest, chosen_on)?;
        check(&Index::open(path)?)?;
    }
    let changed = pages_changed(&chosen_on.counts, &manifest.counts);
    manifest.tuned = rule.map(|rule| TunedRule { changed: rule.changed + changed, ..rule });
    meta["payload"] = manifest.to_payload().into();
    storage.write_meta_json(&meta).map_err(failed)
}

/// Refuses an index that is not finished, or not the one that the rule was chosen for.
fn check_state(path: &Path, manifest: &Manifest, chosen_on: &Manifest) -> Result<()> {
    if !manifest.finished {
        let message = "is not finished, and pages that are added later may need another rule";
        return Err(Error::index(path, message).with_remedy(Remedy::Finish));
    }
    if !manifest.continues(chosen_on) {
        let message = "was built anew while a rule for it was chosen";
        return Err(Error::index(path, message).with_remedy(Remedy::TuneAgain));
    }
    Ok(())
}

/// Returns how many pages were added or deleted between two states of an index.
fn pages_changed(before: &IndexCounts, after: &IndexCounts) -> u64 {
    let deleted_before = before.skipped.get(Reason::Deleted);
    let deleted = after.skipped.get(Reason::Deleted).saturating_sub(deleted_before);
    let added = (after.pages + deleted).saturating_sub(before.pages);
    added + deleted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Recipe;

    fn rule() -> TunedRule {
        let summary = String::new();
        let program = "0.1.0".to_owned();
        let relabelled = Vec::new();
        TunedRule { parameters: Vec::new(), summary, pages: 1, changed: 0, program, relabelled }
    }

    #[test]
    fn pages_count_as_changed_if_they_came_or_went() {
        let mut before = IndexCounts { pages: 10, ..IndexCounts::default() };
        before.skipped.count(Reason::Deleted);
        let mut after = before.clone();
        assert_eq!(pages_changed(&before, &after), 0);
        // Two came and one went.
        after.pages = 11;
        after.skipped.count(Reason::Deleted);
        assert_eq!(pages_changed(&before, &after), 3);
        // Another state, not a later one.
        assert_eq!(pages_changed(&after, &IndexCounts::default()), 0);
    }

    #[test]
    fn a_manifest_without_a_rule_is_as_before() {
        let manifest = Manifest::new(Recipe::default());
        assert!(!manifest.to_payload().contains("tuned"));
        let tuned = Manifest { tuned: Some(rule()), ..manifest };
        let read = Manifest::from_payload(Path::new("i"), Some(&tuned.to_payload())).unwrap();
        assert_eq!(read, tuned);
    }
}
