//! The real ARC, WACZ, bzip2 and WET files of shared/data/warc-samples: the contents of each,
//! compared with warcio's output.

use std::collections::BTreeMap;
use std::path::Path;
use tamis_collection::{Item, ReadSettings, discover};

/// What every such file holds, and where warcio counts otherwise, why.
const PINNED: &str = include_str!("../known-differences/container-samples.tsv");

/// Files that are in this table.
fn is_container(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.contains(".arc")
        || name.contains(".wet")
        || name.ends_with(".wacz")
        || name.ends_with(".bz2")
        || name.ends_with(".zst")
}

/// Documents, records and the reasons, as the table has them.
fn read(path: &Path) -> [String; 3] {
    let Ok(archives) = discover(&[path.to_str().unwrap().to_owned()]) else {
        return ["refused".to_owned(), "0".to_owned(), "-".to_owned()];
    };
    let mut documents = 0;
    let mut records = 0;
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for archive in archives {
        let mut reader = archive.open(&ReadSettings::default()).unwrap();
        let mut given = 0;
        for item in &mut reader {
            given += u64::from(!matches!(item, Item::Defective(_)));
            match item {
                Item::Document(_) => documents += 1,
                Item::Skipped(report) | Item::Defective(report) => {
                    *reasons.entry(report.reason.name()).or_default() += 1;
                }
            }
        }
        assert_eq!(
            given,
            reader.records(),
            "{}: documents and skips are the records",
            archive.name
        );
        records += given;
    }
    let reasons: Vec<_> = reasons.iter().map(|(reason, n)| format!("{reason}:{n}")).collect();
    [documents.to_string(), records.to_string(), reasons.join(" ")]
}

#[test]
fn every_container_gives_what_it_holds() {
    let Some(shared) = tamis_testing::shared() else { return };
    let root = shared.join("data/warc-samples");
    let manifest = std::fs::read_to_string(root.join("MANIFEST.tsv")).unwrap();
    let pinned: BTreeMap<_, _> = PINNED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let [path, cells @ .., why] = &line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            (*path, (cells.to_vec(), *why))
        })
        .collect();
    let mut differ = Vec::new();
    for line in tamis_testing::warc_sample_rows(&manifest) {
        let cells: Vec<_> = line.split('\t').collect();
        if !is_container(cells[0]) {
            continue;
        }
        let found = read(&root.join(cells[0]));
        let numbers =
            cells[2].split(' ').filter_map(|count| count.split_once(':')?.1.parse::<u64>().ok());
        let warcio = numbers.sum::<u64>().to_string();
        let row = [found[0].as_str(), &found[1], &found[2], &warcio];
        match pinned.get(cells[0]) {
            Some((expected, why))
                if expected[..] == row && (warcio == found[1] || !why.is_empty()) => {}
            _ => differ.push(format!("{}\t{}\t", cells[0], row.join("\t"))),
        }
    }
    assert!(
        differ.is_empty(),
        "tests/known-differences/container-samples.tsv\n{}",
        differ.join("\n")
    );
    assert_eq!(
        pinned.len(),
        tamis_testing::warc_sample_rows(&manifest)
            .filter(|line| is_container(line.split('\t').next().unwrap()))
            .count()
    );
}
