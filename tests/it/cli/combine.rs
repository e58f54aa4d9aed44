//! `tamis combine`: indexes become one, reported in words and in JSON, and what cannot be combined
//! is reported by name.

use crate::case::{Case, PAGES, QRELS, TOPICS, keys};
use serde_json::Value;
use std::process::Command;

/// Two indexes of the pages, and one of all.
fn parts(flags: &str) -> Case {
    let case = Case::new();
    for (number, (docno, title, _, text)) in PAGES.iter().enumerate() {
        let html = format!("<title>{title}</title><p>Home</p><p>{text}</p>");
        let line = serde_json::json!({ "docno": docno, "html": html }).to_string();
        case.file(&format!("file{number}.jsonl"), line + "\n");
    }
    case.file("topics", TOPICS);
    case.file("qrels", QRELS);
    case.tamis(&format!("index file0.jsonl file1.jsonl --out a {flags}")).ends(0);
    case.tamis(&format!("index file2.jsonl file3.jsonl file4.jsonl --out b {flags}")).ends(0);
    case.tamis(&format!(
        "index file0.jsonl file1.jsonl file2.jsonl file3.jsonl file4.jsonl --out all-1 {flags}"
    ))
    .ends(0);
    case
}

fn output(case: &Case, command: &str, index: &str) -> String {
    case.tamis(&command.replace("INDEX", index)).ends(0).stdout.replace(index, "INDEX")
}

fn assert_same_results(case: &Case, command: &str) {
    assert_eq!(output(case, command, "all-2"), output(case, command, "all-1"), "{command}");
}

fn stats(case: &Case, index: &str) -> Value {
    let mut stats = case.tamis(&format!("stats {index} --json")).ends(0).json();
    for key in ["index", "bytes", "program", "segments"] {
        stats.as_object_mut().unwrap().remove(key);
    }
    stats
}

case!(results_are_those_of_one_index_of_all, |_| {
    let case = parts("--detect-language --store all");
    let outcome = case
        .tamis("combine a b --out all-2 --json")
        .ends(0)
        .says(&["all-2: 2 indexes, 5 pages, ", " blocks, "]);
    let json = outcome.json();
    let expected = [
        "archives", "blocks", "combined", "flawed", "index", "pages", "records", "skipped",
        "tokens",
    ];
    assert_eq!(keys(&json), expected);
    assert_eq!(
        (&json["pages"], &json["archives"], &json["combined"][1]),
        (&5.into(), &5.into(), &"b".into())
    );
    case.tamis("verify all-2").ends(0);
    assert_same_results(&case, "search INDEX penguin water --explain --json");
    assert_same_results(&case, "search INDEX --topics topics --rm3 --max-repeats 1");
    assert_same_results(
        &case,
        "sweep INDEX --topics topics --qrels qrels --min-words 1..=20 --json",
    );
    assert_same_results(&case, "compare INDEX --topics topics --qrels qrels --json");
    assert_same_results(&case, "export INDEX --format jsonl");
    assert_same_results(&case, "inspect INDEX tea-1 --json");
    assert_eq!(stats(&case, "all-2"), stats(&case, "all-1"));

    case.tamis("combine a b --out all-2")
        .ends(1)
        .says(&["all-2: holds an index already", "`tamis combine --force`"]);
    case.file("list", "# both\nb\na\n");
    case.tamis("combine @list --out all-2 --force").ends(0).says(&["all-2: 2 indexes, 5 pages"]);
    assert_same_results(&case, "search INDEX --topics topics");
    case.tamis("combine a --out d -q").ends(0);
    assert_eq!(case.tamis("stats d --json").json()["pages"], 2);
    case.tamis("index file4.jsonl --out d --detect-language --store all")
        .ends(0)
        .says(&["d: 3 pages"]);
});

case!(a_shard_that_is_missing_is_reported, |case| {
    for number in 0..3 {
        case.file(
            &format!("crawl/{number}.jsonl"),
            format!("{{\"docno\":\"d{number}\",\"text\":\"kettle\"}}\n"),
        );
    }
    for number in 1..=3 {
        case.tamis(&format!("index crawl/ --out s{number} --shard {number}/3")).ends(0);
    }
    case.tamis("combine s1 s3 --out two")
        .ends(0)
        .says(&["two: 2 indexes, 2 pages", "warning: two lacks shard 2 of 3"]);
    let all =
        case.tamis("combine s1 s2 s3 --out three").ends(0).says(&["three: 3 indexes, 3 pages"]);
    assert!(!all.stderr.contains("warning"), "{}", all.stderr);
    case.tamis("index crawl/ --out three").ends(0).says(&["three: 3 pages"]);
});

