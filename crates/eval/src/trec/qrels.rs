//! Qrels: lines of `topic iteration docno grade`.

use super::input::{TextInput, TextSpan, columns, shown};
use super::limits::Limits;
use super::records::{Record, group_once_by_topic};
use crate::error::{Error, Result};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The judgements of all topics, sorted by topic id (by bytes).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Qrels {
    topics: BTreeMap<String, TopicQrels>,
    repeated: u64,
}

/// The judgements of one topic: at least one document.
#[derive(Debug, Clone, Default)]
pub struct TopicQrels {
    /// The text with the docnos, which the topics of a file share.
    text: Arc<String>,
    /// Sorted by docno, each once.
    judged: Vec<(TextSpan, i32)>,
}

impl PartialEq for TopicQrels {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for TopicQrels {}

impl Qrels {
    /// Reads the file at `path` (`-` is standard input), plain or gzip. Fields are separated by
    /// white space; blank lines and lines that start with `#` are ignored, and so is the iteration.
    /// After BEIR's header, `query-id corpus-id score`, lines have no iteration.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read. [`Error::Format`] with the line for a line without
    /// four columns (three after BEIR's header), a grade that is not a whole number, or a document
    /// judged twice for a topic with different grades; also for a file without judgements, and for
    /// one of more than 320 MiB (decompressed), 8,000,000 lines or 600,000 topics.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        parse(&TextInput::open(path.as_ref(), LIMITS)?)
    }

    /// Reads from an open reader; messages call it `name`.
    ///
    /// # Errors
    /// As [`Qrels::read`].
    pub fn read_from(reader: impl Read, name: impl AsRef<Path>) -> Result<Self> {
        parse(&TextInput::read(reader, name.as_ref(), LIMITS)?)
    }

    /// Returns the judgements of one topic.
    pub fn topic(&self, id: &str) -> Option<&TopicQrels> {
        self.topics.get(id)
    }

    /// Iterates over all topics with their ids, in the order of the ids.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = (&str, &TopicQrels)> {
        self.topics.iter().map(|(id, qrels)| (id.as_str(), qrels))
    }

    /// Returns the number of lines that say the same as an earlier one.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }

    /// Replaces each grade.
    pub fn map_grades(&mut self, grade: impl Fn(i32) -> i32) {
        for judged in self.topics.values_mut() {
            judged.map_grades(&grade);
        }
    }
}

impl TopicQrels {
    /// Returns the document's grade; none if the qrels do not list it. A negative grade means that
    /// the document was in the pool but was not judged (as in trec_eval and the TREC Blog track).
    pub fn grade(&self, docno: &str) -> Option<i32> {
        let found = self.judged.binary_search_by(|(judged, _)| judged.slice(&self.text).cmp(docno));
        found.ok().map(|at| self.judged[at].1)
    }

    /// Replaces each grade.
    pub fn map_grades(&mut self, grade: impl Fn(i32) -> i32) {
        for (_, old) in &mut self.judged {
            *old = grade(*old);
        }
    }

    /// Iterates over the documents of the qrels with their grades, in the order of the docnos.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, i32)> {
        self.judged.iter().map(|(docno, grade)| (docno.slice(&self.text), *grade))
    }
}

/// Collects documents with their grades; each document at most once.
impl FromIterator<(String, i32)> for TopicQrels {
    fn from_iter<I: IntoIterator<Item = (String, i32)>>(grades: I) -> Self {
        let mut text = String::new();
        let mut judged = Vec::new();
        for (docno, grade) in grades {
            let span = TextSpan { start: text.len() as u32, length: docno.len() as u32 };
            text.push_str(&docno);
            judged.push((span, grade));
        }
        Self::sorted(Arc::new(text), judged)
    }
}

impl TopicQrels {
    /// Returns the judgements of documents that are named in `text`.
    fn sorted(text: Arc<String>, mut judged: Vec<(TextSpan, i32)>) -> Self {
        judged.sort_unstable_by(|(a, _), (b, _)| a.slice(&text).cmp(b.slice(&text)));
        Self { text, judged }
    }

    /// Returns the judgements of these lines.
    pub(super) fn of_lines<V>(
        input: &TextInput,
        lines: &[Record<V>],
        grade: impl Fn(&V) -> i32,
    ) -> Self {
        Self::sorted(
            input.shared(),
            lines.iter().map(|line| (line.docno, grade(&line.value))).collect(),
        )
    }
}

fn parse(input: &TextInput) -> Result<Qrels> {
    let mut lines = input.lines().peekable();
    let headed = lines.next_if(|(_, line)| line.split_ascii_whitespace().eq(BEIR_HEADER)).is_some();
    let record = if headed { record_of_beir } else { record };
    let mut records =
        lines.map(|(number, line)| record(input, number, line)).collect::<Result<Vec<_>>>()?;
    if records.is_empty() {
        return Err(Error::format(input.whole(), "no judgement", COLUMNS));
    }
    let repeated = group_once_by_topic(&mut records, input)?;
    let by_topic = records.par_chunk_by(|a, b| input.str(a.topic) == input.str(b.topic));
    let topics = by_topic.map(|topic| {
        (input.str(topic[0].topic).to_owned(), TopicQrels::of_lines(input, topic, |grade| *grade))
    });
    Ok(Qrels { topics: topics.collect::<Vec<_>>().into_iter().collect(), repeated })
}

