//! A test case: a fresh folder with a small hand-written collection, and the jobs that begin with
//! it.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use tamis::job::{Built, IndexJob, RecipeSettings};
use tamis::{Index, Notice, Result};
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

/// What several cases begin with.
pub type Begun = tamis_testing::Begun<Case>;

impl Case {
    /// All of [`PAGES`] in `pages.warc.gz`, indexed into `index`.
    pub fn indexed() -> Self {
        static BEGUN: Begun = Begun::new(|case| {
            case.warc("pages.warc.gz", PAGES.len());
            case.index("index", &["pages.warc.gz"]);
        });
        BEGUN.case()
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
