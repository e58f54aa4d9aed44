//! The trait of all classifiers, and the page that they look at.

use super::rules::rule::Rule;
use super::shared::Shared;
use crate::block::carry::BlockWords;
use crate::html::Outline;
use crate::page::{Block, Blocks, Label, Page};
use std::sync::Arc;

/// A page in all its forms: the input of a classifier.
pub struct Subject<'a> {
    /// The page's HTML, for methods that parse it their own way. May be empty unless a classifier
    /// [needs it](Classifier::needs_markup).
    pub markup: &'a str,
    /// The parsed page.
    pub page: &'a Page,
    /// Its blocks.
    pub blocks: &'a Blocks,
    /// Its elements as its author nested them, for structure and metadata; no classifier reads it.
    pub outline: Option<&'a Outline>,
    /// The page's language as ISO 639-1 (`en`), if the caller knows it.
    pub language: Option<&'a str>,
    shared: Shared,
}

impl<'a> Subject<'a> {
    /// A page and its blocks, enough for classifiers that do not need the markup.
    pub fn new(page: &'a Page, blocks: &'a Blocks) -> Self {
        let shared = Shared::default();
        Self { markup: "", page, blocks, outline: None, language: None, shared }
    }

    /// Adds the page's HTML.
    pub fn with_markup(self, markup: &'a str) -> Self {
        Self { markup, ..self }
    }

    /// Adds its elements as its author nested them.
    pub fn with_outline(self, outline: impl Into<Option<&'a Outline>>) -> Self {
        Self { outline: outline.into(), ..self }
    }

    /// Sets the page's language (ISO 639-1), or leaves it unknown.
    pub fn in_language(self, language: Option<&'a str>) -> Self {
        Self { language, ..self }
    }

    /// Returns the words of its blocks, with which methods that segment pages their own way are
    /// aligned.
    pub fn words(&self) -> Arc<BlockWords> {
        self.shared(|| BlockWords::new(self.blocks))
    }

    /// Returns a value that several classifiers compute alike for this page. The first caller makes
    /// it; there is one value per type.
    pub fn shared<T: Send + Sync + 'static>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        self.shared.get_or_make(make)
    }
}

/// What a classifier keeps of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// One label for each block, as [`Classifier::classify`] returns them.
    pub labels: Vec<Label>,
    /// The text, every line ended.
    pub text: String,
}

/// An algorithm that decides which blocks of a page are content.
pub trait Classifier: Send + Sync {
    /// Returns one label for each block of `blocks.blocks`, in order. The title gets no label.
    fn classify(&self, subject: &Subject) -> Vec<Label>;

    /// Returns the kept text as the original program prints it, every line ended. By default, one
    /// content block per line.
    fn text(&self, subject: &Subject) -> String {
        content(subject.blocks, &self.classify(subject))
    }

    /// Returns the labels and the text from one reading of the page. Methods that parse the markup
    /// themselves parse it once for both.
    fn keep(&self, subject: &Subject) -> Kept {
        Kept { labels: self.classify(subject), text: self.text(subject) }
    }

    /// Explains each block's label: the rule or filter that decided, and the numbers it used. Empty
    /// if there is nothing to add to
    /// [`ClassifierEntry::describe`](super::ClassifierEntry::describe).
    fn explain(&self, _subject: &Subject) -> Vec<String> {
        Vec::new()
    }

    /// Returns the probability, 0 to 1, that each block of `blocks.blocks` is content. `None` if
    /// the method has none.
    fn scores(&self, _subject: &Subject) -> Option<Vec<f32>> {
        None
    }

    /// Returns how good the text of a page is likely to be: its expected F1, 0 to 1. `None` if the
    /// method cannot tell.
    fn confidence(&self, _subject: &Subject) -> Option<f32> {
        None
    }

    /// The checksum of the model's file, or of the model that is compiled in; `None` without a
    /// model. The recipe of an index has it, so that all its pages are labelled by one model.
    fn model_sum(&self) -> Option<u64> {
        None
    }

    /// Whether it reads [`Subject::markup`].
    fn needs_markup(&self) -> bool {
        false
    }

    /// The rule, if the algorithm only reads the counts of a block and its two neighbours. A
    /// [`Set`](super::Set) answers all such rules in one pass over the page.
    fn rule(&self) -> Option<Rule> {
        None
    }
}

/// Returns the texts of the content blocks, one per line.
pub fn content(blocks: &Blocks, labels: &[Label]) -> String {
    let kept = blocks.blocks.iter().zip(labels).filter(|(_, label)| **label == Label::Content);
    kept.flat_map(|(block, _): (&Block, _)| [blocks.text_of(block), "\n"]).collect()
}
