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
const TABS: usize = 80;

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
