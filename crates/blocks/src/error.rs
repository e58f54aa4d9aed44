//! The error of this crate: a classifier that cannot be built. Pages never fail.

use tamis_place::{FormatError, IoError, SettingError};

/// A result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a classifier cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An unknown name or an invalid argument.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A model's file cannot be read.
    #[error(transparent)]
    Io(#[from] IoError),
    /// A model's file is malformed.
    #[error(transparent)]
    Format(#[from] FormatError),
}

impl Error {
    /// A problem whose text names the setting, for classifiers outside this crate, too.
    pub fn setting(problem: impl Into<String>) -> Self {
        SettingError::unnamed(problem).into()
    }
}
