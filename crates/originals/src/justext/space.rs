//! Text functions of the jusText package.

use crate::space::is_space;

/// Whether a text is empty or white space only.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(is_space)
}

/// Appends a text, replacing every run of white space by one character: a line feed if the run
/// contains a line end, else a space.
pub(super) fn push_normalized(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(is_space) {
        out.push_str(&rest[..at]);
        let run = &rest[at..];
        let end = run.find(|c| !is_space(c)).unwrap_or(run.len());
        out.push(if run[..end].contains(['\n', '\r']) { '\n' } else { ' ' });
        rest = &run[end..];
    }
    out.push_str(rest);
}

/// Splits a text at white space.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}
