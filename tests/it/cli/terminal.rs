//! Text of others (titles, URLs, docnos, names of files, arguments) cannot steer a terminal or
//! forge a line, whatever command shows it.
#![cfg(unix)]

use crate::case::{Case, Outcome, html};
use crate::commands::commands;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::Command;
use tamis_place::{Escaped, is_escaped};

/// Clears the screen in two ways, rings, turns the text around, and pretends to be another line.
const HOSTILE: &str = "x\u{1b}[2J\u{7}\u{9b}2J\u{7f}\u{202e}\u{2028}\r\n  1. 99.9 forged";

fn utf_8(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Runs `tamis` with these arguments as they are.
fn tamis(case: &Case, args: &[&str]) -> Outcome {
    let output = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args(args)
        .current_dir(case.path(""))
        .output()
        .unwrap();
    Outcome {
        status: output.status.code().unwrap(),
        stdout: utf_8(output.stdout),
        stderr: utf_8(output.stderr),
    }
}

fn line(docno: &str, text: &str) -> Value {
    json!({ "docno": docno, "url": format!("http://a/{HOSTILE}"), "title": HOSTILE, "text": text })
}

/// A collection whose every text is hostile, with the names of its archives and files, and an index
/// of it.
fn collection() -> Case {
    let case = Case::new();
    let text = format!(
        "penguin {HOSTILE} penguin walks over the ice to the sea and back again to its egg in the \
         autumn"
    );
    let page = html(&("", HOSTILE, "kettle", &text));
    let lines = [
        line(&format!("d1{HOSTILE}"), &text),
        json!({ "docno": "d2", "url": HOSTILE, "html": page }),
        line("d3", &text),
        line("d2", "another"),
    ];
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    case.file(&format!("a{HOSTILE}.jsonl"), format!("{lines}broken {HOSTILE}"));
    case.file(&format!("pages{HOSTILE}/p{HOSTILE}.html"), &page);
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let body = &page;
    let id = HOSTILE.replace(['\r', '\n'], " ");
    let length = head.len() + body.len();
    case.file(
        "w.warc",
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <{id}>\r\nWARC-Target-URI: \
             http://w/{id}\r\nWARC-TREC-ID: {id}\r\nContent-Length: \
             {length}\r\n\r\n{head}{body}\r\n\r\nnothing {HOSTILE}"
        ),
    );
    case.file("topics", format!("1\tpenguin {}\n2\tautumn\n", HOSTILE.replace('\n', " ")));
    case.file("hostile-topics", "q\u{1b}1\tpenguin\n");
    let id = HOSTILE.replace(char::is_whitespace, "").replace('\u{2028}', "");
    case.file("qrels", format!("1 0 d2 1\n1 0 {id} 1\n2 0 d3 1\n{id} 0 d2 1\n"));
    case.file(
        "one.run",
        format!(
            "1 Q0 d2 1 9 {id}\n1 Q0 {id} 2 8 {id}\n{id} Q0 d2 1 1 {id}\n9{id} Q0 d2 1 1 {id}\n"
        ),
    );
    case.file("other.run", format!("1 Q0 d3 1 9 b{id}\n1 Q0 d2 2 8 b{id}\n{id} Q0 d3 1 1 b{id}\n"));
    case.file("broken.run", format!("1 Q0 {id}\n"));
    case.file(
        "labels.jsonl",
        format!(
            "{{\"docno\":\"d2\",\"block\":1,\"label\":true}}\n{}\n",
            json!({"docno": HOSTILE, "block": 1, "label": true})
        ),
    );
    case.file("sweep.toml", format!("\"{id}\" = 3\n"));
    case.file(&format!("set{HOSTILE}/html/p{HOSTILE}.html"), &page);
    case.file(&format!("set{HOSTILE}/gold/p{HOSTILE}.txt"), &text);
    case.file(&format!("set{HOSTILE}/html/q{HOSTILE}.html"), &page);
    case
}

