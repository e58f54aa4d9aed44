//! The errors of building, searching and evaluating an index. Errors of the other crates keep their
//! text.

mod remedy;

pub use remedy::Remedy;
pub use tamis_place::Place;
pub(crate) use tamis_place::shown;

use std::path::{Path, PathBuf};
use tamis_place::{Escaped, FormatError, IoError, SettingError, is_full_disk};
use tantivy::directory::error::OpenWriteError;

/// The result of a function that can fail with an [`enum@Error`].
pub type Result<T> = std::result::Result<T, Error>;

/// Why an index could not be built, read, searched or evaluated.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system reported an error.
    #[error(transparent)]
    Io(#[from] IoError),
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A setting has an invalid value.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The index, or a file of it, cannot be used like this.
    #[error("{}: {}{}", Escaped(path.display()), Escaped(message), then(*.remedy))]
    Index {
        /// The index folder, or a file in it.
        path: PathBuf,
        message: String,
        /// What to do about it.
        remedy: Option<Remedy>,
    },
    /// A collection has more damaged records than allowed: the first one too many.
    #[error("{record}; {}", Remedy::AllowDamage)]
    TooDamaged {
        /// Where it is, and what is wrong with it.
        record: FormatError,
    },
    #[error("{}: the index library failed: {}", Escaped(path.display()), Escaped(source))]
    Tantivy { path: PathBuf, source: Box<tantivy::TantivyError> },
    /// A request asks for the tuned rule of an index, which has none, or one that cannot be used.
    #[error("{}; {}", Escaped(problem), remedy)]
    TunedRule {
        problem: String,
        /// What to do about it.
        remedy: Remedy,
    },
    #[error(
        "{path}: no space left on the disk; free some space and run it again: {kept} ({source})",
        path = Escaped(path.display()),
        kept = kept(*pages)
    )]
    DiskFull {
        path: PathBuf,
        /// Pages of the last commit.
        pages: u64,
        /// The error of the write.
        source: Box<Error>,
    },
    /// No page that is searched has this name.
    #[error(
        "{}: {}",
        Escaped(path.display()),
        Escaped(match *.filtered {
            true => format!("page '{docno}' is excluded by a filter of pages"),
            false => format!("no page '{docno}'{}", hint.as_deref().unwrap_or(WHOLE)),
        })
    )]
    UnknownPage {
        path: PathBuf,
        docno: String,
        /// Whether the index has it, and a filter of pages leaves it out.
        filtered: bool,
        /// What else was looked for, and the nearest names, as the end of the message.
        hint: Option<String>,
    },
    /// The caller requested a stop, or another thread failed.
    #[error("interrupted")]
    Interrupted,
}

/// How the message of an unknown docno ends.
const WHOLE: &str = "; docnos are case-sensitive and whole";

/// A remedy as the end of a message.
fn then(remedy: Option<Remedy>) -> String {
    remedy.map_or(String::new(), |remedy| format!("; {remedy}"))
}

/// What a full disk leaves.
fn kept(pages: u64) -> String {
    match pages {
        0 => "nothing was committed".to_owned(),
        1 => "the page committed so far is kept".to_owned(),
        pages => format!("the {pages} pages committed so far are kept"),
    }
}

impl Error {
    /// An error of the operating system: what was tried, and on which file.
    pub fn io(action: &'static str, path: impl AsRef<Path>, source: std::io::Error) -> Self {
        IoError::new(action, path, source).into()
    }

    /// A malformed file: what is at `place`, and what was expected there.
    pub fn format(place: Place, found: impl Into<String>, expected: impl Into<String>) -> Self {
        FormatError::new(place, found, expected).into()
    }

    /// A setting's name in snake_case, and what is wrong with its value.
    pub fn setting(setting: &'static str, problem: impl Into<String>) -> Self {
        SettingError::new(setting, problem).into()
    }

    /// A problem with settings whose text names them.
    pub fn settings(problem: impl Into<String>) -> Self {
        SettingError::unnamed(problem).into()
    }

    /// An unknown name, with the nearest known one.
    pub fn unknown_name<'a>(
        what: &str,
        given: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Self {
        SettingError::unknown_name(what, given, known).into()
    }

    /// A problem with the index in `path`, or with a file of it.
    pub fn index(path: impl AsRef<Path>, message: impl Into<String>) -> Self {
        Self::Index { path: path.as_ref().to_path_buf(), message: message.into(), remedy: None }
    }

