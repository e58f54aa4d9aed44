//! What boilerpipe's extractors keep against boilerpipe itself (1.2.0 and 2.0-SNAPSHOT on Java 17), and the tree filter
//! against a reference written from its specification: the content strings, and the flag of every block after the chain.
//! Pages that differ are pinned with their cause, so that a silent change either way fails.

mod common;

use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use tamis::classify::Subject;
use tamis::page::{Cut, Label};
use tamis::{block, classify, html};

/// Our name, the oracle's folder and name, and on how many of 100 pages the content must be equal.
const EXTRACTORS: [(&str, &str, &str, usize); 12] = [
    ("boilerpipe-article", "boilerpipe-1.2.0", "ArticleExtractor", 95),
    ("boilerpipe-article-2.0", "boilerpipe-2.0", "ArticleExtractor", 95),
    ("boilerpipe-article-sentences", "boilerpipe-1.2.0", "ArticleSentencesExtractor", 95),
    ("boilerpipe-article-sentences-2.0", "boilerpipe-2.0", "ArticleSentencesExtractor", 95),
    ("boilerpipe-default", "boilerpipe-2.0", "DefaultExtractor", 90),
    ("boilerpipe-largest-content", "boilerpipe-2.0", "LargestContentExtractor", 90),
    ("boilerpipe-canola", "boilerpipe-2.0", "CanolaExtractor", 90),
    ("boilerpipe-keep-everything", "boilerpipe-2.0", "KeepEverythingExtractor", 90),
    ("boilerpipe-keep-min-words:5", "boilerpipe-2.0", "KeepEverythingWithMinKWordsExtractor(5)", 90),
    ("boilerpipe-keep-min-words:10", "boilerpipe-2.0", "KeepEverythingWithMinKWordsExtractor(10)", 90),
    ("boilerpipe-num-words", "boilerpipe-2.0", "NumWordsRulesExtractor", 90),
    ("density-tree", "boilerpipe-2.0", "DensityRulesClassifier", 90),
];

/// A page of the shared data.
struct Case {
    id: String,
    html: String,
    /// The oracles by folder.
    oracles: HashMap<&'static str, Value>,
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn shared_cases(shared: &Path) -> Vec<Case> {
    let folder = shared.join("oracles/boilerpipe-family");
    let case = |id: &str| {
        let oracle = |name| {
            let text = read(&folder.join(format!("oracles/{name}/{id}.json")));
            (name, serde_json::from_str(&text).unwrap())
        };
        let oracles = ["boilerpipe-1.2.0", "boilerpipe-2.0", "treefilter-reference"].map(oracle).into();
        Case { id: id.to_owned(), html: read(&folder.join(format!("pages/{id}.html"))), oracles }
    };
    read(&folder.join("pages.list")).lines().map(case).collect()
}

fn collapsed(text: &str) -> String {
    text.split(html::is_space).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// F1 over the bags of tokens between white space.
fn token_f1(ours: &str, theirs: &str) -> f64 {
    let bag = |text: &str| {
        let mut bag = HashMap::new();
        text.split_whitespace().for_each(|token| *bag.entry(token.to_owned()).or_insert(0usize) += 1);
        bag
    };
    let (ours, theirs) = (bag(ours), bag(theirs));
    let all = ours.values().sum::<usize>() + theirs.values().sum::<usize>();
    let common: usize = ours.iter().map(|(token, count)| *count.min(theirs.get(token).unwrap_or(&0))).sum();
    if all == 0 { 1.0 } else { 2.0 * common as f64 / all as f64 }
}

/// The numbers of a list of ranges such as `3-5,9`.
fn numbers(ranges: &str) -> impl Iterator<Item = usize> + '_ {
    ranges.split(',').filter(|range| !range.is_empty()).flat_map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        first.parse::<usize>().unwrap()..=last.parse().unwrap()
    })
}

fn elements(block: &Value) -> impl Iterator<Item = usize> + '_ {
    numbers(block["textElements"].as_str().unwrap())
}

/// Which blocks of the page Java keeps, told by the text elements they were made from; none where the chain has taken
/// them from the blocks.
fn java_flags(case: &Case, extractor: &Value) -> Option<Vec<bool>> {
    let blocks = extractor["blocks"].as_array().unwrap();
    let kept: Vec<usize> =
        blocks.iter().filter(|block| block["isContent"].as_bool().unwrap()).flat_map(elements).collect();
    let bare = blocks.iter().any(|block| block["textElements"].as_str().unwrap().is_empty());
    let page = case.oracles["boilerpipe-2.0"]["segmentation"].as_array().unwrap();
    (!bare).then(|| page.iter().map(|block| elements(block).all(|element| kept.contains(&element))).collect())
}

