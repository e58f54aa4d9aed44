//! Markup as a browser shows it, where a parser without scripts and styles would not: the contents
//! of shadow roots stand in their elements (WHATWG HTML, section 4.12.3, "declarative shadow
//! roots"), readings above words are set apart from them (section 4.5.10, RUBY), and mail addresses
//! that Cloudflare hides are readable. Most pages have none of them and stay as they are; those
//! with the first two are parsed again.
//!
//! In doubt markup stays as it is: a page with shadow roots and with tags that are not simple
//! ([`super::simple`]), or whose elements nest deeper than [`DEPTH`]. Removers of others are
//! compared with their originals on pages as they are, so the parser itself does not ask for this:
//! the program, the index and [`Document`](crate::Document) do.

use super::charset::Decoded;
use super::element::{ElementKind, TagCode, code, known_tag, tag_named};
use super::reference::decoded_text;
use super::simple::{KnownAttribute, SimpleTag, read_tag};
use super::tokens::{ContentModel, title_ends_soon};
use crate::page::{Attribute, Event, Page, Span, Tag};
use memchr::memmem;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// How deep elements may nest in the element of a shadow root.
const DEPTH: usize = 128;
/// Tags and texts of a page whose shadow roots are read: no page for readers has so many.
const MOST: usize = 1 << 20;

const A: Tag = tag_named("A");
const RT: Tag = tag_named("RT");
const RTC: Tag = tag_named("RTC");

impl Decoded<'_> {
    /// The same with its markup as a browser shows it; `None` if that is how `page`, which was
    /// parsed of it, is. Few pages have any of it.
    pub(crate) fn shown(&self, page: &Page) -> Option<Decoded<'_>> {
        let mut shown = None;
        let is_root = |of| of == Attribute::ShadowRoot;
        if page.attributes.all_that(is_root).next().is_some() {
            shown = flattened(&self.text);
        }
        let is_reading = |event: &Event| matches!(event, Event::Start(RT | RTC));
        if page.events.iter().any(is_reading) {
            shown = with_readings_apart(shown.as_deref().unwrap_or(&self.text)).or(shown);
        }
        Some(Decoded { text: Cow::Owned(shown?), ..*self })
    }
}

/// The attributes that say what a browser does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ShadowRole {
    /// `shadowrootmode`, before 2023 `shadowroot`.
    Root,
    /// `slot`: which slot an element is for.
    Slot,
    /// `name` of a SLOT.
    Name,
}

fn known(name: &[u8]) -> Option<ShadowRole> {
    let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
    match name.len() {
        4 if is("name") => Some(ShadowRole::Name),
        4 if is("slot") => Some(ShadowRole::Slot),
        10 if is("shadowroot") => Some(ShadowRole::Root),
        14 if is("shadowrootmode") => Some(ShadowRole::Root),
        _ => None,
    }
}

/// Reads the tags of markup, without comments and the content of elements that hold none.
struct MarkupTags<'a> {
    html: &'a str,
    at: usize,
    known: Vec<KnownAttribute<ShadowRole>>,
    /// Whether a tag was passed over that is not simple.
    has_passed: bool,
}

impl<'a> MarkupTags<'a> {
    fn new(html: &'a str) -> Self {
        Self { html, at: 0, known: Vec::new(), has_passed: false }
    }

    /// The next tag, and where it begins.
    fn next(&mut self) -> Option<(usize, SimpleTag<'a>)> {
        let bytes = self.html.as_bytes();
        loop {
            let start = self.at + memchr::memchr(b'<', &bytes[self.at..])?;
            let rest = &bytes[start..];
            if rest.starts_with(b"<!--") {
                // `<!-->` is all of a comment.
                let end = memmem::find(&rest[2..], b"-->");
                self.at = end.map_or(bytes.len(), |end| start + 2 + end);
            } else if let Some(tag) = read_tag(bytes, start, &mut self.known, known) {
                self.at = tag.end;
                if !tag.is_end {
                    self.at = end_of_raw(bytes, tag.name, tag.end);
                }
                return Some((start, tag));
            } else {
                self.at = self.end_of_other(start);
            }
        }
    }

