//! What was found, put together for those who read it.

use super::choose::{ChosenSetting, Trials};
use super::judged::JudgedChoice;
use super::pool::Pool;
use super::result::{Curve, CurveRule, FEW_TOPICS, TriedSetting, Tuned, TunedWeight};
use super::samples::samples;
use super::space::{FAMILIES, Family, Setting, Space, TypedWeight};
use super::titles::CorpusTitles;

use crate::Weights;
use tamis_eval::statistics::interval_95;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;

/// The settings that are named beside the chosen one.
const MAX_NEAREST: usize = 5;

/// Everything that was read and tried.
pub struct TuneData<'a> {
    pub corpus: &'a Corpus,
    pub space: &'a Space,
    pub titles: &'a CorpusTitles,
    pub pool: &'a Pool,
    pub trials: &'a Trials,
}

impl TuneData<'_> {
    /// Returns the result. `chosen` is the setting of the choice, unless judged topics chose
    /// another one.
    pub fn tuned(
        &self,
        choice: &ChosenSetting,
        chosen: &Setting,
        judged: Option<JudgedChoice>,
    ) -> Result<Tuned> {
        let typed = self.space.typed(chosen);
        let texts: Vec<String> = typed.iter().map(ToString::to_string).collect();
        let manifest = &self.corpus.indexes[0].manifest;
        let weights = Weights::parse(texts.iter().map(String::as_str), manifest)?;
        let share = |setting: &Setting| {
            let (kept, all) = self.pool.kept(setting);
            if all > 0.0 { kept / all } else { 1.0 }
        };
        let again = choice.by_resamples.iter().find(|(setting, _)| *setting == choice.setting);
        let again = again.map_or(0.0, |(_, share)| *share);
        let warnings = self.warnings(choice, again, judged.as_ref());
        Ok(Tuned {
            pages: self.corpus.pages(),
            usable: self.titles.usable,
            topics: self.titles.topics.len(),
            measure: "recip_rank",
            weights: self.reasons(&typed, choice, judged.as_ref()),
            unfiltered: self.value_of_all_text(),
            sieve: self.trials.mean(0),
            chosen: self.trials.mean(choice.setting),
            is_sieve: *chosen == self.space.sieve,
            gain_low: choice.gain.0,
            gain_high: choice.gain.1,
            better: choice.better,
            chosen_again: again,
            held_out: choice.held_out.0,
            held_out_sieve: choice.held_out.1,
            good_folds: choice.folds.0,
            folds: choice.folds.1,
            alike: choice.alike.len(),
            nearest: choice.alike.iter().take(MAX_NEAREST).copied().collect(),
            kept: share(chosen),
            kept_by_sieve: share(&self.space.sieve),
            settings: (0..self.space.settings.len()).map(|number| self.tried(number)).collect(),
            curves: self.curves(choice.setting),
            samples: samples(self.corpus, &self.pool.documents, &weights)?,
            judged,
            warnings,
        })
    }

    fn value_of_all_text(&self) -> f64 {
        let none = |setting: &&Setting| setting.rules.iter().all(Option::is_none);
        let all_text = self.space.settings.iter().position(|setting| none(&setting));
        all_text.map_or(0.0, |setting| self.trials.mean(setting))
    }

    fn tried(&self, number: usize) -> TriedSetting {
        let typed = self.space.typed(&self.space.settings[number]);
        TriedSetting {
            weights: typed.iter().skip(1).map(ToString::to_string).collect(),
            value: self.trials.mean(number),
            cost: self.trials.costs[number],
        }
    }

    /// Returns the weights, each with the reason.
    fn reasons(
        &self,
        typed: &[TypedWeight],
        choice: &ChosenSetting,
        judged: Option<&JudgedChoice>,
    ) -> Vec<TunedWeight> {
        let mut weights = Vec::with_capacity(typed.len());
        for one in typed {
            let family = FAMILIES.into_iter().find(|family| family.name() == one.name);
            let because = match (family, judged) {
                (_, Some(judged)) if judged.taken => format!(
                    "{} judged topics chose it, with the pseudo-topics as the prior",
                    judged.topics
                ),
                (Some(family), _) => self.reason(family, choice),
                (None, _) => {
                    "as in the sieve: titles are the queries, so they cannot choose it".to_owned()
                }
            };
            weights.push(TunedWeight { weight: one.to_string(), because });
        }
        weights
    }

    /// Says why the rule of a family was chosen.
    fn reason(&self, family: Family, choice: &ChosenSetting) -> String {
        let chosen = &self.space.settings[choice.setting];
        let sieve = self.space.sieve.rule(family);
        if chosen.rule(family) == sieve {
            return "as in the sieve: no other rule is enough better".to_owned();
        }
        let value = self.trials.mean(choice.setting);
        let with_sieve = chosen.with(family, sieve);
        match self.space.settings.iter().position(|setting| *setting == with_sieve) {
            Some(number) => format!(
                "reciprocal rank {value:.4}, and {:.4} with the rule of the sieve in its place",
                self.trials.mean(number)
            ),
            None => format!("reciprocal rank {value:.4} with the other rules"),
        }
    }

    /// Returns the measure over the rules of each family, with the others as chosen.
    fn curves(&self, chosen: usize) -> Vec<Curve> {
        let setting = &self.space.settings[chosen];
        let mut curves = Vec::new();
        for family in FAMILIES {
            let mut points = Vec::new();
            for (number, other) in self.space.settings.iter().enumerate() {
                if *other != setting.with(family, other.rule(family)) {
                    continue;
                }
                let rule = other.rule(family);
                points.push(CurveRule {
                    rule: rule.map(|(rule, _)| self.space.texts[rule].clone()),
                    weight: rule.map_or(1.0, |(_, weight)| f64::from(weight) / 100.0),
                    value: self.trials.mean(number),
                    interval: interval_95(&self.trials.values[number], &self.trials.values[0]),
                    chosen: number == chosen,
                });
            }
            if points.len() > 1 {
                curves.push(Curve { name: family.name(), points });
            }
        }
        curves
    }

    fn warnings(
        &self,
        choice: &ChosenSetting,
        again: f64,
        judged: Option<&JudgedChoice>,
    ) -> Vec<String> {
        let mut warnings = Vec::new();
        let topics = self.titles.topics.len();
        if self.titles.usable < FEW_TOPICS {
            warnings.push(format!(
                "only {topics} titles can be queries; below {FEW_TOPICS} the choice is unsure"
            ));
        } else if topics < FEW_TOPICS {
            warnings.push(format!(
                "only {topics} pseudo-topics were taken; below {FEW_TOPICS} the choice is unsure"
            ));
        }
        if choice.setting != 0 && again < 0.5 {
            warnings.push(format!(
                "only {:.0} % of the resamples choose the same rule: others do as well",
                100.0 * again
            ));
        }
        if judged.is_some_and(|judged| !judged.taken) {
            warnings.push(
                "on topics that were left out, choosing by the judged topics is worth less than \
                 the titles' choice: that one is taken"
                    .to_owned(),
            );
        }
        if choice.setting != 0 && choice.gain.0 <= 0.0 {
            warnings.push(
                "the interval of the gain over the sieve holds 0: the sieve may do as well"
                    .to_owned(),
            );
        }
        warnings
    }
}
