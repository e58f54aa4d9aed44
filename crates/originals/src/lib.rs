//! The boilerplate removers of others, as their originals do it: boilerpipe, jusText, Readability,
//! unfluff, BTE, CETR, Victor, Web2Text and more, each with the parser that its original reads
//! pages with. With those of tamis-blocks they are 63 removers, 60 of them published.
//!
//! ```
//! let html = "<ul><li><a href=/>Home</a><li><a href=/news>News</a></ul>
//!     <h1>Penguins on the ice</h1>
//!     <p>Two penguins crossed the frozen bay on Sunday morning, watched by a crowd of several
//!     hundred people who had waited since dawn.
//!     <p><a href=/more>More news</a>";
//! let text = tamis_originals::extract(html, "boilerpipe-article")?;
//! assert!(text.contains("Penguins on the ice\nTwo penguins") && !text.contains("More news"));
//! # Ok::<(), tamis_originals::Error>(())
//! ```
//!
//! All that tamis-blocks has is here, too, under the same names; [`classify::CLASSIFIERS`] and
//! [`extract`] know the longer list.
//!
//! # Cargo features
//! All are on by default.
//! - `justext`: jusText and its stop lists for 100 languages (adds 620 KB).
//! - `readability`: Mozilla's Readability (no dependencies).
//! - `unfluff`: unfluff, a port of goose.

#![warn(missing_docs)]

mod boilerpipe;
pub mod cetr;
pub mod classify;
mod elements;
mod html5;
#[cfg(feature = "justext")]
pub mod justext;
mod line_end;
mod list;
mod name;
#[cfg(feature = "readability")]
mod readability;
mod space;
#[cfg(feature = "unfluff")]
mod unfluff;
pub mod victor;
pub mod web2text;
pub mod words;

pub use tamis_blocks::{
    Document, DocumentBuilder, Error, Result, Source, Wanted, block, feature, html, model, page,
};

/// Returns the text that one classifier keeps of a page: that of the original program, with a line
/// end wherever a block ends in the page.
///
/// `classifier` is a name of [`CLASSIFIERS`](classify::CLASSIFIERS), with its argument if it takes
/// one (`justext:de`).
///
/// # Errors
/// The name is unknown, its argument is invalid, or the method was left out of the build. The page
/// itself never fails.
pub fn extract(html: &str, classifier: &str) -> Result<String> {
    Ok(Document::parse(html).text(&*list::CLASSIFIERS.by_name(classifier)?))
}

/// Runs the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests;
