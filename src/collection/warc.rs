//! The uncompressed stream of a WARC file -> its pages. The reader believes a record's length only if a record's end
//! stands there, and finds the next record by itself if it does not.

mod extent;
mod head;

use super::compress::{Damage, Fault};
use super::content::{Page, Refusal, Rule};
use super::http::{self, Media};
use super::{Item, Loss, Reason, Stretch, docno};
use crate::page::{Body, RawDocument};
use extent::Extent;
use head::Head;
use std::borrow::Cow;
use std::collections::VecDeque;

/// How every record starts.
const VERSION: &[u8] = b"WARC/";
/// Records up to this size are held in the window as a whole, so that a wrong length can be mended.
const HELD: u64 = 1 << 20;
/// Bytes of a longer record that are looked at before it is read or passed over.
const PEEK: usize = 64 * 1024;

/// The records of a WARC file.
pub(super) struct Records {
    archive: Stretch,
    pending: VecDeque<Item>,
}

/// A record's name and place, kept while its bytes pass.
struct Record {
    position: u64,
    member: Option<u64>,
    head: Head,
}

impl Iterator for Records {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.pending.pop_front() {
                return Some(item);
            }
            self.skip_newlines();
            let stream = &mut self.archive.stream;
            stream.want(1);
            if let Some((_, fault)) = stream.fault_until(stream.position()) {
                return Some(Item::Skipped(self.archive.fault(fault, String::new())));
            }
            if stream.data().is_empty() {
                return None;
            }
            self.record();
        }
    }
}

impl Records {
    pub(super) fn new(archive: Stretch) -> Self {
        Self { archive, pending: VecDeque::new() }
    }

    fn skip_newlines(&mut self) {
        let stream = &mut self.archive.stream;
        while stream.want(1) {
            let newlines = stream.data().iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            let all = newlines == stream.data().len();
            stream.consume(newlines);
            if !all {
                break;
            }
        }
    }

    /// Reads one record, or passes over bytes that are none.
    fn record(&mut self) {
        let (position, member) = (self.archive.stream.position(), self.archive.stream.member_here());
        let Some(head) = head::read(&mut self.archive.stream) else { return self.garbage(position, member) };
        let record = Record { position, member, head };
        if record.head.length.is_some_and(|length| length > HELD) && self.pass_over(&record) {
            return;
        }
        let extent = extent::find(&mut self.archive.stream, &record.head, self.archive.settings.max_record);
        if let Some((at, fault)) = self.archive.stream.fault_until(position + extent.next as u64) {
            return self.damaged(record, extent, at, fault);
        }
        let cut = extent.flaw.as_ref().is_some_and(|flaw| flaw.reason == Reason::Truncated);
        self.deliver(record, extent, cut);
    }

    /// Bytes where a record should start.
    fn garbage(&mut self, position: u64, member: Option<u64>) {
        let is_head = self.archive.stream.data().starts_with(VERSION);
        let bytes = self.archive.stream.seek_line(VERSION);
        let stream = &mut self.archive.stream;
        if let Some((_, fault)) = stream.fault_until(stream.position()) {
            return self.pending.push_back(Item::Skipped(self.archive.fault(fault, String::new())));
        }
        stream.want(1);
        let (reason, detail) = if is_head && stream.data().is_empty() {
            (Reason::Truncated, "the file ends inside a record's head")
        } else {
            (Reason::DamagedRecord, "no WARC record where one should start")
        };
        let source = self.archive.source(self.archive.offset(position, member, 0));
        let skip = Loss { source, record: String::new(), reason, detail: detail.to_owned(), bytes };
        self.pending.push_back(Item::Skipped(skip));
    }

    /// Passes over a long record that holds no page or is too large, without holding it; false if it may be a page.
    fn pass_over(&mut self, record: &Record) -> bool {
        let length = record.head.length.unwrap_or_default();
        self.archive.stream.want(record.head.size + PEEK);
        let Some((reason, detail)) = self.refusal(record, length) else { return false };
        let bytes = self.skip_block(record, length);
        self.skip_newlines();
        let offset = self.archive.offset(record.position, record.member, 0);
        self.refuse(record, offset, reason, detail, bytes);
        let stream = &mut self.archive.stream;
        if let Some((_, fault)) = stream.fault_until(stream.position()) {
            let skip = self.archive.fault(fault, docno(&record.head.name));
            self.pending.push_back(Item::Skipped(skip));
        } else if bytes < length {
            let detail = format!("{bytes} bytes of {length}");
            let reason = if stream.data().is_empty() { Reason::Truncated } else { Reason::WrongLength };
            self.refuse(record, offset, reason, detail, 0);
        }
        true
    }

    /// Why the long record whose first bytes are in the window is not read, if it is not.
    fn refusal(&self, record: &Record, length: u64) -> Option<(Reason, String)> {
        if !record.head.holds_page() {
            return Some((Reason::NotResponse, record.head.kind.name().to_owned()));
        }
        let block = &self.archive.stream.data()[record.head.size..];
        let head = self.http_head(record, block);
        if let Err(refusal) = self.rule(record).early(&head, &block[head.body..]) {
            return Some(refusal);
        }
        let limit = self.archive.settings.max_record;
        (length > limit).then(|| (Reason::RecordLimit, format!("{length} bytes, the limit is {limit}")))
    }

