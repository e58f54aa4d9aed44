//! Runs the fuzz targets over their corpora, without a fuzzer, so that fixed bugs stay fixed.

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tamis::shards::{Answer, Task};
use tamis_collection::ArchiveKind;

type Target = (&'static str, fn(&[u8]));

const TARGETS: [Target; 17] = [
    ("address", targets::address),
    ("codings", targets::codings),
    ("formats", targets::formats),
    ("html", targets::html),
    ("http", targets::http),
    ("language", targets::language),
    ("members", targets::members),
    ("model", targets::model),
    ("other_judgements", targets::other_judgements),
    ("qrels", targets::qrels),
    ("query", targets::query),
    ("remover", targets::remover),
    ("rule", targets::rule),
    ("run", targets::run),
    ("steps", targets::steps),
    ("topics", targets::topics),
    ("wacz", targets::wacz),
];

/// A corpus is what a person may read through; what a fuzzer collects stays out of the repository.
const MAX_FILES: usize = 20;
const MAX_BYTES: u64 = 8 * 1024;

fn fuzz(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(folder)
}

fn listed(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// The corpora of a target: one, or of all formats that a file can be read in, one each.
fn corpora(target: &str) -> Vec<PathBuf> {
    let folder = fuzz("corpus").join(target);
    if target != "formats" {
        return vec![folder];
    }
    // What is in a WACZ has the formats; the file itself has a target of its own.
    let kinds = ArchiveKind::ALL.iter().filter(|kind| **kind != ArchiveKind::Wacz);
    kinds.map(|kind| folder.join(kind.name())).collect()
}

#[test]
fn every_corpus_is_small() {
    for corpus in TARGETS.iter().flat_map(|(name, _)| corpora(name)) {
        let files = listed(&corpus).len();
        assert!((1..=MAX_FILES).contains(&files), "{}: {files} files", corpus.display());
    }
}

#[test]
fn every_target_holds_over_its_corpus() {
    let mut broken = Vec::new();
    for (name, target) in TARGETS {
        for file in corpora(name).iter().flat_map(|corpus| listed(corpus)) {
            assert!(file.metadata().unwrap().len() <= MAX_BYTES, "{} is too large", file.display());
            let bytes = std::fs::read(&file).unwrap();
            if std::panic::catch_unwind(|| target(&bytes)).is_err() {
                broken.push(file);
            }
        }
    }
    assert!(broken.is_empty(), "targets do not hold over {broken:?}");
}

/// `TAMIS_BLESS=1` writes the corpus of the steps anew, as a new version of these values asks for.
#[test]
fn the_steps_are_of_this_version() {
    let corpus = fuzz("corpus/steps");
    let values = targets::values();
    if std::env::var_os("TAMIS_BLESS").is_some() {
        for (name, bytes) in &values {
            std::fs::write(corpus.join(name), bytes).unwrap();
        }
    }
    for (name, _) in values {
        let bytes = std::fs::read(corpus.join(&name)).unwrap();
        let read = match name.contains("task") {
            true => Task::from_bytes(&bytes).map(drop),
            false => Answer::from_bytes(&bytes).map(drop),
        };
        assert!(read.is_ok(), "{name}: {read:?}");
    }
}

fn stems(files: BTreeSet<PathBuf>) -> Vec<String> {
    files.iter().filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect()
}

#[test]
fn every_target_is_here() {
    let names: Vec<_> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(stems(listed(&fuzz("fuzz_targets"))), names);
    assert_eq!(stems(listed(&fuzz("corpus"))), names);
}
