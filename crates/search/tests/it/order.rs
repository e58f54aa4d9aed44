//! The order of docnos that an index keeps is that of a sort, and a filter changes no rank.

use crate::made_up::{build, pages};
use proptest::prelude::*;
use std::collections::HashSet;
use tamis_index::corpus::{Corpus, PageFilter};
use tamis_index::index::Index;

/// The ranks of all pages, by segment.
fn ranks(corpus: &Corpus) -> Vec<Vec<u32>> {
    let order = corpus.order().unwrap();
    (0..corpus.segments.len()).map(|segment| order.ranks(segment).to_vec()).collect()
}

/// The docnos of the pages that searches see, in their order.
fn visible(corpus: &Corpus) -> Vec<String> {
    let order = corpus.order().unwrap();
    order.visible().map(|rank| order.docno(rank).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_order_of_an_index_is_that_of_its_docnos_with_any_filter(
        pages in pages(60), segments in 1usize..7, merged in 0usize..5, nth in 2usize..9,
        passing in 1usize..5,
    ) {
        let folder = tamis_testing::folder();
        let docnos: Vec<String> = pages.iter().map(|page| page.docno.clone()).collect();
        let deleted: Vec<String> = docnos.iter().step_by(nth).cloned().collect();
        let corpus = build(folder.path(), &pages, segments, merged, &deleted);
        // Without its counts an index knows no order, as one that is not finished.
        let alone = Corpus::new(vec![Index::open_alone(folder.path()).unwrap()]).unwrap();
        prop_assert_eq!(ranks(&corpus), ranks(&alone));
        let mut left = docnos.clone();
        left.retain(|docno| !deleted.contains(docno));
        left.sort();
        prop_assert_eq!(&visible(&corpus), &left);
        prop_assert_eq!(&visible(&alone), &left);

        let chosen: HashSet<String> = docnos.iter().step_by(passing).cloned().collect();
        let filter = PageFilter { docnos: Some(chosen.clone()), ..PageFilter::default() };
        let (filtered, _) = corpus.with_pages(&filter).unwrap();
        prop_assert_eq!(ranks(&filtered), ranks(&corpus));
        let order = filtered.order().unwrap();
        for docno in &docnos {
            let rank = order.rank(docno).unwrap();
            let passes = chosen.contains(docno) && left.contains(docno);
            prop_assert_eq!(rank, corpus.order().unwrap().rank(docno).unwrap().filter(|_| passes));
        }
        left.retain(|docno| chosen.contains(docno));
        prop_assert_eq!(visible(&filtered), left);
        prop_assert_eq!(order.rank("no such page").unwrap(), None);
    }
}
