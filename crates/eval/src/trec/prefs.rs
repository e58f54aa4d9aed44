//! Preferences: lines of `topic group subgroup docno level`. A group is a judge. Within a subgroup
//! a document is preferred to those with lower levels. Subgroups of a judge are not compared
//! directly, but preferences are transitive across them: if one has a before b and another b before
//! c, then a is before c. Grouped qrels can serve as preferences.

use super::grouped::GroupedQrels;
use super::input::{TextInput, TextSpan, columns, shown};
use super::limits::Limits;
use super::qrels::TopicQrels;
use super::records::{Record, group_by};
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// The preferences of all topics, sorted by topic id (by bytes).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prefs {
    topics: BTreeMap<String, Vec<Judge>>,
}

/// One judge's preferences for a topic.
#[derive(Debug, Clone, PartialEq)]
pub struct Judge {
    /// The documents with their levels, sorted by docno, each once. A level above 0 is relevant.
    documents: Vec<(String, f64)>,
    /// `preferred[a][b]`: whether document `a` is preferred to `b`. None if there is one subgroup.
    preferred: Option<Vec<Vec<bool>>>,
}

impl Prefs {
    /// Reads the file at `path` (`-` is standard input), plain or gzip. Fields are separated by
    /// white space; blank lines and lines that start with `#` are ignored.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read. [`Error::Format`] with the line for a line without
    /// five columns, a level that is not a number, or a document that is twice in a subgroup or
    /// relevant in one subgroup and not in another; also for a judge who contradicts himself, for a
    /// file without lines, and for one of more than 64 MiB (decompressed), 2,000,000 lines, or
    /// 50,000,000 pairs of documents that one judge has in several subgroups.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        parse(&TextInput::open(path.as_ref(), Limits::JUDGEMENTS)?)
    }

    /// Reads from an open reader; messages call it `name`.
    ///
    /// # Errors
    /// As [`Prefs::read`].
    pub fn read_from(reader: impl Read, name: impl AsRef<Path>) -> Result<Self> {
        parse(&TextInput::read(reader, name.as_ref(), Limits::JUDGEMENTS)?)
    }

    /// Returns the judges of one topic; at least one.
    pub fn topic(&self, id: &str) -> Option<&[Judge]> {
        self.topics.get(id).map(Vec::as_slice)
    }

    /// Iterates over all topics with their ids, in the order of the ids.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = (&str, &[Judge])> {
        self.topics.iter().map(|(id, judges)| (id.as_str(), judges.as_slice()))
    }

    /// Converts grades to preferences: each judge's grades are one subgroup (trec_eval's format
    /// `qrels_prefs`).
    pub fn from_grades(qrels: &GroupedQrels) -> Self {
        let mut topics = BTreeMap::new();
        for (id, groups) in qrels.topics() {
            topics.insert(id.to_owned(), groups.values().map(Judge::from_grades).collect());
        }
        Self { topics }
    }
}

impl Judge {
    /// A judge whose grades are the levels of one subgroup.
    fn from_grades(judged: &TopicQrels) -> Self {
        let levels = judged.iter().map(|(docno, grade)| (docno.to_owned(), f64::from(grade)));
        Self { documents: levels.collect(), preferred: None }
    }

    /// Returns the documents with their levels, sorted by docno.
    pub fn documents(&self) -> &[(String, f64)] {
        &self.documents
    }

    /// Returns whether the levels alone decide the preferences, because there is one subgroup.
    pub fn by_level(&self) -> bool {
        self.preferred.is_none()
    }

    /// Returns whether document `a` of [`Judge::documents`] is preferred to document `b`.
    pub fn prefers(&self, a: usize, b: usize) -> bool {
        match &self.preferred {
            None => self.documents[a].1 > self.documents[b].1,
            Some(preferred) => preferred[a][b],
        }
    }
}

const COLUMNS: &str = "five columns: topic judge subgroup docno level";

struct Level {
    judge: TextSpan,
    subgroup: TextSpan,
    level: f64,
}

