//! The archives of several indexes: one ingest reads each once, and knows it by its path.

use crate::error::{Error, Result};
use crate::index::Index;
use crate::index::manifest::ArchiveEntry;
use std::collections::HashMap;
use std::sync::Arc;
use tamis_collection::ArchiveKind;
use tamis_place::Escaped;

/// The name of standard input, which is another archive each time.
const PIPE: &str = "-";

/// Refuses an archive that two indexes have. Loose pages of a folder can be in several, if they are
/// other pages.
///
/// # Errors
/// [`Error::Index`] with both indexes.
pub(super) fn check(indexes: &[Arc<Index>]) -> Result<()> {
    let mut known: HashMap<(&str, &str, &str), usize> = HashMap::new();
    for (number, index) in indexes.iter().enumerate() {
        for entry in index.manifest.archives.iter().filter(|entry| entry.path != PIPE) {
            let before = *known.entry(key(entry)).or_insert(number);
            if before != number {
                return Err(twice(index, &indexes[before], entry));
            }
        }
    }
    Ok(())
}

fn key(entry: &ArchiveEntry) -> (&str, &str, &str) {
    let is_folder = entry.kind == ArchiveKind::Folder.name();
    (&entry.path, &entry.kind, if is_folder { &entry.stamp.hash } else { "" })
}

fn twice(index: &Index, before: &Index, entry: &ArchiveEntry) -> Error {
    let path = Escaped(&entry.path);
    let other = before.path.display();
    let message = format!(
        "has the archive {path}, which {other} has too; give each index archives of its own, by \
         paths that differ"
    );
    Error::index(&index.path, message)
}
