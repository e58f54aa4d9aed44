//! Table 2 of the WSDM paper: each recipe cross-validated, for two and four classes, by pages or by
//! blocks.

use super::Example;
use super::blocks::{self, LearnedClasses};
use super::figures::{Figures, Prediction, figures};
use super::learner::{self, Learned};
use super::recipes::{LearnerRecipe, RECIPES, TABLE_2};
use super::table::BlockTable;
use crate::train::split::{self, By};
use rayon::prelude::*;
use serde::Serialize;
use tamis_blocks::classify::trained::DecisionTree;
use tamis_index::error::Result;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// What a fold is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldUnit {
    /// Pages, so that no page is on both sides.
    Pages,
    /// Blocks, as Weka divides instances. Blocks of one page are on both sides.
    Blocks,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table2Row {
    pub name: &'static str,
    pub dimensions: usize,
    pub classes: usize,
    /// The figures over all folds.
    pub figures: Figures,
    /// The tree or rule that was learned from all pages.
    pub tree: Option<DecisionTree>,
}

/// Returns the rows of all recipes for two or four classes. Calls `done` with the name of each.
///
/// # Errors
/// Fewer pages than folds; four classes of pages that have none.
pub fn rows(
    examples: &[Example],
    classes: LearnedClasses,
    folds: usize,
    by: FoldUnit,
    seed: u64,
    done: impl Fn(&'static str),
) -> Result<Vec<Table2Row>> {
    let pages: Vec<&Example> = examples.iter().collect();
    let (table, page_of) = blocks::table(&pages, classes, Some(&blocks::frequencies(&pages)))?;
    let fold_of_page = split::folds(examples, folds, By::Page, seed)?;
    let names: Vec<String> = examples.iter().map(Example::name).collect();
    let fold_of: Vec<usize> = match by {
        FoldUnit::Pages => page_of.iter().map(|page| fold_of_page[*page]).collect(),
        FoldUnit::Blocks => {
            (0..table.len()).map(|block| fold_of_block(block, folds, seed)).collect()
        }
    };
    let held_out = |block: usize| learner::held_out(&names[page_of[block]], seed);
    let mut rows = Vec::with_capacity(TABLE_2);
    for recipe in &RECIPES[..TABLE_2] {
        let table = table.with_names(&recipe.columns());
        let figures = figures(&predictions(recipe, &table, &fold_of, folds, held_out, seed));
        let all: Vec<usize> = (0..table.len()).collect();
        let tree = Learned::learn(recipe, &table, &all, held_out, seed).tree().cloned();
        done(recipe.name);
        rows.push(Table2Row {
            name: recipe.name,
            dimensions: table.columns.len(),
            classes: classes.names().len(),
            figures,
            tree,
        });
    }
    Ok(rows)
}

fn fold_of_block(block: usize, folds: usize, seed: u64) -> usize {
    (xxh3_64_with_seed(&block.to_le_bytes(), seed) % folds as u64) as usize
}

/// Returns what is predicted of each block by a model that was learned from the other folds.
fn predictions(
    recipe: &LearnerRecipe,
    table: &BlockTable,
    fold_of: &[usize],
    folds: usize,
    held_out: impl Fn(usize) -> bool + Sync,
    seed: u64,
) -> Vec<Prediction> {
    let predictions = (0..folds).into_par_iter().flat_map_iter(|fold| {
        let (test, train): (Vec<usize>, Vec<usize>) =
            (0..table.len()).partition(|&block| fold_of[block] == fold);
        let learned = Learned::learn(recipe, table, &train, &held_out, seed);
        predict(&learned, table, &test)
    });
    predictions.collect()
}

fn predict(learned: &Learned, table: &BlockTable, blocks: &[usize]) -> Vec<Prediction> {
    let predictions = blocks.iter().map(|&block| Prediction {
        class: table.classes[block],
        weight: table.weights[block],
        shares: learned.shares(&table.row(block)),
    });
    predictions.collect()
}
