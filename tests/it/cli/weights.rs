//! Weights of blocks on the command line: searches, sweeps over them, comparisons, exports, and
//! what is refused.

use crate::case::{Case, QRELS, TOPICS};
use serde_json::{Value, json};

/// The results of a search: docno and score.
fn found(case: &Case, line: &str) -> Vec<(Value, Value)> {
    let hits = case.tamis(&format!("search {line} --json -q")).ends(0).json_lines();
    hits.into_iter().map(|mut hit| (hit["docno"].take(), hit["score"].take())).collect()
}

fn line((docno, title, text): &(&str, &str, &str)) -> Value {
    json!({"docno": docno, "title": title, "text": text})
}

/// A collection of plain text; a page with a title begins with it.
fn text(pages: &[(&str, &str, &str)]) -> String {
    pages.iter().map(|page| line(page).to_string() + "\n").collect()
}

case!(a_title_that_counts_three_times_is_a_title_that_stands_three_times, |case: Case| {
    let pages = [
        ("a", "Kettle", "The tea is hot."),
        ("b", "Tea", "The kettle is old, and the other kettle new."),
    ];
    let thrice = [
        ("a", "Kettle Kettle Kettle", "The tea is hot."),
        ("b", "Tea Tea Tea", "The kettle is old, and the other kettle new."),
    ];
    case.file("once.jsonl", text(&pages));
    case.file("thrice.jsonl", text(&thrice));
    for name in ["once", "thrice"] {
        case.tamis(&format!("index {name}.jsonl --out {name} -q")).ends(0);
    }
    for (model, ..) in tamis_search::model::MODELS {
        let weighed =
            found(&case, &format!("once 'kettle tea' --model {model} --weight 'kind = title: 3'"));
        assert_eq!(weighed.len(), 2, "{model}");
        assert_eq!(
            weighed,
            found(&case, &format!("thrice 'kettle tea' --model {model}")),
            "{model}"
        );
        assert_ne!(weighed, found(&case, &format!("once 'kettle tea' --model {model}")), "{model}");
    }
    let weight_0 = found(&case, "once 'kettle tea' --weight 'kind = title: 0'");
    assert_eq!(weight_0, found(&case, "once 'kettle tea' --title drop"));
    assert_eq!(found(&case, "once kettle --weight 'all: 1'"), found(&case, "once kettle"));
});

case!(an_explanation_shows_the_weights, |_| {
    let case = Case::indexed();
    let line = "search index penguin --weight 'kind = title: 3' --weight 'link_density > 0.5: \
                0.25' --explain tea-1";
    let explained = case.tamis(&format!("{line} --json")).ends(0).json();
    let term = &explained["terms"][0];
    assert_eq!((&term["tf"], &term["not_permitted"]), (&json!(0.5), &json!(0)));
    assert!(term["blocks"].as_array().unwrap().iter().all(|block| block[2] == 0.25), "{explained}");
    let rule = explained["rule"].as_str().unwrap();
    assert_eq!(rule, "all, weights kind = title: 3; link_density > 0.5: 0.25");
    let table = case.tamis(line).ends(0).stdout;
    assert!(table.contains("(weight 0.25)") && table.contains(rule), "{table}");
    let score = found(
        &case,
        "index penguin --weight 'kind = title: 3' --weight 'link_density > 0.5: 0.25'",
    );
    let of_page = score.iter().find(|(docno, _)| docno == "tea-1").unwrap();
    assert_eq!(of_page.1, explained["score"]);
    let whole = case
        .tamis("search index ice --weight 'kind = title: 3' --explain ice-1 --json")
        .ends(0)
        .json();
    assert_eq!(
        (&whole["terms"][0]["tf"], &whole["terms"][0]["blocks"]),
        (&json!(4), &json!([[0, 1, 3], [3, 1, 1]]))
    );
});

