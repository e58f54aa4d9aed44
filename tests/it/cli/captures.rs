//! The captures of a URL: `inspect` by URL and record id, `--collapse`, and revisits.

use crate::case::{Begun, Case, Outcome};
use serde_json::{Value, json};

/// The record id with a number.
fn id(number: u32) -> String {
    format!("<urn:uuid:0a1b2c3d-0000-4000-8000-{number:012}>")
}

/// A record of a WARC file.
fn record(kind: &str, number: u32, url: &str, date: &str, fields: &str, text: &str) -> String {
    let block = match kind {
        "response" => format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{text}</p>"),
        _ => "HTTP/1.1 304 Not Modified\r\n\r\n".to_owned(),
    };
    let id = id(number);
    let length = block.len();
    format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: {id}\r\nWARC-Target-URI: \
         {url}\r\nWARC-Date: {date}\r\n{fields}Content-Type: application/http\r\nContent-Length: \
         {length}\r\n\r\n{block}\r\n\r\n"
    )
}

/// A month's first day.
fn day(month: u32) -> String {
    format!("2006-{month:02}-01T00:00:00Z")
}

fn refers(url: &str, month: u32) -> String {
    format!("WARC-Refers-To-Target-URI: {url}\r\nWARC-Refers-To-Date: {}\r\n", day(month))
}

fn refers_to(number: u32) -> String {
    format!("WARC-Refers-To: {}\r\n", id(number))
}

fn revisit(number: u32, url: &str, fields: &str) -> String {
    record("revisit", number, url, &day(number % 20), fields, "")
}

/// Two captures of a page, 1 in February and 2 in April, and revisits that name them in all ways.
pub(super) fn crawl() -> Case {
    let case = Case::new();
    let http = "http://www.example.org/page";
    let https = "https://example.org/page/";
    let records = [
        // Before its capture.
        revisit(21, http, &refers(http, 2)),
        record(
            "response",
            1,
            http,
            &day(2),
            "WARC-Payload-Digest: sha1:AA\r\n",
            "the kettle stands on the stove",
        ),
        record(
            "response",
            2,
            https,
            &day(4),
            "WARC-Payload-Digest: sha1:BB\r\n",
            "the kettle has gone from the stove",
        ),
        // By URL and date, with the other scheme; by record id; by digest.
        revisit(3, https, &refers(https, 2)),
        revisit(5, http, &refers_to(1)),
        revisit(6, https, "WARC-Payload-Digest: SHA1:bb\r\n"),
        // Revisits of revisits, by id and by date; in a circle.
        revisit(7, http, &refers_to(5)),
        revisit(8, http, &refers(http, 6)),
        revisit(11, "http://circle.example/", &refers_to(12)),
        revisit(12, "http://circle.example/", &refers_to(11)),
        // Of captures that are in no archive, in a later one, and of another URL.
        revisit(9, http, &refers("http://gone.example/", 2)),
        revisit(10, "http://later.example/", &refers("http://later.example/", 3)),
        revisit(24, "http://mirror.example/page", &refers(http, 2)),
        // Without any reference.
        revisit(25, http, ""),
    ];
    case.file("a.warc", records.concat());
    case.file(
        "b.warc",
        record("response", 30, "http://later.example/", &day(3), "", "a later kettle"),
    );
    case.tamis("index a.warc --out index -q").ends(0);
    case
}

/// The captures of a URL: month, the number of the page, and whether it is a revisit.
fn captures(case: &Case, page: &str) -> Vec<(u32, Option<u32>, bool)> {
    let lines = case.tamis(&format!("inspect index {page} --captures --json")).ends(0).json_lines();
    lines
        .into_iter()
        .map(|line| {
            let month = line["date"].as_str().unwrap()[5..7].parse().unwrap();
            let number = line["docno"].as_str().map(|docno| {
                docno.trim_end_matches('>').rsplit('-').next().unwrap().parse().unwrap()
            });
            (month, number, line["revisit"].as_bool().unwrap())
        })
        .collect()
}

fn listed_captures(case: &Case, index: &str) -> String {
    case.tamis(&format!("inspect {index} later.example --captures")).ends(0).stdout
}

