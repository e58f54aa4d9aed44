//! Qrels lines whose second column means something, `topic group docno grade`, into a table of judgements per group: a
//! group is a judge (trec_eval's `-R qrels_jg`).

use super::TopicQrels;
use super::input::{Input, Record, group_by};
use super::qrels::{COLUMNS, grade};
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// The judgements of one topic by group, in the order of the groups' names (by bytes); at least one group.
pub type Groups = BTreeMap<String, TopicQrels>;

/// The judgements of all topics by group, in the order of the topics' ids (by bytes), whatever the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupedQrels {
    topics: BTreeMap<String, Groups>,
}

impl GroupedQrels {
    /// The groups of one topic.
    pub fn topic(&self, id: &str) -> Option<&Groups> {
        self.topics.get(id)
    }

    /// All topics with their ids, in the ids' order.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = (&str, &Groups)> {
        self.topics.iter().map(|(id, groups)| (id.as_str(), groups))
    }

    /// Puts another grade in the place of each.
    pub fn map_grades(&mut self, grade: impl Fn(i32) -> i32) {
        let groups = self.topics.values_mut().flat_map(BTreeMap::values_mut);
        groups.for_each(|judged: &mut TopicQrels| judged.map_grades(&grade));
    }
}

/// Reads the file at `path` (`-` is standard input), plain or gzip, as [`super::qrels::read`] does, but for the second column.
///
/// # Errors
/// As [`super::qrels::read`]; a document may be judged once in each group.
pub fn read(path: impl AsRef<Path>) -> Result<GroupedQrels> {
    parse(&Input::open(path.as_ref())?)
}

/// As [`read`], from an open reader; messages call it `name`.
///
/// # Errors
/// As [`read`].
pub fn read_from(reader: impl Read, name: impl AsRef<Path>) -> Result<GroupedQrels> {
    parse(&Input::read(reader, name.as_ref())?)
}

fn parse(input: &Input) -> Result<GroupedQrels> {
    let mut records = input.lines().map(|(number, line)| record(input, number, line)).collect::<Result<Vec<_>>>()?;
    if records.is_empty() {
        return Err(Error::format(input.whole(), "no judgement", COLUMNS));
    }
    group_by(&mut records, input, "a judgement group", |record| (record.topic, record.value.0))?;
    let mut topics: BTreeMap<String, Groups> = BTreeMap::new();
    for group in records.chunk_by(|a, b| (a.topic, a.value.0) == (b.topic, b.value.0)) {
        let judged = group.iter().map(|record| (record.docno.to_owned(), record.value.1));
        let groups = topics.entry(group[0].topic.to_owned()).or_default();
        groups.insert(group[0].value.0.to_owned(), judged.collect());
    }
    Ok(GroupedQrels { topics })
}

fn record<'a>(input: &Input, number: u64, line: &'a str) -> Result<Record<'a, (&'a str, i32)>> {
    let ([topic, group, docno], grade) = grade(input, number, line)?;
    Ok(Record { line: number, topic, docno, value: (group, grade) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(text: &str) -> Result<GroupedQrels> {
        read_from(text.as_bytes(), "a.qrels")
    }

    #[test]
    fn a_document_may_stand_in_several_groups_and_once_in_each() {
        let read = groups("1 b d 2\n1 a d 0\n2 a e 1\n1 a c -1\n").unwrap();
        let of_one: Vec<_> =
            read.topic("1").unwrap().iter().map(|(name, qrels)| (name.as_str(), qrels.grade("d"))).collect();
        assert_eq!(of_one, [("a", Some(0)), ("b", Some(2))]);
        let wrong = groups("1 a d 1\n1 b d 1\n1 a d 1\n").unwrap_err().to_string();
        assert_eq!(
            wrong,
            "a.qrels:3: found document 'd' of topic '1' a second time, expected each document once in a judgement \
             group; it stands on line 1 already"
        );
    }
}
