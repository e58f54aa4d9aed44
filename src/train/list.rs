//! The list of trainers. To add one, write a file in this folder and a row here.

use super::{Task, mss, web2text};
use crate::error::{Error, Result};
use tamis_blocks::model::Model;

/// A trainer, as listed.
pub struct Trainer {
    /// The name of the classifier that it makes a model for.
    pub name: &'static str,
    /// What it learns, and how.
    pub describe: &'static str,
    /// Trains a model.
    pub train: fn(&Task) -> Result<Model>,
}

/// All trainers, in the order of the classifiers.
pub const TRAINERS: &[Trainer] = &[
    Trainer {
        name: "mss-trained",
        describe: "how often trigrams and open tags are inside the content (naive Bayes), by counting",
        train: mss::train,
    },
    Trainer {
        name: "web2text",
        describe: "the unary and the pairwise network, 5,000 steps each, the best on the validation pages",
        train: web2text::train,
    },
];

/// Returns the trainer of a classifier; the case does not matter.
///
/// # Errors
/// [`Error::Setting`] if no model can be trained for a classifier of this name.
pub fn by_name(name: &str) -> Result<&'static Trainer> {
    let known = TRAINERS.iter().map(|trainer| trainer.name);
    let found = TRAINERS.iter().find(|trainer| trainer.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| Error::unknown_name("method to train", name, known.collect::<Vec<_>>()))
}
