//! Finds what text and source certainly share: windows of ten units of the text that occur once in
//! the source.

use super::chars::{MASK, alike, is_space};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use xxhash_rust::xxh3::Xxh3Default;

/// The length of an anchor before it is extended.
const LENGTH: usize = 10;

/// A part of the source and the part of the text that belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlignedSegment {
    /// In the source.
    pub source: Range<usize>,
    /// In the text; may be reversed, and is empty then.
    pub text: Range<usize>,
    /// Whether both are the same.
    pub matched: bool,
}

/// Divides source and text into anchors and the gaps between them, in the order of the source.
///
/// The text is scanned once. An anchor before the last one shows that one of the two is wrong: the
/// last two segments are dropped and the scan goes on. The source has to be masked, the text
/// without masks.
pub fn segments(source: &[u16], text: &[u16]) -> Vec<AlignedSegment> {
    let places = WindowPlaces::new(source, text);
    let mut segments: Vec<AlignedSegment> = Vec::new();
    let mut at = 0;
    while at + LENGTH <= text.len() {
        let Some(place) = places.unique(&text[at..at + LENGTH]) else {
            at += 1;
            continue;
        };
        let (before, text_before) = end_of_last(&segments);
        if place <= before.start && !segments.is_empty() {
            segments.truncate(segments.len().saturating_sub(2));
            at += 1;
            continue;
        }
        if place < before.end {
            at += 1;
            continue;
        }
        let right = (source[place + LENGTH..].iter().zip(&text[at + LENGTH..]))
            .take_while(|(source, text)| alike(**source, **text))
            .count();
        let left = (source[before.end..place].iter().rev().zip(text[..at].iter().rev()))
            .take_while(|(source, text)| alike(**source, **text))
            .count();
        let anchor = place - left..place + LENGTH + right;
        let text_anchor = at - left..at + LENGTH + right;
        if anchor.start > before.end || text_anchor.start > text_before {
            segments.push(AlignedSegment {
                source: before.end..anchor.start,
                text: text_before..text_anchor.start,
                matched: false,
            });
        }
        at = text_anchor.end;
        segments.push(AlignedSegment { source: anchor, text: text_anchor, matched: true });
    }
    let (before, text_before) = end_of_last(&segments);
    if before.end < source.len() {
        segments.push(AlignedSegment {
            source: before.end..source.len(),
            text: text_before..text.len(),
            matched: false,
        });
    }
    segments
}

/// The last segment's part of the source, and the end of its text.
fn end_of_last(segments: &[AlignedSegment]) -> (Range<usize>, usize) {
    segments.last().map_or((0..0, 0), |last| (last.source.clone(), last.text.end))
}

/// How often windows of the text occur in the source.
struct WindowPlaces {
    /// The number of places of each window of [`LENGTH`], and the first.
    windows: HashMap<u64, (u32, usize)>,
    /// The number of places of each window without white space, in the source without white space
    /// and masks.
    squeezed: HashMap<u64, u32>,
}

impl WindowPlaces {
    fn new(source: &[u16], text: &[u16]) -> Self {
        let mut windows: HashMap<u64, (u32, usize)> = HashMap::new();
        let mut squeezed: HashMap<u64, u32> = HashMap::new();
        let mut lengths = BTreeSet::new();
        for window in text.windows(LENGTH) {
            windows.insert(hash(window), (0, 0));
            let window = without_space(window);
            squeezed.insert(hash(&window), 0);
            lengths.insert(window.len());
        }
        let mut unmasked = 0;
        for (end, &unit) in source.iter().enumerate() {
            unmasked = if unit == MASK { 0 } else { unmasked + 1 };
            if unmasked >= LENGTH {
                let start = end + 1 - LENGTH;
                if let Some((count, place)) = windows.get_mut(&hash(&source[start..=end])) {
                    if *count == 0 {
                        *place = start;
                    }
                    *count = count.saturating_add(1);
                }
            }
        }
        let source: Vec<u16> =
            without_space(source).into_iter().filter(|&unit| unit != MASK).collect();
        for length in lengths.into_iter().filter(|&length| length > 0) {
            for window in source.windows(length) {
                if let Some(count) = squeezed.get_mut(&hash(window)) {
                    *count = count.saturating_add(1);
                }
            }
        }
        Self { windows, squeezed }
    }

    /// The only place of a window of the text in the source, if spaces do not hide another.
    fn unique(&self, window: &[u16]) -> Option<usize> {
        let (count, place) = self.windows.get(&hash(window))?;
        let once = *count == 1 && self.squeezed.get(&hash(&without_space(window))) == Some(&1);
        once.then_some(*place)
    }
}

fn without_space(units: &[u16]) -> Vec<u16> {
    units.iter().copied().filter(|&unit| !is_space(unit)).collect()
}

/// Windows are compared by 64-bit hashes: collisions within a page are not to be expected.
fn hash(units: &[u16]) -> u64 {
    let mut bytes = [0; 2 * LENGTH];
    for (bytes, unit) in bytes.chunks_exact_mut(2).zip(units) {
        bytes.copy_from_slice(&unit.to_le_bytes());
    }
    let mut hasher = Xxh3Default::new();
    hasher.update(&bytes[..2 * units.len()]);
    hasher.digest()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<u16> {
        text.replace('_', "\u{25a1}").encode_utf16().collect()
    }

    fn shown(units: &[u16], range: Range<usize>) -> String {
        String::from_utf16_lossy(units.get(range).unwrap_or_default()).replace('\u{25a1}', "_")
    }

    fn anchors(source: &str, text: &str) -> Vec<(String, String, bool)> {
        let source = units(source);
        let text = units(text);
        segments(&source, &text)
            .into_iter()
            .map(|part| (shown(&source, part.source), shown(&text, part.text), part.matched))
            .collect()
    }

    fn expected(parts: &[(&str, &str, bool)]) -> Vec<(String, String, bool)> {
        parts.iter().map(|&(source, text, matched)| (source.into(), text.into(), matched)).collect()
    }

    #[test]
    fn anchors_are_extended_both_ways() {
        // `Two penguins` is an anchor; white space and case may differ in what is added.
        assert_eq!(
            anchors(
                "__TWO penguins in\tMay_ crossed the bay",
                "x Two penguins in may y crossed the bay"
            ),
            expected(&[
                ("__", "x ", false),
                ("TWO penguins in\tMay", "Two penguins in may", true),
                ("_", " y", false),
                (" crossed the bay", " crossed the bay", true),
            ])
        );
    }

    #[test]
    fn a_window_that_spaces_hide_is_no_anchor() {
        assert_eq!(
            anchors("penguins on _ pen guins on", "penguins on"),
            expected(&[("penguins on _ pen guins on", "penguins on", false)])
        );
    }

    #[test]
    fn an_anchor_before_the_last_one_drops_it() {
        // The scan goes on one unit later, and finds the rest of the second anchor, which extends
        // to its beginning.
        assert_eq!(
            anchors("__abcdefghijkl__mnopqrstuvwx__", "mnopqrstuvwx abcdefghijkl"),
            expected(&[
                ("__", "mnopqrstuvwx ", false),
                ("abcdefghijkl", "abcdefghijkl", true),
                ("__mnopqrstuvwx__", "", false)
            ])
        );
    }
}
