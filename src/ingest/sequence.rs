//! All documents in one order: that of the arguments, then path, then offset; each docno once; cut into runs. What a run
//! holds follows from the collection alone, so the index depends neither on the threads nor on interruptions.

use super::Progress;
use super::ledger::{LossRow, Outcome};
use super::plan::Planned;
use super::read::{Batch, Read, body_bytes, weight};
use crate::error::Result;
use crate::index::manifest::Tally;
use std::collections::HashSet;
use std::sync::mpsc::Receiver;
use tamis_collection::RawDocument;
use tamis_collection::{Checkpoint, Item, Loss, Reason};
use xxhash_rust::xxh3::xxh3_128;

/// A stretch of the collection, its `number`th.
pub(super) struct DocumentRun {
    pub number: usize,
    pub documents: Vec<Numbered>,
    /// Its records that are not documents, in order, each with its place among the items of the run.
    pub lines: Vec<(usize, LossRow)>,
    /// What it adds to the archives that it reaches into, in order.
    pub parts: Vec<Part>,
}

/// A document, its place among the items of its run, and that of its archive in the run's parts.
pub(super) struct Numbered {
    pub place: usize,
    pub part: usize,
    pub document: RawDocument,
}

/// What a run adds to one archive.
#[derive(Debug, Clone, Default)]
pub(super) struct Part {
    /// The archive, as its place in the plan.
    pub planned: usize,
    pub records: u64,
    pub pages: u64,
    pub skipped: Tally,
    pub flawed: Tally,
    /// Where the next run begins in it; none at its end.
    pub checkpoint: Option<Checkpoint>,
}

/// Docnos seen, by their hash: 3 million docnos are 100 MB as text, and a collision of 128 bits would take 2^64.
#[derive(Default)]
pub(super) struct Docnos(HashSet<u128>);

impl Docnos {
    /// Remembers a docno; false if it was there.
    pub(super) fn insert(&mut self, docno: &[u8]) -> bool {
        self.0.insert(xxh3_128(docno))
    }
}

/// The documents still to come.
pub(super) struct Sequence<'a> {
    plan: &'a [Planned<'a>],
    batches: std::vec::IntoIter<Receiver<Batch>>,
    current: Option<Receiver<Batch>>,
    /// Archives begun so far.
    begun: usize,
    /// Records of the current archive that its reader has counted.
    records: u64,
    waiting: std::vec::IntoIter<Read>,
    runs: usize,
    docnos: Docnos,
    /// Bytes of documents that make a run.
    run_bytes: u64,
    progress: &'a dyn Progress,
    /// Whether an archive could not be read: then there are no more runs, for those behind it would pass it over.
    failed: bool,
}

impl<'a> Sequence<'a> {
    pub(super) fn new(
        plan: &'a [Planned<'a>],
        batches: Vec<Receiver<Batch>>,
        docnos: Docnos,
        run_bytes: u64,
        progress: &'a dyn Progress,
    ) -> Self {
        Self {
            plan,
            batches: batches.into_iter(),
            current: None,
            begun: 0,
            records: 0,
            waiting: Vec::new().into_iter(),
            runs: 0,
            docnos,
            run_bytes,
            progress,
            failed: false,
        }
    }

    /// The next run, or none at the end of the collection and after a failure.
    pub(super) fn next_run(&mut self) -> Result<Option<DocumentRun>> {
        if self.failed {
            return Ok(None);
        }
        let run = self.fill_run();
        self.failed = run.is_err();
        run
    }

    fn fill_run(&mut self) -> Result<Option<DocumentRun>> {
        let mut run = DocumentRun { number: self.runs, documents: Vec::new(), lines: Vec::new(), parts: Vec::new() };
        let (mut bytes, mut place) = (0, 0);
        while bytes < self.run_bytes {
            if self.progress.stops() {
                // A run that is not full is not a run: the next call begins it again.
                return Ok(None);
            }
            let Some(read) = self.next_read(&mut run)? else { break };
            bytes += weight(&read.item) as u64;
            self.take(&mut run, place, read);
            place += 1;
        }
        self.progress.pages(run.documents.len() as u64);
        self.runs += 1;
        Ok((!run.parts.is_empty()).then_some(run))
    }

    /// The next item of the current archive, or of the next one.
    fn next_read(&mut self, run: &mut DocumentRun) -> Result<Option<Read>> {
        loop {
            if let Some(read) = self.waiting.next() {
                return Ok(Some(read));
            }
            match self.current.as_ref().map(Receiver::recv) {
                Some(Ok(batch)) => self.waiting = batch?.into_iter(),
                ended => {
                    if ended.is_some() {
                        self.part(run).checkpoint = None;
                    }
                    let Some(receiver) = self.batches.next() else {
                        self.current = None;
                        return Ok(None);
                    };
                    self.current = Some(receiver);
                    let planned = &self.plan[self.begun];
                    self.begun += 1;
                    self.records = planned.begun.records;
                    self.progress.archive(&planned.archive.name);
                    self.part(run).checkpoint = Some(planned.start);
                }
            }
        }
    }

    fn take(&mut self, run: &mut DocumentRun, place: usize, read: Read) {
        let records = read.records - self.records;
        self.records = read.records;
        let part = self.part(run);
        part.records += records;
        part.checkpoint = Some(read.checkpoint);
        let (outcome, loss) = match read.item {
            Item::Document(document) if self.docnos.insert(document.docno.as_bytes()) => {
                let part = self.part(run);
                part.pages += 1;
                run.documents.push(Numbered { place, part: run.parts.len() - 1, document });
                return;
            }
            Item::Document(document) => (Outcome::Skipped, duplicate(document)),
            Item::Skipped(loss) => (Outcome::Skipped, loss),
            Item::Flawed(loss) => (Outcome::Flawed, loss),
        };
        let part = self.part(run);
        match outcome {
            Outcome::Skipped => part.skipped.count(loss.reason),
            Outcome::Flawed => part.flawed.count(loss.reason),
        }
        let line = LossRow { outcome, loss };
        self.progress.lost(&line);
        run.lines.push((place, line));
    }

    /// What the run adds to the current archive.
    fn part<'r>(&self, run: &'r mut DocumentRun) -> &'r mut Part {
        let planned = self.begun - 1;
        if run.parts.last().is_none_or(|part| part.planned != planned) {
            run.parts.push(Part { planned, ..Part::default() });
        }
        let last = run.parts.len() - 1;
        &mut run.parts[last]
    }
}

fn duplicate(document: RawDocument) -> Loss {
    let bytes = body_bytes(&document) as u64;
    let detail = "the docno was there before; the first one is kept".to_owned();
    Loss { source: document.source, record: document.docno, reason: Reason::Duplicate, detail, bytes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Error, Place};
    use crate::index::manifest::ArchiveEntry;
    use crate::ingest::Silent;
    use std::sync::mpsc::sync_channel;
    use tamis_collection::discover;

    #[test]
    fn an_archive_that_cannot_be_read_does_not_end_for_whoever_asks_next() {
        let archives = discover(&["-"]).unwrap();
        let (begun, start) = (ArchiveEntry::default(), Checkpoint::default());
        let plan = [Planned { archive: &archives[0], entry: 0, begun, start }];
        let (sender, batches) = sync_channel(1);
        sender.send(Err(Error::format(Place::offset("-", 0), "the end", "more"))).unwrap();
        drop(sender);
        let mut sequence = Sequence::new(&plan, vec![batches], Docnos::default(), 1, &Silent);
        assert!(sequence.next_run().is_err());
        assert!(sequence.next_run().unwrap().is_none());
    }
}