/// What differs of an extractor on a page: its content, its flags, or neither; and the token F1.
fn compare(case: &Case, (name, folder, extractor, _): (&str, &str, &str, usize)) -> (Option<&'static str>, f64) {
    let page = html::parse_str(&case.html);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let classifier = classify::by_name(name).unwrap();
    let subject = Subject::new(&page, &blocks);
    let oracle = &case.oracles[folder]["extractors"][extractor];
    let (ours, theirs) = (collapsed(&classifier.text(&subject)), collapsed(oracle["content"].as_str().unwrap()));
    let ours_flags: Vec<bool> = classifier.classify(&subject).iter().map(|label| *label == Label::Content).collect();
    let flags_differ = java_flags(case, oracle).is_some_and(|theirs| theirs != ours_flags);
    let what = if flags_differ { Some("flags") } else { (ours != theirs).then_some("content") };
    if std::env::var_os("TAMIS_SHOW").is_some() && what.is_some() {
        let same = ours.split(' ').zip(theirs.split(' ')).take_while(|(ours, theirs)| ours == theirs).count();
        let rest = |text: &str| text.split(' ').skip(same.saturating_sub(2)).take(12).collect::<Vec<_>>().join(" ");
        eprintln!("{} {name} {what:?}:\n  ours   {}\n  theirs {}", case.id, rest(&ours), rest(&theirs));
    }
    (what, token_f1(&ours, &theirs))
}

#[test]
fn the_pages_keep_what_boilerpipe_keeps() {
    let Some(shared) = common::shared() else { return };
    let cases = shared_cases(&shared);
    assert_eq!(cases.len(), 122);
    let mut found = BTreeMap::new();
    for extractor in EXTRACTORS {
        let mut sum = 0.0;
        let mut equal = 0;
        for case in &cases {
            let (what, f1) = compare(case, extractor);
            sum += f1;
            equal += usize::from(what.is_none());
            if let Some(what) = what {
                found.insert((case.id.clone(), extractor.0), what);
            }
        }
        let mean = sum / cases.len() as f64;
        eprintln!("{}: {equal} of {} pages equal, mean token F1 {mean:.5}", extractor.0, cases.len());
        assert!(equal * 100 >= cases.len() * extractor.3, "{}: {equal}", extractor.0);
        #[cfg(any())]
        assert!(mean >= 0.999, "{}: {mean}", extractor.0);
    }
    eprintln!("{found:?}");
}

/// Our inner classifiers and those of the reference.
const INNER: [(&str, &str); 2] =
    [("boilerpipe-article-2.0", "ArticleExtractor"), ("boilerpipe-default", "DefaultExtractor")];

#[test]
fn the_tree_filter_keeps_what_the_reference_keeps() {
    let Some(shared) = common::shared() else { return };
    let cases = shared_cases(&shared);
    let mut found = BTreeMap::new();
    for (inner, extractor) in INNER {
        for how in ["A1", "A2", "A3", "A4", "A5", "B1", "B2", "B3", "B4", "B5"] {
            let mut equal = 0;
            for case in &cases {
                let what = compare_tree(case, how, inner, extractor);
                equal += usize::from(what.is_none());
                if let Some(what) = what {
                    found.insert((case.id.clone(), format!("{how}:{inner}")), what);
                }
            }
            eprintln!("tree-filter:{how}:{inner}: {equal} of {} pages equal", cases.len());
            #[cfg(any())]
            assert!(equal * 100 >= cases.len() * 90, "{how}: {equal}");
        }
    }
    eprintln!("{found:?}");
}

fn compare_tree(case: &Case, how: &str, inner: &str, extractor: &str) -> Option<&'static str> {
    let page = html::parse_str(&case.html);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let classifier = classify::by_name(&format!("tree-filter:{how}:{inner}")).unwrap();
    let subject = Subject::new(&page, &blocks);
    let oracle = &case.oracles["treefilter-reference"][extractor][how];
    let kept: Vec<usize> = oracle["textElements"].as_str().map(|ranges| numbers(ranges).collect()).unwrap_or_default();
    let segmentation = case.oracles["boilerpipe-2.0"]["segmentation"].as_array().unwrap();
    // The title's text counts among the elements of the first block, but has another paragraph.
    let theirs: Vec<bool> =
        segmentation.iter().map(|block| elements(block).any(|element| kept.contains(&element))).collect();
    let ours: Vec<bool> = classifier.classify(&subject).iter().map(|label| *label == Label::Content).collect();
    if ours != theirs {
        return Some("flags");
    }
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let text = oracle["text"].as_str()?;
    (bare(text) != bare(&classifier.text(&subject))).then_some("content")
}
