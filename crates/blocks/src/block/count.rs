//! Counts the words of a block as its text arrives: boilerpipe's `UnicodeTokenizer` and the line
//! wrapping of its `flushBlock`, in one pass and without building tokens.
//!
//! A token ends at white space, and where Java's regular expression `\b` matches, unless one of
//! `" ' . , ! @ - : ; $ ? ( ) /` is on either side. A word is a token with a letter or number.

use super::chars::{
    self, BASE, BORDER, BYTES, COUNTS, CharClass, GLUE, LETTER, MARK, SPACE, WIDE, WORD,
};

/// The width at which text is wrapped (WSDM 2010, section 3.4), in UTF-16 units.
const WIDTH: i64 = 80;

/// The counts of a block so far. The current token is counted when it ends.
#[derive(Debug, Clone)]
pub(super) struct BlockCounts {
    pub tokens: u32,
    pub words: u32,
    pub anchor_words: u32,
    /// Number of full lines.
    pub full_lines: u32,
    /// Number of words on the current line.
    line_words: u32,
    /// Length of the current line in UTF-16 units, with spaces between words; -1 if it is empty.
    line_length: i64,
    /// Whether words are linked words; carries over from block to block.
    pub in_anchor: bool,
    token: CountedToken,
}

#[derive(Debug, Clone, Copy, Default)]
struct CountedToken {
    /// Length in UTF-16 units; 0 for no token.
    length: u32,
    is_word: bool,
    /// The class of its last character; 0 after white space.
    last: CharClass,
}

impl CountedToken {
    /// Whether a character of this class begins a new token.
    fn ends_before(&self, class: CharClass) -> bool {
        ((self.last ^ class) & WORD | self.last & BORDER) != 0
            && (self.last | class) & GLUE == 0
            && self.length > 0
    }

    fn extend(&mut self, class: CharClass, units: u32) {
        self.length += units;
        self.is_word |= class & COUNTS != 0;
        self.last = class;
    }
}

impl BlockCounts {
    pub(super) fn new() -> Self {
        Self {
            tokens: 0,
            words: 0,
            anchor_words: 0,
            full_lines: 0,
            line_words: 0,
            line_length: -1,
            in_anchor: false,
            token: CountedToken::default(),
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Self { in_anchor: self.in_anchor, ..Self::new() };
    }

    /// Returns the number of words on full lines and of full lines. A single line counts as full,
    /// so there are 0 words only if the block has none.
    pub(super) fn wrapped(&self) -> (u32, u32) {
        match self.words - self.line_words {
            // A first word longer than the line leaves a full line without words.
            0 => (self.words, 1),
            words => (words, self.full_lines),
        }
    }

    /// Ends the current token, as white space does.
    pub(super) fn space(&mut self) {
        if self.token.length > 0 {
            self.end_token();
        }
        self.token.last = 0;
    }

    fn end_token(&mut self) {
        let CountedToken { length, is_word, .. } = std::mem::take(&mut self.token);
        self.tokens += 1;
        if !is_word {
            return;
        }
        self.words += 1;
        self.line_words += 1;
        self.anchor_words += u32::from(self.in_anchor);
        self.line_length += i64::from(length) + 1;
        if self.line_length > WIDTH {
            self.full_lines += 1;
            self.line_length = i64::from(length);
            self.line_words = 1;
        }
    }

    /// Counts a text and appends it to `out`, every white-space character as a space.
    pub(super) fn text(&mut self, text: &str, out: &mut String) {
        let bytes = text.as_bytes();
        let mut at = 0;
        let mut copied = 0;
        while let Some(&byte) = bytes.get(at) {
            let (class, width, units) = match BYTES[byte as usize] {
                WIDE => wide_class(&text[at..]),
                LETTER => {
                    let length = letters(&bytes[at..]);
                    (LETTER, length, length as u32)
                }
                class => (class, 1, 1),
            };
            if class & SPACE != 0 {
                self.space();
                if byte != b' ' {
                    out.push_str(&text[copied..at]);
                    out.push(' ');
                    copied = at + width;
                }
            } else {
                self.characters(class, units);
            }
            at += width;
        }
        out.push_str(&text[copied..]);
    }

    /// Adds characters of one class; `units` is their length in UTF-16.
    #[inline]
    fn characters(&mut self, class: CharClass, units: u32) {
        if class & (MARK | BORDER) != 0 {
            return self.rare_character(class, units);
        }
        if self.token.ends_before(class) {
            self.end_token();
        }
        self.token.extend(class, units);
    }

    #[cold]
    fn rare_character(&mut self, class: CharClass, units: u32) {
        if class & BORDER != 0 {
            self.token.last |= BORDER;
            return;
        }
        // A mark is part of a word if it follows a letter or digit, directly or after other marks.
        let class = if self.token.last & (BASE | BORDER) == BASE { WORD | BASE } else { 0 };
        if self.token.ends_before(class) {
            self.end_token();
        }
        // Looking back over a pair of surrogates, Java sees no base.
        self.token.extend(if units == 1 { class } else { 0 }, units);
    }
}

/// Returns how many ASCII letters and digits a text begins with: most words take one step.
fn letters(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| BYTES[byte as usize] != LETTER).unwrap_or(bytes.len())
}

