//! The search page: what its results are, and what moves them.

use crate::browser::Browser;
use crate::served::Served;
use fantoccini::key::Key;

/// A query of the demo whose results a rule moves.
const QUERY: &str = "lighthouse+keepers";

/// Compares the results with those of the command line that the page shows.
#[track_caller]
fn check_with_the_program(browser: &Browser, served: &Served) {
    let results = browser.results();
    assert!(!results.is_empty(), "no results: {}", browser.seen());
    assert_eq!(results, served.folder.results_of(&browser.command()));
}

#[test]
fn a_slider_moved_by_keys_changes_the_results_to_those_of_the_program() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url(&format!("/?q={QUERY}")));
    let before = browser.results();
    check_with_the_program(&browser, &served);
    for _ in 0..15 {
        browser.type_into("#slide-min_words", &Key::Right);
    }
    browser.wait_for_results(&format!("/?q={QUERY}&min_words=15"));
    assert_ne!(browser.results(), before);
    assert!(browser.command().contains("--min-words 15"), "{}", browser.command());
    check_with_the_program(&browser, &served);
    assert_eq!(
        browser.text("document.getElementById('slide-min_words').getAttribute('aria-valuetext')"),
        "15"
    );
    // And all the way back: the empty step is no bound.
    browser.type_into("#slide-min_words", &Key::Home);
    browser.wait_for_results(&format!("/?q={QUERY}"));
    assert_eq!(browser.results(), before);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn results_change_while_a_slider_is_dragged() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url(&format!("/?q={QUERY}")));
    // A hand moves a slider many times before it lets go: an event for every picture that the
    // screen shows.
    browser.result(
        "window.seen = new Set(); window.steps = 0;
         new MutationObserver(() => \
             window.seen.add(document.getElementById('answer').dataset.address))
             .observe(document.getElementById('answer'), { attributes: true, childList: true });
         const slider = document.getElementById('slide-min_words');
         const drag = setInterval(() => {
             slider.value = String((window.steps += 1) % 60);
             slider.dispatchEvent(new Event('input', { bubbles: true }));
             // Until others than the last one were seen, or clearly nothing happens.
             if (window.seen.size > 3 || window.steps > 3000) { \
                 clearInterval(drag); window.ended = window.seen.size; }
         }, 16);
         done(null);",
    );
    browser.wait("window.ended > 0");
    assert!(
        browser.value("window.ended").as_u64() > Some(3),
        "results followed while the slider moved"
    );
    let last = browser.field("min_words");
    browser.wait_for_results(&format!("/?q={QUERY}&min_words={last}"));
    check_with_the_program(&browser, &served);
}

#[test]
fn a_number_typed_beside_a_slider_does_the_same() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url(&format!("/?q={QUERY}")));
    browser.fill("#min_words", "11");
    browser.wait_for_results(&format!("/?q={QUERY}&min_words=11"));
    assert_eq!(browser.field("slide-min_words"), "11");
    browser.fill("#max_link_density", "0.25");
    browser.wait_for_results(&format!("/?q={QUERY}&min_words=11&max_link_density=0.25"));
    assert_eq!(browser.field("slide-max_link_density"), "25");
    check_with_the_program(&browser, &served);
}

