//! Where a job takes topics and judgements from.

use crate::kind;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tamis_eval::Run;
use tamis_index::error::Error;

/// A file, or a value in memory. Written down, it is the path: a value in memory that was not read
/// from a file has only a name, so a job with one is not read back.
#[derive(Debug, Clone, PartialEq)]
pub enum Source<T> {
    /// The path of a file.
    File(PathBuf),
    /// A value, and the name that reports and errors have for it.
    Value(Arc<T>, String),
    /// What was read from a file already.
    Read(Arc<T>, PathBuf),
}

impl<T> Source<T> {
    /// A value of this name.
    pub fn value(value: impl Into<Arc<T>>, name: impl Into<String>) -> Self {
        Self::Value(value.into(), name.into())
    }

    /// The path, or the name.
    pub fn path(&self) -> &Path {
        match self {
            Self::File(path) | Self::Read(_, path) => path,
            Self::Value(_, name) => Path::new(name),
        }
    }

    /// The same as reports name it.
    pub fn name(&self) -> String {
        self.path().display().to_string()
    }

    /// The file; none for a value that was not read from one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) | Self::Read(_, path) => Some(path),
            Self::Value(..) => None,
        }
    }

    /// Keeps what was read from the file.
    pub(crate) fn hold(&mut self, value: &Arc<T>) {
        if let Self::File(path) = self {
            *self = Self::Read(Arc::clone(value), std::mem::take(path));
        }
    }

    /// Returns the value, read by `read` if it is a file.
    pub(crate) fn get<E>(&self, read: impl FnOnce(&Path) -> Result<T, E>) -> Result<Arc<T>, E> {
        match self {
            Self::File(path) => read(path).map(Arc::new),
            Self::Value(value, _) | Self::Read(value, _) => Ok(Arc::clone(value)),
        }
    }
}

impl Source<Run> {
    /// Returns the run.
    ///
    /// # Errors
    /// A file that cannot be read, or that is no run.
    pub fn read(&self) -> Result<Arc<Run>, Error> {
        self.get(|path| Run::read(path)).map_err(|error| kind::explained(error, kind::of_run))
    }
}

impl<T> From<PathBuf> for Source<T> {
    fn from(path: PathBuf) -> Self {
        Self::File(path)
    }
}

impl<T> Default for Source<T> {
    fn default() -> Self {
        Self::File(PathBuf::new())
    }
}

impl<T> Serialize for Source<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.path().serialize(serializer)
    }
}

impl<'de, T> Deserialize<'de> for Source<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        PathBuf::deserialize(deserializer).map(Self::File)
    }
}
