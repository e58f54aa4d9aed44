//! The common part of all readers: the loop over records, the rule that documents and skips add up
//! to the records, the effect of damage on a record, and checkpoints.

use crate::checkpoint::Checkpoint;
use crate::compress::MemberFault;
use crate::compress::damage::Damage;
use crate::content::{Page, PageRule, Refusal};
use crate::docno;
use crate::document::{RawDocument, Source};
use crate::http::ResponseHead;
use crate::item::{Item, RecordReport};
use crate::reason::{Defect, Reason};
use crate::settings::ReadSettings;
use crate::stream::Stream;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

/// Splits a stream into records.
pub(crate) trait RecordFormat: Send {
    /// Skips what may be between records, such as blank lines.
    fn gap(&mut self, records: &mut RecordStream);

    /// Reads the record, or the junk, at the start of the window and moves at least one byte. It
    /// must add exactly one document or one skipped record, then any defects, or postpone them. The
    /// result must depend only on the stream, not on the number of bytes in the window.
    fn record(&mut self, records: &mut RecordStream);

    /// Adds what was postponed at the end of the file.
    fn end(&mut self, _records: &mut RecordStream) {}
}

/// An iterator of items that also reports its position.
pub(crate) trait Items: Iterator<Item = Item> + Send {
    /// Returns the number of records started, counted at their first byte.
    fn records(&self) -> u64;

    /// Returns the last position before the next item from which reading can resume.
    fn checkpoint(&self) -> Checkpoint;
}

/// The items of a stream in some format.
pub(crate) struct Records<F> {
    records: RecordStream,
    format: F,
}

impl<F: RecordFormat> Records<F> {
    pub(crate) fn new(mut records: RecordStream, format: F) -> Self {
        let stream = &mut records.stream;
        if stream.position() == 0 && stream.want(3) && stream.data().starts_with(b"\xef\xbb\xbf") {
            stream.consume(3);
        }
        Self { records, format }
    }
}

impl<F: RecordFormat> Iterator for Records<F> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let records = &mut self.records;
        loop {
            if let Some(item) = records.pending.pop_front() {
                records.given += 1;
                return Some(item);
            }
            if let Some(items) = records.postponed.pop_front() {
                records.begun += 1;
                records.pending = items;
                continue;
            }
            if !records.is_waiting && !records.late.is_empty() {
                records.pending.append(&mut records.late);
                continue;
            }
            records.mark();
            self.format.gap(records);
            records.stream.want(1);
            if records.report_gap_fault() {
                continue;
            }
            records.mark();
            if records.stream.data().is_empty() {
                self.format.end(records);
                if records.postponed.is_empty() {
                    return None;
                }
                continue;
            }
            records.begin();
            let from = records.stream.position();
            self.format.record(records);
            records.record_end = records.stream.position();
            debug_assert!(records.record_end > from, "a record has at least one byte");
        }
    }
}

impl<F: RecordFormat> Items for Records<F> {
    fn records(&self) -> u64 {
        self.records.begun
    }

    fn checkpoint(&self) -> Checkpoint {
        self.records.checkpoint()
    }
}

/// The start of a record.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Start {
    /// Offset in the uncompressed stream.
    pub position: u64,
    /// Offset in the file of the compressed member that starts here, if one does.
    pub member: Option<u64>,
}

/// The effect of damage on a record.
pub(crate) struct RecordDamage {
    /// The reports of the damage.
    pub reports: Vec<RecordReport>,
    /// Where the trusted part of the record ends, in the uncompressed stream, if its bytes cannot
    /// be trusted.
    pub destroyed_at: Option<u64>,
}

/// A page without docno, URL and date.
pub(crate) struct FoundBody {
    pub body: Vec<u8>,
    pub charset: Option<String>,
    /// Why the body is incomplete.
    pub defects: Vec<Defect>,
}

/// A stream of records, with its name, settings, pending items and counts.
pub(crate) struct RecordStream {
    pub stream: Stream,
    pub settings: ReadSettings,
    name: Arc<str>,
    pending: VecDeque<Item>,
    /// The items of records before the pending ones that had to wait for these.
    postponed: VecDeque<VecDeque<Item>>,
    /// Whether records wait, so that reading cannot resume behind them.
    pub is_waiting: bool,
    /// Defects that were found behind waiting records: they are given after these.
    late: VecDeque<Item>,
    /// Number of records whose items were added, or are.
    begun: u64,
    /// Number of records up to the current one; JSONL counts blank lines too.
    pub number: u64,
    /// The last position from which reading can resume.
    boundary: Checkpoint,
    /// Number of items returned since then.
    given: u64,
    /// Where the last record ended.
    record_end: u64,
}

