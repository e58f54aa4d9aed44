//! The tree that a browser makes of a page (WHATWG HTML, 13.2), as far as Readability can tell
//! trees apart: names, texts, comments, and the attributes that it reads.
//!
//! A tree is three arrays: nodes that know their neighbours, attributes, and the text that is not
//! in the page as it stands there. All else are spans of the page. Scripts do not run, so the
//! content of NOSCRIPT is markup. What a TEMPLATE contains is left out.
//!
//! Time and memory are linear in the length of the page, up to the limits of [`Limit`].

mod adoption;
mod after;
mod attributes;
mod body;
mod body_end;
mod builder;
mod declaration;
mod element;
mod foreign;
mod formatting;
mod limit;
mod modes;
mod reference;
mod reparse;
mod script;
mod select;
mod table;
mod token;
mod tree;

pub(super) use element::{Attr, Flag, Span};
pub(super) use limit::Limit;
pub(super) use reparse::reparse;
pub(super) use tree::{Id, NONE, Node, ROOT, Space, Tree};

/// Parses a page whose lines end in line feeds alone.
pub(super) fn parse(page: &str) -> Result<Tree<'_>, Limit> {
    let mut builder = builder::Builder::new(Tree::new(page));
    builder.read()?;
    Ok(builder.tree)
}

#[cfg(test)]
mod tests;
