//! Scores of blocks: those of an index are what its classifiers give for every block of every page,
//! in hundredths, whatever the segments, merges, deletes, additions, interruptions and threads.

use crate::stopping::Stopping;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tamis::blocks::classify::CLASSIFIERS;
use tamis_blocks::classify::Subject;
use tamis_blocks::page::Cut;
use tamis_blocks::{block, html};
use tamis_index::corpus::Corpus;
use tamis_index::index::codes::BlockCodes;
use tamis_index::index::{Index, Recipe};
use tamis_index::ingest::{Options, ingest};
use tamis_index::verify;
use tamis_search::View;
use tamis_search::rule::expression;

/// The classifiers, in an order that is not that of the list.
const NAMES: [&str; 2] = ["victor", "c45-words"];

/// The scores of a page's blocks, of all classifiers.
type Scores = Vec<[Option<u8>; NAMES.len()]>;

/// A page of some paragraphs; it may have no title.
fn page() -> impl Strategy<Value = String> {
    let words = prop::sample::select(&["ant", "the", "bee, a small one.", "cat dog", "Home"][..]);
    let text = prop::collection::vec(words, 1..12).prop_map(|words| words.join(" "));
    let element = prop::sample::select(&["p", "h1", "li", "a", "td"][..]);
    let parts = prop::collection::vec((element, text), 1..6);
    (any::<bool>(), parts).prop_map(|(titled, parts)| {
        let title = if titled { "<title>of ants</title>" } else { "" };
        let parts = parts.iter().map(|(element, text)| format!("<{element}>{text}</{element}>"));
        title.to_owned() + &parts.collect::<String>()
    })
}

/// Writes the pages as lines of JSON, the first with this number.
fn write(path: &Path, first: usize, pages: &[String]) {
    std::fs::write(
        path,
        (first..)
            .zip(pages)
            .map(|(number, html)| {
                format!("{}\n", serde_json::json!({"docno": format!("d{number:03}"), "html": html}))
            })
            .collect::<String>(),
    )
    .unwrap();
}

fn hundredths(score: f32) -> Option<u8> {
    Some((f64::from(score) * 100.0).round() as u8)
}

/// What the classifiers give for a page.
fn expected(markup: &str) -> Scores {
    let page = html::parse_str(markup);
    let blocks = block::cut(&page, Cut::default());
    let subject = Subject::new(&page, &blocks).with_markup(markup);
    let by_classifier =
        NAMES.map(|name| CLASSIFIERS.by_name(name).unwrap().scores(&subject).unwrap());
    let titles = blocks.title.iter().map(|_| [None; NAMES.len()]);
    titles
        .chain(
            (0..blocks.blocks.len())
                .map(|block| [0, 1].map(|one| hundredths(by_classifier[one][block]))),
        )
        .collect()
}

/// The scores of every block of an index, by docno.
fn stored(out: &Path) -> BTreeMap<String, Scores> {
    let index = Index::open(out).unwrap();
    let scores = index.manifest.scores();
    assert_eq!(scores.iter().map(|score| score.classifier()).collect::<Vec<_>>(), NAMES);
    let mut all = BTreeMap::new();
    index.each_page(|docno, _| drop(all.insert(docno.to_owned(), Vec::new()))).unwrap();
    for (docno, of_page) in &mut all {
        let page = index.page(docno).unwrap().unwrap();
        of_page.extend(
            page.blocks.iter().map(|block| [0, 1].map(|number| block.scores.hundredths(number))),
        );
    }
    all
}

/// The blocks that a rule permits, by a view.
fn permitted(out: &Path, rule: &str) -> usize {
    let corpus = Corpus::new(vec![Index::open(out).unwrap()]).unwrap();
    let view =
        View::new(&corpus, expression::parse(rule, &corpus.indexes[0].manifest).unwrap()).unwrap();
    let rows = corpus.segments.iter().zip(&view.segments);
    rows.map(|(segment, view)| (0..segment.rows() as u32).filter(|row| view.permits(*row)).count())
        .sum()
}

