//! What can stop an ingest, a search or an experiment. The errors of the crates below are told as they are.

use std::path::{Path, PathBuf};
use tamis_place::{FormatError, IoError, SettingError, is_full_disk};
use tantivy::directory::error::OpenWriteError;

pub use tamis_place::{At, Place};
pub(crate) use tamis_place::{nearest, shown};

/// The result of everything that touches bytes, disk or settings.
pub type Result<T> = std::result::Result<T, Error>;

/// Everything that can stop an ingest, a search or an experiment.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system refused.
    #[error(transparent)]
    Io(#[from] IoError),
    /// Bytes that are not what they should be.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A setting with a value that it cannot have.
    #[error(transparent)]
    Setting(#[from] SettingError),
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
        source: Box<tantivy::TantivyError>,
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
    /// Somebody asked for a stop, or another thread failed.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// An operating system error with its file and what was tried.
    pub fn io(action: &'static str, path: impl AsRef<Path>, source: std::io::Error) -> Self {
        IoError::new(action, path, source).into()
    }

    /// Bytes at `place` that are `found` where `expected` should stand.
    pub fn format(place: Place, found: impl Into<String>, expected: impl Into<String>) -> Self {
        FormatError::new(place, found, expected).into()
    }

    /// A setting, by its name, and what is wrong with its value.
    pub fn setting(setting: &'static str, problem: impl Into<String>) -> Self {
        SettingError::new(setting, problem).into()
    }

    /// A problem with settings that names what it is about.
    pub fn settings(problem: impl Into<String>) -> Self {
        SettingError::unnamed(problem).into()
    }

    /// A name that is in none of the lists, with the nearest one that is.
    pub fn unknown_name<'a>(what: &str, given: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Self {
        SettingError::unknown_name(what, given, known).into()
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
        match self {
            Self::Io(error) => is_full_disk(&error.source),
            Self::Tantivy { source, .. } => match &**source {
                tantivy::TantivyError::IoError(error) => is_full_disk(error),
                tantivy::TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. }) => {
                    is_full_disk(io_error)
                }
                // Of a failure in one of its own threads the library keeps the text alone.
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
    fn from(tamis_blocks::Error::Setting(error): tamis_blocks::Error) -> Self {
        error.into()
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
