//! Decodes one character reference, with html5gum's table of names.

use html5gum::{Token, Tokenizer};

/// Appends the decoded reference, or the reference itself if it is invalid.
pub(crate) fn decode_reference(reference: &str, out: &mut String) {
    for Ok(token) in Tokenizer::new(reference) {
        if let Token::String(text) = token {
            out.push_str(&String::from_utf8_lossy(&text));
        }
    }
}
