//! `tamis eval` except its numbers: its inputs, and its warnings about judgements and runs.

use crate::case::{Begun, Case, Outcome, keys};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use std::io::Write;
use tamis::demo;
use tamis_eval::runs::BOOTSTRAP_SAMPLES;
use tamis_eval::statistics::{SEED, bootstrap_95, holm, paired_t};

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
        "warning: ranks contradict scores in 1 topic of the run; scores count: 2",
        "warning: lines are not in the order of scores in 1 topic of the run; sorted: 1",
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

case!(docnos_are_looked_up_in_an_index, |case| {
    demo::generate(&case.path("demo"), 40, 5).unwrap();
    case.tamis("index demo/demo.warc.gz --out index -q").ends(0);
    let qrels = case.read("demo/demo.qrels");
    let first = qrels.lines().next().unwrap();
    let fields: Vec<&str> = first.split_whitespace().collect();
    let topic = fields[0];
    let whole = fields[2];
    // A docno without its beginning, and one that nothing is called.
    let cut = &whole[1..];
    case.file("judged", format!("{topic} 0 {whole} 1\n{topic} 0 {cut} 1\n{topic} 0 nowhere 1\n"));
    case.file("run", format!("{topic} Q0 {whole} 1 2 t\n{topic} Q0 elsewhere 2 1 t\n"));
    let outcome = case.tamis("eval judged run --index index").ends(0).says(&[
        "warning: not in the index: 2 judged documents of 3, such as ",
        "warning: not in the index: 1 document of the run, such as elsewhere",
        &format!("warning: 1 docno looks cut off: '{cut}' may be '{whole}'; write whole docnos"),
    ]);
    assert!(
        !outcome.stderr.contains("no permitted text") && !outcome.stderr.contains("leaves out"),
        "{}",
        outcome.stderr
    );
    let json = case.tamis("eval judged run --index index --json").ends(0).json_lines();
    assert_eq!(json.last().unwrap()["checks"]["index"]["judged_missing"], 2);
    // Without a single one, judgements are of another collection.
    let other = whole.to_lowercase();
    case.file("other", format!("{topic} 0 {other} 1\n"));
    case.file("run", format!("{topic} Q0 {other} 1 2 t\n"));
    case.file("second", case.read("run"));
    for runs in ["run", "run second"] {
        let outcome = case.tamis(&format!("eval other {runs} --index index")).ends(1);
        let outcome = outcome.says(&["no judged document that the index has", "in case alone"]);
        assert_eq!(outcome.stdout, "");
    }
});

fn page(docno: &str, text: &str) -> String {
    format!("{{\"docno\":\"{docno}\",\"url\":\"http://{docno}.example/\",\"text\":\"{text}\"}}\n")
}

/// An index of four pages: two of many words, one of few, one of a title alone; and judgements of
/// them, of a page that it lacks, and of half a docno.
fn viewed() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        let long = "the kettle stands on the stove and nobody in the house has seen it since the \
                    day before yesterday";
        case.file(
            "pages/long.jsonl",
            page("page-long", long) + &page("other-long", long) + &page("page-short", "a kettle"),
        );
        case.file(
            "pages/titled.html",
            "<html><head><title>A kettle</title></head><body></body></html>",
        );
        case.tamis("index pages/long.jsonl pages --out index -q").ends(0);
        let docnos = ["page-long", "other-long", "page-short", "titled.html", "nowhere", "page-lo"];
        case.file("qrels", docnos.map(|docno| format!("1 0 {docno} 1\n")).concat());
        case.file("run", "1 Q0 page-long 1 2 t\n");
    });
    BEGUN.case()
}

/// The counts against the index: judged, missing, cut off, left out, empty.
fn counts(case: &Case, flags: &str) -> [u64; 5] {
    let lines = case
        .tamis(&format!("eval qrels run --index index --json --quiet {flags}"))
        .ends(0)
        .json_lines();
    let found = &lines.last().unwrap()["checks"]["index"];
    ["judged", "judged_missing", "cut_off", "judged_left_out", "judged_empty"]
        .map(|key| found[key].as_u64().unwrap())
}

