//! Metadata as people and programs read them before a text.

use super::Metadata;
use crate::structure::html::attribute;
use serde_json::Value;
use std::fmt::Write as _;

impl Metadata {
    /// The names of all fields, in the order of their declaration.
    pub const FIELDS: [&str; 11] = [
        "title",
        "author",
        "published",
        "modified",
        "site",
        "description",
        "language",
        "canonical",
        "licence",
        "comments",
        "kind",
    ];

    /// A field by its name, if it is known.
    pub fn field(&self, name: &str) -> Option<Value> {
        self.fields().into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The fields that are known, with their names, in the order of their declaration.
    pub fn fields(&self) -> Vec<(&'static str, Value)> {
        let all = [
            ("title", &self.title),
            ("author", &self.author),
            ("published", &self.published),
            ("modified", &self.modified),
            ("site", &self.site),
            ("description", &self.description),
            ("language", &self.language),
            ("canonical", &self.canonical),
            ("licence", &self.licence),
        ];
        let texts = all.into_iter().filter_map(|(name, value)| Some((name, value.clone()?.into())));
        let comments = self.comments.map(|comments| ("comments", comments.into()));
        let kind = self.kind.map(|kind| ("kind", kind.name().into()));
        texts.chain(comments).chain(kind).collect()
    }

    /// The fields that are known as texts.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.fields().into_iter().map(|(name, value)| (name, text(&value)))
    }

    /// The fields that are known as an object of JSON.
    pub fn json(&self) -> Value {
        let fields = self.fields().into_iter();
        fields.map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// The fields as YAML between two lines of dashes, and an empty line, as generators of sites
    /// read them before Markdown.
    pub fn front_matter(&self) -> String {
        front_matter(&self.fields())
    }

    /// The fields as META elements, a line each.
    pub fn html(&self) -> String {
        html(&self.fields())
    }
}

/// Writes fields as [`Metadata::front_matter`] does.
pub fn front_matter(fields: &[(&str, Value)]) -> String {
    let mut out = String::from("---\n");
    for (name, value) in fields {
        // A value of JSON is one of YAML.
        _ = writeln!(out, "{name}: {value}");
    }
    out + "---\n\n"
}

/// What HTML starts with, as programs that are told nothing else do not take it for UTF-8.
pub const CHARSET: &str = "<meta charset=\"utf-8\">\n";

/// Writes fields as [`Metadata::html`] does.
pub fn html(fields: &[(&str, Value)]) -> String {
    let line = |(name, value): &(&str, Value)| {
        format!("<meta name=\"{name}\" content=\"{}\">\n", attribute(&text(value)))
    };
    std::iter::once(CHARSET.to_owned()).chain(fields.iter().map(line)).collect()
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_written_as_yaml_and_as_html() {
        let metadata = Metadata {
            title: Some("A \"b\": c".to_owned()),
            comments: Some(3),
            ..Metadata::default()
        };
        let yaml = "---\ntitle: \"A \\\"b\\\": c\"\ncomments: 3\n---\n\n";
        assert_eq!(metadata.front_matter(), yaml);
        let named = Metadata::FIELDS.iter().filter_map(|name| Some((*name, metadata.field(name)?)));
        assert!(named.eq(metadata.fields()));
        let html = "<meta charset=\"utf-8\">\n\
                    <meta name=\"title\" content=\"A &quot;b&quot;: c\">\n\
                    <meta name=\"comments\" content=\"3\">\n";
        assert_eq!(metadata.html(), html);
    }
}
