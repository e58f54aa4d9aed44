//! The requests of the tests: addresses with parameters, and the expected status.

use super::server::Served;
use serde_json::Value;
use tamis_serve::api::ADDRESSES;

fn encoded(pairs: &[(&str, String)]) -> String {
    let pairs: Vec<String> =
        pairs.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    pairs.join("&")
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)
}

fn escaped(text: &str) -> String {
    text.bytes()
        .map(
            |byte| {
                if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
            },
        )
        .collect()
}

/// What an address cannot do without.
fn needed(served: &Served, path: &str) -> Vec<(&'static str, String)> {
    match path {
        "/api/page" => vec![("docno", served.docno.clone())],
        "/api/topic" => vec![("topic", served.topic.clone())],
        "/api/explain" => vec![("q", "the".to_owned()), ("docno", served.docno.clone())],
        _ => Vec::new(),
    }
}

/// The parameter that another one needs.
fn beside(name: &str) -> Option<(&'static str, &'static str)> {
    match name {
        "mu" => Some(("model", "ql-dirichlet")),
        "lambda" => Some(("model", "ql-jm")),
        "rm1_mixture" => Some(("model", "ql-dirichlet")),
        "c" => Some(("model", "pl2")),
        "fb_terms" | "fb_docs" | "original_query_weight" => Some(("rm3", "true")),
        "collapse_date" => Some(("collapse", "url")),
        "against" => Some(("pin", "A?min_words=11")),
        _ => None,
    }
}

/// The URL of a page of the collection.
fn url(served: &Served) -> String {
    let reply = served.get(&format!("/api/page?{}", encoded(&[("docno", served.docno.clone())])));
    let page: Value = serde_json::from_str(&reply.body).expect("a page");
    page["url"].as_str().expect("a URL").to_owned()
}

fn value_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// An address with the value of a parameter's example.
pub fn with_example(served: &Served, path: &str, parameter: &Value) -> String {
    let name = parameter["name"].as_str().expect("a parameter has a name");
    let value = match &parameter["example"] {
        Value::Null => panic!("{path}: {name} has no example"),
        Value::Array(values) => value_text(&values[0]),
        value => value_text(value),
    };
    let value = match name {
        // Measures need pages that pass.
        "url_prefix" => url(served),
        _ => value,
    };
    let mut pairs = needed(served, path);
    if path == "/api/explain" && name != "docno" {
        // A filter of pages may exclude the page.
        pairs.retain(|(known, _)| *known == "q");
    }
    // The collection here has other names than the example's.
    if !pairs.iter().any(|(known, _)| *known == name) {
        pairs.push((name, value));
    }
    pairs.extend(beside(name).map(|(name, value)| (name, value.to_owned())));
    format!("{path}?{}", encoded(&pairs))
}

fn page_request(served: &Served, more: &str) -> (&'static str, String) {
    let docno = encoded(&[("docno", served.docno.clone())]);
    ("/api/page", format!("/api/page?{docno}&{more}"))
}

