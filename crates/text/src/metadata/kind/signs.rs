//! What the elements of a page, its texts and its links have of what tells kinds apart.

use super::super::class::Classes;
use super::super::shown::A;
use super::whole::WholeWords;
use super::words::{CLASSES, ELEMENTS, GENERATORS, LINKS, TEXTS, TYPES};
use crate::structure::{Is, Outline};
use crate::wordlist::WordGroups;
use memchr::memmem;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;
use tamis_blocks::classify::tamis::keywords::WordSearch;
use tamis_blocks::classify::tamis::units::Units;
use tamis_blocks::html::{known_tag, tag_named};
use tamis_blocks::page::{Attribute, Structural, Tag};

const META: Tag = tag_named("META");
const MOST: i32 = 1 << 20;
/// Longer values are no name of a type.
const LONGEST_TYPE: usize = 60;

/// Names of [`Other`], in its order.
const OTHERS: [&str; 5] =
    ["links_to_fragments", "links_to_next", "meta_product", "types", "elements"];

/// What is counted and has no group.
#[derive(Debug, Clone, Copy)]
enum Other {
    LinksToFragments,
    LinksToNext,
    MetaProduct,
    Types,
    Elements,
}

struct SignSearches {
    texts: WholeWords,
    links: WordSearch,
    generators: WordSearch,
    /// The group of each type.
    types: FxHashMap<&'static str, usize>,
    /// The place of each known tag in [`ELEMENTS`], or their number.
    elements: Vec<usize>,
}

static SEARCHES: LazyLock<Option<SignSearches>> = LazyLock::new(|| {
    let of = |(group, (_, names)): (usize, &'static (_, Vec<&'static str>))| {
        names.iter().map(move |name| (*name, group))
    };
    let mut elements = Vec::new();
    for (at, name) in ELEMENTS.iter().enumerate() {
        let tag = known_tag(name.as_bytes())?.0 as usize;
        elements.resize(elements.len().max(tag + 1), ELEMENTS.len());
        elements[tag] = at;
    }
    Some(SignSearches {
        texts: WholeWords::new(&TEXTS)?,
        links: WordSearch::new(&LINKS)?,
        generators: WordSearch::new(&GENERATORS)?,
        types: TYPES.iter().enumerate().flat_map(of).collect(),
        elements,
    })
});

/// What is counted, in the order of a row.
#[derive(Debug, Clone, Copy)]
enum Of {
    Elements,
    Classes,
    Texts,
    Links,
    Generators,
    Types,
    Others,
}

/// Numbers of what is counted, in the order of [`Of`]; a test holds them to the lists.
pub const COUNTED: [usize; 7] = [40, 52, 15, 21, 4, 19, OTHERS.len()];

pub const WIDTH: usize = start(Of::Others) + OTHERS.len();

/// Where the counts of some begin in a row.
const fn start(of: Of) -> usize {
    let mut sum = 0;
    let mut at = 0;
    while at < of as usize {
        sum += COUNTED[at];
        at += 1;
    }
    sum
}

/// Names of the features, in the order of a row.
pub fn names() -> Vec<String> {
    let of = |prefix: &'static str, groups: &'static WordGroups| {
        groups.iter().map(move |(group, _)| format!("{prefix}_{group}"))
    };
    let mut names: Vec<String> =
        ELEMENTS.iter().map(|name| format!("elements_{}", name.to_lowercase())).collect();
    names.extend(of("class", &CLASSES));
    names.extend(of("says", &TEXTS));
    names.extend(of("link", &LINKS));
    names.extend(of("generator", &GENERATORS));
    names.extend(of("type", &TYPES));
    names.extend(OTHERS.map(str::to_owned));
    names
}

