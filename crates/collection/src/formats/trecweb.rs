//! Reads `<DOC>` records: TREC web (WT2g, WT10g, .GOV, GOV2), and the permalinks, feeds and home
//! pages of BLOGS06. Tags are at the start of lines. A page may contain the line `</DOC>`, so a
//! record ends at the last such line before the next record. A record that was cut off has no end,
//! so the next one may start in mid-line.

mod fields;

use super::format::{InputFormat, Signs, first_line};
use crate::content::Refusal;
use crate::docno::docno;
use crate::document::{Body, RawDocument};
use crate::http;
use crate::mark::RecordMark;
use crate::reason::{Defect, Reason};
use crate::records::{FoundBody, RecordFormat, RecordStream, Records, Start};
use fields::{DOC_FIELDS, RecordRole, TrecwebFields, is_doc};
use memchr::memmem;

/// The start of every record.
const START: &[u8] = b"<DOC>";
/// The end of every record, at the start of a line.
const END: &[u8] = b"\n</DOC>";
/// Number of bytes after `<DOC>` that distinguish a record from a page's text: its fields, in
/// mid-line up to DOCHDR.
const LOOK_AHEAD: usize = 16 * 1024;
/// The end of the HTTP head of a record, at the start of a line.
const HEADER_END: &[u8] = b"\n</DOCHDR>";
/// Zeros that no page has: a hole in the file, over the end of a record and the start of the next.
const ZEROS: usize = 64;
/// Where a search for a record stops.
const NEXT: RecordMark = RecordMark {
    prefix: START,
    look_ahead: LOOK_AHEAD,
    is: is_doc,
    is_inside: |data, _| fields::is_named(data),
    scheme: |_| None,
};

/// TREC web and BLOGS06.
pub(super) static FORMAT: InputFormat = InputFormat {
    name: "trecweb",
    noun: Some("a TREC web archive"),
    expected: "TREC web",
    signs: Signs {
        // Not trec: qrels and runs have that ending too.
        extensions: &["trecweb"],
        is_name: is_blogs06,
        starts: is_doc,
        later: Some(later),
        ..Signs::NONE
    },
    read: |records, _| Box::new(Records::new(records, TrecWeb)),
};

/// The records of a TREC web file.
pub(crate) struct TrecWeb;

/// The parts of a record, as offsets from its start.
struct RecordParts {
    /// Where the page ends, or its kept part.
    end: usize,
    next: usize,
    /// Whether it ends with `</DOC>`.
    closed: bool,
    /// Whether it is longer than the limit and continues after `next`.
    limited: bool,
    /// Number of bytes after `</DOC>` that are not a record.
    junk: u64,
}

impl RecordFormat for TrecWeb {
    fn gap(&mut self, records: &mut RecordStream) {
        let stream = &mut records.stream;
        while stream.want(1) {
            let white = stream.data().len() - stream.data().trim_ascii_start().len();
            let all = white == stream.data().len();
            stream.consume(white);
            if !all {
                break;
            }
        }
    }

    fn record(&mut self, records: &mut RecordStream) {
        let start = records.start();
        records.stream.want(START.len());
        if !records.stream.data().starts_with(START) {
            return garbage(records, start);
        }
        let parts = parts(records);
        let fields = TrecwebFields::read(&records.stream.data()[..parts.end]);
        let name = docno(&fields.name());
        let end = start.position + parts.next as u64;
        let damage = records.take_damage(start.position, end, parts.closed, &name);
        if let Some(at) = damage.destroyed_at {
            records.stream.consume((at - start.position) as usize);
            return records.push_skipped(damage.reports);
        }
        let zeros = memmem::find(&records.stream.data()[..parts.end], &[0; ZEROS]).is_some();
        let found = page(records, &fields, parts.end);
        let taken = (records.stream.position() - start.position) as usize;
        records.stream.consume(parts.next - taken);
        let left_out = if parts.limited { records.stream.seek(NEXT, u64::MAX) } else { 0 };
        let mut reports = damage.reports;
        let end = records.stream.position();
        reports.extend(records.take_damage(start.position, end, false, &name).reports);
        let offset = records.offset(start, 0);
        let mut defects = Vec::new();
        if !parts.closed && !parts.limited && reports.is_empty() {
            defects.push(Defect::new(Reason::Truncated, "no </DOC>", 0));
        }
        if parts.limited && found.is_ok() {
            let detail = format!("the limit is {} bytes", records.settings.max_record);
            defects.push(Defect::new(Reason::RecordLimit, detail, left_out));
        }
        if zeros {
            let detail = format!("{ZEROS} or more zeros: another record may have been there");
            defects.push(Defect::new(Reason::DamagedRecord, detail, 0));
        }
        if parts.junk > 0 {
            let detail = "bytes after </DOC> that are not a record";
            defects.push(Defect::new(Reason::DamagedRecord, detail, parts.junk));
        }
        for defect in defects {
            reports.push(records.defect_report(offset, &name, defect));
        }
        let found = match found {
            Ok(found) => {
                reports.extend(records.defect_reports(offset, &name, found.defects, &reports));
                Ok(RawDocument {
                    url: fields.url(),
                    date: fields.date.clone(),
                    charset: found.charset,
                    ..RawDocument::new(name, records.source(offset), Body::Html(found.body))
                })
            }
            Err((reason, detail)) => {
                let bytes = (parts.end - fields.body.min(parts.end)) as u64 + left_out;
                Err(records.report(offset, &name, reason, detail, bytes))
            }
        };
        records.push(found, reports);
    }
}

