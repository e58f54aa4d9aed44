//! The keys of JSON objects and their types, as a page lists them and as they are found.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A key of a shape: `checks[].name`, `labels.*` where the keys are names.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Key {
    types: BTreeSet<String>,
    /// How often it was there.
    seen: usize,
    optional: bool,
    meaning: String,
}

impl Key {
    /// The second column of its row: `integer or null, optional`.
    fn types_column(&self) -> String {
        let types = self.types.iter().cloned().collect::<Vec<_>>().join(" or ");
        if self.optional { types + ", optional" } else { types }
    }
}

/// The keys of a shape on the page: the table below its heading.
pub fn on_page(page: &str, shape: &str) -> BTreeMap<String, Key> {
    let Some((_, section)) = page.split_once(&format!("\n<!-- shape: {shape} -->\n")) else {
        return BTreeMap::new();
    };
    let rows = section.lines().take_while(|line| line.starts_with('|')).skip(2);
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').splitn(3, '|').map(str::trim).collect();
        let [key, types, meaning] = cells[..] else {
            panic!("docs/json.md: {row}\nis not key, type, meaning")
        };
        let (types, optional) =
            types.strip_suffix(", optional").map_or((types, false), |types| (types, true));
        let types = types.split(" or ").map(str::to_owned).collect();
        (
            key.trim_matches('`').to_owned(),
            Key { types, seen: 0, optional, meaning: meaning.to_owned() },
        )
    })
    .collect()
}

/// Collects the keys of values. The page says by `*` where keys are names.
pub struct Found<'a> {
    page: &'a BTreeMap<String, Key>,
    keys: BTreeMap<String, Key>,
    /// How many objects stood at each path.
    objects: BTreeMap<String, usize>,
}

impl<'a> Found<'a> {
    /// Returns no keys yet; `page` are those of the page.
    pub fn new(page: &'a BTreeMap<String, Key>) -> Self {
        Self { page, keys: BTreeMap::new(), objects: BTreeMap::new() }
    }

    /// Adds the keys of a value, which stands at this path.
    pub fn add(&mut self, value: &Value, path: &str) {
        let name = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let key = self.keys.entry(path.to_owned()).or_default();
        key.seen += 1;
        key.types.insert(name.to_owned());
        match value {
            Value::Array(values) => {
                for value in values {
                    self.add(value, &format!("{path}[]"));
                }
            }
            Value::Object(values) => {
                *self.objects.entry(path.to_owned()).or_default() += 1;
                let start = if path.is_empty() { String::new() } else { format!("{path}.") };
                let all = format!("{start}*");
                for (name, value) in values {
                    let path = format!("{start}{name}");
                    let is_name = self.page.contains_key(&all) && !self.page.contains_key(&path);
                    self.add(value, if is_name { &all } else { &path });
                }
            }
            _ => {}
        }
    }

    /// The keys that the page must have: values, and containers that may be empty or absent.
    fn rows(&self) -> BTreeMap<String, Key> {
        let mut rows = BTreeMap::new();
        for (path, key) in &self.keys {
            let parent = path.rsplit_once('.').map_or("", |(parent, _)| parent);
            let within = path.ends_with("[]") || path.ends_with('*');
            let optional =
                !within && self.objects.get(parent).is_some_and(|&objects| key.seen < objects);
            let mut types = key.types.clone();
            if types.contains("number") {
                types.remove("integer");
            }
            let filled = self.keys.keys().any(|other| {
                other
                    .strip_prefix(path.as_str())
                    .is_some_and(|rest| rest.starts_with("[]") || rest.starts_with('.'))
            });
            if filled && types.len() == 1 && !optional {
                types.retain(|name| name != "array" && name != "object");
            }
            if !types.is_empty() && !path.is_empty() {
                rows.insert(path.clone(), Key { types, optional, ..key.clone() });
            }
        }
        rows
    }
}

/// What a page must say otherwise about a shape, as rows to write.
pub fn difference(shape: &str, page: &BTreeMap<String, Key>, found: &Found<'_>) -> String {
    let mut rows = String::new();
    for (path, key) in &found.rows() {
        let row = |meaning: &str| format!("| `{path}` | {} | {meaning} |", key.types_column());
        match page.get(path) {
            None => writeln!(rows, "{shape}: write {}", row("...")),
            // What may be an integer is printed as one at times.
            Some(written) if !agrees(written, key) => {
                writeln!(rows, "{shape}: write {}", row(&written.meaning))
            }
            Some(written) if ["", "..."].contains(&written.meaning.as_str()) => {
                writeln!(rows, "{shape}: say what {path} means")
            }
            Some(_) => Ok(()),
        }
        .expect("a string takes everything");
    }
    for path in page.keys().filter(|path| !found.keys.contains_key(*path)) {
        writeln!(rows, "{shape}: remove {path}, which no command prints any more")
            .expect("a string takes everything");
    }
    rows
}

/// Whether the page lists what was found; more types and optional keys need not turn up in these
/// runs.
fn agrees(page: &Key, found: &Key) -> bool {
    found
        .types
        .iter()
        .all(|name| page.types.contains(name) || name == "integer" && page.types.contains("number"))
        && (page.optional || !found.optional)
}
