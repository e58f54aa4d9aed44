//! The checkpoint of a sweep: the same command resumes from it after a kill. The first line has
//! everything that the scores depend on. Then follows a line per topic (per topic and view with
//! query expansion) with its exact scores and a checksum. A torn line and everything after it is
//! dropped. A file with another first line is damaged and is replaced.

use super::{Experiment, Scored, axes};
use crate::sweep::{Grid, Grids};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::TryLockError;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tamis_index::disk;
use tamis_index::disk::DiskFile;
use tamis_index::error::{Error, Result};
use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_128};

/// The file name in the folder of results.
pub const CHECKPOINT: &str = "sweep.checkpoint";
/// The version of the format; increase it when the meaning of a line changes.
const VERSION: u32 = 1;
/// Hexadecimal digits of 64 bits.
const DIGITS: usize = 16;

/// The scores of finished topics, from an earlier process and from this one.
pub struct Checkpoint {
    path: PathBuf,
    /// By part and topic.
    known: HashMap<(usize, usize), Vec<Scored>>,
    /// Whether the file had another first line.
    pub other: bool,
    file: Mutex<DiskFile>,
}

impl Checkpoint {
    /// Opens or creates the checkpoint of a sweep in this folder.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read or written, or another process writes a sweep to
    /// the folder.
    pub fn open(folder: &Path, experiment: &Experiment<'_>, grids: &Grids) -> Result<Self> {
        let path = folder.join(CHECKPOINT);
        let head = experiment.head(grids)?;
        let values = experiment.measures.len() + 1;
        let failed = |action| {
            let path = &path;
            move |error| Error::io(action, path, error)
        };
        disk::results::announce(folder, &[CHECKPOINT])?;
        let mut file = disk::open(&path).map_err(failed("open"))?;
        match file.file().try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let busy =
                    "another sweep is writing it; wait until it ends, or name another folder";
                return Err(failed("lock")(std::io::Error::other(busy)));
            }
            Err(TryLockError::Error(error)) => return Err(failed("lock")(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed("read"))?;
        let mut known = HashMap::new();
        let mut whole = 0;
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            if whole == 0 && line.strip_suffix(b"\n") != Some(head.as_bytes()) {
                break;
            }
            if whole > 0 {
                let Some((key, scored)) = read(line, values) else { break };
                known.insert(key, scored);
            }
            whole += line.len();
        }
        let other = whole == 0 && !bytes.is_empty();
        file.set_len(whole as u64).map_err(failed("write"))?;
        file.seek(SeekFrom::Start(whole as u64)).map_err(failed("write"))?;
        if whole == 0 {
            writeln!(file, "{head}").map_err(failed("write"))?;
        }
        Ok(Self { path, known, other, file: Mutex::new(file) })
    }

    /// Returns the number of steps that an earlier process finished.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Returns the scores of a topic in a part of the sweep, if they are known.
    pub(super) fn get(&self, part: usize, topic: usize) -> Option<Vec<Scored>> {
        self.known.get(&(part, topic)).cloned()
    }

    /// Stores the scores of a topic.
    pub(super) fn keep(&self, part: usize, topic: usize, scored: &[Scored]) -> Result<()> {
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

/// Formats a line: part, topic, scores, checksum. A score is `e` for an empty ranking, otherwise
/// `r`, followed by the bits of its values and of judged@10.
fn line(part: usize, topic: usize, scored: &[Scored]) -> String {
    let mut line = format!("{part}\t{topic}\t");
    for scored in scored {
        line.push(if scored.empty { 'e' } else { 'r' });
        scored
            .values
            .iter()
            .chain([&scored.judged_10])
            .for_each(|value| line += &format!("{:016x}", value.to_bits()));
    }
    let sum = xxh3_64(line.as_bytes());
    line + &format!("\t{sum:016x}\n")
}

/// Parses a line with this number of values per score; `None` if it is damaged.
fn read(line: &[u8], values: usize) -> Option<((usize, usize), Vec<Scored>)> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (content, sum) = line.rsplit_once('\t')?;
    if u64::from_str_radix(sum, 16).ok()? != xxh3_64(content.as_bytes()) {
        return None;
    }
    let mut fields = content.split('\t');
    let part = fields.next()?.parse().ok()?;
    let topic = fields.next()?.parse().ok()?;
    let scores = fields.next()?;
    let score = |score: &[u8]| {
        let value = |digits: &[u8]| {
            let bits = u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
            Some(f64::from_bits(bits))
        };
        let mut of_score = score[1..].chunks(DIGITS).map(value).collect::<Option<Vec<f64>>>()?;
        let judged_10 = of_score.pop()?;
        Some(Scored { values: of_score, judged_10, empty: score[0] == b'e', ranking: Vec::new() })
    };
    let scored = scores.as_bytes().chunks(1 + DIGITS * values).map(score).collect::<Option<_>>()?;
    Some(((part, topic), scored))
}

