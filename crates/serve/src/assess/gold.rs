//! Blocks judged as content or not, as a data set with gold: the form of L3S-GN1, pages in `html`
//! and the same texts with a class for each block in `annotated`. A page gets there when all its
//! blocks are judged; what is judged so far is in `blocks.qrels`, by page and block.

use super::super::kept::Kept;
use super::file::{Judgement, JudgementFile};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tamis_blocks::page::BlockKind;
use tamis_index::disk;
use tamis_index::error::{Error, Result};
use tamis_index::index::StoredPage;
use xxhash_rust::xxh3::xxh3_64;

/// The file of single judgements.
const JUDGED: &str = "blocks.qrels";
/// The folder of the pages.
const PAGES: &str = "html";
/// The folder of the annotated texts.
const ANNOTATED: &str = "annotated";
/// The list of pages with their URLs, by which sites are kept apart in folds.
const LIST: &str = "manifest.tsv";

/// Samples to keep.
const SAMPLES: u64 = 8;

/// A block of a page to be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldBlock {
    /// Its number in the page.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// Whether it is content, if that is judged.
    pub is_content: Option<bool>,
}

/// A data set that is being made.
pub struct Gold {
    folder: PathBuf,
    /// Samples of pages by commit and seed: the ranks of their docnos.
    pub samples: Kept<String, Arc<Vec<u32>>>,
    judged: Mutex<Judged>,
}

struct Judged {
    file: JudgementFile,
    /// Judgements since the start that can be taken back: page, block, and what was before.
    history: Vec<(String, String, Option<Judgement>)>,
}

impl Judged {
    /// Writes the judgement of blocks.
    fn write(&mut self, page: &StoredPage, numbers: &[usize], is_content: bool) -> Result<()> {
        let named: Vec<(String, Judgement)> = numbers
            .iter()
            .map(|number| {
                let iteration = mark(&page.blocks[*number].text);
                (number.to_string(), Judgement { iteration, grade: is_content.into() })
            })
            .collect();
        let docno = page.docno.as_str();
        let mut steps = Vec::with_capacity(named.len());
        let mut lines = Vec::with_capacity(named.len());
        for (number, judgement) in &named {
            let before = self.file.get(docno, number).cloned();
            steps.push((docno.to_owned(), number.clone(), before));
            lines.push((docno, number.as_str(), Some(judgement.clone())));
        }
        self.file.write(&lines)?;
        self.history.extend(steps);
        Ok(())
    }
}

