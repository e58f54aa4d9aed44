//! `tamis compare`: its rows equal single searches, and its files contain what it prints.

use crate::case::{Begun, Case, keys};
use serde_json::{Value, json};
use tamis::demo;
use tamis_eval::statistics::holm;

const COMPARE: &str = "compare index --topics demo/demo.topics --qrels demo/demo.qrels";
const MEASURES: &str = "-m P_10 -m recall_10 -m F1_10 -m map -m ndcg -m ndcg_cut_10";

fn line(hit: &Value) -> String {
    json!({"docno": hit["docno"], "block": 0, "label": true}).to_string()
}

/// An index with labels from its build, from added classifiers, and from another remover.
fn indexed() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        demo::generate(&case.path("demo"), 120, 5).unwrap();
        const INDEX: &str = "index demo/demo.warc.gz --commit-every 100000 --out index -q";
        case.tamis(&format!("{INDEX} --classifier words-tree,keep-all,cleaneval-rule")).ends(0);
        case.tamis("label index --classifier density-tree,min-words-15 -q").ends(0);
        let blocks = case.tamis("search index archive --json -q").ends(0).json_lines();
        case.file("titles.jsonl", blocks.iter().map(|hit| line(hit) + "\n").collect::<String>());
        case.tamis("label index --from titles.jsonl -q").ends(0);
    });
    BEGUN.case()
}

/// The value of every measure as `tamis eval` has it of a single search.
fn evaluated(case: &Case, rule: &str) -> Vec<f64> {
    case.tamis(&format!("search index --topics demo/demo.topics {rule} --out run -q")).ends(0);
    if case.read("run").is_empty() {
        // Nothing to judge: every topic counts 0.
        return vec![0.0; 6];
    }
    let values = case
        .tamis(&format!("eval demo/demo.qrels run -c {MEASURES} --json"))
        .ends(0)
        .json_lines()
        .remove(0);
    ["P_10", "recall_10", "F1_10", "map", "ndcg", "ndcg_cut_10"]
        .map(|name| values[name].as_f64().unwrap_or_else(|| panic!("{name}: {values}")))
        .to_vec()
}

case!(a_row_is_what_search_and_eval_say_to_the_last_bit, |_| {
    let case = indexed();
    for (title, model) in [
        ("keep", ""),
        ("drop", "--model ql-dirichlet --mu 300"),
        ("block", "--model bm25-lucene --k1 1.2"),
        ("keep", "--model ql-dirichlet-indri --rm1-mixture --fb-docs 5"),
    ] {
        let compared =
            case.tamis(&format!("{COMPARE} --title {title} {model} --json -q")).ends(0).json();
        let rows = compared["rows"].as_array().unwrap();
        let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
        assert_eq!(names[0], "unfiltered");
        let thresholds = ["words >= ", "text_density >= ", "repeats <= "];
        assert!(
            names[1..4].iter().zip(thresholds).all(|(name, rule)| name.starts_with(rule)),
            "{names:?}"
        );
        let labels =
            ["words-tree", "keep-all", "cleaneval-rule", "density-tree", "min-words-15", "titles"];
        assert_eq!((names[4], &names[5..]), ("sieve", &labels[..]));
        for (row, name) in rows.iter().zip(names) {
            let rule = match row["kind"].as_str().unwrap() {
                "unfiltered" => String::new(),
                "threshold" => format!("--where '{name}'"),
                "rule" => "--sieve".to_owned(),
                _ => format!("--label {name}"),
            };
            let means: Vec<f64> = row["means"]
                .as_array()
                .unwrap()
                .iter()
                .map(|mean| mean.as_f64().unwrap())
                .collect();
            assert_eq!(
                means,
                evaluated(&case, &format!("{rule} --title {title} {model}")),
                "{name} --title {title}"
            );
        }
        assert_ne!(rows[4]["means"], rows[0]["means"]);
        assert_ne!(rows[5]["means"], rows[0]["means"]);
        // The title is no label's content, so keep-all is the unfiltered text unless the title is a
        // block like any other.
        assert_eq!(rows[6]["means"] == rows[0]["means"], title != "block");
    }
});

