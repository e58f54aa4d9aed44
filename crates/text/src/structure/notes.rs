//! Footnotes: which links refer to which texts of the page.

use super::text::Texts;
use super::{Is, Node, Outline};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tamis_blocks::html::Role;
use tamis_blocks::html::{KNOWN, tag_named, tags_named};
use tamis_blocks::page::{Attribute, Structural, Tag};

pub struct Note {
    /// The elements that have its text, in page order.
    pub nodes: Vec<u32>,
}

/// The footnotes of a page.
#[derive(Default)]
pub struct Notes {
    /// In the order of their first references.
    pub all: Vec<Note>,
    of_reference: FxHashMap<u32, usize>,
    left_out: FxHashSet<u32>,
    back: FxHashSet<u32>,
}

const A: Tag = tag_named("A");
const BR: Tag = tag_named("BR");
/// Elements that may be footnotes without links, or refer to some.
const MARKED: [bool; KNOWN] = tags_named(&["SUP", "STRONG", "B", "LABEL", "LI"]);
/// Links within a page that are looked at.
const MOST_LINKS: usize = 5000;
/// Letters of the mark of a footnote: `[note 12]`.
const LONGEST_MARK: usize = 12;

impl Notes {
    /// Finds the footnotes of a page.
    pub fn find(texts: &Texts) -> Self {
        let mut finder = NoteFinder { outline: texts.outline, texts, notes: Self::default() };
        finder.linked();
        finder.beside();
        finder.unlinked();
        finder.leave_out_around();
        finder.notes
    }

    /// No footnotes, and elements that are left out.
    pub fn leaving_out(nodes: impl Iterator<Item = u32>) -> Self {
        Self { left_out: nodes.collect(), ..Self::default() }
    }

    /// The number of the footnote to which an element refers.
    pub fn of_reference(&self, node: u32) -> Option<usize> {
        self.of_reference.get(&node).copied()
    }

    /// Whether a node stands with the footnotes, or leads back from one.
    pub fn is_left_out(&self, node: u32) -> bool {
        self.left_out.contains(&node) || self.back.contains(&node)
    }
}

struct NoteFinder<'a> {
    outline: &'a Outline,
    texts: &'a Texts<'a>,
    notes: Notes,
}

/// A link to a place in its own page.
#[derive(Clone, Copy)]
struct Link {
    from: u32,
    to: u32,
}

