//! Runs a chapter's ```` ```console ```` blocks as commands, in one fresh folder and in their
//! order, and compares the output with the chapter.
//!
//! `<!-- collection: NAME -->` names the contents of the folder (see `collections`). The lines
//! below `$ command` are its output on both streams; `...` matches anything, and a command without
//! lines below it is not checked. `# exits 3` in a command gives its exit status if it is not 0. A
//! `\` at the end of a line continues the command in the next one. `<!-- file: NAME -->` before
//! another block puts that block into the folder, as a reader would save it.
//!
//! Commands that ask a running server need curl or Python, which `cargo test` does not: without
//! these they are not run.

use super::serving::{Serving, is_server};
use super::{bless, book, collections, read, root};
use crate::case::Case;
use std::path::Path;
use std::process::{Command, Stdio};
use tamis_testing::shared;

/// A command and what the chapter shows below it.
struct Shown {
    command: String,
    /// The lines of the chapter, from 0, that hold what it prints.
    lines: std::ops::Range<usize>,
    output: String,
}

#[test]
fn every_command_of_the_book_does_what_it_says() {
    let chapters = book();
    let failures: Vec<String> = std::thread::scope(|scope| {
        let run: Vec<_> = chapters.iter().map(|path| scope.spawn(move || chapter(path))).collect();
        run.into_iter().flat_map(|chapter| chapter.join().expect("no chapter panics")).collect()
    });
    assert!(failures.is_empty(), "{}\nTAMIS_BLESS=1 puts in what was printed", failures.join("\n"));
}

/// Runs a chapter's commands, and returns where the chapter says something else.
fn chapter(path: &Path) -> Vec<String> {
    let text = read(path);
    let shown = commands(&text);
    if shown.is_empty() {
        return Vec::new();
    }
    let name =
        text.lines().find_map(|line| line.strip_prefix("<!-- collection: ")?.strip_suffix(" -->"));
    if name.is_some_and(|name| collections::SHARED.contains(&name)) && shared().is_none() {
        return Vec::new();
    }
    let Some(case) = name.and_then(collections::make) else {
        return vec![format!(
            "{}: found {name:?} for the collection of its commands",
            path.display()
        )];
    };
    let mut failures = Vec::new();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut blessed = Vec::new();
    let mut serving: Option<Serving> = None;
    for Shown { command, lines, output } in shown {
        let at = format!("{}:{}: {command}", path.display(), lines.start);
        if let Some(program) =
            ["curl", "python3"].into_iter().find(|name| command.starts_with(name) && !is_here(name))
        {
            eprintln!("{at}\nnot run: there is no {program}");
            continue;
        }
        let (status, printed) = run_shown(&case, &text, &command, &mut serving);
        let expected =
            command.split("# exits ").nth(1).map_or(Some(0), |status| status.trim().parse().ok());
        if Some(status) != expected {
            failures.push(format!("{at}\nexits {status}:\n{printed}"));
        } else if !output.is_empty() && !matches(&output, &trimmed(&printed)) {
            if bless() {
                blessed.push((lines, without_times(&printed)));
            } else {
                failures.push(format!("{at}\nprints:\n{printed}\nbut the book says:\n{output}"));
            }
        }
    }
    if let Some(status) = serving.map(Serving::end).filter(|status| *status != 0) {
        failures.push(format!("{}: the server exits {status}", path.display()));
    }
    let changed = !blessed.is_empty();
    // The last one first, so that the line numbers of the others stay right.
    for (range, printed) in blessed.into_iter().rev() {
        lines.splice(range, printed.lines().map(str::to_owned));
    }
    if changed && failures.is_empty() {
        std::fs::write(root().join(path), lines.join("\n") + "\n")
            .expect("the repository is writable");
    }
    failures
}

