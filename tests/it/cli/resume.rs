//! An ingest that is stopped, killed or given more archives: signals, exit statuses and what is
//! printed. That the index is the same as without interruption is tested in
//! `crates/library/tests/it/resume.rs`.

use crate::case::{Begun, Case, Outcome, PAGES};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tamis::demo;

/// Commits often enough that a small collection has many.
const INDEX: &str = "index demo/demo.warc.gz pages.warc.gz --commit-every 200000 --threads 2";

/// A collection of some 60 batches, damaged in one place.
fn collection() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        demo::generate(&case.path("demo"), 600, 7).unwrap();
        let mut bytes = std::fs::read(case.path("demo/demo.warc.gz")).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..middle + 20].fill(0xff);
        case.file("demo/demo.warc.gz", bytes);
        case.warc("pages.warc.gz", PAGES.len());
    });
    BEGUN.case()
}

/// All that a user can see of an index.
fn contents(case: &Case, index: &str) -> (Value, String, String) {
    let verdict = case.tamis(&format!("verify {index} --json")).ends(0).json();
    assert_eq!((&verdict["whole"], &verdict["finished"]), (&json!(true), &json!(true)));
    let mut stats = case.tamis(&format!("stats {index} --json")).ends(0).json();
    // Compression may differ by a byte or two with the segments' random names.
    stats["bytes"] = Value::Null;
    let run = case
        .tamis(&format!("search {index} --topics demo/demo.topics --min-words 11 -q --tag x"))
        .ends(0)
        .stdout;
    (stats, case.read(format!("{index}/losses.tsv").as_str()), run)
}

