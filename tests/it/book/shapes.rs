//! The keys of JSON objects with their types and meanings: as the schema of a type has them, which
//! docs/reference/json.md is written from, and as they are found in what commands print.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
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

/// Returns the schema of what a type serialises.
pub fn schema<T: JsonSchema>() -> Value {
    let generator = SchemaSettings::default().for_serialize().into_generator();
    generator.into_root_schema_for::<T>().to_value()
}

/// Returns the keys of a schema but for those that begin with one of `never`.
pub fn keys(schema: &Value, never: &[&str]) -> BTreeMap<String, Key> {
    let mut keys = BTreeMap::new();
    Walk { definitions: &schema["$defs"], never }.add("", &[schema], true, "", &mut keys);
    keys
}

/// Returns keys as a table of the page.
pub fn table(keys: &BTreeMap<String, Key>) -> String {
    let mut table = "| key | type | meaning |\n|---|---|---|\n".to_owned();
    for (path, key) in keys {
        writeln!(table, "| `{path}` | {} | {} |", key.types_column(), key.meaning)
            .expect("a string takes everything");
    }
    table
}

/// A schema, without references and alternatives.
#[derive(Debug, Default)]
struct Open<'a> {
    types: BTreeSet<&'a str>,
    /// The values of a text that can be told one by one.
    values: Vec<&'a str>,
    /// By name: what it may be, and whether every object has it.
    properties: BTreeMap<&'a str, (Vec<&'a Value>, bool)>,
    items: Vec<&'a Value>,
    /// What stands below names that are not known.
    names: Option<&'a Value>,
    description: Option<&'a str>,
}

impl<'a> Open<'a> {
    /// Adds what an object or another value may be as well.
    fn or(&mut self, other: Self) {
        let both = self.types.contains("object") && other.types.contains("object");
        for (name, (_, is_required)) in &mut self.properties {
            *is_required &= !both || other.properties.get(name).is_some_and(|(_, is)| *is);
        }
        for (name, (values, is_required)) in &other.properties {
            let entry = self.properties.entry(name).or_insert((Vec::new(), *is_required && !both));
            let new = values.iter().filter(|value| !entry.0.contains(value));
            let new: Vec<_> = new.copied().collect();
            entry.0.extend(new);
        }
        self.add(Self { properties: BTreeMap::new(), ..other });
    }

    /// Adds what it is besides.
    fn add(&mut self, other: Self) {
        self.types.extend(other.types);
        self.values.extend(other.values);
        self.properties.extend(other.properties);
        self.items.extend(other.items);
        self.names = self.names.or(other.names);
        self.description = self.description.or(other.description);
    }
}

/// A walk through a schema.
struct Walk<'a> {
    definitions: &'a Value,
    never: &'a [&'a str],
}

impl<'a> Walk<'a> {
    fn open(&self, schema: &'a Value) -> Open<'a> {
        let list = |key: &str| schema[key].as_array().into_iter().flatten();
        let mut types: BTreeSet<&str> = list("type").filter_map(Value::as_str).collect();
        types.extend(schema["type"].as_str());
        let required: Vec<&str> = list("required").filter_map(Value::as_str).collect();
        let properties = schema["properties"].as_object().into_iter().flatten();
        let mut open = Open {
            types,
            values: list("enum").chain(schema.get("const")).filter_map(Value::as_str).collect(),
            properties: properties
                .map(|(name, value)| (&**name, (vec![value], required.contains(&&**name))))
                .collect(),
            items: list("prefixItems").chain(schema.get("items")).collect(),
            names: schema.get("additionalProperties").filter(|value| value.is_object()),
            description: schema["description"].as_str(),
        };
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
            open.add(self.open(&self.definitions[name]));
        }
        for part in list("allOf") {
            open.add(self.open(part));
        }
        let alternatives = list("anyOf").chain(list("oneOf")).map(|part| self.open(part));
        if let Some(all) = alternatives.reduce(|mut all, one| {
            all.or(one);
            all
        }) {
            open.add(all);
        }
        open
    }

    /// Adds the keys of what stands at a path, which is one of these, with what the keys above say
    /// it means.
    fn add(
        &self,
        path: &str,
        schemas: &[&'a Value],
        required: bool,
        above: &str,
        keys: &mut BTreeMap<String, Key>,
    ) {
        if self.never.iter().any(|never| path.starts_with(never)) {
            return;
        }
        let schema = schemas[0];
        let mut open = self.open(schema);
        schemas[1..].iter().for_each(|other| open.or(self.open(other)));
        let is_element = path.ends_with("[]") || path.ends_with('*');
        let own = if is_element { schema["description"].as_str() } else { open.description };
        let mut meaning = own.map_or(above.to_owned(), in_words);
        if !open.values.is_empty() && !is_element {
            let values: Vec<String> =
                open.values.iter().map(|value| format!("`{value}`")).collect();
            write!(meaning, " One of {}.", values.join(", ")).expect("a string takes everything");
        }
        let mut types = open.types.clone();
        // What may be absent is `None` where it is, unless its object is what is absent.
        if !required && schema.get("nullable").is_none() {
            types.remove("null");
        }
        let has_row = types.len() > 1 || !required;
        let of_elements = if has_row { "One of them." } else { &meaning };
        let before = keys.len();
        for item in &open.items {
            self.add(&format!("{path}[]"), &[item], true, of_elements, keys);
        }
        let start = if path.is_empty() { String::new() } else { format!("{path}.") };
        for (name, (values, required)) in &open.properties {
            self.add(&format!("{start}{name}"), values, *required, &meaning, keys);
        }
        if let Some(names) = open.names {
            self.add(&format!("{start}*"), &[names], true, of_elements, keys);
        }
        if !path.is_empty() && (has_row || keys.len() == before) {
            let types = types.into_iter().map(str::to_owned);
            let key = keys.entry(path.to_owned()).or_default();
            key.types.extend(types);
            key.optional = !required;
            key.meaning = meaning;
        }
    }
}

/// The first paragraph of a doc comment as the page has it: without links to Rust's items.
fn in_words(description: &str) -> String {
    let paragraph = description.split("\n\n").next().unwrap_or_default();
    let mut words = String::new();
    let mut rest = &*paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    while let Some((before, after)) = rest.split_once("[`") {
        let Some((item, after)) = after.split_once("`]") else { break };
        let name = item.rsplit("::").next().unwrap_or(item);
        // What Rust calls a number means nothing here.
        match (before.strip_suffix(" ("), after.strip_prefix(')')) {
            (Some(before), Some(after)) => {
                words += before;
                rest = after;
            }
            _ => {
                words += &format!("{before}`{name}`");
                rest = after;
            }
        }
    }
    words + rest
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
