//! axe-core finds nothing serious on any page, in light and dark, wide and narrow; and nothing has
//! to be scrolled sideways on a telephone. axe-core is not part of this repository: `.ci/run`
//! fetches it, CONTRIBUTING.md says how.

use crate::browser::Browser;
use crate::served::{Folder, Served};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Every kind of page, as its path; DOCNO stands for the docno of a page.
pub const PAGES: [(&str, &str); 22] = [
    ("start", "/"),
    ("search", "/?q=lighthouse+keepers"),
    (
        "rule",
        "/?q=lighthouse+keepers&min_words=11&label=words-tree&weight=repeats+%3E+3%3A+0.25\
         &model=ql-dirichlet",
    ),
    ("nothing-found", "/?q=zzzzzz"),
    ("emptied", "/?q=lighthouse&min_words=100000&title=drop"),
    ("pinned", "/?q=lighthouse+keepers&min_words=11&pin=A%3Fmax_repeats%3D3&pin=all+text%3F"),
    ("second", "/?q=lighthouse+keepers&page=2&hits=3"),
    ("wrong", "/?q=lighthouse&min_words=x&where=words+%3E&k1=a&unknown=1"),
    ("pages", "/?q=lighthouse+keepers&from=2005-12-10&collapse=url&url_prefix=example.org"),
    ("score", "/explain?q=lighthouse+keepers&docno=DOCNO&weight=repeats+%3E+3%3A+0.25&rm3=true"),
    (
        "page",
        "/page?docno=DOCNO&min_words=11&left=words-tree&right=keep-all&explain=words-tree\
         &features=true",
    ),
    ("choose-page", "/page"),
    ("measures", "/measures?min_words=11"),
    (
        "measures-pinned",
        "/measures?max_repeats=3&pin=A%3Fmin_words%3D11&pin=B%3Fmax_repeats%3D10&against=A",
    ),
    ("topic", "/topic?topic=1&min_words=11&pin=A%3Fmax_repeats%3D3"),
    ("labels", "/labels?measure=P_10"),
    ("collection", "/collection"),
    ("api", "/api"),
    ("judge", "/judge?min_words=11&pin=A%3Fmax_repeats%3D3"),
    ("judge-page", "/judge?topic=1"),
    ("judge-blocks", "/judge/blocks"),
    ("judge-block", "/judge/blocks?docno=DOCNO"),
];

/// A page with an error, which has another layout.
const ELSEWHERE: [(&str, &str); 1] = [("missing", "/nowhere")];

/// The width of a small telephone.
pub const NARROW: u32 = 360;
/// The width of a window on a desk.
pub const WIDE: u32 = 1280;

/// The paths of all pages with a docno of the demo in them.
pub fn paths(folder: &Folder) -> Vec<(&'static str, String)> {
    let (docno, _) = folder.results_of("tamis search index lighthouse").swap_remove(0);
    PAGES
        .into_iter()
        .chain(ELSEWHERE)
        .map(|(name, path)| (name, path.replace("DOCNO", &docno)))
        .collect()
}

/// The file of axe-core; none, and a line that says so, where there is none.
pub fn axe() -> Option<String> {
    let file = match std::env::var_os("TAMIS_AXE") {
        Some(file) => PathBuf::from(file),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("target/axe/axe.min.js"),
    };
    let script = std::fs::read_to_string(&file).ok();
    if script.is_none() {
        eprintln!("skipped: {} is not there, so accessibility is not examined", file.display());
    }
    script
}

/// Examines the open page: one line for each serious finding.
pub fn findings(browser: &Browser, axe: &str) -> Vec<String> {
    let run = "axe.run(document, { resultTypes: ['violations'], iframes: false }).then((found) => \
               done(found.violations), (error) => done([String(error)]));";
    let found = browser.result(&format!("{axe}\n{run}"));
    let found = found.as_array().cloned().expect("a list of findings");
    found
        .iter()
        .filter(|finding| finding["impact"] != "minor" && finding["impact"] != "moderate")
        .map(described)
        .collect()
}

/// A finding with the places on the page.
fn described(finding: &Value) -> String {
    let Some(nodes) = finding["nodes"].as_array() else { return finding.to_string() };
    let places: Vec<String> = nodes
        .iter()
        .map(|node| format!("{}: {}", node["target"], node["failureSummary"]))
        .collect();
    format!("{} ({}): {}", finding["id"], finding["impact"], places.join("; "))
}

/// Opens every page at a width in a scheme of colours.
fn for_every_page(
    browser: &Browser,
    served: &Served,
    width: u32,
    scheme: &str,
    mut look: impl FnMut(&str),
) {
    browser.resize(width, 1000);
    browser.prefer(scheme);
    for (name, path) in paths(&served.folder) {
        browser.open(&served.url(&path));
        look(name);
    }
}

#[test]
fn axe_has_no_serious_finding_on_any_page_light_or_dark_wide_or_narrow() {
    let Some(browser) = Browser::start() else { return };
    let Some(axe) = axe() else { return };
    let served = Served::judging();
    let mut all = Vec::new();
    for (width, scheme) in [(WIDE, "light"), (WIDE, "dark"), (NARROW, "light"), (NARROW, "dark")] {
        for_every_page(&browser, &served, width, scheme, |name| {
            let found = findings(&browser, &axe);
            all.extend(
                found.into_iter().map(|finding| format!("{name}, {scheme}, {width}: {finding}")),
            );
        });
    }
    assert!(all.is_empty(), "{} findings:\n{}", all.len(), all.join("\n"));
}

#[test]
fn no_page_has_to_be_scrolled_sideways_on_a_telephone() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::judging();
    for_every_page(&browser, &served, NARROW, "light", |name| {
        assert_eq!(browser.value("window.innerWidth"), NARROW, "{name}");
        let beyond = "[...document.querySelectorAll('body *')]
            .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1 \
                && !element.closest('.scroll, .hidden'))
            .map((element) => element.outerHTML.slice(0, 120))";
        let width = browser.value("document.documentElement.scrollWidth");
        assert!(
            width.as_u64() <= Some(NARROW.into()),
            "{name} is {width} wide: {}",
            browser.value(beyond)
        );
    });
}

#[test]
fn every_page_keeps_its_own_policy() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::judging();
    for (name, path) in paths(&served.folder) {
        browser.open(&served.url(&path));
        // That an address is wrong is a line in the console.
        let complaints = browser.complaints();
        let others = complaints
            .iter()
            .filter(|line| !line.contains("the server responded with a status of 4"));
        assert_eq!(others.collect::<Vec<_>>(), [""; 0], "{name}");
    }
}
