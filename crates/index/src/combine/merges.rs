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
    for group in segments.chunk_by(|one, next| one.merged == next.merged) {
        let end = start + group.len();
        let least = if end == segments.len() { GROUP } else { 2 };
        if !group[0].merged && group.len() >= least {
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
        let mut segments = Vec::new();
        for (place, kind) in merged.chars().enumerate() {
            segments.push(SegmentEntry { id: place.to_string(), merged: kind == 'm' });
        }
        next(&segments)
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
