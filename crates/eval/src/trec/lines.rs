//! Reads a file or standard input, plain, gzip, Zstandard or bzip2, line by line and within limits:
//! the one way in for every input that is not a collection.

use super::limits::{Bytes, Limits};
use crate::error::{Error, Result};
use bzip2::bufread::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use tamis_place::{Place, packing};

/// The first bytes of a gzip member (RFC 1952, 2.3.1).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a Zstandard frame (RFC 8878, 3.1.1).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first bytes of a bzip2 stream, without its digit.
const BZIP2_MAGIC: &[u8] = b"BZh";
/// What follows the digit: a block, or the end of an empty stream.
const BZIP2_NEXT: [&[u8]; 2] = [b"1AY&SY", b"\x17\x72\x45\x38\x50\x90"];
/// Number of first bytes that show what an input is.
const EARLY: usize = 1024;

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
    /// Reads from `reader`; messages call it `name`. Gzip, Zstandard and bzip2 are recognised by
    /// the first bytes, not by the name.
    ///
    /// # Errors
    /// [`Error::Io`] if the first bytes cannot be read; [`Error::Format`] if they show that it is
    /// packed in another way, in another encoding than UTF-8, or JSON where that is never right.
    pub fn new(mut reader: impl Read + 'a, name: &Path, limits: Limits) -> Result<Self> {
        let mut first = Vec::new();
        let most = EARLY as u64;
        reader
            .by_ref()
            .take(most)
            .read_to_end(&mut first)
            .map_err(|e| Error::io("read", name, e))?;
        let codec = codec(&first);
        let whole = Cursor::new(first).chain(reader);
        let reader: Box<dyn Read + 'a> = match codec {
            Some(InputCodec::Gzip) => Box::new(MultiGzDecoder::new(BufReader::new(whole))),
            Some(InputCodec::Bzip2) => Box::new(MultiBzDecoder::new(BufReader::new(whole))),
            Some(InputCodec::Zstd) => {
                Box::new(zstd::Decoder::new(whole).map_err(|e| Error::io("decompress", name, e))?)
            }
            None => Box::new(whole),
        };
        let action = if codec.is_some() { "decompress" } else { "read" };
        let mut reader = BufReader::with_capacity(64 << 10, reader);
        let early = reader.fill_buf().map_err(|e| Error::io(action, name, e))?;
        if let Some((found, expected)) = refusal(early, limits) {
            return Err(Error::format(Place::file(name), found, expected));
        }
        Ok(Self {
            reader,
            action,
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

/// A compression that is unpacked.
#[derive(Clone, Copy)]
enum InputCodec {
    Gzip,
    Zstd,
    Bzip2,
}

/// Returns the compression of an input that begins with these bytes.
fn codec(first: &[u8]) -> Option<InputCodec> {
    // Three letters could be text: what follows the digit is there in every stream.
    let is_bzip2 = first.starts_with(BZIP2_MAGIC)
        && first.get(4..).is_some_and(|rest| BZIP2_NEXT.iter().any(|next| rest.starts_with(next)));
    if first.starts_with(&GZIP_MAGIC) {
        Some(InputCodec::Gzip)
    } else if first.starts_with(&ZSTD_MAGIC) {
        Some(InputCodec::Zstd)
    } else {
        is_bzip2.then_some(InputCodec::Bzip2)
    }
}

/// Returns what an input is that cannot be read, by the start of its text, and what was expected.
fn refusal(early: &[u8], limits: Limits) -> Option<(&'static str, String)> {
    if let Some(packing) = packing::of_bytes(early) {
        return Some((
            packing,
            "text, plain or as gzip, zstd or bzip2; unpack it first".to_owned(),
        ));
    }
    if packing::is_utf16(early) {
        let expected = "UTF-8 (iconv -f UTF-16 -t UTF-8 FILE converts it)";
        return Some(("text in UTF-16", expected.to_owned()));
    }
    let columns = limits.columns.filter(|_| is_json(early))?;
    Some(("JSON", format!("{columns}; write it as such lines")))
}

/// Whether a text starts with a JSON object or with an array of objects, arrays or strings.
pub(super) fn is_json(early: &[u8]) -> bool {
    let early = early.strip_prefix(b"\xef\xbb\xbf").unwrap_or(early).trim_ascii_start();
    let next = early.get(1..).and_then(|rest| rest.trim_ascii_start().first());
    match early.first() {
        Some(b'{') => matches!(next, Some(b'"' | b'}')),
        Some(b'[') => matches!(next, Some(b'{' | b'[' | b'"' | b']')),
        _ => false,
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

    const SMALL: Limits =
        Limits { bytes: 40, lines: 4, line: 8, groups: 1, remedy: "cut it", columns: None };

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
    fn what_is_packed_or_encoded_in_another_way_is_told() {
        let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        for (bytes, found) in [
            (b"\xfd7zXZ\0\0\x04\xe6".to_vec(), "xz data"),
            (packed(&packed(b"1 0 d 1\n")), "gzip data inside compressed data"),
            (utf16("\u{feff}1 0 d 1\n"), "text in UTF-16"),
            (utf16("1 0 d 1\n"), "text in UTF-16"),
            (packed(&utf16("\u{feff}1\tpenguin\n")), "text in UTF-16"),
            (b"\xfe\xff\x001".to_vec(), "text in UTF-16"),
        ] {
            let error = refusal(&*bytes, Limits::RECORDS);
            assert!(error.starts_with(&format!("x: found {found}, expected ")), "{error}");
        }
        for text in ["070701 0 doc 1", "BZh9 0 doc 1", "PK 0 doc 1", "[1] 0 doc 1", "{a} 0 d 1"] {
            let line = (1, text.to_owned());
            assert_eq!(all(text.as_bytes(), Limits::RECORDS).unwrap(), [line]);
        }
    }

    #[test]
    fn bzip2_is_recognised_by_its_bytes_and_every_stream_is_read() {
        let mut packed = Vec::new();
        for text in ["a\n", "", "b\n"] {
            let mut part = bzip2::write::BzEncoder::new(&mut packed, bzip2::Compression::fast());
            part.write_all(text.as_bytes()).unwrap();
            part.finish().unwrap();
        }
        let lines = [(1, "a".to_owned()), (2, "b".to_owned())];
        assert_eq!(all(&*packed, Limits::RECORDS).unwrap(), lines);
        packed.truncate(packed.len() - 9);
        let cut = refusal(&*packed, Limits::RECORDS);
        assert!(cut.starts_with("x: cannot decompress: "), "{cut}");
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
                columns: None,
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