case!(judged_documents_are_looked_for_in_the_view_that_is_searched, |_| {
    let case = viewed();
    assert_eq!(counts(&case, ""), [6, 2, 1, 0, 0]);
    // The title stays, unless the view is one without titles; then a page of a title alone is
    // empty.
    assert_eq!(counts(&case, "--min-words 11"), [6, 2, 1, 0, 1]);
    assert_eq!(counts(&case, "--min-words 11 --title drop"), [6, 2, 1, 0, 2]);
    assert_eq!(counts(&case, "--kind text --title drop"), [6, 2, 1, 0, 1]);
    assert_eq!(counts(&case, "--where 'words >= 11' --title block"), [6, 2, 1, 0, 2]);
    assert_eq!(counts(&case, "--max-link-density 0.3"), [6, 2, 1, 0, 0]);
    // What a filter of pages leaves out is in the index, and not empty.
    assert_eq!(
        counts(&case, "--url-prefix page-short.example --url-prefix page-long.example"),
        [6, 2, 1, 2, 0]
    );
    case.file("list", "page-short\n");
    assert_eq!(counts(&case, "--not-docnos list --min-words 11"), [6, 2, 1, 1, 0]);
    let nothing = "no search of this view finds them";
    case.tamis("eval qrels run --index index --not-docnos list --min-words 1 --title drop")
        .ends(0)
        .says(&[
            "3 of 4 pages pass the filters",
            "warning: not in the index: 2 judged documents of 6, such as nowhere, page-lo",
            "warning: 1 docno looks cut off: 'page-lo' may be 'page-long'; write whole docnos",
            &format!(
                "warning: --not-docnos list leaves out 1 judged document of 6, such as page-short; \
                 {nothing}"
            ),
            &format!(
                "warning: no permitted text in 1 judged document of 6, such as titled.html (rule: \
                 (kind = text and words >= 1)); {nothing}"
            ),
        ]);
    // The searches that these counts are about find the others.
    let found =
        case.tamis("search index kettle --min-words 11 --title drop --json").ends(0).json_lines();
    assert_eq!(found.len(), 2);
});

case!(a_view_is_one_of_an_index, |_| {
    let case = viewed();
    for flags in [
        "--where 'words >= 1000'",
        "--min-words 11",
        "--title drop",
        "--weight all:2",
        "--sieve",
        "--docnos list",
        "--spam-scores list",
    ] {
        case.tamis(&format!("eval qrels run {flags}")).ends(2).says(&["--index <INDEX>"]);
    }
    case.tamis("eval qrels run --index index --where 'words >>'").ends(2);
    case.tamis("eval qrels run --index index --label nobody").ends(2);
    case.file("other", "1 Q0 other-long 1 2 u\n");
    let outcome = case
        .tamis(
            "eval qrels run other --index index --url-prefix page-short.example --url-prefix \
             page-long.example -q -m map",
        )
        .ends(0);
    let outcome =
        outcome.says(&["leaves out 2 judged documents of 6, such as other-long, titled.html"]);
    // Documents that moved are looked up among all pages of the index.
    assert!(!outcome.stdout.contains("not in the index"), "{}", outcome.stdout);
});

case!(each_format_of_judgements_has_its_measures, |case| {
    case.file("run", RUN);
    case.file("subtopics", "1 1 a 1\n1 2 b 1\n2 1 c 1\n");
    let stdout = case
        .tamis("eval subtopics run -R subtopics -m alpha_nDCG@5 --format ir --quiet")
        .ends(0)
        .stdout;
    assert_eq!(stdout, "alpha_nDCG@5\t1.0000\n");
    case.file("prels", "1 a 1 1 0.5\n1 b 0 1 1\n2 c 1 0 1\n");
    assert_eq!(
        case.tamis("eval prels run -R prels --quiet").ends(0).stdout,
        "statAP                \tall\t1.0000\n"
    );
    case.file("prefs", "1 j 0 a 1\n1 j 0 b 0\n2 j 0 c 0\n2 j 0 x 1\n");
    let stdout = case.tamis("eval prefs run -R prefs -m prefs_simp --quiet").ends(0).stdout;
    assert_eq!(stdout, "prefs_simp            \tall\t0.5000\n");
    case.tamis("eval prels run")
        .ends(1)
        .says(&["prels:1: found ", "expected four columns: topic iteration docno grade"]);
    case.tamis("eval subtopics run -R subtopics -m map")
        .ends(2)
        .says(&["measure 'map' is about qrels, but the judgements are subtopics"]);
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

/// JSON's reader may miss the last bit.
fn are_nearly_equal(a: Vec<Option<f64>>, b: &[Option<f64>]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a.unwrap() - b.unwrap()).abs() < 1e-15)
}

