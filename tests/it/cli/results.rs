//! Folders of results: two experiments never mix in one, and what is not theirs stays.

use crate::case::Case;
use serde_json::Value;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

const SWEEP: &str = "sweep index --topics topics --qrels qrels -q";

/// The files of a folder by name, those in its folders too.
fn files(case: &Case, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(case.path(folder)).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{folder}/{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            found.append(&mut files(case, &name));
        } else {
            found.insert(name, std::fs::read(path).unwrap());
        }
    }
    found
}

case!(a_folder_holds_one_experiment_and_what_is_not_its_own_stays, |_| {
    let case = Case::indexed();
    case.file("pages/html/a.html", "<p>one two three</p>");
    case.file("pages/gold/a.txt", "one two three");
    case.file("run-1", "1 Q0 ice-1 1 2.0 mine\n");
    case.file("run-2", "1 Q0 ice-2 1 2.0 other\n");
    let other = format!("{SWEEP} --min-words 1..=3");
    for (line, changed) in [
        (
            &*format!("{SWEEP} --min-words 1..=9 --folds 2"),
            &*format!("{SWEEP} --min-words 1..=9 --level 2"),
        ),
        (
            &format!("{SWEEP} --min-words 1..=9 --runs"),
            &format!("{SWEEP} --min-words 1..=9 --runs --hits 5"),
        ),
        (
            "compare index --topics topics --qrels qrels -q",
            "compare index --topics topics --qrels qrels --title drop -q",
        ),
        ("eval qrels run-1 run-2", "eval qrels run-1 run-2 --test wilcoxon"),
        ("accuracy pages -q", "accuracy pages --cut atomic -q"),
        ("distribution pages -q", "distribution pages --cut atomic -q"),
        ("distribution index -q", "distribution index --label words-tree -q"),
    ] {
        let _ = std::fs::remove_dir_all(case.path("out"));
        case.tamis(&format!("{line} --out out")).ends(0);
        case.file("out/notes.txt", "mine");
        case.file("out/runs/notes.run.txt", "mine");
        let first = files(&case, "out");
        // The same again gives the same again.
        case.tamis(&format!("{line} --out out")).ends(0);
        assert_eq!(files(&case, "out"), first, "{line}");
        for refused in [changed, &other] {
            case.tamis(&format!("{refused} --out out")).ends(1).says(&[
                "out: holds the results of another experiment",
                "name another folder, or replace them (`--out`, `--force`)",
            ]);
            assert_eq!(files(&case, "out"), first, "{refused}");
        }
        case.tamis(&format!("{other} --out fresh")).ends(0);
        case.tamis(&format!("{other} --out out --force")).ends(0);
        let mine = ["notes.txt", "runs/notes.run.txt"]
            .map(|name| (format!("out/{name}"), b"mine".to_vec()));
        let fresh: Vec<String> =
            files(&case, "fresh").into_keys().map(|name| name.replace("fresh/", "out/")).collect();
        let names: Vec<String> = files(&case, "out")
            .into_keys()
            .filter(|name| mine.iter().all(|(m, _)| m != name))
            .collect();
        assert_eq!(names, fresh, "{line}");
        assert!(mine.iter().all(|(name, text)| files(&case, "out")[name] == *text));
    }
});

case!(an_experiment_is_its_contents_and_neither_paths_nor_threads, |_| {
    let case = Case::indexed();
    let copy = |from: &str, to: &str| std::fs::copy(case.path(from), case.path(to)).unwrap();
    copy("topics", "same.topics");
    copy("qrels", "same.qrels");
    let qrels = std::fs::read_to_string(case.path("qrels")).unwrap();
    let (rest, grade) = qrels.trim_end().rsplit_once(' ').unwrap();
    case.file("other.qrels", format!("{rest} {}\n", grade.parse::<i32>().unwrap() + 1));
    case.file("list", "ice-1\nice-2\ntea-1\n");
    case.file("same.list", "tea-1\nice-2\nice-1\n");
    case.file("other.list", "ice-1\ntea-1\n");
    case.file("run-1", "1 Q0 ice-1 1 2.0 mine\n");
    case.file("run-2", "1 Q0 ice-2 1 2.0 other\n");
    let judged = "--topics topics --qrels qrels";
    for line in [
        format!("sweep index {judged} --min-words 1..=9 --docnos list"),
        format!("compare index {judged} --docnos list"),
        "eval qrels run-1 run-2 --index index --docnos list".to_owned(),
    ] {
        let _ = std::fs::remove_dir_all(case.path("out"));
        case.tamis(&format!("{line} --out out")).ends(0);
        let moved = [("topics topics", "topics same.topics"), ("qrels ", "same.qrels ")];
        let moved = moved.iter().fold(line.clone(), |line, (from, to)| line.replace(from, to));
        let moved =
            moved.replace("--same.qrels", "--qrels").replace("docnos list", "docnos same.list");
        let threads = if line.starts_with("eval") { "" } else { "--threads 1" };
        case.tamis(&format!("{moved} --out out {threads}")).ends(0);
        let refused = [("qrels ", "other.qrels "), ("docnos list", "docnos other.list")];
        for (from, to) in refused {
            let other = line.replace(from, to).replace("--other.qrels", "--qrels");
            case.tamis(&format!("{other} --out out"))
                .ends(1)
                .says(&["out: holds the results of another experiment"]);
        }
    }
});