case!(a_sweep_of_weights_is_its_searches, |_| {
    let case = Case::indexed();
    let judged = "--topics topics --qrels qrels -m map -m ndcg_cut_10 --permutations 0";
    let weights = "--weight 'title=kind = title: 2' --weight 'my-links=link_density > 0.5: 0.3'";
    let line = format!(
        "sweep index {judged} {weights} --grid weight.title=0,1..=3 --grid weight.my-links=0,0.5 \
         --min-words 0,8"
    );
    let sweep = case.tamis(&format!("{line} --out results --runs --json -q")).ends(0).json();
    assert_eq!(sweep["axes"][0], json!({"name": "weight.title", "values": ["0", "1", "2", "3"]}));
    assert_eq!(sweep["axes"][1], json!({"name": "weight.my-links", "values": ["0", "0.5"]}));
    let named = json!(["title=kind = title: by point", "my-links=link_density > 0.5: by point"]);
    assert_eq!((&sweep["weights"], sweep["points"].as_array().unwrap().len()), (&named, 16));
    for (title, links, words) in [("0", "0", "0"), ("3", "0.5", "8"), ("2", "0", "8")] {
        let single = format!(
            "--weight 'kind = title: {title}' --weight 'link_density > 0.5: {links}' --min-words \
             {words}"
        );
        let tag = format!("weight.title-{title}_weight.my-links-{links}_min_words-{words}");
        let run = case
            .tamis(&format!("search index --topics topics {single} --tag {tag} -q"))
            .ends(0)
            .stdout;
        assert_eq!(run, case.read(&format!("results/runs/{tag}.run.txt")));
    }
    let unfiltered = case.tamis("search index --topics topics --tag unfiltered -q").ends(0).stdout;
    assert_eq!(unfiltered, case.read("results/runs/unfiltered.run.txt"));
    let report = case.read("results/report.html");
    assert!(
        report.contains("title=kind = title: by point; my-links=link_density &gt; 0.5: by point"),
        "{report}"
    );
    let table = case.tamis(&line).ends(0).stdout;
    assert!(table.contains("weights title=kind = title: by point; my-links"), "{table}");
});

case!(one_axis_of_weights_is_a_curve_and_weights_come_from_a_file_too, |_| {
    let case = Case::indexed();
    let line = "sweep index --topics topics --qrels qrels --weight 'title=kind = title: 3' --grid \
                weight.title=1..=5 -q";
    let sweep = case.tamis(&format!("{line} --out typed --json")).ends(0).json();
    assert_eq!(
        sweep["axes"],
        json!([{"name": "weight.title", "values": ["1", "2", "3", "4", "5"]}])
    );
    assert!(case.read("typed/sweep.svg").contains(">weight of title<"));
    let file = "topics = 'topics'\nqrels = 'qrels'\nweight = ['title=kind = title: 3']\ngrid = \
                ['weight.title=1..=5']\n";
    case.file("sweep.toml", file);
    case.tamis("sweep index --config sweep.toml --out read -q").ends(0);
    assert_eq!(case.read("typed/sweep.tsv"), case.read("read/sweep.tsv"));
});

fn tokens_of_row(name: &str, comparison: &Value) -> Value {
    let rows = comparison["rows"].as_array().unwrap();
    rows.iter().find(|row| row["name"] == name).unwrap()["tokens"].clone()
}

case!(a_comparison_weighs_all_rows_but_the_unfiltered_text, |case: Case| {
    case.warc("pages.warc.gz", 5);
    case.tamis("index pages.warc.gz --out index --classifier words-tree-largest,bte -q").ends(0);
    case.file("topics", TOPICS);
    case.file("qrels", QRELS);
    let line = "compare index --topics topics --qrels qrels -m map";
    let plain = case.tamis(&format!("{line} --json -q")).ends(0).json();
    let weighed =
        case.tamis(&format!("{line} --weight 'kind = title: 3' --json -q")).ends(0).json();
    assert_eq!(weighed["weights"], json!(["kind = title: 3"]));
    assert_eq!(plain["rows"][0], weighed["rows"][0]);
    assert_ne!(tokens_of_row("bte", &plain), tokens_of_row("bte", &weighed));
    let search = "search index --topics topics --label bte --weight 'kind = title: 3' --hits 1000 \
                  --out bte.run -q";
    case.tamis(search).ends(0);
    let mean = case.tamis("eval qrels bte.run -c -m map -q").ends(0).stdout;
    let of_row = &weighed["rows"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["name"] == "bte")
        .unwrap()["means"][0];
    assert!(mean.contains(&format!("{:.4}", of_row.as_f64().unwrap())), "{mean} {of_row}");
    let table = case.tamis(&format!("{line} --weight 'kind = title: 3'")).ends(0).stdout;
    assert!(table.contains("weights kind = title: 3; the unfiltered text has none"), "{table}");
});

fn export(case: &Case, format: &str, weight: &str) -> crate::case::Outcome {
    case.tamis(&format!("export index --format {format} --out x {weight}"))
}

fn exported_tokens(outcome: crate::case::Outcome) -> u64 {
    let stderr = outcome.ends(0).stderr;
    let (before, _) = stderr.split_once(" tokens").unwrap();
    before.rsplit(' ').next().unwrap().parse().unwrap()
}

