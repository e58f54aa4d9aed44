//! The best pages for a query under a rule, with their ranks without the rule and under the pinned
//! rules.

mod emptied;
mod pinned;

use crate::excerpt::{self, LINE};
use crate::requests::{Answer, Fields, MAX_HITS, SearchRequest};
use crate::site::{DEPTH, WebRequest};
use emptied::emptied;
use pinned::pinned;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use tamis::eval::Topic;
use tamis::job::{SearchJob, ViewSize};
use tamis::{FoundBlock, Hit, HitGet, Notice, TitleRule, hit_columns};

pub use emptied::Emptied;
pub use excerpt::ExcerptPiece;
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
pub struct SearchAnswer {
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
    pub view: ViewSize,
    /// What the job noticed of the index, the rule and the query.
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
    pub results: u64,
    /// Whether there are more: pages that must meet conditions are not all counted.
    pub has_more: bool,
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
    pub marked_title: Vec<ExcerptPiece>,
    /// Of its blocks, the best to show.
    pub blocks: Vec<ShownBlock>,
}

/// The first columns of a page in an answer; the rest follows in the order of the list of columns.
const FIRST: [&str; 5] = ["rank", "score", "docno", "url", "title"];

impl Serialize for FoundPage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut page = serializer.serialize_map(None)?;
        for column in hit_columns(&FIRST) {
            match column.get {
                HitGet::Blocks(_) => page.serialize_entry(column.name, &self.blocks)?,
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
    pub pieces: Vec<ExcerptPiece>,
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

/// Reads which page of the results an address asks for.
///
/// # Errors
/// [`Failure::Problems`] for one that is too far: ranks are known to 1,000.
pub fn page_number(fields: &Fields, hits: usize) -> Answer<usize> {
    let last = DEPTH / hits;
    Ok(fields.whole(PAGE, 1..=last, &format!(", 1 to {last}"))?.unwrap_or(1))
}

/// Searches, for the page of the results that the address asks for.
///
/// # Errors
/// [`Failure`] for a page that is too far, an index that cannot be read, a phrase in one without
/// texts, and a client that is gone.
pub fn found(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<SearchAnswer> {
    let WebRequest { site, snapshot, cancel, .. } = *web;
    let page = page_number(web.fields, request.hits)?;
    snapshot.check_pages(request)?;
    let index = &snapshot.index;
    let job = SearchJob { skipped: request.hits * (page - 1), ..request.job() };
    let outcome = job.run(index, cancel)?;
    cancel.check()?;
    let found = outcome.result.len();
    let total = if found < request.hits && (found > 0 || page == 1) {
        Total { results: (job.skipped + found) as u64, has_more: false }
    } else {
        // Whether a page meets a phrase is seen in its text, so of a query with conditions only as
        // many are counted as a page can show.
        let enough = (page * request.hits).max(MAX_HITS) + 1;
        let counted = job.count(enough, index, cancel)?.result;
        Total { results: counted.pages, has_more: counted.has_more }
    };
    let has_words = |notice: &Notice| !matches!(notice, Notice::NoResult { why: Some(_) });
    let is_emptied =
        total.results == 0 && !job.words.is_empty() && outcome.notices.iter().all(has_words);
    // The topic that has the query, if there are judgements.
    let words = || request.words().split_whitespace();
    let has_query =
        |topic: &&Topic| words().next().is_some() && topic.text.split_whitespace().eq(words());
    let topic = site.judging.as_ref().and_then(|judging| judging.topics.iter().find(has_query));
    let (hits, pins) = results(web, request, &job, outcome.result, topic)?;
    Ok(SearchAnswer {
        query: request.words().to_owned(),
        address: request.address(),
        command: job.command([web.path()]).unwrap_or_default(),
        commit: snapshot.commit.clone(),
        rule: request.rule_text(),
        ranking: request.ranking.to_string(),
        view: job.view_size(index, cancel)?.result,
        // Before anybody has typed a word, a search without a result is nothing to warn of.
        warnings: match job.words.is_empty() {
            true => request.warnings.clone(),
            false => warnings(&outcome.notices),
        },
        topic: topic.map(|topic| topic.id.clone()),
        total,
        page,
        hits,
        pins,
        emptied: is_emptied.then(|| emptied(web, request)).transpose()?,
    })
}

/// The pages that were found, compared with those without the rule and of the pinned rules.
fn results(
    web: &WebRequest<'_>,
    request: &SearchRequest,
    job: &SearchJob,
    found: Vec<tamis::job::Found>,
    topic: Option<&Topic>,
) -> Answer<(Vec<FoundPage>, Vec<PinnedResults>)> {
    let WebRequest { site, snapshot, cancel, .. } = *web;
    let qrels = topic.zip(site.judging.as_ref());
    let qrels = qrels.and_then(|(topic, judging)| judging.qrels.topic(&topic.id));
    let grade = |docno: &str| qrels.and_then(|qrels| qrels.grade(docno));
    let first = (job.skipped + 1) as u32;
    let shown = &(first..=first + (request.hits - 1) as u32);
    let (mut pins, mut ranks) = (Vec::new(), Vec::new());
    if !request.pins.is_empty() && !job.words.is_empty() {
        let here = &*snapshot.ranks(job, cancel)?;
        let all = request.pins.iter().map(|pin| pinned(web, request, pin, (shown, here), grade));
        (pins, ranks) = all.collect::<Answer<(Vec<_>, Vec<_>)>>()?;
    }
    let rule = job.request.without_rule(TitleRule::default());
    let without_rule = SearchJob { request: rule, ..job.clone() };
    let before = (request.has_rule() && !found.is_empty())
        .then(|| snapshot.ranks(&without_rule, cancel))
        .transpose()?;
    let mut pages = Vec::with_capacity(found.len());
    for (rank, tamis::job::Found { hit, title_words }) in (first..).zip(found) {
        let title = excerpt::line(&hit.title);
        pages.push(FoundPage {
            rank_without_rule: before.as_ref().map_or(Some(rank), |all| all.of(&hit.docno)),
            ranks_of_pins: ranks.iter().map(|ranks| ranks.of(&hit.docno)).collect(),
            grade: grade(&hit.docno),
            marked_title: excerpt::pieces(&title, &title_words, usize::MAX),
            blocks: hit.shown_blocks().take(BLOCKS).map(ShownBlock::new).collect(),
            hit: Hit { title, date: excerpt::start(&hit.date, LINE), ..hit },
        });
    }
    Ok((pages, pins))
}

/// What a job noticed that the page shows: all warnings, and why a query finds nothing.
pub fn warnings(notices: &[Notice]) -> Vec<String> {
    let is_shown = |notice: &&Notice| {
        notice.is_warning() || matches!(notice, Notice::NoResult { why: Some(_) })
    };
    notices.iter().filter(is_shown).map(excerpt::notice).collect()
}
