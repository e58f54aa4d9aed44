//! Trees whose nodes know their neighbours.

use super::element::{Attr, Attributes, Span};
use crate::name::{Name, PageNames};

/// A node, as an index into the tree's nodes.
pub type Id = u32;
/// No node.
pub const NONE: Id = u32::MAX;
/// The document.
pub const ROOT: Id = 0;

/// The vocabulary that an element belongs to, and which of its content is HTML again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    Html,
    Svg,
    /// FOREIGNOBJECT, DESC or TITLE: its content is HTML.
    SvgPoint,
    Math,
    /// MI, MO, MN, MS or MTEXT: most of its content is HTML.
    MathText,
    /// ANNOTATION-XML.
    Annotation,
    /// ANNOTATION-XML whose content is HTML.
    AnnotationHtml,
}

/// An element, a text ([`Name::TEXT`]), or a comment ([`Name::COMMENT`]).
#[derive(Debug, Clone, Copy)]
pub struct Node {
    pub name: Name,
    pub space: Space,
    pub parent: Id,
    pub first: Id,
    pub last: Id,
    pub prev: Id,
    pub next: Id,
    /// Of an element the start is its attributes; of a text or a comment it is its text.
    pub data: Span,
}

impl Node {
    pub fn is_element(&self) -> bool {
        self.name < Name::TEXT || self.name > Name::INTEGRATION
    }

    /// The name of an element of HTML; elements of SVG and MathML have others.
    pub fn tag(&self) -> Name {
        if self.space == Space::Html { self.name } else { Name::FOREIGN }
    }
}

/// A page's tree.
#[derive(Debug)]
pub struct Tree<'a> {
    pub page: &'a str,
    /// Text that is not in the page as it stands there.
    pub pool: String,
    pub nodes: Vec<Node>,
    pub attributes: Vec<Attributes>,
    /// The values of attributes, in the order of the elements.
    pub values: Vec<(Attr, Span)>,
    pub names: PageNames,
    /// Where nodes begin and end in the page, in UTF-16 units; -1 if the page does not contain it.
    /// Empty in a dialect without positions.
    pub places: Vec<(i32, i32)>,
}

impl<'a> Tree<'a> {
    pub fn new(page: &'a str) -> Self {
        let mut tree = Self {
            page,
            pool: String::new(),
            // A node for every 30 bytes, as in most pages.
            nodes: Vec::with_capacity(page.len() / 30 + 16),
            attributes: vec![Attributes::default()],
            values: Vec::new(),
            names: PageNames::default(),
            places: Vec::new(),
        };
        tree.make(Name::DOCUMENT, Space::Html, Span::default());
        tree
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    pub fn node_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The text of a span.
    pub fn str(&self, span: Span) -> &str {
        let start = span.start as usize;
        let end = span.end as usize;
        match start.checked_sub(self.page.len()) {
            Some(start) => &self.pool[start..end - self.page.len()],
            None => &self.page[start..end],
        }
    }

    /// The span of what was added to the pool since it had this length.
    pub fn pooled(&self, from: usize) -> Span {
        let start = (self.page.len() + from) as u32;
        Span { start, end: (self.page.len() + self.pool.len()) as u32 }
    }

    /// Adds a text to the pool.
    pub fn pool_text(&mut self, text: &str) -> Span {
        let from = self.pool.len();
        self.pool.push_str(text);
        self.pooled(from)
    }

    pub fn attributes(&self, id: Id) -> &Attributes {
        &self.attributes[self.node(id).data.start as usize]
    }

    pub fn has(&self, id: Id, flag: impl Into<u32>) -> bool {
        self.attributes(id).flags & flag.into() != 0
    }

    /// The value of an attribute.
    pub fn value(&self, id: Id, attr: Attr) -> Option<&str> {
        let attributes = self.attributes(id);
        let from = attributes.values as usize;
        let values = &self.values[from..from + usize::from(attributes.count)];
        values.iter().find(|&&(kept, _)| kept == attr).map(|&(_, span)| self.str(span))
    }

    pub fn make(&mut self, name: Name, space: Space, data: Span) -> Id {
        let node = Node {
            name,
            space,
            parent: NONE,
            first: NONE,
            last: NONE,
            prev: NONE,
            next: NONE,
            data,
        };
        self.nodes.push(node);
        (self.nodes.len() - 1) as Id
    }

    /// Makes a node the last child of another.
    pub fn append(&mut self, parent: Id, id: Id) {
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
    pub fn insert_before(&mut self, sibling: Id, id: Id) {
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

    pub fn detach(&mut self, id: Id) {
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
    pub fn adopt(&mut self, from: Id, to: Id) {
        while self.node(from).first != NONE {
            self.append(to, self.node(from).first);
        }
    }

    /// The next node of a walk below `top`, in page order, with or without the children of `at`.
    pub fn after(&self, mut at: Id, top: Id, children: bool) -> Option<Id> {
        if children && self.node(at).first != NONE {
            return Some(self.node(at).first);
        }
        while at != top && at != NONE {
            let node = self.node(at);
            if node.next != NONE {
                return Some(node.next);
            }
            at = node.parent;
        }
        None
    }

    /// All nodes below one, in page order.
    pub fn below(&self, top: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.after(top, top, true), move |&at| self.after(at, top, true))
    }

    pub fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let some = |id: Id| (id != NONE).then_some(id);
        std::iter::successors(some(self.node(id).first), move |&at| some(self.node(at).next))
    }

    /// The children that are elements.
    pub fn elements(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        self.children(id).filter(|&child| self.node(child).is_element())
    }

    /// The nodes around one, from its parent on.
    pub fn ancestors(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let some = |id: Id| (id != NONE).then_some(id);
        std::iter::successors(some(self.node(id).parent), move |&at| some(self.node(at).parent))
    }
}
