//! Lists of classifiers, and what their names stand for.

use super::classifier::Classifier;
use crate::error::{Error, Result};
use crate::model::Model;
use tamis_place::nearest;

/// The argument that may follow a classifier's name and a colon: `NAME:ARGUMENT`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// The classifier takes none.
    None,
    /// The classifier has a default or a compiled-in model; the argument replaces it.
    Optional(&'static str),
    /// The classifier cannot be built without it.
    Required(&'static str),
}

impl Argument {
    /// Returns how the argument is written in a list, such as `K` or `PATH`; empty if there is
    /// none.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Optional(name) | Self::Required(name) => name,
        }
    }
}

/// An entry of the list of classifiers.
pub struct ClassifierEntry {
    /// Its name, stable: indexes and results refer to it.
    pub name: &'static str,
    /// Where it was published.
    pub paper: &'static str,
    /// Which blocks or text it keeps.
    pub describe: &'static str,
    /// The argument that may follow the name and a colon.
    pub argument: Argument,
    /// Builds it with its argument, or with its published settings. Fails without an argument if
    /// [`argument`](Self::argument) is [`Required`](Argument::Required).
    pub build: fn(argument: Option<&str>) -> Result<Box<dyn Classifier>>,
}

/// The name of a classifier that takes a trained model, and what builds it with one of its kind.
pub type TrainedEntry = (&'static str, fn(&Model) -> Result<Box<dyn Classifier>>);

/// A list of classifiers, to which names refer. [`CLASSIFIERS`](super::CLASSIFIERS) are those of
/// this crate; a crate that has more makes a longer list of its own and these entries.
pub struct Classifiers {
    /// The entries in the order in which they are listed, in parts. Names are unique.
    pub parts: &'static [&'static [ClassifierEntry]],
    /// Those that take a trained model, in parts.
    pub with_models: &'static [&'static [TrainedEntry]],
    /// Those that are found by their names and that no list has: kinds of blocks.
    pub unlisted: &'static [ClassifierEntry],
    /// Names that a build may lack, and the cargo feature that adds each.
    pub optional: &'static [(&'static str, &'static str)],
}

impl Classifiers {
    /// All entries, in the order in which they are listed.
    pub fn iter(&self) -> impl Iterator<Item = &'static ClassifierEntry> + Clone + use<> {
        self.parts.iter().copied().flatten()
    }

    /// The entry of a name, also of a kind of blocks, which no list has.
    fn named(&self, name: &str) -> Option<&'static ClassifierEntry> {
        self.iter().chain(self.unlisted).find(|entry| entry.name.eq_ignore_ascii_case(name))
    }

    /// Returns every classifier that works without an argument.
    pub fn without_argument(&self) -> impl Iterator<Item = &'static ClassifierEntry> + use<> {
        self.iter().filter(|entry| !matches!(entry.argument, Argument::Required(_)))
    }

    /// Builds a classifier from `NAME` or `NAME:ARGUMENT`.
    ///
    /// # Errors
    /// The name is unknown (the message suggests the nearest one, or the cargo feature to build
    /// with), or the argument is invalid.
    pub fn by_name(&self, name: &str) -> Result<Box<dyn Classifier>> {
        let (entry, argument) = self.entry_of(name)?;
        if let (Some(argument), Argument::None) = (argument, entry.argument) {
            return Err(Error::setting(format!(
                "classifier {}: found the argument '{argument}', expected none",
                entry.name
            )));
        }
        (entry.build)(argument)
    }

    /// Builds the classifier of this name with a model that is in memory;
    /// [`by_name`](Self::by_name) takes a model by its path.
    ///
    /// # Errors
    /// The classifier takes no model, or the model is not for it.
    pub fn with_model(&self, name: &str, model: &Model) -> Result<Box<dyn Classifier>> {
        let mut all = self.with_models.iter().copied().flatten();
        match all.find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, build)) => build(model),
            None => Err(Error::setting(format!("classifier {name} takes no model"))),
        }
    }

    /// Returns the entry of `NAME` or `NAME:ARGUMENT`, and the argument. The case of the name does
    /// not matter.
    ///
    /// # Errors
    /// The name is unknown.
    pub fn entry_of<'a>(
        &self,
        name: &'a str,
    ) -> Result<(&'static ClassifierEntry, Option<&'a str>)> {
        let (plain, argument) = match name.split_once(':') {
            Some((plain, argument)) => (plain, Some(argument)),
            None => (name, None),
        };
        Ok((self.named(plain).ok_or_else(|| self.unknown(plain))?, argument))
    }

    /// Returns `NAME` or `NAME:ARGUMENT` with the name as the list has it.
    ///
    /// # Errors
    /// The name is unknown.
    pub fn name_of(&self, name: &str) -> Result<String> {
        let (entry, argument) = self.entry_of(name)?;
        Ok(argument.map_or(entry.name.to_owned(), |argument| format!("{}:{argument}", entry.name)))
    }

    fn unknown(&self, name: &str) -> Error {
        match self.optional.iter().find(|(optional, _)| optional.eq_ignore_ascii_case(name)) {
            Some((_, feature)) => Error::setting(format!(
                "classifier '{name}' is not part of this build; build with the cargo feature \
                 '{feature}'"
            )),
            None if name.is_empty() => {
                Error::setting("found an empty name of a classifier; see the list of classifiers")
            }
            None => {
                let near = near(name, self.iter().map(|entry| entry.name));
                Error::setting(format!(
                    "unknown classifier '{name}'; {near}see the list of classifiers"
                ))
            }
        }
    }
}

/// Asks whether one of the names was meant that are like this one or hold it. There are too many
/// to list them all.
fn near<'a>(given: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    const MOST: usize = 4;
    let part = given.to_lowercase();
    let mut meant: Vec<&str> = nearest(given, names.clone()).into_iter().collect();
    if meant.is_empty() && !part.is_empty() {
        meant = names.filter(|name| name.contains(&part)).take(MOST).collect();
    }
    let quoted: Vec<String> = meant.iter().map(|name| format!("'{name}'")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => format!("did you mean {last}? "),
        Some((last, others)) => format!("did you mean {} or {last}? ", others.join(", ")),
    }
}
