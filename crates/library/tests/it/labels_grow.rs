//! Archives for an index with added labels: its classifiers label the new pages, and the result is
//! that of labelling all pages at once, over merges and interruptions. Labels from lines stay those
//! of the pages that they were made for.

use crate::stopping::Stopping;
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use tamis_blocks::classify::LabelSet;
use tamis_index::delete::Selection;
use tamis_index::index::recipe::{Dedup, Store};
use tamis_index::index::{Index, Recipe};
use tamis_index::ingest::{IngestSummary, Options, ingest};
use tamis_index::label::{Labelling, from_classifiers, from_lines};
use tamis_search::request::can_use;

/// Two whose labels need no language, one that does, and one that reads the markup.
const ADDED: [&str; 3] = ["keep-all", "bte", "justext"];

fn page(n: usize) -> String {
    let html = format!(
        "<title>more {n}</title><ul><li><a href=/>Home</a></ul><p>{}",
        "a kettle is more ".repeat(n % 9)
    );
    serde_json::json!({ "docno": format!("more-{n}"), "html": html }).to_string() + "\n"
}

/// Two archives of a generated collection.
fn archives(folder: &Path) -> Vec<PathBuf> {
    let made = tamis::demo::generate(&folder.join("one"), 40, 5).unwrap();
    let lines = folder.join("more.jsonl");
    std::fs::write(&lines, (0..60).map(page).collect::<String>() + &page(7)).unwrap();
    vec![made.warc, lines]
}

fn options(dedup: Dedup) -> Options {
    let classifiers = vec!["words-tree".to_owned()];
    let recipe =
        Recipe { classifiers, dedup, store: Store::All, commit_every: 6_000, ..Recipe::default() };
    Options { recipe, threads: 2, ..Options::default() }
}

fn add_labels(out: &Path) {
    let inputs: &[&str] = &[];
    for (names, language) in [(&ADDED[..2], None), (&ADDED[2..], Some("en"))] {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        from_classifiers(
            &Labelling::open(out, false, can_use).unwrap(),
            &names,
            language,
            inputs,
            &(),
        )
        .unwrap();
    }
}

/// Every page with the labels of its blocks, and the labels' origins.
fn labels(out: &Path) -> Vec<String> {
    let verdict = tamis_index::verify::verify(out).unwrap();
    assert!(verdict.whole(), "{:?}", verdict.checks);
    let index = Index::open(out).unwrap();
    let mut pages = Vec::new();
    index.each_page(|docno, _| pages.push(docno.to_owned())).unwrap();
    pages.sort();
    let origin = index
        .added
        .labels
        .iter()
        .map(|label| format!("{} {} {:?}", label.name, label.origin, label.language));
    pages
        .into_iter()
        .map(|docno| {
            let labels: Vec<LabelSet> = index
                .page(&docno)
                .unwrap()
                .unwrap()
                .blocks
                .iter()
                .map(|block| block.labels.clone())
                .collect();
            format!("{docno} {labels:?}")
        })
        .chain(origin)
        .collect()
}

/// Ingests the archives with interruptions, each after this many commits.
fn ingest_in_pieces(
    inputs: &[PathBuf],
    out: &Path,
    options: &Options,
    batches: usize,
) -> IngestSummary {
    for _ in 0..100 {
        let summary = ingest(inputs, out, options, &Stopping(batches.into())).unwrap();
        // What is there already can be searched by any label.
        labels(out);
        if summary.manifest.finished {
            return summary;
        }
    }
    panic!("never finished");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    #[test]
    fn new_pages_are_labelled_as_all_at_once(runs in 1usize..8, near in any::<bool>()) {
        let folder = tamis_testing::folder();
        let inputs = archives(folder.path());
        let path = |name: &str| folder.path().join(name);
        let options = options(if near { Dedup::Near } else { Dedup::Off });
        ingest(&inputs, &path("whole"), &options, &()).unwrap();
        add_labels(&path("whole"));
        ingest(&inputs[..1], &path("grown"), &options, &()).unwrap();
        add_labels(&path("grown"));
        let summary = ingest_in_pieces(&inputs, &path("grown"), &options, runs);
        prop_assert!(summary.lacking.is_empty());
        prop_assert!(
            summary.manifest.segments.iter().any(|segment| segment.merged),
            "{:?}",
            summary.manifest.segments
        );
        prop_assert_eq!(labels(&path("grown")), labels(&path("whole")));
        let files =
            std::fs::read_dir(path("grown")).unwrap().map(|entry| entry.unwrap().file_name());
        let files = files.filter(|name| name.to_string_lossy().starts_with("labels"));
        prop_assert_eq!(files.count(), 1);
        // Deleting and growing meet.
        let docnos = Some(["more-3".to_owned(), "more-30".to_owned()].into());
        let selection = Selection { docnos, ..Selection::default() };
        let both = ["grown", "whole"].map(|name| {
            tamis_index::delete::delete(&path(name), &selection).unwrap();
            labels(&path(name))
        });
        prop_assert_eq!(&both[0], &both[1]);
    }
}

/// Labels a block of the page more-3.
fn add_labels_from_lines(out: &Path, force: bool) {
    let lines = "{\"docno\":\"more-3\",\"block\":2,\"label\":true}\n";
    let labelling = Labelling::open(out, force, can_use).unwrap();
    from_lines(&labelling, "mine", lines.as_bytes(), Path::new("mine.jsonl"), |_| {}).unwrap();
}

fn hits_under(index: &tamis::Index, rule: &str) -> usize {
    let search = index.search("kettle the").set("where", rule).unwrap();
    search.set("hits", 1000).unwrap().run().unwrap().len()
}

#[test]
fn labels_from_lines_are_lacked_by_later_pages() {
    let folder = tamis_testing::folder();
    let inputs = archives(folder.path());
    let out = folder.path().join("index");
    let options = options(Dedup::Off);
    ingest(&inputs[1..], &out, &options, &()).unwrap();
    add_labels_from_lines(&out, false);
    let before = Index::open(&out).unwrap().manifest.counts.pages;
    let summary = ingest_in_pieces(&inputs, &out, &options, 3);
    let later = summary.manifest.counts.pages - before;
    assert_eq!(summary.lacking, [("mine".to_owned(), later)]);
    let verdict = tamis_index::verify::verify(&out).unwrap();
    let message = format!("mine is missing on {later}");
    assert!(
        verdict.checks.iter().any(|check| check.name == "labels" && check.found.contains(&message)),
        "{:?}",
        verdict.checks
    );
    let index = tamis::Index::open(&out).unwrap();
    assert_eq!(hits_under(&index, "label = mine"), 1);
    // The only block of that page with these words is the labelled one.
    assert_eq!(hits_under(&index, "not label = mine"), hits_under(&index, "all") - 1);
    // A page that has the label goes, and one that lacks it.
    let docno = labels(&out).into_iter().find(|page| !page.starts_with("more-")).unwrap();
    let docnos = ["more-9", docno.split(' ').next().unwrap()].map(str::to_owned);
    let selection = Selection { docnos: Some(docnos.into()), ..Selection::default() };
    tamis_index::delete::delete(&out, &selection).unwrap();
    let index = Index::open(&out).unwrap();
    assert_eq!(
        index.added.lacking(index.manifest.counts.pages).collect::<Vec<_>>(),
        [("mine", later - 1)]
    );
    // Made again, no page lacks it.
    drop(index);
    add_labels_from_lines(&out, true);
    let index = Index::open(&out).unwrap();
    assert_eq!(index.added.lacking(index.manifest.counts.pages).count(), 0);
}
