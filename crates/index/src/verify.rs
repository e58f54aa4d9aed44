//! Checks that an index is complete and undamaged: its files against their checksums, its columns
//! against the counts in the manifest, and the list of skipped records against both.

mod deep;
mod record_reports;
mod verdict;

pub use verdict::{Check, Fault, Verdict};

use crate::corpus::Corpus;
use crate::error::Result;
use crate::index::columns::{BlockColumn, BlockNumbers};
use crate::index::lock::WriterLock;
use crate::index::manifest::{ArchiveEntry, Manifest};
use crate::index::read::open_tantivy;
use crate::index::repeats::{CountChunk, CountPlane, CountedRepeats, Repeats};
use crate::index::site::LIST_DATE;
use crate::index::storage::{Damaged, Storage, damaged};
use crate::index::{Added, Index};
use crate::ingest::Progress;
use crate::ingest::segments::reconcile;
use crate::repeats::count;
use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_128;

/// Checks the index in `path`.
///
/// # Errors
/// A folder without an index, an index that is being written, one that cannot be read at all, and a
/// file of it that may not be read. Other damage is part of the verdict.
pub fn verify(path: &Path) -> Result<Verdict> {
    let mut checks = Vec::new();
    let (index, storage) = open_tantivy(path)?;
    WriterLock::check(path)?;
    let files = files(path, &index, &storage)?;
    let readable = files.wrong.is_empty();
    checks.push(files);
    let metas = index.load_metas().map_err(|e| damaged(path, e))?;
    if metas.payload.is_none() && metas.segments.is_empty() {
        checks.push(Check::new(
            "manifest",
            "begun, nothing is committed yet".to_owned(),
            Vec::new(),
        ));
        return Ok(Verdict { checks, finished: false });
    }
    let payload = metas.payload;
    let manifest = match Manifest::from_payload(path, payload.as_deref()) {
        Ok(manifest) => manifest,
        Err(error) => {
            checks.push(Check::new("manifest", String::new(), vec![error.into()]));
            return Ok(Verdict { checks, finished: false });
        }
    };
    let archives = format!(
        "format {}, {}",
        manifest.format,
        counted(manifest.archives.len() as u64, "archive")
    );
    checks.push(Check::new("manifest", archives, Vec::new()));
    checks.push(record_reports::check(path, &manifest)?);
    checks.push(records(&manifest));
    if readable {
        let index = Index::open_alone(path)?;
        checks.extend(labels(&index)?);
        checks.push(segments(&index));
        checks.push(docnos(path, &index)?);
        checks.extend(repeats(&index)?);
        checks.push(counts(Corpus::new(vec![index])?)?);
    }
    Ok(Verdict { checks, finished: manifest.finished })
}

/// Checks the index in `path`, then every number that a rule can read: columns read for many pages
/// at once against those read for a page alone, and against the pages themselves, which are read
/// again from the index, if it stores them, or from its archives, or from `inputs` if these have
/// moved. The second part is left out where a file is wrong already.
///
/// # Errors
/// As [`verify`]; [`crate::Error::Interrupted`] once [`Progress::stops`] returns true.
pub fn verify_deep(path: &Path, inputs: &[OsString], progress: &dyn Progress) -> Result<Verdict> {
    let mut verdict = verify(path)?;
    if verdict.whole() && verdict.has_pages() {
        let corpus = Corpus::new(vec![Index::open(path)?])?;
        verdict.checks.push(deep::numbers(&corpus, progress)?);
        verdict.checks.push(deep::pages(&corpus, inputs, progress)?);
    }
    Ok(verdict)
}

/// Checks that every file of every segment exists and that its blocks have their checksums.
fn files(path: &Path, index: &tantivy::Index, storage: &Storage) -> Result<Check> {
    let metas = index.searchable_segment_metas().map_err(|e| damaged(path, e))?;
    let mut count = 0;
    let mut wrong = Vec::new();
    for meta in &metas {
        let damage = storage.damage(&meta.id().uuid_string());
        let (files, damage) = damage.map_err(|e| damaged(path, e.into()))?;
        count += files;
        wrong.extend(damage.into_iter().map(fault));
    }
    let files = counted(count as u64, "file");
    let segments = counted(metas.len() as u64, "segment");
    Ok(Check::new("files", format!("{files} of {segments}"), wrong))
}

/// Returns the fault of a damaged file.
fn fault(damaged: Damaged) -> Fault {
    Fault::damage(format!("{}: {damaged}", damaged.place()))
}

