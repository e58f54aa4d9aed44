//! TEDS, the similarity of two tables by the edit distance of their trees (Zhong, ShafieiBavani,
//! Jimeno Yepes, Image-based table recognition: data, model, and evaluation, ECCV 2020):
//! 1 - distance / nodes of the larger tree.
//!
//! A tree is a table of rows of cells, as Markdown has neither header rows that may be missing, nor
//! a body, nor cells that span others. To relabel a cell costs the edit distance of the two texts
//! by the length of the longer; to make a row a cell, or a cell a row, costs 1. All nodes count,
//! the root too, as in the paper (the authors' program does not count the root).

use super::edit::{PreparedText, similarity};
use super::trees::{self, OrderedTree};
use crate::accuracy::markdown::MarkdownTable;
use std::collections::HashMap;

/// Up to so many pairs of nodes, or of characters, of two lists of tables the distance is exact:
/// 2,000 nodes each, or 300,000 characters. Together they take a few seconds.
const NODES: usize = 4_000_000;
const CHARACTERS: usize = 100_000_000_000;

/// Tables, prepared to be compared with others.
pub struct PreparedTables {
    tables: Vec<Drawn>,
    nodes: usize,
    characters: usize,
}

/// A table as a tree, and as its rows.
struct Drawn {
    tree: OrderedTree,
    nodes: Vec<TableNode>,
    cells: Vec<PreparedText>,
    /// The texts of the cells, by rows.
    rows: Vec<Vec<String>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TableNode {
    /// A cell, by its place among them.
    Cell(usize),
    Row,
    Table,
}

impl PreparedTables {
    pub fn new(tables: Vec<MarkdownTable>) -> Self {
        let characters = tables.iter().flat_map(|table| table.rows.iter().flatten());
        let characters = characters.map(String::len).sum();
        let tables: Vec<Drawn> = tables.into_iter().map(Drawn::new).collect();
        Self { nodes: tables.iter().map(|table| table.nodes.len()).sum(), characters, tables }
    }

    /// Returns the number of tables.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Returns the TEDS, 0 to 1, of each of these tables with each of the others.
    ///
    /// If there is very much of them, all distances are upper bounds, and so the scores lower ones:
    /// rows that are the same in both tables, and once in each, are paired as far as their order is
    /// the same; the rows between them in order, the first with the first; the cells of two rows
    /// likewise. This takes little more time than to read the tables.
    pub fn teds(&self, others: &Self) -> Vec<Vec<f64>> {
        let is_exact = self.nodes.saturating_mul(others.nodes) <= NODES
            && self.characters.saturating_mul(others.characters) <= CHARACTERS;
        let distance = if is_exact { exact } else { paired };
        let mut values = Vec::with_capacity(self.tables.len());
        for table in &self.tables {
            let with_others = others.tables.iter().map(|other| {
                let larger = table.nodes.len().max(other.nodes.len());
                // Trees of other shapes can be further apart than the larger has nodes.
                (1.0 - distance(table, other) / larger as f64).max(0.0)
            });
            values.push(with_others.collect());
        }
        values
    }
}

impl Drawn {
    fn new(table: MarkdownTable) -> Self {
        let mut drawn = Self {
            tree: OrderedTree::default(),
            nodes: Vec::new(),
            cells: Vec::new(),
            rows: Vec::new(),
        };
        for row in &table.rows {
            for text in row {
                drawn.push(TableNode::Cell(drawn.cells.len()), 0);
                drawn.cells.push(PreparedText::new(text));
            }
            drawn.push(TableNode::Row, row.len());
        }
        drawn.push(TableNode::Table, drawn.nodes.len());
        Self { rows: table.rows, ..drawn }
    }

    fn push(&mut self, node: TableNode, below: usize) {
        self.tree.push(below);
        self.nodes.push(node);
    }
}

fn exact(a: &Drawn, b: &Drawn) -> f64 {
    trees::distance(&a.tree, &b.tree, |i, j| match (a.nodes[i], b.nodes[j]) {
        (TableNode::Cell(i), TableNode::Cell(j)) => 1.0 - a.cells[i].similarity(&b.cells[j]),
        (i, j) => f64::from(u8::from(i != j)),
    })
}

/// Returns what the pairs of [`PreparedTables::teds`] cost.
fn paired(a: &Drawn, b: &Drawn) -> f64 {
    let mut distance = 0.0;
    let mut from = (0, 0);
    let end = (a.rows.len(), b.rows.len());
    for to in anchors(a, b).into_iter().chain([end]) {
        let rows = &a.rows[from.0..to.0];
        let others = &b.rows[from.1..to.1];
        let common = rows.len().min(others.len());
        distance += rows.iter().zip(others).map(|(row, other)| changed(row, other)).sum::<f64>();
        // A row and its cells are deleted, or inserted.
        let rest = rows[common..].iter().chain(&others[common..]);
        distance += rest.map(|row| 1 + row.len()).sum::<usize>() as f64;
        from = (to.0 + 1, to.1 + 1);
    }
    distance
}

/// Returns the cost of making a row another: each of its cells the one in its place.
fn changed(row: &[String], other: &[String]) -> f64 {
    let changes = row.iter().zip(other).map(|(cell, other)| 1.0 - similarity(cell, other));
    changes.sum::<f64>() + row.len().abs_diff(other.len()) as f64
}

/// Returns the rows that are once in each table and the same: the most that are in one order.
fn anchors(a: &Drawn, b: &Drawn) -> Vec<(usize, usize)> {
    let of_b = once(b);
    let mut pairs: Vec<(usize, usize)> =
        once(a).into_iter().filter_map(|(texts, row)| Some((row?, (*of_b.get(texts)?)?))).collect();
    pairs.sort_unstable();
    increasing(&pairs)
}

/// Returns the rows by their texts; none for those that are there several times.
fn once(table: &Drawn) -> HashMap<&[String], Option<usize>> {
    let mut rows = HashMap::new();
    for (row, texts) in table.rows.iter().enumerate() {
        rows.entry(texts.as_slice()).and_modify(|row| *row = None).or_insert(Some(row));
    }
    rows
}

/// Returns the longest part of the pairs, in their order, whose second numbers increase.
fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The last pair of the best part of each length, and each pair's predecessor.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; pairs.len()];
    for (at, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < pair.1);
        before[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        if length < ends.len() {
            ends[length] = at;
        } else {
            ends.push(at);
        }
    }
    let mut part: Vec<(usize, usize)> =
        std::iter::successors(ends.last().copied(), |&at| before[at]).map(|at| pairs[at]).collect();
    part.reverse();
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Rows between `/`, cells between `,`.
    fn table(text: &str) -> MarkdownTable {
        let rows = text.split('/').filter(|row| !row.is_empty());
        MarkdownTable {
            rows: rows.map(|row| row.split(',').map(str::to_owned).collect()).collect(),
        }
    }

