//! Pages are deleted by docno, list, URL and date of publication, and do not come back.

use crate::case::{Case, assert_refused, names, settings};
use serde_json::json;
use tamis::job::{CombineJob, DeleteJob, VerifyJob};
use tamis::{Deletion, Result};
use tamis_testing::pages::PAGES;

fn job(case: &Case) -> DeleteJob {
    DeleteJob { index: case.path("index"), ..DeleteJob::default() }
}

fn by_prefix(case: &Case, prefix: &str) -> DeleteJob {
    DeleteJob { url_prefixes: names(&[prefix]), ..job(case) }
}

fn run(job: &DeleteJob) -> Result<Deletion> {
    Ok(job.run(&())?.result.deletion)
}

fn docnos(deletion: &Deletion) -> Vec<&str> {
    deletion.pages.iter().map(|page| page.docno.as_str()).collect()
}

/// Checks every page of an index again.
fn check_deep(case: &Case) -> Vec<String> {
    let job = VerifyJob { index: case.path("index"), deep: true, ..VerifyJob::default() };
    let checks = job.run(&()).unwrap().result.checks;
    let faults = checks.iter().flat_map(|check| &check.wrong);
    faults.map(ToString::to_string).collect()
}

fn combine(case: &Case, indexes: &[&str], out: &str) -> Result<()> {
    let (indexes, out) = (case.paths(indexes), case.path(out));
    CombineJob { indexes, out, ..CombineJob::default() }.run(&()).map(drop)
}

fn has_page(case: &Case, docno: &str) -> bool {
    case.open("index").page(docno).unwrap().is_some()
}

#[test]
fn pages_are_deleted_by_docno_list_and_url() {
    let case = Case::indexed();
    case.file("list", "ice-1\n# a comment\nroad-1\n");
    let named = DeleteJob {
        docnos: Some(names(&["tea-1"])),
        docno_lists: case.paths(&["list"]),
        ..job(&case)
    };
    let dry = DeleteJob {
        url_prefixes: names(&["http://ice-2.example"]),
        dry_run: true,
        ..named.clone()
    };
    let would = run(&dry).unwrap();
    assert_eq!((would.pages.len(), would.left), (4, 1));
    assert_eq!(would.pages[0].url, "http://ice-1.example/");
    assert_eq!(case.open("index").stats().pages as usize, PAGES.len());
    for prefix in ["", "http://", "/"] {
        let refused = run(&by_prefix(&case, prefix));
        assert_refused(refused, &["url_prefix: found '", "expected a host"]);
    }
    let deleted = run(&named).unwrap();
    assert_eq!((deleted.pages.len(), deleted.left), (3, 2));
    assert!(!has_page(&case, "tea-1"));
    let found = case.find("index", "kettle", &[]).unwrap();
    assert!(found.iter().all(|hit| hit.docno != "tea-1"));
    case.assert_whole("index");
    let again = DeleteJob {
        docnos: Some(names(&["tea-1", "tea-9"])),
        ..by_prefix(&case, "http://nowhere")
    };
    let again = run(&again).unwrap();
    assert_eq!(again.already_deleted, ["tea-1"]);
    assert_eq!(again.unknown_docnos, ["tea-9"]);
    assert_eq!(again.unmatched_url_prefixes, ["http://nowhere"]);
    assert_eq!((again.left, again.pages.len()), (2, 0));
    // The same build does not bring them back, nor does another archive.
    let built = case.index("index", &["pages.warc.gz"]);
    assert_eq!((built.counts.pages, json!(built.counts.skipped)["deleted"].clone()), (2, json!(3)));
    case.warc("again.warc.gz", PAGES.len());
    let built = case.index("index", &["again.warc.gz"]);
    let skipped = json!(built.counts.skipped);
    assert_eq!((built.counts.pages, &skipped["deleted"]), (2, &json!(6)));
    assert_eq!(skipped["duplicate"], 2);
    case.assert_whole("index");
}

#[test]
fn a_deletion_needs_an_index() {
    let case = Case::indexed();
    let of = |name: &str| DeleteJob {
        index: case.path(name),
        docnos: Some(names(&["ice-1"])),
        ..DeleteJob::default()
    };
    assert_refused(run(&of("pages.warc.gz")), &["is a WARC archive, not an index"]);
    assert_refused(run(&of("none")), &["none: is not an index folder"]);
    assert!(!case.path("none").exists());
}

