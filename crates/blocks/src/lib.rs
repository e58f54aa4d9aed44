//! Boilerplate removal: cuts HTML pages into blocks, measures the blocks, and labels each one as
//! content or boilerplate: with the published rules over words and links (Kohlschütter, Fankhauser
//! and Nejdl, WSDM 2010), with models trained for them, or with the remover of this project.
//!
//! ```
//! let html = "<ul><li><a href=/>Home</a><li><a href=/news>News</a></ul>
//!     <h1>Penguins on the ice</h1>
//!     <p>Two penguins crossed the frozen bay on Sunday morning, watched by a crowd of several
//!     hundred people who had waited since dawn.
//!     <p>Nobody knows where they came from. The nearest colony lies two hundred miles away.
//!     <p><a href=/more>More news</a>";
//! let text = tamis_blocks::extract(html, "tamis")?;
//! assert!(text.starts_with("Penguins on the ice\nTwo penguins") && !text.contains("News"));
//! # Ok::<(), tamis_blocks::Error>(())
//! ```
//!
//! [`extract`] returns the text that one method keeps. [`Document`] gives access to everything
//! else: blocks, word counts, densities, features, the labels of any method and the reasons for
//! them. Its steps are also there on their own:
//!
//! 1. [`html`] decodes and parses a page into a [`page::Page`], text with the tags between.
//! 2. [`block`] cuts the page into [`page::Blocks`], with boilerpipe's word counts and densities.
//! 3. [`feature`] computes features of each block, for analysis and machine learning.
//! 4. [`classify`] labels the blocks. [`classify::CLASSIFIERS`] lists the methods of this crate;
//!    write your own by implementing [`classify::Classifier`]. [`model`] reads the files of those
//!    that were trained.
//!
//! Pages never fail: any bytes make a page, and broken HTML is read as boilerpipe's parser reads
//! it. Running time is linear in the size of the page, and [`page::Limits`] bound nesting, blocks
//! and time.
//!
//! The crate tamis-originals adds the removers of others, boilerpipe, jusText, Readability and many
//! more, and has all that is here under the same names. The crate tamis-text makes Markdown of what
//! a method keeps, and reads metadata and comments, all of a [`Document`].

#![warn(missing_docs)]

pub mod block;
pub mod classify;
mod document;
mod error;
pub mod feature;
pub mod html;
mod lookup;
pub mod model;
pub mod page;
pub mod remembered;

pub use document::{Document, DocumentBuilder, Source, Wanted, extract};
pub use error::{Error, Result};

/// Runs the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
