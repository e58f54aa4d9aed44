//! The files of a data set with gold, in the form of L3S-GN1: a page in `html`, its text with a
//! class for each block in `annotated`, and a row in `manifest.tsv`, by which sites are kept apart
//! in folds. The folder may come from somebody else: no link leads out of it, and what judgements
//! did not write stays.

use super::super::file::if_there;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tamis::{Error, Result, disk};
use xxhash_rust::xxh3::xxh3_64;

/// The folder of the pages.
const PAGES: &str = "html";
/// The folder of the annotated texts.
const ANNOTATED: &str = "annotated";
const LIST: &str = "manifest.tsv";
/// Its head, without which it is no table.
const HEAD: &[u8] = b"id\turl\n";
/// The ending of a page's files.
const ENDING: &str = ".html";

/// What an annotated text begins with.
const START: &[u8] = b"<!DOCTYPE html><meta charset=\"utf-8\"><p><span class=\"x-nc-sel";
/// The class of a block that is content, and of one that is not, as they are written.
const CONTENT: &str = "<span class=\"x-nc-sel2\">";
const BOILERPLATE: &str = "<span class=\"x-nc-sel0\">";

/// A data set that is being made.
pub struct DataSet {
    pub folder: PathBuf,
}

/// What a data set has of a page.
pub struct GoldEntry<'a> {
    pub docno: &'a str,
    /// Its URL, or empty.
    pub url: &'a str,
    pub html: &'a str,
    /// Its text, as [`annotated`] writes it.
    pub annotated: String,
}

impl DataSet {
    /// A data set in a folder, which need not be there yet.
    ///
    /// # Errors
    /// As [`DataSet::check_folders`].
    pub fn new(folder: &Path) -> Result<Self> {
        let data_set = Self { folder: folder.to_path_buf() };
        data_set.check_folders()?;
        Ok(data_set)
    }

    /// Refuses a link, or a file, in place of a folder: what is written and removed there would be
    /// elsewhere.
    fn check_folders(&self) -> Result<()> {
        for path in [PAGES, ANNOTATED].map(|within| self.folder.join(within)) {
            let found = if_there(path.symlink_metadata(), "read the folder", &path)?;
            let Some(found) = found else { continue };
            if found.is_symlink() {
                return Err(linked(&path));
            }
            if !found.is_dir() {
                let found = "is no folder, and pages are written there; move it, or name another \
                             folder";
                return Err(Error::index(&path, found));
            }
        }
        Ok(())
    }

    /// Checks that a page can be put in and taken out; `is_judged` if judgements of it are known.
    ///
    /// # Errors
    /// A link in place of a folder, a list that cannot be read, and a file that is not of
    /// judgements. Nothing is written.
    pub fn check(&self, entry: &GoldEntry<'_>, is_judged: bool) -> Result<()> {
        self.check_folders()?;
        self.list()?;
        let Some(other) = self.other(entry, is_judged)? else { return Ok(()) };
        let found = "is there already, and judgements of this page's blocks did not write it; \
                     move it, or name another folder";
        Err(Error::index(other, found))
    }

    /// Returns a file in place of a page's that judgements of its blocks, as the index has them
    /// now, do not give. If judgements of it are known, they may have given another text earlier.
    ///
    /// # Errors
    /// [`Error::Io`] if a file cannot be read, [`Error::Index`] if it is none.
    pub fn other(&self, entry: &GoldEntry<'_>, is_judged: bool) -> Result<Option<PathBuf>> {
        let [page, annotated] = self.files(entry);
        let gold = read_own(&annotated)?;
        let is_own = |gold: &Vec<u8>| {
            let is_now = without_classes(gold) == without_classes(entry.annotated.as_bytes());
            is_now || is_judged && gold.starts_with(START)
        };
        if !gold.as_ref().is_none_or(is_own) {
            return Ok(Some(annotated));
        }
        let earlier = is_judged && gold.is_some();
        let html = read_own(&page)?;
        let is_own = html.is_none_or(|html| earlier || html == entry.html.as_bytes());
        Ok((!is_own).then_some(page))
    }

