//! `tamis search`: writes a TREC run for topics, or prints results for words.

use super::console::{Talk, print_json, to_stdout};
use super::explain::{Asked, Explain};
use super::model::ModelArgs;
use super::options::{RuleArgs, TopicArgs, corpus, use_threads, view};
use super::pages::PageArgs;
use super::parameters::{Flags, Thresholds};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis::analyze::Analyzer;
use tamis::disk;
use tamis::error::{Error, Place, Result};
use tamis::experiment::measures::RUN_HITS;
use tamis::experiment::measures::check_hits;
use tamis::experiment::{check_tag, query, retrieved, search_topics};
use tamis::index::StoredPage;
use tamis::search::best_block::best_block;
use tamis::search::feedback::Ranking;
use tamis::search::top::Hit;
use tamis::search::{BlockRule, Corpus, Decimal, Searcher, View};
use tamis_eval::Topics;
use tamis_eval::trec::{Topic, run as trec_run};
use tamis_place::Escaped;

/// Arguments of `tamis search`.
#[derive(Debug, Clone, clap::Args)]
pub struct SearchArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Words to search for
    #[arg(value_name = "WORDS", required_unless_present = "topics", conflicts_with = "topics")]
    words: Vec<String>,
    /// Topics: TREC's SGML or XML, lines of id and text, or lines of JSON
    #[arg(long, value_name = "FILE")]
    topics: Option<PathBuf>,
    #[command(flatten)]
    topic: TopicArgs,
    #[command(flatten)]
    thresholds: Flags<Thresholds, Decimal>,
    #[command(flatten)]
    rule: RuleArgs,
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    pages: PageArgs,
    /// Number of results per query [default: 1000 for topics, 10 for words]
    #[arg(long, value_name = "K")]
    hits: Option<usize>,
    /// Write the run to this file [default: standard output]
    #[arg(short, long, value_name = "RUN", requires = "topics")]
    out: Option<PathBuf>,
    /// Tag of the run
    #[arg(long, default_value = "tamis", value_name = "TAG")]
    tag: String,
    /// Number of search threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print the analyzed query with its counts instead of results; with a docno, explain the score of that page
    #[arg(long, value_name = "DOCNO", num_args = 0..=1, conflicts_with = "out")]
    explain: Option<Option<String>>,
    /// Search only the topic with this id
    #[arg(long = "topic", value_name = "ID", requires = "topics")]
    topic_id: Option<String>,
    /// Print results for words, or explanations, as one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Searches and prints the run or the results.
pub fn run(args: &SearchArgs, talk: Talk, out: &mut dyn Write) -> Result<()> {
    args.hits.map(check_hits).transpose()?;
    if args.out.is_some() && args.topics.is_none() {
        // clap lets this pass: what --out requires conflicts with what is there.
        return Err(Error::settings(
            "--out: found words to search for, expected --topics; results for words are printed",
        ));
    }
    if args.json && args.topics.is_some() && args.explain.is_none() {
        return Err(Error::settings("--json: found --topics, expected words or --explain; topics give a TREC run"));
    }
    let ranking = args.model.ranking()?;
    use_threads(args.threads)?;
    let corpus = corpus(&args.index, &args.pages, talk)?;
    if args.topics.is_some() {
        corpus.check_pages()?;
    }
    let rule = args.rule.with(&args.thresholds, &corpus, talk)?;
    let view = view(&corpus, &rule, talk)?;
    let searcher = Searcher::new(&corpus, &view, &ranking.model, ranking.feedback)?;
    let analyzer = Analyzer::by_name(&corpus.indexes[0].manifest.recipe.analyzer)?;
    let search = Search { corpus: &corpus, view: &view, ranking, rule, searcher, analyzer };
    match (&args.topics, &args.explain) {
        (_, Some(docno)) => run_explain(args, docno.as_deref(), search, out),
        (Some(path), None) => run_topics(args, path, search, talk, out),
        (None, None) => run_words(args, search, talk, out),
    }
}

struct Search<'a> {
    corpus: &'a Corpus,
    rule: BlockRule,
    view: &'a View,
    ranking: Ranking,
    searcher: Searcher<'a>,
    analyzer: Analyzer,
}

