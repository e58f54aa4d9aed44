//! Checks the book: its commands print what it shows, its reference equals the command line's help,
//! its links lead to files. Every output in a chapter is what a user of the small collections here
//! would see.

// The chapters' commands are lines of a POSIX shell.
#![cfg(unix)]

mod cluster;
mod collections;
mod console;
mod contributing;
mod examples;
mod json;
mod pages;
mod published;
mod python;
mod readme;
mod reasons;
mod reference;
mod serving;
mod shapes;

use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of the project as text.
#[track_caller]
fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Every page of the book, by path from the root, in order.
fn book() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = walkdir::WalkDir::new(root().join("docs"))
        .into_iter()
        .map(|entry| entry.expect("docs/ can be read").into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| path.strip_prefix(root()).expect("it is below the root").to_path_buf())
        .collect();
    pages.sort();
    pages
}

/// Whether to rewrite files that differ from what they should be.
fn bless() -> bool {
    std::env::var_os("TAMIS_BLESS").is_some()
}
