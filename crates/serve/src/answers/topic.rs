//! A topic's rankings side by side: without the rule, under it, and those of other systems, with
//! the grades of their pages.

use super::command;
use super::measures::requested_measures;
use crate::answers::found::warnings;
use crate::excerpt;
use crate::requests::{Answer, Failure, SearchRequest};
use crate::site::{DEPTH, WebRequest};
use serde::Serialize;
use std::collections::HashMap;
use tamis::eval::measure::Instance;
use tamis::eval::trec::TopicQrels;
use tamis::job::{Ranking, SearchJob};
use tamis::measures::depth;
use tamis::request::Request;

/// The parameters of a topic besides those of a search.
pub const PARAMETERS: [&str; 2] = ["topic", "measure"];

/// A topic and its rankings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicAnswer {
    pub topic: String,
    pub text: String,
    /// The command that searches for it under the rule.
    pub command: String,
    /// The commit of the index.
    pub commit: String,
    /// What the job noticed of the index and the rule.
    pub warnings: Vec<String>,
    /// The rule as text; empty if every block is permitted.
    pub rule: String,
    /// The model with its parameters.
    pub ranking: String,
    /// The measures, by trec_eval's names.
    pub measures: Vec<String>,
    /// The lowest grade that counts as relevant.
    pub level: i32,
    /// Pages with each grade, in the qrels.
    pub grades: Vec<GradeCount>,
    /// Without the rule, under the rule, then the runs of other systems.
    pub rankings: Vec<TopicRankings>,
}

/// How many pages have a grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct GradeCount {
    pub grade: i32,
    pub pages: usize,
}

/// A ranking of a topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicRankings {
    /// `unfiltered`, `under_rule`, or the name of a run.
    pub name: String,
    pub values: Vec<f64>,
    pub pages: Vec<RankedPage>,
}

/// A page of a ranking.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RankedPage {
    /// Its rank, from 1.
    pub rank: usize,
    /// Its rank without the rule; none if it is not among the pages that were looked at.
    pub rank_without_rule: Option<usize>,
    /// Its name in the collection.
    pub docno: String,
    /// Its title, or empty; cut after 300 characters.
    pub title: String,
    pub score: f64,
    /// Its grade; none if it was not judged.
    pub grade: Option<i32>,
    /// Whether the index has the page.
    pub is_indexed: bool,
}

/// The rankings of the topic that the address names.
///
/// # Errors
/// [`Failure::Missing`] for an unknown topic, and a server without topics and qrels.
pub fn topic(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<TopicAnswer> {
    let judging = web.judging()?;
    let id = web.fields.needed("topic")?;
    let missing = || Failure::Missing(format!("no topic '{id}' in the topics file"));
    let found = judging.topic(id).ok_or_else(missing)?;
    let measures = requested_measures(web)?;
    let needed = depth(None, &measures)?;
    let search = |request: &SearchRequest, rule: Request| {
        web.snapshot.check_pages(request)?;
        let rule = Request { hits: Some(needed.max(request.hits).max(DEPTH)), ..rule };
        let job = SearchJob { request: rule, ..request.job_of(&found.text) };
        let ranking = job.ranking(&web.snapshot.index, web.cancel)?;
        web.cancel.check()?;
        Ok::<_, Failure>(ranking)
    };
    // The baseline of a sweep: titles are treated as under the rule.
    let title = request.request.with_named_rule(web.snapshot.manifest())?.title;
    let unfiltered = search(request, request.request.without_rule(title))?.result;
    let under_rule = search(request, request.request.clone())?;
    let of_index = |name: String, ranking: Ranking| {
        let rows = ranking.into_iter().map(|(docno, score)| (docno, f64::from(score)));
        (name, rows.collect::<Vec<_>>(), needed)
    };
    let mut all = vec![of_index("unfiltered".to_owned(), unfiltered)];
    all.push(of_index("under_rule".to_owned(), under_rule.result));
    for pin in &request.pins {
        let under_pin = search(&pin.request, pin.request.request.clone())?.result;
        all.push(of_index(format!("pin {}", pin.name), under_pin));
    }
    for (name, run) in &judging.runs {
        let rows = run.topic(id).unwrap_or_default().iter();
        let rows = rows.map(|row| (row.docno.to_owned(), row.score));
        all.push((name.clone(), rows.collect(), usize::MAX));
    }
    let before: HashMap<&str, usize> =
        all[0].1.iter().map(|(docno, _)| docno.as_str()).zip(1..).collect();
    let qrels = judging.qrels.topic(id);
    let mut rankings = Vec::with_capacity(all.len());
    for (name, rows, depth) in &all {
        let docnos = rows.iter().map(|(docno, _)| docno.as_str()).take(*depth);
        let values = judging.judged.scores(&judging.qrels, id, docnos, &measures);
        let pages = (1..).zip(rows.iter().take(request.hits));
        let pages = pages.map(|(rank, row)| page(web, rank, row, &before, qrels));
        let pages = pages.collect::<Answer<Vec<RankedPage>>>()?;
        rankings.push(TopicRankings { name: name.clone(), values, pages });
    }
    Ok(TopicAnswer {
        topic: found.id.clone(),
        text: found.text.clone(),
        command: command::topic(web.path(), request, judging, id),
        commit: web.snapshot.commit.clone(),
        warnings: warnings(&under_rule.notices),
        rule: request.rule_text(),
        ranking: request.ranking.to_string(),
        measures: measures.iter().map(Instance::name).collect(),
        level: judging.judged.level,
        grades: grades(qrels),
        rankings,
    })
}

/// A page of a ranking; `before` has the ranks without the rule.
fn page(
    web: &WebRequest<'_>,
    rank: usize,
    (docno, score): &(String, f64),
    before: &HashMap<&str, usize>,
    qrels: Option<&TopicQrels>,
) -> Answer<RankedPage> {
    let index = &web.snapshot.index;
    let stored = index.document(docno)?.map(|page| index.stored_page(page)).transpose()?;
    let title = stored.as_ref().map_or("", |page| page.title.as_str());
    Ok(RankedPage {
        rank,
        rank_without_rule: before.get(docno.as_str()).copied(),
        docno: docno.clone(),
        title: excerpt::line(title),
        score: *score,
        grade: qrels.and_then(|qrels| qrels.grade(docno)),
        is_indexed: stored.is_some(),
    })
}

/// Pages by grade, the highest first.
fn grades(qrels: Option<&TopicQrels>) -> Vec<GradeCount> {
    let mut counts: Vec<GradeCount> = Vec::new();
    for (_, grade) in qrels.into_iter().flat_map(TopicQrels::iter) {
        match counts.iter_mut().find(|count| count.grade == grade) {
            Some(count) => count.pages += 1,
            None => counts.push(GradeCount { grade, pages: 1 }),
        }
    }
    counts.sort_by_key(|count| std::cmp::Reverse(count.grade));
    counts
}