/// Checks that the segments are those that the manifest names.
fn segments(index: &Index) -> Check {
    let there =
        index.searcher.segment_readers().iter().map(|reader| reader.segment_id().uuid_string());
    let there: Vec<String> = there.collect();
    let mut manifest = index.manifest.clone();
    // A merge that was interrupted before the manifest recorded it is not damage: the next ingest
    // repairs it.
    let settled =
        if manifest.finished { Err(()) } else { reconcile(&mut manifest, &there).map_err(drop) };
    let mut wrong = Vec::new();
    if settled.is_err() {
        let named: Vec<&String> = manifest.segments.iter().map(|segment| &segment.id).collect();
        let missing = named.iter().filter(|id| !there.contains(id));
        wrong.extend(missing.map(|id| format!("segment {id} is missing")));
        let unknown = there.iter().filter(|id| !named.contains(id));
        wrong.extend(unknown.map(|id| format!("segment {id} is not in the manifest")));
        wrong.sort_unstable();
    }
    Check::new(
        "segments",
        counted(there.len() as u64, "segment"),
        wrong.into_iter().map(Fault::damage).collect(),
    )
}

/// Checks that the added labels are undamaged and belong to these segments; `None` without added
/// labels.
fn labels(index: &Index) -> Result<Option<Check>> {
    if index.manifest.labels.is_none() {
        return Ok(None);
    }
    Ok(Some(match index.open_labels().and_then(Added::checked) {
        Ok(added) => {
            let blocks: u64 = added.segments.iter().map(|segment| segment.rows).sum();
            let names = added.names().replace(',', ", ");
            let lacking = added.lacking(index.manifest.counts.pages);
            let lacking: String =
                lacking.map(|(label, pages)| format!("; {label} is missing on {pages}")).collect();
            let found =
                format!("{} added ({names}) for {blocks} blocks{lacking}", added.labels.len());
            Check::new("labels", found, Vec::new())
        }
        Err(error) => Check::new("labels", String::new(), vec![Fault::from_error(error)?]),
    }))
}

/// Counts again how often blocks repeat, and sorts the docnos again, and compares; `None` if that
/// was not counted yet.
fn repeats(index: &Index) -> Result<Option<Check>> {
    let counts = match index.open_repeats() {
        Ok(Some(counts)) => counts,
        Ok(None) => return Ok(None),
        Err(error) => {
            return Ok(Some(Check::new("repeats", String::new(), vec![Fault::from_error(error)?])));
        }
    };
    let Recount { counted, differing, damage } = Recount::compare(index, &counts)?;
    // Counted before hosts in Unicode were those in Punycode: other pages are one.
    let is_old = counted.international && !counts.counted.international;
    // By another list of suffixes not all was compared.
    let damage = damage.or_else(|| counts.check().err());
    let mut wrong = read_faults(index, damage)?;
    wrong.extend(order_fault(index, &counts)?);
    let same_list = counted.list == counts.counted.list;
    let is_other = differing > 0
        || counted.most != counts.counted.most
        || (same_list && counted != counts.counted);
    if is_other && !is_old {
        wrong.push(Fault::new(format!(
            "found {differing} counts that are not those of the blocks, expected none"
        )));
    }
    let CountedRepeats { sites, pages_with_site, .. } = &counts.counted;
    let again = if is_old { "of an older version, not compared" } else { "counted again" };
    let found = format!("{again}; {sites} sites of {pages_with_site} pages");
    Ok(Some(Check::new("repeats", found, wrong)))
}

/// Returns the fault of the order of the pages that an index keeps, if it is damaged or another one
/// than that of their docnos.
fn order_fault(index: &Index, counts: &Repeats) -> Result<Option<Fault>> {
    let found = match counts.order(&index.pages_of_segments()) {
        Ok(Some(order)) => order,
        Ok(None) => return Ok(None),
        Err(error) => return Fault::from_error(index.error(error)).map(Some),
    };
    let mut wrong = 0;
    for (ordinal, ranks) in index.segments_in_order().into_iter().zip(index.ranks_in_order()?) {
        let pairs = found.ranks(ordinal as usize).iter().zip(&ranks);
        wrong += pairs.filter(|(found, expected)| found != expected).count();
    }
    let message = format!("found {wrong} pages out of the order of docnos, expected none");
    Ok((wrong > 0).then(|| Fault::new(message)))
}

/// Returns the fault of an error of reading an index, if there is one.
fn read_faults(index: &Index, error: Option<io::Error>) -> Result<Vec<Fault>> {
    match error {
        Some(error) => Ok(vec![Fault::from_error(index.error(error))?]),
        None => Ok(Vec::new()),
    }
}

/// How often blocks repeat, counted again.
struct Recount {
    counted: CountedRepeats,
    /// The number of counts that differ from those of the index.
    differing: u64,
    /// The last error of reading those of the index.
    damage: Option<io::Error>,
}

