//! Compares Victor with the original: the released model over the original's own features, the features of the
//! original's own blocks, and all of it from the page on.

use serde_json::Value;
use std::path::{Path, PathBuf};
use tamis_blocks::classify::victor::{Block, Crf, FEATURES, Kind, NAMES, Row, features};

/// A page with the original's blocks.
struct Case {
    id: String,
    oracle: Value,
}

impl Case {
    fn blocks(&self) -> &[Value] {
        self.oracle["blocks"].as_array().unwrap()
    }

    fn rows(&self) -> Vec<Row> {
        let row = |block: &Value| -> Row {
            let values: Vec<u16> = strings(&block["values"]).map(|value| value.parse().unwrap()).collect();
            values.try_into().unwrap()
        };
        self.blocks().iter().map(row).collect()
    }

    fn labels(&self) -> Vec<&str> {
        self.blocks().iter().map(|block| block["label"].as_str().unwrap()).collect()
    }
}

fn strings(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().unwrap().iter().map(|item| item.as_str().unwrap())
}

fn folder(shared: &Path) -> PathBuf {
    shared.join("oracles/cetr-web2text")
}

fn cases(shared: &Path) -> Vec<Case> {
    let files = std::fs::read_dir(folder(shared).join("oracles/victor")).unwrap();
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let case = |path: &PathBuf| Case {
        id: path.file_stem().unwrap().to_string_lossy().into_owned(),
        oracle: serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap(),
    };
    paths.iter().map(case).collect()
}

fn released(shared: &Path) -> Crf {
    Crf::read(&shared.join("oracles/victor-model/cleaneval.txt")).unwrap().0
}

#[test]
fn the_released_model_gives_the_originals_labels_from_its_features() {
    let Some(shared) = tamis_testing::shared() else { return };
    let crf = released(&shared);
    let (mut pages, mut blocks) = (0, 0);
    for case in cases(&shared) {
        let labels = crf.label(&crf.scores(&case.rows()));
        let names: Vec<&str> = labels.into_iter().map(Kind::name).collect();
        assert_eq!(names, case.labels(), "{}", case.id);
        (pages, blocks) = (pages + 1, blocks + names.len());
    }
    assert_eq!((pages, blocks), (109, 25_256));
}

/// The original's block, without cells and DIVs, which it does not tell.
fn as_block(block: &Value) -> Block {
    let mut made = Block::new(block["text"].as_str().unwrap());
    strings(&block["containers"]).for_each(|name| made.add_container(name));
    strings(&block["distance"]).for_each(|name| made.add_split(name));
    made
}

#[test]
fn the_features_of_the_originals_blocks_are_the_originals() {
    let Some(shared) = tamis_testing::shared() else { return };
    let mut wrong = vec![0usize; FEATURES];
    let mut examples = Vec::new();
    for case in cases(&shared) {
        let names: Vec<&str> = strings(&case.oracle["names"]).collect();
        assert_eq!(names, NAMES);
        let blocks: Vec<Block> = case.blocks().iter().map(as_block).collect();
        for (i, (ours, theirs)) in features(&blocks).iter().zip(case.rows()).enumerate() {
            for feature in (0..FEATURES).filter(|&feature| ours[feature] != theirs[feature]) {
                wrong[feature] += 1;
                if wrong[feature] <= 3 && !NAMES[feature].contains("group") {
                    examples.push((case.id.clone(), i, NAMES[feature], ours[feature], theirs[feature]));
                }
            }
        }
    }
    let alone = |feature: &usize| !NAMES[*feature].contains("group");
    let differing: usize = (0..FEATURES).filter(alone).map(|feature| wrong[feature]).sum();
    assert_eq!(differing, 0, "{wrong:?} {examples:#?}");
}
