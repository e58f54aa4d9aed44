//! The files of a data set that are not its documents. A data set in BEIR's form is a folder with
//! `corpus.jsonl`, `queries.jsonl` and `qrels/`; queries have a name and a text, as documents have.

use crate::compress::promised::promised;
use crate::formats::ArchiveKind;
use crate::formats::detect::sniff;
use crate::formats::jsonl::object;
use crate::formats::promise::Promise;
use crate::input::{Input, Raw, name_of, open};
use crate::stream::Stream;
use serde_json::{Map, Value};
use std::path::Path;
use std::sync::Arc;

/// The most bytes of a query.
const QUERY: usize = 64 << 10;

/// Says what a file holds instead of documents, if it is a part of a data set. `all` are the files
/// that are read with it.
pub(crate) fn instead_of_documents(path: &Path, all: &[&Path]) -> Option<&'static str> {
    let folder = path.parent()?;
    let is_apart = folder.ends_with("queries");
    let is_qrels = folder.ends_with("qrels");
    let set = if is_apart || is_qrels { folder.parent()? } else { folder };
    let has = |part: &str, names: &[&str]| {
        let apart = set.join(part);
        all.iter().any(|file| {
            let place = file.parent();
            (place == Some(set) && is_lines(file, names))
                || (place == Some(&apart) && is_jsonl(file))
        })
    };
    let has_corpus = || has("corpus", &["corpus"]);
    if is_qrels && is_table(path) {
        return (has_corpus() || has("queries", &QUERIES)).then_some("has qrels of a data set");
    }
    let is_named = if is_apart { is_jsonl(path) } else { is_lines(path, &QUERIES) };
    let qrels = set.join("qrels");
    let has_qrels = || all.iter().any(|file| file.parent() == Some(&qrels));
    let is_beside = is_named && (has_corpus() || has_qrels());
    (is_beside && first_is_query(path)).then_some("has queries of a data set")
}

/// Words that names of files with queries have.
const QUERIES: [&str; 3] = ["queries", "query", "topics"];

/// Whether a name is a word of these alone or with others, such as `queries-train.jsonl` and
/// `test_queries.jsonl`, plain or packed.
fn is_lines(path: &Path, words: &[&str]) -> bool {
    let (_, name) = promised(&name_of(path));
    let mut parts = name.split(['.', '-', '_']);
    parts.any(|part| words.contains(&part)) && is_jsonl(path)
}

fn is_jsonl(path: &Path) -> bool {
    Promise::from_name(&promised(&name_of(path)).1).kind == Some(ArchiveKind::Jsonl)
}

fn is_table(path: &Path) -> bool {
    let (_, name) = promised(&name_of(path));
    name.ends_with(".tsv") || name.ends_with(".jsonl")
}

/// Whether the first line of a file is a query, which has nothing else that documents have.
fn first_is_query(path: &Path) -> bool {
    let Ok(file) = open(path) else { return false };
    let input = Input::new(Raw::File(file), Arc::default());
    let mut stream = Stream::new(input, promised(&name_of(path)).0, sniff);
    stream.want(QUERY);
    let text = crate::sniff::without_mark(stream.data()).trim_ascii_start();
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    object(line).is_ok_and(|line: Map<String, Value>| is_query(&line))
}

fn is_query(line: &Map<String, Value>) -> bool {
    let has = |key: &&str| line.contains_key(*key);
    let is_said = |key: &&str| line.get(*key).is_some_and(|value| *value != "" && !value.is_null());
    ["_id", "query_id", "qid"].iter().any(&has)
        && ["text", "query"].iter().any(&has)
        && !["title", "url", "html", "body", "contents", "docno", "doc_id", "date"]
            .iter()
            .any(is_said)
}
