//! `tamis sweep`: its files, its grid, its runs and its configuration file.

use crate::case::Case;
use serde_json::json;
use std::collections::BTreeMap;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tamis::demo;

const SWEEP: &str = "sweep index --topics topics --qrels qrels";

/// A table of tab-separated values as its header and its rows.
fn table(text: &str) -> (Vec<&str>, Vec<Vec<&str>>) {
    let mut rows = text.lines().map(|line| line.split('\t').collect());
    (rows.next().unwrap_or_default(), rows.collect())
}

/// Values by the measures that they are of.
fn named<'a>(measures: &[&'a str], values: &[&'a str]) -> BTreeMap<&'a str, &'a str> {
    measures.iter().copied().zip(values.iter().copied()).collect()
}

/// The means that `tamis eval` prints, by measure.
fn means(evaluated: &str) -> BTreeMap<&str, &str> {
    evaluated
        .lines()
        .map(|line| match <[&str; 3]>::try_from(str::split_whitespace(line).collect::<Vec<_>>()) {
            Ok([measure, "all", value]) => (measure, value),
            _ => panic!("{evaluated}"),
        })
        .collect()
}

case!(a_table_has_all_columns_in_a_pipe_and_the_width_that_columns_sets, |_| {
    let case = Case::indexed();
    let line = format!("{SWEEP} --min-words 1..=3 -m P_10 -m ndcg_cut_10 -m map -q");
    let whole = case.tamis(&line).ends(0).stdout;
    assert!(whole.lines().next().is_some_and(|head| head.ends_with("empty topics")), "{whole}");
    assert!(!whole.contains("no room"), "{whole}");
    let mut narrow = Command::new(env!("CARGO_BIN_EXE_tamis"));
    narrow.args(line.split(' ')).current_dir(case.path("")).env("COLUMNS", "60");
    let narrow = String::from_utf8(narrow.output().expect("tamis runs").stdout).expect("UTF-8");
    assert!(narrow.contains("no room for"), "{narrow}");
    assert!(narrow.lines().all(|line| line.chars().count() <= 60), "{narrow}");
});

case!(sweep_tsv_has_a_header_and_a_row_a_point, |_| {
    let case = Case::indexed();
    let outcome = case.tamis(&format!("{SWEEP} --min-words 1..=30 --out sweep")).ends(0);
    let tsv = case.read("sweep/sweep.tsv");
    let (header, rows) = table(&tsv);
    assert_eq!(header[..5], ["min_words", "P_10", "ndcg_cut_10", "judged_10", "topics"]);
    let words: Vec<String> = (1..=30).map(|n| n.to_string()).collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), words);
    assert!(rows.iter().all(|row| row.len() == header.len() && row[4] == "3"), "{tsv}");
    for file in [
        "sweep.json",
        "per_topic.tsv",
        "sweep.svg",
        "sweep-P_10.svg",
        "topics-ndcg_cut_10.svg",
        "report.tex",
    ] {
        assert!(!case.read(&format!("sweep/{file}")).is_empty(), "{file}");
    }
    assert!(
        outcome.stdout.contains("30 points (") && outcome.stdout.contains("best on these topics"),
        "{}",
        outcome.stdout
    );
    assert_eq!(
        case.tamis(&format!("{SWEEP} --min-words 1..=30 --json -q")).ends(0).json()["points"]
            .as_array()
            .unwrap()
            .len(),
        30
    );
});

case!(judged_documents_that_the_index_lacks_are_counted_per_topic, |_| {
    let case = Case::indexed();
    let outcome = case.tamis(&format!("{SWEEP} --min-words 1..=2")).ends(0);
    outcome.says(&[
        "not in the index: 1 judged document (1 relevant) of 1 topic",
        "by topic: 3: 1 (1)",
    ]);
});

case!(judgements_that_write_docnos_in_another_way_are_told_how_the_index_does, |_| {
    let case = Case::indexed();
    case.file("qrels", "1 0 ice-1.html 1\n3 0 tea-1.html 1\n");
    for flags in ["sweep index --min-words 1..=2", "compare index", "tune index"] {
        case.tamis(&format!("{flags} --topics topics --qrels qrels")).ends(1).says(&[
            "qrels: found no judged document that the index has",
            "'ice-1' and their 'ice-1.html' differ only in folder, ending or case",
        ]);
    }
});

