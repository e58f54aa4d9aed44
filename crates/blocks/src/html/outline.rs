//! A page as its author nested it: elements with all the attributes that structure needs, and texts
//! as spans of [`Page::text`]. boilerpipe's parser flattens nested lists and tables, and its blocks
//! depend on that, so the two are read side by side from the same tokens.

use super::nest::{self, Nature, NestedElement, Role};
use super::space::floor;
use crate::html::tokens::{ContentModel, Tokens, tokenize_until};
use crate::html::{
    self, Balancer, Decoded, KNOWN, Names, has_marks, known_name, known_tag, marks, show_mail,
};
use crate::page::{
    Attribute, Attributes, Budget, EncodingSource, InlineStyle, Page, Span, Stage, Structural, Tag,
};
use std::ops::Range;
use std::sync::OnceLock;

/// Elements nest at most so deep here; deeper ones are left out, their content is not.
const DEPTH: usize = 200;
/// Bytes of a script that are kept.
const SCRIPT: usize = 1 << 20;
/// Bytes of an attribute of names that are kept: what is inside reads those of the elements around.
const NAMES: usize = 8192;

/// An element or a text of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// One past the last node inside it.
    pub end: u32,
    /// The element around it; its own number for the first node.
    pub parent: u32,
    /// What it is.
    pub is: Is,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Is {
    /// An element.
    Element(Tag),
    /// A text, a span of [`Page::text`].
    Text(Span),
}

/// The elements and texts of a page in source order; the first node is around all others.
#[derive(Debug, Clone)]
pub struct Outline {
    nodes: Vec<Node>,
    names: Vec<Box<str>>,
    attributes: Attributes,
    /// Where the attributes of each node begin; of the last, their end.
    first_attribute: Vec<u32>,
    /// What the elements do whose names are the page's own.
    roles: Vec<Role>,
    /// How many texts before each node have more than white space; of the last, all.
    seen: Vec<u32>,
    /// How many letters and marks are before each node, once somebody asks; of the last, all.
    letters: OnceLock<Vec<u32>>,
    /// The bytes of the page's markup.
    bytes: usize,
    /// The limits of what is made of it.
    budget: Budget,
}

impl Outline {
    /// Parses a decoded page, within limits, to its events and its outline.
    pub fn of_decoded(decoded: &Decoded, budget: &Budget) -> (Page, Self) {
        let Decoded { text, encoding, source } = decoded;
        let (page, outline) = Self::parse(text, budget);
        (Page { encoding, encoding_source: *source, ..page }, outline)
    }

    /// The same of a page as a browser shows it.
    pub fn of_shown(decoded: &Decoded, budget: &Budget) -> (Page, Self) {
        let (page, outline) = Self::of_decoded(decoded, budget);
        let shown = decoded.shown(&page);
        let (mut page, mut outline) = match &shown {
            Some(shown) => Self::of_decoded(shown, budget),
            None => (page, outline),
        };
        let moved = show_mail(&mut page, &shown.as_ref().unwrap_or(decoded).text);
        if !moved.is_empty() {
            for node in &mut outline.nodes {
                if let Is::Text(span) = &mut node.is {
                    *span = moved.span(span);
                }
            }
        }
        (page, outline)
    }

    /// Parses a page that is already text, within limits, to its events and its outline.
    pub fn parse(text: &str, budget: &Budget) -> (Page, Self) {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let mut builder = OutlineBuilder::new(text.len(), budget.depth());
        let read = tokenize_until(text, &mut builder, || budget.is_over(Stage::Parsing));
        let (mut page, mut outline) = builder.finish();
        outline.budget = *budget;
        page.encoding = encoding_rs::UTF_8.name();
        page.encoding_source = EncodingSource::Given;
        if let Some(position) = read {
            page.hits.push(budget.time_hit(Stage::Parsing, (text.len() - position) as u64));
        }
        (page, outline)
    }

    /// The same with other limits for what is made of it.
    pub fn within(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The limits of what is made of it.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// All nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes directly inside a node.
    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        self.outermost(self.inside(node))
    }

