//! Decodes character references, with html5gum's table of names.

use super::tokens::{Content, Tokens, tokenize};
use html5gum::{Token, Tokenizer};

/// Appends the decoded reference, or the reference itself if it is invalid.
pub fn decode_reference(reference: &str, out: &mut String) {
    for Ok(token) in Tokenizer::new(reference) {
        if let Token::String(text) = token {
            out.push_str(&String::from_utf8_lossy(&text));
        }
    }
}

/// Returns a text without tags with its character references decoded.
pub fn decoded_text(text: &str) -> String {
    let mut decoded = Decoded(Vec::new());
    tokenize(text, &mut decoded);
    String::from_utf8(decoded.0)
        .unwrap_or_else(|wrong| String::from_utf8_lossy(wrong.as_bytes()).into_owned())
}

/// Collects the text of some markup.
struct Decoded(Vec<u8>);

impl Tokens for Decoded {
    fn text(&mut self, piece: &[u8]) {
        self.0.extend_from_slice(piece);
    }

    fn start(&mut self, _: &[u8], _: bool) -> Content {
        Content::Markup
    }

    fn end(&mut self, _: &[u8]) {}

    fn comment(&mut self) {}
}