case!(topics_without_judgements_are_left_out_and_named, |_| {
    let case = Case::indexed();
    case.file("topics", "1\tpenguin\n99\tkettle\n");
    case.tamis(&format!("{SWEEP} --min-words 1..=2"))
        .ends(0)
        .says(&["the qrels lack 1 topic; left out: 99"]);
});

case!(axes_that_are_taken_alone_are_their_own_sweeps, |_| {
    let case = Case::indexed();
    let axes = ["--min-words 1..=12", "--min-density 1..=5", "--grid label=none,words-tree"];
    let all = axes.join(" ");
    let outcome = case.tamis(&format!("{SWEEP} {all} --separately --folds 2 --out sep -q")).ends(0);
    assert!(outcome.stdout.contains("each axis alone:"), "{}", outcome.stdout);
    let tsv = case.read("sep/sweep.tsv");
    let (header, rows) = table(&tsv);
    assert_eq!(
        (&header[..3], rows.len()),
        (&["min_words", "min_density", "label"][..], 12 + 5 + 2)
    );
    let folds = case.read("sep/folds.tsv");
    let (_, folds) = table(&folds);
    let mut rows = rows.into_iter();
    for (number, (axis, name)) in axes.iter().zip(&header).enumerate() {
        case.tamis(&format!("{SWEEP} {axis} --folds 2 --out one --force -q")).ends(0);
        let own = case.read("one/sweep.tsv");
        let (own_header, own) = table(&own);
        assert_eq!(own_header[1..], header[3..]);
        for own in &own {
            let row = rows.next().unwrap();
            // The value stands in the column of its axis, and nothing in those of the others.
            let expected: Vec<&str> =
                (0..3).map(|axis| if axis == number { own[0] } else { "-" }).collect();
            assert_eq!((&row[..3], &row[3..]), (&expected[..], &own[1..]), "{axis}");
        }
        let own = case.read("one/folds.tsv");
        let (_, own) = table(&own);
        let of_axis: Vec<_> = folds.iter().filter(|row| row[0] == *name).collect();
        assert_eq!(of_axis.len(), own.len());
        for (row, own) in of_axis.iter().zip(&own) {
            assert_eq!(
                (&row[1..4], row[4 + number], &row[7..]),
                (&own[..3], own[3], &own[4..]),
                "{axis}"
            );
        }
    }
    assert_eq!(
        folds.iter().filter(|row| row[0] == "all").count(),
        2 * 3,
        "two folds and their sum, of two measures"
    );
    // Without the flag the same axes are a product; a single axis alone is the plain sweep.
    case.tamis(&format!("{SWEEP} {} {} --out product -q", axes[0], axes[1])).ends(0);
    assert_eq!(case.read("product/sweep.tsv").lines().count(), 1 + 60);
    let alone = case.tamis(&format!("{SWEEP} {} --separately -q", axes[0])).ends(0).stdout;
    assert_eq!(alone, case.tamis(&format!("{SWEEP} {} -q", axes[0])).ends(0).stdout);
});

case!(a_margin_is_per_cent_of_the_unfiltered_mean_or_a_difference, |_| {
    let case = Case::indexed();
    let swept = |margin: &str| {
        case.tamis(&format!("{SWEEP} --min-words 1..=9 --margin {margin} --json")).ends(0)
    };
    let usual = case.tamis(&format!("{SWEEP} --min-words 1..=9 --json")).ends(0).json();
    assert_eq!(swept("5%").json()["points"], usual["points"]);
    for (margin, of_mean) in [("20%", Some(0.2)), ("0.01", None)] {
        let found = swept(margin).json();
        assert_eq!(found["margin"], margin);
        let mut tested_any = false;
        for (measure, mean) in found["unfiltered"]["means"].as_array().unwrap().iter().enumerate() {
            let expected = of_mean.map_or(0.01, |share| share * mean.as_f64().unwrap());
            let points = found["points"].as_array().unwrap();
            // Where no topic differs there is no test.
            let tested = points.iter().filter(|point| !point["equivalence"][measure].is_null());
            let margins: Vec<f64> = tested
                .map(|point| point["equivalence"][measure]["margin"].as_f64().unwrap())
                .collect();
            assert!(margins.iter().all(|used| (used - expected).abs() < 1e-12), "{margins:?}");
            tested_any |= !margins.is_empty();
        }
        assert!(tested_any, "{found}");
    }
    // Who writes 5 means 5 %.
    swept("5").says(&["warning: --margin 5 is no less than the mean of P_10", "--margin 5%"]);
    for wrong in ["0", "100%", "much"] {
        case.tamis(&format!("{SWEEP} --min-words 1..=9 --margin {wrong}")).ends(2).says(&[
            &format!("found '{wrong}'"),
            "such as 5%",
            "such as 0.02",
        ]);
    }
    case.tamis("eval qrels index --margin 5%").ends(2).says(&["--margin needs several runs"]);
});

