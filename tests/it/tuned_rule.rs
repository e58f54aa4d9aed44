//! The tuned rule of an index in the library: it is stored, replaced and removed by one commit that
//! changes nothing else.

use crate::tuned::{RULE, rule, store};
use std::path::Path;
use tamis::job::{DeleteJob, Source, TopicsJob, lines_of_run};
use tamis::request::Request;
use tamis::shards::Shard;
use tamis::{Index, Topics};
use tamis_eval::trec::Topic;
use tamis_index::index::lock::WriterLock;
use tamis_index::index::{Manifest, store_tuned};
use tamis_search::result::Hit;

/// Builds an index of some lines, and returns its folder.
fn built(folder: &Path) -> std::path::PathBuf {
    let file = folder.join("pages.jsonl");
    let line = |n| format!("{{\"docno\":\"d{n}\",\"title\":\"Tea\",\"text\":\"a kettle {n}\"}}\n");
    std::fs::write(&file, (0..9).map(line).collect::<String>()).unwrap();
    let out = folder.join("index");
    Index::build(&out).collection(&file).run().unwrap();
    out
}

fn manifest(path: &Path) -> Manifest {
    tamis_index::index::Index::open_alone(path).unwrap().manifest
}

/// The files of a folder with their bytes, but for the lock, which any writer touches.
fn files(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if name != "tamis.lock" {
            files.push((name, std::fs::read(entry.path()).unwrap()));
        }
    }
    files.sort();
    files
}

#[test]
fn storing_and_removing_change_the_rule_alone() {
    let folder = tamis_testing::folder();
    let path = built(folder.path());
    let before = files(&path);
    let plain = manifest(&path);
    let opened = Index::open(&path).unwrap();
    assert_eq!(opened.tuned().unwrap(), None);
    store(&path, &RULE);
    let stored = files(&path);
    let others = |files: &[(String, Vec<u8>)]| {
        let others = files.iter().filter(|(name, _)| name != "meta.json");
        others.cloned().collect::<Vec<_>>()
    };
    assert!(others(&stored) == others(&before));
    assert_eq!(manifest(&path), Manifest { tuned: Some(rule(&RULE, 9)), ..plain.clone() });
    // Storing it again writes the same bytes.
    store(&path, &RULE);
    assert!(files(&path) == stored);
    store(&path, &RULE[..1]);
    assert_eq!(manifest(&path).tuned, Some(rule(&RULE[..1], 9)));
    // An index that is open stays as it was.
    assert_eq!(opened.tuned().unwrap(), None);
    assert_eq!(Index::open(&path).unwrap().tuned().unwrap(), Some(rule(&RULE[..1], 9)));
    store_tuned(&path, None, &plain).unwrap();
    assert_eq!(manifest(&path), plain);
    assert!(others(&files(&path)) == others(&before));
}

#[test]
fn pages_that_came_while_the_rule_was_chosen_count_as_changed() {
    let folder = tamis_testing::folder();
    let path = built(folder.path());
    let chosen_on = manifest(&path);
    let more = folder.path().join("more.jsonl");
    std::fs::write(&more, "{\"docno\":\"x\",\"text\":\"a\"}\n{\"docno\":\"y\",\"text\":\"b\"}\n")
        .unwrap();
    Index::build(&path).collection(&more).run().unwrap();
    let docnos = Some(vec!["d3".to_owned()]);
    let delete = DeleteJob { index: path.clone(), docnos, ..DeleteJob::default() };
    delete.run(&()).unwrap();
    store_tuned(&path, Some(rule(&RULE, 9)), &chosen_on).unwrap();
    let stored = manifest(&path).tuned.unwrap();
    assert_eq!((stored.pages, stored.changed), (9, 3));
}

#[test]
fn an_index_that_is_written_unfinished_or_another_one_keeps_what_it_has() {
    let folder = tamis_testing::folder();
    let path = built(folder.path());
    let plain = manifest(&path);
    let refused = |path: &Path, chosen_on: &Manifest| {
        let refused = store_tuned(path, Some(rule(&RULE, 9)), chosen_on);
        refused.unwrap_err().to_string()
    };
    let lock = WriterLock::take(&path).unwrap();
    assert!(refused(&path, &plain).contains("is being written"));
    drop(lock);
    let mut other = plain.clone();
    other.recipe.analyzer = "plain".to_owned();
    assert!(refused(&path, &other).contains("built anew"));
    let nothing = folder.path().join("nothing");
    std::fs::create_dir(&nothing).unwrap();
    assert!(refused(&nothing, &plain).contains("holds no index"));
    assert_eq!(std::fs::read_dir(&nothing).unwrap().count(), 0);
    assert_eq!(manifest(&path), plain);
}

