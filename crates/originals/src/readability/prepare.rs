//! What happens to a page before its article is looked for: images that NOSCRIPT contains take the
//! place of those that scripts load, scripts and styles go, and pairs of breaks become paragraphs.

use super::html::{Flag, Id, NONE};
use super::page::ReadabilityPage;
use crate::name::{Name, Set};

/// Replaces the image before a NOSCRIPT by the one inside it.
pub fn unwrap_noscript_images(page: &mut ReadabilityPage) {
    let images = page.all_of_page(const { Set::from_names("img") });
    if images.is_empty() {
        return;
    }
    for image in images {
        if !page.has(image, Flag::ImageSource) {
            page.detach(image);
        }
    }
    for noscript in page.all_of_page(const { Set::from_names("noscript") }) {
        if !is_single_image(page, noscript) {
            continue;
        }
        let Some(before) = previous_element(page, noscript) else { continue };
        if is_single_image(page, before)
            && let Some(inside) = page.first_element(noscript)
        {
            let copy = page.copy(inside);
            page.replace(before, copy);
        }
    }
}

fn previous_element(page: &ReadabilityPage, id: Id) -> Option<Id> {
    let mut at = page.tree.node(id).prev;
    while at != NONE && !page.tree.node(at).is_element() {
        at = page.tree.node(at).prev;
    }
    (at != NONE).then_some(at)
}

/// Whether an element is an image, or nothing but elements around one.
fn is_single_image(page: &ReadabilityPage, mut id: Id) -> bool {
    if page.tag(id) != Name::IMG && page.has_ink(id) {
        return false;
    }
    loop {
        if page.tag(id) == Name::IMG {
            return true;
        }
        let mut elements = page.tree.elements(id);
        match (elements.next(), elements.next()) {
            (Some(only), None) => id = only,
            _ => return false,
        }
    }
}

/// Removes scripts, and returns them.
pub fn remove_scripts(page: &mut ReadabilityPage) -> Vec<Id> {
    let scripts = page.all_of_page(const { Set::from_names("script noscript") });
    for &script in scripts.iter().rev() {
        page.detach(script);
    }
    scripts
}

/// Removes styles, makes paragraphs of what pairs of breaks separate, and renames FONT.
pub fn prepare(page: &mut ReadabilityPage, body: Option<Id>) {
    for style in page.all_of_page(const { Set::from_names("style") }) {
        page.detach(style);
    }
    if let Some(body) = body {
        for br in page.all(body, const { Set::from_names("br") }) {
            replace_breaks(page, br);
        }
    }
    for font in page.all_of_page(const { Set::from_names("font") }) {
        page.rename(font, Name::SPAN);
    }
}

/// The next node that is an element, or more than white space.
pub fn skip_blank(page: &ReadabilityPage, mut at: Id) -> Id {
    while at != NONE && !page.tree.node(at).is_element() && page.is_blank(at) {
        at = page.tree.node(at).next;
    }
    at
}

fn is_break(page: &ReadabilityPage, id: Id) -> bool {
    id != NONE && page.tag(id) == Name::BR
}

/// If more breaks follow one, makes a paragraph of what follows them, up to the next pair or block.
fn replace_breaks(page: &mut ReadabilityPage, br: Id) {
    let mut replaced = false;
    let mut next = page.tree.node(br).next;
    loop {
        next = skip_blank(page, next);
        if !is_break(page, next) {
            break;
        }
        replaced = true;
        let sibling = page.tree.node(next).next;
        page.detach(next);
        next = sibling;
    }
    if !replaced {
        return;
    }
    let paragraph = page.make(Name::P);
    page.replace(br, paragraph);
    loop {
        let next = page.tree.node(paragraph).next;
        if next == NONE || begins_pair(page, next) || !page.is_phrasing(next) {
            break;
        }
        page.append(paragraph, next);
    }
    trim_end(page, paragraph);
    let around = page.parent(paragraph);
    if page.tag(around) == Name::P {
        page.rename(around, Name::DIV);
    }
}

fn begins_pair(page: &ReadabilityPage, id: Id) -> bool {
    is_break(page, id) && is_break(page, skip_blank(page, page.tree.node(id).next))
}

/// Removes white space and breaks at an element's end.
pub fn trim_end(page: &mut ReadabilityPage, id: Id) {
    loop {
        let last = page.tree.node(id).last;
        if last == NONE || !page.is_whitespace(last) {
            return;
        }
        page.detach(last);
    }
}
