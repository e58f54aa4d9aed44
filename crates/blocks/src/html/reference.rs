//! One character reference, as HTML reads it. html5gum knows the names.

use html5gum::{Token, Tokenizer};

/// Appends what HTML makes of one reference, which may be the reference as it is.
pub(crate) fn decode_reference(reference: &str, out: &mut String) {
    for Ok(token) in Tokenizer::new(reference) {
        if let Token::String(text) = token {
            out.push_str(&String::from_utf8_lossy(&text));
        }
    }
}
