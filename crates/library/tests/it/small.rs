//! A small generated collection, its index with several segments, and everything that the index
//! answers.

use std::path::{Path, PathBuf};
use tamis::job::RecipeSettings;
use tamis::{Dedup, Index, IndexBuilder, Qrels, Result, Store, Topics};
use tamis_index::corpus::Corpus;
use tamis_search::export::lines;
use tamis_search::export::lines::{ExportForm, ExportLayout, LineShape};
use tamis_search::{Predicate, View};

/// Two archives, with topics and qrels.
pub struct Collection {
    pub archives: [PathBuf; 2],
    pub topics: Topics,
    pub qrels: Qrels,
}

impl Collection {
    /// Generates the collection below a folder.
    pub fn generate(folder: &Path) -> Self {
        let files = tamis::demo::generate(&folder.join("one"), 60, 5).unwrap();
        let other = tamis::demo::generate(&folder.join("two"), 60, 6).unwrap();
        // Generated pages of the same days have the same docnos.
        let lines = folder.join("two").join("more.jsonl");
        let mut text = String::new();
        for n in 0..60 {
            text += &format!("{{\"docno\":\"more-{n}\",\"text\":\"a kettle is more than {n}\"}}\n");
        }
        std::fs::write(&lines, text + "bad\n").unwrap();
        std::fs::remove_file(other.warc).unwrap();
        let topics = Topics::read(&files.topics).unwrap();
        let qrels = Qrels::read(&files.qrels).unwrap();
        Self { archives: [files.warc, lines], topics, qrels }
    }

    /// A builder of many small segments, some of which are merged.
    pub fn build<'a>(&'a self, out: &Path) -> IndexBuilder<'a> {
        let recipe = RecipeSettings {
            store: Some(Store::All),
            dedup: Some(Dedup::Exact),
            commit_every: Some(30_000),
            detect_language: Some(true),
            ..RecipeSettings::default()
        };
        Index::build(out).with(|job| {
            job.collections = self.archives.to_vec();
            job.recipe = recipe;
            job.threads = Some(2);
        })
    }

    /// Returns everything that the index in `path` answers.
    pub fn answers(&self, path: &Path) -> Result<String> {
        let index = Index::open(path)?;
        let mut answers = format!("{:?}\n", index.stats());
        for words in ["the garden and the river", "kettle", "summer"] {
            let found = index.search(words).set("min_words", 5)?.set("hits", 20)?;
            answers += &format!("{:?}\n", found.run()?);
        }
        let sweep = index
            .sweep(&self.topics, &self.qrels)
            .axis("min_words", [1, 5, 11, 20])
            .with(|job| job.permutations = 10)
            .run()?;
        answers += &sweep.table(Some(80));
        let opened = tamis_index::index::Index::open(path)?;
        // Segments of the same number of pages are in any order.
        let mut pages = Vec::new();
        opened.each_page(|docno, fingerprint| pages.push(format!("{docno} {fingerprint:?}\n")))?;
        pages.sort();
        answers += &pages.concat();
        for column in tamis_index::index::PAGE_COLUMNS {
            answers += &format!("{:?}\n", opened.pages_by_value(column)?);
        }
        let corpus = Corpus::new(vec![opened])?;
        let order = corpus.order()?;
        let docnos: Vec<String> =
            order.visible().map(|rank| order.docno(rank)).collect::<Result<_>>()?;
        for docno in docnos {
            answers += &format!("{:?}\n", corpus.indexes[0].page(&docno)?);
        }
        let view = View::new(&corpus, &Predicate::All)?;
        let mut exported = Vec::new();
        let layout =
            ExportLayout { shape: LineShape::Plain, form: ExportForm::Text, least_words: 0 };
        lines::write(&corpus, &view, layout, &mut exported)
            .map_err(|failure| failure.into_error(path))?;
        Ok(answers + &String::from_utf8_lossy(&exported))
    }
}
