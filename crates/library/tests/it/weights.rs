//! Weights of blocks: searches, sweeps over them, comparisons, exports, and what is refused.

use crate::case::{Case, assert_refused, names};
use serde_json::json;
use tamis::job::ExportFormat;
use tamis::{Axis, Comparison};

#[test]
fn a_title_that_counts_three_times_is_a_title_that_stands_three_times() {
    let case = Case::default();
    let pages = [
        ("a", "Kettle", "The tea is hot."),
        ("b", "Tea", "The kettle is old, and the other kettle new."),
    ];
    for (name, times) in [("once", 1), ("thrice", 3)] {
        let lines = pages.map(|(docno, title, text)| {
            let title = vec![title; times].join(" ");
            json!({"docno": docno, "title": title, "text": text}).to_string() + "\n"
        });
        case.file(&format!("{name}.jsonl"), lines.concat());
        case.index(name, &[&format!("{name}.jsonl")]);
    }
    let found = |index: &str, parameters: &str| -> Vec<(String, f32)> {
        let found = case.found_in(index, "kettle tea", parameters).unwrap().result;
        found.into_iter().map(|found| (found.hit.docno, found.hit.score)).collect()
    };
    for (model, ..) in tamis_search::model::MODELS {
        let model = format!("model {model}");
        let weighed = found("once", &format!("{model} | weight kind = title: 3"));
        assert_eq!(weighed.len(), 2, "{model}");
        assert_eq!(weighed, found("thrice", &model), "{model}");
        assert_ne!(weighed, found("once", &model), "{model}");
    }
    assert_eq!(found("once", "weight kind = title: 0"), found("once", "title drop"));
    assert_eq!(found("once", "weight all: 1"), found("once", ""));
}

#[test]
fn an_explanation_shows_the_weights() {
    let case = Case::judged();
    let weights = "weight kind = title: 3 | weight link_density > 0.5: 0.25";
    let explained = case.explained("penguin", Some("tea-1"), weights).unwrap();
    assert_eq!(explained.rule, "all, weights kind = title: 3; link_density > 0.5: 0.25");
    let json = serde_json::to_value(&explained).unwrap();
    let term = &json["terms"][0];
    assert_eq!((term["tf"].as_f64(), term["not_permitted"].as_u64()), (Some(0.5), Some(0)));
    assert!(term["blocks"].as_array().unwrap().iter().all(|block| block[2] == 0.25), "{json}");
    let hits = case.found("penguin", weights).unwrap().result;
    let of_page = hits.iter().find(|found| found.hit.docno == "tea-1").unwrap();
    assert_eq!(Some(of_page.hit.score), explained.page.unwrap().score);
    let whole = case.explained("ice", Some("ice-1"), "weight kind = title: 3").unwrap();
    let term = &serde_json::to_value(&whole).unwrap()["terms"][0];
    assert_eq!(
        (&term["tf"], &term["blocks"]),
        (&4.into(), &serde_json::json!([[0, 1, 3], [3, 1, 1]]))
    );
}

fn axis<'a>(axes: &'a [Axis], name: &str) -> &'a Axis {
    axes.iter().find(|axis| axis.name == name).unwrap()
}

#[test]
fn a_sweep_of_weights_is_its_searches() {
    let case = Case::judged();
    let parameters = "weight title=kind = title: 2 | weight my-links=link_density > 0.5: 0.3 | \
                      grid weight.title=0,1..=3 | grid weight.my-links=0,0.5 | grid min_words=0,8";
    let sweep = case.sweep_with(parameters, |job| {
        (job.output.folder, job.runs) = (Some(case.path("results")), true);
    });
    let sweep = sweep.unwrap().result;
    let values = |name: &str| -> Vec<String> {
        axis(&sweep.axes, name).values.iter().map(ToString::to_string).collect()
    };
    assert_eq!(values("weight.title"), ["0", "1", "2", "3"]);
    assert_eq!(values("weight.my-links"), ["0", "0.5"]);
    let named =
        ["title=kind = title: varies by point", "my-links=link_density > 0.5: varies by point"];
    assert_eq!((&sweep.weights[..], sweep.points.len()), (&names(&named)[..], 16));
    for run in ["unfiltered", "weight.title-3_weight.my-links-0.5_min_words-8"] {
        assert!(case.read(&format!("results/runs/{run}.run.txt")).starts_with("1 Q0 "));
    }
    // A point is the search with its weights.
    let single = "weight kind = title: 3 | weight link_density > 0.5: 0.5 | min_words 8";
    let last = sweep.points.last().unwrap();
    assert_eq!(last.means, case.means(single, &["P_10", "ndcg_cut_10"]));
    let report = case.read("results/report.html");
    let shown =
        "title=kind = title: varies by point; my-links=link_density &gt; 0.5: varies by point";
    assert!(report.contains(shown), "{report}");
    let table = sweep.table(None);
    assert!(table.contains("weights title=kind = title: varies by point; my-links"), "{table}");
}

