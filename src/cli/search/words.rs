//! `tamis search INDEX WORDS`: prints the best pages for words, as text or JSON.

use super::arguments::SearchArgs;
use super::prepared::Search;
use crate::cli::console::{Talk, print_json, to_stdout};
use serde::Serialize;
use std::io::Write;
use tamis::error::Result;
use tamis::experiment::query;
use tamis::index::StoredPage;
use tamis::search::best_block::best_block;
use tamis::search::top::Hit;
use tamis_place::Escaped;

/// Searches for the words and prints the results.
pub(super) fn run(args: &SearchArgs, mut search: Search<'_>, talk: Talk, out: &mut dyn Write) -> Result<()> {
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
