//! The collapsed tree: jsoup's tree from BODY on, without what is never text, and with every
//! element that has one child merged with it. Its leaves are the blocks.

use super::count::TextCounts;
use super::jsoup::{Id, NONE, Name, Set, Tree};

/// Elements whose text no reader sees.
const SKIPPED: Set = Set::from_names(
    "br checkbox head hr iframe img input meta noscript radio script select style textarea title \
     video #comment",
);
/// Elements that break the line before and after them.
const BREAKING: Set = Set::from_names(
    "address article aside blockquote body br canvas center checkbox dd div dl fieldset figcaption \
     figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe input li main nav \
     noscript ol output p pre radio section select table tbody td textarea tfoot thead tr ul video",
);

/// A node of the collapsed tree: a chain of nodes of jsoup's tree.
#[derive(Debug, Clone)]
pub(super) struct CollapsedNode {
    pub counts: TextCounts,
    pub start: i32,
    pub end: i32,
    pub break_before: bool,
    pub break_after: bool,
    /// The outermost and the innermost node of the chain.
    pub top: Id,
    pub bottom: Id,
    /// The node around it; its own number if there is none.
    pub parent: u32,
    /// Number of nodes around it.
    pub depth: u32,
    /// Its first and last child; none if it is a leaf.
    pub children: Option<(u32, u32)>,
}

/// The nodes in the order of their ends, so that the root is the last.
#[derive(Debug, Default)]
pub(super) struct Collapsed {
    pub nodes: Vec<CollapsedNode>,
    /// The nodes without children, in page order.
    pub leaves: Vec<u32>,
}

/// An element whose children are being read.
struct OpenNode {
    id: Id,
    /// Number of finished nodes that are not its children.
    before: usize,
    /// Number of INPUT elements before it.
    inputs: u32,
    skipped: bool,
}

impl Collapsed {
    pub fn new(tree: &Tree) -> Self {
        let mut collapsed = Self::default();
        if let Some(body) = tree.body() {
            collapsed.read(tree, body);
        }
        collapsed
    }

    fn read(&mut self, tree: &Tree, body: Id) {
        // Finished nodes without a parent.
        let mut finished: Vec<u32> = Vec::new();
        let mut open: Vec<OpenNode> = Vec::new();
        let mut inputs = 0;
        let mut next = Some(body);
        while let Some(id) = next.take().or_else(|| open.last().map(|open| open.id)) {
            let node = tree.node(id);
            if open.last().is_none_or(|open| open.id != id) {
                let skipped =
                    SKIPPED.has(node.name) || open.last().is_some_and(|open| open.skipped);
                if node.name == Name::TEXT {
                    if !skipped && !is_blank(tree.text(id)) {
                        finished.push(self.leaf(tree, id));
                    }
                } else if node.first != NONE {
                    open.push(OpenNode { id, before: finished.len(), inputs, skipped });
                    inputs += u32::from(node.name == Name::INPUT);
                    next = Some(node.first);
                    continue;
                } else {
                    inputs += u32::from(node.name == Name::INPUT);
                }
            } else if let Some(OpenNode { before, inputs: inputs_before, .. }) = open.pop() {
                match finished.len() - before {
                    0 => {}
                    1 => self.merge(tree, id, finished[before]),
                    _ => {
                        let inner =
                            self.inner(tree, id, &finished[before..], inputs > inputs_before);
                        finished.truncate(before);
                        finished.push(inner);
                    }
                }
            }
            if open.is_empty() {
                break;
            }
            next = Some(node.next).filter(|&next| next != NONE);
        }
        for at in (0..self.nodes.len()).rev() {
            let parent = self.nodes[at].parent as usize;
            self.nodes[at].depth = if parent == at { 0 } else { self.nodes[parent].depth + 1 };
        }
    }

