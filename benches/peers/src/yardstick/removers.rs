//! Times one classifier on pages, on one thread: `text:NAME` the text that `tamis extract` prints,
//! `labels:NAME` its labels on the index's blocks. Parsing and cutting are counted, reading and
//! decoding are not.

use crate::{Outcome, Pass};
use cpu_time::ThreadTime;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;
use tamis::blocks::classify::{CLASSIFIERS, Classifier, Subject};
use tamis_blocks::html::Charset;
use tamis_blocks::page::Cut;
use tamis_blocks::{block, html};
use tamis_collection::Body;
use tamis_collection::{Item, ReadSettings, discover};

/// Bytes of pages that are read before the clock starts: more than any cache holds.
const BATCH: u64 = 64 << 20;

#[derive(Clone, Copy)]
pub enum Ask {
    Text,
    Labels,
}

/// A pass over all pages of an archive.
pub fn pass(archive: &Path, ask: Ask, name: &str) -> Outcome<Pass> {
    let classifier = CLASSIFIERS.by_name(name)?;
    let mut pass = Pass { cpu: Duration::ZERO, records: 0, bytes: 0 };
    let mut batch = Vec::new();
    let mut end = BATCH;
    for archive in discover(&[archive.display().to_string()])? {
        for item in archive.open(&ReadSettings::default())? {
            let Item::Document(document) = item else { continue };
            let Body::Html(bytes) = &document.body else { continue };
            pass.records += 1;
            pass.bytes += bytes.len() as u64;
            let charset = Charset { forced: None, http: document.charset.as_deref() };
            batch.push(html::decode(bytes, charset).text.into_owned());
            if pass.bytes >= end {
                pass.cpu += run(&batch, ask, &*classifier);
                batch.clear();
                end = pass.bytes + BATCH;
            }
        }
    }
    pass.cpu += run(&batch, ask, &*classifier);
    Ok(pass)
}

fn run(batch: &[String], ask: Ask, classifier: &dyn Classifier) -> Duration {
    let start = ThreadTime::now();
    for markup in batch {
        let page = html::parse_str(markup);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject = Subject::new(&page, &blocks).with_markup(markup);
        match ask {
            Ask::Text => drop(black_box(classifier.text(&subject))),
            Ask::Labels => drop(black_box(classifier.classify(&subject))),
        }
    }
    start.elapsed()
}
