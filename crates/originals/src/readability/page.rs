//! A page's tree with what is counted below each node. Counts are made when they are asked for, and
//! forgotten for the nodes around a change.

use super::html::{Flag, Id, NONE, ROOT, Span, Tree};
use super::sums::{OwnSums, Sums, TextSums};
use super::words::{self, WordFlags};
use super::{html, js};
use crate::name::{Name, Set};
use std::collections::HashSet;

/// A node whose counts are not known, or are no longer right.
const STALE: u32 = 1 << 31;

/// A page, and what is known about its nodes.
pub struct ReadabilityPage<'a> {
    pub tree: Tree<'a>,
    /// Of each node, the place of its counts among `texts` or `sums`, marked if they are
    /// [`STALE`]. If a node's counts are right, so are those of all nodes below.
    places: Vec<u32>,
    texts: Vec<TextSums>,
    sums: Vec<Sums>,
    /// The elements of the page as it was parsed, in page order, and copies.
    elements: Vec<Id>,
    /// Tables with data, which stay as they are.
    pub data_tables: HashSet<Id>,
}

/// Elements whose content is a line of text.
const PHRASING: Set = Set::from_names(
    "abbr audio b bdo br button cite code data datalist dfn em embed i img input kbd label mark \
     math meter noscript object output progress q ruby samp script select small span strong sub \
     sup textarea time var wbr",
);

impl<'a> ReadabilityPage<'a> {
    pub fn new(tree: Tree<'a>) -> Self {
        let places = vec![u32::MAX; tree.nodes.len() + 64];
        let elements = tree.below(ROOT).filter(|&id| tree.node(id).is_element()).collect();
        let data_tables = HashSet::new();
        Self { tree, places, texts: Vec::new(), sums: Vec::new(), elements, data_tables }
    }

    pub fn tag(&self, id: Id) -> Name {
        self.tree.node(id).tag()
    }

    pub fn name(&self, id: Id) -> Name {
        self.tree.node(id).name
    }

    pub fn parent(&self, id: Id) -> Id {
        self.tree.node(id).parent
    }

    pub fn has(&self, id: Id, flag: Flag) -> bool {
        self.tree.has(id, flag)
    }

    fn attribute(&self, id: Id, span: Option<Span>) -> &str {
        // Classes of SVG are no strings.
        let space = self.tree.node(id).space;
        let svg = matches!(space, html::Space::Svg | html::Space::SvgPoint);
        span.filter(|_| !svg).map_or("", |span| self.tree.str(span))
    }

    /// The class of an element; none for one of SVG.
    pub fn class(&self, id: Id) -> &str {
        self.attribute(id, self.tree.attributes(id).class)
    }

    pub fn id(&self, id: Id) -> &str {
        self.tree.attributes(id).id.map_or("", |span| self.tree.str(span))
    }

    /// The words that an element's class and identifier contain.
    pub fn words(&self, id: Id) -> WordFlags {
        words::find(self.class(id)) | words::find(self.id(id))
    }

    /// All text of a node.
    pub fn text(&self, id: Id) -> String {
        let node = self.tree.node(id);
        if !node.is_element() {
            return self.tree.str(node.data).to_owned();
        }
        let mut text = String::new();
        for at in self.tree.below(id) {
            let node = self.tree.node(at);
            if node.name == Name::TEXT {
                text.push_str(self.tree.str(node.data));
            }
        }
        text
    }

    /// The text of an element, with white space folded.
    pub fn inner_text(&self, id: Id) -> String {
        js::inner_text(&self.text(id)).into_owned()
    }

    /// Whether a text or a comment is white space.
    pub fn is_blank(&self, id: Id) -> bool {
        self.tree.str(self.tree.node(id).data).chars().all(js::is_space)
    }

    /// Whether a node is a blank text or a BR.
    pub fn is_whitespace(&self, id: Id) -> bool {
        match self.name(id) {
            Name::TEXT => self.is_blank(id),
            _ => self.tag(id) == Name::BR,
        }
    }

    /// Whether an element contains more than white space.
    pub fn has_ink(&self, id: Id) -> bool {
        let mut below = self.tree.below(id);
        below.any(|at| self.name(at) == Name::TEXT && !self.is_blank(at))
    }

    /// Whether a node is part of a line of text.
    pub fn is_phrasing(&self, id: Id) -> bool {
        match self.name(id) {
            Name::TEXT => true,
            _ if PHRASING.has(self.tag(id)) => true,
            Name::A | Name::DEL | Name::INS if self.tag(id) != Name::FOREIGN => {
                self.tree.children(id).all(|child| self.is_phrasing(child))
            }
            _ => false,
        }
    }

    /// Whether an element has no text, and no elements but breaks and rules.
    pub fn is_without_content(&self, id: Id) -> bool {
        if self.has_ink(id) {
            return false;
        }
        let children = self.tree.elements(id).count();
        let breaks = || {
            let below = self.tree.below(id);
            below.filter(|&at| matches!(self.name(at), Name::BR | Name::HR)).count()
        };
        children == 0 || children == breaks()
    }

    /// The only element in another one that has this name and no text beside it. Text that ends
    /// with white space does not count.
    pub fn single_inside(&self, id: Id, tag: Name) -> Option<Id> {
        let mut elements = self.tree.elements(id);
        let only = elements.next().filter(|&child| self.tag(child) == tag)?;
        if elements.next().is_some() {
            return None;
        }
        let counts = |child: Id| {
            let node = self.tree.node(child);
            let ends = |text: &str| text.chars().next_back().is_some_and(|c| !js::is_space(c));
            node.name == Name::TEXT && ends(self.tree.str(node.data))
        };
        (!self.tree.children(id).any(counts)).then_some(only)
    }

