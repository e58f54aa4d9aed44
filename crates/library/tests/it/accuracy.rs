//! Classifiers scored by pages with gold: data sets, their formats, and what is refused.

use crate::case::{Case, assert_refused, names};
use tamis::job::{AccuracyJob, Datasets, Output};
use tamis::{AccuracyData, Content, Result};
use tamis_testing::pages::{PAGES, html};

/// A folder of pages with their texts as gold; the last page has none.
fn folders() -> Case {
    let case = Case::default();
    for page in &PAGES {
        case.file(&format!("ice/html/{}.html", page.0), html(page));
    }
    for page in &PAGES[..4] {
        case.file(&format!("ice/gold/{}.txt", page.0), page.3);
    }
    case.file("ice/gold/lost.txt", "no page");
    case
}

/// A scoring of these folders.
fn job(case: &Case, folders: &[&str]) -> AccuracyJob {
    let data = Datasets { folders: case.paths(folders), ..Datasets::default() };
    AccuracyJob { data, threads: Some(1), ..AccuracyJob::default() }
}

fn run(job: &AccuracyJob) -> Result<AccuracyData> {
    Ok((*job.run(&())?.result).clone())
}

/// A figure of a classifier on a data set; none if it has none there.
fn figure(accuracy: &AccuracyData, dataset: usize, classifier: usize, name: &str) -> Option<f64> {
    let place = accuracy.figures.iter().position(|figure| *figure == name).unwrap();
    let value = accuracy.datasets[dataset].classifiers[classifier].figures[place];
    (!value.is_nan()).then_some(value)
}

#[test]
fn a_folder_is_scored_and_what_lacks_gold_or_a_page_is_listed() {
    let case = folders();
    let classifiers = names(&["keep-all", "min-words-15"]);
    let accuracy = run(&AccuracyJob { classifiers, ..job(&case, &["ice"]) }).unwrap();
    let unscored = accuracy.datasets[0].unscored.iter();
    let unscored: Vec<(&str, &str)> = unscored.map(|page| (&*page.id, page.reason)).collect();
    assert_eq!(unscored, [("lost", "no page"), ("short-1", "no gold")]);
    assert_eq!(accuracy.datasets[0].scored, 4);
    // The texts have 15 words and more, the links around them fewer.
    assert_eq!(figure(&accuracy, 0, 1, "words_f1_mean"), Some(1.0));
    assert_eq!(figure(&accuracy, 0, 1, "block_fpr"), Some(0.0));
    assert_eq!(figure(&accuracy, 0, 0, "block_fpr"), Some(1.0));
    assert_eq!(figure(&accuracy, 0, 0, "words_r_mean"), Some(1.0));
    assert_eq!(figure(&accuracy, 0, 0, "cleaneval_markup_mean"), None);
}

#[test]
fn scores_are_the_same_whatever_the_threads() {
    let case = folders();
    let written = |threads: usize, out: &str| {
        let output = Output { folder: Some(case.path(out)), ..Output::default() };
        let job = AccuracyJob { output, threads: Some(threads), ..job(&case, &["ice"]) };
        let written = job.run(&()).unwrap().written;
        let files = written.iter().map(|path| std::fs::read(path).unwrap());
        files.collect::<Vec<_>>()
    };
    assert_eq!(written(1, "one"), written(7, "seven"));
}

#[test]
fn several_data_sets_are_scored_each_by_its_gold() {
    let case = folders();
    case.file("marked/html/a.html", "<h1>Ice</h1><p>We walk over the ice.</p><a href=/>Home</a>");
    case.file("marked/gold/a.txt", "URL: http://a.example/\n<h>Ice\n<p>We walk over the ice.");
    case.file(
        "spans/original/a.html",
        "<h1>Ice</h1><p>We walk over the ice.</p><p>Nice!</p><a href=/>Home</a>",
    );
    let annotated = "<h1><span class='x-nc-sel1'>Ice</span></h1><p><span class='x-nc-sel2'>We walk \
                     over the ice.</span></p><p><span class='x-nc-sel5'>Nice!</span></p><a \
                     href=/><span class='x-nc-sel0'>Home</span></a>";
    case.file("spans/annotated/a.html", annotated);
    let classifiers = names(&["link-density-33"]);
    let mut job = AccuracyJob { classifiers, ..job(&case, &["ice", "marked", "spans"]) };
    let all = run(&job).unwrap();
    let formats: Vec<&str> = all.datasets.iter().map(|dataset| dataset.format).collect();
    assert_eq!(formats, ["folders", "cleaneval", "l3s-gn1"]);
    assert_eq!(figure(&all, 1, 0, "cleaneval_overall_mean"), Some(100.0));
    assert_eq!(figure(&all, 2, 0, "words_f1_mean"), Some(1.0));
    assert_eq!(figure(&all, 2, 0, "block_f1"), Some(1.0));
    // Headline and comment count as content, or not.
    job.data.content = Content::Main;
    assert_eq!(figure(&run(&job).unwrap(), 2, 0, "words_p_mean"), Some(5.0 / 7.0));
}

#[test]
fn a_folder_that_is_no_data_set_is_refused() {
    let case = folders();
    std::fs::create_dir(case.path("empty")).unwrap();
    let refused = |job: AccuracyJob, parts: &[&str]| assert_refused(run(&job), parts);
    let no_set = "found a folder that is no data set";
    refused(job(&case, &["empty"]), &["empty: ", no_set, "html/ and text in gold/"]);
    refused(job(&case, &["ice/none"]), &["ice/none: cannot read the folder"]);
    let of_format = |format: &str| {
        let mut job = job(&case, &["ice"]);
        job.data.format = Some(format.to_owned());
        job
    };
    refused(of_format("l3s-gn1"), &["ice: ", no_set, "x-nc-sel0"]);
    refused(of_format("l3s"), &["unknown format 'l3s'"]);
    let scored = |scores: &[&str]| AccuracyJob { scores: names(scores), ..job(&case, &["ice"]) };
    refused(scored(&["wrods"]), &["did you mean 'words'?"]);
    refused(scored(&["words", "tables"]), &["scorer tables:", "Markdown"]);
    case.file("apart/html/a.html", "x");
    case.file("apart/gold/b.txt", "x");
    let apart = ["apart: found no page that has gold", "html/a.html and gold/a.txt"];
    refused(job(&case, &["apart"]), &apart);
}

#[test]
fn empty_gold_is_listed_and_gold_that_cannot_be_read_named() {
    let case = folders();
    case.file("ice/gold/ice-1.txt", " \n");
    let job = AccuracyJob { scores: names(&["words"]), ..job(&case, &["ice"]) };
    let unscored = run(&job).unwrap().datasets.remove(0).unscored;
    assert!(unscored.iter().any(|page| page.id == "ice-1" && page.reason == "empty gold"));
    case.file("ice/html/ice-9.html", "x");
    std::os::unix::fs::symlink(case.path("gone"), case.path("ice/gold/ice-9.txt")).unwrap();
    assert_refused(run(&job), &["ice-9.txt: cannot read"]);
}
