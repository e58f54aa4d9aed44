//! Measures CPU seconds on an archive: plain decompression, tamis' reader, the fastwarc crate's,
//! and HTML to labels.
//!
//! ```text
//! yardstick ROUNDS ARCHIVE NAME...     NAME: floor, records, fastwarc, labels,
//!                                      text:CLASSIFIER, labels:CLASSIFIER
//! ```
//!
//! The names take turns within each round, so that whatever else the machine does meets all of them
//! alike. One line of TSV per name: the least CPU seconds of all rounds, the median, records, bytes
//! of bodies.

mod labels;
mod read;
mod removers;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// The result of one pass over an archive.
#[derive(Clone, Copy)]
struct Pass {
    /// CPU time of what is measured.
    cpu: Duration,
    /// Responses, or pages; 0 where nothing looks for them.
    records: u64,
    /// Bytes of their bodies; of the whole uncompressed stream where nothing looks for records.
    bytes: u64,
}

fn pass(name: &str, archive: &Path) -> Outcome<Pass> {
    match name.split_once(':') {
        Some(("text", classifier)) => {
            return removers::pass(archive, removers::Ask::Text, classifier);
        }
        Some(("labels", classifier)) => {
            return removers::pass(archive, removers::Ask::Labels, classifier);
        }
        _ => {}
    }
    match name {
        "floor" => read::floor(archive),
        "records" => read::records(archive),
        "fastwarc" => read::fastwarc(archive),
        "labels" => labels::pass(archive),
        _ => Err(format!(
            "{name}: expected one of floor, records, fastwarc, labels, text:CLASSIFIER, \
             labels:CLASSIFIER"
        )
        .into()),
    }
}

fn run(rounds: usize, archive: &Path, names: &[String]) -> Outcome<()> {
    let mut passes = vec![Vec::with_capacity(rounds); names.len()];
    for _ in 0..rounds {
        for (name, passes) in names.iter().zip(&mut passes) {
            passes.push(pass(name, archive)?);
        }
    }
    for (name, mut passes) in names.iter().zip(passes) {
        passes.sort_by_key(|pass| pass.cpu);
        let Pass { cpu, records, bytes } = passes[0];
        let median = passes[passes.len() / 2].cpu.as_secs_f64();
        println!("{name}\t{:.3}\t{median:.3}\t{records}\t{bytes}", cpu.as_secs_f64());
    }
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match &args[..] {
        [rounds, archive, names @ ..] if !names.is_empty() => match rounds.parse() {
            Ok(rounds) if rounds > 0 => run(rounds, Path::new(archive), names),
            _ => Err(format!("{rounds}: rounds are counted from 1").into()),
        },
        _ => Err("usage: yardstick ROUNDS ARCHIVE \
                  floor|records|fastwarc|labels|text:NAME|labels:NAME ..."
            .into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
