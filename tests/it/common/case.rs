//! A test case: a fresh folder with a small hand-written collection, the commands run in it, and
//! their results.

use serde_json::Value;
use std::io::Write;
use std::ops::Deref;
use std::process::{Command, Stdio};
use tamis_index::index::storage::{open_meta, seal_meta};
use tamis_testing::Folder;
pub use tamis_testing::pages::{ANSWERED, PAGES, QRELS, TOPICS, html};

/// A test that gets a fresh folder, in ripgrep's manner.
#[macro_export]
macro_rules! case {
    ($name:ident, $body:expr) => {
        #[test]
        fn $name() {
            let body: fn($crate::case::Case) = $body;
            body($crate::case::Case::new());
        }
    };
}

/// What a command came to.
#[derive(Debug)]
pub struct Outcome {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Outcome {
    /// Checks the exit status and shows all output if it is another.
    #[track_caller]
    pub fn ends(self, status: i32) -> Self {
        assert_eq!(self.status, status, "{}\n{}", self.stdout, self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self
    }

    /// Checks that standard error says all of these.
    #[track_caller]
    pub fn says(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.stderr.contains(part), "'{part}' is not in:\n{}", self.stderr);
        }
        self
    }

    /// Standard output as one JSON object.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {}", self.stdout))
    }

    /// Standard output as one JSON object a line.
    #[track_caller]
    pub fn json_lines(&self) -> Vec<Value> {
        self.stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
            .collect()
    }
}

/// The keys of a JSON object, in alphabetical order.
pub fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// A fresh folder; it goes with the case.
#[derive(Default)]
pub struct Case(Folder);

impl Deref for Case {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}

/// What several cases begin with.
pub type Begun = tamis_testing::Begun<Case>;

impl Case {
    pub fn new() -> Self {
        Self::default()
    }

    /// Changes the `meta.json` of an index and gives it its new checksum, as another program could.
    #[track_caller]
    pub fn edit_meta(&self, index: &str, edit: impl FnOnce(String) -> String) {
        let path = self.path(index).join("meta.json");
        let meta = open_meta(&std::fs::read(&path).unwrap()).expect("a whole meta.json");
        let edited = edit(String::from_utf8(meta.clone()).unwrap());
        assert_ne!(edited.as_bytes(), meta, "nothing was edited");
        std::fs::write(path, seal_meta(edited.as_bytes())).unwrap();
    }

    /// Runs `tamis` with arguments separated by spaces; `'` keeps some together.
    pub fn tamis(&self, line: &str) -> Outcome {
        self.tamis_reading(line, b"")
    }

    /// Runs `tamis` and gives it these bytes on standard input.
    pub fn tamis_reading(&self, line: &str, input: &[u8]) -> Outcome {
        let words = line.split('\'').enumerate().flat_map(|(part, text)| match part % 2 {
            0 => text.split_whitespace().collect(),
            _ => vec![text],
        });
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
        command.args(words).current_dir(self.path("")).env_remove("NO_COLOR");
        command.env_remove("COLUMNS");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("tamis starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        // A command that fails at its arguments reads nothing, which is its right.
        let _ = stdin.write_all(input);
        drop(stdin);
        let output = child.wait_with_output().expect("tamis ends");
        Outcome {
            status: output.status.code().expect("tamis ends by itself"),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// Indexes all of [`PAGES`] into `index`, and writes `topics` and `qrels`.
    pub fn indexed() -> Self {
        static BEGUN: Begun = Begun::new(|case| {
            case.warc("pages.warc.gz", PAGES.len());
            case.tamis("index pages.warc.gz --out index -q").ends(0);
            case.file("topics", TOPICS);
            case.file("qrels", QRELS);
        });
        BEGUN.case()
    }
}