    /// Puts a page in, or writes its gold again; durable when this returns.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn put(&self, entry: &GoldEntry<'_>) -> Result<()> {
        for within in [PAGES, ANNOTATED] {
            let folder = self.folder.join(within);
            disk::create_folder(&folder).map_err(|error| Error::io("create", &folder, error))?;
        }
        let [page, annotated] = self.files(entry);
        save(&page, entry.html.as_bytes())?;
        self.relist(entry, true)?;
        // Last: a page counts when it has gold.
        save(&annotated, entry.annotated.as_bytes())
    }

    /// Takes a page out, if it is in; durable when this returns.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn take(&self, entry: &GoldEntry<'_>) -> Result<()> {
        let [page, annotated] = self.files(entry);
        // First: a page counts when it has gold.
        disk::remove_durably(&annotated)?;
        disk::remove_durably(&page)?;
        self.relist(entry, false)?;
        for within in [PAGES, ANNOTATED] {
            // Still needed if something else is in it.
            let _ = std::fs::remove_dir(self.folder.join(within));
        }
        Ok(())
    }

    /// The names of all pages of which there is a file or a row.
    ///
    /// # Errors
    /// [`Error::Io`] if a folder or the list cannot be read.
    pub fn names(&self) -> Result<BTreeSet<String>> {
        let mut names = BTreeSet::new();
        for within in [PAGES, ANNOTATED] {
            for path in entries(&self.folder.join(within))? {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                names.extend(name.strip_suffix(ENDING).map(str::to_owned));
            }
        }
        let list = self.list()?;
        for row in list.split(|byte| *byte == b'\n').skip(1) {
            let name = row.split(|byte| *byte == b'\t').next().unwrap_or_default();
            names.insert(String::from_utf8_lossy(name).into_owned());
        }
        // Of the end of the list.
        names.remove("");
        Ok(names)
    }

    /// Removes what a server that was killed did not complete. The lock of the judgements is held.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn remove_left_over(&self) -> Result<()> {
        let within = [self.folder.clone(), self.folder.join(PAGES), self.folder.join(ANNOTATED)];
        for folder in within {
            for path in entries(&folder)?.into_iter().filter(|path| disk::is_left_over(path)) {
                disk::remove(&path).map_err(|error| Error::io("remove", &path, error))?;
            }
        }
        Ok(())
    }

    /// The files of a page: itself, and its text.
    fn files(&self, entry: &GoldEntry<'_>) -> [PathBuf; 2] {
        let name = file_name(entry.docno) + ENDING;
        [PAGES, ANNOTATED].map(|within| self.folder.join(within).join(&name))
    }

    /// Writes the list with a page or without it.
    fn relist(&self, entry: &GoldEntry<'_>, is_in: bool) -> Result<()> {
        let old = self.list()?;
        let url = entry.url.replace(['\t', '\n', '\r'], " ");
        let new = relisted(&old, &file_name(entry.docno), is_in.then_some(&*url));
        let path = self.folder.join(LIST);
        match new {
            new if new == old => Ok(()),
            new if new == HEAD => disk::remove_durably(&path),
            new => disk::save(&path, new),
        }
    }

    /// The list; its head alone if there is none.
    fn list(&self) -> Result<Vec<u8>> {
        let path = self.folder.join(LIST);
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(no_file(&path));
        }
        let list = if_there(std::fs::read(&path), "read", &path)?;
        Ok(list.filter(|list| !list.is_empty()).unwrap_or_else(|| HEAD.to_vec()))
    }
}

/// An error for a link in place of what judgements write.
pub fn linked(path: &Path) -> Error {
    Error::index(path, "is a link, and judgements follow none; remove it, or name another folder")
}

fn no_file(path: &Path) -> Error {
    Error::index(path, "is no file, and one is written there; move it, or name another folder")
}

/// The texts of all blocks with their classes, as L3S-GN1 names them: full text or boilerplate.
pub fn annotated<'t>(blocks: impl Iterator<Item = (&'t str, bool)>) -> String {
    let page = maud::html! {
        (maud::DOCTYPE)
        meta charset="utf-8";
        @for (text, is_content) in blocks {
            p {
                (maud::PreEscaped(if is_content { CONTENT } else { BOILERPLATE }))
                (text)
                (maud::PreEscaped("</span>"))
            }
            "\n"
        }
    };
    page.into_string()
}

/// An annotated text, whatever its classes are. Quotes in a text are written as entities.
fn without_classes(annotated: &[u8]) -> String {
    String::from_utf8_lossy(annotated).replace(CONTENT, BOILERPLATE)
}

/// Reads a page's file; none if there is none, or a link, which will be replaced.
fn read_own(path: &Path) -> Result<Option<Vec<u8>>> {
    let found = if_there(path.symlink_metadata(), "read", path)?;
    let Some(found) = found.filter(|found| !found.is_symlink()) else { return Ok(None) };
    if !found.is_file() {
        return Err(no_file(path));
    }
    std::fs::read(path).map(Some).map_err(|error| Error::io("read", path, error))
}

/// Writes a page's file, unless it is that already.
fn save(path: &Path, bytes: &[u8]) -> Result<()> {
    if path.is_symlink() {
        // It may lead to a pipe, which would be written to.
        disk::remove_durably(path)?;
    }
    if read_own(path)?.is_some_and(|old| old == bytes) {
        return Ok(());
    }
    disk::save(path, bytes)
}

/// What is in a folder; nothing if there is none.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let unread = |error| Error::io("read the folder", folder, error);
    let listed = if_there(std::fs::read_dir(folder), "read the folder", folder)?;
    let Some(listed) = listed else { return Ok(Vec::new()) };
    listed.map(|entry| entry.map(|entry| entry.path()).map_err(unread)).collect()
}