    /// Where a `<` ends that begins no simple tag: a tag with its values in quotation marks, and
    /// the content of an element that holds no markup.
    fn end_of_other(&mut self, start: usize) -> usize {
        let bytes = self.html.as_bytes();
        let is_end = bytes.get(start + 1) == Some(&b'/');
        let from = start + 1 + usize::from(is_end);
        let letters = bytes[from..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        if !bytes.get(from).is_some_and(u8::is_ascii_alphabetic) {
            return start + 1;
        }
        self.has_passed = true;
        let mut at = from + letters;
        while let Some(next) = memchr::memchr3(b'>', b'"', b'\'', &bytes[at..]) {
            at += next + 1;
            let mark = bytes[at - 1];
            if mark == b'>' {
                let name = &bytes[from..from + letters];
                return if is_end { at } else { end_of_raw(bytes, name, at) };
            }
            at += memchr::memchr(mark, &bytes[at..]).map_or(bytes.len() - at, |end| end + 1);
        }
        bytes.len()
    }

    /// What the last tag has of an attribute.
    fn says(&self, what: ShadowRole) -> Option<String> {
        let found = self.known.iter().find(|known| known.attribute == what)?;
        Some(decoded_text(self.html.get(found.value.clone())?))
    }
}

/// Where the content of an element ends that holds no markup; where it begins, for others.
fn end_of_raw(html: &[u8], name: &[u8], from: usize) -> usize {
    let Some(code) = known_tag(name).map(code) else { return from };
    match ContentModel::for_element(code, false) {
        ContentModel::Markup => return from,
        ContentModel::Title if !title_ends_soon(&html[from..]) => return from,
        ContentModel::PlainText => return html.len(),
        _ => {}
    }
    let is_end = |at: &usize| {
        let of_end = html[*at..].strip_prefix(b"</").and_then(|rest| rest.get(..name.len()));
        of_end.is_some_and(|of_end| of_end.eq_ignore_ascii_case(name))
    };
    let mut ends = memchr::memchr_iter(b'<', &html[from..]).map(|at| from + at);
    ends.find(is_end).unwrap_or(html.len())
}

/// The links of a page whose own address alone has the code of a mail address, by their start
/// events, and the codes. None, if the page has other links than its markup.
fn codes_of_links<'h>(page: &Page, html: &'h str) -> Vec<(u32, &'h str)> {
    let text_of = |span: &Span| &page.text[span.start as usize..span.end as usize];
    if memmem::find(page.text.as_bytes(), STAND_IN.as_bytes()).is_none() {
        return Vec::new();
    }
    let found = memmem::find_iter(html.as_bytes(), MAIL.as_bytes());
    let codes: Vec<&str> = found.filter_map(|at| code_of_link(html, at)).collect();
    let with_code: HashSet<u32> =
        page.attributes.all_that(|of| of == Attribute::Mail).map(|(event, ..)| event).collect();
    let is_link = |(event, two): &(u32, &[Event])| match two {
        [Event::Start(A), Event::Text(span)] => {
            text_of(span).trim_start().starts_with(STAND_IN) && !with_code.contains(event)
        }
        _ => false,
    };
    let links = (0..).zip(page.events.windows(2)).filter(is_link).map(|(event, _)| event);
    let links: Vec<u32> = links.collect();
    match links.len() == codes.len() {
        true => links.into_iter().zip(codes).collect(),
        false => Vec::new(),
    }
}

/// The code in the address of a link, of which [`MAIL`] stands at a place of the markup, if the
/// text in it stands for an address and no attribute has the code.
fn code_of_link(html: &str, at: usize) -> Option<&str> {
    let bytes = html.as_bytes();
    let before = at.saturating_sub(LONGEST_TAG);
    let start = before + memchr::memrchr(b'<', &bytes[before..at])?;
    let code = html[at + MAIL.len()..].strip_prefix('#')?;
    let code = &code[..code.bytes().take_while(u8::is_ascii_hexdigit).count()];
    let after = at + MAIL.len() + "#".len() + code.len();
    let until = bytes.len().min(after + LONGEST_TAG);
    let end = after + memchr::memchr(b'>', &bytes[after..until])?;
    let has_own = memmem::find(&bytes[start..end], b"data-cfemail").is_some();
    let is_stand_in = html[end + 1..].trim_start().starts_with(STAND_IN);
    (is_stand_in && !has_own).then_some(code)
}

/// Where the spans of a text are after some of them were written anew.
#[derive(Debug, Default)]
pub(crate) struct MovedSpans {
    /// The spans that were written anew, in order, and where the end of each is now.
    anew: Vec<(Span, u32)>,
}

impl MovedSpans {
    /// Where a span is now.
    pub(crate) fn span(&self, span: &Span) -> Span {
        self.position(span.start)..self.position(span.end)
    }

