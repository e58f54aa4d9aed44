//! A tree that changes like cheerio 0.22's. Children are a list, and every node also remembers its
//! siblings. Replacing a node updates the list but not the remembered siblings (a bug in
//! `uniqueSplice`), and unfluff walks over the latter, so both are kept.
//!
//! The elements of the page are listed once between two changes: whatever changes a list of
//! children must clear [`CheerioTree::listed`].

use std::collections::HashMap;
use std::sync::LazyLock;
use tamis_blocks::html::{KNOWN, known_name, known_tag, tag_named};
use tamis_blocks::page::Tag;

/// A node, as an index into [`CheerioTree::nodes`].
pub(super) type CheerioId = u32;
pub(super) const NONE: CheerioId = u32::MAX;
/// The root, which is not an element.
pub(super) const ROOT: CheerioId = 0;

/// A name of an element: the number of a well-known tag, or from [`KNOWN`] on one of the tree's own
/// names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct CheerioName(pub u32);

macro_rules! names {
    ($($constant:ident)*) => {
        impl CheerioName {
            $(pub(super) const $constant: Self =
                Self(tag_named(stringify!($constant)).0 as u32);)*
        }
    };
}

names! {
    A ARTICLE B BLOCKQUOTE BODY BR CODE DIV DL EM EMBED HTML I IMG LI META OBJECT OL P PRE SCRIPT
    SPAN STRONG STYLE SUP SVG TABLE TD U UL
}

/// The content of a node. Comments are not nodes; they only separate texts.
pub(super) enum CheerioData {
    Root,
    Element(CheerioName),
    /// A text, a span of [`CheerioTree::text`].
    Text(u32, u32),
    /// A declaration or processing instruction; the part between `<` and `>` is a span of
    /// [`CheerioTree::text`].
    Directive(u32, u32),
}

/// The attributes that unfluff uses.
#[derive(Default, Clone)]
pub(super) struct CheerioAttributes {
    pub id: Option<Box<str>>,
    pub class: Option<Box<str>>,
    pub name: Option<Box<str>>,
    pub lang: Option<Box<str>>,
    pub content: Option<Box<str>>,
    /// `grv-usedalready`: the link is already in a paragraph made of the text beside it.
    pub used: bool,
    /// A `gravityScore` that was written and parsed again. Its name is now in lower case, so it is
    /// no longer found.
    pub scored_before: bool,
}

pub(super) struct CheerioNode {
    pub data: CheerioData,
    pub attributes: Option<Box<CheerioAttributes>>,
    /// `gravityScore`.
    pub score: Option<f64>,
    /// The parent; [`NONE`] after removal.
    pub up: CheerioId,
    /// Whether the page has this node outside all elements; `.parent()` finds nothing then.
    pub outermost: bool,
    pub first: CheerioId,
    pub last: CheerioId,
    pub left: CheerioId,
    pub right: CheerioId,
    /// The remembered siblings.
    pub prev: CheerioId,
    pub next: CheerioId,
}

/// What the parser and the writer ask about the names of elements.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum NameFlag {
    /// Without content, and without an end tag.
    Void = 1,
    /// `/>` closes it, and elements in it.
    Foreign = 1 << 1,
    /// In one of those, an element in which `/>` closes nothing.
    Integration = 1 << 2,
    /// Its text is written unchanged.
    Raw = 1 << 3,
}

/// The names of each kind.
const KINDS: [(NameFlag, &str); 4] = [
    (
        NameFlag::Void,
        "area base basefont br col command embed frame hr img input isindex keygen link meta \
         param source track wbr",
    ),
    (NameFlag::Foreign, "math svg"),
    (NameFlag::Integration, "mi mo mn ms mtext annotation-xml desc title"),
    (NameFlag::Raw, "style script xmp iframe noembed noframes plaintext noscript"),
];

/// A name in small letters, and its [`NameFlag`]s as a set of bits.
struct Spelling {
    text: String,
    kinds: u8,
}

