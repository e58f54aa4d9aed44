//! Errors: each names a place, what was found there, what was expected, and what to do.

use std::path::Path;
use tamis_place::{FormatError, IoError, Place, SettingError};

/// The result of functions that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// Reasons why a collection cannot be opened. Damage inside an archive is not an error but a
/// [`RecordReport`](crate::RecordReport).
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The operating system reported an error.
    #[error(transparent)]
    Io(#[from] IoError),
    /// A file of unknown format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A setting with an invalid value.
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

    /// A problem that already names its setting.
    pub(crate) fn setting(problem: impl Into<String>) -> Self {
        SettingError::unnamed(problem).into()
    }
}
