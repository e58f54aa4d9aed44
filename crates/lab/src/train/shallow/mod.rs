//! Trains the classifiers of the WSDM paper (Kohlschütter, Fankhauser, Nejdl 2010, section 4.3.1):
//! trees, rules of one feature and linear machines over shallow text features. Blocks count by
//! their words.

pub mod blocks;
pub mod c45;
pub mod figures;
mod learner;
pub mod one_rule;
mod prune;
pub mod recipes;
pub mod svm;
pub mod table;
pub mod table_2;

use super::{Example, Step, Task};
use blocks::LearnedClasses;
use learner::Learned;
use recipes::LearnerRecipe;
use tamis_blocks::model::Model;
use tamis_index::error::{Error, Result};

/// Trains the classifier of this name, for two classes.
///
/// # Errors
/// [`Error::Setting`] if no page has a block with words, or the classifier counts texts in a
/// collection.
pub fn train(name: &str, task: &Task) -> Result<Model> {
    let recipe = LearnerRecipe::for_classifier(name).filter(|recipe| !recipe.needs_collection());
    let Some(recipe) = recipe else {
        return Err(Error::settings(format!("{name}: found no such method to train")));
    };
    let (table, page_of) = blocks::table(task.train, LearnedClasses::Two, None)?;
    let table = table.with_names(&recipe.columns());
    let all: Vec<usize> = (0..table.len()).collect();
    let held_out = |row: usize| learner::held_out(&task.train[page_of[row]].name(), task.seed);
    let learned = Learned::learn(recipe, &table, &all, held_out, task.seed);
    let wrong = all
        .iter()
        .filter(|&&row| table::heaviest(&learned.shares(&table.row(row))) != table.classes[row]);
    let loss = wrong.map(|&row| table.weights[row]).sum::<f64>();
    let words: f64 = table.weights.iter().sum();
    (task.report)(Step { iteration: 1, of: 1, loss: loss / words, validation: None });
    learned
        .into_model(name)
        .ok_or_else(|| Error::settings(format!("{name}: found no model to write")))
}