    fn position(&self, position: u32) -> u32 {
        let before = self.anew.partition_point(|(span, _)| span.end <= position);
        if let Some((span, end)) = self.anew.get(before)
            && span.start < position
        {
            return *end;
        }
        let last = before.checked_sub(1).map(|last| &self.anew[last]);
        last.map_or(position, |(span, end)| position - span.end + end)
    }

    /// Whether nothing was written anew.
    pub(crate) fn is_empty(&self) -> bool {
        self.anew.is_empty()
    }
}

/// Writes mail addresses that Cloudflare hides in place of the texts that stand for them; `html` is
/// the markup of the page.
pub(crate) fn show_mail(page: &mut Page, html: &str) -> MovedSpans {
    let of_links = codes_of_links(page, html);
    let codes = page.attributes.all_that(|of| of == Attribute::Mail);
    let codes = codes.map(|(element, _, code)| (element, code)).chain(of_links);
    let mails = codes.filter_map(|(element, code)| {
        let stand_in = stand_in(page, element as usize + 1)?;
        Some((stand_in, protected_mail(code)?))
    });
    let mut mails: Vec<(Vec<Span>, String)> = mails.collect();
    if mails.is_empty() {
        return MovedSpans::default();
    }
    mails.sort_by_key(|(spans, _)| spans[0].start);
    let mut text = String::with_capacity(page.text.len());
    let mut copied = 0;
    let mut moved = MovedSpans::default();
    for (spans, mail) in mails {
        // An element and one inside may both have the code.
        if (spans[0].start as usize) < copied {
            continue;
        }
        let mut mail = &*mail;
        for span in spans {
            text.push_str(&page.text[copied..span.start as usize]);
            text.push_str(std::mem::take(&mut mail));
            copied = span.end as usize;
            moved.anew.push((span, text.len() as u32));
        }
    }
    text.push_str(&page.text[copied..]);
    page.text = text;
    for event in &mut page.events {
        if let Event::Text(span) = event {
            *span = moved.span(span);
        }
    }
    moved
}

/// The spans of the text in brackets that stands for an address, in an element whose content begins
/// with an event, if no text is before it.
fn stand_in(page: &Page, from: usize) -> Option<Vec<Span>> {
    let mut spans: Vec<Span> = Vec::new();
    let mut length = 0;
    let mut depth = 0_u32;
    for event in page.events.iter().skip(from).take(NEAR) {
        let (start, end) = match event {
            Event::Start(_) => {
                depth += 1;
                continue;
            }
            Event::End(_) => {
                depth = depth.checked_sub(1)?;
                continue;
            }
            Event::Text(span) => (span.start, span.end),
        };
        let text = &page.text[start as usize..end as usize];
        let is_first = spans.is_empty();
        let before = if is_first { text.len() - text.trim_start().len() } else { 0 };
        let text = &text[before..];
        if is_first && text.is_empty() {
            continue;
        }
        if is_first && !text.starts_with('[') {
            return None;
        }
        let bracket = text.find(']');
        let part = bracket.map_or(text.len(), |bracket| bracket + 1);
        length += part;
        if length > LONGEST_STAND_IN {
            return None;
        }
        let start = start + before as u32;
        // Text before the root element is moved behind what follows it.
        if spans.last().is_some_and(|last| last.end > start) {
            return None;
        }
        spans.push(start..start + part as u32);
        if bracket.is_some() {
            return Some(spans);
        }
    }
    None
}

/// Events in which the text ends that stands for an address.
const NEAR: usize = 16;
/// Bytes before and after the code in the tag of a link.
const LONGEST_TAG: usize = 4096;
/// How the text begins that stands for an address.
const STAND_IN: &str = "[email";
/// The path of a link to a mail address that Cloudflare hides; behind `#` it may have the code.
pub const MAIL: &str = "/cdn-cgi/l/email-protection";
/// Bytes of the text that may stand for an address: `[email&#160;protected]` in any language.
const LONGEST_STAND_IN: usize = 64;

/// Decodes a mail address that Cloudflare hides: hexadecimal, the first byte is the key of the
/// others (exclusive or).
pub fn protected_mail(code: &str) -> Option<String> {
    let (digits, rest) = code.as_bytes().as_chunks::<2>();
    let byte = |digits: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
    let all: Option<Vec<u8>> = digits.iter().map(byte).collect();
    let all = all.filter(|_| rest.is_empty())?;
    let (key, letters) = all.split_first()?;
    let address = String::from_utf8(letters.iter().map(|letter| letter ^ key).collect()).ok()?;
    let is_text = !address.trim().is_empty() && !address.contains(char::is_control);
    is_text.then_some(address)
}

