//! `tamis eval` beyond its numbers: what it reads, and what it says of judgements and runs before they are believed.

use crate::case::keys;
use flate2::{Compression, write::GzEncoder};
use std::io::Write;
use tamis::demo;

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
    assert_eq!(case.tamis_reading("eval qrels - -q -m all_trec", RUN.as_bytes()).ends(0).stdout, plain.stdout);
});

case!(ranks_and_unjudged_results_are_told_as_text_and_as_json, |case| {
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

case!(docnos_are_looked_up_in_an_index, |case| {
    demo::generate(&case.path("demo"), 40, 5).unwrap();
    case.tamis("index demo/demo.warc.gz --out index -q").ends(0);
    let qrels = case.read("demo/demo.qrels");
    let first = qrels.lines().next().unwrap();
    let fields: Vec<&str> = first.split_whitespace().collect();
    let (topic, whole) = (fields[0], fields[2]);
    // A docno without its beginning, and one that nothing is called.
    let cut = &whole[1..];
    case.file("judged", format!("{topic} 0 {whole} 1\n{topic} 0 {cut} 1\n{topic} 0 nowhere 1\n"));
    case.file("run", format!("{topic} Q0 {whole} 1 2 t\n{topic} Q0 elsewhere 2 1 t\n"));
    let told = case.tamis("eval judged run --index index").ends(0).says(&[
        "warning: not in the index: 2 judged documents of 3, such as ",
        "warning: not in the index: 1 document of the run, such as elsewhere",
        &format!("warning: 1 docno look cut off: '{cut}' may be '{whole}'; write whole docnos"),
    ]);
    assert!(!told.stderr.contains("no permitted text"), "{}", told.stderr);
    let json = case.tamis("eval judged run --index index --json").ends(0).json_lines();
    assert_eq!(json.last().unwrap()["checks"]["index"]["judged_missing"], 2);
    // Only the title is left of every page, unless the title is none.
    case.tamis("eval judged run --where 'words >= 1000'").ends(2);
    let ruled = case.tamis("eval judged run --index index --where 'words >= 100000' --json").ends(0).json_lines();
    assert!(ruled.last().unwrap()["checks"]["index"]["judged_empty"].is_u64());
    case.tamis("eval judged run --index index --where 'words >>'").ends(2);
});

case!(each_format_of_judgements_has_its_measures, |case| {
    case.file("run", RUN);
    case.file("subtopics", "1 1 a 1\n1 2 b 1\n2 1 c 1\n");
    let stdout = case.tamis("eval subtopics run -R subtopics -m alpha_nDCG@5 --format ir --quiet").ends(0).stdout;
    assert_eq!(stdout, "alpha_nDCG@5\t1.0000\n");
    case.file("prels", "1 a 1 1 0.5\n1 b 0 1 1\n2 c 1 0 1\n");
    assert_eq!(case.tamis("eval prels run -R prels --quiet").ends(0).stdout, "statAP                \tall\t1.0000\n");
    case.file("prefs", "1 j 0 a 1\n1 j 0 b 0\n2 j 0 c 0\n2 j 0 x 1\n");
    let stdout = case.tamis("eval prefs run -R prefs -m prefs_simp --quiet").ends(0).stdout;
    assert_eq!(stdout, "prefs_simp            \tall\t0.5000\n");
    case.tamis("eval prels run")
        .ends(1)
        .says(&["prels:1: found ", "expected four columns: topic iteration docno grade"]);
    case.tamis("eval subtopics run -R subtopics -m map")
        .ends(2)
        .says(&["measure 'map' is about qrels, but QRELS are subtopics"]);
});
