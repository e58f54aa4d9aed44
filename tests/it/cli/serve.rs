//! `tamis serve` over HTTP, without a browser: `tests/browser` looks at the pages.

use super::captures::crawl;
use crate::case::{Case, PAGES, QRELS, html};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tamis_collection::WarcWriter;

/// A running server; it ends with the test.
pub struct Server {
    pub child: Child,
    pub address: String,
}

/// An answer: status, head and body.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Server {
    pub fn start(case: &Case, line: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
        command.arg("serve").args(line.split_whitespace()).current_dir(case.path(""));
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("tamis starts");
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let address =
            url.trim().strip_prefix("http://").expect("a URL").trim_end_matches('/').to_owned();
        Self { child, address }
    }

    /// Sends bytes and reads what comes back; none if the server is gone. One that refuses may
    /// close before it has read all that is written, and reset the connection behind its answer.
    pub fn try_raw(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        let _ = stream.write_all(bytes);
        let mut back = Vec::new();
        let _ = stream.read_to_end(&mut back);
        (!back.is_empty()).then_some(back)
    }

    /// Sends bytes and reads what comes back until the server closes the connection.
    pub fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        // A server that refuses may close before all is written.
        let _ = stream.write_all(bytes);
        let mut back = Vec::new();
        let _ = stream.read_to_end(&mut back);
        back
    }

    pub fn send(&self, method: &str, path: &str, headers: &str) -> Answer {
        let host = if headers.contains("Host:") {
            String::new()
        } else {
            format!("Host: {}\r\n", self.address)
        };
        let head = format!("{method} {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n");
        let back = String::from_utf8(self.raw(head.as_bytes())).unwrap();
        let (head, body) =
            back.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{path}: no answer"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "")
    }

    #[track_caller]
    pub fn json(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    fn until(&self, what: &str, holds: impl Fn() -> bool) {
        let begun = Instant::now();
        while !holds() {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Ends it as Ctrl-C does, and returns its status and standard error.
    fn interrupt(mut self) -> (Option<i32>, String) {
        let sent =
            Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let status = self.child.wait().unwrap().code();
        let mut stderr = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        (status, stderr)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The docnos and scores of results.
fn ranking<'a>(hits: impl IntoIterator<Item = &'a Value>) -> Vec<(String, String)> {
    hits.into_iter().map(|hit| (hit["docno"].to_string(), hit["score"].to_string())).collect()
}

case!(results_are_those_of_the_command_that_the_answer_names, |case| {
    let case = {
        drop(case);
        Case::indexed()
    };
    let server = Server::start(&case, "index");
    for query in [
        "q=penguin",
        "q=penguin&min_words=11",
        "q=kettle+%22fresh+water%22&title=drop",
        "q=penguin+-kettle&max_repeats=2&model=dph",
        "q=penguin&label=min-words-10&hits=2",
        "q=kettle&weight=kind+%3D+title%3A+3&weight=words+%3C+5%3A+0.5",
        "q=penguin&where=words+%3E%3D+11+and+not+kind+%3D+title&rm3=true&fb_terms=5",
        "q=penguin&title_weight=2&sieve=on",
        "q=penguin&from=2000&to=2030&collapse=url&collapse_date=2006-01",
        "q=kettle&url_prefix=tea-1.example&url_prefix=https%3A%2F%2Fwww.ice-1.example&min_words=2",
    ] {
        let found = server.json(&format!("/api/search?{query}"));
        let command = found["command"].as_str().unwrap().strip_prefix("tamis ").unwrap();
        let printed = case.tamis(&format!("{command} --json")).ends(0).json_lines();
        assert_eq!(ranking(found["hits"].as_array().unwrap()), ranking(&printed), "{query}");
        assert!(!printed.is_empty(), "{query}");
        // The address that it names is one of the same search.
        let again = server.json(&format!("/api/search?{}", found["address"].as_str().unwrap()));
        assert_eq!(again, found, "{query}");
    }
});

fn is_first_page(hit: &Value) -> bool {
    hit["docno"].as_str().unwrap().trim_end_matches('>').ends_with('1')
}

case!(filters_of_pages_give_the_results_of_the_flags, |case| {
    drop(case);
    let case = crawl();
    let server = Server::start(&case, "index");
    for (query, flags, first) in [
        ("", "", vec![true, false]),
        ("from=2006-04", "--from 2006-04", vec![true, false]),
        ("from=2006-08", "--from 2006-08", vec![false]),
        ("to=2006-01", "--to 2006-01", vec![true]),
        ("collapse=url", "--collapse url", vec![false]),
        (
            "collapse=url&collapse_date=2006-02",
            "--collapse url --collapse-date 2006-02",
            vec![true],
        ),
        (
            "url_prefix=a.example&url_prefix=example.org/page",
            "--url-prefix a.example --url-prefix example.org/page",
            vec![true, false],
        ),
        ("url_prefix=-x", "--url-prefix=-x", vec![]),
    ] {
        let found = server.json(&format!("/api/search?q=kettle&{query}"));
        let hits = found["hits"].as_array().unwrap();
        let flagged =
            case.tamis(&format!("search index kettle {flags} --json")).ends(0).json_lines();
        assert_eq!(ranking(hits), ranking(&flagged), "{query}");
        let command = found["command"].as_str().unwrap().strip_prefix("tamis ").unwrap();
        let named = case.tamis(&format!("{command} --json")).ends(0).json_lines();
        assert_eq!(named, flagged, "{command}");
        let mut ones: Vec<bool> = hits.iter().map(is_first_page).collect();
        ones.sort_by_key(|is_first| !is_first);
        assert_eq!(ones, first, "{query}");
        for (hit, line) in hits.iter().zip(&flagged) {
            assert_eq!(hit.get("revisited"), line.get("revisited"), "{query}");
        }
    }
    let found = server.json("/api/search?q=kettle&from=2006-08");
    assert_eq!(found["hits"][0]["revisited"], "2006-08-01T00:00:00Z");
    assert!(server.get("/?q=kettle&from=2006-08").body.contains("revisited <bdi>2006-08-01</bdi>"));
    let wrong = server.get("/?q=kettle&page_language=en&from=soon&collapse_date=x");
    assert_eq!(wrong.status, 400);
    assert!(
        wrong.body.contains("id=\"problem-from\"") && wrong.body.contains("found 'soon'"),
        "{}",
        wrong.body
    );
    let unknown = server.get("/?q=kettle&page_language=en");
    assert_eq!(
        (unknown.status, unknown.body.contains("--detect-language")),
        (400, true),
        "{}",
        unknown.body
    );
});

case!(an_explanation_is_that_of_the_program, |case| {
    drop(case);
    let case = Case::indexed();
    let server = Server::start(&case, "index");
    for query in [
        "q=penguin+ice&docno=ice-1",
        "q=penguin+ice&docno=ice-1&model=ql-dirichlet-indri&hits=5",
        "q=penguin&docno=ice-2&weight=kind+%3D+title%3A+0.5&sieve=on",
        "q=penguin+%2Bice+-kettle&docno=ice-1",
        "q=penguin&docno=ice-1&min_words=11&rm3=on",
        "q=kettle&docno=road-1",
        "q=of+the&docno=road-1",
        "q=penguin&docno=ice-1&to=2030&collapse=url",
        "q=penguin+kettle&max_repeats=1",
        "q=-kettle+penguin&label=min-words-10",
    ] {
        let mut found = server.json(&format!("/api/explain?{query}"));
        let command = found["command"].as_str().unwrap().strip_prefix("tamis ").unwrap().to_owned();
        // In front, as the query may stand behind `--`.
        let command = command.replacen("search", "search --json", 1);
        let printed = case.tamis(&command).ends(0).json();
        for name in ["command", "commit", "warnings"] {
            found.as_object_mut().unwrap().remove(name);
        }
        assert_eq!(found, printed, "{query}");
        let page = server.get(&format!("/explain?{query}"));
        assert!([200, 303].contains(&page.status), "{query}: {}", page.body);
    }
    let hit = &server.json("/api/search?q=penguin&min_words=3")["hits"][0];
    let docno = hit["docno"].as_str().unwrap();
    let explained = server.json(&format!("/api/explain?q=penguin&min_words=3&docno={docno}"));
    assert_eq!(explained["score"], hit["score"]);
    let results = server.get("/?q=penguin&min_words=3").body;
    assert!(
        results.contains(&format!("href=\"/explain?q=penguin&amp;min_words=3&amp;docno={docno}\"")),
        "{results}"
    );
    let page = server.get(&format!("/explain?q=penguin&min_words=3&docno={docno}")).body;
    assert!(page.contains(&format!("<h1>Score {}</h1>", hit["score"])), "{page}");
    let excluded = server.get("/api/explain?q=penguin&docno=ice-1&url_prefix=tea-1.example");
    assert_eq!(excluded.status, 404);
    assert!(excluded.body.contains("excluded by a filter of pages"), "{}", excluded.body);
});

case!(filters_of_pages_keep_their_place_beside_another_from, |case| {
    drop(case);
    let case = Case::indexed();
    let server = Server::start(&case, "index");
    let results = server.get("/?q=penguin&from=2000").body;
    for link in [
        "/page?q=penguin&amp;from_date=2000&amp;docno=",
        "/collection?q=penguin&amp;from_date=2000\"",
    ] {
        assert!(results.contains(link), "{link}: {results}");
    }
    let page = server.get("/page?q=penguin&from_date=2000&docno=ice-1");
    assert_eq!(page.status, 200, "{}", page.head);
    assert!(page.body.contains("href=\"/?q=penguin&amp;from=2000\""), "{}", page.body);
    assert!(page.body.contains("name=\"from_date\" value=\"2000\""), "{}", page.body);
    let of_page = |query: &str| server.json(&format!("/api/page?docno=ice-1{query}"));
    assert_eq!(of_page("&from=1&from_date=2000")["blocks"], of_page("&from=1")["blocks"]);
    assert_eq!(server.get("/collection?q=penguin&from_date=2000&from=3").status, 200);
    assert_eq!(server.get("/collection?from_date=soon").status, 400);
});

case!(a_rank_without_the_rule_stands_beside, |case| {
    let case = {
        drop(case);
        Case::indexed()
    };
    let server = Server::start(&case, "index");
    let without = server.json("/api/search?q=penguin");
    let order: Vec<&Value> =
        without["hits"].as_array().unwrap().iter().map(|hit| &hit["docno"]).collect();
    let under = server.json("/api/search?q=penguin&min_words=11");
    for hit in under["hits"].as_array().unwrap() {
        let before = order.iter().position(|docno| *docno == &hit["docno"]).map(|at| at as u64 + 1);
        assert_eq!(hit["rank_without_rule"].as_u64(), before, "{hit}");
    }
    assert!(under["hits"].as_array().unwrap().len() < order.len());
});

case!(only_this_machine_and_this_site_are_let_in, |case| {
    let case = {
        drop(case);
        Case::indexed()
    };
    let server = Server::start(&case, "index");
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    for host in ["evil.example", &format!("127.0.0.1.evil.example:{port}"), "10.1.2.3"] {
        assert_eq!(
            server.send("GET", "/api/commit", &format!("Host: {host}\r\n")).status,
            421,
            "{host}"
        );
    }
    let local = server.send("GET", "/api/commit", &format!("Host: localhost:{port}\r\n"));
    assert_eq!(local.status, 200);
    let named = Server::start(&case, "index --allow-host My.Machine");
    assert_eq!(named.send("GET", "/api/commit", "Host: my.machine:80\r\n").status, 200);
    let two = format!("Host: localhost:{port}\r\nHost: evil.example\r\n");
    assert_eq!(server.send("GET", "/api/commit", &two).status, 421);
    for site in ["cross-site", "same-site"] {
        assert_eq!(
            server.send("GET", "/api/commit", &format!("Sec-Fetch-Site: {site}\r\n")).status,
            403
        );
    }
    let page =
        server.send("GET", "/", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n");
    assert_eq!(page.status, 200);
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        assert_eq!(server.send(method, "/api/search?q=a", "").status, 405, "{method}");
    }
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
    ] {
        assert!(page.head.contains(header), "{}", page.head);
    }
    assert!(
        !page.head.contains("access-control")
            && !page.body.contains("<script>")
            && !page.body.contains(" style=")
    );
});

case!(a_form_leads_to_its_usual_address, |case| {
    let case = {
        drop(case);
        Case::indexed()
    };
    let server = Server::start(&case, "index");
    let sent = server.get(
        "/?q=penguin&min_words=11&min_density=&max_link_density=1&title_weight=1&weight=&\
             label=&model=bm25",
    );
    assert_eq!(sent.status, 303);
    assert!(sent.head.contains("location: /?q=penguin&min_words=11\r\n"), "{}", sent.head);
    assert_eq!(server.get("/?q=penguin&min_words=11").status, 200);
    let wrong = server.get("/?q=penguin&where=words+%3E&min_words=x");
    assert_eq!(wrong.status, 400);
    assert!(
        wrong.body.contains("column 8: ") && wrong.body.contains("id=\"problem-min_words\""),
        "{}",
        wrong.body
    );
    let reply: Value =
        serde_json::from_str(&server.get("/api/search?q=a&where=words+%3E&min_word=3").body)
            .unwrap();
    assert_eq!(reply["problems"][0]["parameter"], "min_word");
    for address in ["/api/search?q=a&label=cetr", "/api/page?docno=ice-1&left=cetr"] {
        let reply = server.get(address);
        assert_eq!(reply.status, 400, "{address}");
        assert!(reply.body.contains("`tamis label INDEX --classifier cetr`"), "{}", reply.body);
    }
    assert_eq!(server.get("/nothing").status, 404);
    assert_eq!(server.get("/api/page?docno=nothing").status, 404);
});

case!(no_request_breaks_it, |case| {
    let case = {
        drop(case);
        Case::indexed()
    };
    let server = Server::start(&case, "index");
    let long = "a".repeat(1 << 20);
    for request in [
        format!("GET /?q={long} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address),
        format!(
            "GET / HTTP/1.1\r\nHost: {}\r\nX: {long}\r\nConnection: close\r\n\r\n",
            server.address
        ),
        format!(
            "GET /?{} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            "q=1&".repeat(9000),
            server.address
        ),
        format!(
            "GET /page?docno=%00%ff%0a HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            server.address
        ),
        "\0\0\0\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nConnection: close\r\n\r\n".to_owned(),
    ] {
        let back = String::from_utf8_lossy(&server.raw(request.as_bytes())).into_owned();
        assert!(
            back.is_empty() || back.starts_with("HTTP/1.1 4"),
            "{}",
            &back[..back.len().min(200)]
        );
    }
    // Clients that go in the middle of a request, and before its answer.
    for _ in 0..50 {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.write_all(b"GET /api/search?q=peng").unwrap();
        drop(stream);
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let head = format!(
            "GET /api/search?q=penguin&rm3=on HTTP/1.1\r\nHost: {}\r\n\r\n",
            server.address
        );
        stream.write_all(head.as_bytes()).unwrap();
    }
    assert_eq!(server.json("/api/search?q=penguin")["hits"].as_array().unwrap().len(), 4);
    let (status, stderr) = server.interrupt();
    assert_eq!((status, stderr.contains("panicked")), (Some(0), false), "{stderr}");
});

case!(another_process_adds_while_it_is_looked_at, |case| {
    let case = {
        drop(case);
        Case::indexed()
    };
    let server = Server::start(&case, "index");
    let before = server.json("/api/commit");
    assert_eq!(server.json("/api/search?q=glacier")["hits"].as_array().unwrap().len(), 0);
    let mut writer = WarcWriter::create(case.path("more.warc")).unwrap();
    let page = (
        "new-1",
        "Glacier",
        "glacier",
        "The glacier moved a hand's breadth while nobody looked at it for a whole day.",
    );
    writer
        .page(page.0, "http://new.example/", "2007-01-01T00:00:00Z", html(&page).as_bytes())
        .unwrap();
    writer.finish().unwrap();
    case.tamis("index pages.warc.gz more.warc --out index -q").ends(0);
    server.until("the new commit is opened", || server.json("/api/commit") != before);
    let found = server.json("/api/search?q=glacier&min_words=11");
    assert_eq!(found["hits"][0]["docno"], "new-1");
    assert_eq!(server.json("/api/commit")["pages"], PAGES.len() as u64 + 1);
});

fn files_and_times(case: &Case) -> Vec<(std::path::PathBuf, std::time::SystemTime)> {
    let mut files: Vec<_> = walkdir::WalkDir::new(case.path(""))
        .into_iter()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.path().to_owned(), entry.metadata().unwrap().modified().unwrap()))
        .collect();
    files.sort();
    files
}

case!(it_writes_nothing, |case| {
    let case = {
        drop(case);
        Case::indexed()
    };
    let before = files_and_times(&case);
    let server = Server::start(&case, "index --topics topics --qrels qrels");
    for path in [
        "/?q=penguin&min_words=3",
        "/page?docno=ice-1",
        "/measures",
        "/collection",
        "/topic?topic=1",
        "/api",
    ] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    assert_eq!(server.interrupt().0, Some(0));
    assert_eq!(files_and_times(&case), before);
});

case!(an_index_that_is_removed_under_it_is_an_answer_or_an_error, |case| {
    let case = {
        drop(case);
        Case::indexed()
    };
    let server = Server::start(&case, "index");
    assert_eq!(server.get("/?q=penguin").status, 200);
    std::fs::remove_dir_all(case.path("index")).unwrap();
    server.until("the trouble is reported", || {
        server.get("/?q=penguin&min_words=3").body.contains("cannot be opened")
    });
    for path in
        ["/?q=kettle&min_words=4", "/page?docno=tea-1", "/collection", "/api/losses", "/api/commit"]
    {
        let answer = server.get(path);
        assert!([200, 500].contains(&answer.status), "{path}: {}", answer.status);
    }
    let (status, stderr) = server.interrupt();
    assert_eq!((status, stderr.contains("panicked")), (Some(0), false), "{stderr}");
});

case!(an_index_whose_files_are_shortened_in_place_is_an_error, |case| {
    drop(case);
    let case = Case::indexed();
    let server = Server::start(&case, "index");
    assert_eq!(server.get("/?q=penguin").status, 200);
    for entry in std::fs::read_dir(case.path("index")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|kind| kind == "store" || kind == "fast") {
            std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(10).unwrap();
        }
    }
    for path in ["/?q=kettle", "/api/page?docno=ice-1", "/collection"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 500, "{path}");
        assert!(answer.body.contains("shorter than"), "{path}: {}", answer.body);
    }
    assert_eq!(server.interrupt().0, Some(0));
});