    /// Goes past a record's head and block, but not past a gzip member that starts the next record.
    fn skip_block(&mut self, record: &Record, length: u64) -> u64 {
        let stream = &mut self.archive.stream;
        stream.consume(record.head.size);
        let mut left = length;
        while left > 0 && (stream.want(VERSION.len()) || !stream.data().is_empty()) {
            if left < length && stream.member_here().is_some() && stream.data().starts_with(VERSION) {
                break;
            }
            let next = stream.member_starting(VERSION).unwrap_or(stream.data().len());
            let step = left.min(next as u64);
            stream.consume(step as usize);
            left -= step;
        }
        length - left
    }

    /// A record in a gzip member that is damaged: what a cut or a checksum leaves of it arrives, the rest does not.
    fn damaged(&mut self, record: Record, extent: Extent, at: u64, fault: Fault) {
        let note = Item::Skipped(self.archive.fault(fault.clone(), docno(&record.head.name)));
        if fault.damage == Damage::Corrupt {
            let passed = (at - record.position) as usize;
            self.archive.stream.consume(passed.min(self.archive.stream.data().len()));
        } else {
            let cut = fault.damage != Damage::Checksum;
            self.deliver(record, Extent { flaw: None, ..extent }, cut);
        }
        self.pending.push_back(note);
    }

    /// Makes a document of the record in the window, or says why not, and goes past it. If it is cut, that is reason
    /// enough.
    fn deliver(&mut self, record: Record, extent: Extent, cut: bool) {
        let offset = self.archive.offset(record.position, record.member, extent.next);
        match self.page(&record, &extent) {
            Ok((body, charset, flaw)) => {
                let document = self.document(&record, offset, body, charset);
                self.pending.push_back(Item::Document(document));
                if let Some((reason, detail)) = flaw {
                    let (source, record) = (self.archive.source(offset), docno(&record.head.name));
                    self.pending.push_back(Item::Flawed(Loss { source, record, reason, detail, bytes: 0 }));
                }
            }
            Err(_) if cut => {}
            Err((reason, detail)) => {
                self.refuse(&record, offset, reason, detail, (extent.end - record.head.size) as u64);
            }
        }
        let passed = (self.archive.stream.position() - record.position) as usize;
        self.archive.stream.consume(extent.next - passed);
        if let Some(flaw) = extent.flaw {
            self.refuse(&record, offset, flaw.reason, flaw.detail, flaw.bytes);
        }
    }

    /// The page in the record's block, with its charset; large ones take their bytes out of the stream.
    fn page(
        &mut self,
        record: &Record,
        extent: &Extent,
    ) -> Result<(Vec<u8>, Option<String>, Option<Refusal>), Refusal> {
        if !record.head.holds_page() {
            return Err((Reason::NotResponse, record.head.kind.name().to_owned()));
        }
        let block = &self.archive.stream.data()[record.head.size..extent.end];
        if block.len() as u64 > self.archive.settings.max_record {
            return Err((Reason::RecordLimit, format!("{} bytes or more", block.len())));
        }
        let head = self.http_head(record, block);
        let Page { bytes, flaw } = self.rule(record).page(&head, &block[head.body..])?;
        let decoded = match bytes {
            Cow::Owned(decoded) => Some(decoded),
            Cow::Borrowed(_) => None,
        };
        let start = record.head.size + head.body;
        let body = decoded.unwrap_or_else(|| self.archive.stream.take(start, extent.end));
        Ok((body, head.charset, flaw))
    }

    /// The HTTP head of a block; without one, the record's own type stands in for it.
    fn http_head(&self, record: &Record, block: &[u8]) -> http::Head {
        http::head(block).unwrap_or_else(|| {
            let (media, charset) = http::media(&record.head.content_type);
            match media {
                Media::Other(name) if name == "application/http" => http::Head::default(),
                media => http::Head { media, charset, ..http::Head::default() },
            }
        })
    }

    fn rule(&self, record: &Record) -> Rule<'_> {
        Rule { settings: &self.archive.settings, trec: record.head.trec }
    }

    fn document(&self, record: &Record, offset: u64, body: Vec<u8>, charset: Option<String>) -> RawDocument {
        let name = &record.head.name;
        RawDocument {
            docno: if name.is_empty() { self.archive.placename(offset) } else { docno(name) },
            url: record.head.url.clone(),
            date: record.head.date.clone(),
            source: self.archive.source(offset),
            charset,
            body: Body::Html(body),
        }
    }

    fn refuse(&mut self, record: &Record, offset: u64, reason: Reason, detail: String, bytes: u64) {
        let source = self.archive.source(offset);
        let skip = Loss { source, record: docno(&record.head.name), reason, detail, bytes };
        self.pending.push_back(Item::Skipped(skip));
    }
}

#[cfg(test)]
mod tests;
