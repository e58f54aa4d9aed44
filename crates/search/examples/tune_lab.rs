//! Measures what `tamis tune` rests on (eval/results/2026-11-25-tune): for every setting, what
//! pseudo-topics say of it in several ways, and what judged topics say, as tab-separated values.
//!
//! `cargo run --release -p tamis-search --example tune_lab -- INDEX TOPICS QRELS LISTING N SEED`:
//! `LISTING` names pages that the second view leaves out, `N` is the number of pseudo-topics.

use std::error::Error;
use tamis_eval::measure::Instance;
use tamis_eval::{Qrels, Topics};
use tamis_index::corpus::{Corpus, PageFilter};
use tamis_index::index::Index;
use tamis_index::index::columns::BlockColumn;
use tamis_search::experiment::{Experiment, Rankings, judged_topics, measures};
use tamis_search::request::Request;
use tamis_search::rule::weights::Weights;
use tamis_search::tune::pool::{Pool, PoolSettings, PoolTopic};
use tamis_search::tune::space::{Setting, Space};
use tamis_search::tune::titles::CorpusTitles;
use tamis_search::tune::values::reciprocal_rank;
use tamis_search::{BlockRule, ModelSpec, TitleRule, View, rank};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A column of the table, one value per setting.
type Column = (String, Vec<f64>);

/// The settings whose scores are predicted by the queries' performance: these take a search each.
const PREDICTED: usize = 60;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [index, topics, qrels, listing, count, seed] = &args[..] else {
        return Err("expected INDEX TOPICS QRELS LISTING N SEED".into());
    };
    let corpus = Corpus::new(vec![Index::open(index.as_ref())?])?;
    let has_sites = corpus.check(BlockColumn::SiteRepeats.into()).is_ok();
    let space = Space::new(&corpus.indexes[0].manifest, has_sites)?;
    let titles = CorpusTitles::read(&corpus, count.parse()?, seed.parse()?)?;
    let mut columns = pseudo_columns(&corpus, &space, &titles)?;
    columns.extend(predictors(&corpus, &space, &titles)?);
    let files = [topics, qrels, listing];
    for posts in [false, true] {
        columns.extend(judged_columns(index, &space, files, posts)?);
    }
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    println!("{}\tk1\tb\tcost\tweights", names.join("\t"));
    for (number, setting) in settings(&space).iter().enumerate() {
        for (_, values) in &columns {
            print!("{:.5}\t", values[number]);
        }
        let weights: Vec<String> = space.typed(setting).iter().map(ToString::to_string).collect();
        let Setting { k1, b, .. } = setting;
        println!("{k1}\t{b}\t{}\t{}", space.cost(setting), weights.join("; "));
    }
    Ok(())
}

/// All settings, then the sieve with other parameters of BM25.
fn settings(space: &Space) -> Vec<Setting> {
    let mut settings = space.settings.clone();
    for k1 in [0.6, 0.9, 1.2, 1.6] {
        for b in [0.2, 0.3, 0.4, 0.5, 0.75] {
            settings.push(Setting { k1, b, ..space.sieve.clone() });
        }
    }
    settings
}

fn pool(corpus: &Corpus, space: &Space, topics: &[PoolTopic], parts: (bool, bool)) -> Result<Pool> {
    let manifest = &corpus.indexes[0].manifest;
    let probes = space.probes(manifest)?;
    let (bodies, headings) = parts;
    let model = ModelSpec::new("bm25", &Default::default())?;
    let rules = &space.rules;
    let settings = PoolSettings { rules, probes: &probes, depth: 100, bodies, headings, model };
    Ok(Pool::new(corpus, topics, &settings)?)
}

fn means(
    pool: &Pool,
    space: &Space,
    score: &(dyn Fn(usize, &[Option<i32>]) -> f64 + Sync),
) -> Vec<f64> {
    let mut means = Vec::new();
    for setting in settings(space) {
        let values = pool.values(&setting, score);
        means.push(values.iter().sum::<f64>() / values.len().max(1) as f64);
    }
    means
}