case!(an_index_without_texts_shows_no_blocks_and_says_why, |case| {
    let case = {
        drop(case);
        Case::indexed()
    };
    case.tamis("index pages.warc.gz --out bare --store none -q").ends(0);
    let server = Server::start(&case, "bare");
    let page = server.get("/?q=penguin&min_words=3");
    assert!(
        page.body.contains("stores no texts") && !page.body.contains("class=\"block\""),
        "{}",
        page.body
    );
    assert!(server.get("/page?docno=ice-1").body.contains("stores no texts"));
    assert_eq!(server.json("/api/page?docno=ice-1")["has_texts"], false);
    assert_eq!(server.get("/page/original?docno=ice-1").status, 404);
    assert_eq!(server.get("/api/search?q=%22of+the+ice%22").status, 200);
    assert_eq!(server.get("/api/search?q=%22many+days%22").status, 400);
});

case!(the_measures_have_the_numbers_of_a_sweep_and_an_evaluation, |case| {
    let case = {
        drop(case);
        Case::indexed()
    };
    case.tamis("search index --topics topics --model dph --out other.run").ends(0);
    let server = Server::start(&case, "index --topics topics --qrels qrels --run other.run");
    let found = server.json("/api/measures?min_words=3&measure=P_10,map&title=drop");
    let swept = case.tamis(
        "sweep index --topics topics --qrels qrels --min-words 0..=50 -m P_10 -m map --title drop \
         --json",
    );
    let swept = swept.ends(0).json();
    assert_eq!(found["unfiltered"], swept["unfiltered"]["means"]);
    assert_eq!(found["under_rule"], swept["points"][3]["means"]);
    assert_eq!(found["p_values"], swept["points"][3]["p_values"]);
    for (point, of_sweep) in
        found["curve"].as_array().unwrap().iter().zip(swept["points"].as_array().unwrap())
    {
        assert_eq!((&point["means"], &point["kept"]), (&of_sweep["means"], &of_sweep["kept"]));
    }
    // As with -c of trec_eval: a topic that the run does not have counts 0.
    let evaluated =
        case.tamis("eval qrels other.run -c -m P_10 -m map --json").ends(0).json_lines().remove(0);
    let means = found["runs"][0]["means"].as_array().unwrap();
    assert_eq!((&means[0], &means[1]), (&evaluated["P_10"], &evaluated["map"]));
    let command = found["command"].as_str().unwrap().strip_prefix("tamis ").unwrap();
    case.tamis(command).ends(0);
    for axis in
        ["", "&axis=max_repeats", "&axis=min_density", "&axis=max_link_density", "&axis=max_words"]
    {
        let found = server.json(&format!("/api/measures?min_words=3&measure=P_10{axis}"));
        let command = found["command"].as_str().unwrap().strip_prefix("tamis ").unwrap();
        let swept = case.tamis(&format!("{command} --json")).ends(0).json();
        let curve = found["curve"].as_array().unwrap();
        let points = swept["points"].as_array().unwrap();
        assert_eq!(curve.len(), points.len(), "{command}");
        assert!(
            curve.iter().zip(points).all(|(drawn, point)| drawn["means"] == point["means"]),
            "{command}"
        );
    }
    let topic = server.json("/api/topic?topic=1&min_words=3&title=drop&measure=P_10,map");
    let of_topic =
        found["topics"].as_array().unwrap().iter().find(|of| of["topic"] == "1").unwrap();
    assert_eq!(topic["rankings"][0]["values"], of_topic["unfiltered"]);
    assert_eq!(topic["rankings"][1]["values"], of_topic["under_rule"]);
    for page in topic["rankings"][0]["pages"].as_array().unwrap() {
        let line = format!("1 0 {} ", page["docno"].as_str().unwrap());
        let grade = QRELS.split_once(&line).map(|(_, rest)| rest[..1].parse().unwrap());
        assert_eq!(page["grade"].as_i64(), grade, "{page}");
    }
    let command = topic["command"].as_str().unwrap().strip_prefix("tamis ").unwrap();
    let run = case.tamis(command).ends(0).stdout;
    let first = run.lines().next().unwrap().split(' ').nth(2).unwrap().to_owned();
    assert_eq!(topic["rankings"][1]["pages"][0]["docno"], first.as_str());
});

