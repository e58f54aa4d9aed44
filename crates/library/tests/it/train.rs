//! Models that are trained from pages with gold, their cards, and their use in scorings and
//! indexes.

use crate::case::{Case, assert_refused, assert_told, names, settings};
use serde_json::json;
use tamis::job::{
    AccuracyJob, Datasets, ExportFormat, ExtractJob, IndexJob, LabelJob, Outcome, PageSource,
    RecipeSettings, TrainJob,
};
use tamis::{By, Content, CrossSettings, ModelCard, Result};
use tamis_testing::pages::{PAGES, html};

/// A folder of four pages with their texts as gold.
fn folders() -> Case {
    let case = Case::default();
    for page in &PAGES[..4] {
        case.file(&format!("ice/html/{}.html", page.0), html(page));
        case.file(&format!("ice/gold/{}.txt", page.0), page.3);
    }
    case
}

fn data(case: &Case) -> Datasets {
    Datasets { folders: case.paths(&["ice"]), ..Datasets::default() }
}

fn job(case: &Case, method: &str, out: &str) -> TrainJob {
    let method = method.to_owned();
    TrainJob { method, data: data(case), out: case.path(out), ..TrainJob::default() }
}

fn train(job: &TrainJob) -> Outcome<ModelCard> {
    job.run(&()).unwrap()
}

fn bytes(case: &Case, name: &str) -> Vec<u8> {
    std::fs::read(case.path(name)).unwrap()
}

/// The name of a classifier with a model of the case.
fn with_model(case: &Case, classifier: &str, model: &str) -> String {
    format!("{classifier}:{}", case.path(model).display())
}

fn score(case: &Case, classifiers: &[&str]) -> AccuracyJob {
    let (data, scores) = (data(case), names(&["words"]));
    AccuracyJob { data, classifiers: names(classifiers), scores, ..AccuracyJob::default() }
}

/// The text that a classifier keeps of the first page.
fn extract(case: &Case, classifier: String) -> Result<String> {
    let page = PageSource::File(case.path("ice/html/ice-1.html"));
    let job = ExtractJob { classifier: Some(classifier), ..ExtractJob::default() };
    Ok(job.run(page, &())?.result.text)
}

#[test]
fn a_model_and_its_card_are_written_and_used() {
    let case = folders();
    let job = TrainJob {
        validation: 0.3,
        note: Some("ours".to_owned()),
        ..job(&case, "mss-trained", "mss.model")
    };
    let trained = train(&job);
    assert_eq!(trained.written, case.paths(&["mss.model", "mss.md"]));
    assert_told(
        &trained.notices,
        &["only 3 pages to learn from: the built-in rules may do better"],
    );
    let card = case.read("mss.md");
    assert_eq!(card, trained.result.markdown());
    for expected in ["# mss-trained\n", "| ice | 3 | 1 | 0 | 0 |", "## Note\n\nours"] {
        assert!(card.contains(expected), "{expected}: {card}");
    }
    train(&TrainJob { out: case.path("again.model"), threads: Some(7), ..job });
    assert_eq!(bytes(&case, "mss.model"), bytes(&case, "again.model"));
    let own = with_model(&case, "mss-trained", "mss.model");
    let scored = score(&case, &[&own]).run(&()).unwrap();
    assert_eq!(scored.result.datasets[0].classifiers[0].classifier, own);
    // A model of one's own says nothing of built-in ones, which have learned from known sets.
    assert!(scored.notices.is_empty(), "{:?}", scored.notices);
    let built_in = score(&case, &["mss-trained", "victor", "c45-words", "bte"]).run(&()).unwrap();
    assert_told(
        &built_in.notices,
        &[
            "mss-trained learned from l3s-gn1 and zyte-aeb: expect lower scores",
            "victor learned from cleaneval-en",
            "c45-words learned from l3s-gn1:",
        ],
    );
    assert_ne!(extract(&case, own).unwrap(), "");
}

#[test]
fn the_remover_is_trained_used_and_cross_validated() {
    let case = folders();
    let mut job = TrainJob {
        validation: 0.0,
        iterations: Some(2),
        threads: Some(1),
        ..job(&case, "remover", "a.model")
    };
    job.data.content = Content::Article;
    let card = train(&job).result;
    train(&TrainJob { out: case.path("b.model"), threads: Some(2), ..job });
    assert_eq!(bytes(&case, "a.model"), bytes(&case, "b.model"));
    assert_eq!((&*card.classifier, &*card.content, card.steps), ("tamis", "article", 18));
    assert!(card.scores[0].figures.iter().any(|(name, _)| name == "tokens_f1_mean"), "{card:?}");
    for name in ["tamis", "tamis-article", "tamis-comments"] {
        assert_ne!(extract(&case, with_model(&case, name, "a.model")).unwrap(), "");
    }
    let settings =
        CrossSettings { folds: 4, by: By::Page, iterations: Some(1), ..CrossSettings::default() };
    let scores = names(&["tokens"]);
    let job =
        AccuracyJob { cross_validation: Some(settings), scores, ..score(&case, &["tamis", "bte"]) };
    let accuracy = job.run(&()).unwrap().result;
    let summary = accuracy.cross_validation.as_ref().unwrap().summary();
    let expected = "cross-validation: 4 folds by page, seed 1; trained for each fold: tamis";
    assert_eq!(summary, expected);
}

