//! Hostile input: pipes and devices in place of files, gzip that unpacks to far more, names that
//! are not UTF-8, rules without end, and what is no index in the place of one.
#![cfg(unix)]

use crate::case::{Case, assert_refused, names};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use tamis::job::eval::{EvalJob, JudgementFormat, Scoring};
use tamis::job::{
    ExtractJob, IndexJob, LabelJob, LabelLinesJob, PageLists, PageSource, SearchJob, Source,
    StatsJob, TopicsJob, VerifyJob,
};
use tamis::{Error, Index, Run};
use tamis_testing::pages::{PAGES, html};

#[test]
fn a_pipe_is_refused_and_not_waited_for() {
    let case = Case::default();
    case.warc("folder/pages.warc", 2);
    let made = Command::new("mkfifo").arg(case.path("folder/pipe")).status().unwrap();
    assert!(made.success());
    let refused = case.build("new", &["folder/pipe"]).run(&());
    assert_refused(refused, &["folder/pipe: cannot read: a pipe", "save it to a file"]);
    assert!(!case.path("new").exists());
    // In a folder it is counted, and the rest is indexed.
    let built = case.index("index", &["folder"]);
    assert_eq!((built.counts.pages, built.damaged), (2, 1));
    assert!(case.losses("index").contains("folder/pipe\t0\tpipe\tskipped\tunreadable"));
}

// Elsewhere such a name cannot be made.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_utf_8_are_distinguished() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let case = Case::default();
    let mut collections = Vec::new();
    for (count, name) in [(1, b"\xfe.warc"), (2, b"\xff.warc")] {
        case.warc("made.warc", count);
        let path = case.path(OsStr::from_bytes(name));
        std::fs::rename(case.path("made.warc"), &path).unwrap();
        collections.push(path);
    }
    let job = IndexJob { collections, ..case.build("index", &[]) };
    let counts = job.run(&()).unwrap().result.counts;
    let archives = &case.open("index").manifest().archives.clone();
    let archives: Vec<&str> =
        archives.iter().map(|entry| entry.path.rsplit('/').next().unwrap()).collect();
    assert_eq!(archives, ["%FE.warc", "%FF.warc"]);
    // Under lossy names each would look like the other, changed.
    assert_eq!(job.run(&()).unwrap().result.counts, counts);
}

/// The errors of every job that reads an input which is no collection, if it is this file.
fn refusals(case: &Case, file: &Path) -> Vec<Error> {
    let index = case.open("index");
    let lines = LabelLinesJob {
        index: case.path("index"),
        lines: file.to_owned(),
        name: Some("x".to_owned()),
        replace: false,
    };
    let topics = TopicsJob { topics: file.to_owned().into(), ..TopicsJob::default() };
    let search = |lists| SearchJob { words: "words".to_owned(), lists, ..SearchJob::default() };
    let docnos = PageLists { docnos: Some(file.to_owned()), ..PageLists::default() };
    let scores = PageLists { spam_scores: Some(file.to_owned()), ..PageLists::default() };
    let eval = |qrels: PathBuf, run: Source<Run>, format| {
        let scoring = Scoring { judgements: qrels.into(), format, ..Scoring::default() };
        EvalJob { scoring, run, ..EvalJob::default() }
    };
    let (qrels, run) = (case.path("qrels"), case.path("run"));
    let own = JudgementFormat::default();
    let mut evaluations = vec![
        eval(file.to_owned(), run.clone().into(), own),
        eval(qrels.clone(), file.to_owned().into(), own),
        EvalJob {
            zscores: Some(file.to_owned().into()),
            ..eval(qrels.clone(), run.clone().into(), own)
        },
    ];
    for format in [JudgementFormat::Prefs, JudgementFormat::Prels] {
        evaluations.push(eval(file.to_owned(), run.clone().into(), format));
    }
    let mut refusals = vec![
        lines.run(&(), &mut |_| ()).map(drop),
        topics.lines(&index, &()).map(drop),
        search(docnos).run(&index, &()).map(drop),
        search(scores).run(&index, &()).map(drop),
    ];
    refusals.extend(evaluations.iter().map(|job| job.run(None, &()).map(drop)));
    refusals.into_iter().map(|refused| refused.unwrap_err()).collect()
}