impl Gold {
    /// Opens or makes the folder of a data set.
    ///
    /// # Errors
    /// A folder that cannot be made or has other files, and judgements that another server writes.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        let judged = folder.join(JUDGED);
        if folder.is_dir() && !judged.exists() {
            check_own(folder)?;
        }
        disk::create_folder(folder).map_err(|error| Error::io("create", folder, error))?;
        let judged = Judged { file: JudgementFile::open(&judged)?, history: Vec::new() };
        remove_left_over(folder)?;
        Ok(Self {
            folder: folder.to_path_buf(),
            samples: Kept::new(SAMPLES),
            judged: Mutex::new(judged),
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The blocks of a page that are to be judged: those with words, but not its title, which is no
    /// part of the text.
    pub fn blocks(&self, page: &StoredPage) -> Vec<GoldBlock> {
        let judged = self.judged();
        let mut blocks = Vec::new();
        for (number, stored) in page.blocks.iter().enumerate() {
            if stored.block.words == 0 || stored.block.kind == BlockKind::Title {
                continue;
            }
            let known = judged.file.get(&page.docno, &number.to_string());
            // A page that was indexed again may have other blocks.
            let known = known.filter(|known| known.iteration == mark(&stored.text));
            let is_content = known.map(|known| known.grade > 0);
            blocks.push(GoldBlock { number, text: stored.text.clone(), is_content });
        }
        blocks
    }

    /// Judges blocks of a page; durable when this returns. If all are judged then, the page is in
    /// the data set. `html` is the page itself.
    ///
    /// # Errors
    /// As [`JudgementFile::write`], and files of the data set that cannot be written.
    pub fn judge(
        &self,
        page: &StoredPage,
        html: &str,
        numbers: &[usize],
        is_content: bool,
    ) -> Result<()> {
        self.judged().write(page, numbers, is_content)?;
        self.add(page, html)
    }

    /// Takes the last judgement of this page since the start back, and returns its block; none if
    /// there is none.
    ///
    /// # Errors
    /// As [`Gold::judge`].
    pub fn undo(&self, page: &StoredPage, html: &str) -> Result<Option<usize>> {
        let number = {
            let mut judged = self.judged();
            let last = judged.history.last().filter(|(docno, _, _)| *docno == page.docno).cloned();
            let Some((docno, number, before)) = last else { return Ok(None) };
            judged.file.write(&[(&docno, &number, before)])?;
            judged.history.pop();
            number
        };
        self.add(page, html)?;
        Ok(number.parse().ok())
    }

    /// Puts a page into the data set if all its blocks are judged, and else takes it out.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn add(&self, page: &StoredPage, html: &str) -> Result<()> {
        let blocks = self.blocks(page);
        let files = [PAGES, ANNOTATED].map(|within| file_path(&self.folder, within, &page.docno));
        if blocks.is_empty() || blocks.iter().any(|block| block.is_content.is_none()) {
            return files.iter().try_for_each(|path| {
                disk::remove(path).map_err(|error| Error::io("remove", path, error))
            });
        }
        for within in [PAGES, ANNOTATED] {
            let folder = self.folder.join(within);
            disk::create_folder(&folder).map_err(|error| Error::io("create", &folder, error))?;
        }
        self.list(page)?;
        disk::save(&files[0], html)?;
        // Last: a page counts when it has gold.
        disk::save(&files[1], annotated(&blocks))
    }

    /// The docnos of all pages of which a block is judged.
    pub fn judged_pages(&self) -> BTreeSet<String> {
        self.judged().file.iter().map(|(docno, _, _)| docno.to_owned()).collect()
    }

    /// Whether a page is in the data set.
    pub fn has(&self, docno: &str) -> bool {
        file_path(&self.folder, ANNOTATED, docno).is_file()
    }

    /// Adds a page to the list of URLs.
    fn list(&self, page: &StoredPage) -> Result<()> {
        let path = self.folder.join(LIST);
        let old = std::fs::read_to_string(&path).unwrap_or_else(|_| "id\turl\n".to_owned());
        let line = format!("{}\t{}\n", file_name(&page.docno), page.url.replace(['\t', '\n'], " "));
        if old.contains(&line) { Ok(()) } else { disk::save(&path, old + &line) }
    }

    fn judged(&self) -> MutexGuard<'_, Judged> {
        // A panic leaves it as it was.
        self.judged.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Refuses a folder in which something else is.
fn check_own(folder: &Path) -> Result<()> {
    let unread = |error| Error::io("read the folder", folder, error);
    let mut is_own = true;
    for entry in std::fs::read_dir(folder).map_err(unread)? {
        let name = entry.map_err(unread)?.file_name();
        // A server that was killed before anything was judged leaves its lock, or half a file.
        is_own &= name.to_string_lossy().starts_with(JUDGED) || disk::is_left_over(name.as_ref());
    }
    if is_own {
        return Ok(());
    }
    let problem = format!(
        "is there already, and has no {JUDGED} of former judgements; name a new folder, or that of \
         former judgements"
    );
    Err(Error::io("use", folder, io::Error::other(problem)))
}

/// Removes what a server that was killed did not complete. The lock of the judgements is held.
fn remove_left_over(folder: &Path) -> Result<()> {
    for within in [folder.to_path_buf(), folder.join(PAGES), folder.join(ANNOTATED)] {
        let Ok(entries) = std::fs::read_dir(&within) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if disk::is_left_over(&path) {
                disk::remove(&path).map_err(|error| Error::io("remove", &path, error))?;
            }
        }
    }
    Ok(())
}

/// What a block is recognised by, whatever its number.
fn mark(text: &str) -> String {
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

/// The texts of all blocks with their classes, as L3S-GN1 names them: boilerplate or full text.
fn annotated(blocks: &[GoldBlock]) -> String {
    let page = maud::html! {
        (maud::DOCTYPE)
        meta charset="utf-8";
        @for block in blocks {
            p {
                @if block.is_content == Some(true) {
                    span.x-nc-sel2 { (block.text) }
                } @else {
                    span.x-nc-sel0 { (block.text) }
                }
            }
            "\n"
        }
    };
    page.into_string()
}

/// A name of a file in a data set, or of a page in its list: a docno with what file systems do not
/// take, or hide, as codes.
fn file_name(docno: &str) -> String {
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
        name.push_str(&format!("~{:016x}", xxhash_rust::xxh3::xxh3_64(docno.as_bytes())));
    }
    name
}

/// The path of a file in a folder of the data set.
fn file_path(folder: &Path, within: &str, docno: &str) -> PathBuf {
    folder.join(within).join(file_name(docno) + ".html")
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
        let block = |text: &str, is_content| GoldBlock {
            number: 1,
            text: text.to_owned(),
            is_content: Some(is_content),
        };
        let page = annotated(&[block("Home", false), block("a < b", true)]);
        assert!(page.contains("<p><span class=\"x-nc-sel0\">Home</span></p>"), "{page}");
        assert!(page.contains("<p><span class=\"x-nc-sel2\">a &lt; b</span></p>"), "{page}");
    }
}
