//! Times Web2Text on the HTML files of a folder: reading (tree and features), networks with
//! decoding, and both with the transfer of labels to blocks. Run it with
//! `cargo run --release --example web2text_speed MODEL FOLDER`.

use std::time::{Duration, Instant};
use tamis_originals::Document;
use tamis_originals::classify::Classifier;
use tamis_originals::classify::web2text::{Web2Text, reading::Reading};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, folder] = &arguments[..] else {
        return Err("expected a model and a folder".into());
    };
    let classifier = Web2Text::new(Some(model))?;
    let mut files: Vec<_> =
        std::fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect::<std::io::Result<_>>()?;
    files.sort();
    let mut times = [Duration::ZERO; 3];
    let mut leaves = 0;
    for file in &files {
        let markup = String::from_utf8_lossy(&std::fs::read(file)?).into_owned();
        let start = Instant::now();
        let reading = Reading::new(&markup);
        let read = start.elapsed();
        std::hint::black_box(classifier.label(&reading));
        let labelled = start.elapsed();
        leaves += reading.leaves.len();
        let document = Document::parse(&markup);
        let start = Instant::now();
        std::hint::black_box(classifier.classify(&document.subject()));
        let classified = start.elapsed();
        if files.len() < 50 {
            println!(
                "{}: {} leaves, {read:?} {labelled:?} {classified:?}",
                file.display(),
                reading.leaves.len()
            );
        }
        for (sum, time) in times.iter_mut().zip([read, labelled - read, classified]) {
            *sum += time;
        }
    }
    let pages = files.len().max(1) as u32;
    let [read, networks, classified] = times.map(|time| time / pages);
    println!(
        "{pages} pages, {leaves} leaves; per page: reading {read:?}, networks {networks:?}, labels \
         of blocks {classified:?}"
    );
    Ok(())
}