/// Writes readings in parentheses, as RP does, where a page has none: `灯台(とうだい)`. `None` if
/// nothing changes.
fn with_readings_apart(html: &str) -> Option<String> {
    let mut out = String::with_capacity(html.len() + 64);
    let mut copied = 0;
    let mut is_in_ruby = false;
    let mut is_open = false;
    let mut after_parenthesis = false;
    let mut tags = MarkupTags::new(html);
    while let Some((start, tag)) = tags.next() {
        if !is_open && !matches!(tag.name[0], b'r' | b'R') {
            after_parenthesis = false;
            continue;
        }
        let name = tag.name.to_ascii_lowercase();
        let is_ruby = matches!(&*name, b"ruby" | b"rt" | b"rp" | b"rb" | b"rtc" | b"rbc");
        if is_open && (is_ruby || is_of_blocks(&name)) {
            out.push_str(&html[copied..start]);
            out.push(')');
            copied = start;
            is_open = false;
        }
        match &*name {
            b"ruby" => is_in_ruby = !tag.is_end,
            _ if !is_in_ruby => continue,
            // A paragraph must not be broken where readings of several words are grouped.
            b"rtc" | b"rbc" => {
                out.push_str(&html[copied..start]);
                copied = tag.end;
                if &*name == b"rtc" && !tag.is_end && has_text(&html[tag.end..]) {
                    out.push_str("<rt>(");
                    is_open = true;
                }
            }
            b"rt" if !tag.is_end && !after_parenthesis && has_text(&html[tag.end..]) => {
                out.push_str(&html[copied..tag.end]);
                out.push('(');
                copied = tag.end;
                is_open = true;
            }
            _ => {}
        }
        after_parenthesis = &*name == b"rp";
    }
    out.push_str(&html[copied..]);
    out.push_str(if is_open { ")" } else { "" });
    (copied > 0).then_some(out)
}

/// Whether markup begins with a text that is not in parentheses, or with an element that is no part
/// of RUBY.
fn has_text(html: &str) -> bool {
    let rest = html.trim_start();
    let ends = ["</", "<r", "<R"].iter().any(|tag| rest.starts_with(tag));
    !rest.is_empty() && !ends && !rest.starts_with(['(', '（', '[', '〔', '【'])
}

/// Whether the tag of an element ends a reading that has no end tag.
fn is_of_blocks(name: &[u8]) -> bool {
    matches!(
        name,
        b"p" | b"div"
            | b"li"
            | b"td"
            | b"tr"
            | b"table"
            | b"body"
            | b"html"
            | b"dd"
            | b"dt"
            | b"ul"
            | b"ol"
            | b"h1"
            | b"h2"
            | b"h3"
            | b"h4"
            | b"h5"
            | b"h6"
            | b"section"
            | b"article"
            | b"blockquote"
    )
}

/// A text or an element of a page with shadow roots.
#[derive(Debug, Default)]
struct ShadowNode {
    /// The text, or the start tag.
    start: Range<usize>,
    /// The end tag; empty if there is none.
    end: Range<usize>,
    children: Vec<usize>,
    kind: ShadowKind,
    /// The slot that an element is for; of a SLOT its name.
    slot: String,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum ShadowKind {
    #[default]
    Other,
    /// A TEMPLATE that is a shadow root.
    Root,
    /// A SLOT.
    Slot,
}

/// Writes a page with the content of shadow roots.
struct ShadowWriter<'a> {
    html: &'a str,
    nodes: &'a [ShadowNode],
    /// The elements of the shadow roots that are being written.
    hosts: Vec<Host<'a>>,
    out: String,
}

/// The element of a shadow root.
struct Host<'a> {
    /// Its children by their slots, until the first slot of a name takes them.
    children: HashMap<&'a str, Vec<usize>>,
    /// The shadow root that it is in itself.
    around: Option<usize>,
}

/// Writes the content of shadow roots in place of that of their elements, which goes to their
/// slots. `None` for a page that is not read with certainty.
fn flattened(html: &str) -> Option<String> {
    let nodes = nested(html)?;
    let out = String::with_capacity(html.len());
    let mut writer = ShadowWriter { html, nodes: &nodes, hosts: Vec::new(), out };
    writer.all(&nodes[0].children, None, 0);
    Some(writer.out)
}