impl Spelling {
    fn new(text: String) -> Self {
        let of_kind = KINDS.iter().filter(|(_, names)| names.split(' ').any(|name| name == text));
        Self { kinds: of_kind.fold(0, |kinds, &(kind, _)| kinds | kind as u8), text }
    }
}

pub(super) struct CheerioTree {
    pub nodes: Vec<CheerioNode>,
    pub text: String,
    /// Names that are not well-known.
    own: Vec<Spelling>,
    places: HashMap<Box<str>, CheerioName>,
    /// The elements of the page, in page order, if nothing has changed since they were listed.
    elements: Vec<(CheerioId, CheerioName)>,
    listed: bool,
    /// Whether a piece of markup was left out because the tree was too large.
    pub full: bool,
}

/// Most pages have fewer nodes than this many bytes for each.
const BYTES_PER_NODE: usize = 24;

/// Maximum number of nodes. Markup is written and parsed again several times, and removed nodes
/// stay in the list; a node with attributes takes about 200 bytes. A page of 10 MB has about
/// 300,000.
const MAX_NODES: usize = 1_000_000;

/// Maximum number of bytes of text and markup that is parsed: some text is written once for every
/// element around it.
const MAX_TEXT: usize = 96 << 20;

impl CheerioTree {
    /// A tree with its root alone, for markup of this many bytes.
    pub(super) fn with_room_for(bytes: usize) -> Self {
        let mut tree = Self {
            nodes: Vec::with_capacity(bytes / BYTES_PER_NODE),
            text: String::with_capacity(bytes),
            own: Vec::new(),
            places: HashMap::new(),
            elements: Vec::new(),
            listed: false,
            full: false,
        };
        tree.make(CheerioData::Root);
        tree
    }

    /// Returns the name of a tag.
    pub(super) fn intern(&mut self, written: &str) -> CheerioName {
        let known = |name: &str| known_tag(name.as_bytes()).map(|tag| CheerioName(tag.0.into()));
        if let Some(name) = known(written) {
            return name;
        }
        let name = written.to_lowercase();
        // Letters such as the Kelvin sign become some of ASCII.
        if let Some(name) = known(&name) {
            return name;
        }
        if let Some(&known) = self.places.get(&*name) {
            return known;
        }
        let place = CheerioName((KNOWN + self.own.len()) as u32);
        self.own.push(Spelling::new(name.clone()));
        self.places.insert(name.into(), place);
        place
    }

    fn spelling(&self, name: CheerioName) -> &Spelling {
        static KNOWN_NAMES: LazyLock<Vec<Spelling>> = LazyLock::new(|| {
            known_names().map(|(_, name)| Spelling::new(name.to_ascii_lowercase())).collect()
        });
        let place = name.0 as usize;
        KNOWN_NAMES.get(place).unwrap_or_else(|| &self.own[place - KNOWN])
    }

    /// The text of a name, in small letters.
    pub(super) fn text_of_name(&self, name: CheerioName) -> &str {
        &self.spelling(name).text
    }

    /// Whether elements of a name are of a kind.
    pub(super) fn is_kind(&self, name: CheerioName, kind: NameFlag) -> bool {
        self.spelling(name).kinds & kind as u8 != 0
    }

    /// Returns whether there is room for the nodes of more markup, of this many bytes.
    pub(super) fn has_room(&mut self, bytes: usize) -> bool {
        self.full |= self.nodes.len() > MAX_NODES || self.text.len() + bytes > MAX_TEXT;
        !self.full
    }

    /// Creates a node that is not in the tree yet.
    pub(super) fn make(&mut self, data: CheerioData) -> CheerioId {
        let id = self.nodes.len() as CheerioId;
        let node = CheerioNode {
            data,
            attributes: None,
            score: None,
            up: NONE,
            outermost: false,
            first: NONE,
            last: NONE,
            left: NONE,
            right: NONE,
            prev: NONE,
            next: NONE,
        };
        self.nodes.push(node);
        id
    }

    pub(super) fn node(&self, id: CheerioId) -> &CheerioNode {
        &self.nodes[id as usize]
    }

