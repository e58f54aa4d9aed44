//! How often blocks repeat: rules and axes over the counts, what shows them, and what is refused.

use crate::case::{Case, assert_refused};
use serde_json::json;
use std::path::PathBuf;
use tamis::job::{CombineJob, ExportFormat, ExportJob, SearchJob};
use tamis::request::Request;
use tamis::{BlockRow, Error, Index, Notice};
use tamis_testing::pages::{QRELS, TOPICS};

/// A docno, a URL, and the paragraphs of the page.
type Page<'a> = (&'a str, &'a str, &'a [&'a str]);

/// Lines of JSON with these pages.
fn lines(pages: &[Page<'_>]) -> String {
    pages
        .iter()
        .map(|(docno, url, paragraphs)| {
            let html: String = paragraphs.iter().map(|text| format!("<p>{text}</p>")).collect();
            json!({"docno": docno, "url": url, "html": format!("<title>{docno}</title>{html}")})
                .to_string()
                + "\n"
        })
        .collect()
}

const MENU: &str = "kettle bridge archive";

/// Five pages of two sites; a menu is on four of them, on one in another order.
fn indexed() -> Case {
    let case = Case::default();
    let pages: [Page<'_>; 5] = [
        ("ice-1", "http://www.ice.org/1", &[MENU, "a penguin walks over the ice"]),
        ("ice-2", "http://ice.org/2", &[MENU, "each penguin moves a little", "the of"]),
        (
            "tea-1",
            "http://tea.org/1",
            &["archive kettle bridge", "the kettle is filled with tea", MENU],
        ),
        ("road-1", "http://tea.org/2", &[MENU]),
        ("short-1", "", &["a note"]),
    ];
    case.file("pages.jsonl", lines(&pages));
    case.file("topics", TOPICS);
    case.file("qrels", QRELS);
    case.index("index", &["pages.jsonl"]);
    case
}

/// The docnos that a search finds, best first.
fn found(case: &Case, words: &str, set: &[(&str, &str)]) -> Vec<String> {
    let hits = case.find("index", words, set).unwrap();
    hits.into_iter().map(|hit| hit.docno).collect()
}

#[test]
fn rules_over_repeats_see_what_they_say() {
    let case = indexed();
    let kettle = |name: &str, value: &str| found(&case, "kettle", &[(name, value)]);
    assert_eq!(found(&case, "kettle", &[]).len(), 4);
    assert_eq!(kettle("max_repeats", "3"), ["tea-1"]);
    assert_eq!(kettle("where", "repeats >= 4").len(), 4);
    assert_eq!(kettle("where", "site_repeats = 2 and site_share = 1").len(), 4);
    assert_eq!(found(&case, "penguin", &[("max_site_share", "0.5")]).len(), 2);
    // A page without a URL has no site: the comparison is false, and its `not` is true.
    assert!(found(&case, "note", &[("where", "site_share <= 1")]).is_empty());
    assert_eq!(found(&case, "note", &[("where", "not site_share > 1")]), ["short-1"]);
    assert_eq!(found(&case, "note", &[("max_repeats", "1")]), ["short-1"]);
    // A weight of 0 bars as a rule does.
    assert_eq!(kettle("weight", "repeats > 3: 0"), kettle("where", "not repeats > 3"));
}

/// How many pages have a block, in all and of its site, and its share of these.
fn counts_of(block: &BlockRow) -> (Option<u32>, Option<u32>, Option<f64>) {
    (block.repeats, block.site_repeats, block.site_share)
}

#[test]
fn blocks_and_contents_say_how_often_blocks_repeat() {
    let case = indexed();
    let blocks = case.blocks("index", "tea-1");
    assert_eq!(counts_of(&blocks[1]), (Some(4), Some(2), Some(1.0)));
    assert_eq!((blocks[2].repeats, blocks[2].site_share), (Some(1), Some(0.0)));
    assert_eq!(counts_of(&case.blocks("index", "short-1")[1]), (Some(1), None, None));
    // A block of stop words has no tokens, so none are the same.
    let stop_words = &case.blocks("index", "ice-2")[3];
    assert_eq!((stop_words.words, stop_words.repeats), (2, None));

    let repeats = case.open("index").contents().unwrap().repeats.unwrap();
    assert_eq!((repeats.sites, repeats.pages_with_site), (2, 4));
    let most = &repeats.most_repeated[0];
    assert_eq!((most.repeats, most.words, &*most.docno, &*most.text), (4, 3, "ice-1", MENU));
    let bins = &case.stats("index")["repeats"]["words_by_repeats"];
    assert_eq!(bins[4], json!({"from": 6, "to": 10, "words": 0}));
    let counted: u64 =
        bins.as_array().unwrap().iter().filter_map(|bin| bin["words"].as_u64()).sum();
    let docnos = ["ice-1", "ice-2", "tea-1", "road-1", "short-1"];
    let blocks = docnos.into_iter().flat_map(|docno| case.blocks("index", docno));
    let with_tokens = blocks.filter(|block| block.repeats.is_some());
    assert_eq!(counted, with_tokens.map(|block| u64::from(block.words)).sum::<u64>());
}

#[test]
fn an_axis_of_repeats_is_its_searches() {
    let case = indexed();
    let sweep = case.sweep_with("grid max_repeats=1,2..=5:1", |job| {
        job.judged.measures = vec!["map".to_owned()];
        job.permutations = 0;
    });
    let sweep = sweep.unwrap().result;
    assert_eq!((&*sweep.axes[0].name, sweep.points().len()), ("max_repeats", 5));
    for (point, most) in sweep.points().zip(1..) {
        let map = case.means(&format!("max_repeats {most}"), &["map"])[0];
        assert_eq!(Some(map), point.mean("map"), "{most}");
        assert!(point.kept() <= 1.0);
    }
    let comparison = case.compare_with("", |_| ()).unwrap().result;
    assert!(comparison.rows().any(|row| row.name().starts_with("repeats <= ")));
}

#[test]
fn the_sieve_is_the_weights_that_it_names() {
    let case = indexed();
    let named = tamis_search::rule::sieve::SIEVE.map(|(name, rule)| format!("{name}={rule}"));
    let named: Vec<(&str, &str)> = named.iter().map(|weight| ("weight", &**weight)).collect();
    for query in ["kettle", "penguin bridge", "note"] {
        let of_sieve = case.find("index", query, &[("rule", "sieve")]).unwrap();
        assert_eq!(of_sieve, case.find("index", query, &named).unwrap());
    }
    let sweep = case.sweep_with("rule sieve | grid weight.title=1,2", |job| job.permutations = 0);
    assert_eq!(sweep.unwrap().result.points().len(), 2);
}

#[test]
fn what_cannot_be_known_is_refused_with_the_remedy() {
    let case = Case::default();
    case.file("plain.jsonl", "{\"docno\":\"a\",\"text\":\"a penguin walks\"}\n");
    case.index("index", &["plain.jsonl"]);
    assert_eq!(found(&case, "penguin", &[("max_repeats", "1")]), ["a"]);
    case.file("topics", TOPICS);
    case.file("qrels", format!("{QRELS}1 0 a 1\n"));
    let words = ["index: no page has a URL, so no page has a site", "use repeats"];
    for set in [
        ("max_site_share", "0.5"),
        ("where", "not site_repeats > 3"),
        ("weight", "site_share > 0.5: 0.1"),
    ] {
        assert_refused(case.find("index", "penguin", &[set]), &words);
    }
    assert_refused(case.sweep("grid max_site_repeats=1,2"), &words);
    let set = [("max_site_share", "0.5")];
    assert_refused(case.export("index", ExportFormat::Jsonl, &set), &words);
    // An ingest that was interrupted has not counted yet; run again, it does.
    case.edit_meta("index", |meta| {
        let (before, after) =
            meta.split_once("\\\"repeats\\\":").expect("the manifest names the counts");
        let (_, after) = after.split_once(',').expect("more follows");
        format!("{before}\\\"repeats\\\":null,{after}")
    });
    assert_eq!(found(&case, "penguin", &[]), ["a"]);
    let sieved = || case.find("index", "penguin", &[("rule", "sieve")]);
    assert_refused(sieved(), &["an older program built it", "run the same ingest again"]);
    assert_eq!(case.stats("index")["repeats"], json!(null));
    case.index("index", &["plain.jsonl"]);
    sieved().unwrap();
}

/// The file of the counts of an index.
fn counts(case: &Case) -> PathBuf {
    let files = std::fs::read_dir(case.path("index")).unwrap().map(|entry| entry.unwrap().path());
    let mut files = files.filter(|path| path.to_string_lossy().contains("repeats-"));
    files.next().expect("a file of counts")
}

#[test]
fn damage_of_the_counts_is_reported_and_mended() {
    let case = indexed();
    let name = counts(&case);
    let bytes = std::fs::read(&name).unwrap();
    case.assert_whole("index");
    for at in [0, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        std::fs::write(&name, damaged).unwrap();
        let refused = case.find("index", "kettle", &[("max_repeats", "3")]);
        assert_refused(refused, &["repeats-", "found", "expected"]);
        let faults = case.faults("index");
        assert!(faults.iter().any(|fault| fault.contains("repeats")), "{faults:?}");
    }
    // Without the file the same ingest counts again.
    std::fs::remove_file(&name).unwrap();
    let refused = case.find("index", "kettle", &[]);
    assert_refused(refused, &["found no file", "run the same ingest again"]);
    case.index("index", &["pages.jsonl"]);
    assert_eq!(std::fs::read(&name).unwrap(), bytes);
    case.assert_whole("index");
}

/// The years of the captures of a site.
const YEARS: [u32; 4] = [2003, 2004, 2005, 2006];

fn yearly_page(year: u32, number: usize) -> String {
    let spelling = ["http://www.ice.org", "https://ice.org:443"][year as usize % 2];
    let text = "a penguin walks over the ice to the sea ".repeat(40 + number)
        + &format!("journey{number}");
    let html = format!("<title>Journey {number}</title><p>{MENU}</p><p>{text}</p>");
    let docno = format!("{year}-{number}");
    let date = format!("{year}-05-01");
    json!({"docno": docno, "url": format!("{spelling}/{number}"), "date": date, "html": html})
        .to_string()
        + "\n"
}

/// An index of yearly captures of one site in two spellings: a menu on every page, and an article
/// that stands on one page alone.
fn captured() -> Case {
    let case = Case::default();
    for year in YEARS {
        let pages = (0..3).map(|number| yearly_page(year, number));
        case.file(&format!("{year}.jsonl"), pages.collect::<String>());
    }
    case.index("index", &["2003.jsonl", "2004.jsonl", "2005.jsonl", "2006.jsonl"]);
    case
}

#[test]
fn captures_of_a_url_count_as_one_page() {
    let case = captured();
    let all = |index: &str| case.blocks(index, "2005-1").iter().map(counts_of).collect::<Vec<_>>();
    let alone = (Some(1), Some(1), Some(0.0));
    assert_eq!(all("index"), [alone, (Some(3), Some(3), Some(1.0)), alone]);
    let many = [("max_repeats", "2"), ("hits", "20")];
    assert_eq!(found(&case, "penguin", &many).len(), 12);
    let collapsed = [("max_site_share", "0.5"), ("collapse", "url")];
    assert_eq!(found(&case, "penguin", &collapsed).len(), 3);
    assert!(found(&case, "kettle", &[("max_repeats", "2")]).is_empty());
    let repeats = case.open("index").contents().unwrap().repeats.unwrap();
    assert_eq!((repeats.sites, repeats.pages_with_site), (1, 3));
    case.assert_whole("index");

    // However the captures are divided: several indexes as one, or combined.
    case.index("part-0", &["2003.jsonl", "2006.jsonl"]);
    case.index("part-1", &["2004.jsonl", "2005.jsonl"]);
    let parts = case.paths(&["part-0", "part-1"]);
    let job = CombineJob { indexes: parts.clone(), out: case.path("combined"), replace: false };
    job.run(&()).unwrap();
    assert_eq!(case.blocks("combined", "2005-1"), case.blocks("index", "2005-1"));
    let both = Index::open_all(parts).unwrap();
    let search = both.search("penguin").set("max_repeats", 2).unwrap().set("hits", 20).unwrap();
    assert_eq!(search.run().unwrap().len(), 12);
    let menu = || counts_of(&case.blocks("index", "2005-1")[1]);
    case.delete("index", &["2003-0", "2004-0", "2005-0", "2006-0"]);
    assert_eq!(menu(), (Some(2), Some(2), Some(1.0)));
    // One capture is left, so the page is.
    case.delete("index", &["2003-2", "2004-2", "2005-2"]);
    assert_eq!(menu(), (Some(2), Some(2), Some(1.0)));
}

fn in_words(notices: &[Notice]) -> Vec<String> {
    notices.iter().map(Notice::to_string).collect()
}

/// What is told of a search.
fn told_of_search(case: &Case, set: &[(&str, &str)]) -> Vec<String> {
    let request = Request::from_pairs(set.iter().copied()).unwrap();
    let job = SearchJob { request, words: "penguin".to_owned(), ..SearchJob::default() };
    in_words(&job.run(&case.open("index"), &()).unwrap().notices)
}

/// What is told of an export.
fn told_of_export(case: &Case, set: &[(&str, &str)]) -> Vec<String> {
    let request = Request::from_pairs(set.iter().copied()).unwrap();
    let job = ExportJob { request, ..ExportJob::default() };
    let refused = |error| Error::io("write", "(memory)", error);
    in_words(&job.run(&case.open("index"), &mut Vec::new(), refused, &()).unwrap().notices)
}

#[test]
fn a_rule_that_leaves_hardly_any_text_is_reported() {
    let case = captured();
    let short = ("where", "words < 3");
    for (set, loosened) in [
        (&[short][..], Some("loosen words < 3")),
        (
            &[("min_words", "2"), ("where", "words < 4"), ("title", "drop")],
            Some("loosen words < 4"),
        ),
        (&[short, ("from", "2004"), ("to", "2005")], Some("loosen words < 3")),
        // Enough of one page, though it is little of the index.
        (&[("where", "words < 4"), ("docnos", "2003-0")], None),
        (&[("max_repeats", "2")], None),
        (&[("kind", "title")], None),
    ] {
        for notices in [told_of_search(&case, set), told_of_export(&case, set)] {
            let little = notices.iter().find(|notice| notice.contains("% of the text; "));
            match loosened {
                Some(loosened) => assert!(little.is_some_and(|text| text.contains(loosened))),
                None => assert_eq!(little, None, "{set:?}"),
            }
        }
    }
    let weighed = told_of_search(&case, &[("weight", "words >= 1: 0.01")]);
    let little = "the weights leave 1.00 % of the text; raise them";
    assert!(weighed.iter().any(|notice| notice.contains(little)), "{weighed:?}");
    case.file("topics", TOPICS);
    case.file("qrels", format!("{QRELS}1 0 2003-0 1\n"));
    let sweep = case.sweep_with("grid max_words=3,100", |job| job.permutations = 0).unwrap();
    let is_little = |notice: &Notice| matches!(notice, Notice::LittleText { .. });
    assert!(!sweep.notices.iter().any(is_little), "{:?}", sweep.notices);
}
