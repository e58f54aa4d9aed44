//! Hostile environments: input without end, a closed standard error, a reader of the output that
//! goes away.
#![cfg(unix)]

use crate::case::{Case, Outcome};
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

case!(what_never_ends_is_refused_with_the_limit_and_the_remedy, |_| {
    let case = Case::indexed();
    for line in ["search index --topics /dev/zero --out run", "sweep --config /dev/zero"] {
        case.tamis(line)
            .ends(1)
            .says(&["/dev/zero:1: found a line of more than ", "expected at most that; "]);
    }
    let many = "yes 1:a | \"$TAMIS\" search index --topics - --out run";
    shell(&case, many)
        .ends(1)
        .says(&["(standard input): found more than 64 MiB, expected at most that; split it"]);
    assert!(!case.path("run").exists());
    shell(&case, "yes '<p>a' | \"$TAMIS\" extract - --blocks").ends(1).says(&[
        "(standard input): found more than 32 MiB, expected a page of at most that; keep the part \
         that matters",
    ]);
});
