//! Trains the models of classifiers from pages with gold: one list of trainers, one file or folder
//! per method.

pub mod boosting;
pub mod card;
pub mod cross;
mod draw;
pub mod example;
pub mod kind;
mod list;
#[cfg(feature = "originals")]
mod mss;
pub mod remover;
pub mod shallow;
pub mod split;
#[cfg(feature = "originals")]
pub mod victor;
#[cfg(feature = "originals")]
mod web2text;

pub use example::Example;
pub use list::{TRAINERS, Trainer, by_name};

use tamis_blocks::model::Model;
use tamis_index::error::Result;

/// The input of a trainer.
pub struct Task<'a> {
    /// The pages to learn from.
    pub train: &'a [&'a Example],
    /// The pages that decide when to stop, or which settings to keep. Methods that need none ignore
    /// them; there may be none.
    pub validation: &'a [&'a Example],
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of steps; if none, the method's own.
    pub iterations: Option<usize>,
    pub report: &'a (dyn Fn(Step) + Sync),
}

/// A step of a training.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Its number, from 1.
    pub iteration: usize,
    /// The planned number of steps; the training may end earlier.
    pub of: usize,
    /// The loss on the pages that are learned from, in the method's own unit.
    pub loss: f64,
    /// The score on the validation pages, higher is better, if this step has one.
    pub validation: Option<f64>,
}

/// A model of fewer pages is worse than a published rule (`docs/remover.md`, learning curve).
pub const FEW_PAGES: usize = 50;

/// Trains a model. The same task gives the same bytes, whatever the number of threads.
///
/// # Errors
/// Errors of the trainer: too few pages, or pages without what it learns from.
pub fn train(trainer: &Trainer, task: &Task) -> Result<Model> {
    if task.train.is_empty() {
        let expected = "expected one or more; pages whose gold is empty, or that a split does not \
                        name for training, do not count";
        return Err(tamis_index::error::Error::settings(format!(
            "{}: found no page to learn from, {expected}",
            trainer.name
        )));
    }
    let model = (trainer.train)(task)?;
    // What is scored is what will be read from the file.
    Ok(Model::from_bytes(&model.to_bytes(), "the trained model".as_ref(), &model.kind)?)
}
