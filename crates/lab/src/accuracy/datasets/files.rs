//! Shared by the formats: finds folders by name, pairs pages with gold by file name, decodes text.

use super::{PageFiles, Unscored, reason};
use crate::accuracy::gold::GoldPage;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tamis_blocks::html::{self, Charset};
use tamis_index::error::{Error, Place, Result};

/// Names of folders with pages; the first that exists is used.
pub const PAGES: [&str; 5] = ["html", "original", "orig", "input", "HTML"];

/// The endings of file names after the page's id, for pages and gold.
const ENDINGS: [&str; 6] = [".html.corrected.txt", "-cleaned.txt", ".html", ".htm", ".txt", ""];

/// Returns the first of these folders that exists.
pub fn first_folder(folder: &Path, names: &[&str]) -> Option<PathBuf> {
    names.iter().map(|name| folder.join(name)).find(|path| path.is_dir())
}

/// Returns the files of a folder by their ids. Skips hidden files and unknown endings.
///
/// # Errors
/// Two files with the same id, or a folder that cannot be read.
pub fn by_id(folder: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(|e| Error::io("read the folder", folder, e))? {
        let path = entry.map_err(|e| Error::io("read the folder", folder, e))?.path();
        let Some(name) = path.file_name().map(|name| name.to_string_lossy()) else { continue };
        let ending =
            ENDINGS.iter().find(|ending| name.ends_with(**ending)).copied().unwrap_or_default();
        let id = &name[..name.len() - ending.len()];
        if name.starts_with('.') || (ending.is_empty() && id.contains('.')) || path.is_dir() {
            continue;
        }
        if let Some(other) = files.insert(id.to_owned(), path.clone()) {
            let found = format!("two files of page '{id}', the other {}", other.display());
            return Err(Error::format(Place::file(&path), found, "one; remove the other"));
        }
    }
    Ok(files)
}

/// Returns pages paired with their gold, and the files without a counterpart.
pub fn pairs(html: &Path, gold: &Path) -> Result<(Vec<PageFiles>, Vec<Unscored>)> {
    let html = by_id(html)?;
    let mut gold = by_id(gold)?;
    let mut pages = Vec::new();
    let mut unscored = Vec::new();
    for (id, html) in html {
        match gold.remove(&id) {
            Some(gold) => pages.push(PageFiles { id, html, gold }),
            None => unscored.push(Unscored { id, reason: reason::NO_GOLD }),
        }
    }
    unscored.extend(gold.into_keys().map(|id| Unscored { id, reason: reason::NO_PAGE }));
    unscored.sort_by(|a, b| a.id.cmp(&b.id));
    Ok((pages, unscored))
}

pub fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|e| Error::io("read", path, e))
}

/// Decodes gold: by its byte order mark, else as UTF-8 if it is valid, else as windows-1252.
pub fn text(bytes: &[u8]) -> String {
    let forced = Some(if std::str::from_utf8(bytes).is_ok() { "utf-8" } else { "windows-1252" });
    html::decode(bytes, Charset { forced, http: None }).text.into_owned()
}

/// Reads the text of a gold file.
pub fn read_text(path: &Path) -> Result<String> {
    read(path).map(|bytes| text(&bytes))
}

/// Reads a page and its encoding. Data sets often transcoded their pages to UTF-8 without changing
/// the encoding that the page names, so a page that is valid UTF-8 beyond ASCII is UTF-8.
pub fn page(path: &Path) -> Result<GoldPage> {
    let html = read(path)?;
    let charset =
        (!html.is_ascii() && std::str::from_utf8(&html).is_ok()).then(|| "utf-8".to_owned());
    Ok(GoldPage { html, charset, ..GoldPage::default() })
}

#[cfg(test)]
mod tests {
    use super::super::tests::write;
    use super::*;

    #[test]
    fn gold_in_any_encoding_is_text() {
        assert_eq!(text("caf\u{e9}".as_bytes()), "caf\u{e9}");
        assert_eq!(text(b"caf\xe9 \x93x\x94"), "caf\u{e9} \u{201c}x\u{201d}");
        assert_eq!(text(b"\xff\xfeh\0i\0"), "hi");
    }

    #[test]
    fn files_are_paired_by_their_ids() {
        let folder = tempfile::tempdir().unwrap();
        for page in ["html/a.html", "html/b.v2.htm", "html/c", "html/.d.html", "html/e.gif"] {
            write(folder.path(), page, "x");
        }
        for gold in ["gold/a.html.corrected.txt", "gold/b.v2.txt", "gold/z-cleaned.txt"] {
            write(folder.path(), gold, "x");
        }
        let html = folder.path().join("html");
        let (pages, unscored) = pairs(&html, &folder.path().join("gold")).unwrap();
        assert_eq!(pages.iter().map(|page| &*page.id).collect::<Vec<_>>(), ["a", "b.v2"]);
        write(folder.path(), "html/a.htm", "x");
        let error = by_id(&html).unwrap_err().to_string();
        assert!(error.contains("two files of page 'a'"), "{error}");
        let unscored: Vec<_> = unscored.iter().map(|page| (&*page.id, page.reason)).collect();
        assert_eq!(unscored, [("c", "no gold"), ("z", "no page")]);
    }
}
