//! The captures of a URL: pages by URL and record id, the one that is left of several, and
//! revisits.

use crate::case::{Case, assert_refused, assert_told, names};
use serde_json::json;
use tamis::job::{
    CompareJob, ExportFormat, InspectJob, Inspected, InspectedPage, RecipeSettings, SearchJob,
};
use tamis::request::Request;
use tamis::{Hit, Index, Qrels, Result, Topics};
use tamis_testing::captures::{day, id, write_captures};

/// Two captures of a page, and revisits that name them in all ways.
fn crawl() -> Case {
    let case = Case::default();
    write_captures(&case);
    case.index("index", &["a.warc"]);
    case
}

/// The captures of a URL: month, the number of the page, and whether it is a revisit.
fn captures(case: &Case, page: &str) -> Vec<(u32, Option<u32>, bool)> {
    captures_of(&case.open("index"), page)
}

fn captures_of(index: &Index, page: &str) -> Vec<(u32, Option<u32>, bool)> {
    let job = InspectJob { page: page.to_owned(), captures: true, ..InspectJob::default() };
    let Inspected::Captures(found) = job.run(index, &()).unwrap().result else {
        panic!("captures were asked for");
    };
    let mut captures = Vec::new();
    for capture in found {
        let month = capture.date[5..7].parse().unwrap();
        let number = capture
            .docno
            .map(|docno| docno.trim_end_matches('>').rsplit('-').next().unwrap().parse().unwrap());
        captures.push((month, number, capture.revisit));
    }
    captures
}

#[test]
fn revisits_are_captures_of_the_page_that_they_refer_to() {
    let case = crawl();
    let expected = [
        (1, Some(1), true),
        (2, Some(1), false),
        (3, Some(1), true),
        (4, Some(2), false),
        (5, Some(1), true),
        (5, None, true),
        (6, Some(2), true),
        (7, Some(1), true),
        (8, Some(2), true),
        (9, None, true),
    ];
    for page in ["example.org/page", "https://www.EXAMPLE.org/page/#top", &id(2)] {
        assert_eq!(captures(&case, page), expected, "{page}");
    }
    let mirrored = captures(&case, "mirror.example/page");
    assert_eq!(mirrored, [(4, Some(1), true)], "another URL with the same content");
    assert_eq!(captures(&case, "circle.example"), [(11, None, true), (12, None, true)]);
    assert_eq!(captures(&case, "later.example"), [(10, None, true)]);
    let stats = case.stats("index");
    assert_eq!(stats["revisits"], json!({"resolved": 7, "unresolved": 5}));
    assert_eq!((&stats["records"], &stats["pages"]), (&json!(14), &json!(2)));
    assert_eq!(stats["skipped"], json!({"revisit": 12}));

    case.index("index", &["a.warc", "b.warc"]);
    let later = [(3, Some(30), false), (10, Some(30), true)];
    assert_eq!(captures(&case, "later.example"), later);
    assert_eq!(case.stats("index")["revisits"], json!({"resolved": 8, "unresolved": 4}));
    case.assert_whole("index");
    // The order of the archives changes nothing.
    case.index("other", &["b.warc", "a.warc"]);
    assert_eq!(captures_of(&case.open("other"), "later.example"), later);
}

fn inspect(case: &Case, page: &str, date: Option<&str>) -> Result<InspectedPage> {
    let date = date.map(str::to_owned);
    let job = InspectJob { page: page.to_owned(), date, ..InspectJob::default() };
    job.page(&case.open("index"), &())
}

#[test]
fn a_page_is_found_by_its_url_and_by_any_form_of_its_record_id() {
    let case = crawl();
    let first = inspect(&case, &id(1), None).unwrap();
    assert_eq!(first.page.url, "http://www.example.org/page");
    assert_eq!(first.page.date, day(2));
    for page in
        ["urn:uuid:0a1b2c3d-0000-4000-8000-000000000001", "0A1B2C3D-0000-4000-8000-000000000001"]
    {
        assert_eq!(inspect(&case, page, None).unwrap(), first);
    }
    // A date chooses one of several captures, and a revisit's date is one.
    for (date, number) in
        [("2006-04", 2), ("2006-07", 1), ("2006-07-20", 2), ("2001", 1), ("2020", 2)]
    {
        let page = inspect(&case, "example.org/page", Some(date)).unwrap();
        assert_eq!(page.page.docno, id(number), "{date}");
        assert_eq!(page.revisits.len(), [4, 2][number as usize - 1]);
        assert_eq!(inspect(&case, &id(1), Some(date)).unwrap(), page);
    }
    let no_date = inspect(&case, "example.org/page", Some("soon"));
    assert_refused(no_date, &["date: found 'soon'"]);
    let several = inspect(&case, "example.org/page", None);
    assert_refused(several, &["10 captures of example.org/page", "choose one by its date"]);
    // One capture is a page, with its revisits.
    let mirrored = inspect(&case, "http://mirror.example/page", None).unwrap();
    assert_eq!(mirrored.page.docno, id(1));
    assert_eq!(mirrored.revisits[0].date, day(4));
}

