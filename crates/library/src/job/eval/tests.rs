//! What makes two comparisons of runs the same experiment.

use super::*;
use crate::demo;
use crate::job::Output;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

const QRELS: &str = "1 0 a 1\n1 0 b 0\n2 0 c 1\n";
const FIRST: &str = "1 Q0 a 1 2 first\n2 Q0 b 1 2 first\n2 Q0 c 2 1 first\n";
const SECOND: &str = "1 Q0 b 1 2 second\n1 Q0 a 2 1 second\n2 Q0 c 1 1 second\n";

fn write(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// A folder with the qrels, two runs and a comparison of them that writes to `out`.
fn compared() -> (TempDir, CompareRunsJob) {
    let folder = tempfile::tempdir().unwrap();
    let judgements = write(&folder, "qrels", QRELS).into();
    let runs = [("run-1", FIRST), ("run-2", SECOND)];
    let runs = runs.map(|(name, text)| write(&folder, name, text).into()).to_vec();
    let scoring = Scoring { judgements, ..Scoring::default() };
    let output = Output { folder: Some(folder.path().join("out")), ..Output::default() };
    (folder, CompareRunsJob { scoring, runs, output, ..CompareRunsJob::default() })
}

fn written(job: &CompareRunsJob) -> usize {
    job.run(None, &()).unwrap().written.len()
}

fn assert_other(job: &CompareRunsJob, index: Option<&Index>) {
    let error = job.run(index, &()).unwrap_err().to_string();
    assert!(error.contains("holds the results of another experiment"), "{error}");
}

#[test]
fn a_grade_a_rank_and_a_setting_make_another_experiment() {
    let (folder, job) = compared();
    assert!(written(&job) > 4);
    write(&folder, "qrels", &QRELS.replace("b 0", "b 1"));
    assert_other(&job, None);
    write(&folder, "qrels", QRELS);
    write(&folder, "run-2", &SECOND.replace("b 1 2", "b 1 3"));
    assert_other(&job, None);
    write(&folder, "run-2", SECOND);
    for other in [
        CompareRunsJob { test: "wilcoxon".to_owned(), ..job.clone() },
        CompareRunsJob { seed: 7, ..job.clone() },
        CompareRunsJob {
            scoring: Scoring { complete: true, ..job.scoring.clone() },
            ..job.clone()
        },
        CompareRunsJob {
            scoring: Scoring { grades: Some("1=2".parse().unwrap()), ..job.scoring.clone() },
            ..job.clone()
        },
        CompareRunsJob { runs: job.runs.iter().rev().cloned().collect(), ..job.clone() },
    ] {
        assert_other(&other, None);
    }
    written(&job);
}

#[test]
fn files_of_other_paths_and_another_number_of_threads_are_the_same_experiment() {
    let (folder, job) = compared();
    written(&job);
    let measures = ["AP", "P@10", "nDCG@10", "RR"].map(str::to_owned).to_vec();
    let judgements = write(&folder, "moved.qrels", QRELS).into();
    let runs = [("moved-1", FIRST), ("moved-2", SECOND)];
    let runs: Vec<Source<Run>> =
        runs.map(|(name, text)| write(&folder, name, text).into()).to_vec();
    let qrels = tamis_eval::Qrels::read_from(QRELS.as_bytes(), "qrels").unwrap();
    let in_memory = Source::value(Judgements::from(Arc::new(qrels)), "memory");
    for same in [
        CompareRunsJob { threads: Some(2), ..job.clone() },
        CompareRunsJob { runs, ..job.clone() },
        CompareRunsJob { scoring: Scoring { judgements, ..job.scoring.clone() }, ..job.clone() },
        CompareRunsJob {
            scoring: Scoring { judgements: in_memory, ..job.scoring.clone() },
            ..job.clone()
        },
        CompareRunsJob { scoring: Scoring { measures, ..job.scoring.clone() }, ..job.clone() },
        CompareRunsJob { topics: Some(write(&folder, "t", "1\tice\n").into()), ..job.clone() },
        CompareRunsJob {
            output: Output { command: Some("again".to_owned()), ..job.output.clone() },
            ..job.clone()
        },
    ] {
        written(&same);
    }
}

/// An index of generated pages, with the docnos of its first judged ones.
fn indexed(folder: &Path) -> (Index, Vec<String>) {
    let files = demo::generate(&folder.join("demo"), 40, 5).unwrap();
    let index =
        Index::build(folder.join("index")).collection(folder.join("demo/demo.warc.gz")).run();
    let qrels = std::fs::read_to_string(files.qrels).unwrap();
    let docnos = qrels.lines().take(3).map(|line| line.split(' ').nth(2).unwrap().to_owned());
    (index.unwrap(), docnos.collect())
}

#[test]
fn a_list_of_docnos_counts_by_its_content_and_the_index_counts() {
    let (folder, job) = compared();
    let (index, docnos) = indexed(folder.path());
    let named = |text: &str| text.replace(" a ", &format!(" {} ", docnos[0]));
    write(&folder, "qrels", &named(QRELS));
    write(&folder, "run-1", &named(FIRST));
    write(&folder, "run-2", &named(SECOND));
    let with_list = |name: &str, docno: &str| {
        let list = write(&folder, name, &format!("{docno}\n"));
        let lists = PageLists { not_docnos: vec![list], ..PageLists::default() };
        CompareRunsJob { lists, ..job.clone() }
    };
    let listed = with_list("list", &docnos[1]);
    listed.run(Some(&index), &()).unwrap();
    with_list("moved.list", &docnos[1]).run(Some(&index), &()).unwrap();
    assert_other(&with_list("list", &docnos[2]), Some(&index));
    assert_other(&with_list("list", &docnos[1]), None);
}

#[test]
fn a_job_is_read_back_and_stops_when_it_shall() {
    let (_folder, job) = compared();
    let text = serde_json::to_string(&job).unwrap();
    let again: CompareRunsJob = serde_json::from_str(&text).unwrap();
    assert_eq!(again, job);
    let stopped = job.run(None, &AtomicBool::new(true)).unwrap_err();
    assert!(matches!(stopped, Error::Interrupted), "{stopped}");
}

#[test]
fn a_filter_that_leaves_out_judged_documents_is_named_in_the_words_of_who_asks() {
    let (folder, job) = compared();
    let (index, docnos) = indexed(folder.path());
    let judgements = write(&folder, "qrels", &format!("1 0 {} 1\n", docnos[0])).into();
    let run = write(&folder, "run-1", &format!("1 Q0 {} 1 1 t\n", docnos[0])).into();
    let list = write(&folder, "list", &docnos[0]);
    let job = EvalJob {
        scoring: Scoring { judgements, ..job.scoring },
        run,
        lists: PageLists { not_docnos: vec![list], ..PageLists::default() },
        ..EvalJob::default()
    };
    let last = |job: &EvalJob| {
        let outcome = job.run(Some(&index), &()).unwrap();
        outcome.notices.last().unwrap().to_string()
    };
    assert!(last(&job).starts_with("the filter of pages leaves out 1 judged document of 1"));
    let job = EvalJob { filters: "all but the list".to_owned(), ..job };
    assert!(last(&job).starts_with("all but the list leaves out 1 judged document of 1"));
}