/// Returns whether a file is named like those of BLOGS06: `permalinks-000`.
fn is_blogs06(name: &str) -> bool {
    let parts = ["permalinks-", "feeds-", "homepages-"];
    let number = parts.iter().find_map(|part| name.strip_prefix(part));
    number.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Finds the first line that starts a document.
pub(super) fn later(text: &[u8]) -> Option<usize> {
    first_line(text, is_doc)
}

/// Skips bytes that are not a record.
fn garbage(records: &mut RecordStream, start: Start) {
    let bytes = records.stream.seek(NEXT, u64::MAX);
    let mut reports =
        records.take_damage(start.position, records.stream.position(), false, "").reports;
    if reports.is_empty() {
        let detail = "no <DOC> where one should start".to_owned();
        reports.push(records.report(
            records.offset(start, 0),
            "",
            Reason::DamagedRecord,
            detail,
            bytes,
        ));
    }
    records.push_skipped(reports);
}

/// Finds the parts of the record at the start of the window, and reads it into the window up to its
/// end or the limit.
fn parts(records: &mut RecordStream) -> RecordParts {
    let most = usize::try_from(records.settings.max_record).unwrap_or(usize::MAX).max(START.len());
    let Some(next) = find_next(records, most) else {
        return RecordParts { end: most, next: most, closed: false, limited: true, junk: 0 };
    };
    let next = broken(&records.stream.data()[..next]).unwrap_or(next);
    let data = &records.stream.data()[..next];
    let end = memmem::rfind(data, END);
    let junk = end.map_or(0, |end| data[end + END.len()..].trim_ascii().len() as u64);
    RecordParts { end: end.unwrap_or(next), next, closed: end.is_some(), limited: false, junk }
}

/// Returns the window offset of the next record or the end of the stream; `None` if it is more than
/// `most`.
fn find_next(records: &mut RecordStream, most: usize) -> Option<usize> {
    let finder = memmem::Finder::new(START);
    let stream = &mut records.stream;
    let mut from = START.len();
    let mut has_header = None;
    loop {
        let there = stream.data().len();
        match finder.find(&stream.data()[from..]).map(|at| from + at) {
            Some(at) if at > most => return None,
            Some(at) if there < at + LOOK_AHEAD && stream.fill() => {}
            Some(at) if is_next(stream.data(), at, &mut has_header) => return Some(at),
            Some(at) => from = at + 1,
            None => {
                from = there.saturating_sub(START.len()).max(from);
                if from > most {
                    return None;
                }
                if !stream.fill() {
                    return Some(stream.data().len()).filter(|end| *end <= most);
                }
            }
        }
    }
}

/// Returns where another record starts in a record with its end: one whose start is damaged,
/// because a tag from before pages follows `</DOC>`. A page may contain the line `</DOC>`.
fn broken(data: &[u8]) -> Option<usize> {
    let mut ends = memmem::find_iter(data, END).peekable();
    while let Some(end) = ends.next() {
        let behind = &data[end + END.len()..];
        let next = behind.trim_ascii_start();
        let is_tag =
            next.starts_with(START) || DOC_FIELDS.iter().any(|field| next.starts_with(field));
        let part = &data[end..*ends.peek().unwrap_or(&data.len())];
        if is_tag || memmem::find(part, HEADER_END).is_some() {
            return Some(data.len() - next.len());
        }
    }
    None
}

/// Returns whether the next record starts at `at`. In mid-line it must have DOCHDR if the record
/// before it has, so that a page about this format is not cut; `has_header` remembers whether it
/// has.
fn is_next(data: &[u8], at: usize, has_header: &mut Option<bool>) -> bool {
    let next = &data[at..data.len().min(at + LOOK_AHEAD)];
    if data[at - 1] == b'\n' {
        return is_doc(next);
    }
    if !fields::is_named(next) {
        return false;
    }
    fields::has_header(next) || !*has_header.get_or_insert_with(|| fields::has_header(&data[..at]))
}

/// Returns the page of the record at the start of the window; it ends at `end`.
fn page(
    records: &mut RecordStream,
    fields: &TrecwebFields,
    end: usize,
) -> Result<FoundBody, Refusal> {
    let settings = &records.settings;
    match fields.role() {
        RecordRole::Feed if !settings.include_feeds => return Err((Reason::Feed, String::new())),
        RecordRole::Homepage if !settings.include_homepages => {
            return Err((Reason::Homepage, String::new()));
        }
        _ if fields.name().is_empty() => {
            return Err((Reason::DamagedRecord, "a <DOC> without DOCNO".to_owned()));
        }
        _ => {}
    }
    let mut head = http::lines(fields.headers());
    // Collections in this layout cut long pages and trim all, and keep the lengths.
    head.length = None;
    if fields.role() == RecordRole::Feed {
        // A feed is returned as it is, in XML.
        head.media = http::Media::Html;
    }
    records.page(head, true, fields.body, end.max(fields.body))
}

#[cfg(test)]
mod tests;
