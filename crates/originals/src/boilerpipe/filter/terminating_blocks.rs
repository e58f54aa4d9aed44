//! Marks short blocks that announce comments as the end of the text (`TerminatingBlocksFinder`).

use super::number::{AFTER_NUMBER, after_number};
use super::version::Version;
use crate::boilerpipe::document::{Document, FilterMarks};
use tamis_blocks::remembered::Remembered;

const STARTS: [&str; 4] = ["comments", "© reuters", "please rate this", "post a comment"];
const CONTAINED: [&str; 7] = [
    "what you think...",
    "add your comment",
    "add comment",
    "reader views",
    "have your say",
    "reader comments",
    "rätta artikeln",
];
const WHOLE: &str = "thanks for your comments - this feedback is now closed";

/// Blocks of this many words or more are not checked.
const WORDS: u32 = 15;
/// Minimum length in UTF-16 units, except for [`LINKED`] in 2.0.
const LENGTH: usize = 8;
const LINKED: &str = "Comment";

thread_local! {
    /// Several extractors look for indicators in the same blocks.
    static SEEN: Remembered<Option<&'static str>> = const { Remembered::new() };
}

pub(super) fn apply(document: &mut Document, version: Version) {
    for at in 0..document.list.len() {
        let block = document.list[at];
        if block.words >= WORDS {
            continue;
        }
        let text = document.text(&block);
        let text = text.trim_matches(|c| c <= ' ');
        // A text has at least as many bytes as UTF-16 units.
        let found = if text.len() >= LENGTH && text.encode_utf16().nth(LENGTH - 1).is_some() {
            SEEN.with(|seen| seen.get_or_compute(text, |text| indicator(&text.to_lowercase())))
        } else {
            (version == Version::Two && block.link_density == 1.0 && text == LINKED)
                .then_some(LINKED)
        };
        if let Some(found) = found {
            document.mark(at, FilterMarks::END_OF_TEXT, || format!("ends the text ('{found}')"));
        }
    }
}

/// Returns the indicator that a lower-case text contains.
fn indicator(text: &str) -> Option<&'static str> {
    if let Some(start) = STARTS.into_iter().find(|start| text.starts_with(start)) {
        return Some(start);
    }
    if let Some(rest) = after_number(text)
        && let Some(ending) = AFTER_NUMBER.into_iter().find(|ending| rest.starts_with(ending))
    {
        return Some(ending);
    }
    if let Some(contained) = CONTAINED.into_iter().find(|inner| text.contains(inner)) {
        return Some(contained);
    }
    (text == WHOLE).then_some(WHOLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indicators_stand_at_the_start_after_a_number_anywhere_or_alone() {
        let found = [
            "comments (3)",
            "12 comments",
            "3 users responded in all",
            "so, have your say!",
            WHOLE,
        ];
        assert!(found.into_iter().all(|text| indicator(text).is_some()));
        let none = [
            "no comments",
            "12comments",
            " 12 comments",
            "all comments are closed",
            "thanks for your comments",
        ];
        assert!(none.into_iter().all(|text| indicator(text).is_none()));
    }
}
