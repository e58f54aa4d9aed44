//! Marks blocks that equal the page's title, or a part of it (`DocumentTitleMatchClassifier`).

use super::version::Version;
use crate::boilerpipe::document::{Document, FilterMarks};
use std::sync::Arc;

/// 1.2.0 marks every block that equals a candidate exactly; 2.0 marks the first block that does,
/// ignoring case and `?!.-:`.
pub(super) fn apply(document: &mut Document, version: Version) {
    let Some(title) = document.title() else { return };
    let title_words = document.page.title.as_ref().map_or(0, |title| title.words);
    let shared = Arc::clone(&document.shared);
    let candidates = shared.titles[version as usize].get_or_init(|| match version {
        Version::One => candidates_1(title),
        Version::Two => candidates_2(title),
    });
    if candidates.is_empty() {
        return;
    }
    let mut text = String::new();
    for at in 0..document.list.len() {
        let block = document.list[at];
        // A part of the title has no more words than the whole title, so longer blocks need not be
        // compared.
        if block.words > title_words {
            continue;
        }
        text.clear();
        let found = match version {
            Version::One => {
                text.push_str(trim(&document.text(&block)));
                candidates.contains(&text)
            }
            Version::Two => {
                normalize(&document.text(&block), &mut text);
                candidates.contains(&text) || {
                    text.retain(|c| !matches!(c, '?' | '!' | '.' | '-' | ':'));
                    candidates.iter().any(|candidate| candidate == trim(&text))
                }
            }
        };
        if found {
            document.mark(at, FilterMarks::TITLE, || "is the title, or a part of it".to_owned());
            if version == Version::Two {
                return;
            }
        }
    }
}

/// Java's `String.trim`.
fn trim(text: &str) -> &str {
    text.trim_matches(|c| c <= ' ')
}

/// Normalises a text like 2.0: without apostrophes, with plain spaces, in lower case.
fn normalize(text: &str, out: &mut String) {
    let kept = text.chars().filter(|&c| c != '\'').map(|c| if c == '\u{A0}' { ' ' } else { c });
    let plain: String = kept.collect();
    out.push_str(&trim(&plain).to_lowercase());
}

const BAR_COLON: &[char] = &['|', '»', ':'];
const BAR_DASH: &[char] = &['|', '»', '-'];
const PARENTHESES: &[char] = &['|', '»', ':', '(', ')'];
const PARENTHESES_DASH: &[char] = &['|', '»', ':', '(', ')', '-'];
const COMMA: &[char] = &['|', '»', ',', ':', '(', ')', '-'];
const NO_BREAK: &[char] = &['|', '»', ',', ':', '(', ')', '-', '\u{A0}'];

fn candidates_1(title: &str) -> Vec<String> {
    let title = trim(title);
    if title.is_empty() {
        return Vec::new();
    }
    let separators = [BAR_COLON, PARENTHESES, PARENTHESES_DASH, COMMA];
    // 1.2.0 splits words at backspaces only, so in effect the longest part wins.
    let longest =
        separators.into_iter().filter_map(|separators| longest_part(title, separators, &['\u{8}']));
    [title].into_iter().chain(longest).map(str::to_owned).collect()
}

fn candidates_2(title: &str) -> Vec<String> {
    let mut whole = String::new();
    normalize(title, &mut whole);
    let title = whole.as_str();
    if title.is_empty() {
        return Vec::new();
    }
    let separators = [BAR_DASH, BAR_COLON, PARENTHESES, PARENTHESES_DASH, COMMA, NO_BREAK];
    let mut candidates = vec![title];
    for separators in separators {
        candidates.extend(longest_part(title, separators, &['\u{8}', ' ']));
    }
    for separator in ['|', '-'] {
        let parts = spaced_parts(title, separator);
        if parts.len() > 1 {
            candidates.extend(
                parts.into_iter().filter(|part| {
                    !part.contains(".com") && java_split(part, &['\u{8}', ' ']) >= 4
                }),
            );
        }
    }
    candidates.extend([before_last_dash(title), after_first_dash(title)]);
    candidates.into_iter().map(str::to_owned).collect()
}

