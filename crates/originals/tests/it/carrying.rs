//! Measures the loss from carrying labels to blocks: compares the text that jusText and BTE print
//! with the text of the blocks that their labels keep, on the 122 pages of the shared data.
//! `benches/peers/src/carrying.rs` measures whole data sets.

use std::collections::HashMap;
use tamis_originals::block::{self, carry};
use tamis_originals::classify::{self, CLASSIFIERS, Subject};
use tamis_originals::html;
use tamis_originals::page::Cut;

/// Common words over the mean number of words, 0 to 1; 1 if there are none.
fn token_f1(one: &str, other: &str) -> f64 {
    fn words(text: &str) -> HashMap<&str, usize> {
        carry::words(text).into_iter().fold(HashMap::<&str, usize>::new(), |mut counts, word| {
            *counts.entry(word).or_default() += 1;
            counts
        })
    }
    let one = words(one);
    let other = words(other);
    let sum = one.values().sum::<usize>() + other.values().sum::<usize>();
    let both: usize =
        one.iter().map(|(word, &count)| count.min(other.get(word).copied().unwrap_or(0))).sum();
    if sum == 0 { 1.0 } else { 2.0 * both as f64 / sum as f64 }
}

#[test]
fn carried_labels_keep_the_methods_text() {
    let Some(shared) = tamis_testing::shared() else { return };
    let folder = shared.join("oracles/boilerpipe-family");
    let read = |path: String| std::fs::read_to_string(folder.join(path)).unwrap();
    let list = read("pages.list".to_owned());
    for name in ["bte", "justext:en", "justext-chatnoir", "justext-no-stop-words"] {
        let classifier = CLASSIFIERS.by_name(name).unwrap();
        let f1 = |id: &str| {
            let markup = read(format!("pages/{id}.html"));
            let page = html::parse_str(&markup);
            let blocks = block::cut(&page, Cut::Boilerpipe);
            let subject = Subject::new(&page, &blocks).with_markup(&markup);
            let carried = classify::content(&blocks, &classifier.classify(&subject));
            let f1 = token_f1(&classifier.text(&subject), &carried);
            if std::env::var_os("TAMIS_SHOW").is_some() && f1 < 0.9 {
                eprintln!("{name} {id} {f1:.3}");
            }
            f1
        };
        let scores: Vec<f64> = list.lines().map(f1).collect();
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        eprintln!("{name}: mean token F1 {mean:.4}");
        assert!(mean > 0.9, "{name}: {mean}");
    }
}
