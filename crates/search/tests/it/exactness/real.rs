//! The same promises on real collections, whose pages nobody made up: every number that a rule can
//! read, for ranges of any size, against pages that are read, cut and counted here; views under
//! random rules and weights against these numbers; searches against an index that really holds the
//! permitted text alone; and one index against a random cut into several.
//!
//! `cargo test` takes cfa-blog, a quarter of adn-typepad and two of the six sites; with
//! `TAMIS_EXACTNESS=all` all of them (eval/exactness/run.sh).

use super::columns::{
    Numbers, RANGE_ROWS, check_codes, in_ranges, of_row, one_by_one, rows, without_repeats,
};
use super::{indexed, weight};
use crate::made_up::{SCORES, rule};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tamis_blocks::block::cut_within;
use tamis_blocks::classify::LabelSet;
use tamis_blocks::html;
use tamis_blocks::page::{Block, BlockKind, Blocks, Budget, EncodingSource};
use tamis_collection::{Body, Item, RawDocument, ReadSettings, Source, discover};
use tamis_eval::trec::Topics;
use tamis_index::analyze::{Analyzer, Vocabulary};
use tamis_index::blocks::classify::{CLASSIFIERS, Scorers, Set, Subject};
use tamis_index::corpus::Corpus;
use tamis_index::index::site::site;
use tamis_index::index::url::canonical;
use tamis_index::index::{
    AnalyzedPage, BlockRepeats, BlockScores, Index, IndexWriter, Manifest, Recipe,
};
use tamis_index::ingest::{Options, ingest};
use tamis_search::experiment::query;
use tamis_search::model::Unit;
use tamis_search::rule::expression;
use tamis_search::rule::predicate::RuleRow;
use tamis_search::{BlockRule, ModelSpec, Parameters, Query, View};

/// A collection: archives and topics.
struct Collection {
    name: &'static str,
    archives: Vec<PathBuf>,
    topics: PathBuf,
}

/// The collections to look at; none without the shared data.
fn collections() -> Vec<Collection> {
    let Some(unpacked) = tamis_testing::shared() else { return Vec::new() };
    let packed = tamis_testing::root().join(std::env::var_os("TAMIS_SHARED").unwrap_or_default());
    let cfa = packed.join("data/retrieval/cfa-blog");
    let six = unpacked.join("data/retrieval/six-sites");
    let adn = unpacked.join("data/retrieval/adn-typepad");
    let all = std::env::var_os("TAMIS_EXACTNESS").is_some_and(|which| which == "all");
    let sites =
        ["openplans", "transmission", "neverendingbooks", "sethroberts", "slott56", "web2ireland"];
    let sites = &sites[..if all { sites.len() } else { 2 }];
    let posts = 0..if all { 4 } else { 1 };
    let posts = posts.map(|part| adn.join(format!("adn-typepad-0{part}.warc")));
    let topics = cfa.join("topics.cfa.txt");
    let mut collections = vec![
        Collection {
            name: "cfa-blog",
            archives: vec![cfa.join("cfa-blog.warc.gz")],
            topics: topics.clone(),
        },
        Collection { name: "permalinks", archives: vec![cfa.join("permalinks-000.gz")], topics },
        Collection {
            name: "six-sites",
            archives: sites.iter().map(|site| six.join(format!("{site}.warc.gz"))).collect(),
            topics: six.join("topics.txt"),
        },
        Collection {
            name: "adn-typepad",
            archives: posts.collect(),
            topics: adn.join("topics.adn.txt"),
        },
    ];
    collections.retain(|collection| !collection.archives.is_empty());
    collections
}

/// A page that was read and cut here.
struct RealPage {
    docno: String,
    url: String,
    blocks: Vec<RealBlock>,
}

struct RealBlock {
    row: RuleRow,
    block: Block,
    tokens: Vec<String>,
}

fn recipe() -> Recipe {
    let scores = SCORES.map(str::to_owned).into();
    // Several segments, also of a small collection.
    Recipe { scores, commit_every: 8 << 20, ..Recipe::default() }
}

