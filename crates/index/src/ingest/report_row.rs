//! A line of the list of skipped records: how it is written, and how the lines are read again, one
//! at a time.

use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::io::{BufRead, Result};
use tamis_collection::{Reason, RecordReport};
use tamis_place::Escaped;
use xxhash_rust::xxh3::Xxh3;

/// The first line of the list.
pub const HEADER: &str = "archive\toffset\trecord\toutcome\treason\tbytes\tdetail";

/// The detail of a record that was skipped because pages with such a URL were deleted.
pub(super) const BELOW_DELETED_PREFIX: &str =
    "pages whose URL starts as this one were deleted from the index";

/// The detail of a damaged record that is not indexed, though it is the first of its docno.
pub const WHOLE_COPY: &str = "a later record has this docno and is whole; that is kept";

/// The most bytes that are kept of a line. Only the last cell can be longer, and nobody needs more
/// of it.
const MAX_LINE_BYTES: usize = 64 << 10;

/// What happened to the record of a line. Files, JSON and pages say `flawed`; the code says
/// defective.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RowOutcome {
    /// The record is not in the index.
    Skipped,
    /// The record is counted elsewhere, as a page or as skipped; the line tells what is wrong
    /// with it.
    #[serde(rename = "flawed")]
    Defective,
}

impl RowOutcome {
    /// Returns the name in the list.
    pub fn name(self) -> &'static str {
        match self {
            Self::Skipped => "skipped",
            Self::Defective => "flawed",
        }
    }

    /// Returns the outcome with this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Skipped, Self::Defective].into_iter().find(|known| known.name() == name)
    }
}

/// A line of the list. Its [`Display`](fmt::Display) is the line without its line break.
#[derive(Debug, Clone)]
pub struct ReportRow {
    /// What happened to the record.
    pub outcome: RowOutcome,
    /// The record, and the reason.
    pub report: RecordReport,
}

impl fmt::Display for ReportRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { outcome, report: RecordReport { source, record, reason, detail, bytes } } = self;
        let archive = Escaped(&source.archive);
        let record = Escaped(record);
        let detail = Escaped(detail);
        let offset = source.offset;
        let outcome = outcome.name();
        let reason = reason.name();
        write!(f, "{archive}\t{offset}\t{record}\t{outcome}\t{reason}\t{bytes}\t{detail}")
    }
}

/// The cells of a line, as they are in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed<'a> {
    /// The file, with control characters as escapes.
    pub archive: &'a str,
    /// Where the record begins in it.
    pub offset: u64,
    /// The record's docno or id; may be empty. A docno has no characters that the list escapes.
    pub record: &'a str,
    /// What happened to the record.
    pub outcome: RowOutcome,
    /// Why.
    pub reason: Reason,
    /// Bytes that were lost; 0 if unknown.
    pub bytes: u64,
    /// What was found, with control characters as escapes; without its end if the line is too long.
    pub detail: &'a str,
}

impl<'a> Listed<'a> {
    /// Parses a line; `None` if it is not one.
    pub fn parse(line: &'a [u8]) -> Option<Self> {
        let mut cells = line.splitn(7, |byte| *byte == b'\t');
        let archive = text(cells.next()?)?;
        let offset = text(cells.next()?)?;
        let record = text(cells.next()?)?;
        let outcome = text(cells.next()?)?;
        let reason = text(cells.next()?)?;
        let bytes = text(cells.next()?)?;
        let offset = offset.parse().ok()?;
        let bytes = bytes.parse().ok()?;
        let outcome = RowOutcome::named(outcome)?;
        let reason = Reason::named(reason)?;
        // The end of a long line may be in the middle of a character.
        let detail = cells.next()?.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        Some(Self { archive, offset, record, outcome, reason, bytes, detail })
    }

    /// Returns the docno of a page that was deleted. A record that was skipped for its URL is none:
    /// a page with its docno and another URL may be in the index.
    pub fn deleted(&self) -> Option<&'a str> {
        let is_page = self.reason == Reason::Deleted && self.detail != BELOW_DELETED_PREFIX;
        is_page.then_some(self.record)
    }

    /// Returns the docno of a page that was skipped because of its text. A later record with this
    /// docno is a duplicate, although no page of the index has it.
    pub fn repeating(&self) -> Option<&'a str> {
        let repeats = matches!(self.reason, Reason::DuplicateText | Reason::NearDuplicate);
        (repeats && self.outcome == RowOutcome::Skipped).then_some(self.record)
    }
}

fn text(cell: &[u8]) -> Option<&str> {
    std::str::from_utf8(cell).ok()
}

