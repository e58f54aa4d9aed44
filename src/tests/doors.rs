//! The same odd and wrong inputs through the library, the program and shards: they notice the same
//! values and fail with the same errors. `tests/golden/doors` has the inputs and what is expected,
//! also where shards differ; `python/tests/test_doors.py` asks Python the same.

use crate::cli::{Cli, dispatch};
use crate::terminal::{Console, Verbosity, shown};
use clap::Parser;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tamis::job::eval::EvalJob;
use tamis::job::{CompareJob, Judged, Rounds, SearchJob, SweepJob, TopicsJob, TuneJob};
use tamis::request::{Request, SweepRequest};
use tamis::shards::Shard;
use tamis::{Index, Notice, Result, Watch};

#[derive(Default)]
struct Recorded(Mutex<Vec<Notice>>);

impl tamis::Progress for Recorded {}

impl Watch for Recorded {
    fn notice(&self, notice: &Notice) {
        self.0.lock().unwrap().push(notice.clone());
    }
}

/// The folders of shards, each of which has an index of half the pages.
const SHARDS: [&str; 2] = ["first", "second"];

/// The inputs of which shards say something else, with the reason.
const SHARDS_DIFFER: [(&str, &str); 6] = [
    ("a rule that no block can meet", "sums do not show which part of the rule leaves least"),
    ("judged documents that are missing", "no shard knows the judged documents"),
    ("judged documents that are filtered", "no shard knows the judged documents"),
    ("qrels of other pages", "no shard knows the judged documents"),
    ("no tuned rule", "of many shards, the error names the one that has no rule"),
    ("topics without themselves", "shards refuse it"),
];

/// The folder of the inputs, the index of its pages, and the shards of the same pages.
struct Case {
    folder: tempfile::TempDir,
    index: Index,
    shards: Vec<Shard>,
}

impl Case {
    fn new(files: &Value) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files.as_object().unwrap() {
            fs::write(folder.path().join(name), text.as_str().unwrap()).unwrap();
        }
        let build = Index::build(folder.path().join("index"));
        let index = build.collection(folder.path().join("pages.jsonl")).run().unwrap();
        let lines: Vec<&str> = files["pages.jsonl"].as_str().unwrap().lines().collect();
        let shards = SHARDS.iter().zip(lines.chunks(lines.len().div_ceil(SHARDS.len())));
        let shards = shards.map(|(name, lines)| shard(&folder.path().join(name), lines));
        Self { shards: shards.collect(), folder, index }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What a door noticed, and how it failed, without the path of the folder.
    fn seen(&self, notices: Vec<Notice>, error: Option<String>) -> Value {
        let warnings = notices.iter().filter(|notice| notice.is_warning());
        let warnings: Vec<String> = warnings.map(ToString::to_string).collect();
        let seen = json!({ "notices": notices, "warnings": warnings, "error": error }).to_string();
        let folder = format!("{}/", self.folder.path().display());
        let of_shard = |seen: String, name| seen.replace(&format!("{folder}{name}/"), "");
        let seen = SHARDS.into_iter().fold(seen, of_shard);
        serde_json::from_str(&seen.replace(&folder, "")).unwrap()
    }

    fn judged(&self, input: &Value) -> Judged {
        let name = |key: &str| input[key].as_str().unwrap_or(key).to_owned();
        let mut judged =
            Judged::new(self.file(&name("topics")).into(), self.file(&name("qrels")).into());
        judged.measures = texts(&input["measures"]);
        judged
    }

    fn library(&self, input: &Value) -> Value {
        let recorded = Recorded::default();
        let error = self.job(input, &recorded).err().map(|error| error.to_string());
        self.seen(recorded.0.into_inner().unwrap(), error)
    }

    /// Asks the shards; none for a verb that they do not have.
    fn over_shards(&self, input: &Value) -> Option<Value> {
        let recorded = Recorded::default();
        let count = self.shards.len();
        let told = match input["verb"].as_str().unwrap() {
            "search" => self
                .search(input)
                .and_then(|job| job.over_shards(count))
                .and_then(|rounds| self.all(rounds, &recorded)),
            "topics" => self
                .topics(input)
                .and_then(|job| job.over_shards(count))
                .and_then(|rounds| self.all(rounds, &recorded)),
            "sweep" => self
                .sweep(input)
                .and_then(|job| job.over_shards(count, &recorded))
                .and_then(|rounds| self.all(rounds, &recorded)),
            _ => return None,
        };
        let recorded = recorded.0.into_inner().unwrap();
        let error = told.map(|told| assert_eq!(told, recorded)).err();
        Some(self.seen(recorded, error.map(|error| error.to_string())))
    }

