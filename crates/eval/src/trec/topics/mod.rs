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
