//! The URLs of a data set's pages, for splits by site: from `manifest.tsv`, a table with the
//! columns `id` and `url`, or from L3S-GN1's `url-mapping.txt`.

use super::files;
use std::collections::BTreeMap;
use std::path::Path;
use tamis_index::error::Result;

/// Returns the URLs of pages by their ids; none without such a file.
///
/// # Errors
/// A file that is there and cannot be read.
pub fn urls(folder: &Path) -> Result<BTreeMap<String, String>> {
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

fn from_table(table: &str) -> BTreeMap<String, String> {
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap_or_default();
    let id = head.iter().position(|column| *column == "id");
    let url = head.iter().position(|column| *column == "url");
    let (Some(id), Some(url)) = (id, url) else { return BTreeMap::new() };
    let mut urls = BTreeMap::new();
    for row in lines {
        let (Some(id), Some(url)) = (row.get(id), row.get(url)) else { continue };
        if !url.is_empty() {
            urls.insert((*id).to_owned(), (*url).to_owned());
        }
    }
    urls
}

fn from_mapping(mapping: &str) -> BTreeMap<String, String> {
    mapping.lines().filter_map(mapping_row).collect()
}

fn mapping_row(line: &str) -> Option<(String, String)> {
    let (id, url) = line.split_once('\t')?;
    let id = id.strip_prefix("<urn:uuid:")?.strip_suffix('>')?;
    Some((id.to_owned(), url.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_by_their_columns() {
        let urls = from_table("url\tx\tid\nhttp://a/\t1\ta\n\t2\tb\nhttp://c/\n");
        assert_eq!(urls, [("a".to_owned(), "http://a/".to_owned())].into());
        assert!(from_table("id\tx\na\tb\n").is_empty() && from_table("").is_empty());
    }

    #[test]
    fn the_mapping_of_l3s_gn1_is_read() {
        let urls = from_mapping("<urn:uuid:1-2>\thttp://a/\nno\n");
        assert_eq!(urls, [("1-2".to_owned(), "http://a/".to_owned())].into());
    }
}
