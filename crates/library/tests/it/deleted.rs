//! Pages that are deleted: the index answers like one that never had them, no file of it holds
//! anything of them but a line of the list of skipped records, and no ingest brings them back.

use proptest::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tamis::{Dedup, Index, IndexBuilder, Store};
use tamis_index::corpus::Corpus;
use tamis_index::delete::{Deletion, Selection, delete, preview};
use tamis_index::label::{Labelling, from_classifiers};
use tamis_search::View;
use tamis_search::request::can_use;
use tamis_search::rule::expression;

const WORDS: [&str; 6] = ["ant", "bee", "cat", "dog", "the", "of"];
/// Rules over columns, labels of the column, added labels, and repeats.
const RULES: [&str; 5] =
    ["all", "words >= 3", "label = words-tree", "label = bte", "repeats <= 1 and site_share < 0.6"];

/// The line of a page. It has a word of its own in its title, its text and its URL.
fn line(number: usize, words: &[&str]) -> String {
    let own = own(number);
    let text = words.join(" ");
    let html = format!("<title>{own} {}</title><p>Home</p><p>{text} {own}<p>{text}", words[0]);
    let docno = format!("d{number}");
    let url = format!("http://site{}.example/{own}", number % 3);
    serde_json::json!({ "docno": docno, "url": url, "date": "2006-02-17", "html": html })
        .to_string()
        + "\n"
}

/// A word that no other page has, nor any other file of an index by chance.
fn own(number: usize) -> String {
    format!("zyxwv{}q", number + 10_000)
}

/// A collection of one file.
struct Made {
    folder: tempfile::TempDir,
    file: PathBuf,
    lines: Vec<String>,
}

fn blank(line: &str) -> String {
    " ".repeat(line.len() - 1) + "\n"
}

impl Made {
    fn new(pages: &[Vec<&str>]) -> Self {
        let folder = tamis_testing::folder();
        let file = folder.path().join("pages.jsonl");
        let lines: Vec<String> =
            pages.iter().enumerate().map(|(number, words)| line(number, words)).collect();
        std::fs::write(&file, lines.concat()).unwrap();
        Self { folder, file, lines }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes the collection without these pages; the others stay at their offsets.
    fn without(&self, gone: &BTreeSet<usize>) {
        let kept = self.lines.iter().enumerate();
        let kept = kept
            .map(|(number, line)| if gone.contains(&number) { blank(line) } else { line.clone() });
        std::fs::write(&self.file, kept.collect::<String>()).unwrap();
    }

    /// A builder of many small segments, some of which are merged.
    fn build(&self, out: &str) -> IndexBuilder<'_> {
        Index::build(self.path(out)).collection(&self.file).with(|job| {
            job.recipe.store = Some(Store::All);
            job.recipe.commit_every = Some(1500);
            job.threads = Some(2);
        })
    }
}

fn add_labels(path: &Path) {
    let labelling = Labelling::open(path, false, can_use).unwrap();
    from_classifiers(&labelling, &["bte".to_owned()], None, &[] as &[&str], &()).unwrap();
}

fn these(numbers: &BTreeSet<usize>) -> Selection {
    Selection {
        docnos: Some(numbers.iter().map(|number| format!("d{number}")).collect()),
        ..Selection::default()
    }
}

/// Everything that the index answers about its pages.
fn answers(path: &Path) -> String {
    let verdict = tamis_index::verify::verify(path).unwrap();
    assert!(verdict.whole(), "{:?}", verdict.checks);
    let index = tamis_index::index::Index::open(path).unwrap();
    let counts = &index.manifest.counts;
    let mut answers = format!("{} {} {}\n", counts.pages, counts.blocks, counts.tokens);
    let corpus = Corpus::new(vec![index]).unwrap();
    let index = &corpus.indexes[0];
    for rule in RULES.iter().filter(|rule| !rule.contains("bte") || index.manifest.labels.is_some())
    {
        let view = View::new(&corpus, expression::parse(rule, &index.manifest).unwrap()).unwrap();
        answers += &format!("{rule}: {:?}\n", view.statistics);
    }
    let order = corpus.order().unwrap();
    for rank in order.visible() {
        answers += &format!("{:?}\n", index.page(&order.docno(rank).unwrap()).unwrap());
    }
    drop(corpus);
    let index = Index::open(path).unwrap();
    for words in ["ant bee", "cat", "dog of the ant"] {
        for rule in RULES
            .iter()
            .filter(|rule| !rule.contains("bte") || index.labels().iter().any(|name| name == "bte"))
        {
            let search = index.search(words).set("where", rule).unwrap();
            let hits = search.set("hits", 100).unwrap().run().unwrap();
            answers += &format!("{words} {rule}: {hits:?}\n");
        }
    }
    answers
}

