//! Counts the bytes of an index by field and by kind of file.

use crate::Outcome;
use std::collections::BTreeMap;
use std::path::Path;
use tantivy::Index;

pub fn print(path: &Path, name: &str) -> Outcome {
    let reader = Index::open_in_dir(path)?.reader()?;
    let usage = reader.searcher().space_usage()?;
    println!("{name}: {} segments, {} pages", usage.segments().len(), reader.searcher().num_docs());
    let mut bytes: BTreeMap<String, u64> = BTreeMap::new();
    for segment in usage.segments() {
        *bytes.entry("store".into()).or_default() += segment.store().total().get_bytes();
        let kinds = [
            ("terms", segment.termdict()),
            ("postings", segment.postings()),
            ("positions", segment.positions()),
            ("lengths", segment.fieldnorms()),
            ("column", segment.fast_fields()),
        ];
        for (kind, fields) in kinds {
            for field in fields.fields() {
                *bytes.entry(format!("{} {kind}", field.field_name())).or_default() +=
                    field.total().get_bytes();
            }
        }
    }
    for (kind, bytes) in &bytes {
        println!("  {bytes:>12}  {kind}");
    }
    let compared: u64 = bytes
        .iter()
        .filter(|(kind, _)| *kind != "store" && !kind.contains("_density"))
        .map(|(_, bytes)| bytes)
        .sum();
    println!("  {compared:>12}  without stored texts and density columns");
    Ok(())
}