/// Runs a command of a chapter with this text, and returns its status and what it prints. A server
/// is started, and later commands use it.
fn run_shown(
    case: &Case,
    text: &str,
    command: &str,
    serving: &mut Option<Serving>,
) -> (i32, String) {
    if is_server(command) {
        let (started, printed) = Serving::start(case, command);
        for (name, content) in files(text) {
            case.file(name, started.of_here(&content));
        }
        *serving = Some(started);
        return (0, printed);
    }
    match serving {
        Some(serving) => {
            let (status, printed) = run(case, &serving.of_here(command));
            (status, serving.of_book(&printed))
        }
        None => run(case, command),
    }
}

/// The commands of a chapter, in order.
fn commands(text: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let mut in_block = false;
    let mut goes_on = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            (in_block, goes_on) = (line == "```console", false);
            continue;
        }
        if !in_block {
            continue;
        }
        match (line.strip_prefix("$ "), shown.last_mut()) {
            (Some(command), _) => {
                shown.push(Shown {
                    command: command.to_owned(),
                    lines: number + 1..number + 1,
                    output: String::new(),
                });
            }
            (None, Some(last)) if goes_on => {
                last.command = format!("{}\n{line}", last.command);
                last.lines = number + 1..number + 1;
            }
            (None, Some(last)) => {
                last.lines.end = number + 1;
                last.output += &format!("{}\n", line.trim_end());
            }
            (None, None) => panic!("line {}: '{line}' is before any command", number + 1),
        }
        let is_of_command = goes_on || line.starts_with("$ ");
        goes_on = is_of_command && line.ends_with('\\');
    }
    shown
}

/// The files that a chapter has its reader save: name and content.
fn files(text: &str) -> impl Iterator<Item = (&str, String)> {
    text.split("<!-- file: ").skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once(" -->\n```")?;
        let (_, rest) = rest.split_once('\n')?;
        Some((name, rest.split_once("\n```")?.0.to_owned() + "\n"))
    })
}

/// Whether a program can be called.
fn is_here(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
}

/// Runs a line of shell in the folder: its exit status and what a terminal would show.
pub fn run(case: &Case, line: &str) -> (i32, String) {
    if is_server(line) {
        let (serving, printed) = Serving::start(case, line);
        return (serving.end(), printed);
    }
    let output = shell(case, line).output().expect("a shell");
    let status = output.status.code().expect("it ends by itself");
    (status, String::from_utf8(output.stdout).expect("UTF-8"))
}

/// A shell that runs a line in the folder, with both streams in one.
pub fn shell(case: &Case, line: &str) -> Command {
    let programs = Path::new(env!("CARGO_BIN_EXE_tamis")).parent().expect("it lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell
        .arg("-c")
        .arg(format!("exec 2>&1\n{line}"))
        .current_dir(case.path(""))
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("LC_ALL", "C")
        // As on a terminal: pages have no room for all columns.
        .env("COLUMNS", "80")
        // Requests to this machine do not go through a proxy.
        .env("NO_PROXY", "127.0.0.1")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null());
    shell
}

/// Whether a text is as shown, where `...` matches anything.
fn matches(shown: &str, text: &str) -> bool {
    let mut parts = shown.split("...");
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else { return rest.is_empty() };
    for part in between {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Without white space at the ends of lines, which Markdown does not keep either.
fn trimmed(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// What was printed, as a chapter can show it: a time such as `in 1.2 s` is another one the next
/// time.
fn without_times(printed: &str) -> String {
    printed
        .lines()
        .map(|line| match line.rsplit_once(" in ") {
            Some((before, time)) if time.ends_with(" s") => format!("{before} in ... s\n"),
            _ => format!("{}\n", line.trim_end()),
        })
        .collect()
}

#[test]
fn dots_stand_for_anything() {
    assert!(
        matches("a\n", "a\n")
            && matches("in ... s\n", "in 0.1 s\n")
            && matches("a\n...\nd\n", "a\nb\nc\nd\n")
    );
    assert!(matches("a ... b ... c\n", "a b b  b c c\n"));
    assert!(
        !matches("a\n", "a\nb\n") && !matches("a ... b\n", "a c\n") && !matches("b...\n", "ab\n")
    );
}
