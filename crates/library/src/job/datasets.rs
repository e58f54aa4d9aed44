//! Data sets with gold, and how their pages are read: what `accuracy` and `train` share.

use crate::notice::Notice;
use crate::watch::{Steps, Told};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tamis_index::blocks::page::Cut;
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::recipe::encoding;
use tamis_lab::accuracy::datasets::Dataset;
use tamis_lab::accuracy::gold::Content;
use tamis_lab::train::split::{Part, SplitFile};
use tamis_lab::train::{Example, example};

/// Data sets as they are wanted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Datasets {
    /// Their folders.
    pub folders: Vec<PathBuf>,
    /// The text that counts as content.
    pub content: Content,
    /// How pages are cut into blocks.
    pub cut: Cut,
    /// The format of all folders; none to detect it.
    pub format: Option<String>,
    /// The encoding of all pages; none for UTF-8 if valid, then the data set's, then the page's.
    pub encoding: Option<String>,
    /// A file that divides the pages: lines of a page's name, a tab, and train, validation or test.
    pub split: Option<PathBuf>,
}

impl Datasets {
    /// Opens all data sets, so that a wrong name is reported before the work begins.
    ///
    /// # Errors
    /// An unknown encoding, a folder that is no data set, two data sets of one name.
    pub(super) fn open(&self) -> Result<Vec<Dataset>> {
        if let Some(name) = &self.encoding {
            encoding(name)?;
        }
        let datasets: Vec<Dataset> =
            self.folders.iter().map(|path| self.open_one(path)).collect::<Result<_>>()?;
        let mut names = BTreeSet::new();
        match datasets.iter().find(|dataset| !names.insert(&dataset.name)) {
            Some(Dataset { path, name, .. }) => Err(Error::settings(format!(
                "{}: found a second dataset named {name}, expected distinct names; rename its \
                 folder",
                path.display()
            ))),
            None => Ok(datasets),
        }
    }

    fn open_one(&self, path: &Path) -> Result<Dataset> {
        if path.join("meta.json").is_file() {
            let error = Error::index(path, "is an index, and has no gold labels");
            return Err(error.with_remedy(Remedy::Compare));
        }
        Dataset::open(path, self.format.as_deref(), self.content)
    }

    /// Reads the file of parts, if one is given, and tells which of its pages no data set has.
    ///
    /// # Errors
    /// A file that cannot be read, or a malformed one.
    pub(super) fn parts(&self, datasets: &[Dataset], told: &Told<'_>) -> Result<Option<SplitFile>> {
        let Some(path) = &self.split else { return Ok(None) };
        let parts = SplitFile::read(path)?;
        let pages =
            || datasets.iter().flat_map(|set| set.pages.iter().map(|page| (&*set.name, &*page.id)));
        let missing = Part::NAMED.iter().flat_map(|&(part, ..)| parts.missing(part, pages()));
        let pages: Vec<String> = missing.map(str::to_owned).collect();
        if !pages.is_empty() {
            told.tell(Notice::PagesOfNoDataset { split: path.clone(), pages });
        }
        Ok(Some(parts))
    }

    /// Reads the pages of all data sets.
    ///
    /// # Errors
    /// The first file that cannot be read.
    pub(super) fn load(&self, datasets: &[Dataset], told: &Told<'_>) -> Result<Vec<Example>> {
        told.watch.begin(&pages(datasets));
        let mut examples = Vec::new();
        for dataset in datasets {
            let encoding = self.encoding.as_deref();
            examples.extend(example::load(dataset, self.cut, encoding, || told.watch.step())?);
        }
        told.watch.end();
        Ok(examples)
    }
}

/// The steps of work on every page of some data sets.
pub(super) fn pages(datasets: &[Dataset]) -> Steps {
    let count = datasets.iter().map(|dataset| dataset.pages.len()).sum();
    Steps { count, unit: "pages", checkpoint: None }
}
