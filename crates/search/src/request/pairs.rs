//! A request as the names and values that set it: what addresses, flags and shards have in common.

use super::bounds::MIN_SCORE;
use super::clause::Clause;
use super::named::Named;
use super::parameters::{BY_URL, PARAMETERS, ParameterSpec, Role, parameter};
use super::{Request, SweepRequest};
use crate::experiment::results::Axis;
use crate::rule::expression::{as_name, split_names};
use crate::{Method, TitleRule};
use std::str::FromStr;
use tamis_index::error::{Error, Result};

/// The pair of an axis: `grid`, `k1=0.5..=2:0.5`.
const GRID: &str = "grid";
/// The pair of axes that are taken alone.
const SEPARATELY: &str = "separately";

type NameValues = Vec<(String, String)>;

fn pair(name: &str, value: impl ToString) -> (String, String) {
    (name.to_owned(), value.to_string())
}

/// The error of a name that is no parameter's, or of one that has no single value.
fn unknown(name: &str) -> Error {
    let known = PARAMETERS.iter().filter(|spec| spec.role != Role::OtherThreshold);
    Error::unknown_name("setting", name, known.map(|spec| spec.name))
}

/// Reads names with commas between, as they are: an empty one is refused where the others are
/// checked, for whoever writes one may mean another. A name in quotes may have commas.
fn names(value: &str) -> impl Iterator<Item = String> {
    split_names(value).into_iter().map(|(name, _)| name)
}

fn read<T: FromStr>(spec: &'static ParameterSpec, value: &str, expected: &str) -> Result<T> {
    value
        .parse()
        .map_err(|_| Error::setting(spec.name, format!("found {value}, expected {expected}")))
}

fn switch(spec: &'static ParameterSpec, value: &str) -> Result<bool> {
    read(spec, value, "true or false")
}

