//! Counts by partitions are those of sets.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

proptest! {
    #[test]
    fn counts_are_those_of_sets_whatever_the_partitions_and_the_memory(
        pages in prop::collection::vec((prop::option::of(0u32..3), prop::collection::vec(0u64..9, 0..12)), 0..30),
        partitions in 1usize..=255, in_memory in prop::sample::select(&[0usize, 100, 1 << 20][..]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        // Hashes are spread over all 64 bits.
        let hash = |small: u64| small.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut divided = Partitions::new(folder.path(), partitions, in_memory);
        for (page, (_, hashes)) in (0..).zip(&pages) {
            hashes.iter().for_each(|small| divided.add(page, hash(*small)).unwrap());
        }
        let sites: Vec<u32> = pages.iter().map(|(site, _)| site.unwrap_or(NO_SITE)).collect();
        let mut counts = divided.count(&sites, &|| false).unwrap();
        let mut seen = BTreeSet::new();
        for (site, hashes) in &pages {
            for small in hashes {
                let with = |page: &&(Option<u32>, Vec<u64>)| page.1.contains(small);
                let repeats = pages.iter().filter(with).count() as u32;
                let on_site = pages.iter().filter(with).filter(|(other, _)| site.is_some() && other == site).count() as u32;
                let expected = if *small == 0 { (0, 0) } else { (repeats, on_site) };
                let Pages { repeats, site_repeats, is_candidate } = counts.next().unwrap();
                prop_assert_eq!((repeats, site_repeats), expected);
                // Fewer hashes than the most repeated ones: each is a candidate, once.
                prop_assert_eq!(is_candidate, *small > 0 && seen.insert(*small));
            }
        }
        prop_assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn counting_ends_when_it_is_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let divided = Partitions::new(folder.path(), 3, 0);
    assert!(matches!(divided.count(&[], &|| true), Err(Error::Interrupted)));
}