case!(what_cannot_be_served_is_reported, |case| {
    case.tamis("serve nothing").ends(1).says(&["nothing", "tamis index"]);
    let case = {
        drop(case);
        Case::indexed()
    };
    case.tamis("serve index --topics topics").ends(2).says(&["--qrels"]);
    case.tamis("serve index --threads 0").ends(2).says(&["--threads"]);
    case.tamis("serve index --host no.such.host.invalid")
        .ends(1)
        .says(&["no.such.host.invalid:0: cannot listen"]);
    let server = Server::start(&case, "index");
    let port = server.address.rsplit(':').next().unwrap();
    case.tamis(&format!("serve index --port {port}"))
        .ends(1)
        .says(&["cannot listen: ", "choose another port"]);
    case.tamis("serve index --topics topics --qrels gone").ends(1).says(&["gone"]);
});

case!(a_rule_that_leaves_hardly_any_text_is_reported, |case| {
    let html = format!(
        "<title>Ice</title><p>{}</p>",
        "a penguin walks over the ice to the sea ".repeat(60)
    );
    case.file("pages.jsonl", json!({"docno": "ice", "html": html}).to_string() + "\n");
    case.tamis("index pages.jsonl --out index").ends(0);
    let server = Server::start(&case, "index");
    let warnings_for =
        |query: &str| server.json(&format!("/api/search?q=ice&{query}"))["warnings"].clone();
    let warnings = warnings_for("max_words=5&max_link_density=0.5");
    let warning = warnings[0].as_str().unwrap();
    assert!(
        warning.starts_with("the rule leaves 0.")
            && warning.ends_with("% of the text; loosen words <= 5"),
        "{warning}"
    );
    assert_eq!(warnings_for("min_words=5"), json!([]));
});

