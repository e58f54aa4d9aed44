//! A topic's rankings side by side: without the rule, under it, and those of other systems, with
//! the grades of their pages.

use super::command;
use super::examination::{needed, requested_measures, scores};
use crate::answers::found::warnings;
use crate::excerpt;
use crate::requests::{Answer, Failure, SearchRequest};
use crate::site::{DEPTH, WebRequest};
use serde::Serialize;
use std::collections::HashMap;
use tamis::eval::measure::{Instance, Judgements, TopicRanking};
use tamis::eval::trec::TopicQrels;
use tamis::job::{Ranking, SearchJob};
use tamis::request::Request;

/// The parameters of a topic besides those of a search.
pub const PARAMETERS: [&str; 2] = ["topic", "measure"];

/// A topic and its rankings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Topic {
    /// Its id.
    pub topic: String,
    /// Its query.
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
    /// The grade.
    pub grade: i32,
    /// Pages with it.
    pub pages: usize,
}

/// A ranking of a topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicRankings {
    /// `unfiltered`, `under_rule`, or the name of a run.
    pub name: String,
    /// Its measures.
    pub values: Vec<f64>,
    /// The first pages.
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
    /// Its score.
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
pub fn topic(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<Topic> {
    let judging = web.judging()?;
    let id = web.needed("topic")?;
    let found = judging
        .topic(id)
        .ok_or_else(|| Failure::Missing(format!("no topic '{id}' in the topics file")))?;
    let measures = requested_measures(web)?;
    let hits = needed(&measures)?.max(request.hits).max(DEPTH);
    let search = |request: &SearchRequest, rule: Request| {
        web.snapshot.check_pages(request)?;
        let rule = Request { hits: Some(hits), ..rule };
        let job = SearchJob { request: rule, ..request.job_of(&found.text) };
        let ranking = job.ranking(&web.snapshot.index, web.cancel)?;
        web.cancel.check()?;
        Ok::<_, Failure>(ranking)
    };
    // The baseline of a sweep: titles are treated as under the rule.
    let title = request.request.with_named_rule(web.snapshot.manifest())?.title;
    let unfiltered = search(request, request.request.without_rule(title))?.result;
    let under_rule = search(request, request.request.clone())?;
    let before = unfiltered.iter().map(|(docno, _)| docno.as_str()).zip(1..).collect();
    let qrels = judging.qrels.topic(id);
    let work = Work { web, request, qrels, measures: &measures, before };
    let mut rankings = vec![
        work.ranking("unfiltered", &unfiltered)?,
        work.ranking("under_rule", &under_rule.result)?,
    ];
    for pin in &request.pins {
        let under_pin = search(&pin.request, pin.request.request.clone())?.result;
        rankings.push(work.ranking(&format!("pin {}", pin.name), &under_pin)?);
    }
    for (name, run) in &judging.runs {
        rankings.push(work.run(name, run.topic(id))?);
    }
    Ok(Topic {
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

/// What the rankings of a topic have in common.
struct Work<'a> {
    web: &'a WebRequest<'a>,
    request: &'a SearchRequest,
    qrels: Option<&'a TopicQrels>,
    measures: &'a [Instance],
    /// Ranks without the rule, by docno.
    before: HashMap<&'a str, usize>,
}

impl Work<'_> {
    /// A ranking of the index.
    fn ranking(&self, name: &str, retrieved: &Ranking) -> Answer<TopicRankings> {
        let mut pages = Vec::new();
        for (rank, (docno, score)) in (1..).zip(retrieved.iter().take(self.request.hits)) {
            pages.push(self.page(rank, docno, f64::from(*score))?);
        }
        Ok(TopicRankings {
            name: name.to_owned(),
            values: self.values(retrieved.iter().map(|(docno, _)| docno.as_str())),
            pages,
        })
    }

    /// The measures of a ranking, computed as in an experiment.
    fn values<'d>(&self, docnos: impl Iterator<Item = &'d str>) -> Vec<f64> {
        let Some(qrels) = self.qrels else { return vec![0.0; self.measures.len()] };
        let judgements = Judgements::new(qrels, self.level());
        let needed = needed(self.measures).unwrap_or(usize::MAX);
        let grades: Vec<Option<i32>> =
            docnos.take(needed).map(|docno| qrels.grade(docno)).collect();
        let ranking = TopicRanking { grades: &grades, judgements: &judgements };
        self.measures.iter().map(|measure| measure.score(&ranking)).collect()
    }

    fn level(&self) -> i32 {
        self.web.site.judging.as_ref().map_or(1, |judging| judging.judged.level)
    }

    /// A ranking of another system.
    fn run(
        &self,
        name: &str,
        ranking: Option<tamis::eval::trec::Ranking<'_>>,
    ) -> Answer<TopicRankings> {
        let rows = ranking.into_iter().flat_map(|ranking| ranking.first(self.request.hits).iter());
        let mut pages = Vec::new();
        for (rank, row) in (1..).zip(rows) {
            pages.push(self.page(rank, row.docno, row.score)?);
        }
        let judging = self.web.judging()?;
        Ok(TopicRankings {
            name: name.to_owned(),
            values: scores(judging, self.web.needed("topic")?, ranking, self.measures),
            pages,
        })
    }

    fn page(&self, rank: usize, docno: &str, score: f64) -> Answer<RankedPage> {
        let document = self.web.snapshot.index.document(docno)?;
        let stored =
            document.map(|document| self.web.snapshot.index.stored_page(document)).transpose()?;
        let title = stored.as_ref().map_or("", |page| page.title.as_str());
        Ok(RankedPage {
            rank,
            rank_without_rule: self.before.get(docno).copied(),
            docno: docno.to_owned(),
            title: excerpt::line(title),
            score,
            grade: self.qrels.and_then(|qrels| qrels.grade(docno)),
            is_indexed: stored.is_some(),
        })
    }
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