/// Reciprocal rank and nDCG@10 of pseudo-topics, with the headings of pages and without.
fn pseudo_columns(corpus: &Corpus, space: &Space, titles: &CorpusTitles) -> Result<Vec<Column>> {
    let mut topics = Vec::new();
    for topic in &titles.topics {
        let grades = topic.documents.iter().map(|&document| (document, 1)).collect();
        topics.push(PoolTopic { query: topic.query.clone(), grades });
    }
    let discounted = |_: usize, grades: &[Option<i32>]| {
        let first = grades.iter().take(10).position(|grade| grade.is_some());
        first.map_or(0.0, |place| 1.0 / (place as f64 + 2.0).log2())
    };
    let mut columns = Vec::new();
    for (name, headings) in [("without", true), ("with", false)] {
        let pool = pool(corpus, space, &topics, (true, headings))?;
        let reciprocal = |_: usize, grades: &[Option<i32>]| reciprocal_rank(grades);
        columns.push((format!("rr_{name}_headings"), means(&pool, space, &reciprocal)));
        columns.push((format!("ndcg_{name}_headings"), means(&pool, space, &discounted)));
    }
    Ok(columns)
}

/// Predictors of the queries' performance, averaged over pseudo-topics: NQC, the deviation of the
/// first 100 scores, and WIG, the mean of the first 5, both against the mean score of 1,000 pages.
fn predictors(corpus: &Corpus, space: &Space, titles: &CorpusTitles) -> Result<Vec<Column>> {
    let manifest = &corpus.indexes[0].manifest;
    let model = ModelSpec::new("bm25", &Default::default())?;
    let all = settings(space);
    let mut columns =
        [("nqc".to_owned(), vec![0.0; all.len()]), ("wig".to_owned(), vec![0.0; all.len()])];
    for (number, setting) in all.iter().enumerate().take(PREDICTED) {
        let typed: Vec<String> = space.typed(setting).iter().map(ToString::to_string).collect();
        let weights = Weights::parse(typed.iter().map(String::as_str), manifest)?;
        let permits = TitleRule::Drop.apply(tamis_search::Predicate::All);
        let view = View::new(corpus, BlockRule { permits, weights })?;
        for topic in titles.topics.iter().take(200) {
            let hits = rank::search(corpus, &view, &topic.query, &model, 1000)?;
            let scores: Vec<f64> = hits.iter().map(|hit| f64::from(hit.score)).collect();
            let mean = |scores: &[f64]| scores.iter().sum::<f64>() / scores.len().max(1) as f64;
            let first = &scores[..scores.len().min(100)];
            let center = mean(first);
            let variance = mean(&first.iter().map(|s| (s - center).powi(2)).collect::<Vec<f64>>());
            let background = mean(&scores).max(1e-9);
            columns[0].1[number] += variance.sqrt() / background / 200.0;
            let root = (topic.query.terms.len() as f64).sqrt();
            let top = mean(&scores[..scores.len().min(5)]);
            columns[1].1[number] += (top - background) / root / 200.0;
        }
    }
    Ok(columns.into())
}

/// nDCG@10 of judged topics, with titles of weight 4 and 1.
fn judged_columns(
    index: &str,
    space: &Space,
    files: [&String; 3],
    posts: bool,
) -> Result<Vec<Column>> {
    let [topics, qrels_path, listing] = files;
    let mut corpus = Corpus::new(vec![Index::open(index.as_ref())?])?;
    if posts {
        let not_docnos = std::fs::read_to_string(listing)?.lines().map(str::to_owned).collect();
        corpus.filter(&PageFilter { not_docnos, ..Default::default() })?;
    }
    let qrels = Qrels::read(qrels_path)?;
    let (judged, _) =
        judged_topics(&corpus, &Topics::read(topics)?, &qrels, qrels_path.as_ref(), 1)?;
    let measures: Vec<Instance> = measures::measures(["ndcg_cut_10"])?;
    let rankings = Rankings::single(Request::default().ranking()?);
    let experiment = Experiment::new(&corpus, judged, measures, rankings, None)?;
    let mut pooled = Vec::new();
    for topic in &experiment.topics {
        pooled.push(PoolTopic { query: topic.query.clone(), grades: topic.grades() });
    }
    let pool = pool(&corpus, space, &pooled, (false, false))?;
    let score =
        |topic: usize, grades: &[Option<i32>]| experiment.score_grades(topic, grades).values[0];
    let view = if posts { "posts" } else { "all" };
    let mut columns = vec![(format!("ndcg_{view}"), means(&pool, space, &score))];
    let mut plain = Vec::new();
    for setting in settings(space) {
        let values = pool.values(&Setting { title: 100, ..setting }, &score);
        plain.push(values.iter().sum::<f64>() / values.len().max(1) as f64);
    }
    columns.push((format!("ndcg_{view}_title_1"), plain));
    Ok(columns)
}
