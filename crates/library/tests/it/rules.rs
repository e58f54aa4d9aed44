//! Rules that cannot mean what was typed: shares above 1, rules that no block can meet, views and
//! indexes without pages; and what rules name.

use crate::case::{Case, assert_refused, assert_told, names, settings};
use crate::judged::{docnos, request};
use serde_json::json;
use tamis::job::eval::{EvalJob, Scoring};
use tamis::job::{ExportFormat, LabelJob, TopicsJob};
use tamis::{BlockRow, Notice, StoredPage};

#[test]
fn a_share_above_1_is_refused_wherever_it_stands() {
    let case = Case::judged();
    for parameters in [
        "max_link_density 33",
        "max_site_share 33",
        "where words > 3 and link_density <= 33",
        "weight link_density > 33: 0.5",
    ] {
        let parts = ["expected a share of 0 to 1", "found 33", "33 % is 0.33"];
        assert_refused(case.found("kettle", parameters), &parts);
    }
    for grid in [
        "grid max_link_density=0.2,33",
        "grid max_link_density=0.5..=33:0.5",
        "grid min_link_density=0.2,33",
        "grid min_words=1,2 | where link_density <= 33",
    ] {
        assert_refused(case.sweep(grid), &["expected a share of 0 to 1"]);
    }
    case.sweep("grid max_link_density=0,0.2,0.33,1").unwrap();
}

#[test]
fn an_error_in_a_rule_points_at_its_column() {
    let case = Case::indexed();
    for (rule, message) in [
        ("words >= 3 and bogus = 2", "where: column 16: found 'bogus', expected one of words"),
        ("words >=", "where: column 9: found the end, expected a number"),
        ("kind = titel", "where: column 8: found 'titel'"),
        ("words > 3 and link_density <= 33", "where: column 31:"),
    ] {
        assert_refused(case.found("words", &format!("where {rule}")), &[message]);
    }
}

/// Whether a notice says that no block can meet the rule.
fn is_contradiction(notices: &[Notice]) -> bool {
    notices.iter().any(|notice| matches!(notice, Notice::Contradiction { .. }))
}

#[test]
fn a_rule_that_no_block_can_meet_is_warned_of_wherever_it_is_asked_for() {
    let case = Case::judged();
    case.file("run", "1 Q0 ice-1 1 2.0 mine\n");
    let nobody = || request("min_words 20 | max_words 5").unwrap();
    let scoring = Scoring { judgements: case.path("qrels").into(), ..Scoring::default() };
    let run = case.path("run").into();
    let eval = EvalJob { scoring, run, request: nobody(), ..EvalJob::default() };
    let notices = eval.run(Some(&case.open("index")), &()).unwrap().notices;
    assert!(is_contradiction(&notices), "{notices:?}");
    // Some points of a product may be empty, and titles may be permitted.
    let swept = case.sweep_with("grid min_words=1..=30 | grid max_words=5,40", |_| ()).unwrap();
    assert!(!is_contradiction(&swept.notices));
    let title = "where words >= 20 and words <= 5 or kind = title";
    assert!(!is_contradiction(&case.found("kettle", title).unwrap().notices));
}

#[test]
fn an_index_without_pages_is_reported_and_measures_nothing() {
    let case = Case::judged();
    case.file("empty.jsonl", "");
    std::fs::remove_dir_all(case.path("index")).unwrap();
    let built = case.index("index", &["empty.jsonl"]);
    assert_eq!(built.counts.pages, 0);
    let nothing = ["the index has no pages"];
    let swept = case.sweep_with("grid min_words=1..=9", |job| {
        job.output.folder = Some(case.path("out"));
    });
    assert_refused(swept, &nothing);
    let compared = case.compare_with("", |job| job.output.folder = Some(case.path("out")));
    assert_refused(compared, &nothing);
    assert!(!case.path("out").exists());
    let topics = TopicsJob { topics: case.path("topics").into(), ..TopicsJob::default() };
    assert_refused(topics.lines(&case.open("index"), &()), &nothing);
    assert_told(&case.found("kettle", "").unwrap().notices, &nothing);
    assert!(case.exported(ExportFormat::Jsonl, "").unwrap().1.is_empty());
}

#[test]
fn names_of_models_labels_and_classifiers_are_known_in_any_case() {
    let case = Case::judged();
    let found = |parameters: &str| case.found("kettle", parameters).unwrap().result;
    assert_eq!(found("model QL-Dirichlet | mu 300"), found("model ql-dirichlet | mu 300"));
    assert_eq!(found("where label = Words-Tree"), found("label words-tree"));
    let sweep = case.sweep("grid model=BM25,bm25,DPH | grid label=None,Words-Tree,words-tree");
    let axes = &sweep.unwrap().axes;
    let values = |axis: usize| -> Vec<String> {
        axes[axis].values.iter().map(ToString::to_string).collect()
    };
    assert_eq!((values(0), values(1)), (names(&["bm25", "dph"]), names(&["none", "words-tree"])));
    case.file("b.html", "<p>one two three</p>");
    let recipe = settings(json!({"classifiers": ["BTE", "Words-Tree"]}));
    case.index_with("other", &["b.html"], recipe);
    assert_eq!(case.open("other").labels(), ["bte", "words-tree"]);
    assert_refused(case.found("kettle", "model BM52"), &["did you mean 'bm25'?"]);
    assert_refused(case.found("kettle", "label word-tree"), &["did you mean 'words-tree'?"]);
}

