//! The tuned rule of an index: it is stored, replaced and removed by one commit that changes
//! nothing else, its name is the rule typed out, and it stays with the index when pages come and
//! go.

use crate::case::{Begun, Case, assert_refused, assert_told, names};
use crate::stored_rule::{RULE, rule, store};
use std::fs;
use std::path::{Path, PathBuf};
use tamis::job::{
    CombineJob, CompareJob, IndexJob, LabelLinesJob, Outcome, RemoveLabelsJob, Source, TopicsJob,
    lines_of_run,
};
use tamis::request::Request;
use tamis::shards::Shard;
use tamis::{ComparedView, Hit, Index, Notice, Sweep, Topics};
use tamis_eval::trec::Topic;
use tamis_index::index::lock::WriterLock;
use tamis_index::index::{Manifest, store_tuned};

/// Builds an index of some lines.
fn built() -> Case {
    let case = Case::default();
    let line = |n| format!("{{\"docno\":\"d{n}\",\"title\":\"Tea\",\"text\":\"a kettle {n}\"}}\n");
    case.file("pages.jsonl", (0..9).map(line).collect::<String>());
    case.index("index", &["pages.jsonl"]);
    case
}

fn manifest(path: &Path) -> Manifest {
    tamis_index::index::Index::open_alone(path).unwrap().manifest
}

/// The files of a folder with their bytes, but for the lock, which any writer touches.
fn files(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(path).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if name != "tamis.lock" {
            files.push((name, fs::read(entry.path()).unwrap()));
        }
    }
    files.sort();
    files
}

#[test]
fn storing_and_removing_change_the_rule_alone() {
    let case = built();
    let path = case.path("index");
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
    let case = built();
    let path = case.path("index");
    let chosen_on = manifest(&path);
    case.file("more.jsonl", "{\"docno\":\"x\",\"text\":\"a\"}\n{\"docno\":\"y\",\"text\":\"b\"}\n");
    case.index("index", &["more.jsonl"]);
    case.delete("index", &["d3"]);
    store_tuned(&path, Some(rule(&RULE, 9)), &chosen_on).unwrap();
    let stored = manifest(&path).tuned.unwrap();
    assert_eq!((stored.pages, stored.changed), (9, 3));
}

#[test]
fn an_index_that_is_written_unfinished_or_another_one_keeps_what_it_has() {
    let case = built();
    let path = case.path("index");
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
    let nothing = case.path("nothing");
    fs::create_dir(&nothing).unwrap();
    assert!(refused(&nothing, &plain).contains("holds no index"));
    assert_eq!(fs::read_dir(&nothing).unwrap().count(), 0);
    assert_eq!(manifest(&path), plain);
}

fn shown(hits: &[Hit]) -> Vec<(String, u32)> {
    hits.iter().map(|hit| (hit.docno.clone(), hit.score.to_bits())).collect()
}

