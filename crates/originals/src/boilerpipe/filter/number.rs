//! Texts that begin with a number, such as "12 comments".

/// Endings of "N comments" headings.
pub(super) const AFTER_NUMBER: [&str; 2] = [" comments", " users responded in"];

/// Returns the text after its leading ASCII digits, if it has any.
pub(super) fn after_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}
