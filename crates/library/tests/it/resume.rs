//! A build that is stopped, or given more archives, resumes, and the index is the same as without
//! interruption.

use crate::case::{Begun, Case, assert_refused, settings};
use crate::stopping::Stopping;
use serde_json::{Value, json};
use std::fs::File;
use std::io::Write;
use std::sync::Once;
use std::time::{Duration, SystemTime};
use tamis::job::{CombineJob, IndexJob, Ranking, StatsJob};
use tamis::{Index, Progress, Topics, Watch, demo};
use tamis_testing::pages::PAGES;

const ARCHIVES: [&str; 2] = ["demo/demo.warc.gz", "pages.warc.gz"];

/// A collection of some 20 batches, damaged in one place.
fn collection() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        demo::generate(&case.path("demo"), 200, 7).unwrap();
        damage(case, |bytes| bytes / 2);
        case.warc("pages.warc.gz", PAGES.len());
    });
    BEGUN.case()
}

/// Damages the first archive at a place.
fn damage(case: &Case, place: impl FnOnce(usize) -> usize) {
    let mut bytes = std::fs::read(case.path(ARCHIVES[0])).unwrap();
    let place = place(bytes.len());
    bytes[place..place + 20].fill(0xff);
    case.file(ARCHIVES[0], bytes);
}

/// A build that commits often enough that a small collection has many commits.
fn build(case: &Case, out: &str, collections: &[&str]) -> IndexJob {
    let recipe = settings(json!({"commit_every": 70_000}));
    IndexJob { recipe, ..case.build(out, collections) }
}

/// All that a user can see of an index.
fn contents(case: &Case, index: &str) -> (Value, String, Vec<Ranking>) {
    case.assert_whole(index);
    let mut stats = case.stats(index);
    assert_eq!(stats["finished"], true);
    // Compression may differ by a byte or two with the segments' random names.
    stats["bytes"] = Value::Null;
    let topics = Topics::read(case.path("demo/demo.topics")).unwrap();
    let index_opened = case.open(index);
    let search = index_opened.search_topics(&topics).set("min_words", 11).unwrap();
    (stats, case.losses(index), search.rankings().unwrap())
}

impl Watch for Stopping {}

/// Asks to stop while blocks are counted, which comes last.
#[derive(Default)]
struct StopsAtCounting(std::sync::atomic::AtomicBool);

impl Watch for StopsAtCounting {}

impl Progress for StopsAtCounting {
    fn counting(&self) {
        self.0.store(true, std::sync::atomic::Ordering::SeqCst);
    }

    fn stops(&self) -> bool {
        self.0.load(std::sync::atomic::Ordering::SeqCst)
    }
}

#[test]
fn a_build_that_is_stopped_again_and_again_ends_with_the_same_index() {
    let case = collection();
    let whole = build(&case, "whole", &ARCHIVES).run(&()).unwrap().result;
    assert_eq!(whole.damaged, 1);
    let job = build(&case, "stopped", &ARCHIVES);
    let mut stops = 0;
    for commits in 1..4 {
        let built = job.run(&Stopping(commits.into())).unwrap().result;
        stops += usize::from(!built.finished);
        case.assert_whole("stopped");
        case.find("stopped", "a", &[]).unwrap();
    }
    assert_eq!(stops, 3, "the collection has more commits");
    assert!(!job.run(&StopsAtCounting::default()).unwrap().result.finished);
    // Damage from before the interruptions is reported at the end, and once.
    assert_eq!(job.run(&()).unwrap().result.damaged, 1);
    assert_eq!(job.run(&()).unwrap().result.damaged, 0);
    assert_eq!(contents(&case, "stopped"), contents(&case, "whole"));
}

#[test]
fn archives_are_added_to_a_finished_index() {
    let case = collection();
    let whole = build(&case, "whole", &ARCHIVES).run(&()).unwrap().result;
    build(&case, "added", &ARCHIVES[..1]).run(&()).unwrap();
    let added = build(&case, "added", &ARCHIVES).run(&()).unwrap().result;
    assert_eq!((&added.counts, added.damaged), (&whole.counts, 0));
    let [whole, of_both] = ["whole", "added"].map(|index| contents(&case, index));
    assert_eq!((whole.1, whole.2), (of_both.1, of_both.2));
    let again = build(&case, "added", &["pages.warc.gz", "demo"]).run(&()).unwrap().result;
    assert_eq!(again.counts.pages, added.counts.pages);
}

#[test]
fn a_folder_grows_whatever_lies_beside_its_archives() {
    let case = Case::default();
    case.file("crawl/a.warc.gz.md5", "0123");
    case.warc("crawl/a.warc.gz", 2);
    case.file("crawl/page.html", "<p>a loose page");
    assert_eq!(case.index("index", &["crawl"]).counts.pages, 3);
    case.warc("crawl/b.warc.gz", PAGES.len());
    case.file("crawl/b.warc.gz.md5", "4567");
    case.file("crawl/crawl.log", "more");
    case.file("crawl/other.html", "<p>another loose page");
    let built = case.index("index", &["crawl"]);
    assert_eq!(built.counts.pages as usize, PAGES.len() + 2);
    case.assert_whole("index");
}

