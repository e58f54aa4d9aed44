//! Sweeps: their grids, their points, their runs, and their checkpoints.

use crate::case::{Case, assert_refused, assert_told, names};
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use tamis::job::{SweepJob, TuneJob};
use tamis::{Error, Notice, Progress, SweepData, Watch};
use tamis_eval::statistics::Margin;

/// The values of the parameters of each point, in the order of the axes.
fn points(sweep: &SweepData) -> Vec<String> {
    let of_point = |point: &tamis::Point| {
        let values = point.parameters.iter().map(|parameter| parameter.value.to_string());
        values.collect::<Vec<_>>().join(" ")
    };
    sweep.points.iter().map(of_point).collect()
}

fn axes(sweep: &SweepData) -> Vec<&str> {
    sweep.axes.iter().map(|axis| axis.name.as_str()).collect()
}

#[test]
fn judgements_that_write_docnos_in_another_way_are_told_how_the_index_does() {
    let case = Case::judged();
    case.file("qrels", "1 0 ice-1.html 1\n3 0 tea-1.html 1\n");
    let parts = [
        "qrels: found no judged document that the index has",
        "'ice-1' and their 'ice-1.html' differ only in folder, ending or case",
    ];
    assert_refused(case.sweep("grid min_words=1..=2"), &parts);
    assert_refused(case.compare_with("", |_| ()), &parts);
    let tune = TuneJob { judged: Some(case.measured_by(&[])), ..TuneJob::default() };
    assert_refused(tune.run(&case.open("index"), &()), &parts);
}

#[test]
fn topics_and_judgements_that_do_not_parse_or_match_are_named_with_the_line() {
    for (file, text, message) in [
        ("qrels", "1 0 ice-1 1\n1 0 ice-2\n", "qrels:2: found '1 0 ice-2', expected four columns"),
        ("qrels", "", "qrels: found"),
        ("topics", "1\tpenguin\nno tab here\n", "topics:2: found 'no tab here', expected"),
        ("topics", "", "topics: found"),
    ] {
        let case = Case::judged();
        case.file(file, text);
        let folder = Some(case.path("out"));
        let swept = case.sweep_with("grid min_words=1..=2", |job| job.output.folder = folder);
        assert_refused(swept, &[message]);
        assert!(!case.path("out").exists());
    }
}

#[test]
fn axes_that_are_taken_alone_are_their_own_sweeps() {
    let case = Case::judged();
    let folded =
        |parameters: &str| case.sweep_with(parameters, |job| job.folds = Some(2)).unwrap().result;
    let axes = ["grid min_words=1..=12", "grid min_density=1..=5", "grid label=none,words-tree"];
    let all = folded(&format!("{} | separately true", axes.join(" | ")));
    assert_eq!(all.points.len(), 12 + 5 + 2);
    assert!(all.table(None).contains("each axis alone:"), "{}", all.table(None));
    let alone = all.each_alone();
    assert_eq!(alone.len(), axes.len());
    for (alone, axis) in alone.iter().zip(axes) {
        let own = folded(axis);
        assert_eq!((&alone.axes, &alone.points), (&own.axes, &own.points), "{axis}");
        assert_eq!((&alone.best, &alone.choices), (&own.best, &own.choices), "{axis}");
    }
    // The choice among all points besides.
    let folds = |sweep: &SweepData| sweep.choices[0].held_out.as_ref().map(|of| of.folds.len());
    assert_eq!((all.choices.len(), folds(&all)), (2, Some(2)));
    // Else the same axes are a product; a single axis alone is the plain sweep.
    assert_eq!(case.sweep(&axes[..2].join(" | ")).unwrap().points.len(), 60);
    let single = case.sweep(&format!("{} | separately true", axes[0])).unwrap();
    assert_eq!(single.points, case.sweep(axes[0]).unwrap().points);
}

