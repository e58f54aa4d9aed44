//! A search for topics: a run, or why pages have their scores.

use super::opening::SearchScope;
use super::prepared::prepared;
use super::search::{TypedQuery, analyze, explain};
use super::{Outcome, PageLists, Ranking, Source};
use crate::index::Index;
use crate::kind;
use crate::notice::Notice;
use crate::watch::{Told, Watch};
use serde::{Deserialize, Serialize};
use tamis_eval::Topics;
use tamis_eval::trec::{Topic, TopicFields, run as trec_run};
use tamis_index::error::{Error, Place, Result};
use tamis_search::Prepared;
use tamis_search::experiment::measures::{RUN_HITS, check_hits};
use tamis_search::experiment::{check_tag, retrieved};
use tamis_search::request::Request;
use tamis_search::result::Explained;
use tamis_search::typed::Analyzed;

/// A search for topics as it is wanted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TopicsJob {
    /// Which blocks of which pages are seen, how they are ranked, and how many per topic are
    /// wanted: 1000 if it does not say.
    pub request: Request,
    /// Lists of pages in files.
    pub lists: PageLists,
    /// The topics.
    pub topics: Source<Topics>,
    /// The parts of the topics that are the query, if they are read from a file.
    pub topic_field: TopicFields,
    /// The only topic that is searched for, by its id; none for all.
    pub topic: Option<String>,
    /// The tag of the run, a word.
    pub tag: String,
    /// The number of threads; none for those of the process.
    pub threads: Option<usize>,
}

impl Default for TopicsJob {
    fn default() -> Self {
        Self {
            request: Request::default(),
            lists: PageLists::default(),
            topics: Source::default(),
            topic_field: TopicFields::default(),
            topic: None,
            tag: "tamis".to_owned(),
            threads: None,
        }
    }
}

/// What was found for each topic, in the order of the topics.
pub type ByTopic<T> = Vec<(Topic, T)>;

/// So many topics are searched for before their rankings are handed on.
const AT_ONCE: usize = 1024;

/// Takes the ranking of each topic, so that a run needs no memory for all of them.
pub type RankingSink<'r> = dyn FnMut(&Topic, Ranking) -> Result<()> + Send + 'r;

impl TopicsJob {
    /// Checks what needs no index, so that a wrong setting is found before one is opened.
    ///
    /// # Errors
    /// A model that does not exist, 0 results, or a tag that is no word.
    pub fn check(&self) -> Result<()> {
        self.request.hits.map(check_hits).transpose()?;
        check_tag(&self.tag)?;
        self.request.ranking().map(drop)
    }

    /// Searches for every topic, and hands the ranking of each to `row`, in the order of the
    /// topics. Returns the number of topics.
    ///
    /// # Errors
    /// A setting out of range, a tag that is no word, topics that cannot be read, an index that
    /// cannot be read, [`Error::Interrupted`], and errors of `row`.
    pub fn run(
        &self,
        index: &Index,
        watch: &dyn Watch,
        row: &mut RankingSink<'_>,
    ) -> Result<Outcome<usize>> {
        let most = self.request.hits.unwrap_or(RUN_HITS);
        self.search(index, watch, |mut prepared, topics, told| {
            let queries: Vec<Analyzed> = topics
                .iter()
                .map(|topic| analyze(&mut prepared.analyzer, &self.query(topic), told))
                .collect();
            self.rank(&prepared, (&topics, &queries), most, told, row)?;
            Ok(topics.len())
        })
    }

