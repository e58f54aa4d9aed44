//! Checks that an index is complete and undamaged: its files against their checksums, its columns against the counts in
//! the manifest, and the list of losses against both.

use crate::error::{Error, Remedy, Result};
use crate::index::lock::WriterLock;
use crate::index::manifest::{ArchiveEntry, Manifest};
use crate::index::read::open_tantivy;
use crate::index::{Added, Index};
use crate::ingest::ledger::{self, HEADER, LOSSES, Outcome, cell};
use crate::ingest::segments::reconcile;
use crate::search::Corpus;
use crate::search::corpus::{NUMBERS, TOKENS};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};
use tamis_collection::{ArchiveKind, Reason};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Its name: files, manifest, segments, labels, counts, losses, records, docnos.
    pub name: &'static str,
    /// What was counted.
    pub found: String,
    /// What is wrong; empty if nothing is.
    pub wrong: Vec<Fault>,
}

/// One thing that is wrong with an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, and where.
    pub message: String,
    /// What to do about it.
    pub remedy: Option<Remedy>,
}

impl Fault {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), remedy: None }
    }

    /// A damaged or missing file.
    fn damage(message: impl Into<String>) -> Self {
        Self { message: message.into(), remedy: Some(Remedy::Restore) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.remedy.map_or(Ok(()), |remedy| write!(f, "; {remedy}"))
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        match error {
            Error::Index { path, message, remedy } => {
                Self { message: format!("{}: {message}", path.display()), remedy }
            }
            error => Self::new(error.to_string()),
        }
    }
}

/// The results of all checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// In the order in which they ran. A check is left out if an earlier fault makes it impossible.
    pub checks: Vec<Check>,
    /// Whether the whole collection is in the index. An index that is not finished can be undamaged.
    pub finished: bool,
}

impl Verdict {
    /// Whether no check found a fault.
    pub fn whole(&self) -> bool {
        self.checks.iter().all(|check| check.wrong.is_empty())
    }
}

/// Checks the index in `path`.
///
/// # Errors
/// A folder without an index, an index that is being written, and one that cannot be read at all. Other damage is part of
/// the verdict.
pub fn verify(path: &Path) -> Result<Verdict> {
    let mut checks = Vec::new();
    let index = open_tantivy(path)?;
    WriterLock::check(path)?;
    let files = files(path, &index)?;
    let readable = files.wrong.is_empty();
    checks.push(files);
    let metas = index.load_metas().map_err(|e| crate::index::read::damaged(path, &e))?;
    if metas.payload.is_none() && metas.segments.is_empty() {
        checks.push(check("manifest", "begun, nothing is committed yet".to_owned(), Vec::new()));
        return Ok(Verdict { checks, finished: false });
    }
    let payload = metas.payload;
    let manifest = match Manifest::from_payload(path, payload.as_deref()) {
        Ok(manifest) => manifest,
        Err(error) => {
            checks.push(check("manifest", String::new(), vec![error.into()]));
            return Ok(Verdict { checks, finished: false });
        }
    };
    let archives = format!("format {}, {} archives", manifest.format, manifest.archives.len());
    checks.push(check("manifest", archives, Vec::new()));
    checks.push(losses(path, &manifest));
    checks.push(records(&manifest));
    if readable {
        let index = Index::open_alone(path)?;
        checks.extend(labels(path, &index));
        checks.push(segments(&index));
        checks.push(docnos(&index)?);
        checks.push(counts(Corpus::new(vec![index])?));
    }
    Ok(Verdict { checks, finished: manifest.finished })
}

fn check(name: &'static str, found: String, wrong: Vec<Fault>) -> Check {
    Check { name, found, wrong }
}

/// The files that every segment has.
const PARTS: [&str; 6] = ["idx", "pos", "term", "store", "fast", "fieldnorm"];

/// Checks that every file of every segment exists and has the checksum in its footer.
fn files(path: &Path, index: &tantivy::Index) -> Result<Check> {
    let metas = index.searchable_segment_metas().map_err(|e| crate::index::read::damaged(path, &e))?;
    let mut names: Vec<PathBuf> = Vec::new();
    for meta in &metas {
        let id = meta.id().uuid_string();
        names.extend(PARTS.iter().map(|part| PathBuf::from(format!("{id}.{part}"))));
        if meta.has_deletes() {
            names.extend(meta.delete_opstamp().map(|stamp| PathBuf::from(format!("{id}.{stamp}.del"))));
        }
    }
    names.sort_unstable();
    let mut wrong = Vec::new();
    for name in &names {
        match index.directory().validate_checksum(name) {
            Ok(true) => {}
            Ok(false) => wrong.push(Fault::damage(format!("{}: the checksum differs", path.join(name).display()))),
            Err(error) => wrong.push(Fault::damage(format!("{}: {error}", path.join(name).display()))),
        }
    }
    Ok(check("files", format!("{} files of {} segments", names.len(), metas.len()), wrong))
}

