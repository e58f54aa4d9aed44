//! Checks the book's files: SUMMARY.md names all of them, and every link leads to a file, both in docs/ and in mdBook's
//! output.

use super::{book, read, root};
use std::path::{Component, Path, PathBuf};

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

/// A page's link as a path from the root, without the folders it goes through and leaves again.
fn resolved(page: &Path, target: &str) -> PathBuf {
    let mut path = page.with_file_name("");
    for part in Path::new(target).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            part => path.push(part),
        }
    }
    path
}

/// The ids that mdBook gives the headings of a page: small letters, digits, `_` and `-`, and a `-` for each white space.
fn anchors(text: &str) -> Vec<String> {
    let mut in_code = false;
    let mut anchors = Vec::new();
    for line in text.lines() {
        in_code ^= line.starts_with("```");
        let heading = line.trim_start_matches('#');
        if !in_code && heading.len() < line.len() {
            let id = heading.trim().chars().filter_map(|c| match c {
                c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c.to_ascii_lowercase()),
                c if c.is_whitespace() => Some('-'),
                _ => None,
            });
            anchors.push(id.collect());
        }
    }
    anchors
}

/// mdBook copies nothing from outside its folder: such a link works in the repository and is dead in the book.
#[test]
fn the_book_holds_all_that_its_pages_link_to() {
    for page in book() {
        for target in links(&read(&page)) {
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let path = resolved(&page, file);
            let said = format!("{}: [...]({target})", page.display());
            assert!(path.starts_with("docs"), "{said} leaves docs/: write the path as code");
            assert!(root().join(&path).is_file(), "{said} leads to no file");
            assert!(
                anchor.is_empty() || anchors(&read(&path)).iter().any(|id| id == anchor),
                "{said}: no such heading"
            );
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