#[test]
fn an_archive_that_has_changed_is_refused() {
    let case = Case::indexed();
    case.warc("pages.warc.gz", PAGES.len() - 1);
    case.warc("new.warc.gz", 1);
    let refused = case.build("index", &["new.warc.gz", "pages.warc.gz"]).run(&());
    assert_refused(refused, &["pages.warc.gz has changed"]);
    assert_eq!(case.open("index").stats().pages as usize, PAGES.len());
    IndexJob { replace: true, ..case.build("index", &["pages.warc.gz"]) }.run(&()).unwrap();
    let file = File::options().write(true).open(case.path("pages.warc.gz")).unwrap();
    file.set_modified(SystemTime::now() + Duration::from_secs(9)).unwrap();
    let refused = case.build("index", &["pages.warc.gz"]).run(&());
    assert_refused(refused, &["a different modification time"]);
}

#[test]
fn another_recipe_is_refused_by_name() {
    let case = Case::indexed();
    case.warc("new.warc.gz", 1);
    for (recipe, words) in [
        (json!({"analyzer": "standard"}), "found analyzer standard, expected english as in the"),
        (json!({"status": "any"}), "found status any, expected none as in the index"),
    ] {
        let recipe = settings(recipe);
        let job = IndexJob { recipe, ..case.build("index", &["new.warc.gz"]) };
        assert_refused(job.run(&()), &[words]);
    }
}

/// Moves the index once it has had a commit.
struct Moves<'a>(&'a Case, Once);

impl Watch for Moves<'_> {}

impl Progress for Moves<'_> {
    fn committed(&self) {
        let (from, to) = (self.0.path("index"), self.0.path("moved"));
        self.1.call_once(|| std::fs::rename(from, to).unwrap());
    }
}

#[test]
fn an_index_that_is_moved_while_it_is_written_says_so_and_is_whole() {
    let case = collection();
    let refused = build(&case, "index", &ARCHIVES).run(&Moves(&case, Once::new()));
    let words = "index: was removed or moved while it was being written; run it again";
    assert_refused(refused, &[words]);
    build(&case, "moved", &ARCHIVES).run(&()).unwrap();
    build(&case, "whole", &ARCHIVES).run(&()).unwrap();
    assert_eq!(contents(&case, "moved"), contents(&case, "whole"));
}

/// Locks an index as the process 4711 would.
fn lock_as_4711(case: &Case) -> File {
    let file = File::options().write(true).open(case.path("index/tamis.lock")).unwrap();
    file.lock().unwrap();
    file.set_len(0).unwrap();
    writeln!(&file, "4711").unwrap();
    file
}

#[test]
fn the_second_writer_is_refused_with_the_first_ones_process() {
    let case = Case::indexed();
    let held = lock_as_4711(&case);
    for replace in [false, true] {
        let job = IndexJob { replace, ..case.build("index", &["pages.warc.gz"]) };
        assert_refused(job.run(&()), &["is being written by process 4711"]);
    }
    case.stats("index");
    drop(held);
    case.index("index", &["pages.warc.gz"]);
}

/// Checks that every job that reads an index fails with this message.
fn assert_each_reader_reports(case: &Case, message: &str) {
    assert_refused(Index::open(case.path("index")), &[message]);
    assert_refused(StatsJob { index: case.path("index") }.run(&()), &[message]);
    let (indexes, out) = (case.paths(&["index"]), case.path("all"));
    assert_refused(CombineJob { indexes, out, replace: false }.run(&()), &[message]);
}

#[test]
fn reading_an_index_before_its_first_commit_reports_who_writes_it() {
    let case = Case::indexed();
    const NOTHING: &str =
        "index: is being written by process 4711, and nothing is committed yet; wait a little";
    // An ingest makes the index before it commits the manifest.
    case.edit_meta("index", |meta| {
        let mut meta: Value = serde_json::from_str(&meta).unwrap();
        meta.as_object_mut().unwrap().remove("payload");
        meta["segments"] = json!([]);
        serde_json::to_string_pretty(&meta).unwrap() + "\n"
    });
    let held = lock_as_4711(&case);
    assert_each_reader_reports(&case, NOTHING);
    drop(held);
    let refused = case.find("index", "kettle", &[]);
    assert_refused(refused, &["a tantivy index without a tamis manifest"]);
    // What is replaced is removed first.
    std::fs::remove_file(case.path("index/meta.json")).unwrap();
    let held = lock_as_4711(&case);
    assert_each_reader_reports(&case, NOTHING);
    drop(held);
    assert_each_reader_reports(&case, "index: holds no index");
}

#[test]
fn damage_stops_the_build_on_demand() {
    let case = collection();
    let most = |max_damaged| {
        let max_damaged = Some(max_damaged);
        IndexJob { max_damaged, ..build(&case, "index", &ARCHIVES) }.run(&())
    };
    let first = most(0).unwrap_err().to_string();
    assert!(first.contains("demo/demo.warc.gz:"), "{first}");
    assert!(first.contains("found damaged_member in "), "{first}");
    assert!(first.contains("expected an intact record"), "{first}");
    case.assert_whole("index");
    // Once more from where it stopped: the same damage, the same words.
    assert_eq!(most(0).unwrap_err().to_string(), first);
    assert_eq!(most(1).unwrap().result.damaged, 1);
    build(&case, "whole", &ARCHIVES).run(&()).unwrap();
    assert_eq!(contents(&case, "index"), contents(&case, "whole"));
}
