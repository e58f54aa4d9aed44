//! Web2Text (Vogels, Ganea and Eickhoff, "Web2Text: Deep Structured Boilerplate Removal", ECIR
//! 2018): two convolutional networks over 128 features of each text node and 25 of each pair of
//! neighbours, and the most probable sequence of labels.
//!
//! The paper gives the architecture and the settings; features, their constants, the parser and the
//! form of the output are those of the authors' code, as `docs/web2text.md` says. With the released
//! weights, labels and text are equal to those of the original. Ours:
//! - the weight of the pairs, lambda, is 0.1 as in the paper's tables, not 1 as in the code;
//! - a page without text has no labels, where the original stops with an error;
//! - nesting beyond 512 elements is flattened, so that every page takes linear time.

mod collapsed;
mod count;
mod features;
pub(crate) mod jsoup;
pub mod network;
mod pattern;
pub mod reading;
mod row;
pub mod source;
pub mod viterbi;

use reading::Reading;
use source::Networks;
use std::path::Path;
use std::sync::Arc;
use tamis_blocks::Result;
use tamis_blocks::block::carry::Alignment;
use tamis_blocks::classify::{Classifier, Kept, Subject};
use tamis_blocks::model::Model;
use tamis_blocks::page::Label;

/// The classifier.
pub struct Web2Text {
    networks: Networks,
}

/// What all models share on a page.
struct SharedPage {
    reading: Reading,
    alignment: Alignment,
}

/// The networks' logits on a page, and the labels of its leaves.
#[derive(Debug)]
pub struct LabelledLeaves {
    /// Of each leaf: boilerplate, content.
    pub unary: Vec<[f32; 2]>,
    /// Of each leaf and the next: 00, 01, 10, 11, where 1 is content.
    pub pairwise: Vec<[f32; 4]>,
    /// Whether each leaf is content.
    pub kept: Vec<bool>,
}

impl Web2Text {
    /// Uses the networks of a model.
    ///
    /// # Errors
    /// An array is missing or has another shape.
    pub fn from_model(model: &Model) -> Result<Self> {
        Ok(Self { networks: Networks::from_model(model)? })
    }

    /// Uses the networks of a file, `PATH` or `PATH:lambda=NUMBER`; without a path, those of this
    /// program.
    ///
    /// # Errors
    /// The file cannot be read, or is something else; the number is none.
    pub fn new(argument: Option<&str>) -> Result<Self> {
        let (path, lambda) = argument.map(source::argument).transpose()?.unwrap_or_default();
        let mut networks =
            path.map_or_else(Networks::ours, |path| Networks::read(Path::new(path)))?;
        networks.lambda = lambda.unwrap_or(networks.lambda);
        Ok(Self { networks })
    }

    /// Labels the leaves of a page.
    pub fn label(&self, reading: &Reading) -> LabelledLeaves {
        let unary = self.networks.unary.forward(reading.block_features());
        let pairwise = self.networks.pairwise.forward(reading.edge_features());
        let kept = viterbi::labels(&unary, &pairwise, self.networks.lambda);
        LabelledLeaves { unary, pairwise, kept }
    }

    /// The probability that each leaf is content, its neighbours considered.
    fn marginals(&self, labelled: &LabelledLeaves) -> Vec<f64> {
        viterbi::marginals(&labelled.unary, &labelled.pairwise, self.networks.lambda)
    }
}

fn page(subject: &Subject) -> Arc<SharedPage> {
    subject.shared(|| {
        let reading = Reading::new(subject.markup);
        let texts = reading.leaves.iter().map(|leaf| reading.text_of(leaf));
        SharedPage { alignment: Alignment::new(&subject.words(), texts), reading }
    })
}

impl Classifier for Web2Text {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        self.keep(subject).labels
    }

    fn text(&self, subject: &Subject) -> String {
        // The text alone needs no alignment with the blocks.
        let reading = Reading::new(subject.markup);
        let kept = self.label(&reading).kept;
        reading.kept_text(&kept)
    }

    fn keep(&self, subject: &Subject) -> Kept {
        let page = page(subject);
        let kept = self.label(&page.reading).kept;
        let labels = page.alignment.labels(|leaf| kept[leaf]);
        Kept { labels, text: page.reading.kept_text(&kept) }
    }

    fn scores(&self, subject: &Subject) -> Option<Vec<f32>> {
        let page = page(subject);
        let marginals = self.marginals(&self.label(&page.reading));
        Some(page.alignment.means(|leaf| marginals[leaf] as f32))
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        let page = page(subject);
        let labelled = self.label(&page.reading);
        let marginals = self.marginals(&labelled);
        let shares = page.alignment.shares(|leaf| labelled.kept[leaf]);
        let mut explanations = Vec::with_capacity(shares.len());
        for (leaf, share) in page.alignment.origins().into_iter().zip(shares) {
            let Some(leaf) = leaf else {
                explanations
                    .push("web2text: none of its words is in a text node of the page".to_owned());
                continue;
            };
            let own = viterbi::log_softmax(labelled.unary[leaf])[1].exp();
            let changed = match (own > 0.5, labelled.kept[leaf]) {
                (false, true) => ", so its neighbours make it content",
                (true, false) => ", so its neighbours make it boilerplate",
                _ => "",
            };
            let percent = share * 100.0;
            let marginal = marginals[leaf];
            explanations.push(format!(
                "web2text: {percent:.0} % of its words are in kept text nodes; the one with most \
                 has probability {own:.2} alone, {marginal:.2} with its neighbours{changed}"
            ));
        }
        explanations
    }

    fn model_sum(&self) -> Option<u64> {
        Some(self.networks.sum)
    }

    fn needs_markup(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
