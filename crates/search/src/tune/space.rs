//! The settings that are tried: weights like those of the sieve, with other thresholds and other
//! weights, and with one rule more over a label or a score of the index.

use super::cells::{Holds, MAX_RULES};
use crate::Predicate;
use crate::rule::expression;
use crate::rule::sieve::SIEVE;
use crate::rule::weights::Weights;
use std::fmt;
use tamis_blocks::classify::kind;
use tamis_index::error::Result;
use tamis_index::index::Manifest;

/// The number of the rule `kind = title` in a list of rules.
pub const TITLE: usize = 0;

/// A kind of rules, by the name that its rule has in the sieve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Text that stands on several pages.
    Repeated,
    Links,
    Short,
    /// What a label or a score of the index does not call content.
    Content,
}

/// All of them, in the order in which their rules are tried.
pub const FAMILIES: [Family; 4] = [Family::Repeated, Family::Links, Family::Short, Family::Content];

impl Family {
    /// The name of its rule.
    pub fn name(self) -> &'static str {
        match self {
            Self::Repeated => "repeated",
            Self::Links => "links",
            Self::Short => "short",
            Self::Content => "content",
        }
    }

    /// How much better the pseudo-topics must be, in reciprocal rank, before this rule may differ
    /// from the sieve's. Pseudo-topics favour some rules on every collection, whether or not these
    /// help real topics: text of links is worth less to them, and short blocks more. On the
    /// collections of `eval/results/2026-11-25-tune` they tell most about repeated text.
    fn cost(self) -> f64 {
        match self {
            Self::Repeated => 0.01,
            Self::Links => 0.03,
            Self::Short | Self::Content => 0.06,
        }
    }
}

/// A rule of the list with a weight in hundredths.
pub type WeighedRule = (usize, u16);

/// Weights that can be tried: at most one rule of every family.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// The weight of titles, in hundredths.
    pub title: u16,
    /// The rule of each of [`FAMILIES`].
    pub rules: [Option<WeighedRule>; FAMILIES.len()],
    /// k1 of BM25.
    pub k1: f64,
    /// b of BM25.
    pub b: f64,
}

impl Setting {
    /// Returns the weight of the blocks for which these rules hold: that of the first rule.
    pub(super) fn weight(&self, holds: Holds) -> u16 {
        if holds >> TITLE & 1 == 1 {
            return self.title;
        }
        let mut rules = self.rules.iter().flatten();
        rules.find(|(rule, _)| holds >> rule & 1 == 1).map_or(100, |(_, weight)| *weight)
    }

    /// The rule of a family.
    pub fn rule(&self, family: Family) -> Option<WeighedRule> {
        self.rules[family as usize]
    }

    /// The setting with another rule of a family.
    #[must_use]
    pub fn with(&self, family: Family, rule: Option<WeighedRule>) -> Self {
        let mut setting = self.clone();
        setting.rules[family as usize] = rule;
        setting
    }
}

/// The rules and the settings that are tried on an index.
pub struct Space {
    /// The rules as they are typed, that of titles first.
    pub texts: Vec<String>,
    pub rules: Vec<Predicate>,
    /// The weights of the sieve.
    pub sieve: Setting,
    /// All settings; the first one is the sieve.
    pub settings: Vec<Setting>,
}

/// What a family's rules may be: as typed, with the weights in hundredths.
type Choices = &'static [(&'static str, &'static [u16])];

const REPEATED: Choices = &[
    ("repeats > 2", &[5, 10, 20, 50]),
    ("repeats > 3", &[5, 10, 20, 50]),
    ("repeats > 5", &[5, 10, 20, 50]),
    ("repeats > 10", &[5, 10, 20, 50]),
    ("repeats > 20", &[5, 10, 20, 50]),
    ("repeats > 50", &[5, 10, 20, 50]),
];
const SITE_SHARE: Choices = &[
    ("site_share > 0.03", &[5, 20]),
    ("site_share > 0.1", &[5, 20]),
    ("site_share > 0.3", &[5, 20]),
];
const LINKS: Choices = &[
    ("link_density > 0.33", &[5, 10, 20, 50]),
    ("link_density > 0.5", &[5, 20]),
    ("link_density > 0.75", &[5, 20]),
];
const SHORT: Choices = &[
    ("words < 5", &[50]),
    ("words < 8", &[20, 50]),
    ("words < 11", &[35, 50]),
    ("words < 15", &[35, 50, 75]),
    ("words < 20", &[50]),
];
/// The weights of what a label or score does not call content.
const CONTENT_WEIGHTS: &[u16] = &[20, 50];
/// The scores below which a block is not content.
const SCORES: [&str; 3] = ["0.2", "0.4", "0.6"];