/// A list with the row of a page, or without it if there is no URL. What others wrote stays, byte
/// by byte: other rows, and those of the page with more columns.
fn relisted(old: &[u8], name: &str, url: Option<&str>) -> Vec<u8> {
    let mut is_there = false;
    let mut lines = old.split_inclusive(|byte| *byte == b'\n');
    let mut list = lines.next().unwrap_or_default().to_vec();
    for line in lines {
        let row = line.strip_suffix(b"\n").unwrap_or(line);
        let row = row.strip_suffix(b"\r").unwrap_or(row);
        let columns: Vec<&[u8]> = row.split(|byte| *byte == b'\t').collect();
        let is_page = columns[0] == name.as_bytes();
        let is_now = is_page && columns.get(1).copied() == url.map(str::as_bytes);
        if !is_page || columns.len() != 2 || is_now && !is_there {
            list.extend_from_slice(line);
        }
        is_there |= is_now;
    }
    if let Some(url) = url.filter(|_| !is_there) {
        if !list.ends_with(b"\n") {
            list.push(b'\n');
        }
        list.extend_from_slice(format!("{name}\t{url}\n").as_bytes());
    }
    list
}

/// A name of a file in a data set, or of a page in its list: a docno with what file systems do not
/// take, or hide, as codes.
pub fn file_name(docno: &str) -> String {
    /// The most bytes of a name: file systems take 255, and it gets an ending.
    const MOST: usize = 200;
    let mut name = String::new();
    for byte in docno.bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if is_plain && !(name.is_empty() && byte == b'.') {
            name.push(byte.into());
        } else {
            name.push_str(&format!("%{byte:02X}"));
        }
    }
    if name.len() > MOST {
        name.truncate(MOST);
        name.push_str(&format!("~{:016x}", xxh3_64(docno.as_bytes())));
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_docno_is_the_name_of_a_file() {
        for (docno, name) in [
            ("a-1_b.html", "a-1_b.html"),
            (".hidden", "%2Ehidden"),
            ("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd"),
            ("http://a.example/?b=c", "http%3A%2F%2Fa.example%2F%3Fb%3Dc"),
            ("é%", "%C3%A9%25"),
        ] {
            assert_eq!(file_name(docno), name);
        }
        let long = [file_name(&"a".repeat(500)), file_name(&"a".repeat(501))];
        assert!(long.iter().all(|name| name.len() < 250) && long[0] != long[1]);
    }

    #[test]
    fn every_block_has_its_class() {
        let page = annotated([("Home", false), ("a < \"b\"", true)].into_iter());
        assert!(page.as_bytes().starts_with(START), "{page}");
        assert!(page.contains("<p><span class=\"x-nc-sel0\">Home</span></p>"), "{page}");
        let content = "<p><span class=\"x-nc-sel2\">a &lt; &quot;b&quot;</span></p>";
        assert!(page.contains(content), "{page}");
    }

    #[test]
    fn a_row_is_added_once_and_removed_alone() {
        let row = |old: &str, name: &str, url| relisted(old.as_bytes(), name, url);
        for (old, name, url, new) in [
            ("id\turl\n11\tx\n", "1", Some("x"), "id\turl\n11\tx\n1\tx\n"),
            ("id\turl\na1\tx\n1\txy\n", "1", Some("x"), "id\turl\na1\tx\n1\tx\n"),
            ("id\turl\n1\tx", "2", Some("y"), "id\turl\n1\tx\n2\ty\n"),
            ("id\turl\r\n1\tx\r\n", "1", Some("x"), "id\turl\r\n1\tx\r\n"),
            ("id\turl\n1\tx\n1\tx\n", "1", Some("x"), "id\turl\n1\tx\n"),
            ("id\turl\n", "id", Some("url"), "id\turl\nid\turl\n"),
            ("id\turl\nid\turl\n11\tx\n1\tx\n", "1", None, "id\turl\nid\turl\n11\tx\n"),
            // What somebody added by hand stays.
            ("id\turl\tkind\n1\tx\tforum\n", "1", Some("x"), "id\turl\tkind\n1\tx\tforum\n"),
            ("id\turl\tkind\n1\tx\tforum\n", "1", None, "id\turl\tkind\n1\tx\tforum\n"),
            ("# mine\n1\n\n2\t\n", "1", None, "# mine\n1\n\n2\t\n"),
            ("id\turl\n", "1", Some(""), "id\turl\n1\t\n"),
        ] {
            assert_eq!(row(old, name, url), new.as_bytes(), "{old:?} {name} {url:?}");
        }
        let bytes = relisted(b"id\turl\n\xff\xfe\t\x80\n", "1", Some("x"));
        assert_eq!(bytes, b"id\turl\n\xff\xfe\t\x80\n1\tx\n");
    }
}
