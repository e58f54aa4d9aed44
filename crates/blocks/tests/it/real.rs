//! Real pages that tests read.

use std::path::{Path, PathBuf};

/// One page of so many is read.
const EVERY: usize = 4;

/// Data sets besides those with gold text that all tests read.
const MORE_SETS: [&str; 2] = ["utomo-big9-chaos", "wcxb-dev-rest"];

/// The pages of the data sets, in order.
pub fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let mut pages = Vec::new();
    for set in tamis_testing::EXTRACTION_SETS.iter().chain(&MORE_SETS) {
        pages.extend(entries(&folder.join(set).join("html")));
    }
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "html"));
    pages.sort();
    pages.into_iter().step_by(EVERY).collect()
}
