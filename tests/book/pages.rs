//! The book as files: all named by SUMMARY.md, all links leading somewhere.

use crate::{book, read, root};
use std::path::Path;

/// Where the relative links of a page lead, as written; code holds no links.
fn links(text: &str) -> Vec<String> {
    let mut in_code = false;
    let mut links = Vec::new();
    for line in text.lines() {
        in_code ^= line.starts_with("```");
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        let targets = prose.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()));
        links.extend(targets.filter(|_| !in_code));
    }
    links.retain(|target| !target.contains("://") && !target.starts_with('#'));
    links
}

#[test]
fn every_link_leads_to_a_file() {
    let pages = book();
    for page in pages.iter().map(AsRef::as_ref).chain([Path::new("README.md"), Path::new("CONTRIBUTING.md")]) {
        for target in links(&read(page)) {
            let file = target.split('#').next().unwrap_or_default();
            let path = root().join(page).with_file_name("").join(file);
            assert!(path.exists(), "{}: [...]({target}) leads to nothing", page.display());
        }
    }
}

#[test]
fn the_summary_names_every_page_once() {
    let mut named = links(&read("docs/SUMMARY.md"));
    named.sort();
    let pages = book();
    let mut expected: Vec<String> =
        pages.iter().filter_map(|page| page.strip_prefix("docs").ok()?.to_str().map(str::to_owned)).collect();
    expected.retain(|page| page != "SUMMARY.md");
    assert_eq!(named, expected, "docs/SUMMARY.md against the files below docs/");
}