/// The nodes of a page; the first is around all others. `None` if the page has no shadow roots, or
/// they are not read with certainty.
fn nested(html: &str) -> Option<Vec<ShadowNode>> {
    let mut nest = Nest::new();
    let mut has_root = false;
    let mut copied = 0;
    let mut tags = MarkupTags::new(html);
    while let Some((start, tag)) = tags.next() {
        if nest.nodes.len() > MOST {
            return None;
        }
        nest.add(ShadowNode { start: copied..start, ..ShadowNode::default() });
        copied = tags.at;
        if tag.is_end {
            nest.close(tag.name, start..tag.end)?;
            continue;
        }
        let is = |name: &str| tag.name.eq_ignore_ascii_case(name.as_bytes());
        let is_mode = |mode: &str| ["open", "closed"].iter().any(|m| mode.eq_ignore_ascii_case(m));
        let is_root = is("template")
            && tags.says(ShadowRole::Root).is_some_and(|mode| is_mode(&mode))
            && nest.open.last().is_some_and(|(_, host)| may_host(host));
        let (kind, slot) = match (is_root, is("slot")) {
            (true, _) => (ShadowKind::Root, None),
            (_, true) => (ShadowKind::Slot, tags.says(ShadowRole::Name)),
            _ => (ShadowKind::Other, tags.says(ShadowRole::Slot)),
        };
        let slot = slot.unwrap_or_default();
        let number = nest.nodes.len();
        nest.add(ShadowNode { start: start..tags.at, kind, slot, ..ShadowNode::default() });
        let is_foreign = is("svg") || is("math");
        if is_void(tag.name) || tag.self_closing && (is_foreign || !nest.foreign.is_empty()) {
            continue;
        }
        has_root |= is_root;
        if is_root {
            nest.roots.push(nest.open.len());
        } else if is_foreign {
            nest.foreign.push(nest.open.len());
        }
        nest.open.push((number, tag.name));
    }
    nest.add(ShadowNode { start: copied..html.len(), ..ShadowNode::default() });
    let is_closed = !nest.open.iter().any(|(node, _)| nest.is_host(*node));
    (has_root && is_closed && !tags.has_passed).then_some(nest.nodes)
}

/// The nodes of a page while its tags are read.
struct Nest<'a> {
    nodes: Vec<ShadowNode>,
    /// The open elements and their names, from the outermost.
    open: Vec<(usize, &'a [u8])>,
    /// The places in `open` of shadow roots.
    roots: Vec<usize>,
    /// The places in `open` of drawings and formulas.
    foreign: Vec<usize>,
}

impl Nest<'_> {
    fn new() -> Self {
        let nodes = vec![ShadowNode::default()];
        Self { nodes, open: vec![(0, b"")], roots: Vec::new(), foreign: Vec::new() }
    }

    /// Adds a node to the innermost open element.
    fn add(&mut self, node: ShadowNode) {
        if node.start.is_empty() {
            return;
        }
        let number = self.nodes.len();
        self.nodes.push(node);
        let around = self.open.last().map_or(0, |(around, _)| *around);
        self.nodes[around].children.push(number);
    }

    /// Closes an element by its end tag. `None` if it is not certain what that ends.
    fn close(&mut self, name: &[u8], tag: Range<usize>) -> Option<()> {
        // Within a shadow root a tag ends nothing that is around it.
        let root = self.roots.last().filter(|_| !name.eq_ignore_ascii_case(b"template"));
        let lowest = root.map_or(1, |root| root + 1);
        let near = self.open.len().saturating_sub(DEPTH).max(lowest);
        let same = |(_, open): &(usize, &[u8])| open.eq_ignore_ascii_case(name);
        let Some(at) = self.open[near..].iter().rposition(same) else {
            self.add(ShadowNode { start: tag, ..ShadowNode::default() });
            return (near <= lowest).then_some(());
        };
        let at = near + at;
        // A P without an end tag may have ended anywhere before.
        let is_doubtful =
            |(of, name): &(usize, &[u8])| name.eq_ignore_ascii_case(b"p") && self.is_host(*of);
        if self.open[at + 1..].iter().any(is_doubtful) {
            return None;
        }
        self.nodes[self.open[at].0].end = tag;
        self.open.truncate(at);
        self.roots.retain(|root| *root < at);
        self.foreign.retain(|place| *place < at);
        Some(())
    }

    fn is_host(&self, node: usize) -> bool {
        let is_root = |of: &usize| self.nodes[*of].kind == ShadowKind::Root;
        self.nodes[node].children.iter().any(is_root)
    }
}

