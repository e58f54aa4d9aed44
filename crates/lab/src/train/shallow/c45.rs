//! Decision trees in the manner of C4.5 (Quinlan 1993), as Weka's J48 grows them on numeric
//! features: each node is split by the feature of the highest gain ratio, among those whose gain is
//! at least average. Instances count by their weight.
//!
//! As in J48: a split's gain is reduced by log2(n) / weight for the choice among its n thresholds
//! (Quinlan 1996), a threshold is the greatest value of the training data that is not above the
//! middle of the two neighbouring values, and subtrees that classify no better than a leaf are
//! collapsed. A tree is then pruned by the upper confidence limit of its errors, or by errors on a
//! third of the pages that did not grow it (`prune.rs`). Not as in J48: no subtree is raised to the
//! place of its parent (J48's `-S`).

use super::prune::{self, GrownNode};
use super::table::{BlockTable, heaviest, words};
use rayon::prelude::*;
use tamis_blocks::classify::trained::{DecisionTree, TreeNode};

/// Differences of gains below this do not count, as in Weka.
const SMALL: f64 = 1e-6;
/// Weka's tolerance for a gain of at least average.
const NEARLY: f64 = 1e-3;
/// Values closer than this are not separated, as in Weka.
const CLOSE: f64 = 1e-5;

/// How a tree is pruned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pruning {
    /// By the upper limit of a node's errors at the confidence of .25 (C4.5's default).
    Confidence,
    /// By the errors on other blocks.
    ReducedError,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct C45Settings {
    /// Minimum weight of both branches of a split.
    pub least: f64,
    /// Whether `least` bounds branches as in C4.5 and Weka: where a tenth of a node's weight,
    /// divided by the number of classes, is above `least`, 25 are enough.
    pub as_weka: bool,
    pub pruning: Pruning,
}

/// Grows and prunes a tree. `grow` are the blocks that it grows from, `prune` those that
/// reduced-error pruning counts errors on.
pub fn tree(
    table: &BlockTable,
    grow: &[usize],
    held_out: &[usize],
    settings: &C45Settings,
) -> DecisionTree {
    let mut nodes = grown(table, grow, settings);
    prune::collapse(&mut nodes);
    match settings.pruning {
        Pruning::Confidence => prune::by_confidence(&mut nodes),
        Pruning::ReducedError => prune::by_errors(&mut nodes, table, held_out),
    }
    finished(table, &nodes)
}

/// Grows a tree; a node is before its children.
fn grown(table: &BlockTable, rows: &[usize], settings: &C45Settings) -> Vec<GrownNode> {
    let orders: Vec<Vec<u32>> =
        table.columns.par_iter().map(|column| sorted(rows, column)).collect();
    // Thresholds are values of the whole training data, wherever in the tree they are found.
    let values: Vec<Vec<f64>> = orders
        .iter()
        .zip(&table.columns)
        .map(|(order, column)| order.iter().map(|&row| column[row as usize]).collect())
        .collect();
    let mut below = vec![false; table.len()];
    let mut nodes = vec![GrownNode { words: words(table, rows.iter().copied()), split: None }];
    let mut open = vec![(0, orders)];
    while let Some((at, orders)) = open.pop() {
        let Some((feature, middle)) = best(table, &orders, &nodes[at].words, settings) else {
            continue;
        };
        let known = values[feature].partition_point(|value| *value <= middle);
        let threshold = values[feature][known.saturating_sub(1)];
        let column = &table.columns[feature];
        for &row in &orders[feature] {
            below[row as usize] = column[row as usize] <= threshold;
        }
        let (low, high): (Vec<Vec<u32>>, Vec<Vec<u32>>) = orders
            .par_iter()
            .map(|order| order.iter().partition(|row| below[**row as usize]))
            .unzip();
        nodes[at].split = Some((feature, threshold, nodes.len(), nodes.len() + 1));
        for orders in [low, high] {
            let words = words(table, orders[0].iter().map(|&row| row as usize));
            open.push((nodes.len(), orders));
            nodes.push(GrownNode { words, split: None });
        }
    }
    nodes
}

/// Returns some rows in the order of their values in a column.
fn sorted(rows: &[usize], column: &[f64]) -> Vec<u32> {
    let mut order: Vec<u32> = rows.iter().map(|&row| row as u32).collect();
    order.sort_by(|&a, &b| column[a as usize].total_cmp(&column[b as usize]).then(a.cmp(&b)));
    order
}

/// The best threshold of a feature.
#[derive(Clone, Copy)]
struct ThresholdSplit {
    gain: f64,
    ratio: f64,
    middle: f64,
}

