//! JSON as Python and JavaScript write it, turned into strict JSON.

/// Returns `text` as strict JSON if it has what Python's `json` reads and writes but strict JSON
/// forbids: halves of surrogate pairs, which a program leaves that cuts a text at a length, become
/// U+FFFD as in other programs; `NaN`, `Infinity` and `-Infinity` become `null`. None if there is
/// nothing of this kind. Lines stay where they are. Whatever else is wrong stays wrong.
pub fn strict(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    let mut in_string = false;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let (length, replacement) = if in_string { escape(rest) } else { number(rest) };
        if let Some(replacement) = replacement {
            out.push_str(&text[copied..at]);
            out.push_str(replacement);
            copied = at + length;
        }
        in_string ^= rest[0] == b'"';
        at += length;
    }
    (copied > 0).then(|| out + &text[copied..])
}

/// Returns the length of what begins here in a string, and what takes its place.
fn escape(rest: &[u8]) -> (usize, Option<&'static str>) {
    if rest[0] != b'\\' {
        return (1, None);
    }
    match (unit(rest), rest.get(6..).and_then(unit)) {
        (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => (12, None),
        (Some(0xd800..=0xdfff), _) => (6, Some("\\ufffd")),
        // A character of more than one byte may follow a backslash: it has no quote or backslash.
        _ => (2.min(rest.len()), None),
    }
}

/// Returns the code unit of an escape `\uXXXX`.
fn unit(rest: &[u8]) -> Option<u32> {
    let digits = std::str::from_utf8(rest.strip_prefix(b"\\u")?.get(..4)?).ok()?;
    u32::from_str_radix(digits, 16).ok()
}

/// Returns the length of what begins here outside of strings, and what takes its place.
fn number(rest: &[u8]) -> (usize, Option<&'static str>) {
    let names: [&[u8]; 3] = [b"NaN", b"Infinity", b"-Infinity"];
    match names.into_iter().find(|name| rest.starts_with(name)) {
        Some(name) => (name.len(), Some("null")),
        None => (1, None),
    }
}

#[cfg(test)]
mod tests {
    use super::strict;

    #[test]
    fn halves_of_pairs_and_numbers_that_are_none_are_replaced() {
        for (text, expected) in [
            (r#"{"a":"x\ud83d"}"#, r#"{"a":"x\ufffd"}"#),
            (r#"{"a":"\udc00\uD83D\ud83d\ude00"}"#, r#"{"a":"\ufffd\ufffd\ud83d\ude00"}"#),
            (r#"{"a":"\ud83d\n\\"}"#, r#"{"a":"\ufffd\n\\"}"#),
            ("{\"a\":NaN,\n\"b\":[-Infinity, Infinity]}", "{\"a\":null,\n\"b\":[null, null]}"),
            (r#"{"é":NaN}"#, r#"{"é":null}"#),
        ] {
            assert_eq!(strict(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn strict_json_and_other_text_stay() {
        for text in [
            "",
            "{",
            "\"",
            r#"{"a":"NaN \" Infinity"}"#,
            r#"{"a":"\ud83d\ude00"}"#,
            r#"{"a":"\\ud83d"}"#,
            r#""\"#,
            r#""\u"#,
            r#""\ud8"#,
            "\"\\é",
        ] {
            assert_eq!(strict(text), None, "{text}");
        }
    }
}