    /// Whether one of the four elements around another one has a name.
    pub fn has_ancestor(&self, id: Id, tag: Name) -> bool {
        self.tree.ancestors(id).take(4).any(|at| self.tag(at) == tag)
    }

    /// All elements below one that have one of these names.
    pub fn all(&self, id: Id, names: Set) -> Vec<Id> {
        self.tree.below(id).filter(|&at| names.has(self.name(at))).collect()
    }

    /// All elements of the page that have one of these names, before any is made other than by
    /// copying: they were listed once, and those that have been removed since are left out.
    pub fn all_of_page(&self, names: Set) -> Vec<Id> {
        let named = self.elements.iter().filter(|&&id| names.has(self.name(id)));
        let is_in = |&id: &Id| self.tree.ancestors(id).last() == Some(ROOT);
        named.copied().filter(is_in).collect()
    }

    /// A copy of an element with all that it contains.
    pub fn copy(&mut self, id: Id) -> Id {
        let node = *self.tree.node(id);
        let copied = self.tree.make(node.name, node.space, node.data);
        if node.is_element() {
            self.elements.push(copied);
        }
        let children: Vec<Id> = self.tree.children(id).collect();
        for child in children {
            let child = self.copy(child);
            self.append(copied, child);
        }
        copied
    }

    pub fn first_element(&self, id: Id) -> Option<Id> {
        self.tree.elements(id).next()
    }

    pub fn next_element(&self, id: Id) -> Option<Id> {
        let mut at = self.tree.node(id).next;
        while at != NONE && !self.tree.node(at).is_element() {
            at = self.tree.node(at).next;
        }
        (at != NONE).then_some(at)
    }

    /// The next element in page order, with or without what `id` contains.
    pub fn next(&self, id: Id, inside: bool) -> Option<Id> {
        if inside && let Some(first) = self.first_element(id) {
            return Some(first);
        }
        let mut at = id;
        while at != NONE {
            if let Some(next) = self.next_element(at) {
                return Some(next);
            }
            at = self.parent(at);
        }
        None
    }

    pub fn remove_and_next(&mut self, id: Id) -> Option<Id> {
        let next = self.next(id, false);
        self.detach(id);
        next
    }

    pub fn make(&mut self, name: Name) -> Id {
        self.tree.make(name, html::Space::Html, Span::default())
    }

    pub fn rename(&mut self, id: Id, name: Name) {
        let node = self.tree.node_mut(id);
        node.name = name;
        node.space = html::Space::Html;
        let parent = node.parent;
        self.forget(parent);
    }

    pub fn append(&mut self, parent: Id, id: Id) {
        self.forget(self.parent(id));
        self.tree.append(parent, id);
        self.forget(parent);
    }

    pub fn insert_before(&mut self, sibling: Id, id: Id) {
        self.forget(self.parent(id));
        self.tree.insert_before(sibling, id);
        self.forget(self.parent(id));
    }

    pub fn detach(&mut self, id: Id) {
        self.forget(self.parent(id));
        self.tree.detach(id);
    }

    /// Puts a node in the place of another one.
    pub fn replace(&mut self, old: Id, new: Id) {
        self.insert_before(old, new);
        self.detach(old);
    }

    pub fn move_children(&mut self, from: Id, to: Id) {
        self.forget(from);
        self.tree.adopt(from, to);
        self.forget(to);
    }

    /// Forgets the counts of an element and of all around it.
    pub fn forget(&mut self, id: Id) {
        let mut at = id;
        while at != NONE {
            let Some(place) = self.places.get_mut(at as usize) else { return };
            if *place & STALE != 0 {
                return;
            }
            *place |= STALE;
            at = self.parent(at);
        }
    }

    /// The counts of what an element contains.
    pub fn sums(&mut self, id: Id) -> Sums {
        if self.places.len() < self.tree.nodes.len() {
            self.places.resize(self.tree.nodes.len() + 64, u32::MAX);
        }
        let place = self.count(id);
        self.sums[place]
    }

    fn count(&mut self, id: Id) -> usize {
        let place = self.places[id as usize];
        if place & STALE == 0 {
            return place as usize;
        }
        let mut sums = Sums::default();
        let mut child = self.tree.node(id).first;
        while child != NONE {
            let node = *self.tree.node(child);
            if node.name == Name::TEXT {
                let place = self.count_text(child, node.data);
                sums.add_text(&self.texts[place]);
            } else if node.is_element() {
                let inside = self.count(child);
                sums.add_element(&self.sums[inside], self.element(child));
            }
            child = node.next;
        }
        // The place of counts that are no longer right is used again.
        let place = if place == u32::MAX { self.sums.len() } else { (place & !STALE) as usize };
        if place == self.sums.len() {
            self.sums.push(sums);
        } else {
            self.sums[place] = sums;
        }
        self.places[id as usize] = place as u32;
        place
    }

    fn count_text(&mut self, id: Id, span: Span) -> usize {
        let place = self.places[id as usize];
        if place & STALE == 0 {
            return place as usize;
        }
        let sums = TextSums::from_text(self.tree.str(span));
        self.texts.push(sums);
        self.places[id as usize] = (self.texts.len() - 1) as u32;
        self.texts.len() - 1
    }

    fn element(&self, id: Id) -> OwnSums {
        let name = self.name(id);
        OwnSums {
            name,
            hash_link: name == Name::A && self.has(id, Flag::HashLink),
            video: self.has(id, Flag::Video),
            data_table: name == Name::TABLE && self.data_tables.contains(&id),
        }
    }
}
