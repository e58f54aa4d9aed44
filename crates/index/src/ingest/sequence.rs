//! Puts all documents into one order (inputs as named, then path, then offset), drops repeated
//! docnos, and cuts the rest into batches. A batch depends only on the collection, so the index
//! depends neither on the number of threads nor on interruptions. Of two records of a batch with
//! one docno the first stays, but for a damaged one with a whole copy behind it.

use super::ledger::{ReportRow, RowOutcome};
use super::plan::PlannedArchive;
use super::progress::Progress;
use super::read::{ReadChunk, ReadItem, body_bytes, weight};
use super::report_row::{BELOW_DELETED_PREFIX, WHOLE_COPY};
use super::trial::PageTrials;
use crate::error::Result;
use crate::index::manifest::Tally;
use crate::index::url::{UrlPrefix, fitted};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use tamis_collection::RawDocument;
use tamis_collection::{Checkpoint, Item, Reason, RecordReport, docno};
use xxhash_rust::xxh3::xxh3_128;

/// A part of the collection that becomes one segment.
pub(super) struct DocumentBatch {
    pub number: usize,
    pub documents: Vec<NumberedDocument>,
    /// Its skipped and defective records, in order, each with its position among the items of the
    /// batch.
    pub lines: Vec<(usize, ReportRow)>,
    /// What it adds to each archive that it overlaps, in order.
    pub parts: Vec<BatchPart>,
}

/// A document, its position among the items of its batch, and the position of its archive in the
/// batch's parts.
pub(super) struct NumberedDocument {
    pub place: usize,
    pub part: usize,
    pub document: RawDocument,
}

/// What a batch adds to one archive.
#[derive(Debug, Clone, Default)]
pub(super) struct BatchPart {
    /// The archive's position in the plan.
    pub planned: usize,
    pub records: u64,
    pub pages: u64,
    pub skipped: Tally,
    pub defective: Tally,
    /// Where the next batch starts in it; `None` at its end.
    pub checkpoint: Option<Checkpoint>,
}

/// Docnos of documents seen so far, indexed or skipped for their text, as 128-bit hashes: 3 million
/// docnos take 100 MB as text, and a collision is expected only after 2^64 of them.
#[derive(Default)]
pub(super) struct SeenDocnos(HashSet<u128>);

impl SeenDocnos {
    /// Remembers a docno; returns false if it was known.
    pub(super) fn insert(&mut self, docno: &[u8]) -> bool {
        self.0.insert(xxh3_128(docno))
    }

    fn contains(&self, docno: &[u8]) -> bool {
        self.0.contains(&xxh3_128(docno))
    }
}

/// The documents of a batch that may give way to another one of their docno.
#[derive(Default)]
struct LaterCopies {
    /// Of each docno, the place among the batch's documents of the one that is damaged.
    damaged: HashMap<u128, usize>,
    /// The places of the later documents with these docnos, and whether each is whole.
    later: Vec<(usize, bool)>,
    /// The place of the document whose defects may come next.
    last: Option<usize>,
}

impl LaterCopies {
    /// Whether an earlier document of the batch has this docno, and is damaged.
    fn has(&self, docno: &str) -> bool {
        !self.damaged.is_empty() && self.damaged.contains_key(&xxh3_128(docno.as_bytes()))
    }

    /// Notes that the last document is damaged.
    fn damage(&mut self, documents: &[NumberedDocument]) {
        let Some(last) = self.last else { return };
        match self.later.last_mut() {
            Some((place, is_whole)) if *place == last => *is_whole = false,
            _ => {
                let docno = xxh3_128(documents[last].document.docno.as_bytes());
                self.damaged.insert(docno, last);
            }
        }
    }

    /// Returns the places of the documents that are not indexed, and why.
    fn repeated(self, documents: &[NumberedDocument]) -> BTreeMap<usize, String> {
        let docno_at = |place: usize| documents[place].document.docno.as_str();
        let damaged = self.damaged.into_iter().map(|(docno, place)| (docno, vec![place]));
        // Of each docno without a whole document so far.
        let mut damaged: HashMap<u128, Vec<usize>> = damaged.collect();
        let mut gone = BTreeMap::new();
        for (place, is_whole) in self.later {
            let docno = xxh3_128(docno_at(place).as_bytes());
            if let Some(places) = damaged.get_mut(&docno).filter(|_| !is_whole) {
                places.push(place);
            } else if let Some(places) = damaged.remove(&docno) {
                gone.extend(places.into_iter().map(|place| (place, WHOLE_COPY.to_owned())));
            } else {
                gone.insert(place, repeated(docno_at(place)));
            }
        }
        for place in damaged.into_values().flat_map(|places| places.into_iter().skip(1)) {
            gone.insert(place, repeated(docno_at(place)));
        }
        gone
    }
}

