//! Compares scores with Lucene's (3.6.2 and 8.7) for 119 documents and 52 queries, through JSONL,
//! ingest, index and search: the same documents, the same scores apart from Lucene's f32 rounding,
//! the same order. `bm25`, which Lucene lacks, is held against its formula.

use crate::indexed;
use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis_eval::trec::{Run, run};
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::Corpus;
use tamis_index::index::{Index, Recipe};
use tamis_index::ingest::{Options, ingest};
use tamis_search::experiment::{query, retrieved};
use tamis_search::model::lossy::{byte4_length, byte315_norm};
use tamis_search::{ModelSpec, Parameters, Predicate, Query, View, rank};

/// Lucene adds and multiplies in f32; its scores are this near to the exact ones, relative to their
/// value.
const TOLERANCE: f64 = 5e-7;
const DOCUMENTS: usize = 119;
const QUERIES: usize = 52;

/// The oracle's run and the model that should give it: name, k1, b, mu (what a model has no use for
/// is a fill-in).
const RUNS: [(&str, &str, f64, f64, f64); 5] = [
    ("lucene8-bm25-k1.2-b0.75.run", "bm25-lucene", 1.2, 0.75, 1000.0),
    ("lucene8-bm25-k0.9-b0.4.run", "bm25-lucene", 0.9, 0.4, 1000.0),
    ("lucene3.6-classic.run", "tfidf-lucene", 1.2, 0.75, 1000.0),
    ("lucene8-lmdirichlet-mu1000.run", "ql-dirichlet", 1.2, 0.75, 1000.0),
    ("lucene8-lmdirichlet-mu2500.run", "ql-dirichlet", 1.2, 0.75, 2500.0),
];

fn oracles() -> Option<PathBuf> {
    tamis_testing::shared().map(|shared| shared.join("oracles/cetr-web2text/oracles/retrieval"))
}

/// The (id, text) lines of a file, in order.
fn lines(path: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(path).unwrap();
    let pairs = text.lines().map(|line| line.split_once('\t').unwrap());
    pairs.map(|(id, text)| (id.to_owned(), text.to_owned())).collect()
}

/// The documents as JSONL, indexed by the program's own way in; and the queries.
fn indexed_documents(oracles: &Path, folder: &Path) -> (Corpus, Vec<(String, Query)>) {
    let jsonl = folder.join("docs.jsonl");
    let mut file = std::fs::File::create(&jsonl).unwrap();
    for (docno, text) in lines(&oracles.join("docs.tsv")) {
        writeln!(file, "{}", serde_json::json!({ "docno": docno, "text": text })).unwrap();
    }
    let options = Options {
        recipe: Recipe { analyzer: "whitespace".into(), ..Recipe::default() },
        threads: 2,
        ..Options::default()
    };
    let index = folder.join("index");
    let summary = ingest(&[jsonl.display().to_string()], &index, &options, &()).unwrap();
    assert_eq!((summary.manifest.counts.pages, summary.damaged()), (DOCUMENTS as u64, 0));
    let mut analyzer = Analyzer::by_name("whitespace").unwrap();
    let queries = lines(&oracles.join("queries.tsv"));
    let queries: Vec<_> =
        queries.into_iter().map(|(id, text)| (id, query(&mut analyzer, &text))).collect();
    assert_eq!(queries.len(), QUERIES);
    (Corpus::new(vec![Index::open(&index).unwrap()]).unwrap(), queries)
}

/// Lucene's scores of a query by docno; none for a query without results.
fn by_docno(run: &Run, id: &str) -> BTreeMap<String, f64> {
    run.topic(id)
        .unwrap_or_default()
        .iter()
        .map(|retrieved| (retrieved.docno.to_owned(), retrieved.score))
        .collect()
}

/// The largest distance between two lists of scores, relative to the second. The same documents
/// must be in both.
fn distance(found: &BTreeMap<String, f64>, expected: &BTreeMap<String, f64>, place: &str) -> f64 {
    assert!(
        found.keys().eq(expected.keys()),
        "{place}: found {:?}, expected {:?}",
        found.keys(),
        expected.keys()
    );
    let mut largest = 0.0;
    for (found, expected) in found.values().zip(expected.values()) {
        if found != expected {
            largest = f64::max(largest, (found - expected).abs() / expected.abs());
        }
    }
    largest
}

/// The order of docnos in the run as it is printed and read back.
fn printed(corpus: &Corpus, view: &View, query: &Query, model: &ModelSpec) -> Vec<String> {
    let hits = rank::search(corpus, view, query, model, 1000).unwrap();
    if hits.is_empty() {
        return Vec::new();
    }
    let mut text = Vec::new();
    run::write(&mut text, "1", retrieved(corpus.order().unwrap(), &hits).unwrap(), "tamis")
        .unwrap();
    let run = Run::read_from(text.as_slice(), "a.run").unwrap();
    run.topic("1").unwrap().iter().map(|retrieved| retrieved.docno.to_owned()).collect()
}

