//! Finds the element with the article (unfluff's `calculateBestNode`): paragraphs add their number
//! of stop words to the score of the elements around them.

use super::stopwords::Counter;
use super::tree::{CheerioData, CheerioId, CheerioName, CheerioTree, NONE, ROOT};

/// A paragraph counts if it has more stop words than this.
pub(super) const FEW_STOP_WORDS: usize = 2;
/// A paragraph is boosted if one of [`NEAREST`] paragraphs before it has more stop words than this.
const MANY_STOP_WORDS: usize = 5;
const NEAREST: usize = 3;
/// The boost of the first boosted paragraph; the n-th gets the n-th part.
const BOOST: f64 = 50.0;
/// A page of more paragraphs is long, and this share at its end is suspected to be comments.
const LONG_PAGE: f64 = 15.0;
const SHARE_AT_THE_END: f64 = 0.25;
/// The largest penalty of a paragraph at the end; beyond it, the paragraph gets this boost.
const MAX_PENALTY: f64 = 40.0;
const BOOST_AT_THE_END: f64 = 5.0;

/// Returns the winner, if the page has one; its score is in the tree.
pub(super) fn best(tree: &mut CheerioTree, words: &mut Counter) -> Option<CheerioId> {
    let candidates = tree
        .find_all(|_, _, name| matches!(name, CheerioName::P | CheerioName::PRE | CheerioName::TD));
    let mut text = String::new();
    let mut with_text = Vec::new();
    for id in candidates {
        text.clear();
        tree.text_into(id, &mut text);
        let count = words.count(&text);
        if count > FEW_STOP_WORDS && !is_mostly_links_with(tree, id, &text) {
            with_text.push((id, count));
        }
    }
    let before = paragraphs_before(tree);
    let number = with_text.len() as f64;
    let mut boosts = 1.0;
    let mut touched = Vec::new();
    for (i, &(id, count)) in with_text.iter().enumerate() {
        let mut boost = 0.0;
        if is_boosted(tree, id, &before, words) {
            boost = 1.0 / boosts * BOOST;
            boosts += 1.0;
        }
        boost = boost_at_the_end(number, number - i as f64).unwrap_or(boost);
        let score = (count as f64 + boost).floor();
        let parent = parent(tree, id);
        let grandparent = parent.and_then(|parent| self::parent(tree, parent));
        for (around, score) in [(parent, score), (grandparent, score / 2.0)] {
            // The root can be an element's parent, but has no attributes.
            if let Some(id) = around.filter(|&id| tree.name(id).is_some()) {
                let node = tree.node_mut(id);
                node.score = Some(node.score.unwrap_or(0.0).trunc() + score);
            }
            if !touched.contains(&around) {
                touched.push(around);
            }
        }
    }
    winner(tree, &touched)
}

/// Returns the boost of a paragraph at the end of a page of `number` paragraphs; `left` are left
/// from it on. `None` for other paragraphs.
fn boost_at_the_end(number: f64, left: f64) -> Option<f64> {
    let at_the_end = number * SHARE_AT_THE_END;
    if number <= LONG_PAGE || left > at_the_end {
        return None;
    }
    let distance = at_the_end - left;
    let penalty = distance * distance;
    Some(if penalty > MAX_PENALTY { BOOST_AT_THE_END } else { -penalty })
}

/// Returns the first node with the highest score, or the first node if no score is above 0; it need
/// not be an element.
fn winner(tree: &CheerioTree, touched: &[Option<CheerioId>]) -> Option<CheerioId> {
    let mut best = (*touched.first()?, 0.0);
    for &around in touched {
        let score = around.map_or(0.0, |id| score(tree, id));
        if score > best.1 {
            best = (around, score);
        }
    }
    best.0
}

/// Returns the integer part of an element's score, which the original stores as text and parses as
/// an integer.
pub(super) fn score(tree: &CheerioTree, id: CheerioId) -> f64 {
    tree.node(id).score.unwrap_or(0.0).trunc()
}

fn parent(tree: &CheerioTree, id: CheerioId) -> Option<CheerioId> {
    let node = tree.node(id);
    (node.up != NONE && !node.outermost).then_some(node.up)
}

/// Returns for every node the nearest P among its remembered previous siblings, or [`NONE`].
fn paragraphs_before(tree: &CheerioTree) -> Vec<CheerioId> {
    let mut before = vec![NONE; tree.nodes.len()];
    for id in tree.below(ROOT) {
        let prev = tree.node(id).prev;
        if prev != NONE {
            before[id as usize] =
                if tree.is(prev, CheerioName::P) { prev } else { before[prev as usize] };
        }
    }
    before
}

/// Whether one of the nearest paragraphs before a node has many stop words.
fn is_boosted(
    tree: &CheerioTree,
    id: CheerioId,
    before: &[CheerioId],
    words: &mut Counter,
) -> bool {
    let mut paragraph = id;
    for _ in 0..NEAREST {
        paragraph = before[paragraph as usize];
        if paragraph == NONE {
            return false;
        }
        if words.count(&tree.text_of(paragraph)) > MANY_STOP_WORDS {
            return true;
        }
    }
    false
}

/// Whether the words in an element's links, times the number of links, are at least as many as its
/// words.
pub(super) fn is_mostly_links(tree: &CheerioTree, id: CheerioId) -> bool {
    is_mostly_links_with(tree, id, &tree.text_of(id))
}

fn is_mostly_links_with(tree: &CheerioTree, id: CheerioId, text: &str) -> bool {
    let links = tree.find(id, |_, _, name| name == CheerioName::A);
    if links.is_empty() {
        return false;
    }
    // The link texts joined by spaces have one more word than spaces each.
    let in_links: usize = links.iter().map(|&link| spaces_in(tree, link) + 1).sum();
    let all = spaces(text) + 1;
    in_links as f64 / all as f64 * links.len() as f64 >= 1.0
}

fn spaces(text: &str) -> usize {
    memchr::memchr_iter(b' ', text.as_bytes()).count()
}

fn spaces_in(tree: &CheerioTree, id: CheerioId) -> usize {
    let mut sum = 0;
    for id in tree.below(id) {
        if let CheerioData::Text(start, end) = tree.node(id).data {
            sum += spaces(&tree.text[start as usize..end as usize]);
        }
    }
    sum
}
