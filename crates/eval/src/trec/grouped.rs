//! Qrels with judgement groups: lines of `topic group docno grade`. A group is a judge (trec_eval's
//! format `qrels_jg`) or a subtopic.

use super::input::{TextInput, TextSpan};
use super::limits::Limits;
use super::qrels::{COLUMNS, TopicQrels, grade};
use super::records::{Record, group_by};
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// The judgements of one topic by group, sorted by the groups' names (by bytes); at least one
/// group.
pub type JudgedGroups = BTreeMap<String, TopicQrels>;

/// The judgements of all topics by group, sorted by topic id (by bytes).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupedQrels {
    topics: BTreeMap<String, JudgedGroups>,
}

impl GroupedQrels {
    /// Reads the file at `path` (`-` is standard input), plain or gzip. The format is that of
    /// [`super::Qrels::read`], but the second column counts.
    ///
    /// # Errors
    /// As [`super::Qrels::read`]; but a document may be judged once in each group, and the file may
    /// have 64 MiB, 2,000,000 lines and 300,000 groups.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        parse(&TextInput::open(path.as_ref(), Limits::JUDGEMENTS)?)
    }

    /// Reads from an open reader; messages call it `name`.
    ///
    /// # Errors
    /// As [`GroupedQrels::read`].
    pub fn read_from(reader: impl Read, name: impl AsRef<Path>) -> Result<Self> {
        parse(&TextInput::read(reader, name.as_ref(), Limits::JUDGEMENTS)?)
    }

    /// Returns the groups of one topic.
    pub fn topic(&self, id: &str) -> Option<&JudgedGroups> {
        self.topics.get(id)
    }

    /// Iterates over all topics with their ids, in the order of the ids.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = (&str, &JudgedGroups)> {
        self.topics.iter().map(|(id, groups)| (id.as_str(), groups))
    }

    /// Replaces each grade.
    pub fn map_grades(&mut self, grade: impl Fn(i32) -> i32) {
        for judged in self.topics.values_mut().flat_map(BTreeMap::values_mut) {
            judged.map_grades(&grade);
        }
    }
}

fn parse(input: &TextInput) -> Result<GroupedQrels> {
    let mut records = input
        .lines()
        .map(|(number, line)| record(input, number, line))
        .collect::<Result<Vec<_>>>()?;
    if records.is_empty() {
        return Err(Error::format(input.whole(), "no judgement", COLUMNS));
    }
    let key =
        |record: &Record<(TextSpan, i32)>| (input.str(record.topic), input.str(record.value.0));
    group_by(&mut records, input, "judgement group", key)?;
    let mut topics: BTreeMap<String, JudgedGroups> = BTreeMap::new();
    for group in records.chunk_by(|a, b| key(a) == key(b)) {
        let (topic, name) = key(&group[0]);
        let judged = TopicQrels::of_lines(input, group, |(_, grade)| *grade);
        topics.entry(topic.to_owned()).or_default().insert(name.to_owned(), judged);
    }
    Ok(GroupedQrels { topics })
}

fn record(input: &TextInput, number: u64, line: &str) -> Result<Record<(TextSpan, i32)>> {
    let ([topic, group, docno], grade) = grade(input, number, line)?;
    Ok(Record {
        topic: input.span(topic),
        docno: input.span(docno),
        value: (input.span(group), grade),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(text: &str) -> Result<GroupedQrels> {
        GroupedQrels::read_from(text.as_bytes(), "a.qrels")
    }

    #[test]
    fn a_document_may_be_judged_once_in_each_group() {
        let read = groups("1 b d 2\n1 a d 0\n2 a e 1\n1 a c -1\n").unwrap();
        let of_one: Vec<_> = read
            .topic("1")
            .unwrap()
            .iter()
            .map(|(name, qrels)| (name.as_str(), qrels.grade("d")))
            .collect();
        assert_eq!(of_one, [("a", Some(0)), ("b", Some(2))]);
        let wrong = groups("1 a d 1\n1 b d 1\n1 a d 1\n").unwrap_err().to_string();
        assert_eq!(
            wrong,
            "a.qrels:3: found document 'd' of topic '1' a second time, expected each document once \
             per judgement group; line 1 has it already"
        );
    }
}
