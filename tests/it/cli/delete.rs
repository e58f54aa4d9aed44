//! `tamis delete`: pages are taken down, reported and kept out.

use crate::case::{Case, PAGES};

case!(pages_are_deleted_by_docno_list_and_url, |_| {
    let case = Case::indexed();
    case.file("list", "ice-1\n# a comment\nroad-1\n");
    let dry = case
        .tamis("delete index tea-1 --docnos list --url-prefix http://ice-2.example --dry-run")
        .ends(0);
    let urls: Vec<&str> = dry.stdout.lines().collect();
    assert_eq!(urls[0], "ice-1\thttp://ice-1.example/");
    assert_eq!(urls.len(), 4);
    dry.says(&["index: would delete 4 pages and keep 1 page"]);
    assert_eq!(case.tamis("stats index --json").ends(0).json()["pages"], PAGES.len());

    for prefix in ["''", "http://", "/"] {
        case.tamis(&format!("delete index --url-prefix {prefix}"))
            .ends(2)
            .says(&["--url-prefix: found '", "expected a host"]);
    }
    case.tamis("delete index tea-1 --docnos list")
        .ends(0)
        .says(&["index: deleted 3 pages", "2 pages left"]);
    case.tamis("inspect index tea-1").ends(1).says(&["no page 'tea-1'"]);
    assert!(!case.tamis("search index kettle").ends(0).stdout.contains("tea-1"));
    case.tamis("verify index").ends(0);
    let outcome = case.tamis("delete index tea-1 tea-9 --url-prefix http://nowhere --json").ends(3);
    let json = outcome.json();
    assert_eq!(json["already_deleted"], serde_json::json!(["tea-1"]));
    assert_eq!(json["unknown_docnos"], serde_json::json!(["tea-9"]));
    assert_eq!(json["unmatched_url_prefixes"], serde_json::json!(["http://nowhere"]));
    assert_eq!(
        (&json["left"], &json["dry_run"], json["pages"].as_array().unwrap().len()),
        (&2.into(), &false.into(), 0)
    );
    outcome.says(&[
        "index: deleted nothing",
        "1 page deleted before: tea-1",
        "never had 1 docno: tea-9",
        "starts with http://nowhere",
    ]);

    // The same command does not bring them back, nor does another archive.
    case.tamis("index pages.warc.gz --out index").ends(0).says(&["2 pages", "deleted 3"]);
    case.warc("again.warc.gz", PAGES.len());
    case.tamis("index again.warc.gz --out index").ends(0).says(&[
        "2 pages",
        "deleted 6",
        "duplicate 2",
    ]);
    let stats = case.tamis("stats index --json").ends(0).json();
    assert_eq!((&stats["pages"], &stats["skipped"]["deleted"]), (&2.into(), &6.into()));
    case.tamis("verify index").ends(0);
});

case!(a_deletion_says_what_it_needs, |_| {
    let case = Case::indexed();
    case.tamis("delete index").ends(2).says(&[
        "DOCNO",
        "--docnos",
        "--url-prefix",
        "--published-from",
    ]);
    case.tamis("delete pages.warc.gz ice-1").ends(1).says(&["is a WARC archive, not an index"]);
    case.tamis("delete none ice-1").ends(1).says(&["none: is not an index folder"]);
    assert!(!case.path("none").exists());
});

case!(pages_of_a_deleted_prefix_do_not_come_back_under_another_docno, |_| {
    let case = Case::indexed();
    case.tamis("delete index --url-prefix http://ice-1.example").ends(0).says(&["deleted 1 page"]);
    let line = |id: &str, host: &str| {
        format!("{{\"id\":\"{id}\",\"url\":\"https://www.{host}/later\",\"text\":\"more\"}}\n")
    };
    let pages = line("new-1", "ice-1.example") + &line("new-2", "ice-11.example");
    case.file("new.jsonl", pages);
    case.tamis("index new.jsonl --out index").ends(0).says(&["deleted 2"]);
    case.tamis("inspect index new-1").ends(1);
    case.tamis("inspect index new-2").ends(0);
    let listed = case.tamis("stats index --losses").ends(0).stdout;
    assert!(listed.contains("pages whose URL starts as this one were deleted"), "{listed}");
    let stats = case.tamis("stats index --json").ends(0).json();
    let prefixes = serde_json::json!(["http://ice-1.example"]);
    assert_eq!(stats["deleted_url_prefixes"], prefixes);
    case.tamis("verify index").ends(0);
    // A combined index keeps them out, too.
    case.file("other.jsonl", line("x", "x.example"));
    case.tamis("index other.jsonl --out other").ends(0);
    case.tamis("combine index other --out both").ends(0);
    case.file("again.jsonl", line("new-3", "ice-1.example"));
    case.tamis("index again.jsonl --out both").ends(0).says(&["deleted 3"]);
});

