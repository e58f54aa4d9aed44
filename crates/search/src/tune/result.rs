//! What tuning found: plain values, which serialise.

use super::judged::JudgedChoice;
use super::samples::SamplePage;
use crate::request::can_use;
use schemars::JsonSchema;
use serde::Serialize;
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::{Index, TunedParameter, TunedRule, store_tuned_if};

/// The pseudo-topics below which a choice is unsure.
pub const FEW_TOPICS: usize = 100;

/// The weights that fit an index, with all that was tried.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Tuned {
    /// Pages of the index.
    pub pages: u64,
    /// URLs whose titles could be pseudo-topics.
    pub usable: usize,
    /// The pseudo-topics.
    pub topics: usize,
    /// The measure on pseudo-topics, as trec_eval has it.
    pub measure: &'static str,
    /// The chosen weights.
    pub weights: Vec<TunedWeight>,
    /// The measure for the unfiltered bodies.
    pub unfiltered: f64,
    /// The measure for the sieve.
    pub sieve: f64,
    /// The measure for the weights that the pseudo-topics choose.
    ///
    /// They are the chosen ones, unless
    /// judged topics chose others; so with the fields on how sure that is, and the curves.
    pub chosen: f64,
    /// Whether the chosen weights are the sieve's.
    pub is_sieve: bool,
    /// The lower end of the 95 % interval of the gain over the sieve: percentiles of the bootstrap
    /// over pseudo-topics.
    pub gain_low: f64,
    /// The upper end of the 95 % interval of the gain over the sieve.
    pub gain_high: f64,
    /// The share of resamples in which the chosen weights are better than the sieve.
    pub better: f64,
    /// The share of resamples that choose the same weights.
    pub chosen_again: f64,
    /// The measure on pseudo-topics that were left out when choosing.
    pub held_out: f64,
    /// The measure for the sieve on pseudo-topics that were left out when choosing.
    pub held_out_sieve: f64,
    /// The folds in which the choice of the others is at least as good as the sieve.
    pub good_folds: usize,
    /// The folds of the pseudo-topics.
    pub folds: usize,
    /// The number of settings that the pseudo-topics cannot tell from the chosen one: the 95 %
    /// interval of the difference holds 0.
    pub alike: usize,
    /// Some of the settings that are like the chosen one, the best first: their numbers in
    /// `settings`.
    pub nearest: Vec<usize>,
    /// The share of the bodies' text that counts, by weight.
    pub kept: f64,
    /// The same for the sieve.
    pub kept_by_sieve: f64,
    /// Everything that was tried; the first one is the sieve.
    pub settings: Vec<TriedSetting>,
    /// The measure over each kind of rule, with all others as chosen.
    pub curves: Vec<Curve>,
    /// Some pages, with what counts of them.
    pub samples: Vec<SamplePage>,
    /// What judged topics say; none without `--topics`.
    pub judged: Option<JudgedChoice>,
    /// What the reader should know before trusting this.
    pub warnings: Vec<String>,
}

/// A weight of the chosen rule.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TunedWeight {
    /// As it is typed: `repeated=repeats > 10: 0.05`.
    pub weight: String,
    /// Why it was chosen.
    pub because: String,
}

/// A setting that was tried.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TriedSetting {
    /// The weights as they are typed, but for that of titles.
    pub weights: Vec<String>,
    /// The measure.
    pub value: f64,
    /// How much better than the sieve it must be.
    pub cost: f64,
}

/// The measure over the rules of one kind.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Curve {
    /// The kind of rules: repeated, links, short or content.
    pub name: &'static str,
    /// The rules, with the measure.
    pub points: Vec<CurveRule>,
}

/// A rule of a kind.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CurveRule {
    /// The rule; none for no rule of this kind.
    pub rule: Option<String>,
    /// Its weight; 1 without a rule.
    pub weight: f64,
    /// The measure, with the rules of the other kinds as chosen.
    pub value: f64,
    /// Student's 95 % confidence interval of its difference from the sieve, paired by topic; none
    /// if no topic differs.
    pub interval: Option<(f64, f64)>,
    /// Whether it is the chosen one.
    pub chosen: bool,
}

impl Tuned {
    /// Returns the rule as an index stores it.
    pub fn rule(&self) -> TunedRule {
        let mut parameters = Vec::with_capacity(self.weights.len());
        for TunedWeight { weight, because } in &self.weights {
            let because = because.clone();
            parameters.push(TunedParameter {
                name: "weight".to_owned(),
                value: weight.clone(),
                because,
            });
        }
        TunedRule {
            parameters,
            summary: self.in_a_sentence(),
            pages: self.pages,
            changed: 0,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            relabelled: Vec::new(),
        }
    }

    /// Stores the rule in every index of a corpus, each with the number of its own pages.
    ///
    /// # Errors
    /// As [`store_tuned`](tamis_index::index::store_tuned); also if a label that the rule uses was
    /// removed or replaced since.
    pub fn store(&self, corpus: &Corpus) -> Result<()> {
        for index in &corpus.indexes {
            let pages = index.searcher.num_docs();
            let rule = TunedRule { pages, ..self.rule() };
            store_tuned_if(&index.path, Some(rule.clone()), &index.manifest, |now| {
                check_labels(&rule, index, now)
            })?;
        }
        Ok(())
    }

    fn in_a_sentence(&self) -> String {
        let values = format!(
            "{} pseudo-topics from titles: reciprocal rank {:.4}, sieve {:.4}, unfiltered {:.4}",
            self.topics, self.chosen, self.sieve, self.unfiltered
        );
        match &self.judged {
            Some(judged) if judged.taken => format!(
                "{} judged topics: {} {:.4}, sieve {:.4}, unfiltered {:.4}. {values}.",
                judged.topics, judged.measure, judged.chosen, judged.sieve, judged.unfiltered
            ),
            _ if self.is_sieve => format!("{values}; no rule is enough better than the sieve."),
            _ => format!(
                "{values}; better than the sieve in {:.1} % of resamples.",
                100.0 * self.better
            ),
        }
    }
}

/// Checks that an index still has the labels that a rule uses, as it was chosen with them.
fn check_labels(rule: &TunedRule, chosen_on: &Index, now: &Index) -> Result<()> {
    let labels = chosen_on.added.labels.iter();
    let mut used = labels.filter(|label| chosen_on.manifest.rule_uses(rule, &label.name, can_use));
    match used.find(|label| !chosen_on.added.have_alike(&now.added, &label.name)) {
        Some(label) => {
            let name = &label.name;
            let message =
                format!("the label {name} was removed or replaced while a rule with it was chosen");
            Err(Error::index(&now.path, message).with_remedy(Remedy::TuneAgain))
        }
        None => Ok(()),
    }
}
