//! The part of a text that Lucene's scanner sees at once.

/// Lucene's StandardAnalyzer.DEFAULT_MAX_TOKEN_LENGTH, in UTF-16 units.
pub const MAX_UNITS: usize = 255;

/// The next [`MAX_UNITS`] UTF-16 units of a text: the part that Lucene's scanner sees.
#[derive(Clone)]
pub(super) struct Window<'a> {
    pub text: &'a str,
    /// The byte offset of the next character.
    pub at: usize,
    /// UTF-16 units seen.
    pub units: usize,
}

impl Window<'_> {
    /// The next character, if the window holds it.
    pub fn peek(&self) -> Option<char> {
        let c = self.text[self.at..].chars().next()?;
        (self.units + c.len_utf16() <= MAX_UNITS).then_some(c)
    }

    /// Skips `c`, the next character.
    pub fn skip(&mut self, c: char) {
        self.at += c.len_utf8();
        self.units += c.len_utf16();
    }

    /// Skips the characters that satisfy `wanted` and returns their number.
    pub fn skip_while(&mut self, wanted: impl Fn(char) -> bool) -> usize {
        let mut count = 0;
        while let Some(c) = self.peek().filter(|&c| wanted(c)) {
            self.skip(c);
            count += 1;
        }
        count
    }
}