case!(a_threshold_is_the_best_of_its_axis_by_the_first_measure, |_| {
    let case = indexed();
    let compared = case
        .tamis(&format!("{COMPARE} -m map -m P_10 --label words-tree --json -q"))
        .ends(0)
        .json();
    let axes = [
        ("--min-words 1..=100", "words >=", 100),
        ("--min-density 1..=20", "text_density >=", 20),
        ("--grid max_repeats=1,2,3,5,10..=100:10", "repeats <=", 14),
    ];
    for (number, (axis, bound, values)) in (1..).zip(axes) {
        let sweep = "sweep index --topics demo/demo.topics --qrels demo/demo.qrels -m map -m P_10 \
                     --json -q";
        let sweep = case.tamis(&format!("{sweep} {axis}")).ends(0).json();
        let best = &sweep["points"][sweep["best"][0].as_u64().unwrap() as usize];
        let row = &compared["rows"][number];
        assert_eq!(
            row["name"],
            json!(format!("{bound} {}", best["parameters"][0].as_str().unwrap()))
        );
        assert_eq!((&row["kind"], &row["chosen_from"]), (&json!("threshold"), &json!(values)));
        for key in [
            "means",
            "per_topic",
            "p_values",
            "judged_10",
            "pages",
            "tokens",
            "kept",
            "empty_topics",
            "equivalence",
        ] {
            assert_eq!(row[key], best[key], "{key}");
            let baseline =
                if key == "p_values" { &json!([null, null]) } else { &sweep["unfiltered"][key] };
            assert_eq!(&compared["rows"][0][key], baseline, "{key}");
        }
        let share =
            row["tokens"].as_f64().unwrap() / sweep["unfiltered"]["tokens"].as_f64().unwrap();
        assert!((row["kept"].as_f64().unwrap() - share).abs() < 1e-12);
    }
    let rows = compared["rows"].as_array().unwrap().len();
    assert_eq!((rows, &compared["rows"][rows - 1]["chosen_from"]), (6, &json!(0)));
    // Holm's family is every row but that of the unfiltered text.
    let of = |key: &str| -> Vec<Option<f64>> {
        (1..rows).map(|row| compared["rows"][row][key][0].as_f64()).collect()
    };
    assert!(of("p_values").iter().any(Option::is_some));
    assert_eq!(of("holm"), holm(&of("p_values")));
    let equivalent: Vec<Option<f64>> =
        (1..rows).map(|row| compared["rows"][row]["equivalence"][0]["p"].as_f64()).collect();
    assert!(equivalent.iter().any(Option::is_some));
    assert_eq!(of("holm_equivalent"), holm(&equivalent));
});

case!(files_and_table_hold_every_row, |_| {
    let case = indexed();
    let outcome = case.tamis(&format!("{COMPARE} --all --out out")).ends(0);
    let outcome = outcome.says(&["written to out: compare.tsv, per_topic.tsv, compare.json, \
                                  compare.svg, report.html, report.tex and 12 more figures"]);
    let tsv = case.read("out/compare.tsv");
    let header = "view P_10 recall_10 F1_10 map ndcg ndcg_cut_10 judged_10 topics empty_topics \
                  pages tokens kept chosen_from p_P_10"
        .replace(' ', "\t");
    assert!(tsv.starts_with(&header), "{tsv}");
    assert_eq!(tsv.lines().count(), 1 + 5 + 6);
    assert!(tsv.lines().all(|line| line.split('\t').count() == 1 + 6 + 7 + 12 + 36), "{tsv}");
    let compared: Value = serde_json::from_str(&case.read("out/compare.json")).unwrap();
    let topics = compared["topics"].as_array().unwrap().len();
    assert_eq!(case.read("out/per_topic.tsv").lines().count(), 1 + 11 * 6 * topics);
    let page = case.read("out/report.html");
    for name in ["words-tree", "density-tree", "titles"] {
        assert!(outcome.stdout.contains(name) && page.contains(name), "{name}");
    }
    // A figure a measure, the best label by topic and the four that follow it.
    assert_eq!(page.matches("<figure>").count(), 6 + 1 + 4);
    assert!(!page.contains(">NaN"));
    for values in [100, 20, 14] {
        let chosen = &format!("the best of {values} by P@10 on these topics");
        assert!(outcome.stdout.contains(chosen) && page.contains(chosen), "{}", outcome.stdout);
        assert!(case.read("out/compare.svg").contains(chosen));
    }
    assert!(
        tsv.lines().any(|line| line.starts_with("text_density >= ") && line.contains("\t20\t")),
        "{tsv}"
    );
    assert!(
        keys(&compared).contains(&"rows")
            && compared["command"].as_str().unwrap().starts_with("tamis compare index")
    );
    let again = case.tamis(&format!("{COMPARE} --all --out again --threads 1")).ends(0);
    assert_eq!(again.stdout, outcome.stdout);
    assert_eq!(case.read("again/compare.tsv"), tsv, "any number of threads, the same bytes");
});

case!(what_cannot_be_compared_is_refused, |_| {
    let case = indexed();
    case.tamis(&format!("{COMPARE} --label word-tree"))
        .ends(2)
        .says(&["did you mean 'words-tree'?"]);
    case.tamis(&format!("{COMPARE} --label titles,titles"))
        .ends(2)
        .says(&["titles is given twice"]);
    case.tamis(&format!("{COMPARE} -m gm_map")).ends(2).says(&["gm_map", "no values per topic"]);
    case.tamis(&format!("{COMPARE} --hits 0")).ends(2).says(&["--hits: found 0"]);
    case.tamis(&format!("{COMPARE} --out index")).ends(1).says(&["holds an index"]);
});