    /// The nodes of a range that are inside no other node of it.
    pub fn outermost(&self, range: Range<u32>) -> impl Iterator<Item = u32> + '_ {
        let mut next = range.start;
        std::iter::from_fn(move || {
            let node = (next < range.end).then_some(next)?;
            next = self.nodes[node as usize].end;
            Some(node)
        })
    }

    /// The nodes inside a node, at any depth.
    pub fn inside(&self, node: u32) -> Range<u32> {
        node + 1..self.nodes[node as usize].end
    }

    /// The elements around a node, from the nearest.
    pub fn around(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let parent = |node: &u32| Some(self.nodes[*node as usize].parent).filter(|p| p != node);
        std::iter::successors(parent(&node), parent)
    }

    /// One past the last node inside a node.
    pub fn end(&self, node: u32) -> u32 {
        self.nodes[node as usize].end
    }

    /// The element around a node; the node itself, if none is.
    pub fn parent(&self, node: u32) -> u32 {
        self.nodes[node as usize].parent
    }

    /// The next node inside the same element.
    pub fn after(&self, node: u32) -> Option<u32> {
        let Node { end, parent, .. } = self.nodes[node as usize];
        (node != parent && end < self.nodes[parent as usize].end).then_some(end)
    }

    /// The node before inside the same element.
    pub fn before(&self, node: u32) -> Option<u32> {
        let parent = self.parent(node);
        let mut before = node.checked_sub(1).filter(|before| *before != parent)?;
        while self.parent(before) != parent {
            before = self.parent(before);
        }
        Some(before)
    }

    /// Whether a node is an element or inside it.
    pub fn is_inside(&self, node: u32, element: u32) -> bool {
        (element..self.nodes[element as usize].end).contains(&node)
    }

    /// The bytes of the page's markup.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many letters and marks a node of a page has: the bytes of its text that are no white
    /// space of ASCII.
    pub fn letters(&self, page: &Page, node: u32) -> usize {
        let before = self.letters.get_or_init(|| letters_before(&self.nodes, page));
        (before[self.end(node) as usize] - before[node as usize]) as usize
    }

    /// How many texts a node has that are more than white space of ASCII, and what controls
    /// devices.
    pub fn texts(&self, node: u32) -> u32 {
        self.seen[self.end(node) as usize] - self.seen[node as usize]
    }

    /// Whether a node has no text but white space of ASCII, and what controls devices.
    pub fn is_blank(&self, node: u32) -> bool {
        self.texts(node) == 0
    }

    /// Whether nothing inside an element has text before a node of it.
    pub fn is_first(&self, node: u32, of: u32) -> bool {
        self.seen[node as usize] == self.seen[of as usize]
    }

    /// Whether a node is a text.
    pub fn is_text(&self, node: u32) -> bool {
        matches!(self.nodes[node as usize].is, Is::Text(_))
    }

    /// Whether a node is an element of a tag.
    pub fn is_tag(&self, node: u32, tag: Tag) -> bool {
        self.nodes[node as usize].is == Is::Element(tag)
    }

    /// Whether a node is an element of one of some tags.
    pub fn is_one_of(&self, node: u32, tags: &[bool; KNOWN]) -> bool {
        let Is::Element(tag) = self.nodes[node as usize].is else { return false };
        tags.get(tag.0 as usize).copied().unwrap_or_default()
    }

    /// The upper-case name of an element; empty for a text.
    pub fn name(&self, node: u32) -> &str {
        let Is::Element(tag) = self.nodes[node as usize].is else { return "" };
        known_name(tag).unwrap_or_else(|| {
            let own = (tag.0 as usize).checked_sub(KNOWN);
            own.and_then(|number| self.names.get(number)).map_or("", |name| &**name)
        })
    }

    /// The tag of elements of a name in capitals that is not well-known; none, if the page has
    /// none.
    pub fn own_tag(&self, name: &str) -> Option<Tag> {
        html::own_tag(&self.names, name)
    }

    /// What an element does to the text around; a text is in a line.
    pub fn role(&self, node: u32) -> Role {
        let Is::Element(tag) = self.nodes[node as usize].is else { return Role::Inline };
        let own = || self.roles.get((tag.0 as usize).checked_sub(KNOWN)?).copied();
        Nature::of_known(tag).map(|nature| nature.role).or_else(own).unwrap_or(Role::Block)
    }

    /// An attribute of an element.
    pub fn attribute(&self, node: u32, attribute: Attribute) -> Option<&str> {
        self.attributes.get(self.attribute_range(node), attribute)
    }

    /// An attribute of an element.
    pub fn get(&self, node: u32, attribute: Structural) -> Option<&str> {
        self.attribute(node, Attribute::Of(attribute))
    }

    /// The attributes of an element.
    pub fn attributes_of(&self, node: u32) -> impl Iterator<Item = (Attribute, &str)> {
        self.attributes.among(self.attribute_range(node))
    }

    /// Those attributes of an element that are wanted.
    pub fn attributes_that(
        &self,
        node: u32,
        is_wanted: impl Fn(Attribute) -> bool,
    ) -> impl Iterator<Item = (Attribute, &str)> {
        self.attributes.among_that(self.attribute_range(node), is_wanted)
    }

    fn attribute_range(&self, node: u32) -> Range<u32> {
        self.first_attribute[node as usize]..self.first_attribute[node as usize + 1]
    }

    /// The class of an element, or nothing.
    pub fn class(&self, node: u32) -> &str {
        self.attribute(node, Attribute::Class).unwrap_or_default()
    }

    /// Whether an element has a class.
    pub fn has_class(&self, node: u32, class: &str) -> bool {
        self.class(node).split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case(class))
    }

    /// All attributes, with their elements.
    pub fn attributes(&self) -> &Attributes {
        &self.attributes
    }
}

