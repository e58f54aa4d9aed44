//! Lines that name a document of a topic, which qrels and runs have in common: as places in the
//! text, grouped.

use super::input::{TextInput, TextSpan};
use crate::error::{Error, Result};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

/// A line: one document of one topic. Millions of them are held at once, so they are small.
pub(super) struct Record<V> {
    /// The topic's id.
    pub(super) topic: TextSpan,
    /// The document's name.
    pub(super) docno: TextSpan,
    /// The grade or the score.
    pub(super) value: V,
}

/// Sorts the lines by topic id (by bytes).
///
/// # Errors
/// As [`group_by`].
pub(super) fn group_by_topic<V: Send + Sync>(
    records: &mut [Record<V>],
    input: &TextInput,
) -> Result<()> {
    group_by(records, input, "topic", |record| input.str(record.topic))
}

/// Sorts the lines by topic id (by bytes), without those that say the same as an earlier one;
/// returns how many these were.
///
/// # Errors
/// As [`group_by`], for lines that contradict each other.
pub(super) fn group_once_by_topic<V: Send + Sync + PartialEq>(
    records: &mut Vec<Record<V>>,
    input: &TextInput,
) -> Result<u64> {
    let Err(error) = group_by_topic(records, input) else { return Ok(0) };
    let all = records.len();
    let pair = |record: &Record<V>| (input.str(record.topic), input.str(record.docno));
    records.sort_unstable_by(|a, b| pair(a).cmp(&pair(b)).then(a.docno.start.cmp(&b.docno.start)));
    records.dedup_by(|later, first| pair(later) == pair(first) && later.value == first.value);
    if records.len() == all {
        return Err(error);
    }
    group_by_topic(records, input)?;
    Ok((all - records.len()) as u64)
}

/// Sorts the lines by `key`; lines with equal keys keep their order. `group` is the word for such
/// lines in messages.
///
/// # Errors
/// [`Error::Format`] at the first line that repeats a document within a group. It is not clear
/// which of the two lines is right, and trec_eval stops there as well. Also for more groups than
/// [`Limits`](super::limits::Limits) has.
pub(super) fn group_by<V: Send + Sync, K: Ord>(
    records: &mut [Record<V>],
    input: &TextInput,
    group: &str,
    key: impl Fn(&Record<V>) -> K + Sync,
) -> Result<()> {
    if !records.is_sorted_by_key(&key) {
        records
            .sort_unstable_by(|a, b| key(a).cmp(&key(b)).then(a.docno.start.cmp(&b.docno.start)));
    }
    let most = input.limits().groups;
    if records.chunk_by(|a, b| key(a) == key(b)).nth(most).is_some() {
        let found = format!("more than {most} {group}s");
        return Err(Error::format(
            input.whole(),
            found,
            "at most that; split the file, and read the parts one by one",
        ));
    }
    let groups: Vec<&[Record<V>]> = records.chunk_by(|a, b| key(a) == key(b)).collect();
    // Sorted hashes are cheaper than a table of names, and as good where no two are equal.
    let unique = groups.par_iter().all(|lines| {
        let docnos = lines.iter().map(|line| input.str(line.docno));
        let mut hashes: Vec<u64> = docnos.map(|docno| xxh3_64(docno.as_bytes())).collect();
        hashes.sort_unstable();
        hashes.windows(2).all(|pair| pair[0] != pair[1])
    });
    if !unique && let Some(error) = repeated(records, input, group, &key) {
        return Err(error);
    }
    Ok(())
}

/// The error for the first line that repeats the document of an earlier one; none if no line does.
fn repeated<V, K: Ord>(
    records: &[Record<V>],
    input: &TextInput,
    group: &str,
    key: impl Fn(&Record<V>) -> K,
) -> Option<Error> {
    let mut records: Vec<&Record<V>> = records.iter().collect();
    let docno = |record: &Record<V>| input.str(record.docno);
    records.sort_unstable_by(|a, b| {
        (key(a), docno(a), a.docno.start).cmp(&(key(b), docno(b), b.docno.start))
    });
    let pairs = records
        .windows(2)
        .filter(|pair| key(pair[0]) == key(pair[1]) && docno(pair[0]) == docno(pair[1]));
    let pair = pairs.min_by_key(|pair| pair[1].docno.start)?;
    let found = format!(
        "document '{}' of topic '{}' a second time",
        docno(pair[1]),
        input.str(pair[1].topic)
    );
    let first = input.line_of(pair[0].docno);
    let expected = format!("each document once per {group}; line {first} has it already");
    Some(Error::format(input.line(input.line_of(pair[1].docno)), found, expected))
}
