//! A test case: a fresh folder with a small hand-written collection, and the jobs that begin with
//! it.

use serde_json::Value;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use tamis::job::{
    Built, DeleteJob, ExportFormat, ExportJob, IndexJob, LabelJob, RecipeSettings, StatsJob,
    VerifyJob,
};
use tamis::request::Request;
use tamis::{BlockRow, Error, Hit, Index, Notice, Result};
use tamis_index::index::storage::{open_meta, seal_meta};
use tamis_testing::Folder;
use tamis_testing::pages::PAGES;

/// A fresh folder; it goes with the case.
#[derive(Default)]
pub struct Case(Folder);

impl Deref for Case {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}

/// What several cases begin with. An index in it looks for its archives where they were: what reads
/// them again makes its own.
pub type Begun = tamis_testing::Begun<Case>;

impl Case {
    /// All of [`PAGES`] in `pages.warc.gz`, indexed into `index`.
    pub fn indexed() -> Self {
        let case = Self::default();
        case.warc("pages.warc.gz", PAGES.len());
        case.index("index", &["pages.warc.gz"]);
        case
    }

    /// Paths in the folder.
    pub fn paths<P: AsRef<Path>>(&self, names: &[P]) -> Vec<PathBuf> {
        names.iter().map(|name| self.path(name)).collect()
    }

    /// The job that indexes these files and folders into `out` on two threads.
    pub fn build(&self, out: &str, collections: &[&str]) -> IndexJob {
        IndexJob {
            collections: self.paths(collections),
            out: self.path(out),
            threads: Some(2),
            ..IndexJob::default()
        }
    }

    /// Indexes these files and folders into `out`.
    #[track_caller]
    pub fn index(&self, out: &str, collections: &[&str]) -> Built {
        self.build(out, collections).run(&()).expect("an index").result
    }

    /// Indexes these files and folders into `out` with settings.
    #[track_caller]
    pub fn index_with(&self, out: &str, collections: &[&str], recipe: RecipeSettings) -> Built {
        let job = IndexJob { recipe, ..self.build(out, collections) };
        job.run(&()).expect("an index").result
    }

    /// Opens an index.
    #[track_caller]
    pub fn open(&self, index: &str) -> Index {
        Index::open(self.path(index)).expect("an index")
    }

    /// The blocks of a page, the title first.
    #[track_caller]
    pub fn blocks(&self, index: &str, docno: &str) -> Vec<BlockRow> {
        self.open(index).blocks(docno).expect("an index").expect("a page")
    }

    /// The list of skipped records of an index, with the names of archives as the case has them.
    #[track_caller]
    pub fn losses(&self, index: &str) -> String {
        let folder = format!("{}/", self.path("").display().to_string().trim_end_matches('/'));
        self.read(&format!("{index}/losses.tsv")).replace(&folder, "")
    }

    /// What passes these parameters, as an export writes it.
    pub fn export(
        &self,
        index: &str,
        format: ExportFormat,
        set: &[(&str, &str)],
    ) -> Result<Vec<u8>> {
        let request = Request::from_pairs(set.iter().copied())?;
        let job = ExportJob { request, format, ..ExportJob::default() };
        let mut exported = Vec::new();
        let refused = |error| Error::io("write", "(memory)", error);
        job.run(&Index::open(self.path(index))?, &mut exported, refused, &())?;
        Ok(exported)
    }

    /// The pages that pass these parameters, as lines of JSON.
    #[track_caller]
    pub fn export_lines(&self, index: &str, set: &[(&str, &str)]) -> Vec<Value> {
        let exported = self.export(index, ExportFormat::Jsonl, set).expect("an export");
        let lines = String::from_utf8(exported).expect("UTF-8");
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// Searches an index for words, with these parameters.
    pub fn find(&self, index: &str, words: &str, set: &[(&str, &str)]) -> Result<Vec<Hit>> {
        let index = Index::open(self.path(index))?;
        let search = set
            .iter()
            .try_fold(index.search(words), |search, (name, value)| search.set(name, value));
        search?.run()
    }

    /// What an index contains, as the form of JSON has it.
    #[track_caller]
    pub fn stats(&self, index: &str) -> Value {
        let contents = StatsJob { index: self.path(index) }.run(&()).expect("an index").result;
        serde_json::to_value(contents).expect("JSON")
    }

    /// Checks that nothing of an index is damaged.
    #[track_caller]
    pub fn assert_whole(&self, index: &str) {
        let job = VerifyJob { index: self.path(index), ..VerifyJob::default() };
        let verdict = job.run(&()).expect("an index").result;
        assert!(verdict.whole(), "{:?}", verdict.checks);
    }

    /// What a check of an index finds wrong.
    #[track_caller]
    pub fn faults(&self, index: &str) -> Vec<String> {
        let job = VerifyJob { index: self.path(index), ..VerifyJob::default() };
        let checks = job.run(&()).expect("an index").result.checks;
        let fault = |check: &tamis::Check| {
            let name = check.name;
            check.wrong.iter().map(|fault| format!("{name}: {fault}")).collect::<Vec<_>>()
        };
        checks.iter().flat_map(fault).collect()
    }

    /// Adds labels to an index.
    #[track_caller]
    pub fn label(&self, index: &str, classifiers: &[&str]) {
        let (index, classifiers) = (self.path(index), names(classifiers));
        LabelJob { index, classifiers, ..LabelJob::default() }.run(&()).expect("labels");
    }

    /// Deletes pages from an index.
    #[track_caller]
    pub fn delete(&self, index: &str, docnos: &[&str]) {
        let docnos = Some(names(docnos));
        let job = DeleteJob { index: self.path(index), docnos, ..DeleteJob::default() };
        job.run(&()).expect("a deletion");
    }

    /// Changes the `meta.json` of an index and gives it its new checksum, as another program could.
    #[track_caller]
    pub fn edit_meta(&self, index: &str, edit: impl FnOnce(String) -> String) {
        let path = self.path(index).join("meta.json");
        let meta = open_meta(&std::fs::read(&path).unwrap()).expect("a whole meta.json");
        let edited = edit(String::from_utf8(meta.clone()).unwrap());
        assert_ne!(edited.as_bytes(), meta, "nothing was edited");
        std::fs::write(path, seal_meta(edited.as_bytes())).unwrap();
    }

    /// Returns the file of the added labels of an index, if it has any.
    pub fn find_labels(&self, index: &str) -> Option<PathBuf> {
        let files = std::fs::read_dir(self.path(index)).unwrap().map(|entry| entry.unwrap().path());
        let mut labels =
            files.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("labels"));
        let found = labels.next();
        assert_eq!(labels.next(), None, "the file of the labels before is gone");
        found
    }
}

/// Settings of a build by the names of their fields.
#[track_caller]
pub fn settings(fields: Value) -> RecipeSettings {
    serde_json::from_value(fields).expect("settings")
}

/// Names as owned values, as jobs have them.
pub fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Checks that a job is refused, in words that have all of these.
#[track_caller]
pub fn assert_refused<T>(result: Result<T>, parts: &[&str]) {
    let message = match result {
        Ok(_) => panic!("not refused, expected {parts:?}"),
        Err(error) => error.to_string(),
    };
    for part in parts {
        assert!(message.contains(part), "'{part}' is not in: {message}");
    }
}

/// Checks that these notices have all of these words.
#[track_caller]
pub fn assert_told(notices: &[Notice], parts: &[&str]) {
    let words: Vec<String> = notices.iter().map(ToString::to_string).collect();
    for part in parts {
        assert!(words.iter().any(|notice| notice.contains(part)), "'{part}' is not in: {words:#?}");
    }
}
