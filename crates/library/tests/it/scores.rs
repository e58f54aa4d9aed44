//! Scores of blocks: those of an index are what its classifiers give for every block of every page,
//! in hundredths, whatever the segments, merges, deletes, additions, interruptions and threads; and
//! rules, axes and weights over them do what they say.

use crate::case::{Begun, Case, assert_refused, names, settings};
use crate::judged::docnos;
use crate::stopping::Stopping;
use proptest::prelude::*;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use tamis::Notice;
use tamis::blocks::classify::{CLASSIFIERS, Subject};
use tamis::blocks::page::Cut;
use tamis::blocks::{block, html};
use tamis::job::{IndexJob, RecipeSettings};
use tamis_index::corpus::Corpus;
use tamis_index::index::codes::BlockCodes;
use tamis_index::index::{Index, Recipe};
use tamis_index::ingest::{Options, ingest};
use tamis_index::verify;
use tamis_search::View;
use tamis_search::rule::expression;
use tamis_testing::pages::{QRELS, TOPICS};

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
                format!("{}\n", json!({"docno": format!("d{number:03}"), "html": html}))
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

fn with_scores(scores: &[&str]) -> RecipeSettings {
    settings(json!({"scores": scores}))
}

/// Four pages with a menu; `c45-words` gives long paragraphs a higher score than links.
fn indexed() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        let long = "the penguin walks over the ice and looks at the sea because it is hungry and \
                    wants to eat a fish today, so it goes on until the night comes";
        let mut lines = String::new();
        for topic in ["ice", "tea", "road", "kettle"] {
            let html = format!(
                "<title>On {topic}</title><ul><li><a href=x>penguin</a><li><a href=y>Archive of \
                 {topic}</a></ul><p>{long} {topic}.</p><p>A {topic} remark.</p>"
            );
            let line = json!({"docno": format!("{topic}-1"), "html": html});
            writeln!(lines, "{line}").unwrap();
        }
        case.file("pages.jsonl", lines);
        case.file("topics", TOPICS);
        case.file("qrels", QRELS);
        case.index_with("index", &["pages.jsonl"], with_scores(&["C45-words", "victor"]));
    });
    BEGUN.case()
}

/// The scores of a page's blocks by `c45-words`, in hundredths.
fn of_page(case: &Case, docno: &str) -> Vec<Option<u8>> {
    let page = case.open("index").page(docno).unwrap().unwrap();
    page.blocks.iter().map(|block| block.scores.hundredths(0)).collect()
}

#[test]
fn the_words_of_an_index_are_counted_by_their_scores() {
    let case = indexed();
    let scores = of_page(&case, "ice-1");
    // A title has no score, and the long paragraph the highest.
    assert_eq!((scores.len(), scores[0], scores[3]), (5, None, *scores.iter().max().unwrap()));
    assert!(scores[1..].iter().all(Option::is_some));
    let contents = case.open("index").contents().unwrap();
    let words = &contents.scores[0];
    assert_eq!((words.score.as_str(), words.without), ("c45-words", 8));
    assert!(words.words.iter().map(|bin| bin.count).sum::<u64>() > 100);
}

#[test]
fn rules_and_weights_over_scores_do_what_they_say() {
    let case = indexed();
    let share = |hundredths: u8| f64::from(hundredths) / 100.0;
    let scores = of_page(&case, "tea-1");
    let (low, high) = (share(scores[2].unwrap()), share(scores[3].unwrap()));
    assert!(low < high, "{scores:?}");
    let found = |words: &str, parameters: &str| case.found(words, parameters).unwrap().result;
    // The word of the menu is gone, that of the long paragraph is not.
    let above = format!("where score.c45-words >= {high}");
    assert_eq!((found("archive", &above).len(), found("fish", &above).len()), (0, 4));
    assert_eq!(found("archive", &format!("where not score.c45-words > {low}")).len(), 4);
    // A weight by score is that of a rule for each score, and a title counts once.
    let pages = ["ice-1", "tea-1", "road-1", "kettle-1"];
    let distinct: BTreeSet<u8> =
        pages.iter().flat_map(|docno| of_page(&case, docno).into_iter().flatten()).collect();
    let rules = distinct.into_iter().map(share);
    let rules = rules.map(|score| format!("weight score.c45-words = {score}: {score}"));
    let rules = rules.collect::<Vec<_>>().join(" | ");
    for query in ["penguin", "tea archive", "fish kettle remark"] {
        let weighed = found(query, "weight_by score.c45-words");
        assert_eq!(weighed, found(query, &rules), "{query}");
        assert_ne!(weighed, found(query, ""), "{query}");
    }
    // A rule comes before the score.
    let ruled = found("archive", "weight all: 0.5 | weight_by score.c45-words");
    assert_eq!(ruled, found("archive", "weight all: 0.5"));
    let explained = case.explained("archive", Some("tea-1"), "weight_by score.c45-words").unwrap();
    assert_eq!(explained.rule, "all, weights by score.c45-words");
    let json = serde_json::to_value(&explained).unwrap();
    assert_eq!(json["terms"][0]["blocks"][0][2].as_f64(), Some(low));
    let refused = case.found("archive", "model dph | weight_by score.c45-words");
    assert_refused(refused, &["dph and fractional weights"]);
    assert_eq!(docnos(&found("tea", &above))[0], "tea-1");
}

