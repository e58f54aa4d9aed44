//! Generates pages, rules, queries and models, and indexes of such pages.

use proptest::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use tamis_blocks::classify::LabelSet;
use tamis_blocks::page::{Block, BlockKind, Blocks, EncodingSource, Inside};
use tamis_collection::{Body, RawDocument, Source};
use tamis_index::analyze::Vocabulary;
use tamis_index::corpus::Corpus;
use tamis_index::index::manifest::Manifest;
use tamis_index::index::{AnalyzedPage, BlockRepeats, BlockScores, Index, IndexWriter, Recipe};
use tamis_search::model::MODELS;
use tamis_search::rule::predicate::{Feature, Operator, RuleRow};
use tamis_search::rule::weights::{Weight, WeightRule};
use tamis_search::{BlockRule, Decimal, ModelSpec, Parameters, Predicate, Query, Weights};

/// A page of made-up blocks: what the index is given, and what the brute-force scorer sees.
#[derive(Debug, Clone)]
pub struct TestPage {
    pub docno: String,
    pub blocks: Vec<TestBlock>,
}

#[derive(Debug, Clone)]
pub struct TestBlock {
    pub row: RuleRow,
    pub tokens: Vec<&'static str>,
}

/// The features that are computed from sparse columns.
const SPARSE: [Feature; 5] = [
    Feature::AnchorWords,
    Feature::WrappedWords,
    Feature::WrappedLines,
    Feature::TextDensity,
    Feature::LinkDensity,
];
/// The features of rules; those of the two scores follow.
const FEATURES: [Feature; 11] = [
    Feature::Words,
    Feature::AnchorWords,
    Feature::WrappedWords,
    Feature::WrappedLines,
    Feature::TextDensity,
    Feature::LinkDensity,
    Feature::Tokens,
    Feature::TagLevel,
    Feature::Repeats,
    Feature::SiteRepeats,
    Feature::SiteShare,
];
const COMPARISONS: [Operator; 4] =
    [Operator::AtLeast, Operator::AtMost, Operator::Less, Operator::Equal];
/// One more than the pages know.
const QUERY_WORDS: [&str; 7] = ["ant", "bee", "cat", "dog", "eel", "fox", "gnu"];
const VOCABULARY: [&str; 6] = ["ant", "bee", "cat", "dog", "eel", "fox"];
/// In few pages each: feedback passes over words of many. Two are not of its kind.
const RARE: [&str; 12] =
    ["emu", "häher", "ibis", "kiwi", "lynx", "mole", "newt", "orca", "owl2", "puma", "q", "wren"];

/// The scores of the index.
pub const SCORES: [&str; 2] = ["victor", "c45-words"];

pub fn scores() -> Vec<Feature> {
    manifest().scores().into_iter().map(Feature::Score).collect()
}

fn features() -> Vec<Feature> {
    // The sparse ones twice: they are the hard ones.
    FEATURES.into_iter().chain(SPARSE).chain(scores()).collect()
}

fn block() -> impl Strategy<Value = TestBlock> {
    let token = prop_oneof![
        5 => prop::sample::select(&VOCABULARY[..]),
        1 => prop::sample::select(&RARE[..])
    ];
    let tokens = prop::collection::vec(token, 0..8);
    // Some blocks lack a score, as where a classifier gives none.
    let scores = prop::array::uniform2(prop::option::weighted(
        0.9,
        prop_oneof![4 => 0u8..=100, 1 => Just(0), 1 => Just(30)],
    ));
    (0u64..25, 0u64..25, 1u64..4, 0u64..4, 0u64..9, tokens, scores).prop_map(
        |(words, anchors, lines, labels, level, tokens, of_block)| {
            let mut scores = BlockScores::default();
            for (number, score) in (0..).zip(of_block) {
                scores.set(number, score);
            }
            let row = RuleRow {
                words,
                anchor_words: anchors.min(words),
                wrapped_words: words * lines / (lines + 1),
                wrapped_lines: lines,
                tag_level: level,
                tokens: tokens.len() as u64,
                labels: (0..4).filter(|label| labels >> label & 1 == 1).collect(),
                title: false,
                repeats: BlockRepeats::default(),
                scores,
            };
            TestBlock { row, tokens }
        },
    )
}

