//! A test case: a fresh folder with a small hand-written collection, the commands run in it, and
//! their results.

use serde_json::Value;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::SystemTime;
use tamis_collection::WarcWriter;
use tamis_index::index::storage::{open_meta, seal_meta};
use tempfile::TempDir;

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

/// An article and three comments of readers, one of which answers another.
pub const ANSWERED: &str = "<!DOCTYPE html><html lang=en><title>Penguins on the \
    ice</title><body class=single><ul class=menu><li><a href=/>Home</a><li><a \
    href=/news>News</a></ul><div class=post><h1>Penguins on the ice</h1><div \
    class=entry-content><p>Two penguins crossed the frozen bay on Sunday morning, watched by a \
    crowd of several hundred people who had waited since dawn. The station wrote down what it \
    saw, and its table was read aloud in the evening.<p>Nobody knows where they came from. The \
    nearest colony lies two hundred miles away, and the wind had blown from the south for a \
    week. The harbour master has asked for more ice, and for a telescope.</div></div><div \
    id=comments><h3>3 Responses to Penguins on the ice</h3><ol class=commentlist><li \
    class='comment even depth-1' id=comment-1><div class='comment-author vcard'><cite \
    class=fn>Ada Frost</cite> <span class=says>says:</span></div><div class='comment-meta \
    commentmetadata'><a href=#comment-1>May 6, 2024 at 7:08 pm</a></div><p>I was there with my \
    daughter, and we have never seen anything like it. Thank you for writing this down!</p><div \
    class=reply><a class=comment-reply-link href=#>Reply</a></div><ul class=children><li \
    class='comment odd depth-2' id=comment-2><div class='comment-author vcard'><cite \
    class=fn>Bo</cite> <span class=says>says:</span></div><div class='comment-meta \
    commentmetadata'><a href=#comment-2>May 7, 2024 at 1:00 am</a></div><p>We missed it, \
    because we slept too long. Did you take any pictures of the two, Ada?</p></li></ul></li><li \
    class='comment even depth-1' id=comment-3><p>I think that they came over the sea, as the \
    ones of last year did. It is not that far for them.</p></li></ol></div><div id=footer><a \
    href=/about>About</a></div>";

/// Docno, title, the word of the links around the text, and the text.
pub const PAGES: [(&str, &str, &str, &str); 5] = [
    (
        "ice-1",
        "On the ice",
        "kettle",
        "A penguin walks for many days over the ice to the sea, and in the autumn it walks all the \
         way back to its egg.",
    ),
    (
        "ice-2",
        "Winter",
        "bridge",
        "When the wind is strongest each penguin moves a little towards the middle of the crowd, \
         and so each one is warm.",
    ),
    (
        "tea-1",
        "Tea for two",
        "penguin",
        "The kettle is filled with fresh water every time, for water that has boiled before makes \
         the tea taste of nothing.",
    ),
    (
        "road-1",
        "The old bridge",
        "penguin",
        "The bridge over the river was closed for the whole summer, because two of its stones had \
         moved in the flood.",
    ),
    ("short-1", "Notes", "archive", "Kettle on."),
];

/// Topic 2 has stop words only.
pub const TOPICS: &str = "1\tpenguin\n2\tof the\n3\tkettle tea\n";

/// Topic 3 has a judged document that no page is.
pub const QRELS: &str =
    "1 0 ice-1 2\n1 0 ice-2 1\n1 0 tea-1 0\n2 0 ice-1 1\n3 0 tea-1 1\n3 0 gone-1 1\n";

/// What a command came to.
#[derive(Debug)]
pub struct Outcome {
    /// The exit status.
    pub status: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
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
pub struct Case {
    folder: TempDir,
}

impl Case {
    /// An empty folder.
    pub fn new() -> Self {
        Self { folder: tamis_testing::folder() }
    }

    /// A path in the folder.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, and the folders above it.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }

    /// Reads a file as text.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
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

    /// Returns the file of the added labels of an index.
    #[track_caller]
    pub fn labels(&self, index: &str) -> PathBuf {
        self.find_labels(index).expect("an index with added labels")
    }

    /// Returns the file of the added labels of an index, if it has any.
    pub fn find_labels(&self, index: &str) -> Option<PathBuf> {
        let files = std::fs::read_dir(self.path(index)).unwrap().map(|entry| entry.unwrap().path());
        let mut labels =
            files.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("labels"));
        let found = labels.next();
        assert_eq!(labels.next(), None, "the file of the labels before is gone");
        found
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
        command.args(words).current_dir(self.folder.path()).env_remove("NO_COLOR");
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

    /// Writes the first `count` of [`PAGES`] as a WARC file.
    pub fn warc(&self, name: &str, count: usize) {
        let mut writer = WarcWriter::create(self.path(name)).expect("a WARC file");
        for page in &PAGES[..count] {
            let url = format!("http://{}.example/", page.0);
            writer
                .page(page.0, &url, "2006-02-17T00:00:00Z", html(page).as_bytes())
                .expect("a page");
        }
        writer.finish().expect("a WARC file");
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

/// What several cases begin with: it is made once, and copied for each.
pub struct Begun {
    make: fn(&Case),
    files: OnceLock<Vec<MadeFile>>,
}

/// A file of a folder. An index knows its archives by their times.
struct MadeFile {
    name: String,
    bytes: Vec<u8>,
    modified: SystemTime,
}

impl Begun {
    /// What `make` puts into a fresh folder.
    pub const fn new(make: fn(&Case)) -> Self {
        Self { make, files: OnceLock::new() }
    }

    /// A fresh folder with copies of the files.
    pub fn case(&self) -> Case {
        let case = Case::new();
        for MadeFile { name, bytes, modified } in self.files.get_or_init(|| self.made()) {
            case.file(name, bytes);
            let file = File::options().write(true).open(case.path(name)).expect("the file");
            file.set_modified(*modified).expect("a time");
        }
        case
    }

    fn made(&self) -> Vec<MadeFile> {
        let case = Case::new();
        (self.make)(&case);
        let mut files = Vec::new();
        for entry in walkdir::WalkDir::new(case.path("")) {
            let entry = entry.expect("a name");
            if entry.file_type().is_file() {
                let name = entry.path().strip_prefix(case.path("")).expect("a file of the case");
                files.push(MadeFile {
                    name: name.display().to_string(),
                    bytes: std::fs::read(entry.path()).expect("a file"),
                    modified: entry.path().metadata().and_then(|of| of.modified()).expect("a time"),
                });
            }
        }
        files
    }
}

/// A page of the collection: links, text, links.
pub fn html(&(_, title, link, text): &(&str, &str, &str, &str)) -> String {
    format!(
        "<html><head><title>{title}</title></head><body><ul><li><a href='/'>Home</a></li><li><a \
         href='/x'>About the {link}</a></li></ul><p>{text}</p><div><a href='/older'>Older {link} \
         posts</a></div></body></html>"
    )
}
