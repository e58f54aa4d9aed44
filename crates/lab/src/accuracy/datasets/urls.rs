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
    let read = |name: &str| {
        let path = folder.join(name);
        if path.is_file() { files::read_text(&path).map(Some) } else { Ok(None) }
    };
    if let Some(table) = read("manifest.tsv")? {
        return Ok(of_table(&table));
    }
    Ok(read("url-mapping.txt")?.map_or_else(BTreeMap::new, |mapping| of_mapping(&mapping)))
}

fn of_table(table: &str) -> BTreeMap<String, String> {
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap_or_default();
    let column = |name: &str| head.iter().position(|column| *column == name);
    let (Some(id), Some(url)) = (column("id"), column("url")) else { return BTreeMap::new() };
    let row = |row: Vec<&str>| Some((row.get(id)?.to_string(), row.get(url)?.to_string()));
    lines.filter_map(row).filter(|(_, url)| !url.is_empty()).collect()
}

fn of_mapping(mapping: &str) -> BTreeMap<String, String> {
    let row = |line: &str| {
        let (id, url) = line.split_once('\t')?;
        let id = id.strip_prefix("<urn:uuid:")?.strip_suffix('>')?;
        Some((id.to_owned(), url.trim().to_owned()))
    };
    mapping.lines().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_by_their_columns() {
        let urls = of_table("url\tx\tid\nhttp://a/\t1\ta\n\t2\tb\nhttp://c/\n");
        assert_eq!(urls, [("a".to_owned(), "http://a/".to_owned())].into());
        assert!(of_table("id\tx\na\tb\n").is_empty() && of_table("").is_empty());
    }

    #[test]
    fn the_mapping_of_l3s_gn1_is_read() {
        let urls = of_mapping("<urn:uuid:1-2>\thttp://a/\nno\n");
        assert_eq!(urls, [("1-2".to_owned(), "http://a/".to_owned())].into());
    }
}
