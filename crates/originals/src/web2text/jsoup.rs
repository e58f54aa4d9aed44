//! The tree that jsoup 1.8 makes of a page, with the position of each node.

use crate::html5::{Dialect, HIDDEN_INPUT, ROOT, Reader, Span, parse as parse_with};
pub use crate::html5::{Id, NONE, Tree};
pub use crate::name::{Name, Set};
use std::ops::Range;

static JSOUP: Dialect = Dialect::jsoup(note);

/// Parses a page, which has no limits.
pub fn parse(page: &str) -> Tree<'_> {
    parse_with(page, &JSOUP).unwrap_or_else(|_| Tree::new(page))
}

/// Notes the class of an element, and whether it is a hidden field. Of two attributes with a name,
/// the last counts.
fn note(reader: &mut Reader, name: &[u8], value: Span, tree: &mut Tree) {
    match name {
        b"class" => reader.attributes.class = Some(value),
        b"type" => {
            let hidden = tree.str(value).eq_ignore_ascii_case("hidden");
            reader.attributes.flags = if hidden { HIDDEN_INPUT } else { 0 };
        }
        _ => return,
    }
    reader.any = true;
}

impl Tree<'_> {
    /// The text of a text node.
    pub fn text(&self, id: Id) -> &str {
        &self.pool[self.text_range(id)]
    }

    /// Its range in the tree's pool, which has the texts of all nodes.
    pub fn text_range(&self, id: Id) -> Range<usize> {
        let Span { start, end } = self.node(id).data;
        start as usize - self.page.len()..end as usize - self.page.len()
    }

    /// Where a node begins and ends.
    pub fn place(&self, id: Id) -> (i32, i32) {
        self.places[id as usize]
    }

    /// The value of a node's attribute `class`, as the page has it; texts have none.
    pub fn class(&self, id: Id) -> &[u8] {
        if !self.node(id).is_element() {
            return b"";
        }
        self.attributes(id).class.map_or("", |span| self.str(span)).as_bytes()
    }

    /// The first BODY, in page order.
    pub fn body(&self) -> Option<Id> {
        self.below(ROOT).find(|&id| self.node(id).name == Name::BODY)
    }
}

#[cfg(test)]
mod tests;
