//! Which neighbouring segments to merge: many small indexes make many small segments, and each
//! costs every search a little.

use crate::index::manifest::SegmentEntry;
use crate::ingest::segments::GROUP;
use std::ops::Range;

/// Returns the neighbours to merge next, if any, as an ingest merges: segments that were never
/// merged, at most twelve. The last ones wait until they are twelve; an ingest that adds to the
/// index merges them. Those before a merged segment would wait for ever, so they are merged however
/// few.
pub(super) fn next(segments: &[SegmentEntry]) -> Option<Range<usize>> {
    let mut start = 0;
    for run in segments.chunk_by(|one, next| one.merged == next.merged) {
        let end = start + run.len();
        let least = if end == segments.len() { GROUP } else { 2 };
        if !run[0].merged && run.len() >= least {
            return Some(start..end.min(start + GROUP));
        }
        start = end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next_of(merged: &str) -> Option<Range<usize>> {
        let entry = |(place, kind): (usize, char)| SegmentEntry {
            id: place.to_string(),
            merged: kind == 'm',
        };
        next(&merged.chars().enumerate().map(entry).collect::<Vec<_>>())
    }

    #[test]
    fn the_last_ones_wait_and_those_between_do_not() {
        assert_eq!(next_of(""), None);
        assert_eq!(next_of("mm"), None);
        assert_eq!(next_of(&"u".repeat(11)), None);
        assert_eq!(next_of(&"u".repeat(25)), Some(0..12));
        assert_eq!(next_of("muuu"), None);
        assert_eq!(next_of("muuumu"), Some(1..4));
        assert_eq!(next_of("um"), None);
        assert_eq!(next_of(&("u".repeat(13) + "m")), Some(0..12));
    }
}