/// Rows of the ranges in which columns are read: pages alone, a few pages, all pages of a segment.
const RANGE_ROWS: [u32; 6] = [1, 7, 12, 18, 25, 4096];

/// Pages, most of which have no value in a sparse column, as on real sites: there a range
/// often begins at such a page.
pub fn pages(most: usize) -> impl Strategy<Value = Vec<TestPage>> {
    let drawn = (prop::bool::ANY, SparseValues::any(), prop::collection::vec(block(), 0..6));
    prop::collection::vec(drawn, 1..most).prop_map(|pages| {
        let mut made = Vec::with_capacity(pages.len());
        for (number, (has_title, sparse, blocks)) in pages.into_iter().enumerate() {
            made.push(page(number, has_title, sparse, blocks));
        }
        recounted(made, &[])
    })
}

fn page(
    number: usize,
    has_title: bool,
    sparse: SparseValues,
    mut blocks: Vec<TestBlock>,
) -> TestPage {
    for block in &mut blocks {
        sparse.apply(&mut block.row);
    }
    if has_title && let Some(first) = blocks.first_mut() {
        first.row.title = true;
        first.row.labels = LabelSet::default();
        first.row.scores = BlockScores::default();
        // A title has no anchors.
        first.row.anchor_words = 0;
    }
    // Names in another order than the pages.
    TestPage { docno: format!("d{:03}", number * 37 % 101), blocks }
}

/// Which of the sparse columns a page has values in.
#[derive(Debug, Clone, Copy)]
struct SparseValues {
    /// Blocks with some words in anchors and some not.
    anchors: bool,
    lines: bool,
}

impl SparseValues {
    fn any() -> impl Strategy<Value = Self> {
        let rarely = prop::bool::weighted(0.25);
        (rarely, rarely).prop_map(|(anchors, lines)| Self { anchors, lines })
    }

    fn apply(self, row: &mut RuleRow) {
        if !self.anchors {
            row.anchor_words = if 2 * row.anchor_words > row.words { row.words } else { 0 };
        }
        if !self.lines {
            row.wrapped_words = row.words;
            row.wrapped_lines = 1;
        }
    }
}

/// The date of a page: every fifth one has none. Some captures of a URL have the same.
fn date(docno: &str) -> String {
    let number: u32 =
        docno.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or_default();
    if number.is_multiple_of(5) {
        String::new()
    } else {
        format!("2006-{:02}-01T00:00:00Z", 1 + number % 3)
    }
}

/// The URL of a page: every fourth one has none, the first one has. Two or four pages are captures
/// of one URL, in two spellings.
fn url(docno: &str) -> String {
    let number: u32 =
        docno.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or_default();
    let host = format!("site{}.org", number % 4 / 2);
    match number % 4 {
        1 => String::new(),
        2 => format!("https://{host}/{}/", number / 8),
        _ => format!("http://www.{host}/{}", number / 8),
    }
}

/// What counts of a page when repeated blocks are counted.
struct CountedPage<'a> {
    /// Captures of one URL have the same key.
    key: String,
    site: Option<String>,
    /// The sorted tokens of each block.
    blocks: Vec<Vec<&'a str>>,
}

impl CountedPage<'_> {
    fn holds(&self, tokens: &Vec<&str>) -> bool {
        !tokens.is_empty() && self.blocks.contains(tokens)
    }

    fn is_of(&self, site: Option<&str>) -> bool {
        site.is_some() && self.site.as_deref() == site
    }
}

/// The site of a page, if it has a URL.
fn site(docno: &str) -> Option<String> {
    let url = url(docno);
    url.split('/').nth(2).map(|host| host.trim_start_matches("www.").to_owned())
}

/// The page's URL without its spelling, or its docno.
fn key(docno: &str) -> String {
    match site(docno) {
        Some(site) => format!("{site} {}", url(docno).split('/').nth(3).unwrap_or_default()),
        None => docno.to_owned(),
    }
}

fn sorted_tokens(block: &TestBlock) -> Vec<&'static str> {
    let mut tokens = block.tokens.clone();
    tokens.sort_unstable();
    tokens
}

/// Number of different pages among those that meet a condition.
fn count_different(pages: &[CountedPage<'_>], meets: impl Fn(&CountedPage<'_>) -> bool) -> u32 {
    let keys: BTreeSet<&str> =
        pages.iter().filter(|page| meets(page)).map(|page| &*page.key).collect();
    keys.len() as u32
}

