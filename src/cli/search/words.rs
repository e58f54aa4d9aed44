//! `tamis search INDEX WORDS`: prints the best pages for words, as text or JSON.

use super::arguments::SearchArgs;
use super::prepared::Search;
use super::result::{Shown, write};
use crate::cli::console::{Talk, print_json, to_stdout};
use crate::cli::terminal::Terminal;
use serde::Serialize;
use serde_json::Number;
use std::io::Write;
use tamis_index::error::Result;
use tamis_index::index::StoredPage;
use tamis_search::experiment::measures::WORDS_HITS;
use tamis_search::query::typed::Analyzed;
use tamis_search::rule::weights::Weight;
use tamis_search::snippet::best_block::{FoundBlock, best_blocks};

/// Searches for the words and prints the results.
pub(super) fn run(args: &SearchArgs, mut search: Search<'_>, talk: Talk, out: &mut dyn Write) -> Result<()> {
    let asked = search.analyze(&args.words.join(" "), None, true, talk);
    let order = search.corpus.order()?;
    let hits = search.searcher.search_where(&asked.query, &asked.conditions, args.hits.unwrap_or(WORDS_HITS))?;
    if hits.is_empty() {
        talk.say(nothing(&asked));
    }
    let terminal = Terminal::of_stdout();
    for (rank, hit) in (1..).zip(hits) {
        let (segment, doc) = order.documents[hit.document as usize];
        let revisited = search.corpus.revisited(segment as usize, doc);
        let segment = &search.corpus.segments[segment as usize];
        let index = &search.corpus.indexes[segment.index];
        let page = index.page_at(tantivy::DocAddress::new(segment.ordinal, doc))?;
        let blocks = best_blocks(&page, &search.rule, &asked.query, &asked.conditions, &mut search.analyzer);
        if args.json {
            let weighs = !search.view.only_selects();
            let found = Found::new(rank, hit.score, &page, &blocks, weighs);
            print_json(&Found { revisited, ..found }, out)?;
        } else {
            let shown = Shown { rank, score: hit.score, page: &page, revisited, blocks: &blocks };
            write(&shown, &asked.query, &mut search.analyzer, &terminal, out).map_err(to_stdout)?;
        }
    }
    Ok(())
}

/// Says why there is no result, where the query shows it.
fn nothing(asked: &Analyzed) -> &'static str {
    match (asked.query.terms.is_empty(), asked.conditions.excluded.is_empty()) {
        (false, _) => "no result",
        (true, true) => "no result: no word to search for, or only stop words",
        (true, false) => "no result: only excluded words, and nothing to search for",
    }
}

/// A result for `--json`. A struct, because a JSON value would turn the score into an f64 and show its noise.
#[derive(Serialize)]
struct Found<'a> {
    rank: usize,
    score: f32,
    docno: &'a str,
    url: &'a str,
    date: &'a str,
    /// The date of a revisit; only where the page passes --from and --to because of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    revisited: Option<String>,
    title: &'a str,
    archive: &'a str,
    offset: u64,
    blocks: Vec<BlockOf<'a>>,
}

/// A permitted block with words of the query.
#[derive(Serialize)]
struct BlockOf<'a> {
    number: u32,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<Number>,
}

impl<'a> Found<'a> {
    fn new(rank: usize, score: f32, page: &'a StoredPage, blocks: &'a [FoundBlock], weighs: bool) -> Self {
        let StoredPage { docno, url, date, title, archive, offset, .. } = page;
        let block = |block: &'a FoundBlock| BlockOf {
            number: block.number,
            text: &block.text,
            weight: weighs.then(|| number(block.weight)),
        };
        Self {
            rank,
            score,
            docno,
            url,
            date,
            revisited: None,
            title,
            archive,
            offset: *offset,
            blocks: blocks.iter().map(block).collect(),
        }
    }
}

/// A weight as a number; whole ones are integers.
fn number(weight: Weight) -> Number {
    let hundredths = weight.hundredths();
    match weight.is_whole() {
        true => (hundredths / 100).into(),
        false => Number::from_f64(f64::from(hundredths) / 100.0).unwrap_or_else(|| 0.into()),
    }
}
