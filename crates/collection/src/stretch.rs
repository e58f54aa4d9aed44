//! What all readers of records share: the loop that takes a stream apart record by record, the ledger's equation, what
//! damage in the stream means for a record, and the places at which reading can begin again.

use crate::checkpoint::Checkpoint;
use crate::compress::Fault;
use crate::compress::damage::Damage;
use crate::content::{Page, Refusal, Rule};
use crate::docno::docno;
use crate::document::{RawDocument, Source};
use crate::http::Head;
use crate::item::{Item, Loss};
use crate::reason::Reason;
use crate::settings::Settings;
use crate::stream::Stream;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;

/// How a format divides a stream into records.
pub(crate) trait Format: Send {
    /// Goes past what may stand between records and is none: blank lines, white space.
    fn gap(&mut self, stretch: &mut Stretch);

    /// Reads the record (or the junk) that starts the window, which is not empty, and goes past it, by at least one
    /// byte. Gives exactly one document or one skip, then what is wrong with it. What it gives depends on the stream
    /// alone, never on how much of it happens to be in the window.
    fn record(&mut self, stretch: &mut Stretch);
}

/// Items with the state of their reading.
pub(crate) trait Items: Iterator<Item = Item> + Send {
    /// Records begun, counted where their first byte is met.
    fn records(&self) -> u64;

    /// The last place before the next item at which reading can begin.
    fn checkpoint(&self) -> Checkpoint;
}

/// The items of a stream in some format.
pub(crate) struct Records<F> {
    stretch: Stretch,
    format: F,
}

impl<F: Format> Records<F> {
    pub(crate) fn new(mut stretch: Stretch, format: F) -> Self {
        let stream = &mut stretch.stream;
        if stream.position() == 0 && stream.want(3) && stream.data().starts_with(b"\xef\xbb\xbf") {
            stream.consume(3);
        }
        Self { stretch, format }
    }
}

impl<F: Format> Iterator for Records<F> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let stretch = &mut self.stretch;
        loop {
            if let Some(item) = stretch.pending.pop_front() {
                stretch.given += 1;
                return Some(item);
            }
            stretch.mark();
            self.format.gap(stretch);
            stretch.stream.want(1);
            if stretch.gap_fault() {
                continue;
            }
            stretch.mark();
            if stretch.stream.data().is_empty() {
                return None;
            }
            stretch.begin();
            let from = stretch.stream.position();
            self.format.record(stretch);
            stretch.record_end = stretch.stream.position();
            debug_assert!(stretch.record_end > from, "a record has at least one byte");
        }
    }
}

impl<F: Format> Items for Records<F> {
    fn records(&self) -> u64 {
        self.stretch.records
    }

    fn checkpoint(&self) -> Checkpoint {
        self.stretch.checkpoint()
    }
}

/// Where a record starts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Start {
    /// In the uncompressed stream.
    pub position: u64,
    /// The offset of the member that starts with it, if one does.
    pub member: Option<u64>,
}

/// What damage in the stream means for a record.
pub(crate) struct Harm {
    /// What is to be told of it.
    pub losses: Vec<Loss>,
    /// Where, in the uncompressed stream, the record breaks off if its bytes are not to be believed.
    pub destroyed: Option<u64>,
}

/// A page without its names.
pub(crate) struct Found {
    pub body: Vec<u8>,
    pub charset: Option<String>,
    /// Why the body is not all of it.
    pub flaw: Option<(Reason, String)>,
}

/// A stream of records, its name and the settings; the items that wait to be given, and the counts.
pub(crate) struct Stretch {
    pub stream: Stream,
    pub settings: Settings,
    name: Arc<str>,
    pending: VecDeque<Item>,
    records: u64,
    /// Records before the window, and the one that is being read; JSONL counts its blank lines as well.
    pub number: u64,
    /// The last place met at which reading can begin.
    boundary: Checkpoint,
    /// Items given since.
    given: u64,
    /// Where the last record ended.
    record_end: u64,
}

impl Stretch {
    /// Ready for the records from `from` on, where `stream` stands.
    pub(crate) fn new(name: Arc<str>, stream: Stream, settings: Settings, from: Checkpoint) -> Self {
        let (number, record_end) = (from.records, from.position);
        let boundary = Checkpoint { items: 0, ..from };
        let pending = VecDeque::new();
        Self { stream, settings, name, pending, records: 0, number, boundary, given: 0, record_end }
    }

    pub(crate) fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The page whose body, under `head`, is the window's bytes `from..to`; `trec` as in [`Rule`]. A large one takes its
    /// bytes out of the stream.
    pub(crate) fn page(&mut self, head: Head, trec: bool, from: usize, to: usize) -> Result<Found, Refusal> {
        let rule = Rule { settings: &self.settings, trec };
        let Page { bytes, flaw } = rule.page(&head, &self.stream.data()[from..to])?;
        let body = match bytes {
            Cow::Owned(decoded) => decoded,
            Cow::Borrowed(_) => self.stream.take(from, to),
        };
        Ok(Found { body, charset: head.charset, flaw })
    }

