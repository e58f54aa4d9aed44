//! Parses markup to a [`CheerioTree`] like htmlparser2 3.10 under cheerio: without HTML5 tree
//! construction, with a short table of start tags that close elements, and end tags that close
//! everything down to the last open element of their name.

use super::entity;
use super::tree::{
    CheerioAttributes, CheerioData, CheerioId, CheerioName, CheerioTree, NONE, NameFlag, ROOT,
};

/// Maximum number of open elements. Deeper elements stay empty, and their text belongs to the
/// element around them. Real pages need at most 97. Later steps read an element's text once for
/// every element around it, so this also bounds their time.
const MAX_DEPTH: usize = 256;

/// Whether a start tag closes the innermost open element.
fn closes(opening: &str, open: &str) -> bool {
    match opening {
        "tr" => matches!(open, "tr" | "th" | "td"),
        "th" => open == "th",
        "td" => matches!(open, "thead" | "th" | "td"),
        "body" => matches!(open, "head" | "link" | "script"),
        "li" | "option" | "optgroup" => open == opening,
        "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => open == "p",
        "select" | "input" | "output" | "button" | "datalist" | "textarea" => {
            matches!(
                open,
                "input" | "option" | "optgroup" | "select" | "button" | "datalist" | "textarea"
            )
        }
        _ => false,
    }
}

/// Parses a page into the root of a new tree.
pub(super) fn page(markup: &str) -> CheerioTree {
    let mut tree = CheerioTree::with_room_for(markup.len());
    parse_into(&mut tree, markup, ROOT);
    let outermost: Vec<CheerioId> = tree.children(ROOT).collect();
    for id in outermost {
        tree.node_mut(id).outermost = true;
    }
    tree
}

/// Parses a piece of markup. Its nodes are the children of the returned node, which is not part of
/// the tree.
pub(super) fn fragment(tree: &mut CheerioTree, markup: &str) -> CheerioId {
    let top = tree.make(CheerioData::Root);
    parse_into(tree, markup, top);
    top
}

fn parse_into(tree: &mut CheerioTree, markup: &str, top: CheerioId) {
    if !tree.has_room(markup.len()) {
        return;
    }
    let mut parser = CheerioParser {
        tree,
        markup,
        at: 0,
        top,
        open: Vec::new(),
        foreign: Vec::new(),
        text_open: NONE,
    };
    parser.run();
}

struct CheerioParser<'a, 'b> {
    tree: &'a mut CheerioTree,
    markup: &'b str,
    at: usize,
    top: CheerioId,
    open: Vec<(CheerioId, CheerioName)>,
    foreign: Vec<bool>,
    /// The text node to which more text is added.
    text_open: CheerioId,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | 0x0C | b'\r')
}

