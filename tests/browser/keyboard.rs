//! The keyboard alone.

use crate::browser::Browser;
use crate::served::Served;
use fantoccini::key::Key;

/// What has the focus, in a word.
const FOCUS: &str = "(() => {
    const at = document.activeElement;
    return at.id || at.className || at.textContent.trim();
})()";

/// The most tabs until everything on a page was reached.
const TABS: usize = 160;

fn key(key: Key) -> char {
    key.into()
}

#[test]
fn tab_reaches_everything_in_the_order_of_the_page_and_enter_opens_a_result() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url("/?q=lighthouse+keepers"));
    let mut reached = Vec::new();
    while reached.len() < TABS && browser.value("!!document.activeElement.closest('.hit')") != true
    {
        browser.press(key(Key::Tab));
        reached.push(browser.text(FOCUS));
        // What has the focus can be seen to have it.
        let outline = browser.text("getComputedStyle(document.activeElement).outlineStyle");
        assert_ne!(outline, "none", "{reached:?}");
    }
    let ways = [
        "skip",
        "name",
        "Search",
        "q",
        "slide-min_words",
        "min_words",
        "slide-max_repeats",
        "label",
        "where",
    ];
    let places: Vec<_> = ways.map(|way| reached.iter().position(|name| name == way)).into();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} of {reached:?}");
    let docno = browser.text("document.activeElement.closest('.hit').dataset.docno");
    browser.press(key(Key::Enter));
    browser.wait("location.pathname === '/page'");
    assert_eq!(browser.text("new URL(location.href).searchParams.get('docno')"), docno);
    assert!(browser.seen().contains(&docno));
}

#[test]
fn the_skip_link_leads_to_the_content() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url("/?q=lighthouse+keepers"));
    browser.press(key(Key::Tab));
    assert_eq!(browser.text("document.activeElement.hash"), "#main");
    assert_eq!(
        browser.value("document.activeElement.getBoundingClientRect().left >= 0"),
        true,
        "it cannot be seen"
    );
    browser.press(key(Key::Enter));
    browser.wait("document.activeElement.id === 'main'");
}

#[test]
fn the_focus_stays_where_it_is_while_results_change() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url("/?q=lighthouse+keepers"));
    browser.type_into("#slide-min_words", &Key::Right);
    browser.wait_for_results("/?q=lighthouse+keepers&min_words=1");
    assert_eq!(browser.text(FOCUS), "slide-min_words");
    browser.press(key(Key::Right));
    browser.wait_for_results("/?q=lighthouse+keepers&min_words=2");
    assert_eq!(browser.text(FOCUS), "slide-min_words");
}

/// The docno of the result that has the focus.
const AT: &str = "document.activeElement.closest('.hit')?.dataset.docno ?? ''";

#[test]
fn j_and_k_lead_through_the_results_and_a_slash_to_the_query() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url("/?q=lighthouse+keepers"));
    let docnos: Vec<String> = browser.results().into_iter().map(|(docno, _)| docno).collect();
    browser.press('j');
    assert_eq!(browser.text(AT), docnos[0]);
    browser.press('j');
    assert_eq!(browser.text(AT), docnos[1]);
    browser.press('k');
    assert_eq!(browser.text(AT), docnos[0]);
    browser.press('/');
    assert_eq!(browser.text(FOCUS), "q");
    // Here they are letters.
    browser.press(key(Key::End));
    for letter in ['j', 'k', '?', '/'] {
        browser.press(letter);
    }
    assert_eq!(browser.field("q"), "lighthouse keepersjk?/");
    assert_eq!(browser.value("document.getElementById('keys').open"), false);
    assert_eq!(browser.text(FOCUS), "q");
}

#[test]
fn a_question_mark_lists_the_keys_and_enter_opens_a_result() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url("/?q=lighthouse+keepers&min_words=3"));
    browser.press('j');
    browser.press('?');
    browser.wait("document.getElementById('keys').open");
    // The list has the keyboard: the results behind it stay where they are.
    browser.press('j');
    browser.press(key(Key::Escape));
    browser.wait("!document.getElementById('keys').open");
    let docno = browser.text(AT);
    assert_eq!(docno, browser.results()[0].0);
    browser.press(key(Key::Enter));
    browser.wait("location.pathname === '/page'");
    assert_eq!(browser.text("new URL(location.href).searchParams.get('docno')"), docno);
}
