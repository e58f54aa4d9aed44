//! Runs the examples at the end of every command's help.

use super::console::run;
use super::readme::{STAND_INS, folder};
use crate::commands::commands;
use std::process::Command;

/// What `tamis ARGUMENTS` prints.
fn tamis(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_tamis")).args(arguments).output().expect("tamis runs");
    String::from_utf8(output.stdout).expect("help is UTF-8")
}

/// The command lines of the examples of a help.
fn examples(help: &str) -> Vec<String> {
    let (_, examples) = help.split_once("\nExamples:\n").expect("every command has examples");
    let mut lines: Vec<String> = Vec::new();
    for line in examples.lines() {
        match line.strip_prefix("    ") {
            // A line that goes on.
            Some(rest) if rest.starts_with("  ") => {
                lines.iter_mut().last().expect("a line").push_str(rest.trim_start());
            }
            Some(line) => lines.push(line.trim_end_matches('\\').to_owned()),
            None => {}
        }
    }
    lines
}

#[test]
fn every_example_of_a_help_runs() {
    let case = folder();
    let (status, printed) = run(&case, "tamis index crawl/ --out INDEX -q");
    assert_eq!(status, 0, "{printed}");
    let (status, printed) = run(&case, "tamis search INDEX --topics topics --out run.txt -q");
    assert_eq!(status, 0, "{printed}");
    for (folder, out) in [("crawl/", "FIRST"), ("more/", "SECOND")] {
        let (status, printed) = run(&case, &format!("tamis index {folder} --out {out} -q"));
        assert_eq!(status, 0, "{printed}");
    }
    case.file("shards", "FIRST\nSECOND\n");
    let help = tamis(&["--help"]);
    let mut ran = 0;
    for (name, _) in commands(&help) {
        for line in examples(&tamis(&[name, "--help"])) {
            // Files of the user's home.
            let line = [
                "~/.local/share/bash-completion/completions/",
                "~/.zfunc/",
                "~/.config/fish/completions/",
            ]
            .iter()
            .fold(line, |line, folder| line.replace(folder, "completions-"))
            .replace("~/.local/share/man/man1", "man1");
            // Every page here has a site of its own.
            let line = line.replace("pages.example", "tea-1.example");
            let line = STAND_INS.iter().fold(line, |line, (word, value)| line.replace(word, value));
            let (status, printed) = run(&case, &line);
            assert_eq!(status, 0, "tamis {name} --help: {line}\n{printed}");
            ran += 1;
        }
    }
    assert!(ran > 40, "{ran}");
}
