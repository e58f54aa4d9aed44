//! Measures the pages per CPU second of classifiers, from decoded text to labels, to the kept
//! text, to the same as Markdown, and to that with the page's metadata.
//!
//! ```text
//! cargo run --release --example pages_per_second -- ROUNDS FOLDER CLASSIFIER...
//! ```
//!
//! Reads the pages of a folder, which are UTF-8, before the clock starts. Then each classifier
//! takes every page alone, from parsing on, on one thread; the classifiers take turns in each
//! round. Prints one line of TSV for each classifier, task and round: CPU seconds, pages, bytes of
//! HTML. Where the system does not report a thread's CPU time (`/proc/thread-self/schedstat`), it
//! is the time that passed.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;
use tamis_originals::block;
use tamis_originals::classify::{CLASSIFIERS, Classifier, Subject, kept};
use tamis_originals::html::{self, Outline};
use tamis_originals::page::{Budget, Cut};
use tamis_text::metadata::Metadata;
use tamis_text::structure::{Options, Structure};

fn main() {
    if let Err(error) = run() {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let rounds: usize = arguments.next().ok_or("found no number of rounds")?.parse()?;
    let folder = arguments.next().ok_or("found no folder, expected one with pages")?;
    let classifiers: Vec<(String, Box<dyn Classifier>)> = arguments
        .map(|name| Ok((name.clone(), CLASSIFIERS.by_name(&name)?)))
        .collect::<Result<_, Box<dyn Error>>>()?;
    let mut files: Vec<_> = std::fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(|file| file.file_name());
    let mut pages: Vec<String> = Vec::new();
    for file in &files {
        pages.push(String::from_utf8_lossy(&std::fs::read(file.path())?).into_owned());
    }
    let bytes: usize = pages.iter().map(String::len).sum();

    for round in 1..=rounds {
        let print_row = |name: &str, task: &str, cpu: f64| {
            println!("{name}\t{task}\t{round}\t{cpu:.4}\t{}\t{bytes}", pages.len());
        };
        print_row("(no classifier)", "blocks", time(&pages, |subject| _ = black_box(subject)));
        for (name, classifier) in &classifiers {
            let labels = time(&pages, |subject| _ = black_box(classifier.classify(subject)));
            print_row(name, "labels", labels);
            let text = time(&pages, |subject| _ = black_box(classifier.text(subject)));
            print_row(name, "text", text);
            for (task, has_metadata) in [("Markdown", false), ("Markdown and metadata", true)] {
                let cpu = time_of_markdown(&pages, classifier.as_ref(), has_metadata);
                print_row(name, task, cpu);
            }
        }
    }
    Ok(())
}

/// Returns the seconds that it takes to parse and cut all pages and do `work` on each.
fn time(pages: &[String], work: impl Fn(&Subject)) -> f64 {
    seconds(|| {
        for text in pages {
            let page = html::parse_str(text);
            let blocks = block::cut(&page, Cut::default());
            work(&Subject::new(&page, &blocks).with_markup(text));
        }
    })
}

/// Returns the seconds that it takes to make Markdown of what a classifier keeps of all pages.
fn time_of_markdown(pages: &[String], classifier: &dyn Classifier, has_metadata: bool) -> f64 {
    let options = Options { links: true, images: true };
    seconds(|| {
        for text in pages {
            let (page, outline) = Outline::parse(text, &Budget::UNLIMITED);
            let blocks = block::cut(&page, Cut::default());
            let subject = Subject::new(&page, &blocks).with_markup(text).with_outline(&outline);
            let made = Structure::of_kept(&subject, None, &kept(classifier, &subject));
            black_box(made.markdown(options));
            if has_metadata {
                black_box(Metadata::read(&subject, None));
            }
        }
    })
}

/// Returns the CPU time of some work on this thread.
fn seconds(work: impl FnOnce()) -> f64 {
    let begin = Instant::now();
    let start = cpu_seconds();
    work();
    match (start, cpu_seconds()) {
        (Some(start), Some(end)) => end - start,
        _ => begin.elapsed().as_secs_f64(),
    }
}

/// The CPU time of this thread so far, in seconds.
fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(stat.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}
