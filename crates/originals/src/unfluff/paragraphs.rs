//! Turns DIVs into paragraphs (unfluff's `divToPara`). A DIV without blocks becomes a P. Any other
//! is split: its texts become a P with the links beside them, and the content of each of its
//! elements becomes a P.

use super::js::is_as_long;
use super::parse::fragment;
use super::tree::{CheerioData, CheerioId, CheerioName, CheerioTree, NONE, ROOT};
use super::write;

const BLOCKS: &[CheerioName] = &[
    CheerioName::A,
    CheerioName::BLOCKQUOTE,
    CheerioName::DL,
    CheerioName::DIV,
    CheerioName::IMG,
    CheerioName::OL,
    CheerioName::P,
    CheerioName::PRE,
    CheerioName::TABLE,
    CheerioName::UL,
];

/// Turns all elements of a name into paragraphs, except those inside another of the same name.
pub(super) fn make(tree: &mut CheerioTree, division: CheerioName) {
    for id in tree.find_all(|_, _, name| name == division) {
        if !tree.is_inside(id, ROOT) {
            continue;
        }
        let mut markup = String::new();
        if tree.holds(id, BLOCKS) {
            for part in parts(tree, id).iter().filter(|part| !part.is_empty()) {
                markup.extend(["<p>", part, "</p>"]);
            }
            tree.empty(id);
        } else {
            markup.push_str("<p>");
            write::inner(tree, id, &mut markup);
            markup.push_str("</p>");
        }
        let content = fragment(tree, &markup);
        tree.replace(id, content);
    }
}

/// Returns the paragraphs of a DIV as markup. Text is held back until the next child P; other
/// elements are not.
fn parts(tree: &mut CheerioTree, division: CheerioId) -> Vec<String> {
    let mut parts = Vec::new();
    let mut waiting = String::new();
    let mut taken = Vec::new();
    let mut child = tree.node(division).first;
    while child != NONE {
        if let CheerioData::Text(start, end) = tree.node(child).data {
            let text = spread(&tree.text[start as usize..end as usize]);
            if is_as_long(&text, 2) {
                let mut beside = element_beside(tree, child, |tree, id| tree.node(id).prev);
                while let Some(link) = beside.filter(|&id| is_free_link(tree, id)) {
                    take(tree, link, &mut waiting);
                    taken.push(link);
                    beside = element_beside(tree, link, |tree, id| tree.node(id).prev);
                }
                waiting.push_str(&text);
                // The original means to take all links that follow, but checks the first one again.
                let beside = element_beside(tree, child, |tree, id| tree.node(id).next);
                if let Some(link) = beside.filter(|&id| is_free_link(tree, id)) {
                    take(tree, link, &mut waiting);
                    taken.push(link);
                }
            }
        } else {
            if tree.is(child, CheerioName::P) && !waiting.is_empty() {
                parts.push(std::mem::take(&mut waiting));
            }
            parts.push(inside(tree, child));
        }
        child = tree.node(child).right;
    }
    if !waiting.is_empty() {
        parts.push(waiting);
    }
    for link in taken {
        tree.remove(link);
    }
    parts
}

/// Returns the content of an element as markup. A declaration has no content, for which the
/// original writes `null`.
fn inside(tree: &CheerioTree, id: CheerioId) -> String {
    if tree.name(id).is_none() {
        return "null".to_owned();
    }
    let mut markup = String::new();
    write::inner(tree, id, &mut markup);
    markup
}

/// Doubles the line breaks of a text and deletes its tabs; returns an empty text if the result is
/// blank.
fn spread(text: &str) -> String {
    let spread = text.replace('\n', "\n\n").replace('\t', "");
    if spread.chars().all(super::js::is_space) { String::new() } else { spread }
}

/// Returns the nearest element among the siblings that a node remembers.
fn element_beside(
    tree: &CheerioTree,
    id: CheerioId,
    step: impl Fn(&CheerioTree, CheerioId) -> CheerioId,
) -> Option<CheerioId> {
    let mut id = step(tree, id);
    while id != NONE && tree.name(id).is_none() {
        id = step(tree, id);
    }
    (id != NONE).then_some(id)
}

fn is_free_link(tree: &CheerioTree, id: CheerioId) -> bool {
    tree.is(id, CheerioName::A)
        && !tree.node(id).attributes.as_ref().is_some_and(|attributes| attributes.used)
}

/// Writes a link, and marks it so that it is not written again.
fn take(tree: &mut CheerioTree, link: CheerioId, out: &mut String) {
    out.push(' ');
    write::outer(tree, link, out);
    out.push(' ');
    tree.node_mut(link).attributes.get_or_insert_default().used = true;
}
