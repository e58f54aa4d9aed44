//! Another process adds to the index while it is looked at.

use crate::browser::Browser;
use crate::served::Folder;
use std::sync::Arc;
use tamis_collection::WarcWriter;

/// Writes an archive of one page.
fn write_archive(folder: &Folder, name: &str, docno: &str) {
    let mut writer = WarcWriter::create(folder.path(name)).expect("a WARC file");
    let url = format!("http://{docno}.example/");
    let html = format!(
        "<html><title>About {docno}</title><p>The heron stands in the shallow water of \
         {docno}.</p></html>"
    );
    writer.page(docno, &url, "2006-02-17T00:00:00Z", html.as_bytes()).expect("a page");
    writer.finish().expect("a WARC file");
}

#[test]
fn a_commit_of_another_process_is_reported_and_its_pages_are_found() {
    let Some(browser) = Browser::start() else { return };
    let folder = Arc::new(Folder::new());
    write_archive(&folder, "first.warc.gz", "first-1");
    write_archive(&folder, "second.warc.gz", "second-1");
    folder.tamis(&["index", "first.warc.gz", "--out", "index", "-q"]);
    let served = folder.serve();
    browser.open(&served.url("/?q=heron&min_words=2"));
    assert_eq!(browser.results().len(), 1);
    folder.tamis(&["index", "second.warc.gz", "--out", "index", "-q"]);
    browser.wait("document.getElementById('notice').textContent.includes('changed')");
    assert_eq!(
        browser.text("document.getElementById('notice').textContent"),
        "The index has changed: 2 pages now."
    );
    assert_eq!(browser.results().len(), 2);
    assert!(browser.results().iter().any(|(docno, _)| docno == "second-1"));
    assert_eq!(browser.results(), folder.results_of(&browser.command()));
    assert_eq!(browser.text("document.getElementById('pages').textContent"), "2 pages");
    assert_eq!(browser.complaints(), [""; 0]);
}
