//! Errors of the library as Python's exceptions. The classes are those of `tamis/errors.py`, the
//! messages the program's.

use pyo3::prelude::*;
use pyo3::types::PyType;
use std::io::ErrorKind;
use tamis::Remedy;
use tamis::words::quoted;

/// Why a call failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The library's error.
    Tamis(tamis::Error),
    /// An argument of another type or form than expected.
    Input(String),
    /// The index was closed.
    Closed(String),
    /// A panic of the library, which is a bug.
    Panic(String),
    /// An exception that Python code raised, or a signal.
    Python(PyErr),
}

/// The result of a call.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// An argument with another value than expected.
    pub fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<tamis::Error> for Failure {
    fn from(error: tamis::Error) -> Self {
        Self::Tamis(error)
    }
}

impl From<tamis::blocks::Error> for Failure {
    fn from(error: tamis::blocks::Error) -> Self {
        Self::Tamis(error.into())
    }
}

impl From<tamis::eval::Error> for Failure {
    fn from(error: tamis::eval::Error) -> Self {
        Self::Tamis(error.into())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        let (class, message) = match failure {
            Failure::Python(error) => return error,
            Failure::Tamis(error) => (class_of(&error), message(&error)),
            Failure::Input(message) => ("InputError", message),
            Failure::Closed(message) => ("ClosedError", message),
            Failure::Panic(message) => ("InternalError", message),
        };
        Python::attach(|py| exception(py, class, message))
    }
}

/// Returns an exception of a class of `tamis.errors`.
fn exception(py: Python<'_>, class: &str, message: String) -> PyErr {
    let class = py.import("tamis.errors").and_then(|errors| errors.getattr(class));
    match class.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
        Ok(class) => PyErr::from_type(class, message),
        Err(error) => error,
    }
}

/// Returns the message of an error. Only the program adds the label of a classifier, so its command
/// is named.
fn message(error: &tamis::Error) -> String {
    let mut message = error.to_string();
    if let tamis::Error::Setting(setting) = error
        && let Some(classifier) = &setting.missing_label
    {
        message += &format!(" (`tamis label INDEX --classifier {}`)", quoted(classifier));
    }
    message
}

fn class_of(error: &tamis::Error) -> &'static str {
    match error {
        tamis::Error::Io(error) if error.source.kind() == ErrorKind::NotFound => "MissingFileError",
        tamis::Error::Io(_) => "FileError",
        tamis::Error::Format(_) => "FormatError",
        tamis::Error::Setting(_) | tamis::Error::TunedRule { .. } => "SettingError",
        // A page that is none.
        tamis::Error::Index {
            remedy: Some(Remedy::Inspect | Remedy::InspectPage | Remedy::NamePage),
            ..
        } => "FormatError",
        tamis::Error::Index { path, .. } if !path.exists() => "MissingIndexError",
        tamis::Error::Index { .. } | tamis::Error::Tantivy { .. } => "IndexFileError",
        tamis::Error::TooDamaged { .. } => "DamageError",
        tamis::Error::DiskFull { .. } => "DiskFullError",
        tamis::Error::UnknownPage { .. } => "UnknownPageError",
        tamis::Error::Interrupted => "InterruptedError",
    }
}
