//! The best pages for a query under a rule, with their ranks without the rule.

use super::cancel::Cancel;
use super::command;
use super::excerpt::{self, LINE};
use super::failure::{Failure, Problem};
use super::search_request::SearchRequest;
use super::snapshot::{DEPTH, Snapshot};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::path::Path;
use tamis_index::analyze::Analyzer;
use tamis_search::result::Hit;
use tamis_search::result::hit;
use tamis_search::result::hit::Get;
use tamis_search::snippet::best_block::FoundBlock;
use tamis_search::typed::{Analyzed, Typed};
use tamis_search::view::View;

pub use excerpt::Piece;

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
    /// The best pages, best first.
    pub hits: Vec<FoundPage>,
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

/// Searches.
///
/// # Errors
/// [`Failure`] for an index that cannot be read, a phrase in one without texts, and a client that
/// is gone.
pub fn search(
    snapshot: &Snapshot,
    path: &Path,
    request: &SearchRequest,
    cancel: &Cancel,
) -> Result<Found, Failure> {
    let narrowed = snapshot.narrowed(request)?;
    let snapshot = narrowed.as_deref().unwrap_or(snapshot);
    let mut analyzer = snapshot.analyzer();
    let (typed, analyzed) = query(snapshot, request, &mut analyzer)?;
    let view = snapshot.view(request)?;
    let unfiltered = snapshot.unfiltered()?;
    cancel.check()?;
    let hits = snapshot.search(&view, &request.ranking, &analyzed, request.hits)?;
    cancel.check()?;
    let before = if request.has_rule() && !hits.is_empty() {
        Some(snapshot.ranks_without_rule(request, &analyzed, cancel)?)
    } else {
        None
    };
    let mut pages = Vec::with_capacity(hits.len());
    for (rank, hit) in (1..).zip(hits) {
        cancel.check()?;
        let rank_before = match &before {
            Some(ranks) => ranks.get(&hit.document).copied(),
            None => Some(rank as u32),
        };
        let page = snapshot.page(hit.document)?;
        let hit = Hit::from_page(
            &snapshot.corpus,
            &page,
            rank,
            hit,
            &request.rule,
            &analyzed,
            &mut analyzer,
        )?;
        let mut found = FoundPage::new(hit, rank_before);
        found.marked_title = marked(&found.hit.title, &analyzed, &mut analyzer);
        pages.push(found);
    }
    let tokens = view.statistics.total();
    let all = unfiltered.statistics.total();
    Ok(Found {
        query: request.words().to_owned(),
        address: request.address(),
        command: command::search(path, request),
        commit: snapshot.commit.clone(),
        rule: request.rule_text(),
        ranking: request.ranking.to_string(),
        view: ViewSize {
            pages: view.statistics.pages,
            tokens,
            kept: if all > 0.0 { tokens / all } else { 1.0 },
        },
        warnings: warnings(snapshot, request, &view, &typed, &analyzed)?,
        hits: pages,
    })
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
    let mut warnings: Vec<String> = Vec::new();
    for unsupported in &typed.unsupported {
        let what = excerpt::start(&unsupported.explanation(), LINE);
        if !warnings.contains(&what) {
            warnings.push(what);
        }
    }
    for part in &analyzed.empty {
        let what = format!("{} is ignored: it has only stop words", part.text);
        warnings.push(excerpt::start(&what, LINE));
    }
    if analyzed.query.terms.is_empty() && !typed.parts.is_empty() && warnings.is_empty() {
        warnings.push("no word to search for, or only stop words".to_owned());
    }
    warnings
}
