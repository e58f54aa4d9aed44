//! trec_eval's own tests, and its outputs on real runs of the TREC Blog track: every line that both programs print must
//! be the same, to the last digit.

mod common;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use tamis::cli::eval::{EvalArgs, RelevanceFormat, SeveralArgs, Version, run};
use tamis::cli::options::ViewArgs;

fn args(qrels: PathBuf, run: PathBuf, measures: &[&str]) -> EvalArgs {
    EvalArgs {
        qrels,
        runs: vec![run],
        measures: measures.iter().map(|name| (*name).to_owned()).collect(),
        per_topic: false,
        no_summary: false,
        complete: false,
        level: 1,
        depth: None,
        judged_only: false,
        collection: 0,
        relevance: RelevanceFormat::Qrels,
        grades: None,
        zscores: None,
        index: None,
        view: ViewArgs::default(),
        compat: None,
        quiet: false,
        format: None,
        json: false,
        several: SeveralArgs::default(),
    }
}

/// Standard output and standard error.
fn output(args: &EvalArgs) -> (String, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    run(args, "tamis eval", &mut stdout, &mut stderr).unwrap();
    (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Compares every line but those of measures that are known to differ, and counts the lines.
fn assert_same(args: &EvalArgs, reference: &Path) -> usize {
    let expected = fs::read_to_string(reference).unwrap();
    let (found, _) = output(args);
    let name = reference.file_name().unwrap().to_str().unwrap();
    let differs = |line: &str| known_difference(name, line.split_whitespace().next().unwrap());
    for (found, expected) in found.lines().zip(expected.lines()).filter(|(_, expected)| !differs(expected)) {
        assert_eq!(found, expected, "{} against {}", args.runs[0].display(), reference.display());
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "{}", reference.display());
    assert_eq!(
        found == expected,
        !expected.lines().any(differs),
        "{}: not even the known differences",
        reference.display()
    );
    expected.lines().count()
}

/// Whether tests/known-differences/trec-eval.tsv names the measure of the reference.
fn known_difference(reference: &str, measure: &str) -> bool {
    let lines = include_str!("known-differences/trec-eval.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut fields = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    fields.any(|fields| fields[..2] == [reference, measure])
}

fn own_tests() -> Option<PathBuf> {
    common::shared().map(|shared| shared.join("data/retrieval/trec_eval/trec_eval/test"))
}

/// The fifteen lines of `make quicktest`, byte for byte.
#[test]
fn trec_evals_own_tests() {
    let Some(test) = own_tests() else { return };
    let args = |qrels: &str, run: &str, measures: &[&str]| args(test.join(qrels), test.join(run), measures);
    let each = |qrels: &str, run: &str, measures: &[&str]| EvalArgs { per_topic: true, ..args(qrels, run, measures) };
    let all = |run: &str| each("qrels.test", run, &["all_trec"]);
    let as_format = |relevance, args| EvalArgs { relevance, ..args };
    let prefs = |qrels: &str| as_format(RelevanceFormat::Prefs, each(qrels, "prefs.results.test", &["all_prefs"]));
    let judges = |qrels: &str| as_format(RelevanceFormat::QrelsJg, each(qrels, "results.test", &["qrels_jg"]));
    let parameters = [
        "iprec_at_recall..10,.20,.25,.75,.50",
        "P.5,7,3",
        "recall.20,2000",
        "Rprec_mult.5.0,0.2,0.35",
        "utility.2,-1,0,0",
        "11pt_avg..25,.5,.75",
        "ndcg.1=3,2=9,4=4.5",
        "ndcg_cut.10,20,23.4",
        "success.2,5,20",
    ];
    let cases = [
        (args("qrels.test", "results.test", &[]), "out.test"),
        (args("qrels.test.with-comments", "results.test", &[]), "out.test"),
        (args("qrels.comment.test", "results.comment.test", &[]), "out.comment.test"),
        (args("qrels.test", "results.test", &["all_trec"]), "out.test.a"),
        (all("results.test"), "out.test.aq"),
        (EvalArgs { complete: true, ..all("results.trunc") }, "out.test.aqc"),
        (EvalArgs { complete: true, depth: Some(100), ..all("results.trunc") }, "out.test.aqcM"),
        (
            EvalArgs { level: 2, ..each("qrels.rel_level", "results.test", &["all_trec", "relstring.20"]) },
            "out.test.aql",
        ),
        (prefs("prefs.test"), "out.test.prefs"),
        (prefs("prefs.comment.test"), "out.test.prefs"),
        (
            as_format(RelevanceFormat::QrelsPrefs, each("qrels.test", "results.test", &["all_prefs"])),
            "out.test.qrels_prefs",
        ),
        (judges("qrels.123"), "out.test.qrels_jg"),
        (judges("qrels.comments.123"), "out.test.qrels_jg"),
        (each("qrels.test", "results.test", &parameters), "out.test.meas_params"),
        (EvalArgs { zscores: Some(test.join("zscores_file")), ..all("results.test") }, "out.test.aqZ"),
    ];
    for (args, reference) in &cases {
        assert!(assert_same(args, &test.join(reference)) >= 30, "{reference}");
    }
}

/// The measures of the reference, in the order of its lines.
fn measures_of(reference: &Path) -> Vec<String> {
    let mut seen = HashSet::new();
    let text = fs::read_to_string(reference).unwrap();
    let names = text.lines().map(|line| line.split_whitespace().next().unwrap().to_owned());
    names.filter(|name| seen.insert(name.clone())).collect()
}

/// The 2007 and 2008 feed distillation runs: absent topics, negative scores and grades, and ties included.
#[test]
fn the_blog_tracks_runs() {
    let Some(shared) = common::shared() else { return };
    let feeds = shared.join("data/retrieval/blog06/feeddist");
    let mut compared = 0;
    for (file, year) in runs(&feeds) {
        let qrels = feeds.join(format!("{year}.blog.feeddist.qrels.txt"));
        for (flags, per_topic, complete) in [("q", true, false), ("c", false, true), ("cq", true, true)] {
            let reference = feeds.join(format!("ref/{file}.{flags}.eval"));
            if !reference.exists() {
                continue;
            }
            let names = measures_of(&reference);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let run = feeds.join(format!("runs/{file}.txt"));
            assert_same(&EvalArgs { per_topic, complete, ..args(qrels.clone(), run, &names) }, &reference);
            compared += 1;
        }
    }
    assert_eq!(compared, 32);
}

/// The names of the runs with the two digits of their year.
fn runs(feeds: &Path) -> Vec<(String, String)> {
    let files = fs::read_dir(feeds.join("runs")).unwrap();
    let names = files.map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned());
    let with_year = |name: String| {
        let year = name.split("blog").nth(1).unwrap()[..2].to_owned();
        (name, year)
    };
    let mut runs: Vec<_> = names.map(with_year).collect();
    runs.sort();
    assert_eq!(runs.len(), 16);
    runs
}

/// Made for its ties and its two absent topics, over real judgements; `-l2` asks for opinions instead of relevance.
#[test]
fn ties_and_absent_topics() {
    let Some(shared) = common::shared() else { return };
    let blog06 = shared.join("data/retrieval/blog06");
    for (reference, level) in [("synthetic.c.eval", 1), ("synthetic.c.l2.eval", 2)] {
        let reference = blog06.join(reference);
        let names = measures_of(&reference);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let args = args(blog06.join("qrels.february"), blog06.join("synthetic.run"), &names);
        assert_same(&EvalArgs { per_topic: true, complete: true, level, ..args }, &reference);
    }
}

/// Where trec_eval 10 stops (exit 4), the absent topics are left out and named; unless it is to be followed.
#[test]
fn absent_topics_are_named() {
    let Some(shared) = common::shared() else { return };
    let feeds = shared.join("data/retrieval/blog06/feeddist");
    let args = args(feeds.join("07.blog.feeddist.qrels.txt"), feeds.join("runs/elm_blog07_1.txt"), &["num_q"]);
    let (stdout, stderr) = output(&args);
    assert_eq!(stdout, "num_q                 \tall\t44\n");
    let warning = "warning: the run lacks 1 topic of the qrels; left out (with -c, 0 in the means): 983\n";
    assert!(stderr.starts_with(warning), "{stderr}");
    let strict = EvalArgs { compat: Some(Version::Ten), ..args };
    let error = run(&strict, "tamis eval", &mut Vec::new(), &mut Vec::new()).unwrap_err();
    assert_eq!(error.exit_status(), 4);
    assert!(error.to_string().starts_with("topic 983 of "), "{error}");
}
