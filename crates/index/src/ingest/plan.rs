//! Chooses the archives to read: the named ones that are not in the index yet, and the rest of a
//! partly read one.

use super::progress::Progress;
use crate::error::{Error, Remedy, Result};
use crate::index::Manifest;
use crate::index::manifest::ArchiveEntry;
use std::collections::HashMap;
use std::path::Path;
use tamis_collection::{Archive, ArchiveKind, Checkpoint};

pub(super) struct PlannedArchive<'a> {
    pub archive: &'a Archive,
    /// Its position in [`Manifest::archives`], now or once reading starts.
    pub entry: usize,
    /// Its entry in the manifest before it is read.
    pub begun: ArchiveEntry,
    pub start: Checkpoint,
}

/// Compares the named archives with those that the index in `out` holds.
///
/// # Errors
/// [`Error::Index`] if an archive has changed since it was read, or if the partly read one was not
/// named.
pub(super) fn plan<'a>(
    archives: &'a [Archive],
    manifest: &Manifest,
    out: &Path,
    progress: &dyn Progress,
) -> Result<Vec<PlannedArchive<'a>>> {
    let mut known = known(&manifest.archives);
    let mut half = None;
    let mut rest = Vec::new();
    for archive in archives {
        let stamp = archive.stamp()?;
        let places = known.get_mut(&(archive.name.as_ref(), archive.kind.name()));
        let place = places.and_then(|places| match archive.kind {
            // Loose pages are identified by their files. If some were added, all are read again,
            // and the known ones are duplicates: a log file beside a crawl must not keep the crawl
            // from growing.
            ArchiveKind::Folder => {
                let same =
                    places.iter().position(|place| manifest.archives[*place].stamp == stamp)?;
                Some(places.remove(same))
            }
            _ => places.pop(),
        });
        let entry = place.map(|place| (place, &manifest.archives[place]));
        // Standard input is new each time, unless its reading was interrupted.
        let entry = entry.filter(|(_, entry)| archive.is_named() || entry.checkpoint.is_some());
        let Some((place, entry)) = entry else {
            let path = archive.name.to_string();
            let kind = archive.kind.name().to_owned();
            let checkpoint = Some(Checkpoint::default());
            let begun = ArchiveEntry { path, kind, stamp, checkpoint, ..ArchiveEntry::default() };
            rest.push(PlannedArchive { archive, entry: 0, begun, start: Checkpoint::default() });
            continue;
        };
        if let Some(difference) = entry.stamp.difference(&stamp) {
            let name = &archive.name;
            let message = format!("{name} has changed since it was indexed: found {difference}");
            return Err(Error::index(out, message).with_remedy(Remedy::Restore));
        }
        match entry.checkpoint {
            Some(start) => {
                half = Some(PlannedArchive { archive, entry: place, begun: entry.clone(), start });
            }
            None => progress.known(archive),
        }
    }
    let unfinished = manifest.archives.iter().find(|entry| entry.checkpoint.is_some());
    if let (Some(entry), None) = (unfinished, &half) {
        return Err(lacking_rest(entry, archives, out));
    }
    for (i, planned) in rest.iter_mut().enumerate() {
        planned.entry = manifest.archives.len() + i;
    }
    Ok(half.into_iter().chain(rest).collect())
}

/// Returns the error for the rest of a partly read archive: it was not named, or is other loose
/// pages now.
fn lacking_rest(entry: &ArchiveEntry, archives: &[Archive], out: &Path) -> Error {
    let path = &entry.path;
    let mut same_kind = archives.iter().filter(|archive| archive.kind.name() == entry.kind);
    if same_kind.any(|archive| *archive.name == **path) {
        let message =
            format!("{path} is only partly indexed, and its loose pages have changed since");
        return Error::index(out, message).with_remedy(Remedy::Restore);
    }
    Error::index(
        out,
        format!("{path} is only partly indexed; name it again to read the rest of it"),
    )
}

/// Returns positions in the manifest by path and kind, the first one last. Loose pages of one
/// folder can have several: archives among them split them, and a folder that grew is added again.
fn known(entries: &[ArchiveEntry]) -> HashMap<(&str, &str), Vec<usize>> {
    let mut known: HashMap<_, Vec<usize>> = HashMap::new();
    for (place, entry) in entries.iter().enumerate().rev() {
        known.entry((entry.path.as_str(), entry.kind.as_str())).or_default().push(place);
    }
    known
}
