//! Assigns the archives of a collection to shards of about equal bytes. The same files give the
//! same assignment on every machine.

use crate::archive::{Archive, Location};
use crate::formats::ArchiveKind;
use crate::input::name_of;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::num::NonZeroU32;
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

/// Which files of a collection are in which shard.
#[derive(Debug, Clone)]
pub struct ShardAssignment {
    /// The files of every shard, in the order of the collection. A shard is empty if there are
    /// fewer files than shards.
    pub shards: Vec<Vec<AssignedFile>>,
    /// XXH3 of the number of shards and the names and sizes of all files, in hexadecimal.
    pub hash: String,
}

/// A file of a collection, or the loose pages of a folder. What is in it is never divided.
#[derive(Debug, Clone)]
pub struct AssignedFile {
    /// The path as given, or as found below a given folder.
    pub name: Arc<str>,
    /// The stored size of its archives in bytes.
    pub bytes: u64,
    /// What is read from it: several archives if it is a WACZ.
    pub archives: Vec<Archive>,
}

impl ShardAssignment {
    /// Assigns archives to this many shards: the largest file first, each to the shard with the
    /// fewest bytes. Files of equal size are ordered by name, and shards with equally many bytes by
    /// number.
    pub fn new(archives: Vec<Archive>, shards: NonZeroU32) -> Self {
        let files = files(archives);
        let rows: Vec<(&str, u64)> = files.iter().map(|file| (&*file.name, file.bytes)).collect();
        let shard_of = assign(&rows, shards);
        let hash = assignment_hash(rows.iter().copied(), shards);
        let mut assigned = vec![Vec::new(); shards.get() as usize];
        for (file, shard) in files.into_iter().zip(shard_of) {
            assigned[shard].push(file);
        }
        Self { shards: assigned, hash }
    }

    /// Returns all files, shard by shard.
    pub fn files(&self) -> impl Iterator<Item = &AssignedFile> {
        self.shards.iter().flatten()
    }

    /// Returns the number of bytes of all files.
    pub fn bytes(&self) -> u64 {
        self.files().map(|file| file.bytes).sum()
    }

    /// Returns the files that are larger than an equal share by more than a tenth: with one of them
    /// a shard takes longer than the others, and more shards do not help.
    pub fn too_large(&self) -> Vec<&AssignedFile> {
        let bytes = u128::from(self.bytes());
        let shards = self.shards.len() as u128;
        self.files().filter(|file| u128::from(file.bytes) * shards * 10 > bytes * 11).collect()
    }
}

/// Assigns files with these names and sizes as [`ShardAssignment::new`] does. Returns the shard of
/// each, from 0.
pub fn assign(files: &[(&str, u64)], shards: NonZeroU32) -> Vec<usize> {
    let mut order: Vec<usize> = (0..files.len()).collect();
    order.sort_by_key(|&i| (Reverse(files[i].1), files[i].0));
    let mut loads: BinaryHeap<Reverse<(u64, usize)>> =
        (0..shards.get() as usize).map(|i| Reverse((0, i))).collect();
    let mut shard_of = vec![0; files.len()];
    for i in order {
        let Some(mut least) = loads.peek_mut() else { break };
        shard_of[i] = least.0.1;
        // A file costs something even if it is empty.
        least.0.0 += files[i].1.max(1);
    }
    shard_of
}

/// Groups archives by the file that they are in. An archive that was named twice is read once.
fn files(archives: Vec<Archive>) -> Vec<AssignedFile> {
    let mut files: Vec<AssignedFile> = Vec::new();
    let mut places = HashMap::new();
    for archive in archives {
        let name = file_of(&archive);
        let place = *places.entry(name.clone()).or_insert(files.len());
        if place == files.len() {
            files.push(AssignedFile { name, bytes: 0, archives: Vec::new() });
        }
        let file = &mut files[place];
        let is_known = file
            .archives
            .iter()
            .any(|other| other.name == archive.name && other.kind == archive.kind);
        // Loose pages of one folder are several archives if other archives are between them.
        if archive.kind == ArchiveKind::Folder || !is_known {
            file.bytes += archive.bytes;
            file.archives.push(archive);
        }
    }
    files
}

