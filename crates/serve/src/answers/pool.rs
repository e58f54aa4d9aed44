//! The pages that are to be judged: for each topic the best of every rule of the address, of those
//! that are pinned as well, and of the runs of other systems, in an order that shows nothing of
//! ranks.

use crate::requests::{Answer, SearchRequest, of_part};
use crate::site::{AssessedTopic, DEPTH, PageAssessment, TopicPool, WebRequest};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use tamis::request::Part;
use xxhash_rust::xxh3::xxh3_64;

/// The parameter with the depth of the pool.
pub const DEPTH_NAME: &str = "depth";
/// How many pages of each ranking are judged.
const USUAL_DEPTH: usize = 10;

/// The depth of the pool.
///
/// # Errors
/// [`Failure::Problems`] for one that is no number from 1 to 1,000.
pub fn depth(web: &WebRequest<'_>) -> Answer<usize> {
    let depth = web.fields.whole(DEPTH_NAME, 1..=DEPTH, &format!(" from 1 to {DEPTH}"))?;
    Ok(depth.unwrap_or(USUAL_DEPTH))
}

/// The value of the parameter, if it is not the usual one.
pub fn unusual_depth(depth: usize) -> Option<String> {
    (depth != USUAL_DEPTH).then(|| depth.to_string())
}

/// The rules of an address: the one of its form, those that are pinned, and the text without a
/// rule.
///
/// # Errors
/// [`Failure::Problems`] if what is left without the rule needs a part of it.
pub fn rules(
    web: &WebRequest<'_>,
    request: &SearchRequest,
) -> Answer<Vec<(Option<String>, SearchRequest)>> {
    let pins = &request.pins;
    let mut rules = Vec::with_capacity(pins.len() + 1);
    // A rule that is pinned as well is one.
    if !pins.iter().any(|pin| pin.is(request)) {
        rules.push((None, request.clone()));
    }
    rules.extend(pins.iter().map(|pin| (Some(pin.name.clone()), pin.request.clone())));
    // What every rule is compared with: without its pages a rule that moves others would seem to
    // gain.
    if rules.iter().all(|(_, rule)| rule.has_rule()) {
        let names: Vec<&str> = of_part(Part::Blocks).map(|spec| spec.name).collect();
        rules.push((None, request.without(&names, web.snapshot.manifest())?));
    }
    Ok(rules)
}

/// The pools of all topics, made once for a commit and its rules.
///
/// # Errors
/// [`Failure`] if the index cannot be searched.
pub fn pools(
    web: &WebRequest<'_>,
    assessed: &PageAssessment,
    request: &SearchRequest,
) -> Answer<Arc<Vec<TopicPool>>> {
    let depth = depth(web)?;
    let rules: Vec<SearchRequest> =
        rules(web, request)?.into_iter().map(|(_, rule)| rule).collect();
    let keys = rules.iter().map(|rule| rule.keys().join("\n"));
    let key = [web.snapshot.commit.clone(), depth.to_string()].into_iter().chain(keys);
    let key = key.collect::<Vec<_>>().join("\n\n");
    assessed.pools.get_or_make(key.as_str(), || {
        // Here, not on many threads, each of which would make the view for itself.
        for rule in &rules {
            web.snapshot.check_pages(rule)?;
            rule.job().view_size(&web.snapshot.index, web.cancel)?;
        }
        let make = |topic: &AssessedTopic| pool(web, &rules, topic, depth);
        let pools: Answer<Vec<TopicPool>> = assessed.topics.par_iter().map(make).collect();
        Ok((Arc::new(pools?), 1))
    })
}

/// The pool of a topic.
fn pool(
    web: &WebRequest<'_>,
    rules: &[SearchRequest],
    assessed: &AssessedTopic,
    depth: usize,
) -> Answer<TopicPool> {
    let topic = &assessed.topic;
    let mut pages = BTreeMap::new();
    let index = &web.snapshot.index;
    for rule in rules {
        web.cancel.check()?;
        let mut job = rule.job_of(&topic.text);
        job.request.hits = Some(depth);
        for (docno, _) in job.ranking(index, web.cancel)?.result {
            if let Some(document) = index.document(&docno)? {
                pages.insert(docno, document);
            }
        }
    }
    let runs = web.site.judging.iter().flat_map(|judging| &judging.runs);
    for ranking in runs.filter_map(|(_, run)| run.topic(&topic.id)) {
        for row in ranking.first(depth).iter() {
            // A page that the index does not have cannot be shown.
            if let Some(document) = index.document(row.docno)? {
                pages.insert(row.docno.to_owned(), document);
            }
        }
    }
    let mut pages: TopicPool = pages.into_iter().collect();
    pages.sort_by_cached_key(|(docno, _)| place(&topic.id, docno));
    Ok(pages)
}

/// What decides a page's place in the pool of a topic. No other page matters, so a pool that grows
/// keeps its order.
fn place(topic: &str, docno: &str) -> u64 {
    xxh3_64(format!("{topic} {docno}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_another_for_each_topic_and_stays_when_pages_come() {
        let ordered = |topic: &str, pages: &mut Vec<u32>| {
            pages.sort_by_cached_key(|page| place(topic, &page.to_string()));
        };
        let mut few: Vec<u32> = (0..20).collect();
        let mut many: Vec<u32> = (0..40).rev().collect();
        ordered("1", &mut few);
        ordered("1", &mut many);
        assert!(!few.is_sorted());
        many.retain(|page| *page < 20);
        assert_eq!(few, many);
        ordered("2", &mut many);
        assert_ne!(few, many);
    }
}
