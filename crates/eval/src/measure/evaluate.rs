//! Scores a run against judgements. No other module sees both.

use super::instance::Instance;
use super::judged::{GroupRanking, JudgedRanking, Relevance};
use super::preferences::Preferences;
use super::ranking::{Compat, Terms, TopicJudgements, TopicRanking, is_judged};
use super::request::parse;
use super::sampled::Sampled;
use super::subtopics::Subtopics;
use super::summary::Summary;
use crate::trec::grouped::JudgedGroups;
use crate::trec::prels::Sample;
use crate::trec::{Qrels, Ranking, Run, TopicQrels, Zscores};
use rayon::prelude::*;
use serde::Serialize;

/// The options of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Whether topics of the qrels that are not in the run count, as empty rankings (trec_eval's
    /// `-c`).
    pub complete: bool,
    /// The lowest relevant grade (trec_eval's `-l`).
    pub level: i32,
    /// The number of results per topic that count; none for all (trec_eval's `-M`).
    pub depth: Option<usize>,
    /// Whether unjudged results are removed from the ranking, after the cut at `depth` (trec_eval's
    /// `-J`).
    pub judged_only: bool,
    /// Number of documents in the collection (trec_eval's `-N`), 0 if unknown.
    pub collection: u64,
    /// The version of trec_eval to follow. For 9, the run must come from [`Run::single_precision`].
    pub compat: Compat,
}

impl Default for Options {
    fn default() -> Self {
        let Terms { level, collection, compat } = Terms::default();
        Self { complete: false, level, depth: None, judged_only: false, collection, compat }
    }
}

/// The scores of one topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicScores {
    /// The topic's id.
    pub topic: String,
    /// One value per instance of [`Evaluation::instances`].
    pub scores: Vec<f64>,
    /// The grades of the first results, as many as the instances that are text need.
    pub top: Vec<Option<i32>>,
}

/// The scores of a run, without any layout.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evaluation {
    /// The run's tag.
    pub tag: String,
    /// The lowest relevant grade.
    pub level: i32,
    /// The measures, in the order requested.
    pub instances: Vec<Instance>,
    /// The scores of each topic, in the order of the topics' ids.
    pub topics: Vec<TopicScores>,
    /// One value over all topics per instance of [`Evaluation::instances`].
    pub summary: Vec<f64>,
    /// Topics of the qrels that are not in the run, in order. They do not count, unless
    /// [`Options::complete`] is set.
    pub absent: Vec<String>,
    /// Topics of the run that are not in the qrels, in order. They do not count.
    pub unjudged: Vec<String>,
    /// Number of topics that are in both run and qrels. If it is 0, the two do not belong together;
    /// nor if no retrieved document is judged: [`mismatch`](super::mismatch()) tells.
    pub common: usize,
    /// Whether the scores are z-scores.
    pub standardised: bool,
}

/// Scores a run against qrels, with the default [`Options`]. Topics of the qrels that are not in
/// the run do not count.
///
/// `measures` are [`Measures`](super::Measures), or a slice of their instances.
pub fn evaluate(qrels: &Qrels, run: &Run, measures: &[Instance]) -> Evaluation {
    evaluate_against(qrels, run, measures, Options::default())
}

/// Scores a run against judgements of any kind, with options. The value of a measure that needs
/// another kind is NaN.
pub fn evaluate_against<'a>(
    relevance: impl Into<Relevance<'a>>,
    run: &Run,
    instances: &[Instance],
    options: Options,
) -> Evaluation {
    let relevance = relevance.into();
    let known = relevance.topics();
    let (present, absent): (Vec<&str>, Vec<&str>) =
        known.iter().partition(|id| run.topic(id).is_some());
    let counting = if options.complete { &known } else { &present };
    let scorer = TopicScorer { relevance, instances, options };
    let topics: Vec<TopicScores> =
        counting.par_iter().map(|id| scorer.score(id, run.topic(id).unwrap_or_default())).collect();
    let mut unjudged = Vec::new();
    for (id, _) in run.topics() {
        if known.binary_search(&id).is_err() {
            unjudged.push(id.to_owned());
        }
    }
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

struct TopicScorer<'a> {
    relevance: Relevance<'a>,
    instances: &'a [Instance],
    options: Options,
}