/// A line of a page that says when it was published.
fn published(id: &str, host: &str, date: &str) -> String {
    let said = format!("<meta property='article:published_time' content='{date}'>");
    let said = if date.is_empty() { String::new() } else { said };
    let html = format!("<title>{id}</title>{said}<p>Words of page {id}.");
    let url = format!("http://{host}/{id}");
    serde_json::json!({ "id": id, "url": url, "html": html }).to_string() + "\n"
}

case!(pages_are_deleted_by_what_they_say_of_their_publication, |case| {
    let pages = [
        published("old", "a.example", "2008-03-04"),
        published("late", "a.example", "2009-12-31T23:59:59Z"),
        published("new", "a.example", "2010-01-01"),
        published("silent", "a.example", ""),
        published("other", "b.example", "2008-03-04"),
    ];
    case.file("pages.jsonl", pages.concat());
    case.file("none", "");
    case.tamis("index pages.jsonl --metadata --out index -q").ends(0);
    let would = |flags: &str| {
        let dry = case.tamis(&format!("delete index {flags} --dry-run --json")).ends(0).json();
        let pages = dry["pages"].as_array().unwrap();
        let named: Vec<&str> = pages.iter().map(|page| page["docno"].as_str().unwrap()).collect();
        format!("{} {}", named.join(" "), dry["unpublished"])
    };
    assert_eq!(would("--published-to 2009"), "old late other 1");
    assert_eq!(would("--published-from 2009 --published-to 2010-01"), "late new 1");
    assert_eq!(would("--url-prefix a.example --published-to 2009"), "old late 1");
    assert_eq!(would("new other --published-to 2009"), "other 0");
    // If no page has a name, it does not mean all pages.
    case.tamis("delete index nowhere --published-to 2009 --dry-run")
        .ends(3)
        .says(&["would delete 0 pages and keep 5 pages"]);
    case.tamis("delete index --docnos none --published-to 2009").ends(1).says(&["found no docno"]);
    assert_eq!(would("new --url-prefix b.example"), "new other 0");
    case.tamis("delete index --published-from 2010 --published-to 2009")
        .ends(2)
        .says(&["--published-from: 2010 is later than 2009"]);
    case.tamis("delete index --published-to 31.12.2009").ends(2).says(&["2009-12-31"]);

    case.tamis("delete index --url-prefix a.example --published-to 2009").ends(0).says(&[
        "deleted 2 pages",
        "3 pages left",
        "1 page stays: it does not say when published",
    ]);
    case.tamis("verify index").ends(0);
    let left = case.tamis("export index --format jsonl").ends(0).json_lines();
    let left: Vec<&str> = left.iter().map(|page| page["id"].as_str().unwrap()).collect();
    assert_eq!(left, ["new", "other", "silent"]);
    // These pages stay away, and the site does not.
    case.file("later.jsonl", published("later", "a.example", "2008-03-04") + &pages[0]);
    case.tamis("index later.jsonl --metadata --out index").ends(0).says(&["4 pages", "deleted 3"]);
    let stats = case.tamis("stats index --json").ends(0).json();
    assert_eq!(stats["deleted_url_prefixes"], serde_json::json!([]));
    case.tamis("index pages.jsonl --out plain -q").ends(0);
    case.tamis("delete plain --published-to 2009")
        .ends(1)
        .says(&["does not know when its pages were published", "--metadata"]);
});

/// Lines of pages at these URLs, which are their docnos too.
fn at(urls: &[&str]) -> String {
    let line = |url: &&str| {
        let docno = url.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        serde_json::json!({ "docno": docno, "url": url, "text": "one two" }).to_string() + "\n"
    };
    urls.iter().map(line).collect()
}

case!(a_prefix_with_the_mark_of_a_query_takes_queries_alone, |_| {
    let case = Case::new();
    let urls = ["http://q.example/", "http://q.example/?a", "http://q.example/?b", "q.example/c?"];
    case.file("pages.jsonl", at(&urls) + &at(&["http://q.example/c?d", "http://q.example/c/?e"]));
    case.tamis("index pages.jsonl --out index").ends(0);
    for (prefix, pages) in [
        ("q.example/?", 2),
        ("http://q.example?", 2),
        ("q.example/c?", 3),
        ("q.example/c/?e", 1),
        ("q.example/c", 3),
        ("q.example", 6),
    ] {
        let would = format!("would delete {pages} page");
        case.tamis(&format!("delete index --dry-run --url-prefix {prefix}"))
            .ends(0)
            .says(&[&would]);
    }
    // A later page of a query stays out, and one below the path comes in.
    case.tamis("delete index --url-prefix q.example/?").ends(0).says(&["deleted 2 pages"]);
    case.file("later.jsonl", at(&["http://q.example/?f", "http://q.example/g"]));
    case.tamis("index later.jsonl --out index").ends(0).says(&["5 pages"]);
});

