//! The tree that a browser makes of a page, as far as Readability can tell trees apart: names,
//! texts, comments, and the attributes that it reads.

pub use super::attributes::Flag;
use super::attributes::note;
use crate::html5::{self, Dialect};
pub use crate::html5::{Attr, Id, Limit, NONE, Node, ROOT, Space, Span, Tree};

static BROWSERS: Dialect = Dialect::browsers(note);

/// Parses a page whose lines end in line feeds alone.
pub fn parse(page: &str) -> Result<Tree<'_>, Limit> {
    html5::parse(page, &BROWSERS)
}

/// Parses what an element contained again.
pub fn reparse<'a>(tree: Tree<'a>, original: &[Node], element: Id) -> Result<Tree<'a>, Limit> {
    html5::reparse(tree, original, element, &BROWSERS)
}

#[cfg(test)]
mod tests;
