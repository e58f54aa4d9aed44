//! JSON-LD: which of its nodes is the page, and what it says.

use super::evidence::{Evidence, plain};
use super::source::{Field, Source};
use super::{json, tables};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};
use std::collections::VecDeque;
use tamis_blocks::html::floor;

type LinkedNode = Map<String, Value>;

/// Bytes of all scripts of a page that are read.
const BYTES: usize = 4 << 20;
/// Bytes of a text that are read; many nodes may refer to a long one.
const LONGEST: usize = 8000;
/// Values of one list that are read.
const MOST: usize = 50;
/// Properties that hold the text of an object.
const NAMES: [&str; 2] = ["name", "@value"];
/// Objects in objects that are read for a name.
const DEPTH: usize = 3;
/// Properties that hold what a page is about.
const ABOUT: [&str; 4] = ["@graph", "mainEntity", "mainEntityOfPage", "hasPart"];

/// What a page knows of itself before its JSON-LD is read: normalised titles and addresses.
#[derive(Debug, Default)]
pub struct Hints {
    /// Letters and digits of titles.
    pub titles: Vec<String>,
    /// Addresses without scheme and last slash.
    pub addresses: Vec<String>,
}

/// An address as it is compared.
pub fn same_address(address: &str) -> String {
    let address = address.split(['#', '?']).next().unwrap_or_default();
    let address = address.split_once("://").map_or(address, |(_, rest)| rest);
    address.trim_start_matches("www.").trim_end_matches('/').to_lowercase()
}

/// Adds what the scripts say of the page.
pub fn read(scripts: &[&str], hints: &Hints, evidence: &mut Evidence) {
    let mut left = BYTES;
    let mut roots = Vec::new();
    for script in scripts {
        left = left.saturating_sub(script.len());
        if left > 0 {
            roots.extend(json::read(script));
        }
    }
    let graph = Graph::new(&roots);
    for source in [Source::LinkedPost, Source::LinkedThing, Source::LinkedPage] {
        if let Some(node) = graph.choose(source, hints) {
            graph.say(node, source, evidence);
        }
    }
}

/// The nodes of a page's scripts.
struct Graph<'a> {
    /// Those that may be the page.
    top: Vec<&'a LinkedNode>,
    /// All that have an `@id`; of several with one, the largest.
    ids: FxHashMap<&'a str, &'a LinkedNode>,
}

impl<'a> Graph<'a> {
    fn new(roots: &'a [Value]) -> Self {
        let mut graph = Self { top: Vec::new(), ids: FxHashMap::default() };
        let mut todo: Vec<(&Value, bool)> = roots.iter().rev().map(|root| (root, true)).collect();
        while let Some((value, is_top)) = todo.pop() {
            match value {
                Value::Array(values) => todo.extend(values.iter().rev().map(|v| (v, is_top))),
                Value::Object(node) => {
                    graph.add(node, is_top);
                    let inside = node.iter().rev();
                    todo.extend(inside.map(|(k, v)| (v, is_top && ABOUT.contains(&k.as_str()))));
                }
                _ => {}
            }
        }
        graph
    }

    fn add(&mut self, node: &'a LinkedNode, is_top: bool) {
        if is_top && node.contains_key("@type") {
            self.top.push(node);
        }
        if let Some(id) = node.get("@id").and_then(Value::as_str) {
            let known = self.ids.entry(id).or_insert(node);
            if known.len() < node.len() {
                *known = node;
            }
        }
    }

