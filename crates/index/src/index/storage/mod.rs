//! The files of an index. tantivy reads and writes them through [`Storage`]: every block of 64 KiB
//! has a checksum, which is compared when the block is first read, so damage never becomes a
//! result. Reading takes no lock and writes nothing.

mod checked;
mod directory;
mod failure;
mod files;
mod mapped;
mod meta;
pub(in crate::index) mod sealed;
mod summed;
mod sums;

pub use checked::Damaged;
pub use failure::{damaged, failure, guarded, into_io, panic_text};
pub use files::Storage;
pub use mapped::Mapped;
pub use meta::{META, format_in, open as open_meta, seal as seal_meta};
pub use summed::{is_summed, remove_others, summed_name};
pub use sums::is_of_segment;
