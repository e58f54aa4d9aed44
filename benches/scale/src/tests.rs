//! A small base is written and read back.

use crate::base::Base;
use crate::file::{Name, Source};
use crate::hosts::Hosts;
use crate::select::Size;
use crate::topics::{Topics, qrels};
use crate::words::Lexicon;
use crate::write::{Job, Totals};
use flate2::read::GzDecoder;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use tamis_collection::{Item, RawDocument, WarcWriter};

const PAGES: u64 = 400;
const SEED: u64 = 7;

/// Reads a base of pages with words of all frequencies, on four sites.
fn base() -> Base {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("base.warc.gz");
    let mut writer = WarcWriter::create(&path).unwrap();
    for page in 0..PAGES {
        let mut body = "<title>Everywhere</title><p class=\"menu\">About the archives".to_owned();
        for rank in 1..60 {
            let word = page % (rank * 3);
            body.push_str(&format!("<p>Text {}", letters(rank * 1000 + word)));
        }
        body.push_str(&format!("<p>{} {}", letters(page + 100_000), letters(page / 2 + 200_000)));
        let name = format!("page-{page}");
        let url = format!("http://{}.example/{page}", page % 4);
        writer.page(&name, &url, "2006-02-17T00:00:00Z", body.as_bytes()).unwrap();
    }
    writer.finish().unwrap();
    let wanted = Size { bytes: 1000.0, blocks: 62.0 };
    let base = Base::read(&[path.into()], wanted, SEED).unwrap();
    assert!(base.pages.len() >= 100, "{}", base.pages.len());
    base
}

/// Writes a number in letters.
fn letters(number: u64) -> String {
    number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'k')).collect()
}

fn source(base: &Base) -> Source<'_> {
    let lexicon = Lexicon::new(base, SEED);
    Source { base, lexicon, hosts: Hosts::new(base), topics: Topics::new(base, SEED), seed: SEED }
}

fn write(base: &Base, out: &Path, pages: u64, threads: usize) -> Totals {
    let out = Some(out.to_owned());
    Job { pages, pages_per_file: 170, out, level: 1, threads }.run(&source(base)).unwrap()
}

/// Returns all files below a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for day in fs::read_dir(folder).unwrap() {
        for file in fs::read_dir(day.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            files.insert(name, fs::read(path).unwrap());
        }
    }
    files
}

/// Reads a collection, which must have no losses.
fn documents(folder: &Path) -> Vec<RawDocument> {
    let mut documents = Vec::new();
    for item in tamis_collection::open(folder).unwrap() {
        match item {
            Item::Document(document) => documents.push(document),
            other => panic!("{other:?}"),
        }
    }
    documents
}

#[test]
fn bytes_do_not_depend_on_threads() {
    let base = base();
    let folder = tempfile::tempdir().unwrap();
    let one = folder.path().join("one");
    let two = folder.path().join("two");
    let judged_by_one = write(&base, &one, 1500, 1).judged;
    let judged_by_two = write(&base, &two, 1500, 2).judged;
    assert_eq!(files(&one).len(), 9);
    assert!(files(&one) == files(&two));
    assert_eq!(qrels(judged_by_one), qrels(judged_by_two));
}

#[test]
fn first_files_are_a_smaller_collection() {
    let base = base();
    let folder = tempfile::tempdir().unwrap();
    let small = folder.path().join("small");
    let large = folder.path().join("large");
    write(&base, &small, 510, 1);
    write(&base, &large, 1500, 1);
    let small = files(&small);
    let large = files(&large);
    assert_eq!(small.len(), 3);
    assert!(small.iter().eq(large.iter().take(3)));
}

#[test]
fn docnos_are_distinct_offsets() {
    let base = base();
    let folder = tempfile::tempdir().unwrap();
    let totals = write(&base, folder.path(), 1500, 2);
    let documents = documents(folder.path());
    assert_eq!(documents.len(), 1500);
    assert_eq!(documents.iter().map(|page| page.body.size() as u64).sum::<u64>(), totals.html);
    let docnos: BTreeSet<&str> = documents.iter().map(|page| page.docno.as_str()).collect();
    assert_eq!(docnos.len(), documents.len());
    for document in &documents {
        let parts: Vec<&str> = document.docno.split('-').collect();
        let [_, day, number, offset] = parts[..] else { panic!("{}", document.docno) };
        let name = format!("{day}/permalinks-{number}.gz");
        let mut unpacked = Vec::new();
        let file = File::open(folder.path().join(&name)).unwrap();
        GzDecoder::new(file).read_to_end(&mut unpacked).unwrap();
        let record = &unpacked[offset.parse::<usize>().unwrap()..];
        let head = format!("<DOC>\n<DOCNO>{}</DOCNO>\n", document.docno);
        assert!(record.starts_with(head.as_bytes()), "{}", document.docno);
    }
}

