//! The commit that deletes pages.

use super::select::Selected;
use crate::corpus::Corpus;
use crate::error::{Error, Remedy, Result};
use crate::index::Manifest;
use crate::index::added::{Added, SegmentRows};
use crate::index::columns::{BlockColumn, BlockNumbers};
use crate::index::manifest::{ArchiveEntry, SegmentEntry};
use crate::index::rewrite::Rewrite;
use crate::ingest::ledger::{Ledger, ReportRow, RowOutcome};
use crate::ingest::segments::reconcile;
use crate::repeats;
use std::path::Path;
use tamis_collection::{ArchiveKind, Reason, RecordReport, Source};

/// The detail of a deleted page in the list of skipped records.
const DETAIL: &str = "deleted from the index";

/// A change of an index that is not yet committed.
pub(super) struct Change<'a> {
    path: &'a Path,
    corpus: &'a Corpus,
    manifest: Manifest,
    added: Added,
    rewrite: Rewrite,
}

impl<'a> Change<'a> {
    /// Begins a change of the index in `path`, of which `corpus` consists. `manifest` is that of
    /// its last commit. The caller must hold the writer's lock.
    pub fn new(path: &'a Path, corpus: &'a Corpus, mut manifest: Manifest) -> Result<Self> {
        let index = &corpus.indexes[0];
        let there =
            index.searcher.segment_readers().iter().map(|reader| reader.segment_id().uuid_string());
        reconcile(&mut manifest, &there.collect::<Vec<_>>())
            .map_err(|found| Error::index(path, found).with_remedy(Remedy::Check))?;
        let added = (*index.added).clone().checked()?;
        let rewrite = Rewrite::begin(path)?;
        Ok(Self { path, corpus, manifest, added, rewrite })
    }

    /// Deletes the pages and commits.
    pub fn apply(mut self, selected: &Selected) -> Result<()> {
        let ids: Vec<String> =
            self.manifest.segments.iter().map(|segment| segment.id.clone()).collect();
        let readers = self.corpus.indexes[0].searcher.segment_readers();
        for (ordinal, reader) in (0..).zip(readers) {
            let gone = &selected.gone[ordinal];
            if gone.contains(&true) {
                let id = reader.segment_id().uuid_string();
                let entry = ids.iter().position(|known| *known == id);
                self.segment(ordinal, &id, entry, gone)?;
            }
        }
        self.manifest.segments.retain(|segment| !segment.id.is_empty());
        self.added.drop_unnamed_segments();
        let places = self.places(selected);
        self.added.forget_pages(&places);
        self.count(selected, &places);
        self.manifest.forbid_urls(&selected.matched_prefixes);
        self.list(selected)?;
        self.manifest.labels = self.added.write(self.path)?;
        if self.manifest.repeats.take().is_some() {
            let staged = self.rewrite.staged(&self.manifest)?;
            self.manifest.repeats = Some(repeats::write(&staged, &|| false)?);
        }
        self.rewrite.commit(&self.manifest)
    }

    /// Replaces a segment by one without the pages that are `gone`, and counts their blocks and
    /// tokens.
    fn segment(
        &mut self,
        ordinal: usize,
        id: &str,
        entry: Option<usize>,
        gone: &[bool],
    ) -> Result<()> {
        let segment = &self.corpus.segments[ordinal];
        let mut numbers = BlockNumbers::default();
        let mut keeps_row = vec![true; *segment.first_row.last().unwrap_or(&0) as usize];
        let keeps: Vec<bool> =
            (0..).zip(gone).map(|(doc, gone)| segment.is_alive(doc) && !gone).collect();
        for (doc, keeps) in (0..).zip(&keeps) {
            let rows = segment.first_row[doc as usize] as usize
                ..segment.first_row[doc as usize + 1] as usize;
            keeps_row[rows.clone()].fill(*keeps);
            if gone[doc as usize] {
                let read = segment.read(&(doc..doc + 1), BlockColumn::Tokens.into(), &mut numbers);
                read.map_err(|e| self.corpus.indexes[0].error(e))?;
                self.manifest.counts.blocks -= rows.len() as u64;
                let tokens = &numbers[BlockColumn::Tokens][..rows.len()];
                self.manifest.counts.tokens -= tokens.iter().sum::<u64>();
            }
        }
        let new = self.rewrite.replace(id, &keeps)?.unwrap_or_default();
        if let Some(entry) = entry {
            let merged = self.manifest.segments[entry].merged;
            self.manifest.segments[entry] = SegmentEntry { id: new.clone(), merged };
        }
        let rows = keeps_row.iter().filter(|keeps| **keeps).count() as u64;
        self.added.replace(ordinal, SegmentRows { id: new, rows }, &keeps_row);
        Ok(())
    }