case!(a_docno_below_a_deleted_prefix_is_not_a_deleted_page, |_| {
    let case = Case::new();
    let line = |docno: &str, host: &str| {
        format!("{{\"docno\":\"{docno}\",\"url\":\"http://{host}/{docno}\",\"text\":\"one\"}}\n")
    };
    case.file("a.jsonl", line("x", "a.example") + &line("y", "b.example"));
    case.tamis("index a.jsonl --out index").ends(0);
    case.tamis("delete index --url-prefix b.example").ends(0);
    // A docno of the index comes again; one is left out and comes again with another URL.
    let more = [line("x", "b.example"), line("z", "b.example"), line("z", "a.example")].concat();
    case.file("b.jsonl", more + &line("y", "a.example"));
    case.tamis("index b.jsonl --out index").ends(0);
    let losses = case.tamis("stats index --losses").ends(0).stdout;
    assert!(losses.contains("\tx\tskipped\tduplicate\t"), "{losses}");
    assert!(losses.contains("\tz\tskipped\tdeleted\t"), "{losses}");
    assert!(losses.contains("\ty\tskipped\tdeleted\t"), "{losses}");
    let deep = case.tamis("verify index --deep").ends(0).stdout;
    assert!(deep.contains("2 read again"), "{deep}");
    case.tamis("inspect index z").ends(0);
    case.tamis("inspect index y").ends(1);
    case.file("c.jsonl", line("w", "c.example"));
    case.tamis("index c.jsonl --out other").ends(0);
    case.tamis("combine index other --out both").ends(0);
    case.tamis("verify both").ends(0);
    // A page that was deleted is one in no other index.
    case.file("d.jsonl", line("y", "d.example"));
    case.tamis("index d.jsonl --out last").ends(0);
    case.tamis("combine index last --out none").ends(1).says(&["its page y was deleted in index"]);
});

case!(a_host_is_one_however_it_is_written, |_| {
    let case = Case::new();
    let hosts =
        ["müller.example", "xn--mller-kva.example", "M%C3%9CLLER.example", "muller.example"];
    let line = |(number, host): (usize, &&str)| {
        let url = format!("http://{host}/a");
        serde_json::json!({ "docno": number.to_string(), "url": url, "text": "tea" }).to_string()
            + "\n"
    };
    case.file("pages.jsonl", hosts.iter().enumerate().map(line).collect::<String>());
    case.tamis("index pages.jsonl --out index").ends(0);
    let hits = |flags: &str| {
        let found = case.tamis(&format!("search index tea --json {flags}")).ends(0).stdout;
        found.matches("\"docno\"").count()
    };
    assert_eq!(hits("--collapse url"), 2);
    for host in &hosts[..3] {
        assert_eq!(hits(&format!("--url-prefix {host}")), 3, "{host}");
        case.tamis(&format!("inspect index {host}/a")).ends(0);
    }
    assert_eq!(hits("--url-prefix muller.example"), 1);
    case.tamis("verify index --deep").ends(0);
    case.tamis("delete index --url-prefix ｍüller.example").ends(0).says(&["deleted 3 pages"]);
    case.tamis("verify index").ends(0);
});

case!(a_page_whose_url_or_date_changed_is_seen, |_| {
    let case = Case::new();
    let page = |n: usize, host: &str, year: u32| {
        format!(
            "{{\"docno\":\"d{n}\",\"url\":\"http://{host}.example/{n}\",\"date\":\"{year}-01-02\",\
             \"text\":\"one {}\"}}\n",
            "two ".repeat(n % 7)
        )
    };
    let pages = |changed: usize, host: &str, year: u32| -> String {
        let line = |n| if n == changed { page(n, host, year) } else { page(n, "a", 2006) };
        (0..4000).map(line).collect()
    };
    case.file("pages.jsonl", pages(0, "a", 2006));
    let time = std::fs::metadata(case.path("pages.jsonl")).unwrap().modified().unwrap();
    case.tamis("index pages.jsonl --out index -q").ends(0);
    case.tamis("verify index --deep").ends(0);
    for (text, expected) in [
        (pages(2000, "b", 2006), "found the URL 'http://b.example/2000' in the archive, expected"),
        (pages(2000, "a", 2007), "found the date 2007-01-02T00:00:00Z in the archive, expected"),
    ] {
        case.file("pages.jsonl", text);
        let file = std::fs::File::options().write(true).open(case.path("pages.jsonl")).unwrap();
        file.set_modified(time).unwrap();
        let found = case.tamis("verify index --deep").ends(1).stdout;
        assert!(found.contains("page d2000 of") && found.contains(expected), "{found}");
    }
});
