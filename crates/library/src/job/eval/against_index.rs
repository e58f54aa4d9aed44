//! Checks the docnos of judgements and runs against an index: which are missing, which look cut
//! off, and which no search of a view finds because of a page filter or a rule about blocks.

use crate::index::Index;
use crate::job::PageLists;
use crate::job::pages::of_filtered;
use crate::job::prepared::tell_of_request;
use crate::notice::Notice;
use crate::opened::Opened;
use crate::watch::Told;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;
use tamis_eval::measure::Relevance;
use tamis_eval::trec::Run;
use tamis_index::corpus::Corpus;
use tamis_index::corpus::DocnoOrder;
use tamis_index::error::Result;
use tamis_index::index::storage::guarded;
use tamis_search::BlockRule;
use tamis_search::experiment::none_held;
use tamis_search::request::Request;

/// Findings against an index.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct AgainstIndex {
    /// The rule about blocks, as searches print it.
    pub rule: String,
    /// The filters of pages, in the words of who asks; empty if there are none.
    pub pages: String,
    /// Different documents that are judged.
    pub judged: u64,
    /// Judged documents that the index does not hold.
    pub judged_missing: u64,
    /// The first of these, in the order of their names.
    pub judged_missing_first: Vec<String>,
    /// Judged documents that the index holds and the filters of pages leave out.
    pub judged_left_out: u64,
    /// The first of these, in the order of their names.
    pub judged_left_out_first: Vec<String>,
    /// Judged documents that pass the filters, without a token that the rule permits.
    pub judged_empty: u64,
    /// The first of these, in the order of their names.
    pub judged_empty_first: Vec<String>,
    /// Different documents of the runs that the index does not hold.
    pub run_missing: u64,
    /// The first of these, in the order of their names.
    pub run_missing_first: Vec<String>,
    /// Missing docnos that are the beginning or the end of exactly one in the index.
    pub cut_off: u64,
    /// The first of these: pairs of a missing docno and that of the index.
    pub cut_off_first: Vec<(String, String)>,
}

/// The maximum number of examples.
const EXAMPLES: usize = 3;

/// The filters of pages of somebody who has no words for them.
const FILTERS: &str = "the filter of pages";

/// An index, and the view of it that judgements and runs are about.
pub(super) struct ViewedIndex<'a> {
    pub index: &'a Index,
    /// The request with its lists of pages read.
    pub request: Request,
    filters: &'a str,
    /// What the lists are to be known of, to be told with the rest.
    of_lists: Vec<Notice>,
}

impl<'a> ViewedIndex<'a> {
    /// Reads the lists of pages.
    ///
    /// # Errors
    /// Errors of the lists, and of reading the index.
    pub fn new(
        index: &'a Index,
        request: &Request,
        lists: &PageLists,
        filters: &'a str,
    ) -> Result<Self> {
        index.check_files()?;
        let later = Told::new(&());
        let mut request = request.clone();
        guarded(index.path(), || lists.read(index.corpus(), &mut request.pages, &later))?;
        Ok(Self { index, request, filters, of_lists: later.into_notices() })
    }

    /// Looks up every docno in the index, and the permitted text of every judged document in the
    /// view. `judgements` is their file.
    ///
    /// # Errors
    /// [`tamis_index::error::Error::Format`] if the index has no judged document; a rule that does
    /// not fit the index, and an index that cannot be read.
    pub fn look_up(
        &self,
        relevance: Relevance<'_>,
        judgements: &Path,
        runs: &[&Run],
        told: &Told<'_>,
    ) -> Result<AgainstIndex> {
        self.index.check_files()?;
        guarded(self.index.path(), || self.found(relevance, judgements, runs, told))
    }

    fn found(
        &self,
        relevance: Relevance<'_>,
        judgements: &Path,
        runs: &[&Run],
        told: &Told<'_>,
    ) -> Result<AgainstIndex> {
        let Self { request, .. } = self;
        let corpus = self.index.corpus();
        request.check_tuned(corpus)?;
        told.tell_all(request.outdated_rule(corpus).map(Notice::outdated_rule));
        tell_of_request(corpus, request, told)?;
        let rule = request.rule(self.index.manifest())?;
        let judged: BTreeSet<&str> = relevance.docnos().into_iter().collect();
        let missing = Missing::new(corpus, &judged, runs)?;
        if missing.judged.len() == judged.len() {
            return Err(none_held(corpus.order()?, judged.into_iter(), judgements));
        }
        let unseen = self.unseen(&rule, &judged, told)?;
        Ok(AgainstIndex {
            rule: rule.to_string(),
            pages: self.pages(),
            judged: judged.len() as u64,
            judged_missing: missing.judged.len() as u64,
            judged_missing_first: first(missing.judged),
            judged_left_out: unseen.left_out.len() as u64,
            judged_left_out_first: first(unseen.left_out),
            judged_empty: unseen.empty.len() as u64,
            judged_empty_first: first(unseen.empty),
            run_missing: missing.retrieved.len() as u64,
            run_missing_first: first(missing.retrieved),
            cut_off: missing.cut_off.len() as u64,
            cut_off_first: first(missing.cut_off),
        })
    }

