//! Compares the scorers with the originals' outputs on every pair of texts of the shared data, and
//! the readers of data sets with another program's reading of the same gold.

use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use tamis_blocks::classify::tamis::units::Units;
use tamis_blocks::page::{Blocks, Budget, Cut};
use tamis_blocks::{block, html};
use tamis_lab::accuracy::datasets::{Dataset, PageFiles, reason};
use tamis_lab::accuracy::gold::{Content, GoldPage};
use tamis_lab::accuracy::judge::AccuracyJudge;
use tamis_lab::accuracy::scores;
use tamis_lab::accuracy::scores::{cetr, cleaneval, rouge, words};
use tamis_lab::accuracy::tokens::tokens;
use tamis_lab::train::remover::labels;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn oracle(folder: &Path) -> Vec<Value> {
    serde_json::from_str(&read(&folder.join("scores.json"))).unwrap()
}

/// Equal but for the order of floating point operations.
#[track_caller]
fn same(what: &str, ours: &[f64], theirs: &[&Value]) {
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().zip(theirs) {
        let theirs = theirs.as_f64().unwrap();
        assert!((ours - theirs).abs() < 1e-12, "{what}: ours {ours}, the original's {theirs}");
    }
}

#[test]
fn word_scores_equal_the_originals_on_every_pair() {
    let Some(shared) = tamis_testing::shared() else { return };
    let folder = shared.join("oracles/cetr-web2text/oracles/text-metrics");
    let pairs = oracle(&folder);
    for pair in &pairs {
        let id = pair["id"].as_str().unwrap();
        let text = read(&folder.join(format!("{id}.pred.txt")));
        let gold = read(&folder.join(format!("{id}.ref.txt")));
        let rouge_lsum: Vec<&Value> =
            pair["rougeLsum_newline"].as_array().unwrap().iter().collect();
        same(id, &rouge::score(&text, &gold), &rouge_lsum);
        same(id, &words::score(&text, &gold), &[&pair["bow_p"], &pair["bow_r"], &pair["bow_f1"]]);
        let of_cetr = cetr::score(&text, &gold);
        same(id, &of_cetr, &[&pair["cetr_p"], &pair["cetr_r"], &pair["cetr_f1"]]);
        same(id, &of_cetr[2..], &[&pair["levenshtein_ratio_tokens"]]);
    }
    assert_eq!(pairs.len(), 19);
}

#[test]
fn cleaneval_s_scores_equal_the_original_s_on_every_pair() {
    let Some(shared) = tamis_testing::shared() else { return };
    let folder = shared.join("oracles/cetr-web2text/oracles/cleaneval-scorer");
    let pairs = oracle(&folder);
    for pair in &pairs {
        let id = pair["id"].as_str().unwrap();
        let system = pair["system"].as_str().unwrap();
        let text = read(&folder.join(format!("{id}.{system}.clean.txt")));
        let gold = read(&folder.join(format!("{id}.ref.txt")));
        let text_only = cleaneval::text_only(&text, &gold);
        let markup = cleaneval::with_markup(&text, &gold);
        let ours =
            [("text", text_only), ("markup", markup), ("overall", (text_only + markup) / 2.0)];
        for (run, ours) in ours {
            // The original prints one decimal.
            let theirs = pair[run].as_f64().unwrap();
            assert!(
                (ours - theirs).abs() <= 0.05 + 1e-9,
                "{id} {system} {run}: ours {ours}, the original's {theirs}"
            );
        }
    }
    assert_eq!(pairs.len(), 18);
}

/// A data set, and what Python finds in its gold texts by `re.findall(r"\w+", text.lower())`: the
/// number of tokens, of different ones, and of their characters.
const TOKENS: [(&str, [usize; 3]); 5] = [
    ("l3s-gn1", [339_560, 24_367, 1_549_853]),
    ("cleaneval-en", [1_773_066, 64_028, 8_460_938]),
    ("dragnet-train", [545_309, 29_602, 2_467_467]),
    ("zyte-aeb", [136_505, 19_233, 645_574]),
    ("wcxb-dev-half", [1_106_057, 38_727, 5_442_917]),
];

