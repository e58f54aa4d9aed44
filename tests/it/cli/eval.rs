//! `tamis eval`: its inputs, its flags, and what it prints and writes. What an evaluation finds is
//! asked of the job.

use crate::case::{Case, keys};
use flate2::{Compression, write::GzEncoder};
use serde_json::json;
use std::io::Write;

const QRELS: &str = "1 0 a 2\n1 0 b 0\n2 0 c 1\n";
const RUN: &str = "1 Q0 b 2 1 mine\n1 Q0 a 1 2 mine\n2 Q0 x 1 1 mine\n2 Q0 c 2 3 mine\n";

case!(runs_from_standard_input_and_gzip_are_the_same, |case| {
    case.file("qrels", QRELS);
    case.file("run", RUN);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(RUN.as_bytes()).unwrap();
    case.file("run.gz", packed.finish().unwrap());
    let plain = case.tamis("eval qrels run -q -m all_trec").ends(0);
    assert_eq!(case.tamis("eval qrels run.gz -q -m all_trec").ends(0).stdout, plain.stdout);
    assert_eq!(
        case.tamis_reading("eval qrels - -q -m all_trec", RUN.as_bytes()).ends(0).stdout,
        plain.stdout
    );
});

case!(ranks_and_unjudged_results_are_reported_as_text_and_as_json, |case| {
    case.file("qrels", QRELS);
    case.file("run", RUN);
    case.tamis("eval qrels run").ends(0).says(&[
        "warning: ranks contradict scores in 1 topic of the run, so the scores are used: 2",
        "warning: the run is not in the order of scores in 1 topic, so it is sorted: 1",
        "warning: nobody judged 25 % of the first ten results; scores are lower bounds",
    ]);
    assert_eq!(case.tamis("eval qrels run --quiet").ends(0).stderr, "");
    let lines = case.tamis("eval qrels run --json").ends(0).json_lines();
    assert_eq!(keys(&lines[1]), ["checks"]);
    assert_eq!(lines[1]["checks"]["misranked_topics"][0], "2");
    assert_eq!(lines[1]["checks"]["unjudged_at_10"], 0.25);
});

case!(without_topics_and_without_a_summary_nothing_is_printed, |case| {
    case.file("qrels", QRELS);
    case.file("run", RUN);
    let outcome = case
        .tamis("eval qrels run -n")
        .ends(0)
        .says(&["warning: -n without -q leaves nothing to print; add -q"]);
    assert_eq!(outcome.stdout, "");
    let quiet = case.tamis("eval qrels run -n --quiet -m all_trec").ends(0);
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("", ""));
    // JSON still has what is to be known of judgements and run.
    let lines = case.tamis("eval qrels run -n --json --quiet").ends(0).json_lines();
    assert_eq!((lines.len(), keys(&lines[0])), (1, vec!["checks"]));
    let topics = case.tamis("eval qrels run -nq -m num_ret").ends(0);
    assert!(!topics.stderr.contains("-n without"), "{}", topics.stderr);
    assert_eq!(topics.stdout.lines().count(), 2);
});

case!(every_flag_of_an_evaluation_is_a_setting_of_its_job, |_| {
    let case = Case::indexed();
    case.file("list", "ice-2\n");
    case.file("run", "1 Q0 1 1 9 t\n1 Q0 tea-1 2 8 t\n1 Q0 other 3 7 t\n1 Q0 ice-1 4 6 t\n");
    case.file("second", "1 Q0 ice-1 1 9 u\n3 Q0 tea-1 1 9 u\n");
    let value =
        |flags: &str| case.tamis(&format!("eval {flags} --format ir --quiet")).ends(0).stdout;
    for (flags, expected) in
        [("", "0.2500"), ("--remove-query", "0.3333"), ("-J", "0.5000"), ("-M 3", "0.0000")]
    {
        let found = value(&format!("qrels run -m recip_rank {flags}"));
        assert_eq!(found, format!("RR\t{expected}\n"), "{flags}");
    }
    case.file("prels", "1 tea-1 1 1 0.5\n");
    assert_eq!(value("prels run -R prels"), "statAP\t0.5000\n");
    let view = "--index index --not-docnos list --min-words 1 --title drop";
    case.tamis(&format!("eval qrels run {view}")).ends(0).says(&[
        "4 of 5 pages pass the filters",
        "warning: not in the index: 1 judged document of 4, such as gone-1",
        "warning: --not-docnos list leaves out 1 judged document of 4, such as ice-2; no search",
    ]);
    let checks = case.tamis(&format!("eval qrels run {view} --json -n --quiet")).ends(0).json();
    assert_eq!(checks["checks"]["index"]["rule"], "(kind = text and words >= 1)");
    let line = "eval qrels second run -m map --test wilcoxon --correction none --margin 0.02 \
                --seed 7 --changed 1 -q --index index -c";
    let found = case.tamis(&format!("{line} --topics topics --json --quiet")).ends(0).json();
    let expected = json!({
        "test": "wilcoxon", "correction": "none", "margin": "0.02", "seed": 7, "complete": true,
        "queries": ["penguin", "of the", "kettle tea"],
    });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&found[key], value, "{key}");
    }
    assert_eq!(found["runs"][0]["changed"][0]["moved"][0]["indexed"], true);
});

