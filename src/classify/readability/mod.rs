//! Mozilla's Readability, by the crate legible: the article that Firefox's reader view shows.
//!
//! Pages that would cost the HTML5 tree or what walks over it far more than their size ([`guard`]) are given nothing, and
//! neither are those without a body or an article.

mod guard;

use super::{Classifier, Subject};
use crate::block::carry::{self, Piece};
use crate::page::Label;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(super) struct Readability;

/// The article's text, or why there is none.
fn article(markup: &str) -> Result<String, String> {
    if let Some(limit) = guard::beyond(markup) {
        return Err(limit.to_string());
    }
    // The crate promises no panics; nothing of it outlives the call.
    match catch_unwind(AssertUnwindSafe(|| legible::parse(markup, None, None))) {
        Ok(Ok(article)) => Ok(article.text_content),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("its implementation panicked on this page".to_owned()),
    }
}

impl Classifier for Readability {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        let text = article(subject.markup).unwrap_or_default();
        carry::labels(subject.blocks, &[Piece { text: &text, kept: true }])
    }

    fn text(&self, subject: &Subject) -> String {
        let mut text = article(subject.markup).unwrap_or_default();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        match article(subject.markup) {
            Ok(text) => {
                let shares = carry::shares(subject.blocks, &[Piece { text: &text, kept: true }]);
                shares
                    .into_iter()
                    .map(|share| format!("{:.0} % of its words stand in the article", share * 100.0))
                    .collect()
            }
            Err(why) => vec![format!("no article: {why}"); subject.blocks.blocks.len()],
        }
    }

    fn needs_markup(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
