//! `tamis sweep`: its flags and its configuration file, what it prints and writes. What a sweep
//! finds is asked of the job.

use crate::case::Case;
use serde_json::{Value, json};
use std::process::Command;

const SWEEP: &str = "sweep index --topics topics --qrels qrels";

/// The header and the number of rows of a table of tab-separated values.
fn table(text: &str) -> (Vec<&str>, usize) {
    let mut lines = text.lines();
    (lines.next().unwrap_or_default().split('\t').collect(), lines.count())
}

case!(a_table_has_all_columns_in_a_pipe_and_the_width_that_columns_sets, |_| {
    let case = Case::indexed();
    let line = format!("{SWEEP} --min-words 1..=3 -m P_10 -m ndcg_cut_10 -m map -q");
    let whole = case.tamis(&line).ends(0).stdout;
    assert!(whole.lines().next().is_some_and(|head| head.ends_with("empty topics")), "{whole}");
    assert!(!whole.contains("lack of room"), "{whole}");
    let mut narrow = Command::new(env!("CARGO_BIN_EXE_tamis"));
    narrow.args(line.split(' ')).current_dir(case.path("")).env("COLUMNS", "60");
    let narrow = String::from_utf8(narrow.output().expect("tamis runs").stdout).expect("UTF-8");
    assert!(narrow.contains("not shown for lack of room"), "{narrow}");
    assert!(narrow.lines().all(|line| line.chars().count() <= 60), "{narrow}");
});

case!(a_sweep_is_a_table_json_and_files, |_| {
    let case = Case::indexed();
    let line = format!("{SWEEP} --min-words 1..=30");
    let printed = case.tamis(&format!("{line} --out sweep")).ends(0).stdout;
    assert!(
        printed.contains("30 points (") && printed.contains("best on these topics"),
        "{printed}"
    );
    let tsv = case.read("sweep/sweep.tsv");
    let (header, rows) = table(&tsv);
    assert_eq!(header[..5], ["min_words", "P_10", "ndcg_cut_10", "judged_10", "topics"]);
    assert_eq!(rows, 30);
    assert!(tsv.lines().all(|row| row.split('\t').count() == header.len()), "{tsv}");
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
    let json = case.tamis(&format!("{line} --json -q")).ends(0).json();
    assert_eq!(json["points"].as_array().unwrap().len(), 30);
});

case!(every_flag_of_a_sweep_is_a_setting_of_its_job, |_| {
    let case = Case::indexed();
    case.file("list", "ice-2\n");
    let line = format!(
        "{SWEEP} --min-words 1..=3 --grid label=none,words-tree --grid weight.title=1,2 --weight \
         'title=kind = title: 2' --title block --where 'words < 99' --not-docnos list -m map \
         --level 2 --separately --folds 2 --seed 7 --permutations 0 --margin 20% --out out --runs \
         --json"
    );
    let swept = case.tamis(&line).ends(0).says(&["4 of 5 pages pass the filters"]).json();
    let expected = json!({
        "measures": ["map"], "margin": "20%", "title": "block", "filter": "words < 99",
        "weights": ["title=kind = title: 2"],
    });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&swept[key], value, "{key}");
    }
    let axes = ["weight.title", "label", "min_words"];
    let found: Vec<&Value> = swept["axes"].as_array().unwrap().iter().collect();
    assert!(axes.iter().all(|axis| found.iter().any(|found| found["name"] == *axis)), "{found:?}");
    assert_eq!(swept["alone"].as_array().unwrap().len(), 3);
    let choice = &swept["choices"][0];
    assert_eq!((&choice["any_better"], &choice["held_out"]["seed"]), (&Value::Null, &json!(7)));
    assert!(case.path("out/runs/unfiltered.run.txt").exists());
    let other = case.tamis(&line.replace("--level 2", "")).ends(1);
    other.says(&["out: holds the results of another experiment", "(`--out`, `--force`)"]);
    case.tamis(&line.replace("--level 2", "--force")).ends(0);
});

case!(what_is_no_sweep_is_refused_in_the_words_of_flags, |_| {
    let case = Case::indexed();
    for (flags, expected) in [
        ("--min-words 1..=999999999", "expected at most 10000 values; take larger steps"),
        ("--min-words 9..=1", "a range that goes up"),
        ("--k1 1,2 --model dph", "--k1: found 1,2, but the model dph takes no parameter"),
        ("--k1 1", "nothing to sweep: give --min-words 1..=100"),
        ("", "nothing to sweep: give --min-words 1..=100"),
        ("--min-words 1,2 --folds 4", "found 4 folds of 3 topics, expected 2 to 3"),
        ("--min-words 1..=9 --margin 100%", "found '100%'"),
        ("--min-words 1,2 -m ndgc_cut_10", "did you mean 'ndcg_cut'?"),
        ("--config", "a value is required for '--config <FILE>'"),
    ] {
        case.tamis(&format!("{SWEEP} {flags}")).ends(2).says(&[expected]);
    }
    case.tamis(&format!("{SWEEP} --min-words 1..=9 --margin 5"))
        .ends(0)
        .says(&["warning: --margin 5 is no less than the mean of P_10", "--margin 5%"]);
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
    assert_eq!((table(&tsv).0[1], table(&tsv).1), ("map", 4));
    case.tamis("sweep --config x.toml --min-words 1..=7 --out b").ends(0);
    assert_eq!(table(&case.read("b/sweep.tsv")).1, 7);
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
});
