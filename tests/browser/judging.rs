//! Judging with the keys of a page, while the server is killed and started again.

use crate::browser::Browser;
use crate::served::{Folder, Served};
use fantoccini::key::Key;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is judged now: the topic and the docno, or that nothing is left of the topic.
const NOW: &str = "(() => {
    const page = document.getElementById('judged');
    const topic = new URL(location.href).searchParams.get('topic');
    return topic + ' ' + (page ? page.dataset.docno : 'done');
})()";
const LOADED: &str = "document.readyState === 'complete'";

/// Twenty topics on what the demo is about.
fn write_topics(folder: &Folder, name: &str) {
    let queries = ["lighthouse keepers", "winter garden", "bread", "sea"];
    let line = |number: usize| format!("t{number}\t{}\n", queries[number % queries.len()]);
    let topics: String = (1..=20).map(line).collect();
    std::fs::write(folder.path(name), topics).expect("a file");
}

/// The grades in a file, each once, by topic and docno.
fn grades(folder: &Folder, name: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(folder.path(name)).expect("the judgements");
    let mut grades = BTreeMap::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [topic, "0", docno, grade] = words[..] else { panic!("{line}") };
        let twice = grades.insert(format!("{topic} {docno}"), grade.to_owned());
        assert_eq!(twice, None, "{line}");
    }
    grades
}

/// Presses a key and waits for the page that it leads to.
#[track_caller]
fn press_on(browser: &Browser, key: char) -> String {
    let before = browser.text(NOW);
    browser.press(key);
    browser.wait(&format!("{LOADED} && {NOW} !== {before:?}"));
    browser.text(NOW)
}

/// Begins where the topics say that one goes on.
#[track_caller]
fn go_on(browser: &Browser, served: &Served) -> String {
    browser.open(&served.url("/judge?min_words=3&depth=2&pin=A%3Fmax_repeats%3D3"));
    browser.wait(LOADED);
    press_on(browser, 'n')
}

#[test]
fn twenty_topics_are_judged_by_keys_and_two_kills_lose_nothing() {
    let Some(browser) = Browser::start() else { return };
    let folder = Folder::demo();
    write_topics(&folder, "twenty.topics");
    let start = || folder.serve_with(&["--topics", "twenty.topics", "--judge", "twenty.qrels"]);
    let mut served = start();
    let mut given: BTreeMap<String, String> = BTreeMap::new();
    let mut now = go_on(&browser, &served);
    let mut kills = 0;
    loop {
        if now.ends_with(" done") {
            if browser.seen().contains("So are those of all topics") {
                break;
            }
            now = press_on(&browser, 'n');
            continue;
        }
        let grade = ['0', '1', '2'][given.len() % 3];
        let twice = given.insert(now.clone(), grade.to_string());
        assert_eq!(twice, None, "{now} was judged already");
        now = press_on(&browser, grade);
        if [13, 31].contains(&given.len()) {
            // Dropping it ends it as kill -9 does.
            drop(served);
            served = start();
            kills += 1;
            assert_eq!(grades(&folder, "twenty.qrels"), given);
            now = go_on(&browser, &served);
        }
    }
    assert_eq!(kills, 2);
    assert_eq!(grades(&folder, "twenty.qrels"), given);
    let topics: Vec<&str> = given.keys().filter_map(|key| key.split(' ').next()).collect();
    assert!((1..=20).all(|number| topics.contains(&format!("t{number}").as_str())), "{topics:?}");
    assert_eq!(browser.complaints(), [""; 0]);
    folder.tamis(&["search", "index", "--topics", "twenty.topics", "--out", "twenty.run", "-q"]);
    let report = folder.tamis(&["eval", "twenty.qrels", "twenty.run", "-m", "num_q"]);
    assert!(report.contains("20"), "{report}");
}

