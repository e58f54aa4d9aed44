//! Runs: lines of `topic Q0 docno rank score tag`, read into rankings and written from them.

use super::input::{TextInput, TextSpan, shown};
use super::limits::Limits;
use super::ranking::{NamedDocument, Ranking};
use super::records::{Record, group_by_topic};
use crate::error::{Error, Result};
use rayon::prelude::*;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use tamis_place::Escaped;

/// A run: one ranking per topic, sorted by topic id (by bytes).
#[derive(Debug, Clone, Default)]
pub struct Run {
    /// The text of the file; everything else names parts of it.
    text: Arc<String>,
    tag: String,
    rows: Vec<NamedDocument>,
    /// Each topic with its rows, in the order of the ids.
    topics: Vec<(TextSpan, Range<u32>)>,
    unsorted: Vec<String>,
    misranked: Vec<String>,
}

impl PartialEq for Run {
    fn eq(&self, other: &Self) -> bool {
        self.tag == other.tag
            && self.unsorted == other.unsorted
            && self.misranked == other.misranked
            && self.topics().eq(other.topics())
    }
}

impl Run {
    /// Reads the file at `path` (`-` is standard input), plain or gzip. Fields are separated by
    /// white space; blank lines and lines that start with `#` are ignored, and so is everything
    /// after the tag.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read. [`Error::Format`] with the line for a line with
    /// fewer than six columns, a score that is not a number, or a document retrieved twice for a
    /// topic; also for a file without lines, and for one of more than 320 MiB (decompressed),
    /// 8,000,000 lines or 600,000 topics.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        parse(TextInput::open(path.as_ref(), LIMITS)?)
    }

    /// Reads from an open reader; messages call it `name`.
    ///
    /// # Errors
    /// As [`Run::read`].
    pub fn read_from(reader: impl Read, name: impl AsRef<Path>) -> Result<Self> {
        parse(TextInput::read(reader, name.as_ref(), LIMITS)?)
    }

    /// Returns the run's tag, the name of the system. The last line's tag counts, as in trec_eval.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Returns the topics whose lines are not sorted by score in the file, in the order of their
    /// ids.
    pub fn unsorted(&self) -> &[String] {
        &self.unsorted
    }

    /// Returns the topics in which the ranks contradict the scores, in the order of their ids: also
    /// where no scores of the run differ, and the ranks are not in the order of equal scores. Ranks
    /// that are not whole numbers are ignored.
    pub fn misranked(&self) -> &[String] {
        &self.misranked
    }

    /// Returns the ranking of one topic, best first; never empty.
    pub fn topic(&self, id: &str) -> Option<Ranking<'_>> {
        let found =
            self.topics.binary_search_by(|(known, _)| known.slice(&self.text).cmp(id)).ok()?;
        Some(self.ranking(&self.topics[found].1))
    }

    /// Iterates over all topics with their ids, in the order of the ids.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = (&str, Ranking<'_>)> {
        self.topics.iter().map(|(id, rows)| (id.slice(&self.text), self.ranking(rows)))
    }

    fn ranking(&self, rows: &Range<u32>) -> Ranking<'_> {
        Ranking::new(&self.text, &self.rows[rows.start as usize..rows.end as usize])
    }

    /// Returns the run without the documents that are their topic's id, as BEIR's
    /// `ignore_identical_ids` scores it: collections such as ArguAna hold their queries. A topic
    /// keeps its place even if no result is left.
    pub fn without_queries(mut self) -> Self {
        let text = Arc::clone(&self.text);
        let mut kept = Vec::with_capacity(self.rows.len());
        for (id, rows) in &mut self.topics {
            let start = kept.len() as u32;
            let of_topic = &self.rows[rows.start as usize..rows.end as usize];
            let is_query = |row: &&NamedDocument| row.docno.slice(&text) == id.slice(&text);
            kept.extend(of_topic.iter().filter(|row| !is_query(row)).cloned());
            *rows = start..kept.len() as u32;
        }
        self.rows = kept;
        self
    }

    /// Returns the run with scores rounded to `f32` and sorted again, as trec_eval 9 reads it.
    pub fn single_precision(mut self) -> Self {
        for row in &mut self.rows {
            row.score = f64::from(row.score as f32);
        }
        for (_, rows) in &self.topics {
            self.rows[rows.start as usize..rows.end as usize]
                .sort_unstable_by(|a, b| a.order(b, &self.text));
        }
        self
    }
}

