//! What a page of this server knows and a page of another site does not: a text that every
//! judgement must bring along.

use std::hash::{BuildHasher, RandomState};

/// A random text, new at each start.
pub struct SessionToken(String);

impl SessionToken {
    /// A token that nobody can guess: the keys of the hash are from the system's source of
    /// randomness, and what it gives for known texts does not tell them.
    pub fn new() -> Self {
        let keys = [RandomState::new(), RandomState::new()];
        let parts = keys.iter().flat_map(|key| [key.hash_one("tamis"), key.hash_one("serve")]);
        Self(parts.map(|part| format!("{part:016x}")).collect())
    }

    /// The text, for our own pages.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether a text is the token. Takes the same time wherever the first difference is, so that
    /// nobody finds the token letter by letter.
    pub fn is(&self, text: &str) -> bool {
        let own = self.0.as_bytes();
        let pairs = own.iter().zip(text.as_bytes());
        let differences = pairs.fold(0, |all, (a, b)| std::hint::black_box(all | (a ^ b)));
        own.len() == text.len() && differences == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_itself_alone() {
        let token = SessionToken::new();
        let text = token.text().to_owned();
        assert_eq!(text.len(), 64);
        assert!(token.is(&text));
        assert_ne!(SessionToken::new().text(), text);
        let mut other = text.clone();
        other.replace_range(63.., if text.ends_with('0') { "1" } else { "0" });
        for wrong in [&other, "", &text[1..], &format!("{text}0")] {
            assert!(!token.is(wrong), "{wrong}");
        }
    }
}