/// Stores a rule of weights in the index of a case.
fn with_tuned_rule() -> Case {
    let case = Case::indexed();
    crate::tuned::store(&case.path("index"), &crate::tuned::RULE);
    case
}

case!(the_tuned_rule_is_that_of_the_command, |_| {
    let case = with_tuned_rule();
    let server = Server::start(&case, "index");
    for (query, command) in [
        ("rule=tuned", "--rule tuned"),
        (
            "rule=tuned&weight=title%3Dkind+%3D+title%3A+5",
            "--weight 'title=kind = title: 5' --rule tuned",
        ),
        // A slider that was moved is a weight of its name, one that was not is none.
        (
            "rule=tuned&tuned.title=5&tuned.links=0.2&tuned.repeated=0.05",
            "--weight 'title=kind = title: 5' --rule tuned",
        ),
        (
            "rule=tuned&weight=title%3Dkind+%3D+title%3A+5&tuned.title=3&tuned.links=0.2",
            "--rule tuned",
        ),
        ("rule=sieve", "--rule sieve"),
        ("sieve=true", "--rule sieve"),
        // The sliders of a rule that is not chosen change nothing.
        ("tuned.title=5", ""),
    ] {
        let found = server.json(&format!("/api/search?q=penguin&{query}"));
        let expected = format!("tamis search index {command} penguin").replace("  ", " ");
        assert_eq!(found["command"], expected, "{query}");
        let line = expected.strip_prefix("tamis ").unwrap();
        let printed = case.tamis(&format!("{line} --json")).ends(0).json_lines();
        assert_eq!(ranking(found["hits"].as_array().unwrap()), ranking(&printed), "{query}");
        let again = server.json(&format!("/api/search?{}", found["address"].as_str().unwrap()));
        assert_eq!(again, found, "{query}");
    }
    let tuned = &server.json("/api/index")["tuned"];
    assert_eq!(tuned["parameters"][1]["value"], "repeated=repeats > 2: 0.05");
    for (query, expected) in [
        ("rule=tuned&sieve=true", "found tuned and the sieve"),
        ("rule=other", "expected sieve or tuned"),
        ("rule=tuned&tuned.title=x", "expected a number from 0 to 100"),
    ] {
        let answer = server.get(&format!("/api/search?q=penguin&{query}"));
        assert!(answer.status == 400 && answer.body.contains(expected), "{}", answer.body);
    }
});