impl NoteFinder<'_> {
    /// Finds footnotes to which links lead.
    fn linked(&mut self) {
        let outline = self.outline;
        let links = self.links();
        let mut of_first: HashMap<u32, usize> = HashMap::new();
        // What stands below a heading is collected once, however many links lead there.
        let mut of_target: HashMap<u32, Option<usize>> = HashMap::new();
        for link in &links {
            if self.notes.back.contains(&link.from) || self.is_in_note(link.from) {
                continue;
            }
            let Some(mark) = self.mark_of(link.from) else { continue };
            let number = match container(outline, link.to) {
                Some(container) => self
                    .by_links(*link, container, &mark, &links)
                    .map(|nodes| self.linked_note(nodes, &mut of_first)),
                None => *of_target.entry(link.to).or_insert_with(|| {
                    let nodes = self.below_heading(link.to)?;
                    Some(self.linked_note(nodes, &mut of_first))
                }),
            };
            let Some(number) = number else { continue };
            self.notes.of_reference.insert(self.reference(link.from), number);
        }
    }

    /// The number of the footnote with some elements, by the first of them.
    fn linked_note(&mut self, nodes: Vec<u32>, of_first: &mut HashMap<u32, usize>) -> usize {
        *of_first.entry(nodes[0]).or_insert_with(|| {
            self.notes.left_out.extend(nodes.iter().copied());
            self.notes.all.push(Note { nodes });
            self.notes.all.len() - 1
        })
    }

    /// The links of a page to places in it, in page order; none, if none could be a reference.
    fn links(&self) -> Vec<Link> {
        let outline = self.outline;
        let mut all: Vec<(u32, &str)> = Vec::new();
        let is_href = |attribute| attribute == Attribute::Of(Structural::Href);
        for (node, _, value) in outline.attributes().all_that(is_href) {
            if outline.is_tag(node, A) && all.len() < MOST_LINKS {
                all.extend(fragment(value).map(|id| (node, id)));
            }
        }
        if !all.iter().any(|(node, _)| self.mark_of(*node).is_some()) {
            return Vec::new();
        }
        let ids = ids(outline);
        let to = |id: &str| {
            let plain = ids.get(id);
            plain
                .or_else(|| ids.get(&*percent_encoding::percent_decode_str(id).decode_utf8_lossy()))
        };
        all.into_iter().filter_map(|(from, id)| Some(Link { from, to: *to(id)? })).collect()
    }

    /// The element that is a footnote, if links or names say so: it leads back, or its class or
    /// that of the link says what it is, or it has the number of a raised link.
    fn by_links(
        &mut self,
        link: Link,
        container: u32,
        mark: &str,
        links: &[Link],
    ) -> Option<Vec<u32>> {
        let outline = self.outline;
        let from = link.from;
        if container <= from || outline.is_inside(container, from) {
            return None;
        }
        let first = links.partition_point(|other| other.from < container);
        let inside = links[first..].iter().take_while(|l| outline.is_inside(l.from, container));
        let back: Vec<u32> =
            inside.filter(|l| is_near(outline, l.to, from)).map(|l| l.from).collect();
        let says_note = outline.around(from).take(2).chain([from, container]);
        let is_said = says_note.into_iter().any(|node| self.says_note(node))
            || outline.around(container).take(4).any(|node| says_notes(outline, node));
        let is_sup = |node: u32| outline.name(node) == "SUP";
        let is_raised = outline.around(from).take(1).chain(outline.children(from)).any(is_sup);
        let is_marked = is_raised || self.texts.start(from).starts_with('[');
        let start = self.texts.start(container);
        let is_numbered = start.trim_start_matches(['[', '(']).starts_with(mark);
        let has_number = is_marked && (is_numbered || outline.name(container) == "LI");
        let is_note = !back.is_empty() || is_said || has_number;
        if !is_note || self.texts.letters(container) <= mark.len() + 1 {
            return None;
        }
        self.notes.back.extend(back);
        Some(vec![container])
    }

    /// A heading that is the mark of a footnote, and what stands below it.
    fn below_heading(&self, target: u32) -> Option<Vec<u32>> {
        let outline = self.outline;
        let is_heading = |node: &u32| is_heading(outline.name(*node));
        let near = std::iter::once(target).chain(outline.around(target)).take(3);
        let heading = near.into_iter().find(is_heading)?;
        self.mark_of(heading)?;
        let below = std::iter::successors(outline.after(heading), |node| outline.after(*node));
        let below = below.take_while(|node| !is_heading(node) && outline.name(*node) != "HR");
        Some(std::iter::once(heading).chain(below).collect())
    }

    /// Finds footnotes that stand in the text, to be shown beside it or at a touch.
    fn beside(&mut self) {
        const CLASSES: [&str; 4] =
            ["sidenote", "marginnote", "footnotecontent", "footnote-content"];
        let outline = self.outline;
        let is_one = |one: &str| CLASSES.iter().any(|class| one.eq_ignore_ascii_case(class));
        // `note` and `Note`
        for (node, attribute, value) in outline.attributes().mentioning("ote") {
            let is_class =
                attribute == Attribute::Class && value.split_ascii_whitespace().any(is_one);
            let is_empty = outline.name(node) == "LABEL" || outline.is_blank(node);
            if !is_class || is_empty || self.is_in_note(node) {
                continue;
            }
            let parent = outline.parent(node);
            let reference = if self.says_note(parent) { parent } else { node };
            let mut before = outline.before(node).filter(|_| reference == node);
            while let Some(mark) = before
                && matches!(outline.name(mark), "LABEL" | "INPUT" | "SUP")
            {
                self.notes.left_out.insert(mark);
                before = outline.before(mark);
            }
            self.notes.left_out.insert(node);
            self.notes.all.push(Note { nodes: vec![node] });
            self.notes.of_reference.insert(reference, self.notes.all.len() - 1);
        }
    }

    /// Finds footnotes that have numbers, but no links: raised numbers in the text, and texts that
    /// begin with such a number, or are items with it.
    fn unlinked(&mut self) {
        let outline = self.outline;
        let mut references: Vec<(u32, u32)> = Vec::new();
        let mut texts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let is_marked = |(_, node): &(u32, &Node)| match node.is {
            Is::Element(tag) => MARKED.get(tag.0 as usize) == Some(&true),
            Is::Text(_) => false,
        };
        for (node, _) in (0..).zip(outline.nodes()).filter(is_marked) {
            match outline.name(node) {
                "SUP" | "STRONG" | "B" | "LABEL" => match self.number(node) {
                    Some(NumberNode::Text(number, of)) => texts.entry(number).or_default().push(of),
                    Some(NumberNode::Reference(number)) => references.push((node, number)),
                    None => {}
                },
                "LI" => {
                    if let Some(number) = self.number_of_item(node) {
                        texts.entry(number).or_default().push(node);
                    }
                }
                _ => {}
            }
        }
        let mut packed = self.packed(&references);
        let mut of_number: HashMap<u32, usize> = HashMap::new();
        for (reference, number) in references {
            if self.is_in_note(reference) {
                continue;
            }
            let of_line = packed.remove(&number).map(|nodes| self.note_of_line(nodes));
            let known = of_number.get(&number).copied().or(of_line);
            let is_whole = number == 1 || texts.contains_key(&(number - 1));
            if known.is_none() && !is_whole {
                continue;
            }
            let all = texts.get(&number).map(Vec::as_slice).unwrap_or_default();
            let text = || all.get(all.partition_point(|text| *text <= reference)).copied();
            let Some(note) = known.or_else(|| Some(self.unlinked_note(text()?))) else { continue };
            of_number.insert(number, note);
            self.notes.of_reference.insert(reference, note);
        }
    }

    /// Finds footnotes that are the lines of a paragraph: they begin with numbers, one after the
    /// other, and raised numbers before refer to each.
    fn packed(&self, references: &[(u32, u32)]) -> HashMap<u32, Vec<u32>> {
        let outline = self.outline;
        let mut first_of: FxHashMap<u32, u32> = FxHashMap::default();
        for (reference, number) in references.iter().rev() {
            first_of.insert(*number, *reference);
        }
        let mut found = HashMap::new();
        let mut seen = FxHashSet::default();
        let is_break = |(_, node): &(u32, &Node)| node.is == Is::Element(BR);
        let nodes = if references.is_empty() { &[] } else { outline.nodes() };
        for (_, node) in (0..).zip(nodes).filter(is_break) {
            if !seen.insert(node.parent) || self.is_in_note(node.parent) {
                continue;
            }
            let is_referred = |(number, _): &(u32, Vec<u32>)| {
                first_of.get(number).is_some_and(|reference| *reference < node.parent)
            };
            let lines = self.numbered_lines(node.parent);
            if lines.len() > 1 && lines.iter().all(is_referred) {
                for (number, line) in lines {
                    found.entry(number).or_insert(line);
                }
            }
        }
        found
    }

    /// The lines of a paragraph from the first that begins with a number, with their numbers; none,
    /// if one has not the next number.
    fn numbered_lines(&self, paragraph: u32) -> Vec<(u32, Vec<u32>)> {
        let outline = self.outline;
        let mut lines: Vec<(u32, Vec<u32>)> = Vec::new();
        let mut is_first = true;
        for child in outline.children(paragraph) {
            if outline.role(child) == Role::Block {
                return Vec::new();
            }
            let is_break = outline.is_tag(child, BR);
            if is_first && !is_break && !outline.is_blank(child) {
                let is_next = |n: &u32| lines.last().is_none_or(|(last, _)| last + 1 == *n);
                match self.number_of_line(child).filter(is_next) {
                    Some(number) => lines.push((number, Vec::new())),
                    None if lines.is_empty() => {}
                    None => return Vec::new(),
                }
            }
            is_first = is_break || is_first && outline.is_blank(child);
            if let Some((_, line)) = lines.last_mut() {
                line.push(child);
            }
        }
        lines
    }

    /// The number with which the first node of a line begins: `1. `, `[1] ` or a raised one.
    fn number_of_line(&self, first: u32) -> Option<u32> {
        if !self.outline.is_text(first) {
            return self.mark_of(first)?.parse().ok();
        }
        let start = self.texts.start(first);
        let start = start.trim_start_matches(['[', '(']);
        let end = start.find(|c: char| !c.is_ascii_digit())?;
        let after = start[end..].strip_prefix(['.', ')', ':', ']'])?;
        let is_decimal = after.starts_with(|c: char| c.is_ascii_digit());
        mark(&start[..end]).filter(|_| !is_decimal)?.parse().ok()
    }

    fn note_of_line(&mut self, nodes: Vec<u32>) -> usize {
        self.notes.left_out.extend(nodes.iter().copied());
        self.notes.all.push(Note { nodes });
        self.notes.all.len() - 1
    }

    /// What an element with a number alone is for footnotes.
    fn number(&self, node: u32) -> Option<NumberNode> {
        const NOT_IN: [&str; 10] =
            ["H1", "H2", "H3", "H4", "H5", "H6", "PRE", "CODE", "TABLE", "MATH"];
        let outline = self.outline;
        let name = outline.name(node);
        let number = self.mark_of(node)?.parse::<u32>().ok().filter(|number| *number > 0)?;
        let has_link = |inner| outline.get(inner, Structural::Href).is_some();
        if outline.inside(node).any(has_link) || self.is_in_note(node) {
            return None;
        }
        let parent = outline.parent(node);
        let is_first = outline.is_first(node, parent) && !outline.is_blank(node);
        let has_text = self.texts.letters(parent) > self.texts.letters(node) + 3;
        let is_text = matches!(outline.name(parent), "P" | "DIV" | "LI" | "DD" | "SPAN");
        if is_first && has_text && is_text {
            return Some(NumberNode::Text(number, parent));
        }
        let is_exponent = || matches!(number, 2 | 3) && self.is_after_unit(node);
        let is_raised = name == "SUP" && !is_exponent();
        let is_reference = is_raised || name == "LABEL" && self.says_note(node);
        let mut around = outline.around(node).take(6);
        let is_elsewhere = around.any(|node| NOT_IN.contains(&outline.name(node)));
        (is_reference && !is_elsewhere).then_some(NumberNode::Reference(number))
    }

    /// Whether a number is raised above a unit of length or time, as in `12 m` and `km/s`.
    fn is_after_unit(&self, node: u32) -> bool {
        const UNITS: [&str; 10] = ["m", "dm", "cm", "mm", "km", "ft", "yd", "mi", "nm", "s"];
        let before = self.outline.before(node).map(|node| &self.outline.nodes()[node as usize].is);
        let Some(Is::Text(span)) = before else { return false };
        let text = self.texts.text(span);
        let value = text.trim_end_matches(char::is_alphabetic);
        let is_number = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
        UNITS.contains(&&text[value.len()..])
            && (is_number(value.trim_end()) || value.ends_with('/'))
    }

    /// The number of an item of a list beside the text, if the list says where it starts.
    fn number_of_item(&self, node: u32) -> Option<u32> {
        let outline = self.outline;
        let list = outline.parent(node);
        let start = outline.get(list, Structural::Start)?.trim().parse::<u32>().ok()?;
        outline.around(node).take(6).find(|node| outline.name(*node) == "ASIDE")?;
        let before = std::iter::successors(outline.before(node), |node| outline.before(*node));
        let before = before.take(LONGEST_MARK).filter(|node| outline.name(*node) == "LI").count();
        start.checked_add(before as u32)
    }

    /// Adds a footnote that no link leads to: its text, a list below that belongs to it, and
    /// without the line above.
    fn unlinked_note(&mut self, text: u32) -> usize {
        let outline = self.outline;
        let next = |node: u32| {
            let all = std::iter::successors(outline.after(node), |node| outline.after(*node));
            all.into_iter().find(|node| !outline.is_blank(*node))
        };
        let is_list = |node: &u32| matches!(outline.name(*node), "UL" | "OL");
        let list = next(text).filter(is_list).filter(|_| !is_list(&outline.parent(text)));
        let nodes: Vec<u32> = std::iter::once(text).chain(list).collect();
        let mut before = outline.before(text);
        while let Some(node) =
            before.filter(|node| outline.is_text(*node) && outline.is_blank(*node))
        {
            before = outline.before(node);
        }
        self.notes.left_out.extend(before.filter(|node| outline.name(*node) == "HR"));
        self.notes.left_out.extend(nodes.iter().copied());
        self.notes.all.push(Note { nodes });
        self.notes.all.len() - 1
    }

    /// Leaves out what is around the footnotes and has nothing else.
    fn leave_out_around(&mut self) {
        let outline = self.outline;
        let is_whole =
            |node: &u32| !matches!(outline.name(*node), "BODY" | "HTML" | "ARTICLE" | "MAIN" | "");
        let nodes = self.notes.all.iter().flat_map(|note| &note.nodes);
        let mut around: BTreeSet<u32> =
            nodes.map(|node| outline.parent(*node)).filter(is_whole).collect();
        // The last is never around another.
        while let Some(node) = around.pop_last() {
            let is_rest = |child: u32| {
                !self.notes.left_out.contains(&child)
                    && (outline.name(child) == "HR" || !outline.is_blank(child))
            };
            if !outline.children(node).any(is_rest) && self.notes.left_out.insert(node) {
                around.extend(Some(outline.parent(node)).filter(is_whole));
            }
        }
    }

    fn is_in_note(&self, node: u32) -> bool {
        let notes = &self.notes;
        let mut all = std::iter::once(node).chain(self.outline.around(node));
        !notes.all.is_empty()
            && all.any(|n| notes.left_out.contains(&n) || notes.of_reference.contains_key(&n))
    }

    /// The mark of a reference, if an element has nothing else.
    fn mark_of(&self, node: u32) -> Option<String> {
        let is_short = (1..=LONGEST_MARK).contains(&self.texts.letters(node));
        is_short.then(|| mark(&self.texts.plain(node))).flatten()
    }

    fn says_note(&self, node: u32) -> bool {
        const WORDS: [&str; 4] = ["footnote", "fnref", "noteref", "endnote"];
        let class = self.outline.class(node);
        let role = self.outline.attribute(node, Attribute::Role);
        role == Some("doc-noteref") || has_any(class, &WORDS)
    }

    /// The element that is the reference: the SUP or the brackets around a link, if they have
    /// nothing else.
    fn reference(&self, link: u32) -> u32 {
        let outline = self.outline;
        let most = self.texts.letters(link) + 3;
        let wraps = |node: &u32| {
            matches!(outline.name(*node), "SUP" | "SPAN" | "SMALL" | "A" | "B" | "STRONG")
                && self.texts.letters(*node) <= most
        };
        outline.around(link).take(3).take_while(wraps).last().unwrap_or(link)
    }
}

