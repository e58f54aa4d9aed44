//! `tamis search --explain`: prints the analyzed query and the score of a page term by term, as a table or JSON.

use super::table::table;
use crate::cli::console::to_stdout;
use serde::Serialize;
use serde_json::{Number, Value, json};
use std::io::Write;
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Result};
use tamis_place::Escaped;
use tamis_report::json::one_line;
use tamis_search::model::{Step, TermStatistics, Unit};
use tamis_search::rank::explain;
use tamis_search::rank::explain::{ExplainedBlock, ExplainedTerm, Explanation};
use tamis_search::typed::conditions::typed;
use tamis_search::{Conditions, ModelSpec, Query, Searcher, View};

/// The inputs of an explanation that all queries share.
pub(super) struct Explain<'a> {
    pub corpus: &'a Corpus,
    pub view: &'a View,
    pub model: &'a ModelSpec,
    /// The name of the ranking.
    pub ranking: String,
    /// The rule as text.
    pub rule: String,
    /// The page; `None` to explain only the query.
    pub docno: Option<&'a str>,
    pub json: bool,
}

/// A query as typed and after analysis.
pub(super) struct Asked<'a> {
    /// The topic's id, unless the query was typed.
    pub topic: Option<&'a str>,
    pub text: &'a str,
    pub query: &'a Query,
    /// What its operators ask of a page.
    pub conditions: &'a Conditions,
    pub searcher: &'a Searcher<'a>,
}

/// One explanation as `--json` prints it.
#[derive(Serialize)]
struct BlockLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<&'a str>,
    text: &'a str,
    model: &'a str,
    rule: &'a str,
    pages: u64,
    tokens: Number,
    /// What its operators ask of a page: sequences of tokens.
    required: &'a [Vec<String>],
    excluded: &'a [Vec<String>],
    terms: Vec<TermLine<'a>>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    page: Option<PageLine<'a>>,
}

#[derive(Serialize)]
struct TermLine<'a> {
    term: &'a str,
    query_weight: f64,
    df: u64,
    cf: Number,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    in_page: Option<InPage>,
}

#[derive(Serialize)]
struct InPage {
    tf: Number,
    /// (block, occurrences), with the weight if blocks have weights
    blocks: Vec<Vec<Number>>,
    not_permitted: u32,
    weight: f64,
}

/// The page of an explanation. A struct, because a JSON value would turn the score into an f64 and show its noise.
#[derive(Serialize)]
struct PageLine<'a> {
    docno: &'a str,
    length: Number,
    sum: f64,
    steps: Vec<Value>,
    score: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// Why a page with a score is no result; absent if it is one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unmet: Vec<String>,
}

