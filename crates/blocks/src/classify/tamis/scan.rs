//! Reads the characters of a text once: words, marks, and what they are made of.

/// What an ASCII character is, as bits; [`WIDE`] for all others.
static FLAGS: [u8; 256] = {
    let mut flags = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        flags[byte] = match byte as u8 {
            b'A'..=b'Z' => WORD | UPPER,
            b'a'..=b'z' => WORD,
            b'0'..=b'9' | b'_' => WORD,
            b' ' => SPACE,
            0x80.. => WIDE,
            _ => 0,
        };
        byte += 1;
    }
    flags
};

const WORD: u8 = 1;
const UPPER: u8 = 2;
const SPACE: u8 = 16;
const WIDE: u8 = 32;

/// Whether a character counts as a part of a word of its own: scripts without spaces between words,
/// of which Han, kana and Thai are here, and Hangul.
#[inline]
fn is_without_spaces(c: char) -> bool {
    matches!(c,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{0e00}'..='\u{0e7f}')
}

/// The counts of a pass over a text.
#[derive(Default)]
pub struct ScanPass {
    pub characters: i64,
    pub tokens: u32,
    /// Tokens without characters of scripts without spaces.
    pub spaced: i64,
    pub without_spaces: i64,
    pub capitalized: i64,
    pub commas: i64,
    pub stops: i64,
    pub separators: i64,
    /// Signs of currencies.
    pub prices: i64,
}

/// What kind of word [`ScanPass::words`] hands over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WordKind {
    Spaced,
    /// One character of a script without spaces.
    Character,
}

/// A token, while it is read.
#[derive(Default)]
struct ScannedToken {
    start: usize,
    characters: u32,
    /// Whether its first character is upper-case.
    capitalized: bool,
    without_spaces: bool,
}

impl ScanPass {
    /// Reads a text; calls `word` with the hash, the start and the kind of each word.
    #[inline]
    pub fn words(&mut self, text: &str, mut word: impl FnMut(u32, usize, WordKind)) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let flags = FLAGS[bytes[at] as usize];
            if flags & WORD != 0 {
                at = self.token(text, at, &mut word);
            } else if flags & SPACE != 0 {
                self.characters += 1;
                at += 1;
            } else if flags & WIDE == 0 {
                self.mark(text, bytes[at] as char, at + 1);
                at += 1;
            } else {
                let Some(c) = text[at..].chars().next() else { return };
                if c.is_alphanumeric() {
                    at = self.token(text, at, &mut word);
                } else {
                    at += c.len_utf8();
                    self.mark(text, c, at);
                }
            }
        }
    }

    #[inline]
    fn token(
        &mut self,
        text: &str,
        start: usize,
        word: &mut impl FnMut(u32, usize, WordKind),
    ) -> usize {
        let bytes = text.as_bytes();
        let mut token = ScannedToken { start, ..ScannedToken::default() };
        token.capitalized = FLAGS[bytes[start] as usize] & UPPER != 0;
        let mut at = start;
        while bytes.get(at).is_some_and(|byte| FLAGS[*byte as usize] & WORD != 0) {
            at += 1;
        }
        token.characters = (at - start) as u32;
        if bytes.get(at).is_some_and(|byte| FLAGS[*byte as usize] & WIDE != 0) {
            at = self.wide(text, at, &mut token, word);
        }
        self.end(&token, bytes, at, word);
        at
    }

    /// Reads the rest of a token, from its first character that is not ASCII. Returns where it
    /// ends.
    fn wide(
        &mut self,
        text: &str,
        from: usize,
        token: &mut ScannedToken,
        word: &mut impl FnMut(u32, usize, WordKind),
    ) -> usize {
        let mut at = from;
        for c in text[from..].chars() {
            if !(c.is_alphanumeric() || c == '_') {
                break;
            }
            at += c.len_utf8();
            if is_without_spaces(c) {
                self.without_spaces += 1;
                token.without_spaces = true;
                word(hash_of(c), token.start, WordKind::Character);
            } else {
                token.capitalized |= token.characters == 0 && c.is_uppercase();
            }
            token.characters += 1;
        }
        at
    }

    #[inline]
    fn end(
        &mut self,
        token: &ScannedToken,
        bytes: &[u8],
        end: usize,
        word: &mut impl FnMut(u32, usize, WordKind),
    ) {
        self.tokens += 1;
        self.characters += i64::from(token.characters);
        if !token.without_spaces {
            self.spaced += 1;
            self.capitalized += i64::from(token.capitalized);
            word(hash_of_word(bytes, token.start, end), token.start, WordKind::Spaced);
        }
    }

    /// Counts a character that is in no word; `end` is where it ends.
    #[inline]
    fn mark(&mut self, text: &str, c: char, end: usize) {
        self.characters += 1;
        if c.is_whitespace() {
            return;
        }
        match c {
            ',' | '，' | '、' | ';' | '；' | ':' | '：' => self.commas += 1,
            '。' | '！' | '？' => self.stops += 1,
            '.' | '!' | '?' | '؟' | '…' | '।' => {
                // Marks in a row count once, where they end.
                self.stops += i64::from(text[end..].chars().next().is_none_or(follows_stop));
            }
            '|' | '›' | '‹' | '«' | '»' | '•' | '·' | '>' | '/' | '→' => {
                self.separators += 1;
            }
            '$' | '€' | '£' | '¥' | '₹' => self.prices += 1,
            _ => {}
        }
    }
}

