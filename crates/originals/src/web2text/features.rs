//! Web2Text's features: 128 of each leaf (its own, those of its parent, grandparent and root) and
//! 25 of each pair of neighbouring leaves.
//!
//! All constants are those of the original: means and deviations of CleanEval's training pages.
//! Where the paper speaks of ratios, the original divides integers, and the released weights expect
//! that: see `docs/web2text.md`.

use super::collapsed::{Collapsed, CollapsedNode};
use super::jsoup::{Id, Name, Set, Tree};
use super::row::{NetworkRow, sign};
use std::collections::HashMap;
use xxhash_rust::xxh3::xxh3_64;

/// Number of features of a leaf.
pub const BLOCK_FEATURES: usize = 128;
/// Number of features of a pair of neighbouring leaves.
pub const EDGE_FEATURES: usize = 25;
/// Number of features of a node around leaves.
const NODE_FEATURES: usize = 20;
/// Number of features of what is around a leaf: of its parent, its grandparent and the root.
const OUTSIDE_FEATURES: usize = 3 * NODE_FEATURES + PARENT_TAGS.len() + 2;

/// The tags of a parent that are features. UL is there twice, as in the original.
const PARENT_TAGS: [Name; 20] = [
    Name::TD,
    Name::DIV,
    Name::P,
    Name::TR,
    Name::TABLE,
    Name::BODY,
    Name::UL,
    Name::SPAN,
    Name::LI,
    Name::BLOCKQUOTE,
    Name::B,
    Name::SMALL,
    Name::A,
    Name::OL,
    Name::UL,
    Name::I,
    Name::FORM,
    Name::DL,
    Name::STRONG,
    Name::PRE,
];
/// The tags of a leaf that are features.
const LEAF_TAGS: [Name; 19] = [
    Name::A,
    Name::P,
    Name::TD,
    Name::B,
    Name::LI,
    Name::SPAN,
    Name::I,
    Name::TR,
    Name::DIV,
    Name::STRONG,
    Name::EM,
    Name::H3,
    Name::H2,
    Name::TABLE,
    Name::H4,
    Name::SMALL,
    Name::SUP,
    Name::H1,
    Name::BLOCKQUOTE,
];

/// What the features of all nodes of a page need.
struct PageNodes<'a> {
    tree: &'a Tree<'a>,
    collapsed: &'a Collapsed,
    start: i32,
    /// The last leaf's end minus that.
    length: i32,
    /// The features of the nodes that are no leaves, and of the root.
    around: Vec<Option<[f32; NODE_FEATURES]>>,
    /// The last parent of a leaf, and the features of what is around its leaves.
    last_outside: Option<(Option<u32>, [f32; OUTSIDE_FEATURES])>,
}

impl PageNodes<'_> {
    fn around(&mut self, at: u32) -> [f32; NODE_FEATURES] {
        if let Some(known) = self.around[at as usize] {
            return known;
        }
        let CollapsedNode { counts, start, end, .. } = &self.collapsed.nodes[at as usize];
        let mut row = NetworkRow::new();
        row.number(f64::from(if self.length == 0 { 0 } else { (end - start) / self.length }));
        row.scaled(f64::from(counts.in_links) / f64::from(counts.characters), 0.5, 0.5);
        row.word_length(counts);
        row.stop_words(counts);
        row.scaled(f64::from(counts.characters).ln().clamp(2.5, 10.0), 6.0, 2.14);
        row.punctuation(counts);
        row.digits_and_sentences(counts);
        row.patterns(counts);
        row.capitals(counts);
        row.fact(counts.form);
        *self.around[at as usize].insert(row.values)
    }

    /// The names of a node's chain.
    fn names(&self, node: &CollapsedNode) -> Set {
        let mut names = Set::from_names("");
        for id in chain(self.tree, node) {
            names.add(self.tree.node(id).name);
        }
        names
    }

    fn leaf(&mut self, at: u32, alike: u32, one_path: bool) -> [f32; BLOCK_FEATURES] {
        let collapsed = self.collapsed;
        let mut row = NetworkRow::new();
        let node = &collapsed.nodes[at as usize];
        let counts = &node.counts;
        row.fact(alike > 1);
        row.fact(alike > 10);
        row.number(f64::from(u8::from(one_path)));
        self.own(&mut row, node);
        row.all(&self.outside(collapsed.parent(at)));
        let names = self.names(node);
        for tag in LEAF_TAGS {
            row.fact(names.has(tag));
        }
        debug_assert_eq!((row.length, counts.sentences > 0), (BLOCK_FEATURES, true));
        row.values
    }

    /// The features of what is around a leaf with this parent. Neighbours often have the same.
    fn outside(&mut self, parent: Option<u32>) -> [f32; OUTSIDE_FEATURES] {
        if let Some((known, values)) = self.last_outside
            && known == parent
        {
            return values;
        }
        let collapsed = self.collapsed;
        let mut row = NetworkRow::new();
        row.number(f64::from(u8::from(parent.is_some())));
        match parent {
            Some(parent) => {
                row.all(&self.around(parent));
                let names = self.names(&collapsed.nodes[parent as usize]);
                for tag in PARENT_TAGS {
                    row.fact(names.has(tag));
                }
            }
            None => row.all(&[0.0; NODE_FEATURES + PARENT_TAGS.len()]),
        }
        let grandparent = parent.and_then(|parent| collapsed.parent(parent));
        row.number(f64::from(u8::from(grandparent.is_some())));
        row.all(&grandparent.map_or([0.0; NODE_FEATURES], |at| self.around(at)));
        row.all(&self.around(collapsed.nodes.len() as u32 - 1));
        self.last_outside = Some((parent, row.values));
        row.values
    }

    /// The 24 features of a leaf's text and place.
    fn own(&self, row: &mut NetworkRow<BLOCK_FEATURES>, node: &CollapsedNode) {
        let counts = &node.counts;
        row.scaled(sign(counts.words > 0), 0.8255, 0.5643817);
        match counts.words {
            0 => row.number(0.0),
            words => row.scaled(f64::from(words).ln().clamp(0.0, 3.5), 1.5086, 1.205),
        }
        row.word_length(counts);
        row.stop_words(counts);
        row.scaled(f64::from(counts.characters).ln().clamp(2.5, 5.5), 3.392, 1.06445);
        row.fact(counts.punctuation > 0);
        row.scaled(f64::from(counts.punctuation).clamp(0.0, 10.0), 0.06938, 0.4083676);
        row.punctuation(counts);
        row.digits_and_sentences(counts);
        row.fact(counts.sentences > 1);
        let middle = 0.5 * (f64::from(node.start) + f64::from(node.end));
        let place = (middle - f64::from(self.start)) / f64::from(self.length);
        let place = if self.length == 0 { 0.0 } else { place };
        row.scaled(place, 0.5198038, 0.2996195);
        row.scaled(place * place, 0.3599672, 0.3157282);
        row.patterns(counts);
        row.capitals(counts);
    }

    fn pair(&mut self, a: u32, b: u32) -> [f32; EDGE_FEATURES] {
        let (common, distance) = self.collapsed.common(a, b);
        let [of_a, of_b] = [a, b].map(|at| &self.collapsed.nodes[at as usize]);
        let mut row = NetworkRow::new();
        for steps in [2, 3, 4] {
            row.fact(distance == steps);
        }
        row.fact(distance > 4);
        row.number(f64::from(u8::from(of_a.break_after || of_b.break_before)));
        row.all(&self.around(common));
        row.values
    }
}

