//! Reads a file or standard input, plain, gzip or Zstandard, line by line and within limits: the
//! one way in for every input that is not a collection.

use super::limits::{Bytes, Limits};
use crate::error::{Error, Result};
use flate2::read::MultiGzDecoder;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use tamis_place::Place;

/// The first bytes of a gzip member (RFC 1952, 2.3.1).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a Zstandard frame (RFC 8878, 3.1.1).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The name of standard input in messages.
const STDIN: &str = "(standard input)";

/// The lines of an input, which is never held as a whole.
pub struct Lines<'a> {
    reader: BufReader<Box<dyn Read + 'a>>,
    /// What reading does, for messages: packed input is decompressed.
    action: &'static str,
    name: PathBuf,
    limits: Limits,
    bytes: u64,
    number: u64,
    line: String,
}

impl Lines<'static> {
    /// Opens the file at `path`; `-` is standard input.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be opened or read.
    pub fn open(path: &Path, limits: Limits) -> Result<Self> {
        if path.as_os_str() == "-" {
            return Self::new(std::io::stdin().lock(), Path::new(STDIN), limits);
        }
        Self::new(std::fs::File::open(path).map_err(|e| Error::io("open", path, e))?, path, limits)
    }
}

impl<'a> Lines<'a> {
    /// Reads from `reader`; messages call it `name`. Gzip and Zstandard are recognised by the first
    /// bytes, not by the name.
    ///
    /// # Errors
    /// [`Error::Io`] if the first bytes cannot be read.
    pub fn new(mut reader: impl Read + 'a, name: &Path, limits: Limits) -> Result<Self> {
        let mut first = Vec::new();
        let most = ZSTD_MAGIC.len() as u64;
        reader
            .by_ref()
            .take(most)
            .read_to_end(&mut first)
            .map_err(|e| Error::io("read", name, e))?;
        let gzip = first.starts_with(&GZIP_MAGIC);
        let zstd = first == ZSTD_MAGIC;
        let whole = Cursor::new(first).chain(reader);
        let reader: Box<dyn Read + 'a> = match (gzip, zstd) {
            (true, _) => Box::new(MultiGzDecoder::new(BufReader::new(whole))),
            (_, true) => {
                Box::new(zstd::Decoder::new(whole).map_err(|e| Error::io("decompress", name, e))?)
            }
            _ => Box::new(whole),
        };
        Ok(Self {
            reader: BufReader::with_capacity(64 << 10, reader),
            action: if gzip || zstd { "decompress" } else { "read" },
            name: name.to_path_buf(),
            limits,
            bytes: 0,
            number: 0,
            line: String::new(),
        })
    }

    /// Returns the next line with its number from 1, without its line break; none at the end.
    ///
    /// # Errors
    /// [`Error::Io`] if reading fails; [`Error::Format`] at a limit, and for a line that is not
    /// UTF-8.
    pub fn next_line(&mut self) -> Result<Option<(u64, &str)>> {
        let mut line = std::mem::take(&mut self.line).into_bytes();
        line.clear();
        if !self.append(&mut line)? {
            return Ok(None);
        }
        self.line = String::from_utf8(line).map_err(|e| not_utf8(&e, &self.name, self.number))?;
        let line = if self.number == 1 {
            self.line.strip_prefix('\u{feff}').unwrap_or(&self.line)
        } else {
            &self.line
        };
        Ok(Some((self.number, line.lines().next().unwrap_or(""))))
    }

    /// Reads to the end, as one text.
    ///
    /// # Errors
    /// As [`Lines::next_line`].
    pub fn read_all(&mut self) -> Result<String> {
        let mut bytes = Vec::new();
        while self.append(&mut bytes)? {}
        String::from_utf8(bytes).map_err(|e| not_utf8(&e, &self.name, 1))
    }

    /// Returns the limits.
    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns its name for messages.
    pub(super) fn name(&self) -> &Path {
        &self.name
    }

    /// Returns the place of the line read last.
    pub fn place(&self) -> Place {
        Place::line(&self.name, self.number)
    }

    /// Returns the place of the input as a whole.
    pub fn whole(&self) -> Place {
        Place::file(&self.name)
    }

    /// Appends the next line, line break included; returns whether there was one.
    pub(super) fn append(&mut self, out: &mut Vec<u8>) -> Result<bool> {
        let Limits { bytes, lines, line, remedy, .. } = self.limits;
        let start = out.len();
        // One byte more than is permitted, and the line break.
        let most = (line + 2).min(bytes - self.bytes + 1);
        let read = self.reader.by_ref().take(most).read_until(b'\n', out);
        let read = read.map_err(|e| Error::io(self.action, &self.name, e))? as u64;
        self.bytes += read;
        self.number += u64::from(read > 0);
        let (place, found) = if read - u64::from(out[start..].ends_with(b"\n")) > line {
            (self.place(), format!("a line of more than {}", Bytes(line)))
        } else if self.bytes > bytes {
            let what = if self.action == "read" { "" } else { ", decompressed" };
            (self.whole(), format!("more than {}{what}", Bytes(bytes)))
        } else if self.number > lines {
            (self.whole(), format!("more than {lines} lines"))
        } else {
            return Ok(read > 0);
        };
        Err(Error::format(place, found, format!("at most that; {remedy}")))
    }
}

