//! Sets what is asked, by the names of the list of parameters. Values are texts, as they are typed.

use super::parameters::{PARAMETERS, ParameterSpec, Role, Shape, parameter};
use super::{Request, bounds};
use crate::Method;
use crate::experiment::parameter::{Parameter, Value};
use std::str::FromStr;
use tamis_blocks::page::BlockKind;
use tamis_index::error::{Error, Result};

impl Request {
    /// Sets a parameter by its name (`min_words`, `where`, `k1`, `from`), or a minimum score (`min_score.victor`), to a value as
    /// it is typed. Parameters that may have several values get one more.
    ///
    /// Bounds, rules, labels and dates are checked when the request is [resolved](Self::resolve).
    ///
    /// # Errors
    /// [`Error::Setting`] for an unknown name, and for a value of another kind.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        if name.starts_with(bounds::MIN_SCORE) {
            self.set_threshold(name, value);
            return Ok(());
        }
        match parameter(name) {
            Some(spec) => self.set_value(spec, value),
            None => Err(unknown(name)),
        }
    }

    /// Sets a threshold; another value of it is replaced.
    pub fn set_threshold(&mut self, name: &str, value: &str) {
        self.thresholds.retain(|threshold| threshold.name != name);
        let Ok(value) = value.parse::<Value>();
        self.thresholds.push(Parameter::new(name, value));
    }

    fn set_value(&mut self, spec: &'static ParameterSpec, value: &str) -> Result<()> {
        let text = || value.to_owned();
        match spec.role {
            Role::Threshold(..) => self.set_threshold(spec.name, value),
            Role::OtherThreshold => return Err(unknown(spec.name)),
            Role::Label => add_names(&mut self.labels, value),
            Role::Kind => self.kind = Some(kind(value)?),
            Role::Where => self.rules.push(text()),
            Role::Title => self.title = value.parse()?,
            Role::Weight => self.weights.push(text()),
            Role::WeightBy => self.weight_by = Some(text()),
            Role::Sieve => self.sieve = switch(spec, value)?,
            Role::Model => self.model = Some(text()),
            Role::K1 => self.parameters.k1 = Some(number(spec, value)?),
            Role::B => self.parameters.b = Some(number(spec, value)?),
            Role::Mu => self.parameters.mu = Some(number(spec, value)?),
            Role::Lambda => self.parameters.lambda = Some(number(spec, value)?),
            Role::C => self.parameters.c = Some(number(spec, value)?),
            Role::Feedback => self.expansion.method = method(value)?,
            Role::Expansion(method) => self.switch_expansion(spec, method, value)?,
            Role::FeedbackTerms => self.expansion.terms = Some(whole(spec, value)?),
            Role::FeedbackPages => self.expansion.documents = Some(whole(spec, value)?),
            Role::OriginalWeight => self.expansion.original_weight = Some(number(spec, value)?),
            Role::Docnos => self.pages.docnos.get_or_insert_default().push(text()),
            Role::NotDocnos => self.pages.not_docnos.push(text()),
            Role::From => self.pages.from = Some(text()),
            Role::To => self.pages.to = Some(text()),
            Role::PageLanguage => add_names(&mut self.pages.languages, value),
            Role::UrlPrefix => self.pages.url_prefixes.push(text()),
            Role::Collapse => self.pages.collapse = collapse(spec, value)?,
            Role::CollapseDate => self.pages.collapse_date = Some(text()),
            Role::QuerySyntax => self.query_syntax = switch(spec, value)?,
            Role::Hits => self.hits = Some(whole(spec, value)?),
        }
        Ok(())
    }

    fn switch_expansion(&mut self, spec: &'static ParameterSpec, method: Method, value: &str) -> Result<()> {
        if !switch(spec, value)? {
            return Ok(());
        }
        let other = self.expansion.method.replace(method).filter(|other| *other != method);
        match other {
            Some(other) => {
                let problem = format!("found {} too, expected one of them", other.name());
                Err(Error::setting(spec.name, problem))
            }
            None => Ok(()),
        }
    }
}

/// Adds names with commas between, as they are: an empty one is refused where the others are checked, for whoever writes one may
/// mean another.
fn add_names(names: &mut Vec<String>, value: &str) {
    names.extend(value.split(',').map(str::to_owned));
}

/// The error of a name that is no parameter's.
fn unknown(name: &str) -> Error {
    let known = PARAMETERS.iter().filter(|spec| spec.role != Role::OtherThreshold);
    Error::unknown_name("setting", name, known.map(|spec| spec.name))
}

fn switch(spec: &'static ParameterSpec, value: &str) -> Result<bool> {
    read(spec, value, "true or false")
}

