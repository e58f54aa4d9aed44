//! The best pages for a query under a rule, with their ranks without the rule and under the pinned
//! rules.

mod emptied;
mod pinned;

use super::cancel::Cancel;
use super::command;
use super::excerpt::{self, LINE};
use super::failure::{Failure, Problem};
use super::fields::Fields;
use super::judging::Judging;
use super::pins::Pin;
use super::search_request::{MAX_HITS, SearchRequest};
use super::snapshot::{DEPTH, Ranks, Snapshot};
use emptied::emptied;
use pinned::Searched;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use tamis::job::notices_of_query;
use tamis_eval::trec::Topic;
use tamis_index::analyze::Analyzer;
use tamis_search::rank::top::Ranked;
use tamis_search::result::Hit;
use tamis_search::result::hit;
use tamis_search::result::hit::Get;
use tamis_search::snippet::best_block::FoundBlock;
use tamis_search::typed::{Analyzed, Typed};
use tamis_search::view::View;

pub use emptied::Emptied;
pub use excerpt::Piece;
pub use pinned::{PinnedHit, PinnedResults};

/// The parameter of an address that asks for a page of the results.
pub const PAGE: &str = "page";

/// The most blocks of a page to show.
const BLOCKS: usize = 3;
/// Characters of a block to show.
const ROOM: usize = 280;

const _: () = assert!(DEPTH == 1000, "the documentation of rank_without_rule says so");

/// The answer to a search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found {
    /// The query as typed.
    pub query: String,
    /// The query string of an address for the same search.
    pub address: String,
    /// The command that does the same.
    pub command: String,
    /// The commit of the index.
    pub commit: String,
    /// The rule as text; empty if every block is permitted.
    pub rule: String,
    /// The model with its parameters.
    pub ranking: String,
    /// What the rule leaves.
    pub view: ViewSize,
    /// Parts of the query without effect, and what to know of the rule.
    pub warnings: Vec<String>,
    /// The id of the topic that has this query, if there are judgements.
    pub topic: Option<String>,
    /// The number of all results.
    pub total: Total,
    /// The page of the results, from 1.
    pub page: usize,
    /// The results on this page, best first.
    pub hits: Vec<FoundPage>,
    /// The results of the pinned rules at the same place of the ranking.
    pub pins: Vec<PinnedResults>,
    /// What empties the search, if it finds nothing.
    pub emptied: Option<Emptied>,
}

/// The number of all results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Total {
    /// Pages that were counted.
    pub results: u64,
    /// Whether there are more: pages that must meet conditions are not all counted.
    pub has_more: bool,
}

/// What a rule leaves of the index.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ViewSize {
    /// Pages with a permitted token.
    pub pages: u64,
    /// Permitted tokens, each times the weight of its block.
    pub tokens: f64,
    /// The share of the text that is kept: `tokens` divided by those of the unfiltered text.
    pub kept: f64,
}

/// A page that was found, with what only this answer knows of it.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPage {
    /// The page; its title and date are cut after 300 characters.
    pub hit: Hit,
    /// Its rank without the rule, from 1; none if it is not among the first 1,000.
    pub rank_without_rule: Option<u32>,
    /// Its ranks under the pinned rules, in their order; none if it is not among the first 1,000.
    pub ranks_of_pins: Vec<Option<u32>>,
    /// Its grade, if the query is that of a topic and the page was judged.
    pub grade: Option<i32>,
    /// The title with the words of the query marked, for the page.
    pub marked_title: Vec<Piece>,
    /// Of its blocks, the best to show.
    pub blocks: Vec<ShownBlock>,
}

/// The first columns of a page in an answer; the rest follows in the order of the list of columns.
const FIRST: [&str; 5] = ["rank", "score", "docno", "url", "title"];

impl Serialize for FoundPage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut page = serializer.serialize_map(None)?;
        for column in hit::columns(&FIRST) {
            match column.get {
                Get::Blocks(_) => page.serialize_entry(column.name, &self.blocks)?,
                _ => column.entry(&self.hit, &mut page)?,
            }
            if column.name == "rank" {
                page.serialize_entry("rank_without_rule", &self.rank_without_rule)?;
                page.serialize_entry("ranks_of_pins", &self.ranks_of_pins)?;
                page.serialize_entry("grade", &self.grade)?;
            }
        }
        page.end()
    }
}

/// A permitted block with words of the query.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ShownBlock {
    /// Its number in the page; the title has 0.
    pub number: u32,
    /// How many times its text counts; only where blocks have weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// The part of its text with most words of the query.
    pub pieces: Vec<Piece>,
}

impl ShownBlock {
    fn new(block: &FoundBlock) -> Self {
        Self {
            number: block.number,
            weight: block.weight.map(f64::from),
            pieces: excerpt::pieces(&block.text, &block.words, ROOM),
        }
    }
}