impl Explain<'_> {
    /// Returns the rank of the page in the order of docnos.
    ///
    /// # Errors
    /// [`Error::Index`] if the index does not have the page or a page filter excludes it.
    fn document(&self, docno: &str) -> Result<u32> {
        if let Some(document) = self.corpus.order()?.rank(docno) {
            return Ok(document);
        }
        let mut indexes = self.corpus.indexes.iter();
        let holds = indexes.find_map(|index| index.contains(docno).map(|has| has.then_some(index)).transpose());
        let holds = holds.transpose()?;
        let index = holds.unwrap_or(&self.corpus.indexes[0]);
        let message = match holds.is_some() {
            true => format!("page '{docno}' is excluded by a page filter (--docnos, --from, ...)"),
            false => format!("no page '{docno}'; docnos are case-sensitive and whole"),
        };
        Err(Error::index(&index.path, message))
    }

    /// Explains one query.
    pub fn write(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<()> {
        let text = match self.docno {
            Some(docno) => {
                let document = self.document(docno)?;
                let page = explain::page(self.corpus, self.view, asked.query, self.model, document)?;
                let unmet = asked.searcher.unmet(asked.conditions, document)?;
                let unmet: Vec<String> = unmet.iter().map(ToString::to_string).collect();
                match self.json {
                    true => self.page_json(asked, docno, &page, unmet),
                    false => self.page_table(asked, docno, &page, &unmet),
                }
            }
            None => {
                let terms = explain::terms(self.corpus, self.view, asked.query)?;
                if self.json { self.query_json(asked, &terms) } else { self.query_table(asked, &terms) }
            }
        };
        out.write_all(text.as_bytes()).map_err(to_stdout)
    }

    fn line<'a>(&'a self, asked: &Asked<'a>, terms: Vec<TermLine<'a>>, page: Option<PageLine<'a>>) -> String {
        let (pages, tokens) = (self.view.statistics.pages, self.amount(self.view.statistics.tokens));
        let (model, rule) = (&self.ranking, &self.rule);
        let Asked { topic, text, conditions: Conditions { required, excluded }, .. } = *asked;
        let line = BlockLine { topic, text, model, rule, pages, tokens, required, excluded, terms, page };
        one_line(&line)
    }

    fn query_json(&self, asked: &Asked<'_>, terms: &[TermStatistics]) -> String {
        let terms = asked.query.terms.iter().zip(terms);
        self.line(asked, terms.map(|(term, counts)| self.term(term, *counts, None)).collect(), None)
    }

    fn page_json(&self, asked: &Asked<'_>, docno: &str, page: &Explanation, unmet: Vec<String>) -> String {
        let step = |step: &Step| match step {
            Step::Times(name, factor) => json!({ "times": name, "value": factor }),
            Step::Plus(name, summand) => json!({ "plus": name, "value": summand }),
        };
        let why = page.score.is_none().then(|| why(docno, asked.query, page));
        let steps = page.steps.iter().map(step).collect();
        let terms = asked.query.terms.iter().zip(&page.terms).map(|(term, explained)| {
            let ExplainedTerm { statistics, blocks, barred, weight } = explained;
            let blocks = blocks.iter().map(|block| self.block(block)).collect();
            let in_page = InPage { tf: self.amount(explained.tf()), blocks, not_permitted: *barred, weight: *weight };
            self.term(term, *statistics, Some(in_page))
        });
        let length = self.amount(page.length);
        let line = PageLine { docno, length, sum: page.sum, steps, score: page.score, why, unmet };
        self.line(asked, terms.collect(), Some(line))
    }

    fn term<'a>(&self, term: &'a (String, f64), counts: TermStatistics, in_page: Option<InPage>) -> TermLine<'a> {
        let TermStatistics { pages, occurrences } = counts;
        TermLine { term: &term.0, query_weight: term.1, df: pages, cf: self.amount(occurrences), in_page }
    }

    /// Returns a block for JSON.
    fn block(&self, block: &ExplainedBlock) -> Vec<Number> {
        let weight = (!self.view.only_selects()).then(|| self.amount(block.weight));
        [block.number.into(), block.occurrences.into()].into_iter().chain(weight).collect()
    }

    /// Returns an amount of tokens for JSON; whole ones are integers.
    fn amount(&self, amount: u64) -> Number {
        let whole = match self.view.statistics.unit {
            Unit::Tokens => Some(amount),
            Unit::Hundredths => amount.is_multiple_of(100).then_some(amount / 100),
        };
        let fraction = || Number::from_f64(self.view.statistics.unit.value(amount));
        whole.map(Number::from).or_else(fraction).unwrap_or_else(|| 0.into())
    }

    /// Formats an amount of tokens.
    fn tokens(&self, amount: u64) -> String {
        self.view.statistics.unit.value(amount).to_string()
    }

    /// Formats the blocks of a term, `3, 7 (2 times)` or `0 (weight 3)`, and its occurrences in blocks that are not permitted.
    fn blocks(&self, term: &ExplainedTerm) -> String {
        let block = |block: &ExplainedBlock| {
            let times = (block.occurrences > 1).then(|| format!("{} times", block.occurrences));
            let weight = Some(self.tokens(block.weight)).filter(|weight| weight != "1").map(|w| format!("weight {w}"));
            let details: Vec<String> = times.into_iter().chain(weight).collect();
            match details.is_empty() {
                true => block.number.to_string(),
                false => format!("{} ({})", block.number, details.join(", ")),
            }
        };
        let mut text = term.blocks.iter().take(SHOWN).map(block).collect::<Vec<_>>().join(", ");
        if term.blocks.len() > SHOWN {
            text += &format!(" and {} more", term.blocks.len() - SHOWN);
        }
        if term.barred > 0 {
            text += &format!("{}not permitted: {}", if text.is_empty() { "" } else { "; " }, term.barred);
        }
        text
    }

    /// Returns the lines above a table: the query and the view.
    fn head(&self, asked: &Asked<'_>) -> String {
        let (pages, tokens) = (self.view.statistics.pages, self.view.statistics.total());
        let topic = asked.topic.map_or(String::new(), |id| format!("{}: ", Escaped(id)));
        let rule = if self.rule.is_empty() { String::new() } else { format!(", {}", self.rule) };
        let conditions = [("required", &asked.conditions.required), ("excluded", &asked.conditions.excluded)];
        let told = conditions.into_iter().filter(|(_, sequences)| !sequences.is_empty()).map(|(name, sequences)| {
            let sequences: Vec<String> = sequences.iter().map(|tokens| Escaped(typed(tokens)).to_string()).collect();
            format!("{name}: {}\n", sequences.join(", "))
        });
        let told: String = told.collect();
        format!("{topic}{}\n{}{rule}; {pages} pages, {tokens} tokens\n{told}", Escaped(asked.text), self.ranking)
    }

    fn query_table(&self, asked: &Asked<'_>, terms: &[TermStatistics]) -> String {
        let row = |((term, weight), of_term): (&(String, f64), &TermStatistics)| {
            let TermStatistics { pages, occurrences } = of_term;
            [term.clone(), number(*weight), pages.to_string(), self.tokens(*occurrences)].to_vec()
        };
        let rows: Vec<Vec<String>> = asked.query.terms.iter().zip(terms).map(row).collect();
        match rows.is_empty() {
            true => format!("{}no term: only stop words\n\n", self.head(asked)),
            false => format!("{}{}\n", self.head(asked), table(&["term", "in query", "df", "cf"], rows)),
        }
    }

    fn page_table(&self, asked: &Asked<'_>, docno: &str, page: &Explanation, unmet: &[String]) -> String {
        let told: String = unmet.iter().map(|unmet| format!("not a result: {}\n", Escaped(unmet))).collect();
        let Some(score) = page.score else {
            return format!("{}{}\n{told}\n", self.head(asked), Escaped(why(docno, asked.query, page)));
        };
        let mut rows = Vec::new();
        for ((term, weight), of_term) in asked.query.terms.iter().zip(&page.terms) {
            let TermStatistics { pages, occurrences } = of_term.statistics;
            let counts = [pages.to_string(), self.tokens(occurrences), self.tokens(of_term.tf())];
            let named = [term.clone(), number(*weight)].into_iter().chain(counts);
            rows.push(named.chain([precise(of_term.weight), self.blocks(of_term)]).collect());
        }
        let mut result = |name: &str, value: String| {
            let empty = || std::iter::repeat_n(String::new(), 4);
            rows.push([name.to_owned()].into_iter().chain(empty()).chain([value, String::new()]).collect());
        };
        if !page.steps.is_empty() {
            result("sum", precise(page.sum));
        }
        for step in &page.steps {
            match step {
                Step::Times(name, factor) => result(&format!("times {name}"), precise(*factor)),
                Step::Plus(name, summand) => result(&format!("plus {name}"), precise(*summand)),
            }
        }
        result("score", score.to_string());
        let table = table(&["term", "in query", "df", "cf", "tf", "weight", "in blocks"], rows);
        format!(
            "{}{}, {} permitted tokens\n{table}{told}\n",
            self.head(asked),
            Escaped(docno),
            self.tokens(page.length)
        )
    }
}

/// Explains why a page has no score.
fn why(docno: &str, query: &Query, page: &Explanation) -> String {
    let barred: u32 = page.terms.iter().map(|term| term.barred).sum();
    let detail = match barred {
        0 => String::new(),
        barred => format!("; {barred} occurrences are in blocks that are not permitted"),
    };
    match (query.terms.is_empty(), page.length) {
        (true, _) => "no score: the query has no term, only stop words".to_owned(),
        (_, 0) => format!("no score: {docno} is not in this view because none of its tokens is permitted{detail}"),
        _ => format!("no score: no permitted block of {docno} has a query term{detail}"),
    }
}

/// The maximum number of blocks in a table row; JSON has all.
const SHOWN: usize = 6;

/// Formats a query weight; whole numbers have no decimals.
fn number(value: f64) -> String {
    if value.fract() == 0.0 { value.to_string() } else { format!("{value:.6}") }
}

/// Formats a weight with more digits than a score.
fn precise(value: f64) -> String {
    format!("{value:.9}")
}
