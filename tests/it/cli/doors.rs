//! The odd and wrong inputs of `tests/golden/doors` through a server: its answers warn and fail as
//! the library does.

use super::serve::Server;
use crate::case::Case;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

/// What a server is not asked, and why.
const NOT_ASKED: [(&str, &str); 4] = [
    ("docnos that are unknown", "an address has no room for lists of docnos"),
    ("no results wanted", "a server has limits of its own: 1 to 100 results"),
    ("no block at any point", "the axis of a server begins at 0, where blocks can meet the rule"),
    ("no text at any point", "the same"),
];

fn read(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/doors");
    serde_json::from_str(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The parameters of an input in an address, with the values of an axis left out.
fn parameters(input: &Value) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for (name, value) in input["set"].as_object().unwrap() {
        if !value.is_array() && name != "query_syntax" {
            pairs.push((name.clone(), text(value)));
        }
    }
    pairs.extend(input["words"].as_str().map(|words| ("q".to_owned(), words.to_owned())));
    pairs
}

/// The address of an input; none if no address asks for it.
fn address(input: &Value) -> Option<String> {
    if NOT_ASKED.iter().any(|(name, _)| input["name"] == *name) {
        return None;
    }
    let set = input["set"].as_object().unwrap();
    let mut pairs = parameters(input);
    let path = match input["verb"].as_str().unwrap() {
        "search" => "search",
        // A server has the folds, margins and measures of its own.
        "sweep" if ["folds", "margin"].iter().all(|name| input[*name].is_null()) => {
            let axis = set.iter().find(|(_, value)| value.is_array());
            let (axis, _) = axis.filter(|(name, _)| name.as_str() == "min_words")?;
            pairs.push(("axis".to_owned(), axis.clone()));
            let measures = input["measures"].as_array().into_iter().flatten();
            pairs.extend(measures.map(|measure| ("measure".to_owned(), text(measure))));
            "measures"
        }
        "compare" if input["folds"].is_null() && input["labels"].is_null() => "labels",
        _ => return None,
    };
    let encoded: Vec<String> =
        pairs.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
    Some(format!("/api/{path}?{}", encoded.join("&")))
}

fn encode(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        let _ = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'_' => {
                write!(encoded, "{}", byte as char)
            }
            other => write!(encoded, "%{other:02X}"),
        };
        encoded
    })
}

/// What the library says: its warnings, and why a query has no words; and its error, without the
/// setting that it names.
fn said(expected: &Value) -> (Vec<String>, Option<String>) {
    let notices = expected["notices"].as_array().unwrap();
    let why = notices.iter().filter_map(|notice| notice["why"].as_str());
    let why = why.map(|why| format!("no result: {why}"));
    let warnings = expected["warnings"].as_array().unwrap().iter().map(text);
    let error = expected["error"].as_str();
    let problem = error.map(|error| error.split_once(": ").map_or(error, |(_, problem)| problem));
    (warnings.chain(why).collect(), problem.map(str::to_owned))
}

case!(a_server_warns_and_fails_as_the_library_does, |_| {
    let (inputs, expected) = (read("inputs.json"), read("expected.json"));
    let case = Case::new();
    for (name, content) in inputs["files"].as_object().unwrap() {
        case.file(name, content.as_str().unwrap());
    }
    case.tamis("index pages.jsonl --out index").ends(0);
    let inputs = inputs["inputs"].as_array().unwrap();
    let mut asked = 0;
    let mut differences = String::new();
    for qrels in ["qrels", "padded", "twice", "missing", "others", "foreign"] {
        let server = Server::start(&case, &format!("index --topics topics --qrels {qrels}"));
        for input in
            inputs.iter().filter(|input| input["qrels"].as_str().unwrap_or("qrels") == qrels)
        {
            let name = input["name"].as_str().unwrap();
            let Some(address) = address(input) else { continue };
            let answer = server.get(&address);
            let body: Value = serde_json::from_str(&answer.body).unwrap();
            let (warnings, problem) = said(&expected[name]);
            let found: Vec<String> =
                body["warnings"].as_array().into_iter().flatten().map(text).collect();
            let is_same = match &problem {
                Some(problem) => answer.body.contains(&problem.replace('"', "\\\"")),
                None => answer.status == 200 && found == warnings,
            };
            asked += 1;
            if !is_same {
                let _ = writeln!(differences, "{name}: {address}\n  {warnings:?} {problem:?}");
                let _ = writeln!(
                    differences,
                    "  {found:?} {}",
                    &answer.body[..answer.body.len().min(300)]
                );
            }
        }
    }
    assert!(differences.is_empty(), "{differences}");
    assert!(asked > 30, "{asked}");
});

case!(a_rule_that_the_server_saves_is_read_by_every_command, |_| {
    let inputs = read("inputs.json");
    let case = Case::new();
    for (name, content) in inputs["files"].as_object().unwrap() {
        case.file(name, content.as_str().unwrap());
    }
    case.tamis("index pages.jsonl --out index").ends(0);
    let server = Server::start(&case, "index");
    let saved = "where=words+%3E+2&min_words=5&weight=kind+%3D+title%3A+3&model=dph\
                 &url_prefix=ice.example&url_prefix=tea.example";
    case.file("rule.toml", server.get(&format!("/download/rule.toml?{saved}")).body);
    let judged = "--topics topics --qrels qrels";
    let typed = "--where 'words > 2' --min-words 5 --weight 'kind = title: 3' --model dph \
                 --url-prefix ice.example --url-prefix tea.example";
    for line in ["search index penguin --json", "search index --topics topics"] {
        let found = case.tamis(&format!("{line} --config rule.toml")).ends(0).stdout;
        assert_eq!(found, case.tamis(&format!("{line} {typed}")).ends(0).stdout, "{line}");
        // What is typed wins.
        let other = case.tamis(&format!("{line} --config rule.toml --model bm25")).ends(0);
        assert_ne!(found, other.stdout, "{line}");
    }
    let swept = case.tamis(&format!("sweep index {judged} --max-repeats 1..=2 --config rule.toml"));
    swept.ends(0);
    let compared = case.tamis(&format!("compare index {judged} --config rule.toml")).ends(0);
    compared.says(&["`tamis compare` has no use for min-words; left out"]);
    case.tamis("search index --topics topics --out run.txt").ends(0);
    let scored = case.tamis("eval qrels run.txt --index index --config rule.toml").ends(0);
    scored.says(&["`tamis eval` has no use for model; left out"]);
    case.tamis("export index --config rule.toml --format ciff --out index.ciff").ends(0);
});
