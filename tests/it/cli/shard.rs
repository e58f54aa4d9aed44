//! Shards: every file is in one of them, the same on every machine, and what does not fit together
//! is noticed.

use crate::case::{Case, Outcome, html};
use serde_json::Value;
use tamis_collection::WarcWriter;

/// Writes `count` WARC files of one page more each, named crawl/0.warc and so on.
fn crawl(case: &Case, count: usize) {
    for number in 0..count {
        archive(case, number);
    }
}

fn archive(case: &Case, number: usize) {
    std::fs::create_dir_all(case.path("crawl")).unwrap();
    let mut writer = WarcWriter::create(case.path(format!("crawl/{number}.warc"))).unwrap();
    for page in 0..=number {
        let docno = format!("d-{number}-{page}");
        let text = format!("A penguin walks {page} miles over ice {number}.");
        let page = html(&(&docno, "On the ice", "kettle", &text));
        writer
            .page(
                &docno,
                &format!("http://{docno}.example/"),
                "2006-02-17T00:00:00Z",
                page.as_bytes(),
            )
            .unwrap();
    }
    writer.finish().unwrap();
}

fn shard(case: &Case, number: usize, of: usize) -> Outcome {
    case.tamis(&format!("index crawl/ --shard {number}/{of} --out shards/{number}"))
}

/// The archives that an index holds.
fn archives(case: &Case, index: &str) -> Vec<String> {
    let manifest = tamis_index::index::Index::open(&case.path(index)).unwrap().manifest;
    manifest.archives.into_iter().map(|archive| archive.path).collect()
}

case!(every_file_is_in_one_shard_and_the_sums_are_those_of_one_index, |case| {
    crawl(&case, 7);
    case.tamis("index crawl/ --out whole -q").ends(0);
    for number in 1..=3 {
        shard(&case, number, 3).ends(0).says(&[&format!("shard {number}/3 of 7 files")]);
    }
    let plan = case.tamis("shard plan crawl/ --shards 3").ends(0);
    let planned: Vec<Vec<&str>> =
        plan.stdout.lines().map(|line| line.split('\t').collect()).collect();
    for number in 1..=3 {
        let files = planned
            .iter()
            .filter(|row| row[0] == format!("{number}/3"))
            .map(|row| row[2].to_owned());
        assert_eq!(archives(&case, &format!("shards/{number}")), files.collect::<Vec<_>>());
    }
    let mut all: Vec<&str> = planned.iter().map(|row| row[2]).collect();
    all.sort_unstable();
    assert_eq!(all, archives(&case, "whole"));
    let whole = case.tamis("stats whole --json").ends(0).json();
    let checked = case.tamis("shard check shards/1 shards/2 shards/3 --json").ends(0).json();
    for key in ["records", "pages", "blocks", "tokens"] {
        assert_eq!(checked[key], whole[key], "{key}");
    }
    let stdout = case.tamis("shard check shards/1 shards/2 shards/3").ends(0).stdout;
    assert!(
        stdout.contains("1/3  shards/1: ")
            && stdout.ends_with("all shards: 28 pages of 35 records, 0 damaged or lost\n")
    );
    // A finished shard reads nothing again.
    shard(&case, 2, 3).ends(0).says(&["already in the index: "]);
});

/// A shard is the same with a plan and without.
fn manifest(case: &Case, index: &str) -> tamis_index::index::Manifest {
    tamis_index::index::Index::open(&case.path(index)).unwrap().manifest
}

case!(a_changed_collection_is_noticed_and_a_plan_holds, |case| {
    crawl(&case, 4);
    let plan = case.tamis("shard plan crawl/ --shards 2 --json").ends(0).stdout;
    case.file("plan.json", &plan);
    shard(&case, 1, 2).ends(0);
    case.tamis("index --plan plan.json --shard 1/2 --out planned/1").ends(0);
    archive(&case, 4);
    shard(&case, 2, 2).ends(0);
    case.tamis("shard check shards/1 shards/2")
        .ends(1)
        .says(&["but shards/1 is one of 2 shards of 4 files"]);
    shard(&case, 1, 2).ends(1).says(&["the collection has changed since this shard was begun"]);
    // The plan does not know the new file, and its shards fit.
    case.tamis("index --plan plan.json --shard 2/2 --out planned/2").ends(0);
    let stdout = case.tamis("shard check planned/1 planned/2").ends(0).stdout;
    assert!(
        stdout.ends_with("all shards: 10 pages of 14 records, 0 damaged or lost\n"),
        "{stdout}"
    );
    assert_eq!(manifest(&case, "planned/1").shard, manifest(&case, "shards/1").shard);
    // A planned file that has changed, or is gone, is in no shard.
    case.file("crawl/3.warc", "");
    case.tamis("index --plan plan.json --shard 1/2 --out again")
        .ends(1)
        .says(&["crawl/3.warc: found ", "as in the plan"]);
    case.file("plan.json", plan.replace("crawl/3.warc", "crawl/4.warc"));
    case.tamis("index --plan plan.json --shard 1/2 --out again")
        .ends(1)
        .says(&["do not match its hash"]);
});

