//! Checks the guarantees of the index on a real blog: 1,143 pages of cfa-blog and its 68 topics.
//! Two layouts and any number of threads give the same runs; a search under a threshold is, to the
//! last bit of every score, that of an index really built from the permitted blocks alone; and a
//! sweep is its single searches, judged as a run file would be.

use crate::counted::{self, Bag};
use crate::indexed;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tamis_blocks::classify::Set;
use tamis_blocks::page::{Block, BlockKind, Blocks};
use tamis_collection::RawDocument;
use tamis_collection::{Item, ReadSettings, discover};
use tamis_eval::measure::{self, Evaluation, Instance, evaluate_against};
use tamis_eval::trec::{Qrels, Run, Topics, run};
use tamis_index::analyze::{Analyzer, TermId, Vocabulary};
use tamis_index::corpus::Corpus;
use tamis_index::index::{AnalyzedPage, Index, IndexWriter, Manifest, Recipe};
use tamis_index::ingest::{Options, analyze, ingest};
use tamis_search::experiment::results::{Point, Sweep};
use tamis_search::experiment::{Experiment, Origin, Rankings, judged_topics, query, retrieved};
use tamis_search::rule::predicate::{Feature, Operator};
use tamis_search::sweep::{Grid, Grids, ThresholdAxis, WeightGrid};
use tamis_search::tune::pool::{Pool, PoolSettings, PoolTopic};
use tamis_search::tune::space::Space;
use tamis_search::{
    BlockRule, Decimal, ModelSpec, Parameters, Predicate, Query, Ranking, TitleRule, View, Weights,
    rank,
};

const PAGES: usize = 1143;
const TOPICS: usize = 68;
const HITS: usize = 1000;
const WARC: &str = "cfa-blog.warc.gz";
const BLOGS06: &str = "permalinks-000.gz";
const MEASURES: [&str; 2] = ["P_10", "ndcg_cut_10"];
/// Largest difference of two figures that count as the same: both are means of the same values,
/// added in another order.
const SAME: f64 = 1e-12;

/// The collection's folder; it is small enough to stand unpacked in the shared data.
fn cfa() -> Option<PathBuf> {
    let Some(shared) = std::env::var_os("TAMIS_SHARED") else {
        eprintln!("skipped: TAMIS_SHARED is not set, so there is no real blog to index");
        return None;
    };
    Some(tamis_testing::root().join(shared).join("data/retrieval/cfa-blog"))
}

fn options(threads: usize) -> Options {
    Options {
        recipe: Recipe { analyzer: "english".into(), ..Recipe::default() },
        threads,
        force: true,
        ..Options::default()
    }
}

/// Indexes one of the archives, in its own folder below target/tmp. The next time, it is replaced.
fn ingested(cfa: &Path, archive: &str, threads: usize) -> Corpus {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cfa-blog-{archive}-{threads}"));
    let input = cfa.join(archive).display().to_string();
    let summary = ingest(&[input], &folder, &options(threads), &()).unwrap();
    assert_eq!((summary.manifest.counts.pages, summary.damaged()), (PAGES as u64, 0), "{archive}");
    Corpus::new(vec![Index::open(&folder).unwrap()]).unwrap()
}

/// The index that all tests search.
fn whole(cfa: &Path) -> &'static Corpus {
    static WHOLE: OnceLock<Corpus> = OnceLock::new();
    WHOLE.get_or_init(|| ingested(cfa, WARC, 2))
}

/// The topics' ids and queries.
fn queries(cfa: &Path) -> Vec<(String, Query)> {
    let mut analyzer = Analyzer::by_name("english").unwrap();
    let topics = Topics::read(cfa.join("topics.cfa.txt")).unwrap();
    assert_eq!(topics.len(), TOPICS);
    topics.into_iter().map(|topic| (topic.id, query(&mut analyzer, &topic.text))).collect()
}

fn models() -> [ModelSpec; 3] {
    ["bm25", "ql-dirichlet", "ql-dirichlet-indri"]
        .map(|name| ModelSpec::new(name, &Parameters::default()).unwrap())
}

