//! Compares blocks, counts and labels with boilerpipe (2.0-SNAPSHOT on Java 17), on 34 hand-made
//! pages in this folder and on the 122 pages of the shared data. Differences are pinned with the
//! first block that differs, so that any change fails.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tamis_originals::classify::{CLASSIFIERS, Subject};
use tamis_originals::page::{Block, Blocks, Cut, Label, Page};
use tamis_originals::{block, html};

/// A page with boilerpipe's result.
struct Case {
    id: String,
    html: String,
    oracle: Value,
    /// The paper's other rules over boilerpipe's counts.
    rules: Value,
}

const CUTS: [(Cut, &str); 2] =
    [(Cut::Boilerpipe, "segmentation"), (Cut::Atomic, "segmentationAtomic")];

/// Our names and those of the reference for the rules that boilerpipe itself does not have.
const RULES: [(&str, &str); 7] = [
    ("density-tree", "alg1_density"),
    ("words-tree", "alg2_numwords"),
    ("text-density-1r", "oneR_textdensity_10.5"),
    ("min-words-15", "numwords_15"),
    ("link-density-33", "linkdensity_0.33"),
    ("min-words-10", "min10words"),
    ("cleaneval-rule", "cleaneval_7_0.35"),
];

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&read(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn kept_cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/boilerpipe-syn");
    let mut pages: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "html"));
    pages.sort();
    let mut cases = Vec::new();
    for path in pages {
        let oracle = json(&path.with_extension("expected.json"));
        let id = path.file_stem().unwrap().to_string_lossy().into_owned();
        let rules = oracle["wsdm10-reference"].clone();
        cases.push(Case { id, html: read(&path), rules, oracle });
    }
    cases
}

fn shared_cases(shared: &Path) -> Vec<Case> {
    let folder = shared.join("oracles/boilerpipe-family");
    let mut cases = Vec::new();
    for id in read(&folder.join("pages.list")).lines() {
        cases.push(Case {
            id: id.to_owned(),
            html: read(&folder.join(format!("pages/{id}.html"))),
            oracle: json(&folder.join(format!("oracles/boilerpipe-2.0/{id}.json"))),
            rules: json(&folder.join(format!("oracles/wsdm10-reference/{id}.json"))),
        });
    }
    cases
}

fn collapsed(text: &str) -> String {
    text.split(html::is_space).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn ours(blocks: &Blocks, block: &Block) -> (String, [u64; 5]) {
    let counts = [
        block.words,
        block.anchor_words,
        block.wrapped_words,
        block.wrapped_lines,
        block.tag_level,
    ];
    (collapsed(blocks.text_of(block)), counts.map(u64::from))
}

fn theirs(block: &Value) -> (String, [u64; 5]) {
    let fields = [
        "numWords",
        "numWordsInAnchorText",
        "numWordsInWrappedLines",
        "numWrappedLines",
        "tagLevel",
    ];
    (collapsed(block["text"].as_str().unwrap()), fields.map(|field| block[field].as_u64().unwrap()))
}

/// Returns the first block that differs, if any.
fn first_difference(blocks: &Blocks, oracle: &Value) -> Option<usize> {
    let ours: Vec<_> = blocks.blocks.iter().map(|block| ours(blocks, block)).collect();
    let theirs: Vec<_> = oracle.as_array().unwrap().iter().map(theirs).collect();
    let same = ours.iter().zip(&theirs).take_while(|(ours, theirs)| ours == theirs).count();
    if std::env::var_os("TAMIS_SHOW").is_some() && (same < ours.len() || same < theirs.len()) {
        eprintln!(
            "at {same} of {}:\n  ours   {:?}\n  theirs {:?}",
            theirs.len(),
            ours.get(same),
            theirs.get(same)
        );
    }
    (same < ours.len() || same < theirs.len()).then_some(same)
}

fn labels(name: &str, page: &Page, blocks: &Blocks) -> String {
    let classifier = CLASSIFIERS.by_name(name).unwrap();
    let labels = classifier.classify(&Subject::new(page, blocks));
    labels.into_iter().map(|label| if label == Label::Content { '1' } else { '0' }).collect()
}

fn java_labels(oracle: &Value, extractor: &str) -> String {
    let blocks = oracle["extractors"][extractor]["blocks"].as_array().unwrap();
    blocks
        .iter()
        .map(|block| if block["isContent"].as_bool().unwrap() { '1' } else { '0' })
        .collect()
}

fn assert_labels(case: &Case, page: &Page, blocks: &Blocks, (cut, field): (Cut, &str)) {
    for (name, reference) in RULES {
        assert_eq!(
            labels(name, page, blocks),
            case.rules[field][reference].as_str().unwrap(),
            "{}: {name}",
            case.id
        );
    }
    if cut == Cut::Boilerpipe {
        for (name, extractor) in
            [("density-tree", "DensityRulesClassifier"), ("words-tree", "NumWordsRulesExtractor")]
        {
            assert_eq!(
                labels(name, page, blocks),
                java_labels(&case.oracle, extractor),
                "{}: {name}",
                case.id
            );
        }
    }
}

/// Returns page, cut and number of the first block that differs, for every page and cut with a
/// difference; compares the labels of the others.
fn differences(cases: &[Case]) -> BTreeMap<(String, String), usize> {
    let mut found = BTreeMap::new();
    for case in cases {
        let page = html::parse_str(&case.html);
        for (cut, field) in CUTS {
            let blocks = block::cut(&page, cut);
            match first_difference(&blocks, &case.oracle[field]) {
                Some(at) => drop(found.insert((case.id.clone(), field.to_owned()), at)),
                None => assert_labels(case, &page, &blocks, (cut, field)),
            }
        }
    }
    found
}

/// The pinned differences of these pages: page, cut, first block that differs, cause.
fn pinned(cases: &[Case]) -> BTreeMap<(String, String), usize> {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known-differences/boilerpipe-blocks.tsv");
    let text = read(&file);
    let mut pinned = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [page, cut, first, cause] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{}: {line}", file.display())
        };
        assert!(!cause.is_empty(), "{}: {line}", file.display());
        if cases.iter().any(|case| case.id == page) {
            pinned.insert((page.to_owned(), cut.to_owned()), first.parse().unwrap());
        }
    }
    pinned
}

/// Shows the cause of every difference: with NekoHTML's character references, no page differs.
fn assert_cause(cases: Vec<Case>) {
    let cases: Vec<_> = cases
        .into_iter()
        .map(|case| Case { html: crate::references::as_nekohtml(&case.html), ..case })
        .collect();
    assert_eq!(differences(&cases), BTreeMap::new());
}

#[test]
fn the_kept_pages_have_boilerpipes_blocks() {
    let cases = kept_cases();
    assert_eq!(cases.len(), 34);
    assert_eq!(differences(&cases), pinned(&cases));
    assert_cause(cases);
}

#[test]
fn the_real_pages_have_boilerpipes_blocks() {
    let Some(shared) = tamis_testing::shared() else { return };
    let cases = shared_cases(&shared);
    assert_eq!(cases.len(), 122);
    let found = differences(&cases);
    assert_eq!(found, pinned(&cases));
    for (_, field) in CUTS {
        let equal = cases
            .iter()
            .filter(|case| !found.contains_key(&(case.id.clone(), field.to_owned())))
            .count();
        eprintln!("{field}: {equal} of {} pages equal", cases.len());
        assert!(equal * 10 >= cases.len() * 9, "{field}: {equal} of {} pages equal", cases.len());
    }
    assert_cause(cases);
}