#[test]
fn a_margin_is_per_cent_of_the_unfiltered_mean_or_a_difference() {
    let case = Case::judged();
    let swept = |margin: Margin| {
        case.sweep_with("grid min_words=1..=9", |job| job.margin = margin).unwrap()
    };
    for (margin, of_mean) in [("5%", Some(0.05)), ("20%", Some(0.2)), ("0.01", None)] {
        let found = swept(margin.parse().unwrap()).result;
        let mut tested_any = false;
        for (measure, mean) in found.baseline.means.iter().enumerate() {
            let expected = of_mean.map_or(0.01, |share| share * mean);
            // Where no topic differs there is no test.
            let tested = found.points.iter().filter_map(|point| point.equivalence[measure]);
            let margins: Vec<f64> = tested.map(|test| test.margin).collect();
            assert!(margins.iter().all(|used| (used - expected).abs() < 1e-12), "{margins:?}");
            tested_any |= !margins.is_empty();
        }
        assert!(tested_any, "{margin}");
    }
    assert_eq!(Margin::default(), "5%".parse().unwrap());
}

#[test]
fn the_share_of_the_text_that_is_kept_counts_weights() {
    let case = Case::judged();
    let tokens_and_shares = |parameters: &str| {
        let sweep = case.sweep(&format!("grid min_words=0,5{parameters}")).unwrap();
        let points = sweep.points.iter().chain([&sweep.baseline]);
        points.map(|point| (point.tokens, point.kept)).collect::<Vec<_>>()
    };
    let plain = tokens_and_shares("");
    let [(all, 1.0), (some, share), (_, 1.0)] = plain[..] else { panic!("{plain:?}") };
    assert!(some < all && share == some as f64 / all as f64, "{plain:?}");
    for times in [0.5, 3.0, 0.01] {
        let weighted = tokens_and_shares(&format!(" | weight all: {times}"));
        let expected = |tokens: u64| (tokens as f64 * times).round() as u64;
        let tokens: Vec<u64> = weighted.iter().map(|(tokens, _)| *tokens).collect();
        assert_eq!(tokens, [expected(all), expected(some), all]);
        let near =
            |(found, plain): (&(u64, f64), &(u64, f64))| (found.1 - plain.1 * times).abs() < 1e-12;
        assert!(weighted[..2].iter().zip(&plain).all(near) && weighted[2].1 == 1.0);
    }
}

#[test]
fn a_sweep_that_would_not_fit_into_memory_is_refused_before_it_begins() {
    let case = Case::judged();
    let square = "grid min_words=1..=300 | grid max_words=1..=300";
    let large = |change: fn(&mut SweepJob)| {
        case.sweep_with(square, |job| {
            job.output.folder = Some(case.path("large"));
            change(job);
        })
    };
    let results = "found 90000 points times 3 topics times 1000 results of each run, expected at \
                   most 20000000 results";
    assert_refused(large(|job| job.runs = true), &[results]);
    let scores = "expected at most 3000000 scores; take larger steps, or fewer axes or topics";
    assert_refused(large(|job| job.judged.measures = names(&["P", "recall"])), &[scores]);
    assert!(!case.path("large").exists());
    let points = "found 500 times 1000 times 1 points, expected at most 100000";
    assert_refused(case.sweep("grid max_words=1..=500 | grid min_words=1..=1000"), &[points]);
    let values = "expected at most 10000 values; take larger steps";
    for range in ["1..=999999999", "0..=1:0.000000001"] {
        assert_refused(case.sweep(&format!("grid min_words={range}")), &[values]);
    }
    assert_refused(case.sweep("grid min_words=9..=1"), &["a range that goes up"]);
}

#[test]
fn the_same_topics_stand_in_every_row() {
    let case = Case::judged();
    let sweep = case.sweep("grid min_words=1,500 | title drop").unwrap();
    let last = &sweep.points[1];
    assert_eq!((last.empty_topics, &last.means[..]), (3, &[0.0, 0.0][..]));
    assert_eq!(sweep.topics(), ["1", "2", "3"]);
}

