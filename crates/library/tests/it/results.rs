//! Folders of results: two experiments never mix in one, and what is not theirs stays.

use crate::case::{Case, assert_refused, names};
use std::collections::BTreeMap;
use std::fs;
use tamis::Result;
use tamis::job::eval::{CompareRunsJob, Scoring};
use tamis::job::{AccuracyJob, CompareJob, Datasets, Judged, Output, SweepJob};
use tamis_eval::statistics::Margin;

/// The files of the folder `out` by name, those in its folders too.
fn files(case: &Case) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(case.path(format!("out/{folder}"))).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}{}", entry.file_name().display());
            if entry.path().is_dir() {
                folders.push(name + "/");
            } else {
                found.insert(name, fs::read(entry.path()).unwrap());
            }
        }
    }
    found
}

/// A job that writes results into `out`.
type Run = Box<dyn Fn(&Case) -> Result<()>>;

fn output(case: &Case) -> Output {
    Output { folder: Some(case.path("out")), ..Output::default() }
}

fn sweep(change: impl Fn(&mut SweepJob) + 'static) -> Run {
    Box::new(move |case| {
        let swept = case.sweep_with("grid min_words=1..=3", |job| {
            job.output = output(case);
            change(job);
        });
        swept.map(drop)
    })
}

fn compare(change: impl Fn(&mut CompareJob) + 'static) -> Run {
    Box::new(move |case| {
        let compared = case.compare_with("", |job| {
            job.output = output(case);
            change(job);
        });
        compared.map(drop)
    })
}

fn accuracy(score: &'static str) -> Run {
    Box::new(move |case| {
        let data = Datasets { folders: vec![case.path("pages")], ..Datasets::default() };
        let scores = names(&[score]);
        AccuracyJob { data, scores, output: output(case), ..AccuracyJob::default() }
            .run(&())
            .map(drop)
    })
}

/// An index with topics and qrels, and pages with gold.
fn case() -> Case {
    let case = Case::judged();
    case.file("pages/html/a.html", "<p>one two three</p>");
    case.file("pages/gold/a.txt", "one two three");
    case
}

#[test]
fn a_folder_holds_one_experiment_and_what_is_not_its_own_stays() {
    let case = case();
    let other = || sweep(|job| job.sweep.set_axis("min_words", [4, 5]));
    let forced = || {
        sweep(|job| {
            job.sweep.set_axis("min_words", [4, 5]);
            job.output.force = true;
        })
    };
    let with_runs =
        |hits: Option<usize>| sweep(move |job| (job.runs, job.sweep.request.hits) = (true, hits));
    other()(&case).unwrap();
    let fresh: Vec<String> = files(&case).into_keys().collect();
    let experiments: [(Run, Run); 5] = [
        (sweep(|job| job.folds = Some(2)), sweep(|_| ())),
        (sweep(|_| ()), sweep(|job| job.margin = Margin::Absolute(0.02))),
        (with_runs(None), with_runs(Some(5))),
        (compare(|_| ()), compare(|job| job.request.set("title", "drop").unwrap())),
        (accuracy("words"), accuracy("characters")),
    ];
    for (run, changed) in experiments {
        fs::remove_dir_all(case.path("out")).unwrap();
        run(&case).unwrap();
        let mine = ["notes.txt", "runs/notes.run.txt"];
        for name in mine {
            case.file(&format!("out/{name}"), "mine");
        }
        let first = files(&case);
        // The same again gives the same again.
        run(&case).unwrap();
        assert!(files(&case) == first);
        for refused in [changed, other()] {
            assert_refused(refused(&case), &["out: holds the results of another experiment"]);
            assert!(files(&case) == first);
        }
        forced()(&case).unwrap();
        let mut left = files(&case);
        assert!(mine.iter().all(|name| left.remove(*name).is_some_and(|text| text == b"mine")));
        assert_eq!(left.into_keys().collect::<Vec<_>>(), fresh);
    }
}

#[test]
fn an_experiment_is_its_contents_and_neither_paths_nor_threads() {
    let case = case();
    for file in ["topics", "qrels"] {
        fs::copy(case.path(file), case.path(format!("same.{file}"))).unwrap();
    }
    case.file("list", "ice-1\nice-2\ntea-1\n");
    case.file("same.list", "tea-1\nice-2\nice-1\n");
    case.file("other.list", "ice-1\ntea-1\n");
    let judged = |[topics, qrels, _]: [&str; 3]| {
        Judged::new(case.path(topics).into(), case.path(qrels).into())
    };
    let swept = |files: [&'static str; 3], threads: Option<usize>| {
        let swept = case.sweep_with("grid min_words=1..=9", |job| {
            (job.judged, job.lists.docnos) = (judged(files), Some(case.path(files[2])));
            (job.output, job.threads) = (output(&case), threads);
        });
        swept.map(drop)
    };
    swept(["topics", "qrels", "list"], None).unwrap();
    swept(["same.topics", "same.qrels", "same.list"], Some(1)).unwrap();
    let other = swept(["topics", "qrels", "other.list"], None);
    assert_refused(other, &["out: holds the results of another experiment"]);
}

#[test]
fn compared_runs_are_their_contents_and_the_measures_that_are_meant() {
    let case = Case::judged();
    case.file("run-1", "1 Q0 ice-1 1 2.0 mine\n");
    case.file("run-2", "1 Q0 ice-2 1 2.0 other\n");
    for file in ["qrels", "run-1", "run-2"] {
        case.file(&format!("moved/{file}"), case.read(file));
    }
    case.file("other.qrels", case.read("qrels").replace("ice-2 1", "ice-2 2"));
    let compared = |folder: &str, qrels: &str, measure: &str, complete: bool, force: bool| {
        let path = |name: &str| case.path(format!("{folder}{name}"));
        let scoring = Scoring {
            judgements: path(qrels).into(),
            measures: names(&[measure]),
            complete,
            ..Scoring::default()
        };
        let output = Output { force, ..output(&case) };
        let runs = ["run-1", "run-2"].map(|name| path(name).into()).into();
        CompareRunsJob { scoring, runs, output, ..CompareRunsJob::default() }.run(None, &())
    };
    compared("", "qrels", "recip_rank", false, false).unwrap();
    let first = files(&case);
    compared("moved/", "qrels", "RR", false, false).unwrap();
    for (qrels, complete) in [("other.qrels", false), ("qrels", true)] {
        let other = compared("", qrels, "recip_rank", complete, false);
        assert_refused(other, &["out: holds the results of another experiment"]);
    }
    assert_eq!(files(&case).len(), first.len());
    compared("", "qrels", "recip_rank", true, true).unwrap();
    assert_refused(
        compared("", "qrels", "recip_rank", false, false),
        &["out: holds the results of another experiment"],
    );
}
