//! Hand-made runs whose differences can be checked against the statistics.

use super::*;
use crate::measure::parse;
use crate::runs::{Moved, moved};
use crate::statistics::{Correction, NoSpread, SEED, TESTS, Test, equivalence, holm, paired_t};
use crate::trec::{Qrels, Run};

/// Six topics with one relevant document each, `r`.
fn judged() -> Qrels {
    let lines: String =
        (1..=6).map(|topic| format!("{topic} 0 r 1\n{topic} 0 n 0\n{topic} 0 u -1\n")).collect();
    Qrels::read_from(lines.as_bytes(), "q").unwrap()
}

/// A run with the relevant document of topic 1, 2, ... at these ranks, below unjudged documents; 0
/// leaves the topic out.
fn entry(name: &str, ranks: &[usize]) -> ComparedRun {
    let mut lines = String::new();
    for (topic, &rank) in (1..).zip(ranks) {
        for above in 1..rank {
            lines += &format!("{topic} Q0 x{above} 1 {} {name}\n", 100 - above);
        }
        if rank > 0 {
            lines += &format!("{topic} Q0 r 1 {} {name}\n", 100 - rank);
        }
    }
    let run = Run::read_from(lines.as_bytes(), name).unwrap();
    ComparedRun { name: name.to_owned(), file: format!("{name}.run"), run }
}

fn compared(
    entries: &[ComparedRun],
    complete: bool,
    test: &str,
    correction: Correction,
) -> RunComparison {
    let instances: Vec<Instance> =
        ["recip_rank", "P_5"].iter().flat_map(|name| parse(name).unwrap()).collect();
    let settings = CompareSettings {
        test: Test::by_name(test).unwrap(),
        correction,
        changed: 2,
        ..CompareSettings::default()
    };
    let options = Options { complete, ..Options::default() };
    compare(&judged(), entries, &instances, options, settings)
}

#[test]
fn numbers_are_those_of_the_statistics() {
    let entries = [
        entry("base", &[1, 2, 4, 2, 1]),
        entry("better", &[1, 1, 2, 1, 1]),
        entry("worse", &[2, 2, 5, 4, 2]),
    ];
    let reciprocal: [[f64; 5]; 3] =
        [[1.0, 0.5, 0.25, 0.5, 1.0], [1.0, 1.0, 0.5, 1.0, 1.0], [0.5, 0.5, 0.2, 0.25, 0.5]];
    for test in &TESTS {
        let found = compared(&entries, false, test.name, Correction::Holm);
        assert_eq!((found.topics.len(), &found.unanswered), (5, &vec!["6".to_owned()]));
        let expected: Vec<Option<f64>> = reciprocal[1..]
            .iter()
            .map(|values| {
                test.run(values, &reciprocal[0], Sampling::default()).map(|tested| tested.p)
            })
            .collect();
        assert!(expected.iter().all(Option::is_some), "{}", test.name);
        assert_eq!(
            found.runs.iter().map(|run| run.against[0].p).collect::<Vec<_>>(),
            expected,
            "{}",
            test.name
        );
        assert_eq!(
            found.runs.iter().map(|run| run.against[0].corrected).collect::<Vec<_>>(),
            holm(&expected)
        );
    }
    let found = compared(&entries, false, "t", Correction::None);
    for (run, values) in found.runs.iter().zip(&reciprocal[1..]) {
        // 5 % of the baseline's mean of .65.
        let expected = equivalence(values, &reciprocal[0], 0.05 * found.baseline.means[0]);
        let against = &run.against[0];
        assert_eq!(against.equivalence, expected);
        assert_eq!(against.corrected_equivalent, expected.map(|test| test.p));
        assert_eq!(against.corrected_noninferior, expected.map(|test| test.p_noninferior));
    }
    let run = &found.runs[0];
    let values = &reciprocal[1];
    assert_eq!(run.system.per_topic[0], values);
    assert_eq!(run.system.means[0], 0.9);
    let against = &run.against[0];
    assert!((against.difference - 0.25).abs() < 1e-15);
    assert_eq!(against.statistic, paired_t(values, &reciprocal[0]).map(|test| test.t));
    assert_eq!(against.corrected, against.p);
    assert_eq!(against.bootstrap, bootstrap_95(values, &reciprocal[0], BOOTSTRAP_SAMPLES, SEED));
    assert_eq!(against.student, interval_95(values, &reciprocal[0]));
    assert_eq!(against.d_z, cohens_dz(values, &reciprocal[0]));
    assert_eq!((against.win, against.tie, against.loss), (3, 2, 0));
    // No topic differs in P@5: there is no p-value, not even 1, and no test of equivalence.
    assert_eq!((run.against[1].p, run.against[1].tie), (None, 5));
    assert_eq!(run.against[1].equivalence, None);
    assert_eq!(run.against[1].no_spread, Some(NoSpread::NoDifference));
    assert_eq!(against.no_spread, None);
    // The two topics that gained .5 come first, in their order.
    let reported: Vec<(&str, f64)> =
        run.changed.iter().map(|one| (one.topic.as_str(), one.difference)).collect();
    assert_eq!(reported, [("2", 0.5), ("4", 0.5)]);
}

