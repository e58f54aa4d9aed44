//! Runs trec_eval's own tests, and compares with its outputs on real runs of the TREC Blog track:
//! every line that both programs print must be the same, to the last digit.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// `tamis eval` of a run, with these measures and more flags.
#[derive(Clone)]
struct Eval {
    qrels: PathBuf,
    run: PathBuf,
    measures: Vec<String>,
    flags: Vec<String>,
}

fn eval(qrels: PathBuf, run: PathBuf, measures: &[&str]) -> Eval {
    let measures = measures.iter().map(|name| (*name).to_owned()).collect();
    Eval { qrels, run, measures, flags: Vec::new() }
}

fn utf_8(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

impl Eval {
    /// The same with more flags.
    fn with(mut self, flags: &[&str]) -> Self {
        self.flags.extend(flags.iter().map(|flag| (*flag).to_owned()));
        self
    }

    /// Exit status, standard output and standard error.
    fn run(&self) -> (Option<i32>, String, String) {
        let mut tamis = Command::new(env!("CARGO_BIN_EXE_tamis"));
        tamis.arg("eval").arg(&self.qrels).arg(&self.run).args(&self.flags);
        let output =
            tamis.args(self.measures.iter().flat_map(|name| ["-m", name])).output().unwrap();
        (output.status.code(), utf_8(output.stdout), utf_8(output.stderr))
    }
}

/// Compares every line but those of measures that are known to differ, and counts the lines.
fn assert_same(eval: &Eval, reference: &Path) -> usize {
    let expected = fs::read_to_string(reference).unwrap();
    let (status, found, stderr) = eval.run();
    assert_eq!(status, Some(0), "{stderr}");
    let name = reference.file_name().unwrap().to_str().unwrap();
    let differs = |line: &str| known_difference(name, line.split_whitespace().next().unwrap());
    for (found, expected) in
        found.lines().zip(expected.lines()).filter(|(_, expected)| !differs(expected))
    {
        assert_eq!(found, expected, "{} against {}", eval.run.display(), reference.display());
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
    let lines = include_str!("../known-differences/trec-eval.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'));
    let mut fields = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    fields.any(|fields| fields[..2] == [reference, measure])
}

fn own_tests() -> Option<PathBuf> {
    tamis_testing::shared().map(|shared| shared.join("data/retrieval/trec_eval/trec_eval/test"))
}

/// The fifteen lines of `make quicktest`, byte for byte.
#[test]
fn trec_evals_own_tests() {
    let Some(test) = own_tests() else { return };
    let means = |qrels: &str, run: &str, measures: &[&str]| {
        eval(test.join(qrels), test.join(run), measures)
    };
    let each =
        |qrels: &str, run: &str, measures: &[&str]| means(qrels, run, measures).with(&["-q"]);
    let all = |run: &str| each("qrels.test", run, &["all_trec"]);
    let prefs =
        |qrels: &str| each(qrels, "prefs.results.test", &["all_prefs"]).with(&["-R", "prefs"]);
    let judges = |qrels: &str| each(qrels, "results.test", &["qrels_jg"]).with(&["-R", "qrels_jg"]);
    let zscores = test.join("zscores_file");
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
        (means("qrels.test", "results.test", &[]), "out.test"),
        (means("qrels.test.with-comments", "results.test", &[]), "out.test"),
        (means("qrels.comment.test", "results.comment.test", &[]), "out.comment.test"),
        (means("qrels.test", "results.test", &["all_trec"]), "out.test.a"),
        (all("results.test"), "out.test.aq"),
        (all("results.trunc").with(&["-c"]), "out.test.aqc"),
        (all("results.trunc").with(&["-c", "-M", "100"]), "out.test.aqcM"),
        (
            each("qrels.rel_level", "results.test", &["all_trec", "relstring.20"])
                .with(&["-l", "2"]),
            "out.test.aql",
        ),
        (prefs("prefs.test"), "out.test.prefs"),
        (prefs("prefs.comment.test"), "out.test.prefs"),
        (
            each("qrels.test", "results.test", &["all_prefs"]).with(&["-R", "qrels_prefs"]),
            "out.test.qrels_prefs",
        ),
        (judges("qrels.123"), "out.test.qrels_jg"),
        (judges("qrels.comments.123"), "out.test.qrels_jg"),
        (each("qrels.test", "results.test", &parameters), "out.test.meas_params"),
        (all("results.test").with(&["-Z", zscores.to_str().unwrap()]), "out.test.aqZ"),
    ];
    for (eval, reference) in &cases {
        assert!(assert_same(eval, &test.join(reference)) >= 30, "{reference}");
    }
}

/// The measures of the reference, in the order of its lines.
fn measures_of(reference: &Path) -> Vec<String> {
    let mut seen = HashSet::new();
    let text = fs::read_to_string(reference).unwrap();
    let names = text.lines().map(|line| line.split_whitespace().next().unwrap().to_owned());
    names.filter(|name| seen.insert(name.clone())).collect()
}

/// The 2007 and 2008 feed distillation runs: absent topics, negative scores and grades, and ties
/// included.
#[test]
fn the_blog_tracks_runs() {
    let Some(shared) = tamis_testing::shared() else { return };
    let feeds = shared.join("data/retrieval/blog06/feeddist");
    let mut compared = 0;
    for (file, year) in runs(&feeds) {
        let qrels = feeds.join(format!("{year}.blog.feeddist.qrels.txt"));
        for flags in ["q", "c", "cq"] {
            let reference = feeds.join(format!("ref/{file}.{flags}.eval"));
            if !reference.exists() {
                continue;
            }
            let names = measures_of(&reference);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let run = feeds.join(format!("runs/{file}.txt"));
            assert_same(
                &eval(qrels.clone(), run, &names).with(&[&format!("-{flags}")]),
                &reference,
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 32);
}

/// The names of the runs with the two digits of their year.
fn runs(feeds: &Path) -> Vec<(String, String)> {
    let files = fs::read_dir(feeds.join("runs")).unwrap();
    let names =
        files.map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned());
    let mut runs: Vec<_> = names
        .map(|name| {
            let year = name.split("blog").nth(1).unwrap()[..2].to_owned();
            (name, year)
        })
        .collect();
    runs.sort();
    assert_eq!(runs.len(), 16);
    runs
}

/// Made for its ties and its two absent topics, over real judgements; `-l2` asks for opinions
/// instead of relevance.
#[test]
fn ties_and_absent_topics() {
    let Some(shared) = tamis_testing::shared() else { return };
    let blog06 = shared.join("data/retrieval/blog06");
    for (reference, level) in [("synthetic.c.eval", "1"), ("synthetic.c.l2.eval", "2")] {
        let reference = blog06.join(reference);
        let names = measures_of(&reference);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let eval = eval(blog06.join("qrels.february"), blog06.join("synthetic.run"), &names);
        assert_same(&eval.with(&["-q", "-c", "-l", level]), &reference);
    }
}

/// Where trec_eval 10 stops (exit 4), the absent topics are left out and named; unless it is to be
/// followed.
#[test]
fn absent_topics_are_named() {
    let Some(shared) = tamis_testing::shared() else { return };
    let feeds = shared.join("data/retrieval/blog06/feeddist");
    let eval = eval(
        feeds.join("07.blog.feeddist.qrels.txt"),
        feeds.join("runs/elm_blog07_1.txt"),
        &["num_q"],
    );
    let (status, stdout, stderr) = eval.run();
    assert_eq!((status, stdout.as_str()), (Some(0), "num_q                 \tall\t44\n"));
    let warning = "warning: the run has no results for 1 topic of the qrels; left out (with -c, 0 \
                   in the means): 983\n";
    assert!(stderr.starts_with(warning), "{stderr}");
    let (status, _, stderr) = eval.with(&["--compat", "10"]).run();
    assert_eq!(status, Some(4));
    assert!(stderr.contains("tamis: topic 983 of "), "{stderr}");
}
