//! The codes and the labels of blocks, as rules read them: of many blocks at once.
//!
//! Every segment has a file `ID.blocks` with *planes*: for each feature one byte per block, its
//! code ([`scale`]), for each label one bit per block, and one bit per page that has a title. A
//! plane that many rules read is stored as it is, so that it is read from the memory map without a
//! copy; others are in compressed frames of 16 KiB if that at least halves them. tantivy
//! merges the file with its own files of the segment (`plugin.rs`).

mod file;
mod layout;
mod planes;
mod plugin;
pub mod scale;

pub use file::BlockCodes;
pub(super) use plugin::{CodesPlugin, CodesWriter};
pub use scale::{ABSENT, Bounds, SHARED_COUNT, Scale};
