//! The data sets of `accuracy` and `train`: their flags, and the parts of a file of parts.

use crate::flags::results;
use crate::flags::values::one_of;
use crate::terminal::console::Verbosity;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::PathBuf;
use tamis::blocks::page::Cut;
use tamis_index::error::{Error, Result};
use tamis_index::index::recipe::check_encoding;
use tamis_lab::accuracy::datasets::Dataset;
use tamis_lab::accuracy::gold::Content;
use tamis_lab::train::split::{Part, Parts};
use tamis_report::words::counted;

/// Data sets, and how their pages are read.
#[derive(Debug, Clone, clap::Args, Serialize)]
pub struct DatasetArgs {
    /// Dataset folders with gold labels: L3S-GN1, CleanEval, or html/ and gold/ with files of the
    /// same names
    #[arg(value_name = "DATASET", required = true)]
    #[serde(serialize_with = "results::paths")]
    pub datasets: Vec<PathBuf>,
    /// Text that counts as content, if the gold labels distinguish it
    #[arg(long, default_value = Content::default().name(), value_parser = one_of(&Content::NAMED))]
    pub content: Content,
    /// Method of cutting pages into blocks
    #[arg(long, default_value = Cut::default().name(), value_parser = one_of(&Cut::NAMED))]
    pub cut: Cut,
    /// Format of the datasets: l3s-gn1, cleaneval or folders [default: detected]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// Encoding of all pages [default: UTF-8 if valid, then the dataset's encoding, then the
    /// page's]
    #[arg(long, value_name = "NAME")]
    pub encoding: Option<String>,
    /// File that divides the pages: lines of a page's name, a tab, and train, validation or test
    #[arg(long, value_name = "FILE")]
    #[serde(serialize_with = "results::paths")]
    pub split: Option<PathBuf>,
}

impl DatasetArgs {
    /// Opens all data sets, so that a wrong name is reported before the work begins.
    ///
    /// # Errors
    /// An unknown encoding, a folder that is no data set, two data sets of one name.
    pub fn open(&self) -> Result<Vec<Dataset>> {
        if let Some(name) = &self.encoding {
            check_encoding(name)?;
        }
        let open = |path: &PathBuf| {
            if path.join("meta.json").is_file() {
                let message = "is an index, and has no gold labels; `tamis compare` compares the \
                               labels of an index by judgements";
                return Err(Error::index(path, message));
            }
            Dataset::open(path, self.format.as_deref(), self.content)
        };
        let datasets: Vec<Dataset> = self.datasets.iter().map(open).collect::<Result<_>>()?;
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

    /// Reads the file of parts, if one is given, and warns of pages that it names and no data set
    /// has.
    ///
    /// # Errors
    /// A file that cannot be read, or a malformed one.
    pub fn parts(&self, datasets: &[Dataset], talk: Verbosity) -> Result<Option<Parts>> {
        let Some(path) = &self.split else { return Ok(None) };
        let parts = Parts::read(path)?;
        let pages =
            || datasets.iter().flat_map(|set| set.pages.iter().map(|page| (&*set.name, &*page.id)));
        let missing: Vec<&str> =
            Part::NAMED.iter().flat_map(|&(part, ..)| parts.missing(part, pages())).collect();
        if !missing.is_empty() {
            let file = path.display();
            let pages = counted(missing.len() as u64, "page");
            talk.say(format!(
                "warning: {file} names {pages} that no dataset has: {}",
                talk.names(&missing)
            ));
        }
        Ok(Some(parts))
    }
}

/// Returns a data set with the pages of this part alone.
fn pages_of_part(mut dataset: Dataset, parts: &Parts, part: Part) -> Dataset {
    let name = dataset.name.clone();
    dataset.pages.retain(|page| parts.part(&name, &page.id) == Some(part));
    dataset.unscored.retain(|page| parts.part(&name, &page.id) == Some(part));
    dataset
}

/// Returns a data set with the pages of one part alone.
///
/// # Errors
/// The part has no page of any of them.
pub fn only(datasets: Vec<Dataset>, parts: &Parts, part: Part) -> Result<Vec<Dataset>> {
    let datasets: Vec<Dataset> = datasets
        .into_iter()
        .map(|dataset| pages_of_part(dataset, parts, part))
        .filter(|dataset| !dataset.pages.is_empty())
        .collect();
    if datasets.is_empty() {
        return Err(Error::settings(format!(
            "--split: found no page of part {} in these datasets",
            part.name()
        )));
    }
    Ok(datasets)
}
