//! Reads files with one document per line. The formats differ only in how they parse a line.

use crate::document::{Body, RawDocument};
use crate::reason::{Defect, Reason};
use crate::records::{RecordFormat, RecordStream};
use memchr::{memchr, memchr_iter};

/// A document, with what is wrong with it; or the reason, the docno if known, and what was found.
pub(crate) type Parsed = Result<(RawDocument, Option<Defect>), (Reason, String, String)>;

/// A line format: the function parses a line, without its end, at an offset.
pub(crate) struct LineFormat(pub(crate) fn(&RecordStream, &[u8], u64) -> Parsed);

impl RecordFormat for LineFormat {
    fn gap(&mut self, records: &mut RecordStream) {
        // Blank lines are not records, but they count as lines.
        while records.stream.want(1) {
            let data = records.stream.data();
            let white = data.len() - data.trim_ascii_start().len();
            let lines = memchr_iter(b'\n', &data[..white]).count() as u64;
            let all = white == data.len();
            records.number += lines;
            records.stream.consume(white);
            if !all {
                break;
            }
        }
    }

    fn record(&mut self, records: &mut RecordStream) {
        let start = records.start().position;
        let Some(length) = find_end(records) else { return too_large(records, start) };
        let closed = records.stream.data()[..length].ends_with(b"\n");
        let damage = records.take_damage(start, start + length as u64, closed, "");
        if let Some(at) = damage.destroyed_at {
            records.stream.consume((at - start) as usize);
            return records.push_skipped(damage.reports);
        }
        let line = &records.stream.data()[..length];
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let bytes = line.len() as u64;
        let mut reports = damage.reports;
        let found = match self.0(records, line, start) {
            Ok((document, defect)) => {
                reports.extend(records.defect_reports(
                    start,
                    &document.docno,
                    defect.into_iter().collect(),
                    &reports,
                ));
                Ok(document)
            }
            Err((reason, record, detail)) => {
                Err(records.report(start, &record, reason, detail, bytes))
            }
        };
        records.push(found, reports);
        records.stream.consume(length);
    }
}

/// Returns the length of the line at the start of the window, with its newline; `None` if it
/// exceeds the limit.
fn find_end(records: &mut RecordStream) -> Option<usize> {
    let most = usize::try_from(records.settings.max_record).unwrap_or(usize::MAX);
    let mut from = 0;
    loop {
        let data = records.stream.data();
        if let Some(newline) = memchr(b'\n', &data[from..]) {
            return Some(from + newline + 1).filter(|length| *length <= most.saturating_add(1));
        }
        from = data.len();
        if from > most {
            return None;
        }
        if !records.stream.fill() {
            return Some(from);
        }
    }
}

/// Skips a line longer than the limit: half a line cannot be parsed.
fn too_large(records: &mut RecordStream, start: u64) {
    let line = records.number;
    while records.stream.want(1) {
        let newline = memchr(b'\n', records.stream.data());
        let step = newline.map_or(records.stream.data().len(), |newline| newline + 1);
        records.stream.consume(step);
        if newline.is_some() {
            break;
        }
    }
    let end = records.stream.position();
    let detail = format!("line {line}: the limit is {} bytes", records.settings.max_record);
    let mut reports = vec![records.report(start, "", Reason::RecordLimit, detail, end - start)];
    reports.extend(records.take_damage(start, end, false, "").reports);
    records.push_skipped(reports);
}

/// Returns why a line is refused that cannot be parsed.
pub(crate) fn damaged(
    records: &RecordStream,
    record: String,
    what: &str,
) -> (Reason, String, String) {
    (Reason::DamagedRecord, record, format!("line {}: {what}", records.number))
}

/// Returns whether a body has no text.
pub(crate) fn is_blank(body: &Body) -> bool {
    match body {
        Body::Html(html) => html.trim_ascii_start().is_empty(),
        Body::Markup(html) => html.as_bytes().trim_ascii_start().is_empty(),
        Body::Text { title, text } => title.trim_start().is_empty() && text.trim_start().is_empty(),
    }
}
