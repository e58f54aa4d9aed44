//! Times single queries of a tamis index, without a rule, from the words to docnos and scores.
//!
//! ```text
//! latency INDEX QUERIES ROUNDS HITS...
//!                  QUERIES: a query a line; RAYON_NUM_THREADS=1 for one thread
//! ```
//!
//! For every number of hits all queries run ROUNDS times untimed, then ROUNDS times timed. One line
//! of TSV per timed query: hits, milliseconds, pages found. The other engines' scripts print the
//! same.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::slice;
use std::time::Instant;
use tamis_index::corpus::Corpus;
use tamis_index::index::Index;
use tamis_search::Prepared;
use tamis_search::experiment::retrieved;
use tamis_search::request::Request;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn search(prepared: &mut Prepared<'_>, query: &str, hits: usize) -> Outcome<usize> {
    let analyzed = prepared.analyze(query, false);
    let rankings = prepared.rankings(slice::from_ref(&analyzed), hits, &|| false)?;
    Ok(retrieved(prepared.corpus.order()?, &rankings[0])?.len())
}

fn run(index: &Path, queries: &Path, rounds: usize, hits: &[usize]) -> Outcome<String> {
    let corpus = Corpus::new(vec![Index::open(index)?])?;
    let mut prepared = Prepared::new(&corpus, &Request::default())?;
    let queries = std::fs::read_to_string(queries)?;
    let mut lines = String::new();
    for &hits in hits {
        for round in 0..2 * rounds {
            for query in queries.lines() {
                let start = Instant::now();
                let found = search(&mut prepared, query, hits)?;
                let milliseconds = start.elapsed().as_secs_f64() * 1e3;
                if round >= rounds {
                    writeln!(lines, "{hits}\t{milliseconds:.4}\t{found}")?;
                }
            }
        }
    }
    Ok(lines)
}

fn numbers(texts: &[String]) -> Result<Vec<usize>, std::num::ParseIntError> {
    texts.iter().map(|text| text.parse()).collect()
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match &args[..] {
        [index, queries, rounds_and_hits @ ..] => match numbers(rounds_and_hits).as_deref() {
            Ok([rounds, hits @ ..]) => run(Path::new(index), Path::new(queries), *rounds, hits),
            _ => Err("rounds and hits are numbers".into()),
        },
        _ => Err("usage: latency INDEX QUERIES ROUNDS HITS...".into()),
    };
    match outcome {
        Ok(lines) => {
            print!("{lines}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
