//! Addresses: a view can be shared, and the browser's own buttons work.

use crate::browser::Browser;
use crate::served::Served;
use fantoccini::key::Key;

const QUERY: &str = "/?q=lighthouse+keepers";

#[test]
fn an_address_opened_by_somebody_else_shows_the_same_results_and_the_same_form() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url("/"));
    browser.fill("#q", "lighthouse keepers");
    browser.fill("#min_words", "11");
    browser.fill("#title_weight", "2.5");
    browser.wait_for_results(&format!("{QUERY}&min_words=11&weight=kind+%3D+title%3A+2.5"));
    let address = browser.url();
    assert!(address.starts_with(&served.url(&format!("{QUERY}&min_words=11&"))), "{address}");
    let results = browser.results();
    let form = browser.form();
    let command = browser.command();
    drop(browser);
    let other = Browser::start().expect("there was one before");
    other.open(&address);
    assert_eq!(other.url(), address);
    assert_eq!((other.results(), other.form(), other.command()), (results, form, command));
}

#[test]
fn back_and_forward_restore_the_form_and_the_results() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url(QUERY));
    let results = browser.results();
    let form = browser.form();
    // One key, one change, one entry.
    browser.type_into("#slide-min_words", &Key::PageUp);
    browser.wait_for_results(&format!("{QUERY}&min_words=10"));
    let moved = browser.results();
    let moved_form = browser.form();
    assert_ne!((&moved, &moved_form), (&results, &form));
    browser.back();
    browser.wait_for_results(QUERY);
    assert_eq!((browser.results(), browser.form()), (results, form));
    browser.forward();
    browser.wait_for_results(&format!("{QUERY}&min_words=10"));
    assert_eq!((browser.results(), browser.form()), (moved, moved_form));
}

#[test]
fn what_is_sent_again_is_no_entry_of_the_history() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url("/"));
    browser.open(&served.url(QUERY));
    let entries = browser.value("history.length");
    browser.result(
        "const sent = fetch;
        window.fetch = (...all) => sent(...all).then((answer) => (window.answered = true, answer));
        done(null);",
    );
    browser.type_into("#q", &Key::Enter);
    browser.wait("window.answered && !document.body.hasAttribute('aria-busy')");
    assert_eq!(browser.value("history.length"), entries);
    browser.back();
    browser.wait("location.search === ''");
}

#[test]
fn a_drag_is_one_entry_of_the_history() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url(QUERY));
    let entries = browser.value("history.length").as_u64().expect("a number");
    browser.value(
        "(() => {
            const slider = document.getElementById('slide-min_words');
            for (let at = 1; at <= 30; at++) {
                slider.value = String(at);
                slider.dispatchEvent(new Event('input', { bubbles: true }));
            }
        })()",
    );
    browser.wait_for_results(&format!("{QUERY}&min_words=30"));
    assert_eq!(browser.value("history.length").as_u64(), Some(entries + 1));
    assert_eq!(browser.field("min_words"), "30");
}

/// Answers come back in the opposite order of the questions: each waits in the browser until the
/// test lets it go.
const HELD: &str = "
    window.held = [];
    const real = window.fetch;
    window.fetch = async (address, options) => {
        const answer = await real(address);
        await new Promise((go) => window.held.push(go));
        if (options?.signal?.aborted) throw new DOMException('aborted', 'AbortError');
        return answer;
    };
    done(null);";

#[test]
fn the_last_of_many_changes_wins_whatever_order_the_answers_come_in() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url(QUERY));
    let before = browser.results();
    browser.result(HELD);
    browser.fill("#min_words", "1");
    browser.wait("window.held.length >= 1");
    let first = browser.value("window.held.length").as_u64().expect("a number");
    browser.fill("#min_words", "25");
    browser.wait(&format!(
        "window.held.length > {first} && document.getElementById('min_words').value === '25'"
    ));
    // The last one first, then those before it.
    browser.wait(
        "window.held.splice(0).reverse().map((go) => go()) && \
         document.getElementById('answer').dataset.address.includes('min_words=25')",
    );
    browser.wait_for_results(&format!("{QUERY}&min_words=25"));
    assert_ne!(browser.results(), before);
    assert_eq!(browser.results(), served.folder.results_of(&browser.command()));
}
