//! What JSON-LD says of comments: who wrote them and when. They are found by the beginnings of
//! their texts.

use super::seen::Seen;
use super::tree::{CommentByline, CommentTree};
use crate::metadata::{collapse, plain, read_json};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};
use tamis_blocks::page::{Attribute, Structural};

/// Letters by which a text is found.
const START: usize = 32;
/// Bytes of all scripts that are read.
const BYTES: usize = 4 << 20;

/// Completes what is said of comments.
pub fn read(seen: &Seen, tree: &CommentTree, is_comment: &[bool], said: &mut [CommentByline]) {
    let mut roots = Vec::new();
    let mut left = BYTES;
    for (_, attribute, value) in seen.outline.attributes().iter() {
        let is_script = attribute == Attribute::Of(Structural::Script);
        if is_script && value.contains("omment") | value.contains("nswer") && value.len() <= left {
            left -= value.len();
            roots.extend(read_json(value));
        }
    }
    if roots.is_empty() {
        return;
    }
    let of_text = starts(seen, tree, is_comment);
    let mut todo: Vec<&Value> = roots.iter().collect();
    while let Some(value) = todo.pop() {
        match value {
            Value::Array(values) => todo.extend(values),
            Value::Object(node) => {
                complete(seen, node, &of_text, said);
                todo.extend(node.values());
            }
            _ => {}
        }
    }
}

/// The comments by the beginnings of their texts.
fn starts(seen: &Seen, tree: &CommentTree, is_comment: &[bool]) -> FxHashMap<String, usize> {
    let mut starts = FxHashMap::default();
    for placed in seen.placed.iter().filter(|placed| is_comment[placed.block as usize]) {
        if let Some(owner) = tree.owner(placed.node) {
            let start = start(seen.span(placed.node));
            starts.entry(start).or_insert(owner);
        }
    }
    starts
}

fn start(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric()).take(START);
    letters.flat_map(char::to_lowercase).collect()
}

fn complete(
    seen: &Seen,
    node: &Map<String, Value>,
    of_text: &FxHashMap<String, usize>,
    said: &mut [CommentByline],
) {
    let text = |key: &str| node.get(key).and_then(Value::as_str);
    let Some(says) = ["text", "description", "commentText"].iter().find_map(|key| text(key)) else {
        return;
    };
    let plain_text = plain(says);
    let Some(owner) = of_text.get(&start(says)).filter(|_| !plain_text.is_empty()) else { return };
    let said = &mut said[*owner];
    let author = node.get("author").or_else(|| node.get("creator"));
    let author =
        author.map(|author| author.as_array().and_then(|all| all.first()).unwrap_or(author));
    let name = author.and_then(|author| author.get("name").unwrap_or(author).as_str());
    if let Some(name) = name.map(collapse).filter(|name| !name.is_empty()) {
        said.author = Some(name);
    }
    let keys = ["dateCreated", "datePublished", "uploadDate"];
    let date = keys.iter().find_map(|key| text(key)).and_then(|date| seen.date(date));
    if date.is_some() {
        said.published = date;
    }
}
