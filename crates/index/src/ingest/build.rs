//! Builds a segment from a batch of documents: a free thread parses, cuts, classifies, analyzes and
//! writes its pages.

use super::analyze::{BlockClassifiers, analyze_with};
use super::dedup::{self, SeenPages};
use super::in_work::{InWork, Turn};
use super::labellers::Labellers;
use super::ledger::{ReportRow, RowOutcome};
use super::options::Options;
use super::progress::Progress;
use super::sequence::{BatchPart, DocumentBatch, NumberedDocument, Sequence};
use crate::analyze::{Analyzer, Vocabulary};
use crate::error::{Error, Result};
use crate::index::recipe::Dedup;
use crate::index::{AnalyzedPage, IndexWriter};
use crate::repeats::hashes;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use tamis_blocks::classify::LabelSet;
use tamis_blocks::classify::{Scorers, Set};
use tamis_collection::RawDocument;
use tamis_collection::{Reason, RecordReport};
use tantivy::index::SegmentMeta;

/// A batch, built as a segment.
pub(super) struct BuiltBatch {
    pub number: usize,
    /// `None` if no page of the batch is indexed.
    pub segment: Option<SegmentMeta>,
    pub blocks: u64,
    pub tokens: u64,
    /// The added labels of every block of the segment; empty without classifiers of such labels.
    pub added_labels: Vec<LabelSet>,
    /// The hash of the terms of every block of the segment.
    pub row_hashes: Vec<u64>,
    pub parts: Vec<BatchPart>,
    /// In the order of the records.
    pub lines: Vec<ReportRow>,
}

/// Shared by the threads that build segments.
pub(super) struct SegmentBuilder<'a> {
    /// Set after a failure, or when the caller requests a stop.
    pub stop: &'a AtomicBool,
    pub progress: &'a dyn Progress,
    pub writer: &'a IndexWriter,
    pub analyzer: Analyzer,
    pub classifiers: Set,
    pub scorers: Scorers,
    pub added: Labellers,
    pub options: &'a Options,
    pub seen: SeenPages,
    pub in_work: &'a InWork,
}

impl SegmentBuilder<'_> {
    /// Runs the thread of this number: takes the next batch and builds its segment, until no batch
    /// is left or `stop` is set.
    pub(super) fn work(
        &self,
        worker: usize,
        sequence: &Mutex<Sequence<'_>>,
        built: &Sender<Result<BuiltBatch>>,
    ) {
        while !self.stop.load(Ordering::Relaxed) {
            // A poisoned lock means that another thread panicked, and its panic is the one to
            // report.
            let Ok(batch) = sequence.lock().map(|mut sequence| sequence.next_batch()) else {
                break;
            };
            let Some(batch) = batch.transpose() else { break };
            let segment = batch.and_then(|batch| self.build(worker, batch));
            self.stop.fetch_or(segment.is_err(), Ordering::Relaxed);
            if built.send(segment).is_err() {
                break;
            }
        }
    }

    fn build(&self, worker: usize, mut batch: DocumentBatch) -> Result<BuiltBatch> {
        let documents = std::mem::take(&mut batch.documents);
        let mut terms = TermBuilder {
            worker,
            analyzer: self.analyzer.clone(),
            vocabulary: Vocabulary::default(),
        };
        let mut building = Building::new(batch);
        let mut segment = self.writer.begin_segment();
        if self.options.recipe.dedup == Dedup::Off {
            for numbered in documents {
                self.check_stop()?;
                let (analyzed, turn) = self.analyze(numbered, &mut terms);
                segment.add(building.keep(analyzed, &terms.vocabulary))?;
                turn.done();
            }
        } else {
            for page in self.different(documents, &mut terms, &mut building)? {
                segment.add(page)?;
            }
        }
        self.in_work.rest(worker);
        // Their memory is free while the segment is written.
        terms.vocabulary.forget_words();
        let segment = segment.finish(&terms.vocabulary)?;
        Ok(building.finish(segment))
    }

    /// Returns the pages that do not repeat the text of an earlier one, and reports the others.
    fn different(
        &self,
        documents: Vec<NumberedDocument>,
        terms: &mut TermBuilder,
        building: &mut Building,
    ) -> Result<Vec<AnalyzedPage>> {
        let mut analyzed = Vec::with_capacity(documents.len());
        for numbered in documents {
            self.check_stop()?;
            let (page, turn) = self.analyze(numbered, terms);
            analyzed.push(page);
            turn.done();
        }
        let pages = analyzed.iter().map(|analyzed| &analyzed.page);
        let repeated = self.seen.resolve(building.number, pages, self.stop)?;
        let mut kept = Vec::with_capacity(analyzed.len());
        let mut duplicates = Vec::new();
        for (page, repeated) in analyzed.into_iter().zip(repeated) {
            match repeated {
                None => kept.push(building.keep(page, &terms.vocabulary)),
                Some(docno) => duplicates.push((page, docno)),
            }
        }
        for (NumberedPage { place, part, page }, docno) in duplicates {
            building.note(place, part, RowOutcome::Skipped, self.repeated(&page, &docno));
        }
        Ok(kept)
    }

    /// Gives up the batch once the caller requests a stop: with many classifiers, a batch takes
    /// half a minute. The next ingest builds it again.
    fn check_stop(&self) -> Result<()> {
        if self.progress.stops() { Err(Error::Interrupted) } else { Ok(()) }
    }

    /// Analyzes a page once it is its turn, which lasts until the page is done.
    fn analyze(
        &self,
        numbered: NumberedDocument,
        terms: &mut TermBuilder,
    ) -> (NumberedPage, Turn<'_>) {
        let NumberedDocument { place, part, document } = numbered;
        let turn = self.in_work.begin(terms.worker, &document);
        let classifiers = BlockClassifiers {
            classifiers: &self.classifiers,
            scorers: &self.scorers,
            added: &self.added,
        };
        let TermBuilder { analyzer, vocabulary, .. } = terms;
        let mut page = analyze_with(document, analyzer, vocabulary, classifiers, self.options);
        page.fingerprint = dedup::fingerprint(self.options.recipe.dedup, &page, vocabulary);
        (NumberedPage { place, part, page }, turn)
    }

    /// Returns the report of a page that repeats the page `docno`.
    fn repeated(&self, page: &AnalyzedPage, docno: &str) -> RecordReport {
        let reason = if self.options.recipe.dedup == Dedup::Near {
            Reason::NearDuplicate
        } else {
            Reason::DuplicateText
        };
        let RawDocument { source, docno: record, .. } = &page.document;
        let source = source.clone();
        let record = record.clone();
        RecordReport {
            source,
            record,
            reason,
            detail: format!("{docno} is kept"),
            bytes: page.blocks.text.len() as u64,
        }
    }
}