/// Returns the part between separators (with the spaces around them) with the most words or
/// characters; `None` without a separator. As in the original, a part with fewer words than the
/// best so far still replaces it if it is longer.
fn longest_part<'a>(
    title: &'a str,
    separators: &[char],
    between_words: &[char],
) -> Option<&'a str> {
    let mut parts: Vec<&str> = title.split(separators).collect();
    let last = parts.len() - 1;
    for (at, part) in parts.iter_mut().enumerate() {
        *part = if at > 0 { part.trim_start_matches(' ') } else { part };
        *part = if at < last { part.trim_end_matches(' ') } else { part };
    }
    if last == 0 {
        return None;
    }
    drop_empty_tail(&mut parts);
    if parts.len() == 1 {
        return None;
    }
    let mut words = 0;
    let mut longest = "";
    for part in parts.into_iter().filter(|part| !part.contains(".com")) {
        let here = java_split(part, between_words);
        if here > words || units(part) > units(longest) {
            words = here;
            longest = part;
        }
    }
    (!longest.is_empty()).then(|| trim(longest))
}

/// Splits a title at separators with spaces on both sides.
fn spaced_parts(title: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut from = 0;
    while let Some(at) = title[from..].find(separator).map(|at| from + at) {
        let before = &title[start..at];
        let after = &title[at + separator.len_utf8()..];
        if before.ends_with(' ') && after.starts_with(' ') {
            parts.push(before.trim_end_matches(' '));
            start = title.len() - after.trim_start_matches(' ').len();
        }
        from = start.max(at + separator.len_utf8());
    }
    parts.push(&title[start..]);
    if parts.len() > 1 {
        drop_empty_tail(&mut parts);
    }
    parts
}

/// Returns the title up to its last ` - `.
fn before_last_dash(title: &str) -> &str {
    match title.rfind('-').and_then(|at| around_dash(title, at)) {
        Some((before, after)) if !after.is_empty() => before,
        _ => title,
    }
}

/// Returns the title after its first ` - `.
fn after_first_dash(title: &str) -> &str {
    match title.find('-').and_then(|at| around_dash(title, at)) {
        Some((before, after)) if !before.is_empty() => after,
        _ => title,
    }
}

/// Returns the texts before and after the ` - ` whose dash is at `at`; `None` if a space is
/// missing.
fn around_dash(title: &str, at: usize) -> Option<(&str, &str)> {
    let before = title[..at].strip_suffix(' ')?;
    let after = title[at + 1..].strip_prefix(' ')?;
    Some((before, after))
}

/// Returns the number of parts of Java's `String.split` at runs of `separators`: an empty part at
/// the start counts, empty parts at the end do not, and an empty text is one part.
fn java_split(text: &str, separators: &[char]) -> usize {
    if text.is_empty() {
        return 1;
    }
    let leading =
        usize::from(text.starts_with(separators) && text.contains(|c| !separators.contains(&c)));
    leading + text.split(separators).filter(|part| !part.is_empty()).count()
}

fn drop_empty_tail(parts: &mut Vec<&str>) {
    while parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
}

/// Length in UTF-16 units.
fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn unordered(candidates: Vec<String>) -> BTreeSet<String> {
        candidates.into_iter().collect()
    }

    fn set(texts: &[&str]) -> BTreeSet<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn the_parts_of_a_title_that_may_stand_in_the_page() {
        let title = " Big News\u{A0}Don't Wait - The Daily Example | News: World (2006)";
        let whole = "big news dont wait - the daily example | news: world (2006)";
        let expected = [
            whole,
            "big news dont wait",
            "big news dont wait - the daily example",
            "the daily example | news: world (2006)",
        ];
        assert_eq!(unordered(candidates_2(title)), set(&expected));
        let title = " Big News: The Daily Example (2006) \t";
        assert_eq!(
            unordered(candidates_1(title)),
            set(&[
                "Big News: The Daily Example (2006)",
                "The Daily Example (2006)",
                "The Daily Example"
            ])
        );
        assert_eq!(
            (unordered(candidates_2(" ' ")), unordered(candidates_1(" "))),
            (set(&[]), set(&[]))
        );
        assert_eq!(unordered(candidates_1("|:|")), set(&["|:|"]));
    }

    #[test]
    fn dashes_count_between_spaces() {
        assert_eq!((before_last_dash("a-b - c"), after_first_dash("a-b - c")), ("a-b", "a-b - c"));
        assert_eq!((before_last_dash("a - b-c"), after_first_dash("a - b-c")), ("a - b-c", "b-c"));
        assert_eq!(after_first_dash(" - b"), " - b");
        assert_eq!(spaced_parts("a |b | c | | d", '|'), ["a |b", "c", "| d"]);
    }

    #[test]
    fn parts_are_counted_as_java_splits() {
        let counts = ["", "a", " a b", "a  b ", " "].map(|text| java_split(text, &[' ']));
        assert_eq!(counts, [1, 1, 3, 2, 0]);
    }
}
