//! Rules of one feature (1R, Holte 1993), as Weka's OneR makes them: the feature's values are cut into intervals, each with
//! at least a minimum of its most frequent class, and neighbours of the same class are joined.

use super::table::{Table, heaviest};
use rayon::prelude::*;
use tamis_blocks::classify::trained::{Node, Tree};

/// An interval of a feature: the weight of each class, and the middle between it and the next.
type Interval = (Vec<f64>, f64);

/// Returns the rule over the feature that classifies the most weight rightly, the first of equals. `least` is the minimum
/// weight of an interval's most frequent class.
pub fn rule(table: &Table, least: f64) -> Tree {
    let intervals: Vec<Vec<Interval>> = table.columns.par_iter().map(|column| intervals(table, column, least)).collect();
    let right = |intervals: &[Interval]| -> f64 { intervals.iter().map(|(words, _)| words[heaviest(words)]).sum() };
    let mut best = 0;
    for feature in 1..intervals.len() {
        if right(&intervals[feature]) > right(&intervals[best]) {
            best = feature;
        }
    }
    let features = table.features.get(best).cloned().into_iter().collect();
    let intervals = intervals.into_iter().nth(best).unwrap_or_else(|| vec![(table.words(), 0.0)]);
    Tree { features, classes: table.names.clone(), nodes: nodes(&intervals) }
}

fn intervals(table: &Table, column: &[f64], least: f64) -> Vec<Interval> {
    let mut order: Vec<usize> = (0..table.len()).collect();
    order.sort_by(|&a, &b| column[a].total_cmp(&column[b]));
    let mut single: Vec<Interval> = Vec::new();
    let mut last = f64::NAN;
    for row in order {
        if column[row] != last {
            single.last_mut().into_iter().for_each(|(_, end)| *end = (last + column[row]) / 2.0);
            single.push((vec![0.0; table.names.len()], f64::INFINITY));
            last = column[row];
        }
        single.last_mut().into_iter().for_each(|(words, _)| words[table.classes[row]] += table.weights[row]);
    }
    let small = join(single, |words| words[heaviest(words)] < least);
    join(small, |_| false)
}

/// Joins an interval with the next if both have the same class, or if it is too small.
fn join(intervals: Vec<Interval>, small: impl Fn(&[f64]) -> bool) -> Vec<Interval> {
    let mut joined: Vec<Interval> = Vec::new();
    for (words, end) in intervals {
        match joined.last_mut() {
            Some((before, until)) if heaviest(before) == heaviest(&words) || small(before) => {
                before.iter_mut().zip(words).for_each(|(sum, words)| *sum += words);
                *until = end;
            }
            _ => joined.push((words, end)),
        }
    }
    joined
}

/// Returns a balanced tree with the intervals as leaves.
fn nodes(intervals: &[Interval]) -> Vec<Node> {
    let mut nodes = Vec::new();
    // Ranges of intervals, in the order of their nodes.
    let mut ranges = vec![0..intervals.len()];
    let mut at = 0;
    while at < ranges.len() {
        let range = ranges[at].clone();
        let middle = range.start + range.len() / 2;
        nodes.push(if range.len() < 2 {
            Node::Leaf { words: intervals[range.start].0.clone() }
        } else {
            ranges.extend([range.start..middle, middle..range.end]);
            Node::Split { feature: 0, at_most: intervals[middle - 1].1, low: ranges.len() - 2, high: ranges.len() - 1 }
        });
        at += 1;
    }
    nodes
}