/// The run file of all topics under a view.
fn run_file(
    corpus: &Corpus,
    view: &View,
    queries: &[(String, Query)],
    model: &ModelSpec,
) -> Vec<u8> {
    let topics: Vec<Vec<u8>> = queries
        .par_iter()
        .map(|(id, query)| run_of_topic(corpus, view, id, query, model))
        .collect();
    topics.concat()
}

fn run_of_topic(
    corpus: &Corpus,
    view: &View,
    id: &str,
    query: &Query,
    model: &ModelSpec,
) -> Vec<u8> {
    let hits = rank::search(corpus, view, query, model, HITS).unwrap();
    let mut text = Vec::new();
    run::write(&mut text, id, retrieved(corpus.order().unwrap(), &hits).unwrap(), "tamis").unwrap();
    text
}

fn docnos(corpus: &Corpus) -> Vec<String> {
    let order = corpus.order().unwrap();
    order.visible().map(|rank| order.docno(rank).unwrap()).collect()
}

/// The run files of all topics under several rules.
fn run_files(
    corpus: &Corpus,
    rules: &[Predicate],
    queries: &[(String, Query)],
    model: &ModelSpec,
) -> Vec<Vec<u8>> {
    let mut files = Vec::with_capacity(rules.len());
    for rule in rules {
        files.push(run_file(corpus, &View::new(corpus, rule).unwrap(), queries, model));
    }
    files
}

#[test]
fn layouts_and_threads_give_the_same_pages_and_runs() {
    let Some(cfa) = cfa() else { return };
    let whole = whole(&cfa);
    let queries = queries(&cfa);
    let rules = [
        Predicate::All,
        Rule { feature: Feature::Words, least: 11, title: TitleRule::Keep }.predicate(),
        Rule { feature: Feature::TextDensity, least: 10, title: TitleRule::Drop }.predicate(),
    ];
    let [model, ..] = models();
    let expected_docnos = docnos(whole);
    let expected = run_files(whole, &rules, &queries, &model);
    assert_eq!(expected_docnos.len(), PAGES);
    assert!(expected.windows(2).all(|pair| pair[0] != pair[1]), "the views differ");
    let others = [(WARC, 1), (WARC, 8), (BLOGS06, 1), (BLOGS06, 2), (BLOGS06, 8)];
    std::thread::scope(|scope| {
        for (archive, threads) in others {
            let cfa = &cfa;
            let rules = &rules;
            let queries = &queries;
            let model = &model;
            let expected_docnos = &expected_docnos;
            let expected = &expected;
            scope.spawn(move || {
                let corpus = ingested(cfa, archive, threads);
                assert!(
                    docnos(&corpus) == *expected_docnos,
                    "{archive}, {threads} threads: other pages"
                );
                assert!(
                    run_files(&corpus, rules, queries, model) == *expected,
                    "{archive}, {threads} threads: other runs"
                );
            });
        }
    });
}

/// A threshold and what becomes of titles, decided here without the library's predicates.
#[derive(Debug, Clone, Copy)]
struct Rule {
    feature: Feature,
    least: u32,
    title: TitleRule,
}

impl Rule {
    /// The same for the library.
    fn predicate(self) -> Predicate {
        self.title.apply(Predicate::Feature(
            self.feature,
            Operator::AtLeast,
            Decimal::whole(self.least),
        ))
    }

    fn permits(self, block: &Block) -> bool {
        if block.kind == BlockKind::Title {
            return self.title == TitleRule::Keep;
        }
        match self.feature {
            Feature::Words => block.words >= self.least,
            _ => block.wrapped_words >= self.least * block.wrapped_lines,
        }
    }

    /// The thresholds of the promise, with titles and without.
    fn all() -> Vec<Self> {
        let words = [1, 5, 11, 20, 50].map(|least| (Feature::Words, least));
        let densities = [5, 10, 14].map(|least| (Feature::TextDensity, least));
        let mut rules = Vec::new();
        for title in [TitleRule::Keep, TitleRule::Drop] {
            for (feature, least) in words.into_iter().chain(densities) {
                rules.push(Self { feature, least, title });
            }
        }
        rules
    }
}

