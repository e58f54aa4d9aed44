//! What can fail at the door, and where: every error names a place, what was found there, what was expected, and
//! what to do about it. Page content never gets here; it cannot fail.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use tantivy::directory::error::OpenWriteError;

/// The result of everything that touches bytes, disk or settings.
pub type Result<T> = std::result::Result<T, Error>;

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
    /// A column (in characters, from 1) of a setting given as text, such as `--where`.
    Column(u64),
}

impl Place {
    /// The file as a whole.
    pub fn file(path: impl AsRef<Path>) -> Self {
        Self { path: path.as_ref().to_path_buf(), at: At::Whole }
    }

    /// A byte offset of a file.
    pub fn offset(path: impl AsRef<Path>, offset: u64) -> Self {
        Self { path: path.as_ref().to_path_buf(), at: At::Offset(offset) }
    }

    /// A line of a file, from 1.
    pub fn line(path: impl AsRef<Path>, line: u64) -> Self {
        Self { path: path.as_ref().to_path_buf(), at: At::Line(line) }
    }

    /// A column of a setting, from 1; `setting` is its flag.
    pub fn column(setting: &str, column: u64) -> Self {
        Self { path: PathBuf::from(setting), at: At::Column(column) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.at {
            At::Whole => write!(f, "{path}"),
            At::Offset(n) | At::Line(n) => write!(f, "{path}:{n}"),
            At::Column(n) => write!(f, "{path}, column {n}"),
        }
    }
}

/// Everything that can stop a command.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system refused; `action` is what was tried ("read", "create", ...).
    #[error("{path}: cannot {action}: {source}{remedy}", path = path.display(), remedy = remedy(source.kind()))]
    Io {
        /// What was tried, as a verb.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's own word.
        source: std::io::Error,
    },
    /// Bytes that are not what they should be.
    #[error("{place}: found {found}, expected {expected}")]
    Format {
        /// Where.
        place: Place,
        /// What stands there.
        found: String,
        /// What should stand there, with the remedy where there is one.
        expected: String,
    },
    /// A setting that cannot be: exit status 2, as for a wrong flag.
    #[error("{0}")]
    Usage(String),
    /// The index refused.
    #[error("{path}: {message}", path = path.display())]
    Index {
        /// The index folder.
        path: PathBuf,
        /// What is wrong, and the remedy.
        message: String,
    },
    /// The index library failed.
    #[error("{path}: the index library failed: {source}", path = path.display())]
    Tantivy {
        /// The index folder.
        path: PathBuf,
        /// Tantivy's own error.
        source: tantivy::TantivyError,
    },
    /// The disk is full.
    #[error(
        "{path}: no space left on the disk; free some and run the same command again: the {pages} pages that are \
         committed stay ({source})",
        path = path.display()
    )]
    DiskFull {
        /// The index folder.
        path: PathBuf,
        /// Pages of the last commit.
        pages: u64,
        /// What failed.
        source: Box<Error>,
    },
    /// Where trec_eval 10 stops, and its behaviour was asked for: exit status 4, as its own.
    #[error("{0}")]
    AsTrecEval(String),
    /// The user's interrupt, or another thread's failure.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// An operating system error with its file and what was tried.
    pub fn io(action: &'static str, path: impl AsRef<Path>, source: std::io::Error) -> Self {
        Self::Io { action, path: path.as_ref().to_path_buf(), source }
    }

    /// Bytes at `place` that are `found` where `expected` should stand.
    pub fn format(place: Place, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Format { place, found: found.into(), expected: expected.into() }
    }

    /// The same error, but a full disk, or an index folder that is gone, told as such: `pages` are committed to the index
    /// in `path`.
    pub fn while_writing(self, path: &Path, pages: u64) -> Self {
        if self.is_full_disk() {
            Self::DiskFull { path: path.to_path_buf(), pages, source: Box::new(self) }
        } else if !path.join("meta.json").exists() {
            let message = format!("was removed or moved while it was written; run the same command again ({self})");
            Self::Index { path: path.to_path_buf(), message }
        } else {
            self
        }
    }

    /// Whether a cause of this is a disk or a quota without room.
    fn is_full_disk(&self) -> bool {
        let full = |error: &std::io::Error| {
            matches!(
                error.kind(),
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
            )
        };
        match self {
            Self::Io { source, .. } => full(source),
            Self::Tantivy { source, .. } => match source {
                tantivy::TantivyError::IoError(error) => full(error),
                tantivy::TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. }) => full(io_error),
                // Of a failure in one of its own threads the library keeps the text alone.
                other => other.to_string().contains("No space left on device"),
            },
            _ => false,
        }
    }

    /// The exit status of a command that ends with this error.
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::AsTrecEval(_) => 4,
            _ => 1,
        }
    }
}

/// What to do about an error of the system, where its own word does not say so.
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

/// The name of `known` nearest to `given`, if near enough to be meant: for "did you mean …?".
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(given, name), name))
        .filter(|(distance, name)| *distance <= 1 + name.len() / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// A usage error for a name that is in none of the lists, with the nearest one that is.
pub fn unknown_name<'a>(what: &str, given: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Error {
    let hint = match nearest(given, known.clone()) {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("known: {}", known.into_iter().collect::<Vec<_>>().join(", ")),
    };
    Error::Usage(format!("unknown {what} '{given}'; {hint}"))
}

/// A line as a message shows it: quoted, and cut where it is long.
pub(crate) fn shown(line: &str) -> String {
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
        assert_eq!(Place::column("--where", 7).to_string(), "--where, column 7");
    }

    #[test]
    fn a_mistyped_name_is_recognised_and_a_foreign_one_is_not() {
        let known = ["words-tree", "density-tree", "keep-all"];
        assert_eq!(nearest("word-tree", known), Some("words-tree"));
        assert_eq!(nearest("readability", known), None);
    }
}
