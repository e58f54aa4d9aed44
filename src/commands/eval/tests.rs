//! `tamis eval` of one run, on the files of tests/golden/eval.

use super::*;
use crate::cli::exit_status;
use crate::terminal::{Verbosity, notices};
use clap::Parser;
use std::path::Path;
use std::sync::Mutex;
use tamis::Notice;

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    args: EvalArgs,
}

/// Warnings printed for every request.
const WARNINGS: &str = "warning: 2 topics of the run have no judgements; ignored: x, y\nwarning: \
                        nobody judged 25 % of the first ten results; scores are lower \
                        bounds\nwarning: 1 judgement below 0 in the qrels; such documents count as \
                        not judged (judged@10: only those of -1)\n";

/// Keeps the lines of notices.
#[derive(Default)]
struct Kept(Mutex<String>);

impl tamis::Progress for Kept {}

impl Watch for Kept {
    fn notice(&self, notice: &Notice) {
        *self.0.lock().unwrap() += &(notices::line(notice, Verbosity::Normal) + "\n");
    }
}

/// Runs `eval` on the files of tests/golden/eval.
fn eval(flags: &[&str], qrels: &str, run_file: &str) -> (Result<Exit>, String, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/eval");
    let files = [folder.join(qrels), folder.join(run_file)].map(|path| path.display().to_string());
    let typed =
        ["eval"].into_iter().chain(flags.iter().copied()).chain(files.iter().map(String::as_str));
    let mut stdout = Vec::new();
    let args = Command::try_parse_from(typed).unwrap().args;
    let kept = Kept::default();
    let mut console = Console { line: "", talk: Verbosity::Quiet, out: &mut stdout };
    let result = score(&args, &kept, &mut console);
    (result, String::from_utf8(stdout).unwrap(), kept.0.into_inner().unwrap())
}

fn golden(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/eval").join(name);
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn the_official_list_leaves_out_absent_topics_and_says_so() {
    let (result, stdout, stderr) = eval(&[], "tiny.qrels", "tiny.run");
    result.unwrap();
    assert_eq!(stdout, golden("tiny.official.out"));
    assert_eq!(
        stderr,
        format!(
            "warning: the run has no results for 1 topic of the qrels; left out (with -c, 0 in the \
             means): c\n{WARNINGS}"
        )
    );
}

#[test]
fn complete_topics_at_level_two_in_both_layouts() {
    let flags = ["-q", "-c", "-l2", "-mP@2", "-m", "AP", "-m", "num_q", "-mnum_rel"];
    let (_, stdout, stderr) = eval(&flags, "tiny.qrels", "tiny.run");
    assert_eq!(stdout, golden("tiny.qcl2.out"));
    assert_eq!(stderr, WARNINGS);
    let (_, stdout, _) =
        eval(&[&flags[..], &["--format", "ir"]].concat(), "tiny.qrels", "tiny.run");
    assert_eq!(stdout, golden("tiny.qcl2.ir.out"));
}

#[test]
fn json_is_one_object_a_line() {
    let (_, stdout, _) = eval(&["--json", "-qn", "-mRR", "-mnum_ret"], "tiny.qrels", "tiny.run");
    assert_eq!(
        stdout,
        concat!(
            r#"{"topic":"a","num_ret":3,"recip_rank":0.5}"#,
            "\n",
            r#"{"topic":"b","num_ret":1,"recip_rank":1.0}"#,
            "\n",
            r#"{"checks":{"absent_topics":["c"],"unjudged_topics":["x","y"],"#,
            r#""unjudged_at_10":0.25,"unsorted_topics":[],"misranked_topics":[],"#,
            r#""negative_grades":1,"huge_grades":0,"above_scale":0,"repeated_judgements":0}}"#,
            "\n"
        )
    );
}

#[test]
fn qrels_of_other_topics_are_an_error_even_when_complete() {
    for flags in [&[][..], &["-c"]] {
        let (result, stdout, _) = eval(flags, "other.qrels", "tiny.run");
        let error = result.unwrap_err();
        assert_eq!((stdout.as_str(), exit_status(&error)), ("", 1));
        let message = error.to_string();
        assert!(message.contains("(the run's begin with a, b, x)"), "{message}");
        assert!(
            message.ends_with("expected topics of the qrels, which begin with 7, 8, 9"),
            "{message}"
        );
    }
}

#[test]
fn an_unknown_measure_is_a_usage_error() {
    let (result, ..) = eval(&["-mP_10", "-mndcg_cat"], "tiny.qrels", "tiny.run");
    let error = result.unwrap_err();
    assert_eq!(error.to_string(), "unknown measure 'ndcg_cat'; did you mean 'ndcg_cut'?");
    assert_eq!(exit_status(&error), 2);
}

#[test]
fn a_missing_file_is_named() {
    let (result, ..) = eval(&[], "none.qrels", "tiny.run");
    assert!(result.unwrap_err().to_string().contains("none.qrels: cannot open: "));
}

#[test]
fn grades_are_mapped_before_anything_else() {
    let (_, stdout, stderr) =
        eval(&["-n", "-q", "--grades", "2=0,-1=1", "-mnum_rel"], "tiny.qrels", "tiny.run");
    assert_eq!(stdout, "num_rel               \ta\t2\nnum_rel               \tb\t1\n");
    assert!(!stderr.contains("below 0"), "{stderr}");
}

#[test]
fn trec_eval_10_stops_at_a_topic_without_results_and_9_does_not_print_it() {
    let (result, stdout, stderr) =
        eval(&["-q", "-mmap", "--compat", "10"], "tiny.qrels", "tiny.run");
    assert_eq!(stderr, WARNINGS, "nothing is left out");
    let exit = result.unwrap();
    assert_eq!((stdout.lines().count(), exit.status()), (2, 4));
    assert!(
        matches!(&exit, Exit::AsTrecEval(reason) if reason.starts_with("topic c of ")),
        "{exit:?}"
    );
    let (_, nine, _) = eval(&["-qc", "-mmap", "--compat", "9"], "tiny.qrels", "tiny.run");
    let (_, ten, _) = eval(&["-qc", "-mmap", "--compat", "10"], "tiny.qrels", "tiny.run");
    assert_eq!((nine.lines().count(), ten.lines().count()), (3, 4));
    assert_eq!(nine.lines().last(), ten.lines().last());
}

#[test]
fn what_does_not_go_together_is_explained() {
    let wrong = |flags: &[&str]| eval(flags, "tiny.qrels", "tiny.run").0.unwrap_err();
    assert_eq!(
        wrong(&["-R", "qrels_jg", "-mmap"]).to_string(),
        "measure 'map' is about qrels, but the judgements are judgement groups (format qrels_jg); \
         ask for qrels_jg, or name other judgements"
    );
    assert!(
        wrong(&["-R", "prefs", "--grades", "1=2"])
            .to_string()
            .starts_with("grades: found a replacement, but preferences")
    );
    assert!(
        wrong(&["-R", "qrels_prefs", "-J"])
            .to_string()
            .starts_with("judged_only: takes unjudged results out of")
    );
    assert_eq!(exit_status(&wrong(&["-R", "prefs"])), 1);
}
