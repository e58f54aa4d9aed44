//! What went wrong below tantivy: damage, or the system.

use super::checked::Damaged;
use crate::error::{Error, Remedy, Result};
use std::any::Any;
use std::io;
use std::path::Path;
use tamis_place::{FormatError, IoError};
use tantivy::TantivyError;
use tantivy::directory::error::{OpenDirectoryError, OpenReadError, OpenWriteError};

/// Returns the error for what tantivy reports of the index in `path`, which failed to `action`
/// (read, write).
pub fn failure(action: &'static str, path: &Path, source: TantivyError) -> Error {
    match io_of(&source).map(|error| failed(action, path, error)) {
        Some(Some(error)) => error,
        _ => Error::Tantivy { path: path.to_path_buf(), source: Box::new(source) },
    }
}

/// Returns the error for an index that does not open.
pub fn damaged(path: &Path, source: TantivyError) -> Error {
    match failure("read", path, source) {
        Error::Tantivy { path, source } => {
            Error::index(path, format!("the index is damaged (tantivy: {source})"))
                .with_remedy(Remedy::Rebuild)
        }
        error => error,
    }
}

/// Runs what reads an index. A panic inside tantivy, which trusts what it reads, becomes the error
/// of a damaged index.
///
/// # Errors
/// Those of `read`, and the panic.
pub fn guarded<T>(path: &Path, read: impl FnOnce() -> Result<T>) -> Result<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)).unwrap_or_else(|panic| {
        let message = format!("the index is damaged ({})", panic_text(&*panic));
        Err(Error::index(path, message).with_remedy(Remedy::Check))
    })
}

/// Returns the message of a panic.
pub fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic")
}

/// Returns the error for a file that is damaged, or that the system failed to read or write.
fn failed(action: &'static str, path: &Path, error: &io::Error) -> Option<Error> {
    if let Some(damaged) = error.get_ref().and_then(|inner| inner.downcast_ref::<Damaged>()) {
        return Some(damaged.clone().into());
    }
    if let Some(format) = error.get_ref().and_then(|inner| inner.downcast_ref::<FormatError>()) {
        return Some(format.clone().into());
    }
    if let Some(named) = error.get_ref().and_then(|inner| inner.downcast_ref::<IoError>()) {
        return Some(Error::io(action, &named.path, again(&named.source)));
    }
    if let Some(inner) = error.get_ref().and_then(|inner| inner.downcast_ref::<TantivyError>()) {
        return io_of(inner).and_then(|error| failed(action, path, error));
    }
    let code = error.raw_os_error().or_else(|| {
        let inner = error.get_ref()?.downcast_ref::<std::sync::Arc<io::Error>>()?;
        inner.raw_os_error()
    });
    code.map(|code| Error::io(action, path, io::Error::from_raw_os_error(code)))
}

/// Wraps an error of tantivy where reading fails as the system's reading does; [`failure`] finds
/// what is in it.
pub fn into_io(source: TantivyError) -> io::Error {
    let kind = io_of(&source).map_or(io::ErrorKind::Other, io::Error::kind);
    io::Error::new(kind, source)
}

/// Returns the error of a file that the system failed to read, which tantivy would only know by its
/// folder.
pub(super) fn unreadable(path: &Path, source: &io::Error) -> io::Error {
    io::Error::new(source.kind(), IoError::new("read", path, again(source)))
}

/// Copies an error of the system.
fn again(error: &io::Error) -> io::Error {
    error.raw_os_error().map_or_else(
        || io::Error::new(error.kind(), error.to_string()),
        io::Error::from_raw_os_error,
    )
}

/// Returns the error of the system in an error of tantivy.
fn io_of(source: &TantivyError) -> Option<&io::Error> {
    match source {
        TantivyError::IoError(error)
        | TantivyError::OpenReadError(OpenReadError::IoError { io_error: error, .. })
        | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error: error, .. })
        | TantivyError::OpenDirectoryError(OpenDirectoryError::IoError {
            io_error: error, ..
        }) => Some(error),
        _ => None,
    }
}

impl From<Damaged> for FormatError {
    fn from(damaged: Damaged) -> Self {
        let expected = format!("{}; {}", damaged.expected, Remedy::Restore);
        FormatError::new(damaged.place(), damaged.found, expected)
    }
}

impl From<Damaged> for Error {
    fn from(damaged: Damaged) -> Self {
        Self::Format(damaged.into())
    }
}
