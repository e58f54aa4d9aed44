//! Reads data sets: folders of pages with gold, to [`GoldPage`]s. One list of formats, one file per
//! format.

mod cleaneval;
mod facts;
mod files;
mod folders;
mod l3s;

pub use facts::Facts;

use super::gold::{Content, GoldPage};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tamis_index::error::{Error, Place, Result};

/// A format, as listed.
pub struct DatasetFormat {
    /// Its name in settings.
    pub name: &'static str,
    /// A description of its folders.
    pub describe: &'static str,
    /// Returns its folders, if `folder` has this format.
    find: fn(folder: &Path, content: Content) -> Result<Option<DatasetFolders>>,
    /// Reads a page and its gold.
    load: fn(page: &PageFiles, content: Content) -> Result<GoldPage>,
}

/// The folder of the pages and the folder of the gold.
type DatasetFolders = (PathBuf, PathBuf);

/// All formats, in the order in which they are tried.
pub const FORMATS: &[DatasetFormat] = &[l3s::FORMAT, cleaneval::FORMAT, folders::FORMAT];

/// The files of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFiles {
    /// The page's name in the data set.
    pub id: String,
    /// The page.
    pub html: PathBuf,
    /// Its gold.
    pub gold: PathBuf,
}

/// A page that cannot be scored.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Unscored {
    /// The page's name in the data set.
    pub id: String,
    /// The reason.
    pub reason: &'static str,
}

/// A folder of pages with gold.
pub struct Dataset {
    /// The folder's name.
    pub name: String,
    /// The folder, as the user named it.
    pub path: PathBuf,
    /// Its format.
    pub format: &'static DatasetFormat,
    /// What counts as content.
    pub content: Content,
    /// The pages that have gold, by name.
    pub pages: Vec<PageFiles>,
    /// The pages without gold, and gold without a page, by name.
    pub unscored: Vec<Unscored>,
}

/// Reasons why a page is not scored.
pub mod reason {
    /// A page without a gold file.
    pub const NO_GOLD: &str = "no gold";
    /// A gold file without a page.
    pub const NO_PAGE: &str = "no page";
    /// The judges kept nothing, or the file was lost. A classifier that keeps nothing might be
    /// right or might have failed.
    pub const EMPTY_GOLD: &str = "empty gold";
}

impl Dataset {
    /// Opens a folder. Detects its format unless it is named.
    ///
    /// # Errors
    /// [`Error::Setting`] for an unknown format; [`Error::Io`] for a folder that cannot be read;
    /// [`Error::Format`] for a folder that is not a data set, has another format, or has no page
    /// with gold.
    pub fn open(path: &Path, format: Option<&str>, content: Content) -> Result<Self> {
        std::fs::read_dir(path).map_err(|e| Error::io("read the folder", path, e))?;
        let (format, (html, gold)) = match format {
            Some(name) => {
                let format = format_by_name(name)?;
                let found = (format.find)(path, content)?;
                (format, found.ok_or_else(|| no_dataset(path, std::slice::from_ref(format)))?)
            }
            None => detect(path, content)?,
        };
        let (pages, unscored) = files::pairs(&html, &gold)?;
        if pages.is_empty() {
            let found = format!(
                "no page that has gold ({} in {}, gold in {})",
                format.name,
                name(&html),
                name(&gold)
            );
            let expected = "files of the same names, such as html/a.html and gold/a.txt";
            return Err(Error::format(Place::file(path), found, expected));
        }
        Ok(Self { name: name(path), path: path.to_path_buf(), format, content, pages, unscored })
    }

    /// Returns the same data set with some of its pages, and without the list of pages that have no
    /// gold.
    #[must_use]
    pub fn with_pages(&self, keep: impl Fn(&PageFiles) -> bool) -> Self {
        Self {
            name: self.name.clone(),
            path: self.path.clone(),
            pages: self.pages.iter().filter(|page| keep(page)).cloned().collect(),
            unscored: Vec::new(),
            ..*self
        }
    }

    /// Whether some of its pages may have gold Markdown.
    pub fn has_markdown(&self) -> bool {
        self.format.name == folders::FORMAT.name && self.path.join(folders::MARKDOWN).is_dir()
    }

    /// Returns the URLs and kinds of its pages by their names, as far as the data set has them.
    ///
    /// # Errors
    /// [`Error::Io`] if the file that has them cannot be read.
    pub fn facts(&self) -> Result<BTreeMap<String, Facts>> {
        facts::facts(&self.path)
    }

    /// Reads a page and its gold.
    ///
    /// # Errors
    /// [`Error::Io`] if a file cannot be read.
    pub fn load(&self, page: &PageFiles) -> Result<GoldPage> {
        (self.format.load)(page, self.content)
    }
}

fn format_by_name(name: &str) -> Result<&'static DatasetFormat> {
    FORMATS.iter().find(|format| format.name == name).ok_or_else(|| {
        let known = FORMATS.iter().map(|format| format.name);
        Error::unknown_name("format", name, known.collect::<Vec<_>>())
    })
}

fn detect(path: &Path, content: Content) -> Result<(&'static DatasetFormat, DatasetFolders)> {
    for format in FORMATS {
        if let Some(found) = (format.find)(path, content)? {
            return Ok((format, found));
        }
    }
    Err(no_dataset(path, FORMATS))
}

fn no_dataset(path: &Path, formats: &[DatasetFormat]) -> Error {
    let expected: Vec<String> =
        formats.iter().map(|format| format!("{}: {}", format.name, format.describe)).collect();
    Error::format(
        Place::file(path),
        "a folder that is no data set",
        format!("one of {}", expected.join("; ")),
    )
}

/// Returns the last part of a path.
fn name(path: &Path) -> String {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    path.file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;

    /// Writes a file of a data set, and creates its folder.
    pub fn write(dataset: &Path, name: &str, text: &str) {
        let path = dataset.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}
