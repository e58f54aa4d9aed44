//! The files of trained models: this program's, and Victor's in CRF++'s text format.

use std::path::Path;
use tamis::blocks::classify::CLASSIFIERS;
use tamis_blocks::classify::tamis::forest::{Forest, MISSING};
use tamis_blocks::classify::{Classifier, Subject};
use tamis_blocks::model::Model;
use tamis_blocks::page::Cut;
use tamis_blocks::{block, html};

/// One classifier of each kind of model.
const NAMES: [&str; 6] = ["mss-trained", "victor", "web2text", "c45-words", "svm-local", "tamis"];

const PAGE: &str = "<title>Ice</title><ul><li><a href=/>Home</a></ul><h1>Ice</h1><p>We walk over \
                    the <b>ice</b>.<p>12:30";

/// A file, and the settings of a model.
pub fn model(bytes: &[u8]) {
    let file = std::env::temp_dir().join(format!("tamis-fuzz-{}.model", std::process::id()));
    std::fs::write(&file, bytes).expect("a temporary file");
    for name in NAMES {
        match CLASSIFIERS.by_name(&format!("{name}:{}", file.display())) {
            Ok(classifier) => labels(classifier.as_ref()),
            Err(error) => assert!(error.to_string().contains("tamis-fuzz-"), "{name}: {error}"),
        }
    }
    if let Ok(trees) = serde_json::from_slice(bytes) {
        forest(&trees);
    }
    let Ok(settings) = serde_json::from_slice(bytes) else { return };
    for name in NAMES {
        let written = Model::new(name, serde_json::Value::clone(&settings)).to_bytes();
        let read = Model::from_bytes(&written, Path::new("m.model"), name)
            .expect("what was written is read");
        assert_eq!(read.to_bytes(), written);
        if let Ok(classifier) = CLASSIFIERS.with_model(name, &read) {
            labels(classifier.as_ref());
        }
    }
}

/// Any forest is written as it was read, and what moves a row's margin sums to it.
fn forest(forest: &Forest) {
    let written = serde_json::to_vec(forest).expect("a forest is written");
    assert_eq!(
        serde_json::from_slice::<Forest>(&written).expect("what was written is read"),
        *forest
    );
    let rows: Vec<i32> =
        (0..70).flat_map(|row| [row, MISSING, row * row - 300, 1 << (row % 31)]).collect();
    let mut margins = Vec::new();
    forest.margins(&rows, 4, &mut margins);
    for (row, margin) in rows.chunks(4).zip(&margins) {
        let moves: i64 = forest.contributions(row).iter().map(|(_, by)| i64::from(*by)).sum();
        assert_eq!(i64::from(forest.expected()) + moves, i64::from(*margin));
    }
    assert_eq!(margins.len(), 70);
}

/// Any model that is read labels a page.
fn labels(classifier: &dyn Classifier) {
    let page = html::parse_str(PAGE);
    let blocks = block::cut(&page, Cut::default());
    let subject = Subject::new(&page, &blocks).with_markup(PAGE);
    assert_eq!(classifier.classify(&subject).len(), blocks.blocks.len());
    assert_eq!(classifier.explain(&subject).len(), blocks.blocks.len());
    if let Some(scores) = classifier.scores(&subject) {
        assert_eq!(scores.len(), blocks.blocks.len());
    }
}
