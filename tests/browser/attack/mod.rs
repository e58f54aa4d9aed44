//! Hostile pages do nothing: whatever the fields of a page contain, the browser runs none of it and
//! connects to nobody but the server.

mod collection;
mod listener;

use crate::browser::Browser;
use crate::served::Served;
use listener::Listener;
use serde_json::Value;

/// No page is longer than this, although the fields have a megabyte each.
const MAX: u64 = 300_000;

/// Looks at a page: nothing of the attack ran, and our own pages gave the browser no reason to
/// complain.
#[track_caller]
fn check_page(browser: &Browser, url: &str) {
    browser.open(url);
    browser.wait("document.readyState === 'complete' && !document.body.hasAttribute('aria-busy')");
    check_untouched(browser, url);
    assert_eq!(browser.complaints(), [""; 0], "{url}");
}

/// Nothing of the attack became part of the page.
#[track_caller]
fn check_untouched(browser: &Browser, url: &str) {
    assert_eq!(browser.value("window.attacked"), Value::Null, "{url}");
    let own = "[...document.querySelectorAll(\
        'script, link, base, iframe, object, embed, style, img, form')]
        .map((element) => element.src || element.href || element.data || element.action \
            || element.localName)
        .filter((address) => !address.startsWith(location.origin + '/'))";
    assert_eq!(browser.value(own), Value::Array(Vec::new()), "{url}");
    let handlers = "[...document.querySelectorAll('*')]\
        .flatMap((element) => [...element.attributes])
        .filter((attribute) => attribute.name.startsWith('on') || attribute.name === 'style'
            || (/^(href|src|action|formaction)$/.test(attribute.name) \
                && !/^(http|https):$/.test(new URL(attribute.value, location).protocol)))
        .map((attribute) => attribute.name + '=' + attribute.value)";
    assert_eq!(browser.value(handlers), Value::Array(Vec::new()), "{url}");
    // What cannot be seen, or turns text around, is on no page; nor is a text of a megabyte.
    let hidden = "/[\\u202a-\\u202e\\u2066-\\u2069\\u200f\\ufeff\\u0007\\u001b\\u009b]/\
                  .test(document.documentElement.textContent + document.title)";
    assert_eq!(browser.value(hidden), false, "{url}");
    let bytes =
        browser.value("document.documentElement.outerHTML.length").as_u64().expect("a number");
    assert!(bytes < MAX, "{url}: {bytes} characters");
}

/// Why the browser refuses a request that it has begun, before it sends anything: the policy, or
/// that the origin is another.
const REFUSALS: [&str; 2] = ["csp", "origin"];

