//! The words that classes and identifiers are searched for: Readability's regular expressions, all
//! of them in one pass over a text (Aho and Corasick's automaton).

use std::sync::LazyLock;

/// What a class or an identifier contains, as a set of bits.
pub type WordFlags = u8;

/// Words of what is not the article.
pub const UNLIKELY: WordFlags = 1;
/// Words of what may still be it.
pub const MAYBE: WordFlags = 1 << 1;
/// Words that raise an element's score.
pub const POSITIVE: WordFlags = 1 << 2;
/// Words that lower it.
pub const NEGATIVE: WordFlags = 1 << 3;
/// Words of an author's line.
pub const BYLINE: WordFlags = 1 << 4;
/// `share`, which [`is_share`] looks at.
const SHARE: WordFlags = 1 << 5;
/// `hid`, which lowers the score if it is a class of its own.
const HID: WordFlags = 1 << 6;

const LISTS: [(WordFlags, &str); 7] = [
    (
        UNLIKELY,
        "-ad- ai2html banner breadcrumbs combx comment community cover-wrap disqus extra footer \
         gdpr header legends menu related remark replies rss shoutbox sidebar skyscraper social \
         sponsor supplemental ad-break agegate pagination pager popup yom-remote",
    ),
    (MAYBE, "and article body column content main shadow"),
    (
        POSITIVE,
        "article body content entry hentry h-entry main page pagination post text blog story",
    ),
    (
        NEGATIVE,
        "-ad- hidden banner combx comment com- contact footer gdpr masthead media meta outbrain \
         promo related scroll share shoutbox sidebar skyscraper sponsor shopping tags widget",
    ),
    (BYLINE, "byline author dateline writtenby p-author"),
    (SHARE, "share"),
    (HID, "hid"),
];

/// Bytes that occur in words are numbered from 1; all others are 0.
fn letter(byte: u8) -> usize {
    match byte {
        b'a'..=b'z' => usize::from(byte - b'a') + 1,
        b'A'..=b'Z' => usize::from(byte - b'A') + 1,
        b'-' => 27,
        b'2' => 28,
        _ => 0,
    }
}

const LETTERS: usize = 32;

struct WordAutomaton {
    /// The state that follows from a state and a letter.
    next: Vec<[u16; LETTERS]>,
    found: Vec<WordFlags>,
}

static AUTOMATON: LazyLock<WordAutomaton> = LazyLock::new(WordAutomaton::new);

impl WordAutomaton {
    fn new() -> Self {
        let mut automaton = Self { next: vec![[0; LETTERS]], found: vec![0] };
        for (bit, words) in LISTS {
            for word in words.split_ascii_whitespace() {
                automaton.add(word, bit);
            }
        }
        automaton.close();
        automaton
    }

    fn add(&mut self, word: &str, bit: WordFlags) {
        let mut state = 0;
        for byte in word.bytes() {
            let next = usize::from(self.next[state][letter(byte)]);
            state = if next > 0 { next } else { self.grow(state, letter(byte)) };
        }
        self.found[state] |= bit;
    }

    fn grow(&mut self, state: usize, letter: usize) -> usize {
        let new = self.next.len();
        self.next[state][letter] = new as u16;
        self.next.push([0; LETTERS]);
        self.found.push(0);
        new
    }

    /// Fills in where to go on when a word breaks off: the state of the longest end of what was
    /// read that begins a word. States with shorter beginnings come first.
    fn close(&mut self) {
        let mut fallback = vec![0; self.next.len()];
        let mut queue = std::collections::VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            for letter in 0..LETTERS {
                let child = usize::from(self.next[state][letter]);
                let back = usize::from(self.next[fallback[state]][letter]);
                if child == 0 {
                    self.next[state][letter] = back as u16;
                    continue;
                }
                fallback[child] = if state == 0 { 0 } else { back };
                self.found[child] |= self.found[fallback[child]];
                queue.push_back(child);
            }
        }
    }
}

/// Returns the words that a class or an identifier contains.
pub fn find(text: &str) -> WordFlags {
    if text.is_empty() {
        return 0;
    }
    let automaton = &*AUTOMATON;
    let mut state = 0;
    let mut found = 0;
    for byte in text.bytes() {
        state = usize::from(automaton.next[state][letter(byte)]);
        found |= automaton.found[state];
    }
    let hid = found & HID != 0 && text.split(' ').any(|class| class.eq_ignore_ascii_case("hid"));
    if hid { found | NEGATIVE } else { found }
}

/// Whether a class and an identifier contain `share` or `sharedaddy` as a word, or between
/// underscores.
pub fn is_share(class: &str, id: &str) -> bool {
    [class, id].into_iter().any(|text| find(text) & SHARE != 0 && has_share(text))
}

fn has_share(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_word = |byte: Option<u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_');
    let bytes = lower.as_bytes();
    let bounds = |at: Option<usize>, inside: bool| {
        let byte = at.and_then(|at| bytes.get(at).copied());
        byte == Some(b'_') || is_word(byte) != inside
    };
    lower.match_indices("share").any(|(at, _)| {
        let ends =
            |word: &str| lower[at..].starts_with(word) && bounds(Some(at + word.len()), true);
        // An underscore before or after the word counts as a bound; so does one that is part of
        // no word.
        bounds(at.checked_sub(1), true) && (ends("share") || ends("sharedaddy"))
    })
}

const PLAYERS: [&str; 7] = [
    "dailymotion.com",
    "youtube.com",
    "youtube-nocookie.com",
    "player.vimeo.com",
    "v.qq.com",
    "archive.org",
    "upload.wikimedia.org",
];

/// Whether a value contains the address of a known player of videos.
pub fn is_video(value: &str) -> bool {
    if !value.contains("//") {
        return false;
    }
    let lower = value.to_ascii_lowercase();
    lower.match_indices('/').any(|(at, _)| {
        let Some(rest) = lower[at..].strip_prefix("//") else { return false };
        let rest = rest.strip_prefix("www.").unwrap_or(rest);
        rest.starts_with("player.twitch.tv") || PLAYERS.iter().any(|site| rest.starts_with(site))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_any_case_and_place() {
        assert_eq!(find("Header-Spacing") & (UNLIKELY | MAYBE), UNLIKELY);
        assert_eq!(find("xcommenty") & (UNLIKELY | NEGATIVE), UNLIKELY | NEGATIVE);
        assert_eq!(find("main-content") & (MAYBE | POSITIVE), MAYBE | POSITIVE);
        assert_eq!(find("hentry"), POSITIVE);
        assert_eq!(find("p-authority"), BYLINE);
        assert_eq!(find("-ad-break"), UNLIKELY | NEGATIVE);
        assert_eq!(find("breadcrumb é com"), 0);
        for (class, negative) in
            [("hid", true), ("a HID b", true), ("hidx", false), ("a\thid", false)]
        {
            assert_eq!(find(class) & NEGATIVE != 0, negative, "{class}");
        }
    }

    #[test]
    fn shares_are_words() {
        for (class, shares) in [
            ("share", true),
            ("post-share x", true),
            ("a_share_b", true),
            ("sharedaddy", true),
            ("shared", false),
            ("myshare", false),
            ("shareé", true),
            ("share2", false),
        ] {
            assert_eq!(is_share(class, ""), shares, "{class}");
            assert_eq!(is_share("", class), shares, "{class}");
        }
    }

    #[test]
    fn players_are_known_by_their_addresses() {
        assert!(is_video("https://WWW.YouTube.com/embed/x"));
        assert!(!is_video("https://example.com/youtube.com"));
    }
}
