//! Runs: lines of `topic Q0 docno rank score tag`, read into rankings and written from them.

use super::input::{Input, Record, group_by_topic, shown};
use crate::error::{Error, Result};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::Path;
use tamis_place::Escaped;

/// A run: one ranking per topic, sorted by topic id (by bytes).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Run {
    tag: String,
    topics: BTreeMap<String, Vec<Retrieved>>,
    unsorted: Vec<String>,
    misranked: Vec<String>,
}

/// One document of a ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct Retrieved {
    /// The document's name.
    pub docno: String,
    /// The system's score, as written in the run; never NaN.
    pub score: f64,
}

impl Run {
    /// Reads the file at `path` (`-` is standard input), plain or gzip. Fields are separated by white space; blank
    /// lines and lines that start with `#` are ignored, and so is everything after the tag.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read. [`Error::Format`] with the line for a line with fewer than six
    /// columns, a score that is not a number, or a document retrieved twice for a topic; also for a file without lines.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        parse(&Input::open(path.as_ref())?)
    }

    /// Reads from an open reader; messages call it `name`.
    ///
    /// # Errors
    /// As [`Run::read`].
    pub fn read_from(reader: impl Read, name: impl AsRef<Path>) -> Result<Self> {
        parse(&Input::read(reader, name.as_ref())?)
    }

    /// Returns the run's tag, the name of the system. The last line's tag counts, as in trec_eval.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Returns the topics whose lines are not sorted by score in the file, in the order of their ids.
    pub fn unsorted(&self) -> &[String] {
        &self.unsorted
    }

    /// Returns the topics in which the ranks contradict the scores, in the order of their ids. Ranks that are not whole
    /// numbers are ignored.
    pub fn misranked(&self) -> &[String] {
        &self.misranked
    }

    /// Returns the ranking of one topic, best first; never empty.
    pub fn topic(&self, id: &str) -> Option<&[Retrieved]> {
        self.topics.get(id).map(Vec::as_slice)
    }

    /// Iterates over all topics with their ids, in the order of the ids.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = (&str, &[Retrieved])> {
        self.topics.iter().map(|(id, ranking)| (id.as_str(), ranking.as_slice()))
    }

    /// Returns the run with scores rounded to `f32` and sorted again, as trec_eval 9 reads it.
    pub fn single_precision(mut self) -> Self {
        for ranking in self.topics.values_mut() {
            ranking.iter_mut().for_each(|retrieved| retrieved.score = f64::from(retrieved.score as f32));
            ranking.sort_by(ranking_order);
        }
        self
    }
}

/// Compares two documents in trec_eval 10's order: by score as `f64`, descending, then by docno (by bytes), descending.
/// The ranks in the run file are ignored.
pub fn ranking_order(a: &Retrieved, b: &Retrieved) -> Ordering {
    let by_score = b.score.partial_cmp(&a.score).unwrap_or(Ordering::Equal);
    by_score.then_with(|| b.docno.cmp(&a.docno))
}

/// Writes one topic's ranking, best first, as run lines with ranks from 1. Scores are written as the shortest decimal
/// that gives the same `f32`, so that evaluators that read `f32` or `f64` see the same order and the same ties. Control
/// characters are [escapes](Escaped).
///
/// # Errors
/// If writing to `out` fails.
pub fn write<'a>(
    out: &mut (impl Write + ?Sized),
    topic: &str,
    ranking: impl IntoIterator<Item = (&'a str, f32)>,
    tag: &str,
) -> io::Result<()> {
    let (topic, tag) = (Escaped(topic), Escaped(tag));
    for (rank, (docno, score)) in (1..).zip(ranking) {
        writeln!(out, "{topic} Q0 {} {rank} {score} {tag}", Escaped(docno))?;
    }
    Ok(())
}