fn tokens_and_shares(case: &Case, line: &str) -> Vec<(u64, f64)> {
    let swept = case.tamis(&format!("{SWEEP} --min-words 0,5 {line} --json -q")).ends(0).json();
    let points = swept["points"].as_array().unwrap().iter().chain([&swept["unfiltered"]]);
    points
        .map(|point| (point["tokens"].as_u64().unwrap(), point["kept"].as_f64().unwrap()))
        .collect::<Vec<_>>()
}

case!(the_share_of_the_text_that_is_kept_counts_weights, |_| {
    let case = Case::indexed();
    let plain = tokens_and_shares(&case, "");
    let [(all, 1.0), (some, share), (_, 1.0)] = plain[..] else { panic!("{plain:?}") };
    assert!(some < all && share == some as f64 / all as f64, "{plain:?}");
    for (weight, times) in [("0.5", 0.5), ("3", 3.0), ("0.01", 0.01)] {
        let weighted = tokens_and_shares(&case, &format!("--weight 'all: {weight}'"));
        let expected = |tokens: u64| (tokens as f64 * times).round() as u64;
        assert_eq!(
            weighted.iter().map(|(tokens, _)| *tokens).collect::<Vec<_>>(),
            [expected(all), expected(some), all]
        );
        assert!(
            weighted[..2]
                .iter()
                .zip(&plain)
                .all(|(found, (_, plain))| { (found.1 - plain * times).abs() < 1e-12 })
                && weighted[2].1 == 1.0,
            "{weighted:?}"
        );
    }
});

case!(a_grid_of_two_parameters_has_a_row_a_pair, |_| {
    let case = Case::indexed();
    case.tamis(&format!("{SWEEP} --min-words 1..=5 --max-link-density 0.2,0.33,1 --out grid"))
        .ends(0);
    let tsv = case.read("grid/sweep.tsv");
    let (header, rows) = table(&tsv);
    assert_eq!(header[..2], ["max_link_density", "min_words"]);
    let pairs: Vec<(&str, &str)> = rows.iter().map(|row| (row[0], row[1])).collect();
    let expected = ["0.2", "0.33", "1"]
        .into_iter()
        .flat_map(|density| ["1", "2", "3", "4", "5"].map(|words| (density, words)));
    assert_eq!(pairs, expected.collect::<Vec<_>>());
    let many = case.tamis(&format!("{SWEEP} --min-words 1..=1000 --max-words 1..=500"));
    many.ends(2).says(&["found 500 times 1000 times 1 points, expected at most 100000"]);
});

case!(a_sweep_that_would_not_fit_into_memory_is_refused_before_it_begins, |_| {
    let case = Case::indexed();
    let square = format!("{SWEEP} --min-words 1..=300 --grid max_words=1..=300 --out large");
    let runs = case.tamis(&format!("{square} --runs")).ends(2);
    runs.says(&["found 90000 points times 3 topics times 1000 results of each run, expected at \
                 most 20000000 results"]);
    let measures = case.tamis(&format!("{square} --measure P --measure recall")).ends(2);
    measures.says(&["expected at most 3000000 scores; take larger steps, or fewer axes or topics"]);
    assert!(!case.path("large").exists());
    for (values, message) in [
        (
            "1..=999999999",
            "found '1..=999999999', expected at most 10000 values; take larger steps",
        ),
        ("0..=1:0.000000001", "expected at most 10000 values"),
    ] {
        case.tamis(&format!("{SWEEP} --min-words {values}")).ends(2).says(&[message]);
        case.tamis(&format!("{SWEEP} --grid min_words={values}")).ends(2).says(&[message]);
    }
});

