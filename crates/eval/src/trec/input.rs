//! Reads a file or standard input, plain or gzip, into numbered lines of text; and groups lines that name a document of
//! a topic, which qrels and runs have in common.

use crate::error::{Error, Result};
use flate2::read::MultiGzDecoder;
use rayon::prelude::*;
use std::io::Read;
use std::path::{Path, PathBuf};
use tamis_place::Place;
pub(crate) use tamis_place::shown;
use xxhash_rust::xxh3::xxh3_64;

/// The first bytes of a gzip member (RFC 1952, 2.3.1).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The name of standard input in messages.
const STDIN: &str = "(standard input)";

/// A whole input as text, with its name for messages.
#[derive(Debug)]
pub(super) struct Input {
    name: PathBuf,
    text: String,
}

impl Input {
    /// Reads the file at `path`; `-` is standard input.
    pub(super) fn open(path: &Path) -> Result<Self> {
        if path.as_os_str() == "-" {
            return Self::read(std::io::stdin().lock(), Path::new(STDIN));
        }
        let file = std::fs::File::open(path).map_err(|e| Error::io("open", path, e))?;
        Self::read(file, path)
    }

    /// Reads to the end of `reader`. Gzip is recognised by the first bytes, not by the name.
    pub(super) fn read(mut reader: impl Read, name: &Path) -> Result<Self> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).map_err(|e| Error::io("read", name, e))?;
        if bytes.starts_with(&GZIP_MAGIC) {
            let packed = std::mem::take(&mut bytes);
            let mut members = MultiGzDecoder::new(packed.as_slice());
            members.read_to_end(&mut bytes).map_err(|e| Error::io("decompress", name, e))?;
        }
        let text = String::from_utf8(bytes).map_err(|e| not_utf8(&e, name))?;
        Ok(Self { name: name.to_path_buf(), text })
    }

    /// Returns the text without a byte order mark.
    pub(super) fn text(&self) -> &str {
        self.text.strip_prefix('\u{feff}').unwrap_or(&self.text)
    }

    /// Iterates over the lines with their numbers from 1, without blank lines and comments (`#` first, as in trec_eval
    /// 10).
    pub(super) fn lines(&self) -> impl Iterator<Item = (u64, &str)> {
        // Nearly all lines start with a topic in ASCII: the first byte is enough to see that.
        let content = |line: &str| match line.as_bytes().first() {
            Some(b'#') | None => false,
            Some(b'!'..=b'~') => true,
            _ => !line.trim_start().is_empty() && !line.trim_start().starts_with('#'),
        };
        (1..).zip(self.text().lines()).filter(move |(_, line)| content(line))
    }

    /// Returns the place of a line.
    pub(super) fn line(&self, number: u64) -> Place {
        Place::line(&self.name, number)
    }

    /// Returns the place of the input as a whole.
    pub(super) fn whole(&self) -> Place {
        Place::file(&self.name)
    }
}

/// The error for bytes that are not UTF-8, at the line of the first of them.
fn not_utf8(error: &std::string::FromUtf8Error, name: &Path) -> Error {
    let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count() as u64;
    let byte = error.as_bytes()[valid.len()];
    Error::format(
        Place::line(name, line),
        format!("byte 0x{byte:02x}"),
        "UTF-8 (iconv -t UTF-8 converts other encodings)",
    )
}

/// A line of a qrels or a run file: one document of one topic.
pub(super) struct Record<'a, V> {
    /// The line's number, from 1.
    pub(super) line: u64,
    /// The topic's id.
    pub(super) topic: &'a str,
    /// The document's name.
    pub(super) docno: &'a str,
    /// The grade or the score.
    pub(super) value: V,
}

/// Sorts the lines by topic id (by bytes).
///
/// # Errors
/// As [`group_by`].
pub(super) fn group_by_topic<V: Sync>(records: &mut [Record<'_, V>], input: &Input) -> Result<()> {
    group_by(records, input, "topic", |record| record.topic)
}

/// Sorts the lines by `key`; lines with equal keys keep their order. `group` is the word for such lines in messages.
///
/// # Errors
/// [`Error::Format`] at the first line that repeats a document within a group. It is not clear which of the two lines
/// is right, and trec_eval stops there as well.
pub(super) fn group_by<'a, V: Sync, K: Ord>(
    records: &mut [Record<'a, V>],
    input: &Input,
    group: &str,
    key: impl Fn(&Record<'a, V>) -> K + Sync,
) -> Result<()> {
    if !records.is_sorted_by_key(&key) {
        records.sort_by_key(&key);
    }
    let groups: Vec<&[Record<'a, V>]> = records.chunk_by(|a, b| key(a) == key(b)).collect();
    // Sorted hashes are cheaper than a table of names, and as good where no two are equal.
    let unique = groups.par_iter().all(|lines| {
        let mut hashes: Vec<u64> = lines.iter().map(|record| xxh3_64(record.docno.as_bytes())).collect();
        hashes.sort_unstable();
        hashes.windows(2).all(|pair| pair[0] != pair[1])
    });
    if unique { Ok(()) } else { repeated(records, input, group, key).map_or(Ok(()), Err) }
}

/// The error for the first line that repeats the document of an earlier one; none if no line does.
fn repeated<'a, V, K: Ord>(
    records: &[Record<'a, V>],
    input: &Input,
    group: &str,
    key: impl Fn(&Record<'a, V>) -> K,
) -> Option<Error> {
    let mut records: Vec<&Record<'a, V>> = records.iter().collect();
    records.sort_unstable_by_key(|record| (key(record), record.docno, record.line));
    let pairs = records.windows(2).filter(|pair| key(pair[0]) == key(pair[1]) && pair[0].docno == pair[1].docno);
    let pair = pairs.min_by_key(|pair| pair[1].line)?;
    let found = format!("document '{}' of topic '{}' a second time", pair[1].docno, pair[1].topic);
    let expected = format!("each document once per {group}; line {} has it already", pair[0].line);
    Some(Error::format(input.line(pair[1].line), found, expected))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn input(bytes: &[u8]) -> Result<Input> {
        Input::read(bytes, Path::new("x"))
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
            let mut member = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::default());
            member.write_all(part.as_bytes()).unwrap();
            member.finish().unwrap();
        }
        assert_eq!(input(&packed).unwrap().text(), "a\nb\n");
        packed.truncate(packed.len() - 9);
        assert!(input(&packed).unwrap_err().to_string().starts_with("x: cannot decompress: "));
    }

    #[test]
    fn a_byte_of_another_encoding_is_named_with_its_line() {
        let error = input(b"a\nb\xe9\n").unwrap_err();
        assert_eq!(error.to_string(), "x:2: found byte 0xe9, expected UTF-8 (iconv -t UTF-8 converts other encodings)");
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        assert_eq!(shown(&"é".repeat(100)), format!("'{}…'", "é".repeat(60)));
        assert_eq!(shown(" a b\r"), "'a b'");
    }
}