/// Makes both forms of a page.
struct OutlineBuilder {
    balancer: Balancer,
    nodes: Vec<Node>,
    names: Names,
    attributes: Attributes,
    /// The open elements, from the outermost.
    open: Vec<NestedElement>,
    /// Whether the tag that comes next is a script whose content is kept.
    keeps_script: bool,
    /// The content of the script that is open, if it is kept.
    script: Option<String>,
    /// The bytes of the page's markup.
    bytes: usize,
}

impl OutlineBuilder {
    /// Makes both of a page of about `bytes` bytes, in which `depth` elements may nest.
    fn new(bytes: usize, depth: usize) -> Self {
        let mut nodes = Vec::with_capacity(1 + bytes / 32);
        nodes.push(Node { end: 0, parent: 0, is: Is::Element(nest::ROOT) });
        Self {
            balancer: Balancer::new(bytes, depth),
            nodes,
            names: Names::default(),
            attributes: Attributes::with_capacity(bytes / 2, bytes / 64),
            open: vec![NestedElement::root()],
            keeps_script: false,
            script: None,
            bytes,
        }
    }

    /// Closes open elements, down to so many.
    fn close_to(&mut self, left: usize) {
        let end = self.nodes.len() as u32;
        for element in self.open.drain(left.max(1)..) {
            self.nodes[element.node as usize].end = end;
        }
    }

    fn parent(&self) -> u32 {
        self.open.last().map_or(0, |element| element.node)
    }

    /// What is too deep to be opened, or closed, still parts the text before it from that behind.
    fn end_line(&mut self, tag: Tag) {
        let is_block = || Nature::of_known(tag).is_some_and(|nature| nature.role == Role::Block);
        if self.open.len() < DEPTH || !is_block() {
            return;
        }
        let Some(line_break) = known_tag(b"br") else { return };
        let is = Is::Element(line_break);
        if self.nodes.last().is_none_or(|node| node.is != is) {
            let node = self.nodes.len() as u32;
            self.nodes.push(Node { end: node + 1, parent: self.parent(), is });
        }
    }

    #[inline]
    fn end_script(&mut self) {
        if self.script.is_some() {
            self.push_script();
        }
    }

    #[cold]
    fn push_script(&mut self) {
        if let Some(script) = self.script.take() {
            let node = self.nodes.len() as u32 - 1;
            self.attributes.push(node, Attribute::Of(Structural::Script), &script);
        }
    }