#[test]
fn a_choice_is_judged_on_topics_that_it_was_not_made_by() {
    let case = Case::judged();
    let swept = |change: &dyn Fn(&mut SweepJob)| {
        case.sweep_with("grid min_words=1..=30", |job| {
            (job.folds, job.output.folder) = (Some(3), Some(case.path("out")));
            change(job);
        })
    };
    let outcome = swept(&|_| ()).unwrap();
    assert!(outcome.written.contains(&case.path("out/folds.tsv")));
    let sweep = outcome.result;
    assert!(sweep.table(None).contains("With cross-validation, P@10 is"));
    let folds = case.read("out/folds.tsv");
    let header = "measure\tfold\ttopics\tmin_words\tlearned\theld_out\tunfiltered\tp";
    assert_eq!(folds.lines().next(), Some(header));
    // Three folds and all of them, for two measures.
    assert_eq!(folds.lines().count(), 1 + 2 * 4);
    for (measure, choice) in sweep.choices.iter().enumerate() {
        let held_out = choice.held_out.as_ref().unwrap();
        let mut sum = 0.0;
        for fold in &held_out.folds {
            for &topic in &fold.topics {
                let chosen = &sweep.points[fold.chosen];
                assert_eq!(held_out.per_topic[topic], chosen.per_topic[measure][topic]);
                sum += held_out.per_topic[topic];
            }
        }
        assert!((held_out.mean - sum / 3.0).abs() < 1e-12);
    }
    let alone = swept(&|job| job.threads = Some(1)).unwrap().result;
    assert_eq!(alone.choices, sweep.choices);
    let untested = swept(&|job| {
        (job.folds, job.permutations, job.output.force) = (None, 0, true);
    });
    assert!(untested.unwrap().result.choices.iter().all(|choice| choice.any_better.is_none()));
    assert!(sweep.choices.iter().any(|choice| choice.any_better.is_some()));
}

/// Checks that each point has the means of the run of a search with its parameters, and that its
/// run is that run.
#[track_caller]
fn assert_points_are_single_searches(case: &Case, grid: &str, expected: &[&str], fixed: &str) {
    let measures = ["P_10", "ndcg"];
    let sweep = case.sweep_with(&[grid, fixed].join(" | "), |job| {
        job.judged.measures = names(&measures);
        (job.output.folder, job.output.force, job.runs) = (Some(case.path("runs")), true, true);
    });
    let sweep = sweep.unwrap().result;
    assert_eq!(axes(&sweep), expected);
    for point in &sweep.points {
        let mut parameters = vec![fixed.to_owned()];
        let mut name = Vec::new();
        for parameter in point.parameters.iter().filter(|of| !of.value.is_absent()) {
            name.push(format!("{}-{}", parameter.name, parameter.value));
            match (parameter.name.as_str(), parameter.value.to_string().as_str()) {
                ("label" | "feedback", "none") => {}
                ("max_tag_level", value) => parameters.push(format!("where tag_level <= {value}")),
                (axis, value) => parameters.push(format!("{axis} {value}")),
            }
        }
        let parameters = parameters.join(" | ");
        assert_eq!(point.means, case.means(&parameters, &measures), "{parameters}");
        let of_point = case.read(&format!("runs/runs/{}.run.txt", name.join("_")));
        let without_tags = |run: &str| -> Vec<String> {
            run.lines().map(|line| line.rsplit_once(' ').unwrap().0.to_owned()).collect()
        };
        assert_eq!(without_tags(&of_point), without_tags(&case.run(&parameters)), "{parameters}");
    }
    let unfiltered = case.read("runs/runs/unfiltered.run.txt");
    assert!(unfiltered.lines().all(|line| line.ends_with(" unfiltered")));
}

