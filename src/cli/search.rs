//! `tamis search`: writes a TREC run for topics, or prints results for words.

mod arguments;
mod explain;
mod prepared;
mod topics;
mod words;

use super::console::Talk;
use super::options::{corpus, use_threads, view};
pub use arguments::SearchArgs;
use explain::{Asked, Explain};
use prepared::Search;
use std::io::Write;
use tamis::analyze::Analyzer;
use tamis::error::{Error, Result};
use tamis::experiment::measures::check_hits;
use tamis::experiment::query;
use tamis::search::Searcher;

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
        (Some(path), None) => topics::run(args, path, search, talk, out),
        (None, None) => words::run(args, search, talk, out),
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