impl CheerioParser<'_, '_> {
    fn run(&mut self) {
        while self.at < self.markup.len() && self.tree.has_room(0) {
            let tag = self.text();
            self.at = tag;
            if tag < self.markup.len() {
                self.markup_at(tag);
            }
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.markup.as_bytes().get(at).copied()
    }

    /// Returns the position of the next such byte, or the end.
    fn find(&self, from: usize, byte: u8) -> usize {
        memchr::memchr(byte, &self.markup.as_bytes()[from..])
            .map_or(self.markup.len(), |found| from + found)
    }

    fn skip_space(&self, mut at: usize) -> usize {
        while self.byte(at).is_some_and(is_space) {
            at += 1;
        }
        at
    }

    /// Returns the first position from `at` on at which `ends` holds, or the end.
    fn until(&self, at: usize, ends: impl Fn(u8) -> bool) -> usize {
        let rest = &self.markup.as_bytes()[at..];
        at + rest.iter().position(|&byte| ends(byte)).unwrap_or(rest.len())
    }

    fn parent(&self) -> CheerioId {
        self.open.last().map_or(self.top, |&(id, _)| id)
    }

    /// Reads the text before the next tag, and returns where that begins.
    fn text(&mut self) -> usize {
        let from = self.tree.text.len();
        let rest = &self.markup.as_bytes()[self.at..];
        let plain = memchr::memchr2(b'<', b'&', rest).map_or(self.markup.len(), |at| self.at + at);
        self.tree.text.push_str(&self.markup[self.at..plain]);
        let mut end = plain;
        if self.byte(plain) == Some(b'&') {
            end = self.find(plain, b'<');
            entity::decode_into(&self.markup[..end], plain, &mut self.tree.text);
        }
        self.text_from(from);
        end
    }

    /// Makes the tree's text from `from` on a text node here.
    fn text_from(&mut self, from: usize) {
        let to = self.tree.text.len();
        if from == to {
            return;
        }
        // Adjacent texts are adjacent in the tree's text, too.
        if self.text_open != NONE
            && let CheerioData::Text(_, end) = &mut self.tree.node_mut(self.text_open).data
            && *end as usize == from
        {
            *end = to as u32;
            return;
        }
        let id = self.tree.make(CheerioData::Text(from as u32, to as u32));
        let parent = self.parent();
        self.tree.append(parent, id);
        self.text_open = id;
    }

    fn markup_at(&mut self, tag: usize) {
        match self.byte(tag + 1) {
            // The sign itself is text, and so is the rest.
            None | Some(b'>' | b' ' | b'\n' | b'\t' | 0x0C | b'\r') => self.sign(tag, tag + 2),
            Some(b'<') => self.sign(tag, tag + 1),
            Some(b'/') => self.end_tag(tag),
            Some(b'!') => self.declaration(tag),
            Some(b'?') => self.directive(tag + 1, tag + 2),
            Some(_) => self.start_tag(tag + 1),
        }
    }

    fn sign(&mut self, start: usize, end: usize) {
        let end = end.min(self.markup.len());
        let from = self.tree.text.len();
        self.tree.text.push_str(&self.markup[start..end]);
        self.text_from(from);
        self.at = end;
    }

    fn end_tag(&mut self, tag: usize) {
        let start = self.skip_space(tag + 2);
        match self.byte(start) {
            None | Some(b'>') => return self.sign(tag, start + 1),
            Some(_) => {}
        }
        let end = self.until(start, |byte| byte == b'>' || is_space(byte));
        if end < self.markup.len() {
            let name = self.tree.intern(&self.markup[start..end]);
            self.close(name);
        }
        self.at = self.find(end, b'>') + 1;
    }

    /// Reads a comment, a CDATA section (also a comment), or a declaration.
    fn declaration(&mut self, tag: usize) {
        let rest = &self.markup.as_bytes()[tag + 2..];
        let (opening, closing) = match rest {
            [b'-', b'-', ..] => (2, b"-->"),
            _ if rest.get(..7).is_some_and(|start| start.eq_ignore_ascii_case(b"[cdata[")) => {
                (7, b"]]>")
            }
            _ => return self.directive(tag + 1, tag + 2),
        };
        let found = memchr::memmem::find(&rest[opening..], closing);
        self.at = found.map_or(self.markup.len(), |found| tag + 2 + opening + found + 3);
        self.text_open = NONE;
    }

    fn directive(&mut self, start: usize, inside: usize) {
        let end = self.find(inside, b'>');
        if end == self.markup.len() {
            // If it never ends, everything after its sign is text.
            return self.sign(inside, end);
        }
        let from = self.tree.text.len() as u32;
        self.tree.text.push_str(&self.markup[start..end]);
        let id = self.tree.make(CheerioData::Directive(from, self.tree.text.len() as u32));
        let parent = self.parent();
        self.tree.append(parent, id);
        self.text_open = NONE;
        self.at = end + 1;
    }

    fn start_tag(&mut self, start: usize) {
        let end = self.until(start, |byte| matches!(byte, b'/' | b'>') || is_space(byte));
        if end == self.markup.len() {
            self.at = end;
            return;
        }
        let name = self.tree.intern(&self.markup[start..end]);
        self.close_before(name);
        let Some((attributes, self_closing, after)) = self.attributes(end) else {
            // The page ends inside the tag, so there is no element.
            self.at = self.markup.len();
            return;
        };
        self.at = after;
        self.element(name, attributes, self_closing);
        if matches!(name, CheerioName::SCRIPT | CheerioName::STYLE) {
            self.raw(name, &self.markup[start..end]);
        }
    }

    /// Returns the attributes from `at` on, whether `/` ends them, and where the tag ends.
    fn attributes(&self, mut at: usize) -> Option<(Option<Box<CheerioAttributes>>, bool, usize)> {
        let mut attributes: Option<Box<CheerioAttributes>> = None;
        loop {
            at = self.skip_space(at);
            match self.byte(at)? {
                b'>' => return Some((attributes, false, at + 1)),
                b'/' => {
                    at = self.skip_space(at + 1);
                    if self.byte(at)? == b'>' {
                        return Some((attributes, true, at + 1));
                    }
                }
                _ => {
                    let start = at;
                    at = self
                        .until(at + 1, |byte| matches!(byte, b'=' | b'/' | b'>') || is_space(byte));
                    let name = &self.markup[start..at];
                    let after = self.skip_space(at);
                    let value = if self.byte(after)? == b'=' {
                        let (value, end) = self.value(self.skip_space(after + 1))?;
                        at = end;
                        value
                    } else {
                        ""
                    };
                    keep(&mut attributes, name, value);
                }
            }
        }
    }

    /// Returns an attribute's value, and where it ends.
    fn value(&self, at: usize) -> Option<(&str, usize)> {
        let quote = self.byte(at)?;
        if matches!(quote, b'"' | b'\'') {
            let end = self.find(at + 1, quote);
            return (end < self.markup.len()).then(|| (&self.markup[at + 1..end], end + 1));
        }
        let end = self.until(at, |byte| byte == b'>' || is_space(byte));
        Some((&self.markup[at..end], end))
    }

    fn element(
        &mut self,
        name: CheerioName,
        attributes: Option<Box<CheerioAttributes>>,
        self_closing: bool,
    ) {
        let id = self.tree.make(CheerioData::Element(name));
        let parent = self.parent();
        self.tree.node_mut(id).attributes = attributes;
        self.tree.append(parent, id);
        self.text_open = NONE;
        if self.tree.is_kind(name, NameFlag::Void) || self.open.len() >= MAX_DEPTH {
            return;
        }
        if self.tree.is_kind(name, NameFlag::Foreign) {
            self.foreign.push(true);
        } else if self.tree.is_kind(name, NameFlag::Integration) {
            self.foreign.push(false);
        }
        let closed = self_closing && self.foreign.last() == Some(&true);
        if !closed {
            self.open.push((id, name));
        }
    }

    fn close_before(&mut self, name: CheerioName) {
        while let Some(&(_, open)) = self.open.last() {
            if !closes(self.tree.text_of_name(name), self.tree.text_of_name(open)) {
                break;
            }
            self.open.pop();
            self.text_open = NONE;
        }
    }

    fn close(&mut self, name: CheerioName) {
        let is_kind = |kind| self.tree.is_kind(name, kind);
        if is_kind(NameFlag::Foreign) || is_kind(NameFlag::Integration) {
            self.foreign.pop();
        }
        // `</br>` is a break if nothing is open; `</p>` is a paragraph if no P is open.
        if is_kind(NameFlag::Void) {
            if self.open.is_empty() && name == CheerioName::BR {
                self.element(name, None, false);
            }
            return;
        }
        if let Some(at) = self.open.iter().rposition(|&(_, open)| open == name) {
            self.open.truncate(at);
            self.text_open = NONE;
        } else if name == CheerioName::P {
            let depth = self.open.len();
            self.element(name, None, false);
            self.open.truncate(depth);
        }
    }

    /// Skips the content of SCRIPT and STYLE: text up to their end tag, or to the end.
    fn raw(&mut self, name: CheerioName, written: &str) {
        let mut at = self.at;
        loop {
            let sign = self.find(at, b'<');
            let Some(b'/') = self.byte(sign + 1) else {
                if sign >= self.markup.len() {
                    self.at = sign;
                    return;
                }
                at = sign + 1;
                continue;
            };
            let start = self.skip_space(sign + 2);
            let tag = self.markup.as_bytes().get(start..start + written.len());
            let ends =
                self.byte(start + written.len()).is_some_and(|byte| byte == b'>' || is_space(byte));
            if ends && tag.is_some_and(|tag| tag.eq_ignore_ascii_case(written.as_bytes())) {
                // The text is not needed: scripts and styles are removed first.
                self.close(name);
                self.at = self.find(start, b'>') + 1;
                return;
            }
            at = sign + 2;
        }
    }
}

/// Stores an attribute if unfluff uses it; the first of a name counts.
fn keep(attributes: &mut Option<Box<CheerioAttributes>>, name: &str, value: &str) {
    let known = ["id", "class", "name", "lang", "content", "grv-usedalready", "gravityscore"];
    let Some(which) = known.iter().position(|known| known.eq_ignore_ascii_case(name)) else {
        return;
    };
    let attributes = attributes.get_or_insert_default();
    let slot = match which {
        0 => &mut attributes.id,
        1 => &mut attributes.class,
        2 => &mut attributes.name,
        3 => &mut attributes.lang,
        4 => &mut attributes.content,
        5 => return attributes.used |= value == "yes",
        _ => return attributes.scored_before = true,
    };
    if slot.is_none() {
        *slot = Some(entity::decode_value(value).into());
    }
}