/// The docnos that no new document may have.
#[derive(Default)]
pub(super) struct Taken {
    /// Of documents seen so far.
    pub seen: SeenDocnos,
    /// Of pages that were deleted from the index.
    pub deleted: SeenDocnos,
    /// Starts of URLs whose pages were deleted.
    pub deleted_prefixes: Vec<UrlPrefix>,
}

impl Taken {
    /// Why a document must not come back; none if it may, and for a duplicate.
    fn forbids(&self, document: &RawDocument) -> Option<&'static str> {
        let docno = document.docno.as_bytes();
        if self.deleted.contains(docno) {
            return Some("the page with this docno was deleted from the index");
        }
        let prefixes = &self.deleted_prefixes;
        let is_forbidden = !prefixes.is_empty()
            && !self.seen.contains(docno)
            && UrlPrefix::any_is_start_of(prefixes, &document.url);
        is_forbidden.then_some(BELOW_DELETED_PREFIX)
    }
}

/// The documents still to come.
pub(super) struct Sequence<'a> {
    plan: &'a [PlannedArchive<'a>],
    /// The archives that are not started yet.
    archives: std::vec::IntoIter<Receiver<ReadChunk>>,
    current: Option<Receiver<ReadChunk>>,
    begun: usize,
    /// Records of the current archive so far, as its reader counts them.
    records: u64,
    /// Items of the current archive that were read and not taken yet.
    waiting: std::vec::IntoIter<ReadItem>,
    batches: usize,
    /// Of the batch to come.
    copies: LaterCopies,
    taken: Taken,
    trials: &'a PageTrials<'a>,
    /// Bytes of documents in a batch.
    batch_bytes: u64,
    progress: &'a dyn Progress,
    /// Whether an archive could not be read. Then there are no more batches, because later ones
    /// would leave it out.
    failed: bool,
}

