//! The files of an index. tantivy reads and writes them through [`Storage`]: every block of 64 KiB
//! has a checksum, which is compared when the block is first read, so damage never becomes a
//! result. Reading takes no lock and writes nothing.

mod checked;
mod directory;
mod failure;
mod files;
pub(in crate::index) mod framed;
mod mapped;
mod meta;
pub(in crate::index) mod sealed;
mod summed;
mod sums;

use std::sync::OnceLock;

pub use checked::Damaged;
pub use failure::{damaged, failure, guarded, into_io, panic_text};
pub use files::Storage;
pub use mapped::Mapped;
pub use meta::{META, format_in, open as open_meta, seal as seal_meta};
pub use summed::{is_summed, remove_others, summed_name};
pub use sums::is_of_segment;

/// Returns what is in a cell; opens it if nobody has.
///
/// # Errors
/// Those of `open`, which is tried again next time.
pub fn opened<T, E>(cell: &OnceLock<T>, open: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
    if let Some(opened) = cell.get() {
        return Ok(opened);
    }
    let made = open()?;
    Ok(cell.get_or_init(|| made))
}