/// Appends the counts of a page, in time linear in its size.
pub fn append(outline: &Outline, units: &Units, classes: &Classes<'_>, row: &mut Vec<i32>) {
    let mut counts = Counts([0; WIDTH]);
    if let Some(searches) = &*SEARCHES {
        for (group, attributes) in classes.counted().enumerate() {
            counts.0[start(Of::Classes) + group] = attributes.min(MOST as u32) as i32;
        }
        for unit in &units.all {
            searches.texts.each(units.text_of(unit), |group| counts.add(Of::Texts, group));
        }
        for node in outline.nodes() {
            if let Is::Element(tag) = node.is {
                counts.add_other(Other::Elements);
                let known = searches.elements.get(tag.0 as usize).copied();
                if let Some(at) = known.filter(|at| *at < ELEMENTS.len()) {
                    counts.add(Of::Elements, at);
                }
            }
        }
        counts.attributes(searches, outline);
    }
    row.extend(counts.0);
}

/// The counts of a page.
struct Counts([i32; WIDTH]);

impl Counts {
    fn add(&mut self, of: Of, group: usize) {
        let count = &mut self.0[start(of) + group];
        *count = (*count + 1).min(MOST);
    }

    fn add_other(&mut self, other: Other) {
        self.add(Of::Others, other as usize);
    }

    /// Counts what the attributes of elements have, without classes and ids.
    fn attributes(&mut self, searches: &SignSearches, outline: &Outline) {
        for (node, attribute, value) in outline.attributes().all_that(is_read) {
            match attribute {
                Attribute::Content if is_generator(outline, node) => {
                    searches.generators.each(value, |group| self.add(Of::Generators, group));
                }
                Attribute::Property if is_product(value) && outline.is_tag(node, META) => {
                    self.add_other(Other::MetaProduct);
                }
                Attribute::Of(Structural::Rel) if value.eq_ignore_ascii_case("next") => {
                    self.add_other(Other::LinksToNext);
                }
                Attribute::Of(Structural::Href) if outline.is_tag(node, A) => {
                    if value.starts_with('#') {
                        self.add_other(Other::LinksToFragments);
                    }
                    searches.links.each(value, |group| self.add(Of::Links, group));
                }
                Attribute::Of(Structural::Itemtype | Structural::Typeof) => {
                    value.split_ascii_whitespace().for_each(|name| self.typed(searches, name));
                }
                Attribute::Of(Structural::Script) => self.script(searches, value),
                _ => {}
            }
        }
    }

    /// Counts a type of schema.org.
    fn typed(&mut self, searches: &SignSearches, name: &str) {
        let name = name.rsplit(['/', '#', ':']).next().unwrap_or_default();
        if name.len() <= LONGEST_TYPE && !name.is_empty() {
            self.add_other(Other::Types);
            if let Some(group) = searches.types.get(&*name.to_ascii_lowercase()) {
                self.add(Of::Types, *group);
            }
        }
    }

    /// Counts the types of JSON-LD: the first text after each `"@type"`. What is broken elsewhere
    /// in a script does not matter here.
    fn script(&mut self, searches: &SignSearches, script: &str) {
        for at in memmem::find_iter(script.as_bytes(), "\"@type\"") {
            let after = script[at + "\"@type\"".len()..]
                .trim_start_matches(|c: char| c.is_ascii_whitespace() || matches!(c, ':' | '['));
            if let Some(name) = after.strip_prefix('"')
                && let Some(end) = name.bytes().take(2 * LONGEST_TYPE).position(|b| b == b'"')
            {
                self.typed(searches, &name[..end]);
            }
        }
    }
}

/// Whether an attribute is looked at.
fn is_read(attribute: Attribute) -> bool {
    match attribute {
        Attribute::Content | Attribute::Property => true,
        Attribute::Of(of) => matches!(
            of,
            Structural::Rel
                | Structural::Href
                | Structural::Itemtype
                | Structural::Typeof
                | Structural::Script
        ),
        _ => false,
    }
}

/// Whether a property is one of products.
fn is_product(property: &str) -> bool {
    property.starts_with("product:")
}

/// Whether a META element names the program that made the page.
fn is_generator(outline: &Outline, node: u32) -> bool {
    let name = outline.attribute(node, Attribute::Name);
    name.is_some_and(|name| name.eq_ignore_ascii_case("generator"))
}