/// Reads and cuts all pages of a collection, and counts how often their blocks repeat.
fn read(collection: &Collection) -> Vec<RealPage> {
    let recipe = recipe();
    let classifiers = CLASSIFIERS.set(&recipe.classifiers).unwrap();
    let scorers = CLASSIFIERS.scorers(&SCORES).unwrap();
    let mut documents = Vec::new();
    let mut seen = HashSet::new();
    for archive in discover(&collection.archives).unwrap() {
        for item in archive.open(&ReadSettings::default()).unwrap() {
            if let Item::Document(document) = item
                && seen.insert(document.docno.clone())
            {
                documents.push(document);
            }
        }
    }
    let analyzer = recipe.analyzer().unwrap();
    let mut pages: Vec<RealPage> = documents
        .into_par_iter()
        .map_init(
            || analyzer.clone(),
            |analyzer, document| cut(document, analyzer, &classifiers, &scorers, &recipe),
        )
        .collect();
    count_repeats(&mut pages);
    pages
}

/// Cuts and judges a page, stage by stage.
fn cut(
    document: RawDocument,
    analyzer: &mut Analyzer,
    classifiers: &Set,
    scorers: &Scorers,
    recipe: &Recipe,
) -> RealPage {
    let Body::Html(bytes) = &document.body else { panic!("{}: expected HTML", document.docno) };
    let decoded =
        html::decode(bytes, html::Charset { forced: None, http: document.charset.as_deref() });
    let page = html::parse_decoded(&decoded, &Budget::UNLIMITED);
    let blocks = cut_within(&page, recipe.cut, &Budget::UNLIMITED);
    let subject = Subject::new(&page, &blocks).with_markup(&decoded.text);
    let mut labels = classifiers.labels(&subject).into_iter();
    let mut scores =
        scorers.hundredths(&subject).into_iter().map(Vec::into_iter).collect::<Vec<_>>();
    let mut real = Vec::new();
    for block in blocks.all() {
        let title = block.kind == BlockKind::Title;
        let mut of_block = BlockScores::default();
        if !title {
            for (number, scores) in scores.iter_mut().enumerate() {
                of_block.set(number, scores.next().unwrap());
            }
        }
        let tokens = analyzer.terms(blocks.text_of(block));
        let Block { words, anchor_words, wrapped_words, wrapped_lines, tag_level, .. } = *block;
        let row = RuleRow {
            words: words.into(),
            anchor_words: anchor_words.into(),
            wrapped_words: wrapped_words.into(),
            wrapped_lines: wrapped_lines.into(),
            tag_level: tag_level.into(),
            tokens: tokens.len() as u64,
            labels: if title { LabelSet::default() } else { labels.next().unwrap() },
            title,
            repeats: BlockRepeats::default(),
            scores: of_block,
        };
        let block = Block { text: 0..0, events: 0..0, ..block.clone() };
        real.push(RealBlock { row, block, tokens });
    }
    RealPage { docno: document.docno, url: document.url, blocks: real }
}

/// What a page counts as: the canonical form of its URL, or its docno if it has none.
fn known_by(page: &RealPage) -> String {
    match canonical(&page.url) {
        form if form.is_empty() => format!("docno {}", page.docno),
        form => form,
    }
}

fn sorted_tokens(block: &RealBlock) -> Vec<String> {
    let mut tokens = block.tokens.clone();
    tokens.sort_unstable();
    tokens
}

