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
    loop {
        let (plain, run) = rest.split_at(normal_length(rest));
        out.push_str(plain);
        if run.is_empty() {
            return;
        }
        let end = run.find(|c| !is_space(c)).unwrap_or(run.len());
        out.push(if run[..end].contains(['\n', '\r']) { '\n' } else { ' ' });
        rest = &run[end..];
    }
}

/// How many bytes of a text surely stay as they are. Most spaces stand alone, so that a text is
/// read by bytes and copied in large pieces.
fn normal_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_plain = |byte: &u8| !matches!(byte, b'\t'..=b'\r' | 0x1C..=b' ' | 128..);
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += match byte {
            128.. => match text[at..].chars().next().filter(|c| !is_space(*c)) {
                Some(c) => c.len_utf8(),
                None => break,
            },
            byte if is_plain(byte) => 1,
            b' ' | b'\n' if bytes.get(at + 1).is_some_and(is_plain) => 2,
            _ => break,
        };
    }
    at
}

/// Splits a normalized text at white space.
pub(super) fn words(text: &str) -> impl Iterator<Item = &[u8]> {
    let words = text.as_bytes().split(|byte| matches!(byte, b' ' | b'\n'));
    words.filter(|word| !word.is_empty())
}