#[test]
fn pages_of_a_deleted_prefix_do_not_come_back_under_another_docno() {
    let case = Case::indexed();
    let deleted = run(&by_prefix(&case, "http://ice-1.example")).unwrap();
    assert_eq!(docnos(&deleted), ["ice-1"]);
    let line = |id: &str, host: &str| {
        format!("{{\"id\":\"{id}\",\"url\":\"https://www.{host}/later\",\"text\":\"more\"}}\n")
    };
    let pages = line("new-1", "ice-1.example") + &line("new-2", "ice-11.example");
    case.file("new.jsonl", pages);
    let built = case.index("index", &["new.jsonl"]);
    assert_eq!(json!(built.counts.skipped)["deleted"], 2);
    assert!(!has_page(&case, "new-1") && has_page(&case, "new-2"));
    let losses = case.losses("index");
    assert!(losses.contains("pages whose URL starts as this one were deleted"), "{losses}");
    assert_eq!(case.stats("index")["deleted_url_prefixes"], json!(["http://ice-1.example"]));
    case.assert_whole("index");
    // A combined index keeps them out, too.
    case.file("other.jsonl", line("x", "x.example"));
    case.index("other", &["other.jsonl"]);
    combine(&case, &["index", "other"], "both").unwrap();
    case.file("again.jsonl", line("new-3", "ice-1.example"));
    let built = case.index("both", &["again.jsonl"]);
    assert_eq!(json!(built.counts.skipped)["deleted"], 3);
}

/// A line of a page that says when it was published.
fn published(id: &str, host: &str, date: &str) -> String {
    let said = format!("<meta property='article:published_time' content='{date}'>");
    let said = if date.is_empty() { String::new() } else { said };
    let html = format!("<title>{id}</title>{said}<p>Words of page {id}.");
    let url = format!("http://{host}/{id}");
    json!({ "id": id, "url": url, "html": html }).to_string() + "\n"
}

/// What would be deleted of pages that were published between these dates.
fn dated(job: DeleteJob, from: &str, to: &str) -> DeleteJob {
    let date = |date: &str| (!date.is_empty()).then(|| date.to_owned());
    DeleteJob { published_from: date(from), published_to: date(to), ..job }
}

#[test]
fn pages_are_deleted_by_what_they_say_of_their_publication() {
    let case = Case::default();
    let pages = [
        published("old", "a.example", "2008-03-04"),
        published("late", "a.example", "2009-12-31T23:59:59Z"),
        published("new", "a.example", "2010-01-01"),
        published("silent", "a.example", ""),
        published("other", "b.example", "2008-03-04"),
    ];
    case.file("pages.jsonl", pages.concat());
    case.file("none", "");
    let with_metadata = || settings(json!({"metadata": true}));
    case.index_with("index", &["pages.jsonl"], with_metadata());
    let would = |job: DeleteJob, from: &str, to: &str| {
        let deletion = run(&DeleteJob { dry_run: true, ..dated(job, from, to) }).unwrap();
        format!("{} {}", docnos(&deletion).join(" "), deletion.unpublished)
    };
    let named = |docnos: &[&str]| DeleteJob { docnos: Some(names(docnos)), ..job(&case) };
    let of_site = || by_prefix(&case, "a.example");
    assert_eq!(would(job(&case), "", "2009"), "old late other 1");
    assert_eq!(would(job(&case), "2009", "2010-01"), "late new 1");
    assert_eq!(would(of_site(), "", "2009"), "old late 1");
    assert_eq!(would(named(&["new", "other"]), "", "2009"), "other 0");
    // If no page has a name, it does not mean all pages.
    assert_eq!(would(named(&["nowhere"]), "", "2009"), " 0");
    let empty_list = DeleteJob { docno_lists: case.paths(&["none"]), ..job(&case) };
    assert_refused(run(&dated(empty_list, "", "2009")), &["found no docno"]);
    let both = DeleteJob { url_prefixes: names(&["b.example"]), ..named(&["new"]) };
    assert_eq!(would(both, "", ""), "new other 0");
    let backwards = run(&dated(job(&case), "2010", "2009"));
    assert_refused(backwards, &["published_from: 2010 is later than 2009"]);
    assert_refused(run(&dated(job(&case), "", "31.12.2009")), &["expected a date"]);

    let deleted = run(&dated(of_site(), "", "2009")).unwrap();
    assert_eq!((deleted.pages.len(), deleted.left, deleted.unpublished), (2, 3, 1));
    case.assert_whole("index");
    for (docno, is_left) in
        [("new", true), ("other", true), ("silent", true), ("old", false), ("late", false)]
    {
        assert_eq!(has_page(&case, docno), is_left, "{docno}");
    }
    // These pages stay away, and the site does not.
    case.file("later.jsonl", published("later", "a.example", "2008-03-04") + &pages[0]);
    let built = case.index_with("index", &["later.jsonl"], with_metadata());
    assert_eq!(built.counts.pages, 4);
    assert_eq!(json!(built.counts.skipped)["deleted"], 3);
    assert_eq!(case.stats("index")["deleted_url_prefixes"], json!([]));
    case.index("plain", &["pages.jsonl"]);
    let plain = DeleteJob { index: case.path("plain"), ..DeleteJob::default() };
    let refused = run(&dated(plain, "", "2009"));
    assert_refused(refused, &["does not know when its pages were published", "with metadata"]);
}

/// Lines of pages at these URLs, which are their docnos too.
fn at(urls: &[&str]) -> String {
    let line = |url: &&str| {
        let docno = url.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        json!({ "docno": docno, "url": url, "text": "one two" }).to_string() + "\n"
    };
    urls.iter().map(line).collect()
}

