//! Compares Web2Text with the original Scala program and the released weights, on the 120 pages of the shared data.

use serde_json::Value;
use std::path::{Path, PathBuf};
use tamis_blocks::classify::web2text::reading::Reading;

struct Oracle {
    id: String,
    markup: String,
    /// Leaves, logits and labels.
    page: Value,
    folder: PathBuf,
}

impl Oracle {
    fn read(&self, ending: &str) -> Vec<u8> {
        std::fs::read(self.folder.join(format!("{}.{ending}", self.id))).unwrap()
    }
}

fn oracles() -> Vec<Oracle> {
    let Some(shared) = tamis_testing::shared() else { return Vec::new() };
    let top = shared.join("oracles/cetr-web2text");
    let pages: Vec<PathBuf> =
        files(&top.join("pages")).into_iter().filter(|file| file.extension().is_some_and(|e| e == "html")).collect();
    assert_eq!(pages.len(), 120);
    let oracle = |page: PathBuf| {
        let id = page.file_stem().unwrap().to_str().unwrap().to_owned();
        let folder = top.join("oracles/web2text");
        let leaves = std::fs::read(folder.join(format!("{id}.json"))).unwrap();
        let markup = std::fs::read_to_string(page).unwrap();
        Oracle { id, markup, page: serde_json::from_slice(&leaves).unwrap(), folder }
    };
    pages.into_iter().map(oracle).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn leaves_are_those_of_the_original_on_all_pages() {
    for Oracle { id, markup, page, .. } in oracles() {
        let reading = Reading::new(&markup);
        let ours: Vec<_> = reading
            .leaves
            .iter()
            .map(|leaf| {
                let (place, breaks) = ((leaf.start, leaf.end), (leaf.break_before, leaf.break_after));
                (reading.text_of(leaf), place, breaks, leaf.n_characters)
            })
            .collect();
        let theirs: Vec<_> = page["leaves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|leaf| {
                let number = |name: &str| leaf[name].as_i64().unwrap();
                let place = (number("start") as i32, number("end") as i32);
                let breaks = (leaf["bbb"] == true, leaf["bba"] == true);
                (leaf["text"].as_str().unwrap(), place, breaks, number("n_chars") as u32)
            })
            .collect();
        for (i, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            assert_eq!(ours, theirs, "{id}: leaf {i}");
        }
        assert_eq!(ours.len(), theirs.len(), "{id}");
    }
}

#[test]
fn features_are_those_of_the_original() {
    let oracles = oracles();
    let names = oracles.first().map(|oracle| std::fs::read(oracle.folder.join("_feature_names.json")).unwrap());
    let names: Value = serde_json::from_slice(&names.unwrap_or_else(|| b"{}".to_vec())).unwrap();
    for oracle in oracles {
        let reading = Reading::new(&oracle.markup);
        let mut text = String::new();
        let packed = oracle.read("features.csv.gz");
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&*packed), &mut text).unwrap();
        let mut rows = 0;
        for line in text.lines().skip(1) {
            let mut fields = line.split(',');
            let kind = if fields.next() == Some("b") { "block" } else { "edge" };
            let at: usize = fields.next().unwrap().parse().unwrap();
            let theirs: Vec<f32> = fields.map(|field| field.parse().unwrap()).collect();
            let ours = match kind {
                "block" => &reading.block_features()[at][..],
                _ => &reading.edge_features()[at][..],
            };
            for (i, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
                assert!(
                    (ours - theirs).abs() <= 1e-5,
                    "{}: {kind} {at}, {}: {ours}, not {theirs}",
                    oracle.id,
                    names[kind][i]
                );
            }
            assert_eq!(ours.len(), theirs.len());
            rows += 1;
        }
        assert_eq!(rows, reading.block_features().len() + reading.edge_features().len(), "{}", oracle.id);
    }
}
