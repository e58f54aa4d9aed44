//! Files of known differences: a page, what differs, the cause; `#` begins a comment.

use std::path::Path;

/// Returns pages and what differs, from a file of `tests/known-differences`. Every row must have a
/// cause.
pub fn known(name: &str) -> Vec<(String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known-differences").join(name);
    let text = std::fs::read_to_string(&file).unwrap();
    let rows = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let row = |row: Vec<&str>| {
        assert!(row.len() == 3 && !row[2].is_empty(), "{}: {row:?}", file.display());
        (row[0].to_owned(), row[1].to_owned())
    };
    rows.map(row).collect()
}
