//! A search for words: the best pages with their best blocks, or why a page has its score.

use super::opening::SearchScope;
use super::prepared::prepared;
use super::{Outcome, PageLists, Ranking};
use crate::index::Index;
use crate::notice::Notice;
use crate::opened::Opened;
use crate::watch::{Told, Watch};
use serde::{Deserialize, Serialize};
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Result};
use tamis_search::experiment::measures::{WORDS_HITS, check_hits};
use tamis_search::experiment::retrieved;
use tamis_search::request::Request;
use tamis_search::result::{Explained, Hit};
use tamis_search::snippet::best_block::{FoundWord, found_words};
use tamis_search::typed::conditions::Conditions;
use tamis_search::typed::{self, Analyzed, Occur, QueryOperator, QueryPart};
use tamis_search::{Prepared, Typed};

/// A search for words as it is wanted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchJob {
    /// Which blocks of which pages are seen, how they are ranked, and how many are wanted: 10 if
    /// it does not say.
    pub request: Request,
    /// Lists of pages in files.
    pub lists: PageLists,
    /// The words; phrases in quotes, `+required` and `-excluded` ones if the request reads
    /// operators.
    pub words: String,
    /// So many of the best pages are not wanted: those before the first page that is shown.
    pub skipped: usize,
    /// The number of threads; none for those of the process.
    pub threads: Option<usize>,
}

/// A page that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found {
    /// The page with its best blocks.
    pub hit: Hit,
    /// The words of the query in its title, with single spaces between its words.
    pub title_words: Vec<FoundWord>,
}

/// The number of all pages that a search finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// Pages that were counted.
    pub pages: u64,
    /// Whether there may be more.
    pub has_more: bool,
    /// If no page meets the conditions of the query, those that hold its words.
    pub without_conditions: Option<u64>,
}

/// What a rule leaves of the pages that are searched.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ViewSize {
    /// Pages with a permitted token.
    pub pages: u64,
    /// Permitted tokens, each times the weight of its block.
    pub tokens: f64,
    /// The share of the text that is kept: `tokens` divided by those of the unfiltered text.
    pub kept: f64,
}

impl SearchJob {
    /// Checks what needs no index, so that a wrong setting is found before one is opened.
    ///
    /// # Errors
    /// A model that does not exist, or 0 results.
    pub fn check(&self) -> Result<()> {
        self.request.hits.map(check_hits).transpose()?;
        self.request.ranking().map(drop)
    }

    /// Searches, and returns the best pages, best first. Words that are all stop words find
    /// nothing.
    ///
    /// # Errors
    /// A setting out of range, an index that cannot be read, or a phrase if the index stores no
    /// texts.
    pub fn run(&self, index: &Index, watch: &dyn Watch) -> Result<Outcome<Vec<Found>>> {
        let most = self.request.hits.unwrap_or(WORDS_HITS);
        self.search(index, watch, |mut prepared, told| {
            let analyzed = analyze(&mut prepared.analyzer, &self.query(), told);
            let hits =
                prepared.hits(&analyzed, (self.skipped, most), &|page| index.stored_page(page))?;
            Ok(self.found(hits, &analyzed, &mut prepared.analyzer, told))
        })
    }

    /// Returns the docnos and scores of the best pages, best first, without reading them: so many
    /// as are wanted, whatever is skipped.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn ranking(&self, index: &Index, watch: &dyn Watch) -> Result<Outcome<Ranking>> {
        let most = self.request.hits.unwrap_or(WORDS_HITS);
        self.search(index, watch, |mut prepared, told| {
            let analyzed = analyze(&mut prepared.analyzer, &self.query(), told);
            retrieved(prepared.corpus.order()?, &prepared.ranked(&analyzed, most)?)
        })
    }

    /// Counts the pages that hold a word of the query and meet its conditions. Whether a page meets
    /// a phrase is seen in its text, so with conditions at most `enough` are counted.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn count(
        &self,
        enough: usize,
        index: &Index,
        watch: &dyn Watch,
    ) -> Result<Outcome<Counted>> {
        self.search(index, watch, |mut prepared, told| {
            let Analyzed { query, conditions, .. } =
                analyze(&mut prepared.analyzer, &self.query(), told);
            let searcher = prepared.searcher()?;
            let count = |conditions| searcher.count_where(&query, conditions, enough);
            let pages = count(&conditions)?;
            let has_more = !conditions.is_empty() && pages >= enough as u64;
            let without_conditions = match conditions.is_empty() || pages > 0 {
                true => None,
                false => Some(count(&Conditions::default())?),
            };
            Ok(Counted { pages, has_more, without_conditions })
        })
    }

    /// Returns what the rule leaves of the pages, whatever the words.
    ///
    /// # Errors
    /// A setting out of range, and an index that cannot be read.
    pub fn view_size(&self, index: &Index, watch: &dyn Watch) -> Result<Outcome<ViewSize>> {
        let told = Told::new(watch);
        let size = self.with_pages(index, &told, |opened, request| {
            let view = opened.view(&request.rule(index.manifest())?)?;
            let (tokens, all) = (view.statistics.total(), opened.unfiltered()?.statistics.total());
            let kept = if all > 0.0 { tokens / all } else { 1.0 };
            Ok(ViewSize { pages: view.statistics.pages, tokens, kept })
        })?;
        Ok(Outcome::new(size, told))
    }

    /// Returns the terms of the query with their counts, and with a docno the score of that page,
    /// term by term.
    ///
    /// # Errors
    /// As [`run`](Self::run), and a page that the search does not see.
    pub fn explain(
        &self,
        docno: Option<&str>,
        index: &Index,
        watch: &dyn Watch,
    ) -> Result<Outcome<Explained>> {
        self.search(index, watch, |mut prepared, told| {
            explain(&mut prepared, &self.query(), docno, told)
        })
    }

    /// Calls a function with the pages that pass, whatever the words.
    pub(super) fn with_pages<T: Send>(
        &self,
        index: &Index,
        told: &Told<'_>,
        work: impl FnOnce(&Opened, &Request) -> Result<T> + Send,
    ) -> Result<T> {
        SearchScope { index, lists: &self.lists, threads: self.threads }.with_pages(
            &self.request,
            told,
            work,
        )
    }

    /// Returns pages with the words of the query in their titles. Tells if there are none.
    pub(super) fn found(
        &self,
        hits: Vec<Hit>,
        analyzed: &Analyzed,
        analyzer: &mut Analyzer,
        told: &Told<'_>,
    ) -> Vec<Found> {
        if hits.is_empty() && self.skipped == 0 {
            told.tell(Notice::NoResult { why: why_nothing(analyzed) });
        }
        let mut found = Vec::with_capacity(hits.len());
        for hit in hits {
            let title = hit.title.split_whitespace().collect::<Vec<_>>().join(" ");
            let title_words = match title.is_empty() {
                true => Vec::new(),
                false => found_words(&title, &analyzed.query, analyzer),
            };
            found.push(Found { hit, title_words });
        }
        found
    }

    pub(super) fn query(&self) -> TypedQuery<'_> {
        TypedQuery { topic: None, text: &self.words, operators: self.request.query_syntax }
    }

    fn search<T: Send>(
        &self,
        index: &Index,
        watch: &dyn Watch,
        work: impl FnOnce(Prepared<'_>, &Told<'_>) -> Result<T> + Send,
    ) -> Result<Outcome<T>> {
        self.check()?;
        let told = Told::new(watch);
        let result = self.with_pages(index, &told, |opened, request| {
            work(prepared(opened, request, &told)?, &told)
        })?;
        Ok(Outcome::new(result, told))
    }
}