case!(several_runs_are_compared_with_the_first_one, |case| {
    three_runs(&case);
    let outcome = case.tamis(&format!("{THREE} --json")).ends(0).says(&[
        "warning: no run answers 1 topic of the qrels; left out (with -c, 0 in the means): 5",
        "warning: gap: no results for 1 topic that others answer; 0 in the means: 2",
    ]);
    let found = outcome.json();
    assert_eq!(
        (&found["topics"], &found["test"], &found["correction"]),
        (&json!(["1", "2", "3", "4"]), &json!("t"), &json!("holm"))
    );
    let base = [0.5, 0.25, 0.5, 0.2];
    let up = [1.0, 0.5, 1.0, 0.25];
    let gap = [0.5, 0.0, 1.0, 0.2];
    assert_eq!(found["baseline"]["per_topic"][0], json!(base));
    assert_eq!(found["runs"][1]["per_topic"][0], json!(gap));
    let p: Vec<Option<f64>> =
        [up, gap].iter().map(|values| paired_t(values, &base).map(|test| test.p)).collect();
    let of = |key: &str, measure: usize| -> Vec<Option<f64>> {
        (0..2).map(|run| found["runs"][run]["against"][measure][key].as_f64()).collect()
    };
    assert!(
        are_nearly_equal(of("p", 0), &p) && are_nearly_equal(of("corrected", 0), &holm(&p)),
        "{found}"
    );
    let (low, high) = bootstrap_95(&up, &base, BOOTSTRAP_SAMPLES, SEED).unwrap();
    let ends = &found["runs"][0]["against"][0]["bootstrap"];
    assert!(
        are_nearly_equal(vec![ends[0].as_f64(), ends[1].as_f64()], &[Some(low), Some(high)]),
        "{ends} {low} {high}"
    );
    // up has every P@5 that base has.
    assert_eq!(found["runs"][0]["against"][1]["p"], Value::Null);
    assert_eq!(found["runs"][0]["changed"][0]["topic"], "1");
    // Single runs have the means that are compared, but for the topics that another run has.
    let alone = case.tamis("eval qrels up -m recip_rank --json --quiet").ends(0).json_lines();
    assert_eq!(alone[0]["recip_rank"], found["runs"][0]["means"][0]);
    let complete = case.tamis(&format!("{THREE} -c --json --quiet")).ends(0).json();
    let alone =
        case.tamis("eval qrels gap -c -m recip_rank -m P_5 --json --quiet").ends(0).json_lines();
    assert_eq!(complete["runs"][1]["means"], json!([alone[0]["recip_rank"], alone[0]["P_5"]]));
});

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
    let again = case.tamis(&format!("{THREE} -q --changed 1")).ends(0);
    assert_eq!(again.stdout, table.stdout, "the same draws");
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

fn run_of_forty(tag: &str, second: usize) -> String {
    (1..=40)
        .map(|topic| {
            let (r, n) = if topic <= second { (1, 2) } else { (2, 1) };
            format!("{topic} Q0 r 1 {r} {tag}\n{topic} Q0 n 1 {n} {tag}\n")
        })
        .collect::<String>()
}

/// Forty topics with one relevant document each, and runs that have it first but for the first so
/// many topics.
fn forty(case: &Case) {
    case.file(
        "qrels",
        (1..=40).map(|topic| format!("{topic} 0 r 1\n{topic} 0 n 0\n")).collect::<String>(),
    );
    for (name, second) in [("base", 40), ("few", 30), ("many", 5)] {
        case.file(name, run_of_forty(name, second));
    }
}

fn compare_forty(case: &Case, flags: &str) -> Outcome {
    case.tamis(&format!("eval qrels base few many -m recip_rank --seed 5 {flags}")).ends(0)
}

case!(a_p_value_says_whether_it_was_counted_or_drawn, |_| {
    let case = Case::new();
    forty(&case);
    let table = compare_forty(&case, "--test randomization --out out").stdout;
    let legend = "p: randomization test, two-sided, exact in 1 of 2, else 100,000 draws, seed 5; +";
    let text = table.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains(legend) && text.contains("bootstrap (BCa, 10,000 draws, seed 5)"),
        "{table}"
    );
    let found = compare_forty(&case, "--test randomization --json --quiet").json();
    assert_eq!(found["runs"][0]["against"][0]["exactness"], json!({"kind": "exact"}));
    assert_eq!(
        found["runs"][1]["against"][0]["exactness"],
        json!({"kind": "sampled", "samples": 100_000, "seed": 5})
    );
    assert_eq!((&found["seed"], &found["bootstrap_samples"]), (&json!(5), &json!(10_000)));
    let rows = case.read("out/runs.tsv");
    let rows: Vec<Vec<&str>> =
        rows.lines().map(|line| line.split('\t').skip(15).take(4).collect()).collect();
    assert_eq!(rows[0], ["p_from", "p_draws", "bootstrap_draws", "seed"]);
    assert_eq!(
        rows[1..],
        [["-"; 4], ["exact", "-", "10000", "5"], ["sampled", "100000", "10000", "5"]]
    );
    let page = case.read("out/report.html");
    for part in [
        "Here p is exact in 1 of 2, else 100,000 draws, seed 5.",
        "<td>randomization, exact in 1 of 2, else 100,000 draws, seed 5</td>",
        "<td>10,000 draws, seed 5</td>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(
        compare_forty(&case, "--test wilcoxon").stdout.contains("p: wilcoxon test, two-sided; +"),
        "ties: never exact"
    );
    assert!(compare_forty(&case, "--test t").stdout.contains("p: t test, two-sided; +"));
});

