//! A whole input as numbered lines of text.

use super::limits::Limits;
use super::lines::{Lines, has_content};
use crate::error::Result;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tamis_place::Place;
pub(crate) use tamis_place::shown;

/// A whole input as text, with its name for messages.
#[derive(Debug)]
pub(super) struct TextInput {
    name: PathBuf,
    text: Arc<String>,
    limits: Limits,
}

impl TextInput {
    /// Reads the file at `path`; `-` is standard input.
    pub(super) fn open(path: &Path, limits: Limits) -> Result<Self> {
        Self::from_lines(Lines::open(path, limits)?)
    }

    /// Reads to the end of `reader`.
    pub(super) fn read(reader: impl Read, name: &Path, limits: Limits) -> Result<Self> {
        Self::from_lines(Lines::new(reader, name, limits)?)
    }

    fn from_lines(mut lines: Lines<'_>) -> Result<Self> {
        Ok(Self {
            text: Arc::new(lines.read_all()?),
            name: lines.name().to_path_buf(),
            limits: lines.limits(),
        })
    }

    /// Returns the text without a byte order mark.
    pub(super) fn text(&self) -> &str {
        self.text.strip_prefix('\u{feff}').unwrap_or(&self.text)
    }

    /// Returns the whole text, to keep it together with [`TextSpan`]s.
    pub(super) fn shared(&self) -> Arc<String> {
        Arc::clone(&self.text)
    }

    /// Returns the limits within which it was read.
    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns the whole text, in which spans count.
    pub(super) fn whole_text(&self) -> &str {
        &self.text
    }

    /// Returns where `part` is in the text.
    pub(super) fn span(&self, part: &str) -> TextSpan {
        TextSpan {
            start: (part.as_ptr() as usize - self.text.as_ptr() as usize) as u32,
            length: part.len() as u32,
        }
    }

    /// Returns the text of a span.
    pub(super) fn str(&self, span: TextSpan) -> &str {
        span.slice(&self.text)
    }

    /// Iterates over the lines with their numbers from 1, without blank lines and comments.
    pub(super) fn lines(&self) -> impl Iterator<Item = (u64, &str)> {
        (1..).zip(self.text().lines()).filter(|(_, line)| has_content(line))
    }

    /// Returns the place of a line.
    pub(super) fn line(&self, number: u64) -> Place {
        Place::line(&self.name, number)
    }

    /// Returns the number of the line with this span, from 1.
    pub(super) fn line_of(&self, span: TextSpan) -> u64 {
        1 + self.text.as_bytes()[..span.start as usize]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count() as u64
    }

    /// Returns the place of the input as a whole.
    pub(super) fn whole(&self) -> Place {
        Place::file(&self.name)
    }
}

/// Returns the columns of a line, which white space separates; none if their number is another.
pub(super) fn columns<const N: usize>(line: &str) -> Option<[&str; N]> {
    let mut words = line.split_ascii_whitespace();
    let mut columns = [""; N];
    for column in &mut columns {
        *column = words.next()?;
    }
    words.next().is_none().then_some(columns)
}

/// A part of a text of at most 4 GiB: half the size of a `&str`, and it borrows nothing. Millions
/// of lines are kept as these.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TextSpan {
    pub(super) start: u32,
    pub(super) length: u32,
}

impl TextSpan {
    /// Returns the part of `text`.
    pub(super) fn slice(self, text: &str) -> &str {
        &text[self.start as usize..][..self.length as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn input(bytes: &[u8]) -> Result<TextInput> {
        TextInput::read(bytes, Path::new("x"), Limits::RECORDS)
    }

    #[test]
    fn comments_and_blank_lines_keep_their_numbers() {
        let input = input("\u{feff}a\r\n\n# no\nb # yes".as_bytes()).unwrap();
        assert_eq!(input.lines().collect::<Vec<_>>(), [(1, "a"), (4, "b # yes")]);
    }

    #[test]
    fn gzip_is_recognised_by_its_bytes_and_every_member_is_read() {
        let mut packed = Vec::new();
        for part in ["a\n", "b\n"] {
            let mut member =
                flate2::write::GzEncoder::new(&mut packed, flate2::Compression::default());
            member.write_all(part.as_bytes()).unwrap();
            member.finish().unwrap();
        }
        assert_eq!(input(&packed).unwrap().text(), "a\nb\n");
        packed.truncate(packed.len() - 9);
        assert!(input(&packed).unwrap_err().to_string().starts_with("x: cannot decompress: "));
    }

    #[test]
    fn zstandard_is_recognised_by_its_bytes_and_every_frame_is_read() {
        let mut packed =
            ["a\n", "b\n"].map(|text| zstd::encode_all(text.as_bytes(), 0).unwrap()).concat();
        assert_eq!(input(&packed).unwrap().text(), "a\nb\n");
        packed.truncate(packed.len() - 2);
        assert!(input(&packed).unwrap_err().to_string().starts_with("x: cannot decompress: "));
        assert_eq!(input(b"\x28\xb5").unwrap_err().to_string().split(' ').next(), Some("x:1:"));
    }

    #[test]
    fn a_byte_of_another_encoding_is_named_with_its_line() {
        let error = input(b"a\nb\xe9\n").unwrap_err();
        assert_eq!(
            error.to_string(),
            "x:2: found byte 0xe9, expected UTF-8 (iconv -t UTF-8 converts other encodings)"
        );
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        assert_eq!(shown(&"é".repeat(100)), format!("'{}…'", "é".repeat(60)));
        assert_eq!(shown(" a b\r"), "'a b'");
    }
}
