//! Lines of sampled judgements, `topic docno grade method probability`, into a table: which documents were drawn for judging,
//! and how probable that was (the Million Query tracks' prels; Aslam & Pavlu, A Practical Sampling Strategy for Efficient
//! Retrieval Evaluation, 2007). The method column, which says which program chose the document, is not used.

use super::input::{Input, Record, group_by_topic, shown};
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// The samples of all topics, in the order of the topics' ids (by bytes), whatever the order of the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prels {
    topics: BTreeMap<String, Sample>,
}

/// The documents judged under one topic, sorted by name: grade, and probability (above 0, to 1) of being drawn.
pub type Sample = BTreeMap<String, (i32, f64)>;

impl Prels {
    /// The sample of one topic; at least one document.
    pub fn topic(&self, id: &str) -> Option<&Sample> {
        self.topics.get(id)
    }

    /// All topics with their ids, in the ids' order.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = (&str, &Sample)> {
        self.topics.iter().map(|(id, sample)| (id.as_str(), sample))
    }

    /// Puts another grade in the place of each.
    pub fn map_grades(&mut self, grade: impl Fn(i32) -> i32) {
        let samples = self.topics.values_mut().flat_map(BTreeMap::values_mut);
        samples.for_each(|judged| judged.0 = grade(judged.0));
    }
}

/// Reads the file at `path` (`-` is standard input), plain or gzip. Fields stand between white space; blank lines and lines
/// that begin with `#` say nothing.
///
/// # Errors
/// [`Error::Io`]; [`Error::Format`] with the line for one that does not have five columns, a whole number in the third and a
/// probability in the fifth, for a document twice under one topic, and for a file without a line.
pub fn read(path: impl AsRef<Path>) -> Result<Prels> {
    parse(&Input::open(path.as_ref())?)
}

/// As [`read`], from an open reader; messages call it `name`.
///
/// # Errors
/// As [`read`].
pub fn read_from(reader: impl Read, name: impl AsRef<Path>) -> Result<Prels> {
    parse(&Input::read(reader, name.as_ref())?)
}

const COLUMNS: &str = "five columns: topic docno grade method probability";

fn parse(input: &Input) -> Result<Prels> {
    let mut records = input.lines().map(|(number, line)| record(input, number, line)).collect::<Result<Vec<_>>>()?;
    if records.is_empty() {
        return Err(Error::format(input.whole(), "no judgement", COLUMNS));
    }
    group_by_topic(&mut records, input)?;
    let mut topics: BTreeMap<String, Sample> = BTreeMap::new();
    for record in records {
        topics.entry(record.topic.to_owned()).or_default().insert(record.docno.to_owned(), record.value);
    }
    Ok(Prels { topics })
}

fn record<'a>(input: &Input, number: u64, line: &'a str) -> Result<Record<'a, (i32, f64)>> {
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let [topic, docno, grade, _, probability] = fields[..] else {
        return Err(Error::format(input.line(number), shown(line), COLUMNS));
    };
    let wrong = |found: String, expected: &str| Error::format(input.line(number), found, expected);
    let value = grade.parse().map_err(|_| wrong(format!("grade '{grade}'"), "a whole number"))?;
    match probability.parse::<f64>() {
        Ok(drawn) if drawn > 0.0 && drawn <= 1.0 => Ok(Record { line: number, topic, docno, value: (value, drawn) }),
        _ => Err(wrong(format!("probability '{probability}'"), "a number above 0, 1 at most")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn prels(text: &str) -> Result<Prels> {
        read_from(text.as_bytes(), "a.prels")
    }

    #[test]
    fn a_document_has_a_grade_and_a_probability() {
        let read = prels("2 b 0 0 1\n1 a 2 1 0.25\n").unwrap();
        assert_eq!(read.topics().map(|(id, _)| id).collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(read.topic("1").unwrap()["a"], (2, 0.25));
    }

    #[test]
    fn what_is_wrong_is_said_with_file_and_line() {
        let wrong = |text| prels(text).unwrap_err().to_string();
        assert_eq!(wrong("1 a 2 1"), format!("a.prels:1: found '1 a 2 1', expected {COLUMNS}"));
        assert_eq!(wrong("1 a 2 1 0"), "a.prels:1: found probability '0', expected a number above 0, 1 at most");
        assert_eq!(wrong("1 a x 1 1"), "a.prels:1: found grade 'x', expected a whole number");
        assert!(wrong("1 a 1 1 1\n1 a 1 1 1").starts_with("a.prels:2: found document 'a' of topic '1' a second"));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[0-2a# .\t\n-]{0,60}") {
            let _ = prels(&text);
        }
    }
}