#[test]
fn tokens_are_python_s_on_every_gold_text() {
    let Some(shared) = tamis_testing::shared() else { return };
    for (name, expected) in TOKENS {
        let mut found = [0; 3];
        let mut different = BTreeSet::new();
        for file in
            std::fs::read_dir(shared.join("data/extraction").join(name).join("gold")).unwrap()
        {
            let text = read(&file.unwrap().path()).to_lowercase();
            for token in tokens(&text) {
                found[0] += 1;
                found[2] += token.chars().count();
                different.insert(token.to_owned());
            }
        }
        found[1] = different.len();
        assert_eq!(found, expected, "{name}");
    }
}

/// A data set, its format as detected from the folder, and how many of its pages have gold that is
/// not empty.
const DATASETS: [(&str, &str, usize); 4] = [
    ("l3s-gn1", "l3s-gn1", 621),
    ("cleaneval-en", "cleaneval", 732),
    ("dragnet-train", "folders", 965),
    ("zyte-aeb", "folders", 181),
];

fn dataset(shared: &Path, name: &str, content: Content) -> Dataset {
    Dataset::open(&shared.join("data/extraction").join(name), None, content).unwrap()
}

#[test]
fn data_sets_are_recognised_and_every_page_with_gold_is_judged() {
    let Some(shared) = tamis_testing::shared() else { return };
    let judge = AccuracyJudge::new(
        &["keep-all".to_owned()],
        scores::by_names(&["words".to_owned()]).unwrap(),
    )
    .unwrap();
    for (name, format, scored) in DATASETS {
        let dataset = dataset(&shared, name, Content::All);
        let judged = judge.judge(&dataset, || {}).unwrap();
        assert_eq!((judged.format, judged.scored), (format, scored), "{name}");
        let empty = judged.unscored.iter().filter(|page| page.reason == reason::EMPTY_GOLD).count();
        assert_eq!(judged.scored + empty, dataset.pages.len(), "{name}");
        // A classifier that keeps everything misses little: only spelling and encoding differ
        // between the gold text and the pages.
        let recall = judged.classifiers[0].figures[1];
        assert!(recall > 0.97, "{name} {recall}");
    }
}

/// Letters and digits alone: the other program joins words across blanks inside separate tags.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The pages of a data set whose gold differs from the texts in one of its folders, another
/// program's reading.
fn differences(shared: &Path, name: &str, content: Content, folder: &str) -> Vec<String> {
    let dataset = dataset(shared, name, content);
    let theirs = |id: &str| read(&dataset.path.join(folder).join(format!("{id}.txt")));
    dataset
        .pages
        .iter()
        .filter(|page| letters(&dataset.load(page).unwrap().text) != letters(&theirs(&page.id)))
        .map(|page| page.id.clone())
        .collect()
}

fn pinned_pages(pinned: &str, name: &str) -> Vec<String> {
    let rows = pinned
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row[0] == name && !row[2].is_empty())
        .map(|row| row[1].to_owned())
        .collect::<Vec<_>>()
}

#[test]
fn gold_equals_another_program_s_reading_of_it() {
    let Some(shared) = tamis_testing::shared() else { return };
    let file = tamis_testing::root().join("tests/known-differences/gold.tsv");
    let pinned = read(&file);
    assert_eq!(
        differences(&shared, "l3s-gn1", Content::All, "gold"),
        pinned_pages(&pinned, "l3s-gn1")
    );
    assert_eq!(
        differences(&shared, "l3s-gn1", Content::Main, "gold_fulltext2"),
        Vec::<String>::new()
    );
    assert_eq!(
        differences(&shared, "cleaneval-en", Content::All, "gold"),
        pinned_pages(&pinned, "cleaneval-en")
    );
}

