//! Writes the parts of a page as plain HTML: structure, and no style.

use super::{Align, Inline, List, ListItem, Options, Part, Piece, Structure, Style, Table};
use std::fmt::Write as _;

impl Structure {
    /// Returns this as the content of an HTML body, a part a line.
    pub fn html(&self, options: Options) -> String {
        let mut writer = HtmlWriter { options, numbers: self.numbers(), out: String::new() };
        writer.parts(&self.parts);
        writer.notes(&self.notes);
        writer.out
    }
}

struct HtmlWriter {
    options: Options,
    numbers: Vec<Option<usize>>,
    out: String,
}

impl HtmlWriter {
    fn parts(&mut self, parts: &[Part]) {
        for part in parts {
            self.part(part);
        }
    }

    fn notes(&mut self, notes: &[Vec<Part>]) {
        if notes.iter().all(Vec::is_empty) {
            return;
        }
        self.out.push_str("<ol>\n");
        for (at, note) in notes.iter().enumerate() {
            if let Some(number) = self.numbers[at] {
                _ = writeln!(self.out, "<li id=\"note-{number}\">");
                self.parts(note);
                self.out.push_str("</li>\n");
            }
        }
        self.out.push_str("</ol>\n");
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Heading(level, line) => {
                _ = write!(self.out, "<h{level}>");
                self.line(line);
                _ = writeln!(self.out, "</h{level}>");
            }
            Part::Paragraph(line) => self.element("p", line),
            Part::List(list) => self.list(list),
            Part::Table(table) => self.table(table),
            Part::Code(language, pieces) => {
                self.out.push_str("<pre><code");
                if let Some(language) = language {
                    _ = write!(self.out, " class=\"language-{}\"", attribute(language));
                }
                self.out.push('>');
                self.pieces(pieces);
                self.out.push_str("</code></pre>\n");
            }
            Part::Quote(parts) => self.inside("blockquote", parts),
            Part::Callout(kind, title, parts) => {
                _ = writeln!(self.out, "<aside class=\"{}\">", attribute(kind));
                if !title.is_empty() {
                    self.element("p", title);
                }
                self.parts(parts);
                self.out.push_str("</aside>\n");
            }
            Part::Definitions(all) => {
                self.out.push_str("<dl>\n");
                for one in all {
                    for term in &one.terms {
                        self.element("dt", term);
                    }
                    for meaning in &one.meanings {
                        self.inside("dd", meaning);
                    }
                }
                self.out.push_str("</dl>\n");
            }
            Part::Figure(parts, caption) => {
                self.out.push_str("<figure>\n");
                self.parts(parts);
                if !caption.is_empty() {
                    self.element("figcaption", caption);
                }
                self.out.push_str("</figure>\n");
            }
            Part::Rule => self.out.push_str("<hr>\n"),
        }
    }

    fn element(&mut self, name: &str, line: &[Inline]) {
        _ = write!(self.out, "<{name}>");
        self.line(line);
        _ = writeln!(self.out, "</{name}>");
    }

    fn inside(&mut self, name: &str, parts: &[Part]) {
        match parts {
            [Part::Paragraph(line)] if name != "blockquote" => self.element(name, line),
            _ => {
                _ = writeln!(self.out, "<{name}>");
                self.parts(parts);
                _ = writeln!(self.out, "</{name}>");
            }
        }
    }

    fn list(&mut self, list: &List) {
        let name = if list.start.is_some() { "ol" } else { "ul" };
        match list.start {
            Some(start) if start != 1 => _ = writeln!(self.out, "<ol start=\"{start}\">"),
            _ => _ = writeln!(self.out, "<{name}>"),
        }
        for ListItem { is_done, parts } in &list.items {
            match is_done {
                Some(is_done) => {
                    let checked = if *is_done { " checked" } else { "" };
                    _ = write!(self.out, "<li><input type=\"checkbox\" disabled{checked}>");
                    self.parts(parts);
                    self.out.push_str("</li>\n");
                }
                None => self.inside("li", parts),
            }
        }
        _ = writeln!(self.out, "</{name}>");
    }

    fn table(&mut self, table: &Table) {
        self.out.push_str("<table>\n");
        if !table.caption.is_empty() {
            self.element("caption", &table.caption);
        }
        for row in &table.rows {
            self.out.push_str("<tr>");
            for cell in row {
                let name = if cell.is_header { "th" } else { "td" };
                _ = write!(self.out, "<{name}");
                for (attribute, span) in ["colspan", "rowspan"].into_iter().zip(cell.spans) {
                    if span > 1 {
                        _ = write!(self.out, " {attribute}=\"{span}\"");
                    }
                }
                match cell.align {
                    Some(Align::Left) => self.out.push_str(" align=\"left\""),
                    Some(Align::Center) => self.out.push_str(" align=\"center\""),
                    Some(Align::Right) => self.out.push_str(" align=\"right\""),
                    None => {}
                }
                self.out.push('>');
                match &cell.parts[..] {
                    [Part::Paragraph(line)] => self.line(line),
                    parts => self.parts(parts),
                }
                _ = write!(self.out, "</{name}>");
            }
            self.out.push_str("</tr>\n");
        }
        self.out.push_str("</table>\n");
    }

    fn line(&mut self, line: &[Inline]) {
        for inline in line {
            match inline {
                Inline::Text(piece) => text(&piece.text, &mut self.out),
                Inline::Styled(style, inner) => {
                    let name = match style {
                        Style::Strong => "strong",
                        Style::Emphasis => "em",
                        Style::Deleted => "del",
                        Style::Marked => "mark",
                        Style::Subscript => "sub",
                        Style::Superscript => "sup",
                    };
                    _ = write!(self.out, "<{name}>");
                    self.line(inner);
                    _ = write!(self.out, "</{name}>");
                }
                // No place of the page has its name here.
                Inline::Link(address, inner)
                    if self.options.links && !(address.is_empty() || address.starts_with('#')) =>
                {
                    _ = write!(self.out, "<a href=\"{}\">", attribute(address));
                    self.line(inner);
                    self.out.push_str("</a>");
                }
                Inline::Link(_, inner) => self.line(inner),
                Inline::Image(image) if image.address.is_empty() => text(&image.alt, &mut self.out),
                Inline::Image(image) if self.options.images => {
                    let [address, alt] = [&image.address, &image.alt].map(|value| attribute(value));
                    _ = write!(self.out, "<img src=\"{address}\" alt=\"{alt}\">");
                }
                Inline::Image(_) => {}
                Inline::Code(pieces) => {
                    self.out.push_str("<code>");
                    self.pieces(pieces);
                    self.out.push_str("</code>");
                }
                Inline::Math(math) => {
                    let [open, close] = if math.display { ["\\[", "\\]"] } else { ["\\(", "\\)"] };
                    self.out.push_str(open);
                    text(&math.tex, &mut self.out);
                    self.out.push_str(close);
                }
                Inline::Break => self.out.push_str("<br>\n"),
                Inline::Note(number) => {
                    if let Some(Some(number)) = self.numbers.get(*number) {
                        _ = write!(self.out, "<sup><a href=\"#note-{number}\">{number}</a></sup>");
                    }
                }
            }
        }
    }

    fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            text(&piece.text, &mut self.out);
        }
    }
}

fn text(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(c),
        }
    }
}

/// A value of an attribute between double quotes.
pub fn attribute(value: &str) -> String {
    value.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}
