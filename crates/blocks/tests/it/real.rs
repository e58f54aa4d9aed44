//! Real pages that tests read.

use std::path::{Path, PathBuf};

/// One page of so many is read.
const EVERY: usize = 4;

/// The pages of all data sets, in order.
pub fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let sets = entries(folder).map(|set| set.join("html")).filter(|html| html.is_dir());
    let mut pages: Vec<PathBuf> =
        sets.flat_map(|html| entries(&html).collect::<Vec<_>>()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "html"));
    pages.sort();
    pages.into_iter().step_by(EVERY).collect()
}
