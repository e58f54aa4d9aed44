//! Checks the docnos of judgements and runs against an index: which are missing, which look cut
//! off, and which no search of a view finds because of a page filter or a rule about blocks.

use super::arguments::EvalArgs;
use super::warnings::{apply, warn_of_request, warn_of_tuned_rule};
use crate::cli::console::Verbosity;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;
use tamis_eval::measure::Relevance;
use tamis_eval::trec::Run;
use tamis_index::corpus::Corpus;
use tamis_index::corpus::DocnoOrder;
use tamis_index::error::Result;
use tamis_index::index::Index;
use tamis_search::experiment::none_held;
use tamis_search::{BlockRule, View};

/// Findings against an index.
#[derive(Debug, Default, Serialize)]
pub struct AgainstIndex {
    /// The rule about blocks, as searches print it.
    pub rule: String,
    /// The filters of pages, as flags; empty if there are none.
    pub pages: String,
    /// Different documents that are judged.
    pub judged: u64,
    /// Of these, those that the index does not hold.
    pub judged_missing: u64,
    /// The first of these, in the order of their names.
    pub judged_missing_first: Vec<String>,
    /// Of those that it holds, those that the filters of pages leave out.
    pub judged_left_out: u64,
    /// The first of these, in the order of their names.
    pub judged_left_out_first: Vec<String>,
    /// Of those that pass the filters, those without a token that the rule permits.
    pub judged_empty: u64,
    /// The first of these, in the order of their names.
    pub judged_empty_first: Vec<String>,
    /// Different documents of the runs that the index does not hold.
    pub run_missing: u64,
    /// The first of these, in the order of their names.
    pub run_missing_first: Vec<String>,
    /// Missing docnos that are the beginning or the end of exactly one in the index.
    pub cut_off: u64,
    /// The first of these, each with that one.
    pub cut_off_first: Vec<(String, String)>,
}

/// The maximum number of examples.
const EXAMPLES: usize = 3;

/// Opens the index at `path` with all its pages: filtered pages are in the index too.
pub fn open(path: &Path) -> Result<Corpus> {
    Corpus::new(vec![Index::open(path)?])
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

/// Looks up every docno in the index and the permitted text of every judged document in the view
/// that is asked for. Takes the corpus because page filters change it.
///
/// # Errors
/// [`tamis_index::error::Error::Format`] if the index has no judged document.
pub fn look(
    mut corpus: Corpus,
    args: &EvalArgs,
    talk: Verbosity,
    relevance: Relevance,
    runs: &[&Run],
) -> Result<AgainstIndex> {
    let view = &args.view;
    let mut request = view.request()?;
    warn_of_tuned_rule(&corpus, &request, talk)?;
    warn_of_request(&corpus, &request, talk)?;
    let rule = request.rule(&corpus.indexes[0].manifest)?;
    let order = corpus.order()?;
    let judged: BTreeSet<&str> = relevance.docnos().into_iter().collect();
    let rankings = runs.iter().flat_map(|run| run.topics()).flat_map(|(_, ranking)| ranking.iter());
    let retrieved: BTreeSet<&str> = rankings.map(|retrieved| retrieved.docno).collect();
    let judged_missing = missing(order, &judged)?;
    if judged_missing.len() == judged.len() {
        return Err(none_held(order, judged.into_iter(), &args.qrels));
    }
    let run_missing = missing(order, &retrieved)?;
    let all: BTreeSet<&String> = judged_missing.iter().chain(&run_missing).collect();
    let cut_off = cut_off(order, &all)?;
    let mut held: Vec<(&str, (usize, u32))> = Vec::with_capacity(judged.len());
    for docno in &judged {
        if let Some(rank) = order.rank(docno)? {
            held.push((docno, order.page(rank)));
        }
    }
    apply(&view.pages, &mut corpus, &mut request, talk)?;
    let (left_out, empty) = unseen(&corpus, &rule, held)?;
    Ok(AgainstIndex {
        rule: rule.to_string(),
        pages: view.pages.to_string(),
        judged: judged.len() as u64,
        judged_missing: judged_missing.len() as u64,
        judged_missing_first: first(judged_missing),
        judged_left_out: left_out.len() as u64,
        judged_left_out_first: first(left_out),
        judged_empty: empty.len() as u64,
        judged_empty_first: first(empty),
        run_missing: run_missing.len() as u64,
        run_missing_first: first(run_missing),
        cut_off: cut_off.len() as u64,
        cut_off_first: first(cut_off),
    })
}

fn first<T>(mut all: Vec<T>) -> Vec<T> {
    all.truncate(EXAMPLES);
    all
}

/// Returns the documents that a page filter excludes, and the others without a permitted token.
fn unseen(
    corpus: &Corpus,
    rule: &BlockRule,
    held: Vec<(&str, (usize, u32))>,
) -> Result<(Vec<String>, Vec<String>)> {
    let view = View::new(corpus, rule)?;
    let mut left_out = Vec::new();
    let mut empty = Vec::new();
    for (docno, (segment, document)) in held {
        if !corpus.segments[segment].is_alive(document) {
            left_out.push(docno.to_owned());
        } else if view.segments[segment].length(document) == 0 {
            empty.push(docno.to_owned());
        }
    }
    Ok((left_out, empty))
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