impl Experiment<'_> {
    /// Returns the hash of everything that the scores of a sweep depend on, and of `more`.
    ///
    /// # Errors
    /// Errors of reading the index.
    pub fn inputs(&self, grids: &Grids, more: &str) -> Result<String> {
        Ok(format!("{:032x}", xxh3_128(format!("{}{more}", self.head(grids)?).as_bytes())))
    }

    /// Returns everything that the scores of a sweep depend on as one line; long parts as their
    /// XXH3 hash.
    fn head(&self, grids: &Grids) -> Result<String> {
        let axes = |grid: &Grid| -> Vec<Value> {
            let rules = grid.outer.iter().map(|axis| {
                axis.values
                    .iter()
                    .map(|(name, rule)| format!("{} {name}: {rule}", axis.name))
                    .collect::<Vec<_>>()
            });
            let inner = axes::of_thresholds(&grid.inner);
            let of_weights = grid.weights.axes.iter().map(axes::of_weights);
            let numbered = of_weights.chain([inner]).map(|axis| json!([axis.name, axis.values]));
            rules.map(|values| json!(values)).chain(numbered).collect()
        };
        let grid = grids.first();
        let (rankings, _) = self.rankings.with_baseline();
        let rankings: Vec<String> = rankings.iter().map(ToString::to_string).collect();
        let head = json!({
            "sweep_checkpoint": VERSION,
            "tamis": env!("CARGO_PKG_VERSION"),
            "index": self.index()?,
            "grids": grids.iter().map(axes).collect::<Vec<_>>(),
            "filter": grid.side.to_string(),
            "weights": grids.iter().map(|grid| grid.weights.texts()).collect::<Vec<_>>(),
            "title": grid.title.name(),
            "models": rankings,
            "baseline": self.rankings.baseline.to_string(),
            "measures": self.measures.iter().map(|measure| measure.name()).collect::<Vec<String>>(),
            "hits": self.hits,
            "steps": self.steps(grids),
            "topics": self.topics.len(),
            "queries": self.queries(),
            "judgements": self.judgements(),
        });
        Ok(head.to_string())
    }

    /// Returns the hash of the index's segments, of its added labels, and of the page filter.
    fn index(&self) -> Result<String> {
        let mut hash = Xxh3::new();
        for index in &self.corpus.indexes {
            for segment in index.searcher.segment_readers() {
                hash.update(segment.segment_id().uuid_string().as_bytes());
            }
            hash.update(index.manifest.labels.as_deref().unwrap_or_default().as_bytes());
        }
        for segment in &self.corpus.segments {
            let alive: Vec<u8> =
                (0..segment.documents()).map(|doc| segment.is_alive(doc).into()).collect();
            hash.update(&alive);
        }
        Ok(format!("{:032x}", hash.digest128()))
    }

    fn queries(&self) -> String {
        let mut hash = Xxh3::new();
        for topic in &self.topics {
            hash.update(format!("{:?} {:?}\n", topic.id, topic.query.terms).as_bytes());
        }
        format!("{:032x}", hash.digest128())
    }

    /// Returns the hash of the judgements with the level of relevance, as the measures use them.
    fn judgements(&self) -> String {
        let mut hash = Xxh3::new();
        for topic in &self.topics {
            let mut grades: Vec<(u32, i32)> =
                topic.grades.iter().map(|(&rank, &grade)| (rank, grade)).collect();
            grades.sort_unstable();
            hash.update(format!("{:?} {grades:?}\n", topic.judgements).as_bytes());
        }
        format!("{:032x}", hash.digest128())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scored() -> impl Strategy<Value = Vec<Scored>> {
        let one = (prop::collection::vec(any::<f64>(), 2), any::<f64>(), any::<bool>());
        let scored =
            |(values, judged_10, empty)| Scored { values, judged_10, empty, ranking: Vec::new() };
        prop::collection::vec(one.prop_map(scored), 1..5)
    }

    proptest! {
        #[test]
        fn a_line_is_read_to_the_last_bit_or_not_at_all(
            part in 0usize..9,
            topic in 0usize..999,
            scored in scored(),
            cut in 1usize..40,
            at in any::<prop::sample::Index>(),
        ) {
            let line = line(part, topic, &scored);
            let (key, found) = read(line.as_bytes(), 3).unwrap();
            prop_assert_eq!(key, (part, topic));
            let bits = |scored: &[Scored]| -> Vec<_> {
                let bits = |s: &Scored| {
                    (
                        s.values.iter().map(|v| v.to_bits()).collect::<Vec<_>>(),
                        s.judged_10.to_bits(),
                        s.empty,
                    )
                };
                scored.iter().map(bits).collect()
            };
            prop_assert_eq!(bits(&found), bits(&scored));
            prop_assert!(read(&line.as_bytes()[..line.len() - cut.min(line.len())], 3).is_none());
            let mut damaged = line.clone().into_bytes();
            let place = at.index(damaged.len() - 1);
            damaged[place] ^= 1;
            prop_assert!(read(&damaged, 3).is_none());
        }
    }
}
