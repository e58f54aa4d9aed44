//! The models that are compiled in, and models read from a file.

use super::linear::LinearClassifier;
use super::tree::TreeClassifier;
use crate::classify::classifier::Classifier;
use crate::error::{Error, Result};
use crate::model::Model;
use std::path::Path;

macro_rules! shipped {
    ($name:literal) => {
        ($name, include_bytes!(concat!($name, ".model")))
    };
}

/// The compiled-in models, by name. The card of each is beside it.
const MODELS: &[(&str, &[u8])] = &[
    shipped!("1r-link-density"),
    shipped!("1r-sentence-length"),
    shipped!("1r-text-density"),
    shipped!("1r-word-length"),
    shipped!("1r-words"),
    shipped!("c45-densities-simplified"),
    shipped!("c45-link-density"),
    shipped!("c45-local"),
    shipped!("c45-local-neighbours"),
    shipped!("c45-local-quotients"),
    shipped!("c45-text-and-link-density"),
    shipped!("c45-words"),
    shipped!("c45-words-simplified"),
    shipped!("svm-local"),
];

/// Builds the classifier of a name: with the model at `path`, or with the one that is compiled in.
///
/// # Errors
/// The file cannot be read, or holds no model of this name.
pub fn build(name: &'static str, path: Option<&str>) -> Result<Box<dyn Classifier>> {
    let model = match path {
        Some(path) => Model::read(Path::new(path), name)?,
        None => {
            let (_, bytes) = MODELS.iter().find(|(known, _)| *known == name).ok_or_else(|| {
                Error::setting(format!("classifier {name}: no model is compiled in"))
            })?;
            Model::from_bytes(bytes, Path::new(&format!("{name}.model")), name)?
        }
    };
    from_model(&model)
}

/// Builds the classifier of a model.
///
/// # Errors
/// [`Error::Format`] if it has no tree or linear function of known features.
pub fn from_model(model: &Model) -> Result<Box<dyn Classifier>> {
    if model.kind.starts_with("svm-") {
        return Ok(Box::new(LinearClassifier::from_model(model)?));
    }
    Ok(Box::new(TreeClassifier::from_model(model)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classify::Subject;
    use crate::page::{Cut, Label};
    use crate::{block, html};
    use proptest::prelude::*;

    fn labels(name: &'static str, html: &str) -> Vec<Label> {
        let page = html::parse_str(html);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject = Subject::new(&page, &blocks);
        let classifier = build(name, None).unwrap();
        let labels = classifier.classify(&subject);
        assert_eq!(classifier.explain(&subject).len(), labels.len(), "{name}");
        if let Some(scores) = classifier.scores(&subject) {
            // A block is content where at least half of a leaf's words are.
            let as_labels = scores
                .iter()
                .map(|&score| if score > 0.5 { Label::Content } else { Label::Boilerplate });
            assert_eq!(labels, as_labels.collect::<Vec<_>>(), "{name}");
        }
        labels
    }

    #[test]
    fn an_article_is_found_between_its_links() {
        let text = "The expedition crossed the frozen bay at dawn, and nobody on the shore \
                    believed that it would return. ";
        let html = format!(
            "<ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/s>Sport</a></ul><h1>On \
             the ice</h1><p>{0}<p>{0}<p>{0}<p>{0}<ul><li><a href=/m>More</a><li><a \
             href=/c>Contact</a></ul>",
            text.repeat(3)
        );
        // Word lengths say little: the rule's intervals alternate between the classes (section
        // 4.3.1 of the paper).
        for (name, _) in MODELS.iter().filter(|(name, _)| *name != "1r-word-length") {
            let labels = labels(name, &html);
            let paragraphs =
                labels.iter().skip(4).take(4).filter(|label| **label == Label::Content).count();
            assert!(paragraphs >= 3, "{name}: {labels:?}");
            assert_eq!(labels[1], Label::Boilerplate, "{name}");
        }
    }

    #[test]
    fn models_are_small_and_of_their_own_kind() {
        assert!(MODELS.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() < 300_000);
        for (name, bytes) in MODELS {
            let model = Model::from_bytes(bytes, Path::new(name), name).unwrap();
            assert_eq!(build(name, None).unwrap().model_sum(), Some(model.sum()));
        }
        let error = build("c45-words", Some("no-such.model")).err().unwrap().to_string();
        assert!(error.contains("no-such.model"), "{error}");
    }

    #[test]
    fn long_pages_are_labelled_in_linear_time() {
        let html = "<div><p>one <a href=x>two</a> three".repeat(100_000);
        for name in ["c45-words", "c45-local-neighbours", "svm-local"] {
            assert!(labels(name, &html).len() >= 50_000, "{name}");
        }
    }

    proptest! {
        #[test]
        fn any_page_is_read_to_its_end(html in "(<[a-z/]{1,4}>|[a-zA-Z0-9 .|&;]{0,9}|\\PC){0,40}") {
            for (name, _) in MODELS {
                labels(name, &html);
            }
        }
    }
}
