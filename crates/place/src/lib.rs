#![doc = include_str!("../README.md")]

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A place in the outside world: a file, and where in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, as the user named it or as it was found below what the user named.
    pub path: PathBuf,
    /// Where in the file.
    pub at: At,
}

/// Where in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// The file as a whole.
    Whole,
    /// A byte offset, from 0.
    Offset(u64),
    /// A line, from 1.
    Line(u64),
}

impl Place {
    /// The file as a whole.
    pub fn file(path: impl AsRef<Path>) -> Self {
        Self { path: path.as_ref().to_path_buf(), at: At::Whole }
    }

    /// A byte offset of a file, from 0.
    pub fn offset(path: impl AsRef<Path>, offset: u64) -> Self {
        Self { path: path.as_ref().to_path_buf(), at: At::Offset(offset) }
    }

    /// A line of a file, from 1.
    pub fn line(path: impl AsRef<Path>, line: u64) -> Self {
        Self { path: path.as_ref().to_path_buf(), at: At::Line(line) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.at {
            At::Whole => write!(f, "{path}"),
            At::Offset(n) | At::Line(n) => write!(f, "{path}:{n}"),
        }
    }
}

/// The operating system refused.
#[derive(Debug, thiserror::Error)]
#[error("{path}: cannot {action}: {source}{remedy}", path = path.display(), remedy = remedy(source.kind()))]
pub struct IoError {
    /// What was tried, as a verb: `read`, `create`.
    pub action: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// The system's own error.
    pub source: io::Error,
}

impl IoError {
    /// `action` on `path` failed with `source`.
    pub fn new(action: &'static str, path: impl AsRef<Path>, source: io::Error) -> Self {
        Self { action, path: path.as_ref().to_path_buf(), source }
    }
}

/// Whether the disk is full, or a quota used up.
pub fn is_full_disk(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

/// What to do about an error of the system, where its own text does not say so.
fn remedy(kind: io::ErrorKind) -> &'static str {
    match kind {
        io::ErrorKind::NotFound => "; check the name, or leave it out",
        io::ErrorKind::PermissionDenied => "; change its permissions, or name another place",
        io::ErrorKind::ReadOnlyFilesystem => "; name a place that can be written",
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => "; a file is in the way: name another place",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "; free some space",
        _ => "",
    }
}

/// Bytes that are not what they should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: found {found}, expected {expected}")]
pub struct FormatError {
    /// Where.
    pub place: Place,
    /// What stands there.
    pub found: String,
    /// What should stand there, with the remedy where there is one.
    pub expected: String,
}

impl FormatError {
    /// `place` holds `found` where `expected` should stand.
    pub fn new(place: Place, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { place, found: found.into(), expected: expected.into() }
    }
}

/// A setting with a value that it cannot have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingError {
    /// The setting's name in snake_case (`min_words`); empty where the problem names what it is about.
    pub setting: &'static str,
    /// What was found, what was expected, and the remedy.
    pub problem: String,
}

impl SettingError {
    /// A setting and its problem.
    pub fn new(setting: &'static str, problem: impl Into<String>) -> Self {
        Self { setting, problem: problem.into() }
    }

    /// A problem that names what it is about.
    pub fn unnamed(problem: impl Into<String>) -> Self {
        Self { setting: "", problem: problem.into() }
    }

    /// A name that is in none of the lists, with the nearest one that is.
    pub fn unknown_name<'a>(what: &str, given: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Self {
        let hint = match nearest(given, known.clone()) {
            Some(name) => format!("did you mean '{name}'?"),
            None => format!("known: {}", known.into_iter().collect::<Vec<_>>().join(", ")),
        };
        Self::unnamed(format!("unknown {what} '{given}'; {hint}"))
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.setting.is_empty() { "" } else { ": " };
        write!(f, "{}{separator}{}", self.setting, self.problem)
    }
}

impl std::error::Error for SettingError {}

/// The name of `known` nearest to `given`, if it is near enough to be meant: for "did you mean …?".
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(given, name), name))
        .filter(|(distance, name)| *distance <= 1 + name.len() / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// A line as a message shows it: trimmed, quoted, and cut after 60 characters.
pub fn shown(line: &str) -> String {
    const LONGEST: usize = 60;
    match line.trim().char_indices().nth(LONGEST) {
        Some((end, _)) => format!("'{}…'", &line.trim()[..end]),
        None => format!("'{}'", line.trim()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_as_compilers_write_them() {
        assert_eq!(Place::line("a.qrels", 3).to_string(), "a.qrels:3");
        assert_eq!(Place::offset("a.warc.gz", 4096).to_string(), "a.warc.gz:4096");
    }

    #[test]
    fn a_setting_is_named_before_its_problem() {
        assert_eq!(SettingError::new("k1", "found -1").to_string(), "k1: found -1");
        assert_eq!(SettingError::unnamed("found nothing").to_string(), "found nothing");
    }

    #[test]
    fn a_mistyped_name_is_recognised_and_a_foreign_one_is_not() {
        let known = ["words-tree", "density-tree", "keep-all"];
        assert_eq!(nearest("word-tree", known), Some("words-tree"));
        assert_eq!(nearest("readability", known), None);
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        assert_eq!(shown(&"é".repeat(100)), format!("'{}…'", "é".repeat(60)));
        assert_eq!(shown(" a b\r"), "'a b'");
    }
}
