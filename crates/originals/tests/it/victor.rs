//! Compares Victor with the original: the released model over the original's own features, the
//! features of the original's own blocks, and all of it from the page on.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tamis_originals::classify::victor::{
    self, Crf, FEATURES, FeatureRow, NAMES, Victor, VictorBlock, VictorKind, features,
};
use tamis_originals::classify::{CLASSIFIERS, Subject};
use tamis_originals::page::Cut;
use tamis_originals::{block, html};

/// A page with the original's blocks.
struct Case {
    id: String,
    oracle: Value,
}

impl Case {
    fn blocks(&self) -> &[Value] {
        self.oracle["blocks"].as_array().unwrap()
    }

    fn rows(&self) -> Vec<FeatureRow> {
        let mut rows = Vec::new();
        for block in self.blocks() {
            let values: Vec<u16> =
                strings(&block["values"]).map(|value| value.parse().unwrap()).collect();
            rows.push(values.try_into().unwrap());
        }
        rows
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
    let mut cases = Vec::new();
    for path in paths {
        let oracle = std::fs::read_to_string(&path).unwrap();
        cases.push(Case {
            id: path.file_stem().unwrap().to_string_lossy().into_owned(),
            oracle: serde_json::from_str(&oracle).unwrap(),
        });
    }
    cases
}

fn released(shared: &Path) -> Crf {
    Crf::read(&shared.join("oracles/victor-model/cleaneval.txt")).unwrap().0
}

#[test]
fn the_released_model_gives_the_originals_labels_from_its_features() {
    let Some(shared) = tamis_testing::shared() else { return };
    let crf = released(&shared);
    let mut pages = 0;
    let mut blocks = 0;
    for case in cases(&shared) {
        let labels = crf.label(&crf.scores(&case.rows()));
        let names: Vec<&str> = labels.into_iter().map(VictorKind::name).collect();
        assert_eq!(names, case.labels(), "{}", case.id);
        (pages, blocks) = (pages + 1, blocks + names.len());
    }
    assert_eq!((pages, blocks), (109, 25_256));
}

/// The original's block, without cells and DIVs, which its output lacks.
fn as_block(block: &Value) -> VictorBlock {
    let mut made = VictorBlock::new(block["text"].as_str().unwrap());
    for name in strings(&block["containers"]) {
        made.add_container(name);
    }
    for name in strings(&block["distance"]) {
        made.add_split(name);
    }
    made
}

#[test]
fn the_features_of_the_originals_blocks_are_the_originals() {
    let Some(shared) = tamis_testing::shared() else { return };
    let alone: Vec<usize> =
        (0..FEATURES).filter(|&feature| !NAMES[feature].contains("group")).collect();
    for case in cases(&shared) {
        assert_eq!(strings(&case.oracle["names"]).collect::<Vec<_>>(), NAMES);
        let blocks: Vec<VictorBlock> = case.blocks().iter().map(as_block).collect();
        for (i, (ours, theirs)) in features(&blocks).iter().zip(case.rows()).enumerate() {
            for &feature in &alone {
                assert_eq!(
                    ours[feature], theirs[feature],
                    "{}: block {i}: {}",
                    case.id, NAMES[feature]
                );
            }
        }
    }
}

/// How many blocks of a page have another text, how many of their features another value, how many
/// blocks another label.
type Differences = (usize, usize, usize);

fn differences(case: &Case, html: &str, crf: &Crf) -> Differences {
    let blocks = victor::blocks(html);
    let theirs = case.blocks();
    let rows = features(&blocks);
    assert_eq!(blocks.len(), theirs.len(), "{}", case.id);
    let texts = blocks
        .iter()
        .zip(theirs)
        .filter(|(ours, theirs)| Some(ours.text.as_str()) != theirs["text"].as_str());
    let mut values = 0;
    for (ours, theirs) in rows.iter().zip(&case.rows()) {
        values += ours.iter().zip(theirs).filter(|(ours, theirs)| ours != theirs).count();
    }
    let labels = crf.label(&crf.scores(&rows));
    let others = labels.iter().zip(case.labels()).filter(|(ours, theirs)| ours.name() != *theirs);
    (texts.count(), values, others.count())
}

/// The known differences by page, from a file beside this one.
fn known() -> BTreeMap<String, Differences> {
    let lines = include_str!("../known-differences/victor.tsv").lines();
    let mut known = BTreeMap::new();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [texts, values, labels] = [1, 2, 3].map(|field| fields[field].parse().unwrap());
        known.insert(fields[0].to_owned(), (texts, values, labels));
    }
    known
}

#[test]
fn pages_give_the_originals_blocks_features_labels_and_text() {
    let Some(shared) = tamis_testing::shared() else { return };
    let path = shared.join("oracles/victor-model/cleaneval.txt");
    let crf = released(&shared);
    let victor = Victor::read(&path).unwrap();
    let mut found = BTreeMap::new();
    let mut sums = (0, 0, 0);
    let mut blocks = 0;
    for case in cases(&shared) {
        let html = std::fs::read_to_string(folder(&shared).join(format!("pages/{}.html", case.id)))
            .unwrap();
        let (texts, values, labels) = differences(&case, &html, &crf);
        sums = (sums.0 + texts, sums.1 + values, sums.2 + labels);
        blocks += case.blocks().len();
        if (texts, values, labels) != (0, 0, 0) {
            found.insert(case.id.clone(), (texts, values, labels));
        }
        let page = html::parse_str(&html);
        let cut = block::cut(&page, Cut::Boilerpipe);
        let printed = std::fs::read_to_string(
            folder(&shared).join(format!("oracles/victor/{}.txt", case.id)),
        )
        .unwrap();
        let ours = victor.marked(&Subject::new(&page, &cut).with_markup(&html));
        assert!(ours == printed || texts + labels > 0, "{}: {ours}", case.id);
    }
    // Of 25,256 blocks and 1,161,776 values 99.5 % and more are equal.
    assert_eq!(blocks, 25_256);
    assert!(
        sums.0 * 200 < blocks && sums.1 * 200 < blocks * FEATURES && sums.2 * 200 < blocks,
        "{sums:?}"
    );
    assert_eq!(found, known(), "{sums:?}");
}

/// The error message for a text model, which is written to a file.
fn error_of_model(text: &str, file: &Path) -> String {
    std::fs::write(file, text).unwrap();
    CLASSIFIERS.by_name(&format!("victor:{}", file.display())).err().unwrap().to_string()
}

#[test]
fn a_truncated_model_is_refused_with_the_line() {
    let Some(shared) = tamis_testing::shared() else { return };
    let text = std::fs::read_to_string(shared.join("oracles/victor-model/cleaneval.txt")).unwrap();
    let file = std::env::temp_dir().join(format!("tamis-victor-truncated-{}", std::process::id()));
    let error = |text: &str| error_of_model(text, &file);
    let lines =
        |count: usize| text.lines().take(count).map(|line| format!("{line}\n")).collect::<String>();
    assert!(error(&lines(300)).contains(":300: found the end of the file, expected features"));
    assert!(error(&lines(2_000)).ends_with(
        ":2000: found the end of the file, expected features, and an empty line after them"
    ));
    assert!(
        error(&lines(11_927))
            .ends_with(":11927: found 9704 weights, expected 9705 weights, as maxid says")
    );
    assert!(
        error(&text.replacen("paragraph", "other", 1))
            .contains(":10: found 'other', expected the labels")
    );
    std::fs::remove_file(&file).unwrap();
}
