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

/// How far our blocks of a page agree with the original's.
#[derive(Default, Debug)]
struct Agreement {
    blocks: usize,
    ours: usize,
    texts: usize,
    values: usize,
    equal_values: usize,
    labels: usize,
}

#[test]
fn pages_give_the_originals_blocks() {
    let Some(shared) = tamis_testing::shared() else { return };
    let crf = released(&shared);
    let mut all = Agreement::default();
    let mut wrong = vec![0usize; FEATURES];
    let only = std::env::var("VICTOR_PAGE").ok();
    for case in cases(&shared) {
        if only.as_ref().is_some_and(|only| !case.id.contains(only.as_str())) {
            continue;
        }
        let html = std::fs::read_to_string(folder(&shared).join(format!("pages/{}.html", case.id))).unwrap();
        let blocks = tamis_blocks::classify::victor::blocks(&html);
        let theirs: Vec<&str> = case.blocks().iter().map(|block| block["text"].as_str().unwrap()).collect();
        let texts: Vec<&str> = blocks.iter().map(|block| block.text.as_str()).collect();
        let rows = features(&blocks);
        let labels = crf.label(&crf.scores(&rows));
        let trimmed = |text: &str| text.trim().to_owned();
        // the longest common prefix and suffix, by trimmed text: greedy resync
        let (mut i, mut j) = (0, 0);
        let mut pairs = Vec::new();
        while i < texts.len() && j < theirs.len() {
            if trimmed(texts[i]) == trimmed(theirs[j]) {
                pairs.push((i, j));
                i += 1;
                j += 1;
                continue;
            }
            let mut found = None;
            'outer: for d in 1..60 {
                for a in 0..=d {
                    let b = d - a;
                    if i + a < texts.len() && j + b < theirs.len() && trimmed(texts[i + a]) == trimmed(theirs[j + b]) {
                        found = Some((a, b));
                        break 'outer;
                    }
                }
            }
            if only.is_some() {
                println!(
                    "at {i}/{j}: {:?} vs {:?} {found:?}",
                    &texts[i..(i + 3).min(texts.len())],
                    &theirs[j..(j + 3).min(theirs.len())]
                );
            }
            match found {
                Some((a, b)) => {
                    i += a;
                    j += b;
                }
                None => {
                    i += 1;
                    j += 1;
                }
            }
        }
        let their_rows = case.rows();
        let their_labels = case.labels();
        let mut page = Agreement { blocks: theirs.len(), ours: texts.len(), ..Agreement::default() };
        for (i, j) in pairs {
            page.texts += usize::from(texts[i] == theirs[j]);
            if only.is_some() && texts[i] != theirs[j] {
                println!("text {i} {:?} vs {:?}", texts[i], theirs[j]);
            }
            for f in 0..FEATURES {
                if rows[i][f] == their_rows[j][f] {
                    page.equal_values += 1
                } else {
                    wrong[f] += 1;
                    if only.is_some() {
                        println!(
                            "{i} {} {} vs {} {:?} {:?}",
                            NAMES[f],
                            rows[i][f],
                            their_rows[j][f],
                            texts[i],
                            case.blocks()[j]["distance"].to_string()
                        );
                    }
                }
            }
            page.labels += usize::from(labels[i].name() == their_labels[j]);
        }
        page.values = theirs.len() * FEATURES;
        if page.texts != page.blocks
            || page.ours != page.blocks
            || page.equal_values != page.values
            || page.labels != page.blocks
        {
            println!("{} {page:?}", case.id);
        }
        for (sum, of) in [
            (&mut all.blocks, page.blocks),
            (&mut all.ours, page.ours),
            (&mut all.texts, page.texts),
            (&mut all.values, page.values),
            (&mut all.equal_values, page.equal_values),
            (&mut all.labels, page.labels),
        ] {
            *sum += of;
        }
    }
    println!(
        "{all:?} values {:.4} labels {:.4}",
        all.equal_values as f64 / all.values as f64,
        all.labels as f64 / all.blocks as f64
    );
    for (name, count) in NAMES.iter().zip(&wrong).filter(|(_, count)| **count > 0) {
        println!("{name} {count}");
    }
}
