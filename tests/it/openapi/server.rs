//! A server over a small collection with topics, qrels, a run and skipped records, and requests to
//! it.

use crate::tuned::{RULE, store};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use tamis::demo;
use tamis::job::Judged;
use tamis_collection::WarcWriter;
use tamis_eval::trec::TopicFields;
use tamis_index::index::Recipe;
use tamis_index::index::recipe::Store;
use tamis_index::ingest::{Options, ingest};
use tamis_serve::{AssessmentSettings, JudgingSettings, PageSettings, Server, ServerSettings};
use tempfile::TempDir;

/// Bytes of a large answer: more than the system takes for a client that does not read.
pub const LARGE: usize = 9 << 20;

pub struct Served {
    host: String,
    /// A page of the collection.
    pub docno: String,
    pub topic: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    _folder: TempDir,
}

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub kind: String,
    pub body: String,
}

impl Served {
    /// Builds a collection and starts a server, with topics and qrels or without.
    pub fn start(is_judged: bool) -> Self {
        let folder = tamis_testing::folder();
        let files = demo::generate(folder.path(), 60, 1).unwrap();
        let bad = folder.path().join("bad.jsonl");
        let page = r#"{"docno": "twice", "html": "<p>a page"}"#;
        std::fs::write(
            &bad,
            format!("{page}\n{page}\nno line of JSON\n{{\"docno\": \"\u{202e}\"}}\n"),
        )
        .unwrap();
        let index = folder.path().join("index");
        let recipe = Recipe {
            scores: vec!["c45-words".to_owned()],
            store: Store::All,
            detect_language: true,
            metadata: true,
            ..Recipe::default()
        };
        ingest(&[files.warc, bad], &index, &Options { recipe, ..Options::default() }, &()).unwrap();
        store(&index, &RULE);
        let run = folder.path().join("other.run");
        std::fs::write(
            &run,
            format!("1 Q0 {} 1 2.5 other\n1 Q0 unknown 2 1.5 other\n", files.example),
        )
        .unwrap();
        let judging = is_judged.then(|| JudgingSettings {
            judged: Judged::new(files.topics.clone().into(), files.qrels.clone().into()),
            runs: vec![run],
        });
        let pages = PageSettings {
            topics: files.topics.clone(),
            fields: TopicFields::default(),
            file: folder.path().join("judged.qrels"),
            max_grade: 2,
        };
        let blocks = Some(folder.path().join("gold"));
        let assessment = is_judged.then_some(AssessmentSettings { pages: Some(pages), blocks });
        if is_judged {
            // Somebody judged the page that the qrels begin with as they do.
            let first = std::fs::read_to_string(&files.qrels).unwrap();
            let first = first.lines().next().unwrap().to_owned() + "\n";
            std::fs::write(folder.path().join("judged.qrels"), first).unwrap();
        }
        let topics = std::fs::read_to_string(&files.topics).unwrap();
        let topic =
            topics.split("Number:").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
        let mut served = Self::run(
            folder,
            &ServerSettings { judging, assessment, ..ServerSettings::new(&index) },
        );
        (served.docno, served.topic) = (files.example, topic);
        served
    }

    /// Builds an index of a page, `large`, whose original has [`LARGE`] bytes, and starts a server
    /// with this patience.
    pub fn with_large_page(patience: Duration) -> Self {
        let folder = tamis_testing::folder();
        let archive = folder.path().join("large.warc");
        let index = folder.path().join("index");
        let mut writer = WarcWriter::create(&archive).unwrap();
        // A byte of the page is three of the answer.
        let page =
            [b"<meta charset=windows-1252>".as_slice(), &b"\x80\x80\x80 ".repeat(LARGE / 10)]
                .concat();
        writer.page("large", "http://large.example/", "2006-01-01T00:00:00Z", &page).unwrap();
        writer.finish().unwrap();
        let recipe = Recipe { store: Store::All, ..Recipe::default() };
        ingest(&[archive], &index, &Options { recipe, ..Options::default() }, &()).unwrap();
        Self::run(folder, &ServerSettings { patience, ..ServerSettings::new(&index) })
    }

    fn run(folder: TempDir, settings: &ServerSettings) -> Self {
        let server = Server::bind(settings).unwrap();
        let host = server.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || {
            server.run(move || stopped.load(Ordering::Relaxed)).unwrap();
        });
        Self {
            host,
            docno: String::new(),
            topic: String::new(),
            stop,
            thread: Some(thread),
            _folder: folder,
        }
    }

    /// What requests name as their host.
    pub fn host(&self) -> &str {
        &self.host
    }

    #[track_caller]
    pub fn get(&self, address: &str) -> Reply {
        self.request("GET", address, &self.host, "")
    }

    /// Sends a request, and reads nothing; `more` are whole lines of its head.
    #[track_caller]
    pub fn send(&self, method: &str, address: &str, host: &str, more: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let head = format!(
            "{method} {address} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    }

    /// Sends a request and reads the reply.
    #[track_caller]
    pub fn request(&self, method: &str, address: &str, host: &str, more: &str) -> Reply {
        let mut stream = self.send(method, address, host, more);
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) =
            reply.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{address}: {reply}"));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .expect("a reply has a status");
        let kind = head.lines().find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            name.eq_ignore_ascii_case("content-type").then(|| value.to_owned())
        });
        Reply { status, kind: kind.unwrap_or_default(), body: body.to_owned() }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