    pub(super) fn node_mut(&mut self, id: CheerioId) -> &mut CheerioNode {
        &mut self.nodes[id as usize]
    }

    /// The name of an element; `None` for any other node.
    pub(super) fn name(&self, id: CheerioId) -> Option<CheerioName> {
        if let CheerioData::Element(name) = self.node(id).data { Some(name) } else { None }
    }

    pub(super) fn is(&self, id: CheerioId, name: CheerioName) -> bool {
        self.name(id) == Some(name)
    }

    pub(super) fn attribute(
        &self,
        id: CheerioId,
        of: impl Fn(&CheerioAttributes) -> &Option<Box<str>>,
    ) -> Option<&str> {
        of(self.node(id).attributes.as_deref()?).as_deref()
    }

    /// Appends a node to the children of another, as a parser does.
    pub(super) fn append(&mut self, parent: CheerioId, id: CheerioId) {
        self.listed = false;
        let last = std::mem::replace(&mut self.node_mut(parent).last, id);
        let node = self.node_mut(id);
        node.up = parent;
        node.left = last;
        node.prev = last;
        if last == NONE {
            self.node_mut(parent).first = id;
        } else {
            let last = self.node_mut(last);
            last.right = id;
            last.next = id;
        }
    }

    /// Makes two nodes remember each other as neighbours; [`NONE`] means an end of the list.
    fn link(&mut self, parent: CheerioId, left: CheerioId, right: CheerioId) {
        self.listed = false;
        let first_or = if left == NONE {
            &mut self.node_mut(parent).first
        } else {
            &mut self.node_mut(left).right
        };
        *first_or = right;
        let last_or = if right == NONE {
            &mut self.node_mut(parent).last
        } else {
            &mut self.node_mut(right).left
        };
        *last_or = left;
    }

    /// Whether a node is `top` or still below it.
    pub(super) fn is_inside(&self, id: CheerioId, top: CheerioId) -> bool {
        id == top || self.ancestors(id).any(|above| above == top)
    }

