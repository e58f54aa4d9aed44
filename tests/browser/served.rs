//! A collection with its index and its server: the program itself, as a user starts it.

use crate::shared::Shared;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

/// Pages of the demo: enough for results to be moved by a rule, few enough to be indexed in a
/// moment.
const PAGES: usize = 120;
const SEED: u64 = 7;

static DEMO: Shared<Folder> = Shared::new();

/// A folder in which the program runs; it goes with this value.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tamis_testing::folder())
    }

    /// The demo's collection with topics and judgements, in `index` with all that an index can
    /// keep.
    pub fn demo() -> Arc<Self> {
        DEMO.get(|| {
            let folder = Self::new();
            tamis::demo::generate(&folder.path(""), PAGES, SEED).expect("the demo is written");
            folder.tamis(&["index", "demo.warc.gz", "--out", "index", "--store", "all", "-q"]);
            folder
        })
    }

    /// A path in the folder.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs the program, which must succeed.
    #[track_caller]
    pub fn tamis(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
        successful(
            command.args(arguments).current_dir(self.path("")).output().expect("tamis starts"),
        )
    }

    /// Runs a command line as the pages show it, `tamis search ...`, and returns what it finds.
    #[track_caller]
    pub fn results_of(&self, line: &str) -> Vec<(String, f32)> {
        let line =
            line.strip_prefix("tamis search ").unwrap_or_else(|| panic!("no search: {line}"));
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("\"$TAMIS\" search --json {line}")])
            .env("TAMIS", env!("CARGO_BIN_EXE_tamis"));
        let found = successful(command.current_dir(self.path("")).output().expect("a shell"));
        found.lines().map(hit).collect()
    }

    /// Serves the index of the folder.
    pub fn serve(self: &Arc<Self>) -> Served {
        self.serve_with(&[])
    }

    /// Serves it with the topics and judgements of the folder.
    pub fn serve_judged(self: &Arc<Self>) -> Served {
        self.serve_with(&["--topics", "demo.topics", "--qrels", "demo.qrels"])
    }

    /// Serves it with these flags.
    pub fn serve_with(self: &Arc<Self>, flags: &[&str]) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
        command
            .args(["serve", "index"])
            .args(flags)
            .current_dir(self.path(""))
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = command.spawn().expect("tamis starts");
        let mut output = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut url = String::new();
        output.read_line(&mut url).expect("the address");
        let origin = url.trim_end().trim_end_matches('/').to_owned();
        assert!(origin.starts_with("http://127.0.0.1:"), "no address: {url:?}");
        Served { folder: self.clone(), process, origin }
    }
}

/// A folder whose index is served; the server ends with this value.
pub struct Served {
    pub folder: Arc<Folder>,
    /// The address without a path.
    pub origin: String,
    process: Child,
}

impl Served {
    pub fn demo() -> Self {
        Folder::demo().serve_judged()
    }

    /// The demo with all pages that there are, those on which one judges too.
    pub fn judging() -> Self {
        // One server writes a file.
        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let (file, gold) = (format!("judging-{number}.qrels"), format!("judging-{number}"));
        let judge = ["--judge", &file, "--judge-blocks", &gold];
        let flags = [&["--topics", "demo.topics", "--qrels", "demo.qrels"][..], &judge].concat();
        Folder::demo().serve_with(&flags)
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The docno and the score of a result.
fn hit(line: &str) -> (String, f32) {
    let hit: Value = serde_json::from_str(line).expect("a line of JSON");
    let docno = hit["docno"].as_str().expect("a docno").to_owned();
    (docno, hit["score"].as_f64().expect("a score") as f32)
}

/// What a program printed that had to succeed.
#[track_caller]
fn successful(output: Output) -> String {
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stdout}{stderr}");
    stdout
}
