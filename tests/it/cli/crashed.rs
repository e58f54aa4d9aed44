//! A record that ends the program: the next run of the same command tries it apart, leaves it out
//! and lists it. The deaths are real. An abort: the system gives no more memory (`ulimit -v`), and
//! a page of 900,000 different words needs much of it, for its vocabulary. A stack overflow: worker
//! threads get a small stack (`RUST_MIN_STACK`), and metadata that is nested as deep as serde_json
//! reads it needs more of it than other pages. `kill -9`, while such a page is in work.

use crate::case::{Case, Outcome};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tamis_collection::WarcWriter;

const ABORT: i32 = 6;
const KILL: i32 = 9;

/// Memory in kB with which all pages but a huge one can be indexed. One arena, because each thread
/// would reserve one of its own.
const MEMORY: &str = "export MALLOC_ARENA_MAX=1; ulimit -v 143360; exec";

fn small(docno: &str) -> (String, String) {
    (docno.to_owned(), format!("<title>{docno}</title><p>tea and a kettle for {docno}"))
}

fn huge(docno: &str) -> (String, String) {
    let words: Vec<String> = (0..900_000).map(|word| format!("w{word:x}")).collect();
    (docno.to_owned(), format!("<p>{}", words.join(" ")))
}

fn nested(docno: &str) -> (String, String) {
    let opened = r#"{"@type":"Article","author":"#.repeat(120);
    let closed = "}".repeat(120);
    let script = format!("<script type='application/ld+json'>{opened}1{closed}</script>");
    (docno.to_owned(), format!("<title>x</title>{script}<p>tea"))
}

/// Small pages, with others at these places.
fn pages(others: &[(usize, (String, String))]) -> Vec<(String, String)> {
    let mut pages: Vec<_> = (0..30).map(|page| small(&format!("d{page}"))).collect();
    for (place, page) in others {
        pages.insert(*place, page.clone());
    }
    pages
}

fn write_lines(case: &Case, name: &str, pages: &[(String, String)]) {
    let line =
        |(docno, html): &(String, String)| format!("{}\n", json!({"docno": docno, "html": html}));
    case.file(name, pages.iter().map(line).collect::<String>());
}

fn write_warc(case: &Case, name: &str, pages: &[(String, String)]) {
    let path = case.path(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut writer = WarcWriter::create(path).unwrap();
    for (docno, html) in pages {
        let url = format!("http://{docno}.example/");
        writer.page(docno, &url, "2006-02-17T00:00:00Z", html.as_bytes()).unwrap();
    }
    writer.finish().unwrap();
}

/// Runs `tamis` in a shell, behind these words of it.
fn limited(case: &Case, before: &str, line: &str) -> Output {
    let tamis = env!("CARGO_BIN_EXE_tamis");
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{before} {tamis} {line}")]).current_dir(case.path(""));
    command.output().unwrap()
}

fn signal(output: &Output) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&output.status)
}

/// Repeats a command until it does not die, and returns how often it died.
fn until_it_lives(case: &Case, before: &str, line: &str) -> (usize, Outcome) {
    for deaths in 0..8 {
        let output = limited(case, before, line);
        let stderr = String::from_utf8(output.stderr.clone()).unwrap();
        if signal(&output) != Some(ABORT) {
            let status = output.status.code().unwrap();
            let stdout = String::from_utf8(output.stdout).unwrap();
            return (deaths, Outcome { status, stdout, stderr });
        }
        assert!(case.path("index/in-work.txt").exists());
    }
    panic!("it dies again and again");
}

/// All that a user can see of an index, but for its archives and the list of skipped records.
fn contents(case: &Case, index: &str) -> (Value, String, String) {
    let verdict = case.tamis(&format!("verify {index} --json")).ends(0).json();
    assert_eq!((&verdict["whole"], &verdict["finished"]), (&json!(true), &json!(true)));
    assert!(!case.path(index).join("in-work.txt").exists());
    let mut stats = case.tamis(&format!("stats {index} --json")).ends(0).json();
    for key in ["archives", "bytes", "records", "skipped"] {
        stats[key] = Value::Null;
    }
    case.file("topics", "1\ttea kettle\n");
    let run = case.tamis(&format!("search {index} --topics topics --tag x -q")).ends(0);
    let texts = case.tamis(&format!("export {index} --format jsonl -q")).ends(0);
    (stats, run.stdout, texts.stdout)
}

