//! The models that are compiled in, and models read from a file.

use super::linear::LinearClassifier;
use super::tree::TreeClassifier;
use crate::classify::classifier::Classifier;
use crate::error::{Error, Result};
use crate::model::Model;
use std::path::Path;

/// The compiled-in models, by name.
const MODELS: &[(&str, &[u8])] = &[];

/// Builds the classifier of a name: with the model at `path`, or with the one that is compiled in.
///
/// # Errors
/// The file cannot be read, or holds no model of this name.
pub fn build(name: &'static str, path: Option<&str>) -> Result<Box<dyn Classifier>> {
    let model = match path {
        Some(path) => Model::read(Path::new(path), name)?,
        None => {
            let (_, bytes) = MODELS
                .iter()
                .find(|(known, _)| *known == name)
                .ok_or_else(|| Error::setting(format!("classifier {name}: no model is compiled in")))?;
            Model::from_bytes(bytes, Path::new(&format!("{name}.model")), name)?
        }
    };
    if name.starts_with("svm-") {
        return Ok(Box::new(LinearClassifier::from_model(&model)?));
    }
    Ok(Box::new(TreeClassifier::from_model(&model)?))
}