/// All pages of the collection through the stages of the library, without an index, and their
/// terms.
fn analyzed(cfa: &Path) -> (Vec<AnalyzedPage>, Vocabulary) {
    let archives = discover(&[cfa.join(WARC).display().to_string()]).unwrap();
    let mut documents: Vec<RawDocument> = Vec::new();
    for archive in &archives {
        for item in archive.open(&ReadSettings::default()).unwrap() {
            if let Item::Document(document) = item {
                documents.push(document);
            }
        }
    }
    assert_eq!(documents.len(), PAGES);
    let mut analyzer = Analyzer::by_name("english").unwrap();
    let mut vocabulary = Vocabulary::default();
    let mut pages = Vec::new();
    for document in documents {
        let set = Set::published();
        pages.push(analyze(document, &mut analyzer, &mut vocabulary, set, &options(1)));
    }
    (pages, vocabulary)
}

/// The terms of a block of a page.
fn terms_of(page: &AnalyzedPage, number: usize) -> &[TermId] {
    let start: u32 = page.block_terms[..number].iter().sum();
    let end = start + page.block_terms[number];
    &page.terms[start as usize..end as usize]
}

/// The blocks of a page that a rule permits, with their places in the page's order.
fn permitted(page: &AnalyzedPage, rule: Rule) -> impl Iterator<Item = (usize, &Block)> {
    page.blocks.all().enumerate().filter(move |(_, block)| rule.permits(block))
}

/// The page as if it had only its permitted blocks.
fn reduced(page: &AnalyzedPage, rule: Rule) -> AnalyzedPage {
    let mut blocks = Blocks { text: page.blocks.text.clone(), ..Blocks::default() };
    let mut terms = Vec::new();
    let mut labels = Vec::new();
    let mut block_terms = Vec::new();
    for (number, block) in permitted(page, rule) {
        terms.extend_from_slice(terms_of(page, number));
        block_terms.push(page.block_terms[number]);
        labels.push(page.labels[number].clone());
        match block.kind {
            BlockKind::Title => blocks.title = Some(block.clone()),
            BlockKind::Text => blocks.blocks.push(block.clone()),
        }
    }
    let encoding = page.encoding;
    let encoding_source = page.encoding_source;
    let document = page.document.clone();
    let fingerprint = None;
    let defects = Vec::new();
    AnalyzedPage {
        metadata: None,
        structure: None,
        scores: Vec::new(),
        added_labels: Vec::new(),
        document,
        encoding,
        encoding_source,
        language: "en",
        blocks,
        labels,
        terms,
        block_terms,
        fingerprint,
        defects,
    }
}

/// An index really built from the permitted blocks alone, in segments of a fifth of the pages.
fn index_of_permitted(
    (pages, vocabulary): &(Vec<AnalyzedPage>, Vocabulary),
    rule: Rule,
    whole: &Corpus,
    folder: &Path,
) -> Corpus {
    let manifest = Manifest { repeats: None, ..whole.indexes[0].manifest.clone() };
    let (writer, _) = IndexWriter::open(folder, manifest.clone(), false).unwrap();
    for part in pages.chunks(PAGES.div_ceil(5)) {
        let part: Vec<AnalyzedPage> = part.iter().map(|page| reduced(page, rule)).collect();
        let segment = writer.segment(part, vocabulary).unwrap().unwrap();
        writer.add(segment).unwrap();
    }
    writer.commit(&manifest).unwrap();
    Corpus::new(vec![Index::open(folder).unwrap()]).unwrap()
}

fn bag<'p>(page: &'p AnalyzedPage, vocabulary: &'p Vocabulary, rule: Rule) -> Bag<'p> {
    let terms = permitted(page, rule).flat_map(|(number, _)| terms_of(page, number));
    Bag::new(&page.document.docno, terms.map(|term| (vocabulary.term(*term), 100)))
}

fn bits(scores: BTreeMap<String, f64>) -> BTreeMap<String, u64> {
    scores.into_iter().map(|(docno, score)| (docno, score.to_bits())).collect()
}