impl TopicScorer<'_> {
    fn score(&self, id: &str, ranking: Ranking<'_>) -> TopicScores {
        let whole = ranking;
        let ranking = ranking.first(self.options.depth.unwrap_or(usize::MAX));
        let docnos = ranking.iter().map(|retrieved| retrieved.docno);
        let level = self.options.level;
        let judged = match self.relevance {
            Relevance::Qrels(qrels) => {
                let (grades, judgements) =
                    self.graded(qrels.topic(id).unwrap_or(&TopicQrels::default()), ranking);
                let ranking = TopicRanking { grades: &grades, judgements: &judgements };
                let top = ranking.top(self.text_length()).to_vec();
                return TopicScores { top, ..self.scores(id, &JudgedRanking::Qrels(ranking)) };
            }
            Relevance::Groups(groups) => {
                let groups = groups.topic(id).into_iter().flat_map(|groups| groups.values());
                let graded = groups.map(|judged| self.graded(judged, ranking));
                JudgedRanking::Groups(
                    graded
                        .map(|(grades, judgements)| GroupRanking { grades, judgements })
                        .collect(),
                )
            }
            Relevance::Subtopics(groups) => JudgedRanking::Subtopics(Subtopics::new(
                groups.topic(id).unwrap_or(&JudgedGroups::new()),
                docnos,
                level,
            )),
            Relevance::Sample(prels) => JudgedRanking::Sample(Sampled::new(
                prels.topic(id).unwrap_or(&Sample::new()),
                docnos,
                level,
            )),
            Relevance::Preferences(prefs) => {
                // Preferences break ties in another order, so they cut at the depth themselves.
                let judges = prefs.topic(id).unwrap_or_default();
                JudgedRanking::Preferences(Preferences::new(judges, whole, self.options.depth))
            }
        };
        self.scores(id, &judged)
    }

    /// Returns the grades of the results that count, and the judgements.
    fn graded(
        &self,
        judged: &TopicQrels,
        ranking: Ranking<'_>,
    ) -> (Vec<Option<i32>>, TopicJudgements) {
        let Options { level, collection, compat, judged_only, .. } = self.options;
        let grades = ranking.iter().map(|retrieved| judged.grade(retrieved.docno));
        let grades = grades.filter(|&grade| !judged_only || is_judged(grade)).collect();
        let terms = Terms { level, collection, compat };
        (grades, TopicJudgements::under(judged.iter().map(|(_, grade)| grade), terms))
    }

    /// Returns the number of grades that instances that are text need.
    fn text_length(&self) -> usize {
        let texts =
            self.instances.iter().filter(|instance| instance.measure().summary == Summary::Text);
        texts.filter_map(Instance::depth).max().unwrap_or(0)
    }

    fn scores(&self, id: &str, judged: &JudgedRanking) -> TopicScores {
        let scores = self.instances.iter().map(|instance| instance.value(judged)).collect();
        TopicScores { topic: id.to_owned(), scores, top: Vec::new() }
    }
}

/// Summarises the topics' scores of each instance.
fn summary(
    topics: &[TopicScores],
    instances: &[Instance],
    summarise: impl Fn(&Instance, &[f64]) -> f64,
) -> Vec<f64> {
    let mut summary = Vec::new();
    for (at, instance) in instances.iter().enumerate() {
        let scores: Vec<f64> = topics.iter().map(|topic| topic.scores[at]).collect();
        summary.push(summarise(instance, &scores));
    }
    summary
}

impl Evaluation {
    /// Returns the value of a measure over all topics: the mean, for most measures. `name` is any
    /// name of the measure; none if it was not computed.
    pub fn mean(&self, name: &str) -> Option<f64> {
        self.position(name).map(|at| self.summary[at])
    }

    /// Returns the topics' ids with their values of a measure; none if it was not computed.
    pub fn per_topic(&self, name: &str) -> Option<Vec<(&str, f64)>> {
        let at = self.position(name)?;
        Some(self.topics.iter().map(|topic| (topic.topic.as_str(), topic.scores[at])).collect())
    }

    /// Finds the one measure with this name.
    fn position(&self, name: &str) -> Option<usize> {
        let [wanted] = &parse(name).ok()?[..] else { return None };
        self.instances.iter().position(|instance| instance == wanted)
    }

