#![warn(missing_docs)]
#![doc = include_str!("../README.md")]

mod escaped;
pub mod packing;
pub mod python_json;

pub use escaped::{Escaped, escaped_json, is_escaped};

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file's path as given, or as found below a given folder.
    pub path: PathBuf,
    /// The position in the file.
    pub at: At,
}

/// A position in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// No position: the whole file.
    Whole,
    /// A byte offset, counted from 0.
    Offset(u64),
    /// A line, counted from 1.
    Line(u64),
}

impl Place {
    /// Returns the place of a whole file.
    pub fn file(path: impl AsRef<Path>) -> Self {
        Self { path: path.as_ref().to_path_buf(), at: At::Whole }
    }

    /// Returns the place of a byte in a file; `offset` counts from 0.
    pub fn offset(path: impl AsRef<Path>, offset: u64) -> Self {
        Self { path: path.as_ref().to_path_buf(), at: At::Offset(offset) }
    }

    /// Returns the place of a line in a file; `line` counts from 1.
    pub fn line(path: impl AsRef<Path>, line: u64) -> Self {
        Self { path: path.as_ref().to_path_buf(), at: At::Line(line) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = Escaped(self.path.display());
        match self.at {
            At::Whole => write!(f, "{path}"),
            At::Offset(n) | At::Line(n) => write!(f, "{path}:{n}"),
        }
    }
}

/// An error of the operating system.
#[derive(Debug, thiserror::Error)]
#[error(
    "{path}: cannot {action}: {source}{remedy}",
    path = Escaped(path.display()),
    remedy = remedy(action, source.kind())
)]
pub struct IoError {
    /// The failed action, as a verb: `read`, `create`.
    pub action: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// The system's error.
    pub source: io::Error,
}

impl IoError {
    /// Returns the error that `action` on `path` failed with `source`.
    pub fn new(action: &'static str, path: impl AsRef<Path>, source: io::Error) -> Self {
        Self { action, path: path.as_ref().to_path_buf(), source }
    }
}

/// Returns whether the disk or a quota is full.
pub fn is_full_disk(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

/// Returns advice for an error of the system, if its text has none.
fn remedy(action: &str, kind: io::ErrorKind) -> &'static str {
    let is_written = action.starts_with("create") || action.starts_with("write");
    match kind {
        io::ErrorKind::NotFound if is_written => "; create its folder first",
        io::ErrorKind::NotFound => "; check the path",
        io::ErrorKind::NotADirectory if !is_written => {
            "; a file is where a folder was expected: name the folder"
        }
        io::ErrorKind::IsADirectory => "; it is a folder: name a file",
        io::ErrorKind::PermissionDenied if action == "listen" => "; choose a port of 1024 or more",
        io::ErrorKind::PermissionDenied => "; change its permissions, or choose another place",
        io::ErrorKind::ReadOnlyFilesystem => "; choose a place that can be written",
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            "; a file is in the way: choose another place"
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "; free some space",
        io::ErrorKind::AddrInUse => "; choose another port, or leave it out",
        _ if action == "listen" => "; choose an address of this machine, such as 127.0.0.1",
        _ => "",
    }
}

/// Unexpected content of a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: found {}, expected {}", Escaped(found), Escaped(expected))]
pub struct FormatError {
    /// Where it is.
    pub place: Place,
    /// What was found there.
    pub found: String,
    /// What was expected, and what to do about it.
    pub expected: String,
}

impl FormatError {
    /// Returns the error that `place` has `found` instead of `expected`.
    pub fn new(place: Place, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { place, found: found.into(), expected: expected.into() }
    }
}

/// A setting with an invalid value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingError {
    /// The setting's name in snake case (`min_words`); empty if the problem names it.
    pub setting: &'static str,
    /// What was found, what was expected, and what to do about it.
    pub problem: String,
    /// The classifier whose label an index lacks, if that is the problem and adding it helps.
    pub missing_label: Option<String>,
    /// A classifier whose score helps, if the problem is that an index lacks a score.
    pub missing_score: Option<String>,
}

impl SettingError {
    /// Returns the error that `setting` has this problem.
    pub fn new(setting: &'static str, problem: impl Into<String>) -> Self {
        Self { setting, problem: problem.into(), missing_label: None, missing_score: None }
    }

    /// Returns an error whose problem names the setting.
    pub fn unnamed(problem: impl Into<String>) -> Self {
        Self::new("", problem)
    }

    /// Says that adding the label of this classifier helps.
    #[must_use]
    pub fn with_missing_label(self, classifier: impl Into<String>) -> Self {
        Self { missing_label: Some(classifier.into()), ..self }
    }

    /// Says that building the index again with the score of this classifier helps.
    #[must_use]
    pub fn with_missing_score(self, classifier: impl Into<String>) -> Self {
        Self { missing_score: Some(classifier.into()), ..self }
    }

    /// Returns the same problem in other words, or of another setting.
    #[must_use]
    pub fn reworded(self, setting: &'static str, problem: impl Into<String>) -> Self {
        Self { setting, problem: problem.into(), ..self }
    }

