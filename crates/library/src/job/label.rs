//! Labels for a finished index, without indexing it again: by classifiers, or from lines of any
//! other remover.

use super::Outcome;
use super::delete::tell_if_outdated;
use super::opening::on_threads;
use crate::watch::{Told, Watch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Read, StdinLock};
use std::path::{Path, PathBuf};
use tamis_index::error::{Error, Result};
use tamis_index::index::Index;
use tamis_index::label::{Labelling, UnknownLine, WrittenLabel, from_classifiers, from_lines};
use tamis_search::request::can_use;

/// Labels by classifiers as they are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LabelJob {
    /// The folder of the index.
    pub index: PathBuf,
    /// The classifiers; `default`, and `all` that need no argument. `NAME-site` is the score of
    /// NAME, corrected by how often blocks repeat.
    pub classifiers: Vec<String>,
    /// The language of all pages by its code; none for that of the index.
    pub language: Option<String>,
    /// The collection, if it has moved since it was indexed. An index that stores whole pages needs
    /// none.
    pub collections: Vec<PathBuf>,
    /// Whether labels of the same name that were added before are replaced.
    pub replace: bool,
    /// The number of threads; none for those of the process.
    pub threads: Option<usize>,
}

/// A label from lines such as `{"docno":"d-1","block":3,"label":true}`, as it is wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LabelLinesJob {
    /// The folder of the index.
    pub index: PathBuf,
    /// The file; `-` is standard input.
    pub lines: PathBuf,
    /// The name of the label; none for the name of the file up to its first dot. Standard input
    /// needs one.
    pub name: Option<String>,
    /// Whether a label of the same name that was added before is replaced.
    pub replace: bool,
}

/// Labels to remove.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RemoveLabelsJob {
    /// The folder of the index.
    pub index: PathBuf,
    /// The labels; `all` for all that were added.
    pub labels: Vec<String>,
    /// Whether the tuned rule of the index goes too, if it uses one of them.
    pub with_rule: bool,
}

/// The labels that were added to an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Labelled {
    /// The folder of the index, as it was named.
    pub index: PathBuf,
    /// The new labels; empty if the index has them all.
    pub labels: Vec<WrittenLabel>,
    /// What was read, for labels from lines.
    #[serde(flatten)]
    pub lines: Option<LinesRead>,
}

/// The lines of a label.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LinesRead {
    /// Lines that are not empty; absent without `--from`.
    pub lines: u64,
    /// Lines of a page or block that the index does not have; absent without `--from`.
    pub unknown_lines: u64,
    /// Pages of which no line names a block, so all of them is boilerplate; absent without
    /// `--from`.
    pub unnamed_pages: u64,
}

/// The labels that were removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LabelsRemoved {
    /// The folder of the index, as it was named.
    pub index: PathBuf,
    /// Their names, as far as they can still be read.
    pub removed: Vec<String>,
    /// Whether their file was damaged or gone, so that nothing tells their names.
    #[serde(skip)]
    pub lost: bool,
    /// Whether the tuned rule, which used them, is gone too.
    #[serde(skip)]
    pub with_rule: bool,
}

impl LabelJob {
    /// Adds the labels.
    ///
    /// # Errors
    /// An unknown classifier, or one whose labels the index has; an index that is not finished or
    /// is being written; an archive that is missing or has changed; a page that is in none of them;
    /// [`Error::Interrupted`]. Then the index has the labels that it had.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome<Labelled>> {
        let told = Told::new(watch);
        let language = self.language.as_deref();
        let labels = on_threads(self.threads, || {
            let labelling = Labelling::open(&self.index, self.replace, can_use)?;
            let names = labelling.classifiers(&self.classifiers, language)?;
            if names.is_empty() {
                return Ok(Vec::new());
            }
            from_classifiers(&labelling, &names, language, &self.collections, watch)
        })?;
        tell_if_outdated(&self.index, &told)?;
        Ok(Outcome::new(Labelled { index: self.index.clone(), labels, lines: None }, told))
    }
}

impl LabelLinesJob {
    /// The name of the label: that which is given, or that of the file.
    fn name(&self) -> Result<String> {
        if let Some(name) = &self.name {
            return Ok(name.clone());
        }
        let file = self.lines.file_name().unwrap_or_default().to_string_lossy();
        let stem = file.split('.').next().unwrap_or_default();
        let found = match stem {
            _ if is_stdin(&self.lines) => "none, and standard input has none".to_owned(),
            "" => format!("none, and {file} begins with a dot"),
            stem => return Ok(stem.to_owned()),
        };
        Err(Error::setting("name", format!("found {found}; expected one for the label")))
    }

    /// Adds the label. Calls `unknown` with every line of a page or block that the index does not
    /// have.
    ///
    /// # Errors
    /// A file that cannot be read, a line that is malformed, another label of this name, unless it
    /// is to be replaced; an index that is not finished or is being written. Then the index has the
    /// labels that it had.
    pub fn run(
        &self,
        watch: &dyn Watch,
        unknown: &mut dyn FnMut(&UnknownLine),
    ) -> Result<Outcome<Labelled>> {
        let told = Told::new(watch);
        let name = self.name()?;
        let path = &self.lines;
        let reader: Box<dyn Read> = match is_stdin(path) {
            true => Box::new(waited(std::io::stdin().lock())?),
            false => Box::new(std::fs::File::open(path).map_err(|e| Error::io("open", path, e))?),
        };
        let labelling = Labelling::open(&self.index, self.replace, can_use)?;
        let read = from_lines(&labelling, &name, reader, path, unknown)?;
        drop(labelling);
        tell_if_outdated(&self.index, &told)?;
        let lines = LinesRead {
            lines: read.lines,
            unknown_lines: read.unknown,
            unnamed_pages: read.unnamed_pages,
        };
        let labels = if read.was_there { Vec::new() } else { vec![read.written] };
        let labelled = Labelled { index: self.index.clone(), labels, lines: Some(lines) };
        Ok(Outcome::new(labelled, told))
    }
}

impl RemoveLabelsJob {
    /// Removes the labels; `all` even if their file is damaged or gone.
    ///
    /// # Errors
    /// A label that was not added, or that the tuned rule uses, unless the rule goes too; an index
    /// that is not finished or is being written.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome<LabelsRemoved>> {
        let told = Told::new(watch);
        let rule = || Ok::<_, Error>(Index::open_alone(&self.index)?.manifest.tuned);
        let had_rule = rule()?.is_some();
        let removed = if self.labels == ["all"] {
            Labelling::remove_all(&self.index, self.with_rule, can_use)?
        } else {
            Labelling::open(&self.index, self.with_rule, can_use)?.remove(&self.labels)?;
            Some(self.labels.clone())
        };
        let lost = removed.is_none();
        let removed = removed.unwrap_or_default();
        let with_rule = had_rule && rule()?.is_none();
        let index = self.index.clone();
        Ok(Outcome::new(LabelsRemoved { index, removed, lost, with_rule }, told))
    }
}

/// Whether a path stands for standard input.
fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The input once its first bytes are there: other writers of the index need not wait for them.
fn waited(mut input: StdinLock<'_>) -> Result<StdinLock<'_>> {
    input.fill_buf().map_err(|e| Error::io("read", "(standard input)", e))?;
    Ok(input)
}