/// Two ways to label blocks by gold that is only text, against the classes that the judges gave to
/// the same pages: the share of words and of blocks whose label is right.
#[test]
fn text_alone_labels_blocks_almost_as_the_judges_did() {
    let Some(shared) = tamis_testing::shared() else { return };
    let dataset = dataset(&shared, "l3s-gn1", Content::All);
    // Of both ways: words, then blocks, by the judges' label and by that of the text.
    let mut counts = [[[0u64; 4]; 2]; 2];
    for page in &dataset.pages {
        let gold = dataset.load(page).unwrap();
        let decoded =
            html::decode(&gold.html, html::Charset { forced: gold.charset.as_deref(), http: None });
        let blocks =
            block::cut(&html::parse_decoded(&decoded, &Budget::UNLIMITED), Cut::Boilerpipe);
        let truth = gold.content(&blocks, Content::All);
        let text_alone = GoldPage { text: gold.text.clone(), ..GoldPage::default() };
        let ways =
            [text_alone.content(&blocks, Content::All), block::align::blocks(&blocks, &gold.text)];
        for (counts, labels) in counts.iter_mut().zip(ways) {
            for ((block, truth), label) in blocks.blocks.iter().zip(&truth).zip(labels) {
                let place = 2 * usize::from(*truth) + usize::from(label);
                counts[0][place] += u64::from(block.words);
                counts[1][place] += u64::from(block.words > 0);
            }
        }
    }
    let rights = counts.map(|[words, blocks]| {
        [words, blocks].map(|[neither, wrong, lost, right]| {
            let all = (neither + wrong + lost + right) as f64;
            eprintln!(
                "F1 {:.4}, {wrong} wrong, {lost} lost",
                2.0 * right as f64 / (2 * right + wrong + lost) as f64
            );
            format!("{:.4}", (right + neither) as f64 / all)
        })
    });
    assert_eq!(rights, [["0.9973", "0.9987"], ["0.9979", "0.9987"]]);
}

/// A data set, what counts as content, and the F1 of tokens, at least, of the text that labels from
/// gold keep.
const CEILINGS: [(&str, Content, f64); 5] = [
    ("dragnet-train", Content::Article, 0.9975),
    ("wcxb-dev-half", Content::Article, 0.981),
    ("l3s-gn1", Content::Article, 0.9955),
    ("cleaneval-en", Content::Article, 0.9865),
    ("zyte-aeb", Content::Article, 0.9985),
];

fn f1_of_labels(dataset: &Dataset, page: &PageFiles) -> Option<f64> {
    let gold = dataset.load(page).unwrap();
    if gold.text.trim().is_empty() {
        return None;
    }
    let decoded =
        html::decode(&gold.html, html::Charset { forced: gold.charset.as_deref(), http: None });
    let page = html::parse_decoded(&decoded, &Budget::UNLIMITED);
    let units = Units::new(&page, &Blocks::default());
    let texts: Vec<&str> = units.all.iter().map(|unit| units.text_of(unit)).collect();
    let shares = labels::shares(&texts, &gold.text);
    let kept = texts.iter().zip(shares).filter(|(_, share)| *share >= 0.5);
    let kept: Vec<&str> = kept.map(|(text, _)| *text).collect();
    Some(scores::tokens::score(&kept.join("\n"), &gold.text)[2])
}

#[test]
fn labels_by_shares_of_tokens_keep_almost_the_gold_text() {
    let Some(shared) = tamis_testing::shared() else { return };
    for (name, content, expected) in CEILINGS {
        let dataset = dataset(&shared, name, content);
        let scores: Vec<f64> =
            dataset.pages.par_iter().filter_map(|page| f1_of_labels(&dataset, page)).collect();
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        assert!(mean >= expected, "{name}: {mean}");
    }
}