    /// Returns the places of the pages in the order of all pages of the index.
    fn places(&self, selected: &Selected) -> Vec<u64> {
        let mut next = 0;
        let mut places = Vec::new();
        for ordinal in self.corpus.indexes[0].segments_in_order() {
            let gone = &selected.gone[ordinal as usize];
            let segment = &self.corpus.segments[ordinal as usize];
            for (_, gone) in (0..).zip(gone).filter(|(doc, _)| segment.is_alive(*doc)) {
                places.extend(gone.then_some(next));
                next += 1;
            }
        }
        places
    }

    /// Turns the pages into skipped records, in the counts of the index and of their archives.
    fn count(&mut self, selected: &Selected, places: &[u64]) {
        self.manifest.count_changed(selected.deletion.pages.len() as u64);
        let entries = entries_by_place(&self.manifest.archives, places);
        for (page, entry) in selected.deletion.pages.iter().zip(entries) {
            let counts = &mut self.manifest.counts;
            counts.pages -= 1;
            counts.skipped.count(Reason::Deleted);
            if let Some(entry) = entry_of(&mut self.manifest.archives, &page.archive, entry) {
                entry.pages -= 1;
                entry.skipped.count(Reason::Deleted);
            }
        }
    }

    /// Adds the pages to the list of skipped records.
    fn list(&mut self, selected: &Selected) -> Result<()> {
        let mut ledger = Ledger::open(self.path, &self.manifest, |_| {})?;
        for page in &selected.deletion.pages {
            let source = Source { archive: page.archive.as_str().into(), offset: page.offset };
            let record = page.docno.clone();
            let detail = DETAIL.to_owned();
            let report = RecordReport { source, record, reason: Reason::Deleted, detail, bytes: 0 };
            ledger.write(&ReportRow { outcome: RowOutcome::Skipped, report })?;
        }
        (self.manifest.report_list_bytes, self.manifest.report_list_hash) = ledger.sync()?;
        Ok(())
    }
}

/// Returns the numbers of the entries that pages at these places, in order, are in: pages stand in
/// the order of their archives.
fn entries_by_place(entries: &[ArchiveEntry], places: &[u64]) -> Vec<usize> {
    let mut pages = 0;
    let mut ends = Vec::with_capacity(entries.len());
    for entry in entries {
        pages += entry.pages;
        ends.push(pages);
    }
    places.iter().map(|place| ends.partition_point(|end| end <= place)).collect()
}

/// Returns the entry of the archive that a page came from. A loose page knows its file alone: its
/// entry is a folder above it, of several the one at its place.
fn entry_of<'m>(
    entries: &'m mut [ArchiveEntry],
    archive: &str,
    at_place: usize,
) -> Option<&'m mut ArchiveEntry> {
    let named = entries.iter().position(|entry| entry.pages > 0 && entry.path == archive);
    let is_at_place = entries.get(at_place).is_some_and(|entry| is_folder_of(entry, archive));
    let number = match named {
        Some(number) => number,
        None if is_at_place => at_place,
        None => entries.iter().position(|entry| is_folder_of(entry, archive))?,
    };
    entries.get_mut(number)
}

/// Whether an entry is a folder above this file, and has pages.
fn is_folder_of(entry: &ArchiveEntry, file: &str) -> bool {
    let is_folder = entry.kind == ArchiveKind::Folder.name();
    entry.pages > 0 && is_folder && Path::new(file).starts_with(&entry.path)
}