/// Checks that the segments are those that the manifest names.
fn segments(index: &Index) -> Check {
    let there = index.searcher.segment_readers().iter().map(|reader| reader.segment_id().uuid_string());
    let there: Vec<String> = there.collect();
    let mut manifest = index.manifest.clone();
    // A merge that was interrupted before the manifest recorded it is not damage: the next ingest repairs it.
    let settled = if manifest.finished { Err(()) } else { reconcile(&mut manifest, &there).map_err(drop) };
    let mut wrong = Vec::new();
    if settled.is_err() {
        let named = |id: &String| manifest.segments.iter().any(|segment| segment.id == *id);
        let missing = manifest.segments.iter().filter(|segment| !there.contains(&segment.id));
        wrong.extend(missing.map(|segment| format!("segment {} is missing", segment.id)));
        let unknown = there.iter().filter(|id| !named(id));
        wrong.extend(unknown.map(|id| format!("segment {id} is not in the manifest")));
        wrong.sort_unstable();
    }
    check("segments", format!("{} segments", there.len()), wrong.into_iter().map(Fault::damage).collect())
}

/// Checks that the added labels are undamaged and belong to these segments; `None` without added labels.
fn labels(path: &Path, index: &Index) -> Option<Check> {
    if !Added::is_there(path) {
        return None;
    }
    Some(match index.added_labels() {
        Ok(added) => {
            let blocks: u64 = added.segments.iter().map(|segment| segment.rows).sum();
            let names = added.names().replace(',', ", ");
            check("labels", format!("{} added ({names}) for {blocks} blocks", added.labels.len()), Vec::new())
        }
        Err(error) => check("labels", String::new(), vec![error.into()]),
    })
}

/// Checks that the columns hold as many pages, blocks and tokens as the manifest says.
fn counts(corpus: Corpus) -> Check {
    let (mut pages, mut blocks, mut tokens) = (0, 0, 0);
    let mut numbers: [Vec<u64>; NUMBERS] = Default::default();
    for segment in &corpus.segments {
        for documents in segment.runs(4096) {
            segment.read(&documents, 1 << TOKENS, &mut numbers);
            let first = segment.first_row[documents.start as usize] as usize;
            for doc in documents.filter(|doc| segment.is_alive(*doc)) {
                let rows = segment.first_row[doc as usize] as usize..segment.first_row[doc as usize + 1] as usize;
                pages += 1;
                blocks += rows.len() as u64;
                tokens += numbers[TOKENS][rows.start - first..rows.end - first].iter().sum::<u64>();
            }
        }
    }
    let counts = &corpus.indexes[0].manifest.counts;
    let said = [("pages", counts.pages, pages), ("blocks", counts.blocks, blocks), ("tokens", counts.tokens, tokens)];
    let wrong = said.iter().filter(|(_, said, found)| said != found);
    let wrong = wrong
        .map(|(what, said, found)| Fault::new(format!("found {found} {what}, expected {said} as in the manifest")));
    check("counts", format!("{pages} pages, {blocks} blocks, {tokens} tokens"), wrong.collect())
}

/// Checks that no docno is in the index twice.
fn docnos(index: &Index) -> Result<Check> {
    let (mut seen, mut wrong) = (HashSet::new(), Vec::new());
    index.each_page(|docno, _| {
        if !seen.insert(xxh3_128(docno.as_bytes())) {
            wrong.push(Fault::new(format!("{docno} is in the index twice")));
        }
    })?;
    Ok(check("docnos", format!("{} docnos, each once", seen.len()), wrong))
}

