//! Judging in `tamis serve` over HTTP: what is written and how, what is refused, and that nothing
//! is lost when the server is killed. `tests/browser/judging.rs` judges with the keys of a page.

use super::serve::{Answer, Server};
use crate::case::{Case, PAGES};
use std::collections::HashMap;
use std::path::Path;
#[cfg(unix)]
use std::sync::mpsc::{Receiver, channel};

const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";
const JUDGE: &str = "index --topics topics --judge my.qrels";

/// The head lines that a browser sends with a form of the server's own page.
fn of_browser(server: &Server) -> String {
    format!("Origin: http://{}\r\nSec-Fetch-Site: same-origin\r\n{FORM}", server.address)
}

/// Sends a body with the head lines of `head`; none if the server is gone.
fn try_post(server: &Server, path: &str, head: &str, body: &str) -> Option<Answer> {
    let host = if head.contains("Host: ") { String::new() } else { host(server) };
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\n{host}{head}Content-Length: {length}\r\nConnection: \
         close\r\n\r\n{body}"
    );
    let back = server.try_raw(request.as_bytes())?;
    let back = String::from_utf8(back).unwrap();
    let (head, body) = back.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(Answer { status, head: head.to_owned(), body: body.to_owned() })
}

fn host(server: &Server) -> String {
    format!("Host: {}\r\n", server.address)
}

#[track_caller]
fn post(server: &Server, path: &str, head: &str, body: &str) -> Answer {
    try_post(server, path, head, body).unwrap_or_else(|| panic!("no answer to {path} {body}"))
}

/// The token in the forms of a page.
fn token(server: &Server, path: &str) -> String {
    let page = server.get(path);
    let (_, rest) = page.body.split_once("name=\"token\" value=\"").expect("a token");
    rest.split('"').next().unwrap().to_owned()
}

/// Grades a page as the form of the server's own page does.
fn grade(server: &Server, token: &str, topic: &str, docno: &str, grade: u8) -> Option<Answer> {
    let body = format!("token={token}&topic={topic}&docno={docno}&grade={grade}");
    try_post(server, "/judge", &of_browser(server), &body)
}

case!(grades_are_written_at_once_and_read_by_evaluations, |_| {
    let case = Case::indexed();
    let server = Server::start(&case, JUDGE);
    assert!(!case.path("my.qrels").exists());
    let token = token(&server, "/judge?topic=1");
    let answer = grade(&server, &token, "1", "ice-1", 2).unwrap();
    assert_eq!(answer.status, 303, "{}", answer.body);
    assert!(answer.head.contains("/judge?topic=1&docno="), "{}", answer.head);
    assert_eq!(case.read("my.qrels"), "1 0 ice-1 2\n");
    for (topic, docno, given) in [("1", "tea-1", 1), ("3", "tea-1", 2), ("1", "tea-1", 0)] {
        assert_eq!(grade(&server, &token, topic, docno, given).unwrap().status, 303);
    }
    assert_eq!(case.read("my.qrels"), "1 0 ice-1 2\n1 0 tea-1 0\n3 0 tea-1 2\n");
    // The last grade was a change of mind: what was before is there again.
    let undo = format!("token={token}&topic=1&undo=true");
    let answer = post(&server, "/judge", &of_browser(&server), &undo);
    assert!(answer.head.contains("/judge?topic=1&docno=tea-1"), "{}", answer.head);
    assert_eq!(case.read("my.qrels"), "1 0 ice-1 2\n1 0 tea-1 1\n3 0 tea-1 2\n");
    case.tamis("search index --topics topics --out a.run -q").ends(0);
    let evaluated = case.tamis("eval my.qrels a.run -m num_rel -c --json").ends(0).json_lines();
    assert_eq!(evaluated[0]["num_rel"], 3, "{evaluated:?}");
});