/// Those of [`Limits::RECORDS`]; other evaluators read qrels as JSON, too.
const LIMITS: Limits = Limits {
    columns: Some("qrels: lines of topic iteration docno grade, such as 301 0 doc-1 1"),
    ..Limits::RECORDS
};

pub(super) const COLUMNS: &str = "four columns: topic iteration docno grade, such as 301 0 doc-1 1";

/// The first line of BEIR's qrels. Without it, lines of three columns are an error, since one of
/// four may be missing.
const BEIR_HEADER: [&str; 3] = ["query-id", "corpus-id", "score"];

fn record_of_beir(input: &TextInput, number: u64, line: &str) -> Result<Record<i32>> {
    let Some([topic, docno, grade]) = columns(line) else {
        return Err(Error::format(
            input.line(number),
            shown(line),
            "three columns: query-id corpus-id score",
        ));
    };
    Ok(Record {
        topic: input.span(topic),
        docno: input.span(docno),
        value: whole(input, number, grade)?,
    })
}

fn record(input: &TextInput, number: u64, line: &str) -> Result<Record<i32>> {
    let ([topic, _, docno], value) = grade(input, number, line)?;
    Ok(Record { topic: input.span(topic), docno: input.span(docno), value })
}

/// Parses a line into its first three columns and its grade.
pub(super) fn grade<'a>(
    input: &TextInput,
    number: u64,
    line: &'a str,
) -> Result<([&'a str; 3], i32)> {
    let Some([topic, iteration, docno, grade]) = columns(line) else {
        return Err(Error::format(input.line(number), shown(line), COLUMNS));
    };
    Ok(([topic, iteration, docno], whole(input, number, grade)?))
}

fn whole(input: &TextInput, number: u64, grade: &str) -> Result<i32> {
    grade.parse().ok().or_else(|| with_a_point(grade)).ok_or_else(|| {
        let why = match grade.parse::<f64>() {
            Ok(float) if !float.is_finite() => "",
            Ok(float) if float.fract() == 0.0 => "; it is too large: is it another column?",
            Ok(_) => "; trec_eval would cut its fraction off: multiply or round the grades first",
            Err(_) => "",
        };
        let expected = format!("a whole number (a negative one means not judged){why}");
        Error::format(input.line(number), format!("grade {}", shown(grade)), expected)
    })
}

/// A whole grade as programs write it that keep grades as floating-point numbers: `1.0`, `1e0`.
fn with_a_point(grade: &str) -> Option<i32> {
    let number = grade.parse::<f64>().ok()?;
    let whole = number as i32;
    (f64::from(whole) == number).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn qrels(text: &str) -> Result<Qrels> {
        Qrels::read_from(text.as_bytes(), "a.qrels")
    }

    fn wrong(text: &str) -> String {
        qrels(text).unwrap_err().to_string()
    }

    #[test]
    fn after_beirs_header_there_is_no_iteration() {
        let found = qrels("# x\nquery-id\tcorpus-id\tscore\n1\td1\t2\n1\td0\t0\n").unwrap();
        assert_eq!(found, qrels("1 0 d1 2\n1 0 d0 0\n").unwrap());
        assert_eq!(
            wrong("query-id corpus-id score\n1 0 d1 2\n"),
            "a.qrels:2: found '1 0 d1 2', expected three columns: query-id corpus-id score"
        );
        assert!(wrong("1 d1 2\n").contains("expected four columns"));
        assert!(wrong("query-id corpus-id score\n").contains("no judgement"));
    }

    #[test]
    fn grades_are_found_and_absent_ones_are_not() {
        let qrels = qrels("# made by hand\n2 0 d#9 -1\n1\tQ0\td1  2\r\n\n1 0 d0 0\n").unwrap();
        assert_eq!(qrels.topics().map(|(id, _)| id).collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(qrels.topic("1").unwrap().iter().collect::<Vec<_>>(), [("d0", 0), ("d1", 2)]);
        assert_eq!(qrels.topic("1").unwrap().grade("d1"), Some(2));
        assert_eq!(qrels.topic("1").unwrap().grade("d2"), None);
        assert_eq!(qrels.topic("2").unwrap().grade("d#9"), Some(-1));
        assert_eq!(qrels.topic("3"), None);
    }

    #[test]
    fn a_whole_grade_may_have_a_point_and_a_fraction_is_refused() {
        let whole = qrels("1 0 a 1\n1 0 b 2\n1 0 c -1\n1 0 d 0\n1 0 e 3\n").unwrap();
        let floats = "1 0 a 1.0\n1 0 b 2.00\n1 0 c -1.0\n1 0 d 0.\n1 0 e 3e0\n";
        assert_eq!(qrels(floats).unwrap(), whole);
        let beir = "query-id\tcorpus-id\tscore\n1\ta\t1.0\n1\td\t-0.0\n";
        assert_eq!(qrels(beir).unwrap(), qrels("1 0 a 1\n1 0 d 0\n").unwrap());
        let refused = [("0.5", "round"), ("1.0000001", "round"), ("-0.5", "round")];
        let large = ["3000000000.0", "9999999999", "-1e300"].map(|grade| (grade, "too large"));
        for (grade, why) in refused.into_iter().chain(large) {
            let message = wrong(&format!("1 0 a {grade}\n"));
            let found = format!("a.qrels:1: found grade '{grade}', expected a whole number");
            assert!(message.starts_with(&found) && message.contains(why), "{message}");
        }
        for grade in ["nan", "inf", "1,0", "x"] {
            assert!(wrong(&format!("1 0 a {grade}\n")).ends_with("not judged)"), "{grade}");
        }
    }

    #[test]
    fn errors_name_file_and_line() {
        assert_eq!(wrong("\n1 0 d0\n"), format!("a.qrels:2: found '1 0 d0', expected {COLUMNS}"));
        assert_eq!(
            wrong("51 clueweb09-x 0 1 0.5\n"),
            format!("a.qrels:1: found '51 clueweb09-x 0 1 0.5', expected {COLUMNS}")
        );
        assert_eq!(
            wrong("1 0 d0 good"),
            "a.qrels:1: found grade 'good', expected a whole number (a negative one means not \
             judged)"
        );
        assert_eq!(
            wrong("# only this"),
            format!("a.qrels: found no judgement, expected {COLUMNS}")
        );
        let contradicting = wrong("1 0 d1 1\n1 0 d1 1\n1 0 d1 0\n");
        assert!(
            contradicting.starts_with("a.qrels:3: found document 'd1' of topic '1' a second time"),
            "{contradicting}"
        );
        let twice = wrong("1 0 d1 0\n1 0 d0 0\n2 0 d0 1\n1 0 d0 1\n1 0 d1 0\n");
        assert_eq!(
            twice,
            "a.qrels:4: found document 'd0' of topic '1' a second time, expected each document \
             once per topic; line 2 has it already"
        );
    }

    #[test]
    fn lines_that_say_the_same_count_once() {
        for (text, repeated) in [
            ("1 0 d1 1\n1 0 d0 0\n", 0),
            ("1 0 d1 1\n1 0 d0 0\n1 0 d1 1\n", 1),
            ("1 0 d1 1\n1\tQ0\td1\t1\r\n1 0 d0 0\n1 0 d1 1\n", 2),
            ("query-id corpus-id score\n1 d0 0\n1 d0 0\n1 d1 1\n", 1),
        ] {
            let read = qrels(text).unwrap();
            assert_eq!(read.repeated(), repeated, "{text}");
            let judged: Vec<_> = read.topic("1").unwrap().iter().collect();
            assert_eq!(judged, [("d0", 0), ("d1", 1)], "{text}");
        }
        assert_eq!(qrels("1 0 d 1\n2 0 d 1\n").unwrap().repeated(), 0);
    }

    #[test]
    fn qrels_as_json_are_told() {
        for text in ["{\"1\": {\"d\": 1, \"e\": 0}}", "[{\"query_id\": \"1\"}]"] {
            let text = wrong(text);
            assert!(text.starts_with("a.qrels: found JSON, expected qrels: lines of"), "{text}");
        }
        assert!(qrels("[1] 0 {d} 1\n").is_ok());
    }

    #[test]
    fn a_file_of_too_many_topics_is_refused() {
        let mut lines: String = (0..600_000).map(|topic| format!("{topic} 0 d 1\n")).collect();
        assert_eq!(qrels(&lines).unwrap().topics().len(), 600_000);
        lines += "600000 0 d 1\n";
        assert_eq!(
            wrong(&lines),
            "a.qrels: found more than 600000 topics, expected at most that; split the file, and \
             read the parts one by one"
        );
    }

    proptest! {
        #[test]
        fn the_order_of_the_lines_does_not_matter(
            lines in proptest::collection::btree_map((0..5u8, 0..50u8), -2..5i32, 1..60),
            seed in any::<u64>(),
        ) {
            let mut lines: Vec<String> =
                lines.iter().map(|((t, d), g)| format!("{t} 0 d{d} {g}")).collect();
            let sorted = qrels(&lines.join("\n")).unwrap();
            let middle = seed as usize % lines.len();
            lines.rotate_left(middle);
            lines[..middle].reverse();
            prop_assert_eq!(qrels(&lines.join("\n")).unwrap(), sorted);
        }

        #[test]
        fn no_text_makes_it_panic(text in "[0-9a# \t\n-]{0,60}") {
            let _ = qrels(&text);
        }
    }
}
