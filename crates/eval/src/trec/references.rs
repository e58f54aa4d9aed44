//! Decodes character references in XML topics, by name or by number; html5gum knows the names.

use html5gum::{Token, Tokenizer};

/// The longest name or number of a character, in bytes between the ampersand and the semicolon.
const LONGEST: usize = 32;

/// Replaces character references by their characters. Only references that end with a semicolon
/// count, and unknown names stay as they are, such as an unescaped `AT&T`.
pub(super) fn decode_references(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(sign) = rest.find('&') {
        out.push_str(&rest[..sign]);
        rest = &rest[sign..];
        let name = rest
            .bytes()
            .skip(1)
            .take(LONGEST)
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#');
        let end = 1 + name.count();
        let closed = end > 1 && rest.as_bytes().get(end) == Some(&b';');
        let length = end + usize::from(closed);
        let start = out.len();
        if closed {
            decode_reference(&rest[..length], &mut out);
        }
        // If only the start of a name is known (`&notes;`), the tokenizer would leave the rest:
        // keep the text.
        if !closed || out[start..].ends_with(';') && !is_semicolon(&rest[1..end]) {
            out.truncate(start);
            out.push_str(&rest[..length]);
        }
        rest = &rest[length..];
    }
    out + rest
}

/// Returns whether a name or number is that of the semicolon itself.
fn is_semicolon(name: &str) -> bool {
    let number = name
        .strip_prefix('#')
        .map(|number| number.trim_start_matches(['x', 'X']).trim_start_matches('0'));
    name == "semi" || number.is_some_and(|number| ["59", "3b", "3B"].contains(&number))
}

/// Appends the decoded reference; HTML leaves unknown ones as they are.
fn decode_reference(reference: &str, out: &mut String) {
    for Ok(token) in Tokenizer::new(reference) {
        if let Token::String(text) = token {
            out.push_str(&String::from_utf8_lossy(&text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn closed_names_and_numbers_are_decoded() {
        for (text, expected) in [
            ("caf&eacute; &#233;&#xE9;&#Xe9; &amp;lt;", "café ééé &lt;"),
            ("&lt;b&gt; &quot;&apos;&semi;&#59;&#x3b;", "<b> \"';;;"),
            (
                "AT&T R&D a & b &copy &notes; &no; &; &#; &#x; &é;",
                "AT&T R&D a & b &copy &notes; &no; &; &#; &#x; &é;",
            ),
            ("&amp", "&amp"),
        ] {
            assert_eq!(decode_references(text), expected);
        }
    }

    proptest! {
        #[test]
        fn escaped_text_is_restored(text in "[a-z&;#<é ]{0,40}") {
            let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
            prop_assert_eq!(decode_references(&escaped), text);
        }
    }
}
