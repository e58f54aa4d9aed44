//! Measures what is lost by carrying labels to blocks: compares the text that jusText and BTE print
//! with the text of the blocks that their labels keep, on the 122 pages of the shared data.
//! `benches/peers/src/carrying.rs` measures whole data sets.

use std::collections::HashMap;
use tamis_originals::block::{self, carry};
use tamis_originals::classify::{self, CLASSIFIERS, Subject};
use tamis_originals::html;
use tamis_originals::page::Cut;

/// Common words over the mean number of words, 0 to 1; 1 if there are none.
fn token_f1(one: &str, other: &str) -> f64 {
    let one = word_counts(one);
    let other = word_counts(other);
    let sum = one.values().sum::<usize>() + other.values().sum::<usize>();
    let both: usize =
        one.iter().map(|(word, &count)| count.min(other.get(word).copied().unwrap_or(0))).sum();
    if sum == 0 { 1.0 } else { 2.0 * both as f64 / sum as f64 }
}

fn word_counts(text: &str) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for word in carry::words(text) {
        *counts.entry(word).or_default() += 1;
    }
    counts
}

#[test]
fn carried_labels_keep_the_methods_text() {
    let Some(shared) = tamis_testing::shared() else { return };
    let folder = shared.join("oracles/boilerpipe-family");
    let list = std::fs::read_to_string(folder.join("pages.list")).unwrap();
    for name in ["bte", "justext:en", "justext-chatnoir", "justext-no-stop-words"] {
        let classifier = CLASSIFIERS.by_name(name).unwrap();
        let mut scores = Vec::new();
        for id in list.lines() {
            let markup = std::fs::read_to_string(folder.join(format!("pages/{id}.html"))).unwrap();
            let page = html::parse_str(&markup);
            let blocks = block::cut(&page, Cut::Boilerpipe);
            let subject = Subject::new(&page, &blocks).with_markup(&markup);
            let carried = classify::content(&blocks, &classifier.classify(&subject));
            let f1 = token_f1(&classifier.text(&subject), &carried);
            if std::env::var_os("TAMIS_SHOW").is_some() && f1 < 0.9 {
                eprintln!("{name} {id} {f1:.3}");
            }
            scores.push(f1);
        }
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        eprintln!("{name}: mean token F1 {mean:.4}");
        assert!(mean > 0.9, "{name}: {mean}");
    }
}
