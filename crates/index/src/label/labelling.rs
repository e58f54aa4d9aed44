//! An index that labels are added to: which names are allowed, and how labels are written and
//! removed.

use super::site::{self, SiteLabel};
use crate::blocks::classify::CLASSIFIERS;
use crate::corpus::Corpus;
use crate::error::{Error, Remedy, Result};
use crate::index::added::{AddedLabel, Rows};
use crate::index::lock::WriterLock;
use crate::index::manifest::{CanUse, Manifest};
use crate::index::{Added, Index};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// An index that labels are added to. It is locked against other writers.
pub struct Labelling {
    pub(super) path: PathBuf,
    pub(super) corpus: Corpus,
    /// Whether to replace labels of the same name that were added before.
    force: bool,
    can_use: CanUse,
    _lock: WriterLock,
}

/// A label that was added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WrittenLabel {
    /// Its name.
    pub name: String,
    /// Number of blocks that it marks as content.
    #[serde(rename = "content_blocks")]
    pub content: u64,
}

impl WrittenLabel {
    pub(super) fn new(label: &AddedLabel) -> Self {
        Self { name: label.name.clone(), content: label.content.iter().map(Rows::count).sum() }
    }
}

impl Labelling {
    /// Opens the index in `path`. With `force`, labels of the same name that were added before are
    /// replaced. A label that the tuned rule of the index uses is not removed, and one that is
    /// replaced makes it outdated; `can_use` tells.
    ///
    /// # Errors
    /// [`Error::Index`] if there is no index, or one that is not finished or is being written.
    pub fn open(path: &Path, force: bool, can_use: CanUse) -> Result<Self> {
        // Before the lock file is created: a folder without an index must not change.
        Index::open_alone(path)?;
        let lock = WriterLock::take(path)?;
        let index = Index::open(path)?;
        if !index.manifest.finished {
            let message = "is not finished, and pages that are added later would have no labels";
            return Err(Error::index(path, message).with_remedy(Remedy::Finish));
        }
        let corpus = Corpus::new(vec![index])?;
        Ok(Self { path: path.to_path_buf(), corpus, force, can_use, _lock: lock })
    }

    /// Removes all added labels of the index in `path`, even if their file is damaged or gone;
    /// returns their names, none if they cannot be read. With `force` the tuned rule goes too, if
    /// it cannot be used without them.
    ///
    /// # Errors
    /// As [`Labelling::open`]; [`Error::Index`] without `force`, if the tuned rule needs them.
    pub fn remove_all(path: &Path, force: bool, can_use: CanUse) -> Result<Option<Vec<String>>> {
        Index::open_alone(path)?;
        let _lock = WriterLock::take(path)?;
        let index = Index::open_alone(path)?;
        let names =
            index.open_labels().map(|added| added.labels.into_iter().map(|label| label.name));
        let own = index.manifest.recipe.classifiers.clone();
        let without = Manifest { classifiers: own, ..index.manifest.clone() };
        let rule = index.manifest.tuned.as_ref().filter(|rule| !can_use(rule, &without));
        if rule.is_some() && !force {
            return Err(used(path, "added labels"));
        }
        Added::default().commit(path, |tuned| drop(tuned.take_if(|_| rule.is_some())))?;
        Ok(names.ok().map(Iterator::collect))
    }

    /// Whether the tuned rule of the index uses a label.
    fn is_used(&self, label: &str) -> bool {
        let manifest = &self.index().manifest;
        let rule = manifest.tuned.as_ref();
        rule.is_some_and(|rule| manifest.rule_uses(rule, label, self.can_use))
    }

    pub(super) fn index(&self) -> &Index {
        &self.corpus.indexes[0]
    }

    /// An error about this index.
    pub(super) fn error(&self, message: impl Into<String>) -> Error {
        Error::index(&self.path, message)
    }

