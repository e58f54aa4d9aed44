//! boilerpipe's extractors (Kohlschütter, Fankhauser, Nejdl, WSDM 2010, and the program based on
//! it): chains of filters over a page's blocks.
//!
//! Fused blocks share one label; removed blocks are boilerplate. An extractor prints its content
//! blocks, one block of the page per line, so [`Classifier::text`] follows from the labels.

mod canola;
mod chains;
mod document;
mod filter;
mod log;

use document::Document;
use filter::Filter;
use tamis_blocks::classify::Rule;
use tamis_blocks::classify::rules;
use tamis_blocks::classify::{Classifier, Subject};
use tamis_blocks::page::Label;
use tamis_blocks::{Error, Result};

pub(super) use chains::{DENSITY, NUM_WORDS};

pub(super) struct Chain(Vec<Filter>);

impl Chain {
    pub(super) fn default_extractor() -> Self {
        Self(chains::DEFAULT.into())
    }

    /// `ArticleExtractor` of 1.2.0.
    pub(super) fn article() -> Self {
        Self(chains::ARTICLE.into())
    }

    /// `ArticleExtractor` of 2.0.
    pub(super) fn article_2() -> Self {
        Self(chains::ARTICLE_2.into())
    }

    /// `ArticleSentencesExtractor` of 1.2.0.
    pub(super) fn article_sentences() -> Self {
        Self([chains::ARTICLE, chains::SENTENCES].concat())
    }

    /// `ArticleSentencesExtractor` of 2.0.
    pub(super) fn article_sentences_2() -> Self {
        Self([chains::ARTICLE_2, chains::SENTENCES].concat())
    }

    pub(super) fn largest_content() -> Self {
        Self(chains::LARGEST_CONTENT.into())
    }

    pub(super) fn canola() -> Self {
        Self(chains::CANOLA.into())
    }

    pub(super) fn keep_everything() -> Self {
        Self(chains::KEEP_EVERYTHING.into())
    }

    /// `KeepEverythingWithMinKWordsExtractor`.
    ///
    /// # Errors
    /// The argument is missing or not a whole number.
    pub(super) fn keep_min_words(argument: Option<&str>) -> Result<Self> {
        let Some(least) = argument.and_then(|words| words.parse().ok()) else {
            return Err(Error::setting(format!(
                "boilerpipe-keep-min-words: found '{}', expected a minimum number of words, as in \
                 boilerpipe-keep-min-words:5",
                argument.unwrap_or("")
            )));
        };
        Ok(Self([chains::MIN_WORDS, &[Filter::MinWords(least)]].concat()))
    }

    pub(super) fn num_words() -> Self {
        Self(chains::NUM_WORDS_RULES.into())
    }

    /// The WSDM paper's Largest Content Filter after one of its two trees.
    pub(super) fn largest(tree: Filter) -> Self {
        Self([&[tree], chains::LARGEST_AFTER].concat())
    }

    /// The WSDM paper's Main Content Filter after one of its two trees.
    pub(super) fn main(tree: Filter) -> Self {
        Self([chains::MAIN_BEFORE, &[tree], chains::MAIN_AFTER].concat())
    }

    fn run<'a>(&self, subject: &Subject<'a>, log: bool) -> Document<'a> {
        let mut document = Document::new(subject, log);
        for filter in &self.0 {
            filter.apply(&mut document);
        }
        document
    }
}

impl Classifier for Chain {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        self.run(subject, false).labels()
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        self.run(subject, true).entries()
    }

    fn rule(&self) -> Option<Rule> {
        match self.0[..] {
            [
                Filter::NumWordsRules(rule)
                | Filter::DensityRules(rule)
                | Filter::CanolaRules(rule),
            ] => Some(rule),
            [Filter::MarkEverything { content: true }] => Some(rules::KEEP_ALL),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