    /// The filters in words.
    fn pages(&self) -> String {
        let has_words = self.request.pages.is_empty() || !self.filters.is_empty();
        if has_words { self.filters.to_owned() } else { FILTERS.to_owned() }
    }

    /// Finds the judged documents of the index that no search of the view finds.
    fn unseen(&self, rule: &BlockRule, judged: &BTreeSet<&str>, told: &Told<'_>) -> Result<Unseen> {
        let corpus = self.index.corpus();
        let order = corpus.order()?;
        let mut held = Vec::with_capacity(judged.len());
        for docno in judged {
            if let Some(rank) = order.rank(docno)? {
                held.push((*docno, order.page(rank)));
            }
        }
        told.tell_all(self.of_lists.iter().cloned());
        let opened = self.index.opened.narrowed(&self.request.pages)?;
        told.tell_all(opened.filtered.iter().flat_map(of_filtered));
        Unseen::new(&opened, rule, held)
    }
}

fn first<T>(mut all: Vec<T>) -> Vec<T> {
    all.truncate(EXAMPLES);
    all
}

/// Docnos that an index does not have.
struct Missing {
    judged: Vec<String>,
    retrieved: Vec<String>,
    /// Those of both that are a part of one in the index, with that one.
    cut_off: Vec<(String, String)>,
}

impl Missing {
    fn new(corpus: &Corpus, judged: &BTreeSet<&str>, runs: &[&Run]) -> Result<Self> {
        let order = corpus.order()?;
        let rankings = runs.iter().flat_map(|run| run.topics());
        let rows = rankings.flat_map(|(_, ranking)| ranking.iter());
        let retrieved: BTreeSet<&str> = rows.map(|retrieved| retrieved.docno).collect();
        let judged = missing(order, judged)?;
        let retrieved = missing(order, &retrieved)?;
        let all: BTreeSet<&String> = judged.iter().chain(&retrieved).collect();
        let cut_off = cut_off(order, &all)?;
        Ok(Self { judged, retrieved, cut_off })
    }
}

/// Returns the docnos that the index does not have.
fn missing(order: DocnoOrder<'_>, docnos: &BTreeSet<&str>) -> Result<Vec<String>> {
    let mut missing = Vec::new();
    for docno in docnos {
        if order.rank(docno)?.is_none() {
            missing.push((*docno).to_owned());
        }
    }
    Ok(missing)
}

/// Judged documents of an index that no search of a view finds.
#[derive(Default)]
struct Unseen {
    /// Those that a filter of pages leaves out.
    left_out: Vec<String>,
    /// The others without a permitted token.
    empty: Vec<String>,
}

impl Unseen {
    fn new(opened: &Opened, rule: &BlockRule, held: Vec<(&str, (usize, u32))>) -> Result<Self> {
        let corpus = &opened.corpus;
        let view = opened.view(rule)?;
        let mut unseen = Self::default();
        for (docno, (segment, document)) in held {
            if !corpus.segments[segment].is_alive(document) {
                unseen.left_out.push(docno.to_owned());
            } else if view.segments[segment].length(document) == 0 {
                unseen.empty.push(docno.to_owned());
            }
        }
        Ok(unseen)
    }
}

fn reversed(name: &str) -> String {
    name.chars().rev().collect::<String>()
}

/// Returns the docnos that are a proper prefix or suffix of exactly one docno of the index, with
/// that docno.
fn cut_off(order: DocnoOrder<'_>, missing: &BTreeSet<&String>) -> Result<Vec<(String, String)>> {
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<String> =
        order.visible().map(|rank| order.docno(rank)).collect::<Result<_>>()?;
    let mut backwards: Option<Vec<String>> = None;
    let mut found = Vec::new();
    for docno in missing {
        if let Some(whole) = only_one_beginning_with(&names, docno) {
            found.push(((*docno).clone(), whole.to_owned()));
            continue;
        }
        // Sorted by their ends, and only if there is need.
        let backwards = backwards.get_or_insert_with(|| {
            let mut backwards: Vec<String> = names.iter().map(|name| reversed(name)).collect();
            backwards.sort_unstable();
            backwards
        });
        if let Some(whole) = only_one_beginning_with(backwards, &reversed(docno)) {
            found.push(((*docno).clone(), reversed(whole)));
        }
    }
    Ok(found)
}

/// Returns the name that starts with `start`, if there is exactly one in the sorted list.
fn only_one_beginning_with<'a, S: AsRef<str>>(sorted: &'a [S], start: &str) -> Option<&'a str> {
    let at = sorted.partition_point(|name| name.as_ref() < start);
    let begins =
        |at: usize| sorted.get(at).map(AsRef::as_ref).filter(|name: &&str| name.starts_with(start));
    begins(at).filter(|_| begins(at + 1).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_of_two_names_is_nobodys() {
        let names = [
            "BLOG06-20051206-000-0000031",
            "BLOG06-20051206-000-0000999",
            "BLOG06-20060101-000-0000999",
        ];
        assert_eq!(only_one_beginning_with(&names, "BLOG06-20060101"), Some(names[2]));
        assert_eq!(only_one_beginning_with(&names, "BLOG06-20051206"), None);
        assert_eq!(only_one_beginning_with(&names, "C"), None);
    }
}
