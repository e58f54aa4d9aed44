//! The stages on the demo's pages, one thread: bytes to blocks and labels, blocks to tokens, one
//! query, one sweep. Ratios to other programs and to plain decompression are measured by the crates
//! beside this file, on real pages.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tamis::demo;
use tamis_blocks::classify::{Set, Subject};
use tamis_blocks::page::Cut;
use tamis_blocks::{block, html};
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::Corpus;
use tamis_index::index::{Index, Recipe};
use tamis_index::ingest::{Options, ingest};
use tamis_search::rule::predicate::{Feature, Operator, Predicate, TitleRule};
use tamis_search::sweep::{Grid, ThresholdAxis, WeightGrid, sweep};
use tamis_search::{Decimal, ModelSpec, Parameters, Query, View, rank};

const PAGES: usize = 300;

fn parsing(criterion: &mut Criterion) {
    let pages: Vec<Vec<u8>> = demo::pages(PAGES, demo::SEED).map(|page| page.html.into()).collect();
    let mut group = criterion.benchmark_group("pages");
    group.throughput(Throughput::Bytes(pages.iter().map(|page| page.len() as u64).sum()));
    group.bench_function("bytes to blocks and labels", |bench| {
        bench.iter(|| {
            for bytes in &pages {
                let page = html::parse(bytes, None);
                let blocks = block::cut(&page, Cut::Boilerpipe);
                black_box(Set::published().labels(&Subject::new(&page, &blocks)));
            }
        });
    });
    let texts: Vec<String> = pages
        .iter()
        .map(|bytes| block::cut(&html::parse(bytes, None), Cut::Boilerpipe).text)
        .collect();
    let mut analyzer = Analyzer::by_name("english").unwrap();
    group.throughput(Throughput::Bytes(texts.iter().map(|text| text.len() as u64).sum()));
    group.bench_function("text to tokens, english", |bench| {
        bench.iter_batched(
            String::new,
            |mut tokens| texts.iter().map(|text| analyzer.analyze(text, &mut tokens)).sum::<u32>(),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

fn searching(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let files = demo::generate(folder.path(), PAGES, demo::SEED).unwrap();
    let options = Options {
        recipe: Recipe { analyzer: "english".into(), ..Recipe::default() },
        threads: 1,
        force: false,
        max_damaged: None,
        ..Options::default()
    };
    let index = folder.path().join("index");
    ingest(&[files.warc.display().to_string()], &index, &options, &()).unwrap();
    let corpus = Corpus::new(vec![Index::open(&index).unwrap()]).unwrap();
    let model = ModelSpec::new("bm25", &Parameters::default()).unwrap();
    let topics = tamis_eval::Topics::read(&files.topics).unwrap();
    let mut analyzer = Analyzer::by_name("english").unwrap();
    let queries: Vec<Query> = topics
        .iter()
        .map(|topic| tamis_search::experiment::query(&mut analyzer, &topic.text))
        .collect();
    let rule = Predicate::Feature(Feature::Words, Operator::AtLeast, Decimal::whole(11));
    criterion.bench_function("view, words >= 11", |bench| {
        bench.iter(|| View::new(&corpus, &rule).unwrap());
    });
    let view = View::new(&corpus, &rule).unwrap();
    criterion.bench_function("50 queries, top 10, one view", |bench| {
        bench.iter(|| {
            for query in &queries {
                black_box(rank::search(&corpus, &view, query, &model, 10).unwrap());
            }
        });
    });
    let values = (1..=100).map(Decimal::whole).collect();
    let inner = ThresholdAxis { feature: Feature::Words, comparison: Operator::AtLeast, values };
    let grid = Grid {
        inner,
        outer: Vec::new(),
        weights: WeightGrid::default(),
        side: Predicate::All,
        title: TitleRule::Keep,
    };
    criterion.bench_function("50 queries, top 10, 100 views", |bench| {
        bench.iter(|| sweep(&corpus, &queries, &grid, &model, 10, |_, hits| hits.len()).unwrap());
    });
}

criterion_group!(benches, parsing, searching);
criterion_main!(benches);
