//! Preferences: lines of `topic group subgroup docno level`. A group is a judge. Within a subgroup a document is
//! preferred to those with lower levels. Subgroups of a judge are not compared directly, but preferences are transitive
//! across them: if one has a before b and another b before c, then a is before c. Grouped qrels can serve as
//! preferences.

use super::grouped::GroupedQrels;
use super::input::{Input, Record, group_by, shown};
use super::qrels::TopicQrels;
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
    /// Reads the file at `path` (`-` is standard input), plain or gzip. Fields are separated by white space; blank
    /// lines and lines that start with `#` are ignored.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read. [`Error::Format`] with the line for a line without five columns, a
    /// level that is not a number, or a document that is twice in a subgroup or relevant in one subgroup and not in
    /// another; also for a judge who contradicts himself, and for a file without lines.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        parse(&Input::open(path.as_ref())?)
    }

    /// Reads from an open reader; messages call it `name`.
    ///
    /// # Errors
    /// As [`Prefs::read`].
    pub fn read_from(reader: impl Read, name: impl AsRef<Path>) -> Result<Self> {
        parse(&Input::read(reader, name.as_ref())?)
    }

    /// Returns the judges of one topic; at least one.
    pub fn topic(&self, id: &str) -> Option<&[Judge]> {
        self.topics.get(id).map(Vec::as_slice)
    }

    /// Iterates over all topics with their ids, in the order of the ids.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = (&str, &[Judge])> {
        self.topics.iter().map(|(id, judges)| (id.as_str(), judges.as_slice()))
    }

    /// Converts grades to preferences: each judge's grades are one subgroup (trec_eval's format `qrels_prefs`).
    pub fn of_grades(qrels: &GroupedQrels) -> Self {
        let judge = |judged: &TopicQrels| Judge {
            documents: judged.iter().map(|(docno, grade)| (docno.to_owned(), f64::from(grade))).collect(),
            preferred: None,
        };
        let topics = qrels.topics().map(|(id, groups)| (id.to_owned(), groups.values().map(judge).collect()));
        Self { topics: topics.collect() }
    }
}

impl Judge {
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

struct Level<'a> {
    judge: &'a str,
    subgroup: &'a str,
    level: f64,
}

fn parse(input: &Input) -> Result<Prefs> {
    let mut records = input.lines().map(|(number, line)| record(input, number, line)).collect::<Result<Vec<_>>>()?;
    if records.is_empty() {
        return Err(Error::format(input.whole(), "no preference", COLUMNS));
    }
    group_by(&mut records, input, "subgroup", |record| (record.topic, record.value.judge, record.value.subgroup))?;
    let mut topics: BTreeMap<String, Vec<Judge>> = BTreeMap::new();
    for of_judge in records.chunk_by(|a, b| (a.topic, a.value.judge) == (b.topic, b.value.judge)) {
        topics.entry(of_judge[0].topic.to_owned()).or_default().push(judge(of_judge, input)?);
    }
    Ok(Prefs { topics })
}

/// Builds one judge from lines sorted by subgroup.
fn judge(records: &[Record<'_, Level>], input: &Input) -> Result<Judge> {
    // The last level of a document counts, as in trec_eval.
    let mut levels: BTreeMap<&str, f64> = BTreeMap::new();
    for record in records {
        let earlier = levels.insert(record.docno, record.value.level);
        if earlier.is_some_and(|earlier| (earlier > 0.0) != (record.value.level > 0.0)) {
            let found = format!("document '{}' of topic '{}' both relevant and not", record.docno, record.topic);
            return Err(Error::format(input.line(record.line), found, "one preference per judge and pair"));
        }
    }
    let documents: Vec<(String, f64)> = levels.iter().map(|(docno, level)| ((*docno).to_owned(), *level)).collect();
    let subgroups: Vec<&[Record<'_, Level>]> = records.chunk_by(|a, b| a.value.subgroup == b.value.subgroup).collect();
    if subgroups.len() == 1 {
        return Ok(Judge { documents, preferred: None });
    }
    if documents.len() > MOST_COMPARED {
        let found = format!("{} documents of one judge in several subgroups", documents.len());
        return Err(Error::format(input.line(records[0].line), found, format!("{MOST_COMPARED} at most")));
    }
    let places: BTreeMap<&str, usize> = levels.keys().enumerate().map(|(at, docno)| (*docno, at)).collect();
    let mut preferred = vec![vec![false; documents.len()]; documents.len()];
    for subgroup in subgroups {
        for better in subgroup {
            for worse in subgroup.iter().filter(|worse| better.value.level > worse.value.level) {
                preferred[places[better.docno]][places[worse.docno]] = true;
            }
        }
    }
    close(&mut preferred);
    if let Some(at) = (0..documents.len()).find(|&at| preferred[at][at]) {
        let (topic, name) = (records[0].topic, records[0].value.judge);
        let found = format!("judge '{name}' of topic '{topic}' who prefers document '{}' to itself", documents[at].0);
        return Err(Error::format(input.whole(), found, "subgroups that do not contradict one another"));
    }
    Ok(Judge { documents, preferred: Some(preferred) })
}

/// The transitive closure takes cubic time in the documents; judges have compared a few hundred.
const MOST_COMPARED: usize = 2000;

/// Computes the transitive closure (Warshall, A Theorem on Boolean Matrices, 1962).
fn close(preferred: &mut [Vec<bool>]) {
    for through in 0..preferred.len() {
        let beyond = preferred[through].clone();
        for row in preferred.iter_mut().filter(|row| row[through]) {
            row.iter_mut().zip(&beyond).for_each(|(cell, further)| *cell |= further);
        }
    }
}

fn record<'a>(input: &Input, number: u64, line: &'a str) -> Result<Record<'a, Level<'a>>> {
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let [topic, judge, subgroup, docno, level] = fields[..] else {
        return Err(Error::format(input.line(number), shown(line), COLUMNS));
    };
    match level.parse::<f64>() {
        Ok(level) if level.is_finite() => {
            Ok(Record { line: number, topic, docno, value: Level { judge, subgroup, level } })
        }
        _ => Err(Error::format(input.line(number), format!("level '{level}'"), "a number")),
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
        assert!(j.prefers(0, 1) && j.prefers(1, 2) && j.prefers(0, 2) && !j.prefers(2, 0) && !j.prefers(0, 0));
        assert_eq!(j.documents()[1], ("b".to_owned(), 2.0));
    }

    #[test]
    fn errors_name_the_place() {
        let wrong = |text| prefs(text).unwrap_err().to_string();
        assert_eq!(wrong("1 j 0 a"), format!("a.prefs:1: found '1 j 0 a', expected {COLUMNS}"));
        assert_eq!(wrong("1 j 0 a x"), "a.prefs:1: found level 'x', expected a number");
        assert!(
            wrong("1 j 0 a 1\n1 j 1 a 1\n1 j 0 a 1").starts_with("a.prefs:3: found document 'a' of topic '1' a second")
        );
        assert!(
            wrong("1 j 0 a 1\n1 j 1 a 0")
                .starts_with("a.prefs:2: found document 'a' of topic '1' both relevant and not")
        );
        let circle = wrong("1 j 0 a 2\n1 j 0 b 1\n1 j 1 b 2\n1 j 1 a 1");
        assert!(
            circle.starts_with("a.prefs: found judge 'j' of topic '1' who prefers document 'a' to itself"),
            "{circle}"
        );
        assert_eq!(wrong("#"), format!("a.prefs: found no preference, expected {COLUMNS}"));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[0-2a# .\t\n-]{0,60}") {
            let _ = prefs(&text);
        }
    }
}