/// Writes one topic's ranking, best first, as run lines with ranks from 1. Scores are written as
/// the shortest decimal that gives the same `f32`, so that evaluators that read `f32` or `f64` see
/// the same order and the same ties. Control characters are [escapes](Escaped).
///
/// # Errors
/// If writing to `out` fails.
pub fn write(
    out: &mut (impl Write + ?Sized),
    topic: &str,
    ranking: impl IntoIterator<Item = (impl AsRef<str>, f32)>,
    tag: &str,
) -> io::Result<()> {
    let topic = Escaped(topic);
    let tag = Escaped(tag);
    for (rank, (docno, score)) in (1..).zip(ranking) {
        writeln!(out, "{topic} Q0 {} {rank} {score} {tag}", Escaped(docno.as_ref()))?;
    }
    Ok(())
}

fn parse(input: TextInput) -> Result<Run> {
    let mut tag = "";
    let mut records = Vec::new();
    for (number, line) in input.lines() {
        let (record, its_tag) = record(&input, number, line)?;
        records.push(record);
        tag = its_tag;
    }
    if records.is_empty() {
        return Err(Error::format(input.whole(), "no line", COLUMNS));
    }
    let tag = tag.to_owned();
    group_by_topic(&mut records, &input)?;
    let mut run = Run { tag, text: input.shared(), ..Run::default() };
    let checked: Vec<RunTopic> = records
        .par_chunk_by_mut(|a, b| input.str(a.topic) == input.str(b.topic))
        .map(|lines| sort(lines, &input))
        .collect();
    // Ties of one topic are common. Scores that never differ are none.
    let has_scores = checked.iter().any(|topic| !topic.is_tied);
    let mut start = 0;
    for topic in checked {
        run.topics.push((topic.id, start..start + topic.lines));
        start += topic.lines;
        let id = input.str(topic.id);
        if !topic.is_sorted {
            run.unsorted.push(id.to_owned());
        }
        if !topic.is_ranked || !has_scores && !topic.is_ranked_by_docno {
            run.misranked.push(id.to_owned());
        }
    }
    run.rows = records.into_iter().map(|record| record.row()).collect();
    Ok(run)
}

/// Those of [`Limits::RECORDS`]; other evaluators write runs as JSON, too.
const LIMITS: Limits = Limits {
    columns: Some(
        "a TREC run: lines of topic Q0 docno rank score tag, such as 301 Q0 doc-1 1 12.5 bm25",
    ),
    ..Limits::RECORDS
};

const COLUMNS: &str =
    "six columns: topic Q0 docno rank score tag, such as 301 Q0 doc-1 1 12.5 bm25";

/// Score and rank of a run line.
struct RunLine {
    score: f64,
    /// [`NO_RANK`] if it is not a whole number.
    rank: i64,
}

/// Stands for a rank that is not a whole number; an [`Option`] would double its size.
const NO_RANK: i64 = i64::MIN;

impl Record<RunLine> {
    fn row(&self) -> NamedDocument {
        NamedDocument { docno: self.docno, score: self.value.score }
    }
}

/// What is known of the lines of a topic besides the ranking.
struct RunTopic {
    id: TextSpan,
    lines: u32,
    /// Whether the lines are sorted by score.
    is_sorted: bool,
    /// Whether the ranks agree with the scores.
    is_ranked: bool,
    /// Whether all scores are equal.
    is_tied: bool,
    /// Whether the ranks, if no two lines share one, agree with the order of equal scores.
    is_ranked_by_docno: bool,
}

