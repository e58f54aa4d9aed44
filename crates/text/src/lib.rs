//! The text of web pages: what a classifier of tamis-blocks keeps as Markdown and HTML, what a page
//! says of itself, and the comments of readers apart from its article.
//!
//! ```
//! use tamis_blocks::{Document, classify::CLASSIFIERS};
//! use tamis_text::metadata::Metadata;
//! use tamis_text::structure::Options;
//!
//! let page = Document::parse(
//!     "<ul><li><a href=/>Home</a></ul><h1>Penguins on the ice</h1><p>Two penguins crossed the
//!     frozen bay on Sunday morning, watched by a crowd of several hundred people who had been
//!     waiting on the shore since dawn.",
//! );
//! let address = Some("https://a.test/");
//! let tamis = CLASSIFIERS.by_name("tamis")?;
//! let markdown = tamis_text::markdown(&page, &*tamis, address, Options::default());
//! assert!(markdown.starts_with("## Penguins on the ice\n\nTwo penguins"));
//! let metadata = Metadata::read(&page.subject(), address);
//! assert_eq!(metadata.title.as_deref(), Some("Penguins on the ice"));
//! # Ok::<(), tamis_blocks::Error>(())
//! ```
//!
//! 1. [`structure`] makes headings, paragraphs, lists, tables and code of a page's elements, and
//!    writes them.
//! 2. [`metadata`] reads titles, authors and dates, and judges the kind of a page.
//! 3. [`comments`] tells the comments of readers from the article.
//!
//! All of them read a [`Subject`](tamis_blocks::classify::Subject) with its
//! [`Outline`](tamis_blocks::html::Outline), as [`Document`] makes it from one parse. Pages never
//! fail, and running time is linear in the size of the page.

#![warn(missing_docs)]

pub mod comments;
pub mod metadata;
pub mod structure;
mod wordlist;

use structure::{Options, Structure};
use tamis_blocks::Document;
use tamis_blocks::classify::{Classifier, kept};

/// Returns what a classifier keeps of a page as GitHub's Markdown. `address` is the page's URL,
/// which makes its addresses absolute.
pub fn markdown(
    page: &Document,
    classifier: &dyn Classifier,
    address: Option<&str>,
    options: Options,
) -> String {
    let subject = page.subject();
    Structure::of_kept(&subject, address, &kept(classifier, &subject)).markdown(options)
}

/// Runs the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
