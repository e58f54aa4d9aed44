//! Commits segments in the order of their batches. Every commit holds a prefix of the collection,
//! so an interrupted ingest continues from it and ends with the same index.

use super::build::BuiltBatch;
use super::ledger::{Ledger, ReportRow};
use super::options::Options;
use super::plan::PlannedArchive;
use super::progress::Progress;
use super::segments::next_merge;
use super::sequence::BatchPart;
use crate::error::{Error, Place, Result};
use crate::index::added::SegmentRows;
use crate::index::manifest::{ArchiveEntry, SegmentEntry};
use crate::index::{Added, Index, IndexWriter, Manifest};
use crate::repeats::{self, RowHashes};
use std::collections::BTreeMap;
use std::ops::Range;
use tamis_collection::RecordReport;
use tamis_place::FormatError;

/// Sorts batches and commits them.
pub(super) struct Committer<'a> {
    writer: &'a IndexWriter,
    /// The manifest of the next commit.
    pub manifest: Manifest,
    /// Pages of the last commit.
    pub committed: u64,
    ledger: Ledger,
    /// The labels that were added to the index, over the segments of the manifest in their order.
    pub added: Added,
    /// Whether they have changed since the last commit.
    relabelled: bool,
    /// The hashes of all rows; none if the index had some when the ingest began.
    row_hashes: Option<RowHashes>,
    plan: &'a [PlannedArchive<'a>],
    options: &'a Options,
    pub progress: &'a dyn Progress,
    waiting: BTreeMap<usize, BuiltBatch>,
    /// The number of the next batch to commit.
    next: usize,
}