#[test]
fn a_search_of_the_library_uses_it() {
    let case = built();
    let path = case.path("index");
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
fn run_over(paths: &[PathBuf]) -> tamis::Result<Vec<u8>> {
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
    let case = Case::default();
    let mut paths = Vec::new();
    for (name, word) in [("a", "kettle"), ("b", "tea")] {
        let file = format!("{name}.jsonl");
        let line =
            |n| format!("{{\"docno\":\"{name}{n}\",\"title\":\"Tea\",\"text\":\"{word}\"}}\n");
        case.file(&file, (0..5).map(line).collect::<String>());
        case.index(name, &[&file]);
        paths.push(case.path(name));
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
    let run = case.path("run");
    let search = index.search_topics(&topics).set("rule", "tuned").unwrap();
    search.with(|job| job.tag = "tuned".to_owned()).write(&run).unwrap();
    let lines = fs::read(&run).unwrap();
    assert!(!lines.is_empty() && run_over(&paths).unwrap() == lines);
}

/// An index with a tuned rule, topics and qrels.
fn tuned() -> Case {
    let case = Case::judged();
    store(&case.path("index"), &RULE);
    case
}

/// The parameters of the rule typed out.
fn typed() -> String {
    RULE.map(|(name, value, _)| format!("{name} {value}")).join(" | ")
}

/// The points of a sweep, without what names the sweep.
fn points(sweep: Sweep) -> (Vec<tamis::Point>, tamis::Point, String, Vec<String>) {
    let sweep = tamis::SweepData::clone(&sweep);
    (sweep.points, sweep.baseline, sweep.filter, sweep.weights)
}

#[test]
fn the_rule_by_its_name_is_the_rule_typed_out() {
    let case = tuned();
    let typed = typed();
    let both = |more: &str| [format!("rule tuned{more}"), format!("{typed}{more}")];
    for (words, more) in [("penguin", ""), ("kettle tea", " | model ql-dirichlet")] {
        let [by_name, typed] = both(more).map(|parameters| {
            let found = case.found(words, &parameters).unwrap().result;
            (found, case.explained(words, Some("tea-1"), &parameters).unwrap())
        });
        assert!(!typed.0.is_empty());
        assert_eq!(by_name, typed);
    }
    for more in
        ["", " | feedback rm3 | weight words > 20: 2", " | label words-tree | where words > 1"]
    {
        let [by_name, typed] = both(more).map(|parameters| case.run(&parameters));
        assert!(!typed.is_empty() && by_name == typed, "{more}");
    }
    for more in
        [" | grid min_words=0..=5", " | grid weight.title=1,2,4 | grid weight.repeated=0,0.5"]
    {
        let [by_name, typed] =
            both(more).map(|parameters| points(case.sweep(&parameters).unwrap()));
        assert_eq!(by_name, typed, "{more}");
    }
    let rows =
        |parameters: &str| case.compare_with(parameters, |_| ()).unwrap().result.rows.clone();
    let where_typed = typed.replace("max_words 900", "where words <= 900");
    assert_eq!(rows("rule tuned"), rows(&where_typed));
    let other = "links=link_density > 0.9: 0";
    let replaced = typed.replace("links=link_density > 0.33: 0.2", other);
    assert_eq!(case.run(&format!("rule tuned | weight {other}")), case.run(&replaced));
    assert_ne!(case.run("rule tuned"), case.run(""));
    assert_eq!(case.run("rule sieve"), case.run("sieve true"));
}

#[test]
fn a_comparison_has_a_row_for_the_rule() {
    let case = tuned();
    let path = case.path("index");
    let rows = |parameters: &str| -> Vec<ComparedView> {
        let measures = names(&["map", "P_10"]);
        let change = |job: &mut CompareJob| {
            (job.judged.measures, job.labels) = (measures, names(&["keep-all"]));
            (job.output.folder, job.output.force) = (Some(case.path("out")), true);
        };
        case.compare_with(parameters, change).unwrap().result.rows.clone()
    };
    let found = rows("");
    let shown: Vec<&str> = found.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(shown[4..], ["sieve", "tuned", "keep-all"]);
    assert_eq!(found[5].point.means, case.means("rule tuned", &["map", "P_10"]));
    assert!(case.read("out/compare.tsv").contains("\ntuned\t"));
    assert!(case.read("out/report.html").contains("tuned: weights of its own"));
    // The row is the same whatever rule the other rows have.
    assert_eq!(rows("sieve true")[5].point.means, found[5].point.means);
    let without = |parameters: &str| rows(parameters).iter().all(|row| row.name != "tuned");
    // dph has no formula for its weights.
    assert!(without("model dph"));
    // A rule that the index cannot use is no reason to compare nothing.
    store(&path, &[("label", "none-such", "")]);
    assert!(without(""));
    store_tuned(&path, None, &manifest(&path)).unwrap();
    assert!(without(""));
}

#[test]
fn an_index_that_cannot_use_its_rule_says_so() {
    let case = Case::judged();
    store(&case.path("index"), &[("label", "bte", "")]);
    let faults = case.faults("index");
    let fault = "the tuned rule of the index cannot be used: unknown label 'bte'";
    assert!(faults.len() == 1 && faults[0].contains(fault), "{faults:?}");
    assert_refused(case.found("penguin", "rule tuned"), &["unknown label 'bte'"]);
    case.label("index", &["bte"]);
    case.assert_whole("index");
    case.found("penguin", "rule tuned").unwrap();
}

/// The notices about the tuned rule.
fn of_rule<T>(outcome: Outcome<T>) -> Vec<Notice> {
    let mut notices = outcome.notices;
    notices.retain(|notice| matches!(notice, Notice::OutdatedRule { .. }));
    notices
}

/// Lines of pages of these numbers.
fn lines(from: usize, to: usize, word: &str) -> String {
    let line = |n| format!("{{\"docno\":\"d{n}\",\"text\":\"a {word} of page {n}\"}}\n");
    (from..to).map(line).collect()
}

#[test]
fn pages_that_come_and_go_are_counted_and_warned_of() {
    let case = Case::default();
    case.file("a.jsonl", lines(0, 20, "kettle"));
    case.file("b.jsonl", lines(20, 21, "kettle"));
    case.file("c.jsonl", lines(19, 23, "kettle"));
    case.index("index", &["a.jsonl"]);
    let path = case.path("index");
    store(&path, &[("min_words", "1", "")]);
    let changed = || manifest(&path).tuned.unwrap().changed;
    let built = |file: &str| of_rule(case.build("index", &[file]).run(&()).unwrap());
    let searched = |parameters: &str| of_rule(case.found("kettle", parameters).unwrap());
    assert_eq!((built("a.jsonl"), changed()), (vec![], 0));
    assert_eq!((built("b.jsonl"), changed()), (vec![], 1));
    case.delete("index", &["d3"]);
    assert_eq!((searched("rule tuned"), changed()), (vec![], 2));
    // More than a tenth of the pages.
    case.delete("index", &["d4"]);
    let warning = "the tuned rule was chosen on 20 pages, and 3 were added or deleted since; tune \
                   the index again";
    assert_told(&searched("rule tuned"), &[warning]);
    assert_eq!(searched(""), []);
    // Two pages are new: one of the four is there, and one was deleted.
    assert_told(&built("c.jsonl"), &["and 5 were added or deleted since"]);
    assert_eq!((built("c.jsonl"), changed()), (vec![], 5));
    case.label("index", &["bte"]);
    let labels = names(&["bte"]);
    let remove = RemoveLabelsJob { index: path.clone(), labels, ..RemoveLabelsJob::default() };
    remove.run(&()).unwrap();
    assert_eq!(changed(), 5);
    case.assert_whole("index");
}

/// Indexes of two pages and of three.
fn two() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        case.warc("a.warc.gz", 2);
        case.file("b.jsonl", lines(0, 3, "penguin"));
        case.index("a", &["a.warc.gz"]);
        case.index("b", &["b.jsonl"]);
    });
    BEGUN.case()
}

