//! The tree that jsoup 1.8 makes of a page, with the position of each node, for methods whose
//! originals use jsoup. It is the HTML 5 tree with the quirks of that version: text stays in the
//! table that it stands in, end tags imply less, and elements that close themselves do so whatever
//! they are.
//!
//! Positions are those of the fork that Web2Text uses, which adds them to jsoup 1.8.4: UTF-16 units
//! in the source; a text from the end of the token before it to its own end, an element from its
//! start tag to its end tag.
//!
//! Time and memory are linear in the length of the page.

mod after;
mod body;
mod body_end;
mod builder;
mod formatting;
mod markup;
mod modes;
mod position;
mod reference;
mod select;
mod table;
mod token;
mod tree;

pub(crate) use crate::name::{Name, Set};
pub(crate) use tree::{Id, NONE, Tree};

/// Parses a page.
pub(crate) fn parse(page: &str) -> Tree<'_> {
    let mut builder = builder::Builder::new(page);
    builder.run();
    builder.tree
}

#[cfg(test)]
mod tests;
