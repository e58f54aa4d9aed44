//! How often blocks repeat: the counts of an index are those of a brute force over the tokens of
//! all its pages, whatever its segments, merges, deletes, additions and interruptions, and whether
//! or not it stores texts.

use crate::stopping::Stopping;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use tamis_index::analyze::Analyzer;
use tamis_index::index::recipe::Store;
use tamis_index::index::repeats::CountChunk;
use tamis_index::index::{BlockRepeats, Index, IndexWriter, Recipe};
use tamis_index::ingest::{Options, Progress, ingest};
use tamis_index::{repeats, verify};

/// A page: its URL in [`URLS`], if it has one, and the words of its title and its blocks.
type Page = (Option<usize>, Vec<Vec<&'static str>>);

/// The tokens of a block, sorted.
type Bag = Vec<String>;

/// Spellings of URLs: each with the number of its URL and of its site. Captures differ in spelling,
/// and a URL can be of two sites, or of one and of none.
const URLS: [(&str, u32, Option<u32>); 12] = [
    ("http://www.example.com/a", 0, Some(0)),
    ("https://example.com:443/a/#top", 0, Some(0)),
    ("example.com/a", 0, None),
    ("https://blog.example.com:80/b", 1, Some(0)),
    ("http://alice.github.io/", 2, Some(1)),
    ("http://alice.github.io/x?y=http://example.com/", 3, Some(1)),
    ("http://alice.github.io/x/?y=http://example.com/", 3, Some(1)),
    ("http://bob.github.io/", 4, Some(2)),
    ("http://BOB.github.io/2", 5, Some(2)),
    ("http://github.io/", 6, Some(3)),
    ("http://www.github.io/", 6, Some(4)),
    ("//", 7, None),
];

/// Words, two with one stem, and two that the analyzer drops.
const WORDS: [&str; 7] = ["ant", "bee", "bees", "cat", "dog", "the", "of"];

fn pages() -> impl Strategy<Value = Vec<Page>> {
    let block = prop::collection::vec(prop::sample::select(&WORDS[..]), 1..4);
    let page = (prop::option::of(0..URLS.len()), prop::collection::vec(block, 1..7));
    prop::collection::vec(page, 1..60)
}

fn line((number, (url, blocks)): &(usize, &Page)) -> String {
    let url = url.map_or("", |url| URLS[url].0);
    let html: String =
        blocks[1..].iter().map(|block| format!("<p>{}</p>", block.join(" "))).collect();
    let html = format!("<title>{}</title>{html}", blocks[0].join(" "));
    format!("{}\n", serde_json::json!({"docno": format!("d{number}"), "url": url, "html": html}))
}

/// Writes the pages as lines of JSON; the first block is the title.
fn write(path: &Path, pages: &[(usize, &Page)]) {
    std::fs::write(path, pages.iter().map(line).collect::<String>()).unwrap();
}

fn site(url: Option<usize>) -> Option<u32> {
    url.and_then(|url| URLS[url].2)
}

/// A page without a URL, or with one that says nothing, is known by its docno.
fn key(number: usize, url: Option<usize>) -> Result<u32, usize> {
    match url.map(|url| URLS[url].1) {
        None | Some(7) => Err(number),
        Some(url) => Ok(url),
    }
}

/// The counts of every block of these pages, by docno.
fn brute_force(pages: &[(usize, &Page)]) -> BTreeMap<String, Vec<BlockRepeats>> {
    let mut analyzer = Analyzer::by_name("english").unwrap();
    let mut known = Vec::new();
    for (number, (url, blocks)) in pages {
        let mut bags: Vec<Bag> = Vec::new();
        for words in blocks {
            let mut bag = analyzer.terms(&words.join(" "));
            bag.sort();
            bags.push(bag);
        }
        known.push(KnownPage { key: key(*number, *url), site: site(*url), bags });
    }
    let mut counts = BTreeMap::new();
    for ((number, _), page) in pages.iter().zip(&known) {
        let of_page = page.bags.iter().map(|bag| counts_of_block(&known, page.site, bag)).collect();
        counts.insert(format!("d{number}"), of_page);
    }
    counts
}

/// A page as [`brute_force`] knows it.
struct KnownPage {
    key: Result<u32, usize>,
    site: Option<u32>,
    /// The sorted terms of each block.
    bags: Vec<Bag>,
}

fn counts_of_block(pages: &[KnownPage], site: Option<u32>, bag: &Bag) -> BlockRepeats {
    let mut with_block = BTreeSet::new();
    let mut of_site = BTreeSet::new();
    let mut of_site_with_block = BTreeSet::new();
    for page in pages {
        let has_block = !bag.is_empty() && page.bags.contains(bag);
        let is_of_site = site.is_some() && page.site == site;
        if has_block {
            with_block.insert(page.key);
        }
        if is_of_site {
            of_site.insert(page.key);
        }
        if has_block && is_of_site {
            of_site_with_block.insert(page.key);
        }
    }
    BlockRepeats {
        pages: with_block.len() as u32,
        site_pages_with: of_site_with_block.len() as u32,
        site_pages: of_site.len() as u32,
    }
}

/// The counts of every block of an index, by docno.
fn counted(out: &Path) -> BTreeMap<String, Vec<BlockRepeats>> {
    let index = Index::open(out).unwrap();
    let mut counts = BTreeMap::new();
    index.each_page(|docno, _| drop(counts.insert(docno.to_owned(), Vec::new()))).unwrap();
    for (docno, counts) in &mut counts {
        let page = index.page(docno).unwrap().unwrap();
        counts.extend(page.blocks.iter().map(|block| block.repeats));
    }
    counts
}

/// The counts of all rows of these indexes together, in no order.
fn rows(folders: &[&Path]) -> Vec<[u32; 3]> {
    let indexes: Vec<Index> = folders.iter().map(|folder| Index::open(folder).unwrap()).collect();
    let mut rows = Vec::new();
    let indexes: Vec<&Index> = indexes.iter().collect();
    repeats::count(&indexes, folders[0], &|| false, |_, chunk: &CountChunk| {
        let [repeats, site_repeats, site_pages] = chunk;
        for ((all, site), pages) in repeats.iter().zip(site_repeats).zip(site_pages) {
            rows.push([*all, *site, *pages]);
        }
        Ok(())
    })
    .unwrap();
    rows.sort_unstable();
    rows
}

/// Asks to stop while blocks are counted.
#[derive(Default)]
struct Impatient(AtomicUsize);

impl Progress for Impatient {
    fn counting(&self) {
        self.0.store(1, Ordering::Relaxed);
    }

    fn stops(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 1
    }
}

/// Indexes the files with two interruptions, the last one while blocks are counted.
fn ingest_with_interruptions(files: &[PathBuf], out: &Path, options: &Options, stop: usize) {
    let summary = ingest(files, out, options, &Stopping(stop.into())).unwrap();
    let finished = summary.manifest.finished;
    assert!(finished == Index::open(out).unwrap().repeats.get().is_some());
    if !finished {
        let summary = ingest(files, out, options, &Impatient::default()).unwrap();
        assert!(!summary.manifest.finished);
        assert!(Index::open(out).unwrap().repeats.get().is_none());
        ingest(files, out, options, &()).unwrap();
    }
}

/// Deletes pages and counts again; the counts from before are refused in between.
fn delete_without_counts(out: &Path, numbers: impl Iterator<Item = usize>) {
    let manifest = Index::open(out).unwrap().manifest;
    let (writer, mut manifest) = IndexWriter::open(out, manifest, false).unwrap();
    for number in numbers {
        writer.delete(&format!("d{number}")).unwrap();
    }
    writer.commit(&manifest).unwrap();
    let refused = Index::open(out).map(drop).unwrap_err().to_string();
    assert!(refused.contains("found the counts of other segments"), "{refused}");
    manifest.repeats = None;
    writer.commit(&manifest).unwrap();
    manifest.repeats = Some(repeats::write(&Index::open(out).unwrap(), &|| false).unwrap());
    writer.commit(&manifest).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn counts_are_those_of_a_brute_force(
        pages in pages(),
        cut in any::<prop::sample::Index>(),
        commit_every in 60u64..3_000,
        threads in 1usize..3,
        stop in 1usize..9,
        store in prop::sample::select(&[Store::Text, Store::None][..]),
        every in 2usize..9,
    ) {
        let folder = tamis_testing::folder();
        let pages: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
        let (first, second) = pages.split_at(cut.index(pages.len()));
        let files = [folder.path().join("a.jsonl"), folder.path().join("b.jsonl")];
        write(&files[0], first);
        write(&files[1], second);
        let classifiers = vec!["keep-all".to_owned()];
        let recipe = Recipe { commit_every, store, classifiers, ..Recipe::default() };
        let options = Options { recipe: recipe.clone(), threads, ..Options::default() };
        let expected = brute_force(&pages);

        // In one ingest.
        let whole = folder.path().join("whole");
        ingest(&files, &whole, &options, &()).unwrap();
        prop_assert_eq!(&counted(&whole), &expected);
        let verdict = verify::verify(&whole).unwrap();
        prop_assert!(verdict.whole(), "{:?}", verdict);

        // One archive, then the other: the counts of old pages change.
        let added = folder.path().join("added");
        ingest(&files[..1], &added, &options, &()).unwrap();
        prop_assert_eq!(&counted(&added), &brute_force(first));
        let first_alone = folder.path().join("first");
        ingest(&files[..1], &first_alone, &options, &()).unwrap();
        ingest(&files, &added, &options, &()).unwrap();
        prop_assert_eq!(&counted(&added), &expected);
        let files_of_counts = std::fs::read_dir(&added).unwrap().filter(|entry| {
            entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("repeats-")
        });
        prop_assert_eq!(files_of_counts.count(), 1);

        // Two indexes together, such as parts of a collection that were built apart, count like
        // one.
        let other = folder.path().join("other");
        ingest(&files[1..], &other, &options, &()).unwrap();
        prop_assert_eq!(rows(&[&first_alone, &other]), rows(&[&whole]));

        // With interruptions, the last one while blocks are counted.
        let resumed = folder.path().join("resumed");
        ingest_with_interruptions(&files, &resumed, &options, stop);
        prop_assert_eq!(&counted(&resumed), &expected);

        // Deleted pages do not count, and counts of other pages are not believed.
        let (gone, left): (Vec<_>, Vec<_>) =
            pages.into_iter().partition(|(number, _)| number % every == 0);
        delete_without_counts(&whole, gone.iter().map(|(number, _)| *number));
        prop_assert_eq!(&counted(&whole), &brute_force(&left));
    }
}