fn parse(input: &Input) -> Result<Run> {
    let mut tag = "";
    let mut records = Vec::new();
    for (number, line) in input.lines() {
        let (record, its_tag) = record(input, number, line)?;
        records.push(record);
        tag = its_tag;
    }
    if records.is_empty() {
        return Err(Error::format(input.whole(), "no line", COLUMNS));
    }
    group_by_topic(&mut records, input)?;
    let mut run = Run { tag: tag.to_owned(), ..Run::default() };
    let by_topic: Vec<&[Record<'_, RunLine>]> = records.chunk_by(|a, b| a.topic == b.topic).collect();
    let rankings: Vec<Vec<Retrieved>> = by_topic.par_iter().map(|topic| ranking(topic)).collect();
    for (topic, ranking) in by_topic.into_iter().zip(rankings) {
        let id = topic[0].topic;
        if topic.windows(2).any(|pair| pair[0].value.score < pair[1].value.score) {
            run.unsorted.push(id.to_owned());
        }
        if !ranks_agree(topic) {
            run.misranked.push(id.to_owned());
        }
        run.topics.insert(id.to_owned(), ranking);
    }
    Ok(run)
}

const COLUMNS: &str = "six columns: topic Q0 docno rank score tag";

/// Score and rank of a run line.
struct RunLine {
    score: f64,
    rank: Option<i64>,
}

/// Returns whether the ranks agree with the scores: no line has a better rank than a line with a higher score.
fn ranks_agree(records: &[Record<'_, RunLine>]) -> bool {
    let mut ranked: Vec<(i64, f64)> =
        records.iter().filter_map(|record| Some((record.value.rank?, record.value.score))).collect();
    // Usually the lines are sorted already.
    ranked.sort_by_key(|(rank, _)| *rank);
    let mut lowest = f64::INFINITY;
    ranked.chunk_by(|a, b| a.0 == b.0).all(|equal| {
        let agree = equal.iter().all(|(_, score)| *score <= lowest);
        lowest = equal.iter().fold(lowest, |lowest, (_, score)| lowest.min(*score));
        agree
    })
}

fn ranking(records: &[Record<'_, RunLine>]) -> Vec<Retrieved> {
    let retrieved =
        |record: &Record<'_, RunLine>| Retrieved { docno: record.docno.to_owned(), score: record.value.score };
    let mut ranking: Vec<_> = records.iter().map(retrieved).collect();
    ranking.sort_by(ranking_order);
    ranking
}

/// Parses a line; returns its tag as well.
fn record<'a>(input: &Input, number: u64, line: &'a str) -> Result<(Record<'a, RunLine>, &'a str)> {
    let mut fields = line.split_ascii_whitespace();
    let (Some(topic), Some(_), Some(docno), Some(rank), Some(score), Some(tag)) =
        (fields.next(), fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(Error::format(input.line(number), shown(line), COLUMNS));
    };
    match score.parse::<f64>() {
        Ok(score) if !score.is_nan() => {
            Ok((Record { line: number, topic, docno, value: RunLine { score, rank: rank.parse().ok() } }, tag))
        }
        _ => Err(Error::format(input.line(number), format!("score '{score}'"), "a number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn run(text: &str) -> Result<Run> {
        Run::read_from(text.as_bytes(), "a.run")
    }

    fn docnos(run: &Run, topic: &str) -> Vec<String> {
        run.topic(topic).unwrap().iter().map(|retrieved| retrieved.docno.clone()).collect()
    }

    #[test]
    fn the_score_orders_and_ties_go_by_docno_descending() {
        let text = "1 Q0 a 1 2.0 t\n1 Q0 c 2 2 t\n#\n1 Q0 B 3 2e0 t\n1 Q0 z 0 -1 t\n1 Q0 b 9 16777217 t\n1 Q0 y 1 16777216 u junk";
        let run = run(text).unwrap();
        assert_eq!(docnos(&run, "1"), ["b", "y", "c", "a", "B", "z"]);
        assert_eq!(run.tag(), "u");
    }

    #[test]
    fn errors_name_file_and_line() {
        let wrong = |text| run(text).unwrap_err().to_string();
        assert_eq!(wrong("1 Q0 d 1 2.0"), format!("a.run:1: found '1 Q0 d 1 2.0', expected {COLUMNS}"));
        assert_eq!(wrong("\n1 Q0 d 1 high t"), "a.run:2: found score 'high', expected a number");
        assert_eq!(wrong("1 Q0 d 1 nan t"), "a.run:1: found score 'nan', expected a number");
        assert_eq!(wrong(""), format!("a.run: found no line, expected {COLUMNS}"));
        assert!(wrong("1 Q0 d 1 2 t\n1 Q0 d 2 1 t").starts_with("a.run:2: found document 'd' of topic '1' a second"));
    }

    #[test]
    fn scores_are_written_as_the_shortest_decimal_of_the_f32() {
        let mut out = Vec::new();
        write(&mut out, "851", [("d1", 0.1f32 + 0.2), ("d0", 16777216.0), ("d2", 1.0)], "tamis").unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "851 Q0 d1 1 0.3 tamis\n851 Q0 d0 2 16777216 tamis\n851 Q0 d2 3 1 tamis\n");
    }

    proptest! {
        #[test]
        fn a_written_run_reads_back_with_the_same_scores_and_order(
            scores in proptest::collection::btree_map("[a-z]{1,4}", -1e30f32..1e30, 1..40),
        ) {
            let mut ranking: Vec<(&str, f32)> = scores.iter().map(|(docno, score)| (docno.as_str(), *score)).collect();
            ranking.sort_by(|a, b| b.1.partial_cmp(&a.1).unwrap().then(b.0.cmp(a.0)));
            let mut out = Vec::new();
            write(&mut out, "1", ranking.iter().copied(), "t").unwrap();
            let run = Run::read_from(out.as_slice(), "a.run").unwrap();
            let read: Vec<(&str, f32)> =
                run.topic("1").unwrap().iter().map(|r| (r.docno.as_str(), r.score as f32)).collect();
            prop_assert_eq!(read, ranking);
        }

        #[test]
        fn no_text_makes_it_panic(text in "[0-9a# .\t\n-]{0,60}") {
            let _ = run(&text);
        }
    }
}
