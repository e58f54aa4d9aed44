//! Reads the records of WARC and ARC files. A record's length is trusted only if the record really
//! ends there; otherwise the reader looks for the next record itself.

mod extent;
pub(crate) mod segments;
pub(crate) mod shape;
mod wet;

use crate::content::{Page, PageRule, Refusal};
use crate::docno::docno;
use crate::document::{Body, RawDocument};
use crate::http::{self, Media};
use crate::item::RecordReport;
use crate::reason::{Defect, Reason};
use crate::records::{FoundBody, RecordFormat, RecordStream, Start};
use crate::stream::Stream;
use extent::Extent;
use segments::{RecordSegment, Segments, Waiting};
use shape::{ContainerFormat, RecordHead, RecordKind};

/// Records up to this size are held in the window completely, so that a wrong length can be
/// corrected.
const HELD: u64 = 1 << 20;
/// Number of bytes of a longer record that are checked before it is read or skipped.
const PEEK: usize = 64 * 1024;
/// A format of WARC or ARC records.
pub(crate) struct Container {
    shape: &'static ContainerFormat,
    segments: Segments<(OpenRecord, u64)>,
}

impl Container {
    pub(crate) fn new(shape: &'static ContainerFormat) -> Self {
        Self { shape, segments: Segments::new() }
    }
}

struct OpenRecord {
    start: Start,
    head: RecordHead,
    /// Its docno; empty if the record has no name.
    name: String,
}

impl RecordFormat for Container {
    fn gap(&mut self, records: &mut RecordStream) {
        // Zeros at the start of a file are what is left of a record.
        skip_padding(&mut records.stream, records.number > 0);
    }

    fn record(&mut self, records: &mut RecordStream) {
        let start = records.start();
        let Self { shape, segments } = self;
        let Some(head) = (shape.head)(&mut records.stream) else {
            return garbage(records, shape, start);
        };
        let record = OpenRecord { start, name: docno(&head.name), head };
        let length = record.head.length.filter(|length| *length > HELD && !record.head.is_cut);
        let is_awaited = awaited(segments, &record.head).is_some();
        if let Some(length) = length
            && !is_awaited
            && let Err(refusal) = early(records, &record)
        {
            let extent = Extent::passing(&record.head, length);
            return finish(records, shape, &record, extent, Some(refusal));
        }
        let most = records.settings.max_record;
        let extent = extent::find(&mut records.stream, shape, &record.head, most);
        let is_whole = extent.sound && extent.rest.is_none() && extent.defect.is_none();
        let end = record.start.position + extent.next as u64;
        if !is_whole || record.head.segment.is_none() || records.stream.is_damaged_before(end) {
            return finish(records, shape, &record, extent, None);
        }
        if is_awaited {
            join(records, segments, &record, extent);
        } else if is_first_of_page(records, &record, extent.end) {
            hold(records, segments, record, extent);
        } else {
            finish(records, shape, &record, extent, None);
        }
        while let Some(waiting) = segments.give_up(most, false) {
            give(records, waiting, "too many records wait for theirs");
        }
        records.is_waiting = !segments.is_empty();
    }

    fn end(&mut self, records: &mut RecordStream) {
        while let Some(waiting) = self.segments.give_up(0, true) {
            give(records, waiting, "not in this file behind it");
        }
        records.is_waiting = false;
    }
}

/// Returns which segment a record is, if the others before it are there.
fn awaited<'h>(
    segments: &Segments<(OpenRecord, u64)>,
    head: &'h RecordHead,
) -> Option<&'h RecordSegment> {
    head.segment.as_deref().filter(|segment| segments.awaits(segment))
}

/// Returns whether a record, whose block ends at `end`, is the first segment of a page: not if its
/// body has the length that its HTTP head says, because then the page is whole.
fn is_first_of_page(records: &RecordStream, record: &OpenRecord, end: usize) -> bool {
    let is_first = record.head.segment.as_ref().is_some_and(|segment| segment.number == 1);
    if !is_first || !record.head.holds_page() {
        return false;
    }
    let block = &records.stream.data()[record.head.size..end];
    let head = http_head(record, block, false);
    let body = &block[head.body..];
    let rule = PageRule { settings: &records.settings, trec: record.head.trec };
    let may_be_page = record.head.kind == RecordKind::Conversion || rule.early(&head, body).is_ok();
    may_be_page && head.length.is_none_or(|length| (body.len() as u64) < length)
}

