//! Hostile environments: pipes and devices in place of files, gzip that unpacks to far more, names
//! that are not UTF-8, a closed standard error.
#![cfg(unix)]

use crate::case::{Case, Outcome};
use std::io::Write;
use std::process::Command;

fn utf_8(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Runs a line of shell in the case's folder, in which `$TAMIS` is the program.
fn shell(case: &Case, line: &str) -> Outcome {
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(case.path("")).env("TAMIS", env!("CARGO_BIN_EXE_tamis"));
    let output = command.output().unwrap();
    Outcome {
        status: output.status.code().unwrap(),
        stdout: utf_8(output.stdout),
        stderr: utf_8(output.stderr),
    }
}

case!(a_pipe_is_refused_and_not_waited_for, |case| {
    std::fs::create_dir(case.path("folder")).unwrap();
    case.warc("folder/pages.warc", 2);
    let made = Command::new("mkfifo").arg(case.path("folder/pipe")).status().unwrap();
    assert!(made.success());
    case.tamis("index folder/pipe --out new")
        .ends(1)
        .says(&["folder/pipe: cannot read: a pipe", "save it to a file"]);
    assert!(!case.path("new").exists());
    // In a folder it is counted, and the rest is indexed.
    case.tamis("index folder --out index").ends(3).says(&["2 pages", "unreadable 1"]);
    assert!(case.read("index/losses.tsv").contains("folder/pipe\t0\tpipe\tskipped\tunreadable"));
});

// Elsewhere such a name cannot be made.
#[cfg(target_os = "linux")]
case!(names_that_are_no_utf_8_are_distinguished, |case| {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    case.warc("one.warc", 1);
    case.warc("two.warc", 2);
    for (from, to) in [("one.warc", b"\xfe.warc"), ("two.warc", b"\xff.warc")] {
        std::fs::rename(case.path(from), case.path(OsStr::from_bytes(to))).unwrap();
    }
    let outcome = shell(&case, "\"$TAMIS\" index *.warc --out index --json").ends(0);
    let archives: Vec<_> = outcome
        .json_lines()
        .iter()
        .filter_map(|line| line["archive"]["path"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(archives, ["%FE.warc", "%FF.warc"]);
    // Under lossy names each would look like the other, changed.
    shell(&case, "\"$TAMIS\" index *.warc --out index -v").ends(0).says(&[
        "%FE.warc is already in the index",
        "%FF.warc is already in the",
        "already in the index: 2 archives",
    ]);
});

#[cfg(target_os = "linux")]
case!(the_exit_status_does_not_need_standard_error, |case| {
    case.warc("pages.warc", 1);
    shell(&case, "\"$TAMIS\" index none.warc --out index 2> /dev/full").ends(1);
    shell(&case, "\"$TAMIS\" index pages.warc --out index 2> /dev/full").ends(0);
});

case!(a_reader_of_the_output_that_goes_away_costs_nothing, |case| {
    std::fs::create_dir(case.path("pages")).unwrap();
    for i in 0..9 {
        case.warc(&format!("pages/{i}.warc"), 1);
    }
    shell(&case, "{ \"$TAMIS\" index pages --out index --json; echo $? > status; } | head -n 1")
        .ends(0);
    assert_eq!(case.read("status").trim(), "0");
    assert!(case.tamis("verify index").ends(0).stdout.contains("the index is whole"));
});

/// Every command line that reads an input which is not a collection; FILE stands for it.
const INPUTS: [&str; 10] = [
    "search index --topics FILE --out run",
    "eval FILE run.txt",
    "eval qrels FILE",
    "eval FILE run.txt --relevance prefs",
    "eval FILE run.txt --relevance prels",
    "eval qrels run.txt --zscores FILE",
    "search index words --docnos FILE",
    "search index words --spam-scores FILE",
    "sweep --config FILE",
    "label index --from FILE",
];

case!(what_never_ends_is_refused_with_the_limit_and_the_remedy, |_| {
    let case = Case::indexed();
    case.file("run.txt", "1 Q0 ice-1 1 1 t\n");
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..70 {
        bomb.write_all(&vec![b'a'; 1 << 20]).unwrap();
    }
    case.file("bomb.gz", bomb.finish().unwrap());
    assert!(case.path("bomb.gz").metadata().unwrap().len() < 1 << 17);
    for line in INPUTS {
        for file in ["/dev/zero", "bomb.gz"] {
            let outcome = case.tamis(&line.replace("FILE", file));
            assert!(
                outcome.stderr.contains(&format!("{file}:1: found a line of more than ")),
                "{line}: {}",
                outcome.stderr
            );
            assert!(
                outcome.stderr.contains("expected at most that; "),
                "{line}: {}",
                outcome.stderr
            );
            outcome.ends(1);
        }
    }
    let many = "yes 1:a | \"$TAMIS\" search index --topics - --out run";
    shell(&case, many)
        .ends(1)
        .says(&["(standard input): found more than 64 MiB, expected at most that; split it"]);
    assert!(!case.path("run").exists());
    // A page has no lines to be counted by.
    let page =
        "found more than 32 MiB, expected a page of at most that; keep the part that matters";
    case.tamis("extract /dev/zero").ends(1).says(&[&format!("/dev/zero: {page}")]);
    shell(&case, "yes '<p>a' | \"$TAMIS\" extract - --blocks")
        .ends(1)
        .says(&[&format!("(standard input): {page}")]);
});

case!(a_rule_of_any_depth_or_length_ends_in_an_answer, |_| {
    let case = Case::indexed();
    for (rule, message) in [
        (
            "all or ".repeat(15_000) + "all",
            "column 70001: found one comparison too many, expected at most 10000",
        ),
        ("(".repeat(50_000), "column 101: found '(', expected at most 100 nested parentheses"),
        ("not ".repeat(30_000), "column 401: found 'not', expected at most 100 nested parentheses"),
    ] {
        case.tamis(&format!("search index words --where '{rule}'")).ends(2).says(&[message]);
    }
    let long: Vec<String> = (0..1_000).map(|words| format!("words = {words}")).collect();
    let found =
        case.tamis(&format!("search index penguin --json --where '{}'", long.join(" or "))).ends(0);
    assert_eq!(found.json_lines(), case.tamis("search index penguin --json").json_lines());
});
