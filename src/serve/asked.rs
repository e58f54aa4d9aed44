//! A search as an address asks for it: the query, the rule for blocks, the ranking. Parameters have the names of the program's
//! flags, with underscores: `?q=open+data&min_words=11&label=words-tree`.

use super::failure::{Failure, Problem};
use super::fields::{Fields, encode};
use crate::error::{Error, Result, nearest};
use crate::experiment::catalog::{PARAMETERS, ParameterSpec, Role};
use crate::index::Manifest;
use crate::search::feedback::{Feedback, Method, Ranking};
use crate::search::model::{MODELS, Parameters};
use crate::search::sieve::add_sieve;
use crate::search::{BlockRule, Decimal, Predicate, TitleRule, Weights, expression};
use tamis_blocks::page::BlockKind;

/// The form's name for the weight of titles; an address has `weight=kind = title: 3` instead.
pub const TITLE_WEIGHT: &str = "title_weight";
/// The rule of that weight, as it is typed before the weight itself.
const TITLE_RULE: &str = "kind = title: ";

/// The most results of a search.
pub const MOST_HITS: usize = 100;
/// Results, unless asked otherwise; as on the command line.
pub const HITS: usize = 10;
/// The most rules of weights.
pub const MOST_WEIGHTS: usize = 20;
/// The most comparisons of all rules: each is a pass over all blocks.
pub const MOST_COMPARISONS: usize = 200;

/// What a search sees and how it ranks, checked against an index.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The parameters that are not at their defaults, in a fixed order: the same search has the same pairs.
    pairs: Vec<(&'static str, String)>,
    /// The blocks that the search sees, and their weights.
    pub rule: BlockRule,
    /// How titles are treated; part of `rule` already.
    pub title: TitleRule,
    /// `rule.permits` without the treatment of titles.
    pub permits: Predicate,
    /// The model and query expansion.
    pub ranking: Ranking,
    /// The number of results.
    pub hits: usize,
    /// Rules that no block can meet.
    pub warnings: Vec<String>,
}

/// What a parameter decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Words,
    Rule,
    Ranking,
    Hits,
}

/// The parameters of rules that are not in the catalog.
const OTHER_RULES: [&str; 7] = ["label", "kind", "where", "title", "weight", "weight_by", "sieve"];
/// Parameters that are on or off.
const SWITCHES: [&str; 3] = ["sieve", "rm3", "rm1_mixture"];

/// The thresholds of the catalog.
pub fn thresholds() -> impl Iterator<Item = &'static ParameterSpec> {
    PARAMETERS.iter().filter(|spec| matches!(spec.role, Role::Threshold(..)))
}

/// Every parameter of a search in the order of addresses.
fn names() -> impl Iterator<Item = (&'static str, Part)> {
    let rules = thresholds().map(|spec| spec.name).chain(OTHER_RULES).map(|name| (name, Part::Rule));
    let of = |belongs: fn(Role) -> bool| PARAMETERS.iter().filter(move |spec| belongs(spec.role)).map(|spec| spec.name);
    let ranking = ["model"].into_iter().chain(of(Role::is_of_model)).chain(["rm3", "rm1_mixture"]);
    let ranking = ranking.chain(of(Role::is_of_expansion)).map(|name| (name, Part::Ranking));
    [("q", Part::Words)].into_iter().chain(rules).chain(ranking).chain([("hits", Part::Hits)])
}

/// The names of all parameters of a search, that of the form's own field included.
pub fn parameters() -> impl Iterator<Item = &'static str> {
    names().map(|(name, _)| name).chain([TITLE_WEIGHT])
}

/// Checks that every parameter is one of a search, or one of these.
///
/// # Errors
/// [`Failure::Problems`] with the names that are not known.
pub fn check_names(fields: &Fields, others: &[&str]) -> std::result::Result<(), Failure> {
    let mut known: Vec<&str> = parameters().collect();
    known.extend(others);
    check_only(fields, &known)
}

/// Checks that every parameter is one of these.
///
/// # Errors
/// [`Failure::Problems`] with the names that are not known.
pub fn check_only(fields: &Fields, known: &[&str]) -> std::result::Result<(), Failure> {
    let unknown = fields.names().filter(|name| !known.contains(name));
    let problem = |name: &str| match nearest(name, known.iter().copied()) {
        Some(near) => Problem::new(name, format!("is not a parameter; did you mean '{near}'?")),
        None => Problem::new(name, "is not a parameter"),
    };
    let problems: Vec<Problem> = unknown.map(problem).collect();
    if problems.is_empty() { Ok(()) } else { Err(Failure::Problems(problems)) }
}

