//! Measures the time that each classifier takes for a page: its labels, and its text.
//!
//! ```text
//! cargo run --release --example time_per_page -- FOLDER [CLASSIFIER... | together]
//! ```
//!
//! Reads the pages of a folder, and prints milliseconds per page on one thread: the minimum of
//! three rounds, each of as many passes over all pages as take half a second. It is CPU time where
//! Linux tells it, else elapsed. The first row is parsing and cutting, which every classifier needs
//! on top; the last row, alone with `together`, is all of them as an index labels a page, with what
//! they share.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;
use tamis_originals::block;
use tamis_originals::classify::{CLASSIFIERS, Classifier, Subject};
use tamis_originals::html::{self, Charset, Decoded};
use tamis_originals::page::{Blocks, Budget, Cut, Page};

const ROUNDS: usize = 3;

/// The least time of a round: Linux counts CPU time in ticks of some milliseconds.
const ROUND_SECONDS: f64 = 0.5;

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
    let only_together = names == ["together"];
    if names.is_empty() || only_together {
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
    let pages = parse_and_cut(&decoded);
    let per_page = 1000.0 / pages.len() as f64;
    println!("classifier\tlabels ms\ttext ms");
    let parsing = fastest_pass(|| _ = black_box(parse_and_cut(&decoded))) * per_page;
    println!("(parse and cut)\t{parsing:.3}\t");
    for (name, classifier) in names.iter().zip(&classifiers).filter(|_| !only_together) {
        let labels = fastest_pass(|| {
            for_each_subject(&pages, |subject| _ = black_box(classifier.classify(subject)));
        });
        let text = fastest_pass(|| {
            for_each_subject(&pages, |subject| _ = black_box(classifier.text(subject)));
        });
        println!("{name}\t{:.3}\t{:.3}", labels * per_page, text * per_page);
    }
    let set = CLASSIFIERS.set(&names)?;
    let together =
        fastest_pass(|| for_each_subject(&pages, |subject| _ = black_box(set.labels(subject))));
    println!("(all of them)\t{:.3}\t", together * per_page);
    Ok(())
}

/// A page as decoded, parsed and cut.
type CutPage<'a> = (&'a Decoded<'a>, Page, Blocks);

fn parse_and_cut<'a>(decoded: &'a [Decoded]) -> Vec<CutPage<'a>> {
    let mut pages = Vec::with_capacity(decoded.len());
    for one in decoded {
        let page = html::parse_decoded(one, &Budget::UNLIMITED);
        let blocks = block::cut(&page, Cut::default());
        pages.push((one, page, blocks));
    }
    pages
}

/// Does `work` on every page. Each pass gets subjects of its own: a classifier must not find what
/// another one has computed.
fn for_each_subject(pages: &[CutPage], work: impl Fn(&Subject)) {
    for (decoded, page, blocks) in pages {
        work(&Subject::new(page, blocks).with_markup(&decoded.text));
    }
}

/// Returns the seconds of a pass, in the fastest round.
fn fastest_pass(pass: impl Fn()) -> f64 {
    let mut fastest = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let before = cpu_seconds();
        let mut passes = 0.0;
        let mut spent = 0.0;
        while spent < ROUND_SECONDS {
            pass();
            passes += 1.0;
            let cpu = cpu_seconds().zip(before).map(|(after, before)| after - before);
            spent = cpu.unwrap_or(start.elapsed().as_secs_f64());
        }
        fastest = fastest.min(spent / passes);
    }
    fastest
}

/// Returns the seconds that this thread has been on a CPU: what else runs does not count.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