case!(only_judgements_of_our_own_page_are_taken, |_| {
    let case = Case::indexed();
    let server = Server::start(&case, JUDGE);
    let token = token(&server, "/judge?topic=1");
    let body = format!("token={token}&topic=1&docno=ice-1&grade=2");
    let address = server.address.clone();
    let own = of_browser(&server);
    let origin = format!("Origin: http://{address}\r\n");
    let wrong = token.replace(['0', '1'], "2");
    let port = address.rsplit(':').next().unwrap();
    let large = format!("{body}&docno={}", "x".repeat(20_000));
    let elsewhere = [
        FORM.to_owned(),
        format!("Origin: null\r\n{FORM}"),
        format!("Origin: http://evil.example\r\n{FORM}"),
        format!("Origin: https://{address}\r\n{FORM}"),
        format!("Origin: http://localhost:{port}\r\n{FORM}"),
        format!("Origin: http://{address}.evil.example\r\n{FORM}"),
        format!("{origin}Origin: http://evil.example\r\n{FORM}"),
        format!("{origin}Sec-Fetch-Site: cross-site\r\n{FORM}"),
        format!("{origin}Sec-Fetch-Site: same-site\r\n{FORM}"),
        format!("{origin}Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n{FORM}"),
        format!("{origin}Sec-Fetch-Site: none\r\n{FORM}"),
    ];
    for head in &elsewhere {
        assert_eq!(post(&server, "/judge", head, &body).status, 403, "{head}");
    }
    let rebound = format!("Host: evil.example\r\nOrigin: http://evil.example\r\n{FORM}");
    assert_eq!(post(&server, "/judge", &rebound, &body).status, 421);
    for (kind, status) in [
        ("", 415),
        ("Content-Type: application/json\r\n", 415),
        ("Content-Type: text/plain\r\n", 415),
        ("Content-Type: multipart/form-data; boundary=x\r\n", 415),
    ] {
        assert_eq!(post(&server, "/judge", &format!("{origin}{kind}"), &body).status, status);
    }
    for (sent, status) in [
        (body.replace(&token, ""), 403),
        (body.replace(&token, &wrong), 403),
        (body.replace(&token, &token[1..]), 403),
        (large, 413),
        (body.replace("topic=1", "topic=9"), 404),
        (body.replace("topic=1", ""), 400),
        (body.replace("ice-1", "gone-1"), 404),
        (body.replace("ice-1", "ice-1%0A1+0+x+2"), 404),
        (body.replace("ice-1", ""), 400),
        (body.replace("grade=2", "grade=3"), 400),
        (body.replace("grade=2", "grade=-1"), 400),
        (body.replace("grade=2", "grade=x"), 400),
        (body.replace("grade=2", ""), 400),
        (format!("{body}&rule=x"), 400),
        (format!("{body}&grade=2"), 400),
        (format!("{body}&grade=1"), 400),
        (format!("topic=3&{body}"), 400),
        (format!("{body}&token={token}"), 400),
        ("%ff".to_owned(), 403),
        (String::new(), 403),
    ] {
        let answer = post(&server, "/judge", &own, &sent);
        assert_eq!(answer.status, status, "{sent}: {}", answer.body);
    }
    for path in ["/", "/page", "/api/judge", "/api/search", "/judge/", "/judge.js"] {
        assert_eq!(post(&server, path, &own, &body).status, 405, "{path}");
    }
    assert_eq!(post(&server, "/judge/blocks", &own, &body).status, 404);
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS"] {
        assert_eq!(server.send(method, "/judge", &own).status, 405, "{method}");
    }
    // Nothing is changed by an address.
    assert_eq!(server.get(&format!("/judge?{body}")).status, 400);
    assert_eq!(server.get("/judge?topic=1&docno=ice-1&grade=2").status, 400);
    assert_eq!(server.send("HEAD", "/judge?topic=1", "").status, 200);
    assert!(!case.path("my.qrels").exists());
    assert_eq!(post(&server, "/judge", &own, &body).status, 303, "the judgement itself is right");
    assert_eq!(case.read("my.qrels"), "1 0 ice-1 2\n");
});