fn start(case: &Case, line: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command
        .args(line.split(' '))
        .current_dir(case.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until the index has had some commits; false if the child ended before.
fn wait_for_commits(case: &Case, child: &mut Child, index: &str, commits: usize) -> bool {
    let meta = case.path(format!("{index}/meta.json"));
    let mut last = String::new();
    let mut seen = 0;
    while seen < commits {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        let now = std::fs::read_to_string(&meta).unwrap_or_default();
        seen += usize::from(!now.is_empty() && now != last);
        last = now;
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

case!(an_ingest_that_is_killed_again_and_again_ends_with_the_same_index, |_| {
    let case = collection();
    case.tamis(&format!("{INDEX} --out whole")).ends(3);
    let mut kills = 0;
    for commits in (1..).step_by(2) {
        let mut child = start(&case, &format!("{INDEX} --out killed"));
        if wait_for_commits(&case, &mut child, "killed", commits) {
            child.kill().unwrap();
            kills += 1;
        }
        if child.wait().unwrap().code() == Some(3) || kills == 8 {
            break;
        }
        let verdict = case.tamis("verify killed --json").ends(0).json();
        // The kill may have come between the last commit and the end.
        if verdict["finished"] == true {
            break;
        }
    }
    assert!(kills >= 3, "{kills}");
    // The last one may have come through before it was killed: then there is nothing left to do.
    case.tamis(&format!("{INDEX} --out killed"));
    assert_eq!(contents(&case, "killed"), contents(&case, "whole"));
});

#[cfg(unix)]
case!(a_signal_ends_in_good_order_and_says_how_to_go_on, |_| {
    let case = collection();
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let mut child = start(&case, &format!("{INDEX} --out stopped"));
        assert!(wait_for_commits(&case, &mut child, "stopped", 2));
        let kill = Command::new("kill")
            .args([format!("-{signal}"), child.id().to_string()])
            .status()
            .unwrap();
        assert!(kill.success());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{stderr}");
        assert!(stderr.contains("stopping, committing what is done"), "{stderr}");
        assert!(stderr.contains("the same command resumes from here"), "{stderr}");
        case.tamis("search stopped a -q").ends(0);
        assert!(case.tamis("stats stopped").ends(0).stdout.contains("not finished"));
    }
    case.tamis(&format!("{INDEX} --out stopped")).ends(3);
    case.tamis(&format!("{INDEX} --out whole")).ends(3);
    assert_eq!(contents(&case, "stopped"), contents(&case, "whole"));
});

// A limit on the size of a file is what a full disk looks like to a program, and needs no disk.
#[cfg(unix)]
case!(a_full_disk_is_reported_as_such_and_what_is_committed_stays, |_| {
    let case = collection();
    let tamis = env!("CARGO_BIN_EXE_tamis");
    // Each segment of a batch is smaller than the limit, and twelve merged ones are larger. The
    // shell counts in 512 or 1,024 bytes.
    let line = format!("trap '' XFSZ; ulimit -f 200; exec {tamis} {INDEX} --out full");
    let full = Command::new("sh").args(["-c", &line]).current_dir(case.path("")).output().unwrap();
    let stderr = String::from_utf8(full.stderr).unwrap();
    assert_eq!(full.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.contains("full: no space left on the disk; free some space and run it again"),
        "{stderr}"
    );
    assert!(!stderr.contains("the 0 pages"), "{stderr}");
    assert!(case.tamis("verify full").ends(0).stdout.contains("whole as far as it goes"));
    // Nothing is left that was not committed.
    let meta = std::fs::read_to_string(case.path("full/meta.json")).unwrap().replace('-', "");
    for entry in std::fs::read_dir(case.path("full")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_committed = match name.split_once('.') {
            Some((segment, _)) if segment.len() == 32 => meta.contains(segment),
            _ => ["meta.json", "losses.tsv", "tamis.lock"].contains(&&*name),
        };
        assert!(is_committed, "{name}");
    }
    case.tamis(&format!("{INDEX} --out full")).ends(3);
    case.tamis(&format!("{INDEX} --out whole")).ends(3);
    assert_eq!(contents(&case, "full"), contents(&case, "whole"));
});

fn kettle_line(i: usize) -> String {
    format!("{{\"docno\":\"d{i}\",\"text\":\"{}\"}}\n", "kettle ".repeat(20 + i))
}

fn index_input(case: &Case, out: &str, flags: &str, input: &str) -> Outcome {
    case.tamis_reading(
        &format!("index - --commit-every 2000 --out {out} {flags}"),
        input.as_bytes(),
    )
}

fn stats_without_bytes(case: &Case, index: &str) -> Value {
    let mut stats = case.tamis(&format!("stats {index} --json")).ends(0).json();
    stats["bytes"] = Value::Null;
    stats
}

case!(standard_input_is_read_on_if_it_is_given_again, |case| {
    let mut input: String = (0..40).map(kettle_line).collect();
    input += "no JSON\n";
    input.extend((40..80).map(kettle_line));
    index_input(&case, "whole", "", &input).ends(3);
    index_input(&case, "part", "--strict", &input).ends(1).says(&[
        "-:",
        "expected an intact record",
        "--strict",
        "--max-bad",
    ]);
    index_input(&case, "part", "", &kettle_line(0)).ends(1).says(&[
        "found the end",
        "the input that was interrupted",
        "from its start",
    ]);
    index_input(&case, "part", "", &input).ends(3).says(&["80 pages"]);
    assert_eq!(stats_without_bytes(&case, "part"), stats_without_bytes(&case, "whole"));
});

case!(an_index_without_pages_yet_is_reported_as_being_written, |case| {
    case.file("topics", "1\tkettle\n");
    case.file("qrels", "1 0 d 1\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command
        .args(["index", "-", "--out", "index", "-q"])
        .current_dir(case.path(""))
        .stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Enough to know the format, and too little for a commit.
    let mut input = child.stdin.take().unwrap();
    input.write_all("{\"docno\":\"d\",\"text\":\"kettle\"}\n".repeat(50).as_bytes()).unwrap();
    while case.tamis("stats index").status != 0 {
        assert!(child.try_wait().unwrap().is_none());
    }
    let writer = format!("index is being written by process {}", child.id());
    let sweep = "sweep index --topics topics --qrels qrels --min-words 1";
    case.tamis(sweep).ends(1).says(&[
        &format!("warning: {writer}; only what"),
        "nothing is committed yet; wait a little",
    ]);
    case.tamis("search index kettle").ends(0).says(&[&writer]);
    case.tamis("stats index").ends(0).says(&[&writer]);
    case.tamis("inspect index d").ends(1).says(&[&writer]);
    child.kill().unwrap();
    child.wait().unwrap();
    drop(input);
    case.tamis(sweep)
        .ends(1)
        .says(&["index is not finished; run the same", "has no pages; finish building it first"]);
});

case!(archives_are_added_and_damage_stops_the_ingest_on_demand, |_| {
    let case = collection();
    let stopped = case.tamis(&format!("{INDEX} --out index --strict")).ends(1);
    stopped.says(&["demo/demo.warc.gz:", "found damaged_member", "expected an intact record"]);
    let verdict = case.tamis("verify index").ends(0).stdout;
    assert!(verdict.contains("whole as far as it goes"), "{verdict}");
    case.tamis(&format!("{INDEX} --out index --max-bad 0")).ends(1);
    let stderr = case.tamis(&format!("{INDEX} --out index --max-bad 1 --progress-every 1"));
    let stderr = stderr.ends(3).stderr;
    // A fast machine may need less than a second.
    for line in stderr.lines().filter(|line| line.contains("ETA")) {
        let step = line.contains("warc.gz") || line.contains("counting how often blocks repeat");
        assert!(line.contains("pages/s") && line.contains("skipped") && step, "{line}");
    }
    assert!(!stderr.contains('\r'), "{stderr}");
    case.file("crawl/a.html", "<p>a loose page");
    case.tamis("index pages.warc.gz crawl --commit-every 200000 --out index -v")
        .ends(0)
        .says(&["pages.warc.gz is already in the index", "already in the index: 1 archive"]);
    // The loose files of a folder are one line.
    let stats = case.tamis("stats index").ends(0).stdout;
    assert!(stats.contains("crawl  folder, 1 loose file, 1 page, "), "{stats}");
    case.warc("pages.warc.gz", PAGES.len() - 1);
    case.tamis("index pages.warc.gz --commit-every 200000 --out index")
        .ends(1)
        .says(&["pages.warc.gz has changed", "--force"]);
});
