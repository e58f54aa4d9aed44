//! The share of a collection that one ingest reads: all of it, or a shard, assigned now or by
//! a plan.

use super::shard_plan::PlannedShard;
use crate::error::{Error, Place, Result};
use crate::index::shard::{Shard, ShardMark};
use std::collections::HashMap;
use std::num::NonZeroU32;
use tamis_collection::{Archive, ArchiveKind, ShardAssignment};

/// What an ingest reads of the files that it is given.
#[derive(Debug, Clone, Default)]
pub enum Share {
    #[default]
    Whole,
    /// A shard, to which the files that are there now are assigned.
    Shard(Shard),
    /// A shard of a plan that was made before.
    Planned(PlannedShard),
    /// A shard to which the caller has assigned files.
    Given(GivenShard),
}

/// A shard whose files the caller has chosen, and perhaps copied.
#[derive(Debug, Clone)]
pub struct GivenShard {
    /// What the index keeps of it.
    pub mark: ShardMark,
    /// The names of archives in the index, by the paths at which they are read; others keep theirs.
    pub names: HashMap<String, String>,
}

impl Share {
    /// Returns the archives of this share, and what the index keeps of it.
    pub(super) fn select(
        &self,
        archives: Vec<Archive>,
    ) -> Result<(Vec<Archive>, Option<ShardMark>)> {
        match self {
            Self::Whole => Ok((archives, None)),
            Self::Shard(shard) => {
                let (assigned, mark) = assigned(archives, *shard)?;
                Ok((assigned, Some(mark)))
            }
            Self::Given(given) => {
                let named = archives
                    .into_iter()
                    .map(|archive| given.named(archive))
                    .collect::<Result<_>>()?;
                Ok((named, Some(given.mark.clone())))
            }
            Self::Planned(planned) => Ok((chosen(archives, planned)?, Some(planned.mark.clone()))),
        }
    }
}

impl GivenShard {
    /// Gives an archive its name in the index.
    fn named(&self, mut archive: Archive) -> Result<Archive> {
        let Some(name) = self.names.get(&*archive.name) else { return Ok(archive) };
        // The docno of a page is its path, and its copy has another one.
        if archive.kind == ArchiveKind::Folder {
            return Err(Error::format(
                Place::file(name),
                "a page",
                "an archive: loose pages are read from a folder",
            ));
        }
        archive.name = name.as_str().into();
        Ok(archive)
    }
}

/// Returns the archives of a shard.
fn assigned(archives: Vec<Archive>, shard: Shard) -> Result<(Vec<Archive>, ShardMark)> {
    if !archives.iter().all(Archive::is_named) {
        return Err(Error::setting(
            "shard",
            "standard input cannot be dealt into shards; save it to files",
        ));
    }
    let assignment = ShardAssignment::new(archives, shard.of);
    let mark = mark(&assignment, shard);
    let place = shard.number.get() as usize - 1;
    let files = assignment.shards.into_iter().nth(place).unwrap_or_default();
    Ok((files.into_iter().flat_map(|file| file.archives).collect(), mark))
}

fn mark(assignment: &ShardAssignment, Shard { number, of }: Shard) -> ShardMark {
    ShardMark {
        number,
        of,
        files: assignment.files().count() as u64,
        bytes: assignment.bytes(),
        hash: assignment.hash.clone(),
    }
}

/// The archives of a plan's shard. Files that the plan does not know are left out; a planned one
/// that is gone or has another size would be missing from all shards.
fn chosen(archives: Vec<Archive>, planned: &PlannedShard) -> Result<Vec<Archive>> {
    let mut found = ShardAssignment::new(archives, NonZeroU32::MIN).shards.swap_remove(0);
    found.retain(|file| planned.files.contains_key(&*file.name));
    for (name, bytes) in &planned.files {
        let now = found.iter().find(|file| *file.name == **name).map(|file| file.bytes);
        if now != Some(*bytes) {
            let now = now.map_or("no archive".to_owned(), |now| format!("{now} bytes"));
            return Err(Error::format(
                Place::file(name),
                now,
                format!("{bytes} bytes as in the plan"),
            ));
        }
    }
    Ok(found.into_iter().flat_map(|file| file.archives).collect())
}