    /// Goes through all rounds, and returns what the outcome notices.
    fn all<T>(&self, mut rounds: Rounds<T>, watch: &dyn Watch) -> Result<Vec<Notice>> {
        while let Some(task) = rounds.task() {
            let answers: Result<_> = self.shards.iter().map(|shard| shard.answer(task)).collect();
            rounds.take(answers?, watch)?;
        }
        Ok(rounds.outcome()?.notices)
    }

    fn search(&self, input: &Value) -> Result<SearchJob> {
        let words = input["words"].as_str().unwrap().to_owned();
        Ok(SearchJob { request: request(input)?, words, ..SearchJob::default() })
    }

    fn topics(&self, input: &Value) -> Result<TopicsJob> {
        let tag = input["tag"].as_str().unwrap_or("tamis").to_owned();
        let topics = self.judged(input).topics;
        Ok(TopicsJob { request: request(input)?, topics, tag, ..TopicsJob::default() })
    }

    fn sweep(&self, input: &Value) -> Result<SweepJob> {
        let folds = folds(input);
        let judged = self.judged(input);
        let mut job = SweepJob { sweep: sweep(input)?, judged, folds, ..SweepJob::default() };
        if let Some(margin) = input["margin"].as_str() {
            job.margin = margin.parse().unwrap();
        }
        Ok(job)
    }

    fn job(&self, input: &Value, watch: &dyn Watch) -> Result<()> {
        let index = &self.index;
        match input["verb"].as_str().unwrap() {
            "search" => self.search(input)?.run(index, watch).map(drop),
            "topics" => self.topics(input)?.lines(index, watch).map(drop),
            "sweep" => self.sweep(input)?.run(index, watch).map(drop),
            "compare" => {
                let folds = folds(input);
                let judged = self.judged(input);
                let labels = texts(&input["labels"]);
                let request = request(input)?;
                let job = CompareJob { request, judged, labels, folds, ..CompareJob::default() };
                job.run(index, watch).map(drop)
            }
            "tune" => {
                let judged = input["judged"].is_boolean().then(|| self.judged(input));
                let mut job = TuneJob { judged, ..TuneJob::default() };
                if let Some(topics) = input["pseudo_topics"].as_u64() {
                    job.settings.topics = topics as usize;
                }
                job.run(index, watch).map(drop)
            }
            _ => {
                let mut job = EvalJob { run: self.file("run").into(), ..EvalJob::default() };
                job.scoring.judgements = self.judged(input).qrels.path().to_owned().into();
                job.run(None, watch).map(drop)
            }
        }
    }

    /// Asks the program. A value that clap refuses never comes to a job: then the library's problem
    /// must be among its words.
    fn program(&self, input: &Value, library: &Value) -> Value {
        let line = self.line(input);
        let cli = match Cli::try_parse_from(&line) {
            Ok(cli) => cli,
            Err(error) => {
                let problem = library["error"].as_str().unwrap_or_default();
                let (_, problem) = problem.split_once(": ").unwrap_or(("", problem));
                assert!(error.to_string().contains(problem), "{line:?}: {error}");
                return library.clone();
            }
        };
        let out = &mut std::io::sink();
        let done = dispatch(cli.command, &mut Console { line: "", talk: Verbosity::Quiet, out });
        self.seen(shown::recorded(), done.err().map(|error| error.to_string()))
    }