#[test]
fn a_prefix_with_the_mark_of_a_query_takes_queries_alone() {
    let case = Case::default();
    let urls = ["http://q.example/", "http://q.example/?a", "http://q.example/?b", "q.example/c?"];
    case.file("pages.jsonl", at(&urls) + &at(&["http://q.example/c?d", "http://q.example/c/?e"]));
    case.index("index", &["pages.jsonl"]);
    for (prefix, pages) in [
        ("q.example/?", 2),
        ("http://q.example?", 2),
        ("q.example/c?", 3),
        ("q.example/c/?e", 1),
        ("q.example/c", 3),
        ("q.example", 6),
    ] {
        let would = run(&DeleteJob { dry_run: true, ..by_prefix(&case, prefix) }).unwrap();
        assert_eq!(would.pages.len(), pages, "{prefix}");
    }
    // A later page of a query stays out, and one below the path comes in.
    assert_eq!(run(&by_prefix(&case, "q.example/?")).unwrap().pages.len(), 2);
    case.file("later.jsonl", at(&["http://q.example/?f", "http://q.example/g"]));
    assert_eq!(case.index("index", &["later.jsonl"]).counts.pages, 5);
}

#[test]
fn a_docno_below_a_deleted_prefix_is_not_a_deleted_page() {
    let case = Case::default();
    let line = |docno: &str, host: &str| {
        format!("{{\"docno\":\"{docno}\",\"url\":\"http://{host}/{docno}\",\"text\":\"one\"}}\n")
    };
    case.file("a.jsonl", line("x", "a.example") + &line("y", "b.example"));
    case.index("index", &["a.jsonl"]);
    run(&by_prefix(&case, "b.example")).unwrap();
    // A docno of the index comes again; one is left out and comes again with another URL.
    let more = [line("x", "b.example"), line("z", "b.example"), line("z", "a.example")].concat();
    case.file("b.jsonl", more + &line("y", "a.example"));
    case.index("index", &["b.jsonl"]);
    let losses = case.losses("index");
    assert!(losses.contains("\tx\tskipped\tduplicate\t"), "{losses}");
    assert!(losses.contains("\tz\tskipped\tdeleted\t"), "{losses}");
    assert!(losses.contains("\ty\tskipped\tdeleted\t"), "{losses}");
    assert!(check_deep(&case).is_empty());
    assert!(has_page(&case, "z") && !has_page(&case, "y"));
    case.file("c.jsonl", line("w", "c.example"));
    case.index("other", &["c.jsonl"]);
    combine(&case, &["index", "other"], "both").unwrap();
    case.assert_whole("both");
    // A page that was deleted is one in no other index.
    case.file("d.jsonl", line("y", "d.example"));
    case.index("last", &["d.jsonl"]);
    let refused = combine(&case, &["index", "last"], "none");
    assert_refused(refused, &["its page y was deleted in ", "/index"]);
}

#[test]
fn a_host_is_one_however_it_is_written() {
    let case = Case::default();
    let hosts =
        ["müller.example", "xn--mller-kva.example", "M%C3%9CLLER.example", "muller.example"];
    let line = |(number, host): (usize, &&str)| {
        let url = format!("http://{host}/a");
        json!({ "docno": number.to_string(), "url": url, "text": "tea" }).to_string() + "\n"
    };
    case.file("pages.jsonl", hosts.iter().enumerate().map(line).collect::<String>());
    case.index("index", &["pages.jsonl"]);
    let hits = |name: &str, value: &str| case.find("index", "tea", &[(name, value)]).unwrap().len();
    assert_eq!(hits("collapse", "url"), 2);
    for host in &hosts[..3] {
        assert_eq!(hits("url_prefix", host), 3, "{host}");
        assert_eq!(case.open("index").captures(&format!("{host}/a")).unwrap().len(), 3);
    }
    assert_eq!(hits("url_prefix", "muller.example"), 1);
    assert!(check_deep(&case).is_empty());
    assert_eq!(run(&by_prefix(&case, "ｍüller.example")).unwrap().pages.len(), 3);
    case.assert_whole("index");
}

#[test]
fn a_page_whose_url_or_date_changed_is_seen() {
    let case = Case::default();
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
    case.index("index", &["pages.jsonl"]);
    assert!(check_deep(&case).is_empty());
    for (text, expected) in [
        (pages(2000, "b", 2006), "found the URL 'http://b.example/2000' in the archive, expected"),
        (pages(2000, "a", 2007), "found the date 2007-01-02T00:00:00Z in the archive, expected"),
    ] {
        case.file("pages.jsonl", text);
        let file = std::fs::File::options().write(true).open(case.path("pages.jsonl")).unwrap();
        file.set_modified(time).unwrap();
        let faults = check_deep(&case);
        let says = |fault: &String| fault.contains("page d2000 of") && fault.contains(expected);
        assert!(faults.iter().any(says), "{faults:?}");
    }
}