    fn finish(mut self) -> (Page, Outline) {
        self.end_script();
        // Those of a tag that the page breaks off in.
        self.attributes.drop_from(self.nodes.len() as u32);
        self.close_to(0);
        self.nodes[0].end = self.nodes.len() as u32;
        let names = self.names.into_own();
        let page = self.balancer.finish();
        let seen = seen(&self.nodes, &page);
        let roles = names.iter().map(|name| Nature::of_name(name).role).collect();
        let outline = Outline {
            first_attribute: self.attributes.firsts(self.nodes.len()),
            nodes: self.nodes,
            names,
            attributes: self.attributes,
            roles,
            seen,
            letters: OnceLock::new(),
            bytes: self.bytes,
            budget: Budget::UNLIMITED,
        };
        (page, outline)
    }
}

/// Counts the texts with more than white space before each node, and before the end.
fn seen(nodes: &[Node], page: &Page) -> Vec<u32> {
    let mut count = 0;
    let mut before = Vec::with_capacity(nodes.len() + 1);
    for node in nodes {
        before.push(count);
        if let Is::Text(span) = &node.is {
            let text = &page.text.as_bytes()[span.start as usize..span.end as usize];
            count += u32::from(has_marks(text));
        }
    }
    before.push(count);
    before
}

/// Counts the letters and marks before each node, and before the end.
fn letters_before(nodes: &[Node], page: &Page) -> Vec<u32> {
    let mut count = 0;
    let mut before = Vec::with_capacity(nodes.len() + 1);
    for node in nodes {
        before.push(count);
        if let Is::Text(span) = &node.is {
            count += marks(&page.text.as_bytes()[span.start as usize..span.end as usize]) as u32;
        }
    }
    before.push(count);
    before
}

/// Whether a size is that of a sign, in pixels.
fn is_small(size: &str) -> bool {
    const LARGEST: u32 = 64;
    let size = size.trim();
    let size = size.strip_suffix("px").map_or(size, str::trim_end);
    size.parse().is_ok_and(|size| (1..=LARGEST).contains(&size))
}

/// Whether an attribute has names alone, which are short.
fn is_of_names(attribute: Attribute) -> bool {
    matches!(
        attribute,
        Attribute::Class
            | Attribute::Id
            | Attribute::Role
            | Attribute::Itemprop
            | Attribute::Style
            | Attribute::Of(Structural::DataLang | Structural::DataLanguage | Structural::Type)
    )
}

/// The beginning of a text, of so many bytes at most.
fn start_of(text: &str, most: usize) -> &str {
    &text[..floor(text, most)]
}

/// Whether a script of this type holds data or mathematics.
fn is_kept(kind: &str) -> bool {
    let kind = kind.trim();
    let starts =
        |start: &str| kind.get(..start.len()).is_some_and(|s| s.eq_ignore_ascii_case(start));
    starts("application/ld+json") || starts("math/")
}

impl Tokens for OutlineBuilder {
    const ATTRIBUTES: bool = true;

    fn known(name: &[u8]) -> Option<Attribute> {
        Attribute::known_of_structure(name)
    }

    fn attribute(&mut self, attribute: Attribute, value: &str) {
        if !matches!(attribute, Attribute::Of(_)) {
            self.balancer.attribute(attribute, value);
        }
        // Of styles, these alone say what something is.
        if attribute == Attribute::Style
            && !(value.contains("text-align")
                || value.contains("user-select")
                || InlineStyle::read(value) != InlineStyle::default())
        {
            return;
        }
        // Of sizes, small ones alone say that an image is a sign.
        let is_size = matches!(attribute, Attribute::Of(Structural::Width | Structural::Height));
        if is_size && !is_small(value) {
            return;
        }
        self.keeps_script |= attribute == Attribute::Of(Structural::Type) && is_kept(value);
        let value = if is_of_names(attribute) { start_of(value, NAMES) } else { value };
        // Those of the node that comes next; dropped, if none comes of it.
        self.attributes.push(self.nodes.len() as u32, attribute, value);
    }

    fn text(&mut self, piece: &[u8]) {
        if let Some(script) = &mut self.script
            && script.len() + piece.len() <= SCRIPT
        {
            script.push_str(&String::from_utf8_lossy(piece));
        }
        let start = self.balancer.text_len();
        self.balancer.text(piece);
        let end = self.balancer.text_len();
        if start == end {
            return;
        }
        let parent = self.parent();
        if let Some(Node { is: Is::Text(span), parent: of, .. }) = self.nodes.last_mut()
            && span.end == start
            && *of == parent
        {
            span.end = end;
            return;
        }
        let after = self.nodes.len() as u32 + 1;
        self.nodes.push(Node { end: after, parent, is: Is::Text(start..end) });
    }