#[test]
fn one_axis_of_weights_is_a_curve() {
    let case = Case::judged();
    let sweep = case.sweep_with("weight title=kind = title: 3 | grid weight.title=1..=5", |job| {
        job.output.folder = Some(case.path("out"));
    });
    assert_eq!(sweep.unwrap().result.points.len(), 5);
    assert!(case.read("out/sweep.svg").contains(">weight of title<"));
}

#[test]
fn a_comparison_weighs_all_rows_but_the_unfiltered_text() {
    let case = Case::judged();
    case.label("index", &["bte"]);
    let compared = |parameters: &str| {
        let measured = case.compare_with(parameters, |job| job.judged.measures = names(&["map"]));
        measured.unwrap().result
    };
    let plain = compared("");
    let weighed = compared("weight kind = title: 3");
    assert_eq!(weighed.weights, ["kind = title: 3"]);
    assert_eq!(plain.rows[0], weighed.rows[0]);
    let bte = |comparison: &Comparison| {
        comparison.rows.iter().find(|row| row.name == "bte").unwrap().point.clone()
    };
    assert_ne!(bte(&plain).tokens, bte(&weighed).tokens);
    let single = case.means("label bte | weight kind = title: 3", &["map"]);
    assert_eq!(bte(&weighed).means, single);
    let table = weighed.table(None);
    assert!(
        table.contains("weights kind = title: 3; the unfiltered text has no weights"),
        "{table}"
    );
}

#[test]
fn postings_hold_whole_weights_and_text_holds_none() {
    let case = Case::judged();
    let tokens = |format, parameters: &str| case.exported(format, parameters).unwrap().0.tokens;
    let once = tokens(ExportFormat::Ciff, "");
    let titles = tokens(ExportFormat::Ciff, "where kind = title | title block");
    let (thrice, _) = case.exported(ExportFormat::Ciff, "weight kind = title: 3").unwrap();
    assert_eq!(thrice.rule, "all, weights kind = title: 3");
    assert_eq!(thrice.tokens, once + 2 * titles);
    assert_eq!(tokens(ExportFormat::Jsonl, "weight kind = title: 0"), once - titles);
    let fraction = "weight: found a fractional weight, expected whole ones";
    assert_refused(case.exported(ExportFormat::Ciff, "weight kind = title: 0.5"), &[fraction]);
    for format in [ExportFormat::Jsonl, ExportFormat::Opensearch] {
        let exported = case.exported(format, "weight kind = title: 3");
        assert_refused(exported, &["weight: found a weight other than 0 and 1", "CIFF"]);
    }
}

#[test]
fn what_is_no_weight_is_refused_with_the_remedy() {
    let case = Case::judged();
    let nothing =
        &["weight: found the weight 0 for every block", "give a rule a weight above 0"][..];
    for (parameters, parts) in [
        ("weight label = none: 2", &["weight: column 9: found 'none'"][..]),
        ("weight all: 0", nothing),
        ("weight kind = title: 0 | where kind = title | title block", nothing),
        (
            "weight kind = title: 0.5 | model dph",
            &["model: found dph and fractional weights", "whole weights, or another model"],
        ),
        (
            "weight kind = title: 0.5 | model pl2",
            &["model: found pl2 and fractional weights", "whole weights, or another model"],
        ),
    ] {
        assert_refused(case.found("kettle", parameters), parts);
    }
    case.found("kettle", "weight kind = title: 2 | model dph").unwrap();

    let sweep = |parameters: &str| case.sweep(parameters);
    let title = "weight title=kind = title: 3";
    assert_refused(sweep("weight all: 0 | grid min_words=1..=3"), nothing);
    sweep("weight a=all: 0 | grid weight.a=0,1 | min_words 1").unwrap();
    assert_refused(sweep("weight all: 0 | grid min_words=1..=3 | feedback rm3"), nothing);
    for (grid, part) in [
        ("weight.titel=1,2", "did you mean 'title'?"),
        ("weight.title=1,101", "weight.title: found '101'"),
        ("weight.title=1,1.5 | grid model=bm25,dph", "model: found dph"),
    ] {
        assert_refused(sweep(&format!("{title} | grid {grid}")), &[part]);
    }
    let unnamed = ["expected a weight with this name, such as 'title=kind"];
    assert_refused(sweep("grid weight.title=1,2"), &unnamed);
    sweep(&format!("{title} | grid weight.title=1,2 | grid model=bm25,dph")).unwrap();
    let compared = case.compare_with("weight kind = title: 0.5 | model pl2", |_| ());
    assert_refused(compared, &["model: found pl2 and fractional weights"]);
    assert_refused(case.compare_with("weight all: 0", |_| ()), nothing);
}
