//! Prels, sampled judgements: lines of `topic docno grade method probability`, with the documents
//! drawn for judging and the probability of drawing them (the Million Query tracks; Aslam & Pavlu,
//! A Practical Sampling Strategy for Efficient Retrieval Evaluation, 2007). The method, which names
//! the program that chose the document, is ignored.

use super::input::{TextInput, columns, shown};
use super::limits::Limits;
use super::records::{Record, group_by_topic};
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// The samples of all topics, sorted by topic id (by bytes).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prels {
    topics: BTreeMap<String, Sample>,
}

/// The documents judged for one topic, sorted by docno: grade, and probability of being drawn
/// (above 0, at most 1).
pub type Sample = BTreeMap<String, (i32, f64)>;

impl Prels {
    /// Reads the file at `path` (`-` is standard input), plain or gzip. Fields are separated by
    /// white space; blank lines and lines that start with `#` are ignored.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read. [`Error::Format`] with the line for a line without
    /// five columns, a grade that is not a whole number, an invalid probability, or a document that
    /// is twice in a topic; also for a file without lines, and for one of more than 64 MiB
    /// (decompressed) 2,000,000 lines or 300,000 groups.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        parse(&TextInput::open(path.as_ref(), Limits::JUDGEMENTS)?)
    }

    /// Reads from an open reader; messages call it `name`.
    ///
    /// # Errors
    /// As [`Prels::read`].
    pub fn read_from(reader: impl Read, name: impl AsRef<Path>) -> Result<Self> {
        parse(&TextInput::read(reader, name.as_ref(), Limits::JUDGEMENTS)?)
    }

    /// Returns the sample of one topic; at least one document.
    pub fn topic(&self, id: &str) -> Option<&Sample> {
        self.topics.get(id)
    }

    /// Iterates over all topics with their ids, in the order of the ids.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = (&str, &Sample)> {
        self.topics.iter().map(|(id, sample)| (id.as_str(), sample))
    }

    /// Replaces each grade.
    pub fn map_grades(&mut self, grade: impl Fn(i32) -> i32) {
        for judged in self.topics.values_mut().flat_map(BTreeMap::values_mut) {
            judged.0 = grade(judged.0);
        }
    }
}

const COLUMNS: &str = "five columns: topic docno grade method probability";

fn parse(input: &TextInput) -> Result<Prels> {
    let mut records = input
        .lines()
        .map(|(number, line)| record(input, number, line))
        .collect::<Result<Vec<_>>>()?;
    if records.is_empty() {
        return Err(Error::format(input.whole(), "no judgement", COLUMNS));
    }
    group_by_topic(&mut records, input)?;
    let mut topics: BTreeMap<String, Sample> = BTreeMap::new();
    for record in records {
        let topic = topics.entry(input.str(record.topic).to_owned()).or_default();
        topic.insert(input.str(record.docno).to_owned(), record.value);
    }
    Ok(Prels { topics })
}

fn record(input: &TextInput, number: u64, line: &str) -> Result<Record<(i32, f64)>> {
    let Some([topic, docno, grade, _, probability]) = columns(line) else {
        return Err(Error::format(input.line(number), shown(line), COLUMNS));
    };
    let Ok(value) = grade.parse() else {
        let found = format!("grade {}", shown(grade));
        return Err(Error::format(input.line(number), found, "a whole number"));
    };
    match probability.parse::<f64>() {
        Ok(drawn) if drawn > 0.0 && drawn <= 1.0 => {
            Ok(Record { topic: input.span(topic), docno: input.span(docno), value: (value, drawn) })
        }
        _ => {
            let found = format!("probability {}", shown(probability));
            Err(Error::format(input.line(number), found, "a number above 0 and at most 1"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn prels(text: &str) -> Result<Prels> {
        Prels::read_from(text.as_bytes(), "a.prels")
    }

    #[test]
    fn a_document_has_a_grade_and_a_probability() {
        let read = prels("2 b 0 0 1\n1 a 2 1 0.25\n").unwrap();
        assert_eq!(read.topics().map(|(id, _)| id).collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(read.topic("1").unwrap()["a"], (2, 0.25));
    }

    fn wrong(text: &str) -> String {
        prels(text).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_file_and_line() {
        assert_eq!(wrong("1 a 2 1"), format!("a.prels:1: found '1 a 2 1', expected {COLUMNS}"));
        assert_eq!(
            wrong("1 a 2 1 0"),
            "a.prels:1: found probability '0', expected a number above 0 and at most 1"
        );
        assert_eq!(wrong("1 a x 1 1"), "a.prels:1: found grade 'x', expected a whole number");
        assert!(
            wrong("1 a 1 1 1\n1 a 1 1 1")
                .starts_with("a.prels:2: found document 'a' of topic '1' a second")
        );
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[0-2a# .\t\n-]{0,60}") {
            let _ = prels(&text);
        }
    }
}