/// Keeps the first segment of a page until the others come, and moves past it.
fn hold(
    records: &mut RecordStream,
    segments: &mut Segments<(OpenRecord, u64)>,
    record: OpenRecord,
    extent: Extent,
) {
    let Some(segment) = record.head.segment.clone() else { return };
    let block = records.stream.take(record.head.size, extent.end);
    records.stream.consume(extent.next - extent.end);
    let offset = records.offset(record.start, 0);
    segments.add((record, offset), segment.origin, block);
    records.postpone();
}

/// Adds a segment to the page that waits for it, and moves past it. With the last one, the page is
/// given.
fn join(
    records: &mut RecordStream,
    segments: &mut Segments<(OpenRecord, u64)>,
    record: &OpenRecord,
    extent: Extent,
) {
    let Some(segment) = record.head.segment.as_deref() else { return };
    let most = records.settings.max_record;
    let block = &records.stream.data()[record.head.size..extent.end];
    let length = block.len() as u64;
    let whole = segments.join(segment, block, most);
    records.stream.consume(extent.next);
    let offset = records.offset(record.start, 0);
    let RecordSegment { number, origin, .. } = segment;
    let detail = format!("continuation: segment {number} of {origin}, which is read with it");
    let report = records.report(offset, &record.name, Reason::NotResponse, detail, length);
    records.push_skipped(vec![report]);
    if let Some(whole) = whole {
        give(records, whole, "");
    }
}

/// Gives the page whose segments were joined; `missing` says why the next one is not.
fn give(records: &mut RecordStream, waiting: Waiting<(OpenRecord, u64)>, missing: &str) {
    let Waiting { first: (record, offset), origin, segments, block, left_out, wrong_total } =
        waiting;
    let defect = if let Some((found, total)) = wrong_total {
        let detail = format!("{segments} segments of {origin} have {found} bytes of {total}");
        Some(Defect::new(Reason::WrongLength, detail, total.saturating_sub(found)))
    } else if missing.is_empty() {
        None
    } else {
        let next = segments + 1;
        let detail = format!("segment {next} of {origin} is missing: {missing}");
        Some(Defect::new(Reason::Truncated, detail, 0))
    };
    let reports: Vec<RecordReport> = defect
        .into_iter()
        .map(|defect| records.defect_report(offset, &record.name, defect))
        .collect();
    let length = block.len() as u64 + left_out;
    let found = joined(records, &record, block);
    let left_out = (left_out > 0).then_some(left_out);
    let block = RecordBlock { offset, length, left_out, found };
    records.push_postponed(|records| push_block(records, &record, block, reports));
}

/// Returns the page in a joined block.
fn joined(
    records: &RecordStream,
    record: &OpenRecord,
    block: Vec<u8>,
) -> Result<FoundBody, Refusal> {
    if record.head.kind == RecordKind::Conversion {
        return Ok(FoundBody { body: block, charset: None, defects: Vec::new() });
    }
    let head = http_head(record, &block, true);
    let rule = PageRule { settings: &records.settings, trec: record.head.trec };
    let Page { bytes, defects } = rule.page(&head, &block[head.body..])?;
    Ok(FoundBody { body: bytes.into_owned(), charset: head.charset, defects })
}

/// Skips line ends, and behind a record the few zeros that may be there.
fn skip_padding(stream: &mut Stream, is_behind_record: bool) {
    while stream.want(1) {
        let padding = if is_behind_record && stream.data()[0] == 0 {
            stream.want(extent::PADDING + 1);
            extent::padding(stream.data())
        } else {
            stream.data().iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count()
        };
        if padding == 0 {
            break;
        }
        stream.consume(padding);
    }
}

/// Skips bytes that are not a record.
fn garbage(records: &mut RecordStream, shape: &ContainerFormat, start: Start) {
    let is_head =
        !shape.any.prefix.is_empty() && records.stream.data().starts_with(shape.any.prefix);
    let bytes = records.stream.seek(shape.any, u64::MAX);
    let damage = records.take_damage(start.position, records.stream.position(), false, "");
    let (reason, detail) = if is_head && !records.stream.want(1) {
        (Reason::Truncated, "the file ends inside a record's head".to_owned())
    } else {
        (Reason::DamagedRecord, format!("no {} record where one should start", shape.name))
    };
    let mut reports = damage.reports;
    if reports.is_empty() {
        reports.push(records.report(records.offset(start, 0), "", reason, detail, bytes));
    }
    records.push_skipped(reports);
}