/// What turns the texts of a batch into terms.
struct TermBuilder {
    /// The number of the thread.
    worker: usize,
    analyzer: Analyzer,
    vocabulary: Vocabulary,
}

/// A page with the numbers of its document.
struct NumberedPage {
    place: usize,
    part: usize,
    page: AnalyzedPage,
}

/// A batch whose segment is being built.
struct Building {
    number: usize,
    blocks: u64,
    tokens: u64,
    added_labels: Vec<LabelSet>,
    row_hashes: Vec<u64>,
    parts: Vec<BatchPart>,
    lines: Vec<(usize, ReportRow)>,
}

impl Building {
    fn new(batch: DocumentBatch) -> Self {
        Self {
            number: batch.number,
            blocks: 0,
            tokens: 0,
            added_labels: Vec::new(),
            row_hashes: Vec::new(),
            parts: batch.parts,
            lines: batch.lines,
        }
    }

    /// Counts a page that is indexed, and notes its defects.
    fn keep(&mut self, analyzed: NumberedPage, vocabulary: &Vocabulary) -> AnalyzedPage {
        let NumberedPage { place, part, mut page } = analyzed;
        for report in std::mem::take(&mut page.defects) {
            self.note(place, part, RowOutcome::Defective, report);
        }
        self.added_labels.append(&mut page.added_labels);
        self.blocks += page.block_terms.len() as u64;
        self.tokens += page.terms.len() as u64;
        let mut hashes = page.terms.iter().map(|term| vocabulary.hash(*term));
        for count in &page.block_terms {
            let of_block = hashes.by_ref().take(*count as usize);
            self.row_hashes.push(hashes::of_hashes(of_block));
        }
        page
    }

    /// Notes that a page is not indexed after all, or is defective.
    fn note(&mut self, place: usize, part: usize, outcome: RowOutcome, report: RecordReport) {
        let part = &mut self.parts[part];
        match outcome {
            RowOutcome::Skipped => {
                part.pages -= 1;
                part.skipped.count(report.reason);
            }
            RowOutcome::Defective => part.defective.count(report.reason),
        }
        self.lines.push((place, ReportRow { outcome, report }));
    }

    fn finish(mut self, segment: Option<SegmentMeta>) -> BuiltBatch {
        // The sort is stable: reports that were added here follow the reader's of the same record.
        self.lines.sort_by_key(|(place, _)| *place);
        let Self { number, blocks, tokens, added_labels, row_hashes, parts, lines } = self;
        let lines = lines.into_iter().map(|(_, line)| line).collect();
        BuiltBatch { number, segment, blocks, tokens, added_labels, row_hashes, parts, lines }
    }
}
