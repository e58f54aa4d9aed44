//! Keeps the content block with the most words, alone or with similar blocks
//! (`KeepLargestBlockFilter`).

use super::version::Version;
use crate::boilerpipe::document::{Document, FilterMarks};

/// Keeps the largest content block, the first if several are equal. With `expand`, blocks of at
/// least that many words at its tag level become content, too, up to the next block at a lower
/// level. A page of one block is not changed.
pub(super) fn apply(document: &mut Document, version: Version, expand: Option<u32>) {
    let blocks = document.list.len();
    if blocks < 2 {
        return;
    }
    let largest = document.largest();
    let most = largest.map_or(0, |at| document.list[at].words);
    for at in 0..blocks {
        if Some(at) == largest {
            if version == Version::Two {
                document.list[at].mark(FilterMarks::VERY_LIKELY_CONTENT);
            }
            document.decide(at, true, |block| format!("the largest, {} words", block.words));
        } else {
            document.list[at].mark(FilterMarks::MIGHT_BE_CONTENT);
            document
                .set(at, false, |block| format!("{} words, the largest has {most}", block.words));
        }
    }
    if let (Some(largest), Some(least)) = (largest, expand) {
        let level = document.list[largest].tag_level;
        expand_along(document, (0..largest).rev(), level, least);
        expand_along(document, largest + 1..blocks, level, least);
    }
}

fn expand_along(
    document: &mut Document,
    places: impl Iterator<Item = usize>,
    level: u32,
    least: u32,
) {
    for at in places {
        let block = document.list[at];
        if block.tag_level < level {
            return;
        }
        if block.tag_level == level && block.words >= least {
            document.set(at, true, |_| {
                format!("{} words at tag level {level}, that of the largest", block.words)
            });
        }
    }
}
