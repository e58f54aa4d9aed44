//! The page about the collection: its list of skipped records is filtered as one types, and its
//! addresses keep the rule.

use crate::browser::Browser;
use crate::served::{Folder, Served};
use std::sync::Arc;

/// A served index with 130 duplicates and five empty records among its skipped records, which are
/// named like an attack.
fn with_skipped_records() -> Served {
    let folder = Folder::new();
    let pages =
        (0..150).map(|number| line(&format!("d{}", number % 20), "<p>some words of a page"));
    let empty = (0..5).map(|number| line(&format!("nothing<b>{number}"), " "));
    std::fs::write(folder.path("pages.jsonl"), pages.chain(empty).collect::<String>())
        .expect("a file");
    folder.tamis(&["index", "pages.jsonl", "--out", "index", "-q"]);
    Arc::new(folder).serve()
}

/// A page as a line of JSON.
fn line(docno: &str, html: &str) -> String {
    serde_json::json!({ "docno": docno, "html": html }).to_string() + "\n"
}

/// Waits until the page says which lines it shows.
#[track_caller]
fn wait_for_lines(browser: &Browser, summary: &str) {
    browser.wait(&format!("document.querySelector('#losses .summary')?.innerText === {summary:?}"));
}

#[track_caller]
fn wait_for_address(browser: &Browser, query: &str) {
    browser.wait(&format!("location.search === {query:?}"));
}

#[test]
fn skipped_records_are_filtered_as_one_types_and_the_rule_stays() {
    let Some(browser) = Browser::start() else { return };
    let served = with_skipped_records();
    browser.open(&served.url("/collection?min_words=3"));
    wait_for_lines(&browser, "Lines 1 to 100 of 135.");
    let entries = browser.value("history.length");
    browser.fill("#text", "NOTHING<b>");
    wait_for_lines(&browser, "Lines 1 to 5 of 5, 135 in all.");
    wait_for_address(&browser, "?min_words=3&text=NOTHING%3Cb%3E");
    assert!(browser.text("document.querySelector('#losses').innerText").contains("nothing<b>4"));
    assert_eq!(browser.value("document.querySelectorAll('#losses b').length"), 0);
    browser.fill("#text", "d1");
    wait_for_address(&browser, "?min_words=3&text=d1");
    // What is typed slowly makes several entries.
    browser.value(&format!("history.go({entries} - history.length)"));
    wait_for_lines(&browser, "Lines 1 to 100 of 135.");
    assert_eq!(browser.field("text"), "");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn reasons_and_further_lines_are_links() {
    let Some(browser) = Browser::start() else { return };
    let served = with_skipped_records();
    browser.open(&served.url("/collection?min_words=3"));
    browser.click("#losses a[href*='reason=duplicate']");
    wait_for_lines(&browser, "Lines 1 to 100 of 130, 135 in all.");
    assert_eq!(browser.field("reason"), "duplicate");
    browser.click("#losses .paging a:last-child");
    wait_for_lines(&browser, "Lines 101 to 130 of 130, 135 in all.");
    wait_for_address(&browser, "?min_words=3&reason=duplicate&from=101");
    assert_eq!(browser.value("document.querySelectorAll('#losses .paging a').length"), 1);
    // Another filter begins with its first line.
    browser.fill("#text", "d19");
    wait_for_address(&browser, "?min_words=3&reason=duplicate&text=d19");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn without_scripts_the_filter_has_a_button() {
    let Some(browser) = Browser::start() else { return };
    let served = with_skipped_records();
    browser.disable_scripts();
    browser.open(&served.url("/collection?min_words=3"));
    browser.type_into("#text", "nothing");
    browser.click("form.filter button");
    browser.wait("location.search === '?min_words=3&text=nothing'");
    wait_for_lines(&browser, "Lines 1 to 5 of 5, 135 in all.");
}
