//! Mozilla's Readability 0.6, ported: the article that Firefox's reader view shows.
//!
//! [`html`] makes the tree that a browser makes, [`article()`] is the algorithm: metadata, some
//! passes of [`sieve`], [`score`], [`choose`] and [`clean`], and [`finish`]. The text is equal to
//! the original's; titles and authors are read as far as they decide about it. What the original
//! computes anew for every element is added up once ([`sums`]), so that a page takes linear time.
//!
//! Keeps nothing from pages without an article, or from pages that would take time or space far
//! beyond their size ([`html::Limit`]).

mod article;
mod attributes;
mod choose;
mod clean;
mod conditional;
mod finish;
pub(crate) mod html;
mod js;
mod metadata;
mod page;
mod prepare;
mod score;
mod sieve;
mod style;
mod sums;
mod tables;
mod title;
mod words;

use article::article;
use tamis_blocks::block::carry::{self, Piece};
use tamis_blocks::classify::{Classifier, Kept, Subject};
use tamis_blocks::page::Label;

pub(super) struct Readability;

impl Classifier for Readability {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        self.keep(subject).labels
    }

    fn text(&self, subject: &Subject) -> String {
        let mut text = article(subject.markup).unwrap_or_default();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    fn keep(&self, subject: &Subject) -> Kept {
        let text = self.text(subject);
        let labels = carry::labels(&subject.words(), &[Piece { text: &text, kept: true }]);
        Kept { labels, text }
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        match article(subject.markup) {
            Ok(text) => {
                let shares = carry::shares(&subject.words(), &[Piece { text: &text, kept: true }]);
                shares
                    .into_iter()
                    .map(|share| format!("{:.0} % of its words are in the article", share * 100.0))
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