/// Returns the feature and threshold that split a node best.
fn best(
    table: &BlockTable,
    orders: &[Vec<u32>],
    words: &[f64],
    settings: &C45Settings,
) -> Option<(usize, f64)> {
    let weight: f64 = words.iter().sum();
    if weight < 2.0 * settings.least - SMALL || weight - words[heaviest(words)] < SMALL {
        return None;
    }
    let splits: Vec<Option<ThresholdSplit>> = table
        .columns
        .par_iter()
        .zip(orders)
        .map(|(column, order)| split(table, column, order, words, settings))
        .collect();
    let gains: Vec<f64> = splits.iter().flatten().map(|split| split.gain).collect();
    let average = gains.iter().sum::<f64>() / gains.len().max(1) as f64;
    let mut best: Option<(usize, ThresholdSplit)> = None;
    for (feature, split) in splits.into_iter().enumerate() {
        let Some(split) = split.filter(|split| split.gain >= average - NEARLY) else { continue };
        if split.ratio > best.map_or(0.0, |(_, best)| best.ratio) + SMALL {
            best = Some((feature, split));
        }
    }
    best.map(|(feature, split)| (feature, split.middle))
}

/// Returns the threshold of a column with the highest gain, if one is worth its description.
fn split(
    table: &BlockTable,
    column: &[f64],
    order: &[u32],
    words: &[f64],
    settings: &C45Settings,
) -> Option<ThresholdSplit> {
    let weight: f64 = words.iter().sum();
    let least = match 0.1 * weight / words.len() as f64 {
        _ if !settings.as_weka => settings.least,
        share if share <= settings.least => settings.least,
        share => share.min(25.0),
    };
    let before = entropy(words);
    let mut low = vec![0.0; words.len()];
    let mut high = words.to_vec();
    let mut best: Option<(f64, f64, f64)> = None;
    let mut thresholds = 0u32;
    for pair in order.windows(2) {
        let row = pair[0] as usize;
        let next = pair[1] as usize;
        low[table.classes[row]] += table.weights[row];
        high[table.classes[row]] -= table.weights[row];
        if column[row] + CLOSE >= column[next] {
            continue;
        }
        let below: f64 = low.iter().sum();
        if below < least - SMALL || weight - below < least - SMALL {
            continue;
        }
        thresholds += 1;
        let gain = (before - entropy(&low) - entropy(&high)) / weight;
        if gain > best.map_or(0.0, |(gain, ..)| gain) + SMALL {
            best = Some((gain, below, (column[row] + column[next]) / 2.0));
        }
    }
    let (gain, below, middle) = best?;
    let gain = gain - f64::from(thresholds).log2() / weight;
    let branches = entropy(&[below, weight - below]) / weight;
    (gain > SMALL && branches > 0.0).then(|| ThresholdSplit {
        gain,
        ratio: gain / branches,
        middle,
    })
}

/// Returns the entropy of weights in bits, times their sum.
fn entropy(weights: &[f64]) -> f64 {
    entropy_term(weights.iter().sum())
        - weights.iter().map(|weight| entropy_term(*weight)).sum::<f64>()
}

fn entropy_term(weight: f64) -> f64 {
    if weight < SMALL { 0.0 } else { weight * weight.log2() }
}

/// Returns the least f32 that is not below a threshold.
fn up(threshold: f64) -> f32 {
    let near = threshold as f32;
    if f64::from(near) < threshold { near.next_up() } else { near }
}

