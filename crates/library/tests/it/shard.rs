//! Shards: every file is in one of them, the same on every machine, and what does not fit together
//! is noticed.

use crate::case::{Case, assert_refused, assert_told};
use std::num::NonZeroU32;
use tamis::job::{
    Built, IndexJob, LabelJob, Outcome, ShardCheckJob, ShardPlanJob, Shards, VerifyJob,
};
use tamis::shards::ShardPlan;
use tamis::{Notice, Result};
use tamis_collection::WarcWriter;
use tamis_testing::pages::html;

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
        let url = format!("http://{docno}.example/");
        writer.page(&docno, &url, "2006-02-17T00:00:00Z", page.as_bytes()).unwrap();
    }
    writer.finish().unwrap();
}

/// A build of a shard, such as 1/2, of the crawl.
fn job(case: &Case, shard: &str, out: &str) -> IndexJob {
    IndexJob { shard: Some(shard.parse().unwrap()), ..case.build(out, &["crawl"]) }
}

/// Builds a shard into the folder of its number.
fn build(case: &Case, number: usize, of: usize) -> Result<Outcome<Built>> {
    job(case, &format!("{number}/{of}"), &format!("shards/{number}")).run(&())
}

/// A build of a shard of the plan in `plan.json`.
fn planned(case: &Case, shard: &str, out: &str) -> IndexJob {
    let plan = Some(case.path("plan.json"));
    IndexJob { plan, collections: Vec::new(), ..job(case, shard, out) }
}

fn plan(case: &Case, collections: &[&str], shards: u32) -> Outcome<ShardPlan> {
    let shards = NonZeroU32::new(shards).unwrap();
    ShardPlanJob { collections: case.paths(collections), shards }.run(&()).unwrap()
}

/// Writes a plan for two shards of the crawl.
fn write_plan(case: &Case) -> String {
    let text = serde_json::to_string(&plan(case, &["crawl"], 2).result).unwrap();
    case.file("plan.json", &text);
    text
}

fn check(case: &Case, indexes: &[&str]) -> Result<Shards> {
    Ok(ShardCheckJob { indexes: case.paths(indexes) }.run(&())?.result)
}

/// The archives that an index holds.
fn archives(case: &Case, index: &str) -> Vec<String> {
    let archives = case.open(index).manifest().archives.clone();
    archives.into_iter().map(|archive| archive.path).collect()
}

#[test]
fn every_file_is_in_one_shard_and_the_sums_are_those_of_one_index() {
    let case = Case::default();
    crawl(&case, 7);
    let whole = case.index("whole", &["crawl"]);
    let plan = plan(&case, &["crawl"], 3).result;
    let mut all = Vec::new();
    for shard in &plan.shards {
        let built = build(&case, shard.shard as usize, 3).unwrap().result;
        assert_eq!(built.shard.unwrap().shard().to_string(), format!("{}/3", shard.shard));
        let files: Vec<String> = shard.files.iter().map(|file| file.file.clone()).collect();
        assert_eq!(archives(&case, &format!("shards/{}", shard.shard)), files);
        all.extend(files);
    }
    all.sort_unstable();
    assert_eq!(all, archives(&case, "whole"));
    let checked = check(&case, &["shards/1", "shards/2", "shards/3"]).unwrap();
    assert_eq!((checked.counts, checked.shards, checked.damaged), (whole.counts, 3, 0));
    // A finished shard reads nothing again.
    let before = std::fs::read(case.path("shards/2/meta.json")).unwrap();
    build(&case, 2, 3).unwrap();
    assert_eq!(std::fs::read(case.path("shards/2/meta.json")).unwrap(), before);
}

#[test]
fn a_changed_collection_is_noticed_and_a_plan_holds() {
    let case = Case::default();
    crawl(&case, 4);
    let plan = write_plan(&case);
    build(&case, 1, 2).unwrap();
    planned(&case, "1/2", "planned/1").run(&()).unwrap();
    archive(&case, 4);
    build(&case, 2, 2).unwrap();
    let both = check(&case, &["shards/1", "shards/2"]);
    assert_refused(both, &["shards/1 is one of 2 shards of 4 files"]);
    let changed = "the collection has changed since this shard was begun";
    assert_refused(build(&case, 1, 2), &[changed]);
    // The plan does not know the new file, and its shards fit.
    planned(&case, "2/2", "planned/2").run(&()).unwrap();
    let checked = check(&case, &["planned/1", "planned/2"]).unwrap();
    assert_eq!((checked.counts.pages, checked.counts.records, checked.damaged), (10, 14, 0));
    let mark = |index: &str| case.open(index).manifest().shard.clone();
    assert_eq!(mark("planned/1"), mark("shards/1"), "with a plan and without");
    // A planned file that has changed, or is gone, is in no shard.
    case.file("crawl/3.warc", "");
    let again = planned(&case, "1/2", "again");
    assert_refused(again.run(&()), &["crawl/3.warc: found ", "as in the plan"]);
    case.file("plan.json", plan.replace("crawl/3.warc", "crawl/4.warc"));
    assert_refused(again.run(&()), &["do not match its hash"]);
}

