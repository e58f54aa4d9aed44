//! Several classifiers at once.

use super::builtin::{CLASSIFIERS, DEFAULT};
use super::classifier::{Classifier, Subject};
use super::label_set::LabelSet;
use super::list::Classifiers;
use super::rules::neighbours::{self, Neighbours};
use super::rules::rule::{self, Rule};
use crate::error::{Error, Result};
use crate::page::Label;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Classifiers that label pages together. Rules over neighbouring blocks share one pass over the
/// page.
#[derive(Default)]
pub struct Set {
    names: Vec<String>,
    classifiers: Vec<Box<dyn Classifier>>,
    rules: Vec<(usize, Rule)>,
}

impl Set {
    /// The set of [`DEFAULT`].
    pub fn published() -> &'static Self {
        static SET: LazyLock<Set> = LazyLock::new(|| CLASSIFIERS.set(&DEFAULT).unwrap_or_default());
        &SET
    }

    /// Returns the checksums of the models, in hexadecimal digits, by the names of the classifiers
    /// that have one.
    pub fn models(&self) -> BTreeMap<String, String> {
        models(&self.names, &self.classifiers)
    }

    /// Whether one of them reads [`Subject::markup`].
    pub fn needs_markup(&self) -> bool {
        self.classifiers.iter().any(|one| one.needs_markup())
    }

    /// Returns one set for each block of `blocks.blocks`: the numbers of the classifiers that label
    /// the block content.
    pub fn labels(&self, subject: &Subject) -> Vec<LabelSet> {
        let mut labels = neighbours::map(subject.blocks, |around| self.labels_of_rules(around));
        for (number, classifier) in self.classifiers.iter().enumerate() {
            if classifier.rule().is_some() {
                continue;
            }
            for (labels, label) in labels.iter_mut().zip(classifier.classify(subject)) {
                if label == Label::Content {
                    labels.insert(number);
                }
            }
        }
        labels
    }

    fn labels_of_rules(&self, around: &Neighbours) -> LabelSet {
        let holding = self.rules.iter().filter(|(_, rule)| rule::is_content(rule, around));
        holding.map(|(number, _)| *number).collect()
    }
}

/// Refuses a name that is repeated.
pub(super) fn check_names<S: AsRef<str>>(names: &[S]) -> Result<()> {
    for (i, name) in names.iter().enumerate() {
        let name = name.as_ref();
        if names[..i].iter().any(|other| other.as_ref() == name) {
            let problem = format!("classifier {name} is named twice; name each once");
            return Err(Error::setting(problem));
        }
    }
    Ok(())
}

/// Returns the checksums of the models, in hexadecimal digits, by the names of the classifiers that
/// have one.
pub(super) fn models(
    names: &[String],
    classifiers: &[Box<dyn Classifier>],
) -> BTreeMap<String, String> {
    let named = names.iter().zip(classifiers);
    named
        .filter_map(|(name, one)| Some((name.clone(), format!("{:016x}", one.model_sum()?))))
        .collect()
}

impl Classifiers {
    /// Builds the classifiers of these names.
    ///
    /// # Errors
    /// A name is unknown, repeated or has an invalid argument.
    pub fn set<S: AsRef<str>>(&self, names: &[S]) -> Result<Set> {
        check_names(names)?;
        let classifiers: Vec<_> =
            names.iter().map(|name| self.by_name(name.as_ref())).collect::<Result<_>>()?;
        let numbered = classifiers.iter().enumerate();
        let rules = numbered.filter_map(|(bit, one)| Some((bit, one.rule()?))).collect();
        let names = names.iter().map(|name| name.as_ref().to_owned()).collect();
        Ok(Set { names, classifiers, rules })
    }

    /// Expands a list of names, in any case, to names as they are in this list: `default` becomes
    /// [`DEFAULT`], `all` every classifier that works without an argument.
    ///
    /// # Errors
    /// Like [`Classifiers::set`].
    pub fn expand(&self, names: &[String]) -> Result<Vec<String>> {
        let mut expanded: Vec<String> = Vec::new();
        for name in names {
            let several: Vec<String> = match name.to_ascii_lowercase().as_str() {
                "default" => DEFAULT.map(str::to_owned).into(),
                "all" => self.without_argument().map(|entry| entry.name.to_owned()).collect(),
                _ => vec![self.name_of(name)?],
            };
            // `default` and `all` skip names that are already in the list.
            let new =
                several.into_iter().filter(|name| !expanded.contains(name)).collect::<Vec<_>>();
            expanded.extend(new);
        }
        self.set(&expanded).map(|_| expanded)
    }
}
