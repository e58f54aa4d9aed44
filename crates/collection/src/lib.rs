#![warn(missing_docs)]
#![doc = include_str!("../README.md")]

mod archive;
mod assignment;
mod checkpoint;
mod collection;
mod companions;
mod compress;
mod container;
mod content;
pub mod date;
mod discover;
pub mod docno;
mod document;
mod error;
mod formats;
mod http;
mod input;
#[cfg(feature = "warc")]
mod interop;
mod item;
mod known_reports;
mod lines;
mod mark;
mod page_file;
mod pipe;
mod reader;
mod reason;
mod records;
mod revisit;
mod settings;
mod sniff;
mod stamp;
mod stream;
mod write;

pub use archive::Archive;
pub use assignment::{AssignedFile, ShardAssignment, assign, assignment_hash};
pub use checkpoint::Checkpoint;
pub use collection::{Collection, CollectionReader, open};
pub use discover::{discover, discover_companions, discover_with};
pub use docno::docno;
pub use document::{Body, RawDocument, Source};
pub use error::{Error, Result};
pub use formats::ArchiveKind;
pub use item::{Item, RecordReport};
pub use page_file::{FilePage, page_file, what_is};
pub use reader::Reader;
pub use reason::Reason;
pub use revisit::Revisit;
pub use settings::{MAX_INFLATED, MAX_RECORD, ReadSettings, StatusRule};
pub use stamp::Stamp;
pub use write::WarcWriter;
