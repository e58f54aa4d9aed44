//! An index that commit 1538bd58 made (`older/made.sh`) opens, is whole, and gives what its program
//! gave: pages, blocks, numbers, and scores to the last digit.

use crate::case::Case;
use serde_json::Value;
use tamis::BlockOutput;
use tamis::job::ExportFormat;

fn older() -> Case {
    let case = Case::default();
    let index = std::io::Cursor::new(include_bytes!("older/index.zip"));
    zip::ZipArchive::new(index).unwrap().extract(case.path("index")).unwrap();
    case
}

/// A value as it is printed as JSON.
fn printed(value: &impl serde::Serialize) -> Value {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn searches_in_an_older_index_give_the_scores_of_its_program() {
    let case = older();
    for line in include_str!("older/searches.tsv").lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let [words, parameters, expected @ ..] = &parts[..] else { panic!("{line}") };
        let hits = case.found(words, parameters).unwrap().result;
        let hits = hits.iter().map(|found| format!("{} {:?}", found.hit.docno, found.hit.score));
        assert_eq!(hits.collect::<Vec<_>>(), expected, "{words} {parameters}");
    }
    let hits = case.found("penguin", "").unwrap().result;
    let hits: Vec<Value> = hits.iter().take(2).map(|found| printed(&found.hit)).collect();
    assert_eq!(hits, lines(include_str!("older/hits.jsonl")));
}

#[test]
fn an_older_index_is_whole_and_holds_what_it_held() {
    let case = older();
    case.assert_whole("index");
    let mut expected: Value = serde_json::from_str(include_str!("older/stats.json")).unwrap();
    let stats = printed(&case.stats("index"));
    // New since.
    expected["command"] = stats["command"].clone();
    assert_eq!(stats, expected);
    let blocks: Vec<Value> = case
        .blocks("index", "ice-1")
        .iter()
        .map(|row| printed(&row.json(BlockOutput::Program)))
        .collect();
    assert_eq!(blocks, lines(include_str!("older/page.jsonl")));
    let (_, markdown) = case.exported(ExportFormat::Markdown, "url_prefix ice-1.example").unwrap();
    assert_eq!(String::from_utf8(markdown).unwrap(), include_str!("older/page.md"));
}
