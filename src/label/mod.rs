//! Labels for a finished index: of classifiers, whose pages come from the index's own copies or from the archives again
//! (`pages`), or of anybody's remover, from lines (`lines`). The text is not indexed again: what is written is a bit per block
//! beside the segments ([`crate::index::added`]).

mod archives;
mod lines;
mod pages;

pub use lines::{Lines, Unknown, from_lines};
pub use pages::from_classifiers;

use crate::error::{Error, Remedy, Result};
use crate::index::added::{AddedLabel, Rows};
use crate::index::lock::WriterLock;
use crate::index::{Added, Index};
use crate::search::Corpus;
use std::path::{Path, PathBuf};
use tamis_blocks::classify::{self, Set};

/// An index to which labels are added; nobody else writes it meanwhile.
pub struct Labelling {
    path: PathBuf,
    corpus: Corpus,
    /// Whether labels that were added before are replaced.
    force: bool,
    _lock: WriterLock,
}

/// A label that was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its name.
    pub name: String,
    /// Blocks that it calls content.
    pub content: u64,
}

impl Labelling {
    /// Opens the index in `path`.
    ///
    /// # Errors
    /// [`Error::Index`] for what is no index, is not finished, or is being written.
    pub fn open(path: &Path, force: bool) -> Result<Self> {
        // Before the lock is made: a folder that is no index stays as it is.
        Index::open_alone(path)?;
        let lock = WriterLock::take(path)?;
        let index = Index::open(path)?;
        if !index.manifest.finished {
            let message = "is not finished, and pages that are added later would have no labels";
            return Err(Error::index(path, message).with_remedy(Remedy::Finish));
        }
        Ok(Self { path: path.to_path_buf(), corpus: Corpus::new(vec![index])?, force, _lock: lock })
    }

    fn index(&self) -> &Index {
        &self.corpus.indexes[0]
    }

    /// An error about this index.
    fn error(&self, message: impl Into<String>) -> Error {
        Error::index(&self.path, message)
    }

    /// The classifiers that names as typed stand for. `all` and `default` stand for those that the index has no label
    /// of, or with `force` of those that were not part of it from the first.
    ///
    /// # Errors
    /// A usage error for a name that is none; [`Error::Index`] for a label that is there already.
    pub fn classifiers(&self, typed: &[String]) -> Result<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        for name in typed {
            let expanded = classify::expand(std::slice::from_ref(name))?;
            if expanded[..] == [name.clone()] {
                self.check_new(name)?;
            }
            let new = |name: &String| self.check_new(name).is_ok() && !names.contains(name);
            let new: Vec<String> = expanded.into_iter().filter(new).collect();
            names.extend(new);
        }
        self.check_room(&names)?;
        Ok(names)
    }

    /// Refuses a name that the index has, unless it is to be replaced.
    fn check_new(&self, name: &str) -> Result<()> {
        let place = self.index().manifest.classifiers.iter().position(|known| known == name);
        match place {
            Some(bit) if bit < self.index().first_added_bit() => {
                Err(self.error(format!("was built with a label {name}")).with_remedy(Remedy::RenameLabel))
            }
            Some(_) if !self.force => {
                Err(self.error(format!("already has a label {name}")).with_remedy(Remedy::ReplaceLabel))
            }
            _ => Ok(()),
        }
    }

    /// Refuses more labels than a word has bits.
    fn check_room(&self, names: &[String]) -> Result<()> {
        let there = &self.index().manifest.classifiers;
        let all = there.len() + names.iter().filter(|name| !there.contains(name)).count();
        if all > Set::MOST {
            let most = Set::MOST;
            let message = format!("would have {all} labels, expected at most {most}");
            return Err(self.error(message).with_remedy(Remedy::RemoveLabels));
        }
        Ok(())
    }

    /// No block of any segment.
    fn no_blocks(&self) -> Vec<Rows> {
        self.index().added.segments.iter().map(|segment| Rows::new(segment.rows)).collect()
    }

    /// No page of any segment.
    fn no_pages(&self) -> Vec<Rows> {
        self.corpus.segments.iter().map(|segment| Rows::new(segment.documents().into())).collect()
    }

    /// Writes these labels beside those that are there, or in place of those of the same names.
    fn write(&self, labels: Vec<AddedLabel>) -> Result<Vec<Written>> {
        let mut added: Added = (*self.index().added).clone();
        let content = |label: &AddedLabel| label.content.iter().map(Rows::count).sum();
        let written =
            labels.iter().map(|label| Written { name: label.name.clone(), content: content(label) }).collect();
        for label in labels {
            match added.labels.iter_mut().find(|known| known.name == label.name) {
                Some(known) => *known = label,
                None => added.labels.push(label),
            }
        }
        added.write(&self.path)?;
        Ok(written)
    }

    /// Takes added labels away: those of these names, or `all`.
    ///
    /// # Errors
    /// A usage error for a name that was not added.
    pub fn remove(&self, names: &[String]) -> Result<Vec<String>> {
        let mut added: Added = (*self.index().added).clone();
        let known = added.labels.iter().map(|label| label.name.clone());
        let names: Vec<String> = if names == ["all"] { known.collect() } else { names.to_vec() };
        names.iter().try_for_each(|name| added.remove(name))?;
        added.write(&self.path)?;
        Ok(names)
    }
}
