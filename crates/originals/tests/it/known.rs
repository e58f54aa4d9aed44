//! Files of known differences: a page, what differs, the cause; `#` begins a comment.

use std::path::Path;

/// Returns pages and what differs, from a file of `tests/known-differences`. Every row must have a
/// cause.
pub fn known(name: &str) -> Vec<(String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known-differences").join(name);
    let text = std::fs::read_to_string(&file).unwrap();
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert!(fields.len() == 3 && !fields[2].is_empty(), "{}: {line}", file.display());
        rows.push((fields[0].to_owned(), fields[1].to_owned()));
    }
    rows
}
