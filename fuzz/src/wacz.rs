//! Treats any bytes as a WACZ, a zip file of archives: the ledger's equation holds in each archive
//! inside and in the damage to the zip file itself, and no single bit of an undamaged file loses or
//! changes a page silently.

use super::readers::{Record, chance, check};
use std::path::PathBuf;
use tamis_collection::{RawDocument, ReadSettings, discover};

/// Any bytes are read as a WACZ. If nothing in it is damaged, it is read once more with one flipped
/// bit: the pages are the same, or damage is reported.
pub fn wacz(bytes: &[u8]) {
    let seed = chance(bytes);
    let (pages, damage) = read(bytes, seed);
    if damage > 0 || pages.is_empty() {
        return;
    }
    let bit = seed as usize % (8 * bytes.len());
    let mut flipped = bytes.to_vec();
    flipped[bit / 8] ^= 1 << (bit % 8);
    let (found, damage) = read(&flipped, seed);
    assert!(
        found == pages || damage > 0,
        "bit {} of byte {}: {found:?} for {pages:?}",
        bit % 8,
        bit / 8
    );
}

/// Returns the bodies of all pages, and the number of reports that are damage.
fn read(bytes: &[u8], seed: u64) -> (Vec<String>, usize) {
    // A zip file is read from a file: its directory is at its end.
    let path: PathBuf =
        std::env::temp_dir().join(format!("tamis-fuzz-{}.wacz", std::process::id()));
    std::fs::write(&path, bytes).expect("a temporary file");
    let archives = discover(&[&path]).expect("a file named like a WACZ is one");
    let mut pages = Vec::new();
    let mut damage = 0;
    for archive in &archives {
        for item in check(archive, &ReadSettings::default(), seed).items {
            match item {
                Record::Document(RawDocument { body, .. }) => pages.push(format!("{body:?}")),
                Record::Skipped(report) | Record::Defective(report) => {
                    damage += usize::from(report.reason.is_damage());
                }
            }
        }
    }
    std::fs::remove_file(&path).expect("a temporary file");
    (pages, damage)
}