impl RecordStream {
    /// Starts at `from`; `stream` must be there already.
    pub(crate) fn new(
        name: Arc<str>,
        stream: Stream,
        settings: ReadSettings,
        from: Checkpoint,
    ) -> Self {
        let number = from.records;
        let record_end = from.position;
        let boundary = Checkpoint { items: 0, ..from };
        Self {
            stream,
            settings,
            name,
            pending: VecDeque::new(),
            postponed: VecDeque::new(),
            is_waiting: false,
            late: VecDeque::new(),
            begun: 0,
            number,
            boundary,
            given: 0,
            record_end,
        }
    }

    pub(crate) fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Returns the page in bytes `from..to` of the window, with the HTTP head `head`; `trec` as in
    /// [`PageRule`]. A large one takes its bytes out of the stream.
    pub(crate) fn page(
        &mut self,
        head: ResponseHead,
        trec: bool,
        from: usize,
        to: usize,
    ) -> Result<FoundBody, Refusal> {
        let rule = PageRule { settings: &self.settings, trec };
        let Page { bytes, defects } = rule.page(&head, &self.stream.data()[from..to])?;
        let body = match bytes {
            Cow::Owned(decoded) => decoded,
            Cow::Borrowed(_) => self.stream.take(from, to),
        };
        Ok(FoundBody { body, charset: head.charset, defects })
    }

    /// Returns the reports of the defects of a record's body. If the record was cut off, its
    /// `reports` already say what is missing.
    pub(crate) fn defect_reports(
        &self,
        offset: u64,
        record: &str,
        defects: Vec<Defect>,
        reports: &[RecordReport],
    ) -> Vec<RecordReport> {
        let is_cut_off =
            reports.iter().any(|report| is_cut(report) || report.reason == Reason::RecordLimit);
        let mut body_reports = Vec::new();
        for defect in defects {
            if !(is_cut_off && defect.reason == Reason::DamagedBody) {
                body_reports.push(self.defect_report(offset, record, defect));
            }
        }
        body_reports
    }

    /// Adds a record to the pending items: as a document or as skipped, then its defects.
    pub(crate) fn push(
        &mut self,
        found: Result<RawDocument, RecordReport>,
        mut reports: Vec<RecordReport>,
    ) {
        match found {
            Ok(document) => {
                self.pending.push_back(Item::Document(document));
                self.pending.extend(reports.into_iter().map(Item::Defective));
            }
            // The remains of a cut page may not look like one; then the cut is the reason.
            Err(refusal) if reports.first().is_some_and(is_cut) && is_remnant(&refusal) => {
                self.push_skipped(reports);
            }
            Err(refusal) => {
                reports.insert(0, refusal);
                self.push_skipped(reports);
            }
        }
    }

    /// Adds a record without a document to the pending items: the first report says why it was
    /// skipped, the others are its defects.
    pub(crate) fn push_skipped(&mut self, reports: Vec<RecordReport>) {
        let mut reports = reports.into_iter();
        self.pending.extend(reports.next().map(Item::Skipped));
        self.pending.extend(reports.map(Item::Defective));
    }

    /// Adds nothing for the current record yet: its items come when a later one is read, and it
    /// counts then, so that what was given adds up at any time.
    pub(crate) fn postpone(&mut self) {
        self.begun -= 1;
    }

    /// Adds the items that `push` adds as those of a record that was postponed.
    pub(crate) fn push_postponed(&mut self, push: impl FnOnce(&mut Self)) {
        let pending = std::mem::take(&mut self.pending);
        push(self);
        self.postponed.push_back(std::mem::replace(&mut self.pending, pending));
    }

    pub(crate) fn take_items(&mut self) -> VecDeque<Item> {
        std::mem::take(&mut self.pending)
    }

    pub(crate) fn source(&self, offset: u64) -> Source {
        Source { archive: self.name.clone(), offset }
    }

    pub(crate) fn report(
        &self,
        offset: u64,
        record: &str,
        reason: Reason,
        detail: String,
        bytes: u64,
    ) -> RecordReport {
        RecordReport {
            source: self.source(offset),
            record: record.to_owned(),
            reason,
            detail,
            bytes,
        }
    }