#[test]
fn a_point_of_any_axes_is_what_search_and_evaluation_say() {
    let case = Case::judged();
    // Words that several pages share, so that parameters have something to order.
    case.file(
        "topics",
        "1\tpenguin walks egg water\n2\tof the\n3\tkettle tea bridge summer penguin\n",
    );
    for (grid, axes, fixed) in [
        (
            "grid k1=0.2,1.2 | grid b=0..=1:0.5",
            &["k1", "b"][..],
            "min_words 4 | max_link_density 0.9",
        ),
        (
            "grid model=dph,bm25,ql-dirichlet-indri | grid min_words=0,4,11",
            &["model", "min_words"],
            "",
        ),
        ("grid min_words=4,11", &["min_words"], "model ql-dirichlet-indri | mu 30"),
        ("grid lambda=0.1..=0.9:0.4", &["lambda"], "model ql-jm"),
        ("grid c=0.5,2", &["c"], "model pl2 | title drop"),
        (
            "grid fb_terms=1,5 | grid original_query_weight=0,0.6",
            &["fb_terms", "original_query_weight"],
            "model ql-jm | feedback rm1-mixture",
        ),
        (
            "grid fb_docs=1,2 | grid max_link_density=0.5,1",
            &["fb_docs", "max_link_density"],
            "model ql-dirichlet | feedback rm1-mixture",
        ),
        // Cleaners and feedback, as in the table of the paper on Web2Text.
        (
            "grid label=none,words-tree,density-tree | grid feedback=none,rm1-mixture",
            &["feedback", "label"],
            "model ql-dirichlet-indri",
        ),
    ] {
        assert_points_are_single_searches(&case, grid, axes, fixed);
    }
}

#[test]
fn a_grid_has_any_features_any_parameters_and_any_number_of_them() {
    let case = Case::judged();
    let grid = "grid max_tag_level=3,4,9 | grid k1=0.5,2 | grid min_words=1..=4 | grid \
                feedback=none,rm3";
    let axes = ["k1", "feedback", "max_tag_level", "min_words"];
    assert_points_are_single_searches(&case, grid, &axes, "");
    let sweep = case.sweep_with(&format!("{grid} | fb_docs 3"), |job| {
        job.output.folder = Some(case.path("grid"));
    });
    let points = points(&sweep.unwrap().result);
    assert_eq!((points.len(), &*points[0], &*points[47]), (48, "0.5 none 3 1", "2 rm3 9 4"));
    let report = case.read("grid/report.html");
    assert!(report.contains("over maximum tag level and minimum words at k1 "));
    assert!(report.contains("The heat map shows the two longest axes"));
}

#[test]
fn parameters_that_a_point_does_not_have_are_dashes() {
    let case = Case::judged();
    let foreign = "grid model=bm25,pl2 | grid c=1,7 | grid k1=0.5,2 | grid min_words=1,5";
    assert_points_are_single_searches(&case, foreign, &["model", "k1", "c", "min_words"], "");
    let expected = ["bm25 0.5 -", "bm25 2 -", "pl2 - 1", "pl2 - 7"];
    let expected = expected.iter().flat_map(|point| [1, 5].map(|words| format!("{point} {words}")));
    assert_eq!(points(&case.sweep(foreign).unwrap()), expected.collect::<Vec<_>>());
}

#[test]
fn the_baseline_of_models_has_the_defaults_of_their_axes() {
    let case = Case::judged();
    let swept = case.sweep_with("grid k1=0.1,2 | grid min_words=1,11", |job| {
        job.output.folder = Some(case.path("k1"));
    });
    let swept = swept.unwrap().result;
    let plain = case.sweep("grid min_words=1,11").unwrap();
    assert_eq!(swept.baseline, plain.baseline);
    assert_eq!((&*swept.model, &swept.baseline_model), ("bm25 b=0.4, k1 by point", &plain.model));
    let table = swept.table(None);
    let text = table.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("t-test against the unfiltered text by bm25 k1=0.9 b=0.4"), "{table}");
    assert!(case.read("k1/report.html").contains("so that they share one baseline"));
}