    /// The command line of an input.
    fn line(&self, input: &Value) -> Vec<String> {
        let verb = input["verb"].as_str().unwrap();
        let path = |name: &str| self.file(name).display().to_string();
        let file = |key: &str| path(input[key].as_str().unwrap_or(key));
        let mut line = vec!["tamis".to_owned()];
        match verb {
            "eval" => line.extend(["eval".to_owned(), file("qrels"), path("run")]),
            "topics" => line.extend(["search".to_owned(), path("index")]),
            _ => line.extend([verb.to_owned(), path("index")]),
        }
        match verb {
            "topics" => line.push(format!("--topics={}", file("topics"))),
            "sweep" | "compare" => {
                line.push(format!("--topics={}", file("topics")));
                line.push(format!("--qrels={}", file("qrels")));
            }
            "tune" if input["judged"].is_boolean() => {
                line.push(format!("--topics={}", file("topics")));
                line.push(format!("--qrels={}", file("qrels")));
            }
            _ => {}
        }
        for key in ["folds", "margin", "tag", "pseudo_topics", "permutations"] {
            if !input[key].is_null() {
                line.push(format!("--{}={}", key.replace('_', "-"), shown_value(&input[key])));
            }
        }
        line.extend(texts(&input["measures"]).iter().map(|name| format!("--measure={name}")));
        line.extend(texts(&input["labels"]).iter().map(|name| format!("--label={name}")));
        for (name, value) in input["set"].as_object().unwrap() {
            let flag = name.replace('_', "-");
            match value {
                // Words of a command line have operators without a flag.
                Value::Bool(_) if name == "query_syntax" && verb == "search" => {}
                Value::Bool(_) => line.push(format!("--{flag}")),
                Value::Array(several) => {
                    let values: Vec<String> = several.iter().map(shown_value).collect();
                    line.push(format!("--{flag}={}", values.join(",")));
                }
                one => line.push(format!("--{flag}={}", shown_value(one))),
            }
        }
        if let Some(words) = input["words"].as_str() {
            line.extend(["--".to_owned(), words.to_owned()]);
        }
        line
    }
}

/// Builds an index of these lines of pages in a folder, and opens it as a shard.
fn shard(folder: &Path, lines: &[&str]) -> Shard {
    let pages = folder.join("pages.jsonl");
    fs::create_dir(folder).unwrap();
    fs::write(&pages, lines.join("\n")).unwrap();
    Index::build(folder.join("index")).collection(&pages).run().unwrap();
    Shard::open(folder.join("index"), None).unwrap()
}

fn folds(input: &Value) -> Option<usize> {
    input["folds"].as_u64().map(|folds| folds as usize)
}

fn shown_value(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(shown_value).collect()
}

fn request(input: &Value) -> Result<Request> {
    let mut request = Request::default();
    for (name, value) in input["set"].as_object().unwrap() {
        match value.as_array() {
            Some(several) => {
                several.iter().try_for_each(|one| request.set(name, &shown_value(one)))?;
            }
            None => request.set(name, &shown_value(value))?,
        }
    }
    Ok(request)
}

fn sweep(input: &Value) -> Result<SweepRequest> {
    let mut sweep = SweepRequest::default();
    for (name, value) in input["set"].as_object().unwrap() {
        match value.as_array() {
            Some(several) => sweep.set_axis(name, several.iter().map(shown_value)),
            None if SweepRequest::is_axis(name) => sweep.set_axis(name, [shown_value(value)]),
            None => sweep.request.set(name, &shown_value(value))?,
        }
    }
    Ok(sweep)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/doors")
}

fn read(name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(folder().join(name)).unwrap()).unwrap()
}

/// Whether a door is asked.
fn is_asked(input: &Value, door: &str) -> bool {
    input["doors"].is_null() || texts(&input["doors"]).iter().any(|asked| asked == door)
}

/// Checks what was found against a golden file, or writes that.
fn check(found: serde_json::Map<String, Value>, name: &str) {
    if std::env::var_os("TAMIS_BLESS").is_some() {
        let text = serde_json::to_string_pretty(&found).unwrap() + "\n";
        fs::write(folder().join(name), text).unwrap();
    }
    assert_eq!(Value::from(found), read(name), "{name}");
}

#[test]
fn all_doors_say_the_same() {
    let inputs = read("inputs.json");
    let case = Case::new(&inputs["files"]);
    let mut found = serde_json::Map::new();
    let mut found_over_shards = serde_json::Map::new();
    let mut differences = String::new();
    for input in inputs["inputs"].as_array().unwrap() {
        let name = input["name"].as_str().unwrap();
        let library = case.library(input);
        if is_asked(input, "program") {
            let program = case.program(input, &library);
            if program != library {
                differences += &format!("{name}:\nlibrary {library}\nprogram {program}\n");
            }
        }
        if let Some(shards) = case.over_shards(input) {
            let differs = SHARDS_DIFFER.iter().any(|(differing, _)| *differing == name);
            if (shards != library) != differs {
                differences += &format!("{name}:\nlibrary {library}\nshards  {shards}\n");
            }
            if differs {
                found_over_shards.insert(name.to_owned(), shards);
            }
        }
        found.insert(name.to_owned(), library);
    }
    assert!(differences.is_empty(), "{differences}");
    check(found, "expected.json");
    check(found_over_shards, "shards.json");
}
