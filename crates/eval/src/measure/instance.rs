//! A measure with what the request says besides: its cut-off, numbers or gains. It has a value for a topic, and names.

use super::settings::Settings;
use super::{Gains, Judged, JudgementKind, Judgements, MEASURES, Measure, Reader, Score, TopicRanking, catalog};

/// A measure with its parameter, if it takes one: what has a value.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub struct Instance {
    /// Index into [`MEASURES`].
    pub(super) row: usize,
    /// What is said of this measure alone.
    pub(super) settings: Settings,
    pub(super) parameter: Parameter,
}

/// What a measure is given besides the ranking. Agrees with the row's [`Score`], for only `request.rs` makes instances.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub(super) enum Parameter {
    /// Nothing, or what the row says.
    Nothing,
    Rank(usize),
    /// A level of recall, or a multiple of R.
    Share(f64),
    /// Numbers, as they were typed.
    Numbers(Vec<f64>, String),
    /// Gains, as they were typed.
    Gains(Gains, String),
}

impl Instance {
    /// The measure.
    pub fn measure(&self) -> &'static Measure {
        &MEASURES[self.row]
    }

    /// What it is measured on; none if that does not matter.
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

    /// The value for one topic: from 0 to 1, a count, or what the measure's explanation says. NaN for rows without a
    /// number, and for those that are not about a ranking's grades.
    ///
    /// A graded measure with a level of its own sees the grades 0 and 1.
    pub fn score(&self, ranking: &TopicRanking) -> f64 {
        let grades = self.settings.grades(ranking);
        let ranking = &TopicRanking { grades: &grades, ..*ranking };
        match self.settings.level {
            None => self.plain(self.measure().score, ranking),
            Some(level) if self.measure().binary => {
                let judgements = ranking.judgements.at_level(level);
                self.plain(self.measure().score, &TopicRanking { judgements: &judgements, ..*ranking })
            }
            Some(level) => {
                let one_if = |grade: i32| i32::from(grade >= level);
                let grades: Vec<_> =
                    ranking.grades.iter().map(|grade| grade.map(|g| if g < 0 { g } else { one_if(g) })).collect();
                let judged = ranking.judgements.grades().iter().map(|&grade| one_if(grade));
                let judgements = Judgements::under(judged, ranking.judgements.terms());
                self.plain(self.measure().score, &TopicRanking { grades: &grades, judgements: &judgements })
            }
        }
    }

    /// The value for one topic, of whatever kind its judgements are; NaN where the measure needs another kind.
    pub fn value(&self, judged: &Judged) -> f64 {
        match (self.measure().score, judged) {
            (Score::One, _) => 1.0,
            (Score::PerGroup(inner), Judged::Groups(groups)) => {
                let scores = groups.iter().map(|group| self.plain(*inner, &group.ranking()));
                super::ranking::total(scores) / groups.len() as f64
            }
            (Score::OfPreferences(score), Judged::Preferences(preferences)) => score(preferences),
            (Score::OfSubtopics(score, _), Judged::Subtopics(subtopics)) => score(&self.settings.subtopics(subtopics)),
            (Score::OfSubtopicsAtRank(score, ..), Judged::Subtopics(subtopics)) => match self.parameter {
                Parameter::Rank(k) => score(&self.settings.subtopics(subtopics), k),
                _ => f64::NAN,
            },
            (Score::OfSample(score), Judged::Sample(sample)) => score(sample),
            (_, Judged::Qrels(ranking)) => self.score(ranking),
            _ => f64::NAN,
        }
    }

    fn plain(&self, score: Score, ranking: &TopicRanking) -> f64 {
        match (score, &self.parameter) {
            (Score::One, _) => 1.0,
            (Score::Whole(score), _) => score(ranking),
            (Score::AtRank(score, _), Parameter::Rank(k)) => score(ranking, *k),
            (Score::AtRecall(score, _) | Score::AtMultiple(score, _), Parameter::Share(share)) => {
                score(ranking, *share)
            }
            (Score::ByGain(score), Parameter::Gains(gains, _)) => score(ranking, gains),
            (Score::ByGain(score), _) => score(ranking, &Gains::default()),
            (Score::ByGainAtRank(score, _), Parameter::Rank(k)) => score(ranking, &self.settings.gains, *k),
            (Score::WithNumbers(score, _), Parameter::Numbers(numbers, _)) => score(ranking, numbers),
            (Score::WithNumbers(score, numbers), _) => score(ranking, numbers.default),
            _ => f64::NAN,
        }
    }

    /// The text of one topic, in quotes, if the measure is one; from the grades of its first results.
    pub fn text(&self, grades: &[Option<i32>]) -> Option<String> {
        let Score::Grades(_) = self.measure().score else { return None };
        let shown = grades.iter().take(self.depth().unwrap_or(0));
        Some(format!("'{}'", shown.map(|&grade| catalog::character(grade)).collect::<String>()))
    }

    /// The value for several topics, from the values for each; see [`super::Summary::of`].
    pub fn summary(&self, scores: &[f64]) -> f64 {
        self.measure().summary.of(scores)
    }

    /// How many results of a ranking it looks at, at most; none if it looks at all.
    pub fn depth(&self) -> Option<usize> {
        match (&self.parameter, self.measure().score) {
            // The first judged ones may stand anywhere.
            _ if self.settings.judged_only => None,
            (Parameter::Rank(k), _) => Some(*k),
            (_, Score::Grades(usual)) => Some(usual),
            _ => self.settings.depth,
        }
    }

    /// trec_eval's name, as it prints it: `P_10`, `iprec_at_recall_0.10`, `ndcg_1=3,2=9`, `map`. It has no name for
    /// settings of a measure's own: there, ir_measures' name.
    pub fn name(&self) -> String {
        let name = self.measure().name;
        match &self.parameter {
            _ if !self.settings.are_usual() => self.ir_name(1),
            Parameter::Nothing => name.to_owned(),
            Parameter::Rank(k) => format!("{name}_{k}"),
            Parameter::Share(share) => format!("{name}_{share:.2}"),
            Parameter::Numbers(_, typed) | Parameter::Gains(_, typed) => format!("{name}_{typed}"),
        }
    }

    /// ir_measures' name, as it prints it: `P@10`, `IPrec@0.1`, `AP`; at a relevance level other than 1, `P(rel=2)@10`.
    /// `level` is the run's.
    pub fn ir_name(&self, level: i32) -> String {
        let measure = self.measure();
        let (name, inner) = match measure.ir_name.split_once('(') {
            Some((name, inner)) => (name, Some(inner.trim_end_matches(')').to_owned())),
            None => (measure.ir_name, None),
        };
        let number = match (measure.score, &self.parameter) {
            (Score::WithNumbers(_, numbers), given) => numbers.ir.and_then(|(key, usual)| {
                let number = if let Parameter::Numbers(given, _) = given { given[0] } else { numbers.default[0] };
                // Where the two programs differ on what is usual, the number is always said.
                (number != usual || numbers.default != [usual]).then(|| format!("{key}={number:?}"))
            }),
            (_, Parameter::Gains(gains, _)) => told_gains(gains),
            _ => told_gains(&self.settings.gains),
        };
        let Settings { level: of_its_own, judged_only, reader, depth, .. } = self.settings;
        let own = of_its_own.unwrap_or(level);
        let level =
            (own != 1 && measure.binary || of_its_own.is_some() && !measure.binary).then(|| format!("rel={own}"));
        let usual = Reader::default();
        let alpha = (reader.alpha != usual.alpha).then(|| format!("alpha={:?}", reader.alpha));
        let beta = (reader.beta != usual.beta).then(|| format!("beta={:?}", reader.beta));
        let judged_only = judged_only.then(|| "judged_only=True".to_owned());
        let settings = [inner, number, alpha, beta, level, judged_only].into_iter().flatten();
        let settings: Vec<String> = settings.collect();
        let settings = if settings.is_empty() { String::new() } else { format!("({})", settings.join(",")) };
        let cutoff = depth.map_or_else(String::new, |k| format!("@{k}"));
        match &self.parameter {
            Parameter::Rank(k) => format!("{name}{settings}@{k}"),
            Parameter::Share(share) => format!("{name}{settings}@{share:?}"),
            Parameter::Numbers(_, typed) if !matches!(measure.score, Score::WithNumbers(_, n) if n.ir.is_some()) => {
                format!("{name}_{typed}")
            }
            _ => format!("{name}{settings}{cutoff}"),
        }
    }
}

/// Gains as ir_measures writes them; nothing where grades gain themselves.
fn told_gains(gains: &Gains) -> Option<String> {
    let pairs: Vec<String> = gains.changed().iter().map(|(grade, gain)| format!("{grade}:{gain}")).collect();
    (!pairs.is_empty()).then(|| format!("gains={{{}}}", pairs.join(",")))
}
