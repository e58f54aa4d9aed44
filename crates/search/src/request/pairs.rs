//! A request as the names and values that set it: what addresses, flags and shards have in common.

use super::clause::Clause;
use super::parameters::PARAMETERS;
use super::{Request, SweepRequest};
use crate::TitleRule;
use crate::experiment::results::Axis;
use tamis_index::error::{Error, Result};

/// The pair of an axis: `grid`, `k1=0.5..=2:0.5`.
const GRID: &str = "grid";
/// The pair of axes that are taken alone.
const SEPARATELY: &str = "separately";

/// Names with their values.
type Pairs = Vec<(String, String)>;

pub(super) fn pair(name: &str, value: impl ToString) -> (String, String) {
    (name.to_owned(), value.to_string())
}

impl Request {
    /// Returns the names and values that [set](Self::set) this request, without what is not set.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let clause = |clause: &Clause| pair(clause.name(), clause.value());
        let mut pairs: Pairs = self.rule.iter().map(clause).collect();
        if self.title != TitleRule::default() {
            pairs.push(pair("title", self.title));
        }
        pairs.extend(self.weights.iter().map(|weight| pair("weight", weight)));
        pairs.extend(self.weight_by.iter().map(|score| pair("weight_by", score)));
        pairs.extend(self.named.map(|named| pair("rule", named.name())));
        for spec in PARAMETERS.iter().filter(|spec| spec.role.is_axis_of_rankings()) {
            let value = self.ranking_value(spec.role);
            pairs.extend(value.map(|value| pair(spec.name, value)));
        }
        pairs.extend(self.pages.pairs());
        pairs.extend(self.query_syntax.then(|| pair("query_syntax", true)));
        pairs.extend(self.hits.map(|hits| pair("hits", hits)));
        pairs.extend(self.remove_query.then(|| pair("remove_query", true)));
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

impl From<Request> for Pairs {
    fn from(request: Request) -> Self {
        request.pairs()
    }
}

impl TryFrom<Pairs> for Request {
    type Error = Error;

    fn try_from(pairs: Pairs) -> Result<Self> {
        Self::from_pairs(pairs)
    }
}

#[cfg(test)]
mod tests;