case!(a_rule_narrows_every_row_but_the_unfiltered_text_and_choices_are_cross_validated, |_| {
    let case = indexed();
    let rule = "words >= 3 and link_density <= 0.9";
    let line = format!(
        "{COMPARE} --label words-tree,TITLES --where '{rule}' --folds 3 --seed 7 --out compare \
         --json -q"
    );
    let compared = case.tamis(&line).ends(0).json();
    assert_eq!(compared["filter"], "(words >= 3 and link_density <= 0.9)");
    let rows = compared["rows"].as_array().unwrap();
    let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!((names[0], &names[4..]), ("unfiltered", &["sieve", "words-tree", "titles"][..]));
    for (row, rule) in [
        (&rows[0], String::new()),
        (&rows[1], format!("--where '{rule} and {}'", names[1])),
        (&rows[4], format!("--where '{rule}' --sieve")),
        (&rows[5], format!("--where '{rule}' --label words-tree")),
    ] {
        let means: Vec<f64> =
            row["means"].as_array().unwrap().iter().map(|mean| mean.as_f64().unwrap()).collect();
        assert_eq!(means, evaluated(&case, &rule), "{rule}");
    }
    // The same choice as a sweep makes on the same folds.
    let sweep = format!(
        "sweep{} --where '{rule}' --min-words 1..=100",
        COMPARE.strip_prefix("compare").unwrap()
    );
    let swept = case.tamis(&format!("{sweep} -m P_10 --folds 3 --seed 7 --json -q")).ends(0).json();
    let held_out = &rows[1]["held_out"];
    let expected = &swept["choices"][0]["held_out"];
    assert_eq!(
        (&held_out["means"][0], &held_out["p_values"][0]),
        (&expected["mean"], &expected["p_value"])
    );
    let rules = expected["folds"].as_array().unwrap().iter().map(|fold| &fold["chosen"]);
    let rules: Vec<String> =
        rules.map(|point| format!("words >= {}", point.as_u64().unwrap() + 1)).collect();
    assert_eq!(held_out["chosen"], json!(rules));
    let table = case.tamis(&line.replace("--json", "")).ends(0).stdout;
    assert!(
        table.contains("all rows but the unfiltered text: (words >= 3")
            && table.contains("; over 3 folds of topics"),
        "{table}"
    );
    case.tamis(&format!("{COMPARE} --folds 1")).ends(2);
});

/// The names of the rows that a comparison prints, and the line that tells of the others.
fn printed(table: &str) -> (Vec<&str>, Option<&str>) {
    let lines = table.lines().skip(1).take_while(|line| !line.contains(" labels, "));
    let (more, rows): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with('…'));
    let names = rows.iter().filter_map(|row| row.split("  ").next()).collect();
    (names, more.first().copied())
}

case!(the_best_rows_are_printed_and_all_are_written, |case| {
    demo::generate(&case.path("demo"), 60, 5).unwrap();
    case.tamis("index demo/demo.warc.gz --out index -q").ends(0);
    case.tamis("label index --classifier bte,cetr,fe,lp,dsc -q").ends(0);
    let line = format!("{COMPARE} -m map");
    let best = case.tamis(&format!("{line} --out out -q")).ends(0).stdout;
    let all = case.tamis(&format!("{line} --all -q")).ends(0).stdout;
    let (shown, more) = printed(&best);
    let (names, none) = printed(&all);
    assert_eq!((names.len(), none), (18, None), "{all}");
    let left_out = 18 - shown.len();
    let expected = format!("… {left_out} more; --all shows them");
    assert_eq!(more, Some(expected.as_str()), "{best}");
    assert!((10..=12).contains(&shown.len()), "{best}");
    assert!(shown.contains(&"unfiltered") && shown.contains(&"sieve"), "{best}");
    assert_eq!(shown[..10], names[..10]);
    let mut means: Vec<f64> = Vec::new();
    for line in all.lines().skip(1).take(18) {
        let mean = line.split_whitespace().find(|cell| cell.starts_with("0.")).unwrap();
        means.push(mean.trim_end_matches(['+', '-', '=']).parse().unwrap());
    }
    assert!(means.is_sorted_by(|a, b| a >= b), "{all}");
    assert_eq!(case.read("out/compare.tsv").lines().count(), 19);
    let json = case.tamis(&format!("{line} --json -q")).ends(0).json();
    assert_eq!(json["rows"].as_array().unwrap().len(), 18);
});

case!(a_model_without_fractional_weights_has_no_row_of_the_sieve, |_| {
    let case = indexed();
    let line = format!("{COMPARE} --model dph --label words-tree --json -q");
    let compared = case.tamis(&line).ends(0).json();
    let rows = compared["rows"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["kind"] != "rule"), "{compared}");
});
