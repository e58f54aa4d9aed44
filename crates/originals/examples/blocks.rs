//! Lists the blocks of a page: word counts, densities, and the labels of several classifiers side
//! by side.
//!
//! ```text
//! cargo run --example blocks -- [FILE] [CLASSIFIER...]
//! ```
//!
//! Without a file: a small page that comes with the example.

use std::error::Error;
use tamis_originals::Document;
use tamis_originals::classify::CLASSIFIERS;
use tamis_originals::page::Label;

fn main() {
    if let Err(error) = run() {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let document = match arguments.next() {
        None => Document::parse(include_str!("page.html")),
        Some(file) => {
            Document::decode(&std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?)
        }
    };
    let mut classifiers: Vec<String> = arguments.collect();
    if classifiers.is_empty() {
        classifiers = ["min-words-10", "words-tree", "density-tree", "boilerpipe-article"]
            .map(str::to_owned)
            .into();
    }
    let mut labels: Vec<Vec<Label>> = Vec::new();
    for name in &classifiers {
        labels.push(document.labels(&*CLASSIFIERS.by_name(name)?));
    }

    println!("title: {}", document.title().unwrap_or("none"));
    println!("block\twords\ttext density\tlink density\t{}\ttext", classifiers.join("\t"));
    for (number, block) in document.blocks().iter().enumerate() {
        let text_density = block.text_density();
        let link_density = block.link_density();
        print!("{number}\t{}\t{text_density:.1}\t{link_density:.2}", block.words);
        for labels in &labels {
            print!("\t{}", if labels[number] == Label::Content { "content" } else { "-" });
        }
        println!("\t{}", document.text_of(block).chars().take(40).collect::<String>());
    }
    Ok(())
}