    /// Returns the error for an unknown name; it suggests the most similar known one, or lists all
    /// of them.
    pub fn unknown_name<'a>(
        what: &str,
        given: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Self {
        let hint = match nearest(given, known.clone()) {
            Some(name) => format!("did you mean '{name}'?"),
            None => match known.into_iter().collect::<Vec<_>>().join(", ") {
                none if none.is_empty() => format!("there is no {what}"),
                names => format!("known: {names}"),
            },
        };
        Self::unnamed(format!("unknown {what} '{given}'; {hint}"))
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.setting.is_empty() { "" } else { ": " };
        write!(f, "{}{separator}{}", self.setting, Escaped(&self.problem))
    }
}

impl std::error::Error for SettingError {}

/// Returns the known name most similar to `given`, for "did you mean …?"; `None` if no name is
/// similar enough.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The distance is at least the difference in length: a long text is not compared at all.
    let length = given.chars().count();
    let given = given.to_lowercase();
    known
        .into_iter()
        .filter(|name| length.abs_diff(name.chars().count()) <= 1 + name.len() / 3)
        .map(|name| (strsim::damerau_levenshtein(&given, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= 1 + name.len() / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// What the parsers of numbers and of JSON say, and what our messages say instead.
const OF_PARSERS: [(&str, &str); 11] = [
    ("invalid type: ", "found "),
    ("invalid value: ", "found "),
    ("missing field ", "found no "),
    ("unknown field ", "found "),
    ("invalid digit found in string", "expected a whole number"),
    ("cannot parse integer from empty string", "expected a whole number"),
    ("number would be zero for non-zero type", "expected a whole number of 1 or more"),
    ("number too large to fit in target type", "expected a smaller whole number"),
    ("number too small to fit in target type", "expected a larger whole number"),
    ("invalid float literal", "expected a number"),
    ("cannot parse float from empty string", "expected a number"),
];

/// Returns the message of a parser of the standard library or of serde in the words of ours.
pub fn in_our_words(message: impl fmt::Display) -> String {
    let message = message.to_string();
    match OF_PARSERS.iter().find(|(theirs, _)| message.contains(theirs)) {
        Some((theirs, ours)) => message.replacen(theirs, ours, 1),
        None => message,
    }
}

/// Returns a line as messages quote it: trimmed, cut after 60 characters, [escaped](Escaped), and
/// in quotes.
pub fn shown(line: &str) -> String {
    const LONGEST: usize = 60;
    match line.trim().char_indices().nth(LONGEST) {
        Some((end, _)) => format!("'{}…'", Escaped(&line.trim()[..end])),
        None => format!("'{}'", Escaped(line.trim())),
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
    fn no_error_shows_text_of_others_as_it_is() {
        let text = "a\n\u{1b}b";
        let io = IoError::new("read", text, io::Error::other("gone"));
        let format = FormatError::new(Place::line(text, 3), text, text);
        let setting = SettingError::unknown_name("label", text, ["a"]);
        for error in [io.to_string(), format.to_string(), setting.to_string(), shown(text)] {
            assert!(error.contains(r"a\n\u{1b}b") && !error.contains(is_escaped), "{error}");
        }
    }

    #[test]
    fn what_helps_depends_on_whether_a_file_is_read_or_written() {
        let says = |action: &'static str, kind: io::ErrorKind| {
            IoError::new(action, "a/b", kind.into()).to_string()
        };
        for (action, kind, help) in [
            ("read", io::ErrorKind::NotFound, "; check the path"),
            ("write", io::ErrorKind::NotFound, "; create its folder first"),
            ("read the folder", io::ErrorKind::NotADirectory, ": name the folder"),
            ("create the folder", io::ErrorKind::NotADirectory, ": choose another place"),
            ("read", io::ErrorKind::IsADirectory, "; it is a folder: name a file"),
        ] {
            assert!(says(action, kind).ends_with(help), "{action}: {}", says(action, kind));
        }
    }

    #[test]
    fn a_mistyped_name_is_recognised_and_a_foreign_one_is_not() {
        let known = ["words-tree", "density-tree", "keep-all"];
        assert_eq!(nearest("word-tree", known), Some("words-tree"));
        assert_eq!(nearest("readability", known), None);
        let of_none = SettingError::unknown_name("label", "bte", []);
        assert_eq!(of_none.to_string(), "unknown label 'bte'; there is no label");
    }

    #[test]
    fn parsers_speak_our_words() {
        let whole = |text: &str| in_our_words(text.parse::<u8>().unwrap_err());
        assert_eq!(whole("x"), "expected a whole number");
        assert_eq!(whole(""), "expected a whole number");
        assert_eq!(whole("256"), "expected a smaller whole number");
        let count = "0".parse::<std::num::NonZeroU32>().unwrap_err();
        assert_eq!(in_our_words(count), "expected a whole number of 1 or more");
        assert_eq!(in_our_words("x".parse::<f64>().unwrap_err()), "expected a number");
        let of_json = "invalid type: sequence, expected a string at line 1";
        assert_eq!(in_our_words(of_json), "found sequence, expected a string at line 1");
        assert_eq!(in_our_words("something else"), "something else");
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        assert_eq!(shown(&"é".repeat(100)), format!("'{}…'", "é".repeat(60)));
        assert_eq!(shown(" a b\r"), "'a b'");
    }
}