/// Whether an element may have a shadow root (DOM, "valid shadow host name").
fn may_host(name: &[u8]) -> bool {
    const HOSTS: [&str; 18] = [
        "article",
        "aside",
        "blockquote",
        "body",
        "div",
        "footer",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "main",
        "nav",
        "p",
        "section",
        "span",
    ];
    name.contains(&b'-') || HOSTS.iter().any(|host| name.eq_ignore_ascii_case(host.as_bytes()))
}

fn is_void(name: &[u8]) -> bool {
    let is_later = ["source", "track"].iter().any(|of| name.eq_ignore_ascii_case(of.as_bytes()));
    let kind = |code: TagCode| code.element().kind;
    is_later || known_tag(name).is_some_and(|tag| kind(code(tag)) == ElementKind::Void)
}

impl<'a> ShadowWriter<'a> {
    fn all(&mut self, nodes: &[usize], host: Option<usize>, depth: usize) {
        for node in nodes {
            self.write(*node, host, depth + 1);
        }
    }

    /// Writes a node in the shadow root of a host, if it is in one.
    fn write(&mut self, number: usize, host: Option<usize>, depth: usize) {
        let node = &self.nodes[number];
        match (&node.kind, host) {
            _ if depth > DEPTH => self.copy(number),
            (ShadowKind::Slot, Some(of)) => {
                let Host { children, around } = &mut self.hosts[of];
                let around = *around;
                let taken = children.remove(&*node.slot).unwrap_or_default();
                let is_text =
                    |of: &usize| !self.html[self.nodes[*of].start.clone()].trim().is_empty();
                match taken.iter().any(is_text) {
                    true => self.all(&taken, around, depth),
                    false => self.all(&node.children, host, depth),
                }
            }
            (ShadowKind::Root, _) => self.copy(number),
            _ => {
                self.out.push_str(&self.html[node.start.clone()]);
                let is_root = |child: &&usize| self.nodes[**child].kind == ShadowKind::Root;
                match node.children.iter().find(is_root) {
                    Some(root) => self.write_root(node, *root, host, depth),
                    None => self.all(&node.children, host, depth),
                }
                self.out.push_str(&self.html[node.end.clone()]);
            }
        }
    }

    fn write_root(&mut self, of: &'a ShadowNode, root: usize, around: Option<usize>, depth: usize) {
        let mut children: HashMap<&str, Vec<usize>> = HashMap::new();
        for child in of.children.iter().filter(|child| **child != root) {
            children.entry(&self.nodes[*child].slot).or_default().push(*child);
        }
        let host = self.hosts.len();
        self.hosts.push(Host { children, around });
        self.all(&self.nodes[root].children, Some(host), depth);
        self.hosts.truncate(host);
    }