case!(shards_that_do_not_fit_together_are_refused, |case| {
    crawl(&case, 3);
    shard(&case, 1, 2).ends(0);
    case.tamis("index crawl/ --out whole -q").ends(0);
    case.tamis("shard check shards/1").ends(1).says(&["shard 1/2 is here without shard 2 of 2"]);
    case.tamis("shard check shards/1 shards/1")
        .ends(1)
        .says(&["holds shard 1/2, and so does shards/1"]);
    case.tamis("shard check shards/1 whole").ends(1).says(&["whole: holds no shard"]);
    case.tamis("index crawl/ --out shards/1")
        .ends(1)
        .says(&["holds shard 1/2, and is named for a whole collection"]);
    case.tamis("index crawl/ --shard 2/2 --out shards/1").ends(1).says(&["is named for shard 2/2"]);
    case.tamis("index crawl/ --shard 1/2 --out whole").ends(1).says(&["holds a whole collection"]);
    for (wrong, message) in
        [("0/2", "expected a shard"), ("3/2", "expected a shard"), ("1", "expected a shard")]
    {
        case.tamis(&format!("index crawl/ --shard {wrong} --out wrong")).ends(2).says(&[message]);
    }
    case.tamis("index - --shard 1/2 --out wrong").ends(2).says(&["standard input cannot be dealt"]);
    case.tamis("shard plan - --shards 2").ends(2).says(&["standard input cannot be dealt"]);
    case.tamis("shard plan crawl/ --shards 0").ends(2);
    case.tamis("index crawl/ --plan plan.json --shard 1/2 --out wrong").ends(2);
    case.file("plan.json", "{}");
    case.tamis("index --plan plan.json --shard 1/2 --out wrong")
        .ends(1)
        .says(&["expected a plan of shards"]);
    case.file("plan.json", case.tamis("shard plan crawl/ --shards 2 --json").ends(0).stdout);
    case.tamis("index --plan plan.json --shard 1/3 --out wrong")
        .ends(2)
        .says(&["one of the plan's 2 shards"]);
});

case!(a_shard_without_files_is_an_index_without_pages, |case| {
    crawl(&case, 2);
    case.tamis("shard plan crawl/ --shards 4").ends(0).says(&["warning: 2 shards without files"]);
    for number in 1..=2 {
        shard(&case, number, 4).ends(0);
    }
    for number in 3..=4 {
        shard(&case, number, 4).ends(0).says(&["warning: this shard has no pages"]);
    }
    case.tamis("shard check shards/1 shards/2 shards/3 shards/4").ends(0);
    assert_eq!(case.tamis("stats shards/3 --json").ends(0).json()["pages"], 0);
    case.tamis("verify shards/3").ends(0);
    assert_eq!(case.tamis("search shards/3 penguin").ends(0).stdout, "");
});

fn damaged(outcome: Outcome) -> Value {
    outcome.json()["damaged"].clone()
}

case!(damage_in_a_shard_is_reported_by_it_and_by_the_check, |case| {
    crawl(&case, 3);
    let whole = std::fs::read(case.path("crawl/2.warc")).unwrap();
    case.file("crawl/2.warc", &whole[..whole.len() - 90]);
    shard(&case, 1, 2).ends(3);
    shard(&case, 2, 2).ends(0);
    assert_eq!(damaged(case.tamis("shard check shards/1 shards/2 --json").ends(3)), Value::from(1));
    // It is finished, and the next attempt finds no other damage.
    shard(&case, 1, 2).ends(0);
});

case!(loose_pages_and_a_file_named_twice_stay_together, |case| {
    crawl(&case, 2);
    case.file("crawl/more/a.html", "<p>A page of a few words.");
    case.file("crawl/more/b.html", "<p>Another page of some words.");
    // An archive comes between them.
    case.file("crawl/0.html", "<p>A page before the archives.");
    let plan = case.tamis("shard plan crawl/ crawl/1.warc --shards 2 --json").ends(0).stdout;
    case.file("plan.json", &plan);
    for number in 1..=2 {
        case.tamis(&format!("index --plan plan.json --shard {number}/2 --out shards/{number}"))
            .ends(0);
    }
    let checked = case.tamis("shard check shards/1 shards/2 --json").ends(0).json();
    assert_eq!((&checked["pages"], &checked["archives"]), (&Value::from(6), &Value::from(4)));
    for number in 1..=2 {
        let labelled =
            case.tamis(&format!("label shards/{number} --classifier bte --json")).ends(0);
        assert_eq!(labelled.json()["labels"][0]["name"], "bte");
        let deep = case.tamis(&format!("verify --deep shards/{number} crawl")).ends(0).stdout;
        assert!(deep.contains("read again from"), "{deep}");
    }
});
