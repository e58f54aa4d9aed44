//! The measures to compute, parsed from requests.

use super::instance::Instance;
use super::request::parse;
use crate::error::{Error, Result};
use std::ops::Deref;
use std::str::FromStr;

/// The measures to compute, in the order of the requests and each once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Measures(Vec<Instance>);

/// Parses one request: trec_eval's name (`ndcg_cut_10`, `P.5,10`) or nickname (`official`), or
/// ir_measures' name (`nDCG@10`).
///
/// # Errors
/// As [`parse`](super::parse).
pub fn measure(request: &str) -> Result<Measures> {
    Measures::parse([request])
}

impl Measures {
    /// Parses several requests.
    ///
    /// # Errors
    /// As [`parse`](super::parse).
    pub fn parse<'a>(requests: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        let mut measures = Self::default();
        for request in requests {
            for instance in parse(request)? {
                if !measures.contains(&instance) {
                    measures.0.push(instance);
                }
            }
        }
        Ok(measures)
    }
}

/// Parses requests separated by white space.
impl FromStr for Measures {
    type Err = Error;

    fn from_str(requests: &str) -> Result<Self> {
        Self::parse(requests.split_whitespace())
    }
}

impl Deref for Measures {
    type Target = [Instance];

    fn deref(&self) -> &[Instance] {
        &self.0
    }
}

impl IntoIterator for Measures {
    type Item = Instance;
    type IntoIter = std::vec::IntoIter<Instance>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(measures: &Measures) -> Vec<String> {
        measures.iter().map(Instance::name).collect()
    }

    #[test]
    fn requests_keep_their_order_and_each_measure_is_there_once() {
        assert_eq!(names(&"P@10 AP P.5,10".parse().unwrap()), ["P_10", "map", "P_5"]);
        assert_eq!(names(&measure("nDCG@10").unwrap()), ["ndcg_cut_10"]);
        assert!(measure("ndgc@10").is_err());
    }
}