impl<'a> Sequence<'a> {
    pub(super) fn new(
        plan: &'a [PlannedArchive<'a>],
        archives: Vec<Receiver<ReadChunk>>,
        taken: Taken,
        trials: &'a PageTrials<'a>,
        batch_bytes: u64,
        progress: &'a dyn Progress,
    ) -> Self {
        Self {
            plan,
            archives: archives.into_iter(),
            current: None,
            begun: 0,
            records: 0,
            waiting: Vec::new().into_iter(),
            batches: 0,
            copies: LaterCopies::default(),
            taken,
            trials,
            batch_bytes,
            progress,
            failed: false,
        }
    }

    /// Returns the next batch; `None` at the end of the collection and after a failure.
    pub(super) fn next_batch(&mut self) -> Result<Option<DocumentBatch>> {
        if self.failed {
            return Ok(None);
        }
        let batch = self.fill_batch();
        self.failed = batch.is_err();
        batch
    }

    fn fill_batch(&mut self) -> Result<Option<DocumentBatch>> {
        let mut batch = DocumentBatch {
            number: self.batches,
            documents: Vec::new(),
            lines: Vec::new(),
            parts: Vec::new(),
        };
        self.copies = LaterCopies::default();
        let mut bytes = 0;
        let mut place = 0;
        while bytes < self.batch_bytes {
            if self.progress.stops() {
                // A partial batch is dropped: the next ingest reads it again.
                return Ok(None);
            }
            let Some(read) = self.next_read(&mut batch)? else { break };
            bytes += weight(&read.item) as u64;
            self.take(&mut batch, place, read);
            place += 1;
        }
        self.drop_copies(&mut batch);
        self.progress.pages(batch.documents.len() as u64);
        self.batches += 1;
        Ok((!batch.parts.is_empty()).then_some(batch))
    }

    /// Returns the next item of the current archive, or of the one after it.
    fn next_read(&mut self, batch: &mut DocumentBatch) -> Result<Option<ReadItem>> {
        loop {
            if let Some(read) = self.waiting.next() {
                return Ok(Some(read));
            }
            match self.current.as_ref().map(Receiver::recv) {
                Some(Ok(chunk)) => self.waiting = chunk?.into_iter(),
                ended => {
                    if ended.is_some() {
                        self.part(batch).checkpoint = None;
                    }
                    let Some(receiver) = self.archives.next() else {
                        self.current = None;
                        return Ok(None);
                    };
                    self.current = Some(receiver);
                    let planned = &self.plan[self.begun];
                    self.begun += 1;
                    self.records = planned.begun.records;
                    self.progress.archive(&planned.archive.name);
                    self.part(batch).checkpoint = Some(planned.start);
                }
            }
        }
    }

    /// Adds an item to a batch.
    fn take(&mut self, batch: &mut DocumentBatch, place: usize, read: ReadItem) {
        let records = read.records - self.records;
        self.records = read.records;
        let part = self.part(batch);
        part.records += records;
        part.checkpoint = Some(read.checkpoint);
        let item = findable(read.item);
        let refused = match &item {
            Item::Document(document) => self.refused(document),
            _ => None,
        };
        let (outcome, report) = match (item, refused) {
            (Item::Document(document), None) => {
                let is_new = self.taken.seen.insert(document.docno.as_bytes());
                let part = self.part(batch);
                part.pages += 1;
                self.copies.last = Some(batch.documents.len());
                if !is_new {
                    self.copies.later.push((batch.documents.len(), true));
                }
                batch.documents.push(NumberedDocument {
                    place,
                    part: batch.parts.len() - 1,
                    document,
                });
                return;
            }
            (Item::Document(document), Some((reason, detail))) => {
                (RowOutcome::Skipped, report(document, reason, detail))
            }
            (Item::Skipped(report), _) => (RowOutcome::Skipped, report),
            (Item::Defective(report), _) => (RowOutcome::Defective, report),
        };
        match outcome {
            RowOutcome::Skipped => {
                self.copies.last = None;
                self.part(batch).skipped.count(report.reason);
            }
            RowOutcome::Defective => {
                if report.reason.is_damage() {
                    self.copies.damage(&batch.documents);
                }
                self.part(batch).defective.count(report.reason);
            }
        }
        let line = ReportRow { outcome, report };
        self.progress.skipped(&line);
        batch.lines.push((place, line));
    }

    /// Takes the documents out of a batch that another one of their docno stands for, and their own
    /// defects: nothing is lost by them. Damage of the file may have cost other records, and stays.
    fn drop_copies(&mut self, batch: &mut DocumentBatch) {
        let gone = std::mem::take(&mut self.copies).repeated(&batch.documents);
        if gone.is_empty() {
            return;
        }
        let mut dropped = HashMap::new();
        let documents = std::mem::take(&mut batch.documents);
        for (number, numbered) in documents.into_iter().enumerate() {
            let Some(detail) = gone.get(&number) else {
                batch.documents.push(numbered);
                continue;
            };
            let part = &mut batch.parts[numbered.part];
            part.pages -= 1;
            part.skipped.count(Reason::Duplicate);
            let report = report(numbered.document, Reason::Duplicate, detail.clone());
            dropped.insert(identity(&report), numbered.part);
            let line = ReportRow { outcome: RowOutcome::Skipped, report };
            self.progress.skipped(&line);
            batch.lines.push((numbered.place, line));
        }
        batch.lines.retain(|(_, ReportRow { outcome, report })| {
            let is_of_file = [Reason::DamagedMember, Reason::Truncated, Reason::Unreadable];
            if *outcome == RowOutcome::Skipped || is_of_file.contains(&report.reason) {
                return true;
            }
            let part = dropped.get(&identity(report));
            part.inspect(|part| batch.parts[**part].defective.uncount(report.reason)).is_none()
        });
    }

    /// Returns why a document is not indexed; `None` if it is.
    fn refused(&self, document: &RawDocument) -> Option<(Reason, String)> {
        if let Some(why) = self.taken.forbids(document) {
            return Some((Reason::Deleted, why.to_owned()));
        }
        let is_known = self.taken.seen.contains(document.docno.as_bytes());
        if is_known && !self.copies.has(&document.docno) {
            return Some((Reason::Duplicate, repeated(&document.docno)));
        }
        // One that is left out for this takes no docno: a later record may have it.
        let death = self.trials.death(document)?;
        Some((Reason::Crashed, format!("it ended the process that analyzed it alone ({death})")))
    }

    /// Returns the batch's part of the current archive.
    fn part<'b>(&self, batch: &'b mut DocumentBatch) -> &'b mut BatchPart {
        let planned = self.begun - 1;
        if batch.parts.last().is_none_or(|part| part.planned != planned) {
            batch.parts.push(BatchPart { planned, ..BatchPart::default() });
        }
        let last = batch.parts.len() - 1;
        &mut batch.parts[last]
    }
}