    /// Writes a node as it stands in the page.
    fn copy(&mut self, number: usize) {
        // The nodes of an element follow it.
        let mut last = number;
        while let Some(child) = self.nodes[last].children.last() {
            last = *child;
        }
        let ends = self.nodes[number..=last].iter().map(|node| node.start.end.max(node.end.end));
        let start = self.nodes[number].start.start;
        self.out.push_str(&self.html[start..ends.max().unwrap_or(start)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{parse_shown, parse_str};
    use crate::page::Budget;

    /// The markup as a browser shows it.
    fn shown(html: &str) -> String {
        let decoded = Decoded::given(html);
        decoded.shown(&parse_str(html)).map_or(html.to_owned(), |shown| shown.text.into_owned())
    }

    /// The address in Cloudflare's code.
    fn code(address: &str) -> String {
        const KEY: u8 = 0x2b;
        let letters = address.bytes().map(|byte| format!("{:02x}", byte ^ KEY));
        format!("{KEY:02x}{}", letters.collect::<String>())
    }

    #[test]
    fn the_content_of_shadow_roots_stands_in_their_elements() {
        for (html, expected) in [
            (
                "<x-a><template shadowrootmode=open><p>In.</p></template></x-a>",
                "<x-a><p>In.</p></x-a>",
            ),
            (
                "<div><template shadowroot='closed'><h2>T</h2><slot></slot>End</template>\
                 <p>a</p>b</div>",
                "<div><h2>T</h2><p>a</p>bEnd</div>",
            ),
            // A slot with a name, one that nothing is for, and what is for none.
            (
                "<x-a><template shadowrootmode=open><slot name=t>No title</slot>\
                 <slot name=u><i>Nobody</i></slot></template>lost<b slot=t>Title</b></x-a>",
                "<x-a><b slot=t>Title</b><i>Nobody</i></x-a>",
            ),
            // A slot that hands on to the slot of another root.
            (
                "<x-a><template shadowrootmode=open><x-b><template shadowrootmode=open>(<slot>\
                 </slot>)</template><slot></slot></x-b></template>in</x-a>",
                "<x-a><x-b>(in)</x-b></x-a>",
            ),
            // The second of a name takes nothing, and one with a name takes no white space.
            (
                "<x-a><template shadowrootmode=open><slot></slot>,<slot>-</slot></template>x</x-a>",
                "<x-a>x,-</x-a>",
            ),
            // Inert, and what only looks so.
            (
                "<template id=a><p>no</p></template><script>'<template shadowrootmode=open>'\
                 </script><x-a><!-- <template shadowrootmode=open> --></x-a>",
                "<template id=a><p>no</p></template><script>'<template shadowrootmode=open>'\
                 </script><x-a><!-- <template shadowrootmode=open> --></x-a>",
            ),
            ("<p>shadowroot", "<p>shadowroot"),
            // In letters of any size, and with a drawing and a tag too many inside.
            (
                "<x-a><template shadowRootMode=OPEN><svg><path/></svg>a</div><p>b</template></x-a>",
                "<x-a><svg><path/></svg>a</div><p>b</x-a>",
            ),
            // In an element that can have none.
            (
                "<ul><template shadowrootmode=open>a</template><li>b</ul>",
                "<ul><template shadowrootmode=open>a</template><li>b</ul>",
            ),
            // What is not certain stays: an element without its end, and a tag that is not simple.
            (
                "<div><p>a<template shadowrootmode=open>b</template>c<p>d</p></div>",
                "<div><p>a<template shadowrootmode=open>b</template>c<p>d</p></div>",
            ),
            (
                "<x-a><template shadowrootmode=open>a</template><p>b",
                "<x-a><template shadowrootmode=open>a</template><p>b",
            ),
            (
                "<x-a = b><template shadowrootmode=open>a</template></x-a>rest",
                "<x-a = b><template shadowrootmode=open>a</template></x-a>rest",
            ),
        ] {
            assert_eq!(shown(html), expected);
        }
    }

    #[test]
    fn mail_addresses_that_cloudflare_hides_are_readable() {
        let [one, two] = ["a.b+c@mole.example", "band@<home>&co"].map(code);
        let readable = |html: &str| {
            let page = parse_shown(&Decoded::given(html), &Budget::UNLIMITED);
            let texts = page.events.iter().filter_map(|event| match event {
                Event::Text(span) => Some(&page.text[span.start as usize..span.end as usize]),
                _ => None,
            });
            texts.collect::<Vec<_>>().join("|")
        };
        let hidden = "[email&#160;protected]";
        for (html, expected) in [
            (
                format!("<p>Mail <a class=__cf_email__ data-cfemail='{one}'>{hidden}</a>, or not"),
                "Mail |a.b+c@mole.example|, or not",
            ),
            (
                format!("<pre><b DATA-CFEMAIL={two}>[a]</b></pre>-<i data-cfemail={one}>[b]</i>é"),
                "band@<home>&co|-|a.b+c@mole.example|é",
            ),
            // In several texts, with blanks around, and before text of its own.
            (
                format!("<p>To<a data-cfemail={one}><b> [email<wbr>&#160;</b>protected] </a>now"),
                "To| a.b+c@mole.example|| |now",
            ),
            (
                format!("<p><a data-cfemail={one}>{hidden}, ask Ann.</p>"),
                "a.b+c@mole.example, ask Ann.",
            ),
            (
                format!(
                    "<a href='/cdn-cgi/l/email-protection#{one}' data-cfemail={one}>{hidden}</a>"
                ),
                "a.b+c@mole.example",
            ),
            (
                format!("<a data-cfemail={one}>[a <b data-cfemail={two}>[b]</b></a>"),
                "a.b+c@mole.example|",
            ),
            // In the address of the link alone.
            (
                format!(
                    "<a href=/cdn-cgi/l/email-protection#{one}>{hidden}</a>-<a data-cfemail={two} \
                     href=/cdn-cgi/l/email-protection>{hidden}</a>-<a class=x \
                     href='https://a.test/cdn-cgi/l/email-protection#{two}' rel=x>{hidden}</a>"
                ),
                "a.b+c@mole.example|-|band@<home>&co|-|band@<home>&co",
            ),
            // A text of its own.
            (format!("<title>T</title><b data-cfemail={one}><i>x</i></b>"), "T|x"),
            (format!("<a href='/cdn-cgi/l/email-protection#{one}'>Ann</a>"), "Ann"),
            (format!("<a data-cfemail={one}></a>[1]"), "[1]"),
            // No code.
            (format!("<a data-cfemail=xyz>{hidden}</a>"), "[email\u{a0}protected]"),
            (format!("<a data-cfemail=2b>{hidden}</a>"), "[email\u{a0}protected]"),
            (format!("<a data-cfemail>{hidden}</a>"), "[email\u{a0}protected]"),
            (
                format!("<!-- <a data-cfemail={one}>{hidden}</a> -->{hidden}"),
                "[email\u{a0}protected]",
            ),
        ] {
            assert_eq!(readable(&html), expected, "{html}");
        }
    }

    #[test]
    fn spans_move_with_what_was_written_anew() {
        let moved = MovedSpans { anew: vec![(4..10, 6), (12..13, 20)] };
        for (before, after) in [
            (0..4, 0..4),
            (4..10, 4..6),
            (10..12, 6..8),
            (12..13, 8..20),
            (13..15, 20..22),
            (2..14, 2..21),
            // A part of it is all of it, and the next is nothing.
            (4..7, 4..6),
            (7..10, 6..6),
        ] {
            assert_eq!(moved.span(&before), after, "{before:?}");
        }
    }

    #[test]
    fn readings_are_set_apart_from_their_words() {
        for (html, expected) in [
            ("<ruby>東京<rt>とうきょう</rt></ruby>は", "<ruby>東京<rt>(とうきょう)</rt></ruby>は"),
            ("<ruby>北<rt>běi<rb>京<rt>jīng</ruby>", "<ruby>北<rt>(běi)<rb>京<rt>(jīng)</ruby>"),
            ("<RUBY>gaol<RT>jail</RUBY>er", "<RUBY>gaol<RT>(jail)</RUBY>er"),
            (
                "<ruby><rb>旧<rt>jiù<rtc><rt>old</rtc></ruby>",
                "<ruby><rb>旧<rt>(jiù)<rt>(old)</ruby>",
            ),
            ("<ruby><rbc><rb>旧</rbc><rtc>old</rtc></ruby>.", "<ruby><rb>旧<rt>(old)</ruby>."),
            ("<p><ruby>a<rt>b<p>c", "<p><ruby>a<rt>(b)<p>c"),
            ("<ruby>a<rt>b", "<ruby>a<rt>(b)"),
            ("<ruby>漢<rt>(かん)</rt></ruby>", "<ruby>漢<rt>(かん)</rt></ruby>"),
            ("<p title='<ruby>a<rt>b' =x>last<rt>", "<p title='<ruby>a<rt>b' =x>last<rt>"),
            // The page sets them apart itself; and they are empty.
            (
                "<ruby>灯<rp>(</rp><rt>とう</rt><rp>)</rp></ruby>",
                "<ruby>灯<rp>(</rp><rt>とう</rt><rp>)</rp></ruby>",
            ),
            ("<ruby>灯<rp>（<rt>とう<rp>）</ruby>", "<ruby>灯<rp>（<rt>とう<rp>）</ruby>"),
            ("<ruby>灯<rt> </rt></ruby>", "<ruby>灯<rt> </rt></ruby>"),
            ("<rt>no ruby</rt>", "<rt>no ruby</rt>"),
        ] {
            assert_eq!(shown(html), expected);
        }
    }

    #[test]
    fn pages_without_end_are_read() {
        let root = "<x-a><template shadowrootmode=open><slot>";
        for (unit, times) in [
            (root, 20_000),
            ("<b></i>", 50_000),
            ("<ruby><rt>a", 50_000),
            ("<!--", 50_000),
            ("<a ", 500_000),
        ] {
            let html = format!("{root}<ruby><rt>{}", unit.repeat(times));
            let out = shown(&html);
            assert!(out.len() <= html.len() + times * 2 + 64);
        }
        // Every text is written once.
        let light = "<i>x</i>".repeat(10_000);
        let slots = "<slot></slot>".repeat(10_000);
        let html = format!("<x-a><template shadowrootmode=open>{slots}</template>{light}</x-a>");
        assert_eq!(shown(&html).matches("<i>x").count(), 10_000);
    }
}
