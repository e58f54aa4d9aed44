//! What can fail, and where: every error names a place, what was found there, what was expected, and what to do about it.

use std::path::Path;
use tamis_place::{FormatError, IoError, Place, SettingError};

/// The result of everything here that touches bytes, disk or settings.
pub type Result<T> = std::result::Result<T, Error>;

/// Everything that can stop the reading of a file or the making of a measure. Scoring cannot fail.
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
}

impl Error {
    pub(crate) fn io(action: &'static str, path: impl AsRef<Path>, source: std::io::Error) -> Self {
        IoError::new(action, path, source).into()
    }

    pub(crate) fn format(place: Place, found: impl Into<String>, expected: impl Into<String>) -> Self {
        FormatError::new(place, found, expected).into()
    }

    /// A problem that names the setting which it is about.
    pub(crate) fn setting(problem: impl Into<String>) -> Self {
        SettingError::unnamed(problem).into()
    }
}