    /// Searches, and returns the run as TREC's lines.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn lines(&self, index: &Index, watch: &dyn Watch) -> Result<Outcome<Vec<u8>>> {
        let mut lines = Vec::new();
        let outcome = self.run(index, watch, &mut |topic, ranking| {
            write_lines(&mut lines, topic, ranking, &self.tag)
        })?;
        Ok(Outcome { result: lines, notices: outcome.notices, written: outcome.written })
    }

    /// Searches for these tokens with their weights, a list per topic, in the place of the words
    /// of topics. Tokens are those of the index: they are not analyzed again. A weight of 0 or less
    /// leaves its token out.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_weighted(
        &self,
        queries: &[Vec<(String, f64)>],
        index: &Index,
        watch: &dyn Watch,
        row: &mut RankingSink<'_>,
    ) -> Result<Outcome<usize>> {
        let most = self.request.hits.unwrap_or(RUN_HITS);
        self.search(index, watch, |prepared, topics, told| {
            let queries: Vec<Analyzed> = queries.iter().map(|tokens| of_tokens(tokens)).collect();
            self.rank(&prepared, (&topics, &queries), most, told, row)?;
            Ok(topics.len())
        })
    }

    /// Explains the query of every topic, and with a docno the score of that page.
    ///
    /// # Errors
    /// As [`run`](Self::run), and a page that the search does not see.
    pub fn explain(
        &self,
        docno: Option<&str>,
        index: &Index,
        watch: &dyn Watch,
    ) -> Result<Outcome<Vec<Explained>>> {
        self.search(index, watch, |mut prepared, topics, told| {
            let each = topics.iter();
            each.map(|topic| explain(&mut prepared, &self.query(topic), docno, told)).collect()
        })
    }

    pub(super) fn query<'t>(&self, topic: &'t Topic) -> TypedQuery<'t> {
        let operators = self.request.query_syntax;
        TypedQuery { topic: Some(&topic.id), text: &topic.text, operators }
    }

    fn search<T: Send>(
        &self,
        index: &Index,
        watch: &dyn Watch,
        work: impl FnOnce(Prepared<'_>, Vec<Topic>, &Told<'_>) -> Result<T> + Send,
    ) -> Result<Outcome<T>> {
        self.check()?;
        let told = Told::new(watch);
        let scope = SearchScope { index, lists: &self.lists, threads: self.threads };
        let result = scope.with_pages(&self.request, &told, |opened, request| {
            opened.corpus.check_pages()?;
            let prepared = prepared(opened, request, &told)?;
            work(prepared, self.topics()?, &told)
        })?;
        Ok(Outcome::new(result, told))
    }

    /// Ranks pages for every query, and hands the rankings on.
    fn rank(
        &self,
        prepared: &Prepared<'_>,
        (topics, queries): (&[Topic], &[Analyzed]),
        most: usize,
        told: &Told<'_>,
        row: &mut RankingSink<'_>,
    ) -> Result<()> {
        let order = prepared.corpus.order()?;
        let stop = || told.watch.stops();
        let remove_query = self.request.remove_query;
        let mut is_empty = Vec::with_capacity(topics.len());
        for (topics, queries) in topics.chunks(AT_ONCE).zip(queries.chunks(AT_ONCE)) {
            let ids: Vec<&str> = topics.iter().map(|topic| topic.id.as_str()).collect();
            let of = (&ids[..], queries);
            let rankings = prepared.rankings_of_topics(of, most, remove_query, &stop)?;
            for (topic, ranking) in topics.iter().zip(&rankings) {
                is_empty.push(ranking.is_empty());
                row(topic, retrieved(order, ranking)?)?;
            }
        }
        told.tell_all(without_result(topics.iter().zip(is_empty)));
        Ok(())
    }

    /// The topics: all, or the one that is asked for.
    pub(super) fn topics(&self) -> Result<Vec<Topic>> {
        let topics = self.topics.get(|path| Topics::fields(self.topic_field).read(path));
        let topics = topics.map_err(|error| kind::explained(error, kind::of_topics))?;
        let Some(id) = &self.topic else { return Ok(topics.to_vec()) };
        if let Some(topic) = topics.iter().find(|topic| topic.id == *id) {
            return Ok(vec![topic.clone()]);
        }
        let first: Vec<&str> = topics.iter().take(3).map(|topic| topic.id.as_str()).collect();
        let found = format!("no topic '{id}'; the first are {}", first.join(", "));
        Err(Error::format(Place::file(self.topics.path()), found, "the id of a topic of this file"))
    }
}

/// The notice of topics without results; the truth value says which these are.
pub(super) fn without_result<'t>(
    topics: impl ExactSizeIterator<Item = (&'t Topic, bool)>,
) -> Option<Notice> {
    let of = topics.len();
    let empty = topics.filter(|(_, is_empty)| *is_empty);
    let topics: Vec<String> = empty.map(|(topic, _)| topic.id.clone()).collect();
    (!topics.is_empty()).then_some(Notice::TopicsWithoutResult { topics, of })
}

/// Adds the ranking of a topic to the lines of a run.
fn write_lines<D: AsRef<str>>(
    lines: &mut Vec<u8>,
    topic: &Topic,
    ranking: impl IntoIterator<Item = (D, f32)>,
    tag: &str,
) -> Result<()> {
    trec_run::write(lines, &topic.id, ranking, tag)
        .map_err(|error| Error::io("write", "(memory)", error))
}

/// Returns rankings as TREC's lines. A topic without results is not in them.
///
/// # Errors
/// [`Error::Setting`] for a tag that is no word.
pub fn lines_of_run(rankings: &ByTopic<Ranking>, tag: &str) -> Result<Vec<u8>> {
    check_tag(tag)?;
    let mut lines = Vec::new();
    for (topic, ranking) in rankings {
        let ranking = ranking.iter().map(|(docno, score)| (docno, *score));
        write_lines(&mut lines, topic, ranking, tag)?;
    }
    Ok(lines)
}

fn of_tokens(tokens: &[(String, f64)]) -> Analyzed {
    let tokens = tokens.iter().map(|(token, weight)| (token.as_str(), *weight));
    Analyzed { query: tamis_search::Query::weighted(tokens), ..Analyzed::default() }
}