impl Recount {
    /// Counts again, and compares with the counts of the index.
    fn compare(index: &Index, counts: &Repeats) -> Result<Self> {
        // By another list of suffixes pages may be of other sites.
        let planes = if counts.counted.list == LIST_DATE { CountPlane::ALL.len() } else { 1 };
        let ordinals = index.segments_in_order();
        let mut comparison = CountComparison {
            counts,
            planes,
            segment: usize::MAX,
            row: 0,
            differing: 0,
            damage: None,
        };
        let mut counted = count(&[index], &index.path, &|| false, |number, chunk| {
            comparison.add(ordinals[number] as usize, chunk);
            Ok(())
        })?;
        for most in &mut counted.most {
            most.segment = ordinals[most.segment] as usize;
        }
        let CountComparison { differing, damage, .. } = comparison;
        Ok(Self { counted, differing, damage })
    }
}

/// Compares counts with those of an index, in the order of its rows.
struct CountComparison<'a> {
    counts: &'a Repeats,
    /// How many planes are compared.
    planes: usize,
    /// The segment of the last chunk.
    segment: usize,
    /// The next row of the segment.
    row: u32,
    differing: u64,
    damage: Option<io::Error>,
}

impl CountComparison<'_> {
    /// Compares the counts of the next rows, which are of this segment.
    fn add(&mut self, segment: usize, chunk: &CountChunk) {
        if segment != self.segment {
            self.segment = segment;
            self.row = 0;
        }
        let mut there = vec![0; chunk[0].len()];
        for (plane, counted) in CountPlane::ALL.into_iter().zip(chunk).take(self.planes) {
            match self.counts.read(segment, plane, self.row, &mut there) {
                Ok(()) => {
                    let pairs = there.iter().zip(counted);
                    self.differing += pairs.filter(|(a, b)| **a != u64::from(**b)).count() as u64;
                }
                Err(error) => self.damage = Some(error),
            }
        }
        match self.counts.differing_codes(segment, self.row, chunk, self.planes) {
            Ok(differing) => self.differing += differing,
            Err(error) => self.damage = Some(error),
        }
        self.row += chunk[0].len() as u32;
    }
}

/// Checks that the columns hold as many pages, blocks and tokens as the manifest counts.
fn counts(corpus: Corpus) -> Result<Check> {
    let mut pages = 0;
    let mut blocks = 0;
    let mut tokens = 0;
    let mut numbers = BlockNumbers::default();
    for segment in &corpus.segments {
        for documents in segment.page_ranges() {
            segment
                .read(&documents, BlockColumn::Tokens.into(), &mut numbers)
                .map_err(|e| corpus.indexes[0].error(e))?;
            let first = segment.first_row[documents.start as usize] as usize;
            for doc in documents.filter(|doc| segment.is_alive(*doc)) {
                let rows = segment.first_row[doc as usize] as usize
                    ..segment.first_row[doc as usize + 1] as usize;
                pages += 1;
                blocks += rows.len() as u64;
                let tokens_of_page =
                    &numbers[BlockColumn::Tokens][rows.start - first..rows.end - first];
                tokens += tokens_of_page.iter().sum::<u64>();
            }
        }
    }
    let counts = &corpus.indexes[0].manifest.counts;
    let compared = [
        ("pages", counts.pages, pages),
        ("blocks", counts.blocks, blocks),
        ("tokens", counts.tokens, tokens),
    ];
    let mut wrong = Vec::new();
    for (what, expected, found) in compared {
        if expected != found {
            let message = format!("found {found} {what}, expected {expected} as in the manifest");
            wrong.push(Fault::new(message));
        }
    }
    let found = [(pages, "page"), (blocks, "block"), (tokens, "token")]
        .map(|(count, noun)| counted(count, noun))
        .join(", ");
    Ok(Check::new("counts", found, wrong))
}

/// Checks that every page has a docno, none is in the index twice, and none was skipped because of
/// its text.
fn docnos(path: &Path, index: &Index) -> Result<Check> {
    let mut seen = HashSet::new();
    let mut wrong = Vec::new();
    index.each_page(|docno, _| {
        if !seen.insert(xxh3_128(docno.as_bytes())) {
            wrong.push(Fault::new(format!("{docno} is in the index twice")));
        }
    })?;
    let pages = index.searcher.num_docs();
    if wrong.is_empty() && seen.len() as u64 != pages {
        wrong.push(Fault::new(format!(
            "found {} docnos of {pages} pages: the others cannot be found",
            seen.len()
        )));
    }
    record_reports::skipped_and_indexed(
        path,
        &index.manifest,
        |docno| seen.contains(&xxh3_128(docno.as_bytes())),
        &mut wrong,
    );
    Ok(Check::new("docnos", format!("{}, each once", counted(seen.len() as u64, "docno")), wrong))
}

