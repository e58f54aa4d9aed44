//! What a data set knows of its pages: their URLs, for splits by site, and their kinds, such as
//! *forum*. From the columns `url` and `kind` of `manifest.tsv`, a table that names the pages in
//! its column `id`; URLs also from L3S-GN1's `url-mapping.txt`.

use super::files;
use std::collections::BTreeMap;
use std::path::Path;
use tamis_index::error::Result;

/// What is known of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// Its URL.
    pub url: Option<String>,
    /// Its kind, in the data set's words.
    pub kind: Option<String>,
}

/// Returns what is known of pages by their ids; nothing without such a file.
///
/// # Errors
/// A file that is there and cannot be read.
pub fn facts(folder: &Path) -> Result<BTreeMap<String, Facts>> {
    let table = folder.join("manifest.tsv");
    if table.is_file() {
        return Ok(from_table(&files::read_text(&table)?));
    }
    let mapping = folder.join("url-mapping.txt");
    if mapping.is_file() {
        return Ok(from_mapping(&files::read_text(&mapping)?));
    }
    Ok(BTreeMap::new())
}

fn from_table(table: &str) -> BTreeMap<String, Facts> {
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap_or_default();
    let [id, url, kind] =
        ["id", "url", "kind"].map(|name| head.iter().position(|column| *column == name));
    let Some(id) = id else { return BTreeMap::new() };
    let mut facts = BTreeMap::new();
    for row in lines {
        let cell = |column: Option<usize>| {
            let cell = row.get(column?).filter(|cell| !cell.is_empty())?;
            Some((*cell).to_owned())
        };
        if let Some(id) = cell(Some(id)) {
            facts.insert(id, Facts { url: cell(url), kind: cell(kind) });
        }
    }
    facts
}

fn from_mapping(mapping: &str) -> BTreeMap<String, Facts> {
    mapping.lines().filter_map(mapping_row).collect()
}

fn mapping_row(line: &str) -> Option<(String, Facts)> {
    let (id, url) = line.split_once('\t')?;
    let id = id.strip_prefix("<urn:uuid:")?.strip_suffix('>')?;
    Some((id.to_owned(), Facts { url: Some(url.trim().to_owned()), kind: None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(id: &str, url: Option<&str>, kind: Option<&str>) -> (String, Facts) {
        (id.to_owned(), Facts { url: url.map(str::to_owned), kind: kind.map(str::to_owned) })
    }

    #[test]
    fn tables_are_read_by_their_columns() {
        let facts = from_table("url\tkind\tid\nhttp://a/\tforum\ta\n\t\tb\nhttp://c/\n");
        let expected = [page("a", Some("http://a/"), Some("forum")), page("b", None, None)];
        assert_eq!(facts, expected.into());
        assert_eq!(from_table("id\tx\na\tb\n"), [page("a", None, None)].into());
        assert!(from_table("url\tkind\na\tb\n").is_empty() && from_table("").is_empty());
    }

    #[test]
    fn the_mapping_of_l3s_gn1_is_read() {
        let facts = from_mapping("<urn:uuid:1-2>\thttp://a/\nno\n");
        assert_eq!(facts, [page("1-2", Some("http://a/"), None)].into());
    }
}
