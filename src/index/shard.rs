//! Which part of a collection an index holds, if the collection was dealt into shards. The manifest keeps it, so that shards
//! of two deals are never taken for one collection.

use super::manifest::Manifest;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU32;
use std::path::Path;
use std::str::FromStr;

/// One of several shards, such as 3/8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// Its number, from 1.
    pub number: NonZeroU32,
    /// The number of shards.
    pub of: NonZeroU32,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let parsed = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parsed {
            Some((number, of)) if number <= of => Ok(Self { number, of }),
            _ => Err(format!("found '{text}', expected a shard and their number, such as 1/8 to 8/8")),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A shard and the deal that it is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardMark {
    /// Its number, from 1.
    pub number: NonZeroU32,
    /// The number of shards.
    pub of: NonZeroU32,
    /// Files in the whole collection.
    pub files: u64,
    /// Bytes of these files.
    pub bytes: u64,
    /// The hash of the deal: of the number of shards and the names and sizes of all files.
    pub hash: String,
}

impl ShardMark {
    /// Returns the shard without its deal.
    pub fn shard(&self) -> Shard {
        Shard { number: self.number, of: self.of }
    }

    /// Returns the deal in words.
    fn deal(&self) -> String {
        let Self { of, files, bytes, hash, .. } = self;
        format!("{of} shards of {files} files with {bytes} bytes (deal {hash})")
    }
}

/// Checks that the index in `path`, which holds `found`, may be continued as `named`.
///
/// # Errors
/// [`Error::Index`] if one of them is no shard, another shard, or a shard of another deal.
pub fn check_same(path: &Path, named: Option<&ShardMark>, found: Option<&ShardMark>) -> Result<()> {
    let whole = "a whole collection".to_owned();
    let told = |mark: Option<&ShardMark>| mark.map_or(whole.clone(), |mark| format!("shard {}", mark.shard()));
    match (named, found) {
        (None, None) => Ok(()),
        (Some(named), Some(found)) if named == found => Ok(()),
        (Some(named), Some(found)) if named.shard() == found.shard() => {
            let (named, found) = (named.deal(), found.deal());
            let message = format!(
                "the collection has changed since this shard was begun: found {named}, expected {found} as in the index; \
                 restore the files, or index all shards again in new folders, with one plan that is kept in a file"
            );
            Err(Error::index(path, message))
        }
        _ => {
            let message = format!("holds {}, and is named for {}; choose another folder", told(found), told(named));
            Err(Error::index(path, message))
        }
    }
}

/// Checks that no two indexes contradict each other as shards: all of one deal, each shard once. Indexes that are no shards
/// may stand beside them, and shards may be missing.
///
/// # Errors
/// [`Error::Index`] with the first two indexes that do.
pub fn check_together<'a>(indexes: impl IntoIterator<Item = (&'a Path, &'a Manifest)>) -> Result<()> {
    let mut seen: BTreeMap<Shard, &Path> = BTreeMap::new();
    let mut first: Option<(&Path, &ShardMark)> = None;
    for (path, manifest) in indexes {
        let Some(mark) = &manifest.shard else { continue };
        let (before, deal) = *first.get_or_insert((path, mark));
        if deal.hash != mark.hash {
            let (deal, mark, before) = (deal.deal(), mark.deal(), before.display());
            let message = format!("is one of {mark}, but {before} is one of {deal}: pages may be missing or twice");
            return Err(Error::index(path, message));
        }
        if let Some(other) = seen.insert(mark.shard(), path) {
            let message = format!("holds shard {}, and so does {}", mark.shard(), other.display());
            return Err(Error::index(path, message));
        }
    }
    Ok(())
}

