//! One recipe learned from a table: a model that gives every block the shares of the classes.

use super::c45;
use super::c45::Pruning;
use super::one_rule;
use super::recipes::{LEAST, Learner, LearnerRecipe, tree_settings};
use super::svm::Machines;
use super::table::{BlockTable, heaviest};
use tamis_blocks::classify::trained::DecisionTree;
use tamis_blocks::model::Model;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Reduced-error pruning keeps one page of this many to count errors on (Weka's three folds).
const PRUNING_FOLDS: u64 = 3;

pub enum Learned {
    /// The words of each class.
    ZeroR(Vec<f64>),
    /// A rule: its leaves vote for one class, without shares, as in Weka. With the columns of its
    /// features.
    Rule(DecisionTree, Vec<usize>),
    /// A tree. With the columns of its features.
    Tree(DecisionTree, Vec<usize>),
    Machines(Machines),
}

/// Whether a page is kept for reduced-error pruning.
pub fn held_out(page: &str, seed: u64) -> bool {
    xxh3_64_with_seed(page.as_bytes(), seed).is_multiple_of(PRUNING_FOLDS)
}

impl Learned {
    /// Learns from the blocks `rows` of a table that has the recipe's columns. Blocks that are
    /// `held_out` count errors where a tree is pruned by them.
    pub fn learn(
        recipe: &LearnerRecipe,
        table: &BlockTable,
        rows: &[usize],
        held_out: impl Fn(usize) -> bool,
        seed: u64,
    ) -> Self {
        match recipe.learner {
            Learner::ZeroR => Self::ZeroR(super::table::words(table, rows.iter().copied())),
            Learner::OneRule => {
                let rule = one_rule::rule(&table.part(rows), LEAST);
                let columns = columns(&rule, table);
                Self::Rule(rule, columns)
            }
            Learner::C45(pruning) => {
                let (prune, grow): (Vec<usize>, Vec<usize>) = rows
                    .iter()
                    .partition(|&&row| pruning == Pruning::ReducedError && held_out(row));
                let tree = c45::tree(table, &grow, &prune, &tree_settings(pruning));
                let columns = columns(&tree, table);
                Self::Tree(tree, columns)
            }
            Learner::Svm => Self::Machines(Machines::train(&table.part(rows), seed)),
        }
    }

    /// Returns the share of each class for a block with these values of the table's columns.
    pub fn shares(&self, values: &[f64]) -> Vec<f64> {
        match self {
            Self::ZeroR(words) => normed(words),
            Self::Tree(tree, columns) => normed(leaf(tree, columns, values)),
            Self::Rule(rule, columns) => {
                let words = leaf(rule, columns, values);
                let class = heaviest(words);
                (0..words.len()).map(|other| f64::from(u8::from(other == class))).collect()
            }
            Self::Machines(machines) => machines.votes(values),
        }
    }

    /// The tree, if it is one or a rule.
    pub fn tree(&self) -> Option<&DecisionTree> {
        match self {
            Self::Rule(tree, _) | Self::Tree(tree, _) => Some(tree),
            _ => None,
        }
    }

    /// Returns the model of a classifier of this name; none if it is none of two classes.
    pub fn into_model(self, name: &str) -> Option<Model> {
        match self {
            Self::Rule(tree, _) | Self::Tree(tree, _) => Some(tree.to_model(name)),
            Self::Machines(machines) => Some(machines.single()?.to_model(name)),
            Self::ZeroR(_) => None,
        }
    }
}

/// Returns the words of the leaf for a block with these values; `columns` are the tree's.
fn leaf<'a>(tree: &'a DecisionTree, columns: &[usize], values: &[f64]) -> &'a [f64] {
    let features: Vec<f64> = columns.iter().map(|&column| values[column]).collect();
    tree.leaf(&features)
}

/// Returns the columns of a tree's features.
fn columns(tree: &DecisionTree, table: &BlockTable) -> Vec<usize> {
    tree.features
        .iter()
        .filter_map(|feature| table.features.iter().position(|known| known == feature))
        .collect()
}

fn normed(words: &[f64]) -> Vec<f64> {
    let all: f64 = words.iter().sum();
    words.iter().map(|words| if all > 0.0 { words / all } else { 0.0 }).collect()
}
