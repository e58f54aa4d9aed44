//! The classifiers that take a trained model: one list.

use super::classifier::Classifier;
use super::subsequence::{self, Trained};
use super::tamis::{Keeps, Tamis};
use super::trained;
use super::victor::Victor;
use super::web2text::Web2Text;
use crate::error::{Error, Result};
use crate::model::Model;

/// Builds a classifier from a model of its kind.
type Build = fn(&Model) -> Result<Box<dyn Classifier>>;

/// The classifiers that take a model, by name.
const WITH_MODELS: &[(&str, Build)] = &[
    (subsequence::KIND, Trained::from_model),
    ("web2text", |model| Ok(Box::new(Web2Text::from_model(model)?))),
    ("victor", |model| Ok(Box::new(Victor::from_model(model)?))),
    ("1r-sentence-length", trained::from_model),
    ("1r-word-length", trained::from_model),
    ("1r-words", trained::from_model),
    ("1r-link-density", trained::from_model),
    ("1r-text-density", trained::from_model),
    ("c45-link-density", trained::from_model),
    ("c45-words", trained::from_model),
    ("c45-local", trained::from_model),
    ("c45-words-simplified", trained::from_model),
    ("c45-densities-simplified", trained::from_model),
    ("c45-local-quotients", trained::from_model),
    ("c45-text-and-link-density", trained::from_model),
    ("c45-local-neighbours", trained::from_model),
    ("svm-local", trained::from_model),
    ("tamis", |model| Ok(Box::new(Tamis::from_model(model, Keeps::Article)?))),
    ("tamis-comments", |model| Ok(Box::new(Tamis::from_model(model, Keeps::Comments)?))),
];

/// Builds the classifier of this name with a model that is in memory. [`by_name`](super::by_name) takes a model by its path.
///
/// # Errors
/// The classifier takes no model, or the model is not for it.
pub fn with_model(name: &str, model: &Model) -> Result<Box<dyn Classifier>> {
    match WITH_MODELS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        Some((_, build)) => build(model),
        None => Err(Error::setting(format!("classifier {name} takes no model"))),
    }
}
