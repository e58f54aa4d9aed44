//! The checkpoint of a sweep: the same command resumes from it after a kill. The first line has
//! everything that the scores depend on, as `identity.rs` has it. Then follows a line per topic
//! (per topic and view with query expansion) with its exact scores and a checksum. A torn line and
//! everything after it is dropped. A file with another first line is damaged and is replaced.

use super::{Experiment, RankingScores};
use crate::sweep::Grids;
use std::collections::HashMap;
use std::fs::TryLockError;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tamis_index::disk;
use tamis_index::disk::DiskFile;
use tamis_index::error::{Error, Result};
use xxhash_rust::xxh3::xxh3_64;

/// The file name in the folder of results.
pub const CHECKPOINT: &str = "sweep.checkpoint";
/// Hexadecimal digits of 64 bits.
const DIGITS: usize = 16;

/// The scores of finished topics, from an earlier process and from this one.
pub struct TopicCheckpoint {
    path: PathBuf,
    known: HashMap<(usize, usize), Vec<RankingScores>>,
    /// Whether the file had another first line.
    pub other: bool,
    file: Mutex<DiskFile>,
}

impl TopicCheckpoint {
    /// Opens or creates the checkpoint of a sweep in this folder.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read or written, or another process writes a sweep to
    /// the folder.
    pub fn open(folder: &Path, experiment: &Experiment<'_>, grids: &Grids) -> Result<Self> {
        let path = folder.join(CHECKPOINT);
        let head = experiment.head(grids)?;
        let values = experiment.measures.len() + 1;
        disk::results::announce(folder, &[CHECKPOINT])?;
        let mut file = disk::open(&path).map_err(|error| Error::io("open", &path, error))?;
        lock(&file, &path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| Error::io("read", &path, error))?;
        let (known, whole) = read_lines(&bytes, &head, values);
        cut_behind(&mut file, whole)
            .and_then(|()| if whole == 0 { writeln!(file, "{head}") } else { Ok(()) })
            .map_err(|error| Error::io("write", &path, error))?;
        let other = whole == 0 && !bytes.is_empty();
        Ok(Self { path, known, other, file: Mutex::new(file) })
    }

    /// Returns the number of steps that an earlier process finished.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Returns the scores of a topic in a part of the sweep, if they are known.
    pub(super) fn get(&self, part: usize, topic: usize) -> Option<Vec<RankingScores>> {
        self.known.get(&(part, topic)).cloned()
    }

    /// Stores the scores of a topic.
    pub(super) fn keep(&self, part: usize, topic: usize, scored: &[RankingScores]) -> Result<()> {
        let line = line(part, topic, scored);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).map_err(|error| Error::io("write", &self.path, error))
    }

    /// Removes the file once the results are written.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be removed.
    pub fn remove(self) -> Result<()> {
        drop(self.file);
        disk::remove(&self.path).map_err(|error| Error::io("remove", &self.path, error))
    }
}

/// Locks the file for this process.
fn lock(file: &DiskFile, path: &Path) -> Result<()> {
    match file.file().try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            let busy = "another sweep is writing it; wait until it ends, or name another folder";
            Err(Error::io("lock", path, std::io::Error::other(busy)))
        }
        Err(TryLockError::Error(error)) => Err(Error::io("lock", path, error)),
    }
}

/// Reads the scores up to the first line that is torn or damaged, and the number of bytes before
/// it: 0 if the first line is of another sweep.
fn read_lines(
    bytes: &[u8],
    head: &str,
    values: usize,
) -> (HashMap<(usize, usize), Vec<RankingScores>>, usize) {
    let mut known = HashMap::new();
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let first = lines.next().and_then(|line| line.strip_suffix(b"\n"));
    let is_head = |line: &&[u8]| *line == head.as_bytes();
    let Some(first) = first.filter(is_head) else { return (known, 0) };
    let mut whole = first.len() + 1;
    for line in lines {
        let Some((key, scored)) = read(line, values) else { break };
        known.insert(key, scored);
        whole += line.len();
    }
    (known, whole)
}