    /// Converts the scores to z-scores (trec_eval's `-Z`). Numbers of topics stay as they are; for
    /// geometric means, the logarithms are standardised.
    pub fn standardised(mut self, zscores: &Zscores) -> Self {
        let names: Vec<String> = self.instances.iter().map(Instance::name).collect();
        for topic in &mut self.topics {
            for (at, score) in topic.scores.iter_mut().enumerate() {
                *score = match self.instances[at].measure().summary {
                    Summary::SumOnly | Summary::Tag | Summary::Text => *score,
                    Summary::GeometricMean => {
                        zscores.zscore(&topic.topic, &names[at], Summary::logarithm(*score))
                    }
                    Summary::Mean | Summary::Sum => {
                        zscores.zscore(&topic.topic, &names[at], *score)
                    }
                };
            }
        }
        self.summary = summary(&self.topics, &self.instances, |instance, scores| {
            match instance.measure().summary {
                Summary::GeometricMean => Summary::Mean.summarise(scores).exp(),
                other => other.summarise(scores),
            }
        });
        self.standardised = true;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::request::parse;
    use crate::trec::{Qrels, Run};
    use proptest::prelude::*;

    fn evaluation(qrels: &str, run: &str, measures: &[&str], options: Options) -> Evaluation {
        let qrels = Qrels::read_from(qrels.as_bytes(), "a.qrels").unwrap();
        let run = Run::read_from(run.as_bytes(), "a.run").unwrap();
        let instances: Vec<_> = measures.iter().flat_map(|name| parse(name).unwrap()).collect();
        evaluate_against(&qrels, &run, &instances, options)
    }

    const QRELS: &str = "1 0 a 1\n1 0 b 0\n2 0 a 2\n3 0 z 1\n";
    const RUN: &str = "2 Q0 x 1 9 t\n2 Q0 a 2 8 t\n1 Q0 b 1 7 t\n1 Q0 a 2 7 t\n4 Q0 a 1 1 t\n";

    #[test]
    fn absent_topics_are_left_out_or_count_as_empty() {
        let out = evaluation(QRELS, RUN, &["num_q", "num_rel", "RR"], Options::default());
        assert_eq!(out.summary, [2.0, 2.0, 0.5]);
        assert_eq!(
            (out.absent, out.unjudged, out.common),
            (vec!["3".to_owned()], vec!["4".to_owned()], 2)
        );
        let complete = Options { complete: true, ..Options::default() };
        let out = evaluation(QRELS, RUN, &["num_q", "num_rel", "RR"], complete);
        assert_eq!(out.summary, [3.0, 3.0, 1.0 / 3.0]);
        assert_eq!(
            out.topics[2],
            TopicScores { topic: "3".to_owned(), scores: vec![1.0, 1.0, 0.0], top: vec![] }
        );
    }

    #[test]
    fn values_are_found_by_any_name() {
        let out = evaluation(QRELS, RUN, &["RR", "P.1,5"], Options::default());
        assert_eq!(
            (out.mean("recip_rank"), out.mean("MRR"), out.mean("P@1")),
            (Some(0.5), Some(0.5), Some(0.0))
        );
        assert_eq!(out.per_topic("P_5"), Some(vec![("1", 0.2), ("2", 0.2)]));
        assert_eq!((out.mean("P"), out.mean("AP"), out.mean("none")), (None, None, None));
    }

    #[test]
    fn level_depth_and_judged_only() {
        for (options, expected) in [
            (Options { level: 2, ..Options::default() }, [4.0, 1.0, 0.25]),
            (Options { depth: Some(1), ..Options::default() }, [2.0, 0.0, 0.0]),
            (Options { judged_only: true, ..Options::default() }, [3.0, 2.0, 0.75]),
            (Options { judged_only: true, depth: Some(1), ..Options::default() }, [1.0, 0.0, 0.0]),
        ] {
            let out = evaluation(QRELS, RUN, &["num_ret", "num_rel_ret", "RR"], options);
            assert_eq!(out.summary, expected, "{options:?}");
        }
    }

    proptest! {
        #[test]
        fn the_order_of_the_lines_does_not_matter(
            results in proptest::collection::btree_map((0..3u8, 0..20u8), 0..4i32, 1..40),
            turn in any::<usize>(),
        ) {
            let mut lines: Vec<String> =
                results.iter().map(|((t, d), s)| format!("{t} Q0 d{d} 0 {s} t")).collect();
            let judged = results.iter().filter(|((_, d), _)| d % 3 != 0);
            let qrels: String =
                judged.map(|((t, d), s)| format!("{t} 0 d{d} {}\n", s - 1)).collect();
            prop_assume!(!qrels.is_empty());
            let measures = ["official", "ndcg", "judged"];
            let sorted = evaluation(&qrels, &lines.join("\n"), &measures, Options::default());
            let middle = turn % lines.len();
            lines.rotate_left(middle);
            let turned = evaluation(&qrels, &lines.join("\n"), &measures, Options::default());
            // Compare bits, for runid's NaN does not equal itself.
            let [turned, sorted] = [turned, sorted].map(|evaluation| {
                evaluation.summary.iter().map(|value| value.to_bits()).collect::<Vec<_>>()
            });
            prop_assert_eq!(turned, sorted);
        }
    }
}