case!(without_the_setting_nothing_is_judged, |_| {
    let case = Case::indexed();
    let server = Server::start(&case, "index --topics topics --qrels qrels");
    for path in ["/judge", "/judge?topic=1", "/judge/blocks", "/api/judge", "/api/judge/blocks"] {
        let answer = server.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.body.contains("this server writes no judge"), "{}", answer.body);
    }
    for path in ["/judge", "/judge/blocks"] {
        assert_eq!(post(&server, path, &of_browser(&server), "grade=2").status, 405, "{path}");
    }
    assert!(!server.get("/").body.contains("/judge"));
});

case!(a_page_to_judge_shows_its_text_and_nothing_of_rules_and_other_judgements, |_| {
    let case = Case::indexed();
    case.file("my.qrels", "1 0 tea-1 1\n");
    let server = Server::start(&case, "index --topics topics --qrels qrels --judge my.qrels");
    let page = server.get("/judge?min_words=3&topic=1&docno=ice-1").body;
    let (_, text) = page.split_once("<article").expect("the page");
    let (text, _) = text.split_once("</article>").expect("the page");
    for expected in ["<mark>penguin</mark>", "About the kettle", "Older kettle", "On the ice"] {
        assert!(text.contains(expected), "{expected} is not in:\n{text}");
    }
    for hidden in ["rank", "score", "grade", "min_words"] {
        assert!(!text.contains(hidden), "{hidden} is in:\n{text}");
    }
    // The qrels say 2, 1 and 0 of the pages of this topic; the own grade is that of tea-1 alone.
    assert_eq!(page.matches("aria-pressed=\"true\"").count(), 1, "{page}");
    let order = |page: &str| -> Vec<usize> {
        PAGES.iter().filter_map(|(docno, ..)| page.find(&format!("value=\"{docno}\""))).collect()
    };
    let narrow = server.get("/judge?topic=1&depth=1").body;
    assert!(order(&narrow).len() < order(&server.get("/judge?topic=1").body).len());
});