case!(revisits_are_captures_of_the_page_that_they_refer_to, |_| {
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
    for page in [
        "example.org/page",
        "https://www.EXAMPLE.org/page/#top",
        "'<urn:uuid:0a1b2c3d-0000-4000-8000-000000000002>'",
    ] {
        assert_eq!(captures(&case, page), expected, "{page}");
    }
    assert_eq!(
        captures(&case, "mirror.example/page"),
        [(4, Some(1), true)],
        "another URL with the same content"
    );
    assert_eq!(captures(&case, "circle.example"), [(11, None, true), (12, None, true)]);
    assert_eq!(captures(&case, "later.example"), [(10, None, true)]);
    let stats = case.tamis("stats index --json").ends(0).json();
    assert_eq!(stats["revisits"], json!({"resolved": 7, "unresolved": 5}));
    assert_eq!(
        (&stats["records"], &stats["pages"], &stats["skipped"]),
        (&14.into(), &2.into(), &json!({"revisit": 12}))
    );
    let words = case.tamis("stats index").ends(0).stdout;
    assert!(
        words
            .contains("revisits of pages here            7\nrevisits of other content         5\n"),
        "{words}"
    );

    case.tamis("index a.warc b.warc --out index -q").ends(0);
    assert_eq!(captures(&case, "later.example"), [(3, Some(30), false), (10, Some(30), true)]);
    assert_eq!(
        case.tamis("stats index --json").ends(0).json()["revisits"],
        json!({"resolved": 8, "unresolved": 4})
    );
    case.tamis("verify index").ends(0);
    // The order of the archives changes nothing.
    case.tamis("index b.warc a.warc --out other -q").ends(0);
    assert_eq!(listed_captures(&case, "index"), listed_captures(&case, "other"));
});

fn first_line_of(case: &Case, page: &str) -> String {
    case.tamis(&format!("inspect index {page}")).ends(0).stdout.lines().next().unwrap().to_owned()
}

case!(a_page_is_found_by_its_url_and_by_any_form_of_its_record_id, |_| {
    let case = crawl();
    let first = first_line_of(&case, "'<urn:uuid:0a1b2c3d-0000-4000-8000-000000000001>'");
    for page in
        ["urn:uuid:0a1b2c3d-0000-4000-8000-000000000001", "0A1B2C3D-0000-4000-8000-000000000001"]
    {
        assert_eq!(first_line_of(&case, page), first);
    }
    assert!(first.contains("http://www.example.org/page  2006-02-01"), "{first}");
    // Several captures are listed; a date chooses one, and a revisit's date is one.
    let listed = case
        .tamis("inspect index example.org/page")
        .ends(0)
        .says(&["10 captures", "--date"])
        .stdout;
    let again = "revisited, same content as <urn:uuid:0a1b2c3d-0000-4000-8000-000000000001>  \
                 http://www.example.org/page  (a.warc:";
    assert!(listed.contains(&format!("2006-07-01T00:00:00Z  {again}")), "{listed}");
    assert!(
        listed.contains("2006-09-01T00:00:00Z  revisited, content not in the index  "),
        "{listed}"
    );
    for (date, number) in
        [("2006-04", 2), ("2006-07", 1), ("2006-07-20", 2), ("2001", 1), ("2020", 2)]
    {
        let page =
            case.tamis(&format!("inspect index example.org/page --date {date}")).ends(0).stdout;
        assert!(page.starts_with(&id(number)), "{date}: {page}");
        assert_eq!(
            page.lines().filter(|line| line.contains("revisited, same content as")).count(),
            [4, 2][number as usize - 1]
        );
        let by_docno =
            case.tamis(&format!("inspect index '{}' --date {date}", id(1))).ends(0).stdout;
        assert_eq!(page, by_docno);
    }
    case.tamis("inspect index example.org/page --date soon")
        .ends(2)
        .says(&["--date: found 'soon'"]);
    case.tamis("inspect index example.org/page --html")
        .ends(1)
        .says(&["10 captures of example.org/page", "--date"]);
    // One capture is a page, with its revisits.
    let mirrored = case.tamis("inspect index http://mirror.example/page").ends(0).stdout;
    assert!(mirrored.starts_with(&format!("{}  http://www.example.org/page", id(1))), "{mirrored}");
    assert!(
        mirrored
            .lines()
            .nth(1)
            .unwrap()
            .starts_with("2006-04-01T00:00:00Z  revisited, same content as"),
        "{mirrored}"
    );
});

