//! What addresses and shards say of a search: rules, weights, rankings, axes, filters of pages.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use tamis_search::Ranking;
use tamis_search::experiment::results::Axis;
use tamis_search::request::{Clause, Pages, Request, SweepRequest};
use tamis_search::rule::expression::Expression;
use tamis_search::rule::weights::WeightClause;

/// Any text is refused, or reads again as it prints; so are the lines of it as `NAME=VALUE` pairs
/// of a search and of a sweep.
pub fn language(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for line in text.lines().chain([text]) {
        check::<Expression>(line);
        check::<WeightClause>(line);
        check::<Clause>(line);
        check::<Ranking>(line);
        check::<Axis>(line);
        check::<Pages>(line);
    }
    let mut sweep = SweepRequest::default();
    for (name, value) in text.lines().filter_map(|line| line.split_once('=')) {
        let _ = sweep.request.set(name, value);
        sweep.axes.extend(value.parse::<Axis>());
    }
    // What is no number is not equal to itself.
    let request = Request::from_pairs(sweep.request.pairs()).expect("a request sets itself");
    assert_eq!(request.pairs(), sweep.request.pairs());
    let again = SweepRequest::from_pairs(sweep.pairs()).expect("a sweep sets itself");
    assert_eq!(again.pairs(), sweep.pairs());
}

fn check<T: FromStr + Display + Debug>(text: &str) {
    let Ok(read) = text.parse::<T>() else { return };
    let printed = read.to_string();
    let Ok(again) = printed.parse::<T>() else { panic!("{printed} does not read again") };
    assert_eq!(again.to_string(), printed);
}
