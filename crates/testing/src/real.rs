//! Real pages, of those in the shared data, that tests read.

use std::path::{Path, PathBuf};

/// One page of so many is read.
const EVERY: usize = 4;

/// Data sets besides those with gold text that all tests read: news, all kinds of pages, and the
/// press in Chinese, English, Greek, Polish and Russian.
const MORE_SETS: [&str; 3] =
    ["extraction/utomo-big9-chaos", "extraction/wcxb-dev-rest", "press/daniel-half"];

/// The pages of the data sets in a folder of shared data, in order.
pub fn real_pages(folder: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let data = folder.join("data");
    let with_gold = crate::EXTRACTION_SETS.map(|set| data.join("extraction").join(set));
    let mut pages = Vec::new();
    for set in with_gold.into_iter().chain(MORE_SETS.map(|set| data.join(set))) {
        pages.extend(entries(&set.join("html")));
    }
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "html"));
    pages.sort();
    pages.into_iter().step_by(EVERY).collect()
}
