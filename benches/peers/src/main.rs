//! Compares a tamis index with a plain tantivy page index of the same tokens: sizes and query
//! times.
//!
//! ```text
//! plain build INDEX PLAIN        writes PLAIN, prints the bytes of both indexes
//! plain time INDEX PLAIN QUERIES prints query times; QUERIES holds one query a line, after an id
//!                                and a tab
//! ```

mod build;
mod size;
mod time;

use std::path::Path;
use std::process::ExitCode;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args[..] {
        ["build", index, plain] => build::run(Path::new(index), Path::new(plain)),
        ["time", index, plain, queries] => {
            time::run(Path::new(index), Path::new(plain), Path::new(queries))
        }
        _ => Err("usage: plain build INDEX PLAIN | plain time INDEX PLAIN QUERIES".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
