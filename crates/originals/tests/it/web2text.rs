//! Compares Web2Text with the original Scala program and the released weights, on the 120 pages of
//! the shared data.

use serde_json::Value;
use std::path::{Path, PathBuf};
use tamis_originals::classify::web2text::Web2Text;
use tamis_originals::classify::web2text::reading::Reading;
use tamis_originals::classify::web2text::viterbi;
use tamis_originals::classify::{CLASSIFIERS, Subject};
use tamis_originals::page::Cut;
use tamis_originals::{block, html};

struct Oracle {
    id: String,
    markup: String,
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
    let pages: Vec<PathBuf> = files(&top.join("pages"))
        .into_iter()
        .filter(|file| file.extension().is_some_and(|e| e == "html"))
        .collect();
    assert_eq!(pages.len(), 120);
    let folder = top.join("oracles/web2text");
    let mut oracles = Vec::new();
    for page in pages {
        let id = page.file_stem().unwrap().to_str().unwrap().to_owned();
        let leaves = std::fs::read(folder.join(format!("{id}.json"))).unwrap();
        let markup = std::fs::read_to_string(page).unwrap();
        let page = serde_json::from_slice(&leaves).unwrap();
        oracles.push(Oracle { id, markup, page, folder: folder.clone() });
    }
    oracles
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
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
                let place = (leaf.start, leaf.end);
                let breaks = (leaf.break_before, leaf.break_after);
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
    let names = oracles
        .first()
        .map(|oracle| std::fs::read(oracle.folder.join("_feature_names.json")).unwrap());
    let names: Value = serde_json::from_slice(&names.unwrap_or_else(|| b"{}".to_vec())).unwrap();
    for oracle in oracles {
        let reading = Reading::new(&oracle.markup);
        let mut text = String::new();
        let packed = oracle.read("features.csv.gz");
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&*packed), &mut text)
            .unwrap();
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
        assert_eq!(
            rows,
            reading.block_features().len() + reading.edge_features().len(),
            "{}",
            oracle.id
        );
    }
}

/// The released weights of a training, decoded with some lambda, as the program names them.
fn released(training: &str, lambda: &str) -> Option<String> {
    let weights = tamis_testing::shared()?.join("oracles/cetr-web2text/web2text-weights");
    Some(format!("{}:lambda={lambda}", weights.join(format!("{training}_unary.f32le")).display()))
}

#[test]
fn the_weights_of_the_small_split_give_the_logits_labels_and_texts_of_the_original() {
    logits_labels_and_texts_are_those_of_the_original("cleaneval");
}

#[test]
fn the_weights_of_the_large_split_give_the_logits_labels_and_texts_of_the_original() {
    logits_labels_and_texts_are_those_of_the_original("web2text");
}

/// The numbers of a list of lists.
fn flattened(rows: &Value) -> Vec<f64> {
    let rows = rows.as_array().unwrap().iter();
    rows.flat_map(|row| row.as_array().unwrap()).map(|number| number.as_f64().unwrap()).collect()
}

fn logits_labels_and_texts_are_those_of_the_original(training: &str) {
    let Some(argument) = released(training, "0.1") else { return };
    let classifier = Web2Text::new(Some(&argument)).unwrap();
    for oracle in &oracles() {
        let id = &oracle.id;
        let theirs = &oracle.page[training];
        let reading = Reading::new(&oracle.markup);
        let labelled = classifier.label(&reading);
        let unary = (labelled.unary.as_flattened(), flattened(&theirs["unary_logits"]));
        let pairwise = (labelled.pairwise.as_flattened(), flattened(&theirs["pair_logits"]));
        for (ours, theirs) in [unary, pairwise] {
            assert_eq!(ours.len(), theirs.len(), "{id}");
            // The oracles have six digits.
            for (&ours, theirs) in ours.iter().zip(theirs) {
                let difference = (f64::from(ours) - theirs).abs();
                assert!(difference <= 1e-4 * theirs.abs().max(1.0), "{training}, {id}");
            }
        }
        for (lambda, ending) in [(0.0, "unary"), (0.1, "lambda0.1"), (1.0, "lambda1")] {
            let labels = theirs[format!("labels_{ending}")].as_array().unwrap();
            let labels: Vec<bool> = labels.iter().map(|label| *label == 1).collect();
            let kept = viterbi::labels(&labelled.unary, &labelled.pairwise, lambda);
            assert_eq!(kept, labels, "{training}, {ending}, {id}");
            if lambda > 0.0 {
                let text =
                    String::from_utf8(oracle.read(&format!("{training}.{ending}.txt"))).unwrap();
                assert_eq!(reading.kept_text(&kept), text, "{training}, {ending}, {id}");
            }
        }
    }
}

#[test]
fn the_classifier_by_its_name_keeps_the_text_of_the_original() {
    for (training, lambda) in [("cleaneval", "0.1"), ("web2text", "1")] {
        let Some(argument) = released(training, lambda) else { return };
        let classifier = CLASSIFIERS.by_name(&format!("web2text:{argument}")).unwrap();
        for oracle in oracles().iter().step_by(12) {
            let page = html::parse_str(&oracle.markup);
            let blocks = block::cut(&page, Cut::Boilerpipe);
            let subject = Subject::new(&page, &blocks).with_markup(&oracle.markup);
            let text =
                String::from_utf8(oracle.read(&format!("{training}.lambda{lambda}.txt"))).unwrap();
            assert_eq!(classifier.text(&subject), text, "{training}, {}", oracle.id);
        }
    }
}

/// Pages and networks take time in proportion to the number of text nodes, however they nest.
/// Quadratic time would not end in a day.
#[test]
fn large_pages_take_linear_time() {
    let many = |part: &str| part.repeat(100_000);
    let some = |part: &str| part.repeat(20_000);
    let pages = [
        many("<p>a <b>b</b>"),
        many("<div>a"),
        many("<table><tr><td>a"),
        some("<a href=x>a<div>"),
        (0..20_000).map(|i| format!("<p><font size={i}>a")).collect(),
        (0..20_000).map(|i| format!("<x{i}>a")).collect(),
        some("<table>a<b>"),
        some("<title><a "),
        some("<script><!--<script>"),
        some("<li>a<ul>"),
        some("<form><div></form>a"),
        some("<select><option>a<table>"),
        some("<a b=c "),
        some("&amp;&a;&#x;a"),
        some("<!--a--><![CDATA[b]]><!"),
        some("http://a@b. C "),
    ];
    for page in pages {
        let reading = Reading::new(&page);
        assert_eq!(reading.block_features().len(), reading.leaves.len());
        assert!(reading.leaves.len() >= 20_000 || !page.starts_with("<p"), "{page:.20}");
    }
}