#[test]
fn an_axis_of_scores_is_its_searches() {
    let case = indexed();
    for (name, weights) in [("score.victor", ""), ("score.c45-words", "weight_by score.c45-words")]
    {
        let grid = format!("grid min_{name}=0.1..=0.9:0.2 | {weights}");
        let sweep = case.sweep_with(&grid, |job| {
            (job.judged.measures, job.folds) = (names(&["map"]), Some(2));
        });
        let sweep = sweep.unwrap().result;
        assert_eq!((sweep.axes[0].name.clone(), sweep.points.len()), (format!("min_{name}"), 5));
        for (point, tenth) in sweep.points.iter().zip([1, 3, 5, 7, 9]) {
            let single = format!("where {name} >= 0.{tenth} | {weights}");
            assert_eq!(point.means, case.means(&single, &["map"]), "{single}");
        }
    }
    let grid = "grid min_score.victor=0.1,0.5 | grid min_words=1,5,9 | separately true";
    let swept = case.sweep_with(grid, |job| job.output.folder = Some(case.path("swept")));
    assert_eq!(swept.unwrap().result.points.len(), 5);
    let report = case.read("swept/report.html");
    assert!(report.contains("Minimum score of a block by victor (min_score.victor)"));
    let compared = case.compare_with("", |_| ()).unwrap().result;
    for name in ["score.c45-words >= ", "score.victor >= "] {
        assert!(compared.rows.iter().any(|row| row.name.starts_with(name)), "{name}");
    }
}

#[test]
fn what_has_no_score_is_refused_with_those_that_have() {
    let case = indexed();
    let build = |out: &str, recipe: RecipeSettings| {
        IndexJob { recipe, ..case.build(out, &["pages.jsonl"]) }.run(&())
    };
    let other = |score: &str| build("other", with_scores(&[score]));
    assert_refused(other("words-tree"), &["words-tree gives no probabilities", "c45-words"]);
    assert_refused(other("victro"), &["did you mean 'victor'"]);
    let notices = build("index", RecipeSettings::default()).unwrap().notices;
    let settings = notices.iter().find_map(|notice| match notice {
        Notice::SettingsOfIndex { settings, .. } => settings.scores.clone(),
        _ => None,
    });
    assert_eq!(settings, Some(names(&["c45-words", "victor"])));
    assert_refused(build("index", with_scores(&["victor"])), &["as in the index"]);
    build("index", with_scores(&["c45-words", "victor"])).unwrap();
    for (parameters, parts) in [
        ("where score.bte > 0.3", &["column 1", "c45-words, victor"][..]),
        ("where score.victor > 30", &["30 % is 0.3"]),
        ("weight_by bte", &["unknown score 'bte'", "c45-words, victor"]),
    ] {
        assert_refused(case.found("ice", parameters), parts);
    }
    let axis = case.sweep("grid min_score.bte=0.1,0.2");
    assert_refused(axis, &["score.bte", "unknown score 'bte'"]);
    case.index("plain", &["pages.jsonl"]);
    let plain = case.found_in("plain", "ice", "where score.victor > 0.3");
    assert_refused(plain, &["the index has no scores"]);
    case.assert_whole("index");
}
