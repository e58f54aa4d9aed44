//! Times queries: a plain BM25 search by tantivy, a tamis search under a threshold, and a tamis
//! sweep. Everything warm: each query is run once before it is timed. Milliseconds;
//! RAYON_NUM_THREADS=1 for one thread.

use crate::Outcome;
use crate::build::Sequence;
use std::path::Path;
use std::time::Instant;
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::Corpus;
use tamis_index::index::Index;
use tamis_search::rule::predicate::{Feature, Operator};
use tamis_search::sweep::{Grid, ThresholdAxis, WeightGrid, sweep};
use tamis_search::{Decimal, ModelSpec, Parameters, Predicate, Query, TitleRule, View, rank};
use tantivy::Term;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::tokenizer::TextAnalyzer;

/// Number of times that all queries are run.
const ROUNDS: usize = 20;
const HITS: usize = 1000;

pub fn run(index: &Path, plain: &Path, queries: &Path) -> Outcome {
    let tamis = Index::open(index)?;
    let mut analyzer = Analyzer::by_name(&tamis.manifest.recipe.analyzer)?;
    let queries: Vec<Vec<String>> = std::fs::read_to_string(queries)?
        .lines()
        .map(|line| analyzer.terms(line.split_once('\t').map_or(line, |(_, text)| text)))
        .collect();
    println!("{} queries of {:.1} terms", queries.len(), mean(queries.iter().map(Vec::len)));
    time_plain(plain, &queries)?;
    time_tamis(tamis, &queries)
}

fn mean(lengths: impl ExactSizeIterator<Item = usize>) -> f64 {
    let count = lengths.len();
    lengths.sum::<usize>() as f64 / count as f64
}

fn time_plain(plain: &Path, queries: &[Vec<String>]) -> Outcome {
    let index = tantivy::Index::open_in_dir(plain)?;
    index.tokenizers().register("sequence", TextAnalyzer::builder(Sequence::default()).build());
    let text = index.schema().get_field("text")?;
    let searcher = index.reader()?.searcher();
    let queries: Vec<BooleanQuery> = queries
        .iter()
        .map(|terms| BooleanQuery::new(terms.iter().map(|term| clause(text, term)).collect()))
        .collect();
    let times = timed(&queries, |query| {
        Ok(searcher.search(query, &TopDocs::with_limit(HITS).order_by_score())?.len())
    })?;
    report("plain tantivy, BM25, top 1000", times);
    Ok(())
}

fn clause(field: Field, term: &str) -> (Occur, Box<dyn tantivy::query::Query>) {
    let term = Term::from_field_text(field, term);
    (Occur::Should, Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)))
}

fn time_tamis(index: Index, queries: &[Vec<String>]) -> Outcome {
    let corpus = Corpus::new(vec![index])?;
    corpus.order()?;
    let model = ModelSpec::new("bm25", &Parameters::default())?;
    let queries: Vec<Query> =
        queries.iter().map(|terms| Query::new(terms.iter().map(String::as_str))).collect();
    for words in [1, 11, 20] {
        let threshold =
            Predicate::Feature(Feature::Words, Operator::AtLeast, Decimal::whole(words));
        let start = Instant::now();
        let view = View::new(&corpus, &threshold)?;
        println!("view words >= {words}: {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
        let times =
            timed(&queries, |query| Ok(rank::search(&corpus, &view, query, &model, HITS)?.len()))?;
        report(&format!("tamis, bm25, words >= {words}, top 1000"), times);
    }
    time_sweep(&corpus, &queries, &model)
}

/// A sweep of 100 thresholds, top 10, against a view and one pass of the queries, top 10: the least
/// of all rounds.
fn time_sweep(corpus: &Corpus, queries: &[Query], model: &ModelSpec) -> Outcome {
    let values = (1..=100).map(Decimal::whole).collect();
    let inner = ThresholdAxis { feature: Feature::Words, comparison: Operator::AtLeast, values };
    let grid = Grid {
        inner,
        outer: Vec::new(),
        weights: WeightGrid::default(),
        side: Predicate::All,
        title: TitleRule::Keep,
    };
    let mut pass = f64::INFINITY;
    let mut all = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let view = View::new(corpus, grid.predicate(10))?;
        for query in queries {
            rank::search(corpus, &view, query, model, 10)?;
        }
        pass = pass.min(start.elapsed().as_secs_f64() * 1e3);
        let start = Instant::now();
        sweep(corpus, queries, &grid, model, 10, |_, hits| hits.len())?;
        all = all.min(start.elapsed().as_secs_f64() * 1e3);
    }
    println!(
        "sweep of 100 thresholds {all:.1} ms, one view and pass {pass:.1} ms: {:.2} times",
        all / pass
    );
    Ok(())
}

/// The median time of every query over all rounds, after a round that is not timed; with the
/// results of one round.
fn timed<Q>(
    queries: &[Q],
    mut search: impl FnMut(&Q) -> Result<usize, Box<dyn std::error::Error>>,
) -> Result<(Vec<f64>, usize), Box<dyn std::error::Error>> {
    let mut results = 0;
    for query in queries {
        results += search(query)?;
    }
    let mut times = vec![Vec::with_capacity(ROUNDS); queries.len()];
    for _ in 0..ROUNDS {
        for (query, times) in queries.iter().zip(&mut times) {
            let start = Instant::now();
            search(query)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    let medians = times.into_iter().map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    });
    Ok((medians.collect(), results))
}

fn report(name: &str, (mut times, results): (Vec<f64>, usize)) {
    times.sort_by(f64::total_cmp);
    let last = (times.len() - 1) as f64;
    let [p50, p99] = [0.5, 0.99].map(|share| times[(last * share).round() as usize]);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    println!("{name}: p50 {p50:.3}, p99 {p99:.3}, mean {mean:.3} ms, {results} results");
}
