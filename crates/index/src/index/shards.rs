//! Whether the indexes of shards fit together: all of one assignment, each once, and all of them
//! there.

use super::manifest::Manifest;
use super::shard::{Shard, ShardMark, missing};
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::path::Path;

/// Checks that no two indexes contradict each other as shards: all of one assignment, each
/// shard once.
/// Indexes that are no shards may stand beside them, and shards may be missing.
///
/// # Errors
/// [`Error::Index`] with the first two indexes that do.
pub fn check_together<'a>(
    indexes: impl IntoIterator<Item = (&'a Path, &'a Manifest)>,
) -> Result<()> {
    let mut seen: BTreeMap<Shard, &Path> = BTreeMap::new();
    let mut first: Option<(&Path, &ShardMark)> = None;
    for (path, manifest) in indexes {
        let Some(mark) = &manifest.shard else { continue };
        let (before, expected) = *first.get_or_insert((path, mark));
        if expected.hash != mark.hash {
            let expected = expected.assignment();
            let found = mark.assignment();
            let before = before.display();
            let message = format!(
                "is one of {found}, but {before} is one of {expected}: pages may be missing or \
                 twice"
            );
            return Err(Error::index(path, message));
        }
        if let Some(other) = seen.insert(mark.shard(), path) {
            let message = format!("holds shard {}, and so does {}", mark.shard(), other.display());
            return Err(Error::index(path, message));
        }
    }
    Ok(())
}

/// Checks that these indexes are all shards of one assignment, each finished.
///
/// # Errors
/// [`Error::Index`] with what is missing or contradicts.
pub fn check_complete<'a>(
    indexes: impl IntoIterator<Item = (&'a Path, &'a Manifest)> + Clone,
) -> Result<()> {
    check_together(indexes.clone())?;
    let mut seen = BTreeMap::new();
    for (path, manifest) in indexes {
        let Some(mark) = &manifest.shard else {
            return Err(Error::index(
                path,
                "holds no shard, but an index that was built from all files named; name the \
                 indexes of shards alone",
            ));
        };
        if !manifest.finished {
            return Err(Error::index(
                path,
                format!("shard {} is not finished; run its command again", mark.shard()),
            ));
        }
        seen.insert(mark.number.get(), (path, mark));
    }
    let Some((path, mark)) = seen.values().next() else {
        return Err(Error::settings("found no index, expected those of all shards"));
    };
    match missing(seen.values().map(|(_, mark)| *mark)) {
        Some(missing) => {
            let message = format!(
                "shard {} is here without {missing}; name its index too, or build it",
                mark.shard()
            );
            Err(Error::index(path, message))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Recipe;
    use std::num::NonZeroU32;

    fn mark(number: u32, of: u32, hash: &str) -> ShardMark {
        ShardMark {
            number: NonZeroU32::new(number).unwrap(),
            of: NonZeroU32::new(of).unwrap(),
            files: 4,
            bytes: 90,
            hash: hash.to_owned(),
        }
    }

    fn manifest(shard: Option<ShardMark>, finished: bool) -> Manifest {
        Manifest { shard, finished, ..Manifest::new(Recipe::default()) }
    }

    fn message(result: Result<()>) -> String {
        result.err().map_or("fine".to_owned(), |error| error.to_string())
    }

    /// Returns the messages of both checks for the indexes `a`, `b`, ... with these shards, each
    /// finished or not.
    fn both(marks: &[(Option<ShardMark>, bool)]) -> (String, String) {
        let manifests: Vec<Manifest> =
            marks.iter().map(|(mark, finished)| manifest(mark.clone(), *finished)).collect();
        let names = ["a", "b", "c"].map(Path::new);
        let indexes: Vec<(&Path, &Manifest)> = names.into_iter().zip(&manifests).collect();
        let together = check_together(indexes.iter().copied());
        (message(together), message(check_complete(indexes)))
    }

    #[test]
    fn shards_together_are_of_one_assignment_and_all_there() {
        let one = (Some(mark(1, 2, "x")), true);
        let two = (Some(mark(2, 2, "x")), true);
        assert_eq!(both(&[two.clone(), one.clone()]), ("fine".to_owned(), "fine".to_owned()));
        let lacking = both(std::slice::from_ref(&two));
        assert_eq!(lacking.0, "fine");
        assert_eq!(
            lacking.1,
            "a: shard 2/2 is here without shard 1 of 2; name its index too, or build it"
        );
        assert!(both(&[one.clone(), one.clone()]).0.contains("b: holds shard 1/2, and so does a"));
        assert!(
            both(&[one.clone(), (Some(mark(2, 2, "y")), true)])
                .1
                .contains("(deal y), but a is one of")
        );
        assert!(
            both(&[one.clone(), (Some(mark(2, 2, "x")), false)])
                .1
                .contains("b: shard 2/2 is not finished")
        );
        let beside = both(&[one, two, (None, true)]);
        assert_eq!(beside.0, "fine");
        assert!(beside.1.contains("c: holds no shard"));
    }
}