    /// Returns the ancestors of a node, the nearest first.
    pub(super) fn ancestors(&self, id: CheerioId) -> impl Iterator<Item = CheerioId> + '_ {
        std::iter::successors(known(self.node(id).up), |&id| known(self.node(id).up))
    }

    /// Removes a node (cheerio's `remove`).
    pub(super) fn remove(&mut self, id: CheerioId) {
        let CheerioNode { up, left, right, prev, next, .. } = *self.node(id);
        if up == NONE {
            return;
        }
        self.link(up, left, right);
        if prev != NONE {
            self.node_mut(prev).next = next;
        }
        if next != NONE {
            self.node_mut(next).prev = prev;
        }
        self.forget(id);
    }

    /// Replaces a node by the children of a fragment (cheerio's `replaceWith`). The siblings after
    /// it still remember the node.
    pub(super) fn replace(&mut self, id: CheerioId, fragment: CheerioId) {
        let CheerioNode { up, left, right, .. } = *self.node(id);
        if up == NONE {
            return;
        }
        let (first, last) = self.adopt(up, fragment);
        if first == NONE {
            self.link(up, left, right);
        } else {
            self.link(up, left, first);
            self.link(up, last, right);
            self.node_mut(first).prev = left;
            self.node_mut(last).next = id;
        }
        if left != NONE {
            self.node_mut(left).next = first;
        }
        self.forget(id);
    }

    /// Inserts the children of a fragment before a node's children (cheerio's `prepend`).
    pub(super) fn prepend(&mut self, parent: CheerioId, fragment: CheerioId) {
        let next = self.node(parent).first;
        let (first, last) = self.adopt(parent, fragment);
        if first != NONE {
            self.link(parent, NONE, first);
            self.link(parent, last, next);
            self.node_mut(last).next = next;
            if next != NONE {
                self.node_mut(next).prev = last;
            }
        }
    }

    fn adopt(&mut self, parent: CheerioId, fragment: CheerioId) -> (CheerioId, CheerioId) {
        let fragment = self.node_mut(fragment);
        let first = fragment.first;
        let last = fragment.last;
        fragment.first = NONE;
        fragment.last = NONE;
        let mut id = first;
        while id != NONE {
            let node = self.node_mut(id);
            node.up = parent;
            id = node.right;
        }
        (first, last)
    }

    fn forget(&mut self, id: CheerioId) {
        let node = self.node_mut(id);
        node.up = NONE;
        node.left = NONE;
        node.right = NONE;
        node.prev = NONE;
        node.next = NONE;
    }

    /// Removes all children (cheerio's `empty`).
    pub(super) fn empty(&mut self, id: CheerioId) {
        self.listed = false;
        let mut child = self.node(id).first;
        while child != NONE {
            let right = self.node(child).right;
            self.forget(child);
            child = right;
        }
        let node = self.node_mut(id);
        node.first = NONE;
        node.last = NONE;
    }

    pub(super) fn children(&self, id: CheerioId) -> impl Iterator<Item = CheerioId> + '_ {
        std::iter::successors(known(self.node(id).first), |&id| known(self.node(id).right))
    }

    /// Returns everything below a node, in page order.
    pub(super) fn below(&self, top: CheerioId) -> Below<'_> {
        Below { tree: self, top, at: top }
    }

    /// Returns elements of the page, in page order. The page is walked over once for all calls
    /// between changes.
    pub(super) fn find_all(
        &mut self,
        wanted: impl Fn(&Self, CheerioId, CheerioName) -> bool,
    ) -> Vec<CheerioId> {
        if !std::mem::replace(&mut self.listed, true) {
            let mut elements = std::mem::take(&mut self.elements);
            elements.clear();
            elements.extend(self.below(ROOT).filter_map(|id| Some((id, self.name(id)?))));
            self.elements = elements;
        }
        let found = self.elements.iter().filter(|&&(id, name)| wanted(self, id, name));
        found.map(|&(id, _)| id).collect()
    }

    /// Returns elements below a node, in page order.
    pub(super) fn find(
        &self,
        top: CheerioId,
        wanted: impl Fn(&Self, CheerioId, CheerioName) -> bool,
    ) -> Vec<CheerioId> {
        self.below(top)
            .filter(|&id| self.name(id).is_some_and(|name| wanted(self, id, name)))
            .collect()
    }

    /// Whether an element of one of these names is below a node.
    pub(super) fn holds(&self, top: CheerioId, names: &[CheerioName]) -> bool {
        self.below(top).any(|id| self.name(id).is_some_and(|name| names.contains(&name)))
    }

    /// Returns the text of a node and of everything below it.
    pub(super) fn text_of(&self, id: CheerioId) -> String {
        let mut text = String::new();
        self.text_into(id, &mut text);
        text
    }

    pub(super) fn text_into(&self, id: CheerioId, out: &mut String) {
        for id in std::iter::once(id).chain(self.below(id)) {
            if let CheerioData::Text(start, end) = self.node(id).data {
                out.push_str(&self.text[start as usize..end as usize]);
            }
        }
    }
}

/// Returns the well-known tags and their names.
fn known_names() -> impl Iterator<Item = (Tag, &'static str)> {
    (0..).map_while(|number| Some((Tag(number), known_name(Tag(number))?)))
}

/// Returns a node, or nothing for [`NONE`].
fn known(id: CheerioId) -> Option<CheerioId> {
    (id != NONE).then_some(id)
}

pub(super) struct Below<'a> {
    tree: &'a CheerioTree,
    top: CheerioId,
    at: CheerioId,
}

impl Iterator for Below<'_> {
    type Item = CheerioId;

    fn next(&mut self) -> Option<CheerioId> {
        let first = self.tree.node(self.at).first;
        if first != NONE {
            self.at = first;
            return Some(first);
        }
        while self.at != self.top {
            let node = self.tree.node(self.at);
            if node.right != NONE {
                self.at = node.right;
                return Some(self.at);
            }
            self.at = node.up;
        }
        None
    }
}