/// Returns what is wrong with an outcome: another exit status, text that steers a terminal, or
/// lines of JSON that are none.
fn wrong(args: &[&str], status: i32, outcome: &Outcome) -> Option<String> {
    let Outcome { stdout, stderr, .. } = outcome;
    let raw = [stdout, stderr]
        .into_iter()
        .flat_map(|text| text.chars())
        .find(|c| is_escaped(*c) && !"\n\t".contains(*c));
    let forged = [stdout, stderr]
        .into_iter()
        .flat_map(|text| text.lines())
        .any(|line| line.starts_with("  1. 99.9 forged"));
    let json = !args.contains(&"--json")
        || status == 1
        || stdout.lines().all(|line: &str| serde_json::from_str::<Value>(line).is_ok());
    let fine = outcome.status == status
        && raw.is_none()
        && !forged
        && json
        && !stderr.contains("panicked");
    (!fine).then(|| {
        format!("{args:?}: {}, {raw:?}, {forged}\n{stdout:?}\n{stderr:?}\n", outcome.status)
    })
}

case!(no_command_lets_text_of_others_steer_the_terminal, |_| {
    let case = collection();
    let archive = format!("a{HOSTILE}.jsonl");
    let folder = format!("pages{HOSTILE}");
    let set = format!("set{HOSTILE}");
    let page = format!("pages{HOSTILE}/p{HOSTILE}.html");
    let page_json = ["extract", &page, "--json"];
    let index = format!("i{HOSTILE}");
    let h = HOSTILE;
    let gone = format!("gone{HOSTILE}");
    let tunable = format!("tunable{HOSTILE}");
    let titled = |number: usize| {
        let title = format!("{h} word{number} other{number}");
        json!({ "docno": format!("t{number}"), "title": title, "text": title }).to_string() + "\n"
    };
    case.file("titles.jsonl", (0..40).map(titled).collect::<String>());
    let lines: &[(&[&str], i32)] = &[
        (
            &[
                "index", &archive, &folder, "w.warc", "--out", &index, "-v", "--store", "all",
                "--dedup", "exact",
            ],
            3,
        ),
        (
            &[
                "index", &archive, &folder, "w.warc", "--out", &index, "-v", "--json", "--store",
                "all", "--dedup", "exact",
            ],
            0,
        ),
        (&["index", h, "--out", "new"], 2),
        (&["index", "gone\u{1b}\n", "--out", "new"], 1),
        (&["index", &archive, "--out", &folder], 1),
        (&["index", &archive, "--out", "strict", "--strict"], 1),
        (&["index", &archive, "--out", "new", "--classifier", h], 2),
        (&["index", &archive, "--out", "new", "--analyzer", h], 2),
        (&["index", &archive, "--out", "new", h, "--nothing", h], 2),
        (&["index", &archive, "--out", "new", "--store", h], 2),
        (&["index", &archive, "--out", "new", "--max-depth", h], 2),
        (&["search", &index, "penguin"], 0),
        (&["search", &index, "penguin", "--json"], 0),
        (&["search", &index, h, "--explain", "d2"], 0),
        (&["search", &index, h, "--explain", "d2", "--json"], 0),
        (&["search", &index, h, "--explain", h], 1),
        (&["search", &index, "--topics", "topics", "--explain"], 0),
        (&["search", &index, "--topics", "topics", "--topic", h], 1),
        (&["search", &index, "--topics", "topics"], 0),
        (&["search", &index, "--topics", "topics", "--tag", "a\u{1b}b"], 2),
        (&["search", &index, "--topics", "hostile-topics"], 1),
        (&["search", h, "penguin"], 1),
        (&["search", &index, "penguin", "--label", h], 2),
        (&["search", &index, "penguin", "--url-prefix", h], 0),
        (&["inspect", &index, "d2"], 0),
        (&["inspect", &index, "d2", "--json"], 0),
        (&["inspect", &index, h], 0),
        (&["inspect", &index, h, "--captures"], 0),
        (&["inspect", &index, &gone], 1),
        (&["extract", &page, "--blocks"], 0),
        (&["extract", &page, "--explain"], 0),
        (&page_json, 0),
        (&["extract", &page, "--max-blocks", "1", "--json"], 3),
        (&["extract", h], 1),
        // A server that listens would not end.
        (&["serve", h], 1),
        (&["serve", &index, "--host", h], 1),
        (&["serve", &index, "--topics", h, "--qrels", "qrels"], 1),
        (&["stats", &index], 0),
        (&["stats", &index, "--json"], 0),
        (&["shard", "plan", &archive, &folder, "--shards", "2"], 0),
        (&["shard", "plan", &archive, &folder, "--shards", "2", "--json"], 0),
        (&["shard", "plan", h, "--shards", "2"], 2),
        (&["index", &archive, &folder, "--shard", "1/1", "--out", &format!("shard{h}")], 3),
        (&["shard", "check", &format!("shard{h}")], 3),
        (&["shard", "check", &index], 1),
        (&["tune", &index], 1),
        (&["index", "titles.jsonl", "--out", &tunable], 0),
        (&["tune", &tunable, "--out", &format!("t{h}")], 0),
        (&["tune", &tunable, "--json", "--dry-run"], 0),
        (&["stats", &tunable], 0),
        (&["verify", &index], 0),
        (&["verify", &index, "--json"], 0),
        (
            &[
                "sweep",
                &index,
                "--topics",
                "topics",
                "--qrels",
                "qrels",
                "--min-words",
                "1,2",
                "--out",
                &format!("s{h}"),
            ],
            0,
        ),
        (
            &[
                "sweep",
                &index,
                "--topics",
                "topics",
                "--qrels",
                "qrels",
                "--min-words",
                "1,2",
                "--json",
            ],
            0,
        ),
        (&["sweep", "--config", "sweep.toml"], 1),
        (
            &[
                "compare",
                &index,
                "--topics",
                "topics",
                "--qrels",
                "qrels",
                "--out",
                &format!("c{h}"),
            ],
            0,
        ),
        (&["compare", &index, "--topics", "topics", "--qrels", "qrels", "--json"], 0),
        (&["eval", "qrels", "one.run", "-q", "-m", "all_trec"], 0),
        (&["eval", "qrels", "one.run", "-q", "--json"], 0),
        (&["eval", "qrels", "one.run", "--index", &index], 0),
        (&["eval", "qrels", "one.run", "other.run", "-q"], 0),
        (&["eval", "qrels", "one.run", "other.run", "--format", "tsv", "-q"], 0),
        (&["eval", "qrels", "one.run", "other.run", "--json", "--out", &format!("e{h}")], 0),
        (&["eval", "qrels", "broken.run"], 1),
        (&["eval", "qrels", "one.run", "-m", h], 2),
        (&["accuracy", &set, "--classifier", "keep-all", "--out", &format!("acc{h}")], 0),
        (&["accuracy", &set, "--classifier", "keep-all", "--json"], 0),
        (&["train", "mss-trained", &set, "--out", &format!("model{h}.model"), "--note", h], 0),
        (&["train", "mss-trained", &set, "--out", "a.model", "--json"], 0),
        (&["label", &index, "--from", "labels.jsonl"], 3),
        (&["label", &index, "--from", "labels.jsonl", "--name", "again", "--json"], 3),
        (&["label", &index, "--from", "labels.jsonl", "--name", h], 2),
        (&["stats", &index], 0),
        (&["export", &index, "--format", "jsonl"], 0),
        (&["export", &index, "--format", "jsonl", "--out", &format!("x{h}.jsonl")], 0),
        (&["demo", "--out", &format!("demo{h}"), "--pages", "20"], 0),
        (&["combine", &index, "--out", &format!("combined{h}"), "--json"], 0),
        (&["combine", &index, &index, "--out", h], 1),
        (&["delete", &index, h, "gone", &gone, "--dry-run"], 3),
        (&["delete", &index, h, &gone, "--url-prefix", h, "--dry-run", "--json"], 3),
        (&["man", "--out", &format!("man{h}")], 0),
        (&["help", h], 2),
        (&["models", "--json"], 0),
        (&["classifiers", h], 2),
        (&["analyzers", "--json"], 0),
        (&["measures", "--json"], 0),
        (&["completions", h], 2),
        (&[h], 2),
    ];
    let wrong: Vec<String> = lines
        .iter()
        .filter_map(|(args, status)| wrong(args, *status, &tamis(&case, args)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.concat());
    // No command is left out.
    let help = tamis(&case, &["--help"]).stdout;
    let commands: BTreeSet<&str> =
        commands(&help).into_iter().map(|(name, _)| name).chain(["help"]).collect();
    let tried: BTreeSet<&str> =
        lines.iter().map(|(args, _)| args[0]).filter(|command| *command != h).collect();
    assert_eq!(commands, tried);

    // What is listed is on as many lines as there is of it, with the text to be seen.
    let found = tamis(&case, &["search", &index, "penguin"]).stdout;
    let results = tamis(&case, &["search", &index, "penguin", "--json"]).json_lines().len();
    let urls = found
        .lines()
        .filter(|line| line.trim_start().trim_start_matches("http://a/") == Escaped(h).to_string());
    assert_eq!((results, found.lines().count(), urls.count()), (2, 5 * results, 2), "{found}");
    let list = case.read(&format!("{index}/losses.tsv"));
    assert!(list.lines().all(|line| line.split('\t').count() == 7), "{list}");
    assert!(!list.chars().any(|c| is_escaped(c) && !"\n\t".contains(c)), "{list:?}");
    assert!(
        ["duplicate", "duplicate_text", "damaged_record"]
            .iter()
            .all(|reason| list.contains(&format!("\tskipped\t{reason}\t"))),
        "{list}"
    );
    // So do the files of reports; XML allows none of these characters.
    for file in [
        &format!("s{h}/report.html"),
        &format!("s{h}/sweep.svg"),
        &format!("c{h}/report.html"),
        &format!("e{h}/report.html"),
        &format!("e{h}/runs.tsv"),
        &format!("e{h}/runs.json"),
        &format!("acc{h}/per_page.tsv"),
        &format!("acc{h}/unscored.tsv"),
        &format!("acc{h}/accuracy.svg"),
        &format!("acc{h}/accuracy.md"),
    ] {
        let text = case.read(file);
        let raw = text.chars().find(|c| is_escaped(*c) && !"\n\t".contains(*c));
        assert_eq!(raw, None, "{file:?}");
    }
    // What a classifier keeps is data, which a pipe gets as it is.
    let kept = tamis(&case, &["extract", &page, "--classifier", "keep-all"]).ends(0).stdout;
    assert!(kept.contains("\u{1b}[2J"), "{kept:?}");
});

/// Runs a line of shell on a terminal, in which `$TAMIS` is the program and `$NAME` a hostile name.
#[cfg(target_os = "linux")]
fn on_a_terminal(case: &Case, line: &str) -> String {
    let mut script = Command::new("script");
    script.args(["-qec", line, "/dev/null"]).current_dir(case.path("")).env("NAME", HOSTILE);
    let output = script
        .env("TAMIS", env!("CARGO_BIN_EXE_tamis"))
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn is_hostile(text: &str) -> bool {
    text.chars().any(|c| is_escaped(c) && !"\n\t\r\u{1b}".contains(c))
}

#[cfg(target_os = "linux")]
case!(on_a_terminal_data_and_progress_are_shown_as_escapes_too, |case| {
    let page = html(&("", HOSTILE, "kettle", HOSTILE));
    case.file(&format!("{HOSTILE}.html"), &page);
    case.file(&format!("a{HOSTILE}.jsonl"), format!("{}\n", json!({"docno": "d", "html": page})));
    for (line, expected) in [
        ("$TAMIS extract \"$NAME.html\" --classifier keep-all", r"x\u{1b}[2J\u{7}"),
        ("$TAMIS extract \"$NAME.html\" --blocks", r"x\u{1b}[2J\u{7}"),
        // The bar itself moves the cursor; the name of the archive beside it does not.
        ("$TAMIS index \"a$NAME.jsonl\" --out index -v --store all", r"reading ax\u{1b}[2J\u{7}"),
        ("$TAMIS inspect index d --html", r"x\u{1b}[2J\u{7}"),
        ("$TAMIS export index --format jsonl", r"x\u001b[2J\u0007"),
    ] {
        let shown = on_a_terminal(&case, line);
        assert!(!is_hostile(&shown) && shown.contains(expected), "{line}: {shown:?}");
    }
});