/// The name of the file that an archive is in: its own, but for an entry of a WACZ.
fn file_of(archive: &Archive) -> Arc<str> {
    match &archive.place {
        Location::Entry(entry) => name_of(entry.file()).into(),
        _ => archive.name.clone(),
    }
}

/// Returns the hash of an assignment of files with these names and sizes. Their order does not
/// count: two commands may name them in two orders.
pub fn assignment_hash<'a>(
    files: impl IntoIterator<Item = (&'a str, u64)>,
    shards: NonZeroU32,
) -> String {
    let mut rows: Vec<(&str, u64)> = files.into_iter().collect();
    rows.sort_unstable();
    let mut hash = Xxh3::new();
    hash.update(&shards.get().to_le_bytes());
    for (name, bytes) in rows {
        hash.update(&(name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
        hash.update(&bytes.to_le_bytes());
    }
    format!("{:016x}", hash.digest())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archives(sizes: &[(&str, usize)]) -> Vec<Archive> {
        sizes
            .iter()
            .map(|(name, bytes)| Archive::in_memory(name, ArchiveKind::Warc, vec![0; *bytes]))
            .collect()
    }

    fn assigned(sizes: &[(&str, usize)], shards: u32) -> ShardAssignment {
        ShardAssignment::new(archives(sizes), NonZeroU32::new(shards).unwrap())
    }

    fn names(assignment: &ShardAssignment) -> Vec<Vec<&str>> {
        assignment
            .shards
            .iter()
            .map(|files| files.iter().map(|file| &*file.name).collect())
            .collect()
    }

    #[test]
    fn the_largest_file_goes_first_to_the_emptiest_shard() {
        let assignment = assigned(&[("a", 3), ("b", 7), ("c", 5), ("d", 3), ("e", 0)], 2);
        // b to the first, c and a to the second, which is larger then; so d goes to the first, and
        // e to the second.
        assert_eq!(names(&assignment), [vec!["b", "d"], vec!["a", "c", "e"]]);
        assert_eq!(assignment.bytes(), 18);
    }

    #[test]
    fn the_order_in_which_files_are_named_does_not_matter() {
        let one = assigned(&[("a", 3), ("b", 3), ("c", 3)], 2);
        let other = assigned(&[("c", 3), ("a", 3), ("b", 3)], 2);
        assert_eq!((names(&one), &one.hash), (vec![vec!["a", "c"], vec!["b"]], &other.hash));
        assert_eq!(names(&other), [vec!["c", "a"], vec!["b"]]);
        let hashes = [
            assigned(&[("a", 3), ("b", 3)], 2),
            assigned(&[("a", 3), ("b", 4), ("c", 3)], 2),
            assigned(&[("a", 3)], 3),
        ];
        assert!(hashes.iter().all(|other| other.hash != one.hash));
    }

    #[test]
    fn a_file_stays_whole_and_one_larger_than_a_share_is_named() {
        let mut twice = archives(&[("a", 6), ("b", 1), ("c", 1)]);
        twice.extend(archives(&[("a", 6)]));
        let assignment = ShardAssignment::new(twice, NonZeroU32::new(3).unwrap());
        assert_eq!(names(&assignment), [vec!["a"], vec!["b"], vec!["c"]]);
        assert_eq!((assignment.shards[0][0].archives.len(), assignment.shards[0][0].bytes), (1, 6));
        let large: Vec<&str> = assignment.too_large().iter().map(|file| &*file.name).collect();
        assert_eq!(large, ["a"]);
        assert!(assigned(&[("a", 21), ("b", 19)], 2).too_large().is_empty());
    }

    #[test]
    fn there_may_be_fewer_files_than_shards() {
        assert_eq!(names(&assigned(&[("a", 1)], 3)), [vec!["a"], vec![], vec![]]);
        assert_eq!(names(&assigned(&[], 2)), [Vec::<&str>::new(), vec![]]);
    }
}
