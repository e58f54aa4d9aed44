//! `tamis combine`: what it prints, its list of indexes, and a full disk. What is combined is
//! tested in `crates/library/tests/it/combine.rs`.

use crate::case::{Case, PAGES, keys};
use std::process::Command;
use tamis::Index;

case!(indexes_become_one_in_words_and_in_json, |_| {
    let case = Case::indexed();
    case.file("more.jsonl", "{\"docno\":\"more\",\"text\":\"a kettle\"}\n");
    case.tamis("index more.jsonl --out more --shard 1/3 -q").ends(0);
    case.tamis("index more.jsonl --out b -q").ends(0);
    let pages = format!("c: 2 indexes, {} pages, ", PAGES.len() + 1);
    let outcome = case.tamis("combine index b --out c --json").ends(0);
    let json = outcome.says(&[&pages, " blocks, "]).json();
    let expected = [
        "archives", "blocks", "combined", "flawed", "index", "pages", "records", "skipped",
        "tokens",
    ];
    assert_eq!(keys(&json), expected);
    assert_eq!((&json["archives"], &json["combined"][1]), (&2.into(), &"b".into()));
    case.tamis("combine index b --out c")
        .ends(1)
        .says(&["c: holds an index already", "`tamis combine --force`"]);
    case.file("list", "# both\nb\nindex\n");
    case.tamis("combine @list --out c --force").ends(0).says(&[&pages]);
    case.tamis("combine more --out s")
        .ends(0)
        .says(&["warning: s lacks shards 2, 3 of 3 of its collection"]);
    case.tamis("combine b c --out d")
        .ends(1)
        .says(&["c: its page more is in b too", "`tamis delete c DOCNO`"]);
    case.tamis("combine index b").ends(2).says(&["--out"]);
    case.tamis("combine @nowhere --out d").ends(1).says(&["nowhere"]);
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
        let build = Index::build(case.path(format!("part{number}")));
        build.collection(case.path(format!("file{number}.jsonl"))).run().unwrap();
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
