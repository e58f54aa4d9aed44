//! The list of losses against the manifest.

use super::verdict::{Check, Fault};
use crate::index::manifest::{ArchiveEntry, Manifest};
use crate::ingest::ledger::{self, HEADER, LOSSES, Outcome, cell};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use tamis_collection::{ArchiveKind, Reason};
use xxhash_rust::xxh3::xxh3_64;

/// Numbers of lines by archive, outcome and reason.
type Losses = BTreeMap<(String, &'static str, String), u64>;

/// One name for all archives of loose pages, because their lines name the files of the pages.
const LOOSE: &str = "(loose pages)";

/// Checks that the list of losses has one line for every loss that the manifest counts, and no other lines.
pub(super) fn losses(path: &Path, manifest: &Manifest) -> Check {
    let name = path.join(LOSSES);
    let named = |message: String| format!("{}: {message}", name.display());
    let wrong = |message: String| Check::new("losses", String::new(), vec![Fault::new(named(message))]);
    let damage = |message: String| Check::new("losses", String::new(), vec![Fault::damage(named(message))]);
    let text = match std::fs::read(&name) {
        _ if manifest.losses == 0 => String::new(),
        Ok(bytes) if (bytes.len() as u64) < manifest.losses => {
            return damage(format!("found {} bytes, expected {} as in the manifest", bytes.len(), manifest.losses));
        }
        Ok(bytes) if manifest.finished && bytes.len() as u64 > manifest.losses => {
            return damage(format!("found {} bytes, expected {} as in the manifest", bytes.len(), manifest.losses));
        }
        Ok(bytes) if ledger::hash(xxh3_64(&bytes[..manifest.losses as usize])) != manifest.losses_hash => {
            return damage("found other bytes than at the last commit".to_owned());
        }
        Ok(bytes) => String::from_utf8_lossy(&bytes[..manifest.losses as usize]).into_owned(),
        Err(error) => return damage(error.to_string()),
    };
    // An index that was interrupted before its first commit has no list yet.
    let (header, lines) = text.split_once('\n').unwrap_or((HEADER, ""));
    if header != HEADER {
        return wrong(format!("found the first line '{header}', expected '{HEADER}'"));
    }
    let (found, count) = match listed(manifest, lines) {
        Ok(listed) => listed,
        Err(message) => return wrong(message),
    };
    let expected = counted(manifest);
    let all: BTreeSet<_> = found.keys().chain(expected.keys()).collect();
    let of = |losses: &Losses, key| losses.get(key).copied().unwrap_or_default();
    let differing = all.into_iter().filter(|key| of(&found, key) != of(&expected, key));
    let differing = differing.map(|key| {
        let (archive, outcome, reason) = key;
        let (lines, counted) = (of(&found, key), of(&expected, key));
        Fault::new(format!(
            "{archive}: found {lines} lines of {outcome} {reason}, expected {counted} as in the manifest"
        ))
    });
    Check::new("losses", format!("{count} lines, each counted"), differing.collect())
}

/// Counts the lines of the list, without its header; also returns their number.
fn listed(manifest: &Manifest, lines: &str) -> Result<(Losses, u64), String> {
    let archives: HashSet<String> =
        manifest.archives.iter().filter(|entry| !is_loose(entry)).map(|entry| cell(&entry.path)).collect();
    let (mut losses, mut count) = (Losses::new(), 0);
    for (number, line) in lines.lines().enumerate() {
        let Some((archive, outcome, reason)) = cells(line) else {
            return Err(format!("line {} is invalid: '{line}'", number + 2));
        };
        let archive = if archives.contains(archive) { archive } else { LOOSE };
        *losses.entry((archive.to_owned(), outcome.name(), reason.name().to_owned())).or_default() += 1;
        count += 1;
    }
    Ok((losses, count))
}

/// Returns the losses that the manifest counts.
fn counted(manifest: &Manifest) -> Losses {
    let mut losses = Losses::new();
    for entry in &manifest.archives {
        for (outcome, tally) in [(Outcome::Skipped, &entry.skipped), (Outcome::Flawed, &entry.flawed)] {
            for (reason, n) in tally.iter() {
                let archive = if is_loose(entry) { LOOSE.to_owned() } else { cell(&entry.path) };
                *losses.entry((archive, outcome.name(), reason.to_owned())).or_default() += n;
            }
        }
    }
    losses
}

/// Whether an entry is loose pages.
fn is_loose(entry: &ArchiveEntry) -> bool {
    entry.kind == ArchiveKind::Folder.name()
}

/// Parses the archive, outcome and reason of a line.
fn cells(line: &str) -> Option<(&str, Outcome, Reason)> {
    let cells: Vec<&str> = line.splitn(7, '\t').collect();
    let [archive, offset, _, outcome, reason, bytes, _] = cells[..] else { return None };
    offset.parse::<u64>().ok()?;
    bytes.parse::<u64>().ok()?;
    let outcome = [Outcome::Skipped, Outcome::Flawed].into_iter().find(|known| known.name() == outcome)?;
    let reason = Reason::ALL.into_iter().find(|known| known.name() == reason)?;
    Some((archive, outcome, reason))
}
