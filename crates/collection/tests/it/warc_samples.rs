//! Real archives, many of them broken: the 286 files of shared/data/warc-samples, which warcio's,
//! fastwarc's and other projects' own tests read. Beside what warcio and fastwarc found in them
//! (MANIFEST.tsv), the ledger's equation, and reading on from checkpoints.

use std::collections::BTreeMap;
use std::path::Path;
use tamis_collection::{Archive, ArchiveKind, Item, ReadSettings, Reason, RecordReport, discover};
use tamis_collection::{Body, RawDocument};
use xxhash_rust::xxh3::xxh3_64;

/// Files in which the counts differ from the peers', each with the reason.
const PINNED: &str = include_str!("../known-differences/warc-samples.tsv");

/// What a file holds: records, and responses among them.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct RecordCounts {
    records: u64,
    responses: u64,
}

/// A row of MANIFEST.tsv.
struct Sample<'a> {
    path: &'a str,
    warcio: Peer,
    fastwarc: Peer,
}

struct Peer {
    counts: RecordCounts,
    failed: bool,
}

impl Peer {
    fn new(counts: &str, error: &str) -> Self {
        let mut sum = RecordCounts::default();
        for (kind, n) in counts.split(' ').filter_map(|count| count.split_once(':')) {
            let n: u64 = n.parse().unwrap();
            sum.records += n;
            sum.responses += if kind.eq_ignore_ascii_case("response") { n } else { 0 };
        }
        Self { counts: sum, failed: error != "-" }
    }
}

fn samples(manifest: &str) -> Vec<Sample<'_>> {
    let rows = tamis_testing::warc_sample_rows(manifest).map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        // A type with a tab in it, as warcio read one, makes one cell more.
        let [path, _, warcio @ .., warcio_error, fastwarc, fastwarc_error] = &fields[..] else {
            panic!("{line}")
        };
        let warcio = Peer::new(&warcio.join(" "), warcio_error);
        Sample { path, warcio, fastwarc: Peer::new(fastwarc, fastwarc_error) }
    });
    rows.collect()
}

/// The archives in a file; none if it is nothing that can be read.
fn archives(root: &Path, sample: &Sample) -> Vec<Archive> {
    discover(&[root.join(sample.path).to_str().unwrap().to_owned()]).unwrap_or_default()
}

/// Reads archives to their end without keeping a page: one of them has 431 MB. The ledger's
/// equation holds of each.
fn read(archives: &[Archive]) -> (RecordCounts, Vec<RecordReport>) {
    let mut counts = RecordCounts::default();
    let mut reports = Vec::new();
    for archive in archives {
        let mut reader = archive.open(&ReadSettings::default()).unwrap();
        let mut given = 0;
        for item in &mut reader {
            match item {
                Item::Document(_) => (given, counts.responses) = (given + 1, counts.responses + 1),
                Item::Skipped(report) => {
                    given += 1;
                    counts.responses += u64::from(is_response(&report));
                    reports.push(report);
                }
                Item::Defective(report) => reports.push(report),
            }
        }
        assert_eq!(
            given,
            reader.records(),
            "{}: documents and skips are the records",
            archive.name
        );
        counts.records += given;
    }
    (counts, reports)
}

/// Whether a skipped record is a response: it is refused for what a response says of its page, or
/// as one of another protocol, such as DNS.
fn is_response(report: &RecordReport) -> bool {
    match report.reason {
        Reason::NotResponse => report.detail == "response",
        reason => !reason.is_damage(),
    }
}

#[test]
fn no_file_gives_less_than_the_better_of_warcio_and_fastwarc() {
    let Some(shared) = tamis_testing::shared() else { return };
    let root = shared.join("data/warc-samples");
    let manifest = std::fs::read_to_string(root.join("MANIFEST.tsv")).unwrap();
    let samples = samples(&manifest);
    assert_eq!(samples.len(), 286);
    let mut differences = BTreeMap::new();
    let mut reasons: BTreeMap<Reason, usize> = BTreeMap::new();
    let mut ours = 0;
    let mut theirs = 0;
    for sample in &samples {
        let archives = archives(&root, sample);
        let (counts, reports) = read(&archives);
        for report in &reports {
            *reasons.entry(report.reason).or_default() += 1;
        }
        if archives.iter().any(|archive| archive.kind != ArchiveKind::Warc) || archives.is_empty() {
            continue;
        }
        let Sample { warcio, fastwarc, .. } = sample;
        let responses = warcio.counts.responses.max(fastwarc.counts.responses);
        (ours, theirs) = (ours + counts.responses, theirs + responses);
        let agreed = warcio.counts == fastwarc.counts && !warcio.failed && !fastwarc.failed;
        if counts.responses < responses || (agreed && counts.records != warcio.counts.records) {
            let peers = RecordCounts {
                records: warcio.counts.records.max(fastwarc.counts.records),
                responses,
            };
            differences.insert(sample.path, (counts, peers));
        }
    }
    eprintln!(
        "responses: {ours}, the better of warcio and fastwarc in each file {theirs}; {reasons:?}"
    );
    let cell = |counts: &RecordCounts| format!("{} of {}", counts.responses, counts.records);
    let cells =
        differences.iter().map(|(path, (ours, theirs))| (*path, (cell(ours), cell(theirs))));
    let found: BTreeMap<_, _> = cells.collect();
    let pinned = PINNED.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let cells: Vec<_> = line.split('\t').collect();
        assert!(
            cells.len() == 4 && !cells[3].is_empty(),
            "a pinned difference has a reason: {line}"
        );
        (cells[0], (cells[1].to_owned(), cells[2].to_owned()))
    });
    assert_eq!(found, pinned.collect(), "tests/known-differences/warc-samples.tsv");
}

/// Describes an item without its page.
fn described(item: Item) -> String {
    match item {
        Item::Document(RawDocument { body: Body::Html(body), docno, source, charset, .. }) => {
            format!("{docno} {} {charset:?} {} {:x}", source.offset, body.len(), xxh3_64(&body))
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn every_file_is_read_on_from_its_checkpoints() {
    let Some(shared) = tamis_testing::shared() else { return };
    let root = shared.join("data/warc-samples");
    let manifest = std::fs::read_to_string(root.join("MANIFEST.tsv")).unwrap();
    let settings = ReadSettings::default();
    let mut resumed = 0;
    let mut inside = 0;
    for archive in samples(&manifest).iter().flat_map(|sample| archives(&root, sample)) {
        let mut items = Vec::new();
        let mut checkpoints = Vec::new();
        let mut reader = archive.open(&settings).unwrap();
        checkpoints.push((0, reader.checkpoint(), 0));
        while let Some(item) = reader.next() {
            items.push(described(item));
            // Every place of small files, and ever fewer of large ones.
            let n = items.len();
            if n < 8 || n.is_power_of_two() {
                checkpoints.push((n, reader.checkpoint(), reader.records()));
            }
        }
        checkpoints.push((items.len(), reader.checkpoint(), reader.records()));
        for (k, checkpoint, records) in checkpoints {
            let mut rest = archive.resume(&settings, checkpoint).unwrap();
            let remaining: Vec<_> = rest.by_ref().map(described).collect();
            assert!(remaining == items[k..], "{} at {k}: {checkpoint:?}", archive.name);
            assert_eq!(records + rest.records(), reader.records(), "{} at {k}", archive.name);
            resumed += 1;
            inside += usize::from(checkpoint.stored > 0);
        }
    }
    eprintln!("{resumed} checkpoints, {inside} of them inside a file");
    assert!(inside > 500);
}