fn lines_without_tags(run: &str) -> Vec<String> {
    run.lines().map(|line| line.rsplit_once(' ').unwrap().0.to_owned()).collect()
}

case!(a_grid_has_any_features_any_parameters_and_any_number_of_them, |_| {
    let case = Case::indexed();
    let axes = "--grid max_tag_level=3,4,9 --grid k1=0.5,2 --min-words 1..=4 --grid \
                feedback=none,rm3 --fb-docs 3";
    case.tamis(&format!("{SWEEP} {axes} --runs --out grid -q")).ends(0);
    let tsv = case.read("grid/sweep.tsv");
    let (header, rows) = table(&tsv);
    assert_eq!(header[..4], ["k1", "feedback", "max_tag_level", "min_words"]);
    assert_eq!(
        (rows.len(), &rows[0][..4], &rows[47][..4]),
        (48, &["0.5", "none", "3", "1"][..], &["2", "rm3", "9", "4"][..])
    );
    // Every run is that of the search with the same flags.
    for (k1, rm3, level, words) in [("0.5", "none", 3, 1), ("2", "rm3", 4, 2), ("2", "none", 9, 4)]
    {
        let expansion = if rm3 == "rm3" { "--rm3 --fb-docs 3" } else { "" };
        let single = case.tamis(&format!(
            "search index --topics topics --title keep --k1 {k1} {expansion} --min-words {words} \
             --where tag_level<={level} -q"
        ));
        let run = case.read(&format!(
            "grid/runs/k1-{k1}_feedback-{rm3}_max_tag_level-{level}_min_words-{words}.run.txt"
        ));
        assert_eq!(lines_without_tags(&run), lines_without_tags(&single.ends(0).stdout));
    }
    let report = case.read("grid/report.html");
    assert!(
        report.contains("over maximum tag level and minimum words at k1 ")
            && report.contains("The heat map shows the two longest axes")
    );
});

case!(a_row_is_what_eval_says_of_its_run, |_| {
    let case = Case::indexed();
    case.tamis(&format!("{SWEEP} --min-words 1,11 -m P_10 -m map --out sweep --runs -q")).ends(0);
    let tsv = case.read("sweep/sweep.tsv");
    let (header, rows) = table(&tsv);
    for row in rows {
        let run = format!("sweep/runs/min_words-{}.run.txt", row[0]);
        let evaluated = case.tamis(&format!("eval qrels {run} -c -m P_10 -m map")).ends(0).stdout;
        assert_eq!(named(&header[1..3], &row[1..3]), means(&evaluated), "{run}");
        let single = case
            .tamis(&format!(
                "search index --topics topics --min-words {} --tag min_words-{0} -q",
                row[0]
            ))
            .ends(0);
        assert_eq!(single.stdout, case.read(&run), "a sweep's run is the single search's");
    }
    case.tamis("eval qrels sweep/runs/unfiltered.run.txt").ends(0);
});

case!(a_file_replaces_flags_and_flags_win, |_| {
    let case = Case::indexed();
    case.file(
        "x.toml",
        "index = 'index'\ntopics = 'topics'\nqrels = 'qrels'\nmin-words = '1..=4'\nmeasures = \
         ['map']\nout = 'a'\n",
    );
    case.tamis("sweep --config x.toml").ends(0);
    let tsv = case.read("a/sweep.tsv");
    assert_eq!((table(&tsv).0[1], table(&tsv).1.len()), ("map", 4));
    case.tamis("sweep --config x.toml --min-words 1..=7 --out b").ends(0);
    assert_eq!(table(&case.read("b/sweep.tsv")).1.len(), 7);
});

case!(a_file_that_is_wrong_is_named_with_its_line, |_| {
    let case = Case::indexed();
    case.tamis("sweep --config none.toml").ends(1).says(&["none.toml: cannot open"]);
    case.file("x.toml", "index = 'index'\nmin-wrods = '1..=4'\n");
    case.tamis("sweep --config x.toml")
        .ends(1)
        .says(&["x.toml:2: found key 'min-wrods'", "did you mean 'min-words'?"]);
    case.file("x.toml", "index = 'index'\n\nmin-words 4\n");
    case.tamis("sweep --config x.toml").ends(1).says(&["x.toml:3: found"]);
    case.tamis("sweep --config").ends(2).says(&["a value is required for '--config <FILE>'"]);
});

