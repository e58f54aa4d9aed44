//! An ingest that is stopped, killed or given more archives resumes, and the index is the same as
//! without interruption.

use crate::case::{Begun, Case, Outcome, PAGES};
use serde_json::{Value, json};
use std::fs::File;
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

fn pages_of_meta(meta: &str) -> String {
    meta[meta.find("pages").unwrap()..][..30].to_owned()
}

case!(archives_are_added_to_a_finished_index, |_| {
    let case = collection();
    case.tamis(&format!("{INDEX} --out whole")).ends(3);
    case.tamis("index demo/demo.warc.gz --commit-every 200000 --out added").ends(3);
    case.tamis(&format!("{INDEX} --out added"))
        .ends(0)
        .says(&["already in the index: 1 archive", &format!("{} pages", 599 + PAGES.len())]);
    assert_eq!(contents(&case, "added").1, contents(&case, "whole").1);
    assert_eq!(contents(&case, "added").2, contents(&case, "whole").2);
    let before = case.read("added/meta.json");
    case.tamis("index pages.warc.gz demo --commit-every 200000 --out added")
        .ends(0)
        .says(&["already in the index: 2 archives"]);
    assert_eq!(pages_of_meta(&case.read("added/meta.json")), pages_of_meta(&before));
});

#[cfg(unix)]
case!(damage_before_an_interruption_is_still_reported_at_the_end, |_| {
    let case = collection();
    case.tamis("index pages.warc.gz --commit-every 200000 --out index").ends(0);
    let mut bytes = std::fs::read(case.path("demo/demo.warc.gz")).unwrap();
    bytes[2000..2020].fill(0xff);
    case.file("demo/demo.warc.gz", bytes);
    let mut child = start(&case, &format!("{INDEX} --out index"));
    assert!(wait_for_commits(&case, &mut child, "index", 6));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // The signal may come before or behind the second damage.
    let stats = case.tamis("stats index --json").ends(0).json();
    // What a damaged member still holds of its page is indexed.
    let damaged: u64 = ["flawed", "skipped"]
        .iter()
        .filter_map(|outcome| stats[outcome]["damaged_member"].as_u64())
        .sum();
    assert!(damaged == 1 || damaged == 2, "{damaged}");
    // The rest is read: at the end the skipped records of the first half are reported, too.
    case.tamis(&format!("{INDEX} --out index")).ends(3);
    case.tamis(&format!("{INDEX} --out index")).ends(0);
});

case!(a_folder_grows_whatever_lies_beside_its_archives, |case| {
    case.file("crawl/a.warc.gz.md5", "0123");
    case.warc("crawl/a.warc.gz", 2);
    case.file("crawl/page.html", "<p>a loose page");
    case.tamis("index crawl --out index").ends(0).says(&["3 pages"]);
    case.warc("crawl/b.warc.gz", PAGES.len());
    case.file("crawl/b.warc.gz.md5", "4567");
    case.file("crawl/crawl.log", "more");
    case.file("crawl/other.html", "<p>another loose page");
    let pages = format!("{} pages", PAGES.len() + 2);
    case.tamis("index crawl --out index -v")
        .ends(0)
        .says(&["crawl/a.warc.gz is already in the index", &pages]);
    // The loose files of the folder are one line, though archives stand among them.
    let stats = case.tamis("stats index").ends(0).stdout;
    assert_eq!(stats.matches("crawl  folder, ").count(), 1, "{stats}");
    assert!(stats.contains(" loose files, 2 pages, "), "{stats}");
    case.tamis("verify index").ends(0);
});