/// Collects problems, so that a form shows all of them at once.
#[derive(Default)]
struct Problems(Vec<Problem>);

impl Problems {
    /// Returns the value, or notes what is wrong. A setting's own name says where, else `parameter` does.
    fn take<T>(&mut self, parameter: &str, value: Result<T>) -> Option<T> {
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

impl Asked {
    /// Reads the parameters of a search; others are ignored.
    ///
    /// # Errors
    /// [`Failure::Problems`] with every parameter that is wrong.
    pub fn read(fields: &Fields, manifest: &Manifest) -> std::result::Result<Self, Failure> {
        let mut problems = Problems::default();
        let pairs: Vec<(&'static str, String)> = names().flat_map(|(name, _)| values(name, fields)).collect();
        let mut read = Reader { pairs: &pairs, manifest, problems: &mut problems };
        let (permits, title, weights) = (read.predicate(), read.title(), read.weights());
        let (ranking, hits) = (read.ranking(), read.hits());
        let (permits, comparisons) = (permits, comparisons(fields));
        if comparisons > MOST_COMPARISONS {
            let problem = format!("found {comparisons} comparisons in all rules, expected at most {MOST_COMPARISONS}");
            problems.0.push(Problem::new("where", problem));
        }
        let (Some(ranking), true) = (ranking, problems.0.is_empty()) else {
            return Err(Failure::Problems(problems.0));
        };
        let warnings = warnings(&permits, title, &weights);
        let rule = BlockRule { permits: title.apply(permits.clone()), weights };
        Ok(Self { pairs: without_defaults(pairs), rule, title, permits, ranking, hits, warnings })
    }

    /// The same without a parameter.
    ///
    /// # Errors
    /// None: what is left was read before.
    pub fn without(&self, name: &str, manifest: &Manifest) -> std::result::Result<Self, Failure> {
        let pairs = self.pairs().filter(|(known, _)| *known != name);
        Self::read(&Fields::of(pairs), manifest)
    }

    /// The words to search for; may be empty.
    pub fn words(&self) -> &str {
        self.get("q").unwrap_or_default()
    }

    /// The value of a parameter that is not at its default.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// The query string of an address that asks for the same.
    pub fn address(&self) -> String {
        encode(self.pairs())
    }

    /// The same with these parameters behind.
    pub fn address_with(&self, others: &[(&str, &str)]) -> String {
        encode(
            self.pairs()
                .filter(|(name, _)| others.iter().all(|(other, _)| other != name))
                .chain(others.iter().copied()),
        )
    }

    /// The parameters in their order, with their values.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// A name for the rule: equal for equal rules.
    pub fn rule_key(&self) -> String {
        self.part(Part::Rule)
    }

    /// A name for the ranking: equal for equal rankings.
    pub fn ranking_key(&self) -> String {
        self.part(Part::Ranking)
    }

    fn part(&self, part: Part) -> String {
        let of_part = |wanted: &str| names().any(|(name, of)| name == wanted && of == part);
        encode(self.pairs().filter(|pair| of_part(pair.0)))
    }

    /// Whether there is a rule: thresholds, labels, weights, another treatment of titles.
    pub fn has_rule(&self) -> bool {
        !self.rule_key().is_empty()
    }

    /// The rule as text; empty if every block is permitted and counts once.
    pub fn rule_text(&self) -> String {
        if self.has_rule() { self.rule.to_string() } else { String::new() }
    }
}

/// The comparisons of all rules that were typed, as far as they can be counted before they are read.
fn comparisons(fields: &Fields) -> usize {
    let typed = fields.all("where").chain(fields.all("weight"));
    let signs = |text: &str| text.split(['<', '>', '=', '!']).filter(|part| !part.is_empty()).count().saturating_sub(1);
    typed.map(signs).sum()
}

/// The values of a parameter as the address has them.
fn values(name: &'static str, fields: &Fields) -> Vec<(&'static str, String)> {
    match name {
        "label" => {
            let mut labels: Vec<&str> = Vec::new();
            for label in fields.all(name).flat_map(|value| value.split(',')).map(str::trim) {
                if !label.is_empty() && !labels.contains(&label) {
                    labels.push(label);
                }
            }
            if labels.is_empty() { Vec::new() } else { vec![(name, labels.join(","))] }
        }
        "weight" => weight_values(fields).into_iter().map(|value| (name, value)).collect(),
        switch if SWITCHES.contains(&switch) => {
            if fields.is_on(switch) {
                vec![(name, "true".to_owned())]
            } else {
                Vec::new()
            }
        }
        _ => fields.get(name).map(|value| (name, value.to_owned())).into_iter().collect(),
    }
}

/// The rules of weights; the form's weight of titles takes the place of the one that is typed as the form types it.
fn weight_values(fields: &Fields) -> Vec<String> {
    let typed = fields.all("weight").map(str::to_owned);
    match fields.get(TITLE_WEIGHT) {
        None => typed.collect(),
        Some(weight) => {
            let of_form = (weight != "1").then(|| format!("{TITLE_RULE}{weight}"));
            of_form.into_iter().chain(typed.filter(|rule| title_weight(rule).is_none())).collect()
        }
    }
}

/// The weight of titles in a rule as the form types it.
pub fn title_weight(rule: &str) -> Option<&str> {
    rule.strip_prefix(TITLE_RULE).filter(|weight| weight.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
}

/// Leaves out what changes nothing, so that the same search has one address.
fn without_defaults(pairs: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    let hits = HITS.to_string();
    let is_default = |name: &str, value: &str| match name {
        "min_words" | "min_density" | "min_link_density" => value.parse() == Ok(Decimal::whole(0)),
        "max_link_density" => value.parse() == Ok(Decimal::whole(1)),
        "title" => value == TitleRule::default().name(),
        "model" => value == MODELS[0].0,
        "hits" => *value == hits,
        _ => false,
    };
    pairs.into_iter().filter(|(name, value)| !is_default(name, value)).collect()
}

/// Rules that no block can meet.
fn warnings(permits: &Predicate, title: TitleRule, weights: &Weights) -> Vec<String> {
    let mut warnings = Vec::new();
    if title.is_contradiction(permits.clone()) {
        let left = if title == TitleRule::Keep { "only titles are left" } else { "nothing is left" };
        warnings.push(format!("no block can meet this rule: {left}"));
    }
    let contradictions = weights.rules().iter().filter(|weighed| weighed.rule.is_contradiction());
    warnings.extend(contradictions.map(|weighed| format!("no block can meet {}: it weighs nothing", weighed.rule)));
    warnings
}

/// Reads the typed values, and notes what is wrong.
struct Reader<'a> {
    pairs: &'a [(&'static str, String)],
    manifest: &'a Manifest,
    problems: &'a mut Problems,
}

impl<'a> Reader<'a> {
    fn get(&self, name: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    fn all(&self, name: &'static str) -> Vec<&'a str> {
        self.pairs.iter().filter(|(known, _)| *known == name).map(|(_, value)| value.as_str()).collect()
    }

    fn predicate(&mut self) -> Predicate {
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

    fn title(&mut self) -> TitleRule {
        let title = self.get("title").map_or(Ok(TitleRule::default()), str::parse);
        self.problems.take("title", title).unwrap_or_default()
    }

    fn weights(&mut self) -> Weights {
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
        let is_whole = |number: &f64| *number >= 1.0 && number.fract() == 0.0 && *number <= 1000.0;
        let (parsed, expected) = match role.is_whole() {
            true => (parsed.filter(is_whole), "expected a whole number, 1 to 1000"),
            false => (parsed, "expected a number"),
        };
        self.problems.take(spec.name, parsed.ok_or_else(|| Error::setting(spec.name, expected)))
    }

    fn ranking(&mut self) -> Option<Ranking> {
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

    fn hits(&mut self) -> usize {
        let Some(text) = self.get("hits") else { return HITS };
        let hits = text.parse().ok().filter(|hits| (1..=MOST_HITS).contains(hits));
        let expected = || Error::setting("hits", format!("expected a whole number, 1 to {MOST_HITS}"));
        self.problems.take("hits", hits.ok_or_else(expected)).unwrap_or(HITS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Recipe;
    use proptest::prelude::*;

    fn manifest() -> Manifest {
        Manifest::new(Recipe::default())
    }

    fn read(query: &str) -> std::result::Result<Asked, Failure> {
        Asked::read(&Fields::parse(query).unwrap(), &manifest())
    }

    fn problems(query: &str) -> Vec<(String, String)> {
        match read(query) {
            Err(Failure::Problems(problems)) => problems.into_iter().map(|p| (p.parameter, p.message)).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_same_search_has_one_address() {
        let address = "q=open+data&min_words=11&label=words-tree";
        assert_eq!(read(address).unwrap().address(), address);
        let typed = "label=words-tree&hits=10&title=keep&model=bm25&max_link_density=1&min_density=0&q=+open+data&\
                     min_words=11&k1=&where=&sieve=false&weight=&title_weight=1";
        assert_eq!(read(typed).unwrap().address(), address);
        assert_eq!(read("").unwrap().address(), "");
        assert!(!read("q=a&model=dph").unwrap().has_rule());
    }

    #[test]
    fn the_weight_of_titles_is_a_rule_of_the_flag_weight() {
        let asked = read("title_weight=3&weight=kind+%3D+title:+2&weight=words+<+5:+0.5").unwrap();
        assert_eq!(asked.pairs().collect::<Vec<_>>(), [("weight", "kind = title: 3"), ("weight", "words < 5: 0.5")]);
        assert_eq!(title_weight("kind = title: 3"), Some("3"));
        assert_eq!(title_weight("kind = title or words > 3: 3"), None);
        let asked = read("title_weight=1&weight=kind+%3D+title:+2").unwrap();
        assert!(!asked.has_rule());
    }

    #[test]
    fn every_problem_is_told_at_its_parameter() {
        let told = problems("min_words=x&max_link_density=33&where=words+>&label=no&k1=a&hits=1000&fb_terms=5&kind=x");
        let names: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["min_words", "max_link_density", "where", "label", "kind", "k1", "fb_terms", "hits"]);
        assert!(told[1].1.contains("33 % is 0.33") && told[2].1.starts_with("column 8: "), "{told:?}");
        assert_eq!(problems("model=bm26")[0].0, "model");
        assert_eq!(problems("model=dph&k1=1")[0].0, "k1");
        assert_eq!(problems("rm3=on&rm1_mixture=on")[0].0, "rm1_mixture");
        let long = vec!["words > 1"; 201].join(" or ");
        assert!(problems(&encode([("where", long.as_str())]))[0].1.contains("201 comparisons"));
    }

    #[test]
    fn unknown_names_are_told_with_the_nearest_known_one() {
        let fields = Fields::parse("q=a&min_word=3&docno=d&zzzzzz=1").unwrap();
        let Err(Failure::Problems(problems)) = check_names(&fields, &["docno"]) else { panic!() };
        let told: Vec<&str> = problems.iter().map(|problem| problem.parameter.as_str()).collect();
        assert_eq!(told, ["min_word", "zzzzzz"]);
        assert!(problems[0].message.contains("'min_words'"));
    }

    proptest! {
        /// Whatever is typed, the usual address asks for the same and is its own usual address.
        #[test]
        fn the_usual_address_is_stable(
            pairs in prop::collection::vec((0usize..30, "[a-z0-9.=<>: +-]{0,12}"), 0..8)
        ) {
            let known: Vec<&str> = names().map(|(name, _)| name).chain([TITLE_WEIGHT]).collect();
            let typed = encode(pairs.iter().map(|(name, value)| (known[name % known.len()], value.as_str())));
            if let Ok(asked) = read(&typed) {
                let again = read(&asked.address()).unwrap();
                prop_assert_eq!(again.address(), asked.address());
                prop_assert_eq!(again.rule, asked.rule);
                prop_assert_eq!(again.ranking, asked.ranking);
            }
        }
    }

    #[test]
    fn every_flag_of_a_ranking_is_read() {
        let asked = read("model=ql-dirichlet&mu=500&rm1_mixture=on&fb_terms=5&fb_docs=3&original_query_weight=0.3");
        let told = asked.unwrap().ranking.to_string();
        assert_eq!(told, "ql-dirichlet mu=500 rm1-mixture fb-terms=5 fb-docs=3 original-query-weight=0.3");
    }
}