    /// Returns the classifiers that these names select; `NAME-site` is the score of NAME, corrected
    /// by how often blocks repeat. `all` and `default` leave out classifiers whose labels the index
    /// already has, or with `force` only those that it was built with. A name leaves out what is
    /// already there as it would be made now, in this language: it may have been added by the same
    /// command, interrupted after its commit.
    ///
    /// # Errors
    /// [`Error::Setting`] for an unknown name; [`Error::Index`] for another label that the index
    /// already has, and for `NAME-site` if the index has no scores of NAME or no counts of repeats.
    pub fn classifiers(&self, typed: &[String], language: Option<&str>) -> Result<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        for name in typed {
            if site::is_name(name) {
                let name = SiteLabel::new(&self.corpus, name)?.name();
                self.check_new(&name)?;
                if !names.contains(&name) {
                    names.push(name);
                }
                continue;
            }
            let expanded = CLASSIFIERS.expand(std::slice::from_ref(name))?;
            if expanded[..] == [name.clone()] && !self.is_there(name, language)? {
                self.check_new(name)?;
            }
            let mut new = expanded;
            new.retain(|name| self.check_new(name).is_ok() && !names.contains(name));
            names.extend(new);
        }
        Ok(names)
    }

    /// Whether this program added the label of this classifier to all pages, with the same model
    /// and in the same language.
    fn is_there(&self, name: &str, language: Option<&str>) -> Result<bool> {
        let Some(label) = self.added(name) else { return Ok(false) };
        let models = CLASSIFIERS.set(&[name])?.models();
        let origin = AddedLabel::classifier(models.get(name).map(String::as_str));
        Ok((&label.origin, label.language.as_deref(), label.pages) == (&origin, language, None))
    }

    /// Returns the added label of this name.
    pub(super) fn added(&self, name: &str) -> Option<&AddedLabel> {
        self.index().added.labels.iter().find(|label| label.name == name)
    }

    /// Refuses a name that the index already has, unless its label may be replaced.
    pub(super) fn check_new(&self, name: &str) -> Result<()> {
        let place = self.index().manifest.classifiers.iter().position(|known| known == name);
        match place {
            Some(bit) if bit < self.index().first_added_bit() => Err(self
                .error(format!("was built with a label {name}"))
                .with_remedy(Remedy::RenameLabel)),
            Some(_) if !self.force => Err(self
                .error(format!("already has a label {name}"))
                .with_remedy(Remedy::ReplaceLabel)),
            _ => Ok(()),
        }
    }

    /// Returns an empty set of blocks for each segment.
    pub(super) fn no_blocks(&self) -> Vec<Rows> {
        self.index().added.segments.iter().map(|segment| Rows::new(segment.rows)).collect()
    }

    /// Returns an empty set of pages for each segment.
    pub(super) fn no_pages(&self) -> Vec<Rows> {
        self.corpus.segments.iter().map(|segment| Rows::new(segment.documents().into())).collect()
    }

    /// Writes these labels; they replace added labels of the same names.
    pub(super) fn write(&self, labels: Vec<AddedLabel>) -> Result<Vec<WrittenLabel>> {
        let mut added: Added = (*self.index().added).clone();
        let written = labels.iter().map(WrittenLabel::new).collect();
        let replaced = labels.iter().filter(|label| {
            self.added(&label.name).is_some_and(|known| known != *label)
                && self.is_used(&label.name)
        });
        let replaced: Vec<String> = replaced.map(|label| label.name.clone()).collect();
        for label in labels {
            match added.labels.iter_mut().find(|known| known.name == label.name) {
                Some(known) => *known = label,
                None => added.labels.push(label),
            }
        }
        // Those that stay: a damaged one can be replaced.
        added.checked()?.commit(&self.path, |rule| {
            if let Some(rule) = rule {
                rule.replaced(&replaced);
            }
        })?;
        Ok(written)
    }

    /// Removes added labels by name; with `force` also the tuned rule, if it uses one of them.
    ///
    /// # Errors
    /// [`Error::Setting`] for a name that was not added; [`Error::Index`] without `force`, if the
    /// tuned rule uses one of them.
    pub fn remove(&self, names: &[String]) -> Result<()> {
        let mut added: Added = (*self.index().added).clone();
        for name in names {
            added.remove(name)?;
        }
        let needed = names.iter().find(|name| self.is_used(name));
        if let Some(name) = needed.filter(|_| !self.force) {
            return Err(used(&self.path, &format!("label {name}")));
        }
        added.checked()?.commit(&self.path, |tuned| drop(tuned.take_if(|_| needed.is_some())))
    }
}

/// The error of removing labels of the index in `path` that its tuned rule uses.
fn used(path: &Path, labels: &str) -> Error {
    let message = format!("its tuned rule uses the {labels}");
    Error::index(path, message).with_remedy(Remedy::ForgetRule)
}