case!(an_unknown_docno_is_reported_with_what_is_near, |_| {
    let case = Case::indexed();
    case.tamis("inspect index ice")
        .ends(1)
        .says(&["index: no page 'ice'", "did you mean ice-1 or ice-2?"]);
    case.tamis("inspect index https://tea-1.example/nowhere")
        .ends(1)
        .says(&["no URL like tea-1.example/nowhere"]);
    case.file(
        "deep.jsonl",
        "{\"docno\":\"d\",\"url\":\"http://a.example/deep/page\",\"text\":\"x\"}\n",
    );
    case.tamis("index deep.jsonl --out deep -q").ends(0);
    case.tamis("inspect deep a.example")
        .ends(1)
        .says(&["did you mean http://a.example/deep/page?"]);
    case.tamis("inspect deep www.a.example/deep/page/").ends(0);
    case.tamis("inspect deep d --captures").ends(0);
});

/// The docnos of a run.
fn docnos(outcome: &Outcome) -> Vec<String> {
    let mut docnos: Vec<_> =
        outcome.stdout.lines().map(|line| line.split(' ').nth(2).unwrap().to_owned()).collect();
    docnos.sort();
    docnos
}

fn kettle_page(docno: &str, url: &str, date: &str, words: usize) -> String {
    let text = format!("kettle {}", "stove water tea ".repeat(words));
    format!("{{\"docno\":\"{docno}\",\"url\":\"{url}\",\"date\":\"{date}\",\"text\":\"{text}\"}}\n")
}

/// Captures of two URLs, without dates, and pages without a URL.
fn captured() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
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
        case.file("one", "1\tkettle\n");
        case.file("topics", "1\tkettle\n2\ttea stove\n");
        case.file("qrels", "1 0 a1 1\n1 0 a2 1\n1 0 b2 1\n2 0 n2 1\n2 0 a3 1\n");
        // Several segments, so that captures of a URL are in different ones.
        case.tamis("index pages.jsonl --out index --commit-every 600 -q").ends(0);
    });
    BEGUN.case()
}

fn search_one(case: &Case, flags: &str) -> Outcome {
    case.tamis(&format!("search index --topics one {flags}")).ends(0)
}

case!(of_the_captures_of_a_url_the_chosen_one_is_left, |_| {
    let case = captured();
    let left = |flags: &str| docnos(&search_one(&case, flags));
    // The newest; of equals the last docno; a page without a date is older than any; others stay.
    let rest = ["b2", "c2", "n1", "n2"];
    let expected = |first: &[&'static str]| [first, &rest].concat();
    assert_eq!(left("--collapse url"), expected(&["A", "a3"]));
    search_one(&case, "--collapse url").says(&[
        "6 of 11 pages pass the filters",
        "left out: 5 captures of URLs with a better one",
    ]);
    for (date, nearest) in
        [("2005", "a1"), ("2005-11-20", "a2"), ("2006-02", "a2"), ("2010", "a3"), ("1999", "a1")]
    {
        assert_eq!(
            left(&format!("--collapse url --collapse-date {date}")),
            expected(&["A", nearest]),
            "{date}"
        );
    }
    // It applies after the other filters.
    assert_eq!(left("--to 2006-03 --collapse url"), ["A", "a2", "n1", "n2"]);
    case.file("list", "a3\n");
    assert_eq!(left("--not-docnos list --collapse url"), expected(&["A", "a2"]));
    assert_eq!(left("--url-prefix a.example --collapse url"), ["A", "a3"]);
    case.tamis("search index kettle --collapse host").ends(2).says(&["url"]);
    case.tamis("search index kettle --collapse url --collapse-date soon")
        .ends(2)
        .says(&["--collapse-date: found 'soon'"]);
    case.tamis("search index kettle --collapse-date 2006").ends(2).says(&["--collapse"]);
});

/// Returns the lines of an output, without the places of pages in archives, which differ.
fn comparable_lines(text: &str, command: &str) -> Vec<String> {
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| {
            // A page's place in its archive is another one.
            line.split("\"offset\"").next().unwrap().split("\"archive\"").next().unwrap().to_owned()
        })
        .collect();
    if command.starts_with("export") {
        lines.sort();
    }
    lines
}

fn compared(case: &Case, index: &str, flags: &str) -> String {
    let line = format!("compare {index} --topics topics --qrels qrels --labels words-tree {flags}");
    let table = case.tamis(&line).ends(0).stdout;
    // Repeats are counted among all pages of an index, whatever a filter leaves out.
    let lines = table.lines().filter(|line| !line.starts_with("repeats <= "));
    lines.map(|line| line.to_owned() + "\n").collect::<String>()
}