    /// Gives a record, a document or the reason why it is none, and `flaws`, what else is wrong with it.
    pub(crate) fn give(&mut self, found: Result<RawDocument, Loss>, mut flaws: Vec<Loss>) {
        match found {
            Ok(document) => {
                self.pending.push_back(Item::Document(document));
                self.pending.extend(flaws.into_iter().map(Item::Flawed));
            }
            // What a cut leaves of a page may not even look like one: then the cut is the reason.
            Err(loss) if flaws.first().is_some_and(is_cut) && is_remnant(&loss) => self.lost(flaws),
            Err(loss) => {
                flaws.insert(0, loss);
                self.lost(flaws);
            }
        }
    }

    /// Gives a record that is no document: the first of `losses` is why, the others are what else is wrong with it.
    pub(crate) fn lost(&mut self, losses: Vec<Loss>) {
        self.pending.extend(losses.into_iter().enumerate().map(|(i, loss)| match i {
            0 => Item::Skipped(loss),
            _ => Item::Flawed(loss),
        }));
    }

    /// The items that wait.
    pub(crate) fn take_items(&mut self) -> VecDeque<Item> {
        std::mem::take(&mut self.pending)
    }

    pub(crate) fn source(&self, offset: u64) -> Source {
        Source { archive: self.name.clone(), offset }
    }

    pub(crate) fn loss(&self, offset: u64, record: &str, reason: Reason, detail: String, bytes: u64) -> Loss {
        Loss { source: self.source(offset), record: record.to_owned(), reason, detail, bytes }
    }

    /// The place of the window's first byte.
    pub(crate) fn start(&self) -> Start {
        Start { position: self.stream.position(), member: self.stream.member_here() }
    }

    /// The offset of the record from `start` on, of which `length` bytes are in the window: the gzip member's if the
    /// record fills it.
    pub(crate) fn offset(&self, start: Start, length: usize) -> u64 {
        start.member.filter(|_| self.stream.member_ends(length)).unwrap_or(start.position)
    }

    /// The docno of a record without a name: its place.
    pub(crate) fn placename(&self, offset: u64) -> String {
        let file = self.name.rsplit('/').next().unwrap_or_default();
        docno(&format!("{file}:{offset}"))
    }

    /// The damages of the record `from..to` of the uncompressed stream. They are told only once, so they are the
    /// caller's to give. Bytes of a member that breaks are not believed unless the record is `whole` before the break.
    pub(crate) fn harm(&mut self, from: u64, to: u64, whole: bool, record: &str) -> Harm {
        let mut harm = Harm { losses: Vec::new(), destroyed: None };
        while let Some((at, fault)) = self.stream.fault_within(from, harm.destroyed.unwrap_or(to)) {
            let broken = fault.damage == Damage::Corrupt && !(whole && at >= to);
            harm.losses.push(self.fault(fault, record));
            if broken {
                harm.destroyed = Some(at);
            }
        }
        harm
    }

    /// What a damaged member is to the ledger.
    pub(crate) fn fault(&self, fault: Fault, record: &str) -> Loss {
        let reason = match fault.damage {
            Damage::Corrupt | Damage::Checksum => Reason::DamagedMember,
            Damage::Truncated => Reason::Truncated,
            Damage::Unreadable => Reason::Unreadable,
        };
        self.loss(fault.offset, record, reason, fault.detail, fault.lost)
    }

    /// Whether there was damage between records, which is then told. It took a record with it unless it is a check at
    /// the end of the member that held the record before, or the end of the file there.
    fn gap_fault(&mut self) -> bool {
        let Some((from, fault)) = self.stream.fault_until(self.stream.position()) else { return false };
        let of_last = from < self.record_end && matches!(fault.damage, Damage::Checksum | Damage::Truncated);
        let loss = self.fault(fault, "");
        if !of_last {
            self.begin();
        }
        self.pending.push_back(if of_last { Item::Flawed(loss) } else { Item::Skipped(loss) });
        true
    }

    fn begin(&mut self) {
        self.records += 1;
        self.number += 1;
    }

    /// Remembers this place if reading can begin here.
    fn mark(&mut self) {
        if let Some(here) = self.here() {
            (self.boundary, self.given) = (here, 0);
        }
    }

    fn checkpoint(&self) -> Checkpoint {
        self.here().unwrap_or(Checkpoint { items: self.given, ..self.boundary })
    }

    /// This place, if all before it is given and reading can begin here.
    fn here(&self) -> Option<Checkpoint> {
        let stored = self.stream.boundary().filter(|_| self.pending.is_empty())?;
        Some(Checkpoint { stored, position: self.stream.position(), records: self.number, items: 0 })
    }
}

fn is_cut(loss: &Loss) -> bool {
    matches!(loss.reason, Reason::Truncated | Reason::Unreadable)
}

/// Whether a refusal may come of a record's being cut: there is nothing left, or nothing that says what it is.
fn is_remnant(loss: &Loss) -> bool {
    match loss.reason {
        Reason::Empty | Reason::DamagedBody | Reason::DamagedRecord => true,
        Reason::NotHtml => loss.detail.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
