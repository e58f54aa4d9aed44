//! What evaluations of others do that ours must do too, or refuse with a reason: grades with a
//! point, grades above a scale, spam, padded ids of topics, queries that are in the collection, and
//! differences without spread.

use crate::case::Case;
use serde_json::Value;

/// A run of this tag: the relevant documents of topics 1, 2, ... at these ranks, among others.
fn run_of(tag: &str, ranks: &[usize]) -> String {
    let mut lines = String::new();
    for (topic, rank) in (1..).zip(ranks) {
        for place in 1..=5 {
            let docno = if place == *rank { "good".to_owned() } else { format!("x{place}") };
            lines += &format!("{topic} Q0 {docno} {place} {} {tag}\n", 10 - place);
        }
    }
    lines
}

/// Judgements of so many topics.
fn qrels_of(topics: usize) -> String {
    (1..=topics).map(|topic| format!("{topic} 0 good 1\n{topic} 0 x1 0\n")).collect()
}

/// Two runs that differ by the same amount on all of so many topics, compared.
fn same_difference(case: &Case, topics: usize) {
    case.file("qrels", qrels_of(topics));
    case.file("a", run_of("a", &vec![2; topics]));
    case.file("b", run_of("b", &vec![1; topics]));
}

case!(differences_without_spread_are_told_in_every_form, |case| {
    same_difference(&case, 12);
    let table = case.tamis("eval qrels a b -m recip_rank --out report -q").ends(0).stdout;
    assert!(table.contains("no spread: the same difference on every topic"), "{table}");
    assert!(table.contains("whether b is equivalent to a cannot be said"), "{table}");
    assert!(!table.contains("0.0000"), "{table}");
    let json = case.tamis("eval qrels a b -m recip_rank --json").ends(0).json_lines();
    let against = &json[0]["runs"][0]["against"][0];
    assert_eq!(against["no_spread"], "the same difference on every topic has no spread");
    for key in ["p", "statistic", "corrected", "d_z", "student", "equivalence"] {
        assert_eq!(against[key], Value::Null, "{key}");
    }
    for format in ["tsv", "latex"] {
        let text = case.tamis(&format!("eval qrels a b -m recip_rank --format {format}")).ends(0);
        assert!(text.stdout.contains("no spread"), "{}", text.stdout);
    }
    let page = std::fs::read_to_string(case.path("report/report.html")).unwrap();
    assert!(page.contains("no spread") && page.contains("not testable against"));
    // A test that needs no spread has its p: 2 of 2^12 permutations.
    let exact = case.tamis("eval qrels a b -m recip_rank --test randomization --json").ends(0);
    assert_eq!(exact.json_lines()[0]["runs"][0]["against"][0]["p"], 2.0 / 4096.0);
});

case!(of_fewer_than_ten_topics_no_equivalence_is_said, |case| {
    for (topics, is_said) in [(9, false), (10, true)] {
        case.file("qrels", qrels_of(topics));
        let ranks: Vec<usize> = (0..topics).map(|topic| 1 + topic % 2).collect();
        let others: Vec<usize> = (0..topics).map(|topic| 1 + (topic + topic / 4) % 2).collect();
        case.file("a", run_of("a", &ranks));
        case.file("b", run_of("b", &others));
        let table = case.tamis("eval qrels a b -m recip_rank").ends(0).stdout;
        assert_eq!(table.contains("cannot be said: 9 topics show too little"), !is_said, "{table}");
        assert_eq!(table.contains("b is not shown to be equivalent to a"), is_said, "{table}");
    }
});

case!(grades_with_a_point_and_grades_above_a_scale, |case| {
    case.file("run", "1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n");
    case.file("whole", "1 0 a 1\n1 0 b 2\n");
    case.file("points", "1 0 a 1.0\n1 0 b 2.00\n");
    let whole = case.tamis("eval whole run -m ndcg").ends(0).stdout;
    assert_eq!(case.tamis("eval points run -m ndcg").ends(0).stdout, whole);
    case.file("half", "query-id\tcorpus-id\tscore\n1\ta\t0.5\n");
    let half = case.tamis("eval half run").ends(1).says(&["half:2: found grade '0.5'"]).stderr;
    assert!(!half.contains("topics"), "{half}");
    case.file("marco", "1\t7187158\t1\n2\t7187157\t2\n");
    let marco = case.tamis("eval whole marco").ends(1).stderr;
    assert!(!marco.contains("looks like topics"), "{marco}");
    case.file("high", "1 0 a 5\n1 0 b 2\n");
    let refused = ["high: found grade 5 of document 'a' for topic '1'", "up to 4", "err_10"];
    case.tamis("eval high run -m ERR@10").ends(1).says(&refused);
    case.file("second", case.read("run"));
    case.tamis("eval high run second -m map -m ERR@3").ends(1).says(&refused[..2]);
    case.tamis("eval high run -m ERR@10 --grades 5=4").ends(0);
    case.tamis("eval high run -m nDCG@10 -m ndcg_exp.10").ends(0);
    let ia = case.tamis("eval high run -R subtopics -m ERR_IA@10").ends(0);
    ia.says(&["1 judgement above 4"]);
});