/// What a search is asked of.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// The commit that answers.
    pub snapshot: &'a Snapshot,
    /// The index's folder, as it was given.
    pub path: &'a Path,
    /// Topics and qrels, if there are.
    pub judging: Option<&'a Judging>,
    /// The search.
    pub request: &'a SearchRequest,
    /// The pinned rules to compare with.
    pub pins: &'a [Pin],
    /// The page of the results, from 1.
    pub page: usize,
    /// Whether to go on.
    pub cancel: &'a Cancel,
}

/// Reads which page of the results an address asks for.
///
/// # Errors
/// [`Failure::Problems`] for one that is too far: ranks are known to 1,000.
pub fn page_number(fields: &Fields, hits: usize) -> Result<usize, Failure> {
    let Some(typed) = fields.get(PAGE) else { return Ok(1) };
    let last = DEPTH / hits;
    let number = typed.parse().ok().filter(|number| (1..=last).contains(number));
    number.ok_or_else(|| {
        let expected = format!("expected a whole number, 1 to {last}");
        Failure::Problems(vec![Problem::new(PAGE, expected)])
    })
}

impl Search<'_> {
    /// Searches.
    ///
    /// # Errors
    /// [`Failure`] for an index that cannot be read, a phrase in one without texts, and a client
    /// that is gone.
    pub fn found(&self) -> Result<Found, Failure> {
        let Self { request, cancel, .. } = *self;
        let narrowed = self.snapshot.narrowed(request)?;
        let snapshot = narrowed.as_deref().unwrap_or(self.snapshot);
        let mut analyzer = snapshot.analyzer();
        let (typed, analyzed) = query(snapshot, request, &mut analyzer)?;
        let view = snapshot.view(request)?;
        let unfiltered = snapshot.unfiltered()?;
        cancel.check()?;
        let before = request.hits * (self.page - 1);
        let ranked = snapshot.search(&view, &request.ranking, &analyzed, before + request.hits)?;
        let total = self.total(snapshot, &view, &analyzed, ranked.len())?;
        let (hits, pins) =
            self.results(snapshot, &analyzed, &mut analyzer, ranked.into_iter().skip(before))?;
        let is_empty = total.results == 0 && !analyzed.query.terms.is_empty();
        let emptied =
            if is_empty { Some(emptied(self.snapshot, request, &analyzed, cancel)?) } else { None };
        let tokens = view.statistics.total();
        let all = unfiltered.statistics.total();
        Ok(Found {
            query: request.words().to_owned(),
            address: request.address(),
            command: command::search(self.path, request, self.page),
            commit: snapshot.commit.clone(),
            rule: request.rule_text(),
            ranking: request.ranking.to_string(),
            view: ViewSize {
                pages: view.statistics.pages,
                tokens,
                kept: if all > 0.0 { tokens / all } else { 1.0 },
            },
            warnings: warnings(snapshot, request, &view, &typed, &analyzed)?,
            topic: self.topic().map(|topic| topic.id.clone()),
            total,
            page: self.page,
            hits,
            pins,
            emptied,
        })
    }

    /// The number of all results. Whether a page meets a phrase is seen in its text, so of a query
    /// with conditions only as many are counted as a page can show.
    fn total(
        &self,
        snapshot: &Snapshot,
        view: &View,
        analyzed: &Analyzed,
        found: usize,
    ) -> Result<Total, Failure> {
        let enough = (self.page * self.request.hits).max(MAX_HITS) + 1;
        if found < self.page * self.request.hits && (found > 0 || self.page == 1) {
            return Ok(Total { results: found as u64, has_more: false });
        }
        self.cancel.check()?;
        let results = snapshot.count(view, &self.request.ranking, analyzed, enough)?;
        let has_more = !analyzed.conditions.is_empty() && results >= enough as u64;
        Ok(Total { results, has_more })
    }

    /// The topic that has the query, if there are judgements.
    fn topic(&self) -> Option<&Topic> {
        let words = || self.request.words().split_whitespace();
        let mut topics = self.judging?.topics.iter();
        topics.find(|topic| words().next().is_some() && topic.text.split_whitespace().eq(words()))
    }

    /// Reads the pages that were found, and compares them with those of the pinned rules.
    fn results(
        &self,
        snapshot: &Snapshot,
        analyzed: &Analyzed,
        analyzer: &mut Analyzer,
        ranked: impl Iterator<Item = Ranked>,
    ) -> Result<(Vec<FoundPage>, Vec<PinnedResults>), Failure> {
        let Self { request, cancel, .. } = *self;
        let ranked: Vec<Ranked> = ranked.collect();
        let qrels = self.topic().and_then(|topic| self.judging?.qrels.topic(&topic.id));
        let grade = |docno: &str| qrels.and_then(|qrels| qrels.grade(docno));
        let first = (request.hits * (self.page - 1) + 1) as u32;
        let shown = first..=first + (request.hits - 1) as u32;
        let (pins, ranks) = self.pinned(analyzed, &shown, grade)?;
        let before = if request.has_rule() && !ranked.is_empty() {
            Some(snapshot.ranks_without_rule(request, analyzed, cancel)?)
        } else {
            None
        };
        let mut pages = Vec::with_capacity(ranked.len());
        for (rank, hit) in (first..).zip(ranked) {
            cancel.check()?;
            let rank_before =
                before.as_ref().map_or(Some(rank), |ranks| ranks.get(&hit.document).copied());
            let ranks_of_pins =
                ranks.iter().map(|ranks| ranks.get(&hit.document).copied()).collect();
            let page = snapshot.page(hit.document)?;
            let corpus = &snapshot.corpus;
            let rule = &request.rule;
            let hit = Hit::from_page(corpus, &page, rank as usize, hit, rule, analyzed, analyzer)?;
            let mut found = FoundPage::new(hit, rank_before);
            found.marked_title = marked(&found.hit.title, analyzed, analyzer);
            found.ranks_of_pins = ranks_of_pins;
            found.grade = grade(&found.hit.docno);
            pages.push(found);
        }
        Ok((pages, pins))
    }

    /// The results of the pinned rules, and the ranks of the pages under each.
    fn pinned(
        &self,
        analyzed: &Analyzed,
        shown: &RangeInclusive<u32>,
        grade: impl Fn(&str) -> Option<i32>,
    ) -> Result<(Vec<PinnedResults>, Vec<Arc<Ranks>>), Failure> {
        let Self { snapshot, request, cancel, .. } = *self;
        if self.pins.is_empty() || analyzed.query.terms.is_empty() {
            return Ok((Vec::new(), Vec::new()));
        }
        let searched = Searched { snapshot, request, analyzed, shown, cancel };
        let here = searched.ranks(request)?;
        let mut results = Vec::with_capacity(self.pins.len());
        for pin in self.pins {
            results.push(searched.pinned(pin, &here, &grade)?);
        }
        Ok(results.into_iter().unzip())
    }
}

