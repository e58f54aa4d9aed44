//! Checks the book's files: SUMMARY.md names all of them, and every link leads to a file, both in
//! docs/ and in mdBook's output.

use super::{book, read, root};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// Where the relative links of a page lead, as written; code holds no links.
fn links(text: &str) -> Vec<String> {
    let mut in_code = false;
    let mut links = Vec::new();
    for line in text.lines() {
        in_code ^= line.starts_with("```");
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        let targets =
            prose.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()));
        links.extend(targets.filter(|_| !in_code));
    }
    links.retain(|target| !target.contains("://") && !target.starts_with('#'));
    links
}

/// The pages beside the code, by path from the root.
fn rooms() -> Vec<PathBuf> {
    let folders =
        ["crates", "python", "src"].map(|folder| walkdir::WalkDir::new(root().join(folder)));
    // Caches of other programs, such as pytest's, have pages of their own.
    let is_hidden =
        |entry: &walkdir::DirEntry| entry.file_name().to_string_lossy().starts_with('.');
    let folders =
        folders.map(|folder| folder.into_iter().filter_entry(move |entry| !is_hidden(entry)));
    let files =
        folders.into_iter().flatten().map(|entry| entry.expect("it can be read").into_path());
    let pages = files.filter(|path| path.file_name().is_some_and(|name| name == "README.md"));
    pages
        .map(|path| path.strip_prefix(root()).expect("it is below the root").to_path_buf())
        .collect()
}

#[test]
fn every_link_leads_to_a_file() {
    let others = ["README.md", "CONTRIBUTING.md"].map(PathBuf::from);
    for page in book().into_iter().chain(rooms()).chain(others) {
        for target in links(&read(&page)) {
            let file = target.split('#').next().unwrap_or_default();
            let path = root().join(&page).with_file_name("").join(file);
            assert!(path.exists(), "{}: [...]({target}) leads to nothing", page.display());
        }
    }
}

/// The code in backticks that is the path of a source file, or of a folder of this project.
fn paths(text: &str) -> Vec<&str> {
    let spans = text.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2));
    spans
        .filter(|span| {
            let is_ours = ["crates/", "docs/", "eval/", "src/", "tests/"]
                .iter()
                .any(|top| span.starts_with(top));
            (is_ours || span.ends_with(".rs")) && !span.contains(char::is_whitespace)
        })
        .collect()
}

/// A path is written from the root, from its page, or from the crate of its page or the sources of
/// it.
#[test]
fn pages_beside_the_code_name_files_that_exist() {
    for page in rooms() {
        let crate_folder: PathBuf =
            page.iter().take(if page.starts_with("crates") { 2 } else { 1 }).collect();
        let starts =
            [PathBuf::new(), page.with_file_name(""), crate_folder.join("src"), crate_folder];
        for path in paths(&read(&page)) {
            let exists = starts.iter().any(|start| root().join(start).join(path).exists());
            assert!(exists, "{}: there is no `{path}`", page.display());
        }
    }
}

/// The rooms with a page are those that docs/architecture.md marks.
#[test]
fn the_architecture_marks_the_rooms_that_have_a_page() {
    let text = read("docs/architecture.md");
    let before = text.match_indices("` ●").filter_map(|(at, _)| text[..at].rsplit('`').next());
    let marked: BTreeSet<PathBuf> = before.map(|room| Path::new(room).join("README.md")).collect();
    // What lies beside a crate's manifest is for its users.
    assert_eq!(
        marked,
        rooms()
            .into_iter()
            .filter(|page| !root().join(page).with_file_name("Cargo.toml").exists())
            .collect()
    );
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

/// The ids that mdBook gives the headings of a page: small letters, digits, `_` and `-`, and a `-`
/// for each white space.
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

/// mdBook copies nothing from outside its folder: such a link works in the repository and is dead
/// in the book.
#[test]
fn the_book_holds_all_that_its_pages_link_to() {
    for page in book() {
        for target in links(&read(&page)) {
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let path = resolved(&page, file);
            let link = format!("{}: [...]({target})", page.display());
            assert!(path.starts_with("docs"), "{link} leaves docs/: write the path as code");
            assert!(root().join(&path).is_file(), "{link} leads to no file");
            assert!(
                anchor.is_empty() || anchors(&read(&path)).iter().any(|id| id == anchor),
                "{link}: no such heading"
            );
        }
    }
}

#[test]
fn the_summary_names_every_page_once() {
    let mut named = links(&read("docs/SUMMARY.md"));
    named.sort();
    let pages = book();
    let mut expected: Vec<String> = pages
        .iter()
        .filter_map(|page| page.strip_prefix("docs").ok()?.to_str().map(str::to_owned))
        .collect();
    expected.retain(|page| page != "SUMMARY.md");
    assert_eq!(named, expected, "docs/SUMMARY.md against the files below docs/");
}
