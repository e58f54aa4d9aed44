//! Decodes character references, with html5gum's table of names.

use super::simple::frequent_reference;
use super::tokens::{ContentModel, Tokens, tokenize};

/// Appends a text with its character references decoded. It must have no tags.
pub fn decode_reference(text: &str, out: &mut String) {
    let mut rest = text;
    // The tokenizer reads from the first place on that may be anything else.
    if memchr::memchr2(b'\r', 0, text.as_bytes()).is_none() {
        loop {
            let Some(at) = memchr::memchr2(b'&', b'<', rest.as_bytes()) else {
                out.push_str(rest);
                return;
            };
            let Some((c, length)) = frequent_reference(&rest.as_bytes()[at..]) else { break };
            out.push_str(&rest[..at]);
            out.push(c);
            rest = &rest[at + length..];
        }
    }
    out.push_str(&decoded_text(rest));
}

/// Returns a text without tags with its character references decoded.
pub fn decoded_text(text: &str) -> String {
    let mut decoded = DecodedText(Vec::new());
    tokenize(text, &mut decoded);
    String::from_utf8(decoded.0)
        .unwrap_or_else(|wrong| String::from_utf8_lossy(wrong.as_bytes()).into_owned())
}

/// Collects the text of some markup.
struct DecodedText(Vec<u8>);

impl Tokens for DecodedText {
    fn text(&mut self, piece: &[u8]) {
        self.0.extend_from_slice(piece);
    }

    fn start(&mut self, _: &[u8], _: bool) -> ContentModel {
        ContentModel::Markup
    }

    fn end(&mut self, _: &[u8]) {}

    fn comment(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use html5gum::{Token, Tokenizer};

    proptest::proptest! {
        #[test]
        fn frequent_references_are_those_of_the_tokenizer(
            text in "(&amp|&lt;|&nbsp;|&hellip|;|&#8217;|&#65533;|&#55296;|&#12|34;|&#x41;|&#150;\
                     |&#99999;|&#160;|&|<b|<|\r|\n|a|é| |\u{0}){0,12}",
        ) {
            let mut expected = String::new();
            for Ok(token) in Tokenizer::new(&text) {
                if let Token::String(text) = token {
                    expected.push_str(&String::from_utf8_lossy(&text));
                }
            }
            let mut decoded = String::new();
            decode_reference(&text, &mut decoded);
            proptest::prop_assert_eq!(decoded, expected);
        }
    }
}
