//! Treats any bytes as topics, qrels or a run: they parse, or the error names the line; what parses
//! survives a round trip.

use std::fmt::Write;
use tamis_eval::Error;
use tamis_eval::measure::{Options, Relevance, Summary, evaluate, evaluate_against, parse};
use tamis_eval::trec::{
    GroupedQrels, Prefs, Prels, Qrels, Run, TopicField, Topics, Zscores, ranking_order,
};
use tamis_place::At;

/// The name of the input in messages.
const NAME: &str = "fuzz";

/// Topics fit into a run, and survive a round trip as lines. The same file many times over is read
/// or refused as well: a reader whose time is not linear meets the fuzzer's time limit there.
pub fn topics(bytes: &[u8]) {
    check_topics(bytes);
    let most = (1 << 18) / bytes.len().max(1);
    check_topics(&bytes.repeat(most.min(500)));
    // A tag, a quote or a comment that stays open before each repetition.
    for open in [&b"<a "[..], b"<topic number=\"", b"<!--", b"\n<title>"] {
        check_topics(&[b"<top>\n", bytes, &open.repeat(500), bytes].concat());
    }
}

fn check_topics(bytes: &[u8]) {
    for field in TopicField::ALL {
        let topics = match Topics::fields(field).read_from(bytes, NAME) {
            Ok(topics) => topics,
            Err(error) => {
                check_error(&error, bytes);
                continue;
            }
        };
        assert!(!topics.is_empty());
        // A first topic, so that an id that begins with `<` is not taken for a tag.
        let mut lines = "-\t\n".to_owned();
        for topic in &topics {
            assert!(
                !topic.id.is_empty() && !topic.id.contains(char::is_whitespace),
                "{:?}",
                topic.id
            );
            assert!(!topic.text.contains(['\n', '\t']), "{:?}", topic.text);
            let _ = writeln!(lines, "{}\t{}", topic.id, topic.text);
        }
        // SGML permits ids that a line could not begin with.
        if topics.iter().all(|topic| !topic.id.starts_with('#') && topic.id != "-") {
            let again = Topics::fields(TopicField::Title)
                .read_from(lines.as_bytes(), NAME)
                .expect("lines of topics");
            assert_eq!(again[1..], topics[..]);
        }
    }
}

/// Every judgement is found by its docno, and survives a round trip.
pub fn qrels(bytes: &[u8]) {
    let qrels = match Qrels::read_from(bytes, NAME) {
        Ok(qrels) => qrels,
        Err(error) => return check_error(&error, bytes),
    };
    // A comment first, so that a byte order mark that begins a topic is not taken for the file's.
    let mut lines = "#\n".to_owned();
    for (id, topic) in qrels.topics() {
        assert_eq!(qrels.topic(id), Some(topic));
        for (docno, grade) in topic.iter() {
            assert_eq!(topic.grade(docno), Some(grade));
            let _ = writeln!(lines, "{id} 0 {docno} {grade}");
        }
    }
    assert_eq!(Qrels::read_from(lines.as_bytes(), NAME).expect("lines of qrels"), qrels);
}

/// Judgements of the other kinds, and z-scores: read, or refused with the line; every measure of a
/// run that has all their topics is a number in its range.
pub fn other_judgements(bytes: &[u8]) {
    match GroupedQrels::read_from(bytes, NAME) {
        Ok(read) => {
            in_range(Relevance::Groups(&read), "qrels_jg");
            in_range(Relevance::Subtopics(&read), "ndeval");
            in_range(Relevance::Preferences(&Prefs::from_grades(&read)), "all_prefs");
        }
        Err(error) => check_error(&error, bytes),
    }
    match Prefs::read_from(bytes, NAME) {
        Ok(read) => in_range(Relevance::Preferences(&read), "all_prefs"),
        Err(error) => check_error(&error, bytes),
    }
    match Prels::read_from(bytes, NAME) {
        Ok(read) => in_range(Relevance::Sample(&read), "num_q"),
        Err(error) => check_error(&error, bytes),
    }
    match Zscores::read_from(bytes, NAME) {
        Ok(read) => assert!(!read.zscore("1", "map", 0.5).is_nan()),
        Err(error) => check_error(&error, bytes),
    }
}

/// Judges a run of the judged documents themselves, and of one that nobody judged.
fn in_range(relevance: Relevance, measures: &str) {
    let mut docnos = relevance.docnos();
    docnos.sort_unstable();
    docnos.dedup();
    // A comment first, so that a byte order mark that begins a topic is not taken for the file's.
    let mut lines = "#\n".to_owned();
    for topic in relevance.topics() {
        for (at, docno) in docnos.iter().enumerate() {
            let _ = writeln!(lines, "{topic} Q0 {docno} 0 {} t", at * 7 % 5);
        }
    }
    let run =
        Run::read_from(lines.as_bytes(), NAME).expect("docnos of judgements are docnos of a run");
    let instances = parse(measures).expect("a name of the list");
    let evaluation = evaluate_against(relevance, &run, &instances, Options::default());
    for (instance, value) in instances.iter().zip(&evaluation.summary) {
        let share = instance.measure().summary == Summary::Mean;
        assert!(!share || (0.0..=1.0 + 1e-9).contains(value), "{}: {value}", instance.name());
    }
}

/// A run is in order, and every measure of it is a number in its range, for any judgements.
pub fn run(bytes: &[u8]) {
    let run = match Run::read_from(bytes, NAME) {
        Ok(run) => run,
        Err(error) => return check_error(&error, bytes),
    };
    let mut lines = "#\n".to_owned();
    for (id, ranking) in run.topics() {
        let ranking: Vec<_> = ranking.iter().collect();
        assert!(ranking.windows(2).all(|pair| ranking_order(&pair[0], &pair[1]).is_lt()));
        // Every third document stays unjudged; the others' grades run from -1 to 3.
        for (at, retrieved) in ranking.iter().enumerate().filter(|(at, _)| at % 3 != 2) {
            let _ = writeln!(lines, "{id} 0 {} {}", retrieved.docno, at as i32 % 5 - 1);
        }
    }
    let qrels =
        Qrels::read_from(lines.as_bytes(), NAME).expect("docnos of a run are docnos of qrels");
    let mut instances = parse("official").expect("a name of the list");
    instances.extend(parse("all_trec").expect("a name of the list"));
    let evaluation = evaluate(&qrels, &run, &instances);
    for (instance, value) in instances.iter().zip(&evaluation.summary) {
        let share = matches!(instance.measure().summary, Summary::Mean | Summary::GeometricMean)
            && instance.measure().name != "utility";
        assert!(!share || (0.0..=1.0 + 1e-9).contains(value), "{}: {value}", instance.name());
    }
}

/// Wrong content is refused with a line of the file, or the whole of it.
fn check_error(error: &Error, bytes: &[u8]) {
    assert!(error.to_string().contains(NAME), "{error}");
    // Decompressed text has more lines than the file.
    let packed = bytes.starts_with(b"\x1f\x8b");
    match error {
        Error::Format(error) => match error.place.at {
            At::Whole => {}
            At::Line(line) => {
                let lines = bytes.iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
                assert!(line >= 1 && (packed || line <= lines), "{error}");
            }
            At::Offset(_) => panic!("{error}"),
        },
        // A file of lines has no description.
        Error::Setting(_) => {}
        // The gzip data is invalid.
        Error::Io(_) => assert!(packed, "{error}"),
    }
}
