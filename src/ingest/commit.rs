//! Segments to commits, in the order of their runs. Whatever is committed is a prefix of the collection: that is why an
//! interrupted ingest goes on where it was, and ends with the same index.

use super::build::Built;
use super::ledger::{Ledger, LossRow};
use super::plan::Planned;
use super::sequence::Part;
use super::{Options, Progress};
use crate::error::{Error, Place, Result};
use crate::index::manifest::{ArchiveEntry, SegmentEntry};
use crate::index::{IndexWriter, Manifest};
use std::collections::BTreeMap;
use std::ops::Range;
use tamis_collection::Loss;
use tamis_place::FormatError;

/// Runs whose segments are merged into one.
const GROUP: usize = 12;

/// Puts runs into order and commits them.
pub(super) struct Committer<'a> {
    writer: &'a IndexWriter,
    /// What the next commit says of the index.
    pub manifest: Manifest,
    /// Pages of the last commit.
    pub committed: u64,
    ledger: Ledger,
    plan: &'a [Planned<'a>],
    options: &'a Options,
    pub progress: &'a dyn Progress,
    /// Runs that came before their turn.
    waiting: BTreeMap<usize, Built>,
    /// The run whose turn it is.
    next: usize,
}

impl<'a> Committer<'a> {
    /// Goes on from `manifest`, the last commit.
    pub(super) fn new(
        writer: &'a IndexWriter,
        mut manifest: Manifest,
        ledger: Ledger,
        plan: &'a [Planned<'a>],
        options: &'a Options,
        progress: &'a dyn Progress,
    ) -> Self {
        manifest.finished = false;
        let committed = manifest.counts.pages;
        Self { writer, manifest, committed, ledger, plan, options, progress, waiting: BTreeMap::new(), next: 0 }
    }

    /// Takes a run, and commits it and all that waited for it if it is its turn.
    pub(super) fn take(&mut self, built: Built) -> Result<()> {
        self.waiting.insert(built.number, built);
        let (mut any, mut ended) = (false, Vec::new());
        while let Some(built) = self.waiting.remove(&self.next) {
            self.check(&built)?;
            self.next += 1;
            self.add(built, &mut ended)?;
            any = true;
            // Looked at after every run, not after every commit: how many runs a commit takes is chance.
            self.settle()?;
        }
        if any {
            self.commit()?;
            ended.iter().for_each(|place| self.progress.ended(&self.manifest.archives[*place]));
        }
        Ok(())
    }

    /// Merges what is due. An interrupted ingest begins with it, for the merge may be what was interrupted.
    pub(super) fn settle(&mut self) -> Result<()> {
        while let Some(range) = next_merge(&self.manifest.segments) {
            // Only segments that are committed can be merged.
            self.commit()?;
            self.merge(range)?;
        }
        Ok(())
    }

    /// The end of the collection: says that the index is finished, unless the user has had enough before.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.manifest.finished = !self.progress.stops();
        if self.manifest.finished {
            self.manifest.damaged_before = self.manifest.counts.damaged();
        }
        self.commit()?;
        self.writer.collect_garbage()
    }

    /// Refuses a run with more damage than the user bears.
    fn check(&self, built: &Built) -> Result<()> {
        let Some(most) = self.options.max_damaged else { return Ok(()) };
        let damages = built.lines.iter().filter(|line| line.loss.reason.is_damage());
        let left = most.saturating_sub(self.manifest.counts.damaged());
        let Some(LossRow { loss, .. }) = damages.into_iter().nth(left as usize) else { return Ok(()) };
        let Loss { source, record, reason, detail, .. } = loss;
        let place = Place::offset(&*source.archive, source.offset);
        let record = if record.is_empty() { String::new() } else { format!(" in {record}") };
        let expected =
            if most == 0 { "an intact record".to_owned() } else { format!("at most {most} damaged records") };
        Err(Error::TooDamaged { record: FormatError::new(place, format!("{reason}{record}: {detail}"), expected) })
    }

    fn add(&mut self, built: Built, ended: &mut Vec<usize>) -> Result<()> {
        for part in built.parts {
            ended.extend(self.account(part));
        }
        built.lines.iter().try_for_each(|line| self.ledger.write(line))?;
        let counts = &mut self.manifest.counts;
        counts.blocks += built.blocks;
        counts.tokens += built.tokens;
        if let Some(segment) = built.segment {
            self.manifest.segments.push(SegmentEntry { id: segment.id().uuid_string(), merged: false });
            self.writer.add(segment)?;
        }
        Ok(())
    }

    /// Adds a run's part of an archive to the books; the archive's place if this is its end.
    fn account(&mut self, part: Part) -> Option<usize> {
        let planned = &self.plan[part.planned];
        let archives = &mut self.manifest.archives;
        if archives.len() == planned.entry {
            archives.push(planned.begun.clone());
        }
        let entry: &mut ArchiveEntry = &mut archives[planned.entry];
        entry.records += part.records;
        entry.pages += part.pages;
        entry.skipped.add(&part.skipped);
        entry.flawed.add(&part.flawed);
        entry.checkpoint = part.checkpoint;
        let counts = &mut self.manifest.counts;
        counts.records += part.records;
        counts.pages += part.pages;
        counts.skipped.add(&part.skipped);
        counts.flawed.add(&part.flawed);
        part.checkpoint.is_none().then_some(planned.entry)
    }

    /// The list of losses goes to the disk first: the commit says how much of it counts.
    fn commit(&mut self) -> Result<()> {
        (self.manifest.losses, self.manifest.losses_hash) = self.ledger.sync()?;
        self.writer.commit(&self.manifest)?;
        self.committed = self.manifest.counts.pages;
        Ok(())
    }

    fn merge(&mut self, range: Range<usize>) -> Result<()> {
        let segments = &mut self.manifest.segments;
        let ids: Vec<&str> = segments[range.clone()].iter().map(|segment| segment.id.as_str()).collect();
        let id = self.writer.merge(&ids)?;
        segments.splice(range, [SegmentEntry { id, merged: true }]);
        self.commit()
    }
}

