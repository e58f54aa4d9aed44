//! Topics files: TREC's SGML, the web track's XML, lines of JSON, lines of an id and a text.

mod colons;
mod columns;
mod draft;
mod fields;
mod file;
mod json;
mod tagged;
mod topic;

pub use fields::{TopicField, TopicFields};
pub use file::{TopicReader, Topics};
pub use topic::Topic;

use crate::error::Result;
use std::path::Path;

/// [`Topics::read`] as a plain list.
///
/// # Errors
/// As [`Topics::read`].
#[doc(hidden)]
pub fn read(path: impl AsRef<Path>, fields: impl Into<TopicFields>) -> Result<Vec<Topic>> {
    Ok(Topics::fields(fields).read(path)?.into())
}
