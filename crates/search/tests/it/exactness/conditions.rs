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
use tamis_search::{BlockRule, Conditions, Predicate, Query, Searcher, TitleRule, View};

/// Few words, so that phrases are found; one is on no page.
const WORDS: [&str; 5] = ["ant", "bee", "cat", "dog", "gnu"];

fn tokens() -> impl Strategy<Value = Vec<String>> {
    let lengths = prop_oneof![3 => 1usize..2, 3 => 2usize..3, 1 => 3usize..4];
    lengths.prop_flat_map(|length| {
        prop::collection::vec(prop::sample::select(&WORDS[..]).prop_map(str::to_owned), length)
    })
}

fn conditions() -> impl Strategy<Value = Conditions> {
    let required = prop::collection::vec(tokens(), 0..3);
    let excluded = prop::collection::vec(tokens(), 0..3);
    (required, excluded).prop_map(|(required, excluded)| Conditions { required, excluded })
}

/// The conditions that a page does not meet, found by looking at every block.
fn unmet(page: &TestPage, rule: &BlockRule, conditions: &Conditions) -> Vec<Unmet> {
    let mut unmet = Vec::new();
    for tokens in &conditions.required {
        if !holds(page, rule, tokens) {
            unmet.push(Unmet::Lacks(tokens.clone()));
        }
    }
    for tokens in &conditions.excluded {
        if holds(page, rule, tokens) {
            unmet.push(Unmet::Holds(tokens.clone()));
        }
    }
    unmet
}

/// Whether a permitted block of a page has these tokens next to each other.
fn holds(page: &TestPage, rule: &BlockRule, tokens: &[String]) -> bool {
    let permitted = page.blocks.iter().filter(|block| weight(rule, &block.row) > 0);
    permitted.into_iter().any(|block| block.tokens.windows(tokens.len()).any(|part| part == tokens))
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
        let folder = tamis_testing::folder();
        let gone = super::every(&pages, 1, every);
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
        let expected: Vec<(String, f32)> = all
            .iter()
            .filter(|(docno, _)| unmet(by_docno[&**docno], &rule, &conditions).is_empty())
            .take(hits)
            .cloned()
            .collect();
        prop_assert_eq!(
            named(&corpus, &searcher.search_where(&query, &conditions, hits).unwrap()),
            expected
        );
        for (docno, _) in &all {
            let document = corpus.order().unwrap().rank(docno).unwrap().unwrap();
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
        let folder = tamis_testing::folder();
        let [whole, first, second] =
            ["whole", "first", "second"].map(|name| folder.path().join(name));
        let half = pages.len().div_ceil(2);
        build(&whole, &pages, 1, 0, &[]);
        build(&first, &pages[..half], 2, 0, &[]);
        build(&second, &pages[half..], 1, 0, &[]);
        if pages.len() > half {
            let query = Query::new(words);
            let found = [vec![first, second], vec![whole]].map(|paths| {
                let indexes = paths.iter().map(|path| Index::open(path).unwrap()).collect();
                let corpus = Corpus::new(indexes).unwrap();
                let view = View::new(&corpus, BlockRule::from(Predicate::All)).unwrap();
                let searcher = Searcher::new(&corpus, &view, &model, None).unwrap();
                named(&corpus, &searcher.search_where(&query, &conditions, hits).unwrap())
            });
            prop_assert_eq!(&found[0], &found[1]);
        }
    }
}