/// Makes the docno of a document one that the index can hold as a term, as those of all readers
/// are, and its URL one that a column can hold. Otherwise the page would be stored, but never found
/// again.
fn findable(mut item: Item) -> Item {
    if let Item::Document(document) = &mut item {
        let name = if document.docno.is_empty() {
            &format!("{}:{}", document.source.archive, document.source.offset)
        } else {
            &document.docno
        };
        document.docno = docno(name);
        if let Cow::Owned(url) = fitted(&document.url) {
            document.url = url;
        }
    }
    item
}

/// Why a document with the docno of an earlier one is not indexed.
fn repeated(docno: &str) -> String {
    let made = if docno::is_made(docno) {
        ", made of a name with white space or too many bytes"
    } else {
        ""
    };
    format!("an earlier record has this docno{made}; the first is kept")
}

/// What identifies the record of a report: archive, offset, docno.
fn identity(report: &RecordReport) -> (Arc<str>, u64, String) {
    (report.source.archive.clone(), report.source.offset, report.record.clone())
}

fn report(document: RawDocument, reason: Reason, detail: String) -> RecordReport {
    let bytes = body_bytes(&document) as u64;
    let RawDocument { source, docno: record, .. } = document;
    RecordReport { source, record, reason, detail, bytes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Error, Place};
    use crate::index::Added;
    use crate::index::manifest::ArchiveEntry;
    use crate::ingest::Options;
    use crate::ingest::in_work::{InWork, Suspects};
    use std::sync::mpsc::sync_channel;
    use tamis_collection::{Archive, Body, Source};

    fn page(docno: &str) -> ReadItem {
        let source = Source { archive: "-".into(), offset: 7 };
        let document = RawDocument::new(docno, source, Body::text("x"));
        ReadItem { item: Item::Document(document), checkpoint: Checkpoint::default(), records: 1 }
    }

    #[test]
    fn a_docno_that_is_no_term_becomes_one() {
        let archives = [Archive::from_bytes("-", *b"{\"docno\":\"a\"}").unwrap()];
        let begun = ArchiveEntry::default();
        let start = Checkpoint::default();
        let plan = [PlannedArchive { archive: &archives[0], entry: 0, begun, start }];
        let (sender, archive) = sync_channel(1);
        let long = "x".repeat(70_000);
        sender
            .send(Ok(vec![
                page(""),
                page(&long),
                page(&(long.clone() + "y")),
                page("a b"),
                page("a b"),
            ]))
            .unwrap();
        drop(sender);
        let folder = tempfile::tempdir().unwrap();
        let in_work = InWork::new(folder.path(), 1, Suspects::default()).unwrap();
        let options = Options::default();
        let trials = PageTrials::new(&options, &Added::default(), &in_work, &());
        let taken = Taken::default();
        let mut sequence = Sequence::new(&plan, vec![archive], taken, &trials, 1 << 20, &());
        let batch = sequence.next_batch().unwrap().unwrap();
        let docnos: Vec<&str> =
            batch.documents.iter().map(|numbered| numbered.document.docno.as_str()).collect();
        assert_eq!(docnos, ["-:7", &docno(&long), &docno(&(long.clone() + "y")), &docno("a b")]);
        let [(4, ReportRow { outcome: RowOutcome::Skipped, report })] = &batch.lines[..] else {
            panic!("{:?}", batch.lines)
        };
        assert!(
            report.reason == Reason::Duplicate && report.detail.contains("a name with white space"),
            "{report}"
        );
    }

    #[test]
    fn no_batch_follows_an_archive_that_cannot_be_read() {
        let archives = [Archive::from_bytes("-", *b"{\"docno\":\"a\"}").unwrap()];
        let begun = ArchiveEntry::default();
        let start = Checkpoint::default();
        let plan = [PlannedArchive { archive: &archives[0], entry: 0, begun, start }];
        let (sender, archive) = sync_channel(1);
        sender.send(Err(Error::format(Place::offset("-", 0), "the end", "more"))).unwrap();
        drop(sender);
        let folder = tempfile::tempdir().unwrap();
        let in_work = InWork::new(folder.path(), 1, Suspects::default()).unwrap();
        let options = Options::default();
        let trials = PageTrials::new(&options, &Added::default(), &in_work, &());
        let taken = Taken::default();
        let mut sequence = Sequence::new(&plan, vec![archive], taken, &trials, 1, &());
        assert!(sequence.next_batch().is_err());
        assert!(sequence.next_batch().unwrap().is_none());
    }
}