/// The docnos and the details of the list, which has nothing but crashed records and a description
/// of the file.
fn crashed(case: &Case) -> Vec<(String, String)> {
    let list = case.read("index/losses.tsv");
    let mut crashed = Vec::new();
    for line in list.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        if cells[4] == "not_response" {
            continue;
        }
        assert_eq!(&cells[3..5], ["skipped", "crashed"], "{line}");
        crashed.push((cells[2].to_owned(), cells[6].to_owned()));
    }
    crashed
}

const ABORTED: &str = "it ended the process that analyzed it alone (signal: 6 (SIGABRT))";

/// Indexes small pages with huge ones at these places, where memory is short, and compares with an
/// index without the huge ones.
fn dies_of(threads: usize, places: &[usize], is_warc: bool) {
    let case = Case::new();
    let others: Vec<_> =
        places.iter().map(|place| (*place, huge(&format!("huge{place}")))).collect();
    let write = if is_warc { write_warc } else { write_lines };
    let name = if is_warc { "pages.warc.gz" } else { "pages.jsonl" };
    write(&case, name, &pages(&others));
    write(&case, &format!("good/{name}"), &pages(&[]));
    let line = format!("index {name} --out index --threads {threads}");
    let (deaths, outcome) = until_it_lives(&case, MEMORY, &line);
    let all = 1..=2 * places.len();
    assert!(all.contains(&deaths), "it died {deaths} times: {}", outcome.stderr);
    let outcome = outcome.ends(3).says(&["the last run died with ", "left out"]);
    let expected: Vec<_> =
        others.iter().map(|(_, (docno, _))| (docno.clone(), ABORTED.to_owned())).collect();
    assert_eq!(crashed(&case), expected, "{}", outcome.stderr);
    case.tamis(&format!("index good/{name} --out good/index --threads 2 -q")).ends(0);
    assert_eq!(contents(&case, "index"), contents(&case, "good/index"));
    // All of it is read: nothing is tried again, and nothing is new.
    case.tamis(&line).ends(0).says(&["none is new"]);
    // With memory enough, a new index has them all.
    case.tamis(&format!("{line} --force -q")).ends(0);
    let stats = case.tamis("stats index --json").json();
    assert_eq!(stats["pages"], 30 + places.len());
}

#[test]
fn the_first_record_aborts() {
    dies_of(1, &[0], false);
}

#[test]
fn the_last_record_of_a_warc_aborts() {
    dies_of(2, &[30], true);
}

#[test]
fn two_records_abort() {
    dies_of(8, &[10, 20], false);
}