case!(spam_was_judged, |case| {
    case.file("run", "1 Q0 a 1 4 t\n1 Q0 b 2 3 t\n1 Q0 c 3 2 t\n1 Q0 d 4 1 t\n");
    case.file("qrels", "1 0 a -2\n1 0 b -1\n1 0 c 1\n");
    let judged = case.tamis("eval qrels run -m Judged@10 -m unj.5").ends(0).stdout;
    // c and spam; for trec_eval's unj neither spam, nor -1, nor d was judged.
    assert!(judged.contains("judged_10             \tall\t0.5000"), "{judged}");
    assert!(judged.contains("unj_5                 \tall\t0.6000"), "{judged}");
});

case!(ids_of_topics_that_differ_in_zeros_alone_are_named, |case| {
    case.file("run", "100 Q0 a 1 1 t\n099 Q0 a 1 1 t\n");
    case.file("qrels", "100 0 a 1\n99 0 a 1\n");
    let hint = "differ in zeros alone: the run has 099, the qrels have 99";
    case.tamis("eval qrels run -m map").ends(0).says(&[hint]);
    case.tamis("eval qrels run -m map -c").ends(0).says(&[hint]);
    case.file("padded", "100 0 a 1\n099 0 a 1\n");
    case.file("plain", "100 Q0 a 1 1 t\n99 Q0 a 1 1 t\n");
    case.tamis("eval padded plain -m map").ends(0).says(&["the run has 99, the qrels have 099"]);
    case.file("one", "7 Q0 a 1 1 t\n");
    case.file("other", "007 0 a 1\n");
    case.tamis("eval other one").ends(1).says(&["the run has 7, the qrels have 007"]);
    // Another topic is another topic.
    case.file("tenfold", "990 Q0 a 1 1 t\n99 Q0 a 1 1 t\n");
    let other = case.tamis("eval qrels tenfold -m map").ends(0).stderr;
    assert!(!other.contains("zeros"), "{other}");
});

case!(a_query_in_the_collection_is_left_out_of_its_results, |case| {
    case.file(
        "corpus.jsonl",
        concat!(
            r#"{"_id":"q1","title":"","text":"A kettle whistles when its water boils."}"#,
            "\n",
            r#"{"_id":"d1","title":"","text":"Water boils in a kettle."}"#,
            "\n",
            r#"{"_id":"d2","title":"","text":"A whistle is a wind instrument."}"#,
            "\n",
        ),
    );
    case.file("queries.tsv", "q1\tA kettle whistles when its water boils\n");
    case.file("judged", "q1 0 d1 1\n");
    case.tamis("index corpus.jsonl --out found").ends(0);
    let run = case.tamis("search found --topics queries.tsv --hits 1 -q").ends(0).stdout;
    assert!(run.starts_with("q1 Q0 q1 1 "), "{run}");
    case.tamis("search found --topics queries.tsv --out whole -q").ends(0);
    let removed = "search found --topics queries.tsv --remove-query -q";
    let one = case.tamis(&format!("{removed} --hits 1")).ends(0).stdout;
    let all = std::fs::read_to_string(case.path("whole")).unwrap();
    // The score is that of the whole collection.
    let score = |run: &str| -> Option<String> {
        let line = run.lines().find(|line| line.contains(" d1 "))?;
        line.split(' ').nth(4).map(str::to_owned)
    };
    assert_eq!((one.lines().count(), score(&one)), (1, score(&all)));
    let value = |flags: &str| case.tamis(&format!("eval judged whole {flags}")).ends(0).stdout;
    assert!(value("-m recip_rank").ends_with("0.5000\n"));
    assert!(value("-m recip_rank --remove-query").ends_with("1.0000\n"));
    assert!(value("-m P.1 -M 1 --remove-query").ends_with("1.0000\n"));
    let sweep = "sweep found --topics queries.tsv --qrels judged -m recip_rank --min-words 0,1";
    let means = |flags: &str| -> Value {
        case.tamis(&format!("{sweep} {flags} --json -q")).ends(0).json_lines()[0]["points"][0]
            ["means"][0]
            .clone()
    };
    assert_eq!((means(""), means("--remove-query")), (0.5.into(), 1.0.into()));
});