case!(an_archive_that_has_changed_is_refused, |_| {
    let case = Case::indexed();
    case.warc("pages.warc.gz", PAGES.len() - 1);
    case.warc("new.warc.gz", 1);
    case.tamis("index new.warc.gz pages.warc.gz --out index")
        .ends(1)
        .says(&["pages.warc.gz has changed", "--force"]);
    assert_eq!(case.tamis("stats index --json").json()["pages"], PAGES.len());
    case.tamis("index pages.warc.gz --out index --force").ends(0);
    let file = File::options().write(true).open(case.path("pages.warc.gz")).unwrap();
    file.set_modified(std::time::SystemTime::now() + Duration::from_secs(9)).unwrap();
    case.tamis("index pages.warc.gz --out index").ends(1).says(&["a different modification time"]);
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

case!(an_index_that_is_moved_while_it_is_written_says_so_and_is_whole, |_| {
    let case = collection();
    let mut child = start(&case, &format!("{INDEX} --out index"));
    assert!(wait_for_commits(&case, &mut child, "index", 2));
    std::fs::rename(case.path("index"), case.path("moved")).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.contains("index: was removed or moved while it was being written; run it again"),
        "{stderr}"
    );
    case.tamis(&format!("{INDEX} --out moved")).ends(3);
    case.tamis(&format!("{INDEX} --out whole")).ends(3);
    assert_eq!(contents(&case, "moved"), contents(&case, "whole"));
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

case!(another_recipe_is_refused_by_name, |_| {
    let case = Case::indexed();
    case.warc("new.warc.gz", 1);
    let refused = case.tamis("index new.warc.gz --out index --analyzer standard").ends(1);
    refused.says(&["found analyzer standard, expected english as in the index"]);
    let refused = case.tamis("index new.warc.gz --out index --status any").ends(1);
    refused.says(&["found status any, expected none as in the index"]);
});

case!(the_second_writer_is_refused_with_the_first_ones_process, |_| {
    let case = Case::indexed();
    let mut file = File::options().write(true).open(case.path("index/tamis.lock")).unwrap();
    file.lock().unwrap();
    file.set_len(0).unwrap();
    writeln!(file, "4711").unwrap();
    case.tamis("index pages.warc.gz --out index")
        .ends(1)
        .says(&["is being written by process 4711"]);
    case.tamis("index pages.warc.gz --out index --force")
        .ends(1)
        .says(&["is being written by process 4711"]);
    case.tamis("stats index").ends(0);
    drop(file);
    case.tamis("index pages.warc.gz --out index").ends(0);
});

fn lock_as_4711(case: &Case) -> File {
    let file = File::options().write(true).open(case.path("index/tamis.lock")).unwrap();
    file.lock().unwrap();
    file.set_len(0).unwrap();
    writeln!(&file, "4711").unwrap();
    file
}

/// Checks that each command that reads an index fails with this message.
fn assert_each_reader_reports(case: &Case, message: &str) {
    const READERS: [&str; 4] =
        ["search index kettle", "stats index", "inspect index ice-1", "combine index --out all"];
    for command in READERS {
        case.tamis(command).ends(1).says(&[message]);
    }
}

case!(reading_an_index_before_its_first_commit_reports_who_writes_it, |_| {
    let case = Case::indexed();
    let meta = case.path("index/meta.json");
    const NOTHING: &str =
        "index: is being written by process 4711, and nothing is committed yet; wait a little";
    // An ingest makes the index before it commits the manifest.
    case.edit_meta("index", |meta| {
        let mut meta: Value = serde_json::from_str(&meta).unwrap();
        meta.as_object_mut().unwrap().remove("payload");
        meta["segments"] = json!([]);
        serde_json::to_string_pretty(&meta).unwrap() + "\n"
    });
    let held = lock_as_4711(&case);
    assert_each_reader_reports(&case, NOTHING);
    drop(held);
    case.tamis("search index kettle")
        .ends(1)
        .says(&["a tantivy index without a tamis manifest", "--force"]);
    // What is replaced is removed first.
    std::fs::remove_file(meta).unwrap();
    let held = lock_as_4711(&case);
    assert_each_reader_reports(&case, NOTHING);
    drop(held);
    assert_each_reader_reports(&case, "index: holds no index");
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

case!(damage_stops_the_ingest_on_demand, |_| {
    let case = collection();
    let stopped = case.tamis(&format!("{INDEX} --out index --strict")).ends(1);
    let stopped =
        stopped.says(&["demo/demo.warc.gz:", "found damaged_member", "expected an intact record"]);
    let place = stopped.stderr.lines().last().unwrap().to_owned();
    assert!(case.tamis("verify index").ends(0).stdout.contains("whole as far as it goes"));
    // Once more from where it stopped: the same damage, the same words.
    let again = case.tamis(&format!("{INDEX} --out index --max-bad 0")).ends(1);
    assert_eq!(again.stderr.split(": found").next(), place.split(": found").next());
    case.tamis(&format!("{INDEX} --out index --max-bad 1")).ends(3);
    case.tamis(&format!("{INDEX} --out whole")).ends(3);
    assert_eq!(contents(&case, "index"), contents(&case, "whole"));
});

case!(lines_tell_the_progress_where_there_is_no_terminal, |_| {
    let case = collection();
    let stderr = case.tamis(&format!("{INDEX} --out index --progress-every 1")).ends(3).stderr;
    // A fast machine may need less than a second.
    for line in stderr.lines().filter(|line| line.contains("ETA")) {
        let step = line.contains("warc.gz") || line.contains("counting how often blocks repeat");
        assert!(line.contains("pages/s") && line.contains("skipped") && step, "{line}");
    }
    assert!(!stderr.contains('\r'), "{stderr}");
});
