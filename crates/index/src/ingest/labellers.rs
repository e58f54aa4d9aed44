//! The classifiers of labels that were added to an index: they label the pages of further archives
//! too.

use crate::blocks::classify::CLASSIFIERS;
use crate::error::{Error, Remedy, Result};
use crate::index::recipe::differing;
use crate::index::{Added, Recipe};
use std::collections::BTreeMap;
use std::path::Path;
use tamis_blocks::classify::{LabelSet, Set, Subject};

/// Classifiers of added labels; none by default.
#[derive(Default)]
pub(crate) struct Labellers(Vec<Labeller>);

/// Classifiers that assume the same language for all pages.
struct Labeller {
    classifiers: Set,
    /// The number of the added label of each classifier.
    labels: Vec<usize>,
    language: Option<String>,
}

impl Labeller {
    /// Returns the classifiers of these added labels, given by their numbers.
    fn new(
        out: &Path,
        added: &Added,
        language: Option<String>,
        labels: Vec<usize>,
    ) -> Result<Self> {
        let names: Vec<&str> =
            labels.iter().map(|number| added.labels[*number].name.as_str()).collect();
        let classifiers = CLASSIFIERS.set(&names)?;
        let mut theirs = BTreeMap::new();
        for number in &labels {
            let label = &added.labels[*number];
            if let Some(model) = label.model() {
                theirs.insert(label.name.clone(), model.to_owned());
            }
        }
        if let Some((name, ours, theirs)) = differing(&classifiers.models(), &theirs) {
            let message = format!(
                "found the model {ours} of {name}, expected {theirs} as in its added labels"
            );
            return Err(Error::index(out, message).with_remedy(Remedy::SameModel));
        }
        Ok(Self { classifiers, labels, language })
    }
}

impl Labellers {
    /// Returns the classifiers of these labels; labels from lines have none.
    ///
    /// # Errors
    /// For a classifier that this program does not have, and [`Error::Index`] for one with another
    /// model than the label's.
    pub fn new(out: &Path, added: &Added) -> Result<Self> {
        let mut all: Vec<(Option<String>, Vec<usize>)> = Vec::new();
        for (number, label) in
            added.labels.iter().enumerate().filter(|(_, label)| label.is_from_classifier())
        {
            match all.iter_mut().find(|(language, _)| *language == label.language) {
                Some((_, labels)) => labels.push(number),
                None => all.push((label.language.clone(), vec![number])),
            }
        }
        let mut labellers = Vec::with_capacity(all.len());
        for (language, labels) in all {
            labellers.push(Labeller::new(out, added, language, labels)?);
        }
        Ok(Self(labellers))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn needs_markup(&self) -> bool {
        self.0.iter().any(|labeller| labeller.classifiers.needs_markup())
    }

    /// Returns a set for each block but the title: the numbers of the added labels that it has;
    /// nothing without classifiers.
    pub fn labels(&self, subject: &Subject, recipe: &Recipe) -> Vec<LabelSet> {
        let &Subject { page, blocks, markup, .. } = subject;
        let count = if self.0.is_empty() { 0 } else { blocks.blocks.len() };
        let mut all = vec![LabelSet::default(); count];
        for Labeller { classifiers, labels, language } in &self.0 {
            let language = language.as_deref().or(recipe.language.as_deref());
            let subject = Subject::new(page, blocks).with_markup(markup).in_language(language);
            for (all, own) in all.iter_mut().zip(classifiers.labels(&subject)) {
                own.iter().for_each(|number| all.insert(labels[number]));
            }
        }
        all
    }
}
