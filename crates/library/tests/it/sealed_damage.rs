//! Indexes that somebody made to do harm: damage that passes all checksums, and links in the place
//! of files.
#![cfg(unix)]

use crate::case::{Case, assert_refused, names};
use std::os::unix::fs::symlink;
use std::path::Path;
use tamis::Index;
use tamis::job::{ExportFormat, IndexJob, LabelJob, VerifyJob};
use tamis_testing::pages::PAGES;
use xxhash_rust::xxh3::xxh3_64;

/// Gives a file of a segment, as it is now, its checksums, as somebody could who makes an index by
/// hand.
fn seal(file: &Path) {
    let name = file.file_name().unwrap().to_str().unwrap();
    let sums = file.with_extension("sums");
    let bytes = std::fs::read(&sums).unwrap();
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    let header: serde_json::Value = serde_json::from_slice(&bytes[..end]).unwrap();
    let block = header["block"].as_u64().unwrap();
    let mut words = bytes[end + 1..bytes.len() - 8].chunks(8);
    let mut sealed = bytes[..=end].to_vec();
    for listed in header["files"].as_array().unwrap() {
        let blocks = listed[1].as_u64().unwrap().div_ceil(block) as usize;
        let old: Vec<&[u8]> = words.by_ref().take(blocks).collect();
        if listed[0] == name {
            let content = std::fs::read(file).unwrap();
            for block in content.chunks(block as usize) {
                sealed.extend(xxh3_64(block).to_le_bytes());
            }
        } else {
            for word in &old {
                sealed.extend(*word);
            }
        }
    }
    let sum = xxh3_64(&sealed);
    sealed.extend(sum.to_le_bytes());
    std::fs::write(sums, sealed).unwrap();
}

fn is_of_segment(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem.len() == 32)
}

/// How many of the jobs that read an index refuse it.
fn refusals(case: &Case) -> usize {
    let path = case.path("index");
    let verify = VerifyJob { index: path.clone(), ..VerifyJob::default() };
    let is_refused = [
        case.find("index", "penguin kettle", &[]).is_err(),
        Index::open(&path).and_then(|index| index.blocks("ice-1")).is_err(),
        case.export("index", ExportFormat::Ciff, &[]).is_err(),
        !verify.run(&()).is_ok_and(|checked| checked.result.whole()),
    ];
    is_refused.into_iter().filter(|is_refused| *is_refused).count()
}

#[test]
fn damage_that_passes_its_checksums_is_no_panic() {
    let case = Case::indexed();
    let files = std::fs::read_dir(case.path("index")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|path| is_of_segment(path) && path.extension().unwrap() != "sums").collect();
    files.sort_by_key(|path| path.extension().map(ToOwned::to_owned));
    assert_eq!(files.len(), 7, "one segment, so that every run tries the same");
    let mut refused = 0;
    for number in 0..60 {
        let file = &files[number % files.len()];
        let whole = std::fs::read(file).unwrap();
        let mut bytes = whole.clone();
        // Footers say least; the first bytes and those before the footer say most.
        let at = if number % 2 == 0 {
            number * 7 % bytes.len()
        } else {
            bytes.len().saturating_sub(120 + number * 3)
        };
        bytes[at] ^= 0xff;
        std::fs::write(file, &bytes).unwrap();
        seal(file);
        refused += refusals(&case);
        std::fs::write(file, &whole).unwrap();
        seal(file);
    }
    assert!(refused > 20, "{refused} refusals");
    case.assert_whole("index");
}

fn rebuild(case: &Case) -> tamis::Result<()> {
    let job = IndexJob { replace: true, ..case.build("index", &["pages.warc.gz"]) };
    job.run(&()).map(drop)
}

#[test]
fn a_crafted_folder_changes_nothing_outside_it() {
    let case = Case::indexed();
    case.file("victim", "precious");
    case.file("more.jsonl", "{\"docno\":\"more\",\"text\":\"more\"}\n");
    let more = ["pages.warc.gz", "more.jsonl"];
    // A list of files that names others.
    case.file("index/.managed.json", "[\"../victim\",\"/tmp/victim\",\"meta.json\"]");
    let built = case.index("index", &more);
    assert_eq!(case.read("victim"), "precious");
    assert_eq!(built.counts.pages as usize, PAGES.len() + 1);
    // Links in place of files, and of those that are about to be written.
    for (name, is_refused) in [
        ("tamis.lock", true),
        ("losses.tsv", true),
        (".tmp-meta.json", false),
        (".tmp-losses.tsv", false),
    ] {
        let aside = case.path("aside");
        let there = case.path("index").join(name);
        let had = std::fs::rename(&there, &aside).is_ok();
        symlink(case.path("victim"), &there).unwrap();
        case.file("again.jsonl", format!("{{\"docno\":\"{name}\",\"text\":\"more\"}}\n"));
        let built = case.build("index", &[more[0], more[1], "again.jsonl"]).run(&());
        if is_refused {
            assert_refused(built, &[name, "a link, expected a file; remove the link"]);
            std::fs::remove_file(&there).unwrap();
        } else {
            built.unwrap();
        }
        if had {
            std::fs::rename(&aside, &there).unwrap();
        }
        assert_eq!(case.read("victim"), "precious", "{name}");
        std::fs::remove_file(case.path("again.jsonl")).unwrap();
        rebuild(&case).unwrap();
    }
    // A label, and a rebuilt index.
    let label = LabelJob {
        index: case.path("index"),
        classifiers: names(&["bte"]),
        replace: true,
        ..LabelJob::default()
    };
    for name in [".tmp-meta.json", "tamis.lock"] {
        let _ = std::fs::remove_file(case.path("index").join(name));
        symlink(case.path("victim"), case.path("index").join(name)).unwrap();
        assert_eq!(label.run(&()).is_err(), name == "tamis.lock");
        assert_eq!(rebuild(&case).is_err(), name == "tamis.lock");
        assert_eq!(case.read("victim"), "precious", "{name}");
    }
    std::fs::remove_file(case.path("index/tamis.lock")).unwrap();
    // A file with a second name elsewhere.
    std::fs::remove_file(case.path("index/losses.tsv")).unwrap();
    rebuild(&case).unwrap();
    let list = case.read("index/losses.tsv");
    std::fs::hard_link(case.path("index/losses.tsv"), case.path("snapshot")).unwrap();
    case.index("index", &more);
    case.file("bad.jsonl", "{\"docno\":\"x\",\"text\":\"y\"}\nbad\n");
    assert_eq!(case.index("index", &[more[0], more[1], "bad.jsonl"]).damaged, 1);
    assert_eq!(case.read("snapshot"), list);
    assert!(case.read("index/losses.tsv").len() > list.len());
}
