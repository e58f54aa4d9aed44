//! A measure with its parameter and settings: it has names, and a value for a topic.

use super::catalog::MEASURES;
use super::definition::{Measure, Numbers, Score};
use super::gains::Gains;
use super::judged::{JudgedRanking, JudgementKind};
use super::parameter::MeasureParameter;
use super::ranking::{TopicJudgements, TopicRanking};
use super::settings::MeasureSettings;
use super::subtopics::UserModel;
use super::{catalog, ranking};

/// A measure with its parameter and settings, for example `nDCG@10`.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub struct Instance {
    /// The index into [`MEASURES`].
    pub(super) row: usize,
    /// The settings of this measure alone.
    pub(super) settings: MeasureSettings,
    pub(super) parameter: MeasureParameter,
}

impl serde::Serialize for Instance {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl Instance {
    /// Returns the measure.
    pub fn measure(&self) -> &'static Measure {
        &MEASURES[self.row]
    }

    /// Returns the kind of judgements that the measure needs; none if any will do.
    pub fn needs(&self) -> Option<JudgementKind> {
        match self.measure().score {
            Score::Tag | Score::One => None,
            Score::PerGroup(_) => Some(JudgementKind::Groups),
            Score::OfPreferences(_) => Some(JudgementKind::Preferences),
            Score::OfSubtopics(..) | Score::OfSubtopicsAtRank(..) => Some(JudgementKind::Subtopics),
            Score::OfSample(_) => Some(JudgementKind::Sample),
            _ => Some(JudgementKind::Qrels),
        }
    }

    /// Returns the highest grade that the measure's formula has; none if any grade will do, as for
    /// all measures but ERR, which with `rel` sees the grades 0 and 1 only.
    pub fn highest_grade(&self) -> Option<i32> {
        let is_err = self.measure().name == "err";
        (is_err && self.settings.level.is_none()).then_some(catalog::err::HIGHEST)
    }

    /// Returns the value for one topic: from 0 to 1, a count, or as the measure's explanation says.
    /// NaN for measures without a number, and for those that need other judgements than qrels.
    ///
    /// With `rel`, a graded measure sees the grades 0 and 1 only.
    pub fn score(&self, ranking: &TopicRanking) -> f64 {
        let grades = self.settings.grades(ranking);
        let ranking = &TopicRanking { grades: &grades, ..*ranking };
        match self.settings.level {
            None => self.plain(self.measure().score, ranking),
            Some(level) if self.measure().binary => {
                let judgements = ranking.judgements.at_level(level);
                self.plain(
                    self.measure().score,
                    &TopicRanking { judgements: &judgements, ..*ranking },
                )
            }
            Some(level) => {
                // A negative grade means not judged, and stays.
                let grades: Vec<_> = ranking
                    .grades
                    .iter()
                    .map(|grade| grade.map(|g| if g < 0 { g } else { i32::from(g >= level) }))
                    .collect();
                let judged =
                    ranking.judgements.grades().iter().map(|&grade| i32::from(grade >= level));
                let judgements = TopicJudgements::under(judged, ranking.judgements.terms());
                self.plain(
                    self.measure().score,
                    &TopicRanking { grades: &grades, judgements: &judgements },
                )
            }
        }
    }

    /// Returns the value for one topic with any kind of judgements; NaN if the measure needs
    /// another kind.
    pub fn value(&self, judged: &JudgedRanking) -> f64 {
        match (self.measure().score, judged) {
            (Score::One, _) => 1.0,
            (Score::PerGroup(inner), JudgedRanking::Groups(groups)) => {
                let scores = groups.iter().map(|group| self.plain(*inner, &group.ranking()));
                ranking::total(scores) / groups.len() as f64
            }
            (Score::OfPreferences(score), JudgedRanking::Preferences(preferences)) => {
                score(preferences)
            }
            (Score::OfSubtopics(score, _), JudgedRanking::Subtopics(subtopics)) => {
                score(&self.settings.subtopics(subtopics))
            }
            (Score::OfSubtopicsAtRank(score, ..), JudgedRanking::Subtopics(subtopics)) => {
                match self.parameter {
                    MeasureParameter::Rank(k) => score(&self.settings.subtopics(subtopics), k),
                    _ => f64::NAN,
                }
            }
            (Score::OfSample(score), JudgedRanking::Sample(sample)) => score(sample),
            (_, JudgedRanking::Qrels(ranking)) => self.score(ranking),
            _ => f64::NAN,
        }
    }

    /// The value without this measure's own level and `judged_only`.
    fn plain(&self, score: Score, ranking: &TopicRanking) -> f64 {
        match (score, &self.parameter) {
            (Score::One, _) => 1.0,
            (Score::Whole(score), _) => score(ranking),
            (Score::AtRank(score, _), MeasureParameter::Rank(k)) => score(ranking, *k),
            (
                Score::AtRecall(score, _) | Score::AtMultiple(score, _),
                MeasureParameter::Share(share),
            ) => score(ranking, *share),
            (Score::ByGain(score), MeasureParameter::Gains(gains, _)) => score(ranking, gains),
            (Score::ByGain(score), _) => score(ranking, &Gains::default()),
            (Score::ByGainAtRank(score, _), MeasureParameter::Rank(k)) => {
                score(ranking, &self.settings.gains, *k)
            }
            (Score::WithNumbers(score, _), MeasureParameter::Numbers(numbers, _)) => {
                score(ranking, numbers)
            }
            (Score::WithNumbers(score, numbers), _) => score(ranking, numbers.default),
            _ => f64::NAN,
        }
    }