fn parse(input: &TextInput) -> Result<Prefs> {
    let mut records = input
        .lines()
        .map(|(number, line)| record(input, number, line))
        .collect::<Result<Vec<_>>>()?;
    if records.is_empty() {
        return Err(Error::format(input.whole(), "no preference", COLUMNS));
    }
    let judge = |record: &Record<Level>| (input.str(record.topic), input.str(record.value.judge));
    group_by(&mut records, input, "subgroup", |record| {
        (judge(record), input.str(record.value.subgroup))
    })?;
    let mut judges = Judges { input, pairs: 0 };
    let mut topics: BTreeMap<String, Vec<Judge>> = BTreeMap::new();
    for of_judge in records.chunk_by(|a, b| judge(a) == judge(b)) {
        let topic = input.str(of_judge[0].topic).to_owned();
        topics.entry(topic).or_default().push(judges.judge(of_judge)?);
    }
    Ok(Prefs { topics })
}

struct Judges<'a> {
    input: &'a TextInput,
    /// The pairs of documents of all judges with several subgroups.
    pairs: usize,
}

impl<'a> Judges<'a> {
    fn docno(&self, record: &Record<Level>) -> &'a str {
        self.input.str(record.docno)
    }

    /// Builds one judge from lines sorted by subgroup.
    fn judge(&mut self, records: &[Record<Level>]) -> Result<Judge> {
        let input = self.input;
        // The last level of a document counts, as in trec_eval.
        let mut levels: BTreeMap<&str, f64> = BTreeMap::new();
        for record in records {
            let earlier = levels.insert(self.docno(record), record.value.level);
            if earlier.is_some_and(|earlier| (earlier > 0.0) != (record.value.level > 0.0)) {
                let docno = self.docno(record);
                let topic = input.str(record.topic);
                let found = format!("document '{docno}' of topic '{topic}' both relevant and not");
                let place = input.line(input.line_of(record.docno));
                return Err(Error::format(place, found, "one preference per judge and pair"));
            }
        }
        let documents: Vec<(String, f64)> =
            levels.iter().map(|(docno, level)| ((*docno).to_owned(), *level)).collect();
        if subgroup(input, &records[0]) == subgroup(input, &records[records.len() - 1]) {
            return Ok(Judge { documents, preferred: None });
        }
        if documents.len() > MAX_COMPARED {
            let found = format!("{} documents of one judge in several subgroups", documents.len());
            let place = input.line(input.line_of(records[0].docno));
            return Err(Error::format(place, found, format!("{MAX_COMPARED} at most")));
        }
        let places: BTreeMap<&str, usize> =
            levels.keys().enumerate().map(|(at, docno)| (*docno, at)).collect();
        self.count_pairs(documents.len())?;
        let mut preferred = vec![vec![false; documents.len()]; documents.len()];
        for lines in records.chunk_by(|a, b| subgroup(input, a) == subgroup(input, b)) {
            self.count_pairs(lines.len())?;
            let placed: Vec<(usize, f64)> =
                lines.iter().map(|line| (places[self.docno(line)], line.value.level)).collect();
            for (better, high) in &placed {
                for (worse, _) in placed.iter().filter(|(_, low)| high > low) {
                    preferred[*better][*worse] = true;
                }
            }
        }
        close(&mut preferred);
        if let Some(at) = (0..documents.len()).find(|&at| preferred[at][at]) {
            let topic = input.str(records[0].topic);
            let name = input.str(records[0].value.judge);
            let found = format!(
                "judge '{name}' of topic '{topic}' who prefers document '{}' to itself",
                documents[at].0
            );
            return Err(Error::format(
                input.whole(),
                found,
                "subgroups that do not contradict one another",
            ));
        }
        Ok(Judge { documents, preferred: Some(preferred) })
    }

    /// Counts the pairs of this many documents.
    fn count_pairs(&mut self, documents: usize) -> Result<()> {
        self.pairs += documents * documents;
        if self.pairs <= MAX_PAIRS {
            return Ok(());
        }
        let found = format!(
            "more than {MAX_PAIRS} pairs of documents that one judge has in several subgroups"
        );
        Err(Error::format(
            self.input.whole(),
            found,
            "at most that; split the file by topics, and read the parts one by one",
        ))
    }
}

