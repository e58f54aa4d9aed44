//! Counts by partitions are those of sets.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Its site, its key and the hashes of its blocks.
type Page = (Option<u32>, u64, Vec<u64>);

/// Spreads small numbers over all 64 bits, as hashes are.
fn spread(small: u64) -> u64 {
    small.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Returns the number of different keys of the pages that pass.
fn keys_of(pages: &[Page], captures: bool, passes: &dyn Fn(&Page) -> bool) -> u32 {
    let keys: Vec<u64> = pages.iter().filter(|page| passes(page)).map(|(_, key, _)| *key).collect();
    let all = keys.len();
    let different = keys.into_iter().collect::<BTreeSet<_>>().len();
    // Without captures the counts are those of pages.
    assert!(captures || all == different);
    different as u32
}

proptest! {
    #[test]
    fn counts_are_those_of_sets_whatever_the_partitions_and_the_memory(
        pages in prop::collection::vec(
            (
                prop::option::of(0u32..3),
                0u64..20,
                prop::collection::vec(0u64..9, 0..12),
            ),
            0..30,
        ),
        partitions in 1usize..=255,
        in_memory in prop::sample::select(&[0usize, 100, 1 << 20][..]),
        captures in any::<bool>(),
    ) {
        let mut pages: Vec<Page> = pages;
        if !captures {
            for (number, (_, key, _)) in (0..).zip(&mut pages) {
                *key = number;
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let mut divided = Partitions::new(folder.path(), partitions, in_memory);
        for (page, (.., hashes)) in (0..).zip(&pages) {
            for small in hashes {
                divided.add(page, spread(*small)).unwrap();
            }
        }
        let sites = Sites {
            numbers: (0..3).map(|site| (site.to_string(), site)).collect(),
            of_pages: pages.iter().map(|(site, ..)| site.unwrap_or(NO_SITE)).collect(),
            keys: pages.iter().map(|(_, key, _)| *key).collect(),
        };
        let sizes = sites.sizes();
        let mut counts = divided.count(&sites, &|| false).unwrap();
        let mut seen = BTreeSet::new();
        for (number, (site, _, hashes)) in pages.iter().enumerate() {
            let keys = |with: &dyn Fn(&Page) -> bool| keys_of(&pages, captures, with);
            let is_of_site = |page: &Page| site.is_some() && page.0 == *site;
            prop_assert_eq!(sites.pages_of(&sizes, number), keys(&is_of_site));
            for small in hashes {
                let repeats = keys(&|page| page.2.contains(small));
                let on_site = keys(&|page| page.2.contains(small) && is_of_site(page));
                let expected = if *small == 0 { (0, 0) } else { (repeats, on_site) };
                let RowPages { repeats, site_repeats, is_candidate } = counts.next().unwrap();
                prop_assert_eq!((repeats, site_repeats), expected);
                // Fewer hashes than the most repeated ones: each is a candidate, once.
                prop_assert_eq!(is_candidate, *small > 0 && seen.insert(*small));
            }
        }
        prop_assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn counting_ends_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let divided = Partitions::new(folder.path(), 3, 0);
    assert!(matches!(divided.count(&Sites::default(), &|| true), Err(Error::Interrupted)));
}
