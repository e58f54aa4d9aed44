//! `<DOC>` records -> their pages: TREC web (WT2g, WT10g, .GOV, GOV2) and the permalinks, feeds and home pages of
//! BLOGS06. Tags stand at the start of their lines. A page may hold the line `</DOC>` itself, so a record ends at the
//! last such line before the next record's start.

mod fields;

use super::compress::{Damage, Fault};
use super::content::{Page, Refusal, Rule};
use super::{Item, Loss, Reason, Stretch, docno, http, sniff};
use crate::page::{Body, RawDocument};
use fields::{Fields, Role};
use memchr::memmem;
use std::borrow::Cow;
use std::collections::VecDeque;

/// How every record starts.
const START: &[u8] = b"<DOC>";
/// How every record ends, at the start of a line.
const END: &[u8] = b"\n</DOC>";
/// Bytes behind `<DOC>` that tell a record's start from a page's text.
const LOOK_AHEAD: usize = 64;

/// The records of a TREC web file.
pub(super) struct Docs {
    archive: Stretch,
    pending: VecDeque<Item>,
}

/// Where a record starts, and its parts in bytes from there.
struct Doc {
    position: u64,
    member: Option<u64>,
    /// Where the page ends.
    end: usize,
    /// Where reading goes on.
    next: usize,
    /// Whether `</DOC>` stands at its end.
    closed: bool,
    /// Bytes behind `</DOC>` that are no record.
    junk: u64,
}

impl Iterator for Docs {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.pending.pop_front() {
                return Some(item);
            }
            self.skip_white();
            let stream = &mut self.archive.stream;
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

impl Docs {
    pub(super) fn new(mut archive: Stretch) -> Self {
        if archive.stream.want(3) && archive.stream.data().starts_with(b"\xef\xbb\xbf") {
            archive.stream.consume(3);
        }
        Self { archive, pending: VecDeque::new() }
    }

    fn skip_white(&mut self) {
        let stream = &mut self.archive.stream;
        while stream.want(1) {
            let white = stream.data().len() - stream.data().trim_ascii_start().len();
            let all = white == stream.data().len();
            stream.consume(white);
            if !all {
                break;
            }
        }
    }

    /// Reads one record, or passes over bytes that are none.
    fn record(&mut self) {
        let (position, member) = (self.archive.stream.position(), self.archive.stream.member_here());
        self.archive.stream.want(START.len());
        if !self.archive.stream.data().starts_with(START) {
            return self.garbage(position, member);
        }
        let Some(next) = self.find_next() else { return self.too_large(position, member) };
        let doc = self.parts(position, member, next);
        match self.archive.stream.fault_until(position + doc.next as u64) {
            Some((at, fault)) => self.damaged(doc, at, fault),
            None => self.deliver(doc),
        }
    }

    /// Bytes where a record should start.
    fn garbage(&mut self, position: u64, member: Option<u64>) {
        let bytes = self.archive.stream.seek_line(START);
        let stream = &mut self.archive.stream;
        if let Some((_, fault)) = stream.fault_until(stream.position()) {
            return self.pending.push_back(Item::Skipped(self.archive.fault(fault, String::new())));
        }
        let offset = self.archive.offset(position, member, 0);
        self.refuse(offset, String::new(), Reason::DamagedRecord, "no <DOC> where one should start", bytes);
    }

    /// Goes past a record that is larger than the limit.
    fn too_large(&mut self, position: u64, member: Option<u64>) {
        let fields = Fields::read(self.archive.stream.data());
        let name = docno(&fields.name());
        let bytes = self.archive.stream.seek_line(START);
        let offset = self.archive.offset(position, member, 0);
        let detail = format!("the limit is {} bytes", self.archive.settings.max_record);
        self.refuse(offset, name, Reason::RecordLimit, &detail, bytes);
    }

    /// Where, in the window, the next record starts or the stream ends; none if that is beyond the limit.
    fn find_next(&mut self) -> Option<usize> {
        let finder = memmem::Finder::new(b"\n<DOC>");
        let mut from = START.len();
        loop {
            let stream = &mut self.archive.stream;
            match finder.find(&stream.data()[from..]).map(|at| from + at + 1) {
                Some(at) if stream.want(at + LOOK_AHEAD) || stream.ended() => {
                    if sniff::is_doc(&stream.data()[at..]) {
                        return Some(at);
                    }
                    from = at;
                }
                _ => {
                    from = stream.data().len().saturating_sub(START.len()).max(from);
                    if stream.data().len() as u64 > self.archive.settings.max_record {
                        return None;
                    }
                    if !stream.fill() && stream.data().len() <= from + START.len() {
                        return Some(stream.data().len());
                    }
                }
            }
        }
    }

