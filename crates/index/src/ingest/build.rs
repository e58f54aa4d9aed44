//! Builds a segment from a run: a free thread parses, cuts, classifies, analyzes and writes its
//! pages.

use super::analyze::{Judges, analyze_with};
use super::dedup::{self, Seen};
use super::labellers::Labellers;
use super::ledger::{Outcome, SkippedRow};
use super::options::Options;
use super::sequence::{DocumentBatch, Numbered, Part, Sequence};
use crate::analyze::Analyzer;
use crate::error::Result;
use crate::index::recipe::Dedup;
use crate::index::{AnalyzedPage, IndexWriter};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use tamis_blocks::classify::{Scorers, Set};
use tamis_collection::RawDocument;
use tamis_collection::{Reason, RecordReport};
use tantivy::index::SegmentMeta;

/// A run, built as a segment.
pub(super) struct Built {
    pub number: usize,
    /// `None` if no page of the run is indexed.
    pub segment: Option<SegmentMeta>,
    pub blocks: u64,
    pub tokens: u64,
    /// The bits of added labels, one word per block of the segment; empty without classifiers of
    /// such labels.
    pub added_labels: Vec<u64>,
    pub parts: Vec<Part>,
    /// In the order of the records.
    pub lines: Vec<SkippedRow>,
}

/// Shared by the threads that build segments.
pub(super) struct Workshop<'a> {
    pub sequence: Mutex<Sequence<'a>>,
    /// Set after a failure, or when the caller asks to stop.
    pub stop: &'a AtomicBool,
    pub writer: &'a IndexWriter,
    pub analyzer: Analyzer,
    pub classifiers: Set,
    pub scorers: Scorers,
    pub added: Labellers,
    pub options: &'a Options,
    pub seen: Seen,
}

impl Workshop<'_> {
    /// Runs one thread: takes the next run and builds its segment, until no run is left or `stop`
    /// is set.
    pub(super) fn work(&self, built: &Sender<Result<Built>>) {
        while !self.stop.load(Ordering::Relaxed) {
            // A poisoned lock means that another thread panicked, and its panic is the one to
            // report.
            let Ok(run) = self.sequence.lock().map(|mut sequence| sequence.next_run()) else {
                break;
            };
            let Some(run) = run.transpose() else { break };
            let segment = run.and_then(|run| self.build(run));
            self.stop.fetch_or(segment.is_err(), Ordering::Relaxed);
            if built.send(segment).is_err() {
                break;
            }
        }
    }

    fn build(&self, mut run: DocumentBatch) -> Result<Built> {
        let documents = std::mem::take(&mut run.documents);
        let mut lines = std::mem::take(&mut run.lines);
        let mut analyzer = self.analyzer.clone();
        let mut blocks = 0;
        let mut tokens = 0;
        let mut added_labels = Vec::new();
        let analyzed = documents.into_iter().map(|Numbered { place, part, document }| {
            let judges = Judges {
                classifiers: &self.classifiers,
                scorers: &self.scorers,
                added: &self.added,
            };
            let mut page = analyze_with(document, &mut analyzer, judges, self.options);
            page.fingerprint = dedup::fingerprint(self.options.recipe.dedup, &page);
            (place, part, page)
        });
        let mut note = |place: usize, part: usize, outcome: Outcome, report: RecordReport| {
            let part: &mut Part = &mut run.parts[part];
            match outcome {
                Outcome::Skipped => {
                    part.pages -= 1;
                    part.skipped.count(report.reason);
                }
                Outcome::Defective => part.defective.count(report.reason),
            }
            lines.push((place, SkippedRow { outcome, report }));
        };
        let mut keep = |(place, part, mut page): (usize, usize, AnalyzedPage)| {
            std::mem::take(&mut page.defects)
                .into_iter()
                .for_each(|report| note(place, part, Outcome::Defective, report));
            added_labels.append(&mut page.added_labels);
            blocks += page.block_tokens.len() as u64;
            tokens += page.block_tokens.iter().map(|block| u64::from(block.count)).sum::<u64>();
            page
        };
        let segment = if self.options.recipe.dedup == Dedup::Off {
            self.writer.segment(analyzed.map(keep))?
        } else {
            let analyzed: Vec<_> = analyzed.collect();
            let repeated =
                self.seen.resolve(run.number, analyzed.iter().map(|(.., page)| page), self.stop)?;
            let mut kept = Vec::with_capacity(analyzed.len());
            let mut left = Vec::new();
            for (page, repeated) in analyzed.into_iter().zip(repeated) {
                match repeated {
                    None => kept.push(keep(page)),
                    Some(docno) => left.push((page, docno)),
                }
            }
            for ((place, part, page), docno) in left {
                note(place, part, Outcome::Skipped, self.repeated(&page, &docno));
            }
            self.writer.segment(kept.into_iter())?
        };
        // The sort is stable: losses found here follow the reader's losses of the same record.
        lines.sort_by_key(|(place, _)| *place);
        let lines = lines.into_iter().map(|(_, line)| line).collect();
        Ok(Built {
            number: run.number,
            segment,
            blocks,
            tokens,
            added_labels,
            parts: run.parts,
            lines,
        })
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
