//! The tree that tidy builds: nodes by number, linked to parent, siblings and children.

use super::dict::TidyTag;

/// The number of a node.
pub(super) type TidyId = u32;
pub(super) const NONE: TidyId = TidyId::MAX;

/// What a node or token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum TidyKind {
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
pub(super) struct TidyNode {
    pub kind: TidyKind,
    pub tag: TidyTag,
    /// The name if tidy does not know it.
    pub name: Option<Box<str>>,
    /// The element that it was before it was renamed.
    pub was: TidyTag,
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
    pub parent: TidyId,
    pub prev: TidyId,
    pub next: TidyId,
    pub content: TidyId,
    pub last: TidyId,
}

/// An inline element that is opened again in the next block.
#[derive(Clone)]
pub(super) struct ReopenedInline {
    pub tag: TidyTag,
    pub has_attributes: bool,
    pub is_named: bool,
}

/// All nodes. The root has the number 0.
pub(super) struct TidyTree(Vec<TidyNode>);

impl TidyTree {
    /// A tree with its root alone, for a page of this many bytes.
    pub fn with_room_for(bytes: usize) -> Self {
        // Most pages have fewer nodes than that.
        let mut tree = Self(Vec::with_capacity(bytes / 32));
        tree.add(TidyNode { kind: TidyKind::Misc, ..TidyNode::default() });
        tree
    }

    /// Adds a node that is not linked to any other.
    pub fn add(&mut self, node: TidyNode) -> TidyId {
        self.0.push(TidyNode {
            parent: NONE,
            prev: NONE,
            next: NONE,
            content: NONE,
            last: NONE,
            ..node
        });
        (self.0.len() - 1) as TidyId
    }

    pub fn is_element(&self, id: TidyId) -> bool {
        matches!(self[id].kind, TidyKind::Start | TidyKind::StartEnd)
    }

    pub fn is_text(&self, id: TidyId) -> bool {
        id != NONE && self[id].kind == TidyKind::Text
    }

    /// The element of a node; `Unknown` for no node.
    pub fn tag(&self, id: TidyId) -> TidyTag {
        if id == NONE { TidyTag::Unknown } else { self[id].tag }
    }

    pub fn children(&self, id: TidyId) -> impl Iterator<Item = TidyId> {
        self.from(self[id].content)
    }

    fn from(&self, first: TidyId) -> impl Iterator<Item = TidyId> {
        std::iter::successors(known(first), |&id| known(self[id].next))
    }

    /// The nodes around a node, the innermost first.
    pub fn ancestors(&self, id: TidyId) -> impl Iterator<Item = TidyId> {
        std::iter::successors(known(self[id].parent), |&id| known(self[id].parent))
    }

    /// Whether an element of this name is around a node.
    pub fn is_within(&self, id: TidyId, tag: TidyTag) -> bool {
        self.ancestors(id).any(|id| self[id].tag == tag)
    }

    /// Takes a node with its content out of the tree.
    pub fn remove(&mut self, id: TidyId) {
        let TidyNode { parent, prev, next, .. } = self[id];
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

    pub fn append(&mut self, parent: TidyId, id: TidyId) {
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

    pub fn insert_before(&mut self, at: TidyId, id: TidyId) {
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

    pub fn insert_after(&mut self, at: TidyId, id: TidyId) {
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
    pub fn wrap(&mut self, id: TidyId, around: TidyId) {
        self.insert_before(id, around);
        self.remove(id);
        self.append(around, id);
    }

    /// Replaces a node by its content.
    pub fn unwrap(&mut self, id: TidyId) {
        while self[id].content != NONE {
            let child = self[id].content;
            self.remove(child);
            self.insert_before(id, child);
        }
        self.remove(id);
    }

    /// All nodes below a node, each before its content. The tree must not change.
    pub fn descendants(&self, id: TidyId) -> Vec<TidyId> {
        let mut all = Vec::new();
        let mut rest = vec![self[id].content];
        while let Some(mut node) = rest.pop() {
            while node != NONE {
                all.push(node);
                let TidyNode { next, content, .. } = self[node];
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

impl std::ops::Index<TidyId> for TidyTree {
    type Output = TidyNode;

    fn index(&self, id: TidyId) -> &TidyNode {
        &self.0[id as usize]
    }
}

impl std::ops::IndexMut<TidyId> for TidyTree {
    fn index_mut(&mut self, id: TidyId) -> &mut TidyNode {
        &mut self.0[id as usize]
    }
}

/// Returns a node, or nothing for [`NONE`].
fn known(id: TidyId) -> Option<TidyId> {
    (id != NONE).then_some(id)
}
