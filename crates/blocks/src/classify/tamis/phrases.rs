//! Words and phrases that tell the kind of a short text.

use super::scan::{hash_of, hash_of_word, mix};
use std::sync::LazyLock;

/// The bit of words above comments.
pub const COMMENT: u8 = 1;
/// The bit of words around newsletters and accounts.
pub const SUBSCRIBE: u8 = 2;

/// Words and pairs of words of each kind. Where words have no spaces, two characters are a pair.
const PHRASES: [(u8, &[&str]); 2] = [
    (
        COMMENT,
        &[
            "comment",
            "comments",
            "reply",
            "replies",
            "kommentar",
            "kommentare",
            "comentario",
            "comentarios",
            "commentaire",
            "commentaires",
            "评 论",
            "回 复",
            "コ メ",
            "antworten",
            "responder",
            "répondre",
        ],
    ),
    (
        SUBSCRIBE,
        &[
            "subscribe",
            "subscribes",
            "subscribed",
            "subscriber",
            "subscribers",
            "subscription",
            "subscriptions",
            "newsletter",
            "newsletters",
            "sign up",
            "sign in",
            "log in",
            "login",
            "register",
            "registered",
            "password",
            "your email",
            "your e",
            "account",
            "登 录",
            "注 册",
            "abonnieren",
            "anmelden",
            "iniciar sesión",
            "connexion",
        ],
    ),
];

const SLOTS: usize = 1024;

/// Hash and bits of each word or pair; 0 bits for none.
static TABLE: LazyLock<Vec<(u32, u8)>> = LazyLock::new(hash_table);

/// Puts all phrases into slots by their hashes.
fn hash_table() -> Vec<(u32, u8)> {
    let mut table = vec![(0u32, 0u8); SLOTS];
    for (kind, phrases) in PHRASES {
        for phrase in phrases {
            let hash = phrase.split(' ').map(hash).reduce(pair).unwrap_or_default();
            let mut slot = slot(hash);
            while table[slot].1 != 0 && table[slot].0 != hash {
                slot = (slot + 1) % SLOTS;
            }
            table[slot] = (hash, table[slot].1 | kind);
        }
    }
    table
}

/// The hash of a word or, if it has no ASCII letter and no space after it in a text, of a
/// character.
fn hash(word: &str) -> u32 {
    let mut characters = word.chars();
    match (characters.next(), characters.next()) {
        (Some(one), None) if !one.is_ascii() => hash_of(one),
        _ => hash_of_word(word.as_bytes(), 0, word.len()),
    }
}

#[inline]
fn pair(first: u32, second: u32) -> u32 {
    mix(first, second.into())
}

#[inline]
fn slot(hash: u32) -> usize {
    (hash >> 22) as usize % SLOTS
}

#[inline]
fn bits(table: &[(u32, u8)], hash: u32) -> u8 {
    let mut slot = slot(hash);
    loop {
        match table[slot] {
            (_, 0) => return 0,
            (known, bits) if known == hash => return bits,
            _ => slot = (slot + 1) % SLOTS,
        }
    }
}

/// The phrases of a unit, word by word.
pub struct Phrases {
    table: &'static [(u32, u8)],
    last: Option<u32>,
    found: u8,
}

impl Default for Phrases {
    fn default() -> Self {
        Self { table: &TABLE, last: None, found: 0 }
    }
}

impl Phrases {
    /// Begins a unit.
    pub fn begin(&mut self) {
        self.last = None;
        self.found = 0;
    }

    /// Adds a word.
    #[inline]
    pub fn word(&mut self, hash: u32) {
        self.found |= bits(self.table, hash);
        if let Some(last) = self.last {
            self.found |= bits(self.table, pair(last, hash));
        }
        self.last = Some(hash);
    }

    /// The kinds that were found.
    pub fn found(&self) -> u8 {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> u8 {
        let mut phrases = Phrases::default();
        phrases.begin();
        for word in text.split(' ') {
            phrases.word(hash(word));
        }
        phrases.found()
    }

    #[test]
    fn words_and_pairs_are_found() {
        assert_eq!(found("leave a reply"), COMMENT);
        assert_eq!(found("sign the petition up"), 0);
        assert_eq!(found("sign up"), SUBSCRIBE);
        assert_eq!(found("log in to comment"), COMMENT | SUBSCRIBE);
        assert_eq!(found("回 复"), COMMENT);
        assert_eq!(found(""), 0);
    }
}
