//! The part of a page that shows why it was found.

use super::predicate::BlockRow;
use super::query::Query;
use super::weights::BlockRule;
use crate::analyze::Analyzer;
use crate::index::{StoredBlock, StoredPage};
use std::collections::HashSet;

/// Returns the permitted block that holds most words of the query, white space collapsed; the first of equals. Empty if
/// the index stores no text.
pub fn best_block(page: &StoredPage, rule: &BlockRule, query: &Query, analyzer: &mut Analyzer) -> String {
    let words: HashSet<&str> = query.terms.iter().map(|(word, _)| &**word).collect();
    let mut best = (0, "");
    let permitted = |stored: &&StoredBlock| rule.permits(&BlockRow::of(stored));
    for stored in page.blocks.iter().filter(permitted) {
        let terms = analyzer.terms(&stored.text);
        let found = terms.iter().filter(|term| words.contains(&***term)).count();
        if found > best.0 {
            best = (found, &stored.text);
        }
    }
    best.1.split_whitespace().collect::<Vec<_>>().join(" ")
}