/// A query as typed, or as a topic has it.
pub(super) struct TypedQuery<'a> {
    pub topic: Option<&'a str>,
    pub text: &'a str,
    pub operators: bool,
}

/// Analyzes a query; with operators it may have conditions. Tells of operators without effect.
pub(super) fn analyze(
    analyzer: &mut Analyzer,
    query: &TypedQuery<'_>,
    told: &Told<'_>,
) -> Analyzed {
    if !query.operators {
        return typed::analyze(query.text, false, analyzer);
    }
    let typed = Typed::parse(query.text);
    let analyzed = typed.analyze(analyzer);
    told.tell_all(notices_of_query(&typed, &analyzed, query.topic));
    analyzed
}

/// Explains a query, and with a docno the score of that page.
///
/// # Errors
/// A page that the search does not see; a phrase if the index stores no texts.
pub(super) fn explain(
    prepared: &mut Prepared<'_>,
    query: &TypedQuery<'_>,
    docno: Option<&str>,
    told: &Told<'_>,
) -> Result<Explained> {
    let analyzed = analyze(&mut prepared.analyzer, query, told);
    analyzed.conditions.check(prepared.corpus)?;
    let page = match docno {
        Some(docno) => Some((docno, document(prepared.corpus, docno)?)),
        None => None,
    };
    prepared.explain(query.topic, query.text, &analyzed, page)
}

/// Returns the rank of a page in the order of docnos.
///
/// # Errors
/// [`Error::UnknownPage`] if the index does not have the page, or a filter excludes it.
fn document(corpus: &Corpus, docno: &str) -> Result<u32> {
    if let Some(document) = corpus.order()?.rank(docno)? {
        return Ok(document);
    }
    let mut indexes = corpus.indexes.iter();
    let holds =
        indexes.find_map(|index| index.contains(docno).map(|has| has.then_some(index)).transpose());
    let holds = holds.transpose()?;
    let path = holds.unwrap_or(&corpus.indexes[0]).path.clone();
    let filtered = holds.is_some();
    Err(Error::UnknownPage { path, docno: docno.to_owned(), filtered, hint: None })
}

/// The notices of a query: operators that are not supported, once each, and conditions that ask for
/// nothing. `topic` says whose query it is, if it was not typed.
fn notices_of_query(typed: &Typed, analyzed: &Analyzed, topic: Option<&str>) -> Vec<Notice> {
    let topic = topic.map(str::to_owned);
    let mut notices = Vec::new();
    let mut seen: Vec<QueryOperator> = Vec::new();
    for found in &typed.unsupported {
        if seen.contains(&found.operator) {
            continue;
        }
        seen.push(found.operator);
        let field = match found.operator {
            QueryOperator::Field(field) => Some(field),
            _ => None,
        };
        let problem = found.explanation();
        notices.push(Notice::UnsupportedOperator { topic: topic.clone(), field, problem });
    }
    let empty = analyzed.empty.iter().map(typed_again);
    notices.extend(empty.map(|part| Notice::EmptyCondition { topic: topic.clone(), part }));
    notices
}

/// A part as it was typed.
fn typed_again(part: &QueryPart) -> String {
    let sign = match part.occur {
        Occur::Should => "",
        Occur::Must => "+",
        Occur::MustNot => "-",
    };
    match part.is_phrase {
        true => format!("{sign}\"{}\"", part.text),
        false => format!("{sign}{}", part.text),
    }
}

/// Says why there is no result, where the query shows it.
fn why_nothing(analyzed: &Analyzed) -> Option<&'static str> {
    match (analyzed.query.terms.is_empty(), analyzed.conditions.excluded.is_empty()) {
        (false, _) => None,
        (true, true) => Some("no word to search for, or only stop words"),
        (true, false) => Some("only excluded words, and nothing to search for"),
    }
}