#[test]
fn an_unknown_docno_is_reported_with_what_is_near() {
    let case = Case::indexed();
    let words = ["index: no page 'ice'", "did you mean ice-1 or ice-2?"];
    assert_refused(inspect(&case, "ice", None), &words);
    let nowhere = inspect(&case, "https://tea-1.example/nowhere", None);
    assert_refused(nowhere, &["no URL like tea-1.example/nowhere"]);
    case.file(
        "deep.jsonl",
        "{\"docno\":\"d\",\"url\":\"http://a.example/deep/page\",\"text\":\"x\"}\n",
    );
    case.build("index", &["deep.jsonl"]).run(&()).unwrap();
    let host = inspect(&case, "a.example", None);
    assert_refused(host, &["did you mean http://a.example/deep/page?"]);
    inspect(&case, "www.a.example/deep/page/", None).unwrap();
    assert_eq!(case.open("index").captures("a.example/deep/page").unwrap().len(), 1);
}

/// The docnos of hits, in order.
fn docnos(hits: &[Hit]) -> Vec<String> {
    let mut docnos: Vec<String> = hits.iter().map(|hit| hit.docno.clone()).collect();
    docnos.sort();
    docnos
}

fn kettle_page(docno: &str, url: &str, date: &str, words: usize) -> String {
    let text = format!("kettle {}", "stove water tea ".repeat(words));
    format!("{{\"docno\":\"{docno}\",\"url\":\"{url}\",\"date\":\"{date}\",\"text\":\"{text}\"}}\n")
}

/// Captures of two URLs, without dates, and pages without a URL.
fn captured() -> Case {
    let case = Case::default();
    let lines = [
        kettle_page("a1", "http://a.example/x", "2005-01-01", 1),
        kettle_page("a3", "https://www.a.example/x/", "2007-01-01", 3),
        kettle_page("a2", "a.example/x#top", "2006-01-01", 5),
        kettle_page("A", "http://a.example/X", "2004-01-01", 2),
        kettle_page("b1", "http://b.example/", "2006-05-01", 4),
        kettle_page("b2", "http://b.example", "2006-05-01", 1),
        kettle_page("b0", "http://b.example", "some day", 1),
        kettle_page("c2", "http://c.example", "", 2),
        kettle_page("c1", "http://c.example", "", 1),
        kettle_page("n1", "", "2006-01-01", 2),
        kettle_page("n2", "", "2006-01-01", 6),
    ];
    case.file("pages.jsonl", lines.concat());
    case.file("topics", "1\tkettle\n2\ttea stove\n");
    case.file("qrels", "1 0 a1 1\n1 0 a2 1\n1 0 b2 1\n2 0 n2 1\n2 0 a3 1\n");
    // Several segments, so that captures of a URL are in different ones.
    let recipe = RecipeSettings { commit_every: Some(600), ..RecipeSettings::default() };
    case.index_with("index", &["pages.jsonl"], recipe);
    case
}

/// The docnos that the filters leave.
fn left(case: &Case, set: &[(&str, &str)]) -> Vec<String> {
    let set = [&[("hits", "1000")], set].concat();
    docnos(&case.find("index", "kettle", &set).unwrap())
}