case!(a_stack_overflow_leaves_out_one_record_and_its_docno_is_free, |case| {
    write_lines(&case, "good.jsonl", &pages(&[]));
    let flags = "--metadata --commit-every 1000 --threads 2";
    let with_stack = |bytes: usize| format!("export RUST_MIN_STACK={bytes}; exec");
    // The least stack for small pages depends on the compiler.
    let fits = |kilobytes: &usize| {
        let line = format!("index good.jsonl --out fits{kilobytes} -q {flags}");
        limited(&case, &with_stack(kilobytes << 10), &line).status.success()
    };
    let least = (32..).step_by(8).find(fits).unwrap();
    let before = with_stack((least + 16) << 10);
    // A later record may have the docno; the first of these is then a duplicate of none.
    let others = [(10, nested("twice")), (25, small("twice")), (28, small("twice"))];
    write_lines(&case, "pages.jsonl", &pages(&others));
    let line = format!("index pages.jsonl --out index {flags}");
    let (deaths, outcome) = until_it_lives(&case, &before, &line);
    assert_eq!(deaths, 1);
    let outcome = outcome.ends(3).says(&["crashed: twice (pages.jsonl:", "left out"]);
    let list = case.read("index/losses.tsv");
    let lines: Vec<&str> = list.lines().skip(1).collect();
    assert!(lines.len() == 2 && lines[0].contains("twice\tskipped\tcrashed\t"), "{list}");
    assert!(lines[1].contains("twice\tskipped\tduplicate\t"), "{list}");
    // With all of the stack the first record could be read, but it gave no page.
    case.file("moved/pages.jsonl", case.read("pages.jsonl"));
    for name in ["pages.jsonl", "moved/pages.jsonl"] {
        case.tamis(&format!("verify index {name} --deep")).ends(0);
    }
    case.tamis("label index --classifier bte").ends(0);
    case.tamis("label index --remove bte").ends(0);
    write_lines(&case, "pages.jsonl", &pages(&[(24, small("twice"))]));
    case.tamis(&format!("index pages.jsonl --out without -q {flags}")).ends(0);
    assert_eq!(contents(&case, "index").2, contents(&case, "without").2, "{}", outcome.stderr);
});