/// The pages with the counts of how often their blocks repeat, among those that are not deleted.
pub fn recounted(mut pages: Vec<TestPage>, deleted: &[String]) -> Vec<TestPage> {
    let alive = pages.iter().filter(|page| !deleted.contains(&page.docno));
    let counted: Vec<CountedPage<'_>> = alive
        .map(|page| CountedPage {
            key: key(&page.docno),
            site: site(&page.docno),
            blocks: page.blocks.iter().map(sorted_tokens).collect(),
        })
        .collect();
    for page in &mut pages {
        let site = site(&page.docno);
        let site = site.as_deref();
        for block in &mut page.blocks {
            let tokens = sorted_tokens(block);
            block.row.repeats = BlockRepeats {
                pages: count_different(&counted, |page| page.holds(&tokens)),
                site_pages_with: count_different(&counted, |page| {
                    page.holds(&tokens) && page.is_of(site)
                }),
                site_pages: count_different(&counted, |page| page.is_of(site)),
            };
        }
    }
    pages
}

/// A value that a rule compares a feature with. Shares and scores are compared with shares.
fn threshold(feature: Feature, value: Decimal, share: u16) -> Decimal {
    match feature {
        Feature::LinkDensity | Feature::SiteShare | Feature::Score(_) => {
            Decimal::from_hundredths(share)
        }
        _ => value,
    }
}

pub fn leaf() -> impl Strategy<Value = Predicate> {
    let decimal =
        (0u32..15, 0u32..10).prop_map(|(whole, tenth)| format!("{whole}.{tenth}").parse().unwrap());
    let feature = prop::sample::select(features());
    let comparison = prop::sample::select(&COMPARISONS[..]);
    let test = (feature, comparison, decimal, 0u16..=100).prop_map(
        |(feature, comparison, value, share)| {
            Predicate::Feature(feature, comparison, threshold(feature, value, share))
        },
    );
    prop_oneof![
        4 => test,
        1 => (0u32..2).prop_map(|bit| Predicate::Label(bit, format!("label-{bit}"))),
        1 => Just(Predicate::Kind(BlockKind::Text)),
        1 => Just(Predicate::All),
    ]
}

pub fn predicate() -> impl Strategy<Value = Predicate> {
    leaf().prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|p| Predicate::Not(Box::new(p))),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.and(b)),
            (inner.clone(), inner).prop_map(|(a, b)| a.or(b)),
        ]
    })
}

/// Weights in hundredths: 0 to 4 times, or with fractions.
pub fn weight(fractional: bool) -> impl Strategy<Value = Weight> {
    let whole = (0u32..5).prop_map(|whole| Weight::try_from(Decimal::whole(whole)).unwrap());
    let any = (0u32..400).prop_map(|n| format!("{}.{:02}", n / 100, n % 100).parse().unwrap());
    if fractional { prop_oneof![2 => whole, 3 => any].boxed() } else { whole.boxed() }
}

pub fn weights(fractional: bool) -> impl Strategy<Value = Weights> {
    // A score weighs in hundredths.
    let by = prop::option::of(prop::sample::select(manifest().scores()));
    let by = if fractional { by.boxed() } else { Just(None).boxed() };
    (prop::collection::vec((predicate(), weight(fractional)), 0..4), by).prop_map(|(rules, by)| {
        let mut weights = Weights::default();
        if let Some(score) = by {
            weights.weigh_by(score).unwrap();
        }
        for (number, (rule, weight)) in rules.into_iter().enumerate() {
            weights.add(WeightRule { name: Some(format!("rule-{number}")), rule, weight }).unwrap();
        }
        weights
    })
}

/// A rule with whole weights, or with fractional ones, or without any.
pub fn rule(fractional: bool) -> impl Strategy<Value = BlockRule> {
    (predicate(), weights(fractional)).prop_map(|(permits, weights)| BlockRule { permits, weights })
}

pub fn query() -> impl Strategy<Value = Query> {
    let counted =
        prop::collection::vec(prop::sample::select(&QUERY_WORDS[..]), 0..5).prop_map(Query::new);
    // As feedback makes them.
    let weighted =
        prop::collection::vec((prop::sample::select(&QUERY_WORDS[..]), 0.001f64..3.0), 0..5)
            .prop_map(Query::weighted);
    prop_oneof![counted, weighted]
}