/// Returns the nodes that are left, a node before its children, with the features that are tested.
fn finished(table: &BlockTable, grown: &[GrownNode]) -> DecisionTree {
    let mut nodes: Vec<TreeNode> = Vec::new();
    let mut features: Vec<usize> = Vec::new();
    // Nodes in the order in which they are numbered anew.
    let mut order = vec![0];
    let mut at = 0;
    while at < order.len() {
        let node = &grown[order[at]];
        nodes.push(match node.split {
            None => TreeNode::Leaf { words: node.words.clone() },
            Some((feature, at_most, low, high)) => {
                let place =
                    features.iter().position(|known| *known == feature).unwrap_or(features.len());
                if place == features.len() {
                    features.push(feature);
                }
                order.extend([low, high]);
                TreeNode::Split {
                    feature: place,
                    at_most: up(at_most),
                    low: order.len() - 2,
                    high: order.len() - 1,
                }
            }
        });
        at += 1;
    }
    let features = features.into_iter().map(|feature| table.features[feature].clone()).collect();
    DecisionTree { features, classes: table.names.clone(), nodes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SETTINGS: C45Settings =
        C45Settings { least: 10.0, as_weka: false, pruning: Pruning::Confidence };

    /// A table of two classes: columns of values, the class and weight of each block.
    fn table(columns: &[&[f64]], classes: &[usize], weights: &[f64]) -> BlockTable {
        BlockTable {
            features: (0..columns.len()).map(|i| format!("f{i}")).collect(),
            columns: columns.iter().map(|column| column.to_vec()).collect(),
            names: vec!["boilerplate".into(), "content".into()],
            classes: classes.into(),
            weights: weights.into(),
        }
    }

    fn all(table: &BlockTable) -> Vec<usize> {
        (0..table.len()).collect()
    }

    #[test]
    fn a_threshold_is_a_value_of_the_data() {
        let table = table(&[&[4.0, 1.0, 9.0, 2.0, 8.0, 6.0]], &[0, 0, 1, 0, 1, 1], &[10.0; 6]);
        let tree = tree(&table, &all(&table), &[], &SETTINGS);
        let expected = [
            TreeNode::Split { feature: 0, at_most: 4.0, low: 1, high: 2 },
            TreeNode::Leaf { words: vec![30.0, 0.0] },
            TreeNode::Leaf { words: vec![0.0, 30.0] },
        ];
        assert_eq!(tree.nodes, expected);
    }

    #[test]
    fn the_gain_is_that_of_the_weights_less_the_choice_of_a_threshold() {
        // H(30, 50) = .9544 bits; at 1 the branches (30, 10) and (0, 40) leave .8113 / 2 = .4056.
        let table = table(&[&[1.0, 1.0, 2.0, 3.0]], &[0, 1, 1, 1], &[30.0, 10.0, 20.0, 20.0]);
        let orders = [vec![0, 1, 2, 3]];
        let found = split(&table, &table.columns[0], &orders[0], &[30.0, 50.0], &SETTINGS).unwrap();
        // Two thresholds are possible: log2(2) / 80.
        assert!((found.gain - (0.9544 - 0.4056 - 1.0 / 80.0)).abs() < 1e-4, "{}", found.gain);
        // Both branches have half of the weight: their entropy is 1 bit.
        assert!((found.ratio - found.gain).abs() < 1e-9 && found.middle == 1.5);
    }

    #[test]
    fn a_split_of_average_gain_and_the_best_ratio_is_taken() {
        // The second feature separates the classes; the first separates one block.
        let columns: [&[f64]; 2] =
            [&[1.0, 2.0, 2.0, 2.0, 2.0, 2.0], &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]];
        let table = table(&columns, &[0, 0, 0, 1, 1, 1], &[10.0; 6]);
        assert_eq!(tree(&table, &all(&table), &[], &SETTINGS).features, ["f1"]);
    }

    #[test]
    fn branches_have_a_minimum_weight_that_weka_relaxes_in_large_nodes() {
        let columns: [&[f64]; 1] = [&[1.0, 2.0, 3.0]];
        let table = table(&columns, &[0, 1, 1], &[30.0, 500.0, 500.0]);
        // A tenth of 1,030, halved, is 51.5: above 50, so 25 are enough, but not above 60.
        for (least, as_weka, leaves) in
            [(50.0, false, 1), (50.0, true, 2), (60.0, true, 1), (20.0, false, 2)]
        {
            let settings = C45Settings { least, as_weka, ..SETTINGS };
            let found = tree(&table, &all(&table), &[], &settings).leaves();
            assert_eq!(found, leaves, "{least} {as_weka}");
        }
    }

    #[test]
    fn errors_on_other_blocks_prune() {
        // The tree learns a noisy block at 3; on the others that block is content.
        let columns: [&[f64]; 1] = [&[1.0, 2.0, 3.0, 4.0, 5.0, 3.0, 1.0, 5.0]];
        let table = table(&columns, &[0, 0, 1, 0, 0, 0, 0, 0], &[50.0; 8]);
        let grow = [0, 1, 2, 3, 4];
        let by_confidence = C45Settings { pruning: Pruning::Confidence, ..SETTINGS };
        assert_eq!(tree(&table, &grow, &[], &by_confidence).leaves(), 3);
        let by_errors = C45Settings { pruning: Pruning::ReducedError, ..SETTINGS };
        assert_eq!(tree(&table, &grow, &[5, 6, 7], &by_errors).leaves(), 1);
    }

    proptest! {
        #[test]
        fn any_table_has_a_tree_that_does_not_depend_on_the_threads(
            rows in prop::collection::vec((0u8..6, 0u8..3, 0usize..3, 1u8..40), 1..80),
            as_weka: bool, by_errors: bool,
        ) {
            let table = BlockTable {
                features: vec!["a".into(), "b".into()],
                columns: vec![
                    rows.iter().map(|row| f64::from(row.0)).collect(),
                    rows.iter().map(|row| f64::from(row.1)).collect(),
                ],
                names: vec!["x".into(), "y".into(), "z".into()],
                classes: rows.iter().map(|row| row.2).collect(),
                weights: rows.iter().map(|row| f64::from(row.3)).collect(),
            };
            let pruning = if by_errors { Pruning::ReducedError } else { Pruning::Confidence };
            let settings = C45Settings { least: 20.0, as_weka, pruning };
            let (grow, held_out): (Vec<usize>, Vec<usize>) =
                (0..table.len()).partition(|row| row % 3 > 0 || !by_errors);
            let [tree, other] = [1, 3].map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| tree(&table, &grow, &held_out, &settings))
            });
            prop_assert_eq!(&tree, &other);
            // Every block that grew the tree is in one leaf.
            let sum: f64 = tree
                .nodes
                .iter()
                .map(|node| match node {
                    TreeNode::Leaf { words } => words.iter().sum(),
                    TreeNode::Split { .. } => 0.0,
                })
                .sum();
            prop_assert_eq!(sum, grow.iter().map(|&row| table.weights[row]).sum::<f64>());
        }
    }
}