/// Calls `show` with every line, without its line break and without what is beyond its first 64
/// KiB. A last line without a line break was cut off, and is left out. Memory does not depend on
/// the number of lines or on their length. Returns the number of bytes read and their hash.
///
/// # Errors
/// If `input` cannot be read.
pub fn each_line(mut input: impl BufRead, mut show: impl FnMut(&[u8])) -> Result<(u64, Xxh3)> {
    let mut read = 0;
    let mut hash = Xxh3::new();
    let mut line = Vec::new();
    loop {
        let bytes = input.fill_buf()?;
        let end = memchr::memchr(b'\n', bytes);
        let piece = end.map_or(bytes, |end| &bytes[..end]);
        line.extend_from_slice(&piece[..piece.len().min(MAX_LINE_BYTES - line.len())]);
        let taken = piece.len() + usize::from(end.is_some());
        hash.update(&bytes[..taken]);
        if end.is_some() {
            show(&line);
            line.clear();
        }
        if taken == 0 {
            return Ok((read, hash));
        }
        read += taken as u64;
        input.consume(taken);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::BufReader;
    use tamis_collection::Source;
    use xxhash_rust::xxh3::xxh3_64;

    fn row(archive: &str, record: &str, reason: Reason, detail: &str) -> ReportRow {
        let source = Source { archive: archive.into(), offset: 7 };
        let record = record.to_owned();
        let detail = detail.to_owned();
        ReportRow {
            outcome: RowOutcome::Skipped,
            report: RecordReport { source, record, reason, detail, bytes: 3 },
        }
    }

    #[test]
    fn a_line_of_any_length_is_read_and_the_lines_behind_it_too() {
        let long =
            row("a", "d1", Reason::DuplicateText, &"x".repeat(3 * MAX_LINE_BYTES)).to_string();
        let list = format!("{HEADER}\n{long}\n{}\n", row("a", "d2", Reason::Empty, ""));
        let mut lines = Vec::new();
        let (bytes, hash) = each_line(BufReader::with_capacity(10, list.as_bytes()), |line| {
            lines.push(line.to_vec());
        })
        .unwrap();
        assert_eq!((bytes, hash.digest()), (list.len() as u64, xxh3_64(list.as_bytes())));
        let lengths: Vec<usize> = lines.iter().map(Vec::len).collect();
        assert_eq!((lines.len(), lengths[0], lengths[1]), (3, HEADER.len(), MAX_LINE_BYTES));
        assert_eq!(Listed::parse(&lines[1]).unwrap().repeating(), Some("d1"));
        let last = Listed::parse(&lines[2]).unwrap();
        assert_eq!((last.record, last.reason, last.repeating()), ("d2", Reason::Empty, None));
    }

    #[test]
    fn a_last_line_that_is_cut_off_is_left_out() {
        let list = format!("{HEADER}\n{}", row("a", "d1", Reason::Empty, "its detail is cu"));
        let mut lines = Vec::new();
        let (bytes, hash) = each_line(list.as_bytes(), |line| lines.push(line.to_vec())).unwrap();
        assert_eq!(
            (bytes, hash.digest()),
            (list.len() as u64, xxh3_64(list.as_bytes())),
            "its bytes count all the same"
        );
        assert_eq!(lines, [HEADER.as_bytes()]);
    }

    #[test]
    fn a_detail_that_is_cut_in_a_character_ends_before_it() {
        let line = row("a", "d1", Reason::Empty, "one ä").to_string();
        assert_eq!(Listed::parse(&line.as_bytes()[..line.len() - 1]).unwrap().detail, "one ");
    }

    #[test]
    fn what_is_no_line_of_the_list_is_refused() {
        for line in [
            HEADER,
            "",
            "a\t1\td\tskipped\tempty\t0",
            "a\t-1\td\tskipped\tempty\t0\t",
            "a\t1\td\tlost\tempty\t0\t",
        ] {
            assert_eq!(Listed::parse(line.as_bytes()), None, "{line}");
        }
    }

    proptest! {
        /// Whatever the texts of a row are, the list has one line of seven cells for it, and gives
        /// its cells back.
        #[test]
        fn no_text_breaks_a_line(
            archive in any::<String>(),
            record in any::<String>(),
            detail in any::<String>(),
        ) {
            let docno = tamis_collection::docno(&record);
            let line = row(&archive, &docno, Reason::NearDuplicate, &detail).to_string();
            prop_assert_eq!((line.matches('\t').count(), line.lines().count()), (6, 1));
            prop_assert!(!line.chars().any(|c| c.is_control() && c != '\t'));
            let listed = Listed::parse(line.as_bytes()).unwrap();
            prop_assert_eq!(listed.archive, Escaped(&archive).to_string());
            prop_assert_eq!((listed.offset, listed.bytes), (7, 3));
            prop_assert_eq!(listed.detail, Escaped(&detail).to_string());
            prop_assert_eq!(listed.repeating(), Some(&*docno));
        }
    }
}