    /// Returns the report of a defect.
    pub(crate) fn defect_report(&self, offset: u64, record: &str, defect: Defect) -> RecordReport {
        let Defect { reason, detail, bytes } = defect;
        self.report(offset, record, reason, detail, bytes)
    }

    /// Returns the position of the window's first byte.
    pub(crate) fn start(&self) -> Start {
        Start { position: self.stream.position(), member: self.stream.member_here() }
    }

    /// Returns the offset of the record at `start`, of which `length` bytes are in the window: the
    /// member's offset in the file if the record fills the member.
    pub(crate) fn offset(&self, start: Start, length: usize) -> u64 {
        start.member.filter(|_| self.stream.member_ends(length)).unwrap_or(start.position)
    }

    /// Returns the docno of a record without a name: file name and offset.
    pub(crate) fn placename(&self, offset: u64) -> String {
        let file = self.name.rsplit('/').next().unwrap_or_default();
        docno::of_path(Path::new(&format!("{file}:{offset}")))
    }

    /// Takes the damage within bytes `from..to` of the uncompressed stream, which is a record or a
    /// part of it; the caller must report the damage. The bytes of a broken member cannot be
    /// trusted, unless the record is `whole` before the break.
    pub(crate) fn take_damage(
        &mut self,
        from: u64,
        to: u64,
        whole: bool,
        record: &str,
    ) -> RecordDamage {
        let mut damage = RecordDamage { reports: Vec::new(), destroyed_at: None };
        while let Some((at, fault)) =
            self.stream.fault_within(from, damage.destroyed_at.unwrap_or(to))
        {
            let broken = fault.damage == Damage::Corrupt && !(whole && at >= to);
            damage.reports.push(self.fault_report(fault, record));
            if broken {
                damage.destroyed_at = Some(at);
            }
        }
        damage
    }

    /// Returns the report of a damaged member.
    pub(crate) fn fault_report(&self, fault: MemberFault, record: &str) -> RecordReport {
        let reason = match fault.damage {
            Damage::Corrupt | Damage::Checksum => Reason::DamagedMember,
            Damage::Truncated => Reason::Truncated,
            Damage::Unreadable => Reason::Unreadable,
        };
        self.report(fault.offset, record, reason, fault.detail, fault.lost)
    }

    /// Reports damage between records and returns whether there was any. It counts as a skipped
    /// record, unless it is a wrong checksum or the end of the file at the end of the previous
    /// record's member.
    fn report_gap_fault(&mut self) -> bool {
        let Some((from, fault)) = self.stream.fault_until(self.stream.position()) else {
            return false;
        };
        let of_last =
            from < self.record_end && matches!(fault.damage, Damage::Checksum | Damage::Truncated);
        let report = self.fault_report(fault, "");
        if !of_last {
            self.begin();
            self.record_end = self.stream.position();
        }
        match of_last {
            true if self.is_waiting => self.late.push_back(Item::Defective(report)),
            true => self.pending.push_back(Item::Defective(report)),
            false => self.pending.push_back(Item::Skipped(report)),
        }
        true
    }

    fn begin(&mut self) {
        self.begun += 1;
        self.number += 1;
    }

    /// Remembers this position if reading can resume here.
    fn mark(&mut self) {
        if let Some(here) = self.here() {
            self.boundary = here;
            self.given = 0;
        }
    }

    fn checkpoint(&self) -> Checkpoint {
        self.here().unwrap_or(Checkpoint { items: self.given, ..self.boundary })
    }

    /// Returns this position if no item is pending and reading can resume here.
    fn here(&self) -> Option<Checkpoint> {
        let is_given = self.pending.is_empty() && self.postponed.is_empty() && self.late.is_empty();
        let is_done = is_given && !self.is_waiting;
        let stored = self.stream.boundary().filter(|_| is_done)?;
        Some(Checkpoint {
            stored,
            position: self.stream.position(),
            records: self.number,
            items: 0,
        })
    }
}

/// Returns whether a record lacks its end, so that it is the reason for what is missing.
fn is_cut(report: &RecordReport) -> bool {
    match report.reason {
        Reason::Truncated | Reason::Unreadable => true,
        Reason::WrongLength => report.bytes > 0,
        _ => false,
    }
}

/// Returns whether a record may have been refused because it is cut off: because nothing is left,
/// or nothing that shows its type.
fn is_remnant(report: &RecordReport) -> bool {
    match report.reason {
        Reason::Empty | Reason::DamagedBody | Reason::DamagedRecord => true,
        Reason::NotHtml | Reason::NotResponse => report.detail.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