/// Which neighbours to merge next, if any: twelve that were never merged become one, and stay so. So every page is merged
/// once at most and a merge never reads more than twelve runs: cost per page and memory do not grow with the collection,
/// and the segments are one for 400 MB of documents. It follows from the segments alone, so it goes on after an
/// interruption as if there had been none.
fn next_merge(segments: &[SegmentEntry]) -> Option<Range<usize>> {
    let unmerged = segments.iter().rev().take_while(|segment| !segment.merged).count();
    let first = segments.len() - unmerged;
    (unmerged >= GROUP).then_some(first..first + GROUP)
}

/// Puts the segments of a manifest right after an interruption between a merge and the commit that tells of it: then the
/// index holds one segment that the manifest does not know, in place of those that it misses.
pub(crate) fn reconcile(manifest: &mut Manifest, there: &[String]) -> std::result::Result<(), &'static str> {
    let missing = |entry: &SegmentEntry| !there.contains(&entry.id);
    let unknown: Vec<&String> =
        there.iter().filter(|id| !manifest.segments.iter().any(|entry| entry.id == **id)).collect();
    let first = manifest.segments.iter().position(missing);
    match (first, &unknown[..]) {
        (None, []) => Ok(()),
        (Some(first), [merged]) => {
            let group = manifest.segments[first..].iter().take_while(|entry| missing(entry)).count();
            let range = first..first + group;
            if manifest.segments.iter().filter(|entry| missing(entry)).count() != group {
                return Err("segments are missing that no merge has taken");
            }
            manifest.segments.splice(range, [SegmentEntry { id: (*merged).clone(), merged: true }]);
            Ok(())
        }
        _ => Err("its segments are not those of its manifest"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(merged: &[bool]) -> Vec<SegmentEntry> {
        merged.iter().enumerate().map(|(i, &merged)| SegmentEntry { id: i.to_string(), merged }).collect()
    }

    #[test]
    fn twelve_runs_become_one_segment_once() {
        let after = |groups: usize, runs: usize| segments(&[vec![true; groups], vec![false; runs]].concat());
        assert_eq!(next_merge(&[]), None);
        assert_eq!(next_merge(&after(30, 11)), None);
        assert_eq!(next_merge(&after(30, 12)), Some(30..42));
        // A merge that was missed takes the runs that it would have taken.
        assert_eq!(next_merge(&after(2, 13)), Some(2..14));
    }

    #[test]
    fn a_merge_that_the_manifest_missed_is_recognised() {
        let mut manifest = Manifest::new(crate::index::Recipe::default());
        manifest.segments = segments(&[true, false, false, false]);
        let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let mut merged = manifest.clone();
        reconcile(&mut merged, &ids(&["x", "0", "3"])).unwrap();
        let expected = [("0", true), ("x", true), ("3", false)];
        let expected = expected.map(|(id, merged)| SegmentEntry { id: id.to_owned(), merged }).to_vec();
        assert_eq!(merged.segments, expected);
        assert!(reconcile(&mut manifest.clone(), &ids(&["3", "2", "1", "0"])).is_ok());
        for damaged in [&["x", "1", "3"][..], &["0", "1", "2"], &["x", "y"]] {
            assert!(reconcile(&mut manifest.clone(), &ids(damaged)).is_err(), "{damaged:?}");
        }
    }
}