/// Returns the class of the first character of a text, and its length in bytes and in UTF-16 units.
fn wide_class(text: &str) -> (CharClass, usize, u32) {
    let c = text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
    (chars::class(c), c.len_utf8(), c.len_utf16() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> BlockCounts {
        let mut counts = BlockCounts::new();
        counts.text(text, &mut String::new());
        counts.space();
        counts
    }

    fn tokens_and_words(text: &str) -> (u32, u32) {
        let counts = count(text);
        (counts.tokens, counts.words)
    }

    #[test]
    fn tokens_as_the_specification_tells_them() {
        let expected = [
            ("don't", (1, 1)),
            ("don\u{2019}t", (3, 2)),
            ("a&b", (3, 2)),
            ("a*b", (3, 2)),
            ("a|b", (3, 2)),
            ("U.S.A.", (1, 1)),
            ("3.14", (1, 1)),
            ("foo/bar", (1, 1)),
            ("e-mail", (1, 1)),
            ("foo\u{A0}bar", (3, 2)),
            ("|", (1, 0)),
            ("\u{BB}", (1, 0)),
            ("\u{A0}", (1, 0)),
            ("_", (1, 0)),
            ("m\u{B2}", (2, 2)),
            ("100%", (2, 1)),
            ("中文句子。下一句", (3, 2)),
            ("e\u{301}a", (1, 1)),
            ("%\u{301}a", (2, 1)),
            ("%\u{1D400}\u{301}%", (3, 1)),
            ("a\u{101FD}b", (2, 2)),
            ("a\u{2063}b", (2, 2)),
            ("a\u{2063}.b", (1, 1)),
            ("a \u{3000} b", (2, 2)),
        ];
        for (text, counts) in expected {
            assert_eq!(tokens_and_words(text), counts, "{text}");
        }
    }

    #[test]
    fn lines_are_full_at_eighty_characters() {
        let sixteen = "abcd ".repeat(16); // 79 characters
        assert_eq!(count(&sixteen).wrapped(), (16, 1));
        assert_eq!(count(&(sixteen.clone() + "a")).wrapped(), (16, 1));
        assert_eq!(count(&sixteen.repeat(2)).wrapped(), (16, 1));
        assert_eq!(count(&(sixteen.repeat(2) + "a")).wrapped(), (32, 2));
    }

    #[test]
    fn a_first_word_longer_than_a_line_is_a_line_of_its_own() {
        assert_eq!(count(&"x".repeat(81)).wrapped(), (1, 1));
        assert_eq!(count(&("x".repeat(81) + " y")).wrapped(), (1, 2));
    }

    #[test]
    fn lengths_are_in_utf_16_units() {
        let astral = "\u{1D400}".repeat(40); // 80 units
        assert_eq!(count(&(astral.clone() + " a")).wrapped(), (1, 1));
        assert_eq!(count(&(astral.clone() + " " + &astral + " a")).wrapped(), (2, 2));
    }
}
