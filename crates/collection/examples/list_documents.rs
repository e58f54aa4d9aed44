//! Lists every document of a collection, then what was skipped and why.
//!
//! `cargo run -p tamis-collection --example list_documents [PATH]`; without a path it lists a small
//! archive that it writes to a temporary folder.

use std::error::Error;
use std::ffi::OsString;
use std::path::Path;
use tamis_collection::{Item, WarcWriter};

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args_os().nth(1) {
        Some(path) => list(path),
        None => {
            let folder = tempfile::tempdir()?;
            let path = folder.path().join("sample.warc.gz");
            write_sample(&path)?;
            list(path.into())
        }
    }
}

fn list(path: OsString) -> Result<(), Box<dyn Error>> {
    let mut reports = Vec::new();
    println!("docno\tarchive:offset\tbytes\tURL");
    for item in tamis_collection::open(path)? {
        match item {
            Item::Document(page) => {
                let archive = &page.source.archive;
                let offset = page.source.offset;
                println!("{}\t{archive}:{offset}\t{}\t{}", page.docno, page.body.size(), page.url);
            }
            Item::Skipped(report) => reports.push(format!("skipped   {report}")),
            Item::Defective(report) => reports.push(format!("defective {report}")),
        }
    }
    println!("\n{} reports", reports.len());
    for report in &reports {
        println!("{report}");
    }
    Ok(())
}

/// Writes two pages and an empty one, which is skipped.
fn write_sample(path: &Path) -> tamis_collection::Result<()> {
    let mut writer = WarcWriter::create(path)?;
    writer.page(
        "penguins",
        "http://a.example/penguins",
        "2006-02-17T00:00:00Z",
        b"<p>Penguins march.",
    )?;
    writer.page("whales", "http://a.example/whales", "2006-02-18T00:00:00Z", b"<p>Whales sing.")?;
    writer.page("empty", "http://a.example/empty", "2006-02-18T00:00:00Z", b"")?;
    writer.finish()
}