    fn push(&mut self, node: CollapsedNode) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    fn leaf(&mut self, tree: &Tree, id: Id) -> u32 {
        let (start, end) = tree.place(id);
        let (break_before, break_after) = breaks(tree, id);
        let counts = TextCounts::count(tree.text(id));
        let parent = self.nodes.len() as u32;
        self.leaves.push(parent);
        self.push(CollapsedNode {
            counts,
            start,
            end,
            break_before,
            break_after,
            top: id,
            bottom: id,
            parent,
            depth: 0,
            children: None,
        })
    }

    /// Merges an element with its only child.
    fn merge(&mut self, tree: &Tree, id: Id, child: u32) {
        let (break_before, break_after) = breaks(tree, id);
        if break_before {
            self.break_before(child);
        }
        if break_after {
            self.break_after(child);
        }
        let (start, end) = tree.place(id);
        let node = &mut self.nodes[child as usize];
        node.break_before = break_before;
        node.break_after = break_after;
        node.top = id;
        if tree.node(id).name == Name::A {
            node.counts.in_links = node.counts.characters;
        }
        if node.start < 0 {
            node.start = start;
        }
        if node.end < 0 {
            node.end = end;
        }
    }

    /// Makes a node of an element with several children.
    fn inner(&mut self, tree: &Tree, id: Id, children: &[u32], form: bool) -> u32 {
        let (break_before, break_after) = breaks(tree, id);
        let first = children[0];
        let last = children[children.len() - 1];
        if break_before {
            self.break_before(first);
        }
        if break_after {
            self.break_after(last);
        }
        let parent = self.nodes.len() as u32;
        let is_link = tree.node(id).name == Name::A;
        let mut counts = TextCounts { form, ..TextCounts::default() };
        for &child in children {
            let child = &mut self.nodes[child as usize];
            child.parent = parent;
            counts.add(&child.counts);
            if is_link {
                counts.in_links += child.counts.characters - child.counts.in_links;
            }
        }
        let start = self.nodes[first as usize].start;
        let end = self.nodes[last as usize].end;
        self.push(CollapsedNode {
            counts,
            start,
            end,
            break_before,
            break_after,
            top: id,
            bottom: id,
            parent,
            depth: 0,
            children: Some((first, last)),
        })
    }

    /// Passes a line break on to the first node, its first child, and so on.
    fn break_before(&mut self, mut at: u32) {
        while !self.nodes[at as usize].break_before {
            let node = &mut self.nodes[at as usize];
            node.break_before = true;
            let Some((first, _)) = node.children else { return };
            at = first;
        }
    }

    fn break_after(&mut self, mut at: u32) {
        while !self.nodes[at as usize].break_after {
            let node = &mut self.nodes[at as usize];
            node.break_after = true;
            let Some((_, last)) = node.children else { return };
            at = last;
        }
    }

    pub fn parent(&self, at: u32) -> Option<u32> {
        Some(self.nodes[at as usize].parent).filter(|&parent| parent != at)
    }

    /// Returns the innermost node around two nodes, and the number of steps between them over it.
    pub fn common(&self, mut a: u32, mut b: u32) -> (u32, u32) {
        let mut steps = 0;
        while a != b {
            let of_a = &self.nodes[a as usize];
            let of_b = &self.nodes[b as usize];
            if of_a.depth >= of_b.depth {
                a = of_a.parent;
            } else {
                b = of_b.parent;
            }
            steps += 1;
        }
        (a, steps)
    }
}

/// Whether a line breaks before and after a node: because of itself, or of the siblings next to it.
fn breaks(tree: &Tree, id: Id) -> (bool, bool) {
    let node = tree.node(id);
    let own = BREAKING.has(node.name);
    (own || is_breaking(tree, node.prev), own || is_breaking(tree, node.next))
}

fn is_breaking(tree: &Tree, id: Id) -> bool {
    id != NONE && BREAKING.has(tree.node(id).name)
}

fn is_blank(text: &str) -> bool {
    use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
    text.chars().all(|c| {
        c <= ' ' || (!c.is_ascii() && c.general_category_group() == GeneralCategoryGroup::Separator)
    })
}