case!(runs_of_one_tag_are_called_by_their_files, |case| {
    three_runs(&case);
    case.file("twin", run_with("base", [1, 1, 1, 1]));
    let found = case.tamis("eval qrels base twin --json --quiet").ends(0).json();
    assert_eq!(
        (&found["baseline"]["name"], &found["runs"][0]["name"]),
        (&json!("base"), &json!("twin"))
    );
    assert_eq!(found["runs"][0]["tag"], "base");
    assert_eq!(found["measures"], json!(["map", "P_10", "ndcg_cut_10", "recip_rank"]));
});

case!(documents_that_moved_are_looked_up_in_an_index, |case| {
    demo::generate(&case.path("demo"), 40, 5).unwrap();
    case.tamis("index demo/demo.warc.gz --out index -q").ends(0);
    case.tamis("search index --topics demo/demo.topics --out plain --tag plain -q").ends(0);
    case.tamis("search index --topics demo/demo.topics --min-words 12 --out long --tag long -q")
        .ends(0);
    let plain = case.read("plain");
    let topic = plain.split_whitespace().next().unwrap();
    // A judged document that the index does not hold comes first in one topic.
    case.file(
        "moved",
        format!("{topic} Q0 nowhere 1 99999 moved\n{}", plain.replace(" plain\n", " moved\n")),
    );
    let mut qrels = case.read("demo/demo.qrels");
    qrels += &format!("{topic} 0 nowhere 1\n");
    case.file("qrels", qrels);
    let outcome = case.tamis("eval qrels plain moved long -q --index index").ends(0);
    let outcome =
        outcome.says(&["warning: not in the index: 1 document of the runs, such as nowhere"]);
    assert!(
        outcome.stdout.contains("  nowhere (grade 1): rank - to 1, not in the index\n"),
        "{}",
        outcome.stdout
    );
    let found =
        case.tamis("eval qrels plain moved long --index index --json --quiet").ends(0).json();
    assert_eq!(found["runs"][0]["changed"][0]["moved"][0]["indexed"], false);
    let plain = case.tamis("eval qrels plain moved --json --quiet").ends(0).json();
    let moved = &plain["runs"][0]["changed"][0]["moved"][0];
    assert_eq!((&moved["docno"], moved.get("indexed")), (&json!("nowhere"), None));
});

case!(what_does_not_go_with_one_run_or_several_is_explained, |case| {
    three_runs(&case);
    case.tamis("eval qrels base --test t").ends(2).says(&["--test needs several runs; give two"]);
    case.tamis("eval qrels base --format tsv")
        .ends(2)
        .says(&["--format tsv and latex are tables of several runs"]);
    case.tamis("eval qrels base up --format ir")
        .ends(2)
        .says(&["--format trec and ir are lines of one run"]);
    case.tamis("eval qrels base up -q -n").ends(2).says(&["leave -n out"]);
    case.tamis("eval qrels base up base").ends(2).says(&["base is given twice"]);
    case.tamis("eval qrels base up -m gm_map")
        .ends(2)
        .says(&["found gm_map, expected a measure with a mean"]);
    case.tamis("eval qrels base up -m official")
        .ends(0)
        .says(&["so not compared: runid, num_q, num_ret"]);
    case.tamis("eval qrels base up --test wilcoxn").ends(2).says(&["wilcoxon"]);
    case.file("other", "9 Q0 r 1 1 other\n");
    case.tamis("eval qrels base other")
        .ends(1)
        .says(&["other: found no topic of qrels (the run's begin with 9)"]);
});

case!(a_folder_is_of_a_comparison_of_these_contents_whatever_their_files, |case| {
    three_runs(&case);
    let line = "eval qrels base up -m recip_rank --quiet --out out";
    case.tamis(line).ends(0);
    let qrels = case.read("qrels");
    for name in ["qrels", "base", "up"] {
        case.file(&format!("moved/{name}"), case.read(name));
    }
    // What is printed is not what is written.
    case.tamis(&format!("{line} -q --json --figures svg")).ends(0);
    case.tamis("eval moved/qrels moved/base moved/up -m RR --quiet --out out").ends(0);
    let other = "out: holds the results of another experiment";
    case.tamis(&format!("{line} -c")).ends(1).says(&[other]);
    case.file("qrels", qrels.replacen("1 0 n1 0\n", "1 0 n1 1\n", 1));
    case.tamis(line).ends(1).says(&[other, "`--force`"]);
    case.tamis(&format!("{line} --force")).ends(0);
});