case!(what_cannot_be_combined_is_reported, |_| {
    let case = parts("");
    case.tamis("index file2.jsonl --out other --store none").ends(0);
    case.tamis("combine a other --out c")
        .ends(1)
        .says(&["other: found store none, expected text as in a"]);
    case.tamis("combine a all-1 --out c")
        .ends(1)
        .says(&["all-1: its page ice-1 is in a too", "`tamis delete all-1 DOCNO`"]);
    case.tamis("combine a file0.jsonl --out c")
        .ends(1)
        .says(&["file0.jsonl: is a JSONL collection, not an index"]);
    case.tamis("combine a b --out file0.jsonl").ends(1).says(&["file0.jsonl"]);
    case.tamis("combine a b").ends(2).says(&["--out"]);
    case.tamis("combine @nowhere --out c").ends(1).says(&["nowhere"]);
    assert!(!case.path("c").exists());
});

case!(damage_is_reported_with_the_file_of_the_index_that_has_it, |case| {
    // Texts that are not read before twelve segments become one, of several blocks of the store.
    let mut state = 1u64;
    let mut random_words = String::new();
    for _ in 0..30_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        random_words += &format!("{:010x} ", state >> 24);
    }
    for number in 0..12 {
        let text = if number == 7 { &random_words } else { "kettle" };
        let line = serde_json::json!({ "docno": format!("d{number}"), "text": text });
        case.file(&format!("file{number}.jsonl"), line.to_string());
        case.tamis(&format!("index file{number}.jsonl --out part{number} -q")).ends(0);
    }
    case.file("list", (0..12).map(|number| format!("part{number}\n")).collect::<String>());
    let mut files =
        std::fs::read_dir(case.path("part7")).unwrap().map(|entry| entry.unwrap().path());
    let store = files.find(|file| file.extension().is_some_and(|end| end == "store")).unwrap();
    let mut bytes = std::fs::read(&store).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&store, bytes).unwrap();
    let name = store.file_name().unwrap().to_string_lossy();
    let stderr = case.tamis("combine @list --out all").ends(1).stderr;
    assert!(stderr.starts_with(&format!("tamis: part7/{name}:")), "{stderr}");
    assert!(!case.path("all").join(&*name).exists());
});

fn words(page: usize) -> String {
    (0..400).map(|word| format!("w{} ", word * (page + 3) % 997)).collect::<String>()
}

// A limit on the size of a file is what a full disk looks like to a program, and needs no disk.
#[cfg(unix)]
case!(a_full_disk_leaves_nothing, |case| {
    for number in 0..12 {
        case.file(
            &format!("file{number}.jsonl"),
            (0..20)
                .map(|page| {
                    let docno = format!("d{number}-{page}");
                    serde_json::json!({ "docno": docno, "text": words(number * 20 + page) })
                        .to_string()
                        + "\n"
                })
                .collect::<String>(),
        );
        case.tamis(&format!("index file{number}.jsonl --out part{number}")).ends(0);
    }
    case.file("list", (0..12).map(|number| format!("part{number}\n")).collect::<String>());
    for limit in [0, 100] {
        let tamis = env!("CARGO_BIN_EXE_tamis");
        let line =
            format!("trap '' XFSZ; ulimit -f {limit}; exec {tamis} combine @list --out full");
        let full =
            Command::new("sh").args(["-c", &line]).current_dir(case.path("")).output().unwrap();
        let stderr = String::from_utf8(full.stderr).unwrap();
        assert_eq!(full.status.code(), Some(1), "{stderr}");
        assert!(
            stderr.contains(
                "full: no space left on the disk; free some space and run it again: nothing was"
            ),
            "{stderr}"
        );
        let names =
            std::fs::read_dir(case.path("full")).unwrap().map(|entry| entry.unwrap().file_name());
        assert_eq!(names.collect::<Vec<_>>(), ["tamis.lock"]);
    }
    case.tamis("combine @list --out full").ends(0).says(&["full: 12 indexes, 240 pages"]);
    case.tamis("verify full").ends(0);
});

case!(a_refused_combination_leaves_nothing_of_an_interrupted_one, |case| {
    for name in ["a", "b"] {
        case.file(&format!("{name}.jsonl"), format!("{{\"docno\":\"{name}\",\"text\":\"one\"}}\n"));
        case.tamis(&format!("index {name}.jsonl --out {name}")).ends(0);
    }
    case.tamis("index a.jsonl --out copy").ends(0);
    let names = |folder: &str| {
        let names = std::fs::read_dir(case.path(folder)).unwrap();
        let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    // As a kill leaves a folder.
    std::fs::create_dir(case.path("out")).unwrap();
    let half = format!("{}.store", "0".repeat(32));
    for name in [".tmp-joining", half.as_str()] {
        case.file(&format!("out/{name}"), "");
    }
    case.tamis("combine a copy --out out").ends(1).says(&["its page a is in a too"]);
    assert_eq!(names("out"), ["tamis.lock"]);
    case.tamis("combine a b --out out").ends(0);
    let whole = names("out");
    case.file("out/.tmp-joining", "");
    case.tamis("combine a copy --out out --force").ends(1);
    assert_eq!(names("out"), whole);
    case.tamis("verify out").ends(0);
    // What is not ours stays.
    case.file("out/notes.txt", "");
    case.tamis("combine a b --out out --force").ends(1).says(&["not part of an index"]);
    assert_eq!(names("out").len(), whole.len() + 1);
});
