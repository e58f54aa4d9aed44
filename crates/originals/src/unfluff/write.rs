//! Writes a tree as markup like cheerio, to be parsed again. Text that is ASCII or above U+009F
//! would come back unchanged, so it is written without references.

use super::tree::{
    CheerioAttributes, CheerioData, CheerioId, CheerioName, CheerioTree, NONE, NameFlag,
};

/// Returns the content of a node as markup.
pub(super) fn inner(tree: &CheerioTree, id: CheerioId, out: &mut String) {
    let mut foreign = None;
    let mut at = tree.node(id).first;
    if at == NONE {
        return;
    }
    loop {
        open(tree, at, &mut foreign, out);
        let first = tree.node(at).first;
        if first != NONE {
            at = first;
            continue;
        }
        loop {
            close(tree, at, &mut foreign, out);
            let node = tree.node(at);
            if node.right != NONE {
                at = node.right;
                break;
            }
            at = node.up;
            if at == id {
                return;
            }
        }
    }
}

/// Returns a node with its content as markup.
pub(super) fn outer(tree: &CheerioTree, id: CheerioId, out: &mut String) {
    let mut foreign = None;
    open(tree, id, &mut foreign, out);
    inner(tree, id, out);
    close(tree, id, &mut foreign, out);
}

/// `foreign` is the SVG element that is being written, in which empty elements end with `/>`.
fn open(tree: &CheerioTree, id: CheerioId, foreign: &mut Option<CheerioId>, out: &mut String) {
    match tree.node(id).data {
        CheerioData::Root => {}
        CheerioData::Directive(start, end) => {
            out.push('<');
            out.push_str(&tree.text[start as usize..end as usize]);
            out.push('>');
        }
        CheerioData::Text(start, end) => {
            let text = &tree.text[start as usize..end as usize];
            let up = tree.node(id).up;
            let raw =
                up != NONE && tree.name(up).is_some_and(|name| tree.is_kind(name, NameFlag::Raw));
            if raw { out.push_str(text) } else { escape(text, out) }
        }
        CheerioData::Element(name) => {
            if name == CheerioName::SVG {
                foreign.get_or_insert(id);
            }
            out.push('<');
            out.push_str(tree.text_of_name(name));
            if let Some(attributes) = &tree.node(id).attributes {
                write_attributes(attributes, out);
            }
            if tree.node(id).score.is_some() {
                out.push_str(" gravityscore=\"1\"");
            }
            if foreign.is_some() && tree.node(id).first == NONE {
                out.push('/');
            }
            out.push('>');
        }
    }
}

fn close(tree: &CheerioTree, id: CheerioId, foreign: &mut Option<CheerioId>, out: &mut String) {
    let CheerioData::Element(name) = tree.node(id).data else { return };
    let empty = tree.node(id).first == NONE;
    let has_end_tag = if foreign.is_some() { !empty } else { !tree.is_kind(name, NameFlag::Void) };
    if has_end_tag {
        out.push_str("</");
        out.push_str(tree.text_of_name(name));
        out.push('>');
    }
    if *foreign == Some(id) {
        *foreign = None;
    }
}

fn write_attributes(attributes: &CheerioAttributes, out: &mut String) {
    for (name, value) in
        [("id", &attributes.id), ("class", &attributes.class), ("name", &attributes.name)]
    {
        if let Some(value) = value {
            out.extend([" ", name, "=\""]);
            escape(value, out);
            out.push('"');
        }
    }
    if attributes.used {
        out.push_str(" grv-usedalready=\"yes\"");
    }
    if attributes.scored_before {
        out.push_str(" gravityscore=\"1\"");
    }
}

/// The bytes of a text that may be written as references.
const MARKS: [bool; 256] = {
    let mut marks = [false; 256];
    marks[b'&' as usize] = true;
    marks[b'<' as usize] = true;
    marks[b'>' as usize] = true;
    marks[b'"' as usize] = true;
    marks[0xC2] = true;
    marks
};

/// Writes a text with references for markup characters and for U+0080 to U+009F; the latter become
/// other characters when parsed again.
fn escape(text: &str, out: &mut String) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate().filter(|&(_, byte)| MARKS[usize::from(byte)]) {
        let reference = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            0xC2 if text.as_bytes()[at + 1] < 0xA0 => {
                out.push_str(&text[from..at]);
                out.push_str(&format!("&#x{:X};", text.as_bytes()[at + 1]));
                from = at + 2;
                continue;
            }
            _ => continue,
        };
        out.push_str(&text[from..at]);
        out.push_str(reference);
        from = at + 1;
    }
    out.push_str(&text[from..]);
}
