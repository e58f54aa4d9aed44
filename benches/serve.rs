//! Measures a server of one index under load: clients that send a request a second each, over
//! twenty rules, for a minute.
//!
//! `cargo bench --bench serve -- INDEX [SECONDS [CLIENTS]]` starts `tamis serve INDEX` and prints
//! how long answers took, how much memory the server has before and after, and what views cost that
//! no request made before. Without an index, as `cargo test` and `cargo bench` run it, it does
//! nothing.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Queries of clients: common words, rare ones, a phrase.
const QUERIES: [&str; 12] = [
    "open+data",
    "new+home",
    "search+engine",
    "the+weather+of+today",
    "history",
    "music+festival",
    "free+software+licence",
    "%22open+source%22",
    "health+care+costs",
    "football",
    "travel+to+spain",
    "recipe+bread",
];

/// The rules of the load.
const RULES: [&str; 20] = [
    "min_words=2",
    "min_words=5",
    "min_words=8",
    "min_words=11",
    "min_words=15",
    "min_words=20",
    "min_words=30",
    "min_words=50",
    "max_link_density=0.33",
    "max_link_density=0.5",
    "max_repeats=5",
    "max_repeats=20",
    "min_density=8",
    "min_density=10",
    "label=words-tree",
    "label=text-density-1r",
    "min_words=11&max_repeats=20",
    "weight=kind+%3D+title%3A+3",
    "weight=kind+%3D+title%3A+3&min_words=11",
    "where=words+%3E%3D+11+and+link_density+%3C%3D+0.33+or+kind+%3D+title",
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let Some(index) = args.first().filter(|index| std::path::Path::new(index).is_dir()) else {
        println!("serve: name an index: cargo bench --bench serve -- INDEX [SECONDS [CLIENTS]]");
        return;
    };
    let seconds = args.get(1).map_or(60, |arg| arg.parse().expect("a number"));
    let clients = args.get(2).map_or(100, |arg| arg.parse().expect("a number"));
    let mut server = Server::start(index);
    uncached(&server);
    println!("memory before: {} MiB", server.memory() >> 10);
    load(&server, seconds, clients);
    println!("memory after: {} MiB", server.memory() >> 10);
    load(&server, seconds / 2, clients);
    println!("memory after half as long again: {} MiB", server.memory() >> 10);
    server.child.kill().expect("the server runs");
    server.child.wait().expect("the server ends");
}

/// Measures the cost of views that no request has used before, and of those that are cached.
fn uncached(server: &Server) {
    let mut client = Client::new(server);
    let mut kinds = [
        ("views by words", Vec::new()),
        ("views by words and titles", Vec::new()),
        ("kept views", Vec::new()),
    ];
    for words in 1..=60 {
        let rule = format!("min_words={words}&max_link_density=0.77");
        kinds[0].1.push(client.time(&format!("q=open+data&{rule}")));
        kinds[1].1.push(client.time(&format!("q=open+data&{rule}&weight=kind+%3D+title%3A+3")));
        kinds[2].1.push(client.time(&format!("q=open+data&{rule}")));
    }
    for (name, mut times) in kinds {
        println!("one client, {name}: {}", summary(&mut times));
    }
}

/// Clients that send a request a second each.
fn load(server: &Server, seconds: u64, clients: u64) {
    let times = Mutex::new(Vec::new());
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..clients {
            let times = &times;
            scope.spawn(move || {
                let mut client = Client::new(server);
                let mut own = Vec::new();
                for second in 0..seconds {
                    // Clients are spread over the second.
                    let due = Duration::from_millis(second * 1000 + number * 1000 / clients);
                    std::thread::sleep(due.saturating_sub(begun.elapsed()));
                    let at = (number * 7 + second * 11) as usize;
                    let query = QUERIES[at % QUERIES.len()];
                    let rule = RULES[(at / 5) % RULES.len()];
                    // From the time at which it was due: a client that waits for its last answer is
                    // not a slow sender.
                    let late = begun.elapsed().saturating_sub(due);
                    own.push(client.time(&format!("q={query}&{rule}")) + late);
                }
                times.lock().expect("no thread fails").extend(own);
            });
        }
    });
    let mut times = times.into_inner().expect("no thread fails");
    println!("{clients} clients, a request a second each, {seconds} s: {}", summary(&mut times));
}

fn summary(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let last = times.len() - 1;
    let [p50, p99, max] =
        [0.5, 0.99, 1.0].map(|share| times[(last as f64 * share) as usize].as_secs_f64() * 1000.0);
    format!("{} answers, p50 {p50:.1} ms, p99 {p99:.1} ms, max {max:.1} ms", times.len())
}

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(index: &str) -> Self {
        let program = env!("CARGO_BIN_EXE_tamis");
        let mut child = Command::new(program)
            .args(["serve", index, "--quiet"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped"))
            .read_line(&mut line)
            .expect("its address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, address }
    }

    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))
            .unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    }
}

struct Client<'a> {
    server: &'a Server,
    stream: TcpStream,
}

impl<'a> Client<'a> {
    fn new(server: &'a Server) -> Self {
        let stream = TcpStream::connect(&server.address).expect("the server listens");
        stream.set_nodelay(true).expect("a socket");
        Self { server, stream }
    }

    /// Sends a search and reads the whole answer, which must be one.
    fn time(&mut self, query: &str) -> Duration {
        let begun = Instant::now();
        let head =
            format!("GET /api/search?{query} HTTP/1.1\r\nHost: {}\r\n\r\n", self.server.address);
        self.stream.write_all(head.as_bytes()).expect("the server reads");
        let mut reader = BufReader::new(&self.stream);
        let mut line = String::new();
        reader.read_line(&mut line).expect("a status");
        assert!(line.starts_with("HTTP/1.1 200"), "{query}: {line}");
        let mut length = 0;
        loop {
            line.clear();
            reader.read_line(&mut line).expect("a header");
            if line == "\r\n" {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).expect("a body");
        begun.elapsed()
    }
}
