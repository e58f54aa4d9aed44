//! The edit distance of ordered trees, exact (Zhang, Shasha, Simple fast algorithms for the editing
//! distance between trees and related problems, SIAM J. Comput. 1989): nodes are inserted and
//! deleted at a cost of 1, and relabelled at a cost that the caller knows.

/// An ordered tree: its nodes in postorder, children before their parent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OrderedTree {
    /// For each node the first node of its subtree: its leftmost leaf.
    first: Vec<usize>,
}

impl OrderedTree {
    /// Appends a node whose children are the roots of the last subtrees, which have so many nodes
    /// together; 0 for a leaf. Returns its number.
    pub fn push(&mut self, below: usize) -> usize {
        let node = self.first.len();
        self.first.push(node - below);
        node
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// Returns the nodes whose subtree begins where that of no later node does, in order. These are
    /// the root and all nodes that have a left sibling.
    fn key_roots(&self) -> Vec<usize> {
        let mut seen = vec![false; self.len()];
        let mut roots = Vec::new();
        for (node, &first) in self.first.iter().enumerate().rev() {
            if !std::mem::replace(&mut seen[first], true) {
                roots.push(node);
            }
        }
        roots.reverse();
        roots
    }
}

/// Returns the edit distance of two trees. `relabel` has the cost, 0 to 1, of making a node of `a`
/// that of `b`; it is called once for each pair. Time and memory grow with the product of the
/// numbers of nodes, if trees have a bounded depth.
pub fn distance(a: &OrderedTree, b: &OrderedTree, relabel: impl Fn(usize, usize) -> f64) -> f64 {
    let mut tables = DistanceTables {
        width: b.len(),
        trees: vec![0.0; a.len() * b.len()],
        forests: vec![0.0; (a.len() + 1) * (b.len() + 1)],
    };
    let roots = b.key_roots();
    for i in a.key_roots() {
        for &j in &roots {
            tables.fill(a, b, (i, j), &relabel);
        }
    }
    match (a.len(), b.len()) {
        (0, length) | (length, 0) => length as f64,
        _ => tables.trees[a.len() * b.len() - 1],
    }
}

struct DistanceTables {
    width: usize,
    /// The distances of subtrees, by their roots.
    trees: Vec<f64>,
    /// The distances of the forests of a pair of subtrees: of their first nodes.
    forests: Vec<f64>,
}

impl DistanceTables {
    /// Fills in the distances of all subtrees that begin where those of `roots` do.
    fn fill(
        &mut self,
        a: &OrderedTree,
        b: &OrderedTree,
        roots: (usize, usize),
        relabel: &impl Fn(usize, usize) -> f64,
    ) {
        let from_a = a.first[roots.0];
        let from_b = b.first[roots.1];
        let width = roots.1 - from_b + 2;
        for j in 0..width {
            self.forests[j] = j as f64;
        }
        for i in from_a..=roots.0 {
            let row = (i - from_a + 1) * width;
            let above = row - width;
            self.forests[row] = (i - from_a + 1) as f64;
            // The forest before the subtree of i.
            let before = (a.first[i] - from_a) * width;
            for j in from_b..=roots.1 {
                let column = j - from_b + 1;
                let deleted = self.forests[above + column] + 1.0;
                let inserted = self.forests[row + column - 1] + 1.0;
                let is_tree = a.first[i] == from_a && b.first[j] == from_b;
                let kept = if is_tree {
                    self.forests[above + column - 1] + relabel(i, j)
                } else {
                    let subtrees = self.trees[i * self.width + j];
                    self.forests[before + b.first[j] - from_b] + subtrees
                };
                let best = deleted.min(inserted).min(kept);
                self.forests[row + column] = best;
                if is_tree {
                    self.trees[i * self.width + j] = best;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a tree such as `f(d(ac(b))e)`, and the labels of its nodes.
    fn tree(text: &str) -> (OrderedTree, Vec<char>) {
        let mut tree = OrderedTree::default();
        let mut labels = Vec::new();
        let mut open: Vec<(char, usize)> = Vec::new();
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let (label, from) = match letter {
                ')' => open.pop().unwrap(),
                _ if letters.next_if_eq(&'(').is_some() => {
                    open.push((letter, tree.len()));
                    continue;
                }
                _ => (letter, tree.len()),
            };
            tree.push(tree.len() - from);
            labels.push(label);
        }
        (tree, labels)
    }

    #[track_caller]
    fn check(a: &str, b: &str, expected: f64) {
        let (a, of_a) = tree(a);
        let (b, of_b) = tree(b);
        let cost = |x: char, y: char| f64::from(u8::from(x != y));
        assert_eq!(distance(&a, &b, |i, j| cost(of_a[i], of_b[j])), expected);
        assert_eq!(distance(&b, &a, |i, j| cost(of_b[i], of_a[j])), expected);
    }

    #[test]
    fn the_example_of_zhang_and_shasha() {
        check("f(d(ac(b))e)", "f(c(d(ab))e)", 2.0);
    }

    #[test]
    fn small_trees() {
        check("", "", 0.0);
        check("", "a(bc)", 3.0);
        check("a", "a", 0.0);
        check("a(bc)", "a(b)", 1.0);
        check("a(b(c))", "a(bc)", 2.0);
        check("a(bc)", "a(cb)", 2.0);
        check("a(b(cd)e)", "a(cde)", 1.0);
    }
}