#[test]
fn several_indexes_must_have_the_same_rule_if_it_is_asked_for() {
    let case = two();
    let found = |indexes: [&str; 2], name: &str, value: &str| {
        let search = Index::open_all(case.paths(&indexes))?;
        search.search("penguin").set(name, value)?.run()
    };
    let by_name = || found(["a", "b"], "rule", "tuned");
    let plain = found(["a", "b"], "hits", "10").unwrap();
    store(&case.path("a"), &RULE);
    let none = ["b: has no tuned rule, expected that of ", "a; forget the tuned rules"];
    assert_refused(by_name(), &none);
    store(&case.path("b"), &RULE[..1]);
    assert_refused(by_name(), &["b: has another tuned rule, expected that of "]);
    assert_refused(found(["b", "a"], "rule", "tuned"), &["a: has another tuned rule"]);
    assert_eq!(found(["a", "b"], "hits", "10").unwrap(), plain);
    // The reasons are of each index.
    store(&case.path("a"), &RULE[..1]);
    store(&case.path("b"), &[(RULE[0].0, RULE[0].1, "other")]);
    assert_eq!(by_name().unwrap(), found(["a", "b"], "weight", RULE[0].1).unwrap());
}

#[test]
fn a_combined_index_keeps_the_rule_of_all() {
    let case = two();
    let (a, b) = (case.path("a"), case.path("b"));
    let combine = |out: &str| {
        let indexes = vec![a.clone(), b.clone()];
        CombineJob { indexes, out: case.path(out), replace: false }.run(&())
    };
    store(&a, &RULE);
    assert_refused(combine("both"), &["b: has no tuned rule, expected that of "]);
    store(&b, &RULE[..1]);
    assert_refused(combine("both"), &["b: has another tuned rule"]);
    assert!(!case.path("both/meta.json").exists());
    store(&b, &RULE);
    case.delete("b", &["d1"]);
    combine("both").unwrap();
    let rule = manifest(&case.path("both")).tuned.unwrap();
    assert_eq!((rule.pages, rule.changed, rule.parameters.len()), (5, 1, 4));
    case.assert_whole("both");
    for path in [&a, &b] {
        store_tuned(path, None, &manifest(path)).unwrap();
    }
    combine("plain").unwrap();
    assert_eq!(manifest(&case.path("plain")).tuned, None);
}

