//! Qrels + run -> a table of scores, topics by measures: the one place where the two meet.

use super::{Instance, Judgements, TopicRanking};
use crate::trec::{Qrels, Retrieved, Run, TopicQrels};

/// How a run is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Topics of the qrels that the run lacks count as rankings without results (trec_eval's `-c`) instead of being
    /// left out.
    pub complete: bool,
    /// The least grade that is relevant (`-l`).
    pub level: i32,
    /// Only the first so many results of a topic count (`-M`).
    pub depth: Option<usize>,
    /// Results that nobody judged are taken out of the ranking, after the cut at `depth` (`-J`).
    pub judged_only: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { complete: false, level: 1, depth: None, judged_only: false }
    }
}

/// The scores of one topic.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicScores {
    /// The topic's id.
    pub topic: String,
    /// One value per [`Evaluation::instances`].
    pub scores: Vec<f64>,
}

/// The plain result: what every layout of it needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// The run's tag.
    pub tag: String,
    /// The least grade that counted as relevant.
    pub level: i32,
    /// What was measured, in the order asked for.
    pub instances: Vec<Instance>,
    /// The topics that count, in the order of their ids.
    pub topics: Vec<TopicScores>,
    /// One value over all topics per instance.
    pub summary: Vec<f64>,
    /// Topics of the qrels that the run lacks, in order: left out above, or counted as empty if the options say so.
    pub absent: Vec<String>,
    /// Topics of the run that the qrels lack, in order: they count nowhere.
    pub unjudged: Vec<String>,
    /// How many topics run and qrels have in common. Where this is 0, the two are not about the same thing.
    pub common: usize,
}

/// Scores every topic of the qrels that the run answers, and with [`Options::complete`] the others too.
pub fn evaluate(qrels: &Qrels, run: &Run, instances: &[Instance], options: Options) -> Evaluation {
    let counts = |id: &str| options.complete || run.topic(id).is_some();
    let topics: Vec<TopicScores> = qrels
        .topics()
        .filter(|(id, _)| counts(id))
        .map(|(id, judged)| TopicScores {
            topic: id.to_owned(),
            scores: scores(judged, run.topic(id).unwrap_or_default(), instances, options),
        })
        .collect();
    let absent = qrels.topics().map(|(id, _)| id).filter(|id| run.topic(id).is_none()).map(str::to_owned);
    let absent: Vec<String> = absent.collect();
    let unjudged = run.topics().map(|(id, _)| id).filter(|id| qrels.topic(id).is_none()).map(str::to_owned);
    Evaluation {
        tag: run.tag().to_owned(),
        level: options.level,
        instances: instances.to_vec(),
        summary: summary(&topics, instances),
        common: qrels.topics().len() - absent.len(),
        topics,
        absent,
        unjudged: unjudged.collect(),
    }
}

fn scores(judged: &TopicQrels, ranking: &[Retrieved], instances: &[Instance], options: Options) -> Vec<f64> {
    let judgements = Judgements::new(judged, options.level);
    let counted = ranking.iter().take(options.depth.unwrap_or(usize::MAX));
    let grades = counted.map(|retrieved| judged.grade(&retrieved.docno));
    let grades: Vec<Option<i32>> =
        grades.filter(|&grade| !options.judged_only || super::ranking::is_judged(grade)).collect();
    let ranking = TopicRanking { grades: &grades, judgements: &judgements };
    instances.iter().map(|instance| instance.score(&ranking)).collect()
}

fn summary(topics: &[TopicScores], instances: &[Instance]) -> Vec<f64> {
    let column = |at: usize| topics.iter().map(|topic| topic.scores[at]).collect::<Vec<_>>();
    instances.iter().enumerate().map(|(at, instance)| instance.summary(&column(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use crate::trec::{qrels, run};
    use proptest::prelude::*;

    fn evaluation(qrels: &str, run: &str, measures: &[&str], options: Options) -> Evaluation {
        let qrels = qrels::read_from(qrels.as_bytes(), "a.qrels").unwrap();
        let run = run::read_from(run.as_bytes(), "a.run").unwrap();
        let instances: Vec<_> = measures.iter().flat_map(|name| parse(name).unwrap()).collect();
        evaluate(&qrels, &run, &instances, options)
    }

    const QRELS: &str = "1 0 a 1\n1 0 b 0\n2 0 a 2\n3 0 z 1\n";
    const RUN: &str = "2 Q0 x 1 9 t\n2 Q0 a 2 8 t\n1 Q0 b 1 7 t\n1 Q0 a 2 7 t\n4 Q0 a 1 1 t\n";

    #[test]
    fn absent_topics_are_left_out_or_count_as_empty() {
        let out = evaluation(QRELS, RUN, &["num_q", "num_rel", "RR"], Options::default());
        assert_eq!(out.summary, [2.0, 2.0, 0.5]);
        assert_eq!((out.absent, out.unjudged, out.common), (vec!["3".to_owned()], vec!["4".to_owned()], 2));
        let complete = Options { complete: true, ..Options::default() };
        let out = evaluation(QRELS, RUN, &["num_q", "num_rel", "RR"], complete);
        assert_eq!(out.summary, [3.0, 3.0, 1.0 / 3.0]);
        assert_eq!(out.topics[2], TopicScores { topic: "3".to_owned(), scores: vec![1.0, 1.0, 0.0] });
    }

    #[test]
    fn level_depth_and_judged_only() {
        let with = |options| evaluation(QRELS, RUN, &["num_ret", "num_rel_ret", "RR"], options).summary;
        assert_eq!(with(Options { level: 2, ..Options::default() }), [4.0, 1.0, 0.25]);
        assert_eq!(with(Options { depth: Some(1), ..Options::default() }), [2.0, 0.0, 0.0]);
        assert_eq!(with(Options { judged_only: true, ..Options::default() }), [3.0, 2.0, 0.75]);
        assert_eq!(with(Options { judged_only: true, depth: Some(1), ..Options::default() }), [1.0, 0.0, 0.0]);
    }

    proptest! {
        #[test]
        fn the_order_of_the_lines_does_not_matter(
            results in proptest::collection::btree_map((0..3u8, 0..20u8), 0..4i32, 1..40),
            turn in any::<usize>(),
        ) {
            let mut lines: Vec<String> = results.iter().map(|((t, d), s)| format!("{t} Q0 d{d} 0 {s} t")).collect();
            let judged = results.iter().filter(|((_, d), _)| d % 3 != 0);
            let qrels: String = judged.map(|((t, d), s)| format!("{t} 0 d{d} {}\n", s - 1)).collect();
            prop_assume!(!qrels.is_empty());
            let measures = ["official", "ndcg", "judged"];
            let sorted = evaluation(&qrels, &lines.join("\n"), &measures, Options::default());
            let middle = turn % lines.len();
            lines.rotate_left(middle);
            let turned = evaluation(&qrels, &lines.join("\n"), &measures, Options::default());
            // Bits, for runid's NaN is no number and equals nothing.
            let bits = |e: &Evaluation| e.summary.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(&turned), bits(&sorted));
        }
    }
}
