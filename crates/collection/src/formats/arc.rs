//! ARC records (<https://archive.org/web/researcher/ArcFileFormat.php>): a line, the URL record,
//! and a block, which is read like a WARC block. The docno is made from the file name and the
//! offset.

mod url_record;

use super::format::{InputFormat, Signs, first_line};
use super::trecweb;
use crate::container::Container;
use crate::container::shape::{ContainerFormat, RecordHead, RecordKind};
use crate::mark::RecordMark;
use crate::records::Records;
use crate::sniff;
use crate::stream::Stream;
use url_record::{
    FILE, LONGEST, has_date, is_certain, is_cut_by_another, is_fragment, is_record, line, scheme,
    split,
};

/// Where a search for a record stops: at a line, or the end of one, that can only be a URL record.
const RECORD: RecordMark =
    RecordMark { prefix: b"", look_ahead: LONGEST, is: is_record, is_inside: is_certain, scheme };

/// ARC, versions 1 and 2.
pub(super) static FORMAT: InputFormat = InputFormat {
    name: "arc",
    noun: Some("an ARC archive"),
    expected: "ARC",
    signs: Signs { extensions: &["arc"], starts: is_record, later: Some(later), ..Signs::NONE },
    read: |records, _| Box::new(Records::new(records, Container::new(&ARC))),
};

/// The records of ARC. Blocks end with one newline; a page may contain empty lines.
pub(crate) static ARC: ContainerFormat = ContainerFormat {
    name: "ARC",
    length: "Archive-length",
    head,
    any: RECORD,
    sure: RECORD,
    behind: LONGEST + 4,
    whole_lines: true,
    extent: |data| {
        let (text, size) = line(data)?;
        let is_http = data[size..].starts_with(b"HTTP/");
        Some((size, lossy(split(text).filter(|_| is_http)?.length).parse().ok()?))
    },
    may_hold: has_date,
    is_fragment,
};

/// Finds the first line that starts a record, or 0 for what is left of the first record.
fn later(text: &[u8]) -> Option<usize> {
    // The head of a TREC document has a line like those of ARC.
    if trecweb::later(text).is_some() {
        return None;
    }
    if is_fragment(text) {
        return Some(0);
    }
    first_line(text, |line| is_certain(line, b'\n'))
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Reads the URL record at the start of the window.
fn head(stream: &mut Stream) -> Option<RecordHead> {
    while line(stream.data()).is_none() && stream.data().len() < LONGEST && stream.fill() {}
    let (_, size) = line(stream.data())?;
    if let Some(member) = stream.member_from(1).filter(|member| *member < size) {
        // If another record starts in the middle of the line, the line was cut off.
        stream.want(member + LONGEST);
        if stream.member_starting(RECORD, 1).is_some_and(|member| member < size) {
            return None;
        }
    }
    let (text, size) = line(stream.data())?;
    if sniff::has_hole(text) || is_cut_by_another(text) {
        return None;
    }
    let line = split(text)?;
    Some(RecordHead {
        kind: if text.starts_with(FILE) {
            RecordKind::Other("filedesc".to_owned())
        } else {
            RecordKind::Response
        },
        name: String::new(),
        trec: false,
        url: lossy(&line.url.join(&b' ')),
        date: lossy(line.date),
        content_type: lossy(&line.media.join(&b' ')),
        truncated: String::new(),
        payload_digest: String::new(),
        revisit: None,
        segment: None,
        is_cut: false,
        length: lossy(line.length).parse().ok(),
        size,
    })
}

#[cfg(test)]
mod tests;