/// Checks by its first bytes whether a long record may hold a page.
fn early(records: &mut RecordStream, record: &OpenRecord) -> Result<(), Refusal> {
    if !record.head.holds_page() {
        return Err(no_response(record));
    }
    if record.head.kind == RecordKind::Conversion {
        return Ok(());
    }
    records.stream.want(record.head.size + PEEK);
    let block = &records.stream.data()[record.head.size..];
    let block = &block[..block.len().min(PEEK)];
    let head = http_head(record, block, false);
    let rule = PageRule { settings: &records.settings, trec: record.head.trec };
    rule.early(&head, &block[head.body..])
}

/// Adds the record in the window to the items, as a document or a skipped record, and moves past
/// it.
fn finish(
    records: &mut RecordStream,
    shape: &ContainerFormat,
    record: &OpenRecord,
    extent: Extent,
    refusal: Option<Refusal>,
) {
    let from = record.start.position;
    let mut damage =
        records.take_damage(from, from + extent.next as u64, extent.sound, &record.name);
    if let Some(at) = damage.destroyed_at {
        records.stream.consume((at - from) as usize);
        return destroyed(records, record, at - from, damage.reports);
    }
    let found = refusal.map_or_else(|| page(records, record, extent.end), Err);
    let taken = (records.stream.position() - from) as usize;
    records.stream.consume(extent.next - taken);
    let rest = extent.rest.map_or(0, |rest| pass_over(records, shape, rest));
    let length = (extent.end - record.head.size) as u64 + rest;
    let offset = records.offset(record.start, 0);
    let mut defect = extent.defect;
    if let Some(expected) = extent.rest {
        let end = records.stream.position();
        let behind = records.take_damage(from, end, rest == expected, &record.name);
        damage.reports.extend(behind.reports);
        if behind.destroyed_at.is_some() && found.is_ok() {
            return destroyed(records, record, end - from, damage.reports);
        }
        defect = defect.or_else(|| {
            extent::shortfall(&records.stream, length, record.head.length.unwrap_or(length))
        });
    }
    let mut reports = damage.reports;
    if reports.is_empty()
        && let Some(defect) = defect
    {
        reports.push(records.defect_report(offset, &record.name, defect));
    }
    let block = RecordBlock { offset, length, left_out: extent.rest.map(|_| rest), found };
    push_block(records, record, block, reports);
}

/// The block of a record, read to its end.
struct RecordBlock {
    offset: u64,
    /// Number of its bytes.
    length: u64,
    /// Number of bytes that were passed over because of the limit, if it is longer than that.
    left_out: Option<u64>,
    found: Result<FoundBody, Refusal>,
}

/// Adds a record to the items, with the reports of its defects.
fn push_block(
    records: &mut RecordStream,
    record: &OpenRecord,
    block: RecordBlock,
    mut reports: Vec<RecordReport>,
) {
    let RecordBlock { offset, length, left_out, found } = block;
    let found = match found {
        Ok(found) => {
            if let Some(left_out) = left_out {
                let most = records.settings.max_record;
                let detail = format!("{length} bytes, the limit is {most}");
                let defect = Defect::new(Reason::RecordLimit, detail, left_out);
                reports.push(records.defect_report(offset, &record.name, defect));
            }
            let defects = truncated(&record.head, found.defects);
            reports.extend(records.defect_reports(offset, &record.name, defects, &reports));
            Ok(document(records, record, offset, found.body, found.charset))
        }
        Err((reason, detail)) => {
            let (reason, detail) = cut_away(&record.head, reason, detail);
            Err(records.report(offset, &record.name, reason, detail, length))
        }
    };
    records.push(found, reports);
}

/// Adds the defect that the crawler cut the page off, if it did. Bytes that are missing from the
/// body are missing for this reason, so their defects become a part of this one.
fn truncated(head: &RecordHead, defects: Vec<Defect>) -> Vec<Defect> {
    if head.truncated.is_empty() {
        return defects;
    }
    let (missing, mut defects): (Vec<_>, Vec<_>) =
        defects.into_iter().partition(|defect| defect.reason == Reason::DamagedBody);
    let mut detail = format!("WARC-Truncated: {}", head.truncated);
    for defect in &missing {
        detail.push_str(&format!("; {}", defect.detail));
    }
    let bytes = missing.iter().map(|defect| defect.bytes).sum();
    defects.push(Defect::new(Reason::Truncated, detail, bytes));
    defects
}