pub fn model() -> impl Strategy<Value = ModelSpec> {
    let name = prop::sample::select(MODELS.map(|(name, ..)| name).to_vec());
    (name, 0.1f64..2.0, 0.0f64..1.0, 0.01f64..0.99).prop_map(|(name, k1, b, lambda)| {
        ModelSpec::new(
            name,
            &Parameters {
                k1: Some(k1),
                b: Some(b),
                mu: Some(10.0),
                lambda: Some(lambda),
                c: Some(k1),
            },
        )
        .unwrap()
    })
}

fn analyzed(page: &TestPage, vocabulary: &mut Vocabulary) -> AnalyzedPage {
    let mut terms = Vec::new();
    let mut blocks = Blocks::default();
    let mut labels = Vec::new();
    let mut scores = Vec::new();
    let mut block_terms = Vec::new();
    for block in &page.blocks {
        let of_text = blocks.text.len() as u32;
        terms.extend(block.tokens.iter().map(|token| vocabulary.id(token)));
        blocks.text += &block.tokens.join(" ");
        block_terms.push(block.tokens.len() as u32);
        labels.push(block.row.labels.clone());
        scores.push(block.row.scores);
        let block = Block {
            text: of_text..blocks.text.len() as u32,
            words: block.row.words as u32,
            anchor_words: block.row.anchor_words as u32,
            wrapped_words: block.row.wrapped_words as u32,
            wrapped_lines: block.row.wrapped_lines as u32,
            tag_level: block.row.tag_level as u32,
            inside: Inside::default(),
            kind: if block.row.title { BlockKind::Title } else { BlockKind::Text },
            events: 0..0,
        };
        if block.kind == BlockKind::Title {
            blocks.title = Some(block);
        } else {
            blocks.blocks.push(block);
        }
    }
    let source = Source { archive: Arc::from("test"), offset: 0 };
    let document = RawDocument::new(page.docno.clone(), source, Body::text(""));
    let document = RawDocument { url: url(&page.docno), date: date(&page.docno), ..document };
    let encoding = "UTF-8";
    let encoding_source = EncodingSource::Given;
    let fingerprint = None;
    let defects = Vec::new();
    AnalyzedPage {
        metadata: None,
        structure: None,
        added_labels: Vec::new(),
        scores,
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

fn manifest() -> Manifest {
    let scores = SCORES.map(str::to_owned).into();
    let recipe = Recipe { analyzer: "whitespace".into(), scores, ..Recipe::default() };
    Manifest { classifiers: vec!["label-0".into(), "label-1".into()], ..Manifest::new(recipe) }
}

/// Builds an index of `segments` segments, merges the first `merged` of them, then deletes every
/// page in `deleted`.
pub fn build(
    path: &Path,
    pages: &[TestPage],
    segments: usize,
    merged: usize,
    deleted: &[String],
) -> Corpus {
    let (writer, _) = IndexWriter::open(path, manifest(), false).unwrap();
    let mut ids = Vec::new();
    for part in pages.chunks(pages.len().div_ceil(segments).max(1)) {
        let mut vocabulary = Vocabulary::default();
        let part: Vec<AnalyzedPage> =
            part.iter().map(|page| analyzed(page, &mut vocabulary)).collect();
        let segment = writer.segment(part, &vocabulary).unwrap().unwrap();
        ids.push(segment.id().uuid_string());
        writer.add(segment).unwrap();
    }
    writer.commit(&manifest()).unwrap();
    let merged = merged.min(ids.len());
    if merged > 1 {
        let ids: Vec<&str> = ids[..merged].iter().map(String::as_str).collect();
        writer.merge(&ids).unwrap();
    }
    for docno in deleted {
        writer.delete(docno).unwrap();
    }
    writer.commit(&manifest()).unwrap();
    let repeats =
        Some(tamis_index::repeats::write(&Index::open(path).unwrap(), &|| false).unwrap());
    writer.commit(&Manifest { repeats, finished: true, ..manifest() }).unwrap();
    drop(writer);
    let mut corpus = Corpus::new(vec![Index::open(path).unwrap()]).unwrap();
    // Small ranges, so that small collections have several; the same ones for the same pages.
    corpus.set_rows_per_range(RANGE_ROWS[pages.len() % RANGE_ROWS.len()]);
    corpus
}
