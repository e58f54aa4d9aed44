//! Comments as parts of a page, which Markdown and HTML are written of, as text and as JSON.

use super::evidence::each;
use super::{Apart, Comment};
use crate::structure::text::{lines_of, plain};
use crate::structure::{Inline, Part, Piece, Structure, Style};
use schemars::JsonSchema;
use serde::Serialize;
use tamis_blocks::classify::Subject;
use tamis_blocks::html::composed;

/// A comment in a list of comments in page order, as JSON has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CommentLine {
    /// Who wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Place in the list, from 0, of the comment that it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// When: a day, or a time as far as the page tells it (ISO 8601).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
    /// What it says.
    pub text: String,
}

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

    /// Adds it and its replies to a list; `parent` is the place of the comment that it answers.
    fn add_to(&self, parent: Option<usize>, out: &mut Vec<CommentLine>) {
        let own = out.len();
        out.push(CommentLine {
            author: self.author.clone(),
            parent,
            published: self.published.clone(),
            text: self.text().trim_end().to_owned(),
        });
        for reply in &self.replies {
            reply.add_to(Some(own), out);
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
    pub fn structure(&self, subject: &Subject, address: Option<&str>) -> Structure {
        let mut made = Structure::of_kept(subject, address, &self.article);
        made.parts.extend(self.section());
        each(&self.comments, &mut |comment| made.hits.extend(&comment.said.hits));
        made
    }

    /// The article as lines of text, and the comments below it.
    pub fn all_text(&self) -> String {
        let comments = self.comments_text();
        let gap = if self.article.text.is_empty() || comments.is_empty() { "" } else { "\n" };
        composed(&format!("{}{gap}{comments}", self.article.text)).into_owned()
    }

    /// The comments as parts of a page: a heading, and a quotation for each; nothing without
    /// comments.
    pub(super) fn section(&self) -> Vec<Part> {
        let title = Inline::Text(Piece::unplaced("Comments"));
        let heading = Part::Heading(2, vec![title]);
        let all = std::iter::once(heading).chain(self.comments.iter().map(Comment::part));
        if self.comments.is_empty() { Vec::new() } else { all.collect() }
    }

    /// The comments as a list in page order.
    pub fn listed(&self) -> Vec<CommentLine> {
        let mut out = Vec::new();
        for comment in &self.comments {
            comment.add_to(None, &mut out);
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