/// The query as it was typed, and analyzed.
///
/// # Errors
/// [`Failure::Problems`] for a phrase in an index without texts.
pub fn query(
    snapshot: &Snapshot,
    request: &SearchRequest,
    analyzer: &mut Analyzer,
) -> Result<(Typed, Analyzed), Failure> {
    let typed = Typed::parse(request.words());
    let analyzed = typed.analyze(analyzer);
    match analyzed.conditions.check(&snapshot.corpus) {
        Ok(()) => Ok((typed, analyzed)),
        Err(error) => Err(Failure::Problems(vec![Problem::new("q", error.to_string())])),
    }
}

impl FoundPage {
    fn new(hit: Hit, rank_without_rule: Option<u32>) -> Self {
        let blocks = hit.shown_blocks().take(BLOCKS).map(ShownBlock::new).collect();
        let title = excerpt::line(&hit.title);
        let date = excerpt::start(&hit.date, LINE);
        Self {
            hit: Hit { title, date, ..hit },
            rank_without_rule,
            ranks_of_pins: Vec::new(),
            grade: None,
            marked_title: Vec::new(),
            blocks,
        }
    }
}

/// What the user should know of the rule, and the parts of the query without effect.
///
/// # Errors
/// If the index cannot be read.
pub fn warnings(
    snapshot: &Snapshot,
    request: &SearchRequest,
    view: &View,
    typed: &Typed,
    analyzed: &Analyzed,
) -> Result<Vec<String>, Failure> {
    let mut warnings = request.warnings.clone();
    let little = snapshot.little_text(request, view)?;
    warnings.extend(little.map(|little| excerpt::start(&little.to_string(), LINE)));
    warnings.extend(without_effect(typed, analyzed));
    Ok(warnings)
}

/// The pieces of a text with the words of a query marked.
fn marked(text: &str, analyzed: &Analyzed, analyzer: &mut Analyzer) -> Vec<Piece> {
    let words = tamis_search::snippet::best_block::found_words(text, &analyzed.query, analyzer);
    excerpt::pieces(text, &words, usize::MAX)
}

/// The operators of a query that a search does not know, and conditions without a word.
fn without_effect(typed: &Typed, analyzed: &Analyzed) -> Vec<String> {
    let notices = notices_of_query(typed, analyzed, None);
    let mut warnings: Vec<String> =
        notices.iter().map(|notice| excerpt::start(&notice.to_string(), LINE)).collect();
    if analyzed.query.terms.is_empty() && !typed.parts.is_empty() && warnings.is_empty() {
        warnings.push("no word to search for, or only stop words".to_owned());
    }
    warnings
}