/// Returns why a record has no page: if its crawler cut it off and nothing of the page is left, for
/// that reason.
fn cut_away(head: &RecordHead, reason: Reason, detail: String) -> Refusal {
    match reason {
        Reason::Empty | Reason::DamagedBody if !head.truncated.is_empty() => (
            Reason::Truncated,
            format!("WARC-Truncated: {}; {} {detail}", head.truncated, reason.name()),
        ),
        _ => (reason, detail),
    }
}

/// Skips `length` bytes of a block and the newlines after it, or fewer if the next record or damage
/// comes first. Returns the number of block bytes skipped.
fn pass_over(records: &mut RecordStream, shape: &ContainerFormat, length: u64) -> u64 {
    let stream = &mut records.stream;
    if length == 0 || !stream.want(1) {
        return 0;
    }
    let trusted = length < u64::MAX
        && extent::is_end(stream, shape, stream.position().saturating_add(length));
    let passed = if trusted { stream.skip(length) } else { stream.seek(shape.sure, length) };
    skip_padding(stream, true);
    passed
}

/// Reports a record whose bytes, `length` in all, cannot be trusted.
fn destroyed(
    records: &mut RecordStream,
    record: &OpenRecord,
    length: u64,
    mut reports: Vec<RecordReport>,
) {
    if !record.head.holds_page() {
        let (reason, detail) = no_response(record);
        reports.insert(
            0,
            records.report(records.offset(record.start, 0), &record.name, reason, detail, length),
        );
    }
    records.push_skipped(reports);
}

fn no_response(record: &OpenRecord) -> Refusal {
    let kind = record.head.kind.name();
    match (&record.head.revisit, record.head.segment.as_deref()) {
        (Some(revisit), _) => (Reason::Revisit, revisit.to_string()),
        (None, Some(RecordSegment { number, origin, .. })) if *number > 1 => {
            let detail = format!("{kind}: segment {number} of {origin}, which is not before it");
            (Reason::NotResponse, detail)
        }
        (None, _) => (Reason::NotResponse, kind.to_owned()),
    }
}

/// Returns the page in the record's block, which ends at `end`.
fn page(records: &mut RecordStream, record: &OpenRecord, end: usize) -> Result<FoundBody, Refusal> {
    if !record.head.holds_page() {
        return Err(no_response(record));
    }
    if record.head.kind == RecordKind::Conversion {
        let body = records.stream.take(record.head.size, end);
        let empty = body.trim_ascii().is_empty();
        return if empty {
            Err((Reason::Empty, String::new()))
        } else {
            Ok(FoundBody { body, charset: None, defects: Vec::new() })
        };
    }
    let head = http_head(record, &records.stream.data()[record.head.size..end], true);
    let start = record.head.size + head.body;
    records.page(head, record.head.trec, start, end)
}

/// Returns the HTTP head of a block, or of the start of one; without one, the record's own
/// Content-Type replaces it.
fn http_head(record: &OpenRecord, block: &[u8], whole: bool) -> http::ResponseHead {
    if let Some(head) = http::head(block, whole) {
        return head;
    }
    let (media, charset) = http::media(&record.head.content_type);
    match media {
        Media::Other(name)
            if name == "application/http" && record.head.kind == RecordKind::Response =>
        {
            http::without_status(block, whole)
        }
        Media::Other(name) if name == "application/http" => http::ResponseHead::default(),
        media => http::ResponseHead { media, charset, ..http::ResponseHead::default() },
    }
}

fn document(
    records: &RecordStream,
    record: &OpenRecord,
    offset: u64,
    body: Vec<u8>,
    charset: Option<String>,
) -> RawDocument {
    RawDocument {
        docno: if record.name.is_empty() { records.placename(offset) } else { record.name.clone() },
        url: record.head.url.clone(),
        date: record.head.date.clone(),
        payload_digest: record.head.payload_digest.clone(),
        source: records.source(offset),
        charset,
        body: match record.head.kind {
            RecordKind::Conversion => Body::text(wet::paragraphs(&body)),
            _ => Body::Html(body),
        },
    }
}

#[cfg(test)]
mod tests;