/// Returns where an index holds this word, other than in the list of skipped records.
fn place_of(path: &Path, word: &str) -> Option<String> {
    for entry in std::fs::read_dir(path).unwrap() {
        let file = entry.unwrap().path();
        let bytes = std::fs::read(&file).unwrap();
        if holds(&bytes, word) {
            return Some(file.display().to_string());
        }
    }
    // Compressed too: in the terms, the columns and the stored pages of every segment.
    let index = tamis_index::index::Index::open(path).unwrap();
    for reader in index.searcher.segment_readers() {
        assert_eq!(reader.num_deleted_docs(), 0);
        let mut found = false;
        for field in [index.fields.text, index.fields.docno] {
            let inverted = reader.inverted_index(field).unwrap();
            let mut terms = inverted.terms().stream().unwrap();
            while terms.advance() {
                found |= holds(terms.key(), word);
            }
        }
        for column in ["url", "docno"] {
            let column = reader.fast_fields().str(column).unwrap().unwrap();
            let mut values = column.dictionary().stream().unwrap();
            while values.advance() {
                found |= holds(values.key(), word);
            }
        }
        let store = reader.get_store_reader(0).unwrap();
        for page in store.iter::<tantivy::TantivyDocument>(None) {
            found |= format!("{:?}", page.unwrap()).contains(word);
        }
        if found {
            return Some("a segment".to_owned());
        }
    }
    None
}

fn holds(bytes: &[u8], word: &str) -> bool {
    memchr::memmem::find(bytes, word.as_bytes()).is_some()
}

fn pages() -> impl Strategy<Value = Vec<Vec<&'static str>>> {
    prop::collection::vec(prop::collection::vec(prop::sample::select(&WORDS[..]), 1..5), 2..50)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_index_is_one_that_never_had_them(
        pages in pages(),
        chosen in prop::collection::vec(any::<prop::sample::Index>(), 1..20),
        labelled in any::<bool>(),
        twice in any::<bool>(),
    ) {
        let made = Made::new(&pages);
        let gone: BTreeSet<usize> =
            chosen.iter().map(|index| index.index(pages.len() - 1)).collect();
        made.build("index").run().unwrap();
        let index = made.path("index");
        if labelled {
            add_labels(&index);
        }
        let (first, second) = if twice {
            (gone.iter().copied().take(1).collect(), gone.clone())
        } else {
            (gone.clone(), gone.clone())
        };
        let before = answers(&index);
        let seen = preview(&index, &these(&first)).unwrap();
        prop_assert_eq!(answers(&index), before);
        prop_assert_eq!(delete(&index, &these(&first)).unwrap(), seen);
        let again = delete(&index, &these(&second)).unwrap();
        prop_assert_eq!(again.already_deleted.len(), first.len());
        prop_assert_eq!(again.left as usize, pages.len() - gone.len());

        made.without(&gone);
        made.build("fresh").run().unwrap();
        if labelled {
            add_labels(&made.path("fresh"));
        }
        prop_assert_eq!(answers(&index), answers(&made.path("fresh")));
        prop_assert_eq!(gone.iter().find_map(|number| place_of(&index, &own(*number))), None);
        // The test itself would see them.
        prop_assert!(place_of(&index, &own(pages.len() - 1)).is_some());
        let manifest = tamis_index::index::Index::open(&index).unwrap().manifest;
        let deleted =
            manifest.counts.skipped.iter().find(|(reason, _)| *reason == "deleted").unwrap().1;
        prop_assert_eq!(deleted as usize, gone.len());
        prop_assert_eq!(
            manifest.counts.records,
            manifest.counts.pages + manifest.counts.skipped.total()
        );
    }
}

fn twenty() -> Made {
    let pages: Vec<Vec<&str>> =
        (0..20).map(|number| vec![WORDS[number % 4], WORDS[number % 3]]).collect();
    Made::new(&pages)
}