impl SearchArgs {
    /// Reads the topics of a file: all of them, or the one chosen with --topic.
    fn topics(&self, path: &Path) -> Result<Vec<Topic>> {
        let mut topics: Vec<Topic> = Topics::fields(self.topic.topic_field).read(path)?.into();
        if let Some(id) = &self.topic_id {
            let first: Vec<String> = topics.iter().take(3).map(|topic| topic.id.clone()).collect();
            topics.retain(|topic| topic.id == *id);
            if topics.is_empty() {
                let found = format!("no topic '{id}'; the first are {}", first.join(", "));
                return Err(Error::format(Place::file(path), found, "the id of a topic of this file in --topic"));
            }
        }
        Ok(topics)
    }
}

/// Prints analyzed queries or explains the score of a page, for one query or for every topic.
fn run_explain(args: &SearchArgs, docno: Option<&str>, mut search: Search<'_>, out: &mut dyn Write) -> Result<()> {
    let asked = match &args.topics {
        Some(path) => args.topics(path)?.into_iter().map(|topic| (Some(topic.id), topic.text)).collect(),
        None => vec![(None, args.words.join(" "))],
    };
    let rule = if search.rule.is_everything() { String::new() } else { search.rule.to_string() };
    let Search { corpus, view, ranking, .. } = search;
    let explain =
        Explain { corpus, view, model: &ranking.model, ranking: ranking.to_string(), rule, docno, json: args.json };
    for (topic, text) in &asked {
        let query = query(&mut search.analyzer, text);
        let query = search.searcher.query(&query)?;
        explain.write(&Asked { topic: topic.as_deref(), text, query: &query }, out)?;
    }
    Ok(())
}

fn run_topics(args: &SearchArgs, path: &Path, mut search: Search<'_>, talk: Talk, out: &mut dyn Write) -> Result<()> {
    check_tag(&args.tag)?;
    let topics = args.topics(path)?;
    let order = search.corpus.order()?;
    let rankings = search_topics(&search.searcher, &mut search.analyzer, &topics, args.hits.unwrap_or(RUN_HITS))?;
    let mut text = Vec::new();
    let mut empty = Vec::new();
    for (topic, ranking) in topics.iter().zip(&rankings) {
        trec_run::write(&mut text, &topic.id, retrieved(order, ranking), &args.tag).map_err(to_stdout)?;
        if ranking.is_empty() {
            empty.push(topic.id.as_str());
        }
    }
    match &args.out {
        Some(path) => disk::save(path, &text)?,
        None => out.write_all(&text).map_err(to_stdout)?,
    }
    if !empty.is_empty() {
        let names = talk.names(&empty);
        talk.say(format!("warning: no result for {} of {} topics: {names}", empty.len(), topics.len()));
    }
    Ok(())
}

fn run_words(args: &SearchArgs, mut search: Search<'_>, talk: Talk, out: &mut dyn Write) -> Result<()> {
    let query = query(&mut search.analyzer, &args.words.join(" "));
    let order = search.corpus.order()?;
    let hits = search.searcher.search(&query, args.hits.unwrap_or(10))?;
    if hits.is_empty() {
        talk.say(if query.terms.is_empty() { "no result: only stop words" } else { "no result" });
    }
    for (rank, hit) in (1..).zip(hits) {
        let (segment, doc) = order.documents[hit.document as usize];
        let segment = &search.corpus.segments[segment as usize];
        let index = &search.corpus.indexes[segment.index];
        let page = index.page_at(tantivy::DocAddress::new(segment.ordinal, doc))?;
        let best = best_block(&page, &search.rule, &query, &mut search.analyzer);
        if args.json {
            let StoredPage { docno, url, title, .. } = &page;
            print_json(&Found { rank, score: hit.score, docno, url, title, block: &best }, out)?;
        } else {
            writeln!(out, "{}", result(rank, hit, &page, &best)).map_err(to_stdout)?;
        }
    }
    Ok(())
}

/// A result for `--json`. A struct, because a JSON value would turn the score into an f64 and show its noise.
#[derive(Serialize)]
struct Found<'a> {
    rank: usize,
    score: f32,
    docno: &'a str,
    url: &'a str,
    title: &'a str,
    block: &'a str,
}

/// The maximum number of characters shown of a block.
const SHOWN: usize = 300;

fn result(rank: usize, hit: Hit, page: &StoredPage, best: &str) -> String {
    let mut text = format!("{rank:3}. {:<9} {}", hit.score, Escaped(&page.docno));
    for line in [&page.title, &page.url] {
        if !line.is_empty() {
            text += &format!("\n     {}", Escaped(line));
        }
    }
    let shown: String = best.chars().take(SHOWN).collect();
    if shown.is_empty() { text } else { format!("{text}\n     {}", Escaped(shown)) }
}