case!(collapsed_captures_are_as_if_they_were_not_there, |_| {
    let case = captured();
    case.file(
        "fewer.jsonl",
        case.read("pages.jsonl")
            .lines()
            .filter(|line| {
                ["A", "a1", "b2", "c2", "n1", "n2"]
                    .iter()
                    .any(|docno| line.contains(&format!("\"docno\":\"{docno}\"")))
            })
            .collect::<Vec<_>>()
            .join("\n"),
    );
    case.tamis("index fewer.jsonl --out fewer -q").ends(0);
    let flags = "--collapse url --collapse-date 2005-02";
    for command in [
        "search INDEX --topics topics",
        "search INDEX kettle stove --json --min-words 3",
        "sweep INDEX --topics topics --qrels qrels --min-words 1..=20",
        "export INDEX --format jsonl",
    ] {
        let of = |index: &str, flags: &str| {
            case.tamis(&format!("{} {flags}", command.replace("INDEX", index))).ends(0).stdout
        };
        assert_eq!(
            comparable_lines(&of("index", flags), command),
            comparable_lines(&of("fewer", ""), command),
            "{command}"
        );
    }
    assert_eq!(compared(&case, "index", flags), compared(&case, "fewer", ""));
    case.file("run", case.tamis("search fewer --topics topics").ends(0).stdout);
    case.tamis(&format!("eval qrels run --index index {flags}")).ends(0).says(&[
        "6 of 11 pages pass the filters",
        "--collapse url --collapse-date 2005-02 leaves out 2 judged documents",
    ]);
});

fn docno_that_is_left(case: &Case, flags: &str) -> String {
    let run = case
        .tamis(&format!("search index kettle --url-prefix example.org --json {flags}"))
        .ends(0)
        .json_lines();
    assert_eq!(run.len(), 1, "{flags}");
    run[0]["docno"].as_str().unwrap().to_owned()
}

case!(a_revisit_is_a_date_of_its_page, |_| {
    let case = crawl();
    assert_eq!(docno_that_is_left(&case, "--collapse url"), id(2), "seen again in August");
    assert_eq!(
        docno_that_is_left(&case, "--collapse url --collapse-date 2006-07-10"),
        id(1),
        "seen again in July"
    );
    assert_eq!(docno_that_is_left(&case, "--collapse url --collapse-date 2006-04-10"), id(2));
    // Only dates that the other filters permit count.
    assert_eq!(docno_that_is_left(&case, "--to 2006-07 --collapse url"), id(1));
    assert_eq!(docno_that_is_left(&case, "--to 2006-06 --collapse url"), id(2));
});

fn text_of(hit: &serde_json::Value, key: &str) -> String {
    hit[key].as_str().unwrap_or_default().to_owned()
}

/// Returns docno, date and date of the revisit of each hit.
fn dated_hits(case: &Case, flags: &str) -> Vec<[String; 3]> {
    let hits = case.tamis(&format!("search index kettle --json {flags}")).ends(0).json_lines();
    let mut hits: Vec<_> = hits
        .iter()
        .map(|hit| [text_of(hit, "docno"), text_of(hit, "date"), text_of(hit, "revisited")])
        .collect();
    hits.sort();
    hits
}

fn dated_hit(number: u32, again: Option<u32>) -> [String; 3] {
    [id(number), day(2 * number), again.map_or(String::new(), day)]
}

fn swept_pages(case: &Case, flags: &str) -> Value {
    let line = format!("sweep index --topics topics --qrels qrels --min-words 1 {flags} --json");
    case.tamis(&line).ends(0).json()["unfiltered"]["pages"].clone()
}