/// Where a request keeps the value of a parameter; a switch that is off is not set.
pub(super) enum ParameterSlot<'r> {
    Text(&'r mut Option<String>),
    Texts(&'r mut Vec<String>),
    Number(&'r mut Option<f64>),
    Whole(&'r mut Option<usize>),
    Switch(&'r mut bool),
    Method(&'r mut Option<Method>),
}

impl ParameterSlot<'_> {
    fn set(self, spec: &'static ParameterSpec, value: &str) -> Result<()> {
        match self {
            Self::Text(kept) => *kept = Some(value.to_owned()),
            Self::Texts(kept) => kept.push(value.to_owned()),
            Self::Number(kept) => *kept = Some(read(spec, value, "a number")?),
            Self::Whole(kept) => *kept = Some(read(spec, value, "a whole number")?),
            Self::Switch(kept) => *kept = switch(spec, value)?,
            Self::Method(kept) => *kept = method(value)?,
        }
        Ok(())
    }

    /// Takes the texts that set it.
    pub fn take(self) -> Vec<String> {
        let text = match self {
            Self::Text(kept) => kept.take(),
            Self::Texts(kept) => return std::mem::take(kept),
            Self::Number(kept) => kept.map(|number| number.to_string()),
            Self::Whole(kept) => kept.map(|number| number.to_string()),
            Self::Switch(kept) => kept.then(|| "true".to_owned()),
            Self::Method(kept) => kept.map(|method| method.name().to_owned()),
        };
        text.into_iter().collect()
    }
}

/// Reads the method of query expansion; `none` is none.
fn method(value: &str) -> Result<Option<Method>> {
    let found = Method::ALL.into_iter().find(|method| method.name() == value);
    if found.is_none() && value != "none" {
        let problem = format!("found {value}, expected none, rm3 or rm1-mixture");
        return Err(Error::setting("feedback", problem));
    }
    Ok(found)
}

impl Request {
    /// Where a parameter is kept; none of one that is read in its own way.
    pub(super) fn kept(&mut self, role: Role) -> Option<ParameterSlot<'_>> {
        Some(match role {
            Role::WeightBy => ParameterSlot::Text(&mut self.weight_by),
            Role::Model => ParameterSlot::Text(&mut self.model),
            Role::K1 => ParameterSlot::Number(&mut self.parameters.k1),
            Role::B => ParameterSlot::Number(&mut self.parameters.b),
            Role::Mu => ParameterSlot::Number(&mut self.parameters.mu),
            Role::Lambda => ParameterSlot::Number(&mut self.parameters.lambda),
            Role::C => ParameterSlot::Number(&mut self.parameters.c),
            Role::Feedback => ParameterSlot::Method(&mut self.expansion.method),
            Role::FeedbackTerms => ParameterSlot::Whole(&mut self.expansion.terms),
            Role::FeedbackPages => ParameterSlot::Whole(&mut self.expansion.documents),
            Role::OriginalWeight => ParameterSlot::Number(&mut self.expansion.original_weight),
            Role::NotDocnos => ParameterSlot::Texts(&mut self.pages.not_docnos),
            Role::From => ParameterSlot::Text(&mut self.pages.from),
            Role::To => ParameterSlot::Text(&mut self.pages.to),
            Role::PublishedFrom => ParameterSlot::Text(&mut self.pages.published_from),
            Role::PublishedTo => ParameterSlot::Text(&mut self.pages.published_to),
            Role::UrlPrefix => ParameterSlot::Texts(&mut self.pages.url_prefixes),
            Role::CollapseDate => ParameterSlot::Text(&mut self.pages.collapse_date),
            Role::QuerySyntax => ParameterSlot::Switch(&mut self.query_syntax),
            Role::Hits => ParameterSlot::Whole(&mut self.hits),
            Role::RemoveQuery => ParameterSlot::Switch(&mut self.remove_query),
            _ => return None,
        })
    }

    /// Sets a parameter by its name (`min_words`, `where`, `k1`, `from`), or a minimum score
    /// (`min_score.victor`), to a value as it is typed. Parameters that may have several values get
    /// one more.
    ///
    /// Numbers and rules are read here; labels, scores, ranges and dates are checked when the
    /// request is [resolved](Self::resolve).
    ///
    /// # Errors
    /// [`Error::Setting`] for an unknown name, for a value of another kind, and for a rule that
    /// does not parse.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        if name.starts_with(MIN_SCORE) {
            self.add(Clause::new(name, value)?);
            return Ok(());
        }
        let spec = parameter(name).ok_or_else(|| unknown(name))?;
        if let Some(kept) = self.kept(spec.role) {
            return kept.set(spec, value);
        }
        match spec.role {
            Role::Threshold(_) | Role::Kind | Role::Where => self.add(Clause::new(name, value)?),
            Role::Label => self.rule.extend(names(value).map(|name| Clause::label(&name))),
            Role::Title => self.title = value.parse()?,
            Role::Weight => self.weights.push(value.parse()?),
            Role::Rule => self.name_rule(value.parse()?)?,
            Role::Sieve | Role::Expansion(_) if !switch(spec, value)? => {}
            Role::Sieve => self.name_rule(Named::Sieve)?,
            Role::Expansion(method) => {
                let other = self.expansion.method.replace(method);
                if let Some(other) = other.filter(|other| *other != method) {
                    let problem = format!("found {} too, expected one of them", other.name());
                    return Err(Error::setting(spec.name, problem));
                }
            }
            // The empty one is none: it permits no page.
            Role::Docnos if value.is_empty() => drop(self.pages.docnos.get_or_insert_default()),
            Role::Docnos => self.pages.docnos.get_or_insert_default().push(value.to_owned()),
            Role::PageLanguage => self.pages.languages.extend(names(value)),
            Role::Collapse if value == BY_URL => self.pages.collapse = true,
            Role::Collapse => return Err(Error::unknown_name(spec.name, value, [BY_URL])),
            _ => return Err(unknown(spec.name)),
        }
        Ok(())
    }

    /// Returns the names and values that [set](Self::set) this request, without what is not set.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let mut pairs: NameValues =
            self.rule.iter().map(|clause| pair(clause.name(), clause.value())).collect();
        let pages = &self.pages;
        let mut copy = self.clone();
        for spec in PARAMETERS {
            let values = match spec.role {
                Role::Title if self.title == TitleRule::default() => Vec::new(),
                Role::Title => vec![self.title.to_string()],
                Role::Weight => self.weights.iter().map(ToString::to_string).collect(),
                Role::Rule => self.named.iter().map(|named| named.name().to_owned()).collect(),
                Role::Docnos => copy.pages.docnos.take().unwrap_or_default(),
                Role::PageLanguage => pages.languages.iter().map(|name| as_name(name)).collect(),
                Role::Collapse => pages.collapse.then(|| BY_URL.to_owned()).into_iter().collect(),
                role => copy.kept(role).map(ParameterSlot::take).unwrap_or_default(),
            };
            pairs.extend(values.into_iter().map(|value| (spec.name.to_owned(), value)));
            if spec.role == Role::NotDocnos && pages.docnos.as_ref().is_some_and(Vec::is_empty) {
                pairs.push(pair("docnos", ""));
            }
        }
        pairs
    }

    /// Returns the request that names and values set.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    pub fn from_pairs<N: AsRef<str>, V: AsRef<str>>(
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Self> {
        let mut request = Self::default();
        for (name, value) in pairs {
            request.set(name.as_ref(), value.as_ref())?;
        }
        Ok(request)
    }
}

impl SweepRequest {
    /// Returns what all points share as its [pairs](Request::pairs), and each axis as `grid`.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let mut pairs = self.request.pairs();
        pairs.extend(self.axes.iter().map(|axis| pair(GRID, axis)));
        pairs.extend(self.separately.then(|| pair(SEPARATELY, true)));
        pairs
    }

    /// Returns the sweep of such pairs.
    ///
    /// # Errors
    /// As [`Request::set`], and for what is no axis.
    pub fn from_pairs<N: AsRef<str>, V: AsRef<str>>(
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Self> {
        let mut sweep = Self::default();
        for (name, value) in pairs {
            match (name.as_ref(), value.as_ref()) {
                (GRID, axis) => sweep.axes.push(axis.parse::<Axis>()?),
                (SEPARATELY, "true") => sweep.separately = true,
                (name, value) => sweep.request.set(name, value)?,
            }
        }
        Ok(sweep)
    }
}

impl From<Request> for NameValues {
    fn from(request: Request) -> Self {
        request.pairs()
    }
}

impl TryFrom<NameValues> for Request {
    type Error = Error;

    fn try_from(pairs: NameValues) -> Result<Self> {
        Self::from_pairs(pairs)
    }
}

#[cfg(test)]
mod tests;
