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
    let mut at = 0;
    for way in ways {
        let place = reached[at..].iter().position(|name| name == way);
        at += 1 + place.unwrap_or_else(|| panic!("{way} is not in its place of {reached:?}"));
    }
    let docno = browser.text("document.activeElement.closest('.hit').dataset.docno");
    browser.press(key(Key::Enter));
    browser.wait("location.pathname === '/page'");
    assert_eq!(browser.text("new URL(location.href).searchParams.get('docno')"), docno);
    assert!(browser.seen().contains(&docno));
}

#[test]
fn the_skip_links_lead_to_the_results_and_to_the_content() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    for (page, targets) in
        [("/?q=lighthouse+keepers", &["answer", "main"][..]), ("/collection", &["main"])]
    {
        for (number, target) in (1..).zip(targets) {
            browser.open(&served.url(page));
            for _ in 0..number {
                browser.press(key(Key::Tab));
            }
            assert_eq!(browser.text("document.activeElement.hash"), format!("#{target}"));
            assert_eq!(
                browser.value("document.activeElement.getBoundingClientRect().left >= 0"),
                true,
                "it cannot be seen"
            );
            browser.press(key(Key::Enter));
            browser.wait(&format!("document.activeElement.id === '{target}'"));
        }
    }
}

#[test]
fn from_the_start_page_to_a_result_and_back_to_the_query_by_keys_alone() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url("/"));
    // The key that leads to the query, where one is already, is none of its letters.
    assert_eq!(browser.text(FOCUS), "q");
    browser.press('/');
    assert_eq!(browser.field("q"), "");
    for letter in "winter".chars() {
        browser.press(letter);
    }
    // What comes while one types leaves the keyboard where it is.
    browser.wait_for_results("/?q=winter");
    assert_eq!(browser.text(FOCUS), "q");
    for letter in " garden".chars() {
        browser.press(letter);
    }
    browser.press(key(Key::Enter));
    browser.wait_for_results("/?q=winter+garden");
    let docnos: Vec<String> = browser.results().into_iter().map(|(docno, _)| docno).collect();
    assert_eq!(browser.text(FOCUS), "answer");
    browser.press('j');
    assert_eq!(browser.text(AT), docnos[0]);
    browser.press('j');
    assert_eq!(browser.text(AT), docnos[1]);
    assert_eq!(browser.field("q"), "winter garden");
    // Escape leaves the query, and all stays; from there too, j leads to the results.
    browser.press('/');
    assert_eq!(browser.text(FOCUS), "q");
    browser.press(key(Key::Escape));
    assert_eq!(browser.value("document.activeElement === document.body"), true);
    assert_eq!(browser.field("q"), "winter garden");
    browser.press('j');
    assert_eq!(browser.text(AT), docnos[0]);
    let now: Vec<String> = browser.results().into_iter().map(|(docno, _)| docno).collect();
    assert_eq!(now, docnos);
    // And from a button.
    browser.value("document.querySelector('.query button').focus()");
    browser.press('j');
    assert_eq!(browser.text(AT), docnos[0]);
    assert_eq!(browser.complaints(), [""; 0]);
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