case!(the_same_topics_stand_in_every_row, |_| {
    let case = Case::indexed();
    let sweep =
        case.tamis(&format!("{SWEEP} --min-words 1,500 --title drop --json -q")).ends(0).json();
    let last = &sweep["points"][1];
    assert_eq!((&last["empty_topics"], &last["means"]), (&json!(3), &json!([0.0, 0.0])), "{last}");
    assert_eq!(sweep["topics"], json!(["1", "2", "3"]));
});

case!(a_choice_is_judged_on_topics_that_it_was_not_made_by, |_| {
    let case = Case::indexed();
    let line = "sweep index --topics topics --qrels qrels --min-words 1..=30 --folds 3 --out out";
    let table = case.tamis(line).ends(0).says(&["folds.tsv"]).stdout;
    assert!(table.contains("With cross-validation, P@10 is"), "{table}");
    let folds = case.read("out/folds.tsv");
    assert_eq!(
        folds.lines().next(),
        Some("measure\tfold\ttopics\tmin_words\tlearned\theld_out\tunfiltered\tp")
    );
    // Three folds and all of them, for two measures.
    assert_eq!(folds.lines().count(), 1 + 2 * 4);
    let json = case.tamis(&format!("{line} --json")).ends(0).json();
    for (measure, choice) in json["choices"].as_array().unwrap().iter().enumerate() {
        let held_out = &choice["held_out"];
        let mut sum = 0.0;
        for fold in held_out["folds"].as_array().unwrap() {
            for topic in fold["topics"].as_array().unwrap() {
                let topic = topic.as_u64().unwrap() as usize;
                let chosen = &json["points"][fold["chosen"].as_u64().unwrap() as usize];
                assert_eq!(held_out["per_topic"][topic], chosen["per_topic"][measure][topic]);
                sum += held_out["per_topic"][topic].as_f64().unwrap();
            }
        }
        assert!((held_out["mean"].as_f64().unwrap() - sum / 3.0).abs() < 1e-12);
    }
    assert_eq!(
        json["choices"],
        case.tamis(&format!("{line} --json --threads 1")).ends(0).json()["choices"]
    );
    case.tamis(&line.replace("--folds 3", "--folds 4"))
        .ends(2)
        .says(&["found 4 folds of 3 topics, expected 2 to 3"]);
    let without =
        case.tamis(&line.replace("--folds 3", "--permutations 0 --json --force")).ends(0).json();
    assert!(
        without["choices"].as_array().unwrap().iter().all(|choice| choice["any_better"].is_null())
    );
});

/// The rows of `sweep.tsv`, each as `search` and `eval` with these flags say it; `flags` of a row's
/// parameters.
fn assert_rows_are_single_searches(case: &Case, sweep: &str, axes: &[&str], fixed: &str) {
    case.tamis(&format!("{SWEEP} {sweep} {fixed} -m P_10 -m ndcg --out sweep --force -q")).ends(0);
    let tsv = case.read("sweep/sweep.tsv");
    let (header, rows) = table(&tsv);
    assert_eq!(&header[..axes.len()], axes);
    for row in &rows {
        let flags = axes
            .iter()
            .zip(row)
            .map(|(axis, value)| format!("--{} {value}", axis.replace('_', "-")));
        let flags = flags.collect::<Vec<_>>().join(" ");
        case.tamis(&format!("search index --topics topics {flags} {fixed} --out run -q")).ends(0);
        let evaluated = case.tamis("eval qrels run -c -m P_10 -m ndcg").ends(0).stdout;
        let columns = axes.len()..axes.len() + 2;
        assert_eq!(
            named(&header[columns.clone()], &row[columns]),
            means(&evaluated),
            "{flags}\n{tsv}\n{evaluated}"
        );
    }
}

