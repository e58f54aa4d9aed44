//! Classifiers that keep some words of a page as it is written: one trait for the judgement, one
//! classifier for the rest.

use super::written::{AlignedWords, WrittenPage};
use tamis_blocks::classify::{Classifier, Subject};
use tamis_blocks::page::Label;

/// A method that judges the words of a page.
pub(crate) trait OnTokens: Send + Sync {
    /// Judges the tokens of a page.
    fn judge(&self, written: &WrittenPage) -> KeptTokens;

    /// The checksum of the model's file, if the model was read from a path.
    fn model_sum(&self) -> Option<u64> {
        None
    }
}

/// The judgement of a method on a page.
pub(crate) struct KeptTokens {
    /// Whether each token is kept; tags do not matter.
    pub(crate) kept: Vec<bool>,
    /// Where the kept words are, with the numbers that decided: completes "50 % of the words …".
    pub(crate) reason: String,
}

/// The classifier. A block is content if at least half of its words are kept.
pub(crate) struct WordMajority<M>(pub(crate) &'static str, pub(crate) M);

impl<M: OnTokens> Classifier for WordMajority<M> {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        let page = AlignedWords::shared(subject);
        let shares = page.shares(&self.1.judge(&page.written).kept);
        shares
            .into_iter()
            .map(|share| if share >= 0.5 { Label::Content } else { Label::Boilerplate })
            .collect()
    }

    fn text(&self, subject: &Subject) -> String {
        let page = AlignedWords::shared(subject);
        page.written.kept_text(&self.1.judge(&page.written).kept)
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        let page = AlignedWords::shared(subject);
        let KeptTokens { kept, reason } = self.1.judge(&page.written);
        let name = self.0;
        page.shares(&kept)
            .into_iter()
            .map(|share| format!("{name}: {:.0} % of the words {reason}", share * 100.0))
            .collect()
    }

    fn needs_markup(&self) -> bool {
        true
    }

    fn model_sum(&self) -> Option<u64> {
        self.1.model_sum()
    }
}
