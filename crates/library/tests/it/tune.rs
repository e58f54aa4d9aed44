//! Tuning: a rule is found by the titles of the pages alone, or with a few judged topics.

use crate::case::{Case, assert_refused, names, settings};
use serde_json::json;
use std::fmt::Write;
use tamis::job::TuneJob;
use tamis::{Index, Tuned};

/// Words of which each pair is a title.
const WORDS: [&str; 24] = [
    "kettle", "glacier", "violin", "harbour", "orchard", "lantern", "compass", "saddle", "parrot",
    "quarry", "ribbon", "tunnel", "velvet", "walnut", "anchor", "basket", "candle", "dragon",
    "engine", "forest", "garden", "hammer", "island", "jacket",
];

/// The title of a page: a pair of words that no other page has.
fn title(page: usize) -> String {
    let first = page % WORDS.len();
    let second = (first + 1 + page / WORDS.len()) % WORDS.len();
    format!("{} {}", WORDS[first], WORDS[second])
}

fn docno(page: usize) -> String {
    format!("page-{page:03}.html")
}

/// Indexes a site whose rule is known, and these parts of its pages. Four pages have a sidebar, the
/// same on each of them, that names the pages after them again and again: it stands on too few
/// pages for the sieve.
fn site(pages: usize) -> Case {
    let case = Case::default();
    for page in 0..pages {
        let title = title(page);
        let first = page / 4 * 4;
        let mut sidebar = String::new();
        for other in first + 4..first + 12 {
            let other = self::title(other % pages.max(1));
            write!(sidebar, "read on about {other} and {other}, again {other}. ").unwrap();
        }
        let own = format!("page {page} tells of {title} in a long line of own words number {page}");
        let html =
            format!("<title>{title} | The Site</title><p>{own} {own}</p><div>{sidebar}</div>");
        case.file(&format!("site/{}", docno(page)), html);
    }
    case.index("index", &["site"]);
    case
}

fn tune(index: &Index, change: impl FnOnce(&mut TuneJob)) -> tamis::Result<Tuned> {
    let mut job = TuneJob::default();
    change(&mut job);
    Ok(job.run(index, &())?.result)
}

fn weights(tuned: &Tuned) -> Vec<&str> {
    tuned.weights.iter().map(|weight| weight.weight.as_str()).collect()
}

#[test]
fn the_rule_that_fits_is_found_by_any_number_of_threads_and_stored() {
    let case = site(160);
    let index = case.open("index");
    let one = tune(&index, |job| job.threads = Some(1)).unwrap();
    assert!(weights(&one).contains(&"repeated=repeats > 2: 0.05"), "{:?}", weights(&one));
    assert_eq!(tune(&index, |job| job.threads = Some(3)).unwrap(), one);
    let other = tune(&index, |job| (job.settings.seed, job.settings.topics) = (2, 60)).unwrap();
    assert_eq!(other.topics, 60);
    // The job stores nothing.
    assert_eq!(case.open("index").tuned().unwrap(), None);
    index.store_tuned(&one).unwrap();
    let by_name = case.found("violin harbour", "rule tuned").unwrap().result;
    assert_eq!(by_name[0].hit.docno, docno(2));
    let typed: Vec<String> =
        weights(&one).iter().map(|weight| format!("weight {weight}")).collect();
    assert_eq!(case.found("violin harbour", &typed.join(" | ")).unwrap().result, by_name);
    assert_ne!(case.found("violin harbour", "").unwrap().result, by_name);
    case.assert_whole("index");
    let index = case.open("index");
    assert_eq!(index.forget_tuned().unwrap(), [case.path("index")]);
    assert!(case.open("index").forget_tuned().unwrap().is_empty());
}

#[test]
fn few_titles_are_warned_of_and_an_index_without_them_is_refused() {
    let case = site(60);
    let found = tune(&case.open("index"), |_| ()).unwrap();
    assert!(found.warnings[0].contains("only 60 titles can be queries"), "{:?}", found.warnings);
    case.index_with("none", &["site"], settings(json!({"store": "none"})));
    assert_refused(tune(&case.open("none"), |_| ()), &["stores no titles"]);
}

#[test]
fn judged_topics_count_beside_the_titles() {
    let case = site(120);
    let (mut topics, mut qrels) = (String::new(), String::new());
    for page in (0..8).map(|topic| topic * 9) {
        writeln!(topics, "{page}\t{}", title(page)).unwrap();
        writeln!(qrels, "{page} 0 {} 1", docno(page)).unwrap();
    }
    case.file("topics", topics);
    case.file("qrels", qrels);
    let index = case.open("index");
    let judged = || {
        tune(&index, |job| {
            job.judged = Some(case.measured_by(&[]));
            job.output.folder = Some(case.path("found"));
        })
    };
    let found = judged().unwrap();
    // The same again is the same experiment, another one is not.
    judged().unwrap();
    let other = tune(&index, |job| job.output.folder = Some(case.path("found")));
    assert_refused(other, &["another experiment"]);
    let choice = found.judged.as_ref().unwrap();
    assert!(choice.chosen >= choice.sieve);
    assert_eq!(choice.curve[1].topics, 5);
    assert_eq!(case.read("found/settings.tsv").lines().count(), 1 + found.settings.len());
    let summary = found.summary("search");
    assert!(summary.contains("NDCG@10, 8 judged topics"), "{summary}");
    assert!(summary.contains("judged topics  they alone"), "{summary}");
    let deep = tune(&index, |job| job.judged = Some(case.measured_by(&["map"])));
    assert_refused(deep, &["found one of 1000 results"]);
}

#[test]
fn several_indexes_are_tuned_as_one() {
    let case = site(100);
    let parts = ["part-0", "part-1"];
    for page in 0..100 {
        let name = docno(page);
        case.file(&format!("half-{}/{name}", page % 2), case.read(&format!("site/{name}")));
    }
    case.index(parts[0], &["half-0"]);
    case.index(parts[1], &["half-1"]);
    let both = || Index::open_all(case.paths(&parts)).unwrap();
    let tuned = tune(&both(), |_| ()).unwrap();
    let whole = tune(&case.open("index"), |_| ()).unwrap();
    assert_eq!(weights(&tuned), weights(&whole));
    both().store_tuned(&tuned).unwrap();
    let stored = case.open(parts[1]).tuned().unwrap().unwrap().parameters;
    let stored: Vec<&str> = stored.iter().map(|parameter| parameter.value.as_str()).collect();
    assert_eq!(stored, names(&weights(&whole)));
    assert!(both().search("kettle").set("rule", "tuned").unwrap().run().is_ok());
}