/// Whether a character after a full stop shows that the stop ends a sentence.
fn follows_stop(c: char) -> bool {
    c.is_whitespace() || matches!(c, '"' | '\'' | '”' | '’' | '»' | ')' | '\u{3000}'..='\u{ffef}')
}

/// Whether a text ends like a sentence, closing quotes and brackets aside.
pub fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || "'\"”’»)）」』".contains(c));
    text.ends_with(['.', '!', '?', '。', '！', '？', '।', '؟', '…', ':', '：'])
}

/// The hash of a character.
#[inline]
pub const fn hash_of(character: char) -> u32 {
    mix(0, character as u64)
}

/// The hash of the word from `start` to `end`; ASCII letters count in lower case.
#[inline]
pub fn hash_of_word(bytes: &[u8], start: usize, end: usize) -> u32 {
    let length = end - start;
    if length <= 8
        && let Some(word) = bytes[start..].first_chunk::<8>()
    {
        let kept = u64::MAX.checked_shr(64 - 8 * length as u32).unwrap_or(0);
        return mix(length as u32, (u64::from_le_bytes(*word) | LOWER) & kept);
    }
    let mut hash = length as u32;
    for part in bytes[start..end].chunks(8) {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        let kept = u64::MAX >> (64 - 8 * part.len() as u32);
        hash = mix(hash, (u64::from_le_bytes(word) | LOWER) & kept);
    }
    hash
}

/// The bit of eight letters that tells lower from upper case.
const LOWER: u64 = 0x2020_2020_2020_2020;

/// Adds eight bytes to a hash.
#[inline]
pub const fn mix(hash: u32, word: u64) -> u32 {
    let mixed = (word ^ ((hash as u64) << 32 | hash as u64)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 32) as u32 ^ (mixed as u32).rotate_left(11)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pass(text: &str) -> ScanPass {
        let mut pass = ScanPass::default();
        pass.words(text, |_, _, _| ());
        pass
    }

    #[test]
    fn words_and_marks_are_counted() {
        let one = pass("The US Navy's 3 ships, he said: \"Gone!\" (since 2019).");
        assert_eq!((one.tokens, one.spaced, one.capitalized), (11, 11, 4));
        assert_eq!((one.commas, one.stops), (2, 2));
        assert_eq!(one.characters, 53);
        assert_eq!(pass("etc... and so on").stops, 1);
    }

    #[test]
    fn characters_of_scripts_without_spaces_count_one_by_one() {
        let one = pass("3月，我们去了。 Ärger in Łódź");
        assert_eq!((one.tokens, one.spaced, one.without_spaces), (5, 3, 5));
        assert_eq!((one.commas, one.stops, one.capitalized), (1, 1, 2));
    }

    fn hashes(text: &str) -> Vec<u32> {
        let mut hashes = Vec::new();
        ScanPass::default().words(text, |hash, _, _| hashes.push(hash));
        hashes
    }

    #[test]
    fn a_word_has_the_same_hash_wherever_it_stands() {
        let end = hashes("a word");
        let middle = hashes("a Word follows a longerword, LONGERWORD");
        assert_eq!((end[1], middle[4]), (middle[1], middle[5]));
    }
}
