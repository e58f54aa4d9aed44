//! Folders with files that are no documents: the queries and qrels of a data set, and JSON that is
//! not in lines.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::path::Path;
use tamis_collection::{Error, Item, ReadSettings, Reason, RecordReport};
use tamis_collection::{discover_companions, discover_with};
use tempfile::TempDir;

const CORPUS: &str = "{\"_id\":\"d1\",\"title\":\"Ice\",\"text\":\"Penguins walk.\"}\n\
                      {\"_id\":\"d2\",\"title\":\"\",\"text\":\"Tea.\"}\n";
const QUERIES: &str = "{\"_id\":\"q1\",\"text\":\"where do they walk?\",\"metadata\":{}}\n";
const QRELS: &str = "query-id\tcorpus-id\tscore\nq1\td1\t1\n";

/// Writes files into a folder, those named so as gzip.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tamis_testing::folder();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut bytes = text.as_bytes().to_vec();
        if name.ends_with(".gz") {
            let mut member = GzEncoder::new(Vec::new(), Compression::best());
            member.write_all(&bytes).unwrap();
            bytes = member.finish().unwrap();
        }
        fs::write(path, bytes).unwrap();
    }
    folder
}

#[derive(Default)]
struct Read {
    docnos: Vec<String>,
    skips: Vec<RecordReport>,
    /// What was passed over, by its path below the folder.
    passed: Vec<String>,
}

fn read(root: &Path, name: &str) -> Result<Read, Error> {
    read_all(root, &[name])
}

fn read_all(root: &Path, names: &[&str]) -> Result<Read, Error> {
    let mut read = Read::default();
    let names: Vec<_> = names.iter().map(|name| root.join(name)).collect();
    let archives = discover_with(&names, |path, what| {
        read.passed.push(format!("{} {what}", path.strip_prefix(root).unwrap().display()));
    })?;
    for archive in archives {
        for item in archive.open(&ReadSettings::default()).unwrap() {
            match item {
                Item::Document(document) => read.docnos.push(document.docno),
                Item::Skipped(skip) | Item::Defective(skip) => read.skips.push(skip),
            }
        }
    }
    Ok(read)
}

/// Reads a folder with these files; nothing is skipped.
fn documents(files: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let folder = folder(files);
    let Read { docnos, skips, passed } = read(folder.path(), "").unwrap();
    assert_eq!(skips, [], "{files:?}");
    (docnos, passed)
}

#[test]
fn queries_and_qrels_beside_a_corpus_are_passed_over_and_told() {
    for (corpus, queries, qrels) in [
        ("corpus.jsonl", "queries.jsonl", "qrels/test.tsv"),
        ("corpus.jsonl.gz", "queries.jsonl.gz", "qrels/test.tsv.gz"),
        ("corpus.jsonl", "queries-train.jsonl", "qrels/train.tsv"),
        ("sets/ice/corpus.ndjson", "sets/ice/queries_dev.ndjson", "sets/ice/qrels/dev.jsonl"),
        ("corpus.jsonl", "test_queries.jsonl", "qrels/test.tsv"),
        ("corpus.jsonl", "query.jsonl", "qrels/test.tsv"),
        ("corpus.jsonl", "topics.jsonl", "qrels/test.tsv"),
        ("corpus/corpus.jsonl", "queries/queries.jsonl", "qrels/test.tsv"),
        ("corpus/part-0.jsonl.gz", "queries/test.jsonl.gz", "qrels/test.tsv"),
    ] {
        let (docnos, passed) = documents(&[(corpus, CORPUS), (queries, QUERIES), (qrels, QRELS)]);
        assert_eq!(docnos, ["d1", "d2"], "{queries}");
        let told = [
            format!("{qrels} has qrels of a data set"),
            format!("{queries} has queries of a data set"),
        ];
        assert_eq!(passed, told);
    }
    // Python's writers cut a text within a character.
    let cut = "{\"_id\":\"q1\",\"text\":\"penguins \\ud83d\"}\n";
    assert_eq!(documents(&[("corpus.jsonl", CORPUS), ("queries.jsonl", cut)]).0, ["d1", "d2"]);
    // The corpus may have another name if qrels are there.
    let other = [("docs.jsonl", CORPUS), ("queries.jsonl", QUERIES), ("qrels/test.tsv", QRELS)];
    assert_eq!(documents(&other).0, ["d1", "d2"]);
}

