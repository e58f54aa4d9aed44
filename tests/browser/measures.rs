//! Topics and judgements: what a rule does to the measures, and the two rankings of a topic.

use crate::browser::Browser;
use crate::served::{Folder, Served};
use fantoccini::key::Key;
use serde_json::Value;
use std::collections::HashMap;

/// The means of the demo under a rule, as the program scores its own run.
fn means(folder: &Folder, flags: &[&str]) -> Vec<String> {
    let run = folder.path(format!("{}.run", flags.join("")));
    let run = run.to_str().expect("UTF-8");
    folder.tamis(&[&["search", "index", "--topics", "demo.topics", "--out", run], flags].concat());
    let scores =
        folder.tamis(&["eval", "demo.qrels", run, "-m", "P_10", "-m", "ndcg_cut_10", "-c"]);
    scores.lines().map(|line| line.rsplit('\t').next().expect("a value").to_owned()).collect()
}

/// The means on the page, of the row with this place in the table.
fn shown_means(browser: &Browser, row: usize) -> Vec<String> {
    let cells = browser.value(&format!(
        "[...document.querySelectorAll('#answer table')[0].tBodies[0].rows[{row}]\
            .querySelectorAll('td:not([data-label=\"Text kept\"])')]
            .map((cell) => cell.firstChild.textContent)"
    ));
    serde_json::from_value(cells).expect("numbers")
}

#[test]
fn the_slider_moves_the_means_to_those_of_the_program() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url("/measures"));
    let unfiltered = means(&served.folder, &[]);
    assert_eq!(shown_means(&browser, 0), unfiltered);
    browser.type_into("#slide-min_words", &Key::PageUp);
    browser.wait("location.search === '?min_words=10' && !document.body.hasAttribute('aria-busy')");
    assert_eq!(shown_means(&browser, 0), unfiltered);
    let under_rule = means(&served.folder, &["--min-words", "10"]);
    assert_ne!(under_rule, unfiltered);
    assert_eq!(shown_means(&browser, 1), under_rule);
    let topics = browser.value("document.querySelectorAll('#topics tbody tr').length");
    assert_eq!(topics, 50);
    assert_eq!(browser.value("!!document.querySelector('#answer figure svg')"), true);
    assert_eq!(browser.complaints(), [""; 0]);
}

/// The pages of a ranking with their grades, as they are shown.
fn ranking(browser: &Browser, name: &str) -> Vec<(String, String)> {
    let pages = browser.value(&format!(
        "[...document.querySelectorAll('.ranking[data-name={name}] li')]
            .map((page) => [page.dataset.docno, \
                page.querySelector('.grade').firstChild.textContent])"
    ));
    serde_json::from_value(pages).expect("docnos and grades")
}

/// The first pages of a topic's run, with the grades of the judgements.
fn ranked(folder: &Folder, topic: &str, flags: &[&str]) -> Vec<(String, String)> {
    let judged = std::fs::read_to_string(folder.path("demo.qrels")).expect("judgements");
    let grades: HashMap<&str, &str> = judged
        .lines()
        .filter_map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
            [of, _, docno, grade] if of == topic => Some((docno, grade)),
            _ => None,
        })
        .collect();
    let run = folder.tamis(
        &[&["search", "index", "--topics", "demo.topics", "--topic", topic], flags].concat(),
    );
    let docnos =
        run.lines().map(|line| line.split_whitespace().nth(2).expect("a docno").to_owned());
    docnos
        .take(10)
        .map(|docno| (docno.clone(), grades.get(docno.as_str()).unwrap_or(&"–").to_string()))
        .collect()
}

#[test]
fn a_topic_compares_two_rankings_with_their_grades() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url("/measures?min_words=10"));
    browser.click("#topics tbody tr a");
    browser.wait("location.pathname === '/topic'");
    let topic = browser.text("new URL(location.href).searchParams.get('topic')");
    let unfiltered = ranked(&served.folder, &topic, &[]);
    assert_eq!(ranking(&browser, "unfiltered"), unfiltered);
    let under_rule = ranked(&served.folder, &topic, &["--min-words", "10"]);
    assert_eq!(ranking(&browser, "under_rule"), under_rule);
    // The topics are sorted by what they gain: the first one did.
    assert_ne!(unfiltered, under_rule);
    assert!(under_rule.iter().any(|(_, grade)| grade == "1" || grade == "2"), "{under_rule:?}");
    // Grades of different kinds look different, and not only by their colours.
    let colours: Value = browser.value(
        "[...new Set([...document.querySelectorAll('.ranking li .grade')].map((grade) =>
            grade.className + ' ' + getComputedStyle(grade).backgroundColor))].sort()",
    );
    let colours: Vec<String> = serde_json::from_value(colours).expect("colours");
    let kinds: std::collections::BTreeSet<&str> =
        colours.iter().filter_map(|colour| colour.split(" rgb").next()).collect();
    assert!(colours.len() > 1 && colours.len() == kinds.len(), "{colours:?}");
    browser.type_into("#slide-min_words", &Key::Home);
    browser
        .wait("!location.search.includes('min_words') && !document.body.hasAttribute('aria-busy')");
    assert_eq!(ranking(&browser, "under_rule"), unfiltered);
}