#[test]
fn keys_lead_through_the_pool_and_take_grades_back() {
    let Some(browser) = Browser::start() else { return };
    let folder = Folder::demo();
    let flags = ["--topics", "demo.topics", "--qrels", "demo.qrels", "--judge", "keys.qrels"];
    let served = folder.serve_with(&flags);
    browser.open(&served.url("/judge?topic=1"));
    browser.wait(LOADED);
    let first = browser.text(NOW);
    let second = press_on(&browser, 'j');
    assert_eq!(press_on(&browser, 'k'), first);
    assert_eq!(press_on(&browser, '2'), second);
    let third = press_on(&browser, '0');
    assert_eq!(grades(&folder, "keys.qrels").len(), 2);
    // Taken back, one after the other, each at its page.
    assert_eq!(press_on(&browser, 'u'), second);
    assert_eq!(grades(&folder, "keys.qrels"), [(first.clone(), "2".to_owned())].into());
    assert_eq!(press_on(&browser, 'u'), first);
    assert!(!folder.path("keys.qrels").exists());
    // A page that was skipped comes after those behind it.
    press_on(&browser, 'j');
    assert_eq!(press_on(&browser, '1'), third);
    // Another grade of the same page takes the place of the first one.
    browser.press('k');
    browser.wait(&format!("{LOADED} && {NOW} === {second:?}"));
    assert_eq!(browser.text("document.querySelector('[aria-pressed=true]').value"), "1");
    assert_eq!(press_on(&browser, '0'), third);
    assert_eq!(grades(&folder, "keys.qrels"), [(second, "0".to_owned())].into());
    browser.press('?');
    browser.wait("document.querySelector('.keys').open");
    browser.press(Key::Escape.into());
    press_on(&browser, 't');
    assert!(browser.seen().contains("Agreement with the qrels"), "{}", browser.seen());
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn buttons_judge_without_the_script() {
    let Some(browser) = Browser::start() else { return };
    let folder = Folder::demo();
    let served = folder.serve_with(&["--topics", "demo.topics", "--judge", "buttons.qrels"]);
    browser.disable_scripts();
    browser.open(&served.url("/judge?topic=1"));
    let first = browser.text(NOW);
    browser.click(".grades button[value='1']");
    browser.wait(&format!("{NOW} !== {first:?}"));
    assert_eq!(grades(&folder, "buttons.qrels"), [(first.clone(), "1".to_owned())].into());
    // In the list of all pages too.
    browser.click("details.pool summary");
    browser.click("details.pool li:nth-child(3) button[value='2']");
    browser.wait(&format!("{NOW} !== {first:?}"));
    browser.open(&served.url("/judge?topic=1"));
    assert_eq!(grades(&folder, "buttons.qrels").len(), 2);
}

#[test]
fn a_page_of_another_site_cannot_judge() {
    let Some(browser) = Browser::start() else { return };
    let folder = Folder::demo();
    let served = folder.serve_with(&["--topics", "demo.topics", "--judge", "other.qrels"]);
    // A form of a page without an origin, and one of another server on this machine.
    let other = folder.serve_with(&[]);
    let body = "topic=1&docno=x&grade=1&token=x";
    browser.open(&other.url("/"));
    let target = served.url("/judge");
    let send = format!(
        "fetch({target:?}, {{ method: 'POST', mode: 'no-cors', body: {body:?}, headers: \
         {{ 'Content-Type': 'application/x-www-form-urlencoded' }} }})\
         .then(() => done('sent'), () => done('refused'));"
    );
    assert_eq!(browser.result(&send), "refused");
    browser.open(&format!(
        "data:text/html,<form method=post action={target:?}><input name=grade value=1>\
         <button id=b>x</button></form>"
    ));
    browser.click("#b");
    browser.wait("document.body.textContent.includes('from another site')");
    assert!(!folder.path("other.qrels").exists());
}

#[test]
fn blocks_are_judged_by_keys_and_become_gold() {
    let Some(browser) = Browser::start() else { return };
    let folder: Arc<Folder> = Folder::demo();
    let start = || folder.serve_with(&["--judge-blocks", "gold"]);
    let mut served = start();
    let at = "document.querySelector('[aria-current=true]')?.id";
    for page in 0..3 {
        browser.open(&served.url("/judge/blocks"));
        browser.wait(LOADED);
        browser.press('n');
        browser.wait(&format!("{LOADED} && {at}"));
        for key in ['0', '1', '1'] {
            let before = browser.text(at);
            browser.press(key);
            browser.wait(&format!("{LOADED} && {at} !== {before:?}"));
        }
        let judged = "document.querySelectorAll('.judgedblocks li[class]').length";
        assert_eq!(browser.value(judged), 3);
        if page == 0 {
            // The blocks of a page that is not finished are there again after a kill.
            drop(served);
            served = start();
            browser.open(&served.url("/judge/blocks"));
            browser.wait(LOADED);
            browser.press('n');
            browser.wait(&format!("{LOADED} && {at}"));
            assert_eq!(browser.value(judged), 3);
        }
        browser.press('r');
        browser.wait(&format!("{LOADED} && document.getElementById('done')"));
    }
    assert_eq!(browser.complaints(), [""; 0]);
    let scored = folder.tamis(&["accuracy", "gold", "--classifier", "keep-all", "--json"]);
    assert!(scored.contains("\"scored\":3"), "{scored}");
    folder.tamis(&["train", "1r-words", "gold", "--out", "judged.model"]);
}