case!(one_of_a_kind_has_no_plural, |_| {
    let case = Case::new();
    case.warc("pages.warc.gz", 1);
    case.tamis("index pages.warc.gz --out index -q").ends(0);
    case.file("topics", "1\tpenguin\n");
    case.file("qrels", "1 0 ice-1 2\n");
    let files = "--topics topics --qrels qrels --judge my.qrels";
    let server = Server::start(&case, &format!("index {files}"));
    for (path, expected) in [
        ("/", "holds <strong>1 page</strong>, cut into "),
        ("/?q=penguin", "<strong>1 result</strong>"),
        ("/?q=penguin", " of the text, on 1 page. "),
        ("/explain?q=penguin", " on 1 page. "),
        ("/measures", "Means over 1 topic. "),
        ("/labels?measure=P_10", " over 1 topic, "),
        ("/judge?depth=1", "0 of 1 page judged"),
        ("/judge?depth=1", "The best 1 page of each"),
        ("/topic?topic=1", " 1 page, "),
    ] {
        let body = server.get(path).body;
        assert!(body.contains(expected), "{path}: {expected} is not in:\n{body}");
        // Figures are the report's.
        let own = body.split("<figure").next().unwrap_or_default();
        for noun in ["pages", "blocks", "topics", "results", "rows"] {
            assert!(!own.contains(&format!(">1 {noun}")), "{path}: {noun}");
            assert!(!own.contains(&format!(" 1 {noun}")), "{path}: {noun}");
        }
    }
});

