//! The error of this crate: an invalid classifier. Pages never fail.

use tamis_place::SettingError;

/// A result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a classifier cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An unknown name or an invalid argument.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

impl Error {
    /// A problem whose text names the setting.
    pub(crate) fn setting(problem: impl Into<String>) -> Self {
        SettingError::unnamed(problem).into()
    }
}
