//! The tree that tidy builds: nodes by number, linked to parent, siblings and children.

use super::dict::Tag;

/// The number of a node.
pub(super) type Id = u32;
pub(super) const NONE: Id = Id::MAX;

/// What a node or token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    #[default]
    Text,
    Start,
    End,
    /// A start tag that ends with `/>`.
    StartEnd,
    Comment,
    /// A processing instruction.
    Instruction,
    /// A marked section, a server's code.
    Misc,
    DocType,
}

/// A node of the tree, or a token on its way there.
#[derive(Debug, Clone, Default)]
pub(super) struct Node {
    pub kind: Kind,
    pub tag: Tag,
    /// The name if tidy does not know it.
    pub name: Option<Box<str>>,
    /// The element that it was before it was renamed.
    pub was: Tag,
    /// Inserted by the parser.
    pub implicit: bool,
    pub has_attributes: bool,
    /// Has an ID or a NAME.
    pub is_named: bool,
    pub has_source: bool,
    /// An HTML element in the namespace of XHTML.
    pub is_xhtml: bool,
    /// A line ends after a comment.
    pub line_ends: bool,
    /// The text that replaces an image.
    pub alt: Option<Box<str>>,
    /// The text of a text node.
    pub text: String,
    pub parent: Id,
    pub prev: Id,
    pub next: Id,
    pub content: Id,
    pub last: Id,
}

/// An inline element that is opened again in the next block.
#[derive(Clone)]
pub(super) struct Inline {
    pub tag: Tag,
    pub has_attributes: bool,
    pub is_named: bool,
}

/// All nodes. The root has the number 0.
pub(super) struct Tree(Vec<Node>);

impl Tree {
    /// A tree with its root alone, for a page of this many bytes.
    pub fn with_room_for(bytes: usize) -> Self {
        // Most pages have fewer nodes than that.
        let mut tree = Self(Vec::with_capacity(bytes / 32));
        tree.add(Node { kind: Kind::Misc, ..Node::default() });
        tree
    }

    /// Adds a node that is not linked to any other.
    pub fn add(&mut self, node: Node) -> Id {
        self.0.push(Node {
            parent: NONE,
            prev: NONE,
            next: NONE,
            content: NONE,
            last: NONE,
            ..node
        });
        (self.0.len() - 1) as Id
    }

    pub fn is_element(&self, id: Id) -> bool {
        matches!(self[id].kind, Kind::Start | Kind::StartEnd)
    }

    pub fn is_text(&self, id: Id) -> bool {
        id != NONE && self[id].kind == Kind::Text
    }

    /// The element of a node; `Unknown` for no node.
    pub fn tag(&self, id: Id) -> Tag {
        if id == NONE { Tag::Unknown } else { self[id].tag }
    }

    pub fn children(&self, id: Id) -> impl Iterator<Item = Id> {
        self.from(self[id].content)
    }

    fn from(&self, first: Id) -> impl Iterator<Item = Id> {
        std::iter::successors(known(first), |&id| known(self[id].next))
    }

    /// The nodes around a node, the innermost first.
    pub fn ancestors(&self, id: Id) -> impl Iterator<Item = Id> {
        std::iter::successors(known(self[id].parent), |&id| known(self[id].parent))
    }

    /// Whether an element of this name is around a node.
    pub fn is_within(&self, id: Id, tag: Tag) -> bool {
        self.ancestors(id).any(|id| self[id].tag == tag)
    }

    /// Takes a node with its content out of the tree.
    pub fn remove(&mut self, id: Id) {
        let Node { parent, prev, next, .. } = self[id];
        if prev != NONE {
            self[prev].next = next;
        } else if parent != NONE && self[parent].content == id {
            self[parent].content = next;
        }
        if next != NONE {
            self[next].prev = prev;
        } else if parent != NONE && self[parent].last == id {
            self[parent].last = prev;
        }
        let node = &mut self[id];
        node.parent = NONE;
        node.prev = NONE;
        node.next = NONE;
    }

    pub fn append(&mut self, parent: Id, id: Id) {
        let last = self[parent].last;
        self[id].parent = parent;
        self[id].prev = last;
        self[id].next = NONE;
        if last == NONE {
            self[parent].content = id;
        } else {
            self[last].next = id;
        }
        self[parent].last = id;
    }

    pub fn insert_before(&mut self, at: Id, id: Id) {
        let parent = self[at].parent;
        let prev = self[at].prev;
        self[id].parent = parent;
        self[id].prev = prev;
        self[id].next = at;
        self[at].prev = id;
        if prev != NONE {
            self[prev].next = id;
        } else if parent != NONE {
            self[parent].content = id;
        }
    }

    pub fn insert_after(&mut self, at: Id, id: Id) {
        let parent = self[at].parent;
        let next = self[at].next;
        self[id].parent = parent;
        self[id].prev = at;
        self[id].next = next;
        self[at].next = id;
        if next != NONE {
            self[next].prev = id;
        } else if parent != NONE {
            self[parent].last = id;
        }
    }

    /// Puts `around` in the place of a node, which becomes its content.
    pub fn wrap(&mut self, id: Id, around: Id) {
        self.insert_before(id, around);
        self.remove(id);
        self.append(around, id);
    }

    /// Replaces a node by its content.
    pub fn unwrap(&mut self, id: Id) {
        while self[id].content != NONE {
            let child = self[id].content;
            self.remove(child);
            self.insert_before(id, child);
        }
        self.remove(id);
    }

    /// All nodes below a node, each before its content. The tree must not change.
    pub fn descendants(&self, id: Id) -> Vec<Id> {
        let mut all = Vec::new();
        let mut rest = vec![self[id].content];
        while let Some(mut node) = rest.pop() {
            while node != NONE {
                all.push(node);
                let Node { next, content, .. } = self[node];
                if content != NONE {
                    rest.push(next);
                    node = content;
                } else {
                    node = next;
                }
            }
        }
        all
    }
}

impl std::ops::Index<Id> for Tree {
    type Output = Node;

    fn index(&self, id: Id) -> &Node {
        &self.0[id as usize]
    }
}

impl std::ops::IndexMut<Id> for Tree {
    fn index_mut(&mut self, id: Id) -> &mut Node {
        &mut self.0[id as usize]
    }
}

/// Returns a node, or nothing for [`NONE`].
fn known(id: Id) -> Option<Id> {
    (id != NONE).then_some(id)
}
