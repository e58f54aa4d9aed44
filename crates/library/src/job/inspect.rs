//! A look at one page of an index, or at the captures of a URL.

use super::Outcome;
use super::extract::aligned;
use crate::index::Index;
use crate::notice::Notice;
use crate::watch::{Told, Watch};
use serde::{Deserialize, Serialize};
use tamis_index::blocks::block::carry::BlockWords;
use tamis_index::captures::{Capture, Choice, near};
use tamis_index::error::{Error, Result};
use tamis_index::index::StoredPage;
use tamis_index::index::url::canonical;
use tamis_report::words::counted;
use tamis_search::result::BlockRow;

/// What is looked at.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InspectJob {
    /// A docno, the id of a record, or a URL: with and without scheme, `www.`, final slash and
    /// fragment.
    pub page: String,
    /// Of the captures of its URL, the one nearest to this date.
    pub date: Option<String>,
    /// Whether the captures of its URL are wanted, with revisits.
    pub captures: bool,
    /// The label that tells content; none for the first of `tamis`, `words-tree` and all others
    /// that the index has.
    pub label: Option<String>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub enum Inspected {
    /// A page.
    Page(Box<InspectedPage>),
    /// The captures of a URL, the oldest first, if they were asked for, or if there are several.
    Captures(Vec<Capture>),
}

/// A page of an index.
#[derive(Debug, Clone, PartialEq)]
pub struct InspectedPage {
    /// The page, with the bytes of its record if the index stores them.
    pub page: StoredPage,
    /// Its blocks, the title first.
    pub blocks: Vec<BlockRow>,
    /// The label that tells content; none if the index has no labels.
    pub label: Option<String>,
    /// When its URL was seen again with this content, if it was found by its URL.
    pub revisits: Vec<Capture>,
}

impl InspectedPage {
    /// The source of the page as text; none if the index does not store it.
    pub fn source(&self) -> Option<String> {
        self.page.html()
    }

    /// Returns for each block, the title first, whether at least half of its words are in a text;
    /// the title counts as not.
    pub fn align(&self, text: &str) -> Vec<bool> {
        let is_text = |row: &&BlockRow| !row.is_title();
        let texts = self.blocks.iter().filter(is_text).map(|row| row.text.as_str());
        let titles = self.blocks.iter().filter(|row| row.is_title()).count();
        aligned(titles, &BlockWords::from_texts(texts), text)
    }
}

/// The labels that tell content by default, the first that the index has.
const MARKS: [&str; 2] = ["tamis", "words-tree"];

impl InspectJob {
    /// Finds the page or its captures. Tells if the index is being written.
    ///
    /// # Errors
    /// [`Error::UnknownPage`] with the nearest names; a label that the index does not have; a date
    /// that is none, or of a page without a URL; an index that cannot be read.
    pub fn run(&self, index: &Index, watch: &dyn Watch) -> Result<Outcome<Inspected>> {
        let told = Told::new(watch);
        let is_written =
            |notice: &&Notice| matches!(notice, Notice::Unfinished { writer: Some(_), .. });
        told.tell_all(index.notices.iter().filter(is_written).cloned());
        let label = self.label(index)?;
        let (page, revisits) = match index.guarded(|| self.find(index))? {
            InspectedEntry::Captures(found) => {
                return Ok(Outcome::new(Inspected::Captures(found), told));
            }
            InspectedEntry::Page(page, revisits) => (*page, revisits),
        };
        let blocks = BlockRow::from_page(&page, index.manifest()).collect();
        let found = InspectedPage { page, blocks, label, revisits };
        Ok(Outcome::new(Inspected::Page(Box::new(found)), told))
    }

    /// Finds one page.
    ///
    /// # Errors
    /// As [`run`](Self::run), and several captures.
    pub fn page(&self, index: &Index, watch: &dyn Watch) -> Result<InspectedPage> {
        match self.run(index, watch)?.result {
            Inspected::Page(page) => Ok(*page),
            Inspected::Captures(found) => {
                let found = counted(found.len() as u64, "capture");
                let message =
                    format!("{found} of {}; choose one by its date or its docno", self.page);
                Err(Error::index(index.path(), message))
            }
        }
    }

    /// Returns the label that tells content.
    fn label(&self, index: &Index) -> Result<Option<String>> {
        if let Some(name) = &self.label {
            return Ok(Some(index.manifest().label(name)?.1.to_owned()));
        }
        let names = index.labels();
        let known = MARKS.iter().find_map(|mark| names.iter().find(|name| name == mark));
        Ok(known.or(names.first()).cloned())
    }

    /// Finds the page: by its docno or its record's id, else by its URL.
    fn find(&self, index: &Index) -> Result<InspectedEntry> {
        let url = match index.page(&self.page)? {
            Some(page) if self.date.is_none() && (!self.captures || page.url.is_empty()) => {
                return Ok(if self.captures {
                    InspectedEntry::Captures(vec![Capture::from_page(page)])
                } else {
                    InspectedEntry::Page(Box::new(page), Vec::new())
                });
            }
            Some(page) if page.url.is_empty() => {
                let found =
                    format!("page {} has no URL, so there is nothing to choose", page.docno);
                return Err(Error::index(index.path(), found));
            }
            Some(page) => page.url,
            None => self.page.clone(),
        };
        let found = index.captures(&url)?;
        if found.is_empty() {
            return Err(self.unknown(index)?);
        }
        match self.captures {
            true => Ok(InspectedEntry::Captures(found)),
            false => self.chosen(index, found),
        }
    }

    /// Chooses one of the captures of a URL, if the date or their content does.
    fn chosen(&self, index: &Index, mut found: Vec<Capture>) -> Result<InspectedEntry> {
        if let Some(date) = &self.date {
            let choice = Choice::nearest("date", date)?;
            let stored = found.iter().filter(|capture| capture.docno.is_some());
            let best = stored.max_by_key(|capture| {
                (choice.score(capture.time()), !capture.revisit, &capture.docno)
            });
            let docno = best.and_then(|capture| capture.docno.clone());
            found.retain(|capture| capture.docno == docno);
        }
        let first = found.first().and_then(|capture| capture.docno.clone());
        let is_one = found.iter().all(|capture| capture.docno == first);
        let Some(docno) = first.filter(|_| is_one) else {
            return Ok(InspectedEntry::Captures(found));
        };
        Ok(match index.page(&docno)? {
            Some(page) => {
                found.retain(|capture| capture.revisit);
                InspectedEntry::Page(Box::new(page), found)
            }
            None => InspectedEntry::Captures(found),
        })
    }

    /// The error for a name that no page has.
    fn unknown(&self, index: &Index) -> Result<Error> {
        let url = canonical(&self.page);
        let mut hint = format!(
            ": no docno, no record id, and no URL like {url}; docnos and paths are case-sensitive"
        );
        let mut close = Vec::new();
        for one in &index.corpus().indexes {
            close.extend(near(one, &self.page, 3)?);
        }
        hint += &match close.is_empty() {
            true => "; a search finds pages with their docnos".to_owned(),
            false => format!("; did you mean {}?", close.join(" or ")),
        };
        let path = index.path().to_owned();
        Ok(Error::UnknownPage { path, docno: self.page.clone(), filtered: false, hint: Some(hint) })
    }
}

enum InspectedEntry {
    /// A page, and when its URL was seen again with its content, if it was found by its URL.
    Page(Box<StoredPage>, Vec<Capture>),
    /// The captures of a URL.
    Captures(Vec<Capture>),
}