/// Checks the lines of a topic, and sorts them, best first.
fn sort(lines: &mut [Record<RunLine>], input: &TextInput) -> RunTopic {
    let is_sorted = !lines.windows(2).any(|pair| pair[0].value.score < pair[1].value.score);
    let is_tied = lines.iter().all(|line| line.value.score == lines[0].value.score);
    let topic = RunTopic {
        id: lines[0].topic,
        lines: lines.len() as u32,
        is_sorted,
        is_ranked: ranks_agree(lines),
        is_tied,
        is_ranked_by_docno: !is_tied || ranks_follow_docnos(lines, input),
    };
    lines.sort_unstable_by(|a, b| a.row().order(&b.row(), input.whole_text()));
    topic
}

/// Sorts the lines by rank, and returns whether the ranks agree with the scores: no line has a
/// better rank than a line with a higher score.
fn ranks_agree(lines: &mut [Record<RunLine>]) -> bool {
    // Usually they are sorted already.
    lines.sort_unstable_by_key(|line| line.value.rank);
    let ranked = &lines[lines.partition_point(|line| line.value.rank == NO_RANK)..];
    let mut lowest = f64::INFINITY;
    for equal in ranked.chunk_by(|a, b| a.value.rank == b.value.rank) {
        if equal.iter().any(|line| line.value.score > lowest) {
            return false;
        }
        lowest = equal.iter().fold(lowest, |lowest, line| lowest.min(line.value.score));
    }
    true
}

/// Returns whether lines that are sorted by rank are in the order of equal scores too; also if
/// they share ranks or have none, which says nothing.
fn ranks_follow_docnos(lines: &[Record<RunLine>], input: &TextInput) -> bool {
    let shares = |pair: &[Record<RunLine>]| pair[0].value.rank == pair[1].value.rank;
    let follows = |pair: &[Record<RunLine>]| input.str(pair[0].docno) > input.str(pair[1].docno);
    lines.windows(2).all(follows) || lines.windows(2).any(shares)
}

