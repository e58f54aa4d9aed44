//! Writes files so that a kill, a power failure or a full disk leaves the old file or the new one,
//! never half of one. Nothing here follows a link: an index folder may come from somebody else.

mod file;
mod in_place;
mod names;
mod packed;
pub mod record;
mod replace;
pub mod results;
pub mod spool;
mod temporary;

pub use file::DiskFile;
pub use in_place::{is_shared, open, open_for_lock};
pub use names::{create_folder, link_or_copy, remove, remove_durably, sync_folder};
pub use packed::{replace_packed, save_packed};
pub use replace::{is_left_over, remove_left_over, replace, save};
pub use temporary::TemporaryFolder;