case!(all_rows_of_a_comparison_are_shown, |_| {
    let case = with_tuned_rule();
    let files = "--topics topics --qrels qrels";
    let server = Server::start(&case, &format!("index {files}"));
    let rows = |json: &Value| -> std::collections::BTreeSet<(String, String)> {
        let rows = json["rows"].as_array().unwrap().iter();
        let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
        rows.map(|row| (text(row, "kind"), text(row, "name"))).collect()
    };
    let compared = case.tamis(&format!("compare index {files} -m P_10 --json")).ends(0);
    let compared = rows(&compared.json_lines()[0]);
    for name in ["sieve", "tuned"] {
        assert!(compared.contains(&("rule".to_owned(), name.to_owned())), "{compared:?}");
    }
    // A rule of the form is left out of rows that have their own.
    for query in ["", "&sieve=true", "&min_words=3&q=%2Bpenguin"] {
        let shown = server.json(&format!("/api/labels?measure=P_10{query}"));
        assert_eq!(rows(&shown), compared, "{query}");
    }
});

case!(the_page_shows_the_tuned_rule_with_reasons_and_sliders, |_| {
    let case = with_tuned_rule();
    let server = Server::start(&case, "index");
    let page = server.get("/?q=penguin&rule=tuned").body;
    for expected in [
        "<option value=\"tuned\" selected>",
        "Titles say what a page is about.",
        "Chosen on 5 pages; since then 0 pages added or deleted.",
        "name=\"tuned.title\" value=\"3\"",
        "name=\"tuned.repeated\" value=\"0.05\"",
    ] {
        assert!(page.contains(expected), "{expected} is not in:\n{page}");
    }
    assert!(page.contains("<fieldset class=\"field\" id=\"tuned\">"), "{page}");
    assert!(page.contains("of them at another rank without the rule"), "{page}");
    let plain = server.get("/?q=penguin").body;
    assert!(plain.contains("<fieldset class=\"field\" id=\"tuned\" disabled hidden>"), "{plain}");
    let sieve = server.get("/?q=penguin&sieve=true").body;
    assert!(sieve.contains("<option value=\"sieve\" selected>"), "{sieve}");
    let of_form = |page: &str| page.split("</form>").next().map(str::to_owned).unwrap_or_default();
    assert!(!of_form(&sieve).contains("name=\"sieve\""), "{sieve}");
    let moved = "/?q=penguin&weight=title%3Dkind+%3D+title%3A+2&rule=tuned";
    let moved = server.get(moved).body;
    assert!(moved.contains("name=\"tuned.title\" value=\"2\""), "{moved}");
    assert!(!of_form(&moved).contains("value=\"title=kind = title: 2\""), "{moved}");
    // It follows the index, and says when the rule is old.
    case.tamis("delete index ice-2 -q").ends(0);
    server.until("the deletion is seen", || {
        let body = server.get("/api/search?q=penguin&rule=tuned").body;
        body.contains("the tuned rule was chosen on 5 pages, and 1 was added or deleted since")
    });
});

case!(an_index_without_a_tuned_rule_names_the_command, |_| {
    let case = Case::indexed();
    let server = Server::start(&case, "index");
    for address in ["/?q=penguin", "/?q=penguin&rule=tuned"] {
        let page = server.get(address).body;
        assert!(page.contains("<code>tamis tune index</code>"), "{page}");
    }
    let answer = server.get("/api/search?q=penguin&rule=tuned");
    assert_eq!(answer.status, 400);
    assert!(answer.body.contains("the index has no tuned rule"), "{}", answer.body);
    assert!(server.json("/api/index")["tuned"].is_null());
});