#[test]
fn what_only_looks_like_queries_stays_a_collection() {
    let alone = documents(&[("queries.jsonl", QUERIES)]);
    assert_eq!(alone, (vec!["q1".to_owned()], Vec::new()));
    let with_url =
        "{\"_id\":\"q1\",\"text\":\"Pages of queries.\",\"url\":\"http://q.example/\"}\n";
    let with_title = "{\"_id\":\"q1\",\"title\":\"Queries\",\"text\":\"What to ask.\"}\n";
    for (name, text) in [
        ("queries.jsonl", with_url),
        ("queries.jsonl", with_title),
        ("questions.jsonl", QUERIES),
        ("more/queries.jsonl", QUERIES),
    ] {
        let (mut docnos, passed) = documents(&[("corpus.jsonl", CORPUS), (name, text)]);
        docnos.sort();
        assert_eq!(docnos, ["d1", "d2", "q1"], "{name} {text}");
        assert!(passed.is_empty(), "{passed:?}");
    }
    let page = [("corpus.jsonl", CORPUS), ("qrels/about.html", "<p>How we judged.")];
    assert_eq!(
        documents(&page),
        (["d1", "d2", "qrels/about.html"].map(str::to_owned).into(), vec![])
    );
}

#[test]
fn a_file_that_is_named_itself_is_read() {
    let folder = folder(&[("corpus.jsonl", CORPUS), ("queries.jsonl", QUERIES)]);
    let Read { docnos, skips, passed } = read(folder.path(), "queries.jsonl").unwrap();
    assert_eq!((docnos, skips, passed), (vec!["q1".to_owned()], vec![], vec![]));
}

#[test]
fn a_pattern_or_a_shell_that_names_all_files_gives_documents_alone() {
    let files = [("corpus.jsonl", CORPUS), ("queries.jsonl", QUERIES), ("qrels/test.tsv", QRELS)];
    let folder = folder(&files);
    for names in [&["*"][..], &["corpus.jsonl", "qrels", "queries.jsonl"]] {
        let Read { docnos, skips, passed } = read_all(folder.path(), names).unwrap();
        assert_eq!((docnos, skips), (vec!["d1".to_owned(), "d2".to_owned()], vec![]), "{names:?}");
        let told = ["qrels/test.tsv has qrels", "queries.jsonl has queries"];
        assert_eq!(passed, told.map(|what| format!("{what} of a data set")), "{names:?}");
    }
    // An earlier version read all of them.
    let all = discover_companions(&[folder.path()]).unwrap();
    assert_eq!(all.len(), 3);
}

#[test]
fn json_of_documents_that_is_not_in_lines_is_told_with_what_makes_lines() {
    const ARRAY: &str = "an array of JSON documents";
    const OBJECT: &str = "a JSON document over several lines";
    for (text, found, remedy) in [
        ("[{\"id\":\"1\",\"text\":\"a\"},{\"id\":\"2\",\"text\":\"b\"}]", ARRAY, "jq -c '.[]'"),
        ("[\n  {\n    \"docno\": 1,\n    \"contents\": \"a\"\n  }\n]\n", ARRAY, "jq -c '.[]'"),
        ("\u{feff} [{\"id\":\"1\",\"text\":\"cut \\ud83d\",\"x\":NaN}]", ARRAY, "jq -c '.[]'"),
        ("{\n  \"_id\": \"1\",\n  \"title\": \"T\",\n  \"text\": \"a\"\n}\n", OBJECT, "jq -c ."),
    ] {
        let folder = folder(&[("docs.json", text)]);
        let Err(error) = read(folder.path(), "docs.json") else { panic!("{text}") };
        let error = error.to_string();
        assert!(error.contains(found) && error.contains(remedy), "{error}");
        let Read { docnos, skips, .. } = read(folder.path(), "").unwrap();
        let [skip] = &skips[..] else { panic!("{docnos:?} {skips:?}") };
        assert_eq!((docnos.len(), skip.reason), (0, Reason::Unreadable));
        assert!(skip.detail.contains(found) && skip.detail.contains(remedy), "{}", skip.detail);
    }
    let named = folder(&[("docs.jsonl", "[{\"id\":\"1\",\"text\":\"a\"}]\n")]);
    let skips = read(named.path(), "docs.jsonl").unwrap().skips;
    assert!(skips[0].detail.contains("jq -c '.[]'"), "{skips:?}");
}

#[test]
fn one_document_on_a_line_is_read_and_json_without_documents_is_another_file() {
    let one = documents(&[("one.json", "{\"id\":\"1\",\"text\":\"a\"}\n")]);
    assert_eq!(one, (vec!["1".to_owned()], Vec::new()));
    for (name, text) in [
        ("package.json", "{\n  \"name\": \"x\",\n  \"version\": \"1.0\"\n}\n"),
        ("numbers.json", "[1, 2, 3]\n"),
        ("points.json", "[\n  {\"x\": 1, \"y\": 2}\n]\n"),
    ] {
        let folder = folder(&[(name, text)]);
        let skips = read(folder.path(), "").unwrap().skips;
        assert_eq!(skips.iter().map(|s| s.reason).collect::<Vec<_>>(), [Reason::NotHtml], "{name}");
        let Err(error) = read(folder.path(), name) else { panic!("{name}") };
        assert!(!error.to_string().contains("jq"), "{error}");
    }
}