    /// Divides the record that reaches to `next`.
    fn parts(&self, position: u64, member: Option<u64>, next: usize) -> Doc {
        let data = &self.archive.stream.data()[..next];
        let end = memmem::rfind(data, END);
        let junk = end.map_or(0, |end| data[end + END.len()..].trim_ascii().len() as u64);
        Doc { position, member, end: end.unwrap_or(next), next, closed: end.is_some(), junk }
    }

    /// A record in a gzip member that is damaged: what a cut or a checksum leaves of it arrives, the rest does not.
    fn damaged(&mut self, doc: Doc, at: u64, fault: Fault) {
        let name = docno(&Fields::read(self.archive.stream.data()).name());
        let note = Item::Skipped(self.archive.fault(fault.clone(), name));
        if fault.damage == Damage::Corrupt {
            self.archive.stream.consume((at - doc.position) as usize);
        } else {
            self.deliver(Doc { closed: true, ..doc });
        }
        self.pending.push_back(note);
    }

    /// Makes a document of the record in the window, or says why not, and goes past it.
    fn deliver(&mut self, doc: Doc) {
        let offset = self.archive.offset(doc.position, doc.member, doc.next);
        let fields = Fields::read(&self.archive.stream.data()[..doc.end]);
        let name = docno(&fields.name());
        let url = fields.url();
        match self.page(&fields, &doc) {
            Ok((body, charset, flaw)) => {
                self.pending.push_back(Item::Document(RawDocument {
                    docno: name.clone(),
                    url,
                    date: fields.date.clone(),
                    source: self.archive.source(offset),
                    charset,
                    body: Body::Html(body),
                }));
                if let Some((reason, detail)) = flaw {
                    let (source, record) = (self.archive.source(offset), name.clone());
                    self.pending.push_back(Item::Flawed(Loss { source, record, reason, detail, bytes: 0 }));
                }
            }
            Err((reason, detail)) => {
                let bytes = (doc.end - fields.body.min(doc.end)) as u64;
                self.refuse(offset, name.clone(), reason, &detail, bytes);
            }
        }
        if !doc.closed {
            self.refuse(offset, name.clone(), Reason::Truncated, "no </DOC>", 0);
        }
        if doc.junk > 0 {
            self.refuse(offset, name, Reason::DamagedRecord, "bytes behind </DOC> that are no record", doc.junk);
        }
        let passed = (self.archive.stream.position() - doc.position) as usize;
        self.archive.stream.consume(doc.next - passed);
    }

    /// The record's page with its charset; large ones take their bytes out of the stream.
    fn page(&mut self, fields: &Fields, doc: &Doc) -> Result<(Vec<u8>, Option<String>, Option<Refusal>), Refusal> {
        let settings = &self.archive.settings;
        match fields.role() {
            Role::Feed if !settings.include_feeds => return Err((Reason::Feed, String::new())),
            Role::Homepage if !settings.include_homepages => return Err((Reason::Homepage, String::new())),
            _ if fields.name().is_empty() => return Err((Reason::DamagedRecord, "a <DOC> without DOCNO".to_owned())),
            _ => {}
        }
        let mut head = http::lines(fields.headers());
        if fields.role() == Role::Feed {
            // A feed that is asked for is taken as it is, XML and all.
            head.media = http::Media::Html;
        }
        let body = &self.archive.stream.data()[fields.body..doc.end.max(fields.body)];
        let rule = Rule { settings, trec: true };
        let Page { bytes, flaw } = rule.page(&head, body)?;
        let decoded = match bytes {
            Cow::Owned(decoded) => Some(decoded),
            Cow::Borrowed(_) => None,
        };
        let body = decoded.unwrap_or_else(|| self.archive.stream.take(fields.body, doc.end));
        Ok((body, head.charset, flaw))
    }

    fn refuse(&mut self, offset: u64, record: String, reason: Reason, detail: &str, bytes: u64) {
        let source = self.archive.source(offset);
        self.pending.push_back(Item::Skipped(Loss { source, record, reason, detail: detail.to_owned(), bytes }));
    }
}

#[cfg(test)]
mod tests;