#[test]
fn a_label_that_the_rule_uses_goes_with_it_alone() {
    let case = Case::indexed();
    case.label("index", &["bte"]);
    let index = case.path("index");
    let label_from = |name: &str, label: bool| {
        let line = format!("{{\"docno\":\"ice-1\",\"block\":1,\"label\":{label}}}\n");
        case.file(&format!("{name}.jsonl"), line);
        let (index, lines) = (index.clone(), case.path(format!("{name}.jsonl")));
        let job = LabelLinesJob { index, lines, replace: true, ..LabelLinesJob::default() };
        of_rule(job.run(&(), &mut |_| ()).unwrap())
    };
    let remove = |labels: &[&str], with_rule: bool| {
        RemoveLabelsJob { index: index.clone(), labels: names(labels), with_rule }.run(&())
    };
    for name in ["mine", "content"] {
        label_from(name, true);
    }
    store(&index, &[("weight", "content=not label = mine: 0.2", "")]);
    // The rule has a weight of the name content, and does not use the label of that name.
    remove(&["content"], false).unwrap();
    let refused = "its tuned rule uses the label mine; remove the rule first";
    for labels in [&["mine"][..], &["bte", "mine"]] {
        assert_refused(remove(labels, false), &[refused]);
    }
    assert_refused(remove(&["all"], false), &["its tuned rule uses the added labels"]);
    case.assert_whole("index");
    // The same lines change nothing; others are told from then on.
    assert_eq!(label_from("mine", true), []);
    let warning = "the tuned rule uses labels that were replaced since: mine; tune the index again";
    assert_told(&label_from("mine", false), &[warning]);
    assert_told(&of_rule(case.found("penguin", "rule tuned").unwrap()), &[warning]);
    case.assert_whole("index");
    remove(&["mine"], true).unwrap();
    case.assert_whole("index");
    assert_refused(case.found("penguin", "rule tuned"), &["has no tuned rule"]);
    // A rule without added labels keeps none of them.
    store(&index, &RULE);
    remove(&["all"], false).unwrap();
    case.found("penguin", "rule tuned").unwrap();
}

/// What `tune` stores at its end, in an index that was changed while it worked.
#[test]
fn a_rule_is_stored_in_the_index_that_it_was_chosen_on() {
    let case = Case::default();
    case.file("a.jsonl", lines(0, 20, "kettle"));
    case.file("b.jsonl", lines(20, 25, "kettle"));
    case.file("c.jsonl", lines(0, 20, "teapot and a cup"));
    let path = case.path("index");
    let build = |out: &str, files: &[&str], replace: bool| {
        IndexJob { replace, ..case.build(out, files) }.run(&()).unwrap();
    };
    let begin = || build("index", &["a.jsonl"], true);
    build("other", &["b.jsonl"], false);
    build("last", &["a.jsonl"], false);
    let combined =
        CombineJob { indexes: case.paths(&["other", "last"]), out: path.clone(), replace: true };
    let combine = || drop(combined.run(&()).unwrap());
    let changes: [(&dyn Fn(), bool); 7] = [
        (&|| build("index", &["a.jsonl", "b.jsonl"], false), true),
        (&|| case.delete("index", &["d3"]), true),
        (&|| build("index", &["a.jsonl"], true), true),
        (&|| build("index", &["c.jsonl"], true), false),
        (&|| build("index", &["b.jsonl"], true), false),
        (&|| build("index", &["b.jsonl", "a.jsonl"], true), false),
        (&combine, false),
    ];
    let store_after = |change: &dyn Fn()| {
        let chosen_on = manifest(&path);
        let rule = rule(&RULE, chosen_on.counts.pages);
        change();
        store_tuned(&path, Some(rule), &chosen_on)
    };
    for (number, (change, is_same)) in changes.into_iter().enumerate() {
        begin();
        let stored = store_after(change);
        assert_eq!(stored.is_ok(), is_same, "{number}: {stored:?}");
        if !is_same {
            assert_refused(stored, &["was built anew while a rule for it was chosen"]);
            assert!(manifest(&path).tuned.is_none());
        }
    }
    // Built anew of the same archives, it has a page again that was deleted.
    begin();
    case.delete("index", &["d3"]);
    assert!(store_after(&begin).is_err());
}

#[test]
fn on_a_real_blog_the_runs_are_byte_for_byte_the_same() {
    let Some(shared) = std::env::var_os("TAMIS_SHARED") else {
        eprintln!("skipped: TAMIS_SHARED is not set, so there is no real blog to index");
        return;
    };
    let folder = tamis_testing::root().join(shared).join("data/retrieval/cfa-blog");
    let case = Case::default();
    for (name, file) in [("topics", "topics.cfa.txt"), ("qrels", "qrels.cfa.txt")] {
        fs::copy(folder.join(file), case.path(name)).unwrap();
    }
    let collections = vec![folder.join("cfa-blog.warc.gz")];
    IndexJob { collections, ..case.build("index", &[]) }.run(&()).unwrap();
    store(&case.path("index"), &RULE);
    let typed = typed();
    for more in ["", " | model ql-dirichlet | feedback rm1-mixture"] {
        let [by_name, typed] =
            ["rule tuned", &typed].map(|rule| case.run(&format!("{rule}{more}")));
        assert!(typed.lines().count() > 10_000 && by_name == typed, "{more}");
    }
    let [by_name, typed] = ["rule tuned", &typed].map(|rule| {
        let parameters = format!("{rule} | grid min_words=1..=5 | grid weight.title=1,3");
        points(case.sweep(&parameters).unwrap())
    });
    assert_eq!(by_name, typed);
}