#[test]
fn wrong_settings_are_reported_with_what_was_expected() {
    let case = folders();
    let trained = |job: TrainJob, expected: &str| assert_refused(job.run(&()), &[expected]);
    let to = |out: &str| job(&case, "mss-trained", out);
    trained(
        job(&case, "mss-traind", "a.model"),
        "unknown method to train 'mss-traind'; did you mean 'mss-trained'?",
    );
    let all = TrainJob { validation: 1.0, ..to("a.model") };
    trained(all, "validation: found 1, expected 0 or more and below 1");
    trained(to("none/a.model"), "found no such folder");
    trained(to("ice"), "found a folder, expected a file");
    let crossed = |folds, classifiers: &[&str], expected: &str| {
        let cross_validation = Some(CrossSettings { folds, ..CrossSettings::default() });
        let job = AccuracyJob { cross_validation, ..score(&case, classifiers) };
        assert_refused(job.run(&()), &[expected]);
    };
    crossed(2, &["default"], "found none that can be trained, expected one of");
    let folds = "cross_validate: found 9, expected 2 to 4 (a site each)";
    crossed(9, &["mss-trained"], folds);
    crossed(1, &["mss-trained"], "cross_validate: found 1, expected 2 to 4");
    let no_path = extract(&case, "mss-trained:".to_owned());
    assert_refused(no_path, &["found no path of a model after the colon"]);
    case.file("bad.tsv", "a\tlearn\n");
    let mut split = score(&case, &["bte"]);
    split.data.split = Some(case.path("bad.tsv"));
    let words = "bad.tsv:1: found 'learn', expected train, validation or test";
    assert_refused(split.run(&()), &[words]);
}

#[test]
fn a_file_that_is_no_model_of_the_classifier_is_refused_with_its_place() {
    let case = folders();
    train(&job(&case, "mss-trained", "mss.model"));
    let bytes = bytes(&case, "mss.model");
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    case.file("flipped.model", flipped);
    case.file("short.model", &bytes[..bytes.len() - 3]);
    case.file("text.model", "Some text\n");
    case.file("empty.model", "");
    for (name, expected) in [
        ("flipped.model", "flipped.model:0: found damaged bytes"),
        ("short.model", "expected"),
        ("text.model", "text.model:0: found 'Some text', expected a model of mss"),
        ("empty.model", "empty.model:0: found an empty file"),
        ("none.model", "none.model: cannot read the model"),
    ] {
        assert_refused(extract(&case, with_model(&case, "mss-trained", name)), &[expected]);
    }
}

fn label(case: &Case, index: &str, classifier: &str) {
    let (index, classifiers) = (case.path(index), names(&[classifier]));
    LabelJob { index, classifiers, ..LabelJob::default() }.run(&()).unwrap();
}

#[test]
fn an_index_has_the_labels_of_one_model() {
    let case = folders();
    case.warc("one.warc.gz", 2);
    train(&job(&case, "mss-trained", "m.model"));
    let model = with_model(&case, "mss-trained", "m.model");
    let recipe = RecipeSettings {
        classifiers: Some(names(&["keep-all", &model])),
        ..RecipeSettings::default()
    };
    case.index_with("built", &["one.warc.gz"], recipe.clone());
    let models = case.open("built").manifest().recipe.models.clone();
    assert_eq!(models[&model].len(), 16, "{models:?}");
    case.index("added", &["one.warc.gz"]);
    label(&case, "added", &model);
    // The labels are those of the same model, whenever they were added.
    let hits = |index: &str| case.find(index, "ice", &[("label", &model)]).unwrap();
    assert_eq!(hits("built"), hits("added"));

    case.warc("two.warc.gz", 4);
    train(&TrainJob { validation: 0.5, ..job(&case, "mss-trained", "m.model") });
    let both = ["one.warc.gz", "two.warc.gz"];
    let built = IndexJob { recipe, ..case.build("built", &both) };
    assert_refused(built.run(&()), &["found the model ", &format!(" of {model}, expected ")]);
    let added = case.build("added", &both);
    assert_refused(added.run(&()), &[&format!(" of {model}, expected "), "added labels"]);
}

#[test]
fn an_index_has_any_number_of_labels() {
    let case = Case::default();
    case.warc("one.warc.gz", 1);
    let names = (1..=200).rev().map(|k| format!("boilerpipe-keep-min-words:{k}"));
    let recipe = settings(json!({"classifiers": names.collect::<Vec<_>>()}));
    case.index_with("index", &["one.warc.gz"], recipe);
    label(&case, "index", "bte");
    assert_eq!(case.open("index").labels().len(), 201);
    // The last labels of the list.
    for words in [1, 3, 20] {
        let of_rule = ("where", format!("words >= {words}"));
        let of_label = ("label", format!("boilerpipe-keep-min-words:{words}"));
        let texts = [of_rule, of_label].map(|(name, value)| {
            let set = [(name, &*value), ("title", "drop")];
            case.export("index", ExportFormat::Jsonl, &set).unwrap()
        });
        assert_eq!(texts[0], texts[1], "{words}");
    }
    case.assert_whole("index");
}
