//! `tamis search`: topics to a TREC run, or words to results on the terminal.

use super::options::{ModelArgs, RuleArgs, ThresholdArgs, TopicArgs, corpus, use_threads};
use super::pages::PageArgs;
use super::{Talk, to_stdout};
use crate::analyze::Analyzer;
use crate::error::{Error, Result};
use crate::experiment::{query, retrieved};
use crate::index::StoredPage;
use crate::search::predicate::BlockRow;
use crate::search::top::Hit;
use crate::search::{Corpus, ModelSpec, Predicate, Query, View, rank};
use crate::trec::{run as trec_run, topics};
use rayon::prelude::*;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// `tamis search`, as typed.
#[derive(Debug, Clone, clap::Args)]
pub struct SearchArgs {
    /// The folder of the index
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Words to search for
    #[arg(value_name = "WORDS", required_unless_present = "topics", conflicts_with = "topics")]
    words: Vec<String>,
    /// Topics: TREC's SGML or XML, lines of id and text, lines of JSON
    #[arg(long, value_name = "FILE")]
    topics: Option<PathBuf>,
    #[command(flatten)]
    topic: TopicArgs,
    #[command(flatten)]
    thresholds: ThresholdArgs,
    #[command(flatten)]
    rule: RuleArgs,
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    pages: PageArgs,
    /// Results per topic [default: 1000 for topics, 10 for words]
    #[arg(long, value_name = "K")]
    hits: Option<usize>,
    /// The run file [default: standard output]
    #[arg(short, long, value_name = "RUN", requires = "topics")]
    out: Option<PathBuf>,
    /// The run's tag
    #[arg(long, default_value = "tamis", value_name = "TAG")]
    tag: String,
    /// Threads that search [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Results for words as one JSON object a line
    #[arg(long, conflicts_with = "topics")]
    json: bool,
}

/// Searches and prints the run or the results.
pub fn run(args: &SearchArgs, talk: Talk, out: &mut dyn Write) -> Result<()> {
    if args.hits == Some(0) {
        return Err(Error::Usage("--hits: found 0, expected 1 or more".into()));
    }
    if args.out.is_some() && args.topics.is_none() {
        // clap lets this pass: what --out requires conflicts with what is there.
        return Err(Error::Usage(
            "--out: found words to search for, expected --topics; results for words are printed".into(),
        ));
    }
    use_threads(args.threads)?;
    let corpus = corpus(&args.index, &args.pages, talk)?;
    let rule = args.thresholds.predicate().and(args.rule.predicate(&corpus.indexes[0].manifest)?);
    let rule = args.rule.title.apply(rule);
    let search = Search { view: View::new(&corpus, &rule), corpus: &corpus, rule, model: args.model.spec()? };
    match &args.topics {
        Some(path) => run_topics(args, path, &search, talk, out),
        None => run_words(args, &search, talk, out),
    }
}

struct Search<'a> {
    corpus: &'a Corpus,
    rule: Predicate,
    view: View,
    model: ModelSpec,
}

impl Search<'_> {
    fn analyzer(&self) -> Result<Analyzer> {
        Analyzer::by_name(&self.corpus.indexes[0].manifest.recipe.analyzer)
    }

    fn hits(&self, query: &Query, hits: usize) -> Result<Vec<Hit>> {
        rank::search(self.corpus, &self.view, query, &self.model, hits)
    }
}

fn run_topics(args: &SearchArgs, path: &PathBuf, search: &Search<'_>, talk: Talk, out: &mut dyn Write) -> Result<()> {
    if args.tag.is_empty() || args.tag.contains(char::is_whitespace) {
        return Err(Error::Usage(format!("--tag: found '{}', expected a word without white space", args.tag)));
    }
    let topics = topics::read(path, args.topic.topic_field)?;
    let mut analyzer = search.analyzer()?;
    let queries: Vec<Query> = topics.iter().map(|topic| query(&mut analyzer, &topic.text)).collect();
    let order = search.corpus.order()?;
    let hits = args.hits.unwrap_or(1000);
    let rankings: Vec<Vec<Hit>> = queries.par_iter().map(|query| search.hits(query, hits)).collect::<Result<_>>()?;
    let mut text = Vec::new();
    let mut empty = Vec::new();
    for (topic, ranking) in topics.iter().zip(&rankings) {
        trec_run::write(&mut text, &topic.id, retrieved(order, ranking), &args.tag).map_err(to_stdout)?;
        if ranking.is_empty() {
            empty.push(topic.id.as_str());
        }
    }
    match &args.out {
        Some(path) => std::fs::write(path, &text).map_err(|e| Error::io("write", path, e))?,
        None => out.write_all(&text).map_err(to_stdout)?,
    }
    if !empty.is_empty() {
        talk.say(format!("warning: no result for {} of {} topics: {}", empty.len(), topics.len(), empty.join(", ")));
    }
    Ok(())
}

fn run_words(args: &SearchArgs, search: &Search<'_>, talk: Talk, out: &mut dyn Write) -> Result<()> {
    let mut analyzer = search.analyzer()?;
    let query = query(&mut analyzer, &args.words.join(" "));
    let order = search.corpus.order()?;
    let hits = search.hits(&query, args.hits.unwrap_or(10))?;
    if hits.is_empty() {
        talk.say(if query.terms.is_empty() { "no result: only stop words" } else { "no result" });
    }
    for (rank, hit) in (1..).zip(hits) {
        let (segment, doc) = order.documents[hit.document as usize];
        let segment = &search.corpus.segments[segment as usize];
        let index = &search.corpus.indexes[segment.index];
        let page = index.page_at(tantivy::DocAddress::new(segment.ordinal, doc))?;
        let best = best_block(&page, &search.rule, &query, &mut analyzer);
        let line = if args.json {
            let StoredPage { docno, url, title, .. } = &page;
            let found = Found { rank, score: hit.score, docno, url, title, block: &best };
            serde_json::to_string(&found).unwrap_or_default()
        } else {
            result(rank, hit, &page, &best)
        };
        writeln!(out, "{line}").map_err(to_stdout)?;
    }
    Ok(())
}

/// One result as `--json` prints it. A struct, for a JSON value would make an f64 of the score and show its noise.
#[derive(Serialize)]
struct Found<'a> {
    rank: usize,
    score: f32,
    docno: &'a str,
    url: &'a str,
    title: &'a str,
    block: &'a str,
}

/// Characters of a block that are shown.
const SHOWN: usize = 300;

fn result(rank: usize, hit: Hit, page: &StoredPage, best: &str) -> String {
    let mut text = format!("{rank:3}. {:<9} {}", hit.score, page.docno);
    for line in [&page.title, &page.url] {
        if !line.is_empty() {
            text += &format!("\n     {line}");
        }
    }
    let shown: String = best.chars().take(SHOWN).collect();
    if shown.is_empty() { text } else { format!("{text}\n     {shown}") }
}

/// The permitted block that holds most words of the query, white space collapsed; the first of equals.
fn best_block(page: &StoredPage, rule: &Predicate, query: &Query, analyzer: &mut Analyzer) -> String {
    let mut best = (0, "");
    for stored in &page.blocks {
        if rule.permits(&BlockRow::of(&stored.block, stored.tokens, stored.labels)) {
            let terms = analyzer.terms(&stored.text);
            let found = terms.iter().filter(|term| query.terms.iter().any(|(word, _)| word == *term)).count();
            if found > best.0 {
                best = (found, &stored.text);
            }
        }
    }
    best.1.split_whitespace().collect::<Vec<_>>().join(" ")
}
