//! Compares the two surviving originals of CETR with what they gave for 120 pages: TTRExtractor
//! with 2 and 3 clusters, TTRExtractorThresh with three multiples of the standard deviation. First
//! from the pages as htmlparser writes them, then from the pages themselves.

use crate::known::known;
use std::collections::BTreeSet;
use std::path::PathBuf;
use tamis_originals::classify::cetr::java::{self, CetrSource, Clustered, Thresholded};
use tamis_originals::classify::{CLASSIFIERS, Subject};
use tamis_originals::page::Cut;
use tamis_originals::{block, html};

struct Oracles(PathBuf);

impl Oracles {
    fn open() -> Option<Self> {
        Some(Self(tamis_testing::shared()?.join("oracles/cetr-web2text")))
    }

    fn read(&self, path: &str) -> String {
        let path = self.0.join(path);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn ids(&self) -> Vec<String> {
        let folder = std::fs::read_dir(self.0.join("oracles/cetr-normalized")).unwrap();
        let mut ids = BTreeSet::new();
        for entry in folder {
            let path = entry.unwrap().path();
            ids.insert(path.file_stem().unwrap().to_str().unwrap().to_owned());
        }
        ids.into_iter().collect()
    }
}

/// The numbers of the list under `key`, exactly as they are written; serde_json may be off by the
/// last bit.
fn numbers(json: &str, key: &str) -> Vec<f64> {
    let start = json.find(&format!("\"{key}\":[")).unwrap_or_else(|| panic!("{key}"));
    let list = &json[start + key.len() + 4..];
    let end = list.find(if list.starts_with('[') { "]]" } else { "]" }).unwrap();
    list[..end]
        .split([',', '[', ']'])
        .filter(|number| !number.is_empty())
        .map(|number| number.parse().unwrap())
        .collect()
}

fn assert_clusters(id: &str, ratios: &[f64], oracle: &str) {
    for k in [2, 3] {
        let ours = Clustered::new(ratios.to_vec(), k);
        assert_eq!(ours.smoothed, numbers(oracle, "smooth2"), "{id}");
        assert_eq!(ours.derivative, numbers(oracle, "deriv"), "{id}");
        let theirs = &oracle[oracle.find(&format!("\"k{k}\":")).unwrap()..];
        let assignment: Vec<f64> =
            ours.clusters.assignment.iter().map(|&cluster| cluster as f64).collect();
        assert_eq!(assignment, numbers(theirs, "assignment"), "{id}: k = {k}");
        assert_eq!(ours.clusters.centroids.concat(), numbers(theirs, "centroids"), "{id}: k = {k}");
        assert!(
            theirs.contains(&format!("\"noncontent_cluster\":{},", ours.boilerplate)),
            "{id}: k = {k}"
        );
    }
}

#[test]
fn arrays_and_clusters_are_those_of_the_originals() {
    let Some(oracles) = Oracles::open() else { return };
    let ids = oracles.ids();
    assert_eq!(ids.len(), 120);
    for id in &ids {
        let ratios = java::ratios(&oracles.read(&format!("oracles/cetr-normalized/{id}.html")));
        let oracle = oracles.read(&format!("oracles/cetr-2d-weka/{id}.json"));
        assert_eq!(ratios, numbers(&oracle, "ttr"), "{id}");
        assert_clusters(id, &ratios, &oracle);
        let oracle = oracles.read(&format!("oracles/cetr-tm/{id}.json"));
        let ours = Thresholded::new(ratios, 1.0);
        assert_eq!(ours.smoothed, numbers(&oracle, "smooth3"), "{id}");
        let deviation = format!("\"sd\":{:?}", ours.deviation);
        assert!(oracle.contains(&deviation), "{id}: {deviation}");
    }
}

#[test]
fn pages_are_normalized_as_by_htmlparser() {
    let Some(oracles) = Oracles::open() else { return };
    let different: Vec<String> = oracles
        .ids()
        .into_iter()
        .filter(|id| {
            let source = CetrSource::new(&oracles.read(&format!("pages/{id}.html")));
            source.normalized() != oracles.read(&format!("oracles/cetr-normalized/{id}.html"))
        })
        .collect();
    assert_eq!(different, Vec::<String>::new());
}

/// The texts that are known to differ, as page and form.
fn pinned() -> BTreeSet<(String, String)> {
    known("cetr.tsv").into_iter().collect()
}

/// From the page to the text, through the list of classifiers.
#[test]
fn texts_are_those_of_the_originals() {
    let Some(oracles) = Oracles::open() else { return };
    let forms = [
        ("cetr-java:2", "cetr-2d-weka-k2"),
        ("cetr-java", "cetr-2d-weka-k3"),
        ("cetr-java-threshold:0.5", "cetr-tm-tau0.5"),
        ("cetr-java-threshold", "cetr-tm-tau1.0"),
        ("cetr-java-threshold:1.5", "cetr-tm-tau1.5"),
    ];
    let mut different = BTreeSet::new();
    for id in oracles.ids() {
        let markup = oracles.read(&format!("pages/{id}.html"));
        let page = html::parse_str(&markup);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject = Subject::new(&page, &blocks).with_markup(&markup);
        for (name, folder) in forms {
            let text = CLASSIFIERS.by_name(name).unwrap().text(&subject);
            let expected = oracles.read(&format!("oracles/{folder}/{id}.txt"));
            // Our texts end with the end of a line.
            if text != expected && text.strip_suffix('\n') != Some(&expected) {
                different.insert((id.clone(), name.to_owned()));
            }
        }
    }
    assert_eq!(different, pinned());
}