#[test]
fn a_label_that_is_a_classifier_says_how_it_is_added() {
    let case = Case::judged();
    let remedy = ["it is a classifier: add it as a label"];
    for parameters in ["label CETR", "where label = cetr", "weight label = cetr: 2"] {
        assert_refused(case.found("words", parameters), &remedy);
    }
    assert_refused(case.sweep("grid label=none,cetr"), &remedy);
    assert_refused(case.compare_with("", |job| job.labels = names(&["cetr"])), &remedy);
}

#[test]
fn links_have_a_lowest_density_everywhere() {
    let case = Case::judged();
    let found = |parameters: &str| case.found("penguin", parameters).unwrap().result;
    assert_eq!(found("min_link_density 0.5"), found("where link_density >= 0.5"));
    assert_ne!(found("min_link_density 0.5 | title drop"), found("title drop"));
    case.sweep("grid min_link_density=0,0.5").unwrap();
    case.exported(ExportFormat::Jsonl, "min_link_density 0.5").unwrap();
}

/// A page with headings and a description.
const HEADED: &str = "<html><head><title>Tea</title><meta name=description content='All about \
    brewing at high altitude'></head><body><h1>Kettles of the world</h1><p>Boil a litre of fresh \
    water in a kettle, and wait until it stops, then pour it over the leaves of the tea.</p>\
    <h2>Leaves and <b>pots</b></h2><p>Warm the pot with a little hot water, pour it away, and put \
    one spoon of leaves for each cup into the warm pot.</p></body></html>";

#[test]
fn headings_and_descriptions_are_kinds_of_blocks() {
    let case = Case::default();
    let page = |id: &str, html: &str| json!({"id": id, "html": html}).to_string() + "\n";
    let bare =
        "<p>Boil water in one of the kettles of the world, at an altitude that you like.</p>";
    case.file("pages.jsonl", page("headed", HEADED) + &page("bare", bare));
    case.index("plain", &["pages.jsonl"]);
    let with = |classifiers: &[&str]| settings(json!({"classifiers": classifiers}));
    case.index_with("index", &["pages.jsonl"], with(&["default", "h1", "h2", "description"]));
    let stored = |index: &str| -> StoredPage { case.open(index).page("headed").unwrap().unwrap() };
    let rows = case.open("index").blocks("headed").unwrap().unwrap();
    let labels = ["h1", "h2", "description"];
    let of_row =
        |row: &BlockRow| labels.into_iter().find(|of| row.labels.iter().any(|it| it == of));
    let kinds: Vec<Option<&str>> = rows.iter().map(of_row).collect();
    assert_eq!(kinds, [None, Some("h1"), None, Some("h2"), None, Some("description")]);
    // All other blocks are as they are without.
    let texts = |page: &StoredPage| -> Vec<String> {
        page.blocks.iter().map(|block| block.text.clone()).collect()
    };
    let [plain, made] = ["plain", "index"].map(|index| texts(&stored(index)));
    assert_eq!(made[..plain.len()], plain);
    assert_eq!((made.len(), plain.len(), rows.last().unwrap().words), (6, 5, 6));
    // Rules and weights name them.
    for (words, parameters, expected) in [
        ("world", "", &["bare", "headed"][..]),
        ("world", "weight kind = h1: 5", &["headed", "bare"]),
        ("kettles", "where kind = h1 | title drop", &["headed"]),
        ("brewing", "where kind = description", &["headed"]),
        ("brewing", "where not kind = description", &[]),
    ] {
        let found = case.found(words, parameters).unwrap().result;
        assert_eq!(docnos(&found), expected, "{words} {parameters}");
    }
    let heading = "where kind = h1 | title drop";
    assert!(case.exported(ExportFormat::Jsonl, heading).unwrap().0.rule.contains("kind = h1"));
    let in_plain = |words: &str, parameters: &str| case.found_in("plain", words, parameters);
    assert!(in_plain("brewing", "").unwrap().result.is_empty());
    assert_refused(in_plain("kettles", "where kind = h1"), &["h1"]);
    let kinds = ["expected title, text, description, or h1 to h6"];
    assert_refused(in_plain("kettles", "where kind = h7"), &kinds);
    // Headings are added to a finished index, descriptions are not.
    let label = |classifier: &str| {
        let (index, classifiers) = (case.path("plain"), names(&[classifier]));
        LabelJob { index, classifiers, ..LabelJob::default() }.run(&())
    };
    label("h1").unwrap();
    assert_eq!(docnos(&in_plain("kettles", heading).unwrap().result), ["headed"]);
    assert_refused(label("description"), &["has no blocks of descriptions"]);
    // A label that is added says nothing of descriptions.
    case.label("index", &["cetr", "bte"]);
    let added = case.blocks("index", "headed").pop().expect("a block").labels;
    assert_eq!(added, ["description"]);
    case.assert_whole("index");
    let mut again = case.build("index", &["pages.jsonl"]);
    let notices = again.run(&()).unwrap().notices;
    assert!(notices.iter().any(|notice| matches!(notice, Notice::SettingsOfIndex { .. })));
    again.recipe = with(&["bte"]);
    assert_refused(again.run(&()), &["found classifiers bte, expected", "as in the index"]);
}
