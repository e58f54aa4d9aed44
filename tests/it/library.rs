//! The program prints and writes what the library returns.

use crate::case::Case;
use tamis::{Index, Topics};

/// Checks that files of two folders are the same.
#[track_caller]
fn assert_same(case: &Case, files: &[&str]) {
    for name in files {
        assert_eq!(case.read(&format!("ours/{name}")), case.read(&format!("theirs/{name}")));
    }
}

case!(runs_sweeps_and_tuned_rules_are_those_of_the_program, |case| {
    let files = tamis::demo::generate(&case.path("demo"), 150, 3).unwrap();
    let index = Index::build(case.path("index")).collection(&files.warc).run().unwrap();
    let topics = Topics::read(&files.topics).unwrap();
    let qrels = tamis::Qrels::read(&files.qrels).unwrap();
    std::fs::create_dir(case.path("ours")).unwrap();
    std::fs::create_dir(case.path("theirs")).unwrap();

    let run = index.search_topics(&topics).set("min_words", 11).unwrap();
    let run = run.set("model", "ql-dirichlet").unwrap().set("mu", 500).unwrap();
    run.set("hits", 20).unwrap().write(case.path("ours/run")).unwrap();
    case.tamis(
        "search index --topics demo/demo.topics --min-words 11 --model ql-dirichlet --mu 500 \
         --hits 20 --out theirs/run",
    )
    .ends(0);
    assert_same(&case, &["run"]);

    let sweep = index.sweep(&topics, &qrels).axis("min_words", 1..=12);
    let sweep = sweep.axis("max_link_density", [0.33, 1.0]).measure("P.10").measure("map");
    let sweep = sweep.with(|job| {
        job.folds = Some(3);
        job.permutations = 100;
    });
    sweep.run().unwrap().write(case.path("ours/sweep")).unwrap();
    case.tamis(
        "sweep index --topics demo/demo.topics --qrels demo/demo.qrels --min-words 1..=12 \
         --max-link-density 0.33,1 --measure P.10 --measure map --folds 3 --permutations 100 --out \
         theirs/sweep",
    )
    .ends(0);
    // The others name the index's path and the command.
    assert_same(&case, &["sweep/sweep.tsv", "sweep/per_topic.tsv", "sweep/folds.tsv"]);

    let tuned = index.tune().run().unwrap();
    let printed = case.tamis("tune index --dry-run --json --out theirs/tuned -q").ends(0);
    assert_eq!(tuned.json(), printed.stdout);
    tuned.write(case.path("ours/tuned")).unwrap();
    assert_same(&case, &["tuned/settings.tsv", "tuned/tune.json", "tuned/tune.svg"]);
});