fn shown(hits: &[Hit]) -> Vec<(String, u32)> {
    hits.iter().map(|hit| (hit.docno.clone(), hit.score.to_bits())).collect()
}

#[test]
fn a_search_of_the_library_uses_it() {
    let folder = tamis_testing::folder();
    let path = built(folder.path());
    let index = Index::open(&path).unwrap();
    let with = |index: &Index, name: &str, value: &str| {
        index.search("tea").set(name, value)?.run().map(|hits| shown(&hits))
    };
    let error = with(&index, "rule", "tuned").unwrap_err().to_string();
    assert_eq!(error, "the index has no tuned rule; find one by tuning");
    assert!(index.search("tea").set("rule", "other").is_err());
    store(&path, &RULE[..1]);
    let index = Index::open(&path).unwrap();
    let tuned = with(&index, "rule", "tuned").unwrap();
    assert_eq!(tuned, with(&index, "weight", RULE[0].1).unwrap());
    assert_ne!(tuned, shown(&index.search("tea").run().unwrap()));
    let sieve = with(&index, "rule", "sieve").unwrap();
    assert_eq!(sieve, with(&index, "sieve", "true").unwrap());
    let tuned = index.search("tea").set("rule", "tuned").unwrap();
    assert!(tuned.set("sieve", true).is_err());
}

/// Asks shards for the run of a search by the tuned rule.
fn run_over(paths: &[std::path::PathBuf]) -> tamis::Result<Vec<u8>> {
    let mut request = Request::default();
    request.set("rule", "tuned")?;
    let topic = Topic { id: "1".to_owned(), text: "tea kettle".to_owned() };
    let topics = Source::value(Topics::from_iter([topic]), "topics");
    let mut job = TopicsJob { request, topics, ..TopicsJob::default() }.over_shards(paths.len())?;
    while let Some(task) = job.task() {
        let mut answers = Vec::new();
        for path in paths {
            answers.push(Shard::open(path, None)?.answer(task)?);
        }
        job.take(answers, &())?;
    }
    lines_of_run(job.result()?, "tuned")
}

#[test]
fn shards_search_by_it_if_all_have_it() {
    let folder = tamis_testing::folder();
    let mut paths = Vec::new();
    for (name, word) in [("a", "kettle"), ("b", "tea")] {
        let file = folder.path().join(format!("{name}.jsonl"));
        let line =
            |n| format!("{{\"docno\":\"{name}{n}\",\"title\":\"Tea\",\"text\":\"{word}\"}}\n");
        std::fs::write(&file, (0..5).map(line).collect::<String>()).unwrap();
        let path = folder.path().join(name);
        Index::build(&path).collection(&file).run().unwrap();
        paths.push(path);
    }
    store(&paths[0], &RULE[..1]);
    let error = run_over(&paths).unwrap_err().to_string();
    let expected = format!("{}: the index has no tuned rule", paths[1].display());
    assert!(error.starts_with(&expected), "{error}");
    store(&paths[1], &[("weight", "title=kind = title: 2", "")]);
    let error = run_over(&paths).unwrap_err().to_string();
    assert!(error.contains("has another tuned rule, expected that of"), "{error}");
    store(&paths[1], &RULE[..1]);
    let index = Index::open_all(&paths).unwrap();
    let topic = Topic { id: "1".to_owned(), text: "tea kettle".to_owned() };
    let topics: Topics = [topic].into_iter().collect();
    let run = folder.path().join("run");
    let search = index.search_topics(&topics).set("rule", "tuned").unwrap();
    search.with(|job| job.tag = "tuned".to_owned()).write(&run).unwrap();
    let lines = std::fs::read(&run).unwrap();
    assert!(!lines.is_empty() && run_over(&paths).unwrap() == lines);
}
