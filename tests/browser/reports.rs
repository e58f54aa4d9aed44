//! Reports opened as files from disk: they sort and filter by keyboard alone, show everything
//! without scripts and on paper, fit a telephone, and axe-core has no serious finding.

use crate::accessibility::{NARROW, WIDE, axe, findings};
use crate::browser::Browser;
use crate::served::Folder;
use crate::shared::Shared;
use fantoccini::key::Key;
use std::sync::Arc;

static REPORTS: Shared<Folder> = Shared::new();

/// The folders of the reports, each with a `report.html`.
pub const REPORT_FOLDERS: [&str; 5] = ["swept", "separate", "compared", "runs", "tuned"];

/// A folder with a report of every kind.
pub fn reports() -> Arc<Folder> {
    REPORTS.get(|| {
        let folder = Folder::new();
        tamis::demo::generate(&folder.path(""), 120, 7).expect("the demo is written");
        let judged = "--topics demo.topics --qrels demo.qrels";
        let lines = [
            "index demo.warc.gz --out index --store all -q".to_owned(),
            format!("sweep index {judged} --min-words 1..=40 --folds 3 --out swept -q"),
            format!(
                "sweep index {judged} --min-words 1..=9 --max-repeats 1..=5 --separately --out \
                     separate -q"
            ),
            format!("compare index {judged} --out compared -q"),
            "search index --topics demo.topics --out base.txt --tag base -q".to_owned(),
            "search index --topics demo.topics --min-words 11 --out mine.txt --tag mine -q"
                .to_owned(),
            "eval demo.qrels base.txt mine.txt --topics demo.topics --out runs -q".to_owned(),
            "tune index --pseudo-topics 40 --dry-run --out tuned -q".to_owned(),
        ];
        for line in lines {
            folder.tamis(&line.split_whitespace().collect::<Vec<_>>());
        }
        folder
    })
}

/// The address of a report as a file.
pub fn file(folder: &Folder, name: &str) -> String {
    format!("file://{}", folder.path(name).join("report.html").display())
}

/// The texts of a column of the visible rows of the table of all points.
fn column(browser: &Browser, number: usize) -> Vec<String> {
    let cells = browser.value(&format!(
        "[...document.querySelectorAll('#all-points tbody tr:not(.base)')]
            .filter((row) => row.offsetHeight > 0).map((row) => row.cells[{number}].textContent)"
    ));
    serde_json::from_value(cells).expect("texts")
}

/// The column by which the table of all points is sorted, and its direction.
fn sorted(browser: &Browser) -> String {
    browser.text(
        "[...document.querySelectorAll('#all-points th[aria-sort]')]
            .map((head) => head.textContent + ' ' + head.ariaSort).join()",
    )
}

#[test]
fn a_table_is_sorted_and_filtered_by_keyboard_alone() {
    let Some(browser) = Browser::start() else { return };
    let folder = reports();
    browser.open(&file(&folder, "swept"));
    assert_eq!(sorted(&browser), "P@10 descending");
    let best = column(&browser, 1);
    assert!(best.len() == 10 && best.windows(2).all(|pair| pair[0] >= pair[1]), "{best:?}");
    tab_to(&browser, "min_words");
    browser.press(Key::Enter.into());
    browser.wait("document.querySelector('#all-points th').ariaSort === 'ascending'");
    assert_eq!(sorted(&browser), "min_words ascending");
    assert_eq!(column(&browser, 0), (1..=10).map(|value| value.to_string()).collect::<Vec<_>>());
    assert_eq!(browser.text("document.activeElement.textContent"), "min_words");
    browser.press(' ');
    browser.wait("document.querySelector('#all-points th').ariaSort === 'descending'");
    assert_eq!(column(&browser, 0)[0], "40");
    // The field and the button of the table are before it.
    browser.open(&file(&folder, "swept"));
    tab_to(&browser, "Show all 40");
    browser.press(Key::Enter.into());
    browser.wait("document.activeElement.type === 'search'");
    assert_eq!(column(&browser, 0).len(), 40);
    for letter in "39".chars() {
        browser.press(letter);
    }
    let rows = "[...document.querySelectorAll('#all-points tbody tr:not([hidden]):not(.base)')]";
    browser.wait(&format!("{rows}.length < 40"));
    let all_match =
        browser.value(&format!("{rows}.every((row) => row.textContent.includes('39'))"));
    assert_eq!(all_match, true);
    assert!(column(&browser, 0).contains(&"39".to_owned()));
    let status = browser.text("document.activeElement.closest('.tools').innerText");
    assert!(status.contains(" of 40 rows"), "{status}");
}