case!(the_pool_has_the_best_pages_of_all_rules_and_grows_in_its_order, |_| {
    let case = Case::indexed();
    case.file("a.run", "1 Q0 short-1 1 2 a\n1 Q0 gone-1 2 1 a\n");
    let line = "index --topics topics --qrels qrels --run a.run --judge my.qrels";
    let server = Server::start(&case, line);
    let pool = |query: &str| -> u64 {
        server.json(&format!("/api/judge?{query}"))["topics"][0]["pool"].as_u64().unwrap()
    };
    let hits = |query: &str| {
        let found = server.json(&format!("/api/search?q=penguin&{query}"));
        let hits = found["hits"].as_array().unwrap();
        hits.iter().map(|hit| hit["docno"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let mut both = hits("min_words=5");
    both.extend(hits("max_words=4"));
    // The text without a rule is in the pool as well.
    both.extend(hits(""));
    both.push("short-1".to_owned());
    both.sort();
    both.dedup();
    let pinned = "min_words=5&pin=A%3Fmax_words%3D4";
    assert_eq!(pool(pinned), both.len() as u64);
    assert_eq!(pool("depth=1"), 2);
    let rankings = &server.json(&format!("/api/judge?{pinned}"))["rankings"];
    let names: Vec<_> = rankings.as_array().unwrap().iter().map(|of| of["name"].clone()).collect();
    let none = serde_json::Value::Null;
    assert_eq!(names, [none.clone(), "A".into(), none, "a".into()]);
});

case!(agreement_is_over_the_pages_that_both_have_judged_of_finished_topics, |_| {
    let case = Case::indexed();
    // The text without a rule has two pages for the topic, the run the others.
    let run = ["ice-1", "ice-2", "tea-1", "road-1"].map(|docno| format!("1 Q0 {docno} 1 1 a\n"));
    case.file("a.run", run.concat());
    let line = "index --topics topics --qrels qrels --run a.run --judge my.qrels";
    let server = Server::start(&case, line);
    let agreements = || {
        let found = server.json("/api/judge");
        let topics = found["topics"].as_array().unwrap().iter();
        let of_topics: Vec<_> = topics.map(|topic| topic["agreement"].clone()).collect();
        (found["agreement"].clone(), of_topics, found["topics"][0].clone())
    };
    let none_of = |step: &str| {
        let (all, topics, first) = agreements();
        assert!(all.is_null() && topics.iter().all(|of| of.is_null()), "{step}: {first}");
    };
    none_of("at the beginning");
    let token = token(&server, "/judge?topic=1");
    let own = [("ice-1", 2), ("ice-2", 0), ("tea-1", 0), ("road-1", 1)];
    let mut others = Vec::new();
    for (docno, ..) in PAGES.iter().filter(|(docno, ..)| own.iter().all(|(own, _)| own != docno)) {
        others.push((*docno, 0));
    }
    let steps = [&others[..], &own].concat();
    for (docno, given) in &steps[..steps.len() - 1] {
        none_of(docno);
        grade(&server, &token, "1", docno, *given).unwrap();
        none_of(docno);
        // Neither a change of mind nor taking it back says anything of the page.
        grade(&server, &token, "1", docno, (given + 1) % 3).unwrap();
        none_of(docno);
        let undo = format!("token={token}&topic=1&undo=true");
        post(&server, "/judge", &of_browser(&server), &undo);
        none_of(docno);
    }
    assert!(server.get("/judge").body.contains("A topic counts when all pages of its pool"));
    grade(&server, &token, "1", steps[steps.len() - 1].0, steps[steps.len() - 1].1).unwrap();
    let (all, topics, first) = agreements();
    assert_eq!(first["judged"], first["pool"]);
    assert_eq!(all, topics[0]);
    // A page of another topic, which is not finished, changes nothing.
    grade(&server, &token, "3", "ice-1", 2).unwrap();
    assert_eq!((all, topics), (agreements().0, agreements().1));
    // The qrels say 2, 1, 0 and nothing.
    let found = &server.json("/api/judge")["agreement"];
    assert_eq!(found["pages"], 3);
    assert_eq!(found["same_grade"].as_f64(), Some(2.0 / 3.0));
    // Observed 2/3; by chance (1/3 · 2/3 + 2/3 · 1/3) = 4/9.
    let kappa = found["kappa_of_relevance"].as_f64().unwrap();
    assert!((kappa - 0.4).abs() < 1e-12, "{found}");
    assert!(server.get("/judge").body.contains("0.40"));
});

case!(what_cannot_be_judged_is_reported_before_anything_is_written, |_| {
    let case = Case::indexed();
    case.tamis("serve index --judge my.qrels").ends(2).says(&["--topics"]);
    case.tamis("serve index --topics topics").ends(2).says(&["--qrels", "--judge"]);
    case.tamis(&format!("serve {JUDGE} --max-grade 0")).ends(2).says(&["--max-grade"]);
    for host in ["0.0.0.0", "::", "192.0.2.1"] {
        let refused = case.tamis(&format!("serve {JUDGE} --host {host}")).ends(2);
        refused.says(&["--host: found ", "127.0.0.1"]);
    }
    case.tamis(&format!("serve {JUDGE} --allow-host mine.example"))
        .ends(2)
        .says(&["--allow-host: ", "mine.example"]);
    case.tamis("serve index --judge-blocks gold").ends(1).says(&["--store all"]);
    assert!(!case.path("my.qrels").exists() && !case.path("my.qrels.lock").exists());
    assert!(!case.path("gold").exists());
    let again = case.tamis("serve index --topics topics --qrels qrels --judge qrels").ends(2);
    again.says(&["--judge: found qrels", "leave out the qrels"]);
    case.tamis("serve index --topics topics --judge .").ends(1).says(&["a folder", "name another"]);
    #[cfg(unix)]
    for device in ["/dev/null", "/dev/full"] {
        let refused = case.tamis(&format!("serve index --topics topics --judge {device}")).ends(1);
        refused.says(&[device, "a device", "name another"]);
    }
    case.file("my.qrels", "1 0 ice-1 2\n1 0 ice-1\n");
    case.tamis(&format!("serve {JUDGE}"))
        .ends(1)
        .says(&["my.qrels:2: found '1 0 ice-1'", "name another file"]);
    assert!(cfg!(not(unix)) || !case.path("my.qrels.lock").exists());
    case.file("my.qrels", "1 0 ice-1 2\n");
    let server = Server::start(&case, JUDGE);
    case.tamis(&format!("serve {JUDGE}"))
        .ends(1)
        .says(&["my.qrels: cannot lock: another server", "name another file"]);
    drop(server);
    drop(Server::start(&case, JUDGE));
    assert_eq!(case.read("my.qrels"), "1 0 ice-1 2\n");
});

/// Ends a server as `kill -9` does, when it is told to by the channel.
#[cfg(unix)]
fn kill_when(server: &Server, told: Receiver<()>) -> std::thread::JoinHandle<()> {
    let id = server.child.id().to_string();
    std::thread::spawn(move || {
        told.recv().unwrap();
        let killed = std::process::Command::new("kill").args(["-9", &id]).status().unwrap();
        assert!(killed.success());
    })
}

/// Whether evaluations read the file, and it has what they would read.
#[track_caller]
fn read_grades(path: &Path) -> HashMap<(String, String), i32> {
    let qrels = tamis_eval::Qrels::read(path).unwrap();
    let grades = qrels.topics().flat_map(|(topic, of)| {
        of.iter().map(move |(docno, grade)| ((topic.to_owned(), docno.to_owned()), grade))
    });
    grades.collect()
}

#[cfg(unix)]
case!(no_acknowledged_grade_is_lost_whenever_the_server_is_killed, |_| {
    let case = Case::indexed();
    let mut sure: HashMap<(String, String), i32> = HashMap::new();
    let mut number = 0;
    for round in 0..6 {
        let server = Server::start(&case, JUDGE);
        let token = token(&server, "/judge?topic=1");
        let (tell, told) = channel();
        let killer = kill_when(&server, told);
        let first = number;
        // The grade that was on its way when the server was killed may be there or not.
        let (unsure, given) = loop {
            number += 1;
            if number == first + 2 + 2 * round {
                tell.send(()).unwrap();
            }
            let topic = ["1", "3"][number % 2];
            let docno = PAGES[number / 2 % PAGES.len()].0;
            let given = (number % 3) as u8;
            let key = (topic.to_owned(), docno.to_owned());
            match grade(&server, &token, topic, docno, given) {
                Some(answer) => {
                    assert_eq!(answer.status, 303);
                    sure.insert(key, given.into());
                }
                None => break (key, i32::from(given)),
            }
        };
        killer.join().unwrap();
        let mut found = read_grades(&case.path("my.qrels"));
        if found.get(&unsure) != sure.get(&unsure) {
            assert_eq!(found.remove(&unsure), Some(given), "round {round}");
            sure.insert(unsure.clone(), given);
            found.insert(unsure, given);
        }
        assert_eq!(found, sure, "round {round}");
    }
    assert!(number > 20, "only {number} grades");
    // It goes on where it was: what is judged is judged.
    let server = Server::start(&case, JUDGE);
    let judged = server.json("/api/judge")["judged"].as_u64().unwrap();
    assert!(judged > 0 && judged <= sure.len() as u64);
});

case!(judged_blocks_are_a_data_set_that_is_scored_and_trained_on, |_| {
    let case = Case::indexed();
    case.tamis("index pages.warc.gz --out whole --store all -q").ends(0);
    case.file("other/a.txt", "mine");
    let other = case.tamis("serve whole --judge-blocks other").ends(1);
    other.says(&["other: cannot use: ", "name a new folder"]);
    // One in which nothing was judged yet is no other folder.
    drop(Server::start(&case, "whole --judge-blocks gold"));
    // What a kill left goes.
    case.file("gold/.tmp-blocks.qrels", "ice-1 0");
    let server = Server::start(&case, "whole --judge-blocks gold");
    assert!(!case.path("gold/.tmp-blocks.qrels").exists());
    let sample = server.json("/api/judge/blocks?seed=3");
    let pages = sample["pages"].as_array().unwrap();
    assert_eq!(pages.len(), PAGES.len());
    let docnos: Vec<&str> = pages.iter().map(|page| page["docno"].as_str().unwrap()).collect();
    let again = server.json("/api/judge/blocks?seed=3&pages=2");
    assert_eq!(again["pages"].as_array().unwrap()[..], pages[..2], "the sample is the same again");
    assert_ne!(server.json("/api/judge/blocks?seed=4")["pages"][0]["docno"], docnos[0]);
    for (docno, _, _, text) in PAGES {
        let path = format!("/judge/blocks?docno={docno}");
        let token = token(&server, &path);
        let page = server.json(&format!("/api/page?docno={docno}"));
        let blocks = page["blocks"].as_array().unwrap();
        let main = blocks.iter().find(|block| block["text"].as_str() == Some(text)).unwrap();
        let content = format!("token={token}&docno={docno}&judge={}=1", main["number"]);
        let rest = format!("token={token}&docno={docno}&judge=rest=0");
        for body in [content, rest] {
            assert!(!case.path(format!("gold/annotated/{docno}.html")).exists());
            let answer = post(&server, "/judge/blocks", &of_browser(&server), &body);
            assert_eq!(answer.status, 303, "{}", answer.body);
        }
        assert!(case.path(format!("gold/annotated/{docno}.html")).exists());
    }
    let done = server.json("/api/judge/blocks");
    assert_eq!(done["judged"], done["blocks"]);
    let token = token(&server, "/judge/blocks?docno=ice-1");
    for (wrong, status) in [
        ("judge=999=1", 400),
        ("judge=0=1", 400),
        ("judge=1=2", 400),
        ("judge=1", 400),
        ("", 400),
        ("judge=1=1&grade=2", 400),
        ("judge=1=1&judge=1=0", 400),
        ("judge=1=1&docno=gone-1", 400),
    ] {
        let body = format!("token={token}&docno=ice-1&{wrong}");
        let answer = post(&server, "/judge/blocks", &of_browser(&server), &body);
        assert_eq!(answer.status, status, "{wrong}: {}", answer.body);
    }
    assert_eq!(
        post(&server, "/judge/blocks", &of_browser(&server), "docno=ice-1&judge=1=1").status,
        403
    );
    drop(server);
    let scored = case.tamis("accuracy gold --classifier min-words-10,keep-all --json").ends(0);
    let text = &scored.stdout;
    assert!(text.contains("l3s-gn1") && text.contains("\"scored\":5"), "{text}");
    case.tamis("train 1r-words gold --out a.model").ends(0);
});

/// Checks that a page of two blocks is in the data set exactly when both are judged.
#[cfg(unix)]
#[track_caller]
fn assert_in_data_set(case: &Case, docno: &str) {
    let begins = |line: &&str, name: &str| line.split([' ', '\t']).next() == Some(name);
    let qrels = std::fs::read_to_string(case.path("gold/blocks.qrels")).unwrap_or_default();
    let list = std::fs::read_to_string(case.path("gold/manifest.tsv")).unwrap_or_default();
    let is_judged = qrels.lines().filter(|line| begins(line, docno)).count() == 2;
    let is_listed = list.lines().filter(|line| begins(line, docno)).count() == 1;
    let files = ["html", "annotated"].map(|within| format!("gold/{within}/{docno}.html"));
    let [html, gold] = files.map(|file| case.path(file).exists());
    assert_eq!([html, gold, is_listed], [is_judged; 3], "{docno} of {qrels}");
}

#[cfg(unix)]
case!(blocks_that_are_judged_at_the_same_time_are_gold_also_after_a_kill, |case| {
    // Captures of one URL, and docnos that end and begin like others.
    let docnos: Vec<String> = (1..=12).map(|number| number.to_string()).collect();
    let page = |docno: &String| {
        let html = format!("<title>T</title><p>one word {docno}</p><p>two words</p>");
        serde_json::json!({"docno": docno, "url": "http://a.example/x", "html": html}).to_string()
    };
    case.file("pages.jsonl", docnos.iter().map(page).collect::<Vec<_>>().join("\n"));
    case.tamis("index pages.jsonl --out index --store all -q").ends(0);
    let mut server = Server::start(&case, "index --judge-blocks gold --threads 8");
    for round in 0..3 {
        let token = token(&server, "/judge/blocks?docno=1");
        let sent = |docno: &str, what: &str| {
            let body = format!("token={token}&docno={docno}&{what}");
            try_post(&server, "/judge/blocks", &of_browser(&server), &body).map(|back| back.status)
        };
        std::thread::scope(|scope| {
            for docno in &docnos {
                scope.spawn(|| assert_eq!(sent(docno, "judge=rest=1"), Some(303)));
            }
        });
        std::thread::scope(|scope| {
            for number in 0..8 {
                let what = ["undo=true", "judge=rest=0", "judge=1=1", "undo=true"][number % 4];
                scope.spawn(|| assert_eq!(sent("1", what), Some(303)));
            }
        });
        for docno in &docnos {
            assert_in_data_set(&case, docno);
        }
        // Killed while one page after the other is judged, changed and taken back.
        let (tell, told) = channel();
        let killer = kill_when(&server, told);
        let steps = ["undo=true", "judge=1=0", "undo=true", "undo=true", "judge=rest=1"];
        for (number, what) in (0..).zip(steps.iter().cycle()) {
            if number == 2 + round {
                tell.send(()).unwrap();
            }
            if sent(&docnos[number % docnos.len()], what).is_none() {
                break;
            }
        }
        killer.join().unwrap();
        drop(server);
        server = Server::start(&case, "index --judge-blocks gold --threads 8");
        for docno in &docnos {
            assert_in_data_set(&case, docno);
        }
    }
});

#[cfg(unix)]
case!(a_link_out_of_the_data_set_is_refused, |case| {
    let html = "<title>T</title><p>one word</p><p>two words</p>";
    case.file("pages.jsonl", serde_json::json!({"docno": "a", "html": html}).to_string());
    case.tamis("index pages.jsonl --out index --store all -q").ends(0);
    case.file("other/a.html", "mine");
    case.file("gold/blocks.qrels", "b 0 1 1\n");
    std::os::unix::fs::symlink("../other", case.path("gold/annotated")).unwrap();
    let refused = case.tamis("serve index --judge-blocks gold").ends(1);
    refused.says(&["gold/annotated: is a link", "remove it"]);
    std::fs::remove_file(case.path("gold/annotated")).unwrap();
    let server = Server::start(&case, "index --judge-blocks gold");
    let token = token(&server, "/judge/blocks?docno=a");
    std::os::unix::fs::symlink("../other", case.path("gold/html")).unwrap();
    let body = format!("token={token}&docno=a&judge=rest=1");
    let answer = post(&server, "/judge/blocks", &of_browser(&server), &body);
    assert!(answer.status == 500 && answer.body.contains("is a link"), "{}", answer.body);
    assert_eq!(case.read("gold/blocks.qrels"), "b 0 1 1\n");
    assert_eq!(case.read("other/a.html"), "mine");
});
