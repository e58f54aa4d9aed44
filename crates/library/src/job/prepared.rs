//! A request made ready for queries, with notices of what it leaves.

use crate::index::Index;
use crate::notice::Notice;
use crate::opened::Opened;
use crate::watch::Told;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_index::index::Manifest;
use tamis_search::request::{Request, SweepRequest};
use tamis_search::rule::weights::WeightRule;
use tamis_search::sweep::{Grid, Grids};
use tamis_search::view::little_text::LittleText;
use tamis_search::{Predicate, Prepared, SplitRule, TitleRule, Weights};

/// Prepares a search. Tells if no block can meet its rule, if no page is left, or hardly any text.
pub(super) fn prepared<'a>(
    opened: &'a Opened,
    request: &Request,
    told: &Told<'_>,
) -> Result<Prepared<'a>> {
    let corpus = &opened.corpus;
    tell_of_request(corpus, request, told)?;
    let prepared = Prepared::with_view(corpus, request, |rule| opened.view(rule))?;
    told.tell_all(opened.little_text(&prepared.rule, &prepared.view)?.map(of_little_text));
    if prepared.view.statistics.pages == 0 {
        told.tell(match corpus.check_pages() {
            Err(error) => Notice::no_pages(error),
            Ok(()) => of_empty_view(corpus.pages()),
        });
    }
    Ok(prepared)
}

/// Tells what no block can meet in a request.
///
/// # Errors
/// As [`Request::rule`].
pub(crate) fn tell_of_request(corpus: &Corpus, request: &Request, told: &Told<'_>) -> Result<()> {
    told.tell_all(notices_of_rule(request, &corpus.indexes[0].manifest)?);
    Ok(())
}

/// The notice of a rule that leaves no text of so many pages.
pub(super) fn of_empty_view(pages: u64) -> Notice {
    if pages == 0 { Notice::NoPagePasses } else { Notice::NoText }
}

/// The notice of a rule that leaves hardly any text.
pub(super) fn of_little_text(little: LittleText) -> Notice {
    Notice::LittleText { problem: little.to_string() }
}

/// The notices of a request before anything is searched: that the tuned rule that it asks for is
/// outdated, and what no block can meet. The outcomes of jobs have them too.
///
/// # Errors
/// A rule that the index cannot have.
pub fn notices_of_request(index: &Index, request: &Request) -> Result<Vec<Notice>> {
    let corpus = index.corpus();
    let outdated = request.outdated_rule(corpus).map(Notice::outdated_rule);
    Ok(outdated.into_iter().chain(notices_of_rule(request, index.manifest())?).collect())
}

/// The notices of what no block can meet: the rule, the treatment of titles aside, and rules of
/// weights, for an index with this manifest.
///
/// # Errors
/// As [`Request::rule`].
pub(super) fn notices_of_rule(request: &Request, manifest: &Manifest) -> Result<Vec<Notice>> {
    let SplitRule { permits, title, weights } = request.split_rule(manifest)?;
    let is_contradiction = title.is_contradiction(permits.clone());
    let contradiction = is_contradiction.then(|| contradiction(&permits, title));
    Ok(contradiction.into_iter().chain(idle_weights(&weights)).collect())
}

/// The notices of what no block can meet at any point of a sweep.
///
/// # Errors
/// As [`SweepRequest::grids`].
pub(super) fn notices_of_grids(
    sweep: &SweepRequest,
    grids: &Grids,
    manifest: &Manifest,
) -> Result<Vec<Notice>> {
    let title = sweep.request.with_named_rule(manifest)?.title;
    let mut notices = Vec::new();
    if grids.iter().all(Grid::is_contradiction) {
        notices.push(contradiction(&grids.first().untitled(0), title));
    }
    notices.extend(idle_weights(&grids.first().weights.base));
    Ok(notices)
}

fn contradiction(rule: &Predicate, title: TitleRule) -> Notice {
    Notice::Contradiction { rule: in_short(rule), titles_left: title == TitleRule::Keep }
}

fn idle_weights(weights: &Weights) -> Vec<Notice> {
    let idle = weights.rules().iter().filter(|weighed| weighed.rule.is_contradiction());
    idle.map(|WeightRule { rule, .. }| Notice::IdleWeight { rule: in_short(rule) }).collect()
}

/// A rule as text, its beginning if it is long.
fn in_short(rule: &Predicate) -> String {
    const LONGEST: usize = 200;
    let text = rule.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
