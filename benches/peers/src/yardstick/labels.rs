//! Times the way from pages to blocks with their features and all labels, on one thread. Reading
//! the archive is not counted.

use crate::{Outcome, Pass};
use cpu_time::ThreadTime;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;
use tamis_blocks::classify::{Set, Subject};
use tamis_blocks::page::Cut;
use tamis_blocks::{block, html};
use tamis_collection::{Body, RawDocument};
use tamis_collection::{Item, ReadSettings, discover};

/// Bytes of pages that are read before the clock starts: more than any cache holds.
const BATCH: u64 = 64 << 20;

/// Encoding, parsing, blocks, features and the labels of all classifiers, for every page of the
/// archive.
pub fn pass(archive: &Path) -> Outcome<Pass> {
    let mut pass = Pass { cpu: Duration::ZERO, records: 0, bytes: 0 };
    let mut batch = Vec::new();
    let mut end = BATCH;
    for archive in discover(&[archive.display().to_string()])? {
        for item in archive.open(&ReadSettings::default())? {
            let Item::Document(document) = item else { continue };
            let Body::Html(html) = &document.body else { continue };
            pass.records += 1;
            pass.bytes += html.len() as u64;
            batch.push(document);
            if pass.bytes >= end {
                pass.cpu += label(&batch);
                batch.clear();
                end = pass.bytes + BATCH;
            }
        }
    }
    pass.cpu += label(&batch);
    Ok(pass)
}

fn label(batch: &[RawDocument]) -> Duration {
    let start = ThreadTime::now();
    for document in batch {
        if let Body::Html(bytes) = &document.body {
            let page = html::parse(bytes, document.charset.as_deref());
            let blocks = block::cut(&page, Cut::Boilerpipe);
            black_box(Set::published().labels(&Subject::new(&page, &blocks)));
        }
    }
    start.elapsed()
}
