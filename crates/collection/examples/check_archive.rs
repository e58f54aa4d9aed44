//! Counts skipped and defective records by reason, and distinguishes damage from what archives hold
//! by design.
//!
//! `cargo run -p tamis-collection --example check_archive [PATH]`; without a path it checks a small
//! archive that it writes to a temporary folder and damages.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::path::Path;
use tamis_collection::{Item, WarcWriter};

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args_os().nth(1) {
        Some(path) => check(path),
        None => {
            let folder = tempfile::tempdir()?;
            let path = folder.path().join("damaged.warc.gz");
            write_damaged(&path)?;
            check(path.into())
        }
    }
}

fn check(path: OsString) -> Result<(), Box<dyn Error>> {
    let mut documents = 0;
    let mut skipped = 0;
    let mut reasons = BTreeMap::new();
    let mut reader = tamis_collection::open(path)?.into_iter();
    for item in &mut reader {
        match &item {
            Item::Document(_) => documents += 1,
            Item::Skipped(_) => skipped += 1,
            Item::Defective(_) => {}
        }
        if let Some(report) = item.report() {
            let (count, bytes) = reasons.entry(report.reason).or_insert((0, 0));
            *count += 1;
            *bytes += report.bytes;
            if report.reason.is_damage() {
                println!("{report}");
            }
        }
    }
    println!("\n{} records = {documents} documents + {skipped} skipped", reader.records());
    for (reason, (count, bytes)) in &reasons {
        println!(
            "{count:6} {reason} ({bytes} bytes){}",
            if reason.is_damage() { "  damage" } else { "" }
        );
    }
    Ok(())
}

/// Writes five pages, overwrites bytes in the middle and cuts off the end.
fn write_damaged(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut writer = WarcWriter::create(path)?;
    for i in 0..5 {
        let words: String = (0..300).map(|word| format!("{} ", word * word * (i + 7))).collect();
        writer.page(
            &format!("page-{i}"),
            "http://a.example/",
            "2006-02-17T00:00:00Z",
            words.as_bytes(),
        )?;
    }
    writer.finish()?;
    let mut bytes = std::fs::read(path)?;
    let middle = bytes.len() / 2;
    bytes[middle..middle + 20].fill(0xff);
    bytes.truncate(bytes.len() - 50);
    Ok(std::fs::write(path, bytes)?)
}