/// Whether a line is neither blank nor a comment (`#` first, as in trec_eval 10).
pub fn has_content(line: &str) -> bool {
    // Nearly all lines start with a topic in ASCII: the first byte is enough to see that.
    match line.as_bytes().first() {
        Some(b'#') | None => false,
        Some(b'!'..=b'~') => true,
        _ => !line.trim_start().is_empty() && !line.trim_start().starts_with('#'),
    }
}

/// The error for bytes that are not UTF-8, at the line of the first of them; they begin on line
/// `first`.
fn not_utf8(error: &std::string::FromUtf8Error, name: &Path, first: u64) -> Error {
    let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line = first + valid.iter().filter(|&&byte| byte == b'\n').count() as u64;
    let byte = error.as_bytes()[valid.len()];
    Error::format(
        Place::line(name, line),
        format!("byte 0x{byte:02x}"),
        "UTF-8 (iconv -t UTF-8 converts other encodings)",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::{Write, repeat};

    const SMALL: Limits = Limits { bytes: 40, lines: 4, line: 8, groups: 1, remedy: "cut it" };

    fn all(reader: impl Read, limits: Limits) -> Result<Vec<(u64, String)>> {
        let mut lines = Lines::new(reader, Path::new("x"), limits)?;
        let mut all = Vec::new();
        while let Some((number, line)) = lines.next_line()? {
            all.push((number, line.to_owned()));
        }
        Ok(all)
    }

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        member.write_all(text).unwrap();
        member.finish().unwrap()
    }

    fn refusal(reader: impl Read, limits: Limits) -> String {
        all(reader, limits).unwrap_err().to_string()
    }

    #[test]
    fn what_never_ends_is_refused_with_the_limit_and_the_remedy() {
        assert_eq!(
            refusal(repeat(0), SMALL),
            "x:1: found a line of more than 8 bytes, expected at most that; cut it"
        );
        assert_eq!(
            refusal(repeat(b'\n'), SMALL),
            "x: found more than 4 lines, expected at most that; cut it"
        );
        let long = Limits { line: 100, ..SMALL };
        assert_eq!(
            refusal(repeat(b'a'), long),
            "x: found more than 40 bytes, expected at most that; cut it"
        );
        let bomb = packed(&vec![b'a'; 1 << 20]);
        assert!(bomb.len() < 2000);
        assert_eq!(
            refusal(bomb.as_slice(), long),
            "x: found more than 40 bytes, decompressed, expected at most that; cut it"
        );
    }

    #[test]
    fn no_default_is_read_beyond_its_limit() {
        // Counts what is read of an endless input: a line for those with short lines, everything
        // for topics.
        struct Counted(u64);
        impl Read for &mut Counted {
            fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
                out.fill(b'a');
                self.0 += out.len() as u64;
                Ok(out.len())
            }
        }
        for limits in
            [Limits::RECORDS, Limits::JUDGEMENTS, Limits::TOPICS, Limits::SETTINGS, Limits::STREAM]
        {
            let mut endless = Counted(0);
            assert!(all(&mut endless, limits).is_err());
            assert!(
                endless.0 <= limits.line.min(limits.bytes) + (128 << 10),
                "{}: {limits:?}",
                endless.0
            );
        }
    }

    proptest! {
        #[test]
        fn what_is_within_the_limits_is_read_plain_and_packed(text in "[aé#\r\n ]{0,20}") {
            let expected: Vec<String> = text.lines().map(str::to_owned).collect();
            let lengths = text.split('\n').map(str::len).max().unwrap_or(0) as u64;
            let limits = Limits {
                bytes: text.len() as u64,
                lines: expected.len() as u64,
                line: lengths,
                groups: 1,
                remedy: "",
            };
            for bytes in [text.as_bytes().to_vec(), packed(text.as_bytes())] {
                let lines = all(bytes.as_slice(), limits).unwrap();
                prop_assert!(lines.iter().map(|(number, _)| *number).eq(1..=expected.len() as u64));
                prop_assert_eq!(
                    lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>(),
                    expected.clone()
                );
            }
            if lengths > 0 {
                let shorter = Limits { line: lengths - 1, ..limits };
                let smaller = Limits { bytes: limits.bytes - 1, ..limits };
                prop_assert!(
                    all(text.as_bytes(), shorter).is_err()
                        && all(text.as_bytes(), smaller).is_err()
                );
            }
        }
    }
}
