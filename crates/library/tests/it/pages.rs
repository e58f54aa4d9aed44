//! Filters of the pages of a search.

use crate::case::{Begun, Case, assert_refused, assert_told, settings};
use crate::judged::request;
use serde_json::json;
use tamis::job::{CompareJob, ExportJob, PageLists, SweepJob, TopicsJob};
use tamis::{Comparison, Error, Notice, Result, Run, Sweep};

fn page(docno: &str, url: &str, date: &str, text: &str) -> String {
    format!("{{\"docno\":\"{docno}\",\"url\":\"{url}\",\"date\":\"{date}\",\"text\":\"{text}\"}}\n")
}

/// Two languages, three months, one page without a date.
fn indexed() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        let english = "the kettle stands on the stove and nobody in the house has seen it since \
                       the day before yesterday";
        let german = "der Kettle steht auf dem Herd und niemand im Haus hat ihn seit vorgestern \
                      gesehen oder gehört";
        let lines = [
            page("a", "http://a.example/x", "2005-12-06T12:00:00Z", english),
            page("b", "http://a.example/y", "2006-01-31T23:59:59Z", english),
            page("c", "http://b.example/x", "2006-02-21", german),
            page("d", "http://c.example/", "some day", english),
        ];
        case.file("pages.jsonl", lines.concat());
        case.file("topics", "1\tkettle\n");
        case.file("qrels", "1 0 a 1\n1 0 c 1\n");
        let recipe = settings(json!({"detect_language": true}));
        case.index_with("index", &["pages.jsonl"], recipe);
    });
    BEGUN.case()
}

/// The docnos that pass, in their order, and the notices.
fn passing(
    case: &Case,
    parameters: &str,
    change: impl FnOnce(&mut PageLists),
) -> Result<(String, Vec<Notice>)> {
    let topics = case.path("topics").into();
    let mut job = TopicsJob { request: request(parameters)?, topics, ..TopicsJob::default() };
    change(&mut job.lists);
    let outcome = job.lines(&case.open("index"), &())?;
    let run = Run::read_from(&outcome.result[..], "run").unwrap_or_default();
    let mut docnos: Vec<&str> =
        run.topic("1").unwrap_or_default().iter().map(|row| row.docno).collect();
    docnos.sort_unstable();
    Ok((docnos.concat(), outcome.notices))
}

#[test]
fn every_filter_leaves_the_pages_that_it_says() {
    let case = indexed();
    case.file("list", "a\nc\nnowhere\n");
    case.file("spam", "69 a\n70 b\n99 c\n12 zz\n");
    let list = || case.path("list");
    let listed = |parameters: &str, change: &dyn Fn(&mut PageLists)| {
        passing(&case, parameters, change).unwrap()
    };
    let (docnos, notices) = listed("", &|lists| lists.docnos = Some(list()));
    assert_eq!(docnos, "ac");
    assert_told(&notices, &["2 of 4 pages pass", "not in the index: 1 docno of the list"]);
    let not_listed = |lists: &mut PageLists| lists.not_docnos = vec![list()];
    assert_eq!(listed("", &not_listed).0, "bd");
    assert_eq!(listed("url_prefix http://a.example/", &not_listed).0, "b");
    let spam = |file: &'static str, least: u8| {
        let file = Some(case.path(file));
        listed("", &move |lists| {
            (lists.spam_scores, lists.min_percentile) = (file.clone(), least);
        })
    };
    let (docnos, notices) = spam("spam", PageLists::default().min_percentile);
    assert_eq!(docnos, "bcd");
    let of_others = |notices: &[Notice]| {
        notices.iter().any(|notice| matches!(notice, Notice::SpamScoresOfOthers { .. }))
    };
    assert!(!of_others(&notices));
    assert_eq!(spam("spam", 71).0, "cd");
    for others in ["12 zz\n99 yy\n", "99 yy\n"] {
        case.file("others", others);
        let (docnos, notices) = spam("others", 70);
        assert!(docnos == "abcd" && of_others(&notices));
    }
    let (_, notices) = listed("from 2006", &|_| ());
    assert_told(&notices, &["1 page left out: no readable date"]);
    for (parameters, expected) in [
        ("", "abcd"),
        ("from 2006", "bc"),
        ("to 2006-01", "ab"),
        ("from 2005-12-07 | to 2006-02-20", "b"),
        // A date with a time is that second, in every form that a date has in an archive.
        ("from 2006-01-31T23:59:59Z | to 2006-01-31T23:59:59Z", "b"),
        ("from 2006-02-01T00:59:59+01:00 | to 2006-02-01T00:59:59+01:00", "b"),
        ("from 20060131235959 | to 20060131235959", "b"),
        ("from 2006-01-31T23:59:59 | to 2006-01-31T23:59:59", "b"),
        ("from 2006-02-01T00:00:00Z", "c"),
        ("to 2006-01-31T23:59:58Z", "a"),
        ("page_language de", "c"),
        ("page_language eng,DE", "abcd"),
        ("url_prefix http://a.example/ | url_prefix c.example", "abd"),
        ("url_prefix a.example/x", "a"),
        ("url_prefix https://www.A.example/x/", "a"),
        ("url_prefix a.example/%78", "a"),
        // A host is a whole host.
        ("url_prefix a.exam", ""),
    ] {
        assert_eq!(listed(parameters, &|_| ()).0, expected, "{parameters}");
    }
}

