//! What can fail: the settings of a classifier. Pages cannot.

use tamis_place::SettingError;

/// The result of making a classifier.
pub type Result<T> = std::result::Result<T, Error>;

/// Everything that can stop the making of a classifier. Page content never fails.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A setting with a value that it cannot have.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

impl Error {
    /// A problem that names the setting which it is about.
    pub(crate) fn setting(problem: impl Into<String>) -> Self {
        SettingError::unnamed(problem).into()
    }
}
