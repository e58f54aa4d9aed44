//! The error type. Every error names a place, what was found, what was expected, and what to do.

use std::path::Path;
use tamis_place::{FormatError, IoError, Place, SettingError};

/// The result of functions that read files or parse settings.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a file could not be read or a setting is invalid. Scoring cannot fail.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be opened, read or decompressed.
    #[error(transparent)]
    Io(#[from] IoError),
    /// A file has the wrong format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A setting has an invalid value, for example the name of an unknown measure.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

impl Error {
    pub(crate) fn io(action: &'static str, path: impl AsRef<Path>, source: std::io::Error) -> Self {
        IoError::new(action, path, source).into()
    }

    pub(crate) fn format(
        place: Place,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        FormatError::new(place, found, expected).into()
    }

    /// An invalid setting; `problem` names it.
    pub(crate) fn setting(problem: impl Into<String>) -> Self {
        SettingError::unnamed(problem).into()
    }
}