    /// An index without the tuned rule that a request asks for.
    pub fn no_tuned_rule() -> Self {
        let problem = "the index has no tuned rule".to_owned();
        Self::TunedRule { problem, remedy: Remedy::Tune }
    }

    /// A tuned rule that cannot be used: what is wrong with it.
    pub fn tuned_rule(problem: impl std::fmt::Display) -> Self {
        let problem = format!("the tuned rule of the index cannot be used: {problem}");
        Self::TunedRule { problem, remedy: Remedy::TuneAgain }
    }

    /// Adds what to do about a problem with an index. Other errors stay as they are.
    #[must_use]
    pub fn with_remedy(mut self, helps: Remedy) -> Self {
        if let Self::Index { remedy, .. } = &mut self {
            *remedy = Some(helps);
        }
        self
    }

    /// What to do about this, which is also the end of the message.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Index { remedy, .. } => *remedy,
            Self::TooDamaged { .. } => Some(Remedy::AllowDamage),
            Self::TunedRule { remedy, .. } => Some(*remedy),
            Self::Setting(error) if error.missing_label.is_some() => Some(Remedy::AddLabel),
            Self::Setting(error) if error.missing_score.is_some() => Some(Remedy::BuildWithScores),
            _ => None,
        }
    }

    /// Replaces the error of a write by its cause, if that is a full disk or a removed index
    /// folder. `pages` are committed to the index in `path`.
    pub fn while_writing(self, path: &Path, pages: u64) -> Self {
        if self.is_full_disk() {
            Self::DiskFull { path: path.to_path_buf(), pages, source: Box::new(self) }
        } else if !path.join("meta.json").exists() {
            Self::index(
                path,
                format!("was removed or moved while it was being written; run it again ({self})"),
            )
        } else {
            self
        }
    }

    /// Replaces the error of a write by its cause, if that is a full disk; `pages` are committed to
    /// the index in `path`.
    pub fn of_full_disk(self, path: &Path, pages: u64) -> Self {
        if self.is_full_disk() {
            Self::DiskFull { path: path.to_path_buf(), pages, source: Box::new(self) }
        } else {
            self
        }
    }

    /// Whether the cause is a full disk or an exhausted quota.
    fn is_full_disk(&self) -> bool {
        match self {
            Self::Io(error) => is_full_disk(&error.source),
            Self::Tantivy { source, .. } => match &**source {
                tantivy::TantivyError::IoError(error) => is_full_disk(error),
                tantivy::TantivyError::OpenWriteError(OpenWriteError::IoError {
                    io_error, ..
                }) => is_full_disk(io_error),
                // Tantivy keeps only the text of an error in one of its threads.
                other => other.to_string().contains("No space left on device"),
            },
            _ => false,
        }
    }
}

impl From<tamis_collection::Error> for Error {
    fn from(error: tamis_collection::Error) -> Self {
        match error {
            tamis_collection::Error::Io(error) => error.into(),
            tamis_collection::Error::Format(error) => error.into(),
            tamis_collection::Error::Setting(error) => error.into(),
        }
    }
}

impl From<tamis_blocks::Error> for Error {
    fn from(error: tamis_blocks::Error) -> Self {
        match error {
            tamis_blocks::Error::Setting(error) => error.into(),
            tamis_blocks::Error::Io(error) => error.into(),
            tamis_blocks::Error::Format(error) => error.into(),
        }
    }
}

impl From<tamis_eval::Error> for Error {
    fn from(error: tamis_eval::Error) -> Self {
        match error {
            tamis_eval::Error::Io(error) => error.into(),
            tamis_eval::Error::Format(error) => error.into(),
            tamis_eval::Error::Setting(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remedy_ends_the_message_and_other_errors_take_none() {
        let error = Error::index("i", "the index is damaged");
        assert_eq!(
            (error.to_string(), error.remedy()),
            ("i: the index is damaged".to_owned(), None)
        );
        let error = error.with_remedy(Remedy::Rebuild);
        assert_eq!(
            error.to_string(),
            "i: the index is damaged; build the index again from its collection"
        );
        assert_eq!(error.remedy(), Some(Remedy::Rebuild));
        assert_eq!(Error::Interrupted.with_remedy(Remedy::Rebuild).remedy(), None);
    }
}
