//! Reads lines `path<TAB>address` and prints the metadata of each page as one JSON object a line.
//! With --sources also what every source says of every field, and which order of sources it has;
//! with --utf-8 every page is UTF-8, whatever it says; with --time the CPU time of reading
//! goes to the error stream.

use serde_json::{Map, Value, json};
use std::io::{BufRead, Write};
use std::time::Duration;
use tamis_blocks::block;
use tamis_blocks::classify::Subject;
use tamis_blocks::classify::tamis::PageFeatures;
use tamis_blocks::html::Outline;
use tamis_blocks::html::{Charset, decode};
use tamis_blocks::page::{Budget, Cut};
use tamis_text::metadata::{Field, Metadata, Source, Sources};

/// What is timed, in µs a page. The remover `tamis` needs the features of paragraphs, too.
const TIMED: [&str; 4] =
    ["parsing", "metadata without the kind", "features of paragraphs", "metadata with the kind"];

fn main() -> std::io::Result<()> {
    let has = |option: &str| std::env::args().any(|argument| argument == option);
    let charset = Charset { forced: has("--utf-8").then_some("utf-8"), http: None };
    let mut out = std::io::BufWriter::new(std::io::stdout());
    let mut times = [Duration::ZERO; TIMED.len()];
    let mut pages = 0;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (path, address) = line.split_once('\t').unwrap_or((&line, ""));
        let address = Some(address).filter(|address| !address.is_empty());
        let bytes = std::fs::read(path)?;
        let mut start = cpu_time();
        let mut lap = |time: &mut Duration| {
            let end = cpu_time();
            *time += end.saturating_sub(std::mem::replace(&mut start, end));
        };
        let text = decode(&bytes, charset).text;
        let (page, outline) = Outline::parse(&text, &Budget::UNLIMITED);
        lap(&mut times[0]);
        let sources = Sources::read(&page, &outline, address);
        sources.metadata();
        lap(&mut times[1]);
        let blocks = block::cut(&page, Cut::default());
        let subject = Subject::new(&page, &blocks).with_outline(&outline);
        subject.shared(|| PageFeatures::new(&subject));
        lap(&mut times[2]);
        let metadata = Metadata::read(&subject, address);
        lap(&mut times[3]);
        pages += 1;
        let mut object = json!({ "path": path, "metadata": metadata });
        if has("--sources") {
            object["order"] = sources.order().name().into();
            object["sources"] = all(&sources);
        }
        writeln!(out, "{object}")?;
    }
    if has("--time") {
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(pages.max(1));
        eprintln!("pages\t{}", TIMED.map(|name| format!("{name}, µs a page")).join("\t"));
        eprintln!("{pages}\t{}", times.map(|time| format!("{:.0}", micros(time))).join("\t"));
    }
    out.flush()
}

/// The CPU time of this thread so far; other work of the machine does not count. Nothing where the
/// system does not tell it.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = stat.split_whitespace().next().and_then(|nanos| nanos.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}

fn all(sources: &Sources) -> Value {
    let of = |field: &Field| {
        let said = Source::ALL.iter().filter_map(|source| {
            Some((source.name().to_owned(), Value::from(sources.value(*field, *source)?)))
        });
        (field.name().to_owned(), Value::Object(said.collect()))
    };
    Value::Object(Field::ALL.iter().map(of).collect::<Map<_, _>>())
}