/// Counts the pages with each block, in all and of each site, by sets of pages; captures of a URL
/// once.
fn count_repeats(pages: &mut [RealPage]) {
    let sites: Vec<Option<String>> =
        pages.iter().map(|page| site(&page.url).map(|site| site.to_string())).collect();
    let keys: Vec<String> = pages.iter().map(known_by).collect();
    let mut of_site: HashMap<&str, HashSet<&str>> = HashMap::new();
    for (site, key) in sites.iter().zip(&keys) {
        if let Some(site) = site {
            of_site.entry(site).or_default().insert(key);
        }
    }
    let mut with: HashMap<Vec<String>, HashSet<usize>> = HashMap::new();
    for (number, page) in pages.iter().enumerate() {
        for block in page.blocks.iter().filter(|block| !block.tokens.is_empty()) {
            with.entry(sorted_tokens(block)).or_default().insert(number);
        }
    }
    let mut with_of_site: HashMap<(&Vec<String>, &str), HashSet<&str>> = HashMap::new();
    for (tokens, pages) in &with {
        for (page, site) in pages.iter().filter_map(|page| Some((page, sites[*page].as_deref()?))) {
            with_of_site.entry((tokens, site)).or_default().insert(&keys[*page]);
        }
    }
    let mut with_keys: HashMap<&Vec<String>, HashSet<&str>> = HashMap::new();
    for (tokens, pages) in &with {
        with_keys.insert(tokens, pages.iter().map(|page| &*keys[*page]).collect());
    }
    for (page, site) in pages.iter_mut().zip(&sites) {
        let site_pages = site.as_deref().map_or(0, |site| of_site[site].len() as u32);
        for block in &mut page.blocks {
            let tokens = sorted_tokens(block);
            let of_this_site = site.as_deref().and_then(|site| with_of_site.get(&(&tokens, site)));
            block.row.repeats = BlockRepeats {
                pages: with_keys.get(&tokens).map_or(0, |keys| keys.len() as u32),
                site_pages_with: of_this_site.map_or(0, |keys| keys.len() as u32),
                site_pages,
            };
        }
    }
}

fn folder(name: &str) -> tempfile::TempDir {
    tempfile::Builder::new().prefix(name).tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// Builds an index of pages, in which each block's tokens stand as often as `times` says; a block
/// that stands nowhere is left out.
fn build<'p>(
    path: &Path,
    pages: impl Iterator<Item = &'p RealPage>,
    times: impl Fn(&RealBlock) -> u64,
) -> Index {
    let manifest = Manifest { classifiers: recipe().classifiers, ..Manifest::new(recipe()) };
    let (writer, _) = IndexWriter::open(path, manifest.clone(), false).unwrap();
    let mut vocabulary = Vocabulary::default();
    let analyzed: Vec<AnalyzedPage> =
        pages.map(|page| analyzed(page, &mut vocabulary, &times)).collect();
    if let Some(segment) = writer.segment(analyzed, &vocabulary).unwrap() {
        writer.add(segment).unwrap();
    }
    writer.commit(&manifest).unwrap();
    let repeats =
        Some(tamis_index::repeats::write(&Index::open(path).unwrap(), &|| false).unwrap());
    writer.commit(&Manifest { repeats, finished: true, ..manifest }).unwrap();
    drop(writer);
    Index::open(path).unwrap()
}

fn analyzed(
    page: &RealPage,
    vocabulary: &mut Vocabulary,
    times: impl Fn(&RealBlock) -> u64,
) -> AnalyzedPage {
    let source = Source { archive: Arc::from("test"), offset: 0 };
    let document = RawDocument {
        url: page.url.clone(),
        ..RawDocument::new(&*page.docno, source, Body::text(""))
    };
    let mut analyzed = AnalyzedPage {
        metadata: None,
        structure: None,
        document,
        encoding: "UTF-8",
        encoding_source: EncodingSource::Given,
        language: "en",
        blocks: Blocks::default(),
        labels: Vec::new(),
        added_labels: Vec::new(),
        scores: Vec::new(),
        terms: Vec::new(),
        block_terms: Vec::new(),
        fingerprint: None,
        defects: Vec::new(),
    };
    for block in page.blocks.iter().filter(|block| times(block) > 0) {
        let start = analyzed.terms.len();
        for _ in 0..times(block) {
            analyzed.terms.extend(block.tokens.iter().map(|token| vocabulary.id(token)));
        }
        analyzed.block_terms.push((analyzed.terms.len() - start) as u32);
        analyzed.labels.push(block.row.labels.clone());
        analyzed.scores.push(block.row.scores);
        match block.row.title {
            true => analyzed.blocks.title = Some(block.block.clone()),
            false => analyzed.blocks.blocks.push(block.block.clone()),
        }
    }
    analyzed
}

