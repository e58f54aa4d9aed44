//! The same odd and wrong inputs through the library and the program: they notice the same values
//! and fail with the same errors. `tests/golden/doors` has the inputs and what is expected;
//! `python/tests/test_doors.py` asks Python the same.

use super::{Cli, dispatch, shown};
use crate::cli::console::Verbosity;
use clap::Parser;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tamis::job::eval::EvalJob;
use tamis::job::{CompareJob, Judged, SearchJob, SweepJob, TopicsJob, TuneJob};
use tamis::request::{Request, SweepRequest};
use tamis::{Index, Notice, Result, Watch};

/// Notices as they come.
#[derive(Default)]
struct Recorded(Mutex<Vec<Notice>>);

impl Watch for Recorded {
    fn notice(&self, notice: &Notice) {
        self.0.lock().unwrap().push(notice.clone());
    }
}

/// The folder of the inputs, and the index of its pages.
struct Case {
    folder: tempfile::TempDir,
    index: Index,
}

impl Case {
    fn new(files: &Value) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files.as_object().unwrap() {
            fs::write(folder.path().join(name), text.as_str().unwrap()).unwrap();
        }
        let build = Index::build(folder.path().join("index"));
        let index = build.collection(folder.path().join("pages.jsonl")).run().unwrap();
        Self { folder, index }
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
        serde_json::from_str(&seen.replace(&folder, "")).unwrap()
    }

    fn judged(&self, input: &Value) -> Judged {
        let name = |key: &str| input[key].as_str().unwrap_or(key).to_owned();
        let mut judged =
            Judged::new(self.file(&name("topics")).into(), self.file(&name("qrels")).into());
        judged.measures = texts(&input["measures"]);
        judged
    }

    /// Asks the library.
    fn library(&self, input: &Value) -> Value {
        let recorded = Recorded::default();
        let error = self.job(input, &recorded).err().map(|error| error.to_string());
        self.seen(recorded.0.into_inner().unwrap(), error)
    }

    fn job(&self, input: &Value, watch: &dyn Watch) -> Result<()> {
        let index = &self.index;
        let folds = input["folds"].as_u64().map(|folds| folds as usize);
        match input["verb"].as_str().unwrap() {
            "search" => {
                let words = input["words"].as_str().unwrap().to_owned();
                let job = SearchJob { request: request(input)?, words, ..SearchJob::default() };
                job.run(index, watch).map(drop)
            }
            "topics" => {
                let tag = input["tag"].as_str().unwrap_or("tamis").to_owned();
                let topics = self.judged(input).topics;
                let request = request(input)?;
                let job = TopicsJob { request, topics, tag, ..TopicsJob::default() };
                job.lines(index, watch).map(drop)
            }
            "sweep" => {
                let mut job = SweepJob {
                    sweep: sweep(input)?,
                    judged: self.judged(input),
                    ..SweepJob::default()
                };
                job.folds = folds;
                if let Some(margin) = input["margin"].as_str() {
                    job.margin = margin.parse().unwrap();
                }
                job.run(index, watch).map(drop)
            }
            "compare" => {
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
        let done = dispatch(cli.command, "", Verbosity::Quiet, &mut std::io::sink());
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

#[test]
fn the_library_and_the_program_say_the_same() {
    let inputs = read("inputs.json");
    let case = Case::new(&inputs["files"]);
    let mut found = serde_json::Map::new();
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
        found.insert(name.to_owned(), library);
    }
    assert!(differences.is_empty(), "{differences}");
    let text = serde_json::to_string_pretty(&found).unwrap() + "\n";
    if std::env::var_os("TAMIS_BLESS").is_some() {
        fs::write(folder().join("expected.json"), &text).unwrap();
    }
    assert_eq!(Value::from(found), read("expected.json"));
}
