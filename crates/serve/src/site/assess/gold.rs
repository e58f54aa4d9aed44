//! Blocks judged as content or not, as a data set with gold. A page is in it exactly when all its
//! blocks are judged; what is judged so far is in `blocks.qrels`, by page and block. One lock is
//! held over the judgement and the files that follow from it. Either comes first where a kill in
//! between leaves what the next start completes.

mod data_set;

use super::file::{FileJudgement, JudgementFile};
use data_set::{DataSet, GoldEntry, annotated, linked};
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tamis::blocks::page::BlockKind;
use tamis::{Error, Result, StoredPage, WeightedCache, disk};
use xxhash_rust::xxh3::xxh3_64;

pub use data_set::file_name;

/// The file of single judgements.
const JUDGED: &str = "blocks.qrels";

const SAMPLES: u64 = 8;

/// A block of a page to be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldBlock {
    /// Its number in the page.
    pub number: usize,
    pub text: String,
    /// Whether it is content, if that is judged.
    pub is_content: Option<bool>,
}

/// A data set that is being made.
pub struct Gold {
    data_set: DataSet,
    /// Samples of pages by commit and seed: the ranks of their docnos.
    pub samples: WeightedCache<String, Arc<Vec<u32>>>,
    /// The judgements. Whoever changes the files that follow from them holds it.
    judged: Mutex<JudgementFile>,
}

impl Gold {
    /// Opens or makes the folder of a data set.
    ///
    /// # Errors
    /// A folder that cannot be made, has other files, or a link in place of what is written;
    /// judgements that another server writes.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        let judged = folder.join(JUDGED);
        if folder.is_dir() && !judged.exists() {
            check_own(folder)?;
        }
        let data_set = DataSet::new(folder)?;
        if judged.is_symlink() {
            return Err(linked(&judged));
        }
        disk::create_folder(folder).map_err(|error| Error::io("create", folder, error))?;
        let judged = Mutex::new(JudgementFile::open(&judged)?);
        data_set.remove_left_over()?;
        Ok(Self { data_set, samples: WeightedCache::new(SAMPLES), judged })
    }

    pub fn folder(&self) -> &Path {
        &self.data_set.folder
    }

    /// The blocks of a page that are to be judged: those with words, but not its title, which is no
    /// part of the text.
    pub fn blocks(&self, page: &StoredPage) -> Vec<GoldBlock> {
        blocks(&self.judged(), page)
    }

    /// Judges a block of a page, or all that are not judged yet; durable when this returns. If all
    /// are judged then, the page is in the data set. `html` is the page itself. Blocks that are
    /// judged so already stay as they are.
    ///
    /// # Errors
    /// As [`JudgementFile::write`]; a link in place of a folder, a list that cannot be read, and a
    /// page in the data set that is not of judgements: then nothing has changed. Files that cannot
    /// be written: then the judgement is known, and the same again, or a start, completes it.
    pub fn judge(
        &self,
        page: &StoredPage,
        html: &str,
        block: Option<usize>,
        is_content: bool,
    ) -> Result<()> {
        let mut judged = self.judged();
        self.check(&judged, page, html)?;
        let mut judgements = Vec::new();
        for known in blocks(&judged, page) {
            let is_meant = block.map_or(known.is_content.is_none(), |block| block == known.number);
            if is_meant && known.is_content != Some(is_content) {
                let iteration = mark(&known.text);
                let judgement = FileJudgement { iteration, grade: is_content.into() };
                judgements.push((known.number.to_string(), judgement));
            }
        }
        judged.judge(&page.docno, &judgements)?;
        self.place(&judged, page, html)
    }

    /// Takes the last judgement of this page since the start back, and returns its block; none if
    /// there is none.
    ///
    /// # Errors
    /// As [`Gold::judge`].
    pub fn undo(&self, page: &StoredPage, html: &str) -> Result<Option<usize>> {
        let mut judged = self.judged();
        let Some((place, step)) = judged.last(Some(&page.docno)) else { return Ok(None) };
        let is_first = step.before.is_none();
        self.check(&judged, page, html)?;
        if is_first {
            // First: with its last judgement the file of judgements goes, and the folder would not
            // be known as one of judgements if we were killed then.
            self.data_set.take(&entry(page, html, &blocks(&judged, page)))?;
        }
        let written = judged.undo(place);
        let placed = self.place(&judged, page, html);
        // The error of the write is the one to report.
        written.and_then(|step| placed.map(|()| step.docno.parse().ok()))
    }

    /// The names, as [`file_name`] gives them, of all pages of which there is a judgement, a file
    /// or a row.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be read.
    pub fn names(&self) -> Result<BTreeSet<String>> {
        let judged = self.judged();
        let mut names = self.data_set.names()?;
        names.extend(judged.iter().map(|(docno, ..)| file_name(docno)));
        Ok(names)
    }

    /// Puts a page in or takes it out as its judgements say: at the start, if a kill, or an earlier
    /// version, left it otherwise. A page that judgements of its blocks cannot have given stays: it
    /// is by somebody's hand, or of an index of other blocks.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn reconcile(&self, page: &StoredPage, html: &str) -> Result<()> {
        let judged = self.judged();
        match self.data_set.other(&entry(page, html, &blocks(&judged, page)), false)? {
            Some(_) => Ok(()),
            None => self.place(&judged, page, html),
        }
    }

    /// Checks that a page can be put in and taken out, before its judgement is written.
    fn check(&self, judged: &JudgementFile, page: &StoredPage, html: &str) -> Result<()> {
        let is_judged = judged.iter().any(|(docno, ..)| docno == page.docno);
        self.data_set.check(&entry(page, html, &blocks(judged, page)), is_judged)
    }

    /// Puts a page into the data set if all its blocks are judged, and else takes it out.
    fn place(&self, judged: &JudgementFile, page: &StoredPage, html: &str) -> Result<()> {
        let blocks = blocks(judged, page);
        let is_open = blocks.is_empty() || blocks.iter().any(|block| block.is_content.is_none());
        let entry = entry(page, html, &blocks);
        if is_open { self.data_set.take(&entry) } else { self.data_set.put(&entry) }
    }

    fn judged(&self) -> MutexGuard<'_, JudgementFile> {
        // A panic leaves it as it was.
        self.judged.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The blocks of a page that are to be judged.
fn blocks(judged: &JudgementFile, page: &StoredPage) -> Vec<GoldBlock> {
    let mut blocks = Vec::new();
    for (number, stored) in page.blocks.iter().enumerate() {
        if stored.block.words == 0 || stored.block.kind == BlockKind::Title {
            continue;
        }
        let known = judged.get(&page.docno, &number.to_string());
        // A page that was indexed again may have other blocks.
        let known = known.filter(|known| known.iteration == mark(&stored.text));
        let is_content = known.map(|known| known.grade > 0);
        blocks.push(GoldBlock { number, text: stored.text.clone(), is_content });
    }
    blocks
}

/// What the data set has of a page when all its blocks are judged.
fn entry<'a>(page: &'a StoredPage, html: &'a str, blocks: &[GoldBlock]) -> GoldEntry<'a> {
    let texts = blocks.iter().map(|block| (&*block.text, block.is_content == Some(true)));
    GoldEntry { docno: &page.docno, url: &page.url, html, annotated: annotated(texts) }
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

/// What a block is recognised by, whatever its number.
fn mark(text: &str) -> String {
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

#[cfg(test)]
mod tests;
