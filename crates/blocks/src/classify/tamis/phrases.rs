//! Words and phrases that tell the kind of a short text: comments, sharing, legal notes, navigation.

use super::scan::{hash_of, hash_of_word, mix};
use std::sync::LazyLock;

/// Words and pairs of words, by kind: comment, share, related, subscribe, legal, by, nav. Their places are their bits. `^` before a word: only at the start. Where words have no spaces, two characters are
/// a pair.
const PHRASES: [&[&str]; 7] = [
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
    &[
        "share",
        "tweet",
        "facebook",
        "twitter",
        "whatsapp",
        "分 享",
        "email this",
        "mail this",
        "print",
        "pinterest",
        "reddit",
        "linkedin",
        "teilen",
        "compartir",
        "partager",
    ],
    &[
        "related",
        "more from",
        "more on",
        "more in",
        "more stories",
        "more news",
        "you may",
        "may also",
        "read more",
        "read also",
        "see also",
        "recommended",
        "相 关",
        "most read",
        "most popular",
        "most viewed",
        "latest",
        "trending",
        "推 荐",
        "関 連",
    ],
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
    &[
        "privacy",
        "cookie",
        "cookies",
        "terms of",
        "terms and",
        "disclaimer",
        "conditions",
        "datenschutz",
        "impressum",
        "privacidad",
        "confidentialité",
        "版 权",
        "rights reserved",
        "copyright",
    ],
    &[
        "posted",
        "published",
        "updated",
        "^by",
        "filed under",
        "tags",
        "tag",
        "author",
        "source",
        "来 源",
        "作 者",
        "编 辑",
        "记 者",
        "^von",
        "^por",
        "^par",
        "publicado",
        "veröffentlicht",
        "publié",
    ],
    &[
        "home",
        "back to",
        "next",
        "prev",
        "previous",
        "skip",
        "search",
        "menu",
        "click here",
        "contact",
        "add to",
        "view all",
        "show more",
        "startseite",
        "inicio",
        "accueil",
        "首 页",
        "下 一",
        "上 一",
    ],
];

/// Bit of a phrase that is a copyright notice as well.
const COPYRIGHT: u16 = 1 << 7;
/// Bit of a phrase that must be at the start.
const AT_START: u16 = 1 << 8;

const SLOTS: usize = 1024;

/// Hash and bits of each word or pair; 0 bits for none.
static TABLE: LazyLock<Vec<(u32, u16)>> = LazyLock::new(|| {
    let mut table = vec![(0u32, 0u16); SLOTS];
    for (kind, phrases) in PHRASES.iter().enumerate() {
        for phrase in *phrases {
            let (word, mut bits) = match phrase.strip_prefix('^') {
                Some(word) => (word, 1 << kind | AT_START),
                None => (*phrase, 1 << kind),
            };
            if matches!(*phrase, "copyright" | "rights reserved" | "版 权") {
                bits |= COPYRIGHT;
            }
            let hash = word.split(' ').map(hash).reduce(pair).unwrap_or_default();
            let mut slot = slot(hash);
            while table[slot].1 != 0 && table[slot].0 != hash {
                slot = (slot + 1) % SLOTS;
            }
            table[slot] = (hash, table[slot].1 | bits);
        }
    }
    table
});

/// The hash of a word or, if it has no ASCII letter and no space after it in a text, of a character.
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
fn bits(table: &[(u32, u16)], hash: u32) -> u16 {
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
    table: &'static [(u32, u16)],
    last: Option<u32>,
    found: u16,
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
        let own = bits(self.table, hash);
        if own & AT_START == 0 || self.last.is_none() {
            self.found |= own;
        }
        if let Some(last) = self.last {
            self.found |= bits(self.table, pair(last, hash));
        }
        self.last = Some(hash);
    }

    /// The kinds found, and whether one is a copyright notice.
    pub fn found(&self) -> (u8, bool) {
        ((self.found & 0x7f) as u8, self.found & COPYRIGHT != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (u8, bool) {
        let mut phrases = Phrases::default();
        phrases.begin();
        text.split(' ').for_each(|word| phrases.word(hash(word)));
        phrases.found()
    }

    #[test]
    fn words_pairs_and_starts_are_told_apart() {
        assert_eq!(found("leave a reply"), (1, false));
        assert_eq!(found("sign the petition up"), (0, false));
        assert_eq!(found("sign up"), (1 << 3, false));
        assert_eq!((found("by jane"), found("side by side")), ((1 << 5, false), (0, false)));
        assert_eq!(found("all rights reserved"), (1 << 4, true));
        assert_eq!(found("首 页"), (1 << 6, false));
        assert_eq!(found(""), (0, false));
    }
}
