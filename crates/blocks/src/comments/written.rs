//! Comments as parts of a page, which Markdown and HTML are written of, as text and as JSON.

use super::evidence::each;
use super::{Apart, Comment};
use crate::classify::Subject;
use crate::html::composed;
use crate::structure::text::{lines_of, plain};
use crate::structure::{Inline, Outline, Part, Piece, Structure, Style};
use serde_json::{Value, json};

impl Comment {
    /// Who wrote it and when, as one line; empty, if neither is known.
    pub fn byline(&self) -> String {
        let both = [&self.author, &self.published];
        let known: Vec<&str> = both.iter().filter_map(|one| one.as_deref()).collect();
        known.join(" · ")
    }

    /// What it says, a line for each paragraph, item, row or heading.
    pub fn text(&self) -> String {
        self.said.text().trim_matches('\n').to_owned()
    }

    /// Adds it and its replies as objects: `author`, `published`, `text`, and `parent`, the place
    /// in the list of the comment that it answers.
    fn add_json(&self, parent: Option<usize>, out: &mut Vec<Value>) {
        let mut object = json!({ "text": self.text().trim_end() });
        for (key, value) in [("author", &self.author), ("published", &self.published)] {
            if let Some(value) = value {
                object[key] = value.as_str().into();
            }
        }
        if let Some(parent) = parent {
            object["parent"] = parent.into();
        }
        let own = out.len();
        out.push(object);
        for reply in &self.replies {
            reply.add_json(Some(own), out);
        }
    }

    /// It and its replies as a quotation with a line for who wrote it and when.
    fn part(&self) -> Part {
        let mut line = Vec::new();
        if let Some(author) = &self.author {
            let author = Inline::Text(Piece::unplaced(author));
            line.push(Inline::Styled(Style::Strong, vec![author]));
        }
        if let Some(published) = &self.published {
            let gap = if line.is_empty() { "" } else { " · " };
            line.push(Inline::Text(Piece::unplaced(&format!("{gap}{published}"))));
        }
        let byline = (!line.is_empty()).then_some(Part::Paragraph(line));
        let said = self.said.parts.iter().cloned();
        let replies = self.replies.iter().map(Self::part);
        Part::Quote(byline.into_iter().chain(said).chain(replies).collect())
    }

    fn add_text(&self, indent: &str, out: &mut String) {
        let byline = self.byline();
        for line in byline.lines().chain(self.text().lines()) {
            if !line.trim().is_empty() {
                out.extend([indent, line, "\n"]);
            }
        }
        for reply in &self.replies {
            out.push('\n');
            reply.add_text(&format!("{indent}  "), out);
        }
    }
}

impl Apart {
    /// The article as parts, and the comments as a section below it.
    pub fn structure(
        &self,
        subject: &Subject,
        outline: &Outline,
        address: Option<&str>,
    ) -> Structure {
        let mut made = Structure::of_text(subject, outline, address, &self.labels, &self.text);
        made.parts.extend(self.section());
        each(&self.comments, &mut |comment| made.hits.extend(&comment.said.hits));
        made
    }

    /// The article as lines of text, and the comments below it.
    pub fn all_text(&self) -> String {
        let comments = self.comments_text();
        let gap = if self.text.is_empty() || comments.is_empty() { "" } else { "\n" };
        composed(&format!("{}{gap}{comments}", self.text)).into_owned()
    }

    /// The comments as parts of a page: a heading, and a quotation for each; nothing without
    /// comments.
    pub(super) fn section(&self) -> Vec<Part> {
        let title = Inline::Text(Piece::unplaced("Comments"));
        let heading = Part::Heading(2, vec![title]);
        let all = std::iter::once(heading).chain(self.comments.iter().map(Comment::part));
        if self.comments.is_empty() { Vec::new() } else { all.collect() }
    }

    /// The comments as a list of objects in page order: `author`, `published`, `text`, and
    /// `parent`, the place in the list of the comment that it answers; what is not known is absent.
    pub fn json(&self) -> Vec<Value> {
        let mut out = Vec::new();
        for comment in &self.comments {
            comment.add_json(None, &mut out);
        }
        out
    }

    /// The comments as lines of text below a heading, empty lines between; replies are indented.
    pub(super) fn comments_text(&self) -> String {
        let mut out = String::new();
        if !self.comments.is_empty() {
            out.push_str("Comments\n");
        }
        for comment in &self.comments {
            out.push('\n');
            comment.add_text("", &mut out);
        }
        out
    }
}

impl Structure {
    /// The text of its parts, a line for each paragraph, item, row or heading.
    pub fn text(&self) -> String {
        let mut out = plain(&lines_of(self.parts.clone()));
        if !out.is_empty() {
            out.push('\n');
        }
        out
    }
}