/// What an element with a number alone is.
enum NumberNode {
    /// The beginning of a footnote's text, which is in this element.
    Text(u32, u32),
    Reference(u32),
}

/// The part of an address after `#`, if it may lead to a place in the page.
fn fragment(address: &str) -> Option<&str> {
    let near = &address.as_bytes()[..address.len().min(300)];
    let at = memchr::memchr(b'#', near)?;
    Some(&address[at + 1..]).filter(|id| !id.is_empty())
}

/// The elements by their ids, and anchors by their names.
fn ids(outline: &Outline) -> HashMap<&str, u32> {
    let mut ids = HashMap::new();
    for (node, attribute, value) in outline.attributes().iter() {
        let is_name = attribute == Attribute::Name && outline.is_tag(node, A);
        if (attribute == Attribute::Id || is_name) && !value.is_empty() {
            ids.entry(value).or_insert(node);
        }
    }
    ids
}

/// The mark of a reference, if a text is one: a number, a letter or a star, with or without
/// brackets.
pub fn mark(text: &str) -> Option<String> {
    const BRACKETS: [char; 7] = ['[', ']', '(', ')', '{', '}', '^'];
    let text = text.trim();
    let inner = text.trim_matches(BRACKETS).trim();
    let inner = inner.strip_prefix("note ").unwrap_or(inner);
    let is_number = (1..=3).contains(&inner.len()) && inner.bytes().all(|b| b.is_ascii_digit());
    let is_letter = inner.len() == 1 && inner.bytes().all(|b| b.is_ascii_lowercase());
    let is_star = matches!(inner, "*" | "**" | "***" | "†" | "‡" | "§" | "¶");
    let is_mark = is_number || is_letter && inner.len() < text.len() || is_star;
    is_mark.then(|| inner.to_owned())
}