#[test]
fn measures_of_other_judgements_are_refused() {
    let case = Case::judged();
    for measure in ["alpha_nDCG@10", "statAP", "prefs_simp", "map_avgjg"] {
        let swept = case.sweep_with("grid min_words=1,2", |job| {
            job.judged.measures = names(&[measure]);
        });
        assert_refused(swept, &["found qrels"]);
        let compared = case.compare_with("", |job| job.judged.measures = names(&[measure]));
        assert_refused(compared, &["found qrels"]);
    }
}

/// The files of results in a folder.
fn results(case: &Case, folder: &str) -> Vec<String> {
    let files = ["sweep.tsv", "sweep.json", "per_topic.tsv", "sweep.svg", "report.html"];
    files.map(|file| case.read(&format!("{folder}/{file}"))).into()
}

/// Stops a sweep at the end of this step.
struct StopAfter(AtomicUsize);

impl Progress for StopAfter {
    fn stops(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

impl Watch for StopAfter {
    fn step(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

const CHECKPOINT: &str = "out/sweep.checkpoint";

/// A sweep whose results go to `out`.
fn resumable(case: &Case, parameters: &str) -> SweepJob {
    let mut job = case.sweep_job(parameters).unwrap();
    job.output.folder = Some(case.path("out"));
    job
}

/// Leaves the folder `out` as a sweep does that is stopped.
fn leave_as_if_stopped(case: &Case, checkpoint: &str, list: &str) {
    fs::remove_dir_all(case.path("out")).unwrap();
    case.file(CHECKPOINT, checkpoint);
    case.file("out/files.json", list);
}

fn resumed(notices: &[Notice]) -> Option<(usize, usize)> {
    notices.iter().find_map(|notice| match notice {
        Notice::Resuming { known, steps, .. } => Some((*known, *steps)),
        _ => None,
    })
}

const EXPANDED: &str =
    "grid min_words=1,11 | grid lambda=0.1,0.7 | model ql-jm | feedback rm1-mixture";

#[test]
fn a_sweep_goes_on_from_its_checkpoint() {
    for parameters in ["grid min_words=1..=9", EXPANDED] {
        let case = Case::judged();
        let index = case.open("index");
        let job = resumable(&case, parameters);
        let run = || job.run(&index, &());
        let table = run().unwrap().result.table(None);
        let whole = results(&case, "out");
        assert!(!case.path(CHECKPOINT).exists());
        // What cannot be written at the end leaves the checkpoint: that of a run that was stopped,
        // once it is cut.
        fs::remove_file(case.path("out/report.html")).unwrap();
        fs::create_dir(case.path("out/report.html")).unwrap();
        assert_refused(run(), &["report.html: cannot write"]);
        fs::remove_dir(case.path("out/report.html")).unwrap();
        let kept = case.read(CHECKPOINT);
        let list = case.read("out/files.json");
        let ends: Vec<usize> = kept.match_indices('\n').map(|(at, _)| at + 1).collect();
        let steps = ends.len() - 1;
        for (bytes, known) in
            [(ends[2] - 9, 1), (ends[2] - 1, 1), (ends[2], 2), (ends[steps], steps)]
        {
            leave_as_if_stopped(&case, &kept[..bytes], &list);
            let outcome = run().unwrap();
            assert_eq!(resumed(&outcome.notices), Some((known, steps)));
            assert_told(&outcome.notices, &[&format!(" has {known} of {steps} topics")]);
            assert_eq!(
                (outcome.result.table(None), results(&case, "out")),
                (table.clone(), whole.clone())
            );
            assert!(!case.path(CHECKPOINT).exists());
        }
        // A head that was torn.
        leave_as_if_stopped(&case, &kept[..ends[0] / 2], &list);
        let damaged = Notice::DamagedCheckpoint { checkpoint: case.path(CHECKPOINT) };
        assert!(run().unwrap().notices.contains(&damaged));
        // One that stops of itself.
        let stop = StopAfter(AtomicUsize::new(1));
        let single = SweepJob { threads: Some(1), ..job.clone() };
        assert!(matches!(single.run(&index, &stop), Err(Error::Interrupted)));
        let outcome = run().unwrap();
        assert!(resumed(&outcome.notices).is_some_and(|(known, _)| (1..steps).contains(&known)));
        assert_eq!(results(&case, "out"), whole);
    }
}

fn others(case: &Case, job: &SweepJob) -> Vec<SweepJob> {
    case.file("docnos", "ice-2\n");
    case.file("other", "1 0 ice-1 1\n3 0 tea-1 1\n2 0 ice-1 1\n");
    let changed = |change: &dyn Fn(&mut SweepJob)| {
        let mut other = job.clone();
        change(&mut other);
        other
    };
    vec![
        changed(&|job| job.sweep.request.set("title", "drop").unwrap()),
        changed(&|job| job.judged.measures = names(&["map"])),
        changed(&|job| job.judged.qrels = case.path("other").into()),
        changed(&|job| job.lists.not_docnos = vec![case.path("docnos")]),
        changed(&|job| job.sweep.set_axis("min_words", [2, 11])),
        changed(&|job| {
            job.sweep.request.set("weight", "title=kind = title: 2").unwrap();
            job.sweep.set_axis("weight.title", [1, 2]);
        }),
    ]
}

#[test]
fn the_checkpoint_of_another_sweep_stays_until_it_is_forced_away() {
    let case = Case::judged();
    let index = case.open("index");
    let job = resumable(&case, EXPANDED);
    let stop = StopAfter(AtomicUsize::new(1));
    let single = SweepJob { threads: Some(1), ..job.clone() };
    assert!(matches!(single.run(&index, &stop), Err(Error::Interrupted)));
    let kept = case.read(CHECKPOINT);
    let list = case.read("out/files.json");
    let refused = "holds the results of another experiment (sweep: ";
    for mut other in others(&case, &job) {
        leave_as_if_stopped(&case, &kept, &list);
        assert_refused(other.run(&index, &()), &[refused]);
        assert_eq!(case.read(CHECKPOINT), kept);
        other.output.force = true;
        let forced = other.run(&index, &()).unwrap();
        assert_eq!(resumed(&forced.notices), None);
        other.output.force = false;
        let again = other.run(&index, &()).unwrap();
        assert_eq!((again.result, again.notices), (forced.result, forced.notices));
    }
    // Runs need rankings, which no checkpoint has.
    leave_as_if_stopped(&case, &kept, &list);
    assert_refused(SweepJob { runs: true, ..job }.run(&index, &()), &[refused]);
    assert_eq!(case.read(CHECKPOINT), kept);
}

#[cfg(unix)]
#[test]
fn two_sweeps_into_one_folder_are_refused() {
    let case = Case::judged();
    let index = case.open("index");
    let job = resumable(&case, "grid min_words=1,2");
    fs::create_dir_all(case.path("out/report.html")).unwrap();
    let foreign = "report.html: is there already, and files.json does not list it";
    assert_refused(job.run(&index, &()), &[foreign]);
    let file = fs::File::open(case.path(CHECKPOINT)).unwrap();
    file.lock().unwrap();
    assert_refused(job.run(&index, &()), &["another sweep is writing it"]);
    let mut other = job.clone();
    (other.judged.level, other.output.force) = (2, true);
    assert_refused(other.run(&index, &()), &["another run is writing it"]);
    drop(file);
    fs::remove_dir(case.path("out/report.html")).unwrap();
    assert!(resumed(&job.run(&index, &()).unwrap().notices).is_some());
}