#[test]
fn scores_and_order_are_lucenes() {
    let Some(oracles) = oracles() else { return };
    let folder = tamis_testing::folder();
    let (corpus, queries) = indexed_documents(&oracles, folder.path());
    let view = View::new(&corpus, &Predicate::All).unwrap();
    for (file, name, k1, b, mu) in RUNS {
        let model = ModelSpec::new(
            name,
            &Parameters { k1: Some(k1), b: Some(b), mu: Some(mu), ..Parameters::default() },
        )
        .unwrap();
        let lucene = Run::read(oracles.join(file)).unwrap();
        let mut farthest = 0.0f64;
        let mut compared = 0;
        for (id, query) in &queries {
            let expected = by_docno(&lucene, id);
            let distance = distance(
                &indexed::scores(&corpus, &view, query, &model),
                &expected,
                &format!("{file}: {id}"),
            );
            assert!(distance <= TOLERANCE, "{file}: {id}: off by {distance:e}");
            let lucenes: Vec<f64> = printed(&corpus, &view, query, &model)
                .iter()
                .map(|docno| expected[docno])
                .collect();
            assert_eq!(lucenes.len(), expected.len());
            assert!(
                lucenes.is_sorted_by(|a, b| a >= b),
                "{file}: {id}: Lucene's scores in the order printed: {lucenes:?}"
            );
            farthest = farthest.max(distance);
            compared += expected.len();
        }
        assert_eq!(
            compared,
            lucene.topics().map(|(_, ranking)| ranking.len()).sum::<usize>(),
            "{file}: a topic more"
        );
        eprintln!("{file}: {compared} scores, the farthest {farthest:.2e} from Lucene's");
    }
}

/// A document's name, its length in tokens, and how often each token occurs in it.
type Counted = (String, usize, HashMap<String, usize>);

fn counted((docno, text): (String, String)) -> Counted {
    let mut counts = HashMap::new();
    let tokens: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    for token in &tokens {
        *counts.entry(token.clone()).or_insert(0) += 1;
    }
    (docno, tokens.len(), counts)
}

/// BM25 as the textbooks and Anserini write it, with exact lengths, one query word after the other.
fn bm25(documents: &[Counted], words: &[&str], k1: f64, b: f64) -> BTreeMap<String, f64> {
    let n = documents.len() as f64;
    let average = documents.iter().map(|(_, length, _)| length).sum::<usize>() as f64 / n;
    let mut scores = BTreeMap::new();
    for &word in words {
        let df = documents.iter().filter(|(_, _, counts)| counts.contains_key(word)).count() as f64;
        let idf = (1.0 + (n - df + 0.5) / (df + 0.5)).ln();
        for (docno, length, counts) in documents {
            if let Some(&tf) = counts.get(word) {
                let tf = tf as f64;
                let saturated = tf / (tf + k1 * (1.0 - b + b * *length as f64 / average));
                *scores.entry(docno.clone()).or_insert(0.0) += idf * saturated;
            }
        }
    }
    scores
}

#[test]
fn bm25_with_exact_lengths_is_the_formula() {
    let Some(oracles) = oracles() else { return };
    let folder = tamis_testing::folder();
    let (corpus, queries) = indexed_documents(&oracles, folder.path());
    let view = View::new(&corpus, &Predicate::All).unwrap();
    let documents: Vec<Counted> =
        lines(&oracles.join("docs.tsv")).into_iter().map(counted).collect();
    let mut farthest = 0.0f64;
    for (k1, b) in [(0.9, 0.4), (1.2, 0.75), (0.0, 0.5), (2.0, 0.0), (2.0, 1.0)] {
        let model = ModelSpec::new(
            "bm25",
            &Parameters { k1: Some(k1), b: Some(b), ..Parameters::default() },
        )
        .unwrap();
        for ((id, text), (_, query)) in lines(&oracles.join("queries.tsv")).iter().zip(&queries) {
            let lower = text.to_lowercase();
            let expected = bm25(&documents, &lower.split_whitespace().collect::<Vec<_>>(), k1, b);
            let place = format!("k1 {k1} b {b}: {id}");
            farthest = farthest.max(distance(
                &indexed::scores(&corpus, &view, query, &model),
                &expected,
                &place,
            ));
        }
    }
    eprintln!("bm25: the farthest {farthest:.2e} from the formula");
    assert!(farthest <= 1e-14, "off by {farthest:e}");
}

/// The rows of a table with a header line, as numbers in f64.
fn table(path: &Path) -> Vec<Vec<f64>> {
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().skip(1);
    rows.map(|line| line.split(',').map(|value| value.parse().unwrap()).collect()).collect()
}

/// Lengths up to which the tables are compared; the longest page of most collections is far below.
const LENGTHS: u32 = 100_000;

#[test]
fn byte4_lengths_are_lucenes() {
    let Some(oracles) = oracles() else { return };
    let decoded: Vec<f64> =
        table(&oracles.join("length_byte4.csv")).iter().map(|row| row[1]).collect();
    assert_eq!(decoded.len(), 256);
    for length in 0..=LENGTHS {
        let above = decoded.partition_point(|&decoded| decoded <= f64::from(length));
        assert_eq!(f64::from(byte4_length(length)), decoded[above - 1], "length {length}");
    }
}

#[test]
fn byte315_norms_are_lucenes() {
    let Some(oracles) = oracles() else { return };
    let steps = table(&oracles.join("norm_byte315.csv"));
    for length in 1..=LENGTHS {
        let above = steps.partition_point(|step| step[0] <= f64::from(length));
        // The table prints an f32; read as f64 and rounded it is that f32 again.
        assert_eq!(byte315_norm(length), steps[above - 1][3] as f32, "length {length}");
    }
}