#[test]
fn what_is_no_date_no_language_and_no_list_is_refused() {
    let case = indexed();
    case.file("list", "two words\n");
    for (parameters, part) in [
        ("from yesterday", "from: found 'yesterday', expected a date such as 2005-12-06"),
        ("from 2006 | to 2005", " is later than "),
    ] {
        assert_refused(passing(&case, parameters, |_| ()), &[part]);
    }
    for (list, part) in
        [("list", "list:1: found 'two words', expected one docno"), ("none", "none: cannot open")]
    {
        let listed = passing(&case, "", |lists| lists.docnos = Some(case.path(list)));
        assert_refused(listed, &[part]);
    }
}

#[test]
fn languages_of_pages_are_counted_and_an_index_without_them_refuses_a_filter() {
    let case = indexed();
    let languages = |index: &str| case.stats(index)["languages"].clone();
    assert_eq!(languages("index"), json!({"de": 1, "en": 3}));
    case.index("plain", &["pages.jsonl"]);
    assert_eq!(languages("plain"), json!({"und": 4}));
    let filtered = case.found_in("plain", "kettle", "page_language en");
    assert_refused(filtered, &["plain: does not know the languages of its pages"]);
    case.index_with("german", &["pages.jsonl"], settings(json!({"language": "german"})));
    assert_eq!(languages("german"), json!({"de": 4}));
    assert_eq!(case.stats("german")["recipe"]["language"], "de");
}

/// All pages of an index but the listed ones: a run, the points of a sweep, the rows of a
/// comparison, and lines of text.
fn without(case: &Case, index: &str, list: &[&str]) -> (String, Sweep, Comparison, String) {
    let lists = PageLists { not_docnos: case.paths(list), ..PageLists::default() };
    let judged = case.measured_by(&[]);
    let index = case.open(index);
    let topics = case.path("topics").into();
    let topics = TopicsJob { lists: lists.clone(), topics, ..TopicsJob::default() };
    let run = topics.lines(&index, &()).unwrap().result;
    let sweep =
        SweepJob { lists: lists.clone(), ..case.sweep_job("grid min_words=1..=20").unwrap() };
    let swept = sweep.run(&index, &()).unwrap().result;
    let compare = CompareJob { lists: lists.clone(), judged, ..CompareJob::default() };
    let compared = compare.run(&index, &()).unwrap().result;
    let mut exported = Vec::new();
    let refused = |error| Error::io("write", "(memory)", error);
    let export = ExportJob { lists, ..ExportJob::default() };
    export.run(&index, &mut exported, refused, &()).unwrap();
    let [run, exported] = [run, exported].map(|lines| String::from_utf8(lines).unwrap());
    (run, swept, compared, exported)
}

#[test]
fn what_is_found_and_written_is_that_of_an_index_of_the_pages_that_are_left() {
    let case = indexed();
    let lines = case.read("pages.jsonl");
    let left: Vec<&str> = lines.lines().filter(|line| !line.contains("\"b\"")).collect();
    case.file("fewer.jsonl", left.join("\n"));
    case.index_with("fewer", &["fewer.jsonl"], settings(json!({"detect_language": true})));
    case.file("list", "b\n");
    let (run, swept, compared, exported) = without(&case, "index", &["list"]);
    let fewer = without(&case, "fewer", &[]);
    assert_eq!((&run, run.lines().count()), (&fewer.0, 3));
    assert_eq!(swept.points, fewer.1.points);
    // Repeats are counted among all pages of an index, whatever a filter leaves out.
    let rows = |compared: &Comparison| {
        let rows = compared.rows.iter().filter(|row| !row.name.starts_with("repeats <= "));
        rows.cloned().collect::<Vec<_>>()
    };
    assert_eq!(rows(&compared), rows(&fewer.2));
    assert!(rows(&compared).len() > 3);
    assert_eq!((&exported, exported.lines().count()), (&fewer.3, 3));
}