/// Every request that the browser sent, from its log of the network. Those that it refused are
/// there as well, with the reason.
fn requests(browser: &Browser) -> Vec<String> {
    let mut begun = Vec::new();
    let mut refused = Vec::new();
    for line in browser.log("performance") {
        let message: Value =
            serde_json::from_str(line["message"].as_str().expect("text")).expect("JSON");
        let parameters = &message["message"]["params"];
        let id = parameters["requestId"].to_string();
        match message["message"]["method"].as_str().unwrap_or_default() {
            "Network.requestWillBeSent" => begun.push((id, text_of(&parameters["request"]["url"]))),
            "Network.webSocketCreated" => begun.push((id, text_of(&parameters["url"]))),
            "Network.loadingFailed"
                if REFUSALS.iter().any(|reason| parameters["blockedReason"] == *reason) =>
            {
                refused.push(id);
            }
            _ => {}
        }
    }
    begun.into_iter().filter(|(id, _)| !refused.contains(id)).map(|(_, url)| url).collect()
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The browser sent requests to nobody but the server, and the listener was left alone.
#[track_caller]
fn check_network(browser: &Browser, served: &Served, listener: &Listener) {
    let requests = requests(browser);
    assert!(
        requests.iter().any(|url| url.starts_with(&served.origin)),
        "the log has no requests: {requests:?}"
    );
    let own = format!("{}/", served.origin);
    // The page of a new window is the browser's own and comes from no network.
    let known = [&own, "data:", "chrome:"];
    let others: Vec<&String> =
        requests.iter().filter(|url| !known.iter().any(|known| url.starts_with(*known))).collect();
    assert!(others.is_empty(), "{others:?}");
    assert_eq!(listener.connections(), 0);
}

/// A pinned rule whose name is an attack: `<img src=x onerror="window.attacked=1">`, then a sign
/// that turns text around.
const PIN: &str = "pin=%3Cimg+src%3Dx+onerror%3D%22window.attacked%3D1%22%3E%E2%80%AE%3Fk1%3D2";

fn links(browser: &Browser, css: &str) -> Vec<String> {
    let links =
        browser.value(&format!("[...document.querySelectorAll('{css}')].map((link) => link.href)"));
    links
        .as_array()
        .expect("links")
        .iter()
        .map(|link| link.as_str().expect("an address").to_owned())
        .collect()
}

#[test]
fn a_collection_whose_every_field_is_an_attack_does_nothing() {
    let Some(browser) = Browser::start() else { return };
    let listener = Listener::start();
    let folder = collection::folder(&listener.origin);
    let judge = ["--judge", "own.qrels", "--judge-blocks", "gold"];
    let flags = [&["--topics", "demo.topics", "--qrels", "demo.qrels"][..], &judge].concat();
    let served = folder.serve_with(&flags);
    check_page(&browser, &served.url("/?q=attacker"));
    assert_eq!(browser.results().len(), 6, "{}", browser.seen());
    assert_eq!(browser.results(), served.folder.results_of(&browser.command()));
    let pages = links(&browser, ".hit h2 a");
    for page in &pages {
        check_page(&browser, page);
        check_page(
            &browser,
            &format!("{page}&left=words-tree&right=keep-all&explain=words-tree&features=true"),
        );
    }
    for other in [
        "/collection",
        "/?q=attacker&min_words=3&hits=50",
        format!("/?q=attacker&min_words=3&{PIN}").as_str(),
        format!("/measures?min_words=3&{PIN}").as_str(),
        format!("/topic?topic=1&min_words=3&{PIN}").as_str(),
        "/measures?min_words=3",
        "/api",
        "/page",
        "/judge",
        "/judge/blocks",
        "/judge/blocks?docno=page",
    ] {
        check_page(&browser, &served.url(other));
    }
    browser.open(&served.url("/judge"));
    let judged = links(&browser, "#topics a");
    assert_eq!(judged.len(), 2, "{}", browser.seen());
    for topic in &judged {
        check_page(&browser, topic);
    }
    browser.open(&served.url("/measures"));
    let topics = links(&browser, "#topics a");
    assert_eq!(topics.len(), 2, "{}", browser.seen());
    for topic in &topics {
        check_page(&browser, topic);
    }
    check_network(&browser, &served, &listener);
}

#[test]
fn an_address_that_is_an_attack_does_nothing() {
    let Some(browser) = Browser::start() else { return };
    let listener = Listener::start();
    let served = Served::demo();
    let attack: String =
        url::form_urlencoded::byte_serialize(collection::markup(&listener.origin).as_bytes())
            .collect();
    let docno: String =
        url::form_urlencoded::byte_serialize(b"\"><script>window.attacked=1</script>").collect();
    for address in [
        format!("/?q={attack}"),
        format!("/?q=a&where={attack}"),
        format!(
            "/?q=a&label={attack}&model={attack}&min_words={attack}&kind={attack}&weight={attack}"
        ),
        format!("/?q=a&{attack}={attack}"),
        format!("/page?docno={docno}"),
        format!("/page?docno={attack}&left={attack}&explain={attack}"),
        format!("/collection?reason={attack}"),
        format!("/collection?{attack}=1"),
        format!("/{attack}"),
        format!("/page/original?docno={docno}"),
    ] {
        browser.open(&served.url(&address));
        check_untouched(&browser, &address);
        // An answer with an error is a line in the console too; anything else is not.
        let complaints = browser.complaints();
        let others = complaints
            .iter()
            .filter(|line| !line.contains("Failed to load resource: the server responded"));
        assert_eq!(others.collect::<Vec<_>>(), [""; 0], "{address}");
    }
    check_network(&browser, &served, &listener);
}

#[test]
fn the_original_of_a_hostile_page_is_seen_and_does_nothing() {
    let Some(browser) = Browser::start() else { return };
    let listener = Listener::start();
    let served = collection::folder(&listener.origin).serve();
    browser.open(&served.url("/page?docno=page"));
    browser.click("details[data-original] summary");
    browser.wait(
        "performance.getEntriesByType('resource').some((entry) => \
         entry.name.includes('/page/original'))",
    );
    // A frame without an origin is closed to the page around it; the driver may enter it.
    browser.enter_frame("iframe");
    browser.wait(
        "document.readyState === 'complete' && document.body.innerText.includes('The attacker \
         writes')",
    );
    assert_eq!(browser.text("location.href"), served.url("/page/original?docno=page"));
    assert_eq!(browser.text("window.origin"), "null");
    assert_eq!(browser.value("window.attacked"), Value::Null);
    browser.click("form button");
    // Chromium connects to where a link leads when it is pressed.
    browser.click("#away");
    browser.leave_frame();
    check_untouched(&browser, "the page around the original");
    check_network(&browser, &served, &listener);
    // The same hint on a page that nobody guards: the listener would have noticed it.
    browser.open(&format!("data:text/html,<link rel=preconnect href={}>", listener.origin));
    while listener.connections() == 0 {
        std::thread::yield_now();
    }
}

#[test]
fn the_original_of_a_hostile_page_does_nothing_in_a_window_of_its_own() {
    let Some(browser) = Browser::start() else { return };
    let listener = Listener::start();
    let served = collection::folder(&listener.origin).serve();
    browser.open(&served.url("/page/original?docno=page"));
    browser.wait(
        "document.readyState === 'complete' && document.body.innerText.includes('The attacker \
         writes')",
    );
    assert_eq!(browser.text("window.origin"), "null");
    assert_eq!(browser.value("window.attacked"), Value::Null);
    // The policy refused its requests. The complaints prove that it made some.
    let complaints = browser.complaints();
    assert!(
        complaints.iter().any(|line| line.contains("Content Security Policy")),
        "{complaints:?}"
    );
    browser.click("form button");
    // Chromium connects to where a link leads when it is pressed.
    browser.click("#away");
    assert_eq!(browser.url(), served.url("/page/original?docno=page"));
    check_network(&browser, &served, &listener);
}