#[test]
fn shards_that_do_not_fit_together_are_refused() {
    let case = Case::default();
    crawl(&case, 3);
    build(&case, 1, 2).unwrap();
    case.index("whole", &["crawl"]);
    assert_refused(check(&case, &["shards/1"]), &["shard 1/2 is here without shard 2 of 2"]);
    let twice = check(&case, &["shards/1", "shards/1"]);
    assert_refused(twice, &["holds shard 1/2, and so does"]);
    assert_refused(check(&case, &["shards/1", "whole"]), &["whole: holds no shard"]);
    let all = case.build("shards/1", &["crawl"]).run(&());
    assert_refused(all, &["holds shard 1/2, and is named for a whole collection"]);
    assert_refused(job(&case, "2/2", "shards/1").run(&()), &["is named for shard 2/2"]);
    assert_refused(job(&case, "1/2", "whole").run(&()), &["holds a whole collection"]);
    let piped = IndexJob { collections: vec!["-".into()], ..job(&case, "1/2", "wrong") };
    assert_refused(piped.run(&()), &["standard input cannot be dealt"]);
    let piped = ShardPlanJob { collections: vec!["-".into()], ..ShardPlanJob::default() };
    assert_refused(piped.run(&()), &["standard input cannot be dealt"]);
    case.file("plan.json", "{}");
    let no_plan = planned(&case, "1/2", "wrong").run(&());
    assert_refused(no_plan, &["expected a plan of shards"]);
    write_plan(&case);
    let other = planned(&case, "1/3", "wrong").run(&());
    assert_refused(other, &["one of the plan's 2 shards"]);
}

#[test]
fn a_shard_without_files_is_an_index_without_pages() {
    let case = Case::default();
    crawl(&case, 2);
    assert_eq!(plan(&case, &["crawl"], 4).notices[0], Notice::EmptyShards { shards: 2 });
    for number in 1..=4 {
        let built = build(&case, number, 4).unwrap().result;
        assert_eq!(built.counts.pages == 0, number > 2);
        built.check_pages().unwrap();
    }
    check(&case, &["shards/1", "shards/2", "shards/3", "shards/4"]).unwrap();
    case.assert_whole("shards/3");
    assert!(case.find("shards/3", "penguin", &[]).unwrap().is_empty());
}

#[test]
fn damage_in_a_shard_is_reported_by_it_and_by_the_check() {
    let case = Case::default();
    crawl(&case, 3);
    let whole = std::fs::read(case.path("crawl/2.warc")).unwrap();
    case.file("crawl/2.warc", &whole[..whole.len() - 90]);
    assert_eq!(build(&case, 1, 2).unwrap().result.damaged, 1);
    assert_eq!(build(&case, 2, 2).unwrap().result.damaged, 0);
    assert_eq!(check(&case, &["shards/1", "shards/2"]).unwrap().damaged, 1);
    // It is finished, and the next attempt finds no other damage.
    assert_eq!(build(&case, 1, 2).unwrap().result.damaged, 0);
}

#[test]
fn loose_pages_and_a_file_named_twice_stay_together() {
    let case = Case::default();
    crawl(&case, 2);
    case.file("crawl/more/a.html", "<p>A page of a few words.");
    case.file("crawl/more/b.html", "<p>Another page of some words.");
    // An archive comes between them.
    case.file("crawl/0.html", "<p>A page before the archives.");
    let plan = plan(&case, &["crawl", "crawl/1.warc"], 2);
    case.file("plan.json", serde_json::to_string(&plan.result).unwrap());
    for number in 1..=2 {
        planned(&case, &format!("{number}/2"), &format!("shards/{number}")).run(&()).unwrap();
    }
    let checked = check(&case, &["shards/1", "shards/2"]).unwrap();
    assert_eq!((checked.counts.pages, checked.archives), (6, 4));
    for index in case.paths(&["shards/1", "shards/2"]) {
        let classifiers = vec!["bte".to_owned()];
        let job = LabelJob { index: index.clone(), classifiers, ..LabelJob::default() };
        assert_eq!(job.run(&()).unwrap().result.labels[0].name, "bte");
        let collections = case.paths(&["crawl"]);
        let job = VerifyJob { index, deep: true, collections, ..VerifyJob::default() };
        let verdict = job.run(&()).unwrap().result;
        let pages = verdict.checks.iter().find(|check| check.name == "pages").unwrap();
        assert!(verdict.whole() && pages.found.contains("read again from"), "{verdict:?}");
    }
}

#[test]
fn a_combined_index_lacks_the_shards_that_were_not_named() {
    let case = Case::default();
    crawl(&case, 3);
    for number in 1..=3 {
        build(&case, number, 3).unwrap();
    }
    let combine = |numbers: &[&str], out: &str| {
        let indexes = case.paths(numbers);
        let job = tamis::job::CombineJob { indexes, out: case.path(out), replace: false };
        job.run(&()).unwrap()
    };
    let two = combine(&["shards/1", "shards/3"], "two");
    assert_told(&two.notices, &["two lacks shard 2 of 3"]);
    let three = combine(&["shards/1", "shards/2", "shards/3"], "three");
    assert!(three.notices.is_empty(), "{:?}", three.notices);
    assert_eq!(case.index("three", &["crawl"]).counts, three.result.counts);
}
