//! Victor: a conditional random field over 46 features of each run of text.
//!
//! Marek, Pecina and Spousta, "Web Page Cleaning with Conditional Random Fields", WAC3/CLEANEVAL
//! 2007; blocks, features and their steps are those of the program (released under the GPL; this is
//! our own code), with its configuration `cleaneval`. Its model is read from the path that the user
//! gives, in the text format of CRF++. It has no weights of pairs of labels, so it labels each
//! block for itself; the model that is compiled in is trained by us, with such weights.
//!
//! A block is `other`, or the beginning of a heading, a paragraph or an item of a list, or the
//! continuation of the block before; all but `other` are content. The labels are carried to the
//! page's blocks. Chosen by us: the probability of a block is that of Victor's block with most of
//! its words.

mod block;
mod crf;
mod features;
mod model;
mod page;
mod template;
mod text_model;
mod tidy;
mod vocabulary;
mod words;

pub use block::VictorBlock;
pub use crf::{Crf, LABELS, Lattice, PerLabel, VictorKind, add, best_path};
pub use features::{FEATURES, FeatureRow, NAMES, features};
pub use model::KIND;
pub use page::blocks;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use tamis_blocks::block::carry::Alignment;
use tamis_blocks::classify::{Classifier, Subject};
use tamis_blocks::model::Model;
use tamis_blocks::page::Label;
use tamis_blocks::{Error, Result};
pub use vocabulary::FeatureNumbers;

/// The classifier.
pub struct Victor {
    crf: Arc<Crf>,
    /// The checksum of the model.
    sum: u64,
}

/// A page's blocks with their features, aligned with the page's own blocks. All models share them.
struct VictorReading {
    blocks: Vec<VictorBlock>,
    rows: Vec<FeatureRow>,
    aligned: Alignment,
}

impl VictorReading {
    fn shared(subject: &Subject) -> Arc<Self> {
        subject.shared(|| {
            let blocks = blocks(subject.markup);
            let aligned =
                Alignment::new(&subject.words(), blocks.iter().map(|block| block.text.as_str()));
            Self { rows: features(&blocks), blocks, aligned }
        })
    }
}

/// The model of this program, and its checksum.
static OURS: LazyLock<Result<(Arc<Crf>, u64)>> = LazyLock::new(|| {
    let model = Model::from_bytes(include_bytes!("victor.model"), Path::new("victor.model"), KIND)?;
    Ok((Arc::new(Crf::from_model(&model)?), model.sum()))
});

impl Victor {
    /// Builds it with the model of this program.
    ///
    /// # Errors
    /// None; the model is compiled in.
    pub fn new() -> Result<Self> {
        match &*OURS {
            Ok((crf, sum)) => Ok(Self { crf: Arc::clone(crf), sum: *sum }),
            Err(error) => Err(Error::setting(error.to_string())),
        }
    }

    /// Builds it with the model in a file: a text model of CRF++, or one of this program.
    ///
    /// # Errors
    /// The file cannot be read, or is no model of Victor.
    pub fn read(path: &Path) -> Result<Self> {
        let (crf, sum) = Crf::read(path)?;
        Ok(Self { crf: Arc::new(crf), sum })
    }

    /// Builds it with a model.
    ///
    /// # Errors
    /// The model is not one of Victor.
    pub fn from_model(model: &Model) -> Result<Self> {
        Ok(Self { crf: Arc::new(Crf::from_model(model)?), sum: model.sum() })
    }

    /// Returns the text that the original prints: CleanEval's tags before blocks that begin a
    /// heading, an item or a paragraph.
    pub fn marked(&self, subject: &Subject) -> String {
        self.lines(subject, |kind| match kind {
            VictorKind::Header => "<h> ",
            VictorKind::List => "<l> ",
            VictorKind::Paragraph => "<p> ",
            VictorKind::Continuation | VictorKind::Other => "",
        })
    }

    fn lines(&self, subject: &Subject, mark: impl Fn(VictorKind) -> &'static str) -> String {
        let reading = VictorReading::shared(subject);
        let mut text = String::new();
        for (block, kind) in reading.blocks.iter().zip(self.kinds(&reading)) {
            if !kind.is_content() {
                continue;
            }
            text.push_str(mark(kind));
            for (i, word) in block.text.split_whitespace().enumerate() {
                text.push_str(if i > 0 { " " } else { "" });
                text.push_str(word);
            }
            text.push('\n');
        }
        text
    }

    fn kinds(&self, reading: &VictorReading) -> Vec<VictorKind> {
        self.crf.label(&self.crf.scores(&reading.rows))
    }

    /// The probability of each kind for each of Victor's blocks.
    fn probabilities(&self, reading: &VictorReading) -> Vec<PerLabel> {
        self.crf.probabilities(&self.crf.scores(&reading.rows))
    }
}

impl Classifier for Victor {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        let reading = VictorReading::shared(subject);
        let kinds = self.kinds(&reading);
        reading.aligned.labels(|block| kinds[block].is_content())
    }

    /// One line for each kept block. The original also marks the blocks, see [`Victor::marked`].
    fn text(&self, subject: &Subject) -> String {
        self.lines(subject, |_| "")
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        let reading = VictorReading::shared(subject);
        let kinds = self.kinds(&reading);
        let probabilities = self.probabilities(&reading);
        let mut explanations = Vec::new();
        for origin in reading.aligned.origins() {
            let Some(block) = origin else {
                explanations.push("victor: no block of Victor has its words".to_owned());
                continue;
            };
            let kind = kinds[block];
            let probability = probabilities[block][kind as usize];
            let strongest = self.crf.strongest(&reading.rows, block, kind);
            let strongest: Vec<String> =
                strongest.iter().map(|(name, by)| format!("{name} ({by:+.2})")).collect();
            explanations.push(format!(
                "victor: block {block} is {}, probability {probability:.2}; {}",
                kind.name(),
                strongest.join(", ")
            ));
        }
        explanations
    }

    fn scores(&self, subject: &Subject) -> Option<Vec<f32>> {
        let reading = VictorReading::shared(subject);
        let probabilities = self.probabilities(&reading);
        let mut scores = Vec::new();
        for origin in reading.aligned.origins() {
            scores.push(match origin {
                Some(block) => (1.0 - probabilities[block][VictorKind::Other as usize]) as f32,
                None => 0.0,
            });
        }
        Some(scores)
    }

    fn model_sum(&self) -> Option<u64> {
        Some(self.sum)
    }

    fn needs_markup(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