impl Space {
    /// Returns the settings for an index: with rules over sites only if its pages have URLs.
    ///
    /// # Errors
    /// Never for the rules of this list; each is parsed as one that a user types.
    pub fn new(manifest: &Manifest, has_sites: bool) -> Result<Self> {
        let mut space = Self {
            texts: vec!["kind = title".to_owned()],
            rules: vec![expression::parse("kind = title", manifest)?],
            sieve: Setting { title: 400, rules: [None; FAMILIES.len()], k1: 0.9, b: 0.4 },
            settings: Vec::new(),
        };
        space.sieve = space.of_sieve(manifest)?;
        let mut repeated = space.choices(REPEATED, manifest)?;
        if has_sites {
            repeated.extend(space.choices(SITE_SHARE, manifest)?);
        }
        repeated.push(None);
        let mut links = space.choices(LINKS, manifest)?;
        links.push(None);
        let mut short = space.choices(SHORT, manifest)?;
        short.push(None);
        let content = space.content(manifest)?;
        space.settings.push(space.sieve.clone());
        space.add_product(&repeated, &links);
        space.add_short(&repeated, &links, &short);
        space.add_content(&repeated, &content);
        Ok(space)
    }

    /// Returns the sieve as a setting.
    fn of_sieve(&mut self, manifest: &Manifest) -> Result<Setting> {
        let mut setting = self.sieve.clone();
        for (name, typed) in SIEVE {
            let weights = Weights::parse([typed], manifest)?;
            let Some(rule) = weights.rules().first() else { continue };
            let weight = rule.weight.hundredths();
            match FAMILIES.into_iter().find(|family| family.name() == name) {
                Some(family) => {
                    let number = self.number(&rule.rule.to_string(), manifest)?;
                    setting = setting.with(family, Some((number, weight)));
                }
                None => setting.title = weight,
            }
        }
        Ok(setting)
    }

    /// Returns the number of a rule, which is added if it is new.
    fn number(&mut self, text: &str, manifest: &Manifest) -> Result<usize> {
        if let Some(number) = self.texts.iter().position(|known| known == text) {
            return Ok(number);
        }
        self.texts.push(text.to_owned());
        self.rules.push(expression::parse(text, manifest)?);
        Ok(self.texts.len() - 1)
    }

    fn choices(
        &mut self,
        choices: Choices,
        manifest: &Manifest,
    ) -> Result<Vec<Option<WeighedRule>>> {
        let mut rules = Vec::new();
        for (text, weights) in choices {
            let number = self.number(text, manifest)?;
            for weight in *weights {
                rules.push(Some((number, *weight)));
            }
        }
        Ok(rules)
    }

    /// Returns the rules over labels and scores of the index.
    fn content(&mut self, manifest: &Manifest) -> Result<Vec<Option<WeighedRule>>> {
        let mut texts = Vec::new();
        for score in &manifest.recipe.scores {
            texts.extend(SCORES.map(|bound| format!("score.{score} < {bound}")));
        }
        let of_all = ["keep-all", "boilerpipe-keep-everything"];
        let is_remover =
            |label: &&String| !of_all.contains(&label.as_str()) && kind(label).is_none();
        for label in manifest.classifiers.iter().filter(is_remover) {
            texts.push(format!("not label = {label}"));
        }
        let mut rules = Vec::new();
        for text in texts {
            // A label with a name that no rule can have is left out, and so is one too many.
            let is_rule = expression::parse(&text, manifest).is_ok();
            if is_rule && self.texts.len() < MAX_RULES {
                let number = self.number(&text, manifest)?;
                rules.extend(CONTENT_WEIGHTS.iter().map(|&weight| Some((number, weight))));
            }
        }
        Ok(rules)
    }

    fn add(&mut self, setting: Setting) {
        if !self.settings.contains(&setting) {
            self.settings.push(setting);
        }
    }

    /// Adds all pairs of a rule of repeated text and one of links.
    fn add_product(&mut self, repeated: &[Option<WeighedRule>], links: &[Option<WeighedRule>]) {
        for rule in repeated {
            let with = self.sieve.with(Family::Repeated, *rule);
            for link in links {
                self.add(with.with(Family::Links, *link));
            }
        }
    }

    /// Adds rules of short blocks, each with all rules of repeated text and links of one weight.
    fn add_short(
        &mut self,
        repeated: &[Option<WeighedRule>],
        links: &[Option<WeighedRule>],
        short: &[Option<WeighedRule>],
    ) {
        let strong = |rule: &&Option<WeighedRule>| rule.is_none_or(|(_, weight)| weight == 5);
        for rule in short {
            let with = self.sieve.with(Family::Short, *rule);
            self.add(with.clone());
            for repeated in repeated.iter().filter(strong) {
                let with = with.with(Family::Repeated, *repeated);
                self.add(with.clone());
                for link in links.iter().filter(strong) {
                    self.add(with.with(Family::Links, *link));
                }
            }
        }
    }

    /// Adds rules of labels and scores, each with some rules of repeated text.
    fn add_content(&mut self, repeated: &[Option<WeighedRule>], content: &[Option<WeighedRule>]) {
        let some = ["repeats > 2", "repeats > 5"];
        for rule in content {
            let with = self.sieve.with(Family::Content, *rule);
            self.add(with.clone());
            for repeated in repeated {
                let Some((number, 5)) = *repeated else { continue };
                if some.contains(&self.texts[number].as_str()) {
                    self.add(with.with(Family::Repeated, *repeated));
                }
            }
        }
    }

