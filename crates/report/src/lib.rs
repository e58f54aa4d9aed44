//! Formats results as tables, JSON, figures and pages. Nothing here computes a result: every module
//! takes a plain one ([`Sweep`](tamis_search::experiment::results::Sweep),
//! [`LabelComparison`](tamis_search::experiment::results::LabelComparison),
//! [`Accuracy`](tamis_lab::accuracy::data::Accuracy)) and returns text, always the same for the
//! same result.

pub mod accuracy;
pub mod compare;
mod drawing;
mod environments;
pub mod equivalence;
pub mod figure;
mod ink;
pub mod json;
mod layout;
pub mod markup;
mod paint;
mod pgf;
#[cfg(feature = "figures")]
mod render;
pub mod runs;
mod save;
mod style;
mod svg;
pub mod sweep;
pub mod table;
pub mod tune;
mod views;
pub mod words;

pub use drawing::Drawing;
pub use layout::CSS;
pub use save::{File, FileContent, Form, Format};
pub use style::{Style, WIDTHS};

use std::path::Path;
use tamis_index::disk;
use tamis_index::error::{Error, Result};

/// Makes a folder for results, unless it is there.
///
/// # Errors
/// [`Error::Index`] if the folder holds an index; [`Error::Io`] if it cannot be made.
pub fn results_folder(path: &Path) -> Result<()> {
    if path.join("meta.json").exists() {
        return Err(Error::index(path, "holds an index; name another folder for results"));
    }
    disk::create_folder(path).map_err(|e| Error::io("create the folder", path, e))
}