    /// Returns the text of one topic in quotes, from the grades of its first results; none if the
    /// measure is a number.
    pub fn text(&self, grades: &[Option<i32>]) -> Option<String> {
        let Score::Grades(_) = self.measure().score else { return None };
        let shown = grades.iter().take(self.depth().unwrap_or(0));
        Some(format!("'{}'", shown.map(|&grade| catalog::character(grade)).collect::<String>()))
    }

    /// Summarises the values of several topics; see [`super::Summary::summarise`].
    pub fn summary(&self, scores: &[f64]) -> f64 {
        self.measure().summary.summarise(scores)
    }

    /// Returns the number of results that the measure looks at; none if it looks at all.
    pub fn depth(&self) -> Option<usize> {
        match (&self.parameter, self.measure().score) {
            // The first judged results may be at any rank.
            _ if self.settings.judged_only => None,
            (MeasureParameter::Rank(k), _) => Some(*k),
            (_, Score::Grades(usual)) => Some(usual),
            _ => self.settings.depth,
        }
    }

    /// Returns trec_eval's name as it prints it: `P_10`, `iprec_at_recall_0.10`, `ndcg_1=3,2=9`,
    /// `map`. For settings that trec_eval cannot name, returns ir_measures' name.
    pub fn name(&self) -> String {
        let name = self.measure().name;
        match &self.parameter {
            _ if !self.settings.are_default() => self.ir_name(1),
            MeasureParameter::Nothing => name.to_owned(),
            MeasureParameter::Rank(k) => format!("{name}_{k}"),
            MeasureParameter::Share(share) => format!("{name}_{share:.2}"),
            MeasureParameter::Numbers(_, typed) | MeasureParameter::Gains(_, typed) => {
                format!("{name}_{typed}")
            }
        }
    }

    /// Returns ir_measures' name as it prints it: `P@10`, `IPrec@0.1`, `AP`. `level` is the
    /// relevance level of the evaluation; if it is not 1 it is in the name of binary measures:
    /// `P(rel=2)@10`.
    pub fn ir_name(&self, level: i32) -> String {
        let measure = self.measure();
        let (name, inner) = match measure.ir_name.split_once('(') {
            Some((name, inner)) => (name, Some(inner.trim_end_matches(')').to_owned())),
            None => (measure.ir_name, None),
        };
        let number = match (measure.score, &self.parameter) {
            (Score::WithNumbers(_, numbers), parameter) => number_text(numbers, parameter),
            (_, MeasureParameter::Gains(gains, _)) => gains_text(gains),
            _ => gains_text(&self.settings.gains),
        };
        let MeasureSettings { level: own_level, judged_only, reader, depth, .. } = self.settings;
        let effective = own_level.unwrap_or(level);
        let shows_level = if measure.binary { effective != 1 } else { own_level.is_some() };
        let level = shows_level.then(|| format!("rel={effective}"));
        let default = UserModel::default();
        let alpha = (reader.alpha != default.alpha).then(|| format!("alpha={:?}", reader.alpha));
        let beta = (reader.beta != default.beta).then(|| format!("beta={:?}", reader.beta));
        let judged_only = judged_only.then(|| "judged_only=True".to_owned());
        let settings = [inner, number, alpha, beta, level, judged_only].into_iter().flatten();
        let settings: Vec<String> = settings.collect();
        let settings =
            if settings.is_empty() { String::new() } else { format!("({})", settings.join(",")) };
        let cutoff = depth.map_or_else(String::new, |k| format!("@{k}"));
        let has_ir_key =
            matches!(measure.score, Score::WithNumbers(_, Numbers { ir: Some(_), .. }));
        match &self.parameter {
            MeasureParameter::Rank(k) => format!("{name}{settings}@{k}"),
            MeasureParameter::Share(share) => format!("{name}{settings}@{share:?}"),
            MeasureParameter::Numbers(_, typed) if !has_ir_key => format!("{name}_{typed}"),
            _ => format!("{name}{settings}{cutoff}"),
        }
    }
}

/// Returns the number of a measure as ir_measures writes it; none if it is the default of both
/// ir_measures and trec_eval, or if ir_measures has no key for it.
fn number_text(numbers: Numbers, parameter: &MeasureParameter) -> Option<String> {
    let (key, ir_default) = numbers.ir?;
    let number = match parameter {
        MeasureParameter::Numbers(given, _) => given[0],
        _ => numbers.default[0],
    };
    let is_default = number == ir_default && numbers.default == [ir_default];
    (!is_default).then(|| format!("{key}={number:?}"))
}

/// Returns gains as ir_measures writes them; none if each grade is its own gain.
fn gains_text(gains: &Gains) -> Option<String> {
    let pairs: Vec<String> =
        gains.changed().iter().map(|(grade, gain)| format!("{grade}:{gain}")).collect();
    (!pairs.is_empty()).then(|| format!("gains={{{}}}", pairs.join(",")))
}
