//! Pruning of grown trees: a subtree becomes a leaf where that makes no more errors. Children are
//! pruned before their parents.

use super::table::{BlockTable, heaviest};

/// The quantile of the normal distribution at 1 - .25, C4.5's confidence.
const Z: f64 = 0.674_489_750_196_081_7;
const CONFIDENCE: f64 = 0.25;

/// A node of a growing tree.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct GrownNode {
    pub words: Vec<f64>,
    /// Feature, threshold, and the nodes below and above it.
    pub split: Option<(usize, f64, usize, usize)>,
}

/// Weight that a leaf would classify wrongly.
fn errors(words: &[f64]) -> f64 {
    words.iter().sum::<f64>() - words[heaviest(words)]
}

/// Replaces each subtree by a leaf if `of_leaf` of its root is at most the sum over its leaves,
/// plus `slack`.
fn replace(nodes: &mut [GrownNode], slack: f64, of_leaf: impl Fn(usize, &GrownNode) -> f64) {
    let mut below = vec![0.0; nodes.len()];
    for at in (0..nodes.len()).rev() {
        let leaf = of_leaf(at, &nodes[at]);
        below[at] = match nodes[at].split {
            None => leaf,
            Some((_, _, low, high)) if leaf <= below[low] + below[high] + slack => {
                nodes[at].split = None;
                leaf
            }
            Some((_, _, low, high)) => below[low] + below[high],
        };
    }
}

/// Replaces subtrees that classify the training blocks no better than a leaf.
pub(super) fn collapse(nodes: &mut [GrownNode]) {
    replace(nodes, 1e-3, |_, node| errors(&node.words));
}

/// Replaces subtrees whose errors have no lower upper limit than those of a leaf, up to a tenth of
/// an error as in Weka.
pub(super) fn by_confidence(nodes: &mut [GrownNode]) {
    replace(nodes, 0.1, |_, node| {
        let errors = errors(&node.words);
        errors + added(node.words.iter().sum(), errors)
    });
}

/// Replaces subtrees that classify other blocks no better than a leaf.
pub(super) fn by_errors(nodes: &mut [GrownNode], table: &BlockTable, rows: &[usize]) {
    let mut wrong = vec![0.0; nodes.len()];
    for &row in rows {
        let mut at = 0;
        loop {
            let node = &nodes[at];
            wrong[at] +=
                if heaviest(&node.words) == table.classes[row] { 0.0 } else { table.weights[row] };
            let Some((feature, threshold, low, high)) = node.split else { break };
            at = if table.columns[feature][row] <= threshold { low } else { high };
        }
    }
    replace(nodes, 1e-6, |at, _| wrong[at]);
}

/// Returns the errors that the upper limit of the binomial distribution adds to `errors` of `n`, as
/// C4.5 approximates it.
fn added(n: f64, errors: f64) -> f64 {
    if n <= 0.0 {
        return 0.0;
    }
    if errors < 1.0 {
        let base = n * (1.0 - CONFIDENCE.powf(1.0 / n));
        return if errors == 0.0 { base } else { base + errors * (added(n, 1.0) - base) };
    }
    if errors + 0.5 >= n {
        return (n - errors).max(0.0);
    }
    let share = (errors + 0.5) / n;
    let spread = (share / n - share * share / n + Z * Z / (4.0 * n * n)).sqrt();
    let upper = (share + Z * Z / (2.0 * n) + Z * spread) / (1.0 + Z * Z / n);
    upper * n - errors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(words: [f64; 2], split: Option<(usize, f64, usize, usize)>) -> GrownNode {
        GrownNode { words: words.into(), split }
    }

    #[test]
    fn limits_are_those_of_the_book() {
        // Quinlan 1993, section 4.2: no errors of 6, 9 and 1 have upper limits of .206, .143 and
        // .750.
        for (n, limit) in [(6.0, 0.206), (9.0, 0.143), (1.0, 0.750)] {
            assert!((added(n, 0.0) / n - limit).abs() < 5e-4, "{n}");
        }
        // 1 of 16: .157 there, of the exact binomial; the approximation gives a little more.
        assert!((1.0 + added(16.0, 1.0)) / 16.0 - 0.157 < 0.02);
        assert_eq!((added(0.0, 0.0), added(4.0, 4.0)), (0.0, 0.0));
        assert!(added(100.0, 0.5) > added(100.0, 0.0) && added(100.0, 0.5) < added(100.0, 1.0));
    }

    #[test]
    fn the_book_s_subtree_becomes_a_leaf() {
        // Democrats and republicans of three branches: 6 and 0, 9 and 0, 0 and 1; as a tree of two
        // tests.
        let mut nodes = [
            node([15.0, 1.0], Some((0, 0.0, 1, 2))),
            node([6.0, 0.0], None),
            node([9.0, 1.0], Some((0, 1.0, 3, 4))),
            node([9.0, 0.0], None),
            node([0.0, 1.0], None),
        ];
        collapse(&mut nodes);
        assert!(nodes[0].split.is_some() && nodes[2].split.is_some());
        by_confidence(&mut nodes);
        assert_eq!(nodes[0].split, None);
    }
}
