//! Qrels + run -> a table of scores, topics by measures: the one place where the two meet.

use super::judged::GroupRanking;
use super::{
    Compat, Instance, Judged, Judgements, Preferences, Relevance, Sampled, Subtopics, Summary, Terms, TopicRanking,
};
use crate::trec::grouped::Groups;
use crate::trec::prels::Sample;
use crate::trec::{Qrels, Retrieved, Run, TopicQrels, Zscores};
use rayon::prelude::*;

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
    /// Documents in the collection (`-N`), 0 if nobody said.
    pub collection: u64,
    /// Whose numbers, where two versions of trec_eval differ. The run must be one of [`Run::single_precision`] for 9.
    pub compat: Compat,
}

impl Default for Options {
    fn default() -> Self {
        let Terms { level, collection, compat } = Terms::default();
        Self { complete: false, level, depth: None, judged_only: false, collection, compat }
    }
}

/// The scores of one topic.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicScores {
    /// The topic's id.
    pub topic: String,
    /// One value per [`Evaluation::instances`].
    pub scores: Vec<f64>,
    /// The grades of the first results, as many as an instance that is text asks for.
    pub top: Vec<Option<i32>>,
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
    /// Whether the scores are deviations from the means of other runs.
    pub standardised: bool,
}

/// Scores every topic of the qrels that the run answers, and with [`Options::complete`] the others too.
pub fn evaluate(qrels: &Qrels, run: &Run, instances: &[Instance], options: Options) -> Evaluation {
    evaluate_against(Relevance::Qrels(qrels), run, instances, options)
}

/// As [`evaluate`], against judgements of any kind. The value of an instance that needs another kind is NaN.
pub fn evaluate_against(relevance: Relevance, run: &Run, instances: &[Instance], options: Options) -> Evaluation {
    let known = relevance.topics();
    let (present, absent): (Vec<&str>, Vec<&str>) = known.iter().partition(|id| run.topic(id).is_some());
    let counting = if options.complete { &known } else { &present };
    let score = |id: &&str| topic(relevance, id, run.topic(id).unwrap_or_default(), instances, options);
    let topics: Vec<TopicScores> = counting.par_iter().map(score).collect();
    let is_unjudged = |id: &&str| known.binary_search(id).is_err();
    let unjudged = run.topics().map(|(id, _)| id).filter(is_unjudged).map(str::to_owned).collect();
    Evaluation {
        tag: run.tag().to_owned(),
        level: options.level,
        instances: instances.to_vec(),
        summary: summary(&topics, instances, Instance::summary),
        topics,
        common: present.len(),
        absent: absent.into_iter().map(str::to_owned).collect(),
        unjudged,
        standardised: false,
    }
}

fn topic(
    relevance: Relevance,
    id: &str,
    ranking: &[Retrieved],
    instances: &[Instance],
    options: Options,
) -> TopicScores {
    let grades_in = |judged: &TopicQrels| -> Vec<Option<i32>> {
        let counted = ranking.iter().take(options.depth.unwrap_or(usize::MAX));
        let grades = counted.map(|retrieved| judged.grade(&retrieved.docno));
        grades.filter(|&grade| !options.judged_only || super::ranking::is_judged(grade)).collect()
    };
    let docnos = || ranking.iter().take(options.depth.unwrap_or(usize::MAX)).map(|retrieved| retrieved.docno.as_str());
    let Options { level, collection, compat, .. } = options;
    let judgements = |judged: &TopicQrels| {
        Judgements::under(judged.iter().map(|(_, grade)| grade), Terms { level, collection, compat })
    };
    let scores = |judged: &Judged| instances.iter().map(|instance| instance.value(judged)).collect();
    let (scores, top) = match relevance {
        Relevance::Qrels(qrels) => {
            let nothing = TopicQrels::default();
            let judged = qrels.topic(id).unwrap_or(&nothing);
            let (grades, judgements) = (grades_in(judged), judgements(judged));
            let ranking = TopicRanking { grades: &grades, judgements: &judgements };
            let texts = instances.iter().filter(|instance| instance.measure().summary == Summary::Text);
            let longest = texts.filter_map(Instance::depth).max().unwrap_or(0);
            (scores(&Judged::Qrels(ranking)), ranking.top(longest).to_vec())
        }
        Relevance::Groups(groups) => {
            let groups = groups.topic(id).into_iter().flat_map(|groups| groups.values());
            let rankings =
                groups.map(|judged| GroupRanking { grades: grades_in(judged), judgements: judgements(judged) });
            (scores(&Judged::Groups(rankings.collect())), Vec::new())
        }
        Relevance::Subtopics(groups) => {
            let nothing = Groups::new();
            let groups = groups.topic(id).unwrap_or(&nothing);
            (scores(&Judged::Subtopics(Subtopics::new(groups, docnos(), level))), Vec::new())
        }
        Relevance::Sample(prels) => {
            let nothing = Sample::new();
            let sample = prels.topic(id).unwrap_or(&nothing);
            (scores(&Judged::Sample(Sampled::new(sample, docnos(), level))), Vec::new())
        }
        Relevance::Preferences(prefs) => {
            let judges = prefs.topic(id).unwrap_or_default();
            (scores(&Judged::Preferences(Preferences::new(judges, ranking, options.depth))), Vec::new())
        }
    };
    TopicScores { topic: id.to_owned(), scores, top }
}

fn summary(topics: &[TopicScores], instances: &[Instance], of: impl Fn(&Instance, &[f64]) -> f64) -> Vec<f64> {
    let column = |at: usize| topics.iter().map(|topic| topic.scores[at]).collect::<Vec<_>>();
    instances.iter().enumerate().map(|(at, instance)| of(instance, &column(at))).collect()
}

impl Evaluation {
    /// The same with z-scores for scores (trec_eval's `-Z`). Counts of topics stay; of geometric means, the logarithms are
    /// standardised.
    pub fn standardised(mut self, zscores: &Zscores) -> Self {
        let names: Vec<String> = self.instances.iter().map(Instance::name).collect();
        for topic in &mut self.topics {
            for (at, score) in topic.scores.iter_mut().enumerate() {
                *score = match self.instances[at].measure().summary {
                    Summary::SumOnly | Summary::Tag | Summary::Text => *score,
                    Summary::GeometricMean => zscores.of(&topic.topic, &names[at], Summary::logarithm(*score)),
                    Summary::Mean | Summary::Sum => zscores.of(&topic.topic, &names[at], *score),
                };
            }
        }
        self.summary = summary(&self.topics, &self.instances, |instance, scores| match instance.measure().summary {
            Summary::GeometricMean => Summary::Mean.of(scores).exp(),
            other => other.of(scores),
        });
        self.standardised = true;
        self
    }
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
        assert_eq!(out.topics[2], TopicScores { topic: "3".to_owned(), scores: vec![1.0, 1.0, 0.0], top: vec![] });
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
