//! Checks CONTRIBUTING.md: the files that it lists for the commonest changes are those that name
//! its example, and no others.

use super::{read, root};
use std::collections::BTreeSet;
use std::path::Path;

/// The changes whose files are listed, by their headings.
const CHANGES: [&str; 5] = [
    "Add a query-time parameter",
    "Add a classifier (boilerplate remover)",
    "Add a measure",
    "Add a collection format",
    "Add a figure",
];

const SOURCES: [&str; 5] = ["src", "crates", "python/src", "python/tamis", "fuzz/src"];

/// The code of a source file, without comments and tests; none for other files.
fn code(path: &Path) -> Option<String> {
    let is_test = path.iter().any(|part| part == "tests" || part == "tests.rs");
    let comment = match path.extension()?.to_str()? {
        _ if is_test => return None,
        "rs" => "//",
        "py" => "#",
        _ => return None,
    };
    let text = read(path);
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with(comment));
    Some(lines.fold(String::new(), |code, line| code + line + "\n"))
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// Whether code names a word that is no part of another one; `value.word` names it too.
fn names(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        let before = &code[..at];
        let after = &code[at + word.len()..];
        !before.ends_with(is_part_of_name) && !after.starts_with(is_part_of_name)
    })
}

/// The files of the sources that name one of `words`.
fn naming(words: &[&str]) -> BTreeSet<String> {
    let folders = SOURCES.map(|folder| walkdir::WalkDir::new(root().join(folder)));
    let files =
        folders.into_iter().flatten().map(|entry| entry.expect("it can be read").into_path());
    let files =
        files.map(|path| path.strip_prefix(root()).expect("it is below the root").to_owned());
    let naming = files
        .filter(|path| code(path).is_some_and(|code| words.iter().any(|word| names(&code, word))));
    naming.map(|path| path.to_str().expect("our names are UTF-8").to_owned()).collect()
}

#[test]
fn the_files_of_a_change_are_those_that_name_its_example() {
    let text = read("CONTRIBUTING.md");
    for change in CHANGES {
        let (_, section) =
            text.split_once(&format!("\n## {change}\n")).unwrap_or_else(|| panic!("no {change}"));
        let section = section.split("\n## ").next().unwrap_or_default();
        let (_, list) = section
            .split_once("Files, by an example: ")
            .unwrap_or_else(|| panic!("{change}: no files"));
        let (examples, list) = list.split_once('\n').expect("files follow");
        let words: Vec<&str> = examples.split('`').skip(1).step_by(2).collect();
        let files = list.lines().take_while(|line| line.starts_with("- [`"));
        let files: BTreeSet<String> =
            files.filter_map(|line| Some(line.split('`').nth(1)?.to_owned())).collect();
        assert_eq!(files, naming(&words), "{change}: what is listed, and what names {words:?}");
    }
}
