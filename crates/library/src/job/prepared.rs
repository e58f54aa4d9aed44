//! A request made ready for queries, with notices of what it leaves.

use crate::notice::Notice;
use crate::watch::Told;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_search::request::Request;
use tamis_search::rule::weights::WeightRule;
use tamis_search::sweep::{Grid, Grids};
use tamis_search::view::little_text::LittleText;
use tamis_search::{Predicate, Prepared, TitleRule, Weights};

/// Prepares a search. Tells if no block can meet its rule, if no page is left, or hardly any text.
pub(super) fn prepared<'a>(
    corpus: &'a Corpus,
    request: &Request,
    told: &Told<'_>,
) -> Result<Prepared<'a>> {
    tell_of_request(corpus, request, told)?;
    let prepared = Prepared::new(corpus, request)?;
    let little = LittleText::find(corpus, &prepared.view, &prepared.rule)?;
    told.tell_all(little.map(|little| Notice::LittleText { problem: little.to_string() }));
    if prepared.view.statistics.pages == 0 {
        told.tell(match corpus.check_pages() {
            Err(error) => Notice::no_pages(error),
            Ok(()) if corpus.pages() == 0 => Notice::NoPagePasses,
            Ok(()) => Notice::NoText,
        });
    }
    Ok(prepared)
}

/// Tells what no block can meet in a request.
///
/// # Errors
/// As [`Request::rule`].
pub(crate) fn tell_of_request(corpus: &Corpus, request: &Request, told: &Told<'_>) -> Result<()> {
    let manifest = &corpus.indexes[0].manifest;
    let request = request.with_named_rule(manifest)?;
    let permits = request.permits(manifest)?;
    told.tell_all(notices_of_rule(&permits, request.title, &request.weights(manifest)?));
    Ok(())
}

/// The notices of what no block can meet: the rule, the treatment of titles aside, and rules of
/// weights.
pub fn notices_of_rule(permits: &Predicate, title: TitleRule, weights: &Weights) -> Vec<Notice> {
    let is_contradiction = title.is_contradiction(permits.clone());
    let mut notices: Vec<Notice> =
        is_contradiction.then(|| contradiction(permits, title)).into_iter().collect();
    notices.extend(idle_weights(weights));
    notices
}

/// Tells what no block can meet at any point of a sweep.
pub(super) fn tell_of_grids(grids: &Grids, title: TitleRule, told: &Told<'_>) {
    if grids.iter().all(Grid::is_contradiction) {
        told.tell(contradiction(&grids.first().untitled(0), title));
    }
    told.tell_all(idle_weights(&grids.first().weights.base));
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
    /// In characters.
    const LONGEST: usize = 200;
    let text = rule.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