/// Compares a rule's view of the whole index with an index of the permitted blocks and with
/// counting. Returns the number of scores that were compared.
fn compare(
    rule: Rule,
    whole: &Corpus,
    analyzed: &(Vec<AnalyzedPage>, Vocabulary),
    queries: &[(String, Query)],
) -> usize {
    let folder = tamis_testing::folder();
    let second = index_of_permitted(analyzed, rule, whole, folder.path());
    let (pages, vocabulary) = analyzed;
    let bags: Vec<Bag> = pages.iter().map(|page| bag(page, vocabulary, rule)).collect();
    let view = View::new(whole, rule.predicate()).unwrap();
    let everything = View::new(&second, &Predicate::All).unwrap();
    assert_eq!(view.statistics, everything.statistics, "{rule:?}");
    let mut compared = 0;
    for model in models() {
        for (id, query) in queries {
            let found = bits(indexed::scores(whole, &view, query, &model));
            assert!(
                found == bits(indexed::scores(&second, &everything, query, &model)),
                "{rule:?} {model}: {id}: index"
            );
            assert!(
                found == bits(counted::scores(&bags, query, &model)),
                "{rule:?} {model}: {id}: counted"
            );
            compared += found.len();
        }
        let runs = [
            run_file(whole, &view, queries, &model),
            run_file(&second, &everything, queries, &model),
        ];
        assert!(runs[0] == runs[1], "{rule:?} {model}: runs");
    }
    compared
}

#[test]
fn a_threshold_is_an_index_of_the_permitted_blocks() {
    let Some(cfa) = cfa() else { return };
    let whole = whole(&cfa);
    let queries = queries(&cfa);
    let pages = analyzed(&cfa);
    let rules = Rule::all();
    let compared: usize =
        rules.par_iter().map(|&rule| compare(rule, whole, &pages, &queries)).sum();
    assert!(compared > 0);
    eprintln!(
        "{compared} scores under {} rules, {TOPICS} topics and 3 models: no bit differs",
        rules.len()
    );
}

/// Thresholds at which the sweep is compared with a single search.
const CHOSEN: [usize; 10] = [1, 2, 5, 10, 11, 15, 20, 30, 50, 100];

fn words_1_to_100() -> Grids {
    let values = (1..=100).map(Decimal::whole).collect();
    let inner = ThresholdAxis { feature: Feature::Words, comparison: Operator::AtLeast, values };
    let weights = WeightGrid::default();
    Grid { inner, outer: Vec::new(), weights, side: Predicate::All, title: TitleRule::Keep }.into()
}

