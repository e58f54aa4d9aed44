//! The list of trainers. To add one, write a file in this folder and a row here.

use super::kind::{self, KindScores};
use super::{Task, remover, shallow};
#[cfg(feature = "originals")]
use super::{mss, victor, web2text};
use tamis_blocks::model::Model;
use tamis_index::error::{Error, Result};

pub struct Trainer {
    /// The name of the classifier that it makes a model for, or of what else the model judges.
    pub name: &'static str,
    /// What it learns, and how.
    pub describe: &'static str,
    /// Whether it learns from all pages. Pages whose gold is empty tell it something, and in a
    /// cross-validation it learns from all pages of the other folds, because validation pages
    /// decide nothing.
    pub learns_from_all: bool,
    pub train: fn(&Task) -> Result<Model>,
    /// Of a model that judges whole pages: scores pages by models that have not seen their sites.
    /// Of others it is none: scorers judge the blocks that they keep.
    pub folds: Option<fn(&Task) -> Result<KindScores>>,
}

/// The trainer of a classifier of the WSDM paper's Table 2, on two classes of blocks that count by
/// their words.
macro_rules! table_2 {
    ($name:literal, $describe:literal) => {
        Trainer {
            name: $name,
            describe: $describe,
            learns_from_all: false,
            train: |task| shallow::train($name, task),
            folds: None,
        }
    };
}

/// All trainers, in the order of the classifiers.
pub const TRAINERS: &[Trainer] = &[
    table_2!("1r-sentence-length", "a rule of average sentence length (1R)"),
    table_2!("1r-word-length", "a rule of average word length (1R)"),
    table_2!("1r-words", "a rule of words (1R)"),
    table_2!("1r-link-density", "a rule of link density (1R)"),
    table_2!("1r-text-density", "a rule of text density (1R)"),
    table_2!("c45-link-density", "a decision tree (C4.5) of link densities"),
    table_2!("c45-words", "a decision tree (C4.5) of words"),
    table_2!("c45-local", "a decision tree (C4.5) of the 23 local features"),
    table_2!(
        "c45-words-simplified",
        "a decision tree (C4.5, pruned by errors) of words and link densities"
    ),
    table_2!(
        "c45-densities-simplified",
        "a decision tree (C4.5, pruned by errors) of text and link densities"
    ),
    table_2!(
        "c45-local-quotients",
        "a decision tree (C4.5) of the local features and their quotients"
    ),
    table_2!("c45-text-and-link-density", "a decision tree (C4.5) of text and link densities"),
    table_2!(
        "c45-local-neighbours",
        "a decision tree (C4.5) of the local features of a block and its neighbours"
    ),
    table_2!(
        "svm-local",
        "a linear support vector machine of the local features of a block and its neighbours"
    ),
    #[cfg(feature = "originals")]
    Trainer {
        name: "mss-trained",
        describe: "how often trigrams and open tags are inside the content (naive Bayes), by \
                   counting",
        learns_from_all: false,
        train: mss::train,
        folds: None,
    },
    #[cfg(feature = "originals")]
    Trainer {
        name: "web2text",
        describe: "the unary and the pairwise network, each as it was best on the validation pages",
        learns_from_all: false,
        train: web2text::train,
        folds: None,
    },
    #[cfg(feature = "originals")]
    Trainer {
        name: "victor",
        describe: "a conditional random field by L-BFGS, as it was best on the validation pages",
        learns_from_all: false,
        train: victor::train,
        folds: None,
    },
    Trainer {
        name: "tamis",
        describe: "boosted trees over paragraphs in two stages; the model serves tamis-article \
                   and tamis-comments, too",
        learns_from_all: true,
        train: remover::train,
        folds: None,
    },
    Trainer {
        name: "tamis-article",
        describe: "the same model, scored without the comments of readers",
        learns_from_all: true,
        train: remover::train,
        folds: None,
    },
    Trainer {
        name: "tamis-comments",
        describe: "the same model, scored with the comments of readers",
        learns_from_all: true,
        train: remover::train,
        folds: None,
    },
    Trainer {
        name: "kind",
        describe: "boosted trees that tell the kind of a page, one forest for each kind",
        learns_from_all: true,
        train: kind::train,
        folds: Some(kind::folds),
    },
];

/// The other name of a method.
const ALIAS: (&str, &str) = ("remover", "tamis");

/// Returns the trainer of a classifier; the case does not matter. `remover` is that of `tamis`.
///
/// # Errors
/// [`Error::Setting`] if no model can be trained for a classifier of this name.
pub fn by_name(name: &str) -> Result<&'static Trainer> {
    let known = TRAINERS.iter().map(|trainer| trainer.name);
    let method = if name.eq_ignore_ascii_case(ALIAS.0) { ALIAS.1 } else { name };
    let found = TRAINERS.iter().find(|trainer| trainer.name.eq_ignore_ascii_case(method));
    found.ok_or_else(|| Error::unknown_name("method to train", name, known.collect::<Vec<_>>()))
}
