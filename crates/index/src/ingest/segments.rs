//! Chooses the segments to merge, and detects which ones were merged before an interruption.

use crate::index::Manifest;
use crate::index::manifest::SegmentEntry;
use std::ops::Range;

/// Batches whose segments are merged into one.
pub(crate) const GROUP: usize = 12;

/// Returns the neighbours to merge next, if any: twelve segments that were never merged become one,
/// which is never merged again. So every page is merged once at most and a merge reads at most
/// twelve batches: cost per page and memory do not grow with the collection, and there is one
/// segment for 400 MB of documents. The result depends on the segments alone, so an interruption
/// does not change it.
pub(super) fn next_merge(segments: &[SegmentEntry]) -> Option<Range<usize>> {
    let unmerged = segments.iter().rev().take_while(|segment| !segment.merged).count();
    let first = segments.len() - unmerged;
    (unmerged >= GROUP).then_some(first..first + GROUP)
}

/// Repairs the segments of a manifest after an interruption between a merge and the commit that
/// records it: then the index holds one segment that the manifest does not know, in place of those
/// that were merged.
pub(crate) fn reconcile(
    manifest: &mut Manifest,
    there: &[String],
) -> std::result::Result<(), &'static str> {
    let missing = |entry: &SegmentEntry| !there.contains(&entry.id);
    let unknown: Vec<&String> =
        there.iter().filter(|id| !manifest.segments.iter().any(|entry| entry.id == **id)).collect();
    let first = manifest.segments.iter().position(missing);
    match (first, &unknown[..]) {
        (None, []) => Ok(()),
        (Some(first), [merged]) => {
            let group =
                manifest.segments[first..].iter().take_while(|entry| missing(entry)).count();
            let range = first..first + group;
            if manifest.segments.iter().filter(|entry| missing(entry)).count() != group {
                return Err("segments are missing, and not because of a merge");
            }
            manifest.segments.splice(range, [SegmentEntry { id: (*merged).clone(), merged: true }]);
            Ok(())
        }
        _ => Err("its segments are not those of its manifest"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(merged: &[bool]) -> Vec<SegmentEntry> {
        merged
            .iter()
            .enumerate()
            .map(|(i, &merged)| SegmentEntry { id: i.to_string(), merged })
            .collect()
    }

    /// Segments after so many merges and then so many batches.
    fn after(merges: usize, batches: usize) -> Vec<SegmentEntry> {
        segments(&[vec![true; merges], vec![false; batches]].concat())
    }

    fn owned(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    #[test]
    fn twelve_batches_become_one_segment_once() {
        assert_eq!(next_merge(&[]), None);
        assert_eq!(next_merge(&after(30, 11)), None);
        assert_eq!(next_merge(&after(30, 12)), Some(30..42));
        // A merge that was missed takes the batches that it would have taken.
        assert_eq!(next_merge(&after(2, 13)), Some(2..14));
    }

    #[test]
    fn a_merge_that_the_manifest_missed_is_recognised() {
        let mut manifest = Manifest::new(crate::index::Recipe::default());
        manifest.segments = segments(&[true, false, false, false]);
        let mut merged = manifest.clone();
        reconcile(&mut merged, &owned(&["x", "0", "3"])).unwrap();
        let expected = [("0", true), ("x", true), ("3", false)];
        let expected =
            expected.map(|(id, merged)| SegmentEntry { id: id.to_owned(), merged }).to_vec();
        assert_eq!(merged.segments, expected);
        assert!(reconcile(&mut manifest.clone(), &owned(&["3", "2", "1", "0"])).is_ok());
        for damaged in [&["x", "1", "3"][..], &["0", "1", "2"], &["x", "y"]] {
            assert!(reconcile(&mut manifest.clone(), &owned(damaged)).is_err(), "{damaged:?}");
        }
    }
}
