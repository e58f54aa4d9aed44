//! Prints the text of a page without its boilerplate.
//!
//! ```text
//! cargo run --example extract_text -- [FILE|-] [CLASSIFIER]
//! ```
//!
//! `-` reads standard input. Without a file: a small page that comes with the example.

use std::error::Error;
use std::io::Read;
use tamis_originals::Document;
use tamis_originals::classify::CLASSIFIERS;

fn main() {
    if let Err(error) = run() {
        eprintln!("error: {error}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let page = match arguments.next().as_deref() {
        None => include_bytes!("page.html").to_vec(),
        Some("-") => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes)?;
            bytes
        }
        Some(file) => std::fs::read(file).map_err(|error| format!("{file}: {error}"))?,
    };
    let classifier = arguments.next().unwrap_or_else(|| "boilerpipe-article".to_owned());
    let classifier = CLASSIFIERS.by_name(&classifier)?;
    print!("{}", Document::decode(&page).text(&*classifier));
    Ok(())
}
