//! The page of a page: its blocks under the rule, its labels, the original.

use crate::browser::Browser;
use crate::served::{Folder, Served};
use fantoccini::key::Key;
use serde_json::Value;

/// The docno of a page with many blocks.
fn docno(folder: &Folder) -> String {
    folder.results_of("tamis search index lighthouse").swap_remove(0).0
}

/// The blocks of a page as the program prints them.
fn blocks(folder: &Folder, docno: &str) -> Vec<Value> {
    let lines = folder.tamis(&["inspect", "index", docno, "--json"]);
    lines.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// The numbers of blocks that are shown in a way.
fn shown(browser: &Browser, class: &str) -> Vec<u64> {
    let numbers = format!(
        "[...document.querySelectorAll('table.blocks tr.{class}')].map((row) => \
         row.id.replace('block-', ''))"
    );
    let numbers: Vec<String> = serde_json::from_value(browser.value(&numbers)).expect("rows");
    numbers.iter().map(|text| text.parse().expect("a number")).collect()
}

/// The numbers of the blocks for which something holds.
fn numbers(blocks: &[Value], holds: impl Fn(&Value) -> bool) -> Vec<u64> {
    blocks
        .iter()
        .filter(|block| holds(block))
        .map(|block| block["block"].as_u64().expect("a number"))
        .collect()
}

fn keeps(block: &Value, label: &str) -> bool {
    block["labels"].as_array().expect("labels").iter().any(|known| known == label)
}

/// Whether a rule of ten words permits a block.
fn has_ten_words(block: &Value) -> bool {
    block["kind"] == "title" || block["words"].as_u64() >= Some(10)
}

/// Waits until the address has a value, in any encoding, and the page shows it.
#[track_caller]
fn wait_for(browser: &Browser, parameter: &str, value: &str) {
    let has_value = format!("new URL(location.href).searchParams.get('{parameter}') === '{value}'");
    browser.wait(&format!("{has_value} && !document.body.hasAttribute('aria-busy')"));
}

#[test]
fn the_slider_fades_the_blocks_that_the_rule_leaves_out() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    let docno = docno(&served.folder);
    let blocks = blocks(&served.folder, &docno);
    browser.open(&served.url(&format!("/page?docno={docno}")));
    assert_eq!(shown(&browser, "permitted"), numbers(&blocks, |_| true));
    assert_eq!(shown(&browser, "faded"), [0; 0]);
    browser.type_into("#slide-min_words", &Key::PageUp);
    wait_for(&browser, "min_words", "10");
    let faded = shown(&browser, "faded");
    assert!(!faded.is_empty());
    assert_eq!(faded, numbers(&blocks, |block| !has_ten_words(block)));
    assert_eq!(shown(&browser, "permitted"), numbers(&blocks, has_ten_words));
    // Seen and heard.
    let of_faded = format!("document.getElementById('block-{}')", faded[0]);
    assert_eq!(
        browser.value(&format!(
            "{of_faded}.querySelector('th').textContent.includes('not permitted')"
        )),
        true
    );
    let line = browser.text(&format!(
        "getComputedStyle({of_faded}.querySelector('td.text bdi')).textDecorationLine"
    ));
    assert_eq!(line, "line-through");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn every_block_has_its_text_and_its_features() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    let docno = docno(&served.folder);
    browser.open(&served.url(&format!("/page?docno={docno}")));
    browser.click("input[name=features]");
    wait_for(&browser, "features", "true");
    for block in blocks(&served.folder, &docno) {
        let row = format!("document.getElementById('block-{}')", block["block"]);
        let text = browser.text(&format!("{row}.querySelector('td.text bdi').textContent"));
        assert_eq!(block["text"].as_str(), Some(text.as_str()));
        let words = "[...document.querySelectorAll('table.blocks thead th')].findIndex((cell) => \
                     cell.textContent === 'words')";
        assert_eq!(
            browser.text(&format!("{row}.cells[{words}].textContent")),
            block["words"].to_string()
        );
    }
}

#[test]
fn two_labels_stand_side_by_side_with_the_blocks_marked_on_which_they_differ() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    let docno = docno(&served.folder);
    let blocks = blocks(&served.folder, &docno);
    browser.open(&served.url(&format!("/page?docno={docno}&explain=words-tree")));
    for (select, label) in [("left", "words-tree"), ("right", "min-words-10")] {
        // By keys: for a click on an option, the driver makes one event only of the two that a
        // person's click has.
        browser.type_into(&format!("#{select}"), label);
        wait_for(&browser, select, label);
    }
    let differ =
        numbers(&blocks, |block| keeps(block, "words-tree") != keeps(block, "min-words-10"));
    assert!(!differ.is_empty());
    assert_eq!(shown(&browser, "differ"), differ);
    for (column, label) in [(1, "words-tree"), (2, "min-words-10")] {
        let kept = format!(
            "[...document.querySelectorAll('table.blocks tbody tr')]\
                .filter((row) => row.cells[{column}].querySelector('.keeps'))
                .map((row) => Number(row.id.replace('block-', '')))"
        );
        let kept: Vec<u64> = serde_json::from_value(browser.value(&kept)).expect("numbers");
        assert_eq!(kept, numbers(&blocks, |block| keeps(block, label)), "{label}");
    }
    // A tree explains itself, for every block of the text.
    let because = browser.value("document.querySelectorAll('table.blocks .because').length");
    assert_eq!(because.as_u64(), Some(blocks.len() as u64 - 1));
}

#[test]
fn the_original_is_rendered_in_its_frame_without_an_origin() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    let docno = docno(&served.folder);
    browser.open(&served.url(&format!("/page?docno={docno}")));
    browser.click("details[data-original] summary");
    browser.enter_frame("iframe");
    browser.wait(
        "document.readyState === 'complete' && document.body.innerText.includes('My sound counted \
         her letter')",
    );
    assert_eq!(browser.text("window.origin"), "null");
}
