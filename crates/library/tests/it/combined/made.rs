//! Collections of small files, their indexes, and everything that an index answers.

use std::path::{Path, PathBuf};
use tamis::job::RecipeSettings;
use tamis::{Index, IndexBuilder, Store};
use tamis_index::corpus::Corpus;
use tamis_index::label::{Labelling, from_classifiers, from_lines};
use tamis_search::View;
use tamis_search::request::can_use;
use tamis_search::rule::expression;
use tantivy::DocAddress;

/// Words of several pages.
pub const WORDS: [&str; 6] = ["ant", "bee", "cat", "dog", "the", "of"];
/// No page has a number as great: each of up to 6 files has up to 13 pages.
const MAX_PAGES: usize = 100;
/// Rules over columns, labels of the column, added labels, and repeats.
const RULES: [&str; 6] = [
    "all",
    "words >= 3",
    "label = words-tree",
    "label = bte",
    "label = mine",
    "repeats <= 2 and site_share < 0.6 or site_repeats = 1",
];

/// The line of a page.
pub fn line(number: usize, words: &[&str]) -> String {
    let text = words.join(" ");
    let html = format!(
        "<title>{} {}</title><p>Home</p><p>{text} w{number}<p>{text}",
        words[0],
        number % 7
    );
    // Some URLs have several captures.
    let docno = format!("d{number}");
    let url = format!("http://site{}.example/{}", number % 3, number % 20);
    let date = format!("2006-02-{:02}", number % 28 + 1);
    serde_json::json!({ "docno": docno, "url": url, "date": date, "html": html }).to_string() + "\n"
}

/// Files of pages, and their indexes.
pub struct Made {
    folder: tempfile::TempDir,
    pub files: Vec<PathBuf>,
    commit_every: u64,
}

impl Made {
    /// Writes a file for each list of pages; a page without words is a damaged line. Each file has
    /// a page twice.
    pub fn new(files: &[Vec<Option<Vec<&str>>>], commit_every: u64) -> Self {
        let mut made = Self { folder: tamis_testing::folder(), files: Vec::new(), commit_every };
        let mut number = 0;
        for (file, pages) in files.iter().enumerate() {
            let mut lines = String::new();
            for page in pages {
                lines += &page.as_ref().map_or("damaged\n".to_owned(), |words| line(number, words));
                number += 1;
            }
            if let Some(Some(words)) = pages.last().filter(|_| file % 2 == 1) {
                lines += &line(number - 1, words);
            }
            made.files.push(made.file(&format!("file{file}.jsonl"), &lines));
        }
        made
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        std::fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    fn build<'a>(&self, path: &Path, files: &[PathBuf]) -> IndexBuilder<'a> {
        let recipe = RecipeSettings {
            store: Some(Store::All),
            scores: Some(vec!["victor".to_owned()]),
            commit_every: Some(self.commit_every),
            ..RecipeSettings::default()
        };
        Index::build(path).with(|job| {
            job.collections = files.to_vec();
            job.recipe = recipe;
            job.threads = Some(2);
        })
    }

    /// Builds an index of these files.
    pub fn index(&self, name: &str, files: &[PathBuf]) -> PathBuf {
        self.build(&self.path(name), files).run().unwrap();
        self.path(name)
    }

    /// Adds files to an index.
    pub fn grow(&self, path: &Path, files: &[PathBuf]) {
        self.build(path, files).run().unwrap();
    }
}

/// Adds a label from a classifier and one from lines, which name two blocks of each page of all
/// parts.
pub fn label(path: &Path) {
    let labelling = Labelling::open(path, false, can_use).unwrap();
    from_classifiers(&labelling, &["bte".to_owned()], None, &[] as &[&str], &()).unwrap();
    drop(labelling);
    let lines: String = (0..2 * MAX_PAGES)
        .map(|n| format!("{{\"docno\":\"d{}\",\"block\":{},\"label\":true}}\n", n / 2, n % 2 + 1))
        .collect();
    let labelling = Labelling::open(path, false, can_use).unwrap();
    from_lines(&labelling, "mine", lines.as_bytes(), Path::new("lines"), |_| {}).unwrap();
}

/// Everything that the index answers.
pub fn answers(path: &Path) -> String {
    let verdict = tamis_index::verify::verify(path).unwrap();
    assert!(verdict.whole(), "{:?}", verdict.checks);
    let index = tamis_index::index::Index::open(path).unwrap();
    let mut answers = format!("{:?}\n{:?}\n", index.manifest.counts, index.manifest.archives);
    answers += &std::fs::read_to_string(path.join("losses.tsv")).unwrap();
    answers += &format!("{:?} {}\n", index.manifest.finished, index.manifest.damaged_before);
    let lacking: Vec<(&str, u64)> = index.added.lacking(index.manifest.counts.pages).collect();
    answers += &format!("{} {lacking:?}\n", index.added.names());
    for ordinal in index.segments_in_order() {
        for doc in index.searcher.segment_reader(ordinal).doc_ids_alive() {
            answers += &format!("{:?}\n", index.page_at(DocAddress::new(ordinal, doc)).unwrap());
        }
    }
    let mut fingerprints = Vec::new();
    index
        .each_page(|docno, fingerprint| fingerprints.push(format!("{docno} {fingerprint:?}")))
        .unwrap();
    fingerprints.sort();
    answers += &format!("{fingerprints:?}\n");
    answers + &views(index) + &hits(path)
}

fn rules(labels: &[String]) -> impl Iterator<Item = &'static str> {
    RULES.into_iter().filter(|rule| {
        rule.strip_prefix("label = ").is_none_or(|name| labels.iter().any(|label| label == name))
    })
}

/// The statistics of the rules, and the blocks that repeat most.
fn views(index: tamis_index::index::Index) -> String {
    let corpus = Corpus::new(vec![index]).unwrap();
    let manifest = &corpus.indexes[0].manifest;
    let mut answers = String::new();
    for rule in rules(&manifest.classifiers).filter(|_| manifest.counts.pages > 0) {
        let view = View::new(&corpus, expression::parse(rule, manifest).unwrap()).unwrap();
        answers += &format!("{rule}: {:?}\n", view.statistics);
    }
    if let Some(repeats) = corpus.indexes[0].repeats.get() {
        let counted = &repeats.counted;
        answers += &format!("{} {} {}\n", counted.sites, counted.pages_with_site, counted.list);
        for most in &counted.most {
            let (docno, block) = corpus.block(most.segment, most.row).unwrap();
            answers += &format!("{} {docno} {block:?}\n", most.repeats);
        }
    }
    answers
}

/// What searches find, and the captures of URLs.
fn hits(path: &Path) -> String {
    let index = Index::open(path).unwrap();
    let mut answers = format!("{:?}\n", index.stats());
    for words in ["ant bee", "cat", "dog of the ant", "home"] {
        for rule in rules(index.labels()).filter(|_| index.stats().pages > 0) {
            let search = index.search(words).set("where", rule).unwrap();
            let hits = search.set("hits", 100).unwrap().run().unwrap();
            answers += &format!("{words} {rule}: {hits:?}\n");
        }
    }
    for url in 0..20 {
        answers += &format!(
            "{:?}\n",
            index.captures(&format!("http://site{}.example/{url}", url % 3)).unwrap()
        );
    }
    answers
}
