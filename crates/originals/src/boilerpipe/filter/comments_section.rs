//! Removes everything below the heading of a comments section: one half of the WSDM paper's Main
//! Content Filter (section 4.3.2), "a block solely containing one out of 11 indicator strings like
//! 'User comments:' etc.".
//!
//! The paper does not print the strings. These are the one that it names and the ten about comments
//! in `TerminatingBlocksFinder`, its successor. A heading may be in any case, and end with a colon
//! or a number in parentheses.

use super::number::{AFTER_NUMBER, after_number};
use crate::boilerpipe::document::Document;

const INDICATORS: [&str; 9] = [
    "user comments",
    "comments",
    "post a comment",
    "what you think...",
    "add your comment",
    "add comment",
    "reader views",
    "have your say",
    "reader comments",
];

/// The longest possible heading, in bytes: an indicator with a long number.
const LONGEST: usize = 64;

pub(super) fn apply(document: &mut Document) {
    // A heading above the largest block does not count: it may be a link down to the comments.
    let Some(largest) = document.largest() else { return };
    let below = &document.list[largest + 1..];
    let Some(heading) =
        below.iter().find(|block| is_indicator(&document.text(block))).map(|block| block.first)
    else {
        return;
    };
    document.retain(
        |block| block.first < heading,
        "removed, at or below the heading of a comments section",
    );
}

fn is_indicator(text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    let text = text.to_lowercase();
    let text = text.trim().trim_end_matches(':').trim_end();
    let counted = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let alone = match counted {
        Some((alone, count)) if count.bytes().all(|byte| byte.is_ascii_digit()) => alone.trim_end(),
        _ => text,
    };
    INDICATORS.contains(&alone)
        || after_number(alone).is_some_and(|rest| AFTER_NUMBER.contains(&rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indicators_stand_alone() {
        for text in [
            "User comments:",
            "COMMENTS (12)",
            "12 Comments",
            "Add your comment",
            "What you think...",
        ] {
            assert!(is_indicator(text), "{text}");
        }
        for text in [
            "No comments",
            "Comments are closed",
            "12comments",
            "Comments (closed)",
            "",
            "(3)",
            "x".repeat(99).as_str(),
        ] {
            assert!(!is_indicator(text), "{text}");
        }
    }
}