/// The docno of every page of every segment.
fn docnos(corpus: &Corpus) -> Vec<Vec<String>> {
    let order = corpus.order().unwrap();
    let mut docnos: Vec<Vec<String>> = Vec::with_capacity(corpus.segments.len());
    for segment in 0..corpus.segments.len() {
        let ranks = order.ranks(segment).iter();
        docnos.push(ranks.map(|rank| order.docno(*rank).unwrap()).collect());
    }
    docnos
}

/// Compares the numbers of every block: in ranges of every size, value by value, and as cut here.
fn check_numbers(corpus: &mut Corpus, pages: &HashMap<&str, &RealPage>) {
    let docnos = docnos(corpus);
    for range_rows in RANGE_ROWS {
        corpus.set_rows_per_range(range_rows);
        for (segment, docnos) in corpus.segments.iter().zip(&docnos) {
            let numbers = in_ranges(segment);
            check_codes(segment, &segment.page_ranges().collect::<Vec<_>>(), &numbers);
            for (doc, docno) in (0..).zip(docnos) {
                let of_page = &numbers[rows(segment, doc)];
                let expected: Vec<Numbers> =
                    pages[docno.as_str()].blocks.iter().map(|block| of_row(&block.row)).collect();
                assert!(
                    of_page == expected,
                    "{docno} in ranges of {range_rows} rows: {of_page:?}, expected {expected:?}"
                );
                if range_rows == RANGE_ROWS[0] {
                    let without: Vec<Numbers> = expected.into_iter().map(without_repeats).collect();
                    assert_eq!(
                        one_by_one(&corpus.indexes[segment.index], segment, doc),
                        without,
                        "{docno}"
                    );
                }
            }
        }
    }
}

/// Compares what a rule keeps of every page.
fn check_view(corpus: &Corpus, view: &View, rule: &BlockRule, pages: &HashMap<&str, &RealPage>) {
    let unit = if view.statistics.unit == Unit::Tokens { 100 } else { 1 };
    let mut tokens = 0;
    for ((segment, view), docnos) in corpus.segments.iter().zip(&view.segments).zip(docnos(corpus))
    {
        for (doc, docno) in (0..).zip(docnos) {
            let page = pages[docno.as_str()];
            let mut expected = Vec::with_capacity(page.blocks.len());
            let mut length = 0;
            for block in &page.blocks {
                let weight = weight(rule, &block.row);
                expected.push(weight);
                length += block.tokens.len() as u64 * weight;
            }
            let found = rows(segment, doc).map(|row| view.amount(row as u32) * unit);
            assert!(found.eq(expected), "{docno} under {rule}");
            assert_eq!(view.length(doc) * unit, length, "{docno} under {rule}");
            tokens += length;
        }
    }
    assert_eq!(view.statistics.tokens * unit, tokens, "{rule}");
}

/// The queries of some topics.
fn queries(topics: &Path) -> Vec<Query> {
    let mut analyzer = Analyzer::by_name("english").unwrap();
    let topics = Topics::read(topics).unwrap();
    topics.into_iter().step_by(9).map(|topic| query(&mut analyzer, &topic.text)).collect()
}

/// The bits of the unrounded scores of every page, query by query.
fn scores(corpus: &Corpus, view: &View, queries: &[Query]) -> Vec<BTreeMap<String, u64>> {
    let model = ModelSpec::new("bm25", &Parameters::default()).unwrap();
    let mut bits = Vec::with_capacity(queries.len());
    for query in queries {
        let scores = indexed::scores(corpus, view, query, &model);
        bits.push(scores.into_iter().map(|(docno, score)| (docno, score.to_bits())).collect());
    }
    bits
}

