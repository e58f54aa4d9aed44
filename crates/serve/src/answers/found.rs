//! The best pages for a query under a rule, with their ranks without the rule and under the pinned
//! rules.

mod emptied;
mod pinned;

use crate::excerpt::{self, LINE};
use crate::requests::{Answer, Fields, MAX_HITS, SearchRequest};
use crate::site::{DEPTH, Ranks, WebRequest};
use emptied::emptied;
use pinned::Searched;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::ops::RangeInclusive;
use std::sync::Arc;
use tamis::eval::Topic;
use tamis::job::{Outcome, SearchJob, ViewSize};
use tamis::{FoundBlock, Hit, HitGet, Notice, TitleRule, hit_columns};

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
    /// Pages that were counted.
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
    pub marked_title: Vec<Piece>,
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

/// A search with what it is compared with.
struct Search<'a> {
    web: &'a WebRequest<'a>,
    request: &'a SearchRequest,
    /// The page of the results, from 1.
    page: usize,
}

/// Searches, for the page of the results that the address asks for.
///
/// # Errors
/// [`Failure`] for a page that is too far, an index that cannot be read, a phrase in one without
/// texts, and a client that is gone.
pub fn found(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<Found> {
    let page = page_number(web.fields, request.hits)?;
    Search { web, request, page }.found()
}

/// Reads which page of the results an address asks for.
///
/// # Errors
/// [`Failure::Problems`] for one that is too far: ranks are known to 1,000.
pub fn page_number(fields: &Fields, hits: usize) -> Answer<usize> {
    let last = DEPTH / hits;
    Ok(fields.whole(PAGE, 1..=last, &format!(", 1 to {last}"))?.unwrap_or(1))
}

impl Search<'_> {
    fn found(&self) -> Answer<Found> {
        let Self { web, request, .. } = *self;
        let WebRequest { snapshot, cancel, .. } = *web;
        snapshot.check_pages(request)?;
        let index = &snapshot.index;
        let job = SearchJob { skipped: request.hits * (self.page - 1), ..request.job() };
        let outcome = job.run(index, cancel)?;
        cancel.check()?;
        let total = self.total(&job, outcome.result.len())?;
        let emptied = self.emptied(&job, &outcome, total)?;
        let (hits, pins) = self.results(&job, outcome.result)?;
        Ok(Found {
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
    fn total(&self, job: &SearchJob, found: usize) -> Answer<Total> {
        let before = job.skipped;
        if found < self.request.hits && (found > 0 || self.page == 1) {
            return Ok(Total { results: (before + found) as u64, has_more: false });
        }
        let enough = (self.page * self.request.hits).max(MAX_HITS) + 1;
        let counted = job.count(enough, &self.web.snapshot.index, self.web.cancel)?.result;
        Ok(Total { results: counted.pages, has_more: counted.has_more })
    }

    /// What empties the search, if it has words and finds nothing.
    fn emptied(
        &self,
        job: &SearchJob,
        outcome: &Outcome<Vec<tamis::job::Found>>,
        total: Total,
    ) -> Answer<Option<Emptied>> {
        let has_words = |notice: &Notice| !matches!(notice, Notice::NoResult { why: Some(_) });
        if total.results > 0 || job.words.is_empty() || !outcome.notices.iter().all(has_words) {
            return Ok(None);
        }
        emptied(self.web, self.request).map(Some)
    }

    /// The topic that has the query, if there are judgements.
    fn topic(&self) -> Option<&Topic> {
        let words = || self.request.words().split_whitespace();
        let mut topics = self.web.site.judging.as_ref()?.topics.iter();
        topics.find(|topic| words().next().is_some() && topic.text.split_whitespace().eq(words()))
    }

    /// The pages that were found, compared with those of the pinned rules.
    fn results(
        &self,
        job: &SearchJob,
        found: Vec<tamis::job::Found>,
    ) -> Answer<(Vec<FoundPage>, Vec<PinnedResults>)> {
        let request = self.request;
        let qrels =
            self.topic().and_then(|topic| self.web.site.judging.as_ref()?.qrels.topic(&topic.id));
        let grade = |docno: &str| qrels.and_then(|qrels| qrels.grade(docno));
        let first = (job.skipped + 1) as u32;
        let shown = first..=first + (request.hits - 1) as u32;
        let (pins, ranks) = self.pinned(job, &shown, grade)?;
        let before = match request.has_rule() && !found.is_empty() {
            true => Some(self.web.snapshot.ranks(&without_rule(job), self.web.cancel)?),
            false => None,
        };
        let mut pages = Vec::with_capacity(found.len());
        for (rank, found) in (first..).zip(found) {
            let docno = &found.hit.docno;
            let rank_without_rule = before.as_ref().map_or(Some(rank), |ranks| ranks.of(docno));
            let ranks_of_pins = ranks.iter().map(|ranks| ranks.of(docno)).collect();
            let grade = grade(docno);
            let page = FoundPage::new(found);
            pages.push(FoundPage { rank_without_rule, ranks_of_pins, grade, ..page });
        }
        Ok((pages, pins))
    }

    /// The results of the pinned rules, and the ranks of the pages under each.
    fn pinned(
        &self,
        job: &SearchJob,
        shown: &RangeInclusive<u32>,
        grade: impl Fn(&str) -> Option<i32>,
    ) -> Answer<(Vec<PinnedResults>, Vec<Arc<Ranks>>)> {
        if self.request.pins.is_empty() || job.words.is_empty() {
            return Ok((Vec::new(), Vec::new()));
        }
        let here = self.web.snapshot.ranks(job, self.web.cancel)?;
        let searched = Searched { web: self.web, request: self.request, shown, here: &here };
        let mut results = Vec::with_capacity(self.request.pins.len());
        for pin in &self.request.pins {
            results.push(searched.pinned(pin, &grade)?);
        }
        Ok(results.into_iter().unzip())
    }
}

/// The same search of the text without the rule.
fn without_rule(job: &SearchJob) -> SearchJob {
    SearchJob { request: job.request.without_rule(TitleRule::default()), ..job.clone() }
}

impl FoundPage {
    fn new(found: tamis::job::Found) -> Self {
        let tamis::job::Found { hit, title_words } = found;
        let blocks = hit.shown_blocks().take(BLOCKS).map(ShownBlock::new).collect();
        let title = excerpt::line(&hit.title);
        let date = excerpt::start(&hit.date, LINE);
        Self {
            marked_title: excerpt::pieces(&title, &title_words, usize::MAX),
            hit: Hit { title, date, ..hit },
            rank_without_rule: None,
            ranks_of_pins: Vec::new(),
            grade: None,
            blocks,
        }
    }
}

/// What a job noticed that the page shows: all warnings, and why a query finds nothing.
pub fn warnings(notices: &[Notice]) -> Vec<String> {
    let is_shown = |notice: &&Notice| {
        notice.is_warning() || matches!(notice, Notice::NoResult { why: Some(_) })
    };
    notices.iter().filter(is_shown).map(excerpt::notice).collect()
}
