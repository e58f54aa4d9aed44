//! Comparisons: every row is a single search, and a threshold is the choice of a sweep.

use crate::case::{Begun, Case, assert_refused, names, settings};
use crate::judged::request;
use serde_json::json;
use tamis::job::{CompareJob, LabelLinesJob};
use tamis::{ComparedView, Comparison, RowKind, demo};
use tamis_eval::statistics::holm;

const MEASURES: [&str; 6] = ["P_10", "recall_10", "F1_10", "map", "ndcg", "ndcg_cut_10"];

/// A generated collection with its topics and qrels.
fn generated(case: &Case, pages: usize) {
    let files = demo::generate(&case.path("demo"), pages, 5).unwrap();
    std::fs::rename(files.topics, case.path("topics")).unwrap();
    std::fs::rename(files.qrels, case.path("qrels")).unwrap();
}

/// An index with labels from its build, from added classifiers, and from another remover.
fn indexed() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        generated(case, 120);
        let classifiers = ["words-tree", "keep-all", "cleaneval-rule"];
        let recipe = settings(json!({"commit_every": 100_000, "classifiers": classifiers}));
        case.index_with("index", &["demo/demo.warc.gz"], recipe);
        case.label("index", &["density-tree", "min-words-15"]);
        let found = case.found("archive", "").unwrap().result;
        let line = |docno| format!("{{\"docno\":\"{docno}\",\"block\":0,\"label\":true}}\n");
        let lines: String = crate::judged::docnos(&found).into_iter().map(line).collect();
        case.file("titles.jsonl", lines);
        let (index, lines) = (case.path("index"), case.path("titles.jsonl"));
        LabelLinesJob { index, lines, ..LabelLinesJob::default() }.run(&(), &mut |_| ()).unwrap();
    });
    BEGUN.case()
}

fn compare(case: &Case, parameters: &str, change: impl FnOnce(&mut CompareJob)) -> Comparison {
    case.compare_with(parameters, change).unwrap().result
}

fn row_names(comparison: &Comparison) -> Vec<&str> {
    comparison.rows.iter().map(|row| row.name.as_str()).collect()
}

/// The parameters of the search that a row is.
fn parameters(row: &ComparedView) -> String {
    match row.kind {
        RowKind::Unfiltered => String::new(),
        RowKind::Threshold => format!("where {}", row.name),
        RowKind::Rule => format!("rule {}", row.name),
        RowKind::Label => format!("label {}", row.name),
    }
}

#[test]
fn a_row_is_what_search_and_evaluation_say_to_the_last_bit() {
    let case = indexed();
    for (title, model) in [
        ("keep", "model bm25"),
        ("drop", "model ql-dirichlet | mu 300"),
        ("block", "model bm25-lucene | k1 1.2"),
        ("keep", "model ql-dirichlet-indri | feedback rm1-mixture | fb_docs 5"),
    ] {
        let fixed = format!("title {title} | {model}");
        let compared = compare(&case, &fixed, |_| ());
        let found = row_names(&compared);
        let thresholds = ["words >= ", "text_density >= ", "repeats <= "];
        assert!(found[1..4].iter().zip(thresholds).all(|(name, rule)| name.starts_with(rule)));
        let others = [
            "sieve",
            "words-tree",
            "keep-all",
            "cleaneval-rule",
            "density-tree",
            "min-words-15",
            "titles",
        ];
        assert_eq!((found[0], &found[4..]), ("unfiltered", &others[..]));
        for row in &compared.rows {
            let single = [&fixed, &*parameters(row)].join(" | ");
            assert_eq!(row.point.means, case.means(&single, &MEASURES), "{single}");
        }
        let rows = &compared.rows;
        assert_ne!(rows[4].point.means, rows[0].point.means);
        assert_ne!(rows[5].point.means, rows[0].point.means);
        // The title is no label's content, so keep-all is the unfiltered text unless the title is a
        // block like any other.
        assert_eq!(rows[6].point.means == rows[0].point.means, title != "block");
    }
}