case!(a_row_of_any_axes_is_what_search_and_eval_say, |_| {
    let case = Case::indexed();
    // Words that several pages share, so that parameters have something to order.
    case.file(
        "topics",
        "1\tpenguin walks egg water\n2\tof the\n3\tkettle tea bridge summer penguin\n",
    );
    assert_rows_are_single_searches(
        &case,
        "--k1 0.2,1.2 --b 0..=1:0.5",
        &["k1", "b"],
        "--min-words 4 --max-link-density 0.9",
    );
    assert_rows_are_single_searches(
        &case,
        "--model dph,bm25,ql-dirichlet-indri --min-words 0,4,11",
        &["model", "min_words"],
        "",
    );
    assert_rows_are_single_searches(
        &case,
        "--min-words 4,11",
        &["min_words"],
        "--model ql-dirichlet-indri --mu 30",
    );
    assert_rows_are_single_searches(&case, "--lambda 0.1..=0.9:0.4", &["lambda"], "--model ql-jm");
    assert_rows_are_single_searches(&case, "--c 0.5,2", &["c"], "--model pl2 --title drop");
    assert_rows_are_single_searches(
        &case,
        "--fb-terms 1,5 --original-query-weight 0,0.6",
        &["fb_terms", "original_query_weight"],
        "--model ql-jm --rm1-mixture",
    );
    assert_rows_are_single_searches(
        &case,
        "--fb-docs 1,2 --max-link-density 0.5,1",
        &["fb_docs", "max_link_density"],
        "--model ql-dirichlet --rm1-mixture",
    );
});

case!(the_baseline_of_models_has_the_defaults_of_their_axes, |_| {
    let case = Case::indexed();
    let swept =
        case.tamis(&format!("{SWEEP} --k1 0.1,2 --min-words 1,11 --json -q")).ends(0).json();
    let plain = case.tamis(&format!("{SWEEP} --min-words 1,11 --json -q")).ends(0).json();
    assert_eq!(swept["unfiltered"], plain["unfiltered"]);
    assert_eq!(
        (&swept["model"], &swept["unfiltered_model"]),
        (&json!("bm25 b=0.4, k1 by point"), &plain["model"])
    );
    assert_eq!(swept["axes"][0], json!({"name": "k1", "values": ["0.1", "2"]}));
    let table = case.tamis(&format!("{SWEEP} --k1 0.1,2 --min-words 11 --out k1")).ends(0).stdout;
    let text = table.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("t-test against the unfiltered text by bm25 k1=0.9 b=0.4"), "{table}");
    assert!(case.read("k1/report.html").contains("so that they share one baseline"));
    assert_eq!(
        case.tamis(&format!("{SWEEP} --model dph,pl2 --json -q")).ends(0).json()["filter"],
        json!("")
    );
    case.tamis(&format!("{SWEEP} --k1 1,2 --model dph"))
        .ends(2)
        .says(&["--k1: found 1,2, but the model dph takes no parameter"]);
    case.tamis(&format!("{SWEEP} --k1 1")).ends(2).says(&["nothing to sweep"]);
});

const RESULTS: [&str; 5] = ["sweep.tsv", "sweep.json", "per_topic.tsv", "sweep.svg", "report.html"];

fn results(case: &Case, folder: &str) -> Vec<String> {
    RESULTS.iter().map(|file| case.read(&format!("{folder}/{file}"))).collect()
}

/// Leaves the folder `out` as a sweep does that is stopped.
fn leave_as_if_stopped(case: &Case, checkpoint: &str, list: &str) {
    case.file("out/sweep.checkpoint", checkpoint);
    case.file("out/files.json", list);
}

