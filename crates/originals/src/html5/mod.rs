//! The tree that the WHATWG's tree builder makes of a page (HTML, 13.2), in one of two
//! [`Dialect`]s: that of browsers, which Readability runs on, and that of jsoup 1.8, which
//! Web2Text runs on.
//!
//! A tree is an arena of nodes that know their neighbours, attributes, and the text that is not in
//! the page as it stands there. All else are spans of the page. Scripts do not run, so the content
//! of NOSCRIPT is markup. What a TEMPLATE contains is left out.
//!
//! Time and memory are linear in the length of the page, up to the limits of [`Limit`].

// Only Readability reads identifiers, asks for values and parses again.
#![cfg_attr(not(feature = "readability"), allow(dead_code, unused_imports))]

mod adoption_agency;
mod after;
mod attributes;
mod body;
mod body_end;
mod builder;
mod declarations;
mod dialect;
mod element;
mod foreign;
mod formatting;
mod insertion_modes;
mod limit;
mod positions;
mod references;
mod reparse;
mod script;
mod select;
mod tables;
mod tokenizer;
mod tree;

pub use attributes::Reader;
pub use dialect::Dialect;
pub use element::{Attr, FONT_LOOKS, HIDDEN_INPUT, HTML_ENCODING, Span};
pub use limit::Limit;
pub use reparse::reparse;
pub use tree::{Id, NONE, Node, ROOT, Space, Tree};

/// Parses a page whose lines end in line feeds alone.
pub fn parse<'a>(page: &'a str, dialect: &'static Dialect) -> Result<Tree<'a>, Limit> {
    let mut builder = builder::Builder::new(Tree::new(page), dialect);
    builder.read()?;
    Ok(builder.tree)
}

#[cfg(test)]
mod tests;
