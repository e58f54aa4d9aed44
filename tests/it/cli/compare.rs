//! `tamis compare`: what it prints and writes. What a comparison finds is asked of the job.

use crate::case::{Case, keys};
use serde_json::{Value, json};
use tamis::demo;

const COMPARE: &str = "compare index --topics demo/demo.topics --qrels demo/demo.qrels";

/// The names of the rows that a comparison prints.
fn printed(table: &str) -> Vec<&str> {
    let lines = table.lines().skip(1).take_while(|line| !line.contains(" labels, "));
    lines.filter_map(|row| row.split("  ").next()).collect()
}

case!(a_comparison_is_a_table_json_and_files, |case| {
    demo::generate(&case.path("demo"), 60, 5).unwrap();
    case.tamis("index demo/demo.warc.gz --out index -q").ends(0);
    case.tamis("label index --classifier bte,cetr,fe,lp,dsc -q").ends(0);
    let outcome = case.tamis(&format!("{COMPARE} --all --out out")).ends(0);
    let outcome = outcome.says(&["written to out: compare.tsv, per_topic.tsv, compare.json, \
                                  compare.svg, report.html, report.tex and 12 more figures"]);
    let all = printed(&outcome.stdout);
    let tsv = case.read("out/compare.tsv");
    let header = "view P_10 recall_10 F1_10 map ndcg ndcg_cut_10 judged_10 topics empty_topics \
                  pages tokens kept chosen_from p_P_10"
        .replace(' ', "\t");
    assert!(tsv.starts_with(&header), "{tsv}");
    assert_eq!((all.len(), tsv.lines().count()), (18, 1 + 18));
    assert!(tsv.lines().all(|line| line.split('\t').count() == 1 + 6 + 7 + 12 + 36), "{tsv}");
    let compared: Value = serde_json::from_str(&case.read("out/compare.json")).unwrap();
    let topics = compared["topics"].as_array().unwrap().len();
    assert_eq!(case.read("out/per_topic.tsv").lines().count(), 1 + 18 * 6 * topics);
    assert!(keys(&compared).contains(&"rows"));
    assert!(compared["command"].as_str().unwrap().starts_with("tamis compare index"));
    let page = case.read("out/report.html");
    for name in ["bte", "cetr", "dsc"] {
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
    // Else the best rows alone.
    let best = case.tamis(&format!("{COMPARE} -q")).ends(0).stdout;
    let shown = printed(&best);
    assert!((11..=13).contains(&shown.len()), "{best}");
    let left_out = format!("… {} more; --all shows them", 18 - (shown.len() - 1));
    assert!(best.contains(&left_out), "{best}");
    assert_eq!(shown[..10], all[..10]);
    assert!(shown.contains(&"unfiltered") && shown.contains(&"sieve"), "{best}");
});

case!(every_flag_of_a_comparison_is_a_setting_of_its_job, |_| {
    let case = Case::indexed();
    case.file("list", "ice-2\n");
    let line = "compare index --topics topics --qrels qrels --label words-tree -m map --where \
                'words >= 3' --weight 'kind = title: 3' --not-docnos list --folds 2 --seed 7 \
                --margin 0.01 --model ql-dirichlet --mu 300 --json -q";
    let compared = case.tamis(line).ends(0).json();
    let expected = json!({
        "measures": ["map"], "filter": "words >= 3", "weights": ["kind = title: 3"],
        "margin": "0.01", "model": "ql-dirichlet mu=300",
    });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&compared[key], value, "{key}");
    }
    assert_eq!(compared["rows"][0]["pages"], 4);
    assert_eq!(compared["rows"][1]["held_out"]["seed"], 7);
    assert_eq!(compared["rows"].as_array().unwrap().last().unwrap()["name"], "words-tree");
});