#[test]
fn judged_pages_exist() {
    let base = base();
    let folder = tempfile::tempdir().unwrap();
    let totals = write(&base, folder.path(), 1500, 2);
    let documents = documents(folder.path());
    let docnos: BTreeSet<&str> = documents.iter().map(|page| page.docno.as_str()).collect();
    let qrels = qrels(totals.judged);
    assert!(qrels.lines().all(|line| docnos.contains(line.split(' ').nth(2).unwrap())));
    assert!(qrels.lines().any(|line| line.ends_with(" 2")));
    assert_eq!(source(&base).topics.text(&base).matches("<top>").count(), 100);
}

#[test]
fn copies_keep_common_words_and_markup() {
    let base = base();
    let lexicon = Lexicon::new(&base, SEED);
    let mapping = lexicon.mapping(5);
    let mut exchanged = 0;
    for (word, bytes) in base.words.iter().enumerate() {
        if base.is_exchanged(word as u32) {
            exchanged += usize::from(mapping.word(word) != &**bytes);
        } else {
            assert_eq!(mapping.word(word), &**bytes);
        }
    }
    assert!(exchanged > 100, "{exchanged}");
    let mut page = Vec::new();
    mapping.write(&base.pages[0], &mut page);
    let page = String::from_utf8(page).unwrap();
    let start = "<title>Everywhere</title><p class=\"menu\">About the archives<p>Text ";
    assert!(page.starts_with(start), "{page}");
}

#[test]
fn copy_0_is_the_base_and_others_differ() {
    let base = base();
    let lexicon = Lexicon::new(&base, SEED);
    let mut texts = BTreeSet::new();
    for copy in 0..4 {
        let mapping = lexicon.mapping(copy);
        for page in &base.pages {
            let mut text = Vec::new();
            mapping.write(page, &mut text);
            texts.insert(text);
        }
        if copy == 0 {
            let is_base = |word: usize| mapping.word(word) == &*base.words[word];
            assert!((0..base.words.len()).all(is_base));
        }
    }
    assert_eq!(texts.len(), 4 * base.pages.len());
}

#[test]
fn vocabulary_grows_as_stated() {
    let base = base();
    let lexicon = Lexicon::new(&base, SEED);
    let mut words = BTreeSet::new();
    for copy in 0..64 {
        let mapping = lexicon.mapping(copy);
        words.extend((0..base.words.len()).map(|word| mapping.word(word).to_vec()));
    }
    let stated = lexicon.vocabulary(64) as f64;
    assert!((words.len() as f64 / stated - 1.0).abs() < 0.05, "{} {stated}", words.len());
}

#[test]
fn hosts_are_skewed() {
    let base = base();
    let folder = tempfile::tempdir().unwrap();
    let totals = write(&base, folder.path(), 20_000, 2);
    let used = totals.hosts.iter().filter(|pages| **pages > 0).count();
    assert_eq!(totals.hosts.iter().sum::<u64>(), 20_000);
    let largest = *totals.hosts.iter().max().unwrap();
    assert!(largest as f64 > 10.0 * 20_000.0 / used as f64, "{largest} of {used}");
}

#[test]
fn days_are_those_of_blogs06() {
    assert_eq!(Name::new(0).docno(15), "BLOG06-20051206-000-0000000015");
    assert_eq!(Name::new(762).folder(), "20060221");
    let mut names = BTreeSet::new();
    for file in 0..900 {
        names.insert(format!("{}/{}", Name::new(file).folder(), Name::new(file).file()));
    }
    assert_eq!(names.len(), 900);
    assert!(names.contains("20051231/permalinks-000.gz"));
    assert!(names.contains("20060131/permalinks-000.gz"));
    assert!(names.contains("20060201/permalinks-000.gz"));
}