/// Rules that were wrong before they were tested on real collections, then random ones.
fn rules(corpus: &Corpus, random: usize, fractional: bool) -> Vec<BlockRule> {
    let manifest = &corpus.indexes[0].manifest;
    let known =
        ["text_density >= 9", "text_density >= 7.5", "link_density <= 0.33", "link_density > 0.5"];
    let others =
        ["site_share <= 0.2 and repeats < 20", "score.victor >= 0.5 or label = words-tree"];
    let mut rules: Vec<BlockRule> = Vec::new();
    for rule in known.into_iter().chain(others) {
        rules.push(expression::parse(rule, manifest).unwrap().into());
    }
    let mut runner = TestRunner::deterministic();
    let drawn =
        std::iter::repeat_with(|| rule(fractional).new_tree(&mut runner).unwrap().current());
    // Rules that leave nothing are refused.
    rules.extend(drawn.filter(|rule| View::new(corpus, rule).is_ok()).take(random));
    rules
}

/// Cuts pages into so many parts, by pseudo-random numbers that depend on their place alone.
fn parts(pages: &[RealPage], count: usize) -> Vec<Vec<&RealPage>> {
    let mut parts: Vec<Vec<&RealPage>> = vec![Vec::new(); count];
    let mut state = 1u64;
    for page in pages {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        parts[(state >> 33) as usize % count].push(page);
    }
    parts
}

fn check(collection: &Collection) {
    let name = collection.name;
    let pages = read(collection);
    let by_docno: HashMap<&str, &RealPage> =
        pages.iter().map(|page| (page.docno.as_str(), page)).collect();
    let folder = folder(name);
    let whole = folder.path().join("whole");
    ingest(&collection.archives, &whole, &Options { recipe: recipe(), ..Options::default() }, &())
        .unwrap();
    let mut corpus = Corpus::new(vec![Index::open(&whole).unwrap()]).unwrap();
    assert_eq!(corpus.pages(), pages.len() as u64, "{name}");
    check_numbers(&mut corpus, &by_docno);
    let several: Vec<Index> = (0..)
        .zip(parts(&pages, 3))
        .map(|(number, part)| {
            build(&folder.path().join(format!("part-{number}")), part.into_iter(), |_| 1)
        })
        .collect();
    let mut several = Corpus::new(several).unwrap();
    let queries = queries(&collection.topics);
    for (number, rule) in rules(&corpus, 12, true).iter().enumerate() {
        corpus.set_rows_per_range(RANGE_ROWS[number % RANGE_ROWS.len()]);
        several.set_rows_per_range(RANGE_ROWS[(number + 3) % RANGE_ROWS.len()]);
        let view = View::new(&corpus, rule).unwrap();
        check_view(&corpus, &view, rule, &by_docno);
        let of_several = View::new(&several, rule).unwrap();
        check_view(&several, &of_several, rule, &by_docno);
        let found = scores(&several, &of_several, &queries[..3]);
        assert!(
            found == scores(&corpus, &view, &queries[..3]),
            "{name}: several indexes under {rule}"
        );
    }
    for (number, rule) in rules(&corpus, 6, false).iter().enumerate().skip(2).step_by(3) {
        let path = folder.path().join(format!("permitted-{number}"));
        let permitted = build(&path, pages.iter(), |block| weight(rule, &block.row) / 100);
        let permitted = Corpus::new(vec![permitted]).unwrap();
        let all = View::new(&permitted, &tamis_search::Predicate::All).unwrap();
        let found = scores(&corpus, &View::new(&corpus, rule).unwrap(), &queries);
        assert!(
            found == scores(&permitted, &all, &queries),
            "{name}: the permitted text under {rule}"
        );
    }
}

#[test]
fn every_promise_holds_on_real_collections() {
    collections().par_iter().for_each(check);
}
