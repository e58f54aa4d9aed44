//! Blocks into labels: one trait, one list, one file per algorithm.

mod cleaneval_rule;
mod density_tree;
mod keep_all;
mod link_density_33;
mod min_words;
mod neighbours;
mod text_density_1r;
mod words_tree;

use crate::error::{Result, unknown_name};
use crate::page::{Blocks, Label, Page};
use neighbours::Local;
pub use neighbours::{Neighbours, Rule, Shallow};
use std::sync::LazyLock;

/// An algorithm that says which blocks of a page are its own text.
pub trait Classifier: Send + Sync {
    /// One label per block of `blocks.blocks`, in order. The title is no block to a classifier.
    fn classify(&self, page: &Page, blocks: &Blocks) -> Vec<Label>;

    /// The rule, if a block's counts and its neighbours' are all that the algorithm asks for: several such rules are
    /// answered in one pass over the page.
    fn rule(&self) -> Option<Rule> {
        None
    }
}

/// A line of the list of classifiers.
pub struct Entry {
    /// The name on the command line and in the index.
    pub name: &'static str,
    /// Where it was published.
    pub paper: &'static str,
    /// When it says content.
    pub describe: &'static str,
    /// Makes it, at its published settings.
    pub build: fn() -> Box<dyn Classifier>,
}

/// All classifiers. An index stores their labels as bits by their places here, so new ones go to the end.
pub const CLASSIFIERS: &[Entry] = &[
    Entry {
        name: "keep-all",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2 (baseline)",
        describe: "every block",
        build: || Box::new(Local(keep_all::content)),
    },
    Entry {
        name: "min-words-10",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2 (CleanEval baseline)",
        describe: "words >= 10",
        build: || Box::new(Local(min_words::content::<10>)),
    },
    Entry {
        name: "min-words-15",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Table 2 (1R)",
        describe: "words >= 15",
        build: || Box::new(Local(min_words::content::<15>)),
    },
    Entry {
        name: "text-density-1r",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Table 2 (1R)",
        describe: "text density >= 10.5",
        build: || Box::new(Local(text_density_1r::content)),
    },
    Entry {
        name: "link-density-33",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Table 2 (1R)",
        describe: "link density <= 0.33",
        build: || Box::new(Local(link_density_33::content)),
    },
    Entry {
        name: "density-tree",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Algorithm 1 (boilerpipe's DensityRulesClassifier)",
        describe: "decision tree over text and link density of the block and its neighbours",
        build: || Box::new(Local(density_tree::content)),
    },
    Entry {
        name: "words-tree",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Algorithm 2 (boilerpipe's NumWordsRulesClassifier)",
        describe: "decision tree over number of words and link density of the block and its neighbours",
        build: || Box::new(Local(words_tree::content)),
    },
    Entry {
        name: "cleaneval-rule",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2 (trained on CleanEval)",
        describe: "text density >= 7 and link density <= 0.35",
        build: || Box::new(Local(cleaneval_rule::content)),
    },
];

/// The classifier of this name, and its place in [`CLASSIFIERS`].
///
/// # Errors
/// A usage error with the nearest name if there is none.
pub fn by_name(name: &str) -> Result<(usize, &'static Entry)> {
    let found = CLASSIFIERS.iter().enumerate().find(|(_, entry)| entry.name == name);
    found.ok_or_else(|| unknown_name("classifier", name, CLASSIFIERS.iter().map(|entry| entry.name)))
}

/// What all classifiers say: one word per block of `blocks.blocks`, whose bit i is set if `CLASSIFIERS[i]` says content.
pub fn label_bits(page: &Page, blocks: &Blocks) -> Vec<u64> {
    static ALL: LazyLock<Vec<Box<dyn Classifier>>> =
        LazyLock::new(|| CLASSIFIERS.iter().map(|entry| (entry.build)()).collect());
    let rules: Vec<(usize, Rule)> = numbered(&ALL).filter_map(|(bit, one)| Some((bit, one.rule()?))).collect();
    let bits_of = |around: &Neighbours| rules.iter().map(|(bit, rule)| u64::from(rule(around)) << bit).sum();
    let mut bits = neighbours::map(blocks, bits_of);
    for (bit, classifier) in numbered(&ALL).filter(|(_, one)| one.rule().is_none()) {
        for (bits, label) in bits.iter_mut().zip(classifier.classify(page, blocks)) {
            *bits |= u64::from(label == Label::Content) << bit;
        }
    }
    bits
}

fn numbered(all: &[Box<dyn Classifier>]) -> impl Iterator<Item = (usize, &dyn Classifier)> {
    all.iter().map(|one| &**one).enumerate()
}

#[cfg(test)]
mod tests;