fn start(case: &Case, line: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command.args(line.split(' ')).current_dir(case.path(""));
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Waits until something is there; `None` if the process ends before.
fn wait_for<T>(child: &mut Child, look: impl Fn() -> Option<T>) -> Option<T> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(300) {
        if let Some(found) = look() {
            return Some(found);
        }
        if child.try_wait().unwrap().is_some() {
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("it does not come");
}

/// Whether a record is in work, other than in the lines of suspects.
fn works(case: &Case) -> Option<()> {
    let text = std::fs::read_to_string(case.path("index/in-work.txt")).ok()?;
    text.lines().next().filter(|line| !line.trim().is_empty()).map(drop)
}

/// The trial of a process, if it runs one now.
fn trial_of(parent: u32) -> Option<u32> {
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let status = std::fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        let is_child = status.lines().any(|line| line == format!("PPid:\t{parent}"));
        if is_child && line.ends_with(b"--try-page\0") {
            return Some(pid);
        }
    }
    None
}

fn kill(pid: u32) {
    let pid = pid.to_string();
    // It may have ended meanwhile.
    let _ = Command::new("kill").args([&format!("-{KILL}"), &pid]).stderr(Stdio::null()).status();
}

const SLOW: &str = "index pages.jsonl --out index --threads 1";

fn slow_collection() -> Case {
    let case = Case::new();
    write_lines(&case, "pages.jsonl", &pages(&[(0, huge("slow"))]));
    case
}

/// Kills an ingest while a page is in work.
fn killed(case: &Case) {
    let mut child = start(case, SLOW);
    wait_for(&mut child, || works(case)).expect("a page in work");
    child.kill().unwrap();
    child.wait().unwrap();
}

case!(a_kill_alone_loses_nothing, |_| {
    let case = slow_collection();
    case.tamis("index pages.jsonl --out whole -q").ends(0);
    killed(&case);
    // While it is tried: the ingest, then both.
    for is_both in [false, true] {
        let mut child = start(&case, SLOW);
        let trial = wait_for(&mut child, || trial_of(child_id(&case))).expect("a trial");
        child.kill().unwrap();
        if is_both {
            kill(trial);
        }
        child.wait().unwrap();
    }
    // After its trial, while it is analyzed alone.
    for _ in 0..2 {
        killed(&case);
    }
    // Somebody kills the trial, once.
    let mut child = start(&case, SLOW);
    kill(wait_for(&mut child, || trial_of(child_id(&case))).expect("a trial"));
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(contents(&case, "index"), contents(&case, "whole"));
});

/// The process that writes the index, as its lock says.
fn child_id(case: &Case) -> u32 {
    let lock = std::fs::read_to_string(case.path("index/tamis.lock")).unwrap_or_default();
    lock.trim().parse().unwrap_or(0)
}

case!(what_is_killed_in_each_trial_is_left_out, |_| {
    let case = slow_collection();
    killed(&case);
    let mut child = start(&case, SLOW);
    let first = wait_for(&mut child, || trial_of(child_id(&case))).expect("a trial");
    kill(first);
    let again = || trial_of(child_id(&case)).filter(|trial| *trial != first);
    kill(wait_for(&mut child, again).expect("another trial"));
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let expected = "it ended the process that analyzed it alone (signal: 9 (SIGKILL))";
    assert_eq!(crashed(&case), [("slow".to_owned(), expected.to_owned())]);
});

/// The path of the file of records in work in the index of a case, which is not there.
fn no_file(case: &Case) -> PathBuf {
    let path = case.path("index/in-work.txt");
    assert!(!path.exists());
    path
}

case!(whatever_is_left_in_its_place_skips_no_record, |_| {
    let case = Case::new();
    write_lines(&case, "pages.jsonl", &pages(&[]));
    write_lines(&case, "more.jsonl", &[small("more")]);
    case.tamis("index pages.jsonl more.jsonl --out whole -q").ends(0);
    let index = "index pages.jsonl --out index -q";
    let more = "index pages.jsonl more.jsonl --out index";
    let line = format!("{:032x} {:016x}\n", 7, u64::MAX);
    let random: Vec<u8> =
        (0..99_999_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for left in [b"".as_slice(), line.as_bytes(), &line.as_bytes()[..40], &random] {
        case.tamis(&format!("{index} --force")).ends(0);
        std::fs::File::create(no_file(&case)).unwrap().write_all(left).unwrap();
        case.tamis("verify index").ends(0);
        case.tamis(more).ends(0);
        assert_eq!(contents(&case, "index").1, contents(&case, "whole").1);
        std::fs::write(no_file(&case), left).unwrap();
    }
    // Links are replaced, not followed; a folder is refused.
    case.tamis(&format!("{index} --force")).ends(0);
    case.file("victim", &line);
    std::os::unix::fs::symlink(case.path("victim"), no_file(&case)).unwrap();
    case.tamis(more).ends(0);
    assert_eq!(case.read("victim"), line);
    case.tamis(&format!("{index} --force")).ends(0);
    std::fs::hard_link(case.path("victim"), no_file(&case)).unwrap();
    case.tamis(more).ends(0).says(&["the last run died with 1 record in work"]);
    assert_eq!(case.read("victim"), line);
    case.tamis(&format!("{index} --force")).ends(0);
    std::fs::create_dir(no_file(&case)).unwrap();
    case.tamis(more).ends(1).says(&["in-work.txt: "]);
    std::fs::remove_dir(case.path("index/in-work.txt")).unwrap();
    case.tamis(more).ends(0);
    assert_eq!(contents(&case, "index").1, contents(&case, "whole").1);
});

case!(a_killed_label_leaves_the_labels_before_and_locks_nobody_out, |case| {
    tamis::demo::generate(&case.path("demo"), 120, 3).unwrap();
    case.tamis("index demo/demo.warc.gz --out index --classifier words-tree -q").ends(0);
    case.tamis("label index --classifier cleaneval-rule -q").ends(0);
    let labels = || case.tamis("stats index --json").ends(0).json()["labels"].clone();
    let before = labels();
    assert_eq!(before.as_object().unwrap().len(), 2);
    for wait in [0, 5, 20, 60] {
        let mut child = start(&case, "label index --classifier default -q");
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = labels();
        let now = now.as_object().unwrap();
        let has_before = before.as_object().unwrap().iter().all(|(name, of)| now[name] == *of);
        assert!(has_before && [2, 8].contains(&now.len()), "{now:?} after {wait} ms");
        case.tamis("verify index").ends(0);
    }
    case.tamis("label index --classifier default -q").ends(0);
    assert_eq!(labels().as_object().unwrap().len(), 8);
    case.tamis("label index --remove all -q").ends(0);
    assert_eq!(labels().as_object().unwrap().len(), 1);
});