    fn start(&mut self, name: &[u8], self_closing: bool) -> ContentModel {
        self.end_script();
        let known = known_tag(name);
        let content = self.balancer.start_known(known, name, self_closing);
        let tag = known.unwrap_or_else(|| self.names.rare(name));
        let element = NestedElement::new(tag, self.nodes.len() as u32);
        let left = nest::closed_by_start(&self.open, &element);
        self.close_to(left);
        let keeps_script = std::mem::take(&mut self.keeps_script);
        if nest::is_once(&self.open, &element) || self.open.len() >= DEPTH {
            self.attributes.drop_from(element.node);
            self.end_line(tag);
            return content;
        }
        let parent = self.parent();
        self.nodes.push(Node { end: element.node + 1, parent, is: Is::Element(tag) });
        if content == ContentModel::Script && keeps_script {
            self.script = Some(String::new());
        }
        if !(element.is_void || self_closing && element.closes_itself) {
            self.open.push(element);
        }
        content
    }

    fn end(&mut self, name: &[u8]) {
        self.end_script();
        self.attributes.drop_from(self.nodes.len() as u32);
        let known = known_tag(name);
        self.balancer.end_known(known, name);
        let tag = known.unwrap_or_else(|| self.names.rare(name));
        match nest::closed_by_end(&self.open, tag) {
            Some(left) => self.close_to(left),
            None => self.end_line(tag),
        }
    }

    fn comment(&mut self) {
        self.balancer.comment();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's outline in brackets.
    fn shown(html: &str) -> String {
        let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
        let mut out = String::new();
        show(&page, &outline, 0, &mut out);
        out
    }

    fn show(page: &Page, outline: &Outline, node: u32, out: &mut String) {
        for child in outline.children(node) {
            match &outline.nodes()[child as usize].is {
                Is::Text(span) => out.push_str(&page.text[span.start as usize..span.end as usize]),
                Is::Element(_) => {
                    out.push_str(&format!("<{}>", outline.name(child).to_lowercase()));
                    show(page, outline, child, out);
                    out.push_str("</>");
                }
            }
        }
    }

    #[test]
    fn elements_nest_as_in_a_browser() {
        for (html, nested) in [
            ("<ul><li>a<ul><li>b</ul>c<li>d</ul>", "<ul><li>a<ul><li>b</></>c</><li>d</></>"),
            ("<p>a<p>b<div>c</div>d", "<p>a</><p>b</><div>c</>d"),
            (
                "<table><tr><td>a<td>b<table><tr><td>c</table><tr><td>d",
                "<table><tr><td>a</><td>b<table><tr><td>c</></></></></><tr><td>d</></></>",
            ),
            ("<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</><dd>b</><dt>c</></>"),
            ("a<br>b<img src=x>c", "a<br></>b<img></>c"),
            ("<b>a</p>b</b>c</b>", "<b>ab</>c"),
            ("<a>a<a>b</a>", "<a>a</><a>b</>"),
        ] {
            assert_eq!(shown(html), nested, "{html}");
        }
    }

    #[test]
    fn a_page_may_end_in_a_tag() {
        let html = "<p id=a>b<a href='c' class=d title=\"e\" f";
        for end in 0..=html.len() {
            let (_, outline) = Outline::parse(&html[..end], &Budget::UNLIMITED);
            let last = outline.attributes().iter().map(|(node, ..)| node).last();
            assert!(last.is_none_or(|node| (node as usize) < outline.nodes().len()), "{end}");
        }
    }

    #[test]
    fn text_is_that_of_the_page() {
        let html =
            "<title>t</title>a<script>no</script><script type=math/tex>x_1</script><p>b&amp;c";
        let (page, outline) = Outline::parse(html, &Budget::UNLIMITED);
        assert_eq!(page, crate::html::parse_str(html));
        let script = outline
            .nodes()
            .iter()
            .enumerate()
            .find_map(|(node, _)| outline.get(node as u32, Structural::Script));
        assert_eq!(script, Some("x_1"));
    }
}