    /// The node of a kind that is the page; none, if there are several and nothing tells.
    fn choose(&self, kind: Source, hints: &Hints) -> Option<&'a LinkedNode> {
        let of_kind = || self.top.iter().copied().filter(|node| kind_of(node) == Some(kind));
        let first = of_kind().next()?;
        let is_page = |node: &&'a LinkedNode| self.is_page(node, hints);
        let same = |node: &LinkedNode| {
            node.get("headline").or_else(|| node.get("name"))
                == first.get("headline").or_else(|| first.get("name"))
        };
        of_kind().find(is_page).or_else(|| of_kind().all(same).then_some(first))
    }

    fn is_page(&self, node: &'a LinkedNode, hints: &Hints) -> bool {
        let says =
            |key: &&'static str| node.get(*key).map(|value| self.texts(value, &["@id", "url"]));
        let addresses = ["url", "mainEntityOfPage", "@id"].iter().filter_map(says).flatten();
        let titles = ["headline", "name"].iter().filter_map(says).flatten();
        addresses.map(|a| same_address(&a)).any(|a| hints.addresses.contains(&a))
            || titles.map(|t| plain(&t)).any(|t| !t.is_empty() && hints.titles.contains(&t))
    }

    fn say(&self, node: &'a LinkedNode, source: Source, evidence: &mut Evidence) {
        for (rank, (key, field)) in tables::SCHEMA.iter().enumerate() {
            let Some(value) = node.get(*key) else { continue };
            let inside: &[&str] = match field {
                Field::Canonical | Field::Licence => &["@id", "url"],
                _ => &NAMES,
            };
            for value in self.items(value) {
                let is_group = *field == Field::Author && self.is_organization(value);
                let source = if is_group { Source::Organization } else { source };
                for text in self.texts(value, inside) {
                    evidence.add(*field, source, rank, &text);
                }
            }
        }
        for count in node.get("interactionStatistic").into_iter().flat_map(list) {
            let kind = count.get("interactionType").map(Value::to_string).unwrap_or_default();
            if let Some(number) =
                count.get("userInteractionCount").filter(|_| kind.contains("Comment"))
            {
                evidence.add(Field::Comments, source, 0, &self.texts(number, &[]).concat());
            }
        }
    }

    /// A node, or the one that it refers to.
    fn whole(&self, node: &'a LinkedNode) -> &'a LinkedNode {
        let id = node.get("@id").and_then(Value::as_str).filter(|_| node.len() <= 2);
        id.and_then(|id| self.ids.get(id).copied()).unwrap_or(node)
    }

    fn is_organization(&self, value: &'a Value) -> bool {
        let kind = value.as_object().and_then(|node| self.whole(node).get("@type"));
        kind.is_some_and(|kind| {
            list(kind).any(|kind| kind.as_str().is_some_and(|k| k.ends_with("Organization")))
        })
    }

    /// The values of a list, also of one that is an object.
    fn items(&self, value: &'a Value) -> impl Iterator<Item = &'a Value> + use<'a> {
        list(value.get("@list").or_else(|| value.get("@set")).unwrap_or(value))
    }

    /// The texts of a value; of objects all of the first of some properties.
    fn texts(&self, value: &'a Value, inside: &[&str]) -> Vec<String> {
        let mut texts = Vec::new();
        let mut todo: VecDeque<_> = self.items(value).map(|value| (value, 0)).collect();
        let mut read = 0;
        while let Some((value, depth)) = todo.pop_front().filter(|_| read < MOST * DEPTH) {
            read += 1;
            let Value::Object(node) = value else {
                texts.extend(text(value));
                continue;
            };
            let node = self.whole(node);
            let said =
                inside.iter().find_map(|key| node.get(*key).filter(|value| !is_empty(value)));
            match said {
                // Some themes have a person as the name of a person.
                Some(value) if depth < DEPTH => {
                    let inside: Vec<_> =
                        self.items(value).map(|value| (value, depth + 1)).collect();
                    for value in inside.into_iter().rev() {
                        todo.push_front(value);
                    }
                }
                Some(_) => {}
                None => texts.extend(person(node).filter(|_| inside == NAMES)),
            }
        }
        texts
    }
}

/// A text or a number.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text[..floor(text, LONGEST)].to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty())
}

/// The name of a person in parts, or another name.
fn person(node: &LinkedNode) -> Option<String> {
    let said = |key: &&str| node.get(*key).and_then(|value| list(value).find_map(text));
    let parts: Vec<String> = tables::NAME_PARTS.iter().filter_map(said).collect();
    if parts.is_empty() { said(&"alternateName") } else { Some(parts.join(" ")) }
}

/// The values of a list; a value alone as a list of one.
fn list(value: &Value) -> impl Iterator<Item = &Value> {
    let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    values.iter().take(MOST)
}

fn kind_of(node: &LinkedNode) -> Option<Source> {
    let types = node.get("@type").into_iter().flat_map(list).filter_map(Value::as_str);
    types.filter_map(kind_of_type).min()
}

/// What a type of schema.org says of a page; nothing, if it is about no page.
pub fn kind_of_type(name: &str) -> Option<Source> {
    let name = name.trim().rsplit(['/', '#', ':']).next().unwrap_or_default();
    let is_in = |types: &[&str]| types.iter().any(|of| of.eq_ignore_ascii_case(name));
    let is_posting = name.ends_with("Posting") && name != "JobPosting";
    if is_in(&tables::ASIDE) || name.is_empty() {
        None
    } else if is_in(&tables::POSTS) || name.ends_with("Article") || is_posting {
        Some(Source::LinkedPost)
    } else if is_in(&tables::PAGES) {
        Some(Source::LinkedPage)
    } else {
        Some(Source::LinkedThing)
    }
}