case!(a_page_has_the_dates_of_its_revisits, |_| {
    let case = crawl();
    // 1 was captured in February and seen again in January, March, May and July; 2 in April, June
    // and August.
    assert_eq!(
        dated_hits(&case, "--from 2006-02 --to 2006-04"),
        [dated_hit(1, None), dated_hit(2, None)],
        "their own dates"
    );
    assert_eq!(
        dated_hits(&case, "--from 2006-05 --to 2006-07"),
        [dated_hit(1, Some(7)), dated_hit(2, Some(6))],
        "once each, by the last date"
    );
    assert_eq!(
        dated_hits(&case, "--from 2006-03-02 --to 2006-05"),
        [dated_hit(1, Some(5)), dated_hit(2, None)]
    );
    assert_eq!(
        dated_hits(&case, "--from 2006-08"),
        [dated_hit(2, Some(8))],
        "a revisit of another URL, in April, is no date of 1"
    );
    assert_eq!(dated_hits(&case, "--to 2006-01"), [dated_hit(1, Some(1))]);
    assert_eq!(dated_hits(&case, "--from 2006-09"), [[""; 3]; 0].map(|hit| hit.map(str::to_owned)));
    let text = case
        .tamis("search index kettle --to 2006-01")
        .ends(0)
        .says(&["1 of 2 pages pass the filters"])
        .stdout;
    assert!(text.contains("  2006-02-01  revisited 2006-01-01  <urn"), "{text}");
    let lines = case.tamis("export index --format jsonl --to 2006-01").ends(0).json_lines();
    assert_eq!((lines.len(), &lines[0]["revisited"]), (1, &json!(day(1))));
    assert!(
        case.tamis("export index --format jsonl").ends(0).json_lines()[0]
            .get("revisited")
            .is_none()
    );
    // Every interface filters alike.
    case.file("topics", "1\tkettle\n");
    case.file("qrels", "1 0 <urn:uuid:0a1b2c3d-0000-4000-8000-000000000001> 1\n");
    assert_eq!(
        (swept_pages(&case, "--to 2006-01"), swept_pages(&case, "--from 2006-06 --to 2006-07")),
        (json!(1), json!(2))
    );
    // Of the captures that pass, only dates that pass choose.
    assert_eq!(
        dated_hits(&case, "--from 2006-05 --to 2006-07 --collapse url"),
        [dated_hit(1, Some(7))]
    );
    assert_eq!(
        dated_hits(&case, "--from 2006-05 --to 2006-06 --collapse url"),
        [dated_hit(2, Some(6))]
    );
    // Of several indexes, a revisit may be of a page in another one.
    case.tamis("index b.warc --out other -q").ends(0);
    for flags in ["--from 2006", "--to 2006", "--collapse url"] {
        case.tamis(&format!("search --index index --index other kettle {flags}")).ends(1).says(&[
            "index: its revisits may be of pages in another index, and this filter goes by their \
             dates",
            "combine",
        ]);
    }
    case.tamis("search --index index --index other kettle --url-prefix example.org").ends(0);
});

case!(what_was_deleted_is_referred_to_no_longer, |_| {
    let case = crawl();
    case.tamis(&format!("delete index '{}' -q", id(1))).ends(0);
    let other = [
        (3, None, true),
        (4, Some(2), false),
        (5, None, true),
        (5, None, true),
        (6, Some(2), true),
    ];
    assert_eq!(captures(&case, "example.org/page")[1..6], other);
    assert_eq!(
        case.tamis("stats index --json").ends(0).json()["revisits"],
        json!({"resolved": 2, "unresolved": 10})
    );
    case.tamis("verify index").ends(0);
});

fn long_url(end: &str) -> String {
    format!("https://example.org/{}{end}", "é".repeat(40_000))
}

fn page_with_long_url(docno: &str, end: &str) -> String {
    json!({ "docno": docno, "url": long_url(end), "text": "an ant" }).to_string() + "\n"
}

fn count_ants(case: &Case, flags: &str) -> usize {
    case.tamis(&format!("search index ant --json {flags}")).ends(0).json_lines().len()
}

case!(urls_that_are_longer_than_a_column_holds_stay_whole_and_different, |case| {
    case.file(
        "long.jsonl",
        [
            page_with_long_url("a", "1"),
            page_with_long_url("b", "2"),
            page_with_long_url("c", "2#fragment"),
        ]
        .concat(),
    );
    case.tamis("index long.jsonl --out index").ends(0);
    assert_eq!(
        [
            count_ants(&case, ""),
            count_ants(&case, "--url-prefix example.org"),
            count_ants(&case, "--url-prefix example.com")
        ],
        [3, 3, 0]
    );
    assert_eq!(
        count_ants(&case, "--collapse url"),
        3,
        "a fragment behind the end counts, as all that is cut"
    );
    let page = case.tamis(&format!("inspect index {} --json", long_url("1"))).ends(0).json();
    assert_eq!(page["text"], "an ant");
});
