//! Finds the pages to delete.

use super::deletion::{DeletedPage, Deletion};
use crate::corpus::{Corpus, PageFilter};
use crate::error::{Error, Result};
use crate::index::Index;
use crate::ingest::ledger::{Listed, RECORD_REPORTS, each_line};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::ops::Range;
use tamis_collection::Reason;
use tantivy::DocAddress;

/// Which pages to delete: those with one of the docnos, and those whose URL starts with one of the
/// prefixes; of these, or of all pages if neither is given, only those that were published then.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Docnos; none is not the same as no docno.
    pub docnos: Option<BTreeSet<String>>,
    /// Starts of URLs, as for a search.
    pub url_prefixes: Vec<String>,
    /// What a page says of its date of publication, as for a search. Later pages of the prefixes
    /// are not kept out then.
    pub published: Option<Range<i64>>,
}

pub(super) struct Selected {
    /// Whether a page is deleted, by segment: the corpus numbers them as tantivy does.
    pub gone: Vec<Vec<bool>>,
    /// The prefixes that a URL has, and that are kept out from now on.
    pub matched_prefixes: Vec<String>,
    pub deletion: Deletion,
}

impl Selected {
    /// Finds the pages of `corpus`, which is one index. Its pages are filtered meanwhile.
    pub fn find(corpus: &mut Corpus, selection: &Selection) -> Result<Self> {
        let alive = alive_pages(corpus);
        let mut gone: Vec<Vec<bool>> = alive.iter().map(|pages| vec![false; pages.len()]).collect();
        let mut deletion = Deletion::default();
        let order = corpus.order()?;
        let mut unknown = BTreeSet::new();
        for docno in selection.docnos.iter().flatten() {
            match order.rank(docno)? {
                Some(rank) => {
                    let (segment, doc) = order.page(rank);
                    gone[segment][doc as usize] = true;
                }
                None => {
                    unknown.insert(docno.clone());
                }
            }
        }
        let mut matched_prefixes = Vec::new();
        for prefix in &selection.url_prefixes {
            let url_prefixes = vec![prefix.clone()];
            let filtered = corpus.filter(&PageFilter { url_prefixes, ..PageFilter::default() })?;
            if filtered.left == 0 {
                deletion.unmatched_url_prefixes.push(prefix.clone());
            } else {
                matched_prefixes.push(prefix.clone());
            }
            let passed = alive_pages(corpus).into_iter().flatten();
            for (gone, passed) in gone.iter_mut().flatten().zip(passed) {
                *gone |= passed;
            }
            set_alive(corpus, &alive);
        }
        if selection.published.is_some() {
            let names_pages = selection.docnos.is_some() || !selection.url_prefixes.is_empty();
            set_alive(corpus, if names_pages { &gone } else { &alive });
            let published = selection.published.clone();
            let filtered = corpus.filter(&PageFilter { published, ..PageFilter::default() })?;
            deletion.unpublished = filtered.unpublished;
            gone = alive_pages(corpus);
            matched_prefixes.clear();
            set_alive(corpus, &alive);
        }
        let index = &corpus.indexes[0];
        for ordinal in index.segments_in_order() {
            let docs = (0..).zip(&gone[ordinal as usize]).filter(|(_, gone)| **gone);
            for (doc, _) in docs {
                let page = index.page_at(DocAddress::new(ordinal, doc))?;
                deletion.pages.push(DeletedPage::from(page));
            }
        }
        let before = alive.iter().flatten().filter(|alive| **alive).count();
        deletion.left = (before - deletion.pages.len()) as u64;
        if !unknown.is_empty() {
            deletion.already_deleted = deleted_before(index, &mut unknown)?;
            deletion.unknown_docnos = unknown.into_iter().collect();
        }
        Ok(Self { gone, matched_prefixes, deletion })
    }
}

/// Lets searches see these pages alone.
fn set_alive(corpus: &mut Corpus, pages: &[Vec<bool>]) {
    for (segment, pages) in corpus.segments.iter_mut().zip(pages) {
        segment.set_alive(pages.clone());
    }
}

/// Whether searches see a page, by segment.
fn alive_pages(corpus: &Corpus) -> Vec<Vec<bool>> {
    let mut alive = Vec::with_capacity(corpus.segments.len());
    for segment in &corpus.segments {
        alive.push((0..segment.documents()).map(|doc| segment.is_alive(doc)).collect());
    }
    alive
}

/// Takes the docnos that were deleted before out of `unknown`, and returns them.
fn deleted_before(index: &Index, unknown: &mut BTreeSet<String>) -> Result<Vec<String>> {
    let path = index.path.join(RECORD_REPORTS);
    let mut before = BTreeSet::new();
    let read = File::open(&path).and_then(|file| {
        each_line(BufReader::new(file.take(index.manifest.report_list_bytes)), |line| {
            let deleted = Listed::parse(line).filter(|listed| listed.reason == Reason::Deleted);
            before.extend(deleted.and_then(|listed| unknown.take(listed.record)));
        })
    });
    read.map_err(|error| Error::io("read", &path, error))?;
    Ok(before.into_iter().collect())
}