    fn teds(a: &str, b: &str) -> f64 {
        let [a, b] = [a, b].map(|text| PreparedTables::new(vec![table(text)]));
        a.teds(&b)[0][0]
    }

    fn costs(a: &str, b: &str) -> (f64, f64) {
        let [a, b] = [a, b].map(|text| Drawn::new(table(text)));
        (exact(&a, &b), paired(&a, &b))
    }

    #[track_caller]
    fn check(a: &str, b: &str, expected: f64) {
        for value in [teds(a, b), teds(b, a)] {
            assert!((value - expected).abs() < 1e-12, "{a} {b}: {value}");
        }
    }

    #[test]
    fn of_two_rows_of_two_cells() {
        // A table, two rows and four cells are seven nodes.
        let whole = "ab,cd/ef,gh";
        check(whole, whole, 1.0);
        check(whole, "ab,cd/ef", 1.0 - 1.0 / 7.0);
        check(whole, "ab,cd/ef,gx", 1.0 - 0.5 / 7.0);
        check(whole, "ab,cd/ef,xy", 1.0 - 1.0 / 7.0);
        check(whole, "ab,cd", 1.0 - 3.0 / 7.0);
        // Only the root is left.
        check(whole, "", 1.0 / 7.0);
        // The row ef, gh is another row with all its cells.
        check(whole, "ab,cd/ik,lm/ef,gh", 1.0 - 3.0 / 10.0);
    }

    #[test]
    fn transposed() {
        // Four nodes and five: either the row goes, two rows come and both cells stay; or the row
        // stays, and the second cell goes and comes again in a row of its own.
        check("a,b", "a/b", 1.0 - 3.0 / 5.0);
        // The table, both rows and the outer cells stay; each inner cell becomes the other.
        check("a,b/c,d", "a,c/b,d", 1.0 - 2.0 / 7.0);
    }

    #[test]
    fn large_tables_keep_the_rows_that_are_in_both() {
        // One row comes and one goes, or the cells of two rows change.
        assert_eq!(costs("a,b/c,d/e,f", "x,y/a,b/e,f"), (4.0, 6.0));
        assert_eq!(costs("a,b/c,d/e,f/g,h", "a,b/e,f/g,h"), (3.0, 3.0));
        // Paired rows lose the cells that move within a row.
        assert_eq!(costs("a,b,c", "b,c"), (1.0, 3.0));
        let rows = |numbers: std::ops::Range<usize>| -> String {
            numbers.map(|number| format!("{number},{number}/")).collect()
        };
        // 3,601 and 1,801 nodes: more pairs than are compared exactly.
        assert_eq!(teds(&rows(0..1200), &rows(300..900)), 1.0 - 1800.0 / 3601.0);
        assert_eq!(teds(&rows(0..1200), &rows(0..1200)), 1.0);
    }

    #[test]
    fn most_pairs_that_increase() {
        assert_eq!(increasing(&[(0, 3), (1, 0), (2, 1), (3, 4), (4, 2)]), [(1, 0), (2, 1), (4, 2)]);
        assert!(increasing(&[]).is_empty());
    }

    fn tables() -> impl Strategy<Value = String> {
        let row = vec("[ab]{0,3}", 1..4).prop_map(|row| row.join(","));
        vec(row, 1..5).prop_map(|rows| rows.join("/"))
    }

    proptest! {
        #[test]
        fn a_score_is_between_0_and_1_and_the_same_in_both_directions(
            a in tables(),
            b in tables(),
        ) {
            let value = teds(&a, &b);
            prop_assert!((0.0..=1.0).contains(&value));
            prop_assert!((value - teds(&b, &a)).abs() < 1e-12);
            prop_assert_eq!(teds(&a, &a), 1.0);
            prop_assert!(value < 1.0 || table(&a) == table(&b));
        }

        #[test]
        fn paired_rows_never_cost_less(a in tables(), b in tables()) {
            let (exact, paired) = costs(&a, &b);
            prop_assert!(exact <= paired + 1e-12);
            prop_assert_eq!(costs(&a, &a), (0.0, 0.0));
        }
    }
}