case!(a_sweep_goes_on_from_its_checkpoint, |_| {
    let case = Case::indexed();
    for flags in
        ["--min-words 1..=9", "--min-words 1,11 --lambda 0.1,0.7 --model ql-jm --rm1-mixture"]
    {
        let line = format!("{SWEEP} {flags} --out out");
        let file = "out/sweep.checkpoint";
        let _ = std::fs::remove_dir_all(case.path("out"));
        let table = case.tamis(&line).ends(0).stdout;
        let whole = results(&case, "out");
        assert!(!case.path(file).exists());
        // What cannot be written at the end leaves the checkpoint: that of a run that was stopped,
        // once it is cut.
        std::fs::remove_file(case.path("out/report.html")).unwrap();
        std::fs::create_dir(case.path("out/report.html")).unwrap();
        case.tamis(&line).ends(1).says(&["report.html: cannot write"]);
        std::fs::remove_dir(case.path("out/report.html")).unwrap();
        let kept = case.read(file);
        let list = case.read("out/files.json");
        let ends: Vec<usize> = kept.match_indices('\n').map(|(at, _)| at + 1).collect();
        let steps = ends.len() - 1;
        for (bytes, known) in
            [(ends[2] - 9, 1), (ends[2] - 1, 1), (ends[2], 2), (ends[steps], steps)]
        {
            leave_as_if_stopped(&case, &kept[..bytes], &list);
            let outcome =
                case.tamis(&line).ends(0).says(&[&format!("{file} has {known} of {steps} topics")]);
            assert_eq!((outcome.stdout, results(&case, "out")), (table.clone(), whole.clone()));
            assert!(!case.path(file).exists());
        }
        // A head that was torn, and a sweep of something else.
        leave_as_if_stopped(&case, &kept[..ends[0] / 2], &list);
        case.tamis(&line).ends(0).says(&["out/sweep.checkpoint is damaged; starting over"]);
        case.file("docnos", "ice-2\n");
        case.file("other", "1 0 ice-1 1\n3 0 tea-1 1\n2 0 ice-1 1\n");
        for other in [
            format!("{line} --level 2"),
            format!("{line} --title drop"),
            format!("{line} -m map"),
            format!("{line} --not-docnos docnos"),
            line.replace("--qrels qrels", "--qrels other"),
            line.replace("--min-words 1", "--min-words 2"),
            format!("{line} --weight 'kind = title: 2'"),
            format!("{line} --weight 'title=kind = title: 2' --grid weight.title=1,2"),
        ] {
            leave_as_if_stopped(&case, &kept, &list);
            case.tamis(&other)
                .ends(1)
                .says(&["out: holds the results of another experiment (sweep: ", "`--force`"]);
            assert_eq!(case.read(file), kept);
            let forced = case.tamis(&format!("{other} --force")).ends(0);
            assert!(!forced.stderr.contains("checkpoint"), "{}", forced.stderr);
            assert_eq!(forced.stdout, case.tamis(&other).ends(0).stdout, "{other}");
        }
        leave_as_if_stopped(&case, &kept, &list);
        case.tamis(&format!("{line} --runs"))
            .ends(1)
            .says(&["holds the results of another experiment"]);
        assert_eq!(case.read(file), kept);
    }
});

fn count_lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

fn checkpoint_bytes(case: &Case) -> Vec<u8> {
    std::fs::read(case.path("out/sweep.checkpoint")).unwrap_or_default()
}

/// Waits until a running sweep has kept something.
fn wait_for_checkpoint(case: &Case, child: &mut Child) {
    while count_lines(&checkpoint_bytes(case)) < 3 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before");
        std::thread::sleep(Duration::from_millis(1));
    }
}