/// Numbers of lines by archive, outcome and reason.
type Losses = BTreeMap<(String, &'static str, String), u64>;

/// One name for all archives of loose pages, because their lines name the files of the pages.
const LOOSE: &str = "(loose pages)";

/// Checks that the list of losses has one line for every loss that the manifest counts, and no other lines.
fn losses(path: &Path, manifest: &Manifest) -> Check {
    let name = path.join(LOSSES);
    let named = |message: String| format!("{}: {message}", name.display());
    let wrong = |message: String| check("losses", String::new(), vec![Fault::new(named(message))]);
    let damage = |message: String| check("losses", String::new(), vec![Fault::damage(named(message))]);
    let text = match std::fs::read(&name) {
        _ if manifest.losses == 0 => String::new(),
        Ok(bytes) if (bytes.len() as u64) < manifest.losses => {
            return damage(format!("found {} bytes, expected {} as in the manifest", bytes.len(), manifest.losses));
        }
        Ok(bytes) if manifest.finished && bytes.len() as u64 > manifest.losses => {
            return damage(format!("found {} bytes, expected {} as in the manifest", bytes.len(), manifest.losses));
        }
        Ok(bytes) if ledger::hash(xxh3_64(&bytes[..manifest.losses as usize])) != manifest.losses_hash => {
            return damage("found other bytes than at the last commit".to_owned());
        }
        Ok(bytes) => String::from_utf8_lossy(&bytes[..manifest.losses as usize]).into_owned(),
        Err(error) => return damage(error.to_string()),
    };
    // An index that was interrupted before its first commit has no list yet.
    let (header, lines) = text.split_once('\n').unwrap_or((HEADER, ""));
    if header != HEADER {
        return wrong(format!("found the first line '{header}', expected '{HEADER}'"));
    }
    let is_loose = |entry: &ArchiveEntry| entry.kind == ArchiveKind::Folder.name();
    let archives: HashSet<String> =
        manifest.archives.iter().filter(|entry| !is_loose(entry)).map(|entry| cell(&entry.path)).collect();
    let (mut told, mut count) = (Losses::new(), 0);
    for (number, line) in lines.lines().enumerate() {
        let Some((archive, outcome, reason)) = cells(line) else {
            return wrong(format!("line {} is invalid: '{line}'", number + 2));
        };
        let archive = if archives.contains(archive) { archive } else { LOOSE };
        *told.entry((archive.to_owned(), outcome.name(), reason.name().to_owned())).or_default() += 1;
        count += 1;
    }
    let mut said = Losses::new();
    for entry in &manifest.archives {
        for (outcome, tally) in [(Outcome::Skipped, &entry.skipped), (Outcome::Flawed, &entry.flawed)] {
            for (reason, n) in tally.iter() {
                let archive = if is_loose(entry) { LOOSE.to_owned() } else { cell(&entry.path) };
                *said.entry((archive, outcome.name(), reason.to_owned())).or_default() += n;
            }
        }
    }
    let all: BTreeSet<_> = told.keys().chain(said.keys()).collect();
    let of = |losses: &Losses, key| losses.get(key).copied().unwrap_or_default();
    let differing = all.into_iter().filter(|key| of(&told, key) != of(&said, key));
    let differing = differing.map(|key| {
        let (archive, outcome, reason) = key;
        let (lines, counted) = (of(&told, key), of(&said, key));
        Fault::new(format!(
            "{archive}: found {lines} lines of {outcome} {reason}, expected {counted} as in the manifest"
        ))
    });
    check("losses", format!("{count} lines, each counted"), differing.collect())
}

/// Parses the archive, outcome and reason of a line.
fn cells(line: &str) -> Option<(&str, Outcome, Reason)> {
    let cells: Vec<&str> = line.splitn(7, '\t').collect();
    let [archive, offset, _, outcome, reason, bytes, _] = cells[..] else { return None };
    offset.parse::<u64>().ok()?;
    bytes.parse::<u64>().ok()?;
    let outcome = [Outcome::Skipped, Outcome::Flawed].into_iter().find(|known| known.name() == outcome)?;
    let reason = Reason::ALL.into_iter().find(|known| known.name() == reason)?;
    Some((archive, outcome, reason))
}

/// Checks that every record became a page or was skipped, for each archive and in total.
fn records(manifest: &Manifest) -> Check {
    let mut wrong = Vec::new();
    let mut sum = ArchiveEntry::default();
    for entry in &manifest.archives {
        sum.records += entry.records;
        sum.pages += entry.pages;
        sum.skipped.add(&entry.skipped);
        sum.flawed.add(&entry.flawed);
        let ArchiveEntry { path, records, pages, skipped, .. } = entry;
        if *records != pages + skipped.total() {
            let skipped = skipped.total();
            let message = format!("{path}: {records} records seen, but {pages} pages and {skipped} skipped");
            wrong.push(Fault::new(message));
        }
    }
    let counts = &manifest.counts;
    let same = (sum.records, sum.pages) == (counts.records, counts.pages);
    if !same || sum.skipped != counts.skipped || sum.flawed != counts.flawed {
        wrong.push(Fault::new("the counts of the index are not the sums of the counts of its archives"));
    }
    let (records, pages, skipped) = (counts.records, counts.pages, counts.skipped.total());
    check("records", format!("{records} records seen = {pages} pages + {skipped} skipped"), wrong)
}
