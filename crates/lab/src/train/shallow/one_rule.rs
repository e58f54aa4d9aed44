//! Rules of one feature (1R, Holte 1993), as Weka's OneR makes them: the feature's values are cut
//! into intervals, each with at least a minimum of its most frequent class, and neighbours of the
//! same class are joined.

use super::table::{BlockTable, heaviest};
use rayon::prelude::*;
use std::ops::Range;
use tamis_blocks::classify::trained::{DecisionTree, TreeNode};

/// An interval of a feature: the weight of each class, and the middle between it and the next.
type Interval = (Vec<f64>, f64);

/// Returns the rule over the feature that classifies the most weight rightly, the first of equals.
/// `least` is the minimum weight of an interval's most frequent class.
pub fn rule(table: &BlockTable, least: f64) -> DecisionTree {
    let intervals: Vec<Vec<Interval>> =
        table.columns.par_iter().map(|column| intervals(table, column, least)).collect();
    let mut best = 0;
    for feature in 1..intervals.len() {
        if right_words(&intervals[feature]) > right_words(&intervals[best]) {
            best = feature;
        }
    }
    let features = table.features.get(best).cloned().into_iter().collect();
    let intervals = intervals.into_iter().nth(best).unwrap_or_else(|| vec![(table.words(), 0.0)]);
    DecisionTree { features, classes: table.names.clone(), nodes: nodes(&intervals) }
}

/// The words that intervals classify rightly.
fn right_words(intervals: &[Interval]) -> f64 {
    intervals.iter().map(|(words, _)| words[heaviest(words)]).sum()
}

fn intervals(table: &BlockTable, column: &[f64], least: f64) -> Vec<Interval> {
    let mut order: Vec<usize> = (0..table.len()).collect();
    order.sort_by(|&a, &b| column[a].total_cmp(&column[b]));
    let mut single: Vec<Interval> = Vec::new();
    let mut last = f64::NAN;
    for row in order {
        if column[row] != last {
            if let Some((_, end)) = single.last_mut() {
                *end = (last + column[row]) / 2.0;
            }
            single.push((vec![0.0; table.names.len()], f64::INFINITY));
            last = column[row];
        }
        if let Some((words, _)) = single.last_mut() {
            words[table.classes[row]] += table.weights[row];
        }
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
                for (sum, words) in before.iter_mut().zip(words) {
                    *sum += words;
                }
                *until = end;
            }
            _ => joined.push((words, end)),
        }
    }
    joined
}

/// Returns a balanced tree with the intervals as leaves.
fn nodes(intervals: &[Interval]) -> Vec<TreeNode> {
    let mut nodes = Vec::new();
    // Ranges of intervals, in the order of their nodes.
    let mut ranges: Vec<Range<usize>> = std::iter::once(0..intervals.len()).collect();
    let mut at = 0;
    while at < ranges.len() {
        let range = ranges[at].clone();
        let middle = range.start + range.len() / 2;
        nodes.push(if range.len() < 2 {
            TreeNode::Leaf { words: intervals[range.start].0.clone() }
        } else {
            ranges.extend([range.start..middle, middle..range.end]);
            TreeNode::Split {
                feature: 0,
                at_most: intervals[middle - 1].1 as f32,
                low: ranges.len() - 2,
                high: ranges.len() - 1,
            }
        });
        at += 1;
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table(columns: &[&[f64]], classes: &[usize]) -> BlockTable {
        BlockTable {
            features: (0..columns.len()).map(|i| format!("f{i}")).collect(),
            columns: columns.iter().map(|column| column.to_vec()).collect(),
            names: vec!["boilerplate".into(), "content".into()],
            classes: classes.into(),
            weights: vec![1.0; classes.len()],
        }
    }

    #[test]
    fn intervals_are_joined_until_they_are_large_enough() {
        // Holte's way: 1 to 3 (three of class 0), then 4 to 6 (three of class 1, with a 0 among
        // them), then 0 again.
        let values = [1.0, 2.0, 3.0, 4.0, 4.5, 5.0, 6.0, 7.0, 8.0, 9.0];
        let table = table(&[&values], &[0, 0, 0, 1, 0, 1, 1, 0, 0, 0]);
        let found = intervals(&table, &table.columns[0], 3.0);
        let expected =
            [(vec![3.0, 0.0], 3.5), (vec![1.0, 3.0], 6.5), (vec![3.0, 0.0], f64::INFINITY)];
        assert_eq!(found, expected);
        let rule = rule(&table, 3.0);
        let values = [0.0, 3.4, 3.6, 6.4, 6.6, 99.0];
        assert_eq!(values.map(|value| heaviest(rule.leaf(&[value]))), [0, 0, 1, 1, 0, 0]);
        assert_eq!(rule.leaves(), 3);
    }

    #[test]
    fn the_feature_with_the_fewest_errors_is_taken() {
        let table = table(&[&[1.0, 1.0, 2.0, 2.0], &[1.0, 2.0, 3.0, 4.0]], &[0, 1, 1, 1]);
        assert_eq!(rule(&table, 1.0).features, ["f1"]);
        assert_eq!(rule(&table, 4.0).leaves(), 1);
    }

    proptest! {
        #[test]
        fn a_rule_answers_as_its_intervals(
            rows in prop::collection::vec((0u8..9, 0usize..2), 1..60),
            least in 1u8..9,
        ) {
            let values: Vec<f64> = rows.iter().map(|row| f64::from(row.0)).collect();
            let table = table(&[&values], &rows.iter().map(|row| row.1).collect::<Vec<_>>());
            let intervals = intervals(&table, &values, f64::from(least));
            let rule = rule(&table, f64::from(least));
            for value in values {
                let interval = intervals.iter().find(|(_, end)| value < *end).unwrap();
                prop_assert_eq!(rule.leaf(&[value]), &interval.0[..]);
            }
        }
    }
}