#[test]
fn what_never_ends_is_refused_with_the_limit_and_the_remedy() {
    let case = Case::judged();
    case.file("run", "1 Q0 ice-1 1 1 t\n");
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..70 {
        bomb.write_all(&vec![b'a'; 1 << 20]).unwrap();
    }
    case.file("bomb.gz", bomb.finish().unwrap());
    assert!(case.path("bomb.gz").metadata().unwrap().len() < 1 << 17);
    for file in [PathBuf::from("/dev/zero"), case.path("bomb.gz")] {
        for error in refusals(&case, &file) {
            let error = error.to_string();
            let found = format!("{}:1: found a line of more than ", file.display());
            assert!(error.starts_with(&found), "{error}");
            assert!(error.contains("expected at most that; "), "{error}");
        }
    }
    // A page has no lines to be counted by.
    let page = PageSource::File("/dev/zero".into());
    let refused = ExtractJob::default().run(page, &());
    let words =
        "/dev/zero: found more than 32 MiB, expected a page of at most that; keep the part that";
    assert_refused(refused, &[words]);
}

#[test]
fn a_rule_of_any_depth_or_length_ends_in_an_answer() {
    let case = Case::indexed();
    for (rule, message) in [
        (
            "all or ".repeat(15_000) + "all",
            "column 70001: found one comparison too many, expected at most 10000",
        ),
        ("(".repeat(50_000), "column 101: found '(', expected at most 100 nested parentheses"),
        ("not ".repeat(30_000), "column 401: found 'not', expected at most 100 nested parentheses"),
    ] {
        assert_refused(case.find("index", "words", &[("where", &rule)]), &[message]);
    }
    let long: Vec<String> = (0..1_000).map(|words| format!("words = {words}")).collect();
    let found = case.find("index", "penguin", &[("where", &long.join(" or "))]).unwrap();
    assert_eq!(found, case.find("index", "penguin", &[]).unwrap());
}

#[test]
fn what_is_no_index_is_named_and_never_the_place_for_one() {
    let case = Case::default();
    case.warc("crawl.warc.gz", 2);
    case.warc("crawl/1.warc.gz", 2);
    case.file("page.html", html(&PAGES[0]));
    case.file("lines.jsonl", "{\"docno\":\"a\",\"text\":\"b\"}\n");
    case.file("qrels", "1 0 ice-1 1\n");
    case.file("pdf", "%PDF-1.4\n");
    case.file("empty/tamis.lock", "");
    case.index("made/index", &["crawl.warc.gz"]);
    for (name, message) in [
        ("crawl.warc.gz", "is a WARC archive, not an index; build one from it"),
        ("crawl", "holds no index; build one from it"),
        ("page.html", "is an HTML page, not an index; build one from it"),
        ("lines.jsonl", "is a JSONL collection, not an index; build one from it"),
        ("pdf", "is a PDF file, not an index; name an index folder"),
        ("qrels", "is a file, not an index folder; name an index folder"),
        ("made", "/made/index does; name an index folder"),
        ("empty", "holds no index; build one from a collection"),
        ("none", "is not an index folder; build one from a collection"),
    ] {
        let index = case.path(name);
        let classifiers = names(&["keep-all"]);
        let words = [&*format!("{}: ", index.display()), message];
        assert_refused(Index::open(&index), &words);
        assert_refused(StatsJob { index: index.clone() }.run(&()), &words);
        let verify = VerifyJob { index: index.clone(), ..VerifyJob::default() };
        assert_refused(verify.run(&()), &words);
        let label = LabelJob { index, classifiers, ..LabelJob::default() };
        assert_refused(label.run(&()), &words);
    }
}

#[test]
fn an_index_inside_the_collection_is_passed_over() {
    let case = Case::default();
    case.file("site/a.html", html(&PAGES[0]));
    case.file("site/b.html", html(&PAGES[1]));
    let built = case.index("site/index", &["site"]);
    assert_eq!(built.counts.pages, 2);
    assert_eq!(case.index("site/index", &["site"]).counts, built.counts);
    // Another one too, and one that a pattern matches.
    assert_eq!(case.index("other", &["site"]).counts, built.counts);
    assert_eq!(case.index("third", &["site/*"]).counts.pages, 2);
    assert_eq!(case.losses("other").lines().count(), 1);
    let refused = case.build("fourth", &["site/index"]).run(&());
    assert_refused(refused, &["site/index: found a tamis index, expected a collection"]);
}
