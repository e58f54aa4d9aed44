//! Measures the time that each classifier takes for a page: its labels, and its text.
//!
//! ```text
//! cargo run --release --example time_per_page -- FOLDER [CLASSIFIER...]
//! ```
//!
//! Reads the pages of a folder, and prints milliseconds per page on one thread: the minimum of
//! three passes over all pages. The first row is parsing and cutting, which every classifier needs
//! on top.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;
use tamis_originals::block;
use tamis_originals::classify::{CLASSIFIERS, Classifier, Subject};
use tamis_originals::html::{self, Charset};
use tamis_originals::page::{Blocks, Budget, Cut, Page};

const PASSES: usize = 3;

fn main() {
    if let Err(error) = run() {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("found no folder, expected one with pages")?;
    let mut names: Vec<String> = arguments.collect();
    if names.is_empty() {
        names = CLASSIFIERS.without_argument().map(|entry| entry.name.to_owned()).collect();
    }
    let classifiers: Vec<Box<dyn Classifier>> =
        names.iter().map(|name| CLASSIFIERS.by_name(name)).collect::<Result<_, _>>()?;
    let mut files: Vec<_> = std::fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(|file| file.file_name());
    let bytes: Vec<Vec<u8>> =
        files.iter().map(|file| std::fs::read(file.path())).collect::<Result<_, _>>()?;
    let decoded: Vec<_> =
        bytes.iter().map(|bytes| html::decode(bytes, Charset::default())).collect();
    let read = || -> Vec<(Page, Blocks)> {
        let page = |decoded| html::parse_decoded(decoded, &Budget::UNLIMITED);
        decoded
            .iter()
            .map(page)
            .map(|page| (block::cut(&page, Cut::default()), page))
            .map(|(b, p)| (p, b))
            .collect()
    };
    let pages = read();
    let per_page = |work: &dyn Fn()| {
        let pass = || {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64()
        };
        (0..PASSES).map(|_| pass()).fold(f64::INFINITY, f64::min) * 1000.0 / pages.len() as f64
    };
    println!("classifier\tlabels ms\ttext ms");
    println!("(parse and cut)\t{:.3}\t", per_page(&|| _ = black_box(read())));
    for (name, classifier) in names.iter().zip(&classifiers) {
        // Each classifier gets a page of its own: it must not find what another one has computed.
        let each = |work: &dyn Fn(&Subject)| {
            for ((page, blocks), decoded) in pages.iter().zip(&decoded) {
                work(&Subject::new(page, blocks).with_markup(&decoded.text));
            }
        };
        let labels = per_page(&|| each(&|subject| _ = black_box(classifier.classify(subject))));
        let text = per_page(&|| each(&|subject| _ = black_box(classifier.text(subject))));
        println!("{name}\t{labels:.3}\t{text:.3}");
    }
    Ok(())
}