#[test]
fn every_kind_of_rule_and_ranking_gives_the_results_of_the_program() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    for address in [
        "label=words-tree",
        "max_repeats=5&title_weight=3",
        "where=words+%3E%3D+11+and+link_density+%3C+0.5+or+kind+%3D+title",
        "sieve=true&hits=20",
        "weight=repeats+%3E+3:+0.25&title=drop",
        "model=ql-dirichlet&mu=500",
        "min_words=9&rm3=true&fb_terms=5",
        "from=2005-12-10&to=2006-01-20&min_words=3&collapse=url",
    ] {
        browser.open(&served.url(&format!("/?q={QUERY}&{address}")));
        check_with_the_program(&browser, &served);
    }
    browser.open(&served.url("/?q=%22lighthouse+keepers%22+-%22don%27t%22&min_words=3"));
    check_with_the_program(&browser, &served);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn an_error_in_a_rule_is_shown_at_its_field_until_it_is_fixed() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url(&format!("/?q={QUERY}")));
    browser.fill("#where", "words >");
    browser.wait("document.getElementById('problem-where').textContent.includes('column 8')");
    let where_ = "document.getElementById('where')";
    assert_eq!(browser.text(&format!("{where_}.getAttribute('aria-invalid')")), "true");
    assert_eq!(
        browser.text(&format!("{where_}.getAttribute('aria-describedby')")),
        "problem-where"
    );
    assert!(browser.results().is_empty());
    browser.type_into("#where", " 10");
    browser.wait_for_results(&format!("/?q={QUERY}&where=words+%3E+10"));
    assert_eq!(browser.text("document.getElementById('problem-where').textContent").trim(), "");
    assert_eq!(browser.value(&format!("{where_}.hasAttribute('aria-invalid')")), false);
    check_with_the_program(&browser, &served);
}

#[test]
fn filters_of_pages_are_typed_and_kept_on_the_way_through_a_page() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url(&format!("/?q={QUERY}")));
    let open = "document.getElementById('from').closest('details').open";
    assert_eq!(browser.value(open), false, "filters are folded away until there are some");
    browser.click("details.panel:last-of-type summary");
    browser.fill("#from", "soon");
    browser.wait("document.getElementById('problem-from').textContent.includes('soon')");
    browser.fill("#from", "2006-01-05");
    let filtered = format!("/?q={QUERY}&from=2006-01-05");
    browser.wait_for_results(&filtered);
    check_with_the_program(&browser, &served);
    browser.fill("input[name=url_prefix]", "http://");
    browser.wait(
        "document.getElementById('problem-url_prefix').textContent.includes('expected a host')",
    );
    browser.open(&served.url(&filtered));
    assert_eq!(browser.value(open), true);
    browser.click(".hit h2 a");
    browser
        .wait("location.pathname === '/page' && location.search.includes('from_date=2006-01-05')");
    browser.click("nav a[href^='/?']");
    browser.wait_for_results(&filtered);
}

#[test]
fn a_score_leads_to_its_explanation_which_follows_the_sliders() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.open(&served.url(&format!("/?q={QUERY}")));
    let (docno, score) = browser.results().swap_remove(0);
    browser.click(".hit .score a");
    browser.wait("location.pathname === '/explain'");
    assert_eq!(browser.text("document.querySelector('h1').textContent"), format!("Score {score}"));
    browser.fill("#title_weight", "3");
    browser.wait("location.search.includes('weight=')");
    let explained = browser.text("document.querySelector('h1').textContent");
    assert_ne!(explained, format!("Score {score}"));
    let of_program = served.folder.results_of(
        "tamis search index 'lighthouse keepers' --weight 'kind = title: 3' --hits 100",
    );
    let same =
        of_program.iter().find(|(found, _)| *found == docno).expect("the page is still found");
    assert_eq!(explained, format!("Score {}", same.1));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn without_scripts_the_form_leads_to_the_usual_address() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::demo();
    browser.disable_scripts();
    browser.open(&served.url("/"));
    assert_eq!(
        browser.value("document.getElementById('slide-min_words').hidden"),
        true,
        "a script ran"
    );
    browser.fill("#q", "lighthouse keepers");
    browser.fill("#min_words", "11");
    browser.click(".query button");
    // The form sent its empty fields too; the server named the address without them.
    let address = served.url(&format!("/?q={QUERY}&min_words=11"));
    browser.wait(&format!("location.href === '{address}'"));
    check_with_the_program(&browser, &served);
    assert_eq!(browser.field("min_words"), "11");
    browser.click("a[data-reset]");
    browser.wait(&format!("location.href === '{}'", served.url(&format!("/?q={QUERY}"))));
    check_with_the_program(&browser, &served);
}