/// Returns a count with its noun: `1 page`, `2 pages`.
fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Checks that every record became a page or was skipped, for each archive and in total.
fn records(manifest: &Manifest) -> Check {
    let mut wrong = Vec::new();
    let mut sum = ArchiveEntry::default();
    for entry in &manifest.archives {
        sum.records += entry.records;
        sum.pages += entry.pages;
        sum.skipped.add(&entry.skipped);
        sum.defective.add(&entry.defective);
        let ArchiveEntry { path, records, pages, skipped, .. } = entry;
        if *records != pages + skipped.total() {
            let skipped = skipped.total();
            let message =
                format!("{path}: {records} records seen, but {pages} pages and {skipped} skipped");
            wrong.push(Fault::new(message));
        }
    }
    let counts = &manifest.counts;
    let same = (sum.records, sum.pages) == (counts.records, counts.pages);
    if !same || sum.skipped != counts.skipped || sum.defective != counts.defective {
        wrong.push(Fault::new(
            "the counts of the index are not the sums of the counts of its archives",
        ));
    }
    let records = counts.records;
    let pages = counts.pages;
    let skipped = counts.skipped.total();
    Check::new(
        "records",
        format!("{records} records seen = {pages} pages + {skipped} skipped"),
        wrong,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Recipe;
    use crate::index::recipe::Dedup;
    use crate::index::repeats::RepeatsWriter;
    use crate::ingest::{Options, RECORD_REPORTS, ingest, ledger};
    use xxhash_rust::xxh3::xxh3_64;

    /// Returns the index of the pages of these hosts, with counts that the first programs wrote, or
    /// with those of this one if `international` is true.
    fn counted(folder: &Path, hosts: [&str; 2], counts: [u32; 2], international: bool) -> Check {
        let out = folder.join(format!("{}{international}{counts:?}", hosts[1].len()));
        let file = folder.join("a.jsonl");
        let line =
            |host| format!("{{\"id\":\"{host}\",\"url\":\"http://{host}/\",\"text\":\"one\"}}\n");
        std::fs::write(&file, hosts.map(line).concat()).unwrap();
        ingest(&[file], &out, &Options::default(), &()).unwrap();
        let mut index = Index::open(&out).unwrap();
        let mut writer = RepeatsWriter::new(&out);
        writer.add(&[counts.to_vec(), vec![1, 1], vec![1, 1]]).unwrap();
        writer.add_order(&index.ranks_in_order().unwrap()).unwrap();
        let own = index.open_repeats().unwrap().unwrap().counted;
        let of = CountedRepeats { sites: 2, pages_with_site: 2, international, ..own };
        let sum = writer.finish(&index.counted_in_order().unwrap(), of).unwrap();
        index.manifest.repeats = Some(sum);
        repeats(&index).unwrap().unwrap()
    }

    #[test]
    fn counts_of_the_first_programs_are_no_damage() {
        let folder = tempfile::tempdir().unwrap();
        let one = ["ü.example", "xn--tda.example"];
        let other = ["a.example", "b.example"];
        let check = |hosts, counts, international| {
            let check = counted(folder.path(), hosts, counts, international);
            (check.wrong.is_empty(), check.found)
        };
        let (is_whole, found) = check(one, [2, 2], false);
        assert!(is_whole && found.starts_with("of an older version, not compared"), "{found}");
        // Of this program they are damage, and of hosts in ASCII too.
        assert!(!check(one, [2, 2], true).0);
        assert!(check(other, [2, 2], false).0);
        assert!(!check(other, [1, 1], false).0);
    }

    #[test]
    fn a_page_that_was_skipped_for_its_text_and_then_indexed_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.jsonl");
        let out = folder.path().join("index");
        std::fs::write(
            &file,
            "{\"docno\":\"a\",\"text\":\"one\"}\n{\"docno\":\"b\",\"text\":\"one\"}\n",
        )
        .unwrap();
        let recipe = Recipe { dedup: Dedup::Exact, ..Recipe::default() };
        ingest(&[file], &out, &Options { recipe, ..Options::default() }, &()).unwrap();
        assert!(verify(&out).unwrap().whole());
        // As an ingest left it that forgot what it had skipped: the list is the manifest's, and
        // names a page of the index.
        let list = std::fs::read_to_string(out.join(RECORD_REPORTS))
            .unwrap()
            .replace("\tb\tskipped", "\ta\tskipped");
        std::fs::write(out.join(RECORD_REPORTS), &list).unwrap();
        let mut index = Index::open(&out).unwrap();
        index.manifest.report_list_hash = ledger::hash(xxh3_64(list.as_bytes()));
        let wrong: Vec<String> =
            docnos(&out, &index).unwrap().wrong.iter().map(Fault::to_string).collect();
        let expected = "a is in the index, but the list of losses has it as the text of another \
                        page; build the index again from its collection";
        assert_eq!(wrong, [expected]);
    }
}
