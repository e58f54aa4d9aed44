//! Divisions into paragraphs (unfluff's `divToPara`): one without blocks becomes a P, any other is taken apart, its texts
//! with the links beside them a P, and the insides of its elements a P each.

use super::js::is_as_long;
use super::parse::fragment;
use super::tree::{Data, Id, NONE, Name, ROOT, Tree};
use super::write;

const BLOCKS: &[Name] =
    &[Name::A, Name::BLOCKQUOTE, Name::DL, Name::DIV, Name::IMG, Name::OL, Name::P, Name::PRE, Name::TABLE, Name::UL];

/// Makes paragraphs of all elements of a name but those inside others of it.
pub(super) fn make(tree: &mut Tree, division: Name) {
    for id in tree.find(ROOT, |_, _, name| name == division) {
        if !tree.stands_in(id, ROOT) {
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

/// The paragraphs of a division as markup. Text waits for the next P that is a child; the other elements do not.
fn parts(tree: &mut Tree, division: Id) -> Vec<String> {
    let (mut parts, mut waiting) = (Vec::new(), String::new());
    let mut taken = Vec::new();
    let mut child = tree.node(division).first;
    while child != NONE {
        if let Data::Text(start, end) = tree.node(child).data {
            let text = spread(&tree.text[start as usize..end as usize]);
            if is_as_long(&text, 2) {
                let mut beside = element_beside(tree, child, |tree, id| tree.node(id).prev);
                while let Some(link) = beside.filter(|&id| is_free_link(tree, id)) {
                    take(tree, link, &mut waiting);
                    taken.push(link);
                    beside = element_beside(tree, link, |tree, id| tree.node(id).prev);
                }
                waiting.push_str(&text);
                // The original means to take all links that follow, but looks at the first again.
                let beside = element_beside(tree, child, |tree, id| tree.node(id).next);
                if let Some(link) = beside.filter(|&id| is_free_link(tree, id)) {
                    take(tree, link, &mut waiting);
                    taken.push(link);
                }
            }
        } else {
            if tree.is(child, Name::P) && !waiting.is_empty() {
                parts.push(std::mem::take(&mut waiting));
            }
            parts.push(inside(tree, child));
        }
        child = tree.node(child).right;
    }
    if !waiting.is_empty() {
        parts.push(waiting);
    }
    taken.into_iter().for_each(|link| tree.remove(link));
    parts
}

/// What stands in an element, as markup. A declaration has no inside, and the original writes it so.
fn inside(tree: &Tree, id: Id) -> String {
    if tree.name(id).is_none() {
        return "null".to_owned();
    }
    let mut markup = String::new();
    write::inner(tree, id, &mut markup);
    markup
}

/// A text with its line breaks doubled and its tabs deleted; empty if it is blank then.
fn spread(text: &str) -> String {
    let spread = text.replace('\n', "\n\n").replace('\t', "");
    if spread.chars().all(super::js::is_space) { String::new() } else { spread }
}

/// The nearest element among the siblings that a node remembers.
fn element_beside(tree: &Tree, id: Id, step: impl Fn(&Tree, Id) -> Id) -> Option<Id> {
    let mut id = step(tree, id);
    while id != NONE && tree.name(id).is_none() {
        id = step(tree, id);
    }
    (id != NONE).then_some(id)
}

fn is_free_link(tree: &Tree, id: Id) -> bool {
    tree.is(id, Name::A) && !tree.node(id).attributes.as_ref().is_some_and(|attributes| attributes.used)
}

/// Writes a link out, and marks it so that it is not written again.
fn take(tree: &mut Tree, link: Id, out: &mut String) {
    out.push(' ');
    write::outer(tree, link, out);
    out.push(' ');
    tree.node_mut(link).attributes.get_or_insert_default().used = true;
}