/// Writes another identity into the list of a folder, and returns the one that was there.
fn set_identity(case: &Case, folder: &str, identity: &str) -> String {
    let name = format!("{folder}/files.json");
    let list = case.read(&name);
    let parsed: Value = serde_json::from_str(&list).unwrap();
    let former = parsed["inputs"].as_str().unwrap();
    case.file(&name, list.replace(former, identity));
    former.to_owned()
}

/// Returns the hash of the index in an identity of version 1.
fn hash_of_index(case: &Case, index: &str) -> String {
    let meta: Value = serde_json::from_str(&case.read(&format!("{index}/meta.json"))).unwrap();
    let segments = meta["segments"].as_array().unwrap();
    let mut hash = Xxh3::new();
    for segment in segments {
        hash.update(segment["segment_id"].as_str().unwrap().replace('-', "").as_bytes());
    }
    let pages: u64 = segments.iter().map(|segment| segment["max_doc"].as_u64().unwrap()).sum();
    // Every page passes the filters.
    hash.update(&vec![1; pages as usize]);
    format!("{:032x}", hash.digest128())
}

/// Returns the first line of a checkpoint as version 1 wrote it for topics and judgements of a
/// [`Case::indexed`].
fn head_of_version_1(case: &Case, grids: &str, hits: usize, measures: &str) -> String {
    let index = hash_of_index(case, "index");
    let weights = vec!["[]"; serde_json::from_str::<Vec<Value>>(grids).unwrap().len()].join(",");
    let version = env!("CARGO_PKG_VERSION");
    [
        r#"{"baseline":"bm25 k1=0.9 b=0.4","filter":"all","grids":"#,
        grids,
        &format!(r#","hits":{hits},"index":"{index}""#),
        r#","judgements":"0294890b966573a863ae4d97ff12b8a1","measures":"#,
        measures,
        r#","models":["bm25 k1=0.9 b=0.4"],"queries":"00b79723452a5487f050ca325dfb2851""#,
        &format!(r#","steps":3,"sweep_checkpoint":1,"tamis":"{version}","title":"keep""#),
        &format!(r#","topics":3,"weights":[{weights}]}}"#),
    ]
    .concat()
}

// The identity is as the program before wrote it, which hashed debug output.
case!(a_folder_with_an_identity_of_version_1_holds_another_comparison, |_| {
    let case = Case::indexed();
    let thresholds: Vec<String> = [
        ("min_words", (1..=100).collect::<Vec<u32>>()),
        ("min_density", (1..=20).collect()),
        ("max_repeats", [1, 2, 3, 5].into_iter().chain((10..=100).step_by(10)).collect()),
    ]
    .iter()
    .map(|(axis, values)| {
        let values: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
        format!("[[\"{axis}\",[{}]]]", values.join(","))
    })
    .collect();
    let comparison = head_of_version_1(
        &case,
        &format!("[{}]", thresholds.join(",")),
        1000,
        r#"["P_10","recall_10","F1_10","map","ndcg","ndcg_cut_10"]"#,
    ) + r#"Compared { labels: [(6, "words-tree")], rule: All, title: Keep, "#
        + "weights: Weights { rules: [], by: None }, folds: Some(2), seed: 1 }";
    let comparison = format!("{:032x}", xxh3_128(comparison.as_bytes()));
    // A comparison has had a row for the sieve since, so what version 1 wrote is another one.
    let line = "compare index --topics topics --qrels qrels --label words-tree --folds 2 -q";
    case.tamis(&format!("{line} --out compared")).ends(0);
    set_identity(&case, "compared", &comparison);
    case.tamis(&format!("{line} --out compared"))
        .ends(1)
        .says(&["compared: holds the results of another experiment"]);
    case.tamis(&format!("{line} --out compared --force")).ends(0);
    case.tamis(&format!("{line} --out compared")).ends(0);
});

case!(a_sweep_goes_on_from_a_checkpoint_of_version_1, |_| {
    let case = Case::indexed();
    let line = format!("{SWEEP} --min-words 1..=2 --max-link-density 0.5,1 --out out");
    // What cannot be written at the end leaves the checkpoint.
    std::fs::create_dir_all(case.path("out/report.html")).unwrap();
    case.tamis(&line).ends(1).says(&["report.html: is there already"]);
    std::fs::remove_dir(case.path("out/report.html")).unwrap();
    let head = head_of_version_1(
        &case,
        &[
            r#"[[["min_words 1: words >= 1","min_words 2: words >= 2"],"#,
            r#"["max_link_density",["0.5","1"]]]]"#,
        ]
        .concat(),
        10,
        r#"["P_10","ndcg_cut_10"]"#,
    );
    let checkpoint = case.read("out/sweep.checkpoint");
    let (current, scores) = checkpoint.split_once('\n').unwrap();
    assert!(current.starts_with(r#"{"sweep_checkpoint":2,"#) && current != head, "{current}");
    case.file("out/sweep.checkpoint", format!("{head}\n{scores}"));
    let version_1 = xxh3_128(format!("{head}(None, 1, 10000, false)").as_bytes());
    let identity = set_identity(&case, "out", &format!("{version_1:032x}"));
    case.tamis(&format!("{line} --level 2")).ends(1).says(&["another experiment"]);
    case.tamis(&line.replace(" -q", ""))
        .ends(0)
        .says(&["out/sweep.checkpoint has 3 of 3 topics; resuming"]);
    assert_eq!(set_identity(&case, "out", ""), identity);
});

case!(a_folder_without_a_list_is_not_written_over, |_| {
    let case = Case::indexed();
    case.file("out/sweep.tsv", "mine");
    for force in ["", "--force"] {
        let refused = case.tamis(&format!("{SWEEP} --min-words 1..=3 --out out {force}")).ends(1);
        refused.says(&["out/sweep.tsv: is there already, and files.json does not list it"]);
    }
    assert_eq!(files(&case, "out").len(), 1);
    // Other folds are another experiment, whose results replace the former ones with
    // --force.
    case.tamis(&format!("{SWEEP} --min-words 1..=3 --folds 2 --out same")).ends(0);
    case.tamis(&format!("{SWEEP} --min-words 1..=3 --out same"))
        .ends(1)
        .says(&["another experiment", "--force"]);
    case.tamis(&format!("{SWEEP} --min-words 1..=3 --folds 2 --out same")).ends(0);
    case.tamis(&format!("{SWEEP} --min-words 1..=3 --out same --force")).ends(0);
    // So is another margin; the usual one, named, is none.
    case.tamis(&format!("{SWEEP} --min-words 1..=3 --margin 5% --out same")).ends(0);
    case.tamis(&format!("{SWEEP} --min-words 1..=3 --margin 0.02 --out same"))
        .ends(1)
        .says(&["another experiment", "--force"]);
    assert!(
        !case.path("same/folds.tsv").exists()
            && !case.read("same/files.json").contains("folds.tsv")
    );
});

fn scores_of_run(case: &Case, run: &str) -> String {
    case.tamis(&format!("eval qrels {run}")).ends(0).stdout
}

case!(a_run_is_packed_as_its_name_says_and_read_again, |_| {
    let case = Case::indexed();
    let line = "search index --topics topics --out";
    for name in ["run", "run.gz", "run.zst", "again.gz"] {
        case.tamis(&format!("{line} {name} -q")).ends(0);
    }
    let bytes = |name: &str| std::fs::read(case.path(name)).unwrap();
    assert_eq!(bytes("run.gz")[..2], [0x1f, 0x8b]);
    assert_eq!(bytes("run.zst")[..4], [0x28, 0xb5, 0x2f, 0xfd]);
    assert_eq!(bytes("run.gz"), bytes("again.gz"));
    assert_eq!(
        [scores_of_run(&case, "run.gz"), scores_of_run(&case, "run.zst")],
        [scores_of_run(&case, "run"), scores_of_run(&case, "run")]
    );
    case.tamis("export index --format jsonl --out pages.jsonl.zst -q").ends(0);
    assert_eq!(bytes("pages.jsonl.zst")[..4], [0x28, 0xb5, 0x2f, 0xfd]);
    case.tamis("index pages.jsonl.zst --out other -q").ends(0);
});
