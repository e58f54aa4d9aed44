//! The score of a page term by term, as the program, the server and Python show it.

use crate::BlockRule;
use crate::feedback::{Ranking, Searcher};
use crate::model::{Statistics, Step, TermStatistics, Unit};
use crate::query::Query;
use crate::rank::explain::{self, ExplainedTerm, Explanation};
use crate::typed::Analyzed;
use crate::typed::conditions::Unmet;
use schemars::JsonSchema;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::Number;
use tamis_index::error::Result;

/// An analyzed query with its counts in a view and, if one is given, the score of a page. Its
/// JSON is a line of the program's.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Explained {
    /// Id of the topic; only with `--topics`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    /// The query as typed.
    pub text: String,
    /// The model with its parameters, and query expansion.
    pub model: String,
    /// The rule as text; empty if every block is permitted and counts once.
    pub rule: String,
    /// Pages of the view.
    pub pages: u64,
    /// Permitted tokens of the view, weighted.
    pub tokens: Number,
    /// What a page must hold: lists of terms, several for a phrase.
    pub required: Vec<Vec<String>>,
    /// What a page must not hold: lists of terms, several for a phrase.
    pub excluded: Vec<Vec<String>>,
    /// The terms of the query, expanded ones included, in its order.
    pub terms: Vec<CountedTerm>,
    /// The score of the page.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub page: Option<ScoredPage>,
}

/// A term of a query with its counts.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CountedTerm {
    /// The term after analysis.
    pub term: String,
    /// Its weight in the query.
    pub query_weight: f64,
    /// Pages of the view with it.
    pub df: u64,
    /// Its occurrences in the view, weighted.
    pub cf: Number,
    /// What of it is in the page.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub in_page: Option<InPage>,
}

/// A term in a page.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct InPage {
    /// Its permitted occurrences in the page, weighted.
    pub tf: Number,
    /// The permitted blocks that hold it: lists of the number of the block, 0 for the title, the
    /// occurrences in it and, if blocks have weights, its weight.
    #[schemars(with = "Vec<Vec<f64>>")]
    pub blocks: Vec<InBlock>,
    /// Its occurrences in blocks that are not permitted.
    pub not_permitted: u32,
    /// Its weight in the sum.
    pub weight: f64,
}

/// A term in a block. Its JSON is a list of its numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct InBlock {
    /// The block's number; the title has 0, if there is one.
    pub number: u32,
    /// Occurrences of the term.
    pub occurrences: u32,
    /// What each of them counts; only where blocks have weights.
    pub weight: Option<Number>,
}

/// The score of a page.
// The score is serialised as it is: as a JSON value it would become an f64 and show its noise.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ScoredPage {
    /// The page's name in the collection.
    pub docno: String,
    /// The permitted tokens of the page, weighted.
    pub length: Number,
    /// The sum of the terms' weights.
    pub sum: f64,
    /// What leads from the sum to the score.
    pub steps: Vec<Step>,
    /// The score as in a run; none if the page is no result.
    #[schemars(extend("nullable" = true))]
    pub score: Option<f32>,
    /// Why the page has no score; absent if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The operators of the query that the page does not meet, for which it is no result; absent if
    /// it meets them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<String>,
}

/// The most blocks in a cell of a table; JSON has all.
const SHOWN: usize = 6;

impl Explained {
    /// The headings of [`rows`](Self::rows).
    pub fn headings(&self) -> &'static [&'static str] {
        let all = &["term", "in query", "df", "cf", "tf", "weight", "in blocks"];
        if self.page.is_some() { all } else { &all[..4] }
    }

    /// The terms as lines of a table; for a page, then the steps to its score.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let mut rows: Vec<Vec<String>> = self.terms.iter().map(CountedTerm::row).collect();
        let Some(page) = &self.page else { return rows };
        if !page.steps.is_empty() {
            rows.push(step_row("sum", precise(page.sum)));
        }
        for step in &page.steps {
            rows.push(match step {
                Step::Times { times, value } => {
                    step_row(&format!("times {times}"), precise(*value))
                }
                Step::Plus { plus, value } => step_row(&format!("plus {plus}"), precise(*value)),
            });
        }
        if let Some(score) = page.score {
            rows.push(step_row("score", score.to_string()));
        }
        rows
    }
}

