//! The parts of a page that show why it was found.

use crate::query::Query;
use crate::rule::predicate::RuleRow;
use crate::rule::weights::{BlockRule, Weight};
use crate::typed::conditions::{Conditions, holds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use tamis_index::analyze::Analyzer;
use tamis_index::index::StoredPage;

/// A permitted block that holds a word of a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FoundBlock {
    /// Its number. Block 0 is the title, if there is one.
    pub number: u32,
    /// Whether it is the title.
    #[serde(skip)]
    pub is_title: bool,
    /// Its text, white space collapsed.
    pub text: String,
    /// How many times its text counts; only where weights do more than select blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<f64>")]
    pub weight: Option<Weight>,
    /// The words of the query in it, in their order.
    #[serde(skip)]
    pub words: Vec<FoundWord>,
}

/// A word of a query in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundWord {
    /// Where it stands, in bytes.
    pub at: Range<usize>,
    /// The number of its term in the query.
    pub term: usize,
}

/// Returns the permitted blocks of a page that hold words of the query, the best first: those with
/// most of the required phrases, then with most of the query's words, then with most occurrences of
/// them, then the first of the page. None if the index stores no text.
pub fn best_blocks(
    page: &StoredPage,
    rule: &BlockRule,
    query: &Query,
    conditions: &Conditions,
    analyzer: &mut Analyzer,
) -> Vec<FoundBlock> {
    let terms: HashMap<&str, usize> =
        query.terms.iter().zip(0..).map(|((word, _), number)| (&**word, number)).collect();
    let mut ranked = Vec::new();
    let weighs = !rule.weights.only_select();
    for (number, stored) in (0..).zip(&page.blocks) {
        let row = RuleRow::from_stored(stored);
        if !rule.permits(&row) {
            continue;
        }
        let text = stored.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let located = analyzer.located(&text);
        let mut words = Vec::new();
        for (at, token) in &located {
            if let Some(&term) = terms.get(&**token) {
                words.push(FoundWord { at: at.clone(), term });
            }
        }
        if words.is_empty() {
            continue;
        }
        let tokens: Vec<String> = located.into_iter().map(|(_, token)| token).collect();
        let phrases = conditions
            .required
            .iter()
            .filter(|phrase| phrase.len() > 1 && holds(&tokens, phrase))
            .count();
        let distinct = words.iter().map(|word| word.term).collect::<HashSet<_>>().len();
        let order = Reverse((phrases, distinct, words.len()));
        let weight = weighs.then(|| rule.weights.weight(&row));
        let found = FoundBlock { number, is_title: row.title, text, weight, words };
        ranked.push((order, found));
    }
    // Stable: the first of equals stays first.
    ranked.sort_by_key(|(order, _)| *order);
    ranked.into_iter().map(|(_, block)| block).collect()
}

/// Returns the words of a query in a text, in their order.
pub fn found_words(text: &str, query: &Query, analyzer: &mut Analyzer) -> Vec<FoundWord> {
    let terms: HashMap<&str, usize> =
        query.terms.iter().zip(0..).map(|((word, _), number)| (&**word, number)).collect();
    let located = analyzer.located(text).into_iter();
    located.filter_map(|(at, token)| Some(FoundWord { at, term: *terms.get(&*token)? })).collect()
}
