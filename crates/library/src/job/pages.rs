//! Lists of pages in files, beside the filters of the request.

use crate::notice::Notice;
use crate::watch::Told;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use tamis_eval::trec::docnos;
use tamis_index::corpus::Corpus;
use tamis_index::corpus::pages::Filtered;
use tamis_index::error::Result;
use tamis_search::request::Pages;

/// Files that name pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PageLists {
    /// The only pages, one docno per line; none for all.
    pub docnos: Option<PathBuf>,
    /// Pages that are left out.
    pub not_docnos: Vec<PathBuf>,
    /// Lines of percentile and docno, such as ClueWeb's: pages below
    /// [`min_percentile`](Self::min_percentile) are left out.
    pub spam_scores: Option<PathBuf>,
    /// The lowest percentile that is no spam.
    pub min_percentile: u8,
}

impl Default for PageLists {
    fn default() -> Self {
        Self { docnos: None, not_docnos: Vec::new(), spam_scores: None, min_percentile: 70 }
    }
}

impl PageLists {
    /// Whether there is no list.
    pub fn is_empty(&self) -> bool {
        let Self { docnos, not_docnos, spam_scores, min_percentile: _ } = self;
        docnos.is_none() && not_docnos.is_empty() && spam_scores.is_none()
    }

    /// Reads the lists into the filters of a request.
    ///
    /// # Errors
    /// Errors of the lists, and of reading the index.
    pub(super) fn read(&self, corpus: &Corpus, pages: &mut Pages, told: &Told<'_>) -> Result<()> {
        let mut is_scored = false;
        self.read_each(pages, |docno| {
            for index in &corpus.indexes {
                is_scored = is_scored || index.contains(docno)?;
            }
            Ok(())
        })?;
        if let Some(list) = self.spam_scores.as_ref().filter(|_| !is_scored) {
            told.tell(Notice::SpamScoresOfOthers { list: list.clone() });
        }
        Ok(())
    }

    /// The same without an index. Calls `look` with each docno that has a percentile of spam.
    ///
    /// # Errors
    /// Errors of the lists, and of `look`.
    pub(super) fn read_each(
        &self,
        pages: &mut Pages,
        look: impl FnMut(&str) -> Result<()>,
    ) -> Result<()> {
        for path in &self.not_docnos {
            pages.not_docnos.extend(docnos::read(path)?);
        }
        if let Some(list) = &self.spam_scores {
            pages.not_docnos.extend(docnos::below_percentile(list, self.min_percentile, look)?);
        }
        if let Some(list) = &self.docnos {
            let named = pages.docnos.get_or_insert_default();
            named.extend(docnos::read(list)?);
            named.sort_unstable();
        }
        // By content: the same list in another order is the same request.
        pages.not_docnos.sort_unstable();
        Ok(())
    }
}

/// The notices of filters of pages.
pub(super) fn of_filtered(filtered: &Filtered) -> Vec<Notice> {
    let Filtered { pages, left, unknown, undated, unpublished, captures } = *filtered;
    let found = [
        (captures, Notice::CapturesLeftOut { captures }),
        (unknown, Notice::DocnosUnknown { docnos: unknown }),
        (undated, Notice::Undated { pages: undated }),
        (unpublished, Notice::Unpublished { pages: unpublished }),
    ];
    let mut notices = vec![Notice::PagesPass { pass: left, pages }];
    notices.extend(found.into_iter().filter(|(count, _)| *count > 0).map(|(_, notice)| notice));
    notices
}