impl CountedTerm {
    fn row(&self) -> Vec<String> {
        let weight = self.query_weight;
        // Whole numbers have no decimals.
        let weight =
            if weight.fract() == 0.0 { weight.to_string() } else { format!("{weight:.6}") };
        let counts = [self.term.clone(), weight, self.df.to_string(), self.cf.to_string()];
        let mut row = Vec::from(counts);
        if let Some(here) = &self.in_page {
            row.extend([here.tf.to_string(), precise(here.weight), here.shown_blocks()]);
        }
        row
    }
}

impl InPage {
    /// The blocks, `3, 7 (2 times)` or `0 (weight 3)`, and the occurrences in blocks that are not
    /// permitted.
    fn shown_blocks(&self) -> String {
        let mut text =
            self.blocks.iter().take(SHOWN).map(InBlock::shown).collect::<Vec<_>>().join(", ");
        if self.blocks.len() > SHOWN {
            text += &format!(" and {} more", self.blocks.len() - SHOWN);
        }
        if self.not_permitted > 0 {
            let before = if text.is_empty() { "" } else { "; " };
            text += &format!("{before}not permitted: {}", self.not_permitted);
        }
        text
    }
}

impl InBlock {
    fn shown(&self) -> String {
        let times = (self.occurrences > 1).then(|| format!("{} times", self.occurrences));
        let weight = self.weight.as_ref().map(Number::to_string).filter(|weight| weight != "1");
        let weight = weight.map(|weight| format!("weight {weight}"));
        let details: Vec<String> = times.into_iter().chain(weight).collect();
        if details.is_empty() {
            self.number.to_string()
        } else {
            format!("{} ({})", self.number, details.join(", "))
        }
    }
}

/// Returns the row of a step to the score: its value is in the column of the weights.
fn step_row(name: &str, value: String) -> Vec<String> {
    let empty = String::new;
    vec![name.to_owned(), empty(), empty(), empty(), empty(), value, empty()]
}

/// Formats a weight with more digits than a score.
fn precise(value: f64) -> String {
    format!("{value:.9}")
}

/// What is explained, and where: the same for all queries.
pub struct Explain<'a> {
    /// Searches the view.
    pub searcher: &'a Searcher<'a>,
    /// The ranking of this searcher.
    pub ranking: &'a Ranking,
    /// The rule of its view.
    pub rule: &'a BlockRule,
    /// The page: its docno, and its rank in the order of docnos; none to explain only queries.
    pub page: Option<(&'a str, u32)>,
}

impl Explain<'_> {
    /// Explains a query, which was typed as `text` or is that of a topic. Its conditions were
    /// [checked](crate::Conditions::check).
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn query(&self, topic: Option<&str>, text: &str, analyzed: &Analyzed) -> Result<Explained> {
        let Searcher { corpus, view, model, .. } = *self.searcher;
        let query = &*self.searcher.query(&analyzed.query)?;
        let ranking = self.ranking;
        let rule = self.rule;
        let statistics = view.statistics;
        let to_explain = ExplainedQuery { topic, text, analyzed, query, ranking, rule, statistics };
        let Some((docno, document)) = self.page else {
            return Ok(to_explain.counted(&explain::terms(corpus, view, query)?));
        };
        let found = explain::page(corpus, view, query, model, document)?;
        let unmet = self.searcher.unmet(&analyzed.conditions, document)?;
        Ok(to_explain.scored(docno, found, &unmet))
    }
}

/// A query to explain, and the view that it searches.
pub(crate) struct ExplainedQuery<'a> {
    /// Id of the topic; only with `--topics`.
    pub topic: Option<&'a str>,
    /// The query as typed.
    pub text: &'a str,
    /// The same, analyzed.
    pub analyzed: &'a Analyzed,
    /// Its words, with those that feedback added.
    pub query: &'a Query,
    /// How pages are ranked.
    pub ranking: &'a Ranking,
    /// The rule of the view.
    pub rule: &'a BlockRule,
    /// N and T of the view.
    pub statistics: Statistics,
}

