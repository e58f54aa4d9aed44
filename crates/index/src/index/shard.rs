//! Which part of a collection an index holds, if the collection was divided into shards. The
//! manifest keeps it, so that shards of two assignments are never taken for one collection.

use crate::error::{Error, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroU32;
use std::path::Path;
use std::str::FromStr;

/// One of several shards, such as 3/8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// Its number, from 1.
    pub number: NonZeroU32,
    /// The number of shards.
    pub of: NonZeroU32,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let parsed = text
            .split_once('/')
            .and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parsed {
            Some((number, of)) if number <= of => Ok(Self { number, of }),
            _ => Err(format!(
                "found '{text}', expected a shard and their number, such as 1/8 to 8/8"
            )),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> std::result::Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A shard and the assignment of files to shards that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShardMark {
    /// Its number, from 1.
    pub number: NonZeroU32,
    /// The number of shards.
    pub of: NonZeroU32,
    /// Files in the whole collection.
    pub files: u64,
    /// Bytes of all files of the whole collection.
    pub bytes: u64,
    /// The hash of the assignment: of the number of shards and the names and sizes of all files.
    pub hash: String,
}

impl ShardMark {
    /// Returns the shard without its assignment.
    pub fn shard(&self) -> Shard {
        Shard { number: self.number, of: self.of }
    }

    /// Describes the assignment.
    pub(super) fn assignment(&self) -> String {
        let Self { of, files, bytes, hash, .. } = self;
        format!("{of} shards of {files} files with {bytes} bytes (deal {hash})")
    }
}

/// Checks that the index in `path`, which holds `found`, may be continued as `named`.
///
/// # Errors
/// [`Error::Index`] if one of them is no shard, another shard, or a shard of another assignment.
pub fn check_same(path: &Path, named: Option<&ShardMark>, found: Option<&ShardMark>) -> Result<()> {
    match (named, found) {
        (None, None) => Ok(()),
        (Some(named), Some(found)) if named == found => Ok(()),
        (Some(named), Some(found)) if named.shard() == found.shard() => {
            let named = named.assignment();
            let found = found.assignment();
            let message = format!(
                "the collection has changed since this shard was begun: found {named}, expected \
                 {found} as in the index; restore the files, or index all shards again in new \
                 folders, with one plan that is kept in a file"
            );
            Err(Error::index(path, message))
        }
        _ => {
            let found = described(found);
            let named = described(named);
            let message = format!("holds {found}, and is named for {named}; choose another folder");
            Err(Error::index(path, message))
        }
    }
}

fn described(mark: Option<&ShardMark>) -> String {
    mark.map_or("a whole collection".to_owned(), |mark| format!("shard {}", mark.shard()))
}

/// Names the shards of an assignment that are not among these; none if all are, or if these are
/// none.
pub fn missing<'a>(marks: impl IntoIterator<Item = &'a ShardMark>) -> Option<String> {
    let there: BTreeSet<Shard> = marks.into_iter().map(ShardMark::shard).collect();
    let of = there.first()?.of.get();
    let numbers: BTreeSet<u32> = there.iter().map(|shard| shard.number.get()).collect();
    let missing: Vec<String> =
        (1..=of).filter(|number| !numbers.contains(number)).map(|n| n.to_string()).collect();
    let noun = if missing.len() == 1 { "shard" } else { "shards" };
    (!missing.is_empty()).then(|| format!("{noun} {} of {of}", missing.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(number: u32, of: u32, hash: &str) -> ShardMark {
        ShardMark {
            number: NonZeroU32::new(number).unwrap(),
            of: NonZeroU32::new(of).unwrap(),
            files: 4,
            bytes: 90,
            hash: hash.to_owned(),
        }
    }

    /// Returns the message for an index that holds `found` and is continued as `named`.
    fn check(named: Option<ShardMark>, found: Option<ShardMark>) -> String {
        let result = check_same(Path::new("i"), named.as_ref(), found.as_ref());
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
        assert_eq!(check(None, None), "fine");
        assert_eq!(check(Some(mark(1, 2, "a")), Some(mark(1, 2, "a"))), "fine");
        assert!(
            check(Some(mark(1, 2, "a")), Some(mark(1, 2, "b")))
                .contains("has changed since this shard was begun")
        );
        assert!(
            check(Some(mark(1, 2, "a")), Some(mark(2, 2, "a")))
                .contains("holds shard 2/2, and is named for shard 1/2")
        );
        assert!(
            check(None, Some(mark(2, 2, "a")))
                .contains("holds shard 2/2, and is named for a whole collection")
        );
        assert!(
            check(Some(mark(2, 2, "a")), None)
                .contains("holds a whole collection, and is named for shard 2/2")
        );
    }
}