case!(postings_hold_whole_weights_and_text_holds_none, |_| {
    let case = Case::indexed();
    let once = exported_tokens(export(&case, "ciff", ""));
    let titles = exported_tokens(export(&case, "ciff", "--where 'kind = title' --title block"));
    let thrice = export(&case, "ciff", "--weight 'kind = title: 3'")
        .says(&["of blocks where all, weights kind = title: 3"]);
    assert_eq!(exported_tokens(thrice), once + 2 * titles);
    assert_eq!(
        exported_tokens(export(&case, "jsonl", "--weight 'kind = title: 0'")),
        once - titles
    );
    let fraction = "--weight: found a fractional weight, expected whole ones";
    export(&case, "ciff", "--weight 'kind = title: 0.5'").ends(2).says(&[fraction]);
    for format in ["jsonl", "opensearch"] {
        export(&case, format, "--weight 'kind = title: 3'")
            .ends(2)
            .says(&["--weight: found a weight other than 0 and 1", "CIFF"]);
    }
});

fn assert_refused(case: &Case, line: &str, parts: &[&str]) {
    case.tamis(&format!("search index kettle {line}")).ends(2).says(parts);
}

case!(what_is_no_weight_is_refused_with_the_remedy, |_| {
    let case = Case::indexed();
    assert_refused(
        &case,
        "--weight 'kind = title'",
        &["--weight: found 'kind = title', expected a rule, a colon and a weight"],
    );
    assert_refused(
        &case,
        "--weight 'kind = title: 101'",
        &["--weight: found '101', expected a number from 0 to 100"],
    );
    assert_refused(
        &case,
        "--weight 'kind = title: 0.125'",
        &["--weight: found '0.125'", "at most two decimals"],
    );
    assert_refused(
        &case,
        "--weight 'wrods > 3: 2'",
        &["--weight: column 1: found 'wrods'", "did you mean 'words'?"],
    );
    assert_refused(
        &case,
        "--weight 'a=all: 1' --weight 'a=all: 2'",
        &["--weight: found the name a twice"],
    );
    assert_refused(&case, "--weight 'label = none: 2'", &["--weight: column 9: found 'none'"]);
    let nothing = &["--weight: found the weight 0 for every block", "give a rule a weight above 0"];
    assert_refused(&case, "--weight 'all: 0'", nothing);
    assert_refused(
        &case,
        "--weight 'kind = title: 0' --where 'kind = title' --title block",
        nothing,
    );
    for model in ["dph", "pl2"] {
        let parts = &[
            &*format!("--model: found {model} and fractional weights"),
            "whole weights, or another model",
        ];
        assert_refused(&case, &format!("--weight 'kind = title: 0.5' --model {model}"), parts);
    }
    case.tamis("search index kettle --weight 'kind = title: 2' --model dph -q").ends(0);

    let judged = "--topics topics --qrels qrels";
    let sweep = |line: &str| case.tamis(&format!("sweep index {judged} --permutations 0 {line}"));
    let title = "--weight 'title=kind = title: 3'";
    sweep("--weight 'all: 0' --min-words 1..=3 --out none").ends(2).says(nothing);
    sweep("--weight 'a=all: 0' --grid weight.a=0,1 --min-words 1 -q").ends(0);
    sweep("--weight 'all: 0' --min-words 1..=3 --rm3").ends(2).says(nothing);
    sweep(&format!("{title} --grid weight.titel=1,2")).ends(2).says(&["did you mean 'title'?"]);
    sweep("--grid weight.title=1,2")
        .ends(2)
        .says(&["expected a weight with this name, such as 'title=kind"]);
    sweep(&format!("{title} --grid weight.title=1,101"))
        .ends(2)
        .says(&["--grid weight.title: found '101'"]);
    sweep(&format!("{title} --grid weight.title=1,1.5 --grid model=bm25,dph"))
        .ends(2)
        .says(&["--model: found dph"]);
    sweep(&format!("{title} --grid weight.title=1,2 --grid model=bm25,dph -q")).ends(0);
    let compare = format!("compare index {judged} --weight 'kind = title: 0.5' --model pl2");
    case.tamis(&compare).ends(2).says(&["--model: found pl2 and fractional weights"]);
    case.tamis(&format!("compare index {judged} --weight 'all: 0'")).ends(2).says(nothing);

    case.tamis("search index --topics topics --out a.run -q").ends(0);
    case.tamis("eval qrels a.run --index index --weight 'all: 0'").ends(2).says(nothing);
    let found = case
        .tamis("eval qrels a.run --index index --weight 'kind = title: 0' --json")
        .ends(0)
        .stdout;
    assert!(found.contains("weights kind = title: 0"), "{found}");
    case.tamis("eval qrels a.run --weight 'kind = title: 3'").ends(2).says(&["--index"]);
});
