#![doc = include_str!("../README.md")]

mod arc;
mod archive;
mod checkpoint;
mod collection;
mod compress;
mod container;
mod content;
pub mod date;
mod discover;
mod docno;
mod document;
mod error;
mod folder;
mod http;
mod input;
#[cfg(feature = "warc")]
mod interop;
mod item;
mod jsonl;
mod kind;
mod lines;
mod mark;
mod reader;
mod reason;
mod records;
mod settings;
mod sniff;
mod stamp;
mod stream;

mod trecweb;
mod tsv;
mod url_record;
mod wacz;
mod warc;
mod write;

pub use archive::Archive;
pub use checkpoint::Checkpoint;
pub use collection::{Collection, CollectionReader, open};
pub use discover::discover;
pub use docno::docno;
pub use document::{Body, RawDocument, Source};
pub use error::{Error, Result};
pub use item::{Item, Loss};
pub use kind::ArchiveKind;
pub use reader::Reader;
pub use reason::Reason;
pub use settings::{MAX_INFLATED, MAX_RECORD, Settings, StatusRule};
pub use stamp::Stamp;
pub use write::WarcWriter;
