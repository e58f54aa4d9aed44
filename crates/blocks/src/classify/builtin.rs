//! The classifiers of this crate. To add one, write a file in a folder here and an entry below.

use super::classifier::Classifier;
use super::kinds::KINDS;
use super::list::{Argument, ClassifierEntry, Classifiers, TrainedEntry};
use super::rules::{self, RuleClassifier};
use super::tamis::{Keeps, Tamis};
use super::trained;
use crate::error::Result;

/// The classifiers of this crate, in the order in which they are listed.
pub static CLASSIFIERS: Classifiers = Classifiers {
    parts: &[RULES, OURS],
    with_models: &[WITH_MODELS],
    unlisted: KINDS,
    optional: &[],
};

/// The labels of an index by default: the rules of the WSDM paper, which cost next to nothing.
pub const DEFAULT: [&str; 8] = [
    "keep-all",
    "min-words-10",
    "min-words-15",
    "text-density-1r",
    "link-density-33",
    "density-tree",
    "words-tree",
    "cleaneval-rule",
];

/// The entry of a classifier that was trained for Table 2 of the WSDM paper.
macro_rules! table_2 {
    ($name:literal, $describe:literal) => {
        ClassifierEntry {
            name: $name,
            paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Table 2 (trained \
                    again on L3S-GN1)",
            describe: $describe,
            argument: Argument::Optional("PATH"),
            build: |path| trained::build($name, path),
        }
    };
}

/// The rules of the WSDM paper, and what was trained for its Table 2.
pub const RULES: &[ClassifierEntry] = &[
    ClassifierEntry {
        name: "keep-all",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2 (baseline)",
        describe: "every block",
        argument: Argument::None,
        build: |_| Ok(Box::new(RuleClassifier(rules::KEEP_ALL))),
    },
    ClassifierEntry {
        name: "min-words-10",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2 (CleanEval baseline)",
        describe: "words >= 10",
        argument: Argument::None,
        build: |_| Ok(Box::new(RuleClassifier(rules::MIN_WORDS_10))),
    },
    ClassifierEntry {
        name: "min-words-15",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Table 2 (1R)",
        describe: "words >= 15",
        argument: Argument::None,
        build: |_| Ok(Box::new(RuleClassifier(rules::MIN_WORDS_15))),
    },
    ClassifierEntry {
        name: "text-density-1r",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Table 2 (1R)",
        describe: "text density >= 10.5",
        argument: Argument::None,
        build: |_| Ok(Box::new(RuleClassifier(rules::TEXT_DENSITY_1R))),
    },
    ClassifierEntry {
        name: "link-density-33",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Table 2 (1R)",
        describe: "link density <= 0.33",
        argument: Argument::None,
        build: |_| Ok(Box::new(RuleClassifier(rules::LINK_DENSITY_33))),
    },
    ClassifierEntry {
        name: "density-tree",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Algorithm 1 \
                (boilerpipe's DensityRulesClassifier)",
        describe: "decision tree over text density and link density of the block and its \
                   neighbours",
        argument: Argument::None,
        build: |_| Ok(Box::new(RuleClassifier(rules::DENSITY_TREE))),
    },
    ClassifierEntry {
        name: "words-tree",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Algorithm 2 \
                (boilerpipe's NumWordsRulesClassifier)",
        describe: "decision tree over number of words and link density of the block and its \
                   neighbours",
        argument: Argument::None,
        build: |_| Ok(Box::new(RuleClassifier(rules::WORDS_TREE))),
    },
    ClassifierEntry {
        name: "cleaneval-rule",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2 (trained on CleanEval)",
        describe: "text density >= 7 and link density <= 0.35",
        argument: Argument::None,
        build: |_| Ok(Box::new(RuleClassifier(rules::CLEANEVAL_RULE))),
    },
    table_2!(
        "1r-sentence-length",
        "average sentence length of the block, by a rule of one feature (1R)"
    ),
    table_2!("1r-word-length", "average word length of the block, by a rule of one feature (1R)"),
    table_2!("1r-words", "words of the block, by a rule of one feature (1R)"),
    table_2!("1r-link-density", "link density of the block, by a rule of one feature (1R)"),
    table_2!("1r-text-density", "text density of the block, by a rule of one feature (1R)"),
    table_2!(
        "c45-link-density",
        "trained decision tree over link density of the block and its neighbours"
    ),
    table_2!("c45-words", "trained decision tree over words of the block and its neighbours"),
    table_2!("c45-local", "trained decision tree over all 23 local features of the block"),
    table_2!(
        "c45-words-simplified",
        "small trained decision tree over words and link density of the block and its neighbours"
    ),
    table_2!(
        "c45-densities-simplified",
        "small trained decision tree over text density and link density of the block and its \
         neighbours"
    ),
    table_2!(
        "c45-local-quotients",
        "trained decision tree over the local features and the quotients of words and text density \
         with the previous block"
    ),
    table_2!(
        "c45-text-and-link-density",
        "trained decision tree over text density and link density of the block and its neighbours"
    ),
    table_2!(
        "c45-local-neighbours",
        "trained decision tree over all local features of the block and its neighbours"
    ),
    table_2!(
        "svm-local",
        "trained linear support vector machine over all local features of the block and its \
         neighbours"
    ),
];

/// The project's own remover.
pub const OURS: &[ClassifierEntry] = &[
    ClassifierEntry {
        name: "tamis",
        paper: "this project (docs/remover.md)",
        describe: "paragraphs of the main text, which is the article or the posts of a thread: \
                   boosted trees in two stages, chosen by expected F1",
        argument: Argument::Optional("PATH"),
        build: |path| tamis(path, Keeps::MainText),
    },
    ClassifierEntry {
        name: "tamis-article",
        paper: "this project (docs/remover.md)",
        describe: "the same, and never the comments of readers",
        argument: Argument::Optional("PATH"),
        build: |path| tamis(path, Keeps::Article),
    },
    ClassifierEntry {
        name: "tamis-comments",
        paper: "this project (docs/remover.md)",
        describe: "the same, and always the comments of readers",
        argument: Argument::Optional("PATH"),
        build: |path| tamis(path, Keeps::Comments),
    },
];

fn tamis(path: Option<&str>, keeps: Keeps) -> Result<Box<dyn Classifier>> {
    Ok(Box::new(path.map_or_else(|| Tamis::new(keeps), |path| Tamis::read(path.as_ref(), keeps))?))
}

/// The classifiers of this crate that take a trained model.
pub const WITH_MODELS: &[TrainedEntry] = &[
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
    ("tamis", |model| Ok(Box::new(Tamis::from_model(model, Keeps::MainText)?))),
    ("tamis-article", |model| Ok(Box::new(Tamis::from_model(model, Keeps::Article)?))),
    ("tamis-comments", |model| Ok(Box::new(Tamis::from_model(model, Keeps::Comments)?))),
];
