//! The article's text: what is left after elements that hold only one other give way to it.

use super::html::{Flag, Id, NONE};
use super::page::ReadabilityPage;
use crate::name::{Name, Set};

/// Returns the article's text. `wrapper` is the DIV that was made for it.
pub fn finish(page: &mut ReadabilityPage, content: Id, wrapper: Id) -> String {
    unlink_scripts(page, content);
    simplify(page, content, wrapper);
    page.text(content)
}

/// Links to scripts become texts.
fn unlink_scripts(page: &mut ReadabilityPage, content: Id) {
    for link in page.all(content, const { Set::from_names("a") }) {
        if !page.has(link, Flag::ScriptLink) {
            continue;
        }
        let first = page.tree.node(link).first;
        let only = first != NONE && page.tree.node(first).next == NONE;
        if only && page.name(first) == Name::TEXT {
            page.replace(link, first);
        } else {
            page.rename(link, Name::SPAN);
        }
    }
}

/// Removes empty DIVs and SECTIONs, and puts those that are alone in another in its place.
fn simplify(page: &mut ReadabilityPage, content: Id, wrapper: Id) {
    let mut next = Some(content);
    while let Some(id) = next {
        let is_box = matches!(page.tag(id), Name::DIV | Name::SECTION)
            && page.parent(id) != NONE
            && id != wrapper
            && !page.id(id).starts_with("readability");
        if is_box && page.is_without_content(id) {
            next = page.remove_and_next(id);
            continue;
        }
        let single = |name| page.single_inside(id, name);
        if is_box && let Some(only) = single(Name::DIV).or_else(|| single(Name::SECTION)) {
            page.replace(id, only);
            next = Some(only);
            continue;
        }
        next = page.next(id, true);
    }
}