impl<'a> Committer<'a> {
    /// Continues from `manifest`, the last commit.
    pub(super) fn new(
        writer: &'a IndexWriter,
        mut manifest: Manifest,
        ledger: Ledger,
        added: Added,
        plan: &'a [PlannedArchive<'a>],
        options: &'a Options,
        progress: &'a dyn Progress,
    ) -> Self {
        manifest.finished = false;
        let committed = manifest.counts.pages;
        let waiting = BTreeMap::new();
        let is_new = manifest.segments.is_empty();
        let row_hashes = is_new.then(|| RowHashes::new(writer.path()));
        Self {
            writer,
            manifest,
            committed,
            ledger,
            added,
            relabelled: false,
            row_hashes,
            plan,
            options,
            progress,
            waiting,
            next: 0,
        }
    }

    /// Takes a batch. If it is the next one, commits it with the batches that waited for it.
    pub(super) fn take(&mut self, built: BuiltBatch) -> Result<()> {
        self.waiting.insert(built.number, built);
        let mut any = false;
        let mut checked = Ok(());
        let mut ended = Vec::new();
        while let Some(built) = self.waiting.remove(&self.next) {
            // Those before it are committed, whether they came before it or waited with it.
            checked = self.check(&built);
            if checked.is_err() {
                break;
            }
            self.next += 1;
            self.add(built, &mut ended)?;
            any = true;
            // After every batch, not after every commit: the number of batches in a commit depends
            // on timing.
            self.settle()?;
        }
        if any {
            self.commit()?;
            self.progress.committed();
            for place in ended {
                self.progress.ended(&self.manifest.archives[place]);
            }
        }
        checked
    }

    /// Merges the segments that are due. A continued ingest calls this first, because the merge may
    /// have been interrupted.
    pub(super) fn settle(&mut self) -> Result<()> {
        while let Some(range) = next_merge(&self.manifest.segments) {
            // Only committed segments can be merged.
            self.commit()?;
            self.merge(range)?;
        }
        Ok(())
    }

    /// Ends the ingest: marks the index as finished, unless the caller requested a stop.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.count_repeats()?;
        self.manifest.finished = !self.progress.stops() && self.manifest.repeats.is_some();
        if self.manifest.finished {
            self.manifest.damaged_before = self.manifest.counts.damaged();
        }
        self.commit()?;
        self.writer.collect_garbage()?;
        self.writer.remove_other_files(&self.manifest)
    }

    /// Counts how often blocks repeat, unless they are counted or the caller requested a stop: then
    /// the next ingest counts them.
    fn count_repeats(&mut self) -> Result<()> {
        if self.progress.stops() || self.manifest.repeats.is_some() {
            return Ok(());
        }
        self.progress.counting();
        // What is counted is committed: so is every batch, and every merge.
        let index = Index::open_alone(self.writer.path())?;
        match repeats::write_known(&index, self.row_hashes.take(), &|| self.progress.stops()) {
            Err(Error::Interrupted) => Ok(()),
            counted => {
                self.manifest.repeats = Some(counted?);
                Ok(())
            }
        }
    }

    /// Refuses a batch that exceeds the maximum number of damaged records.
    fn check(&self, built: &BuiltBatch) -> Result<()> {
        let Some(allowed) = self.options.max_damaged else { return Ok(()) };
        let mut damaged = built.lines.iter().filter(|line| line.report.reason.is_damage());
        let left = allowed.saturating_sub(self.manifest.counts.damaged());
        let Some(ReportRow { report, .. }) = damaged.nth(left as usize) else {
            return Ok(());
        };
        let RecordReport { source, record, reason, detail, .. } = report;
        let place = Place::offset(&*source.archive, source.offset);
        let record = if record.is_empty() { String::new() } else { format!(" in {record}") };
        let expected = if allowed == 0 {
            "an intact record".to_owned()
        } else {
            format!("at most {allowed} damaged records")
        };
        Err(Error::TooDamaged {
            record: FormatError::new(place, format!("{reason}{record}: {detail}"), expected),
        })
    }

    /// Adds a batch to the next commit; `ended` gets the archives that end in it.
    fn add(&mut self, built: BuiltBatch, ended: &mut Vec<usize>) -> Result<()> {
        let before = self.manifest.counts.pages;
        for part in built.parts {
            ended.extend(self.account(part));
        }
        for line in &built.lines {
            self.ledger.write(line)?;
        }
        let counts = &mut self.manifest.counts;
        counts.blocks += built.blocks;
        counts.tokens += built.tokens;
        if let Some(segment) = built.segment {
            // Those of the former commit are of other segments.
            self.manifest.repeats = None;
            if let Some(hashes) = &mut self.row_hashes {
                let path = self.writer.path();
                let spooled = hashes.add(&built.row_hashes);
                spooled.map_err(|e| Error::io("write the hashes of blocks to", path, e))?;
            }
            let id = segment.id().uuid_string();
            self.added.push(
                SegmentRows { id: id.clone(), rows: built.blocks },
                &built.added_labels,
                before,
            );
            self.relabelled = true;
            self.manifest.segments.push(SegmentEntry { id, merged: false });
            self.writer.add(segment)?;
        }
        Ok(())
    }

    /// Adds a batch's part of an archive to the manifest. Returns the archive's position there if
    /// the archive ends here.
    fn account(&mut self, part: BatchPart) -> Option<usize> {
        let planned = &self.plan[part.planned];
        let archives = &mut self.manifest.archives;
        if archives.len() == planned.entry {
            archives.push(planned.begun.clone());
        }
        let entry: &mut ArchiveEntry = &mut archives[planned.entry];
        entry.records += part.records;
        entry.pages += part.pages;
        entry.skipped.add(&part.skipped);
        entry.defective.add(&part.defective);
        entry.checkpoint = part.checkpoint;
        let counts = &mut self.manifest.counts;
        counts.records += part.records;
        counts.pages += part.pages;
        counts.skipped.add(&part.skipped);
        counts.defective.add(&part.defective);
        self.manifest.count_changed(part.pages);
        part.checkpoint.is_none().then_some(planned.entry)
    }

    /// Commits. The list of skipped records is written to disk first, because the commit records
    /// its length.
    fn commit(&mut self) -> Result<()> {
        (self.manifest.report_list_bytes, self.manifest.report_list_hash) = self.ledger.sync()?;
        let relabelled = std::mem::take(&mut self.relabelled) && !self.added.labels.is_empty();
        if relabelled {
            self.manifest.labels = self.added.write(self.writer.path())?;
        }
        self.writer.commit(&self.manifest)?;
        if relabelled {
            self.writer.remove_other_files(&self.manifest)?;
        }
        self.committed = self.manifest.counts.pages;
        Ok(())
    }

    /// Merges these segments into one and commits.
    fn merge(&mut self, range: Range<usize>) -> Result<()> {
        let segments = &mut self.manifest.segments;
        let ids: Vec<&str> =
            segments[range.clone()].iter().map(|segment| segment.id.as_str()).collect();
        let id = self.writer.merge(&ids)?;
        self.added.merge(range.clone(), &id);
        self.relabelled = true;
        segments.splice(range, [SegmentEntry { id, merged: true }]);
        self.manifest.repeats = None;
        self.commit()
    }
}
