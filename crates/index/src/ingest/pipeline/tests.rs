use super::*;
use crate::index::recipe::Dedup;
use crate::index::{Index, Recipe};
use crate::ingest::ledger::WHOLE_COPY;
use crate::ingest::{Progress, RECORD_REPORTS};
use crate::verify::verify_deep;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;

/// Twelve pages in an archive, indexed with these threads.
fn ingest_with(options: &Options) -> (Result<IngestSummary>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let lines: String =
        (0..12).map(|n| format!("{{\"docno\":\"d{n}\",\"text\":\"page {n}\"}}\n")).collect();
    let archive = folder.path().join("pages.jsonl");
    std::fs::write(&archive, lines).unwrap();
    (ingest(&[archive], &folder.path().join("index"), options, &()), folder)
}

#[test]
fn the_default_options_read_every_page() {
    let (summary, _folder) = ingest_with(&Options::default());
    assert_eq!(summary.unwrap().manifest.counts.pages, 12);
}

#[test]
fn no_threads_are_refused_before_anything_is_written() {
    let (summary, folder) = ingest_with(&Options { threads: 0, ..Options::default() });
    let message = summary.unwrap_err().to_string();
    assert!(message.contains("threads"), "{message}");
    assert!(message.contains("found 0, expected 1 to 1024"), "{message}");
    assert!(!folder.path().join("index").exists());
}

/// Returns the words of text number `n`; one of them is another word.
fn text(n: usize, replaced: usize) -> String {
    let mut text = String::new();
    for i in 0..120 {
        text += &if i == replaced {
            format!("odd{replaced} ")
        } else {
            format!("t{n}w{} ", i * (n + 3) % 211)
        };
    }
    text
}

/// Returns line `i` of an archive.
fn line(i: usize) -> String {
    if i % 29 == 7 {
        return "no JSON".to_owned();
    }
    let (docno, text) = match i % 3 {
        0 => (format!("d{}", i / 3), text(i + 1000, 0)),
        _ => (format!("d{i}{}", "x".repeat(i / 50 * 2000)), text(i % 17, i * 7 % 240)),
    };
    format!(r#"{{"docno":"{docno}","text":"{text}"}}"#)
}

fn archive(folder: &Path, name: &str, lines: std::ops::Range<usize>) -> PathBuf {
    std::fs::write(folder.join(name), lines.map(line).collect::<Vec<_>>().join("\n")).unwrap();
    folder.join(name)
}

/// Two archives and a folder of pages, in which docnos and texts come again and again, some texts
/// with another word, and some lines are no JSON. Every third docno is repeated with a text of its
/// own, whatever became of its first page.
fn collection(folder: &Path) -> Vec<PathBuf> {
    std::fs::create_dir(folder.join("pages")).unwrap();
    for (name, n) in [("a.html", 3), ("b.html", 3), ("c.html", 900)] {
        std::fs::write(folder.join("pages").join(name), format!("<p>{}", text(n, 7))).unwrap();
    }
    let first = archive(folder, "a.jsonl", 0..100);
    vec![first, folder.join("pages"), archive(folder, "b.jsonl", 70..170)]
}

/// Requests a stop after some commits.
struct Stopping(AtomicUsize);

impl Progress for Stopping {
    fn committed(&self) {
        // More may come before the end: at 0 it stays.
        let left = self.0.load(Ordering::Relaxed).saturating_sub(1);
        self.0.store(left, Ordering::Relaxed);
    }

    fn stops(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

/// Pages with their fingerprints, the list of skipped records, and the manifest without the names
/// of the segments.
fn contents(out: &Path) -> (Vec<(String, Vec<u64>)>, String, Manifest) {
    let index = Index::open(out).unwrap();
    let mut pages = Vec::new();
    index
        .each_page(|docno, fingerprint| pages.push((docno.to_owned(), fingerprint.to_vec())))
        .unwrap();
    pages.sort();
    let mut manifest = index.manifest.clone();
    for segment in &mut manifest.segments {
        segment.id.clear();
    }
    // Its checksum is that of a file with the names of segments.
    assert_eq!(manifest.repeats.take().is_some(), manifest.finished);
    (pages, std::fs::read_to_string(out.join(RECORD_REPORTS)).unwrap(), manifest)
}

#[test]
fn an_index_does_not_depend_on_where_it_was_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = collection(folder.path());
    for dedup in [Dedup::Off, Dedup::Exact, Dedup::Near] {
        let classifiers = vec!["keep-all".to_owned()];
        let recipe = Recipe { dedup, classifiers, commit_every: 8_000, ..Recipe::default() };
        let options = Options { recipe, threads: 2, ..Options::default() };
        let whole = folder.path().join(format!("{dedup:?}"));
        ingest(&inputs, &whole, &options, &()).unwrap();
        let whole = contents(&whole);
        assert!(whole.2.segments.len() > 1 && whole.2.counts.pages > 50, "{:?}", whole.2);
        // The first call stops after so many commits, the next ones after so many each.
        for (first, then) in [(1, 1), (9, 4)] {
            let out = folder.path().join(format!("{dedup:?}-{first}-{then}"));
            let mut batches = first;
            let mut calls = 0;
            while !ingest(&inputs, &out, &options, &Stopping(batches.into()))
                .unwrap()
                .manifest
                .finished
            {
                batches = then;
                calls += 1;
                assert!(calls < 100);
            }
            assert!(crate::verify::verify(&out).unwrap().whole());
            assert!(
                calls > 0 && contents(&out) == whole,
                "{dedup:?}, stopped after {first} commits, then after {then}"
            );
        }
    }
}

/// Requests a stop once it was asked so many times: in the middle of a batch.
struct Asked(AtomicUsize);

impl Progress for Asked {
    fn stops(&self) -> bool {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        left == 0
    }
}

#[test]
fn a_stop_gives_up_the_batches_that_are_being_built_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = collection(folder.path());
    for dedup in [Dedup::Off, Dedup::Near] {
        let recipe = Recipe { dedup, commit_every: 8_000, ..Recipe::default() };
        let options = Options { recipe, threads: 2, ..Options::default() };
        let whole = folder.path().join(format!("{dedup:?}"));
        ingest(&inputs, &whole, &options, &()).unwrap();
        let whole = contents(&whole);
        let mut committed = Vec::new();
        for asked in [0, 1, 60, 150, 250, 350] {
            let out = folder.path().join(format!("{dedup:?}-{asked}"));
            let stopped = ingest(&inputs, &out, &options, &Asked(AtomicUsize::new(asked))).unwrap();
            committed.push(stopped.manifest.counts.pages);
            ingest(&inputs, &out, &options, &()).unwrap();
            assert!(contents(&out) == whole, "{dedup:?}, stopped when asked {asked} times");
        }
        // The first is stopped before its first batch, the last behind some.
        assert!(committed[0] == 0 && committed[5] > 0, "{committed:?}");
    }
}

#[test]
fn archives_that_are_added_later_know_what_was_skipped_for_its_text() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = collection(folder.path());
    for dedup in [Dedup::Off, Dedup::Exact, Dedup::Near] {
        let options =
            Options { recipe: Recipe { dedup, ..Recipe::default() }, ..Options::default() };
        let [whole, added] =
            ["whole", "added"].map(|name| folder.path().join(format!("{name}-{dedup:?}")));
        ingest(&inputs, &whole, &options, &()).unwrap();
        for n in 1..=inputs.len() {
            ingest(&inputs[..n], &added, &options, &()).unwrap();
        }
        let whole = contents(&whole);
        let added = contents(&added);
        assert_eq!(
            (&added.0, &added.1, &added.2.counts),
            (&whole.0, &whole.1, &whole.2.counts),
            "{dedup:?}"
        );
    }
}