/// The element that has the text of a footnote whose id or name is that of `target`.
fn container(outline: &Outline, target: u32) -> Option<u32> {
    let is_block = |node: &u32| match outline.name(*node) {
        "BODY" | "HTML" | "" | "MAIN" | "ARTICLE" | "SECTION" | "TR" | "TABLE" | "TBODY" | "UL"
        | "OL" | "DL" => false,
        _ => outline.role(*node) == Role::Block,
    };
    let found = std::iter::once(target).chain(outline.around(target)).find(is_block)?;
    if is_heading(outline.name(found)) {
        return None;
    }
    // A paragraph of an item is all of it.
    let item = Some(outline.parent(found)).filter(|parent| outline.name(*parent) == "LI");
    let first = |item: u32| outline.children(item).find(|child| !outline.is_text(*child));
    Some(item.filter(|item| first(*item) == Some(found)).unwrap_or(found))
}

/// Whether a name is that of a heading.
pub fn is_heading(name: &str) -> bool {
    matches!(name, "H1" | "H2" | "H3" | "H4" | "H5" | "H6")
}

/// Whether an element is the link, around it or beside it.
fn is_near(outline: &Outline, node: u32, link: u32) -> bool {
    outline.is_inside(node, link)
        || outline.around(link).take(2).any(|around| around == node)
        || node < link && link - node <= 3
}

fn says_notes(outline: &Outline, node: u32) -> bool {
    const WORDS: [&str; 5] = ["footnote", "endnote", "fn-", "references", "reflist"];
    let of = |attribute| outline.attribute(node, attribute).unwrap_or_default();
    of(Attribute::Role).contains("doc-endnote")
        || has_any(of(Attribute::Class), &WORDS)
        || has_any(of(Attribute::Id), &WORDS)
}

/// Whether a text has one of some words, in any case.
fn has_any(text: &str, words: &[&str]) -> bool {
    !text.is_empty() && {
        let text = text.to_ascii_lowercase();
        words.iter().any(|word| text.contains(word))
    }
}
