//! Jobs that need no opened index, as files hold them.

use super::{
    AccuracyJob, ExportJob, ExtractJob, LabelLinesJob, LossesJob, ShardCheckJob, ShardPlanJob,
    StatsJob, TrainJob, VerifyJob,
};
use crate::notice::Notice;
use crate::{Index, demo};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::Path;

fn job<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

/// A data set of five pages, and a file that divides four of them and one that is not there.
fn dataset(folder: &Path) {
    for part in ["html", "gold"] {
        std::fs::create_dir_all(folder.join("ice").join(part)).unwrap();
    }
    for page in ["a", "b", "c", "d", "e"] {
        let text = format!("On the ice we walk for many miles to see page {page} of the world");
        let html = format!("<p><a href=/>Home</a></p><p>{text}</p>");
        std::fs::write(folder.join(format!("ice/html/{page}.html")), html).unwrap();
        std::fs::write(folder.join(format!("ice/gold/{page}.txt")), text).unwrap();
    }
    std::fs::write(folder.join("split"), "a\ttrain\nb\ttrain\nc\ttrain\nd\ttest\nnone\ttest\n")
        .unwrap();
}

#[test]
fn a_part_of_the_pages_is_scored_and_learned_from() {
    let folder = tempfile::tempdir().unwrap();
    dataset(folder.path());
    let data =
        json!({"folders": [folder.path().join("ice")], "split": folder.path().join("split")});
    let scoring: AccuracyJob = job(json!({
        "data": data, "scores": ["words"], "output": {"folder": folder.path().join("out")},
    }));
    let outcome = scoring.run(&()).unwrap();
    assert_eq!((outcome.result.part, outcome.result.datasets[0].scored), (Some("test"), 1));
    let absent = Notice::PagesOfNoDataset {
        split: folder.path().join("split"),
        pages: vec!["none".to_owned()],
    };
    assert_eq!(outcome.notices, std::slice::from_ref(&absent));
    assert!(outcome.written.iter().all(|path| path.is_file()) && !outcome.written.is_empty());
    let error = AccuracyJob { part: crate::Part::Validation, ..scoring }.run(&()).unwrap_err();
    assert!(error.to_string().contains("found no page of part validation"), "{error}");
    let folds = json!({"folds": 9, "by": "page"});
    let refused: AccuracyJob = job(json!({
        "data": {"folders": [folder.path().join("ice")]},
        "classifiers": ["mss-trained"],
        "cross_validation": folds,
        "output": {"folder": folder.path().join("out"), "force": true},
    }));
    let error = refused.run(&()).unwrap_err().to_string();
    assert_eq!(error, "cross_validate: found 9, expected 2 to 5 (a page each)");
    assert!(outcome.written.iter().all(|path| path.is_file()), "earlier results stay");
    let out = folder.path().join("kind.md");
    let mut training: TrainJob = job(json!({"method": "remover", "data": data, "out": out}));
    training.iterations = Some(1);
    assert!(training.run(&()).unwrap_err().to_string().contains("which is that of the card"));
    training.out = folder.path().join("a.model");
    let outcome = training.run(&()).unwrap();
    assert_eq!(outcome.notices, [absent, Notice::FewPages { pages: 3 }]);
    assert_eq!(std::fs::read_to_string(&outcome.written[1]).unwrap(), outcome.result.markdown());
    assert_eq!((outcome.result.datasets[0].test, outcome.result.datasets[0].unused), (1, 1));
}

#[test]
fn what_a_form_cannot_have_is_refused() {
    let refused = [
        (job::<ExportJob>(json!({"format": "ciff", "json": true})).check(), "json: "),
        (job::<ExportJob>(json!({"format": "text", "links": true})).check(), "links: "),
        (job::<ExtractJob>(json!({"form": "json", "images": true})).check(), "images: "),
    ];
    for (checked, setting) in refused {
        assert!(checked.unwrap_err().to_string().starts_with(setting), "{setting}");
    }
    job::<ExtractJob>(json!({"form": "markdown", "images": true})).check().unwrap();
    for (lines, found) in [("-", "standard input has none"), (".l.jsonl", "begins with a dot")] {
        let unnamed: LabelLinesJob = job(json!({"lines": lines}));
        let error = unnamed.run(&(), &mut |_| ()).unwrap_err().to_string();
        assert!(error.starts_with("name: found none") && error.contains(found), "{error}");
    }
}

#[test]
fn an_index_is_counted_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let files = demo::generate(folder.path(), 30, 3).unwrap();
    let index = folder.path().join("index");
    Index::build(&index).collection(&files.warc).run().unwrap();
    let contents = job::<StatsJob>(json!({"index": index})).run(&()).unwrap().result;
    let shown = serde_json::to_value(&contents).unwrap();
    assert_eq!((&shown["pages"], &shown["cut"]), (&json!(30), &json!("boilerpipe")));
    assert_eq!(shown["labels"].as_object().unwrap().len(), contents.contents.labels.len());
    assert!(shown["words_per_block"][0]["blocks"].is_u64());
    assert!(shown["repeats"]["words_by_repeats"][0]["words"].is_u64());
    let mut losses = 0;
    let listing = LossesJob { index: index.clone(), damaged: false };
    listing.run(|_| losses += 1, &()).unwrap();
    assert_eq!(losses, contents.counts.skipped.total() + contents.counts.defective.total());
    let verdict = job::<VerifyJob>(json!({"index": index, "deep": true})).run(&()).unwrap();
    assert!(verdict.result.whole());
    let plan: ShardPlanJob = job(json!({"collections": [files.warc], "shards": 3}));
    let plan = plan.run(&()).unwrap();
    assert_eq!(plan.notices[0], Notice::EmptyShards { shards: 2 });
    let error = ShardCheckJob { indexes: vec![index] }.run(&()).unwrap_err().to_string();
    assert!(error.contains("holds no shard"), "{error}");
    assert!(serde_json::from_value::<StatsJob>(json!({"idex": "a"})).is_err());
}
