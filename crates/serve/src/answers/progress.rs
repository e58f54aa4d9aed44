//! How far the judging is: judged pages of the pool, by topic and in all, and the agreement with
//! other qrels. That is over topics whose pools are judged completely: a number that changed with
//! each grade would tell what the qrels say of the page.

use super::pool;
use crate::requests::{Answer, SearchRequest};
use crate::site::{Judging, TopicPool, WebRequest};
use serde::Serialize;
use tamis::eval::statistics::agreement;

/// The state of the judging.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgingProgress {
    /// The qrels file that is written.
    pub file: String,
    /// The highest grade; the lowest is 0.
    pub max_grade: i32,
    /// How many pages of each ranking are in the pool.
    pub depth: usize,
    /// The rankings whose best pages are in the pool.
    pub rankings: Vec<PooledRanking>,
    /// Judged pages of the pools of all topics.
    pub judged: usize,
    /// Pages of the pools of all topics.
    pub pool: usize,
    /// The agreement with the qrels of the server, over all topics whose pools are judged
    /// completely; none without qrels, or before such a topic has a page that is judged in both.
    pub agreement: Option<Agreements>,
    /// The topics, in the order of their file.
    pub topics: Vec<TopicProgress>,
    /// The commit of the index.
    pub commit: String,
}

/// A ranking whose best pages are in the pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PooledRanking {
    /// The name of a pinned rule or of a run; none for the rule of the address.
    pub name: Option<String>,
    /// The rule as text; empty if every block is permitted, and for a run.
    pub rule: String,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicProgress {
    pub topic: String,
    pub text: String,
    /// Judged pages of its pool.
    pub judged: usize,
    pub pool: usize,
    /// The agreement with the qrels of the server; none before the pool is judged completely.
    pub agreement: Option<Agreements>,
}

/// Agreement with other qrels over the pages of pools that are judged in both.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Agreements {
    /// Pages that are judged in both.
    pub pages: usize,
    /// The share of them with the same grade.
    pub same_grade: f64,
    /// Cohen's kappa of the grades; none where chance alone gives all agreement.
    pub kappa_of_grades: Option<f64>,
    /// The share of them that are relevant in both, or in neither.
    pub same_relevance: f64,
    /// Cohen's kappa of relevant and not relevant.
    pub kappa_of_relevance: Option<f64>,
}

impl Agreements {
    /// Compares own grades with others; a page is relevant from grade `level` on.
    pub fn new(pairs: &[(i32, i32)], level: i32) -> Option<Self> {
        let relevance: Vec<(i32, i32)> =
            pairs.iter().map(|(a, b)| ((*a >= level).into(), (*b >= level).into())).collect();
        let grades = agreement(pairs)?;
        let relevance = agreement(&relevance)?;
        Some(Self {
            pages: grades.judged,
            same_grade: grades.share(),
            kappa_of_grades: grades.kappa,
            same_relevance: relevance.share(),
            kappa_of_relevance: relevance.kappa,
        })
    }
}

/// The state of the judging under the rules of an address.
///
/// # Errors
/// [`Failure::Missing`] for a server that writes no grades.
pub fn progress(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<JudgingProgress> {
    let assessed = web.page_assessment()?;
    let pools = pool::pools(web, assessed, request)?;
    let judging = web.site.judging.as_ref();
    let level = judging.map_or(1, |judging| judging.judged.level);
    let mut all = Vec::new();
    let mut topics = Vec::with_capacity(pools.len());
    for (topic, pool) in assessed.topics.iter().zip(&*pools) {
        let topic = &topic.topic;
        let grades = assessed.grades(&topic.id, pool);
        let pairs = judging.map(|judging| beside(judging, &topic.id, pool, &grades));
        let pairs = pairs.unwrap_or_default();
        topics.push(TopicProgress {
            topic: topic.id.clone(),
            text: topic.text.clone(),
            judged: grades.iter().flatten().count(),
            pool: grades.len(),
            agreement: Agreements::new(&pairs, level),
        });
        all.extend(pairs);
    }
    Ok(JudgingProgress {
        file: assessed.path().display().to_string(),
        max_grade: assessed.max_grade,
        depth: pool::depth(web)?,
        rankings: rankings(web, request)?,
        judged: topics.iter().map(|topic| topic.judged).sum(),
        pool: topics.iter().map(|topic| topic.pool).sum(),
        agreement: Agreements::new(&all, level),
        topics,
        commit: web.snapshot.commit.clone(),
    })
}

/// The own grades of a pool beside those of the qrels, of every page that has both; none before the
/// pool is judged completely.
fn beside(
    judging: &Judging,
    topic: &str,
    pool: &TopicPool,
    grades: &[Option<i32>],
) -> Vec<(i32, i32)> {
    let Some(others) = judging.qrels.topic(topic) else { return Vec::new() };
    let Some(own) = grades.iter().copied().collect::<Option<Vec<i32>>>() else { return Vec::new() };
    let mut pairs = Vec::new();
    for ((docno, _), own) in pool.iter().zip(own) {
        // A negative grade says that nobody judged the page.
        if let Some(other) = others.grade(docno).filter(|grade| *grade >= 0) {
            pairs.push((own, other));
        }
    }
    pairs
}

/// The rankings whose best pages are in the pool.
fn rankings(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<Vec<PooledRanking>> {
    let rules = pool::rules(web, request)?.into_iter();
    let rules = rules.map(|(name, rule)| PooledRanking { name, rule: rule.rule_text() });
    let runs = web.site.judging.iter().flat_map(|judging| &judging.runs);
    let runs =
        runs.map(|(name, _)| PooledRanking { name: Some(name.clone()), rule: String::new() });
    Ok(rules.chain(runs).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_is_of_grades_and_of_relevance() {
        assert_eq!(Agreements::new(&[], 1), None);
        let found = Agreements::new(&[(2, 1), (0, 0), (1, 1), (0, 0)], 1).unwrap();
        assert_eq!((found.pages, found.same_grade, found.same_relevance), (4, 0.75, 1.0));
        assert_eq!(found.kappa_of_relevance, Some(1.0));
        assert!(found.kappa_of_grades.unwrap() < 1.0);
    }
}