fn subgroup<'a>(input: &'a TextInput, record: &Record<Level>) -> &'a str {
    input.str(record.value.subgroup)
}

/// The transitive closure takes cubic time in the documents; judges have compared a few hundred.
const MAX_COMPARED: usize = 2000;

/// Every pair takes a byte, and a little time: twelve judges of 2000 documents, or 1,250 of 200.
const MAX_PAIRS: usize = 50_000_000;

/// Computes the transitive closure (Warshall, A Theorem on Boolean Matrices, 1962).
fn close(preferred: &mut [Vec<bool>]) {
    for through in 0..preferred.len() {
        let beyond = preferred[through].clone();
        for row in preferred.iter_mut().filter(|row| row[through]) {
            for (cell, further) in row.iter_mut().zip(&beyond) {
                *cell |= further;
            }
        }
    }
}

fn record(input: &TextInput, number: u64, line: &str) -> Result<Record<Level>> {
    let Some([topic, judge, subgroup, docno, level]) = columns(line) else {
        return Err(Error::format(input.line(number), shown(line), COLUMNS));
    };
    let [topic, judge, subgroup, docno] =
        [topic, judge, subgroup, docno].map(|part| input.span(part));
    match level.parse::<f64>() {
        Ok(level) if level.is_finite() => {
            Ok(Record { topic, docno, value: Level { judge, subgroup, level } })
        }
        _ => Err(Error::format(input.line(number), format!("level {}", shown(level)), "a number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn prefs(text: &str) -> Result<Prefs> {
        Prefs::read_from(text.as_bytes(), "a.prefs")
    }

    #[test]
    fn preferences_are_transitive_across_subgroups() {
        let read = prefs("1 j 0 a 2\n1 j 0 b 1\n1 j 1 b 2\n1 j 1 c 1\n1 k 0 a 1\n").unwrap();
        let [j, k] = read.topic("1").unwrap() else { panic!() };
        assert!(!j.by_level() && k.by_level());
        assert!(
            j.prefers(0, 1)
                && j.prefers(1, 2)
                && j.prefers(0, 2)
                && !j.prefers(2, 0)
                && !j.prefers(0, 0)
        );
        assert_eq!(j.documents()[1], ("b".to_owned(), 2.0));
    }

    fn wrong(text: &str) -> String {
        prefs(text).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(wrong("1 j 0 a"), format!("a.prefs:1: found '1 j 0 a', expected {COLUMNS}"));
        assert_eq!(wrong("1 j 0 a x"), "a.prefs:1: found level 'x', expected a number");
        assert!(
            wrong("1 j 0 a 1\n1 j 1 a 1\n1 j 0 a 1")
                .starts_with("a.prefs:3: found document 'a' of topic '1' a second")
        );
        assert!(
            wrong("1 j 0 a 1\n1 j 1 a 0")
                .starts_with("a.prefs:2: found document 'a' of topic '1' both relevant and not")
        );
        let circle = wrong("1 j 0 a 2\n1 j 0 b 1\n1 j 1 b 2\n1 j 1 a 1");
        assert!(
            circle.starts_with(
                "a.prefs: found judge 'j' of topic '1' who prefers document 'a' to itself"
            ),
            "{circle}"
        );
        assert_eq!(wrong("#"), format!("a.prefs: found no preference, expected {COLUMNS}"));
    }

    /// Lines of judges with two subgroups of 1,000 documents each: 3,000,000 pairs a judge.
    fn large_judges(count: usize) -> String {
        let mut lines = String::new();
        for judge in 0..count {
            for n in 0..2000 {
                lines += &format!("1 {judge} {} d{} 1\n", n / 1000, n % 1000);
            }
        }
        lines
    }

    #[test]
    fn pairs_are_bounded_over_all_judges() {
        assert!(prefs(&large_judges(16)).is_ok());
        let many = wrong(&large_judges(17));
        assert!(many.starts_with("a.prefs: found more than 50000000 pairs of documents"), "{many}");
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[0-2a# .\t\n-]{0,60}") {
            let _ = prefs(&text);
        }
    }
}