impl ExplainedQuery<'_> {
    /// Explains the query alone: df and cf of its terms, in its order.
    pub fn counted(&self, counts: &[TermStatistics]) -> Explained {
        let terms = self.query.terms.iter().zip(counts);
        let terms = terms.map(|(term, counts)| self.term(term, *counts, None)).collect();
        self.explained(terms, None)
    }

    /// Explains the score of a page, too.
    pub fn scored(&self, docno: &str, found: Explanation, unmet: &[Unmet]) -> Explained {
        let mut terms = Vec::with_capacity(found.terms.len());
        for (term, of_term) in self.query.terms.iter().zip(&found.terms) {
            terms.push(self.term(term, of_term.statistics, Some(self.in_page(of_term))));
        }
        let why = found.score.is_none().then(|| why(docno, self.query, &found));
        let Explanation { length, sum, steps, score, .. } = found;
        let page = ScoredPage {
            docno: docno.to_owned(),
            length: self.amount(length),
            sum,
            steps,
            score,
            why,
            unmet: unmet.iter().map(ToString::to_string).collect(),
        };
        self.explained(terms, Some(page))
    }

    fn explained(&self, terms: Vec<CountedTerm>, page: Option<ScoredPage>) -> Explained {
        Explained {
            topic: self.topic.map(str::to_owned),
            text: self.text.to_owned(),
            model: self.ranking.to_string(),
            rule: if self.rule.is_everything() { String::new() } else { self.rule.to_string() },
            pages: self.statistics.pages,
            tokens: self.amount(self.statistics.tokens),
            required: self.analyzed.conditions.required.clone(),
            excluded: self.analyzed.conditions.excluded.clone(),
            terms,
            page,
        }
    }

    fn term(
        &self,
        term: &(String, f64),
        counts: TermStatistics,
        in_page: Option<InPage>,
    ) -> CountedTerm {
        let df = counts.pages;
        let cf = self.amount(counts.occurrences);
        CountedTerm { term: term.0.clone(), query_weight: term.1, df, cf, in_page }
    }

    fn in_page(&self, term: &ExplainedTerm) -> InPage {
        InPage {
            tf: self.amount(term.tf()),
            blocks: term.blocks.iter().map(|block| self.in_block(block)).collect(),
            not_permitted: term.barred,
            weight: term.weight,
        }
    }

    fn in_block(&self, block: &explain::ExplainedBlock) -> InBlock {
        let has_weights = !self.rule.weights.only_select();
        InBlock {
            number: block.number,
            occurrences: block.occurrences,
            weight: has_weights.then(|| self.amount(block.weight)),
        }
    }

    /// Returns an amount of tokens; whole ones are integers.
    fn amount(&self, amount: u64) -> Number {
        let unit = self.statistics.unit;
        let whole = match unit {
            Unit::Tokens => Some(amount),
            Unit::Hundredths => amount.is_multiple_of(100).then_some(amount / 100),
        };
        match whole {
            Some(whole) => whole.into(),
            None => Number::from_f64(unit.value(amount)).unwrap_or_else(|| 0.into()),
        }
    }
}

impl Serialize for InBlock {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut numbers = serializer.serialize_seq(None)?;
        numbers.serialize_element(&self.number)?;
        numbers.serialize_element(&self.occurrences)?;
        if let Some(weight) = &self.weight {
            numbers.serialize_element(weight)?;
        }
        numbers.end()
    }
}

/// Explains why a page has no score.
fn why(docno: &str, query: &Query, page: &Explanation) -> String {
    let barred: u64 = page.terms.iter().map(|term| u64::from(term.barred)).sum();
    let detail = match barred {
        0 => String::new(),
        barred => format!("; {barred} occurrences are in blocks that are not permitted"),
    };
    match (query.terms.is_empty(), page.length) {
        (true, _) => "no score: the query has no term, only stop words".to_owned(),
        (_, 0) => {
            format!(
                "no score: {docno} is not in this view because none of its tokens is \
                 permitted{detail}"
            )
        }
        _ => format!("no score: no permitted block of {docno} has a query term{detail}"),
    }
}