/// Addresses that are answered, with their paths.
pub fn answered(served: &Served) -> Vec<(&'static str, String)> {
    let plain =
        ADDRESSES.iter().map(|address| (address.path, encoded(&needed(served, address.path))));
    let mut requests: Vec<(&str, String)> =
        plain.map(|(path, query)| (path, format!("{path}?{query}"))).collect();
    let search = [
        "q=the",
        "q=the&min_words=11&hits=100",
        "q=the&weight=kind+%3D+title:+3&sieve=true",
        "q=the&rule=tuned&weight=title%3Dkind+%3D+title:+5",
        "q=zzzzzz",
        "q=a+AND+b",
        "q=the&from=2005-12&to=2006&page_language=en,und&url_prefix=example.org&\
         url_prefix=demo.example&collapse=url",
        "q=the&to=1999",
        "q=the&published_from=2004&published_to=2006",
        "q=the&page=2&hits=3",
        "q=the&min_words=11&pin=A%3Fmax_repeats%3D3&pin=all%3F",
        "q=the&min_words=100000&max_words=3&title=drop",
        "q=%2Bthe+lighthouse&min_words=100000&title=drop",
    ];
    requests.extend(search.map(|query| ("/api/search", format!("/api/search?{query}"))));
    let docno = &served.docno;
    for query in [
        "the+lighthouse",
        "lighthouse&sieve=true&rm3=on",
        "zzzzzz",
        "the",
        "lighthouse&model=ql-jm-indri",
    ] {
        requests.push(("/api/explain", format!("/api/explain?q={query}")));
        requests.push(("/api/explain", format!("/api/explain?q={query}&docno={docno}")));
    }
    requests.push((
        "/api/explain",
        format!("/api/explain?q=lighthouse+%2Bzzzzzz+-lighthouse&docno={docno}&min_words=11"),
    ));
    requests.extend([
        page_request(served, "explain=words-tree&min_words=11"),
        page_request(served, "explain=words-tree&sieve=on&from=3"),
        page_request(served, "q=the&rm3=on"),
        page_request(served, "from_date=2005&to=2006&from=3"),
    ]);
    let record_reports =
        ["reason=duplicate", "from=3&rows=2", "text=x&outcome=flawed", "reason=deleted"];
    requests.extend(record_reports.map(|query| ("/api/losses", format!("/api/losses?{query}"))));
    let measures = [
        "axis=max_link_density&min_words=5",
        "axis=score.c45-words&measure=map",
        "where=words+%3E+100000",
    ];
    requests.extend(measures.map(|query| ("/api/measures", format!("/api/measures?{query}"))));
    requests
}

fn request(path: &'static str, query: String, status: u16) -> (&'static str, String, u16) {
    (path, format!("{path}?{query}"), status)
}

/// Addresses that are refused, with their paths and the status.
pub fn refused(served: &Served) -> Vec<(&'static str, String, u16)> {
    let long = "a".repeat(20_000);
    let docno = &served.docno;
    vec![
        request("/api/search", "min_words=x&where=words+%3E&model=bm26".to_owned(), 400),
        request("/api/search", format!("q={long}"), 400),
        request("/api/search", format!("q={}", "a".repeat(50_000)), 400),
        request("/api/search", "a=1&".repeat(300), 400),
        request("/api/search", "hits=101".to_owned(), 400),
        request("/api/search", "title=no".to_owned(), 400),
        request(
            "/api/search",
            "from=soon&page_language=zz&collapse_date=2005&collapse=page".to_owned(),
            400,
        ),
        request("/api/explain", format!("docno={docno}"), 400),
        request("/api/explain", "q=the&docno=nothing".to_owned(), 404),
        request("/api/explain", format!("q=the&docno={docno}&to=1999"), 404),
        request("/api/page", String::new(), 400),
        request("/api/page", "docno=%3Cb%3E".to_owned(), 404),
        request("/api/page", format!("docno={docno}&from=x"), 400),
        request("/api/page", format!("docno={docno}&explain=x"), 400),
        request("/api/page", format!("docno={docno}&left=x"), 400),
        request("/api/measures", "axis=words".to_owned(), 400),
        request("/api/measures", "measure=P_10,x".to_owned(), 400),
        request("/api/topic", String::new(), 400),
        request("/api/topic", "topic=%22".to_owned(), 404),
        request("/api/judge", "depth=0".to_owned(), 400),
        request("/api/judge", "depth=1001&topic=1".to_owned(), 400),
        request("/api/judge/blocks", "seed=x".to_owned(), 400),
        request("/api/judge/blocks", "pages=0".to_owned(), 400),
        request("/api/losses", "reason=x&outcome=x&from=0&rows=1001".to_owned(), 400),
        request("/api/collection", "q=1".to_owned(), 400),
    ]
}