/// The features of all leaves, and of all pairs of neighbours.
pub(super) fn features(
    tree: &Tree,
    collapsed: &Collapsed,
) -> (Vec<[f32; BLOCK_FEATURES]>, Vec<[f32; EDGE_FEATURES]>) {
    let leaves = &collapsed.leaves;
    let (Some(&first), Some(&last)) = (leaves.first(), leaves.last()) else {
        return Default::default();
    };
    let start = collapsed.nodes[first as usize].start;
    let length = collapsed.nodes[last as usize].end - start;
    let around = vec![None; collapsed.nodes.len()];
    let mut page = PageNodes { tree, collapsed, start, length, around, last_outside: None };
    let hashes: Vec<u64> = leaves
        .iter()
        .map(|&at| xxh3_64(tree.text(collapsed.nodes[at as usize].bottom).as_bytes()))
        .collect();
    let mut alike: HashMap<u64, u32> = HashMap::with_capacity(hashes.len());
    for &hash in &hashes {
        *alike.entry(hash).or_default() += 1;
    }
    let one_path = one_path(tree, collapsed);
    let blocks = leaves
        .iter()
        .zip(&hashes)
        .map(|(&at, hash)| page.leaf(at, alike[hash], one_path))
        .collect();
    let edges = leaves.windows(2).map(|pair| page.pair(pair[0], pair[1])).collect();
    (blocks, edges)
}

/// The nodes of a chain, from the innermost to the outermost.
fn chain(tree: &Tree, node: &CollapsedNode) -> impl Iterator<Item = Id> {
    let top = node.top;
    std::iter::successors(Some(node.bottom), move |&id| (id != top).then(|| tree.node(id).parent))
}

/// Whether all leaves have the same path of tags and classes.
fn one_path(tree: &Tree, collapsed: &Collapsed) -> bool {
    collapsed.leaves.windows(2).all(|pair| same_path(tree, collapsed, pair[0], pair[1]))
}

/// Whether two leaves have the same path of tags and classes.
fn same_path(tree: &Tree, collapsed: &Collapsed, mut a: u32, mut b: u32) -> bool {
    while a != b {
        if !same_chain(tree, &collapsed.nodes[a as usize], &collapsed.nodes[b as usize]) {
            return false;
        }
        match (collapsed.parent(a), collapsed.parent(b)) {
            (Some(parent_of_a), Some(parent_of_b)) => {
                a = parent_of_a;
                b = parent_of_b;
            }
            (None, None) => return true,
            _ => return false,
        }
    }
    true
}

/// Whether the chains of two nodes have the same tags and classes.
fn same_chain(tree: &Tree, a: &CollapsedNode, b: &CollapsedNode) -> bool {
    let mut chain_a = chain(tree, a);
    let mut chain_b = chain(tree, b);
    loop {
        match (chain_a.next(), chain_b.next()) {
            (Some(a), Some(b)) => {
                if tree.node(a).name != tree.node(b).name || classes(tree, a) != classes(tree, b) {
                    return false;
                }
            }
            (None, None) => return true,
            _ => return false,
        }
    }
}

/// An element's classes. The original keeps the order of up to four.
fn classes<'a>(tree: &'a Tree, id: Id) -> Vec<&'a [u8]> {
    let mut classes: Vec<&[u8]> = Vec::new();
    for class in tree.class(id).split(u8::is_ascii_whitespace).filter(|class| !class.is_empty()) {
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    if classes.len() > 4 {
        classes.sort_unstable();
    }
    classes
}
