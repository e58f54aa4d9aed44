//! Trees whose nodes know their neighbours and where they stand in the page.

use crate::name::{Name, Names};

/// A node, as an index into the tree's nodes.
pub type Id = u32;
/// No node.
pub const NONE: Id = u32::MAX;
/// The root, which is not an element.
pub const ROOT: Id = 0;

/// An element, a text ([`Name::TEXT`]), or a comment ([`Name::COMMENT`]).
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// Its name.
    pub name: Name,
    /// The node around it.
    pub parent: Id,
    /// Its first child.
    pub first: Id,
    /// Its last child.
    pub last: Id,
    /// The sibling before it.
    pub prev: Id,
    /// The sibling after it.
    pub next: Id,
    /// Where it begins in the page, in UTF-16 units; -1 if the parser made it up.
    pub start: i32,
    /// Where it ends, in UTF-16 units; -1 if it has no end tag.
    pub end: i32,
    /// Of a text, its range in the tree's text; of an element, the range of its attribute `class`
    /// in the page.
    pub range: (u32, u32),
}

/// A page's tree.
#[derive(Debug, Default)]
pub struct Tree<'a> {
    page: &'a [u8],
    nodes: Vec<Node>,
    /// All texts, with white space folded.
    pub(super) text: String,
    pub(super) names: Names,
}

impl<'a> Tree<'a> {
    pub(super) fn new(page: &'a str) -> Self {
        let mut tree = Self { page: page.as_bytes(), ..Self::default() };
        tree.make(Name::DOCUMENT, 0, -1);
        tree
    }

    /// Returns a node.
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    pub(super) fn node_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// Number of nodes, detached ones included.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The text of a text node.
    pub fn text(&self, id: Id) -> &str {
        let (start, end) = self.node(id).range;
        &self.text[start as usize..end as usize]
    }

    /// Returns all texts; those of the nodes are ranges of it.
    pub fn into_text(self) -> String {
        self.text
    }

    /// The value of an element's attribute `class`, as the page has it.
    pub fn class(&self, id: Id) -> &[u8] {
        let (start, end) = self.node(id).range;
        &self.page[start as usize..end as usize]
    }
    /// The name of a node, in lower case.
    #[cfg(test)]
    pub fn name(&self, id: Id) -> &[u8] {
        self.names.get(self.node(id).name)
    }

    /// Returns the first BODY, in page order.
    pub fn body(&self) -> Option<Id> {
        let mut at = ROOT;
        while self.node(at).name != Name::BODY {
            at = self.after(at, ROOT, true)?;
        }
        Some(at)
    }

    /// Returns the next node of a walk below `top`, in page order, with or without the children of
    /// `at`.
    pub fn after(&self, mut at: Id, top: Id, children: bool) -> Option<Id> {
        if children && self.node(at).first != NONE {
            return Some(self.node(at).first);
        }
        while at != top {
            let node = self.node(at);
            if node.next != NONE {
                return Some(node.next);
            }
            at = node.parent;
        }
        None
    }

    pub(super) fn make(&mut self, name: Name, start: i32, end: i32) -> Id {
        let node = Node {
            name,
            parent: NONE,
            first: NONE,
            last: NONE,
            prev: NONE,
            next: NONE,
            start,
            end,
            range: (0, 0),
        };
        self.nodes.push(node);
        (self.nodes.len() - 1) as Id
    }

    /// Makes a node the last child of another.
    pub(super) fn append(&mut self, parent: Id, id: Id) {
        self.detach(id);
        let last = std::mem::replace(&mut self.node_mut(parent).last, id);
        let node = self.node_mut(id);
        node.parent = parent;
        node.prev = last;
        match last {
            NONE => self.node_mut(parent).first = id,
            _ => self.node_mut(last).next = id,
        }
    }

    /// Puts a node before another one, which has a parent.
    pub(super) fn insert_before(&mut self, sibling: Id, id: Id) {
        self.detach(id);
        let Node { parent, prev, .. } = *self.node(sibling);
        let node = self.node_mut(id);
        node.parent = parent;
        node.prev = prev;
        node.next = sibling;
        self.node_mut(sibling).prev = id;
        match prev {
            NONE => self.node_mut(parent).first = id,
            _ => self.node_mut(prev).next = id,
        }
    }

    pub(super) fn detach(&mut self, id: Id) {
        let Node { parent, prev, next, .. } = *self.node(id);
        if parent == NONE {
            return;
        }
        match prev {
            NONE => self.node_mut(parent).first = next,
            _ => self.node_mut(prev).next = next,
        }
        match next {
            NONE => self.node_mut(parent).last = prev,
            _ => self.node_mut(next).prev = prev,
        }
        let node = self.node_mut(id);
        node.parent = NONE;
        node.prev = NONE;
        node.next = NONE;
    }

    /// Moves all children of a node to the end of another's.
    pub(super) fn adopt(&mut self, from: Id, to: Id) {
        while self.node(from).first != NONE {
            self.append(to, self.node(from).first);
        }
    }
}