/// A record of a page; a cut one has half of the length that its HTTP head says.
fn record(docno: &str, is_cut: bool) -> String {
    let page = format!("<p>the page {docno} and more of it {}", "words ".repeat(20));
    let body = if is_cut { &page[..page.len() / 2] } else { &page };
    let http = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n{body}",
        page.len()
    );
    let length = http.len();
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-TREC-ID: {docno}\r\nWARC-Target-URI: \
         http://a.example/{docno}\r\nContent-Length: {length}\r\n\r\n{http}\r\n\r\n"
    )
}

#[test]
fn a_damaged_page_gives_way_to_a_whole_copy_behind_it() {
    let folder = tempfile::tempdir().unwrap();
    // d1: its copy is in the next file. d2: the first is whole. d3: no copy is. d4: the first whole
    // one of several. d5: no copy.
    let files = [
        [("d1", true), ("d2", false), ("d3", true), ("d4", true), ("d4", true), ("d5", true)],
        [("d1", false), ("d2", true), ("d3", true), ("d4", false), ("d4", false), ("d6", false)],
    ];
    let mut inputs = Vec::new();
    for (name, records) in ["a.warc", "b.warc"].into_iter().zip(files) {
        let bytes: String = records.iter().map(|(docno, is_cut)| record(docno, *is_cut)).collect();
        inputs.push(folder.path().join(name));
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let out = folder.path().join("index");
    let summary = ingest(&inputs, &out, &Options::default(), &()).unwrap();
    let counts = &summary.manifest.counts;
    assert_eq!((counts.records, counts.pages), (12, 6));
    let list = std::fs::read_to_string(out.join(RECORD_REPORTS)).unwrap();
    let skipped: Vec<(&str, bool)> = list
        .lines()
        .filter(|line| line.contains("\tduplicate\t"))
        .map(|line| (line.split('\t').nth(2).unwrap(), line.ends_with(WHOLE_COPY)))
        .collect();
    let by_whole_copy = |docno| (docno, true);
    let later = |docno| (docno, false);
    assert_eq!(
        skipped,
        [
            by_whole_copy("d1"),
            by_whole_copy("d4"),
            by_whole_copy("d4"),
            later("d2"),
            later("d3"),
            later("d4")
        ]
    );
    // Only the first d3 and d5 are indexed with a defect; the second d2 was never in the batch.
    let flawed = list.lines().filter(|line| line.contains("\tflawed\tdamaged_body\t"));
    let flawed: Vec<_> = flawed.map(|line| line.split('\t').nth(2).unwrap()).collect();
    assert_eq!(flawed, ["d3", "d5", "d2"]);
    assert_eq!(counts.defective.iter().collect::<Vec<_>>(), [("damaged_body", 3)]);
    // Also when its archives are read again.
    let inputs: Vec<OsString> = inputs.into_iter().map(OsString::from).collect();
    assert!(verify_deep(&out, &inputs, &()).unwrap().whole());
}
