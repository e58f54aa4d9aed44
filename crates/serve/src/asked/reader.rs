//! Reads typed values into rules and rankings, and notes everything that is wrong.

use super::super::failure::Problem;
use super::names::{HITS, MOST_HITS, MOST_WEIGHTS, names, thresholds};
use tamis_blocks::page::BlockKind;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;
use tamis_search::experiment::catalog::{PARAMETERS, Role};
use tamis_search::feedback::{Feedback, Method, Ranking};
use tamis_search::model::{MODELS, Parameters};
use tamis_search::rule::expression;
use tamis_search::rule::sieve::add_sieve;
use tamis_search::{Decimal, Predicate, TitleRule, Weights};

/// Collects problems, so that a form shows all of them at once.
#[derive(Default)]
pub(super) struct Problems(pub Vec<Problem>);

impl Problems {
    /// Returns the value, or notes what is wrong. A setting's own name says where, else `parameter` does.
    pub fn take<T>(&mut self, parameter: &str, value: Result<T>) -> Option<T> {
        let error = match value {
            Ok(value) => return Some(value),
            Err(error) => error,
        };
        self.0.push(match &error {
            Error::Setting(found) => {
                let is_known = names().any(|(name, _)| name == found.setting);
                let known = if is_known { found.setting } else { parameter };
                Problem::new(known, &found.problem)
            }
            other => Problem::new(parameter, other.to_string()),
        });
        None
    }
}

/// Reads the typed values, and notes what is wrong.
pub(super) struct Reader<'a> {
    pub pairs: &'a [(&'static str, String)],
    pub manifest: &'a Manifest,
    pub problems: &'a mut Problems,
}

impl<'a> Reader<'a> {
    fn get(&self, name: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    fn all(&self, name: &'static str) -> Vec<&'a str> {
        self.pairs.iter().filter(|(known, _)| *known == name).map(|(_, value)| value.as_str()).collect()
    }

    pub fn predicate(&mut self) -> Predicate {
        let mut predicate = Predicate::All;
        for spec in thresholds() {
            let Role::Threshold(feature, comparison) = spec.role else { continue };
            let Some(text) = self.get(spec.name) else { continue };
            let bound = text.parse::<Decimal>().map_err(|problem| Error::setting(spec.name, problem.to_string()));
            let checked = bound.and_then(|bound| {
                feature.check(bound).map_err(|problem| Error::setting(spec.name, problem)).map(|()| bound)
            });
            if let Some(bound) = self.problems.take(spec.name, checked) {
                predicate = predicate.and(Predicate::Feature(feature, comparison, bound));
            }
        }
        predicate.and(self.other_rules())
    }

    fn other_rules(&mut self) -> Predicate {
        let mut predicate = Predicate::All;
        if let Some(rule) = self.get("where") {
            let parsed = expression::parse(rule, self.manifest);
            predicate = self.problems.take("where", parsed).unwrap_or(Predicate::All);
        }
        for label in self.get("label").into_iter().flat_map(|labels| labels.split(',')) {
            let parsed = Predicate::label(self.manifest, label);
            predicate = predicate.and(self.problems.take("label", parsed).unwrap_or(Predicate::All));
        }
        let kind = match self.get("kind") {
            None => return predicate,
            Some("title") => Ok(Predicate::Kind(BlockKind::Title)),
            Some("text") => Ok(Predicate::Kind(BlockKind::Text)),
            Some(other) => Err(Error::unknown_name("kind", other, ["title", "text"])),
        };
        predicate.and(self.problems.take("kind", kind).unwrap_or(Predicate::All))
    }

    pub fn title(&mut self) -> TitleRule {
        let title = self.get("title").map_or(Ok(TitleRule::default()), str::parse);
        self.problems.take("title", title).unwrap_or_default()
    }

    pub fn weights(&mut self) -> Weights {
        let rules = self.all("weight");
        if rules.len() > MOST_WEIGHTS {
            let problem = format!("found {} rules of weights, expected at most {MOST_WEIGHTS}", rules.len());
            self.problems.0.push(Problem::new("weight", problem));
            return Weights::default();
        }
        let parsed = Weights::parse(rules, self.manifest);
        let mut weights = self.problems.take("weight", parsed).unwrap_or_default();
        if let Some(score) = self.get("weight_by") {
            let by = self.manifest.score(score).and_then(|score| weights.weigh_by(score));
            self.problems.take("weight_by", by);
        }
        if self.get("sieve").is_some() {
            let sieve = add_sieve(&mut weights, self.manifest);
            self.problems.take("sieve", sieve);
        }
        weights
    }

    fn number(&mut self, role: Role) -> Option<f64> {
        let spec = PARAMETERS.iter().find(|spec| spec.role == role)?;
        let parsed = self.get(spec.name)?.parse::<f64>().ok().filter(|number| number.is_finite());
        let is_whole = |number: &f64| *number >= 1.0 && number.fract() == 0.0 && *number <= 100.0;
        let (parsed, expected) = match role.is_whole() {
            true => (parsed.filter(is_whole), "expected a whole number, 1 to 100"),
            false => (parsed, "expected a number"),
        };
        self.problems.take(spec.name, parsed.ok_or_else(|| Error::setting(spec.name, expected)))
    }

    pub fn ranking(&mut self) -> Option<Ranking> {
        let [k1, b, mu, lambda, c] = [Role::K1, Role::B, Role::Mu, Role::Lambda, Role::C].map(|role| self.number(role));
        let feedback = self.feedback();
        let model = self.get("model").unwrap_or(MODELS[0].0);
        let ranking = Ranking::new(model, &Parameters { k1, b, mu, lambda, c }, feedback);
        self.problems.take("model", ranking)
    }

    fn feedback(&mut self) -> Option<Feedback> {
        let numbers = [Role::FeedbackTerms, Role::FeedbackPages, Role::OriginalWeight].map(|role| self.number(role));
        let method = match (self.get("rm3"), self.get("rm1_mixture")) {
            (None, None) => {
                let unused =
                    PARAMETERS.iter().find(|spec| spec.role.is_of_expansion() && self.get(spec.name).is_some());
                if let Some(spec) = unused {
                    let problem = "is a parameter of query expansion; switch on rm3 or rm1_mixture";
                    self.problems.0.push(Problem::new(spec.name, problem));
                }
                return None;
            }
            (Some(_), None) => Method::Rm3,
            (None, Some(_)) => Method::Rm1Mixture,
            (Some(_), Some(_)) => {
                self.problems.0.push(Problem::new("rm1_mixture", "found rm3 too, expected one of them"));
                return None;
            }
        };
        let (defaults, [terms, documents, weight]) = (Feedback::new(method), numbers);
        Some(Feedback {
            method,
            terms: terms.map_or(defaults.terms, |terms| terms as usize),
            documents: documents.map_or(defaults.documents, |documents| documents as usize),
            original_weight: weight.unwrap_or(defaults.original_weight),
        })
    }

    pub fn hits(&mut self) -> usize {
        let Some(text) = self.get("hits") else { return HITS };
        let hits = text.parse().ok().filter(|hits| (1..=MOST_HITS).contains(hits));
        let expected = || Error::setting("hits", format!("expected a whole number, 1 to {MOST_HITS}"));
        self.problems.take("hits", hits.ok_or_else(expected)).unwrap_or(HITS)
    }
}