#[test]
fn a_topic_that_one_run_lacks_counts_nothing_for_it() {
    let entries = [entry("base", &[1, 1, 1]), entry("silent", &[1, 0, 1])];
    let found = compared(&entries, false, "t", Correction::Holm);
    assert_eq!(found.topics, ["1", "2", "3"]);
    assert_eq!(found.runs[0].system.per_topic[0], [1.0, 0.0, 1.0]);
    assert_eq!(found.runs[0].system.without_results, ["2"]);
    assert!(found.baseline.without_results.is_empty());
    let whole = compared(&entries, true, "t", Correction::Holm);
    assert_eq!((whole.topics.len(), whole.baseline.means[0]), (6, 0.5));
    assert_eq!(whole.runs[0].system.without_results, ["2", "4", "5", "6"]);
}

#[test]
fn documents_that_moved_farthest_for_a_measure_come_first() {
    let judged =
        Qrels::read_from("1 0 a 1\n1 0 b 0\n1 0 c 2\n1 0 d 1\n1 0 u -1\n".as_bytes(), "q").unwrap();
    let [before, after] = [
        "1 Q a 0 9 t\n1 Q u 0 8 t\n1 Q b 0 7 t\n1 Q x 0 6 t\n1 Q c 0 5 t\n1 Q d 0 4 t\n",
        "1 Q b 0 9 t\n1 Q a 0 8 t\n1 Q u 0 7 t\n1 Q d 0 6 t\n",
    ]
    .map(|lines| Run::read_from(lines.as_bytes(), "r").unwrap());
    let judged = judged.topic("1").unwrap();
    let default = Options::default();
    let judged_only = Options { judged_only: true, ..default };
    let first_three = Options { depth: Some(3), ..default };
    // 1/log2 of: b 4 to 2 (1/2), c 6 to nothing (.387), a 2 to 3 (.369), d 7 to 5 (.074).
    let all = [
        ("b", Some(3), Some(1)),
        ("c", Some(5), None),
        ("a", Some(1), Some(2)),
        ("d", Some(6), Some(4)),
    ];
    let found = moved(judged, "1", &before, &after, default, 9);
    assert_eq!(ranks(&found), all);
    assert_eq!(ranks(&moved(judged, "1", &before, &after, default, 1)), all[..1]);
    let among_judged = moved(judged, "1", &before, &after, judged_only, 9);
    assert_eq!(ranks(&among_judged)[3], ("d", Some(4), Some(3)));
    assert_eq!(moved(judged, "1", &before, &after, first_three, 9).len(), 2);
}

/// The names of documents with their ranks before and after.
fn ranks(moved: &[Moved]) -> Vec<(&str, Option<usize>, Option<usize>)> {
    moved.iter().map(|one| (one.docno.as_str(), one.before, one.after)).collect()
}