    /// Returns the weights whose best pages are pooled: all text, the sieve, and rules that differ
    /// from it much.
    ///
    /// # Errors
    /// Never for these rules; each is parsed as one that a user types.
    pub fn probes(&self, manifest: &Manifest) -> Result<Vec<Weights>> {
        let rule = |text: &str, weight: u16| {
            let number = self.texts.iter().position(|known| known == text);
            number.map(|number| (number, weight))
        };
        let all_text = Setting { rules: [None; FAMILIES.len()], ..self.sieve.clone() };
        let settings = [
            all_text.clone(),
            self.sieve.clone(),
            self.sieve.with(Family::Repeated, rule("repeats > 2", 5)),
            all_text
                .with(Family::Links, rule("link_density > 0.75", 5))
                .with(Family::Short, rule("words < 15", 35)),
        ];
        let mut probes = Vec::with_capacity(settings.len());
        for setting in &settings {
            let typed: Vec<String> = self.typed(setting).iter().map(ToString::to_string).collect();
            probes.push(Weights::parse(typed.iter().map(String::as_str), manifest)?);
        }
        Ok(probes)
    }

    /// Returns the weights of a setting as they are typed, each with its name.
    pub fn typed(&self, setting: &Setting) -> Vec<TypedWeight> {
        let title = TypedWeight::new("title", &self.texts[TITLE], setting.title);
        let mut typed = vec![title];
        for family in FAMILIES {
            if let Some((rule, weight)) = setting.rule(family) {
                typed.push(TypedWeight::new(family.name(), &self.texts[rule], weight));
            }
        }
        typed
    }

    /// Returns what a setting costs, in reciprocal rank: the sum over the families in which it
    /// differs from the sieve.
    pub fn cost(&self, setting: &Setting) -> f64 {
        let differs = |family: &Family| setting.rule(*family) != self.sieve.rule(*family);
        FAMILIES.into_iter().filter(differs).fold(0.0, |sum, family| sum + family.cost())
    }
}

/// A weight as it is typed: `repeated=repeats > 10: 0.05`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedWeight {
    /// The name of the rule.
    pub name: String,
    pub rule: String,
    pub hundredths: u16,
}

impl TypedWeight {
    fn new(name: &str, rule: &str, hundredths: u16) -> Self {
        Self { name: name.to_owned(), rule: rule.to_owned(), hundredths }
    }
}

impl fmt::Display for TypedWeight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weight = crate::Decimal::from_hundredths(self.hundredths);
        write!(f, "{}={}: {weight}", self.name, self.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_index::index::Recipe;

    fn space(labels: &[&str], has_sites: bool) -> (Space, Manifest) {
        let mut manifest = Manifest::new(Recipe::default());
        manifest.classifiers = labels.iter().map(|&label| label.to_owned()).collect();
        (Space::new(&manifest, has_sites).unwrap(), manifest)
    }

    #[test]
    fn the_first_setting_is_the_sieve_and_costs_nothing() {
        let (space, _) = space(&[], true);
        let typed: Vec<String> =
            space.typed(&space.settings[0]).iter().map(ToString::to_string).collect();
        let sieve: Vec<String> =
            SIEVE.iter().map(|(name, rule)| format!("{name}={rule}")).collect();
        assert_eq!(typed, sieve);
        assert_eq!(space.cost(&space.settings[0]), 0.0);
        assert!(space.settings[1..].iter().all(|setting| space.cost(setting) > 0.0));
    }

    #[test]
    fn each_setting_is_there_once_and_reads_back() {
        let (space, manifest) = space(&["bte", "keep-all", "no name"], true);
        for (number, setting) in space.settings.iter().enumerate() {
            assert!(!space.settings[..number].contains(setting));
            let typed: Vec<String> = space.typed(setting).iter().map(ToString::to_string).collect();
            let weights = Weights::parse(typed.iter().map(String::as_str), &manifest).unwrap();
            let read: Vec<u16> =
                weights.rules().iter().map(|rule| rule.weight.hundredths()).collect();
            let given: Vec<u16> =
                space.typed(setting).iter().map(|typed| typed.hundredths).collect();
            assert_eq!(read, given);
        }
        assert!(space.texts.contains(&"not label = bte".to_owned()));
        assert!(
            !space.texts.iter().any(|text| text.contains("keep-all") || text.contains("no name"))
        );
    }

    #[test]
    fn without_sites_no_rule_needs_them() {
        let (space, _) = space(&[], false);
        assert!(!space.texts.iter().any(|text| text.contains("site")));
    }

    #[test]
    fn the_first_rule_that_holds_decides() {
        let (space, _) = space(&[], false);
        let number = |text: &str| space.texts.iter().position(|known| known == text).unwrap();
        let both = 1 << number("repeats > 20") | 1 << number("link_density > 0.33");
        assert_eq!(space.sieve.weight(both), 5);
        assert_eq!(space.sieve.weight(both | 1 << TITLE), 400);
        assert_eq!(space.sieve.weight(1 << number("words < 15")), 50);
        assert_eq!(space.sieve.weight(0), 100);
    }
}