#[test]
fn no_ingest_brings_them_back() {
    let mut made = twenty();
    made.lines.insert(10, "damaged\n".to_owned());
    std::fs::write(&made.file, made.lines.concat()).unwrap();
    let index = made.path("index");
    made.build("index").with(|job| job.max_damaged = Some(0)).run().unwrap_err();
    assert!(!tamis_index::index::Index::open(&index).unwrap().manifest.finished);
    let gone = BTreeSet::from([1, 2, 3]);
    assert_eq!(delete(&index, &these(&gone)).unwrap().pages.len(), 3);
    assert!(tamis_index::verify::verify(&index).unwrap().whole());
    // The ingest is resumed, and run again when it is finished.
    made.build("index").run().unwrap();
    made.build("index").run().unwrap();
    let expected = {
        made.without(&gone);
        made.build("fresh").run().unwrap();
        answers(&made.path("fresh"))
    };
    assert_eq!(answers(&index), expected);

    // Another archive with a page of that name, and with pages of others.
    let lines = line(2, &["other", "text"]) + &line(50, &["ant"]);
    std::fs::write(made.path("more.jsonl"), lines).unwrap();
    std::fs::write(&made.file, made.lines.concat()).unwrap();
    let another = Made::new(&[vec!["cat"]]);
    std::fs::write(&another.file, line(2, &["other"]) + &line(50, &["ant"]) + &line(51, &["bee"]))
        .unwrap();
    another.build("index").run().unwrap();
    delete(&another.path("index"), &these(&BTreeSet::from([2]))).unwrap();
    std::fs::write(another.path("more.jsonl"), line(2, &["other", "text"]) + &line(52, &["ant"]))
        .unwrap();
    another.build("index").collection(another.path("more.jsonl")).run().unwrap();
    let manifest = tamis_index::index::Index::open(&another.path("index")).unwrap().manifest;
    assert_eq!((manifest.counts.pages, manifest.counts.records), (3, 5));
    let list = std::fs::read_to_string(another.path("index").join("losses.tsv")).unwrap();
    let deleted: Vec<&str> =
        list.lines().filter(|line| line.contains("\td2\tskipped\tdeleted\t")).collect();
    assert!(deleted.len() == 2 && deleted[1].contains("more.jsonl\t0\t"), "{list}");
    assert!(tamis_index::verify::verify(&another.path("index")).unwrap().whole());
    assert_eq!(place_of(&another.path("index"), &own(2)), None);
}

#[test]
fn every_page_can_go_and_loose_pages_and_duplicates_too() {
    let made = twenty();
    made.build("index").with(|job| job.recipe.dedup = Some(Dedup::Exact)).run().unwrap();
    add_labels(&made.path("index"));
    let all = Selection {
        url_prefixes: ["site0.example", "http://site1.example/", "site2.example/z"]
            .map(str::to_owned)
            .into(),
        ..Selection::default()
    };
    let Deletion { pages, left, .. } = delete(&made.path("index"), &all).unwrap();
    assert_eq!((pages.len(), left), (20, 0));
    assert!(tamis_index::verify::verify(&made.path("index")).unwrap().whole());
    assert_eq!((0..20).find_map(|number| place_of(&made.path("index"), &own(number))), None);
    assert_eq!(delete(&made.path("index"), &all).unwrap().unmatched_url_prefixes, all.url_prefixes);

    for name in ["a", "b", "c"] {
        std::fs::create_dir_all(made.path("site/below")).unwrap();
        std::fs::write(
            made.path("site/below").join(format!("{name}.html")),
            format!("<p>{name} ant"),
        )
        .unwrap();
    }
    let loose = made.path("loose");
    Index::build(&loose).collection(made.path("site")).run().unwrap();
    let docnos = BTreeSet::from(["below/b.html".to_owned(), "below/z.html".to_owned()]);
    let url_prefixes = vec!["http://none".to_owned()];
    let selection = Selection { docnos: Some(docnos), url_prefixes, published: None };
    let deletion = delete(&loose, &selection).unwrap();
    assert_eq!((deletion.pages.len(), deletion.left), (1, 2));
    assert_eq!(deletion.unknown_docnos, ["below/z.html"]);
    assert_eq!(deletion.unmatched_url_prefixes, ["http://none"]);
    assert!(tamis_index::verify::verify(&loose).unwrap().whole());
    // The folder has not changed, so nothing is read; with one page more all of it is.
    Index::build(&loose).collection(made.path("site")).run().unwrap();
    std::fs::write(made.path("site/d.html"), "<p>d ant").unwrap();
    let index = Index::build(&loose).collection(made.path("site")).run().unwrap();
    assert_eq!(index.search("ant").run().unwrap().len(), 3);
    assert!(tamis_index::verify::verify(&loose).unwrap().whole());
}

#[test]
fn readers_keep_what_they_opened_and_writers_wait() {
    let made = twenty();
    let opened = made.build("index").run().unwrap();
    let found = || opened.search("ant").set("hits", 50).unwrap().run().unwrap();
    let old = found();
    delete(&made.path("index"), &these(&BTreeSet::from([0, 4]))).unwrap();
    assert_eq!(found(), old);
    assert_eq!(Index::open(made.path("index")).unwrap().stats().pages, 18);
    let _lock = tamis_index::index::lock::WriterLock::take(&made.path("index")).unwrap();
    let refused =
        delete(&made.path("index"), &these(&BTreeSet::from([1]))).unwrap_err().to_string();
    assert!(refused.contains("is being written by process"), "{refused}");
    assert_eq!(preview(&made.path("index"), &these(&BTreeSet::from([1]))).unwrap().pages.len(), 1);
}