/// Deletes the first page and every so-many-th after it, and returns the scores of the others.
fn delete_every(
    out: &Path,
    mut all: BTreeMap<String, Scores>,
    every: usize,
) -> BTreeMap<String, Scores> {
    let docnos: BTreeSet<String> = all.keys().step_by(every).cloned().collect();
    all.retain(|docno, _| !docnos.contains(docno));
    let docnos = Some(docnos);
    let selection = tamis_index::delete::Selection { docnos, ..Default::default() };
    tamis_index::delete::delete(out, &selection).unwrap();
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn scores_are_those_of_the_classifiers(
        pages in prop::collection::vec(page(), 1..50),
        cut in any::<prop::sample::Index>(),
        commit_every in 60u64..3_000,
        threads in 1usize..4,
        stop in 1usize..9,
        every in 2usize..9,
        threshold in 0u8..=100,
    ) {
        let folder = tamis_testing::folder();
        let cut = cut.index(pages.len());
        let files = [folder.path().join("a.jsonl"), folder.path().join("b.jsonl")];
        write(&files[0], 0, &pages[..cut]);
        write(&files[1], cut, &pages[cut..]);
        let scores = NAMES.map(str::to_owned).into();
        let recipe = Recipe {
            commit_every,
            scores,
            classifiers: vec!["keep-all".to_owned()],
            ..Recipe::default()
        };
        let options = Options { recipe, threads, ..Options::default() };
        let all: BTreeMap<String, Scores> = pages
            .iter()
            .enumerate()
            .map(|(number, page)| (format!("d{number:03}"), expected(page)))
            .collect();

        let whole = folder.path().join("whole");
        ingest(&files, &whole, &options, &()).unwrap();
        prop_assert_eq!(&stored(&whole), &all);
        let verdict = verify::verify(&whole).unwrap();
        prop_assert!(verdict.whole(), "{:?}", verdict);

        // A rule permits the blocks whose score it names; without a score, its `not` holds.
        let of_victor = || all.values().flatten().map(|scores| scores[0]);
        let rule = format!("score.victor >= {}", f64::from(threshold) / 100.0);
        let above =
            of_victor().filter(|score| score.is_some_and(|score| score >= threshold)).count();
        prop_assert_eq!(permitted(&whole, &rule), above);
        prop_assert_eq!(permitted(&whole, &format!("not {rule}")), of_victor().count() - above);

        // One archive, then the other; and with an interruption.
        let added = folder.path().join("added");
        ingest(&files[..1], &added, &options, &()).unwrap();
        ingest(&files, &added, &options, &()).unwrap();
        prop_assert_eq!(&stored(&added), &all);
        let resumed = folder.path().join("resumed");
        ingest(&files, &resumed, &options, &Stopping(stop.into())).unwrap();
        ingest(&files, &resumed, &options, &()).unwrap();
        prop_assert_eq!(&stored(&resumed), &all);

        // Deleted pages are gone with their scores, and no other page has another one.
        let left = delete_every(&whole, all, every);
        prop_assert_eq!(&stored(&whole), &left);
    }
}

#[test]
fn an_index_without_scores_has_no_codes_for_them() {
    let folder = tamis_testing::folder();
    let file = folder.path().join("a.jsonl");
    write(&file, 0, &["<p>ant".to_owned()]);
    for scores in 0..=NAMES.len() {
        let out = folder.path().join(scores.to_string());
        let names = NAMES[..scores].iter().map(|name| (*name).to_owned()).collect();
        let recipe = Recipe { scores: names, ..Recipe::default() };
        ingest(&[&file], &out, &Options { recipe, ..Options::default() }, &()).unwrap();
        let index = Index::open(&out).unwrap();
        let codes = BlockCodes::open(index.searcher.segment_reader(0)).unwrap();
        assert_eq!(codes.scores(), scores);
        assert_eq!(index.manifest.to_payload().contains("\"scores\""), scores > 0);
    }
}

fn options_with(scores: &[&str]) -> Options {
    let scores = scores.iter().map(|name| (*name).to_owned()).collect();
    Options { recipe: Recipe { scores, ..Recipe::default() }, ..Options::default() }
}

#[test]
fn additions_need_the_same_scores_and_models() {
    let folder = tamis_testing::folder();
    let file = folder.path().join("a.jsonl");
    let out = folder.path().join("index");
    write(&file, 0, &["<p>ant".to_owned()]);
    ingest(&[&file], &out, &options_with(&["victor"]), &()).unwrap();
    let models = Index::open(&out).unwrap().manifest.recipe.models;
    assert!(models.contains_key("victor"), "{models:?}");
    for scores in [&[][..], &["c45-words"], &["victor", "c45-words"]] {
        let error =
            ingest(&[&file], &out, &options_with(scores), &()).err().map(|error| error.to_string());
        assert!(
            error.as_ref().is_some_and(|message| message.contains("as in the index")),
            "{error:?}"
        );
    }
    let error = ingest(&[&file], &out, &options_with(&["words-tree"]), &())
        .err()
        .map(|error| error.to_string());
    assert!(error.is_some_and(|message| message.contains("words-tree gives no probabilities")));
    ingest(&[&file], &out, &options_with(&["victor"]), &()).unwrap();
}
