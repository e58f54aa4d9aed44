//! Phrases, required and excluded words: a search with conditions gives the pages of the search
//! without them that meet them, as a look through the permitted blocks of each page finds, with the
//! same scores and in the same order.

use super::{named, weight};
use crate::made_up::{TestPage, build, model, pages, recounted, rule};
use proptest::prelude::*;
use std::collections::BTreeMap;
use tamis_index::corpus::{Corpus, PageFilter};
use tamis_index::index::Index;
use tamis_search::typed::conditions::Unmet;
use tamis_search::{BlockRule, Conditions, Query, Searcher, TitleRule, View};

/// Few words, so that phrases are found; one is on no page.
const WORDS: [&str; 5] = ["ant", "bee", "cat", "dog", "gnu"];

fn tokens() -> impl Strategy<Value = Vec<String>> {
    let lengths = prop_oneof![3 => 1usize..2, 3 => 2usize..3, 1 => 3usize..4];
    lengths.prop_flat_map(|length| {
        prop::collection::vec(prop::sample::select(&WORDS[..]).prop_map(str::to_owned), length)
    })
}

fn conditions() -> impl Strategy<Value = Conditions> {
    let sequences = || prop::collection::vec(tokens(), 0..3);
    (sequences(), sequences()).prop_map(|(required, excluded)| Conditions { required, excluded })
}

/// The conditions that a page does not meet, found by looking at every block.
fn unmet(page: &TestPage, rule: &BlockRule, conditions: &Conditions) -> Vec<Unmet> {
    let permitted = || page.blocks.iter().filter(|block| weight(rule, &block.row) > 0);
    let holds = |tokens: &Vec<String>| {
        permitted().any(|block| {
            (0..block.tokens.len()).any(|at| {
                let rest = &block.tokens[at..];
                rest.len() >= tokens.len() && rest.iter().zip(tokens).all(|(a, b)| a == b)
            })
        })
    };
    let lacks =
        conditions.required.iter().filter(|tokens| !holds(tokens)).cloned().map(Unmet::Lacks);
    lacks
        .chain(conditions.excluded.iter().filter(|tokens| holds(tokens)).cloned().map(Unmet::Holds))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn conditions_choose_among_the_pages_of_a_search(
        pages in pages(40),
        segments in 1usize..4,
        merged in 0usize..4,
        every in 2usize..9,
        filtered in any::<bool>(),
        rule in rule(true),
        title in prop::sample::select(&[TitleRule::Keep, TitleRule::Drop, TitleRule::Block][..]),
        words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..4),
        conditions in conditions(),
        model in model(),
        hits in 1usize..12,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let gone: Vec<String> =
            pages.iter().skip(1).step_by(every).map(|page| page.docno.clone()).collect();
        // Gone from the index, or left out by a filter.
        let deleted = if filtered { Vec::new() } else { gone.clone() };
        let pages = recounted(pages, &deleted);
        let mut corpus = build(folder.path(), &pages, segments, merged, &deleted);
        corpus
            .filter(&PageFilter {
                not_docnos: gone.iter().cloned().collect(),
                ..PageFilter::default()
            })
            .unwrap();
        let rule = BlockRule { permits: title.apply(rule.permits), weights: rule.weights };
        let Ok(view) = View::new(&corpus, &rule) else { return Ok(()) };
        let Ok(searcher) = Searcher::new(&corpus, &view, &model, None) else { return Ok(()) };
        let query = Query::new(words);
        let by_docno: BTreeMap<&str, &TestPage> =
            pages.iter().map(|page| (&*page.docno, page)).collect();
        let all = named(&corpus, &searcher.search(&query, 1000).unwrap());
        let meets =
            |found: &&(String, f32)| unmet(by_docno[&*found.0], &rule, &conditions).is_empty();
        let expected: Vec<(String, f32)> = all.iter().filter(meets).take(hits).cloned().collect();
        prop_assert_eq!(
            named(&corpus, &searcher.search_where(&query, &conditions, hits).unwrap()),
            expected
        );
        for (docno, _) in &all {
            let document = corpus.order().unwrap().rank(docno).unwrap();
            prop_assert_eq!(
                searcher.unmet(&conditions, document).unwrap(),
                unmet(by_docno[&**docno], &rule, &conditions)
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn several_indexes_are_searched_as_one(
        pages in pages(30), words in prop::collection::vec(prop::sample::select(&WORDS[..]), 1..4),
        conditions in conditions(), model in model(), hits in 1usize..12,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let half = pages.len().div_ceil(2);
        build(&at("whole"), &pages, 1, 0, &[]);
        build(&at("first"), &pages[..half], 2, 0, &[]);
        build(&at("second"), &pages[half..], 1, 0, &[]);
        let found = |names: &[&str]| {
            let corpus =
                Corpus::new(names.iter().map(|name| Index::open(&at(name)).unwrap()).collect())
                    .unwrap();
            let view = View::new(&corpus, BlockRule::from(tamis_search::Predicate::All)).unwrap();
            let searcher = Searcher::new(&corpus, &view, &model, None).unwrap();
            let found = searcher
                .search_where(&Query::new(words.iter().copied()), &conditions, hits)
                .unwrap();
            named(&corpus, &found)
        };
        if pages.len() > half {
            prop_assert_eq!(found(&["first", "second"]), found(&["whole"]));
        }
    }
}