/// Drops all bytes of the file behind the first `whole`; the next write follows these.
fn cut_behind(file: &mut DiskFile, whole: usize) -> std::io::Result<()> {
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::Start(whole as u64))?;
    Ok(())
}

/// Formats a line: part, topic, scores, checksum. A score is `e` for an empty ranking, otherwise
/// `r`, followed by the bits of its values and of judged@10.
fn line(part: usize, topic: usize, scored: &[RankingScores]) -> String {
    let mut line = format!("{part}\t{topic}\t");
    for scored in scored {
        line.push(if scored.empty { 'e' } else { 'r' });
        for value in scored.values.iter().chain([&scored.judged_10]) {
            line += &format!("{:016x}", value.to_bits());
        }
    }
    let sum = xxh3_64(line.as_bytes());
    line + &format!("\t{sum:016x}\n")
}

/// Parses a line with this number of values per score; `None` if it is damaged.
fn read(line: &[u8], values: usize) -> Option<((usize, usize), Vec<RankingScores>)> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (content, sum) = line.rsplit_once('\t')?;
    if u64::from_str_radix(sum, 16).ok()? != xxh3_64(content.as_bytes()) {
        return None;
    }
    let mut fields = content.split('\t');
    let part = fields.next()?.parse().ok()?;
    let topic = fields.next()?.parse().ok()?;
    let scores = fields.next()?;
    let scored =
        scores.as_bytes().chunks(1 + DIGITS * values).map(read_score).collect::<Option<_>>()?;
    Some(((part, topic), scored))
}

/// Parses a score of a line: `e` or `r`, and the bits of its values and of judged@10.
fn read_score(score: &[u8]) -> Option<RankingScores> {
    let mut values = score[1..].chunks(DIGITS).map(read_value).collect::<Option<Vec<f64>>>()?;
    let judged_10 = values.pop()?;
    Some(RankingScores { values, judged_10, empty: score[0] == b'e', ranking: Vec::new() })
}

/// Parses a value from its bits as hexadecimal digits.
fn read_value(digits: &[u8]) -> Option<f64> {
    let bits = u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    Some(f64::from_bits(bits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_scored() -> impl Strategy<Value = RankingScores> {
        (prop::collection::vec(any::<f64>(), 2), any::<f64>(), any::<bool>()).prop_map(
            |(values, judged_10, empty)| RankingScores {
                values,
                judged_10,
                empty,
                ranking: Vec::new(),
            },
        )
    }

    /// Values, judged@10 and whether the ranking is empty; floats as bits, so that NaN is equal.
    fn bits(scored: &[RankingScores]) -> Vec<(Vec<u64>, u64, bool)> {
        scored
            .iter()
            .map(|score| {
                let values = score.values.iter().map(|value| value.to_bits()).collect();
                (values, score.judged_10.to_bits(), score.empty)
            })
            .collect()
    }

    proptest! {
        #[test]
        fn a_line_is_read_to_the_last_bit_or_not_at_all(
            part in 0usize..9,
            topic in 0usize..999,
            scored in prop::collection::vec(any_scored(), 1..5),
            cut in 1usize..40,
            at in any::<prop::sample::Index>(),
        ) {
            let line = line(part, topic, &scored);
            let (key, found) = read(line.as_bytes(), 3).unwrap();
            prop_assert_eq!(key, (part, topic));
            prop_assert_eq!(bits(&found), bits(&scored));
            prop_assert!(read(&line.as_bytes()[..line.len() - cut.min(line.len())], 3).is_none());
            let mut damaged = line.clone().into_bytes();
            let place = at.index(damaged.len() - 1);
            damaged[place] ^= 1;
            prop_assert!(read(&damaged, 3).is_none());
        }
    }
}