/// Parses a line; returns its tag as well.
fn record<'a>(input: &TextInput, number: u64, line: &'a str) -> Result<(Record<RunLine>, &'a str)> {
    let mut fields = line.split_ascii_whitespace();
    let (Some(topic), Some(_), Some(docno), Some(rank), Some(score), Some(tag)) =
        (fields.next(), fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(Error::format(input.line(number), shown(line), COLUMNS));
    };
    match score.parse::<f64>() {
        Ok(score) if !score.is_nan() => {
            let value = RunLine { score, rank: rank.parse().unwrap_or(NO_RANK) };
            Ok((Record { topic: input.span(topic), docno: input.span(docno), value }, tag))
        }
        _ => Err(Error::format(input.line(number), format!("score {}", shown(score)), "a number")),
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
        run.topic(topic).unwrap().iter().map(|retrieved| retrieved.docno.to_owned()).collect()
    }

    #[test]
    fn the_score_orders_and_ties_go_by_docno_descending() {
        let text = "1 Q0 a 1 2.0 t\n1 Q0 c 2 2 t\n#\n1 Q0 B 3 2e0 t\n1 Q0 z 0 -1 t\n1 Q0 b 9 \
                    16777217 t\n1 Q0 y 1 16777216 u junk";
        let run = run(text).unwrap();
        assert_eq!(docnos(&run, "1"), ["b", "y", "c", "a", "B", "z"]);
        assert_eq!(run.tag(), "u");
    }

    fn wrong(text: &str) -> String {
        run(text).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_file_and_line() {
        assert_eq!(
            wrong("1 Q0 d 1 2.0"),
            format!("a.run:1: found '1 Q0 d 1 2.0', expected {COLUMNS}")
        );
        assert_eq!(wrong("\n1 Q0 d 1 high t"), "a.run:2: found score 'high', expected a number");
        assert_eq!(wrong("1 Q0 d 1 nan t"), "a.run:1: found score 'nan', expected a number");
        assert_eq!(wrong(""), format!("a.run: found no line, expected {COLUMNS}"));
        assert!(
            wrong("1 Q0 d 1 2 t\n1 Q0 d 2 1 t")
                .starts_with("a.run:2: found document 'd' of topic '1' a second")
        );
    }

    #[test]
    fn ranks_contradict_scores_that_never_differ() {
        for (text, misranked) in [
            ("1 Q0 a 1 0 t\n1 Q0 b 2 0 t\n2 Q0 z 1 0 t\n", vec!["1"]),
            ("1 Q0 a 1 3 t\n1 Q0 b 2 3.0 t\n2 Q0 x 0 5 t\n2 Q0 y 1 5 t\n", vec!["1", "2"]),
            ("1 Q0 b 2 7 t\n1 Q0 a 1 7 t\n", vec!["1"]),
            // Scores differ somewhere; ranks follow docnos; are shared; are no numbers.
            ("1 Q0 a 1 0 t\n1 Q0 b 2 0 t\n2 Q0 z 1 1 t\n2 Q0 y 2 0 t\n", vec![]),
            ("1 Q0 b 1 0 t\n1 Q0 a 2 0 t\n", vec![]),
            ("1 Q0 a 1 0 t\n1 Q0 b 1 0 t\n", vec![]),
            ("1 Q0 a - 0 t\n1 Q0 b - 0 t\n", vec![]),
            ("1 Q0 a 1 0 t\n", vec![]),
        ] {
            assert_eq!(run(text).unwrap().misranked(), misranked, "{text}");
        }
    }

    #[test]
    fn a_run_as_json_is_told() {
        for text in [
            "[{\"qid\":\"1\",\"docno\":\"d\",\"score\":1.5,\"rank\":0}]",
            "{\"1\": {\"d\": 0.5, \"e\": 0.3, \"f\": 0.2, \"g\": 0.1}}",
            "\u{feff}{\n  \"1\": {}\n}",
            "[[\"1\", \"d\", 0.5]]",
        ] {
            let text = wrong(text);
            assert!(text.starts_with("a.run: found JSON, expected a TREC run: lines of"), "{text}");
        }
        assert_eq!(docnos(&run("[1] Q0 {d} 1 2 t").unwrap(), "[1]"), ["{d}"]);
    }

    #[test]
    fn scores_are_written_as_the_shortest_decimal_of_the_f32() {
        let mut out = Vec::new();
        write(&mut out, "851", [("d1", 0.1f32 + 0.2), ("d0", 16777216.0), ("d2", 1.0)], "tamis")
            .unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(
            text,
            "851 Q0 d1 1 0.3 tamis\n851 Q0 d0 2 16777216 tamis\n851 Q0 d2 3 1 tamis\n"
        );
    }

    proptest! {
        #[test]
        fn a_written_run_reads_back_with_the_same_scores_and_order(
            scores in proptest::collection::btree_map("[a-z]{1,4}", -1e30f32..1e30, 1..40),
        ) {
            let mut ranking: Vec<(&str, f32)> =
                scores.iter().map(|(docno, score)| (docno.as_str(), *score)).collect();
            ranking.sort_by(|a, b| b.1.partial_cmp(&a.1).unwrap().then(b.0.cmp(a.0)));
            let mut out = Vec::new();
            write(&mut out, "1", ranking.iter().copied(), "t").unwrap();
            let run = Run::read_from(out.as_slice(), "a.run").unwrap();
            let read: Vec<(&str, f32)> =
                run.topic("1").unwrap().iter().map(|r| (r.docno, r.score as f32)).collect();
            prop_assert_eq!(read, ranking);
        }

        #[test]
        fn no_text_makes_it_panic(text in "[0-9a# .\t\n-]{0,60}") {
            let _ = run(&text);
        }
    }
}