/// Four topics, the relevant document at these ranks; 0 leaves the topic out.
fn run_with(tag: &str, ranks: [usize; 4]) -> String {
    let mut lines = String::new();
    for (topic, rank) in (1..).zip(ranks) {
        for above in 1..rank {
            lines += &format!("{topic} Q0 n{above} {above} {} {tag}\n", 90 - above);
        }
        if rank > 0 {
            lines += &format!("{topic} Q0 r {rank} {} {tag}\n", 90 - rank);
        }
    }
    lines
}

/// Qrels of five topics, and three runs of four.
fn three_runs(case: &Case) {
    let judged = (1..=5).map(|topic| {
        let nothing: String = (1..=9).map(|n| format!("{topic} 0 n{n} 0\n")).collect();
        format!("{topic} 0 r 1\n{nothing}")
    });
    case.file("qrels", judged.collect::<String>());
    case.file("base", run_with("base", [2, 4, 2, 5]));
    case.file("up", run_with("up", [1, 2, 1, 4]));
    case.file("gap", run_with("gap", [2, 0, 1, 5]));
}

const THREE: &str = "eval qrels base up gap -m recip_rank -m P_5";

case!(a_comparison_is_a_table_lines_or_files, |case| {
    three_runs(&case);
    let table = case.tamis(&format!("{THREE} -q --changed 1 --out out")).ends(0);
    let table = table.says(&[
        "written to out: runs.tsv, per_topic.tsv, runs.json, runs.svg, report.html, report.tex and \
         4 more figures",
    ]);
    let lines: Vec<Vec<&str>> =
        table.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    let names = ["MRR", "mean", "difference", "p", "p", "(holm)", "equiv.", "95", "%"];
    assert_eq!(lines[0][..9], names);
    assert_eq!(lines[1], ["base", "0.3625"]);
    assert_eq!(lines[2][..3], ["up", "0.6875", "+0.3250"]);
    assert!(lines[2].contains(&"+0.5000]"));
    assert!(table.stdout.contains("up: what changed most from base in MRR\n"), "{}", table.stdout);
    assert!(table.stdout.contains("1      0.5000  1.0000  +0.5000\n"), "{}", table.stdout);
    let tsv = case.tamis(&format!("{THREE} --format tsv --quiet")).ends(0).stdout;
    assert_eq!(tsv, case.read("out/runs.tsv"));
    assert_eq!(tsv.lines().count(), 1 + 3 * 2);
    assert!(tsv.lines().all(|line| line.split('\t').count() == 26), "{tsv}");
    let topics = case.tamis(&format!("{THREE} -q --format tsv --quiet")).ends(0).stdout;
    assert_eq!(topics.lines().count(), 1 + 3 * 2 * (4 + 1));
    assert!(topics.lines().all(|line| line.split('\t').count() == 26), "{topics}");
    assert_eq!(case.read("out/per_topic.tsv").lines().count(), 1 + 3 * 2 * 4);
    let page = case.read("out/report.html");
    assert_eq!(page.matches("<figure>").count(), 2 + 2);
    assert!(!page.contains(">NaN"));
    assert!(
        page.contains("In MRR up is better than base on 4 topics, level on 0, worse on 0."),
        "{page}"
    );
    let other = case
        .tamis(&format!("{THREE} --baseline up --test wilcoxon --correction none"))
        .ends(0)
        .stdout;
    let lines: Vec<Vec<&str>> =
        other.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        (lines[0].contains(&"holm"), lines[1][0], lines[2][0], lines[3][0]),
        (false, "up", "base", "gap")
    );
});

case!(what_does_not_go_with_one_run_or_several_is_explained, |case| {
    three_runs(&case);
    for (line, message) in [
        ("base --test t", "--test needs several runs; give two"),
        ("base --margin 5%", "--margin needs several runs"),
        ("base --format tsv", "--format tsv and latex are tables of several runs"),
        ("base up --format ir", "--format trec and ir are lines of one run"),
        ("base up -q -n", "leave -n out"),
        ("base up base", "base is given twice"),
        ("base up --test wilcoxn", "wilcoxon"),
        ("base --where 'words >= 1000'", "--index <INDEX>"),
        ("base --min-words 11", "--index <INDEX>"),
        ("base --title drop", "--index <INDEX>"),
        ("base --weight all:2", "--index <INDEX>"),
        ("base --sieve", "--index <INDEX>"),
        ("base --docnos list", "--index <INDEX>"),
        ("base --spam-scores list", "--index <INDEX>"),
        ("base --index index --where 'words >>'", "--where: column "),
    ] {
        case.tamis(&format!("eval qrels {line}")).ends(2).says(&[message]);
    }
    case.tamis("eval qrels base up --margin 5").ends(0).says(&["--margin 5%"]);
});