case!(a_sweep_that_is_killed_ends_with_the_same_bytes, |case| {
    demo::generate(&case.path("demo"), 600, 7).unwrap();
    case.tamis("index demo/demo.warc.gz --out index -q").ends(0);
    let line = "sweep index --topics demo/demo.topics --qrels demo/demo.qrels --min-words 1..=20 \
                --model ql-dirichlet,ql-jm --rm1-mixture --fb-docs 30 --threads 1 --out out";
    case.tamis(line).ends(0);
    let whole = results(&case, "out");
    std::fs::remove_dir_all(case.path("out")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command
        .args(line.split_whitespace())
        .current_dir(case.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    wait_for_checkpoint(&case, &mut child);
    child.kill().unwrap();
    child.wait().unwrap();
    case.tamis(line).ends(0).says(&["out/sweep.checkpoint has ", "topics of views; resuming"]);
    assert_eq!(results(&case, "out"), whole);
});

#[cfg(unix)]
case!(an_interrupted_sweep_says_what_is_kept_and_goes_on, |case| {
    demo::generate(&case.path("demo"), 600, 7).unwrap();
    case.tamis("index demo/demo.warc.gz --out index -q").ends(0);
    let line = "sweep index --topics demo/demo.topics --qrels demo/demo.qrels --min-words 1..=20 \
                --model ql-dirichlet,ql-jm --rm1-mixture --fb-docs 30 --threads 1 --out out";
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let _ = std::fs::remove_dir_all(case.path("out"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
        command
            .args(line.split_whitespace())
            .current_dir(case.path(""))
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        wait_for_checkpoint(&case, &mut child);
        assert!(
            Command::new("kill")
                .args([signal, &child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        let ended = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(status), "{stderr}");
        assert!(stderr.contains("interrupted: out/sweep.checkpoint keeps "), "{stderr}");
        assert!(
            stderr.contains(" topics of views; the same command resumes from there"),
            "{stderr}"
        );
    }
    case.tamis(line).ends(0).says(&["out/sweep.checkpoint has ", "resuming"]);
});

#[cfg(unix)]
case!(two_sweeps_into_one_folder_are_refused, |_| {
    let case = Case::indexed();
    let line = format!("{SWEEP} --min-words 1,2 --out out");
    std::fs::create_dir_all(case.path("out/report.html")).unwrap();
    case.tamis(&line)
        .ends(1)
        .says(&["report.html: is there already, and files.json does not list it"]);
    let file = std::fs::File::open(case.path("out/sweep.checkpoint")).unwrap();
    file.lock().unwrap();
    case.tamis(&line).ends(1).says(&["another sweep is writing it"]);
    case.tamis(&format!("{line} --level 2 --force")).ends(1).says(&["another run is writing it"]);
    drop(file);
    std::fs::remove_dir(case.path("out/report.html")).unwrap();
    case.tamis(&line).ends(0).says(&["resuming"]);
});

case!(cleaners_and_models_make_the_web2text_papers_table_in_one_command, |_| {
    let case = Case::indexed();
    let table_2 = "--model ql-dirichlet-indri --grid label=none,words-tree,density-tree --grid \
                   feedback=none,rm1-mixture";
    let measures = "-m P_10 -m recall_10 -m F1_10 -m map -m ndcg";
    case.tamis(&format!("{SWEEP} {table_2} {measures} --out table2 -q")).ends(0);
    let tsv = case.read("table2/sweep.tsv");
    let (header, rows) = table(&tsv);
    assert_eq!(header[..7], ["feedback", "label", "P_10", "recall_10", "F1_10", "map", "ndcg"]);
    let points: Vec<_> = rows.iter().map(|row| (row[0], row[1])).collect();
    let labels = ["none", "words-tree", "density-tree"];
    assert_eq!(
        points,
        ["none", "rm1-mixture"].iter().flat_map(|f| labels.map(|l| (*f, l))).collect::<Vec<_>>()
    );
    // Each row is the search with that label.
    let single = case.tamis(
        "search index --topics topics --model ql-dirichlet-indri --rm1-mixture --label words-tree \
         -q",
    );
    case.file("single.run", single.ends(0).stdout);
    let judged = case.tamis("eval qrels single.run -c -m map --quiet").ends(0).stdout;
    assert_eq!(judged.split_whitespace().last(), Some(rows[4][5]));
});

case!(measures_of_other_judgements_are_refused, |_| {
    let case = Case::indexed();
    for measure in ["alpha_nDCG@10", "statAP", "prefs_simp", "map_avgjg"] {
        for command in ["sweep index --min-words 1,2", "compare index"] {
            let line = format!("{command} --topics topics --qrels qrels -m {measure}");
            case.tamis(&line).ends(2).says(&["found qrels"]);
        }
    }
});

case!(parameters_that_a_point_does_not_have_are_dashes, |_| {
    let case = Case::indexed();
    let line =
        "--grid model=bm25,pl2 --grid c=1,7 --k1 0.5,2 --min-words 1,5 --out foreign --runs -q";
    case.tamis(&format!("{SWEEP} {line}")).ends(0);
    let tsv = case.read("foreign/sweep.tsv");
    let (header, rows) = table(&tsv);
    assert_eq!(header[..4], ["model", "k1", "c", "min_words"]);
    let points: Vec<_> = rows.iter().map(|row| row[..4].join(" ")).collect();
    let expected = ["bm25 0.5 -", "bm25 2 -", "pl2 - 1", "pl2 - 7"];
    assert_eq!(
        points,
        expected.iter().flat_map(|p| [1, 5].map(|w| format!("{p} {w}"))).collect::<Vec<_>>()
    );
    assert!(case.path("foreign/runs/model-pl2_c-7_min_words-5.run.txt").exists());
});