fn experiment(cfa: &Path, corpus: &'static Corpus, model: ModelSpec) -> Experiment<'static> {
    let topics = Topics::read(cfa.join("topics.cfa.txt")).unwrap();
    let path = cfa.join("qrels.cfa.txt");
    let (topics, unjudged) =
        judged_topics(corpus, &topics, &Qrels::read(&path).unwrap(), &path, 1).unwrap();
    assert_eq!((topics.len(), unjudged.len()), (TOPICS, 0));
    let rankings = Rankings::single(Ranking { model, feedback: None });
    let experiment = Experiment::new(corpus, topics, instances(), rankings, Some(HITS)).unwrap();
    Experiment { keep_runs: true, ..experiment }
}

fn instances() -> Vec<Instance> {
    MEASURES.map(|name| measure::parse(name).unwrap().remove(0)).to_vec()
}

/// The scores of a run file, topics without results included.
fn evaluation(cfa: &Path, run: &[u8]) -> Evaluation {
    let qrels = Qrels::read(cfa.join("qrels.cfa.txt")).unwrap();
    let run = Run::read_from(run, "a.run").unwrap();
    let options = measure::Options { complete: true, ..measure::Options::default() };
    evaluate_against(&qrels, &run, &instances(), options)
}

/// A point of the sweep against the scores of a run file.
fn judged_alike(sweep: &Sweep, point: &Point, evaluation: &Evaluation) {
    assert_eq!(evaluation.topics.len(), TOPICS);
    for measure in 0..sweep.measures.len() {
        let place = format!("{} at {:?}", sweep.measures[measure], point.parameters);
        assert!((point.means[measure] - evaluation.summary[measure]).abs() <= SAME, "{place}");
        for topic in &evaluation.topics {
            let number = sweep.topics.iter().position(|id| *id == topic.topic).unwrap();
            assert!(
                (point.per_topic[measure][number] - topic.scores[measure]).abs() <= SAME,
                "{place}: {}",
                topic.topic
            );
        }
    }
}

#[test]
fn a_sweep_is_its_single_searches_and_their_judgement() {
    let Some(cfa) = cfa() else { return };
    let whole = whole(&cfa);
    let queries = queries(&cfa);
    let grid = words_1_to_100();
    for model in models() {
        let experiment = experiment(&cfa, whole, model);
        let outcome = experiment.run(&grid).unwrap();
        let sweep = experiment.report(&grid, &outcome, Origin::default());
        for words in CHOSEN {
            let view = View::new(whole, grid.rule(words - 1)).unwrap();
            let point = words - 1;
            let mut text = Vec::new();
            for (scored, (id, _)) in outcome.points[point].iter().zip(&queries) {
                run::write(
                    &mut text,
                    id,
                    retrieved(whole.order().unwrap(), &scored.ranking).unwrap(),
                    "tamis",
                )
                .unwrap();
            }
            let single = run_file(whole, &view, &queries, &model);
            assert!(text == single, "{model}, words >= {words}: the rankings differ");
            assert_eq!(sweep.points[point].value(&sweep.axes[0]).to_string(), words.to_string());
            assert_eq!(outcome.statistics[point], view.statistics, "{model}, words >= {words}");
            judged_alike(&sweep, &sweep.points[point], &evaluation(&cfa, &single));
        }
    }
}

/// What was expected before there was an index; the figures without titles are those of an
/// independent BM25 without stemming. Farther from them than this, something is broken or has to be
/// explained.
#[test]
fn the_unfiltered_text_is_worth_what_was_expected() {
    let Some(cfa) = cfa() else { return };
    let whole = whole(&cfa);
    let queries = queries(&cfa);
    for (title, k1, b, expected) in
        [(TitleRule::Keep, 0.9, 0.4, [0.266, 0.384]), (TitleRule::Drop, 1.2, 0.75, [0.256, 0.362])]
    {
        let model = ModelSpec::new(
            "bm25",
            &Parameters { k1: Some(k1), b: Some(b), ..Parameters::default() },
        )
        .unwrap();
        let run = run_file(
            whole,
            &View::new(whole, title.apply(Predicate::All)).unwrap(),
            &queries,
            &model,
        );
        let found = evaluation(&cfa, &run).summary;
        eprintln!("{model}, titles {}: {MEASURES:?} = {found:.4?}", title.name());
        assert!(
            found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.03),
            "{found:?}"
        );
    }
}

/// Tuning ranks pools, not pages of the index: each setting gives the grades that a search under
/// its weights gives.
#[test]
fn pools_rank_as_searches_do() {
    let Some(cfa) = cfa() else { return };
    let whole = whole(&cfa);
    let [model, ..] = models();
    let experiment = experiment(&cfa, whole, model);
    let manifest = &whole.indexes[0].manifest;
    let space = Space::new(manifest, true).unwrap();
    let mut topics = Vec::new();
    for topic in &experiment.topics {
        topics.push(PoolTopic { query: topic.query.clone(), grades: topic.grades() });
    }
    for (bodies, title) in [(false, TitleRule::Keep), (true, TitleRule::Drop)] {
        let rules = &space.rules;
        let probes = [Weights::default()];
        let settings =
            PoolSettings { rules, probes: &probes, depth: PAGES, bodies, headings: false, model };
        let pool = Pool::new(whole, &topics, &settings).unwrap();
        for setting in space.settings.iter().step_by(37) {
            let score = |topic: usize, grades: &[Option<i32>]| {
                experiment.score_grades(topic, grades).values[1]
            };
            let values = pool.values(setting, &score);
            let typed: Vec<String> = space.typed(setting).iter().map(ToString::to_string).collect();
            let weights = Weights::parse(typed.iter().map(String::as_str), manifest).unwrap();
            let rule = BlockRule { permits: title.apply(Predicate::All), weights };
            let view = View::new(whole, rule).unwrap();
            for (number, topic) in topics.iter().enumerate() {
                let known: BTreeMap<u32, i32> = topic.grades.iter().copied().collect();
                let hits = rank::search(whole, &view, &topic.query, &model, PAGES).unwrap();
                let grades: Vec<Option<i32>> =
                    hits.iter().map(|hit| known.get(&hit.document).copied()).collect();
                assert_eq!(values[number], score(number, &grades), "{typed:?}, topic {number}");
            }
        }
    }
}