/// Checks that these indexes are all shards of one deal, each finished.
///
/// # Errors
/// [`Error::Index`] with what is missing or contradicts.
pub fn check_complete<'a>(indexes: impl IntoIterator<Item = (&'a Path, &'a Manifest)> + Clone) -> Result<()> {
    check_together(indexes.clone())?;
    let mut seen = BTreeMap::new();
    for (path, manifest) in indexes {
        let Some(mark) = &manifest.shard else {
            return Err(Error::index(path, "holds no shard, but an index that was built from all files named"));
        };
        if !manifest.finished {
            return Err(Error::index(path, format!("shard {} is not finished; run its command again", mark.shard())));
        }
        seen.insert(mark.number.get(), (path, mark));
    }
    let Some((path, mark)) = seen.values().next() else { return Err(Error::settings("no shard is named")) };
    let missing: Vec<String> = (1..=mark.of.get()).filter(|n| !seen.contains_key(n)).map(|n| n.to_string()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let what = if missing.len() == 1 { "shard is" } else { "shards are" };
    let message = format!("is one of {} shards, of which the {what} missing: {}", mark.of, missing.join(", "));
    Err(Error::index(path, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Recipe;

    fn mark(number: u32, of: u32, hash: &str) -> ShardMark {
        let number_of = |n| NonZeroU32::new(n).unwrap();
        ShardMark { number: number_of(number), of: number_of(of), files: 4, bytes: 90, hash: hash.to_owned() }
    }

    fn manifest(shard: Option<ShardMark>, finished: bool) -> Manifest {
        Manifest { shard, finished, ..Manifest::new(Recipe::default()) }
    }

    fn said(result: Result<()>) -> String {
        result.err().map_or("fine".to_owned(), |error| error.to_string())
    }

    #[test]
    fn a_shard_is_a_number_of_several() {
        assert_eq!("3/8".parse::<Shard>().unwrap().to_string(), "3/8");
        for wrong in ["0/8", "9/8", "3", "3/", "/8", "a/8", "-1/8", "3/8/1", "1/0"] {
            assert!(wrong.parse::<Shard>().unwrap_err().contains("expected"), "{wrong}");
        }
    }

    #[test]
    fn an_index_is_continued_as_what_it_holds() {
        let check = |named: Option<ShardMark>, found: Option<ShardMark>| {
            said(check_same(Path::new("i"), named.as_ref(), found.as_ref()))
        };
        assert_eq!(check(None, None), "fine");
        assert_eq!(check(Some(mark(1, 2, "a")), Some(mark(1, 2, "a"))), "fine");
        assert!(check(Some(mark(1, 2, "a")), Some(mark(1, 2, "b"))).contains("has changed since this shard was begun"));
        assert!(
            check(Some(mark(1, 2, "a")), Some(mark(2, 2, "a"))).contains("holds shard 2/2, and is named for shard 1/2")
        );
        assert!(check(None, Some(mark(2, 2, "a"))).contains("holds shard 2/2, and is named for a whole collection"));
        assert!(check(Some(mark(2, 2, "a")), None).contains("holds a whole collection, and is named for shard 2/2"));
    }

    #[test]
    fn shards_together_are_of_one_deal_and_all_there() {
        let names = ["a", "b", "c"].map(Path::new);
        let both = |marks: &[(Option<ShardMark>, bool)]| {
            let manifests: Vec<Manifest> = marks.iter().map(|(mark, done)| manifest(mark.clone(), *done)).collect();
            let indexes = || names.iter().copied().zip(&manifests);
            (said(check_together(indexes())), said(check_complete(indexes().collect::<Vec<_>>())))
        };
        let (one, two) = ((Some(mark(1, 2, "x")), true), (Some(mark(2, 2, "x")), true));
        assert_eq!(both(&[two.clone(), one.clone()]), ("fine".to_owned(), "fine".to_owned()));
        let lacking = both(&[two.clone()]);
        assert_eq!(lacking.0, "fine");
        assert_eq!(lacking.1, "a: is one of 2 shards, of which the shard is missing: 1");
        assert!(both(&[one.clone(), one.clone()]).0.contains("b: holds shard 1/2, and so does a"));
        assert!(both(&[one.clone(), (Some(mark(2, 2, "y")), true)]).1.contains("(deal y), but a is one of"));
        assert!(both(&[one.clone(), (Some(mark(2, 2, "x")), false)]).1.contains("b: shard 2/2 is not finished"));
        let beside = both(&[one, two, (None, true)]);
        assert_eq!(beside.0, "fine");
        assert!(beside.1.contains("c: holds no shard"));
    }
}