#[test]
fn a_threshold_is_the_best_of_its_axis_by_the_first_measure() {
    let case = indexed();
    let measures = names(&["map", "P_10"]);
    let compared = compare(&case, "", |job| {
        (job.judged.measures, job.labels) = (measures.clone(), names(&["words-tree"]));
    });
    let rows = &compared.rows;
    let axes = [
        ("min_words=1..=100", "words >=", 100),
        ("min_density=1..=20", "text_density >=", 20),
        ("max_repeats=1,2,3,5,10..=100:10", "repeats <=", 14),
    ];
    for (row, (axis, bound, values)) in rows[1..].iter().zip(axes) {
        let sweep = case.sweep_with(&format!("grid {axis}"), |job| {
            job.judged.measures = measures.clone();
        });
        let sweep = sweep.unwrap().result;
        let best = &sweep.points[sweep.best[0]];
        assert_eq!(row.name, format!("{bound} {}", best.parameters[0].value));
        assert_eq!((row.kind, row.chosen_from), (RowKind::Threshold, values));
        let unnamed = tamis::Point { parameters: Vec::new(), ..best.clone() };
        assert_eq!(row.point, unnamed);
        assert_eq!(rows[0].point, sweep.baseline);
        let share = row.point.tokens as f64 / sweep.baseline.tokens as f64;
        assert!((row.point.kept - share).abs() < 1e-12);
    }
    assert_eq!((rows.len(), rows[5].chosen_from), (6, 0));
    // Holm's family is every row but that of the unfiltered text.
    let of = |value: fn(&ComparedView) -> Option<f64>| -> Vec<Option<f64>> {
        rows[1..].iter().map(value).collect()
    };
    let p_values = of(|row| row.point.p_values[0]);
    assert!(p_values.iter().any(Option::is_some));
    assert_eq!(of(|row| row.holm[0]), holm(&p_values));
    let equivalent = of(|row| row.point.equivalence[0].map(|test| test.p));
    assert!(equivalent.iter().any(Option::is_some));
    assert_eq!(of(|row| row.holm_equivalent[0]), holm(&equivalent));
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let case = indexed();
    let written = |folder: &str, threads: Option<usize>| {
        let compared = compare(&case, "", |job| {
            (job.threads, job.output.folder) = (threads, Some(case.path(folder)));
        });
        let files = ["compare.tsv", "per_topic.tsv", "compare.svg"];
        (compared.table(None), files.map(|file| case.read(&format!("{folder}/{file}"))))
    };
    assert!(written("out", None) == written("again", Some(1)));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let case = indexed();
    let gm_map = case.compare_with("", |job| job.judged.measures = names(&["gm_map"]));
    assert_refused(gm_map, &["gm_map", "no values per topic"]);
    let folder = Some(case.path("index"));
    let out = case.compare_with("", |job| job.output.folder = folder);
    assert_refused(out, &["holds an index"]);
}

#[test]
fn a_rule_narrows_every_row_but_the_unfiltered_text_and_choices_are_cross_validated() {
    let case = indexed();
    let rule = "where words >= 3 and link_density <= 0.9";
    let compared = compare(&case, rule, |job| {
        job.labels = names(&["words-tree", "TITLES"]);
        (job.folds, job.seed) = (Some(3), 7);
    });
    assert_eq!(compared.filter, "(words >= 3 and link_density <= 0.9)");
    let found = row_names(&compared);
    assert_eq!((found[0], &found[4..]), ("unfiltered", &["sieve", "words-tree", "titles"][..]));
    for row in [0, 1, 4, 5].map(|number| &compared.rows[number]) {
        let single = match row.kind {
            RowKind::Unfiltered => String::new(),
            _ => [rule, &*parameters(row)].join(" | "),
        };
        assert_eq!(row.point.means, case.means(&single, &MEASURES), "{single}");
    }
    // The same choice as a sweep makes on the same folds.
    let swept = case.sweep_with(&format!("{rule} | grid min_words=1..=100"), |job| {
        job.judged.measures = names(&["P_10"]);
        (job.folds, job.seed) = (Some(3), 7);
    });
    let swept = swept.unwrap().result;
    let expected = swept.choices[0].held_out.as_ref().unwrap();
    let held_out = compared.rows[1].held_out.as_ref().unwrap();
    assert_eq!((held_out.means[0], held_out.p_values[0]), (expected.mean, expected.p_value));
    let rules = expected.folds.iter().map(|fold| format!("words >= {}", fold.chosen + 1));
    assert_eq!(held_out.chosen, rules.collect::<Vec<_>>());
    let table = compared.table(None);
    let parts = ["all rows but the unfiltered text: (words >= 3", "; over 3 folds of topics"];
    assert!(parts.iter().all(|part| table.contains(part)), "{table}");
}

#[test]
fn a_model_without_fractional_weights_has_no_row_of_the_sieve() {
    let case = indexed();
    let compared = compare(&case, "model dph", |job| job.labels = names(&["words-tree"]));
    assert!(compared.rows.iter().all(|row| row.kind != RowKind::Rule));
    assert!(request("model dph | rule sieve").is_ok());
}