#[test]
fn of_the_captures_of_a_url_the_chosen_one_is_left() {
    let case = captured();
    // The newest; of equals the last docno; a page without a date is older than any; others stay.
    let rest = ["b2", "c2", "n1", "n2"];
    let expected = |first: &[&'static str]| [first, &rest].concat();
    let collapse = ("collapse", "url");
    assert_eq!(left(&case, &[collapse]), expected(&["A", "a3"]));
    let mut request = Request::default();
    request.set("collapse", "url").unwrap();
    let job = SearchJob { request, words: "kettle".to_owned(), ..SearchJob::default() };
    let notices = job.run(&case.open("index"), &()).unwrap().notices;
    let told = [
        "6 of 11 pages pass the filters",
        "5 captures left out: a better one of the same URL is searched",
    ];
    assert_told(&notices, &told);
    for (date, nearest) in
        [("2005", "a1"), ("2005-11-20", "a2"), ("2006-02", "a2"), ("2010", "a3"), ("1999", "a1")]
    {
        let dated = [collapse, ("collapse_date", date)];
        assert_eq!(left(&case, &dated), expected(&["A", nearest]), "{date}");
    }
    // It applies after the other filters.
    assert_eq!(left(&case, &[("to", "2006-03"), collapse]), ["A", "a2", "n1", "n2"]);
    assert_eq!(left(&case, &[("not_docnos", "a3"), collapse]), expected(&["A", "a2"]));
    assert_eq!(left(&case, &[("url_prefix", "a.example"), collapse]), ["A", "a3"]);
    let refused = |set: &[(&str, &str)], part| {
        assert_refused(case.find("index", "kettle", set), &[part]);
    };
    refused(&[("collapse", "host")], "url");
    refused(&[collapse, ("collapse_date", "soon")], "collapse_date: found 'soon'");
    refused(&[("collapse_date", "2006")], "collapse");
}

/// All that an index answers, but for the places of pages in archives and the numbers of repeats,
/// which are counted among all of its pages.
fn answers(case: &Case, name: &str, set: &[(&str, &str)]) -> Vec<String> {
    let index = case.open(name);
    let topics = Topics::read(case.path("topics")).unwrap();
    let qrels = Qrels::read(case.path("qrels")).unwrap();
    let mut request = Request::default();
    for (name, value) in set {
        request.set(name, value).unwrap();
    }
    let run = index.search_topics(&topics).with(|job| job.request = request.clone());
    let search = index.search("kettle stove").with(|job| job.request = request.clone());
    let mut hits = search.set("min_words", 3).unwrap().run().unwrap();
    for hit in &mut hits {
        hit.archive.clear();
        hit.offset = 0;
    }
    let sweep = index.sweep(&topics, &qrels).axis("min_words", 1..=20);
    let sweep = sweep.with(|job| job.sweep.request = request.clone()).run().unwrap();
    let comparison = index.compare(&topics, &qrels).with(|job: &mut CompareJob| {
        job.request = request.clone();
        job.labels = names(&["words-tree"]);
    });
    let table = comparison.run().unwrap().table(None);
    let table: Vec<&str> = table.lines().filter(|line| !line.contains("repeats <= ")).collect();
    let exported = case.export(name, ExportFormat::Jsonl, set).unwrap();
    let exported = String::from_utf8(exported).unwrap();
    let mut pages: Vec<&str> = exported.lines().collect();
    pages.sort_unstable();
    vec![
        format!("{:?}", run.rankings().unwrap()),
        format!("{hits:?}"),
        sweep.table(None),
        table.concat(),
        pages.concat(),
    ]
}

#[test]
fn collapsed_captures_are_as_if_they_were_not_there() {
    let case = captured();
    let left = ["A", "a1", "b2", "c2", "n1", "n2"].map(|docno| format!("\"docno\":\"{docno}\""));
    let pages = case.read("pages.jsonl");
    let fewer = pages.lines().filter(|line| left.iter().any(|docno| line.contains(docno)));
    case.file("fewer.jsonl", fewer.collect::<Vec<_>>().join("\n"));
    case.index("fewer", &["fewer.jsonl"]);
    let set = [("collapse", "url"), ("collapse_date", "2005-02")];
    assert_eq!(answers(&case, "index", &set), answers(&case, "fewer", &[]));
}

#[test]
fn a_revisit_is_a_date_of_its_page() {
    let case = crawl();
    let left = |set: &[(&str, &str)]| {
        let set = [&[("url_prefix", "example.org"), ("collapse", "url")], set].concat();
        let mut found = docnos(&case.find("index", "kettle", &set).unwrap());
        assert_eq!(found.len(), 1, "{set:?}");
        found.remove(0)
    };
    assert_eq!(left(&[]), id(2), "seen again in August");
    assert_eq!(left(&[("collapse_date", "2006-07-10")]), id(1), "seen again in July");
    assert_eq!(left(&[("collapse_date", "2006-04-10")]), id(2));
    // Only dates that the other filters permit count.
    assert_eq!(left(&[("to", "2006-07")]), id(1));
    assert_eq!(left(&[("to", "2006-06")]), id(2));
}

/// Returns docno, date and date of the revisit of each hit.
fn dated_hits(case: &Case, set: &[(&str, &str)]) -> Vec<[String; 3]> {
    let hits = case.find("index", "kettle", set).unwrap();
    let mut hits: Vec<_> =
        hits.into_iter().map(|hit| [hit.docno, hit.date, hit.revisited]).collect();
    hits.sort();
    hits
}

fn dated_hit(number: u32, again: Option<u32>) -> [String; 3] {
    [id(number), day(2 * number), again.map_or(String::new(), day)]
}

/// The pages that a sweep searches.
fn swept_pages(case: &Case, set: &[(&str, &str)]) -> u64 {
    case.file("topics", "1\tkettle\n");
    let topics = Topics::read(case.path("topics")).unwrap();
    let qrels = format!("1 0 {} 1\n", id(1));
    let qrels = Qrels::read_from(qrels.as_bytes(), "qrels").unwrap();
    let index = case.open("index");
    let sweep = index.sweep(&topics, &qrels).axis("min_words", [1]);
    let sweep = set.iter().try_fold(sweep, |sweep, (name, value)| sweep.set(name, value)).unwrap();
    sweep.run().unwrap().baseline.pages
}

#[test]
fn a_page_has_the_dates_of_its_revisits() {
    let case = crawl();
    // 1 was captured in February and seen again in January, March, May and July; 2 in April, June
    // and August.
    let dated = |set: &[(&str, &str)]| dated_hits(&case, set);
    let (from, to) = (|date| ("from", date), |date| ("to", date));
    let own = dated(&[from("2006-02"), to("2006-04")]);
    assert_eq!(own, [dated_hit(1, None), dated_hit(2, None)], "their own dates");
    let last = dated(&[from("2006-05"), to("2006-07")]);
    assert_eq!(last, [dated_hit(1, Some(7)), dated_hit(2, Some(6))], "once each, by the last date");
    let mixed = dated(&[from("2006-03-02"), to("2006-05")]);
    assert_eq!(mixed, [dated_hit(1, Some(5)), dated_hit(2, None)]);
    let other = dated(&[from("2006-08")]);
    assert_eq!(other, [dated_hit(2, Some(8))], "a revisit of another URL is no date of 1");
    assert_eq!(dated(&[to("2006-01")]), [dated_hit(1, Some(1))]);
    assert!(dated(&[from("2006-09")]).is_empty());
    // Every job filters alike.
    let lines = case.export_lines("index", &[to("2006-01")]);
    assert_eq!((lines.len(), &lines[0]["revisited"]), (1, &json!(day(1))));
    assert!(case.export_lines("index", &[])[0].get("revisited").is_none());
    assert_eq!(swept_pages(&case, &[to("2006-01")]), 1);
    assert_eq!(swept_pages(&case, &[from("2006-06"), to("2006-07")]), 2);
    // Of the captures that pass, only dates that pass choose.
    let collapse = ("collapse", "url");
    let chosen = dated(&[from("2006-05"), to("2006-07"), collapse]);
    assert_eq!(chosen, [dated_hit(1, Some(7))]);
    let chosen = dated(&[from("2006-05"), to("2006-06"), collapse]);
    assert_eq!(chosen, [dated_hit(2, Some(6))]);
    // Of several indexes, a revisit may be of a page in another one.
    case.index("other", &["b.warc"]);
    let both = Index::open_all(case.paths(&["index", "other"])).unwrap();
    for (name, value) in [from("2006"), to("2006"), collapse] {
        let refused = both.search("kettle").set(name, value).unwrap().run();
        let words = ["its revisits may be of pages in another index", "combine the indexes"];
        assert_refused(refused, &words);
    }
    both.search("kettle").set("url_prefix", "example.org").unwrap().run().unwrap();
}

#[test]
fn what_was_deleted_is_referred_to_no_longer() {
    let case = crawl();
    case.delete("index", &[&id(1)]);
    let other = [
        (3, None, true),
        (4, Some(2), false),
        (5, None, true),
        (5, None, true),
        (6, Some(2), true),
    ];
    assert_eq!(captures(&case, "example.org/page")[1..6], other);
    assert_eq!(case.stats("index")["revisits"], json!({"resolved": 2, "unresolved": 10}));
    case.assert_whole("index");
}

#[test]
fn urls_that_are_longer_than_a_column_holds_stay_whole_and_different() {
    let case = Case::default();
    let url = |end: &str| format!("https://example.org/{}{end}", "é".repeat(40_000));
    let page = |docno: &str, end: &str| {
        json!({ "docno": docno, "url": url(end), "text": "an ant" }).to_string() + "\n"
    };
    let pages = page("a", "1") + &page("b", "2") + &page("c", "2#fragment");
    case.file("long.jsonl", pages);
    case.index("index", &["long.jsonl"]);
    let count = |set: &[(&str, &str)]| case.find("index", "ant", set).unwrap().len();
    assert_eq!(count(&[]), 3);
    assert_eq!(count(&[("url_prefix", "example.org")]), 3);
    assert_eq!(count(&[("url_prefix", "example.com")]), 0);
    let collapsed = count(&[("collapse", "url")]);
    assert_eq!(collapsed, 3, "a fragment behind the end counts, as all that is cut");
    let page = inspect(&case, &url("1"), None).unwrap();
    assert_eq!(page.blocks[0].text, "an ant");
}
