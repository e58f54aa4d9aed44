//! Reads lines `path<TAB>address` and prints the metadata of each page as one JSON object a line.
//! With --sources also what every source says of every field, and which order of sources it has; with --utf-8 every page is UTF-8,
//! whatever it says; with --time how long reading took goes to the error stream.

use serde_json::{Map, Value, json};
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};
use tamis_blocks::html::{Charset, decode};
use tamis_blocks::metadata::{Field, Source, Sources};
use tamis_blocks::page::Budget;
use tamis_blocks::structure::Outline;

fn main() -> std::io::Result<()> {
    let has = |option: &str| std::env::args().any(|argument| argument == option);
    let charset = Charset { forced: has("--utf-8").then_some("utf-8"), http: None };
    let mut out = std::io::BufWriter::new(std::io::stdout());
    let mut times = [Duration::ZERO; 2];
    let mut pages = 0;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (path, address) = line.split_once('\t').unwrap_or((&line, ""));
        let address = Some(address).filter(|address| !address.is_empty());
        let bytes = std::fs::read(path)?;
        let start = Instant::now();
        let text = decode(&bytes, charset).text;
        let (page, outline) = Outline::parse(&text, &Budget::UNLIMITED);
        times[0] += start.elapsed();
        let start = Instant::now();
        let sources = Sources::read(&page, &outline, address);
        let metadata = sources.metadata();
        times[1] += start.elapsed();
        pages += 1;
        let mut object = json!({ "path": path, "metadata": metadata });
        if has("--sources") {
            object["order"] = sources.order().name().into();
            object["sources"] = all(&sources);
        }
        writeln!(out, "{object}")?;
    }
    if has("--time") {
        let [parsing, metadata] =
            times.map(|time| time.as_secs_f64() * 1e6 / f64::from(pages.max(1)));
        eprintln!("pages\tparsing, µs a page\tmetadata, µs a page");
        eprintln!("{pages}\t{parsing:.0}\t{metadata:.0}");
    }
    out.flush()
}

/// What every source says.
fn all(sources: &Sources) -> Value {
    let of = |field: &Field| {
        let said = Source::ALL.iter().filter_map(|source| {
            Some((source.name().to_owned(), Value::from(sources.value(*field, *source)?)))
        });
        (field.name().to_owned(), Value::Object(said.collect()))
    };
    Value::Object(Field::ALL.iter().map(of).collect::<Map<_, _>>())
}