/// Presses the tab key until an element with this text has the focus, which must be seen.
#[track_caller]
fn tab_to(browser: &Browser, text: &str) {
    for _ in 0..80 {
        browser.press(Key::Tab.into());
        let outline = browser.text("getComputedStyle(document.activeElement).outlineStyle");
        assert_ne!(outline, "none", "{}", browser.text("document.activeElement.outerHTML"));
        if browser.text("document.activeElement.textContent") == text {
            return;
        }
    }
    panic!("tab does not reach '{text}'");
}

#[test]
fn contents_open_what_is_folded_and_queries_show_the_pages_that_moved() {
    let Some(browser) = Browser::start() else { return };
    let folder = reports();
    browser.open(&file(&folder, "swept"));
    assert_eq!(browser.value("document.querySelectorAll('details.section[open]').length"), 0);
    let links = "[...document.querySelectorAll('.contents a')]";
    let broken = format!("{links}.filter((link) => !document.querySelector(link.hash)).length");
    assert_eq!(browser.value(&broken), 0);
    browser.click(".contents a[href='#choice']");
    browser.wait("document.getElementById('choice').open");
    assert!(browser.seen().contains("With cross-validation"));
    let query = browser.text("document.querySelector('#by-topic tbody th').firstChild.data");
    let topics = std::fs::read_to_string(folder.path("demo.topics")).expect("the demo's topics");
    assert!(topics.contains(query.trim()) && !query.trim().is_empty(), "{query}");
    browser.click("#by-topic tbody details summary");
    browser.wait("document.querySelector('#by-topic tbody details').open");
    let moved = browser.text("document.querySelector('#by-topic tbody li').innerText");
    assert!(moved.contains("(grade ") && moved.contains("): rank "), "{moved}");
    let address = browser.text("document.querySelector('#by-topic tbody a').href");
    assert!(address.starts_with("http://127.0.0.1:7700/topic?min_words="), "{address}");
}

#[test]
fn without_scripts_and_on_paper_all_rows_show() {
    let Some(browser) = Browser::start() else { return };
    let folder = reports();
    browser.open(&file(&folder, "swept"));
    let heights = "[...document.querySelectorAll('#all-points tbody tr')].map((row) => \
                   row.offsetHeight).filter(Boolean).length";
    assert_eq!(browser.value(heights), 11);
    let media = serde_json::json!({ "media": "print" });
    browser.devtools("Emulation.setEmulatedMedia", &media);
    assert_eq!(browser.value(heights), 41);
    let tools = "[...document.querySelectorAll('.tools, .contents')].every((tools) => \
                 tools.offsetHeight === 0)";
    assert_eq!(browser.value(tools), true);
    browser.devtools("Emulation.setEmulatedMedia", &serde_json::json!({ "media": "" }));
    browser.disable_scripts();
    browser.open(&file(&folder, "swept"));
    assert_eq!(browser.value(heights), 41);
    assert_eq!(browser.value("document.querySelectorAll('button, input').length"), 0);
}

#[test]
fn axe_has_no_serious_finding_on_any_report_and_none_is_scrolled_sideways() {
    let Some(browser) = Browser::start() else { return };
    let axe = axe();
    let folder = reports();
    let mut all = Vec::new();
    for (width, scheme) in [(WIDE, "light"), (WIDE, "dark"), (NARROW, "light"), (NARROW, "dark")] {
        browser.resize(width, 1000);
        browser.prefer(scheme);
        for name in REPORT_FOLDERS {
            browser.open(&file(&folder, name));
            browser.value("document.querySelectorAll('details').forEach((one) => one.open = true)");
            if let Some(axe) = &axe {
                let found = findings(&browser, axe);
                all.extend(found.iter().map(|one| format!("{name}, {scheme}, {width}: {one}")));
            }
            let beyond = browser.value(
                "[document.documentElement, ...document.querySelectorAll('.wide, pre')]
                    .filter((box) => box.scrollWidth > box.clientWidth + 1)
                    .map((box) => box.outerHTML.slice(0, 200))",
            );
            if width == NARROW {
                assert_eq!(beyond, serde_json::json!([]), "{name}");
            }
        }
    }
    assert!(all.is_empty(), "{} findings:\n{}", all.len(), all.join("\n"));
}
