//! The words of a page's text. Input: HTML; output: where the words are, and how they are written.

use regex::bytes::Regex;
use std::ops::Range;

/// Script, style, comment or tag: no copy changes them.
const MARKUP: &str = r"(?is-u)<script\b.*?</script\s*>|<style\b.*?</style\s*>|<!--.*?-->|<[^>]*>";
/// References that are between words; others are taken for letters.
const BETWEEN: [&[u8]; 22] = [
    b"nbsp", b"amp", b"lt", b"gt", b"quot", b"laquo", b"raquo", b"ldquo", b"rdquo", b"lsquo",
    b"mdash", b"ndash", b"hellip", b"bull", b"middot", b"#160", b"#8220", b"#8221", b"#8211",
    b"#8212", b"#8230", b"#187",
];
/// Letters of the shortest word.
const SHORTEST: usize = 3;

/// How the letters of a word are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    Lower,
    Capital,
    Upper,
}

/// Returns the pattern of what is not text.
pub fn markup() -> Regex {
    Regex::new(MARKUP).expect("the pattern is valid")
}

/// Returns where the words of a page's text are; `markup` is [`markup`].
pub fn words(body: &[u8], markup: &Regex) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut done = 0;
    for range in markup.find_iter(body).map(|part| part.range()) {
        words_of_text(body, done..range.start, &mut found);
        done = range.end;
    }
    words_of_text(body, done..body.len(), &mut found);
    found
}

/// Appends where the words between two tags are. A word that has a digit, a letter that is not
/// ASCII, an underscore or an apostrophe stays as it is: with a part of it exchanged it would be
/// new in each copy.
fn words_of_text(body: &[u8], text: Range<usize>, found: &mut Vec<Range<usize>>) {
    let (before, text) = body[..text.end].split_at(text.start);
    let mut start = 0;
    let mut at = 0;
    let mut is_plain = true;
    while at <= text.len() {
        let sign = sign(&text[at..]);
        if sign.kind == Kind::Space {
            if is_plain && at - start >= SHORTEST {
                found.push(before.len() + start..before.len() + at);
            }
            is_plain = true;
            start = at + sign.length;
        } else if sign.kind == Kind::Other {
            is_plain = false;
        }
        at += sign.length;
    }
}

/// What a sign of a text is for words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A letter of ASCII.
    Letter,
    /// Another part of a word.
    Other,
    Space,
}

/// A sign of a text.
struct Sign {
    kind: Kind,
    length: usize,
}

/// Returns the sign at the start of a text; at its end a space.
fn sign(text: &[u8]) -> Sign {
    let (kind, length) = match *text {
        [b'a'..=b'z' | b'A'..=b'Z', ..] => (Kind::Letter, 1),
        [b'0'..=b'9' | b'_', ..] => (Kind::Other, 1),
        // An apostrophe within a word; otherwise a quotation mark.
        [b'\'', next, ..] if next.is_ascii_alphabetic() => (Kind::Other, 1),
        [0xe2, 0x80, 0x99, next, ..] if next.is_ascii_alphabetic() => (Kind::Other, 3),
        // Punctuation beyond ASCII, and the space that does not break.
        [0xe2, 0x80, _, ..] => (Kind::Space, 3),
        [0xc2, _, ..] => (Kind::Space, 2),
        [b'&', ..] => return reference(text),
        [0x80..=0xff, ..] => (Kind::Other, 1),
        _ => (Kind::Space, 1),
    };
    Sign { kind, length }
}

/// Returns the reference at the start of a text.
fn reference(text: &[u8]) -> Sign {
    let name = text[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'#');
    let end = 1 + name.count();
    if text.get(end) != Some(&b';') {
        return Sign { kind: Kind::Space, length: 1 };
    }
    let is_between = BETWEEN.contains(&&text[1..end]);
    Sign { kind: if is_between { Kind::Space } else { Kind::Other }, length: end + 1 }
}

/// Returns how a word is written.
pub fn case(word: &[u8]) -> Case {
    if word[0].is_ascii_lowercase() {
        Case::Lower
    } else if word.iter().all(u8::is_ascii_uppercase) {
        Case::Upper
    } else {
        Case::Capital
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_and_in_text() {
        let body = "<p class=menu>caf\u{e9} isn't Old_Name &quot;Quoted&quot; d&eacute;j&agrave; \
                    x86 to the\u{a0}end <!-- no --><script>var none</script>'One' LAST"
            .as_bytes();
        let found: Vec<&[u8]> =
            words(body, &markup()).into_iter().map(|range| &body[range]).collect();
        let expected: [&[u8]; 4] = [b"Quoted", b"the", b"end", b"LAST"];
        assert_eq!(found, expected);
    }
}