fn number(spec: &'static ParameterSpec, value: &str) -> Result<f64> {
    read(spec, value, "a number")
}

fn whole(spec: &'static ParameterSpec, value: &str) -> Result<usize> {
    read(spec, value, "a whole number")
}

fn read<T: FromStr>(spec: &'static ParameterSpec, value: &str, expected: &str) -> Result<T> {
    let problem = || Error::setting(spec.name, format!("found {value}, expected {expected}"));
    value.parse().map_err(|_| problem())
}

fn kind(value: &str) -> Result<BlockKind> {
    match value {
        "title" => Ok(BlockKind::Title),
        "text" => Ok(BlockKind::Text),
        other => Err(Error::unknown_name("kind", other, ["title", "text"])),
    }
}

/// Reads the method of query expansion; `none` is none.
pub(super) fn method(value: &str) -> Result<Option<Method>> {
    let expected = "none, rm3 or rm1-mixture";
    match value {
        "none" => Ok(None),
        other => Method::ALL
            .into_iter()
            .find(|method| method.name() == other)
            .map(Some)
            .ok_or_else(|| Error::setting("feedback", format!("found {other}, expected {expected}"))),
    }
}

/// Reads what captures have in common that are collapsed.
fn collapse(spec: &'static ParameterSpec, value: &str) -> Result<bool> {
    let Shape::Choice(choices) = spec.role.shape() else { return Ok(false) };
    let is_known = choices.iter().any(|(name, _)| *name == value);
    let known = choices.iter().map(|(name, _)| *name);
    if is_known { Ok(true) } else { Err(Error::unknown_name(spec.name, value, known)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Part;
    use tamis_index::index::{Manifest, Recipe};

    /// A value that the parameter takes.
    fn example(spec: &ParameterSpec) -> &'static str {
        match (spec.role, spec.role.shape()) {
            (Role::Title, _) => "drop",
            (Role::Feedback, _) => "rm3",
            (_, Shape::Choice(choices)) => choices[0].0,
            (_, Shape::Switch) => "true",
            (_, Shape::Bound(_) | Shape::Number | Shape::Count) => "1",
            (_, Shape::Text | Shape::Texts | Shape::Names) => "a",
        }
    }

    #[test]
    fn every_parameter_changes_the_part_that_it_decides() {
        let plain = Request::default();
        for spec in PARAMETERS.iter().filter(|spec| spec.role != Role::OtherThreshold) {
            let mut request = plain.clone();
            request.set(spec.name, example(spec)).unwrap();
            assert_ne!(request, plain, "{}", spec.name);
            assert_eq!(request.pages != plain.pages, spec.role.part() == Part::Pages, "{}", spec.name);
            let text = serde_json::to_string(&request).unwrap();
            assert_eq!(serde_json::from_str::<Request>(&text).unwrap(), request, "{text}");
        }
    }

    #[test]
    fn what_is_no_value_is_refused_with_its_name() {
        let refused = |name: &str, value: &str| Request::default().set(name, value).unwrap_err().to_string();
        assert_eq!(refused("k1", "x"), "k1: found x, expected a number");
        assert_eq!(refused("fb_docs", "-1"), "fb_docs: found -1, expected a whole number");
        assert_eq!(refused("sieve", "yes"), "sieve: found yes, expected true or false");
        assert_eq!(refused("feedback", "rm4"), "feedback: found rm4, expected none, rm3 or rm1-mixture");
        assert!(refused("min_word", "1").contains("did you mean 'min_words'"));
        let mut both = Request::default();
        both.set("rm3", "true").unwrap();
        let error = both.set("rm1_mixture", "true").unwrap_err();
        assert_eq!(error.to_string(), "rm1_mixture: found rm3 too, expected one of them");
    }

    #[test]
    fn names_are_taken_as_they_are_and_scores_have_thresholds() {
        let mut request = Request::default();
        request.set("label", "bte,words-tree").unwrap();
        request.set("label", "").unwrap();
        request.set("min_score.victor", "0.3").unwrap();
        request.set("min_score.victor", "0.4").unwrap();
        assert_eq!(request.labels, ["bte", "words-tree", ""]);
        let manifest = Manifest::new(Recipe::default());
        assert!(request.permits(&manifest).is_err());
        let mut languages = Request::default();
        languages.set("page_language", "en,").unwrap();
        assert!(languages.pages.filter().is_err());
        let thresholds: Vec<String> =
            request.thresholds.iter().map(|one| format!("{} {}", one.name, one.value)).collect();
        assert_eq!(thresholds, ["min_score.victor 0.4"]);
    }
}
